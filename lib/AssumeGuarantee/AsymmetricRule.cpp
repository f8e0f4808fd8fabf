//===- AsymmetricRule.cpp - Rule ASYM applied to a system -----------------===//

#include "AsymmetricRule.h"

#include "WordAutomaton.h"

#include "tenon/AssumeGuarantee/SeparatingAssumption.h"
#include "tenon/Lts/Transform.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <numeric>

using namespace llvm;

namespace tenon {

static Error problem(const Twine &message) {
  return createStringError(std::make_error_code(std::errc::invalid_argument), message.str());
}

//===----------------------------------------------------------------------===//
// The sides
//===----------------------------------------------------------------------===//

static size_t overlap(const Decomposition::Side &side, const DenseSet<LabelId> &labels) {
  DenseSet<LabelId> common;
  for (const Component &component : side.components)
    for (LabelId label : component.lts->alphabet().labels())
      if (labels.contains(label))
        common.insert(label);
  return common.size();
}

/// First the side that shares the most labels with the property, then always the one that shares the most with what
/// is there already, so that each assumption is about what was seen before.
void AsymmetricRule::orderByOverlap() {
  DenseSet<LabelId> seen;
  for (LabelId label : decomposition.property->alphabet().labels())
    seen.insert(label);
  for (auto place = sides.begin(); place != sides.end(); ++place) {
    auto best = std::max_element(place, sides.end(),
                                 [&](const auto *a, const auto *b) { return overlap(*a, seen) < overlap(*b, seen); });
    std::rotate(place, best, best + 1);
    for (const Component &component : (*place)->components)
      for (LabelId label : component.lts->alphabet().labels())
        seen.insert(label);
  }
}

Error AsymmetricRule::order() {
  for (const Decomposition::Side &side : decomposition.sides)
    sides.push_back(&side);
  if (sides.size() < 2)
    return indivisible(decomposition);
  if (!options.assume.empty()) {
    auto about = find_if(sides, [&](const auto *side) { return side->name == options.assume; });
    if (about == sides.end())
      return problem("--assume: '" + options.assume + "' is no side of the system; its sides are " +
                     join(map_range(sides, [](const auto *side) { return side->name; }), ", "));
    if (sides.size() > 2)
      return problem("--assume needs a system of two sides; this one has " + Twine(sides.size()) +
                     " (--split divides it)");
    if (about == sides.begin())
      std::swap(sides[0], sides[1]);
  } else if (sides.size() > 2 && options.split.items.empty()) {
    orderByOverlap();
  }
  return Error::success();
}

Error AsymmetricRule::composeSides() {
  std::vector<LtsRef> whole;
  for (const Decomposition::Side *side : sides) {
    Expected<LtsRef> composed = composeSide(decomposition, *side, budget);
    if (!composed)
      return composed.takeError();
    bool isCovered = side != sides.front();
    whole.push_back(isCovered ? errors.withoutError(*composed) : *composed);
  }
  checkedParts = {decomposition.property, whole.front()};
  covered.assign(whole.begin() + 1, whole.end());
  if (LtsRef watcher = errors.watcher())
    checkedParts.push_back(watcher);
  Expected<Lts> product = compose(networkOf("checked", decomposition.whole.table, checkedParts), budget);
  if (!product)
    return product.takeError();
  checked = std::make_shared<const Lts>(std::move(*product));
  if (options.rule == Rule::AsymSat && covered.size() > 1) {
    Expected<Lts> rest = compose(networkOf("covered", decomposition.whole.table, covered), budget);
    if (!rest)
      return rest.takeError();
    covered = {std::make_shared<const Lts>(std::move(*rest))};
  }
  interface = interfaceAlphabet(*checked, covered);
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

std::string AsymmetricRule::coveredName(size_t from) const {
  return join(map_range(ArrayRef(sides).drop_front(from), [](const auto *side) { return side->name; }), " || ");
}

void AsymmetricRule::reportProof(AssumptionResult found, CheckResult &result) {
  result.verdict = Verdict::Holds;
  std::vector<Lts> chain = std::move(found.inner);
  chain.insert(chain.begin(), std::move(*found.assumption));
  for (size_t i = 0; i < chain.size(); ++i) {
    std::string name = i == 0 ? "Assumption" : "Assumption" + std::to_string(i + 1);
    result.assumptions.push_back(describe(chain[i].renamed(name), coveredName(i + 1)));
  }
  if (options.certify)
    certifyProof(result);
}

/// Premise by premise.
void AsymmetricRule::certifyProof(CheckResult &result) {
  std::vector<std::vector<LtsRef>> premises;
  for (size_t i = 0; i <= result.assumptions.size(); ++i) {
    std::vector<LtsRef> &parts = premises.emplace_back();
    bool isLast = i == result.assumptions.size();
    if (i == 0)
      parts = checkedParts;
    else if (isLast) // A given assumption may be about several sides.
      parts.assign(covered.begin() + static_cast<ptrdiff_t>(i - 1), covered.end());
    else
      parts = {covered[i - 1]};
    if (i > 0)
      parts.push_back(std::make_shared<const Lts>(completedProperty(*result.assumptions[i - 1].lts)));
    if (!isLast)
      parts.push_back(result.assumptions[i].lts);
  }
  certifyPremises(decomposition.whole.table, std::move(premises), budget, result);
}

SafetySearch AsymmetricRule::search(std::vector<LtsRef> components) {
  SafetyOptions safety;
  safety.wantDeadlock = false;
  safety.jobs = options.jobs;
  return searchSafety(networkOf("premise", decomposition.whole.table, std::move(components)), safety, budget);
}

static std::string listed(const Alphabet &alphabet, ArrayRef<Action> word) {
  return word.empty()
             ? "at once"
             : "after " + join(map_range(word, [&](Action action) { return alphabet.text(action).str(); }), ", ");
}

//===----------------------------------------------------------------------===//
// An assumption that the user gives
//===----------------------------------------------------------------------===//

Error AsymmetricRule::checkGiven(CheckResult &result) {
  const Lts &given = *options.assumption;
  if (!given.isDeterministic() || given.hasError())
    return problem("the assumption '" + given.name() + "' must be deterministic and without ERROR");
  for (LabelId label : given.alphabet().labels())
    if (!interface.contains(label))
      return problem("the assumption '" + given.name() + "' speaks of '" + interface.table()->text(label) +
                     "', which is not in the interface of the two sides");
  auto monitor = std::make_shared<const Lts>(completedProperty(given));
  std::vector<LtsRef> second = covered;
  second.push_back(monitor);
  SafetySearch first = search({options.assumption, checked});
  SafetySearch other = first.error || first.limit != Budget::Limit::None ? SafetySearch() : search(std::move(second));
  for (const SafetySearch *premise : {&first, &other})
    if (premise->limit != Budget::Limit::None) {
      result.reason = budget.describe(premise->limit);
      return Error::success();
    }
  if (!first.error && !other.error) {
    AssumptionResult proof;
    proof.assumption = given;
    reportProof(std::move(proof), result);
    return Error::success();
  }
  // The premise may fail because the property does.
  std::vector<Action> word = projection((first.error ? first : other).error->trace, interface);
  std::vector<Action> everything(interface.size());
  std::iota(everything.begin(), everything.end(), Action(1));
  std::vector<LtsRef> along(covered);
  along.push_back(checked);
  along.push_back(std::make_shared<const Lts>(wordAutomaton(interface, everything, word)));
  if (search(std::move(along)).error) {
    reportViolation(decomposition, interface, word, options, budget, result);
    return Error::success();
  }
  result.reason = (first.error ? "premise 1 fails: under the assumption, " + sides.front()->name + " violates " +
                                     decomposition.propertyName + " "
                               : "premise 2 fails: " + coveredName(1) + " does not satisfy the assumption ") +
                  listed(interface, word);
  return Error::success();
}

Expected<CheckResult> AsymmetricRule::run() {
  CheckResult result;
  if (Error error = order())
    return error;
  if (Error error = composeSides()) {
    if (budget.exceeded() == Budget::Limit::None)
      return error;
    consumeError(std::move(error));
    result.reason = budget.describe(budget.exceeded());
    return result;
  }
  result.notes.push_back("checked: " + sides.front()->name + "; assumption about: " + coveredName(1));
  if (options.assumption) {
    if (Error error = checkGiven(result))
      return error;
    return result;
  }
  AssumptionResult found = options.rule == Rule::AsymSat
                               ? findSeparatingAssumption({*checked, *covered.front(), interface}, budget)
                               : learnAssumption(*checked, covered, interface, options.learning, budget);
  result.iterations = found.iterations;
  if (options.rule == Rule::AsymLearn) {
    result.membershipQueries = found.membershipQueries;
    result.equivalenceQueries = found.equivalenceQueries;
  } else {
    result.satVariables = found.satVariables;
    result.satClauses = found.satClauses;
  }
  if (found.assumption)
    reportProof(std::move(found), result);
  else if (found.violation)
    reportViolation(decomposition, interface, *found.violation, options, budget, result);
  else
    result.reason = budget.describe(found.limit);
  return result;
}

} // namespace tenon
