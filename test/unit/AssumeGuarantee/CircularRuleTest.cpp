//===- CircularRuleTest.cpp - Circular rules on random systems ------------===//
//
// Every verdict is held against the composition of everything, every proof is certified, every counterexample is run.
//
//===----------------------------------------------------------------------===//

#include "RandomRuleSystems.h"

#include <gtest/gtest.h>

using namespace tenon;
using namespace tenon::test;

namespace {

/// Both encodings of both rules, by number; the n-way rule with and without alphabet refinement.
constexpr uint64_t Ways = 6;
VerifyOptions optionsFor(uint64_t way) {
  VerifyOptions options;
  options.rule = way < 2 ? Rule::Circular : Rule::NWay;
  options.encoding = way & 1 ? SatEncoding::Binary : SatEncoding::OneHot;
  options.learning.refineAlphabet = way < 4;
  options.certify = true;
  return options;
}

void expectRight(const RuleSystem &system, const CheckResult &result, const std::optional<size_t> &direct,
                 bool isShortest) {
  std::string text = describe(*system.property);
  for (const Component &component : system.network.components)
    text += '\n' + describe(*component.lts);
  SCOPED_TRACE(result.reason + "\n" + text);
  ASSERT_EQ(result.verdict, direct ? Verdict::Violated : Verdict::Holds);
  EXPECT_EQ(result.certified, true);
  if (direct) {
    ASSERT_TRUE(result.counterexample);
    EXPECT_TRUE(isRunToError(system, *result.counterexample));
    EXPECT_GE(result.counterexample->trace.size(), *direct);
    EXPECT_TRUE(!isShortest || result.counterexample->trace.size() == *direct);
    EXPECT_TRUE(result.assumptions.empty());
    return;
  }
  for (const AssumptionReport &assumption : result.assumptions) {
    EXPECT_TRUE(assumption.lts->isDeterministic());
    EXPECT_FALSE(assumption.lts->hasError());
    EXPECT_EQ(assumption.lts->stateCount(), assumption.automaton.states);
    EXPECT_FALSE(assumption.automaton.source.empty());
  }
}

} // namespace

TEST(CircularRule, AgreesWithTheComposition) {
  uint64_t violated = 0, tried = systemsToTry(3000);
  for (uint64_t seed = 0; seed < tried; ++seed) {
    SCOPED_TRACE(seed);
    RuleSystem system = randomRuleSystem(seed + 10000000);
    std::optional<size_t> direct = directLength(system);
    violated += direct.has_value();
    Budget budget;
    CheckResult results[2];
    for (uint64_t encoding : {0, 1}) {
      results[encoding] = verified(system, optionsFor(encoding), budget);
      expectRight(system, results[encoding], direct, true);
      if (HasFatalFailure())
        return;
    }
    auto sum = [](const CheckResult &result) {
      uint64_t states = 0;
      for (const AssumptionReport &assumption : result.assumptions)
        states += assumption.automaton.states;
      return states;
    };
    EXPECT_EQ(sum(results[0]), sum(results[1]));
  }
  EXPECT_GT(violated, tried / 12);
  EXPECT_LT(violated, tried - tried / 6);
}

TEST(CircularRule, AnyNumberOfSides) {
  uint64_t holds = 0, needsFew = 0, tried = systemsToTry(2000);
  RuleSystemOptions shape;
  shape.maxSides = 5;
  for (uint64_t seed = 0; seed < tried; ++seed) {
    SCOPED_TRACE(seed);
    RuleSystem system = randomRuleSystem(seed + 11000000, shape);
    std::optional<size_t> direct = directLength(system);
    holds += !direct;
    Budget budget;
    for (uint64_t way = 2; way < Ways; ++way) {
      if (seed % 10 != 0 && way != 2 + seed % (Ways - 2))
        continue;
      CheckResult result = verified(system, optionsFor(way), budget);
      expectRight(system, result, direct, true);
      if (HasFatalFailure())
        return;
      needsFew += !direct && result.assumptions.size() < system.network.components.size();
    }
  }
  EXPECT_GT(holds, tried / 10);
  EXPECT_GT(needsFew, tried / 20);
}

/// Where the whole is too large to be searched, the word that shows the violation guides the search.
TEST(CircularRule, GuidedTracesAreRuns) {
  uint64_t found = 0, tried = systemsToTry(1500);
  RuleSystemOptions shape;
  shape.maxSides = 4;
  for (uint64_t seed = 0; seed < tried; ++seed) {
    SCOPED_TRACE(seed);
    RuleSystem system = randomRuleSystem(seed + 12000000, shape);
    std::optional<size_t> direct = directLength(system);
    if (!direct)
      continue;
    ++found;
    Budget budget;
    VerifyOptions options = optionsFor(system.operands.size() == 2 ? seed % 2 : 2 + seed % 4);
    options.shortestTraceStates = 1;
    expectRight(system, verified(system, options, budget), direct, false);
    if (HasFatalFailure())
      return;
  }
  EXPECT_GT(found, tried / 12);
}

TEST(CircularRule, SameProblemSameAnswer) {
  RuleSystemOptions shape;
  shape.minSides = shape.maxSides = 3;
  for (uint64_t seed = 0; seed < 200; ++seed) {
    Budget budget;
    CheckResult results[2];
    for (unsigned i : {0, 1}) {
      VerifyOptions options = optionsFor(seed % 3 ? 2 + seed % 4 : seed / 3 % 2);
      options.jobs = 1 + i;
      results[i] = verified(seed % 3 ? randomRuleSystem(seed, shape) : randomRuleSystem(seed), options, budget);
    }
    EXPECT_EQ(results[0].verdict, results[1].verdict);
    EXPECT_EQ(results[0].iterations, results[1].iterations);
    EXPECT_EQ(results[0].satClauses, results[1].satClauses);
    EXPECT_EQ(results[0].notes, results[1].notes);
    ASSERT_EQ(results[0].assumptions.size(), results[1].assumptions.size());
    for (size_t i = 0; i < results[0].assumptions.size(); ++i)
      EXPECT_EQ(results[0].assumptions[i].automaton.source, results[1].assumptions[i].automaton.source);
  }
}
