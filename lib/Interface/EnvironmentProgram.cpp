//===- EnvironmentProgram.cpp - Interfaces as programs --------------------===//

#include "EnvironmentProgram.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

#include <map>

using namespace llvm;

namespace tenon {

EnvironmentProgram::EnvironmentProgram(const LetterAutomaton &interface, ArrayRef<LabelUse> labelUses,
                                       TermContext &context, LabelTable &table, Purpose wanted)
    : automaton(interface), uses(labelUses), terms(context), labels(table), purpose(wanted) {
  addGroups();
}

/// The letters of each label.
void EnvironmentProgram::addGroups() {
  DenseMap<LabelId, size_t> groupOf;
  for (auto [position, letter] : enumerate(automaton.letters)) {
    const LabelUse &use = uses[letter.label];
    if (use.isUndefined) {
      groups[groupOf.lookup(use.label)].undefined = position;
      continue;
    }
    auto [entry, isNew] = groupOf.try_emplace(use.label, groups.size());
    if (isNew)
      groups.emplace_back().use = letter.label;
    groups[entry->second].letters.push_back(position);
  }
  for (Group &group : groups) {
    const LabelUse &use = uses[group.use];
    group.hasValues = use.value && (purpose == Purpose::Source || group.letters.size() > 1);
    faithful &= !use.isWritten || !refusesSome(group);
    if (!group.hasValues || !use.isRead)
      continue;
    if (purpose != Purpose::Source) {
      group.choice = labels.intern(("@any." + labels.text(use.label)).str());
      continue;
    }
    std::string name = "any" + labels.text(use.label).str(), base;
    name[3] = toUpper(name[3]);
    for (char c : name)
      base += isAlnum(c) || c == '_' ? c : '_';
    name = base;
    LabelId taken = LabelTable::Tau;
    for (unsigned i = 2; labels.lookup(name, taken); ++i)
      name = base + std::to_string(i);
    group.choice = labels.intern(name);
    choosing.emplace_back(group.choice, use.label);
  }
}

/// Whether there is a state that refuses some of what is communicated, but not all.
bool EnvironmentProgram::refusesSome(const Group &group) const {
  std::vector<size_t> letters = group.letters;
  if (group.undefined)
    letters.push_back(*group.undefined);
  for (uint32_t state = 0; state < automaton.stateCount(); ++state) {
    auto isRefused = [&](size_t letter) { return automaton.target(state, letter) == LetterAutomaton::Forbidden; };
    if (any_of(letters, isRefused) && !all_of(letters, isRefused))
      return true;
  }
  return false;
}

/// After what leads to them first.
void EnvironmentProgram::nameStates() {
  constexpr uint32_t Forbidden = LetterAutomaton::Forbidden;
  stateNames.assign(automaton.stateCount(), "");
  StringSet<> used;
  auto name = [&](uint32_t state, std::string base) {
    std::string text = base;
    for (unsigned i = 2; !used.insert(text).second; ++i)
      text = base + std::to_string(i);
    stateNames[state] = text;
  };
  name(0, "Start");
  for (uint32_t state = 0; state < automaton.stateCount(); ++state)
    for (size_t letter = 0; letter < automaton.letters.size(); ++letter) {
      uint32_t target = automaton.target(state, letter);
      if (target == Forbidden || !stateNames[target].empty())
        continue;
      bool isSink = true;
      for (size_t other = 0; other < automaton.letters.size(); ++other)
        isSink &= automaton.target(target, other) == target;
      std::string base;
      for (char c : labels.text(uses[automaton.letters[letter].label].label))
        if (isAlnum(c))
          base += base.empty() ? toUpper(c) : c;
      name(target, isSink ? "Anything" : base.empty() || !isAlpha(base[0]) ? "S" + base : base);
    }
}

Location EnvironmentProgram::addLocation(const std::string &name) {
  program.locations.push_back({name, true, false, {}});
  return static_cast<Location>(program.locations.size() - 1);
}

void EnvironmentProgram::add(Location from, ProgramAction action, Location to) {
  ProgramTransition transition;
  transition.from = from;
  transition.action = std::move(action);
  transition.to = to;
  program.transitions.push_back(std::move(transition));
}

/// Where a letter leads; none if it is not done.
std::optional<Location> EnvironmentProgram::locationFor(uint32_t target) const {
  if (target != LetterAutomaton::Forbidden)
    return target;
  return trap;
}

void EnvironmentProgram::addEvent(Location from, LabelId label, uint32_t target) {
  std::optional<Location> to = locationFor(target);
  if (!to)
    return;
  ProgramAction action;
  action.label = label;
  add(from, action, *to);
}

/// Null: always.
Term EnvironmentProgram::conditionOf(const Group &group, size_t letter) const {
  const LabelUse &use = uses[group.use];
  Term condition = automaton.letters[letter].condition;
  if (!condition || !use.valueTerm)
    return nullptr;
  Term variable = terms.variable(group.variable, use.value->sort);
  return terms.substitute(condition,
                          [&](VariableId id) { return id == use.valueTerm->variable() ? variable : nullptr; });
}

/// The environment chooses a value, looks what it is, and sends it.
void EnvironmentProgram::addSending(uint32_t state, const Group &group) {
  const LabelUse &use = uses[group.use];
  if (none_of(group.letters, [&](size_t l) { return locationFor(automaton.target(state, l)).has_value(); }))
    return;
  std::string name = stateNames[state] + "_" + labels.text(use.label).str();
  Location chosen = addLocation(name);
  ProgramAction choose;
  choose.kind = ActionKind::Read;
  choose.label = group.choice;
  choose.target = group.variable;
  choose.low = use.value->low;
  choose.high = use.value->high;
  add(state, choose, chosen);
  ProgramAction send;
  send.kind = ActionKind::Write;
  send.label = use.label;
  send.value = terms.variable(group.variable, use.value->sort);
  // Values that lead to the same state are one case.
  MapVector<std::optional<Location>, std::vector<Term>, std::map<std::optional<Location>, unsigned>> cases;
  for (size_t letter : group.letters) {
    Term condition = conditionOf(group, letter);
    cases[locationFor(automaton.target(state, letter))].push_back(condition ? condition : terms.boolean(true));
  }
  if (cases.size() == 1)
    return add(chosen, send, *cases.front().first);
  for (const auto &[to, conditions] : cases) {
    ProgramAction guard;
    guard.kind = ActionKind::Constraint;
    guard.value = oneOf(conditions);
    if (!to) {
      add(chosen, guard, state); // It chooses again.
      continue;
    }
    Location sending = addLocation(name + "_ok");
    add(chosen, guard, sending);
    add(sending, send, *to);
  }
}

void EnvironmentProgram::addReceiving(uint32_t state, const Group &group) {
  const LabelUse &use = uses[group.use];
  auto isRefused = [&](size_t letter) { return !locationFor(automaton.target(state, letter)); };
  if (any_of(group.letters, isRefused) || (group.undefined && isRefused(*group.undefined)))
    return;
  ProgramAction receive;
  receive.kind = ActionKind::Read;
  receive.label = use.label;
  receive.target = group.variable;
  // Values that lead to the same state are one case.
  MapVector<Location, std::vector<Term>, std::map<Location, unsigned>> cases;
  for (size_t letter : group.letters) {
    Term condition = conditionOf(group, letter);
    cases[*locationFor(automaton.target(state, letter))].push_back(condition ? condition : terms.boolean(true));
  }
  if (cases.size() == 1)
    return add(state, receive, cases.front().first);
  Location received = addLocation(stateNames[state] + "_" + labels.text(use.label).str() + "_is");
  add(state, receive, received);
  for (const auto &[to, conditions] : cases) {
    ProgramAction guard;
    guard.kind = ActionKind::Constraint;
    guard.value = oneOf(conditions);
    add(received, guard, to);
  }
}

Term EnvironmentProgram::oneOf(ArrayRef<Term> conditions) const {
  Term any = terms.orOf(conditions);
  return written ? written(any) : any;
}

void EnvironmentProgram::addState(uint32_t state) {
  for (const Group &group : groups) {
    const LabelUse &use = uses[group.use];
    if (!group.hasValues) {
      addEvent(state, use.label, automaton.target(state, group.letters.front()));
      continue;
    }
    if (use.isRead)
      addSending(state, group);
    if (use.isWritten)
      addReceiving(state, group);
  }
}

Program EnvironmentProgram::build(std::string name, std::vector<ProgramVariable> &variables, uint32_t number) {
  program = {};
  program.name = std::move(name);
  nameStates();
  for (const std::string &state : stateNames)
    addLocation(state);
  if (purpose == Purpose::Permissiveness) {
    trap = addLocation("Trap");
    // What nobody else has: so the end of the component is not the end of all.
    program.events.push_back(labels.intern("trap." + program.name));
  }
  for (Group &group : groups) {
    const LabelUse &use = uses[group.use];
    if (!group.hasValues) {
      program.events.push_back(use.label);
      continue;
    }
    group.variable = static_cast<VariableId>(variables.size());
    ProgramVariable variable = *use.value;
    std::string base = use.value->name, shown = base;
    auto isTaken = [&] {
      LabelId label = LabelTable::Tau;
      variable.name = program.name + "." + shown;
      return labels.lookup(shown, label) ||
             any_of(variables, [&](const ProgramVariable &other) { return other.name == variable.name; });
    };
    for (unsigned i = 2; isTaken(); ++i)
      shown = base + std::to_string(i);
    variable.component = number;
    variables.push_back(variable);
    program.channels.push_back(use.label);
    if (use.isRead)
      program.channels.push_back(group.choice);
  }
  for (uint32_t state = 0; state < automaton.stateCount(); ++state)
    addState(state);
  for (Location location = 0; trap && location < program.locations.size(); ++location)
    if (location != *trap)
      add(location, {}, location); // It never has to stop.
  llvm::sort(program.channels);
  llvm::sort(program.events);
  stable_sort(program.transitions,
              [](const ProgramTransition &a, const ProgramTransition &b) { return a.from < b.from; });
  return std::move(program);
}

} // namespace tenon
