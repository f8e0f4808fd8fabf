//===- AutoVerifierTest.cpp - Whatever answers first ----------------------===//
//
// Verdict and trace are those of the composition, and do not depend on the number of jobs.
//
//===----------------------------------------------------------------------===//

#include "RandomRuleSystems.h"

#include "tenon/AssumeGuarantee/AutoVerifier.h"

#include "llvm/ADT/StringExtras.h"

#include <gtest/gtest.h>

#include <set>

using namespace tenon;
using namespace tenon::test;

namespace {

/// Rounds in which little systems are large.
constexpr AutoOptions SmallRounds{1, 4, 4, 0.001, uint64_t(1) << 20};

std::optional<CheckResult> answered(const RuleSystem &system, const VerifyOptions &options, const AutoOptions &rounds,
                                    const Budget &budget = Budget()) {
  return llvm::cantFail(
      verifyAutomatically(system.network, system.operands, "P", system.property, options, budget, rounds));
}

std::vector<std::string> actions(const CheckResult &result) {
  std::vector<std::string> names;
  for (const Counterexample::Step &step : result.counterexample->trace)
    names.push_back(step.action + " " + llvm::join(step.movers, " "));
  return names;
}

/// That it says nothing that depends on who has answered.
void expectNeutral(const CheckResult &result) {
  EXPECT_EQ(result.method, "auto");
  EXPECT_FALSE(result.searched);
  EXPECT_TRUE(result.assumptions.empty());
  EXPECT_FALSE(result.iterations);
  EXPECT_FALSE(result.membershipQueries);
  EXPECT_FALSE(result.equivalenceQueries);
  EXPECT_FALSE(result.satVariables);
  EXPECT_FALSE(result.engine.empty());
}

} // namespace

TEST(AutoVerifier, AgreesWithTheCompositionWhateverTheJobs) {
  unsigned violated = 0, longer = 0;
  std::set<std::string> engines;
  RuleSystemOptions shape;
  shape.maxSides = 3;
  for (uint64_t seed = 0; seed < 1500; ++seed) {
    SCOPED_TRACE(seed);
    RuleSystem system = randomRuleSystem(seed + 9000000, shape);
    std::optional<size_t> direct = directLength(system);
    violated += direct.has_value();
    VerifyOptions options;
    options.certify = seed % 4 == 0;
    if (seed % 3 == 0)
      options.shortestTraceStates = 1;
    std::optional<CheckResult> first;
    for (unsigned jobs : {1, 2, 5}) {
      options.jobs = jobs;
      // Other budgets let other engines answer first.
      AutoOptions rounds = SmallRounds;
      rounds.roundSeconds = jobs == 2 ? 1e-9 : 0.01;
      rounds.composedStates = jobs == 5 ? 1 : 16;
      std::optional<CheckResult> result = answered(system, options, rounds);
      ASSERT_TRUE(result);
      ASSERT_EQ(result->verdict, direct ? Verdict::Violated : Verdict::Holds) << result->reason;
      if (result->searched) {
        EXPECT_EQ(result->statistics.states, 1U); // The direct search needs no more.
        break;
      }
      expectNeutral(*result);
      engines.insert(result->engine);
      if (options.certify) {
        EXPECT_EQ(result->certified, true);
      }
      if (direct) {
        EXPECT_TRUE(isRunToError(system, *result->counterexample));
        EXPECT_GE(result->counterexample->trace.size(), *direct);
        EXPECT_TRUE(seed % 3 == 0 || result->counterexample->trace.size() == *direct);
        longer += result->counterexample->trace.size() > *direct;
      }
      if (!first) {
        first = std::move(result);
        continue;
      }
      EXPECT_EQ(result->notes, first->notes);
      EXPECT_EQ(result->reason, first->reason);
      if (direct) {
        EXPECT_EQ(actions(*result), actions(*first));
      }
    }
  }
  EXPECT_GT(violated, 400U);
  EXPECT_GT(longer, 0U);
  EXPECT_GE(engines.size(), 3U);
}

/// Where even the learned rule finds no trace with so few queries, the direct search does.
TEST(AutoVerifier, TheDirectSearchIsTheLastResortForTraces) {
  VerifyOptions options;
  options.shortestTraceStates = 1;
  AutoOptions rounds = SmallRounds;
  rounds.traceQueries = 1;
  unsigned violated = 0;
  for (uint64_t seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE(seed);
    RuleSystem system = randomRuleSystem(seed + 9500000);
    std::optional<CheckResult> result = answered(system, options, rounds);
    ASSERT_TRUE(result);
    std::optional<size_t> direct = directLength(system);
    ASSERT_EQ(result->verdict, direct ? Verdict::Violated : Verdict::Holds);
    if (!direct)
      continue;
    ++violated;
    EXPECT_TRUE(isRunToError(system, *result->counterexample));
  }
  EXPECT_GT(violated, 50U);
}

TEST(AutoVerifier, SmallSystemsAreSearched) {
  for (uint64_t seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE(seed);
    RuleSystem system = randomRuleSystem(seed + 9600000);
    std::optional<CheckResult> result = answered(system, {}, {});
    ASSERT_TRUE(result);
    EXPECT_TRUE(result->searched);
    EXPECT_EQ(result->engine, "direct");
    EXPECT_GT(result->statistics.states, 0U);
  }
}

TEST(AutoVerifier, BudgetsAreKept) {
  Budget spent;
  spent.cancel();
  std::optional<CheckResult> result = answered(randomRuleSystem(1), {}, SmallRounds, spent);
  ASSERT_TRUE(result);
  EXPECT_EQ(result->verdict, Verdict::Unknown);
  EXPECT_FALSE(result->reason.empty());
}

TEST(AutoVerifier, PriorityAndSingleComponentsAreLeftToTheChecker) {
  RuleSystem system = randomRuleSystem(1);
  system.operands.resize(1);
  EXPECT_FALSE(answered(system, {}, {}));
  system = randomRuleSystem(1);
  system.network.priority = Priority{LabelMatcher(system.network.table, {system.network.table->intern("a")}), true};
  EXPECT_FALSE(answered(system, {}, {}));
}
