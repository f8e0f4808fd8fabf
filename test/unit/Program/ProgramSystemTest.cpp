//===- ProgramSystemTest.cpp - Steps of compositions ----------------------===//

#include "RandomPrograms.h"

#include "llvm/ADT/STLExtras.h"

#include <gtest/gtest.h>

#include <set>

using namespace tenon;
using namespace tenon::test;
using llvm::DynamicAPInt;

namespace {

/// Who moves, and the state afterwards, as a text.
std::string describeMove(llvm::ArrayRef<std::pair<uint32_t, uint32_t>> movers, const ConcreteState &after) {
  std::string text;
  for (auto [number, position] : movers)
    text += std::to_string(number) + "." + std::to_string(position) + " ";
  for (Location location : after.place)
    text += " " + std::to_string(static_cast<int32_t>(location));
  for (const DataValue &value : after.values)
    text += " " + printValue(value);
  return text;
}

/// The concrete moves that the symbolic steps from a state stand for.
std::set<std::string> concreteSteps(const ProgramSystem &system, const ConcreteState &state) {
  std::set<std::string> moves;
  auto valueOf = [&](VariableId id) { return state.values[id]; };
  for (const SystemStep &step : stepsFrom(system, state.place)) {
    if (evaluate(step.guard, valueOf).scalar().numerator == 0)
      continue;
    std::vector<ConcreteState> results{{step.target, state.values}};
    for (const SystemStep::Update &update : step.updates) {
      const ProgramVariable &variable = system.variables[update.variable];
      if (update.value) {
        for (ConcreteState &result : results)
          result.values[update.variable] = evaluate(update.value, valueOf);
        continue;
      }
      std::vector<ConcreteState> more;
      for (const DataValue &value : valuesOf(variable, update.index != nullptr)) {
        if (update.low && (value.scalar() < *update.low || *update.high < value.scalar()))
          continue;
        ConcreteState result = results.front();
        if (update.index)
          result.values[update.variable]
              .elements[static_cast<size_t>(static_cast<int64_t>(evaluate(update.index, valueOf).scalar().numerator))] =
              value.scalar();
        else
          result.values[update.variable] = value;
        more.push_back(result);
      }
      results = std::move(more);
    }
    for (const ConcreteState &result : results)
      moves.insert(describeMove(step.movers, result));
  }
  return moves;
}

std::set<std::string> replayedSteps(const ProgramSystem &system, const ConcreteState &state) {
  std::set<std::string> moves;
  auto inputs = [&](const ProgramAction &action) {
    return valuesOf(system.variables[action.target], action.index != nullptr);
  };
  for (const ConcreteMove &move : possibleMoves(system, state, inputs))
    moves.insert(describeMove(move.movers, llvm::cantFail(replayMove(system, state, move))));
  return moves;
}

} // namespace

TEST(ProgramSystem, StepsAreThoseOfTheDefinitions) {
  unsigned violated = 0, stepKinds[5] = {};
  for (uint64_t seed = 0; seed < 400; ++seed) {
    RandomSystems random(seed);
    RandomProgramSystem example = randomProgramSystem(random);
    ProgramSystem &system = example.system;
    system.reading = random.chance(0.5) ? ConstraintReading::Urgent : ConstraintReading::Interleaved;
    ExplicitExploration exploration = explore(system, 200, false);
    violated += exploration.violationDepth.has_value();
    for (const ConcreteState &state : exploration.states) {
      llvm::ArrayRef<Location> locations(state.place);
      if (llvm::is_contained(locations.take_front(system.components.size()), ErrorLocation))
        continue;
      ASSERT_EQ(concreteSteps(system, state), replayedSteps(system, state))
          << "seed " << seed << "\n"
          << example.describe() << describeMove({}, state);
      for (const SystemStep &step : stepsFrom(system, state.place))
        if (step.movers.front().first < system.components.size())
          ++stepKinds[static_cast<int>(
              system.components[step.movers.front().first].transitions[step.movers.front().second].action.kind)];
    }
  }
  // The random systems are worth trying.
  EXPECT_GT(violated, 100U);
  EXPECT_LT(violated, 350U);
  for (unsigned count : stepKinds)
    EXPECT_GT(count, 1000U);
}
