//===- IntervalAnalysis.h - Octagons of all places ------------------------===//

#ifndef TENON_LIB_CHECK_INTERVALANALYSIS_H
#define TENON_LIB_CHECK_INTERVALANALYSIS_H

#include "CongruenceAnalysis.h"

namespace tenon {

/// Abstract interpretation of a complete graph in octagons: what holds at every node whenever a run is there. Widening
/// where steps lead back, to the constants of the program first; then rounds without, in which congruences move bounds
/// to values that can be (`x <= 11` to `x <= 10` where x is even). Time O(steps * variables^3).
class IntervalAnalysis {
public:
  IntervalAnalysis(const StepGraph &graph, const Budget &budget);

  /// False if the graph is too large or the budget has ended: then nothing is known.
  bool run();

  /// Nodes where a violation is within the octagon. None: no violation can be reached.
  std::vector<uint32_t> openViolations() const;
  bool isReachable(uint32_t node) const { return !states[node].isEmpty(); }
  /// For each node what holds there.
  std::vector<std::vector<Term>> facts() const;

private:
  void order();
  void collectThresholds();
  Octagon initialState() const;
  Octagon after(const Octagon &state, const GraphStep &step) const;
  bool ascend();
  bool descend();
  bool analyzeCongruences();

  const StepGraph &graph;
  const Budget &budget;
  TermOctagon meaning;
  std::vector<Bound::Wide> thresholds;
  std::vector<uint32_t> nodeOrder; ///< Of relevant nodes: reverse postorder.
  std::vector<uint32_t> rank;      ///< Of each node in it.
  llvm::BitVector isHead;          ///< Some step leads back to it.
  std::vector<Octagon> states;
  std::optional<CongruenceAnalysis> congruences;
};

} // namespace tenon

#endif // TENON_LIB_CHECK_INTERVALANALYSIS_H
