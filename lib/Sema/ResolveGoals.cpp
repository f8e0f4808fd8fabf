//===- ResolveGoals.cpp - Goals -------------------------------------------===//

#include "Analyzer.h"
#include "SystemFlattener.h"

#include "llvm/ADT/STLExtras.h"

#include <set>

using namespace llvm;

namespace tenon {

bool Analyzer::checkSystemName(const ast::Identifier &name) {
  if (processes.contains(name.name) || composites.contains(name.name) || imports.contains(name.name) ||
      componentDefinitions.contains(name.name))
    return true;
  if (auto observer = observerDefinitions.find(name.name); observer != observerDefinitions.end()) {
    diagnostics.error(name.range, "'" + name.name + "' observes systems and is none itself")
        .note(observer->second->name.range, "it is defined here");
    return false;
  }
  SmallVector<StringRef, 16> candidates;
  for (const auto &entry : processes)
    candidates.push_back(entry.getKey());
  for (const auto &entry : composites)
    candidates.push_back(entry.getKey());
  for (const auto &entry : imports)
    candidates.push_back(entry.getKey());
  for (const auto &entry : componentDefinitions)
    candidates.push_back(entry.getKey());
  diagnostics.error(name.range, "no process named '" + name.name + "'" + suggestion(name.name, candidates));
  return false;
}

bool Analyzer::checkPropertyName(const ast::Identifier &name) {
  if (observerDefinitions.contains(name.name))
    return true;
  auto process = processes.find(name.name);
  auto composite = composites.find(name.name);
  if (process != processes.end() || composite != composites.end()) {
    bool isProcess = process != processes.end(); // It wins over a composite of the same name.
    if (isProcess ? process->second->modifiers.property : composite->second->modifiers.property)
      return true;
    diagnostics.error(name.range, "'" + name.name + "' is not a property")
        .note(isProcess ? process->second->name.range : composite->second->name.range,
              "write 'property' in front of its definition; to compare behaviors write 'check … refines " + name.name +
                  "'");
    return false;
  }
  if (auto component = componentDefinitions.find(name.name); component != componentDefinitions.end()) {
    diagnostics.error(name.range, "'" + name.name + "' is a component, not a property")
        .note(component->second->name.range, "it is defined here");
    return false;
  }
  if (auto formula = formulas.find(name.name); formula != formulas.end()) {
    if (!formula->second->constraint)
      return true;
    diagnostics.error(name.range, "'" + name.name + "' is a constraint, which is a process, not a property")
        .note(formula->second->name.range, "it is defined here; 'assert' in place of 'constraint' makes it a property");
    return false;
  }
  for (const auto &entry : progressNames)
    if (entry.getKey() == name.name)
      return true;
  SmallVector<StringRef, 16> candidates;
  for (const auto &entry : processes)
    if (entry.second->modifiers.property)
      candidates.push_back(entry.getKey());
  for (const auto &entry : observerDefinitions)
    candidates.push_back(entry.getKey());
  for (const auto &entry : formulas)
    candidates.push_back(entry.getKey());
  for (const auto &entry : progressNames)
    candidates.push_back(entry.getKey());
  diagnostics.error(name.range, "no property, assertion or progress test named '" + name.name + "'" +
                                    suggestion(name.name, candidates));
  return false;
}

void Analyzer::defineGoal(const ast::GoalDefinition &definition) {
  Goal goal;
  goal.kind = static_cast<Goal::Kind>(definition.goal);
  goal.expectation = static_cast<Goal::Expectation>(definition.expectation);
  goal.range = definition.range;
  goal.subject = nameOf(definition.subject);
  goal.system = nameOf(definition.system);
  goal.property = nameOf(definition.property);
  if (definition.method)
    goal.method = definition.method->name.str();
  bool good = checkSystemName(definition.subject);
  switch (definition.goal) {
  case ast::GoalDefinition::GoalKind::DeadlockFree:
    break;
  case ast::GoalDefinition::GoalKind::Refines:
  case ast::GoalDefinition::GoalKind::Simulates:
    good &= checkSystemName(definition.property);
    break;
  case ast::GoalDefinition::GoalKind::Repair:
    good &= checkSystemName(definition.system);
    good &= checkPropertyName(definition.property);
    break;
  case ast::GoalDefinition::GoalKind::Satisfies:
  case ast::GoalDefinition::GoalKind::Interface:
    good &= checkPropertyName(definition.property);
    break;
  }
  if (good && bindGoal(definition, goal))
    model->goals.push_back(std::move(goal));
}

//===----------------------------------------------------------------------===//
// Goals about components
//===----------------------------------------------------------------------===//

/// Binds the property to the system; false after an error.
bool Analyzer::bindGoal(const ast::GoalDefinition &definition, Goal &goal) {
  bool isRepair = definition.goal == ast::GoalDefinition::GoalKind::Repair;
  const ast::Identifier &name = isRepair ? definition.system : definition.subject;
  const SystemModel *system = model->findSystem(name.name);
  if (!system && (componentDefinitions.contains(name.name) || hasComponents(name.name)))
    return false; // It could not be made, for a reason that is reported.
  if (isRepair && system && componentDefinitions.contains(definition.subject.name) &&
      none_of(system->leaves, [&](const SystemLeaf &leaf) { return leaf.definition == definition.subject.name; })) {
    diagnostics
        .error(definition.subject.range,
               "component '" + definition.subject.name + "' is no part of '" + name.name + "'")
        .note(system->range, "'" + name.name + "' is defined here");
    return false;
  }
  const ObserverModel *observer = model->findObserver(definition.property.name);
  if (!observer)
    return !observerDefinitions.contains(definition.property.name);
  SystemModel plain;
  plain.name = name.name.str();
  plain.range = name.range;
  goal.observer = bindObserver(*observer, system ? *system : plain, *model, diagnostics);
  return goal.observer && (!system || checkObserverLabels(*goal.observer, *system, definition.property.range));
}

/// A label of an observer that the system does not have never occurs. False if it is meant for a channel, with a value.
bool Analyzer::checkObserverLabels(const BoundObserver &observer, const SystemModel &system, SMRange goal) {
  std::vector<StringRef> known, channels;
  for (const SystemLeaf &leaf : system.leaves) {
    if (!leaf.component)
      return true; // The labels of a process are known when it is lowered.
    auto add = [&](LabelId label, std::vector<StringRef> &names) {
      for (LabelId changed : labelsInSystem(label, leaf, *model->labels))
        names.push_back(model->labels->text(changed));
    };
    for (LabelId label : leaf.component->alphabet)
      add(label, known);
    for (const std::vector<uint32_t> *used : {&leaf.component->reads, &leaf.component->writes})
      for (uint32_t number : *used)
        add(model->channels[number].label, channels);
  }
  append_range(known, channels);
  unsigned errors = diagnostics.errorCount();
  auto checkLabel = [&](LabelId label, SMRange range) {
    StringRef text = model->labels->text(label);
    auto channel = find_if(channels, [&](StringRef k) { return k != text && isLabelPrefix(k, text); });
    if (channel != channels.end())
      diagnostics
          .error(range, "'" + sourceName(text) + "' never occurs: '" + sourceName(*channel) + "' is a channel of '" +
                            system.name + "'")
          .note("`" + sourceName(*channel) + "` stands for every communication on it, whatever the value; of values, " +
                "`[…]` tells, over the variables that get them");
    else if (none_of(known, [&](StringRef k) { return isLabelPrefix(k, text); }))
      diagnostics
          .warning(range, "'" + sourceName(text) + "' never occurs in '" + system.name + "'" + suggestion(text, known))
          .note(goal, "the goal is here");
  };
  std::set<LabelId> used;
  for (const ObserverState &state : observer.states)
    for (const ObserverTransition &transition : state.transitions)
      for (LabelId label : transition.labels) {
        used.insert(label);
        checkLabel(label, transition.range);
      }
  for (LabelId label : observer.alphabet)
    if (!used.contains(label))
      checkLabel(label, observer.range);
  return diagnostics.errorCount() == errors;
}

} // namespace tenon
