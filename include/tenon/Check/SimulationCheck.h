//===- tenon/Check/SimulationCheck.h - Simulation between definitions -----===//

#ifndef TENON_CHECK_SIMULATIONCHECK_H
#define TENON_CHECK_SIMULATIONCHECK_H

#include "tenon/Check/Verdict.h"
#include "tenon/Lower/Lower.h"
#include "tenon/Lts/Simulation.h"

#include <optional>

namespace tenon {

/// Whether the definition `right` simulates the definition `left` (or DEFAULT), by searchSimulation(): a composite on
/// the left is not composed. The result has the tree that `right` cannot do; the caller names the system and the
/// property. With `certify`, certifySimulation() or certifyTree() on the composed LTS. Nullopt: the diagnostics of the
/// lowering say why.
std::optional<CheckResult> checkSimulation(Lowering &lowering, llvm::StringRef left, llvm::StringRef right,
                                           const SimulationOptions &options, bool certify);

/// Puts a tree into a result, written out.
void reportTree(const SpelledTree &tree, CheckResult &result);

} // namespace tenon

#endif // TENON_CHECK_SIMULATIONCHECK_H
