//===- AssumptionText.h - Assumptions as source -----------------*- C++ -*-===//

#ifndef TENON_LIB_REPAIR_ASSUMPTIONTEXT_H
#define TENON_LIB_REPAIR_ASSUMPTIONTEXT_H

#include "RepairTarget.h"

namespace tenon {

/// The assumption that was learned about a copy of the component, with its source: of a component an automaton over its
/// variables, of a process of FSP a property over the system's labels. Nullopt if there is none.
std::optional<AssumptionReport> reportAssumption(const RepairTarget &target, size_t copy, const AgrResult &result);

/// The LTS of a program without data.
Lts ltsOf(const Program &program, const std::shared_ptr<LabelTable> &labels);

} // namespace tenon

#endif // TENON_LIB_REPAIR_ASSUMPTIONTEXT_H
