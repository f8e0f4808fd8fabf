//===- BackwardSearch.h - What leads to a violation -----------------------===//

#ifndef TENON_LIB_CHECK_BACKWARDSEARCH_H
#define TENON_LIB_CHECK_BACKWARDSEARCH_H

#include "BlockGraph.h"
#include "EngineAnswer.h"

#include "tenon/Logic/Elimination.h"

namespace tenon {

/// From violations backwards, among the states that the facts allow, until no more states are found: induction over as
/// many steps as it takes (k-induction: Sheeran, Singh and Stalmarck, "Checking safety properties using induction and a
/// SAT-solver", 2000), with an invariant as its result, the states that are not found. Gives up at `maxSets` sets of
/// states.
EngineAnswer solveBackwards(const BlockGraph &blocks, const Budget &budget, size_t maxSets = ~size_t(0));

} // namespace tenon

#endif // TENON_LIB_CHECK_BACKWARDSEARCH_H
