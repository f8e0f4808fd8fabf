//===- ConstraintLowering.cpp - A safety formula as a process -------------===//

#include "tenon/Lower/Lower.h"
#include "tenon/Lower/SafetyMonitor.h"

using namespace llvm;

namespace tenon {

LtsRef Lowering::constraint(const AssertionModel &constraint) {
  if (auto cached = processCache.find(constraint.name.text); cached != processCache.end())
    return cached->second;
  if (!isSafety(model, *constraint.formula)) {
    diagnostics.error(constraint.name.range, "constraint '" + constraint.name.text +
                                                 "' must be a safety property: it may not demand that something "
                                                 "eventually happens");
    return nullptr;
  }
  std::optional<Lts> lts = constraintProcess(model, constraint, budget);
  if (!lts) {
    limitReached = budget.exceeded();
    if (limitReached == Budget::Limit::None)
      limitReached = Budget::Limit::Memory; // A table that would not fit was not allocated.
    return nullptr;
  }
  return processCache[constraint.name.text] = std::make_shared<const Lts>(std::move(*lts));
}

} // namespace tenon
