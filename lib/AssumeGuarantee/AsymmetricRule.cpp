//===- AsymmetricRule.cpp - Rule ASYM applied to a system -----------------===//

#include "AsymmetricRule.h"

#include "WordAutomaton.h"

#include "tenon/AssumeGuarantee/SeparatingAssumption.h"
#include "tenon/Check/Certify.h"
#include "tenon/Lts/Formats.h"
#include "tenon/Lts/Transform.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <numeric>

using namespace llvm;

namespace tenon {

static Error problem(const Twine &message) {
  return createStringError(std::make_error_code(std::errc::invalid_argument), message.str());
}

static Network networkOf(StringRef name, const std::shared_ptr<LabelTable> &table, std::vector<LtsRef> components) {
  Network network;
  network.name = name.str();
  network.table = table;
  for (LtsRef &component : components)
    network.components.push_back({component->name(), std::move(component)});
  return network;
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
    return problem("'" + decomposition.system + "' cannot be divided: it has a single component");
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

LtsRef AsymmetricRule::withErrorAction(const Lts &side) {
  LabelTable &table = *side.alphabet().table();
  std::string name;
  LabelId known;
  do
    name = "_error." + std::to_string(errorLabels.size());
  while (errorLabels.size() > 1000 && table.lookup(name, known));
  LabelId label = table.intern(name);
  errorLabels.push_back(label);
  std::vector<LabelId> labels = side.alphabet().labels();
  labels.push_back(label);
  Alphabet alphabet(side.alphabet().table(), std::move(labels));
  LtsBuilder builder(alphabet);
  builder.reserveStates(side.stateCount());
  StateId dead = builder.addState();
  builder.addAction(dead, *alphabet.find(label), dead);
  for (StateId s = 0; s < side.stateCount(); ++s)
    for (const Transition &t : side.successors(s))
      builder.addAction(s, t.action == TauAction ? TauAction : *alphabet.find(side.alphabet().label(t.action)),
                        t.target == ErrorState ? dead : t.target);
  return std::make_shared<const Lts>(builder.build(side.name()));
}

Error AsymmetricRule::composeSides() {
  std::vector<LtsRef> whole;
  for (const Decomposition::Side *side : sides) {
    Expected<LtsRef> composed = composeSide(decomposition, *side, budget);
    if (!composed)
      return composed.takeError();
    bool isCovered = side != sides.front();
    whole.push_back(isCovered && (*composed)->hasError() ? withErrorAction(**composed) : *composed);
  }
  checkedParts = {decomposition.property, whole.front()};
  covered.assign(whole.begin() + 1, whole.end());
  if (!errorLabels.empty()) {
    LtsBuilder builder(decomposition.whole.table);
    for (LabelId label : errorLabels)
      builder.add(0, label, ErrorState);
    builder.addState();
    checkedParts.push_back(std::make_shared<const Lts>(builder.build("errors")));
  }
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

static AssumptionReport describe(Lts assumption, std::string about) {
  AssumptionReport report;
  report.about = std::move(about);
  report.automaton.name = assumption.name();
  report.automaton.states = assumption.stateCount();
  report.automaton.transitions = assumption.transitionCount();
  for (Action action = 1; action <= assumption.alphabet().size(); ++action)
    report.automaton.alphabet.push_back(assumption.alphabet().text(action).str());
  raw_string_ostream source(report.automaton.source);
  // A label that FSP cannot spell leaves the source empty.
  consumeError(writeFsp(assumption, assumption.name(), source, {true, true}));
  report.lts = std::make_shared<const Lts>(std::move(assumption));
  return report;
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

static Counterexample describe(const Network &network, const SafetySearch::Finding &finding) {
  Counterexample counterexample;
  for (const Step &step : finding.trace.steps) {
    Counterexample::Step &described = counterexample.trace.emplace_back();
    described.action = network.table->text(step.label).str();
    if (step.label != step.visibleLabel)
      described.hiddenAction = network.table->text(step.visibleLabel).str();
    for (uint32_t mover : step.movers)
      if (mover < network.components.size())
        described.movers.push_back(network.components[mover].name);
  }
  if (finding.culprit && *finding.culprit < network.components.size())
    counterexample.culprit = network.components[*finding.culprit].name;
  return counterexample;
}

void AsymmetricRule::reportWord(ArrayRef<Action> word, CheckResult &result) {
  constexpr uint64_t LargestProduct = uint64_t(1) << 22;
  const Network &whole = decomposition.whole;
  SafetyOptions safety;
  safety.wantDeadlock = false;
  safety.maxStates = LargestProduct;
  safety.jobs = options.jobs;
  SafetySearch found = searchSafety(whole, safety, budget);
  if (!found.error) {
    std::vector<Action> visible;
    for (Action action = 1; action <= interface.size(); ++action)
      if (!is_contained(errorLabels, interface.label(action)))
        visible.push_back(action);
    Network guided = whole;
    guided.components.push_back(
        {"word", std::make_shared<const Lts>(wordAutomaton(interface, visible, projection(word, visible)))});
    safety.maxStates = 0;
    found = searchSafety(guided, safety, budget);
    result.notes.push_back("the trace may be longer than necessary: the whole system is too large to search");
  }
  if (!found.error) {
    assert(found.limit != Budget::Limit::None && "a violating word has a run");
    result.reason = "it is violated, but the trace was not found: " + budget.describe(found.limit);
    return;
  }
  result.verdict = Verdict::Violated;
  for (Step &step : found.error->trace.steps)
    llvm::erase_if(step.movers, [&](uint32_t mover) { return mover >= whole.components.size(); });
  result.counterexample = describe(whole, *found.error);
  if (result.counterexample->culprit != decomposition.propertyName)
    result.reason = "the system itself reaches ERROR, in " + result.counterexample->culprit;
  if (options.certify)
    result.certified = canReplayTo(whole, found.error->trace, ReplayOutcome::Error);
}

/// Premise by premise, with the interpreter that knows nothing of learners and searches.
void AsymmetricRule::certifyProof(CheckResult &result) {
  bool good = true;
  for (size_t i = 0; i <= result.assumptions.size() && good; ++i) {
    std::vector<LtsRef> parts = i == 0 ? checkedParts : std::vector<LtsRef>{covered[i - 1]};
    if (i > 0)
      parts.push_back(std::make_shared<const Lts>(completedProperty(*result.assumptions[i - 1].lts)));
    if (i < result.assumptions.size())
      parts.push_back(result.assumptions[i].lts);
    std::optional<bool> holds =
        certifyAbsence(networkOf("premise", decomposition.whole.table, std::move(parts)), ReplayOutcome::Error, budget);
    if (!holds) {
      result.verdict = Verdict::Unknown;
      result.reason = "it holds, but was not certified: " + budget.describe(budget.exceeded());
      return;
    }
    good = *holds;
  }
  result.certified = good;
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
    reportWord(word, result);
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
    reportWord(*found.violation, result);
  else
    result.reason = budget.describe(found.limit);
  return result;
}

} // namespace tenon
