//===- ComponentMutants.cpp - A component with mutations ------------------===//

#include "ComponentMutants.h"

#include "llvm/ADT/STLExtras.h"

#include <set>

using namespace llvm;

namespace tenon {

const Mutant::Effect *Mutant::find(ActionPlace place) const {
  auto effect = partition_point(effects, [&](const Effect &other) { return other.place < place; });
  return effect != effects.end() && effect->place == place ? &*effect : nullptr;
}

//===----------------------------------------------------------------------===//
// Systems compared
//===----------------------------------------------------------------------===//

/// The terms of two systems are in contexts of their own: they are compared by what they print as.
std::string ComponentMutants::signature(const ProgramSystem &system, const ProgramTransition &transition,
                                        bool withTerms) const {
  auto name = [&](VariableId id) { return system.variables[id].name; };
  const ProgramAction &action = transition.action;
  std::string result = std::to_string(transition.from) + ">" + std::to_string(transition.to) + ":" +
                       std::to_string(static_cast<int>(action.kind)) + system.labels->text(action.label).str();
  if (action.kind == ActionKind::Read || action.kind == ActionKind::Assign)
    result += "=" + name(action.target);
  if (withTerms)
    for (Term term : {action.index, action.value, action.defined})
      result += "|" + (term ? printTerm(term, name) : "");
  return result;
}

std::string ComponentMutants::initialOf(const ProgramVariable &variable) const {
  return variable.initial ? printTerm(variable.initial, [](VariableId) { return std::string(); }) : "";
}

/// Of all that stays as it is.
std::vector<std::string> ComponentMutants::shapeOf(const ProgramSystem &system) const {
  std::vector<std::string> result;
  for (const ProgramVariable &variable : system.variables)
    result.push_back(variable.name + (variable.initial ? "=" : ""));
  for (const Program &component : system.components) {
    result.push_back(component.name + std::to_string(component.initial));
    for (const ProgramLocation &location : component.locations)
      result.push_back(std::to_string(2 * int(location.accepting) + int(location.end)));
    for (const ProgramTransition &transition : component.transitions)
      result.push_back(signature(system, transition, false));
  }
  return result;
}

Mutant ComponentMutants::compare(const ProgramSystem &system) const {
  Mutant result;
  if (shapeOf(system) != shape) {
    result.isReshaped = true;
    return result;
  }
  for (auto [c, component] : enumerate(system.components))
    for (auto [position, transition] : enumerate(component.transitions))
      if (signature(system, transition, true) != actions[c][position])
        result.effects.push_back(
            {{static_cast<uint32_t>(c), static_cast<uint32_t>(position)}, transition.action, nullptr});
  for (auto [id, variable] : enumerate(system.variables))
    if (initialOf(variable) != initials[id])
      result.effects.push_back({{ActionPlace::Initial, static_cast<uint32_t>(id)}, {}, variable.initial});
  result.terms = system.terms;
  return result;
}

//===----------------------------------------------------------------------===//
// Mutations
//===----------------------------------------------------------------------===//

ComponentMutants::ComponentMutants(RepairTarget target, const seq::Program &program, seq::SourceFile sourceFile,
                                   std::string fileName, const RepairSettings &repairSettings, const Budget &runBudget)
    : original(std::move(target)), sites(program), source(std::move(sourceFile)), file(std::move(fileName)),
      settings(repairSettings), budget(runBudget), shape(shapeOf(original.system)) {
  for (const Program &component : original.system.components) {
    std::vector<std::string> &own = actions.emplace_back();
    for (const ProgramTransition &transition : component.transitions)
      own.push_back(signature(original.system, transition, true));
  }
  for (const ProgramVariable &variable : original.system.variables)
    initials.push_back(initialOf(variable));
}

bool ComponentMutants::add(ArrayRef<seq::Mutation> all) {
  std::map<seq::UnitId, size_t> unitOf;
  std::set<std::pair<seq::UnitId, std::string>> known;
  for (const seq::Mutation &mutation : all) {
    if (budget.exceeded() != Budget::Limit::None)
      return false;
    size_t number = mutations.size();
    mutations.push_back(mutation);
    std::optional<Candidate> candidate = make({number});
    Mutant mutant;
    if (candidate)
      mutant = compare(candidate->target.system);
    std::string meaning;
    for (const Mutant::Effect &effect : mutant.effects) {
      ActionPlace place = effect.place;
      bool isInitial = place.component == ActionPlace::Initial;
      const ProgramSystem &system = candidate->target.system;
      meaning += std::to_string(place.component) + "." + std::to_string(place.position) + " " +
                 (isInitial ? initialOf(system.variables[place.position])
                            : signature(system, system.components[place.component].transitions[place.position], true));
    }
    bool isOther =
        candidate && (mutant.isReshaped || (!mutant.effects.empty() && known.insert({mutation.unit, meaning}).second));
    if (!isOther) {
      mutations.pop_back();
      continue;
    }
    auto [entry, isNew] = unitOf.try_emplace(mutation.unit, units.size());
    if (isNew)
      units.push_back({mutation.unit, {}, {}});
    units[entry->second].mutations.push_back(number);
    units[entry->second].mutants.push_back(std::move(mutant));
  }
  return true;
}

std::optional<Candidate> ComponentMutants::make(const seq::Patch &patch) const {
  seq::ProgramRepair repair;
  repair.patch = patch;
  std::optional<Candidate> result(std::in_place);
  result->text = applyRepair(sites, mutations, repair, source).front();
  result->loaded = std::make_unique<LoadedModel>(result->text, file, settings, budget);
  if (!result->loaded->isGood())
    return std::nullopt;
  Expected<RepairTarget> target = targetOf(*result->loaded, original.question, settings);
  if (!target) {
    consumeError(target.takeError());
    return std::nullopt;
  }
  result->target = std::move(*target);
  result->isReshaped = shapeOf(result->target.system) != shape;
  return result;
}

seq::Patch ComponentMutants::patchOf(ArrayRef<seq::Choice> choices) const {
  seq::Patch patch;
  for (size_t unit = 0; unit < choices.size(); ++unit)
    if (choices[unit])
      patch.push_back(units[unit].mutations[choices[unit] - 1]);
  llvm::sort(patch);
  return patch;
}

std::vector<size_t> ComponentMutants::counts() const {
  std::vector<size_t> result;
  for (const Unit &unit : units)
    result.push_back(unit.mutations.size());
  return result;
}

bool ComponentMutants::isShared(ActionPlace place) const {
  return count_if(units, [&](const Unit &unit) {
           return any_of(unit.mutants, [&](const Mutant &mutant) { return mutant.find(place) != nullptr; });
         }) > 1;
}

//===----------------------------------------------------------------------===//
// Slices
//===----------------------------------------------------------------------===//

static void addVariables(std::set<VariableId> &variables, Term term) {
  if (!term)
    return;
  for (VariableId id : variablesOf(term))
    variables.insert(id);
}

/// From the violation backwards. A step whose value does not matter may give another one: if that leaves a range or is
/// undefined, it is a violation as well.
RunSlice::RunSlice(const ProgramSystem &system, const ProgramRun &run) : initialValues(run.initialValues) {
  std::set<VariableId> relevant;
  for (size_t i = run.moves.size(); i-- > 0;) {
    const ConcreteState &before = i == 0 ? run.replay.initial : run.replay.steps[i - 1].after;
    const ConcreteState &after = run.replay.steps[i].after;
    struct Mover {
      ActionPlace place;
      const ProgramTransition *transition;
      bool isError;
    };
    SmallVector<Mover, 2> sliced;
    bool isValueUsed = false, isFailure = false;
    for (auto [component, position] : run.moves[i].movers)
      isFailure |= component < system.components.size() && after.place[component] == ErrorLocation;
    for (auto [component, position] : run.moves[i].movers) {
      bool isMonitor = component == system.components.size();
      const Program &program = isMonitor ? system.monitor->program : system.components[component];
      const ProgramAction &action = program.transitions[position].action;
      bool stores = action.kind == ActionKind::Read || action.kind == ActionKind::Assign;
      bool isStored = stores && (relevant.count(action.target) || isFailure);
      isValueUsed |= isStored;
      if (isStored && !action.index && system.variables[action.target].sort.kind != SortKind::Array)
        relevant.erase(action.target);
    }
    for (auto [component, position] : run.moves[i].movers) {
      bool isMonitor = component == system.components.size();
      const Program &program = isMonitor ? system.monitor->program : system.components[component];
      const ProgramTransition &transition = program.transitions[position];
      const ProgramAction &action = transition.action;
      bool matters = action.kind == ActionKind::Constraint || action.kind == ActionKind::Event || isFailure ||
                     (isValueUsed && action.kind != ActionKind::Event);
      if (!matters)
        continue;
      addVariables(relevant, action.index);
      addVariables(relevant, action.value);
      addVariables(relevant, action.defined);
      if (!isMonitor)
        sliced.push_back({{component, position}, &transition, isFailure && transition.to != ErrorLocation});
    }
    std::vector<VariableId> known(relevant.begin(), relevant.end());
    for (const Mover &mover : sliced)
      items[mover.place].push_back({&before, known, &mover.transition->action, mover.isError});
  }
  for (VariableId id : relevant)
    items[{ActionPlace::Initial, id}];
}

bool RunSlice::isSame(const Item &item, const ProgramAction &action) const {
  if (item.isError)
    return false;
  auto valueOf = [&](VariableId id) { return item.before->values[id]; };
  auto isKnown = [&](Term term) {
    return !term || all_of(variablesOf(term), [&](VariableId id) { return binary_search(item.known, id); });
  };
  if (!isKnown(action.index) || !isKnown(action.value) || !isKnown(action.defined))
    return false;
  auto isTrue = [&](Term term) { return evaluate(term, valueOf).scalar().numerator != 0; };
  if (action.defined && !isTrue(action.defined))
    return false;
  if (action.kind == ActionKind::Constraint)
    return isTrue(action.value);
  auto isEqual = [&](Term a, Term b) { return (!a && !b) || (a && b && evaluate(a, valueOf) == evaluate(b, valueOf)); };
  return isEqual(action.index, item.action->index) && isEqual(action.value, item.action->value);
}

bool RunSlice::mayChange(ActionPlace place, const ProgramAction &action) const {
  auto found = items.find(place);
  return found != items.end() && any_of(found->second, [&](const Item &item) { return !isSame(item, action); });
}

bool RunSlice::mayChangeInitial(VariableId variable, Term initial) const {
  auto none = [](VariableId) -> DataValue { llvm_unreachable("initial values are constants"); };
  return contains({ActionPlace::Initial, variable}) && !(initial && evaluate(initial, none) == initialValues[variable]);
}

} // namespace tenon
