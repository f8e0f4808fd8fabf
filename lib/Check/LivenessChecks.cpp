//===- LivenessChecks.cpp - Progress and temporal formulas ----------------===//

#include "Stopwatch.h"

#include "tenon/Check/Buchi.h"
#include "tenon/Check/Checker.h"
#include "tenon/Check/Lasso.h"
#include "tenon/Lower/SafetyMonitor.h"
#include "tenon/Lts/LabelSpelling.h"
#include "tenon/Sema/FormulaExpander.h"

using namespace llvm;

namespace tenon {

static constexpr const char *ReachesError = "no violation was found, but the system can reach ERROR; see its safety";

/// The labels that steps of a network can have, after hiding.
static Alphabet visibleAlphabet(const Network &network) {
  std::vector<LabelId> labels;
  for (const Component &component : network.components)
    for (LabelId label : component.lts->alphabet().labels())
      if (!network.hiding || !network.hiding->hides(label))
        labels.push_back(label);
  return Alphabet(network.table, std::move(labels));
}

/// The network whose steps are looked at: LTSA does not hide what the target itself hides.
static Network watched(const Network &network, const LanguageOptions &language) {
  Network result = network;
  if (language.ltsa)
    result.hiding.reset();
  return result;
}

static std::vector<std::string> texts(const LabelTable &table, ArrayRef<LabelId> labels) {
  std::vector<std::string> result;
  for (LabelId label : labels)
    result.push_back(table.text(label).str());
  llvm::sort(result, [](StringRef a, StringRef b) {
    return (a == "tau") != (b == "tau") ? a == "tau" : compareLabels(a, b) < 0;
  });
  return result;
}

//===----------------------------------------------------------------------===//
// Progress
//===----------------------------------------------------------------------===//

std::vector<const ProgressTest *> Checker::progressTestsOf(StringRef name) const {
  std::vector<const ProgressTest *> tests;
  for (const ProgressTest &test : lowering.theModel().progressTests)
    if (isInFamily(test.name, name))
      tests.push_back(&test);
  return tests;
}

/// A terminal set without actions violates every other test.
static bool holdsInDeadlock(const ProgressRequirement &requirement) {
  return requirement.conditional || (requirement.every && requirement.labels.empty());
}

/// A deadlock is a terminal set without actions.
static ProgressSearch violatedBy(const SafetySearch::Finding &deadlock, const SearchStatistics &statistics,
                                 size_t requirementCount) {
  ProgressSearch search;
  search.statistics = statistics;
  TerminalSet &set = search.sets.emplace_back();
  set.run.prefix = deadlock.trace;
  set.states = 1;
  search.violations.assign(requirementCount, {{0}, 1});
  return search;
}

void Checker::checkProgress(const Network &whole, StringRef system, ArrayRef<const ProgressTest *> tests,
                            const Goal *goal, const SafetyAnswer *unexplored) {
  Stopwatch watch;
  Network network = watched(whole, options.language);
  std::vector<ProgressRequirement> requirements;
  Alphabet occurring = visibleAlphabet(network);
  for (const ProgressTest *test : tests)
    warnOfAbsentLabels(*test, system, occurring);
  for (const ProgressTest *test : tests)
    requirements.push_back({test->conditional, lowering.overValues(test->condition, occurring),
                            lowering.overValues(test->labels, occurring), false});
  if (tests.empty())
    requirements.push_back({false, {}, occurring.labels(), true});
  bool isDecided =
      unexplored && unexplored->search.deadlock && !options.language.ltsa && none_of(requirements, holdsInDeadlock);
  ProgressSearch search =
      isDecided ? violatedBy(*unexplored->search.deadlock, unexplored->search.statistics, requirements.size())
                : searchProgress(network, requirements, lowering.theBudget());
  // An indexed goal that is expected to fail fails if one of its instances does.
  bool anyViolated = any_of(search.violations, [](const auto &violations) { return violations.count != 0; });
  bool onlyViolated = goal && goal->expectation == Goal::Expectation::Violated && anyViolated;
  for (size_t i = 0; i < requirements.size(); ++i) {
    if (onlyViolated && search.violations[i].count == 0)
      continue;
    CheckResult result = progressResult(network, requirements[i], search, i);
    result.system = system.str();
    result.property = tests.empty() ? "" : tests[i]->name;
    if (isDecided)
      result.method = safetyMethodName(unexplored->method).str();
    if (options.certify && result.verdict != Verdict::Unknown) {
      ProgressClaim claim{requirements[i], {}, {}};
      for (uint32_t set : search.violations[i].sets)
        claim.sets.push_back(&search.sets[set]);
      if (!isDecided)
        claim.count = search.violations[i].count;
      setCertified(result, certifyProgress(network, claim, lowering.theBudget()));
    }
    if (goal && goal->kind == Goal::Kind::Repair)
      result.kind = CheckKind::Repair;
    add(std::move(result), i == 0 ? watch.seconds() : 0, goal);
  }
}

CheckResult Checker::progressResult(const Network &network, const ProgressRequirement &requirement,
                                    const ProgressSearch &search, size_t number) const {
  CheckResult result;
  result.kind = CheckKind::Progress;
  result.statistics = search.statistics;
  result.searched = true;
  const ProgressSearch::Violations &violations = search.violations[number];
  if (search.limit != Budget::Limit::None) {
    result.reason = lowering.theBudget().describe(search.limit);
    return result;
  }
  if (violations.count == 0) {
    result.verdict = search.reachesError ? Verdict::Unknown : Verdict::Holds;
    result.searched = !search.reachesError;
    if (search.reachesError)
      result.reason = ReachesError;
    return result;
  }
  result.verdict = Verdict::Violated;
  result.terminalSetCount = violations.count;
  for (uint32_t index : violations.sets) {
    const TerminalSet &set = search.sets[index];
    TerminalSetReport &report = result.terminalSets.emplace_back();
    report.run.trace = describe(network, set.run.prefix.steps);
    report.run.cycle = describe(network, set.run.cycle);
    report.states = set.states;
    report.actions = texts(*network.table, set.actions);
    std::vector<LabelId> missing;
    for (LabelId label : requirement.labels)
      if (!is_contained(set.actions, label))
        missing.push_back(label);
    report.missing = texts(*network.table, missing);
  }
  result.counterexample = result.terminalSets.front().run;
  return result;
}

//===----------------------------------------------------------------------===//
// Temporal formulas
//===----------------------------------------------------------------------===//

static void collectLabels(const Model &model, const TemporalFormula &formula, std::vector<LabelId> &labels) {
  append_range(labels, formula.labels);
  if (formula.op == TemporalFormula::Op::Fluent) {
    append_range(labels, model.fluents[formula.fluent].starting);
    append_range(labels, model.fluents[formula.fluent].ending);
  }
  for (const TemporalFormula *operand : {formula.lhs.get(), formula.rhs.get()})
    if (operand)
      collectLabels(model, *operand, labels);
}

/// Where the assertion names the label; at least its own name.
static SMRange placeOf(StringRef label, const AssertionModel &assertion, Lowering &lowering) {
  DenseMap<LabelId, SMRange> places;
  LabelId id;
  if (!assertion.declaration || !lowering.theModel().labels->lookup(label, id))
    return assertion.name.range;
  FormulaExpander expander(lowering.theModel(), lowering.theEvaluator());
  expander.recordPlaces(places);
  expander.expand(*assertion.declaration, {});
  SMRange place = places.lookup(id);
  return place.isValid() ? place : assertion.name.range;
}

void Checker::warnOfAbsentLabels(const AssertionModel &assertion, const FormulaQuestion &question, StringRef system,
                                 const Alphabet &occurring) {
  std::vector<LabelId> labels;
  collectLabels(question.model, question.formula, labels);
  llvm::erase_if(labels, [&](LabelId label) { return occurring.contains(label); });
  if (labels.empty() || !warned.insert(assertion.name.text).second)
    return;
  std::vector<std::string> absent = texts(*lowering.theModel().labels, labels);
  absent.erase(std::unique(absent.begin(), absent.end()), absent.end());
  bool many = absent.size() > 1;
  LabelSpelling spelling(occurring);
  std::string text = spelling.mostTelling(absent);
  lowering.theDiagnostics().warning(placeOf(text, assertion, lowering),
                                    "'" + text + "'" + (many ? " and other actions" : "") + " of assertion '" +
                                        assertion.name.text + "' never " + (many ? "occur" : "occurs") + ": " + system +
                                        " does not have " + (many ? "them" : "it") + ", or hides " +
                                        (many ? "them" : "it") + spelling.suggestion(text));
}

/// A set of actions none of which occurs says nothing. It is warned about where it seems to be a slip.
void Checker::warnOfAbsentLabels(const ProgressTest &test, StringRef system, const Alphabet &occurring) {
  LabelSpelling spelling(occurring);
  for (const std::vector<LabelId> *labels : {&test.condition, &test.labels}) {
    if (labels->empty() ||
        any_of(lowering.overValues(*labels, occurring), [&](LabelId label) { return occurring.contains(label); }))
      continue;
    std::string text = spelling.mostTelling(texts(*lowering.theModel().labels, *labels));
    if (!spelling.nearest(text).empty() && warned.insert("progress " + test.name).second)
      lowering.theDiagnostics().warning(test.range, "'" + text + "' of progress test '" + test.name +
                                                        "' never occurs: " + system + " does not have it, or hides it" +
                                                        spelling.suggestion(text));
  }
}

/// Steps of the observer alone, at the end of a run, say no more than one of them.
static Lasso withoutRests(const Lasso &source) {
  auto isRest = [](const Step &step) { return step.movers.empty(); };
  Lasso run = source;
  if (!run.prefix.steps.empty() && isRest(run.prefix.steps.back()) && run.cycle.empty())
    run.cycle.emplace_back();
  if (!run.cycle.empty() && isRest(run.cycle.front()))
    run.cycle.resize(1);
  while (!run.prefix.steps.empty() && isRest(run.prefix.steps.back()))
    run.prefix.steps.pop_back();
  return run;
}

void Checker::explain(CheckResult &result, const Network &network, const FormulaQuestion &question,
                      const Lasso &found) const {
  Lasso run = withoutRests(found);
  const Model &model = question.model;
  result.verdict = Verdict::Violated;
  Counterexample &counterexample = result.counterexample.emplace();
  counterexample.trace = describe(network, run.prefix.steps);
  counterexample.cycle = describe(network, run.cycle);
  // The second pass through the cycle: from then on, fluents repeat.
  std::vector<LabelId> labels;
  for (const Step &step : run.prefix.steps)
    labels.push_back(step.label);
  for (int pass = 0; pass < 2; ++pass)
    for (const Step &step : run.cycle)
      labels.push_back(step.label);
  std::vector<std::vector<uint32_t>> fluents = fluentsAt(model, fluentsOf(question.formula), labels);
  auto describeFluents = [&](std::vector<Counterexample::Step> &steps, size_t first) {
    for (auto [number, step] : enumerate(steps))
      for (uint32_t fluent : fluents[first + number])
        step.fluents.push_back(model.fluents[fluent].name);
  };
  describeFluents(counterexample.trace, 0);
  if (options.certify)
    setCertified(result, certifyViolation(network, question, run, lowering.theBudget()));
  describeFluents(counterexample.cycle, run.prefix.size() + run.cycle.size());
}

/// A formula with the names of channels replaced by labels with values, and the fluents that it speaks of.
struct FormulaOverValues {
  Model model;
  TemporalFormulaRef formula;
};

static TemporalFormulaRef overValues(const TemporalFormulaRef &formula, const Lowering &lowering,
                                     const Alphabet &occurring) {
  if (!formula)
    return nullptr;
  auto copy = std::make_shared<TemporalFormula>(*formula);
  copy->labels = lowering.overValues(formula->labels, occurring);
  copy->lhs = overValues(formula->lhs, lowering, occurring);
  copy->rhs = overValues(formula->rhs, lowering, occurring);
  return copy;
}

static void expandOverValues(FormulaOverValues &result, const AssertionModel &assertion, const Lowering &lowering,
                             const Alphabet &occurring) {
  result.model.labels = lowering.theModel().labels;
  result.model.fluents = lowering.theModel().fluents;
  for (Fluent &fluent : result.model.fluents) {
    fluent.starting = lowering.overValues(fluent.starting, occurring);
    fluent.ending = lowering.overValues(fluent.ending, occurring);
  }
  result.formula = overValues(assertion.formula, lowering, occurring);
}

void Checker::checkFormula(const Network &whole, StringRef system, const AssertionModel &assertion, const Goal *goal) {
  Stopwatch watch;
  Network network = watched(whole, options.language);
  Alphabet occurring = visibleAlphabet(network);
  FormulaOverValues expanded;
  if (lowering.hasChannels())
    expandOverValues(expanded, assertion, lowering, occurring);
  FormulaQuestion question{lowering.hasChannels() ? expanded.model : lowering.theModel(),
                           lowering.hasChannels() ? *expanded.formula : *assertion.formula,
                           options.fair ? Choice::Fair : Choice::Arbitrary, false};
  warnOfAbsentLabels(assertion, question, system, occurring);
  question.byPrefix = isSafety(question.model, question.formula, &occurring);
  StringRef name = assertion.name.text;
  CheckResult result = question.byPrefix ? checkSafetyFormula(network, name, question, occurring)
                                         : checkLivenessFormula(network, name, question, occurring);
  if (options.certify && result.verdict == Verdict::Holds)
    setCertified(result, certifyFormula(network, question, lowering.theBudget()));
  result.kind = goal && goal->kind == Goal::Kind::Repair ? CheckKind::Repair : CheckKind::Ltl;
  result.system = system.str();
  result.property = assertion.name.text.str();
  add(std::move(result), watch.seconds(), goal);
}

/// A shortest run to the end of a bad prefix.
CheckResult Checker::checkSafetyFormula(Network network, StringRef name, const FormulaQuestion &question,
                                        const Alphabet &occurring) const {
  const Budget &budget = lowering.theBudget();
  CheckResult result;
  std::optional<Lts> monitor = safetyMonitor(question.model, question.formula, budget, &occurring);
  if (!monitor) {
    result.reason = budget.describe(budget.exceeded());
    return result;
  }
  if (!monitor->hasError()) {
    result.verdict = Verdict::Holds;
    return result;
  }
  network.observer = {name.str(), std::make_shared<const Lts>(std::move(*monitor)), options.fair};
  SafetyOptions safety;
  safety.wantDeadlock = false;
  safety.jobs = options.engine.jobs;
  safety.compress = options.engine.compress;
  SafetySearch search = searchSafety(network, safety, budget);
  result.searched = true;
  result.statistics = search.statistics;
  if (search.limit != Budget::Limit::None) {
    result.reason = budget.describe(search.limit);
    return result;
  }
  if (!search.error) {
    result.verdict = Verdict::Holds;
    return result;
  }
  if (*search.error->culprit == network.components.size()) {
    explain(result, network, question, {search.error->trace, {}});
    return result;
  }
  // The system itself reaches ERROR, maybe before the formula fails.
  AcceptanceSearch beside = searchObserverError(network, budget);
  result.statistics = beside.statistics;
  if (beside.limit != Budget::Limit::None)
    result.reason = budget.describe(beside.limit);
  else if (beside.found)
    explain(result, network, question, *beside.found);
  else {
    result.searched = false;
    result.reason = ReachesError;
  }
  return result;
}

CheckResult Checker::checkLivenessFormula(Network network, StringRef name, const FormulaQuestion &question,
                                          const Alphabet &occurring) const {
  const Budget &budget = lowering.theBudget();
  CheckResult result;
  BuchiOptions translation;
  translation.negate = true;
  translation.occurring = &occurring;
  std::optional<BuchiAutomaton> automaton = buchiAutomaton(question.model, question.formula, budget, translation);
  if (automaton && !automaton->isEmpty() && options.fair)
    automaton = limitDeterministic(*automaton, budget);
  if (!automaton) {
    result.reason = budget.describe(budget.exceeded());
    return result;
  }
  if (automaton->isEmpty()) {
    result.verdict = Verdict::Holds;
    return result;
  }
  network.observer = {name.str(), std::make_shared<const Lts>(std::move(automaton->lts)), options.fair};
  AcceptanceSearch search =
      searchAcceptance(network, automaton->accepting, options.fair ? Choice::Fair : Choice::Arbitrary, budget);
  result.searched = true;
  result.statistics = search.statistics;
  if (search.limit != Budget::Limit::None) {
    result.reason = budget.describe(search.limit);
  } else if (search.found) {
    explain(result, network, question, *search.found);
  } else if (search.reachesError) {
    result.searched = false;
    result.reason = ReachesError;
  } else {
    result.verdict = Verdict::Holds;
  }
  return result;
}

} // namespace tenon
