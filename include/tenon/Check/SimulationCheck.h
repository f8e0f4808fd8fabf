//===- tenon/Check/SimulationCheck.h - Simulation between definitions -----===//

#ifndef TENON_CHECK_SIMULATIONCHECK_H
#define TENON_CHECK_SIMULATIONCHECK_H

#include "tenon/Check/Verdict.h"
#include "tenon/Lower/Lower.h"
#include "tenon/Lts/Simulation.h"

#include <optional>
#include <string>

namespace tenon {

/// A definition, or DEFAULT, with what lowers its model.
struct SimulationSide {
  Lowering &lowering;
  llvm::StringRef name;
  std::string title = name.str(); ///< What it is called in the report.
};

/// Whether `right` simulates `left`, of one model or of two, by searchSimulation(): a composite on the left is not
/// composed. The result has both titles, and the tree that `right` cannot do. With `certify`, certifySimulation() or
/// certifyTree() on the composed LTS. Nullopt: the diagnostics of a lowering say why.
std::optional<CheckResult> checkSimulation(const SimulationSide &left, const SimulationSide &right,
                                           const SimulationOptions &options, bool certify);

/// Puts a tree into a result, written out.
void reportTree(const SpelledTree &tree, CheckResult &result);

} // namespace tenon

#endif // TENON_CHECK_SIMULATIONCHECK_H
