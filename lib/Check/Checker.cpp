//===- Checker.cpp - The goals of a model ---------------------------------===//

#include "tenon/Check/Checker.h"

#include "ProgramGoals.h"
#include "Stopwatch.h"

#include "tenon/Check/CertifyRefinement.h"
#include "tenon/Check/SimulationCheck.h"
#include "tenon/Lower/ProgramLowering.h"
#include "tenon/Lts/LabelSpelling.h"
#include "tenon/Lts/Relations.h"

#include "llvm/ADT/StringSet.h"

using namespace llvm;

namespace tenon {

StringRef verdictName(Verdict verdict) {
  switch (verdict) {
  case Verdict::Holds:
    return "holds";
  case Verdict::Violated:
    return "violated";
  case Verdict::Unknown:
    return "unknown";
  }
  llvm_unreachable("all verdicts are covered");
}

StringRef checkKindName(CheckKind kind) {
  static constexpr const char *Names[] = {"deadlock",   "safety",    "progress", "ltl",        "refinement",
                                          "simulation", "interface", "repair",   "equivalence"};
  return Names[static_cast<size_t>(kind)];
}

namespace {

/// Names of composites that occur in a composite body.
void collectUses(const CompositeBodyModel &body, StringSet<> &used) {
  if (body.kind == CompositeBodyModel::Kind::Instance && body.target == DefinitionKind::Composite)
    used.insert(body.name.text);
  for (const CompositeBodyModel::Branch &branch : body.branches)
    collectUses(*branch.body, used);
  if (body.otherwise)
    collectUses(*body.otherwise, used);
  if (body.body)
    collectUses(*body.body, used);
  for (const CompositeBodyModel *operand : body.operands)
    collectUses(*operand, used);
}

/// The same for process bodies: `PP;R` runs a composite.
void collectCalls(const BodyModel *body, StringSet<> &used) {
  if (!body)
    return;
  for (const CallModel &call : body->calls)
    used.insert(call.name.text);
  for (const BodyModel::Branch &branch : body->branches)
    collectCalls(branch.body, used);
  collectCalls(body->otherwise, used);
  for (const AlternativeModel *alternative : body->alternatives)
    collectCalls(alternative->body, used);
}

constexpr const char *NotYet = "this version does not check it";

} // namespace

//===----------------------------------------------------------------------===//
// Targets
//===----------------------------------------------------------------------===//

std::vector<Checker::Target> Checker::targets() const {
  const Model &model = lowering.theModel();
  std::vector<Target> chosen;
  auto add = [&](const DefinitionRef &definition) {
    chosen.push_back({model.definitionName(definition).str(), definition});
  };
  if (!options.system.empty()) {
    if (std::optional<DefinitionRef> definition = lowering.theModel().findDefinition(options.system))
      add(*definition);
    else
      chosen.push_back({options.system, std::nullopt}); // DEFAULT
    return chosen;
  }
  if (options.each) {
    for (const DefinitionRef &definition : model.definitions)
      add(definition);
    return chosen;
  }
  if (model.composites.empty()) {
    chosen.push_back({"DEFAULT", std::nullopt});
    return chosen;
  }
  StringSet<> used;
  for (const CompositeModel &composite : model.composites) {
    StringSet<> own;
    collectUses(*composite.body, own);
    own.erase(composite.name.text); // A recursive composite does not make itself a part.
    for (const auto &name : own)
      used.insert(name.getKey());
  }
  for (const ProcessModel &process : model.processes)
    for (const LocalModel &local : process.locals)
      collectCalls(local.body, used);
  for (const DefinitionRef &definition : model.definitions)
    if (definition.kind == DefinitionKind::Composite && !used.contains(model.definitionName(definition)))
      add(definition);
  return chosen;
}

/// So that errors in definitions that no target needs are found too. LTSA compiles only what the target needs.
bool Checker::compileEverything() {
  if (options.language.ltsa)
    return true;
  unsigned errors = lowering.theDiagnostics().errorCount();
  for (const DefinitionRef &definition : lowering.theModel().definitions)
    if (!lowering.theModel().findSystem(lowering.theModel().definitionName(definition)))
      lowering.network(definition);
  return lowering.theDiagnostics().errorCount() == errors;
}

std::optional<Network> Checker::networkOf(const Target &target) {
  if (!target.definition)
    return lowering.defaultNetwork();
  const Model &model = lowering.theModel();
  // LTSA looks at the components of a property that is itself the target, and finds nothing (fsp-language §9).
  if (target.definition->kind == DefinitionKind::Composite && !options.language.ltsa &&
      model.composites[target.definition->index].modifiers.property) {
    LtsRef whole = lowering.lts(*target.definition);
    if (!whole)
      return std::nullopt;
    Network network;
    network.name = whole->name();
    network.table = model.labels;
    network.components.push_back({whole->name(), whole});
    return network;
  }
  return lowering.network(*target.definition);
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

std::string Checker::limitReason() const {
  return lowering.describeLimit();
}

CheckResult Checker::unknown(CheckKind kind, StringRef system, StringRef property, std::string reason) const {
  CheckResult result;
  result.kind = kind;
  result.system = system.str();
  result.property = property.str();
  result.reason = std::move(reason);
  return result;
}

std::vector<Counterexample::Step> Checker::describe(const Network &network, ArrayRef<Step> steps) {
  std::vector<Counterexample::Step> result;
  for (const Step &step : steps) {
    Counterexample::Step &described = result.emplace_back();
    described.action = network.table->text(step.label).str();
    if (step.label != step.visibleLabel)
      described.hiddenAction = network.table->text(step.visibleLabel).str();
    for (uint32_t mover : step.movers)
      described.movers.push_back(network.components[mover].name);
  }
  return result;
}

Counterexample Checker::describe(const Network &network, const SafetySearch::Finding &finding) {
  Counterexample counterexample;
  counterexample.trace = describe(network, finding.trace.steps);
  if (finding.culprit)
    counterexample.culprit = network.components[*finding.culprit].name;
  return counterexample;
}

std::string Checker::limitReason(const SafetyAnswer &answer) const {
  std::string reason = lowering.theBudget().describe(answer.search.limit);
  if (answer.search.limit == Budget::Limit::Cancelled)
    return reason;
  if (answer.method != SafetyMethod::Compositional && options.engine.method != SafetyMethod::Auto)
    return reason + ", --method=compositional may need less";
  return answer.method == SafetyMethod::Reduced ? reason : reason + ", --method=reduced may need less";
}

void Checker::setCertified(CheckResult &result, std::optional<bool> certified) const {
  result.certified = certified;
  if (certified)
    return;
  const Budget &budget = lowering.theBudget();
  Budget::Limit limit = budget.exceeded();
  if (limit == Budget::Limit::None) {
    result.notes.push_back("not certified: too large for the independent check");
  } else if (result.verdict == Verdict::Holds) {
    result.verdict = Verdict::Unknown;
    result.reason = "it holds, but was not certified: " + budget.describe(limit);
  } else {
    result.notes.push_back("not certified: " + budget.describe(limit));
  }
}

CheckResult Checker::searchResult(CheckKind kind, const Network &network, const SafetyAnswer &answer,
                                  const std::optional<SafetySearch::Finding> &finding) const {
  const SafetySearch &search = answer.search;
  CheckResult result;
  result.kind = kind;
  result.method = safetyMethodName(answer.method).str();
  result.notes = answer.notes;
  result.system = network.name;
  result.statistics = search.statistics;
  result.searched = true;
  if (finding) {
    result.verdict = Verdict::Violated;
    result.counterexample = describe(network, *finding);
    result.property = result.counterexample->culprit;
    if (options.certify)
      result.certified = canReplayTo(network, finding->trace,
                                     kind == CheckKind::Deadlock ? ReplayOutcome::Deadlock : ReplayOutcome::Error);
  } else if (search.limit != Budget::Limit::None) {
    result.reason = limitReason(answer);
  } else {
    result.verdict = Verdict::Holds;
    if (!options.certify)
      return result;
    setCertified(result,
                 certifyAbsence(network, kind == CheckKind::Deadlock ? ReplayOutcome::Deadlock : ReplayOutcome::Error,
                                lowering.theBudget()));
  }
  return result;
}

void Checker::add(CheckResult result, double seconds, const Goal *goal) {
  result.seconds = seconds;
  if (goal)
    result.expectation = static_cast<Expectation>(goal->expectation);
  results.push_back(std::move(result));
}

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

std::vector<CheckResult> Checker::run() {
  const Model &model = lowering.theModel();
  compileEverything();
  if (options.goal) {
    checkGoal(*options.goal);
    return std::move(results);
  }
  bool useGoals = !model.goals.empty() && options.system.empty() && !options.each;
  if (useGoals)
    for (const Goal &goal : model.goals)
      checkGoal(goal);
  else
    for (const Target &target : targets())
      checkTarget(target);
  if (results.empty() && !lowering.theDiagnostics().hasErrors())
    lowering.theDiagnostics().error(SMRange(), "there is nothing to check: the model has no process");
  return std::move(results);
}

void Checker::checkTarget(const Target &target) {
  Stopwatch watch;
  const Model &model = lowering.theModel();
  ProgramGoals programs(lowering, options);
  if (programs.isSystem(target.name)) {
    std::vector<CheckResult> found = programs.checkTarget(target.name);
    for (CheckResult &result : found)
      add(std::move(result), watch.seconds());
    if (!found.empty())
      checkDataLiveness(target, results.back());
    return;
  }
  std::optional<Network> network = networkOf(target);
  if (!network) {
    if (lowering.limit() == Budget::Limit::None)
      return;
    add(unknown(CheckKind::Deadlock, target.name, "", limitReason()), watch.seconds());
    add(unknown(CheckKind::Safety, target.name, "", limitReason()), 0);
  } else if (network->components.empty()) {
    SMRange where = target.definition && target.definition->kind == DefinitionKind::Composite
                        ? model.composites[target.definition->index].name.range
                        : SMRange();
    lowering.theDiagnostics().error(where, "'" + target.name + "' is composed of nothing");
    return;
  } else {
    SafetyOptions safety;
    safety.stopAtFirst = options.language.ltsa;
    SafetyAnswer answer = decide(*network, safety);
    const SafetySearch &search = answer.search;
    CheckResult deadlock = searchResult(CheckKind::Deadlock, *network, answer, search.deadlock);
    CheckResult error = searchResult(CheckKind::Safety, *network, answer, search.error);
    error.notes.clear(); // They are the search's, which both share.
    if (safety.stopAtFirst && (search.error || search.deadlock)) {
      CheckResult &other = search.error ? deadlock : error;
      if (other.verdict == Verdict::Holds) {
        other.verdict = Verdict::Unknown;
        other.certified.reset();
        other.reason = "the search ended at the first finding, as LTSA's does";
      }
    }
    bool isUnexplored = answer.method != SafetyMethod::Direct;
    if (isUnexplored && !search.deadlock && model.progressTests.empty())
      error.notes.push_back("progress of every action was not checked: the product was not explored");
    add(std::move(deadlock), watch.seconds());
    add(std::move(error), 0);
    return checkLiveness(target, network, isUnexplored ? &answer : nullptr);
  }
  checkLiveness(target, network);
}

std::string Checker::obstacleTo(StringRef name, bool isSafety) const {
  const SystemModel *system = lowering.theModel().findSystem(name);
  return !system ? std::string() : isSafety ? whyNotExplicit(*system) : whyInfinite(*system);
}

void Checker::checkDataLiveness(const Target &target, CheckResult &safety) {
  const Model &model = lowering.theModel();
  std::string obstacle = obstacleTo(target.name, /*isSafety=*/false);
  std::optional<Network> network;
  SafetyAnswer explored;
  if (obstacle.empty())
    network = networkOf(target);
  if (network) {
    SafetyOptions safetyOptions;
    safetyOptions.wantError = false;
    explored = decide(*network, safetyOptions);
  } else if (obstacle.empty()) {
    obstacle = lowering.limit() == Budget::Limit::None ? "" : lowering.describeLimit();
    lowering.setLimit(Budget::Limit::None);
  }
  bool isUnexplored = !network || explored.method != SafetyMethod::Direct;
  if (isUnexplored && model.progressTests.empty())
    safety.notes.push_back("progress of every action was not checked: " +
                           (obstacle.empty() ? "the product was not explored" : obstacle));
  if (network)
    return checkLiveness(target, network, isUnexplored ? &explored : nullptr);
  for (const ProgressTest &test : model.progressTests)
    add(unknown(CheckKind::Progress, target.name, test.name, obstacle), 0);
  for (const AssertionModel &assertion : model.assertions)
    if (!assertion.constraint)
      add(unknown(CheckKind::Ltl, target.name, assertion.name.text, obstacle), 0);
}

/// The file's progress tests, or the default one, and its assertions. The default test alone is no reason to explore a
/// product that was left alone so far.
void Checker::checkLiveness(const Target &target, const std::optional<Network> &network,
                            const SafetyAnswer *unexplored) {
  const Model &model = lowering.theModel();
  std::vector<const ProgressTest *> tests;
  for (const ProgressTest &test : model.progressTests)
    tests.push_back(&test);
  bool isLeftOut = tests.empty() && unexplored && !unexplored->search.deadlock;
  if (network && !isLeftOut)
    checkProgress(*network, target.name, tests, nullptr, unexplored);
  if (!network && tests.empty())
    add(unknown(CheckKind::Progress, target.name, "", limitReason()), 0);
  if (!network)
    for (const ProgressTest *test : tests)
      add(unknown(CheckKind::Progress, target.name, test->name, limitReason()), 0);
  for (const AssertionModel &assertion : model.assertions) {
    if (assertion.constraint)
      continue;
    if (network)
      checkFormula(*network, target.name, assertion);
    else
      add(unknown(CheckKind::Ltl, target.name, assertion.name.text, limitReason()), 0);
  }
}

bool Checker::runElsewhere(const Goal &goal) {
  std::vector<CheckResult> found;
  Stopwatch watch;
  bool isTaken = any_of(options.runners, [&](const GoalRunner &run) { return run(goal, lowering, found); });
  for (CheckResult &result : found)
    add(std::move(result), watch.seconds(), &goal);
  return isTaken;
}

void Checker::checkGoal(const Goal &goal) {
  if (runElsewhere(goal))
    return;
  ProgramGoals programs(lowering, options);
  if (programs.handles(goal)) {
    Stopwatch watch;
    if (std::optional<CheckResult> result = programs.check(goal))
      add(std::move(*result), watch.seconds(), &goal);
    return;
  }
  switch (goal.kind) {
  case Goal::Kind::DeadlockFree:
    return checkDeadlockFree(goal);
  case Goal::Kind::Satisfies:
    return checkSatisfies(goal, goal.subject.text);
  case Goal::Kind::Repair:
    return checkSatisfies(goal, goal.system.text);
  case Goal::Kind::Refines:
    return checkRefines(goal);
  case Goal::Kind::Simulates:
    return checkSimulates(goal);
  case Goal::Kind::Interface:
    return add(unknown(CheckKind::Interface, goal.subject.text, goal.property.text, NotYet), 0, &goal);
  }
}

void Checker::checkDeadlockFree(const Goal &goal) {
  Stopwatch watch;
  std::optional<Network> network =
      networkOf({goal.subject.text.str(), lowering.theModel().findDefinition(goal.subject.text)});
  if (!network) {
    if (lowering.limit() != Budget::Limit::None)
      add(unknown(CheckKind::Deadlock, goal.subject.text, "", limitReason()), watch.seconds(), &goal);
    return;
  }
  SafetyOptions safety;
  safety.wantError = false;
  SafetyAnswer answer = decide(*network, safety);
  add(searchResult(CheckKind::Deadlock, *network, answer, answer.search.deadlock), watch.seconds(), &goal);
}

/// Whether hiding and priority of the network mean the same with a property beside it: nothing hidden is the
/// property's.
bool Checker::seesOnly(const Network &network, const Alphabet &alphabet) {
  if (network.priority)
    return false;
  for (Action action = 1; network.hiding && action <= alphabet.size(); ++action)
    if (network.hiding->hides(alphabet.label(action)))
      return false;
  return true;
}

/// The system as one component, its own hiding and priority carried out.
std::optional<Network> Checker::composedNetwork(StringRef system) {
  LtsRef whole = lowering.lts(*lowering.theModel().findDefinition(system));
  if (!whole)
    return std::nullopt;
  Network network;
  network.name = whole->name();
  network.table = lowering.theModel().labels;
  network.components.push_back({whole->name(), whole});
  return network;
}

static std::vector<LabelId> absentLabels(const Lts &property, const Network &system) {
  std::vector<LabelId> absent;
  for (LabelId label : property.alphabet().labels())
    if (none_of(system.components, [label](const Component &c) { return c.lts->alphabet().contains(label); }))
      absent.push_back(label);
  return absent;
}

void warnOfForeignLabels(DiagnosticEngine &diagnostics, const Goal &goal, const Lts &property, const Network &system) {
  std::vector<LabelId> absent = absentLabels(property, system);
  if (absent.empty())
    return;
  LabelSpelling spelling;
  for (const Component &component : system.components)
    spelling.add(component.lts->alphabet());
  std::vector<std::string> texts;
  for (LabelId label : absent)
    texts.push_back(system.table->text(label).str());
  std::string text = spelling.mostTelling(texts);
  bool many = absent.size() > 1;
  diagnostics.warning(goal.property.range, "'" + text + "'" + (many ? " and other actions" : "") + " of property '" +
                                               goal.property.text + "' never " + (many ? "occur" : "occurs") +
                                               ": the system does not have " + (many ? "them" : "it") +
                                               spelling.suggestion(text));
}

/// Puts a property in front of the components. Its labels that the system does not have never occur.
void Checker::addMonitor(Network &network, const LtsRef &monitor, const Goal &goal) {
  warnOfForeignLabels(lowering.theDiagnostics(), goal, *monitor, network);
  std::vector<LabelId> foreign = absentLabels(*monitor, network);
  network.components.insert(network.components.begin(), {goal.property.text.str(), monitor});
  if (foreign.empty())
    return;
  LtsBuilder nobody(network.table);
  for (LabelId label : foreign)
    nobody.addLabel(label);
  nobody.addState();
  network.components.push_back({"nobody", std::make_shared<const Lts>(nobody.build("nobody"))});
}

/// The property runs beside the system and first in order, so that a violation is its own where several fail at once.
void Checker::checkSatisfies(const Goal &goal, StringRef system) {
  Stopwatch watch;
  const Model &model = lowering.theModel();
  StringRef property = goal.property.text;
  bool isSafety = model.findProcess(property) || model.findComposite(property);
  const AssertionModel *assertion = isSafety ? nullptr : model.findAssertion(property);
  CheckKind kind = isSafety ? CheckKind::Safety : assertion ? CheckKind::Ltl : CheckKind::Progress;
  if (!goal.method.empty() && goal.method != "direct" && goal.method != "auto" && goal.kind == Goal::Kind::Satisfies) {
    CheckResult result = unknown(kind, system, property, "this version does not have the method '" + goal.method + "'");
    result.method = goal.method;
    return add(std::move(result), 0, &goal);
  }
  if (std::string obstacle = obstacleTo(system, isSafety); !obstacle.empty())
    return add(unknown(kind, system, property, std::move(obstacle)), 0, &goal);
  std::optional<Network> network = networkOf({system.str(), model.findDefinition(system)});
  if (network && assertion)
    return checkFormula(*network, system, *assertion, &goal);
  if (network && !isSafety)
    return checkProgress(*network, system, progressTestsOf(property), &goal);
  LtsRef monitor = network && isSafety ? lowering.property(*model.findDefinition(property), *network) : nullptr;
  if (network && monitor && !seesOnly(*network, monitor->alphabet()))
    network = composedNetwork(system);
  if (!network || !monitor) {
    if (lowering.limit() != Budget::Limit::None)
      add(unknown(kind, system, property, limitReason()), watch.seconds(), &goal);
    return;
  }
  addMonitor(*network, monitor, goal);
  SafetyOptions safety;
  safety.wantDeadlock = false;
  SafetyAnswer answer = decide(*network, safety);
  CheckResult result = searchResult(CheckKind::Safety, *network, answer, answer.search.error);
  if (result.counterexample && result.counterexample->culprit != property)
    result.reason = "the system itself reaches ERROR, in " + result.counterexample->culprit;
  result.system = system.str();
  result.property = property.str();
  if (goal.kind == Goal::Kind::Repair)
    result.kind = CheckKind::Repair;
  add(std::move(result), watch.seconds(), &goal);
}

/// Silent steps, and actions that Q does not have, are not its concern, as in `refines`.
void Checker::checkSimulates(const Goal &goal) {
  Stopwatch watch;
  std::optional<CheckResult> result = checkSimulation({lowering, goal.property.text}, {lowering, goal.subject.text},
                                                      {/*weak=*/true, /*ignoreForeign=*/true}, options.certify);
  if (!result)
    return;
  result->system = goal.subject.text.str();
  result->property = goal.property.text.str();
  add(std::move(*result), watch.seconds(), &goal);
}

void Checker::checkRefines(const Goal &goal) {
  Stopwatch watch;
  LtsRef left = lowering.lts(*lowering.theModel().findDefinition(goal.subject.text));
  LtsRef right =
      left ? lowering.property(*lowering.theModel().findDefinition(goal.property.text), left->alphabet()) : nullptr;
  CheckResult result = unknown(CheckKind::Refinement, goal.subject.text, goal.property.text, "");
  if (!left || !right) {
    if (lowering.limit() == Budget::Limit::None)
      return;
    result.reason = limitReason();
    return add(std::move(result), watch.seconds(), &goal);
  }
  Expected<ComparisonResult> comparison = refinesTraces(*left, *right, lowering.theBudget());
  if (!comparison) {
    lowering.outOfBudget(comparison.takeError());
    result.reason = limitReason();
    return add(std::move(result), watch.seconds(), &goal);
  }
  result.verdict = comparison->equivalent ? Verdict::Holds : Verdict::Violated;
  if (!comparison->equivalent) {
    Counterexample counterexample;
    for (const std::string &action : comparison->trace)
      counterexample.trace.emplace_back().action = action;
    result.counterexample = std::move(counterexample);
    result.reason = (goal.property.text + " does not have this trace of " + goal.subject.text).str();
  }
  if (options.certify && comparison->equivalent)
    setCertified(result, certifyRefinement(*left, *right, lowering.theBudget()));
  else if (options.certify)
    result.certified = certifyDifference(*left, *right, *comparison);
  add(std::move(result), watch.seconds(), &goal);
}

} // namespace tenon
