//===- ReducedSearch.h - Searching with parts left out ----------*- C++ -*-===//

#ifndef TENON_LIB_LTS_REDUCEDSEARCH_H
#define TENON_LIB_LTS_REDUCEDSEARCH_H

#include "PartialOrder.h"
#include "tenon/Lts/Reduce.h"

namespace tenon::detail {

/// What the reductions rest on. Tests leave conditions out, to see that verdicts then go wrong.
struct ReductionRules {
  StubbornRules stubborn;
  bool verifyShared = true; ///< See Symmetry.
};

ReducedSearch searchReduced(const Network &network, const SafetyOptions &options, const Budget &budget,
                            const Reductions &reductions, const ReductionRules &rules);

} // namespace tenon::detail

#endif // TENON_LIB_LTS_REDUCEDSEARCH_H
