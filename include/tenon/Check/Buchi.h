//===- tenon/Check/Buchi.h - Temporal formulas as automata ----------------===//
//
// Büchi automata over the labels of steps, in the form that a Network takes as its observer:
// the transition system's alphabet has the labels that make a difference, and action 0 (tau)
// stands for every step whose label is not in it, silent steps included. Fluents are tracked
// in the states. The initial state reads the first step.
//
//===----------------------------------------------------------------------===//

#ifndef TENON_CHECK_BUCHI_H
#define TENON_CHECK_BUCHI_H

#include "tenon/Lts/Lts.h"
#include "tenon/Sema/Model.h"
#include "tenon/Support/Budget.h"

#include <optional>
#include <vector>

namespace tenon {

/// An automaton with accepting states. It accepts an infinite sequence of steps if some run on it visits accepting
/// states infinitely often; a state without a transition for a step ends its runs. It has no transition to ERROR and
/// no END.
struct BuchiAutomaton {
  Lts lts;
  std::vector<bool> accepting; ///< For each state.

  /// Whether it accepts no sequence; then it has one state, without transitions.
  bool isEmpty() const { return lts.transitionCount() == 0; }
};

struct BuchiOptions {
  /// Translate the negation of the formula.
  bool negate = false;
  /// Labels outside it are known never to occur; null: every label may.
  const Alphabet *occurring = nullptr;
};

/// The sequences of steps that satisfy a formula, as a nondeterministic automaton. Nullopt when the budget ends.
///
/// The formula in normal form (Lower/Ltl.h) becomes a very weak alternating automaton, that a generalized automaton
/// with marks on transitions (Gastin and Oddoux, "Fast LTL to Büchi Automata Translation", 2001), and that, for each
/// strongly connected component with the marks that it needs, the result. It has only states from which an accepting
/// cycle can be reached, and no two that simulate each other directly (bisimilar, for very large ones). A fluent is
/// tracked only where the rest of the formula depends on it. Exponential in the formula in the worst case.
std::optional<BuchiAutomaton> buchiAutomaton(const Model &model, const TemporalFormula &formula, const Budget &budget,
                                             const BuchiOptions &options = {});

/// The same language by an automaton that is deterministic from every accepting state on, where it also has exactly
/// one transition for each label of the alphabet and for action 0. Nullopt when the budget ends.
///
/// With fair choice (every enabled transition has positive probability), a system satisfies the language with positive
/// probability if and only if its product with this automaton has a reachable bottom strongly connected component with
/// an accepting state. Courcoubetis and Yannakakis, "The Complexity of Probabilistic Verification", 1995, §4: a copy of
/// the automaton guesses the accepting state q from which the rest is followed by pairs (S, R), R ⊆ S, of the states
/// that q leads to and of those reached by way of an accepting state since all of S last were; restricted to the
/// component of q. Components that are deterministic need no such sets. At most 3^n states for a component of n.
std::optional<BuchiAutomaton> limitDeterministic(const BuchiAutomaton &automaton, const Budget &budget);

} // namespace tenon

#endif // TENON_CHECK_BUCHI_H
