//===- tenon/Learn/Learner.h - Learning regular languages -----------------===//
//
// Learners of deterministic automata from queries (Angluin, "Learning regular sets from queries and
// counterexamples", 1987), behind one interface. A learner asks its teacher whether words belong to the
// language; whoever drives it decides whether a conjecture is right and, if not, gives a counterexample.
//
//===----------------------------------------------------------------------===//

#ifndef TENON_LEARN_LEARNER_H
#define TENON_LEARN_LEARNER_H

#include "llvm/ADT/ArrayRef.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace tenon {

/// A member of the alphabet of a learning problem: any number that the caller chooses (an action of an Alphabet, say).
using Letter = uint32_t;
using Word = std::vector<Letter>;

/// A complete deterministic automaton. The initial state is 0.
struct Dfa {
  std::vector<Letter> letters;
  std::vector<bool> accepting; ///< By state.
  std::vector<uint32_t> next;  ///< letters.size() targets for each state, in the order of `letters`.

  bool operator==(const Dfa &) const = default;
  uint32_t stateCount() const { return static_cast<uint32_t>(accepting.size()); }
  uint32_t target(uint32_t state, size_t letterPosition) const { return next[state * letters.size() + letterPosition]; }
};

/// Answers membership queries.
class Teacher {
public:
  virtual ~Teacher();
  /// Whether the word belongs to the language; nullopt if the teacher gives up (a budget ended), which ends the
  /// learning. The answer must always be the same, but see Learner::grow().
  virtual std::optional<bool> isMember(llvm::ArrayRef<Letter> word) = 0;
};

/// How much was asked.
struct LearningStatistics {
  /// Different words asked of the teacher: what the literature calls membership queries of L*. Words asked again, by
  /// other cells of a table or after the alphabet has grown without a change of answers, are not counted again.
  uint64_t membershipQueries = 0;
  /// Questions that the cache has answered.
  uint64_t repeatedQueries = 0;
  /// Conjectures whose correctness was asked for. One that is asked for again, with nothing learned in between, is not
  /// counted again.
  uint64_t equivalenceQueries = 0;
};

/// The state of an attempt to learn one language. Deterministic: the same answers give the same conjectures.
class Learner {
public:
  virtual ~Learner();

  /// The next conjecture: an automaton that agrees with all answers about access words and experiments of its states.
  /// These tell all its states apart, so that it is minimal, and no automaton that agrees with the answers is smaller.
  /// States are numbered breadth first in the order of the letters. Null if the teacher has given up. Valid until the
  /// next call.
  virtual const Dfa *conjecture() = 0;
  /// Learns from a word about which the last conjecture is wrong, until it is right about it: at least one more state
  /// in the next conjecture. A word about which the conjecture is right changes nothing. False if the teacher has given
  /// up.
  virtual bool refine(llvm::ArrayRef<Letter> counterexample) = 0;
  /// Adds letters, which must be new. With `answersChange`, words that have been asked may now have other answers, and
  /// the language is learned anew, but for what saves counterexamples: a table keeps the experiments that still tell
  /// states apart; a tree asks about the counterexamples that have been useful.
  virtual void grow(llvm::ArrayRef<Letter> letters, bool answersChange) = 0;

  virtual const LearningStatistics &statistics() const = 0;
};

enum class LearnerKind {
  /// L* with an observation table whose rows share prefixes, and one experiment for each counterexample (Rivest and
  /// Schapire, "Inference of finite automata using homing sequences", 1993).
  ObservationTable,
  /// TTT: a discrimination tree with experiments shortened to suffix-closedness (Isberner, Howar and Steffen, "The TTT
  /// algorithm", 2014).
  DiscriminationTree,
};

/// `teacher` must outlive the learner.
std::unique_ptr<Learner> makeLearner(LearnerKind kind, Teacher &teacher, std::vector<Letter> letters);

} // namespace tenon

#endif // TENON_LEARN_LEARNER_H
