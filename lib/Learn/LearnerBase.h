//===- LearnerBase.h - What all learners have in common ---------*- C++ -*-===//

#ifndef TENON_LIB_LEARN_LEARNERBASE_H
#define TENON_LIB_LEARN_LEARNERBASE_H

#include "QueryCache.h"

namespace tenon {

/// Conjectures from a learner's states, and the analysis of counterexamples by Rivest and Schapire.
///
/// Every state has an access word, which leads to it: that of the initial state is empty, and the others' are those of
/// other states with a letter more. Words are over positions of letters.
class LearnerBase : public Learner {
public:
  const Dfa *conjecture() final;
  bool refine(llvm::ArrayRef<Letter> counterexample) final;
  void grow(llvm::ArrayRef<Letter> newLetters, bool answersChange) final;
  const LearningStatistics &statistics() const final { return counts; }

protected:
  using Prefix = QueryCache::Prefix;
  using Suffix = QueryCache::Suffix;
  using State = uint32_t;
  using Positions = std::vector<uint32_t>;
  static constexpr State None = ~State(0);

  /// The answer to a state's access word with a suffix.
  struct Observation {
    Suffix suffix;
    bool accepted;
  };

  /// Evidence that a transition has a wrong target: `suffix` has the answer `accepted` after `letter` from `source`,
  /// and the other answer after the access word of `target`, where the transition leads.
  struct Breakpoint {
    State source;
    uint32_t letter;
    State target;
    Suffix suffix;
    bool accepted;
  };

  LearnerBase(Teacher &teacher, std::vector<Letter> initialLetters);

  /// Makes the automaton complete, so that a state for each letter has a successor; false if the teacher gives up.
  virtual bool complete() = 0;
  /// An answer, known to the learner, about the state's access word with a suffix, that the automaton has wrong.
  /// `found` has no value if there is none. False if the teacher gives up.
  virtual bool findContradiction(State state, std::optional<Observation> &found) = 0;
  /// Makes use of evidence: at least one state more.
  virtual bool split(const Breakpoint &breakpoint) = 0;
  /// There are new letters, behind `oldLetterCount` others.
  virtual void extend(size_t oldLetterCount) = 0;
  /// Begins again; nothing is known of the language.
  virtual void restart() = 0;
  virtual State stateCount() const = 0;
  virtual Prefix accessWord(State state) const = 0;
  virtual bool isAccepting(State state) const = 0;
  /// None if the teacher gives up, which cannot happen where the automaton is complete.
  virtual State successor(State state, uint32_t letter) = 0;
  /// The automaton has been wrong about a word, and now it is right.
  virtual void learnedFrom(Suffix /*word*/) {}

  /// Makes the automaton complete and free of contradictions, which is what a conjecture is. False if the teacher gives
  /// up.
  bool settle();
  /// Splits until the automaton is right about the word.
  bool refineWith(Suffix word);
  /// Where the automaton comes to from a state; None if the teacher gives up.
  State run(State from, Suffix word) {
    for (; word != QueryCache::EmptyWord && from != None; word = cache.withoutFirst(word))
      from = successor(from, cache.firstLetter(word));
    return from;
  }
  Suffix suffixOf(const Positions &word);
  Positions positionsOf(Suffix suffix) const;

  std::vector<Letter> letters;
  LearningStatistics counts;
  QueryCache cache;

private:
  bool analyze(State start, Observation observed, std::optional<Breakpoint> &found);
  void number();

  llvm::DenseMap<Letter, uint32_t> positionOf;
  Dfa dfa;
  State nextToCheck = 0; ///< For contradictions; those just before it had none.
  bool settled = false;  ///< Nothing has been learned since settle().
  bool upToDate = false; ///< `dfa` is what has been learned.
  bool givenUp = false;  ///< The teacher has.
};

/// `count` rows of `width` entries become rows of `newWidth`, with ~0 in the new columns.
void widenRows(std::vector<uint32_t> &rows, size_t count, size_t width, size_t newWidth);

std::unique_ptr<Learner> makeObservationTable(Teacher &teacher, std::vector<Letter> letters);
std::unique_ptr<Learner> makeDiscriminationTree(Teacher &teacher, std::vector<Letter> letters);

} // namespace tenon

#endif // TENON_LIB_LEARN_LEARNERBASE_H
