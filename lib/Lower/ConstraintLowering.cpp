//===- ConstraintLowering.cpp - A safety formula as a process -------------===//

#include "tenon/Lower/Lower.h"
#include "tenon/Lower/SafetyMonitor.h"
#include "tenon/Sema/FormulaExpander.h"

using namespace llvm;

namespace tenon {

LtsRef Lowering::constraint(const AssertionModel &constraint, ArrayRef<Value> arguments) {
  std::string name = instanceName(constraint.name.text, arguments);
  if (auto cached = processCache.find(name); cached != processCache.end())
    return cached->second;
  AssertionModel instance = constraint;
  instance.name.text = name;
  if (!arguments.empty()) {
    FormulaExpander expander(model, evaluator);
    instance.formula = expander.expand(*constraint.declaration, arguments);
    instance.extension.clear();
    if (!instance.formula || !expander.expandExtension(*constraint.declaration, arguments, instance.extension))
      return nullptr;
  }
  if (!isSafety(model, *instance.formula)) {
    diagnostics.error(constraint.name.range, "constraint '" + name +
                                                 "' must be a safety property: it may not demand that something "
                                                 "eventually happens");
    return nullptr;
  }
  std::optional<Lts> lts = constraintProcess(model, instance, budget);
  if (!lts) {
    limitReached = budget.exceeded();
    if (limitReached == Budget::Limit::None)
      limitReached = Budget::Limit::Memory; // A table that would not fit was not allocated.
    return nullptr;
  }
  return processCache[name] = std::make_shared<const Lts>(std::move(*lts));
}

} // namespace tenon
