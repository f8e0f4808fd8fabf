//===- tenon/Repair/TraceLanguage.h - Programs as regular languages -------===//
//
// A component as a finite automaton over its own actions (Frenkel, Grumberg, Pasareanu, Sheinvald, "Assume, guarantee
// or repair", section 5): T(M) is the set of the rows of actions that lead to an accepting location, whether or not
// data makes them feasible. T(M) is regular where the set of executions is not, so that it can be learned.
//
//===----------------------------------------------------------------------===//

#ifndef TENON_REPAIR_TRACELANGUAGE_H
#define TENON_REPAIR_TRACELANGUAGE_H

#include "tenon/Learn/Learner.h"
#include "tenon/Program/ProgramSystem.h"

#include "llvm/ADT/DenseMap.h"

namespace tenon {

/// The letters of a component: its actions. One that leads to ERROR is a letter of its own, and ERROR an accepting
/// state without an end, as what leads there must not be lost.
class TraceAlphabet {
public:
  /// Letters are numbered in the order in which they are first asked for.
  Letter letterOf(const ProgramTransition &transition);
  /// A transition with the letter, the one that was asked for first.
  const ProgramTransition &transition(Letter letter) const { return examples[letter]; }
  bool fails(Letter letter) const { return examples[letter].to == ErrorLocation; }
  size_t size() const { return examples.size(); }

private:
  std::vector<ProgramTransition> examples;
  llvm::DenseMap<size_t, std::vector<Letter>> withHash;
};

/// A nondeterministic automaton. Its states are the program's locations; one more is ERROR.
struct TraceAutomaton {
  struct Edge {
    Letter letter;
    uint32_t to;
    uint32_t transition; ///< Its position in the program.
  };
  std::vector<std::vector<Edge>> edges;
  std::vector<bool> accepting;
  uint32_t initial = 0;

  /// O(transitions)
  TraceAutomaton(const Program &program, TraceAlphabet &alphabet);
  uint32_t error() const { return static_cast<uint32_t>(edges.size() - 1); }

  /// The states that the word leads to, sorted. O(length × transitions of the states on the way).
  std::vector<uint32_t> statesAfter(llvm::ArrayRef<Letter> word) const;
  bool isPath(llvm::ArrayRef<Letter> word) const { return !statesAfter(word).empty(); }
  bool accepts(llvm::ArrayRef<Letter> word) const;
};

/// The shortest of the words that the automaton accepts and `dfa` does not; of these the least. Nullopt if there is
/// none: premise 2 of the rule, T(M2) within T(A). `dfa` must have all letters of the automaton. O(states of both,
/// multiplied).
std::optional<Word> findAcceptedOutside(const TraceAutomaton &automaton, const Dfa &dfa);

/// Whether a step is possible to a state from which no accepting one can be reached. It is in no word of T(M), though
/// the component can still fail there, or go on while another does.
bool hasDeadPart(const TraceAutomaton &automaton);

/// Whether the automaton accepts another word than the empty one.
bool acceptsSomething(const TraceAutomaton &automaton);

/// The program without locations that cannot be reached, or from which neither an accepting location nor ERROR can. T()
/// stays; the initial location stays in any case. What remains is in the old order; `origin`, if given, gets for each
/// location its old number.
Program trimmed(const Program &program, std::vector<Location> *origin = nullptr);

/// A program with the traces that `dfa` accepts, trimmed, with the alphabet of `like`: an assumption in the place of
/// the component.
Program programOf(const Dfa &dfa, const TraceAlphabet &alphabet, const Program &like);

/// The program that can do the word and nothing else, and accepts at its end only (Definition 7).
Program programOf(llvm::ArrayRef<Letter> word, const TraceAlphabet &alphabet, const Program &like);

/// The states of the minimal complete automaton for T(program). Exponential at worst.
size_t minimalSize(const TraceAutomaton &automaton, size_t letterCount);

/// The word that a run has done in a component.
Word wordOf(llvm::ArrayRef<SystemStep> run, uint32_t component, const Program &program, TraceAlphabet &alphabet);

/// As source: `read?pw, [pw > 999], enc!pw`.
std::string describeWord(llvm::ArrayRef<Letter> word, const TraceAlphabet &alphabet, const ProgramSystem &system,
                         const Program &program);

} // namespace tenon

#endif // TENON_REPAIR_TRACELANGUAGE_H
