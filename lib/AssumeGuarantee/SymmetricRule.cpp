//===- SymmetricRule.cpp - Rule SYM applied to a system -------------------===//

#include "SymmetricRule.h"

#include "tenon/Check/Certify.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace tenon {

/// What two sides share, and αP.
static Alphabet interfaceOf(ArrayRef<LtsRef> sides, const Alphabet &property) {
  DenseMap<LabelId, unsigned> owners;
  std::vector<LabelId> labels = property.labels();
  for (const LtsRef &side : sides)
    for (LabelId label : side->alphabet().labels())
      if (++owners[label] == 2 && !property.contains(label))
        labels.push_back(label);
  return Alphabet(property.table(), std::move(labels));
}

Error SymmetricRule::composeSides() {
  const std::shared_ptr<LabelTable> &table = decomposition.whole.table;
  ErrorActions errors(decomposition.whole);
  for (const Decomposition::Side &side : decomposition.sides) {
    Expected<LtsRef> composed = composeSide(decomposition, side, budget);
    if (!composed)
      return composed.takeError();
    sides.push_back(errors.withoutError(*composed));
  }
  problem.property = decomposition.property;
  if (LtsRef watcher = errors.watcher()) {
    Expected<Lts> both = compose(networkOf("property", table, {decomposition.property, watcher}), budget);
    if (!both)
      return both.takeError();
    problem.property = std::make_shared<const Lts>(std::move(*both));
  }
  for (const LtsRef &side : sides) {
    Expected<Lts> checked = compose(networkOf("checked", table, {problem.property, side}), budget);
    if (!checked)
      return checked.takeError();
    problem.checked.push_back(std::make_shared<const Lts>(std::move(*checked)));
  }
  problem.interface = interfaceOf(sides, problem.property->alphabet());
  problem.done = unusedLabel(decomposition.whole, "done", 1);
  return Error::success();
}

/// Premise by premise, with the interpreter that knows nothing of learners and searches.
void SymmetricRule::certifyProof(CheckResult &result) const {
  std::vector<std::vector<LtsRef>> premises;
  std::vector<LtsRef> last{std::make_shared<const Lts>(complement(*problem.property, problem.done))};
  for (size_t i = 0; i < sides.size(); ++i) {
    const LtsRef &assumption = result.assumptions[i].lts;
    premises.push_back({problem.property, sides[i], assumption});
    last.push_back(std::make_shared<const Lts>(complement(*assumption, problem.done)));
  }
  premises.push_back(std::move(last));
  certifyPremises(decomposition.whole.table, std::move(premises), budget, result);
}

Expected<CheckResult> SymmetricRule::run() {
  CheckResult result;
  if (decomposition.sides.size() < 2)
    return indivisible(decomposition);
  if (Error error = composeSides()) {
    consumeError(std::move(error));
    result.reason = budget.describe(budget.causeOfFailure());
    return result;
  }
  SymmetricResult found = learnSymmetricAssumptions(problem, options.learning, budget);
  result.iterations = found.iterations;
  result.membershipQueries = found.membershipQueries;
  result.equivalenceQueries = found.equivalenceQueries;
  if (found.violation) {
    reportViolation(decomposition, problem.interface, *found.violation, options, budget, result);
    return result;
  }
  if (found.assumptions.empty()) {
    result.reason = budget.describe(found.limit);
    return result;
  }
  result.verdict = Verdict::Holds;
  for (auto [i, assumption] : enumerate(found.assumptions))
    result.assumptions.push_back(describe(assumption.renamed("Assumption" + std::to_string(i + 1)),
                                          "the environment of " + decomposition.sides[i].name));
  if (options.certify)
    certifyProof(result);
  return result;
}

} // namespace tenon
