//===- RepairTasks.cpp - What a repair is asked about ---------------------===//

#include "RepairTasks.h"
#include "Session.h"

#include "tenon/Support/NameSuggestion.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <set>

using namespace llvm;

namespace tenon::driver {

static Error problem(const Twine &message) {
  return createStringError(std::make_error_code(std::errc::invalid_argument), message);
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

static void addName(std::vector<StringRef> &names, StringRef name) {
  if (!is_contained(names, name))
    names.push_back(name);
}

/// What is composed, or if nothing is, what there is.
static std::vector<StringRef> systemsOf(const Model &model) {
  std::vector<StringRef> names;
  for (const CompositeModel &composite : model.composites)
    if (!composite.modifiers.property)
      addName(names, composite.name.text);
  bool hasComposites = !names.empty();
  for (const SystemModel &system : model.systems)
    if (!hasComposites || !model.findComponent(system.name))
      addName(names, system.name);
  if (names.empty())
    for (const ProcessModel &process : model.processes)
      if (!process.modifiers.property)
        addName(names, process.name.text);
  return names;
}

static std::vector<StringRef> propertiesOf(const Model &model) {
  std::vector<StringRef> names;
  for (const ProcessModel &process : model.processes)
    if (process.modifiers.property)
      addName(names, process.name.text);
  for (const CompositeModel &composite : model.composites)
    if (composite.modifiers.property)
      addName(names, composite.name.text);
  for (const ObserverModel &observer : model.observers)
    addName(names, observer.name);
  return names;
}

/// What `--property` says where no deadlock is wanted.
static constexpr StringLiteral DeadlockFree = "deadlockfree";

static RepairQuestion questionAbout(StringRef system, const Options &options, StringRef property) {
  RepairQuestion question{system.str(), options.component, property.str()};
  if (property == DeadlockFree) {
    question.kind = Goal::Kind::DeadlockFree;
    question.property.clear();
  }
  return question;
}

static std::string listed(ArrayRef<StringRef> names) {
  return names.empty() ? std::string() : "; there is " + join(names, ", ");
}

static Error missing(StringRef what, StringRef name, ArrayRef<StringRef> known) {
  std::string meant = suggestion(name, known);
  return problem("there is no " + what + " '" + name + "'" + (meant.empty() ? listed(known) : meant));
}

static Error checkNames(const Model &model, const Options &options) {
  bool isSystem = options.system.empty() || options.system == "DEFAULT" || model.findSystem(options.system) ||
                  model.findDefinition(options.system);
  if (!isSystem)
    return missing("system", options.system, systemsOf(model));
  StringRef property = options.property;
  bool isKnown = property.empty() || property == DeadlockFree || model.findObserver(property) ||
                 model.findDefinition(property) || model.findAssertion(property) ||
                 any_of(model.progressTests, [&](const ProgressTest &test) { return isInFamily(test.name, property); });
  if (!isKnown)
    return missing("property", property, propertiesOf(model));
  bool isProcess = model.findProcess(property) || model.findComposite(property);
  return isProcess && !model.findObserver(property) ? checkIsProperty(model, property) : Error::success();
}

/// The definitions that a composite consists of, whatever the values of its conditions.
static void collectOperands(const Model &model, const CompositeBodyModel *body, std::set<StringRef> &names) {
  if (!body)
    return;
  for (const CompositeBodyModel::Branch &branch : body->branches)
    collectOperands(model, branch.body, names);
  collectOperands(model, body->otherwise, names);
  collectOperands(model, body->body, names);
  for (const CompositeBodyModel *operand : body->operands)
    collectOperands(model, operand, names);
  if (body->kind != CompositeBodyModel::Kind::Instance || !names.insert(body->name.text).second)
    return;
  if (const CompositeModel *composite = model.findComposite(body->name.text))
    collectOperands(model, composite->body, names);
}

static bool consistsOf(const Model &model, StringRef system, StringRef component) {
  std::set<StringRef> names{system};
  if (const CompositeModel *composite = model.findComposite(system))
    collectOperands(model, composite->body, names);
  if (const SystemModel *withData = model.findSystem(system))
    for (const SystemLeaf &leaf : withData->leaves)
      names.insert({leaf.name, leaf.component ? leaf.component->declaredName : StringRef(leaf.definition)});
  return names.count(component) != 0;
}

//===----------------------------------------------------------------------===//
// Goals
//===----------------------------------------------------------------------===//

static bool fits(StringRef wanted, StringRef name) {
  return wanted.empty() || wanted == name;
}

/// The goals of the file that fit what the command line says.
static std::vector<RepairTask> goalsFor(const Model &model, const Options &options) {
  std::vector<RepairTask> tasks;
  for (const Goal &goal : model.goals)
    if (goal.kind == Goal::Kind::Repair && fits(options.component, goal.subject.text) &&
        fits(options.system, goal.system.text) && fits(options.property, goal.property.text))
      tasks.push_back({{goal.system.text.str(), goal.subject.text.str(), goal.property.text.str()},
                       findRepairMethod(goal.method),
                       goal.method == "mutation"});
  return tasks;
}

static bool isAnyViolated(const Model &model) {
  return any_of(model.goals, [](const Goal &goal) { return goal.expectation == Goal::Expectation::Violated; });
}

/// What a goal asks of its system. Goals about the repair of another component ask that, too.
static std::optional<RepairQuestion> questionOf(const Goal &goal, const Options &options) {
  if (goal.kind == Goal::Kind::Interface)
    return std::nullopt;
  bool isRepair = goal.kind == Goal::Kind::Repair;
  return RepairQuestion{(isRepair ? goal.system : goal.subject).text.str(), options.component, goal.property.text.str(),
                        isRepair ? Goal::Kind::Satisfies : goal.kind};
}

/// Without a goal that fits: what the others ask that expect that it is violated. If none does, what they ask of
/// properties, or of anything.
static std::vector<RepairTask> tasksFromChecks(const Model &model, const Options &options) {
  std::vector<RepairTask> tasks;
  auto add = [&](auto isWanted) {
    if (!tasks.empty())
      return;
    for (const Goal &goal : model.goals) {
      std::optional<RepairQuestion> question = questionOf(goal, options);
      if (!question || !isWanted(goal) || !fits(options.system, question->system) ||
          !(fits(options.property, question->property) || fits(options.property, question->aim())))
        continue;
      bool isNew =
          none_of(tasks, [&](const RepairTask &other) { return other.question.statement() == question->statement(); });
      if (isNew)
        tasks.push_back({std::move(*question), std::nullopt, false});
    }
  };
  add([](const Goal &goal) { return goal.expectation == Goal::Expectation::Violated; });
  if (isAnyViolated(model) && options.system.empty() && options.property.empty())
    return tasks;
  add([&](const Goal &goal) {
    bool isRelation = goal.kind == Goal::Kind::Satisfies || goal.kind == Goal::Kind::Repair;
    return isRelation && (model.findDefinition(goal.property.text) || model.findObserver(goal.property.text));
  });
  add([](const Goal &) { return true; });
  return tasks;
}

/// Half a question, which no goal completes: there may be only one other half.
static Expected<std::vector<RepairTask>> completed(const Model &model, const Options &options) {
  std::vector<StringRef> systems{options.system}, properties{options.property};
  if (options.system.empty())
    systems = systemsOf(model);
  if (options.property.empty())
    properties = propertiesOf(model);
  if (systems.size() == 1 && properties.size() == 1)
    return std::vector<RepairTask>{{questionAbout(systems.front(), options, properties.front()), std::nullopt, false}};
  if (options.system.empty())
    return problem("the file has no goal about the property '" + options.property +
                   "': --system NAME says where it is to hold" + listed(systems));
  return problem("the file has no goal about the system '" + options.system +
                 "': --property NAME says what it is to satisfy" + listed(properties));
}

Expected<std::vector<RepairTask>> repairTasks(const Model &model, const Options &options) {
  if (Error wrong = checkNames(model, options))
    return wrong;
  std::vector<RepairTask> tasks = goalsFor(model, options);
  if (!tasks.empty())
    return tasks;
  if (!options.system.empty() && !options.property.empty())
    return std::vector<RepairTask>{{questionAbout(options.system, options, options.property), std::nullopt, false}};
  tasks = tasksFromChecks(model, options);
  if (tasks.empty() && !(options.system.empty() && options.property.empty()))
    return completed(model, options);
  if (tasks.empty() && isAnyViolated(model))
    return problem("what is violated in this file is nothing that a component could be repaired for");
  if (tasks.empty())
    return problem("the file has no goal that says what to repair: --component NAME --system NAME --property NAME do");
  if (tasks.size() == 1 || options.component.empty())
    return tasks;
  std::vector<RepairTask> about;
  copy_if(tasks, std::back_inserter(about),
          [&](const RepairTask &task) { return consistsOf(model, task.question.system, options.component); });
  // A name of a place in the system is looked up there.
  if (about.empty() && model.findDefinition(options.component))
    return problem("'" + options.component + "' is in no system of the file's goals: --system NAME --property NAME " +
                   "say which are meant");
  return about.empty() ? tasks : about;
}

} // namespace tenon::driver
