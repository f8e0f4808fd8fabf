//===- GoodRuns.cpp - What a constraint leaves alone ----------------------===//

#include "GoodRuns.h"

#include "ComponentBehavior.h"

#include "tenon/Repair/Abduction.h"

#include "llvm/ADT/STLExtras.h"

#include <set>

using namespace llvm;

namespace tenon {

/// A monitor there has still to test something.
static bool isTesting(const ProgramSystem &system, Location location) {
  return location != ErrorLocation &&
         any_of(system.monitor->program.from(location),
                [](const ProgramTransition &transition) { return transition.action.kind == ActionKind::Constraint; });
}

GoodRuns::GoodRuns(const ProgramSystem &system, uint32_t blamed)
    : program(system.components[blamed]), component(blamed) {
  SystemSample sample(system, sourceNumbers(system));
  for (const SystemSample::Run &run : sample.all())
    add(system, run.moves, replayRun(system, run.initialValues, run.moves), run.endsAtViolation);
}

void GoodRuns::add(const ProgramSystem &system, ArrayRef<ConcreteMove> moves, const ReplayedRun &replay,
                   bool endsAtViolation) {
  const auto watcher = static_cast<uint32_t>(system.components.size());
  Run &run = runs.emplace_back();
  std::optional<size_t> tested; ///< So much is good up to the last test.
  std::set<Location> watched{replay.initial.place.back()};
  const ConcreteState *arrived = &replay.initial;
  for (auto [position, step] : enumerate(replay.steps)) {
    const ConcreteState &before = position == 0 ? replay.initial : replay.steps[position - 1].after;
    for (auto [mover, transition] : moves[position].movers) {
      if (mover == component) {
        run.steps.push_back({position, transition, before.values, *arrived});
        arrived = &step.after;
      }
      bool isTested =
          mover == watcher && system.monitor->program.transitions[transition].action.kind == ActionKind::Constraint;
      Location now = step.after.place.back();
      if (mover == watcher && !isTesting(system, now) && (!watched.insert(now).second || isTested))
        run.good.push_back(position + 1);
      tested = isTested && !isTesting(system, now) ? run.good.size() : tested;
    }
  }
  // What is done before a violation is not good for its own sake.
  if (endsAtViolation && tested)
    run.good.resize(*tested);
  total += run.good.empty() ? 0 : run.good.back();
}

std::vector<ConcreteState> GoodRuns::statesBefore(uint32_t transition, size_t most) const {
  std::vector<ConcreteState> states;
  for (const Run &run : runs)
    for (const Step &step : run.steps)
      if (step.transition == transition && states.size() < most && !run.good.empty() &&
          step.position < run.good.back() && !is_contained(states, step.arrived))
        states.push_back(step.arrived);
  return states;
}

size_t GoodRuns::keptBy(ArrayRef<Constraint> constraints) const {
  auto isBlocked = [&](const Step &step) {
    return any_of(constraints, [&](const Constraint &constraint) {
      return program.transitions[step.transition].from == constraint.at &&
             (constraint.actions.empty() || is_contained(constraint.actions, step.transition)) &&
             evaluate(constraint.condition, [&](VariableId id) { return step.before[id]; }).scalar().numerator == 0;
    });
  };
  size_t kept = 0;
  for (const Run &run : runs) {
    auto blocked = find_if(run.steps, isBlocked);
    auto end = blocked == run.steps.end() ? run.good.end() : upper_bound(run.good, blocked->position);
    kept += end == run.good.begin() ? 0 : *std::prev(end);
  }
  return kept;
}

} // namespace tenon
