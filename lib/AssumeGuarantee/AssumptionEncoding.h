//===- AssumptionEncoding.h - Automata as clauses ---------------*- C++ -*-===//

#ifndef TENON_LIB_ASSUMEGUARANTEE_ASSUMPTIONENCODING_H
#define TENON_LIB_ASSUMEGUARANTEE_ASSUMPTIONENCODING_H

#include "Sample.h"

#include "tenon/Logic/Sat.h"

namespace tenon {

/// A deterministic prefix-closed automaton over letters 1..letterCount. The initial state is 0.
struct Conjecture {
  static constexpr uint32_t Refused = ~uint32_t(0);
  uint32_t stateCount = 0;
  Action letterCount = 0;
  std::vector<uint32_t> next; ///< letterCount targets for each state.

  uint32_t target(uint32_t state, Action letter) const { return next[size_t(state) * letterCount + letter - 1]; }
};

/// The automata with a given number of states that agree with a sample, as clauses of one solver: nodes, letters and
/// states are only added.
///
///   is(n, s)        the word of node n leads to state s, or some word that leads to the state of `covered` does
///   live(a, s)      state s has a transition with letter a
///   to(a, s, t)     ... and it leads to t. Only for letters that lead to nodes.
///   needs(S, s), refuses(S, s)
///                   state s has all letters of set S, none of them
///
/// That a transition has a target depends on the number of states, so these clauses hold under a guard, which is
/// assumed, and are made again for each number.
class AssumptionEncoding {
public:
  AssumptionEncoding(const Sample &sample, Action letterCount);

  uint32_t stateCount() const { return states; }
  void addState();
  /// Adds what is new in the sample.
  void addNodes();
  /// Looks for an automaton in which the nodes of `clique` are the states 0, 1, ...
  SatSolver::Answer solve(llvm::ArrayRef<Sample::NodeId> clique, const Budget &budget);
  /// After Satisfiable.
  Conjecture conjecture() const;

  const SatSolver &sat() const { return solver; }

private:
  struct LetterVariables {
    std::vector<SatLiteral> live;                 ///< By state; empty if there is nothing to be said of the letter yet.
    std::vector<std::vector<SatLiteral>> targets; ///< By state and target; empty if it leads to no node.
  };
  struct LetterSetVariables {
    std::vector<SatLiteral> needs, refuses; ///< By state; empty if not in use.
  };

  void useLetter(Action letter);
  void continueLetter(Action letter);
  void useSet(uint32_t set, bool isNeeded);
  void addTargets(LetterVariables &variables, uint32_t s);
  void addSetState(uint32_t set, bool isNeeded);
  void addNode(Sample::NodeId node);
  void addNodeState(Sample::NodeId node, uint32_t s);
  void addEdgeState(const Sample::Edge &edge, uint32_t s);
  void addStep(const Sample::Edge &edge, uint32_t from, uint32_t to);
  void demandTarget(const LetterVariables &variables, uint32_t s);
  void demandState(Sample::NodeId node);

  const Sample &sample;
  SatSolver solver;
  uint32_t states = 0;
  SatLiteral guard;
  std::vector<LetterVariables> letters;      ///< By letter.
  std::vector<LetterSetVariables> sets;      ///< By set of letters.
  std::vector<std::vector<SatLiteral>> isIn; ///< By node and state.
  size_t edges = 0;                          ///< Of the sample, in order.
};

} // namespace tenon

#endif // TENON_LIB_ASSUMEGUARANTEE_ASSUMPTIONENCODING_H
