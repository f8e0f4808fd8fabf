//===- ProgramGoals.cpp - Goals about systems with data -------------------===//

#include "ProgramGoals.h"

#include "tenon/Check/MonitorConstraints.h"
#include "tenon/Lower/ProgramLowering.h"

using namespace llvm;

namespace tenon {

bool ProgramGoals::wantsExplicit(const SystemModel &system) const {
  return options.engine.method != SafetyMethod::Auto && whyNotExplicit(system).empty();
}

bool ProgramGoals::isSystem(StringRef name) const {
  const SystemModel *system = lowering.theModel().findSystem(name);
  return system && !wantsExplicit(*system) && !takesValues(*system, lowering);
}

bool ProgramGoals::handles(const Goal &goal) const {
  const Model &model = lowering.theModel();
  StringRef property = goal.property.text, system;
  switch (goal.kind) {
  case Goal::Kind::DeadlockFree:
    return isSystem(goal.subject.text);
  case Goal::Kind::Satisfies:
  case Goal::Kind::Repair:
    system = goal.kind == Goal::Kind::Repair ? goal.system.text : goal.subject.text;
    if (!model.findSystem(system) || model.findObserver(property))
      return model.findSystem(system) != nullptr;
    if (std::optional<DefinitionRef> process = model.findDefinition(property)) {
      const SystemModel &data = *model.findSystem(system);
      return isSystem(system) && !(whyNotExplicit(data).empty() && takesValues(data, lowering, &*process));
    }
    return false;
  case Goal::Kind::Refines:
  case Goal::Kind::Simulates:
  case Goal::Kind::Interface:
    return false;
  }
  llvm_unreachable("all kinds are covered");
}

std::optional<CheckResult> ProgramGoals::check(const Goal &goal) {
  bool isDeadlock = goal.kind == Goal::Kind::DeadlockFree;
  StringRef name = goal.kind == Goal::Kind::Repair ? goal.system.text : goal.subject.text;
  CheckResult result;
  if (!goal.method.empty() && goal.method != "direct" && goal.method != "auto" && goal.kind == Goal::Kind::Satisfies) {
    result.kind = CheckKind::Safety;
    result.method = goal.method;
    result.reason = "'" + goal.method + "' is no method for systems with data";
  } else {
    std::optional<ProgramSystem> system = lower(name, isDeadlock ? nullptr : &goal);
    if (!system && lowering.limit() == Budget::Limit::None)
      return std::nullopt;
    if (system)
      result =
          decide(*system, isDeadlock ? ReachabilityGoal::Deadlock : ReachabilityGoal::Violation, goal.property.text);
    else
      result.reason = lowering.describeLimit();
    result.kind = isDeadlock                        ? CheckKind::Deadlock
                  : goal.kind == Goal::Kind::Repair ? CheckKind::Repair
                                                    : CheckKind::Safety;
  }
  result.system = name.str();
  result.property = goal.property.text.str();
  return result;
}

std::vector<CheckResult> ProgramGoals::checkTarget(StringRef name) {
  std::optional<ProgramSystem> system = lower(name, nullptr);
  std::vector<CheckResult> results;
  if (!system && lowering.limit() == Budget::Limit::None)
    return results;
  for (CheckKind kind : {CheckKind::Deadlock, CheckKind::Safety}) {
    CheckResult result;
    if (system)
      result =
          decide(*system, kind == CheckKind::Deadlock ? ReachabilityGoal::Deadlock : ReachabilityGoal::Violation, "");
    else
      result.reason = lowering.describeLimit();
    result.kind = kind;
    result.system = name.str();
    if (kind == CheckKind::Safety && result.counterexample)
      result.property = result.counterexample->culprit;
    results.push_back(std::move(result));
  }
  return results;
}

std::optional<ProgramSystem> ProgramGoals::lower(StringRef name, const Goal *goal) {
  const Model &model = lowering.theModel();
  std::optional<ProgramSystem> system = lowerSystem(*model.findSystem(name), lowering);
  if (system)
    system->reading = options.reading;
  if (!system || (goal && !addMonitor(*system, name, *goal)))
    return std::nullopt;
  return system;
}

bool ProgramGoals::addMonitor(ProgramSystem &system, StringRef name, const Goal &goal) {
  const Model &model = lowering.theModel();
  if (!tenon::addMonitor(system, *model.findSystem(name), goal.property.text, goal.observer, lowering))
    return false;
  bool isProcess = !goal.observer && !model.findObserver(goal.property.text);
  return isProcess ? checkMonitorLabels(system, goal)
                   : checkMonitorConstraints(system, lowering.theDiagnostics(), lowering.theBudget());
}

/// A label below a channel's, `enc.3`, would never occur: what is watched is the communication, with any value.
bool ProgramGoals::checkMonitorLabels(const ProgramSystem &system, const Goal &goal) {
  const Program &monitor = system.monitor->program;
  std::vector<LabelId> channels;
  for (const Program &component : system.components)
    for (const ProgramTransition &transition : component.transitions)
      if (transition.action.kind == ActionKind::Read || transition.action.kind == ActionKind::Write)
        channels.push_back(transition.action.label);
  unsigned errors = lowering.theDiagnostics().errorCount();
  for (LabelId label : monitor.events)
    for (LabelId channel : channels) {
      StringRef text = system.labels->text(label), name = system.labels->text(channel);
      if (label != channel && isLabelPrefix(name, text))
        lowering.theDiagnostics()
            .error(goal.property.range, "'" + monitor.name + "' has the label '" + text + "', but '" + name +
                                            "' is a channel of '" + goal.subject.text + "'")
            .note("`" + name + "` stands for every communication on it, whatever the value; of values, " +
                  "`[…]` tells, over the variables that get them");
    }
  return lowering.theDiagnostics().errorCount() == errors;
}

CheckResult ProgramGoals::decide(const ProgramSystem &system, ReachabilityGoal asked, StringRef property) {
  ProgramCheckOptions checking;
  checking.goal = asked;
  checking.jobs = options.engine.jobs;
  checking.wantInvariant = options.certify;
  ProgramAnswer answer = checkProgram(system, checking, lowering.theBudget());
  CheckResult result;
  result.verdict = answer.verdict;
  result.reason = answer.reason;
  if (answer.verdict == Verdict::Unknown)
    result.notes = answer.notes;
  if (answer.invariant)
    result.invariant = describeInvariant(system, *answer.invariant);
  if (answer.engine)
    result.engine = programEngineName(*answer.engine).str();
  if (answer.run)
    result.counterexample = describeRun(system, *answer.run);
  if (result.counterexample && asked == ReachabilityGoal::Violation && !property.empty() &&
      result.counterexample->culprit != property && !result.counterexample->culprit.empty())
    result.reason = "the system itself reaches ERROR, in " + result.counterexample->culprit;
  if (options.certify)
    certify(result, system, asked, answer);
  return result;
}

void ProgramGoals::certify(CheckResult &result, const ProgramSystem &system, ReachabilityGoal asked,
                           const ProgramAnswer &answer) {
  if (answer.run)
    result.certified =
        !answer.run->replay.problem && (asked == ReachabilityGoal::Deadlock || answer.run->replay.isViolation);
  if (answer.verdict != Verdict::Holds)
    return;
  if (answer.invariant)
    result.certified = certifyInvariant(system, asked, *answer.invariant, lowering.theBudget());
  if (result.certified)
    return;
  result.verdict = Verdict::Unknown;
  result.reason = "it holds, but was not certified: the queries about the invariant are too hard, or there is no time";
}

/// Which component, or the monitor, is to blame at the end of a run.
static std::string culpritAt(const ProgramSystem &system, const Place &place) {
  for (size_t i = 0; i < system.components.size(); ++i)
    if (place[i] == ErrorLocation)
      return system.components[i].name;
  return system.monitor ? system.monitor->program.name : "";
}

std::vector<Valuation> valuesSet(const ProgramSystem &system, const SystemStep &step,
                                 const std::vector<DataValue> &before, const std::vector<DataValue> &after) {
  std::vector<Valuation> result;
  for (VariableId id = 0; id < system.variables.size(); ++id) {
    bool isSet = any_of(step.updates, [&](const SystemStep::Update &update) { return update.variable == id; });
    if (isSet || before[id] != after[id])
      result.push_back({system.variables[id].name, after[id]});
  }
  return result;
}

Counterexample describeRun(const ProgramSystem &system, const ProgramRun &run) {
  Counterexample result;
  for (auto [variable, value] : zip(system.variables, run.replay.initial.values))
    result.initialValues.push_back({variable.name, value});
  bool wasInError = false;
  const std::vector<DataValue> *before = &run.replay.initial.values;
  for (auto [step, replayed] : zip(run.steps, run.replay.steps)) {
    Counterexample::Step &described = result.trace.emplace_back();
    described.action = describeStep(system, step);
    for (auto [mover, transition] : step.movers)
      described.movers.push_back(mover < system.components.size() ? system.components[mover].name
                                                                  : system.monitor->program.name);
    // A monitor that does not list what happens falls into ERROR without a transition.
    bool isInError = system.monitor && step.target.back() == ErrorLocation;
    if (isInError && !wasInError && !is_contained(described.movers, system.monitor->program.name))
      described.movers.push_back(system.monitor->program.name);
    wasInError = isInError;
    described.values = valuesSet(system, step, *before, replayed.after.values);
    before = &replayed.after.values;
  }
  if (run.replay.isViolation)
    result.culprit =
        culpritAt(system, run.replay.steps.empty() ? run.replay.initial.place : run.replay.steps.back().after.place);
  return result;
}

} // namespace tenon
