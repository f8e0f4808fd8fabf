//===- CircularRule.cpp - Circular rules applied to a system --------------===//

#include "CircularRule.h"

#include "PlainPremises.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace tenon {

Error CircularRule::composeSides() {
  for (const Decomposition::Side &side : decomposition.sides) {
    Expected<LtsRef> composed = composeSide(decomposition, side, budget);
    if (!composed)
      return composed.takeError();
    sides.push_back(errors.withoutError(*composed));
  }
  property = decomposition.property;
  if (LtsRef watcher = errors.watcher()) {
    Expected<Lts> both =
        compose(networkOf(decomposition.propertyName, decomposition.whole.table, {property, watcher}), budget);
    if (!both)
      return both.takeError();
    property = std::make_shared<const Lts>(std::move(*both));
  }
  return Error::success();
}

void CircularRule::reportProof(std::vector<std::optional<Lts>> assumptions, CheckResult &result) {
  result.verdict = Verdict::Holds;
  if (none_of(assumptions, [](const auto &assumption) { return assumption.has_value(); }))
    result.reason = "no assumption is needed";
  for (size_t i = 0; i < assumptions.size(); ++i)
    if (assumptions[i]) {
      std::string name = "Assumption" + std::to_string(i + 1);
      result.assumptions.push_back(describe(assumptions[i]->renamed(name), decomposition.sides[i].name));
    }
  if (!options.certify)
    return;
  if (std::optional<std::vector<std::vector<LtsRef>>> premises = plainPremises(sides, property, assumptions, budget))
    certifyPremises(decomposition.whole.table, std::move(*premises), budget, result);
  else
    reportUncertified(budget, result);
}

Expected<CheckResult> CircularRule::run() {
  CheckResult result;
  if (decomposition.sides.size() < 2)
    return indivisible(decomposition);
  if (options.rule == Rule::Circular && decomposition.sides.size() > 2)
    return createStringError("circular is for a system of two sides; this one has " +
                             Twine(decomposition.sides.size()) + " (--split divides it, nway takes them all)");
  if (Error error = composeSides()) {
    if (budget.exceeded() == Budget::Limit::None)
      return error;
    consumeError(std::move(error));
    result.reason = budget.describe(budget.exceeded());
    return result;
  }
  bool isNWay = options.rule == Rule::NWay;
  CircularOptions circular{options.encoding, !isNWay, isNWay && options.learning.refineAlphabet, options.jobs};
  CircularResult found = findCircularAssumptions({sides, *property}, circular, budget);
  result.iterations = found.iterations;
  result.satVariables = found.satVariables;
  result.satClauses = found.satClauses;
  if (found.assumptions) {
    result.notes.push_back("largest premise: " + std::to_string(found.largestPremise) + " states");
    auto taking = static_cast<size_t>(count_if(*found.assumptions, [](const auto &a) { return a.has_value(); }));
    if (taking < sides.size())
      result.notes.push_back(std::to_string(taking) + " of " + std::to_string(sides.size()) +
                             " sides take part in the proof");
    reportProof(std::move(*found.assumptions), result);
  } else if (found.violation) {
    reportViolation(decomposition, found.interface, *found.violation, options, budget, result);
  } else {
    result.reason = budget.describe(found.limit);
  }
  return result;
}

} // namespace tenon
