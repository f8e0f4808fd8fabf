//===- FiniteSystem.cpp - The states of a system with finite data ---------===//

#include "tenon/Lower/FiniteProgram.h"

#include "tenon/Program/FiniteStates.h"

#include "llvm/ADT/STLExtras.h"

#include <limits>

using namespace tenon;

namespace {

class SystemEnumeration {
public:
  SystemEnumeration(const ProgramSystem &source, const Budget &runBudget)
      : system(source), budget(runBudget), states(source), builder(source.labels) {
    for (const Program &component : system.components)
      for (LabelId event : component.events)
        if (!llvm::is_contained(system.hidden, event))
          builder.addLabel(event);
  }

  llvm::Expected<Lts> run() {
    StateId start = addInitialStates();
    for (size_t next = 0; next < states.size() && limit == Budget::Limit::None; ++next) {
      if (!isViolation(system, states.place(static_cast<uint32_t>(next))))
        addSteps(static_cast<uint32_t>(next));
      if (next % 1024 == 0)
        checkBudget();
    }
    if (limit != Budget::Limit::None)
      return llvm::createStringError("states of the system: " + budget.describe(limit));
    return builder.build("system", LtsBuilder::Keep::Reachable, start);
  }

private:
  void checkBudget() {
    limit = budget.exceeded();
    budget.progress({states.size(), edgeCount, 0});
  }

  void addEdge(StateId from, LabelId label, StateId to) {
    ++edgeCount;
    builder.add(from, label, to);
  }

  bool isEnd(uint32_t state) { return hasEnded(system, states.place(state)) && states.steps(state).empty(); }

  /// The state of the LTS, which has one END.
  StateId pointOf(uint32_t state) {
    if (isViolation(system, states.place(state)))
      return ErrorState;
    if (state >= points.size())
      points.resize(state + 1);
    std::optional<StateId> &point = points[state];
    if (point)
      return *point;
    bool ends = isEnd(state);
    if (!ends || !endState)
      point = builder.addState();
    if (ends && !endState) {
      endState = point;
      builder.setEnd(*endState);
    }
    if (ends)
      point = endState;
    return *point;
  }

  /// A state for each valuation that matters; where there are several, one before them that chooses.
  StateId addInitialStates() {
    if (isViolation(system, initialPlace(system)) || states.initialCount() > 1) {
      StateId start = builder.addState();
      states.initialStates([&](uint32_t state) {
        addEdge(start, LabelTable::Tau, pointOf(state));
        if (states.size() % 1024 == 0)
          checkBudget();
        return limit == Budget::Limit::None;
      });
      return start;
    }
    StateId start = 0;
    states.initialStates([&](uint32_t state) {
      start = pointOf(state);
      return true;
    });
    return start;
  }

  const ProgramAction &actionOf(const SystemStep &step) const {
    auto [number, position] = step.movers.front();
    const Program &program = number == system.components.size() ? system.monitor->program : system.components[number];
    return program.transitions[position].action;
  }

  LabelId labelOf(uint32_t state, const FiniteStates::Successor &successor) {
    const ProgramAction &action = actionOf(successor.step);
    if (action.label == LabelTable::Tau || llvm::is_contained(system.hidden, action.label))
      return LabelTable::Tau;
    if (successor.input)
      return valueLabel(*system.labels, action.label, *successor.input);
    if (action.kind != ActionKind::Write)
      return action.label;
    ValueRow row = states.row(state);
    return states.evaluator().holds(action.defined, row)
               ? valueLabel(*system.labels, action.label, states.evaluator().evaluate(action.value, row))
               : system.labels->intern((system.labels->text(action.label) + ".undefined").str());
  }

  void addSteps(uint32_t state) {
    uint64_t unlimited = std::numeric_limits<uint64_t>::max();
    StateId from = pointOf(state);
    states.successors(state, unlimited, [&](const FiniteStates::Successor &successor) {
      addEdge(from, labelOf(state, successor), pointOf(successor.state));
    });
  }

  const ProgramSystem &system;
  const Budget &budget;
  FiniteStates states;
  LtsBuilder builder;
  std::vector<std::optional<StateId>> points; ///< By number of the state.
  std::optional<StateId> endState;
  uint64_t edgeCount = 0;
  Budget::Limit limit = Budget::Limit::None;
};

} // namespace

llvm::Expected<Lts> tenon::lowerToLts(const ProgramSystem &system, const Budget &budget) {
  assert(!findInfiniteVariable(system.variables));
  return SystemEnumeration(system, budget).run();
}
