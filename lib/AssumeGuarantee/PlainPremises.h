//===- PlainPremises.h - Premises of circular rules, plainly ----*- C++ -*-===//

#ifndef TENON_LIB_ASSUMEGUARANTEE_PLAINPREMISES_H
#define TENON_LIB_ASSUMEGUARANTEE_PLAINPREMISES_H

#include "tenon/Lts/Lts.h"
#include "tenon/Support/Budget.h"

#include "llvm/ADT/ArrayRef.h"

#include <optional>
#include <vector>

namespace tenon {

/// The premises of the circular rule for these assumptions, one for each side that has one, as compositions that must
/// not come to ERROR; from the definitions, and without code of the search. The assumptions are deterministic and speak
/// of actions of their sides. Nullopt at a limit of the budget.
std::optional<std::vector<std::vector<LtsRef>>> plainPremises(llvm::ArrayRef<LtsRef> sides, const LtsRef &property,
                                                              llvm::ArrayRef<std::optional<Lts>> assumptions,
                                                              const Budget &budget);

} // namespace tenon

#endif // TENON_LIB_ASSUMEGUARANTEE_PLAINPREMISES_H
