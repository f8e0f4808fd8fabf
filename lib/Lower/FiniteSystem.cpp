//===- FiniteSystem.cpp - The states of a system with finite data ---------===//

#include "tenon/Lower/FiniteProgram.h"

#include "FiniteValues.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"

#include <deque>
#include <map>

using namespace tenon;

namespace {

class SystemEnumeration {
public:
  SystemEnumeration(const ProgramSystem &source, const Budget &runBudget)
      : system(source), budget(runBudget), layout(source.variables), evaluator(layout), builder(source.labels),
        watched(static_cast<unsigned>(source.variables.size())) {
    for (const ProgramVariable &variable : system.variables)
      domains.push_back(*smallDomainOf(variable));
    for (const Program &component : system.components) {
      live.push_back(liveVariables(component, system.variables.size()));
      for (LabelId event : component.events)
        if (!llvm::is_contained(system.hidden, event))
          builder.addLabel(event);
    }
    if (system.monitor)
      for (const ProgramTransition &transition : system.monitor->program.transitions)
        for (Term term : {transition.action.value, transition.action.defined})
          if (term)
            for (VariableId id : variablesOf(term))
              watched.set(id);
  }

  llvm::Expected<Lts> run() {
    StateId start = addInitialStates();
    for (size_t next = 0; next < states.size() && limit == Budget::Limit::None; ++next) {
      addSteps(states[next]);
      if (next % 1024 == 0) {
        limit = budget.exceeded();
        budget.progress({states.size(), edgeCount, 0});
      }
    }
    if (limit != Budget::Limit::None)
      return llvm::createStringError("states of the system: " + budget.describe(limit));
    return builder.build("system", LtsBuilder::Keep::Reachable, start);
  }

private:
  struct State {
    StateId number = 0;
    Place place;
    std::vector<int64_t> row;
  };

  const std::vector<SystemStep> &stepsAt(const Place &place) {
    auto [entry, isNew] = steps.try_emplace(std::vector<Location>(place.begin(), place.end()));
    if (isNew)
      entry->second = stepsFrom(system, place);
    return entry->second;
  }

  bool isLive(const Place &place, VariableId id) const {
    if (watched[id])
      return true;
    uint32_t owner = system.variables[id].component;
    return live[owner][place[owner]][id];
  }

  void addEdge(StateId from, LabelId label, StateId to) {
    ++edgeCount;
    builder.add(from, label, to);
  }

  bool isEnd(const Place &place) const { return hasEnded(system, place) && stepsFrom(system, place).empty(); }

  StateId visit(Place place, std::vector<int64_t> row) {
    if (isViolation(system, place))
      return ErrorState;
    for (VariableId id = 0; id < system.variables.size(); ++id)
      if (!isLive(place, id))
        std::fill_n(row.begin() + static_cast<ptrdiff_t>(layout.offset(id)), layout.size(id), domains[id].low);
    key.assign(reinterpret_cast<const char *>(row.data()), row.size() * sizeof(int64_t));
    key.append(reinterpret_cast<const char *>(place.data()), place.size() * sizeof(Location));
    auto [entry, isNew] = known.try_emplace(key, 0);
    if (!isNew)
      return entry->second;
    bool ends = isEnd(place);
    if (ends && endState) // An LTS has one.
      return entry->second = *endState;
    entry->second = builder.addState();
    if (ends) {
      endState = entry->second;
      builder.setEnd(*endState);
    }
    states.push_back({entry->second, std::move(place), std::move(row)});
    return entry->second;
  }

  /// A state for each valuation that matters; where there are several, one before them that chooses.
  StateId addInitialStates() {
    Place place = initialPlace(system);
    StateId start = builder.addState();
    if (isViolation(system, place)) {
      addEdge(start, LabelTable::Tau, ErrorState);
      return start;
    }
    std::vector<std::pair<size_t, VariableId>> open;
    std::vector<int64_t> row;
    for (VariableId id = 0; id < system.variables.size(); ++id) {
      const ProgramVariable &variable = system.variables[id];
      DataValue value;
      if (variable.initial)
        value = evaluate(variable.initial, [](VariableId) -> DataValue { llvm_unreachable("a constant"); });
      for (size_t i = 0; i < layout.size(id); ++i) {
        if (!variable.initial && isLive(place, id))
          open.emplace_back(row.size(), id);
        row.push_back(variable.initial ? static_cast<int64_t>(value.elements[i].numerator) : domains[id].low);
      }
    }
    if (open.empty())
      return visit(place, row);
    for (bool more = true; more;) {
      addEdge(start, LabelTable::Tau, visit(place, row));
      more = false;
      for (auto [position, id] : llvm::reverse(open)) { // Counts up.
        if (row[position] < domains[id].high) {
          ++row[position];
          more = true;
          break;
        }
        row[position] = domains[id].low;
      }
      if (states.size() % 1024 == 0 && (limit = budget.exceeded()) != Budget::Limit::None)
        return start;
    }
    return start;
  }

  const ProgramAction &actionOf(const SystemStep &step) const {
    auto [number, position] = step.movers.front();
    const Program &program = number == system.components.size() ? system.monitor->program : system.components[number];
    return program.transitions[position].action;
  }

  void addSteps(const State &state) {
    for (const SystemStep &step : stepsAt(state.place)) {
      if (!evaluator.holds(step.guard, state.row))
        continue;
      const ProgramAction &action = actionOf(step);
      LabelId label = llvm::is_contained(system.hidden, action.label) ? LabelTable::Tau : action.label;
      if (step.updates.size() == 1 && !step.updates.front().value) {
        addReads(state, step, label);
        continue;
      }
      std::vector<int64_t> row = state.row;
      for (const SystemStep::Update &update : step.updates)
        assign(row, update.variable, evaluator.evaluate(update.value, state.row));
      if (action.kind == ActionKind::Write && label != LabelTable::Tau)
        label = evaluator.holds(action.defined, state.row)
                    ? valueLabel(*system.labels, label, evaluator.evaluate(action.value, state.row))
                    : system.labels->intern((system.labels->text(label) + ".undefined").str());
      addEdge(state.number, label, visit(step.target, std::move(row)));
    }
  }

  void assign(std::vector<int64_t> &row, VariableId variable, const DataValue &value) const {
    for (size_t i = 0; i < value.elements.size(); ++i)
      row[layout.offset(variable) + i] = static_cast<int64_t>(value.elements[i].numerator);
  }

  /// What the environment can send.
  void addReads(const State &state, const SystemStep &step, LabelId label) {
    const SystemStep::Update &update = step.updates.front();
    Sort sort = system.variables[update.variable].sort;
    for (const DataValue &value :
         valuesBetween(update.index ? sort.elementSort() : sort, domains[update.variable], update.low, update.high)) {
      std::vector<int64_t> row = state.row;
      if (update.index)
        row[layout.offset(update.variable) +
            static_cast<size_t>(static_cast<int64_t>(evaluator.scalar(update.index, state.row).numerator))] =
            static_cast<int64_t>(value.scalar().numerator);
      else
        assign(row, update.variable, value);
      LabelId sent = label == LabelTable::Tau ? label : valueLabel(*system.labels, label, value);
      addEdge(state.number, sent, visit(step.target, std::move(row)));
    }
  }

  const ProgramSystem &system;
  const Budget &budget;
  RowLayout layout;
  RowEvaluator evaluator;
  LtsBuilder builder;
  llvm::BitVector watched; ///< Variables that the monitor looks at.
  std::vector<SmallDomain> domains;
  std::vector<std::vector<llvm::BitVector>> live; ///< By component and location.
  std::map<std::vector<Location>, std::vector<SystemStep>> steps;
  llvm::StringMap<StateId> known;
  std::deque<State> states;
  std::optional<StateId> endState;
  std::string key;
  uint64_t edgeCount = 0;
  Budget::Limit limit = Budget::Limit::None;
};

} // namespace

llvm::Expected<Lts> tenon::lowerToLts(const ProgramSystem &system, const Budget &budget) {
  assert(!findInfiniteVariable(system.variables));
  return SystemEnumeration(system, budget).run();
}
