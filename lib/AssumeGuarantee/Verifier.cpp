//===- Verifier.cpp - Safety of a system by a rule ------------------------===//

#include "tenon/AssumeGuarantee/Verifier.h"

#include "AsymmetricRule.h"
#include "CircularRule.h"
#include "SimulationRule.h"
#include "SymmetricRule.h"

#include "llvm/ADT/STLExtras.h"

#include <chrono>

using namespace llvm;

namespace tenon {

static constexpr std::pair<Rule, const char *> RuleNames[] = {
    {Rule::AsymLearn, "asym-learn"}, {Rule::AsymSat, "asym-sat"}, {Rule::Symmetric, "symmetric"},
    {Rule::Circular, "circular"},    {Rule::NWay, "nway"},        {Rule::Simulation, "simulation"},
};

StringRef ruleName(Rule rule) {
  return find_if(RuleNames, [rule](const auto &entry) { return entry.first == rule; })->second;
}

std::optional<Rule> findRule(StringRef name) {
  for (const auto &[rule, known] : RuleNames)
    if (name == known)
      return rule;
  return std::nullopt;
}

static Expected<CheckResult> apply(const Decomposition &decomposition, const VerifyOptions &options,
                                   const Budget &budget) {
  switch (options.rule) {
  case Rule::AsymLearn:
  case Rule::AsymSat:
    return AsymmetricRule(decomposition, options, budget).run();
  case Rule::Symmetric:
    return SymmetricRule(decomposition, options, budget).run();
  case Rule::Circular:
  case Rule::NWay:
    return CircularRule(decomposition, options, budget).run();
  case Rule::Simulation:
    return SimulationRule(decomposition, options, budget).run();
  }
  llvm_unreachable("all rules are covered");
}

Expected<CheckResult> verify(const Network &network, ArrayRef<Operand> operands, StringRef property,
                             const LtsRef &monitor, const VerifyOptions &options, const Budget &budget) {
  auto start = std::chrono::steady_clock::now();
  Split split = options.split;
  split.leaves |= options.rule == Rule::NWay;
  bool isAsymmetric = options.rule == Rule::AsymLearn || options.rule == Rule::AsymSat;
  if (isAsymmetric && split.items.empty() && !options.assume.empty())
    split = splitAround(operands, options.assume);
  Expected<Decomposition> decomposition = decompose(network, operands, property, monitor, split);
  if (!decomposition)
    return decomposition.takeError();
  Expected<CheckResult> result = apply(*decomposition, options, budget);
  if (!result)
    return result.takeError();
  result->kind = options.rule == Rule::Simulation ? CheckKind::Simulation : CheckKind::Safety;
  result->system = decomposition->system;
  result->property = decomposition->propertyName;
  result->method = ruleName(options.rule).str();
  result->seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return result;
}

} // namespace tenon
