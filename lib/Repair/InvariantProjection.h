//===- InvariantProjection.h - What an invariant needs of a place -*- C++ -*-===//

#ifndef TENON_LIB_REPAIR_INVARIANTPROJECTION_H
#define TENON_LIB_REPAIR_INVARIANTPROJECTION_H

#include "tenon/Check/ProgramCertificate.h"

namespace tenon {

/// A component with one condition at one place, the gate: transitions that have it as their constraint.
struct GatedComponent {
  Program program;
  std::vector<uint32_t> gates; ///< Positions of the transitions, sorted.
};

/// The weakest condition over the variables of `own` with which the invariant is one as well when it stands at the
/// gates instead: whoever is before a gate as the invariant says may pass if he is behind it as the invariant says,
/// whatever the values of everybody else. It is no stronger than the condition that the invariant was found for, and
/// proves the same. `system` has the component in its place. Null if quantifiers cannot be eliminated.
Term conditionOfInvariant(const ProgramSystem &system, uint32_t component, const GatedComponent &gated,
                          const ProgramInvariant &invariant, llvm::ArrayRef<VariableId> own, SmtContext &context,
                          const Budget &budget);

} // namespace tenon

#endif // TENON_LIB_REPAIR_INVARIANTPROJECTION_H
