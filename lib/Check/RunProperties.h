//===- RunProperties.h - Which of a graph's runs satisfy a formula --------===//
//
// For the independent checker: nothing here is shared with the translation of formulas to automata or with the searches
// for accepting cycles. All of it is exponential in the formula's temporal operators in the worst case. Limits are on
// nodes; the number of steps looked at may be MaxStepsPerNode times as large.
//
//===----------------------------------------------------------------------===//

#ifndef TENON_CHECK_RUNPROPERTIES_H
#define TENON_CHECK_RUNPROPERTIES_H

#include "RunGraph.h"

namespace tenon {

struct Outcomes {
  bool canHold = false; ///< With positive probability.
  bool canFail = false;
};

/// What can happen to a formula where every step has positive probability. Every node needs a successor. Nullopt: more
/// than `limit` nodes.
///
/// Courcoubetis and Yannakakis, "The Complexity of Probabilistic Verification", 1995, §3.1: for one temporal operator
/// after the other, innermost first, nodes from where it is uncertain are split into two, from where it holds and fails
/// with probability 1. The probabilities of the steps change by that, but not which are positive.
std::optional<Outcomes> randomOutcomes(const RunGraph &graph, const FlatFormula &formula, size_t limit);

/// The runs of a graph together with what they make true: nodes are positions with the values of all subformulas.
/// Lichtenstein and Pnueli, "Checking that Finite State Concurrent Programs Satisfy Their Linear Specification", 1985.
class ValuedRuns {
public:
  using Values = FlatFormula::Values;

  ValuedRuns(const RunGraph &graph, const FlatFormula &formula, size_t limit);

  /// Whether some infinite run gives the formula this value.
  bool someRun(bool value) const;
  /// For each position that occurs, the values that some infinite run from there gives to the subformulas.
  std::map<Position, std::set<Values>> possibleValues() const;
  /// Values at one position and at the next that do not contradict each other.
  static bool agree(const FlatFormula &formula, const Values &here, const Values &after);

  /// More than `limit` nodes: nothing may be concluded.
  bool isCutOff() const { return cutOff; }

private:
  const std::vector<Values> &valuesAt(const Position &position);
  void findInfinite();

  const RunGraph &graph;
  const FlatFormula &formula;
  size_t limit;
  bool cutOff = false;
  size_t comparisons = 0;
  std::map<Position, std::vector<Values>> known;
  std::map<std::pair<uint32_t, size_t>, uint32_t> numbers;
  std::vector<std::pair<uint32_t, size_t>> nodes; ///< A node of the graph, and an index into valuesAt().
  Rows next;
  std::vector<uint32_t> first;  ///< At the first step.
  std::vector<bool> isInfinite; ///< Some run from there makes true what the values say.
};

/// Whether the graph has a finite run that no infinite sequence of steps can complete to one that satisfies the
/// formula. `anything` are the runs of all sequences of steps, finished. Nullopt: more than `limit` nodes.
std::optional<bool> hasBadPrefix(const RunGraph &graph, const FlatFormula &formula, const ValuedRuns &anything,
                                 size_t limit);

} // namespace tenon

#endif // TENON_CHECK_RUNPROPERTIES_H
