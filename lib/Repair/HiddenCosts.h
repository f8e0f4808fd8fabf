//===- HiddenCosts.h - What a verdict does not say of a repair --*- C++ -*-===//

#ifndef TENON_LIB_REPAIR_HIDDENCOSTS_H
#define TENON_LIB_REPAIR_HIDDENCOSTS_H

#include "RepairTarget.h"

#include "tenon/Repair/ComponentRepair.h"

namespace tenon {

/// Where the system only satisfies the property because the component does not accept any more where it did: the action
/// at which the violation happens as before. Nullopt if that is not so, or not known. A quick look.
std::optional<std::string> uncountedViolation(const RepairTarget &original, const RepairTarget &repaired,
                                              const Budget &budget);

/// Constraints of a repair in front of one of several ways that nothing makes true again once they are false: a
/// sentence for each.
std::vector<std::string> finalConstraints(const RepairTarget &target, size_t copy, const ComponentRepair &repair,
                                          const Budget &budget);

} // namespace tenon

#endif // TENON_LIB_REPAIR_HIDDENCOSTS_H
