//===- Projection.h - Sides as assumptions about themselves -----*- C++ -*-===//

#ifndef TENON_LIB_ASSUMEGUARANTEE_PROJECTION_H
#define TENON_LIB_ASSUMEGUARANTEE_PROJECTION_H

#include "AssumptionEncoding.h"

namespace tenon {

/// L(M↓αg), where αg are the letters that M has, as its minimal automaton: the assumption that the completeness of the
/// circular rule rests on. Nullopt if the subset construction looks at more than `maxWork` transitions, or at a limit
/// of the budget.
std::optional<Conjecture> projectedAutomaton(const Lts &side, const Alphabet &letters, uint64_t maxWork,
                                             const Budget &budget);

} // namespace tenon

#endif // TENON_LIB_ASSUMEGUARANTEE_PROJECTION_H
