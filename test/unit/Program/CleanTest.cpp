//===- CleanTest.cpp - Cleaning changes no behavior -----------------------===//

#include "RandomPrograms.h"

#include "tenon/Program/Clean.h"

#include "llvm/ADT/STLExtras.h"

#include <gtest/gtest.h>

#include <set>

using namespace tenon;
using namespace tenon::test;
using llvm::DynamicAPInt;

namespace {

std::string describeState(const ProgramSystem &system, const ConcreteState &state) {
  std::string text;
  for (auto [i, location] : llvm::enumerate(state.place)) {
    const Program &program = i < system.components.size() ? system.components[i] : system.monitor->program;
    text += location == ErrorLocation ? "ERROR " : program.locations[location].name + " ";
  }
  for (const DataValue &value : state.values)
    text += printValue(value) + " ";
  return text;
}

/// All that a system can do: for each reachable state, the states that one step leads to.
std::set<std::string> behaviorOf(const ProgramSystem &system, size_t maxStates) {
  std::set<std::string> behavior;
  ExplicitExploration exploration = explore(system, maxStates, false);
  auto inputs = [&](const ProgramAction &action) {
    return valuesOf(system.variables[action.target], action.index != nullptr);
  };
  for (const ConcreteState &state : exploration.states) {
    std::string before = describeState(system, state) + (isViolation(system, state.place) ? "! " : "");
    behavior.insert(before);
    if (before.find("ERROR") == std::string::npos && exploration.complete)
      for (const ConcreteMove &move : possibleMoves(system, state, inputs))
        behavior.insert(before + "-> " + describeState(system, llvm::cantFail(replayMove(system, state, move))));
  }
  if (!exploration.complete)
    behavior.clear();
  return behavior;
}

} // namespace

TEST(Clean, ChangesNoBehavior) {
  unsigned removedLocations = 0, removedTransitions = 0, removedConditions = 0, compared = 0;
  for (uint64_t seed = 0; seed < 300; ++seed) {
    RandomSystems random(seed);
    RandomProgramOptions options;
    options.maxComponents = 2;
    options.totalVariables = 3;
    RandomProgramSystem example = randomProgramSystem(random, options);
    ProgramSystem after = example.system;
    for (Program &component : after.components) {
      size_t locations = component.locations.size(), transitions = component.transitions.size();
      size_t conditions = llvm::count_if(component.transitions, [](const auto &t) { return t.action.defined; });
      component = cleaned(std::move(component), after.variables, *after.terms);
      removedLocations += locations - component.locations.size();
      removedTransitions += transitions - component.transitions.size();
      removedConditions +=
          conditions - llvm::count_if(component.transitions, [](const auto &t) { return t.action.defined; });
    }
    std::set<std::string> expected = behaviorOf(example.system, 300);
    if (expected.empty())
      continue;
    ++compared;
    ASSERT_EQ(expected, behaviorOf(after, 1000)) << "seed " << seed << "\n" << example.describe();
  }
  EXPECT_GT(compared, 150U);
  EXPECT_GT(removedLocations, 50U);
  EXPECT_GT(removedTransitions, 50U);
  EXPECT_GT(removedConditions, 50U);
}

TEST(Clean, DecidesByRanges) {
  TermContext terms;
  std::vector<ProgramVariable> variables(2);
  variables[0].low = Rational(DynamicAPInt(0));
  variables[0].high = Rational(DynamicAPInt(3));
  variables[1].sort = Sort::bits(8);
  Term x = terms.variable(0, Sort::integer());
  auto simplified = [&](Term term) {
    return printTerm(simplifiedByRanges(term, variables, terms), [](VariableId id) { return id == 0 ? "x" : "b"; });
  };
  EXPECT_EQ(simplified(terms.less(x, terms.integer(4))), "true");
  EXPECT_EQ(simplified(terms.less(x, terms.integer(3))), "x < 3");
  EXPECT_EQ(simplified(terms.lessEqual(terms.multiply(terms.integer(2), x), terms.integer(6))), "true");
  EXPECT_EQ(simplified(terms.equal(terms.add(x, x), terms.integer(7))), "false");
  Term remainder = terms.make(TermOp::Remainder, {x, terms.integer(2)}, Sort::integer());
  EXPECT_EQ(simplified(terms.andOf({terms.less(remainder, terms.integer(2)), terms.less(x, terms.integer(2))})),
            "x < 2");
  Term b = terms.variable(1, Sort::bits(8)), one = terms.number(Sort::bits(8), DynamicAPInt(1));
  EXPECT_EQ(simplified(terms.less(terms.add(b, one), one)), "b + 1 < 1"); // It wraps around.
}
