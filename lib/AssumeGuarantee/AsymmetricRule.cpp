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

//===----------------------------------------------------------------------===//
// An assumption that the user gives
//===----------------------------------------------------------------------===//

/// The labels, or the first of many.
static std::string enumeration(const Alphabet &alphabet) {
  constexpr Action Most = 12;
  std::string text;
  for (Action action = 1; action <= std::min<Action>(alphabet.size(), Most); ++action)
    text += (action == 1 ? "" : ", ") + alphabet.text(action).str();
  return alphabet.size() > Most ? text + ", …" : text;
}

Error AsymmetricRule::checkVocabulary(const Lts &given) const {
  for (LabelId label : given.alphabet().labels())
    if (!interface.contains(label))
      return problem("the assumption '" + given.name() + "' speaks of '" + interface.table()->text(label) +
                     "', which is no action between " + sides.front()->name + " and " + coveredName(1) +
                     (interface.empty() ? "; they have none" : "; these are " + enumeration(interface)));
  return Error::success();
}

/// What the assumption does not say of the ERROR of covered sides it forbids.
Lts AsymmetricRule::forbiddingErrors(const Lts &given) const {
  std::vector<LabelId> labels = given.alphabet().labels();
  copy_if(errors.labels(), std::back_inserter(labels),
          [&](LabelId label) { return !given.alphabet().contains(label); });
  Alphabet alphabet(interface.table(), std::move(labels));
  LtsBuilder builder(alphabet);
  builder.reserveStates(given.stateCount());
  for (StateId s = 0; s < given.stateCount(); ++s)
    for (const Transition &t : given.successors(s))
      builder.addAction(s, *alphabet.find(given.alphabet().label(t.action)), t.target);
  return builder.build(given.name());
}

/// Which premise fails, and the actions between the sides that show it.
std::string AsymmetricRule::explainFailure(unsigned premise, ArrayRef<Action> word) const {
  bool isOwnError = premise == 2 && !word.empty() && is_contained(errors.labels(), interface.label(word.back()));
  ArrayRef<Action> shown = isOwnError ? word.drop_back() : word;
  std::string actions = join(map_range(shown, [&](Action action) { return interface.text(action).str(); }), ", ");
  std::string when = shown.empty() ? " at once" : " after " + actions;
  std::string start = "premise " + std::to_string(premise) + " fails: ";
  if (premise == 1)
    return start + "under the assumption, " + sides.front()->name + " violates " + decomposition.propertyName +
           (checkedParts[1]->hasError() ? " or comes to its own ERROR" : "") + when;
  if (isOwnError)
    return start + coveredName(1) + " comes to ERROR" + when;
  return start + coveredName(1) + " can do " + actions + ", which the assumption does not allow";
}

Error AsymmetricRule::checkGiven(CheckResult &result) {
  if (!options.assumption->isDeterministic() || options.assumption->hasError())
    return problem("the assumption '" + options.assumption->name() + "' must be deterministic and without ERROR");
  if (Error error = checkVocabulary(*options.assumption))
    return error;
  auto given = std::make_shared<const Lts>(forbiddingErrors(*options.assumption));
  std::vector<LtsRef> second = covered;
  second.push_back(std::make_shared<const Lts>(completedProperty(*given)));
  SafetySearch first = search({given, checked});
  SafetySearch other = first.error || first.limit != Budget::Limit::None ? SafetySearch() : search(std::move(second));
  for (const SafetySearch *premise : {&first, &other})
    if (premise->limit != Budget::Limit::None) {
      result.reason = budget.describe(premise->limit);
      return Error::success();
    }
  if (!first.error && !other.error) {
    AssumptionResult proof;
    proof.assumption = *given;
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
  result.reason = explainFailure(first.error ? 1 : 2, word);
  return Error::success();
}

Expected<CheckResult> AsymmetricRule::run() {
  CheckResult result;
  if (Error error = order())
    return error;
  if (Error error = composeSides()) {
    consumeError(std::move(error));
    result.reason = budget.describe(budget.causeOfFailure());
    return result;
  }
  result.notes.push_back("checked: " + sides.front()->name +
                         (options.assumption ? "; the given assumption is about: " : "; assumption about: ") +
                         coveredName(1));
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
