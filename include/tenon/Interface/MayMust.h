//===- tenon/Interface/MayMust.h - Interfaces of unbounded data -----------===//
//
// The weakest assumption about the environment of a component whose variables are unbounded, learned from a may and a
// must abstraction that are refined on the way (Giannakopoulou and Pasareanu, "Context Synthesis", §5).
//
// The letters of such an interface are labels with conditions on the value that is communicated: `put[x > 0]`. They
// begin as labels, and are split where a condition tells legal from illegal uses. A letter is a set of communications:
// a word is legal if ERROR cannot have been reached after it, whichever of their values were chosen. What a letter
// forbids is illegal for each of its values where the channel has few (OpenProgram::Label::isExact); otherwise for some
// of them, in each state in which the component can be.
//
//===----------------------------------------------------------------------===//

#ifndef TENON_INTERFACE_MAYMUST_H
#define TENON_INTERFACE_MAYMUST_H

#include "tenon/Interface/Interface.h"
#include "tenon/Logic/PredicateAbstraction.h"

#include <functional>

namespace tenon {

struct LetterAutomaton;

struct MayMustOptions {
  PredicateAbstraction::Kind abstraction = PredicateAbstraction::Kind::Boolean;
  LearnerKind learner = LearnerKind::DiscriminationTree;
  /// Ends without an answer when there are so many.
  size_t maxPredicates = 200;
  /// Whether a safe interface forbids only what comes to ERROR, found out without must edges, which may never be
  /// enough: behind a condition that does not matter they need its whole truth. Asked when there are 16, 32, 64, …
  /// predicates. May be empty.
  std::function<bool(const LetterAutomaton &safe)> forbidsHarmOnly;
};

/// What an action of the interface stands for.
struct InterfaceLetter {
  uint32_t label = 0;       ///< Of the program.
  Term condition = nullptr; ///< Over the label's values; null: all of them.
};

/// An automaton over letters: deterministic, minimal, without ERROR; what it lacks is forbidden.
struct LetterAutomaton {
  std::vector<InterfaceLetter> letters;
  std::vector<uint32_t>
      next; ///< letters.size() targets for each state; Forbidden if there is none. State 0 is initial.
  static constexpr uint32_t Forbidden = ~uint32_t(0);

  size_t stateCount() const { return letters.empty() ? 1 : next.size() / letters.size(); }
  uint32_t target(uint32_t state, size_t letter) const { return next[state * letters.size() + letter]; }
};

/// Why what an interface forbids is illegal: the part of the must abstraction that leads from its words to ERROR.
struct MustEvidence {
  struct State {
    uint32_t place = 0;
    Term formula = nullptr; ///< Over the variables; beside it, the facts of the place are true.
    bool isInitial = false;
    std::optional<uint32_t> partOf; ///< A state that includes it.
  };
  struct Edge {
    uint32_t from = 0, to = 0;      ///< States.
    uint32_t step = 0;              ///< Of the place of `from`.
    std::optional<uint32_t> letter; ///< Of `automaton`; none: silent.
  };
  LetterAutomaton automaton; ///< The interface, perhaps with finer letters.
  std::vector<State> states;
  std::vector<Edge> edges;
};

struct MayMustInterface {
  /// Nullopt: not decided.
  std::optional<Environments> environments;
  std::optional<LetterAutomaton> interface; ///< Safe and permissive. None where `environments` is None, or undecided.
  std::optional<MustEvidence> evidence;     ///< With the interface, unless `forbidsHarmOnly` has said that it is one.
  std::string reason;                       ///< Undecided: why.
  Budget::Limit limit = Budget::Limit::None;

  /// Undecided: the largest interface known to be safe, and the smallest known to be permissive; over the same letters.
  std::optional<LetterAutomaton> safe, permissive;
  /// A shortest word, as positions of letters, that `permissive` allows and `safe` does not, if there is one.
  std::optional<std::vector<uint32_t>> difference;

  std::vector<PredicateAbstraction::Predicate> predicates;
  LearningStatistics statistics;
  uint64_t refinements = 0;
};

/// Learns with the three procedures of the paper: queries (figure 13), safety with respect to may (figure 14), and
/// permissiveness with respect to must (figure 15). What must be is determinized only where the component itself is not
/// deterministic. Ends if the component has a finite bisimulation quotient, or at a limit.
MayMustInterface learnMayMust(const OpenProgram &program, SmtContext &smt, const MayMustOptions &options,
                              const Budget &budget);

} // namespace tenon

#endif // TENON_INTERFACE_MAYMUST_H
