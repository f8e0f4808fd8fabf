//===- HornEngine.h - Places as Horn clauses ------------------------------===//

#ifndef TENON_LIB_CHECK_HORNENGINE_H
#define TENON_LIB_CHECK_HORNENGINE_H

#include "BlockGraph.h"
#include "EngineAnswer.h"

namespace tenon {

/// Spacer on a graph: a relation for each node, over the variables that are live there, and a clause for each edge.
/// Facts are believed.
EngineAnswer solveBySpacer(const BlockGraph &blocks, bool quantifiers, const Budget &budget);

} // namespace tenon

#endif // TENON_LIB_CHECK_HORNENGINE_H
