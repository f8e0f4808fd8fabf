//===- tenon/Check/CertifyRefinement.h - Trace refinement by definition ---===//

#ifndef TENON_CHECK_CERTIFYREFINEMENT_H
#define TENON_CHECK_CERTIFYREFINEMENT_H

#include "tenon/Lts/Relations.h"

#include <optional>

namespace tenon {

/// Whether every trace of `left` is one of `right`, in the sense of refinesTraces(), by a plain simulation that shares
/// no code with it: pairs of a state and the set of states where the other side may be, labels by their texts. It
/// serves `--certify`. Exponential in `right` in the worst case; nullopt when the budget ends.
std::optional<bool> certifyRefinement(const Lts &left, const Lts &right, const Budget &budget);

/// Whether the evidence of refinesTraces() is one: `left` has the trace and `right` does not.
bool certifyDifference(const Lts &left, const Lts &right, const ComparisonResult &evidence);

} // namespace tenon

#endif // TENON_CHECK_CERTIFYREFINEMENT_H
