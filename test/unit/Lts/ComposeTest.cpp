//===- ComposeTest.cpp - Composition and the search for violations --------===//

#include "NaiveComposition.h"
#include "RandomSystems.h"

#include "tenon/Lts/Compose.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>

using namespace tenon;
using namespace tenon::test;

namespace {

std::vector<std::string> labelsOf(const Network &network, const Trace &trace) {
  std::vector<std::string> result;
  for (const Step &step : trace.steps)
    result.push_back(network.table->text(step.visibleLabel).str());
  return result;
}

std::string describe(const Network &network) {
  std::string text;
  for (const Component &c : network.components)
    text += test::describe(*c.lts) + "\n";
  if (network.priority)
    text += network.priority->listedAreLow ? ">> priority\n" : "<< priority\n";
  if (network.hiding)
    text += network.hiding->expose ? "@ exposing\n" : "\\ hiding\n";
  return text;
}

/// The traces, verdicts and culprits of one network against the reference.
void checkAgainstReference(const Network &network) {
  SCOPED_TRACE(describe(network));
  NaiveComposition naive(network);
  auto error = naive.leastTrace(true), deadlock = naive.leastTrace(false);

  SafetySearch both = searchSafety(network, {}, Budget());
  ASSERT_EQ(both.limit, Budget::Limit::None);
  ASSERT_EQ(both.error.has_value(), error.has_value());
  ASSERT_EQ(both.deadlock.has_value(), deadlock.has_value());
  if (error) {
    EXPECT_EQ(labelsOf(network, both.error->trace), *error);
    EXPECT_EQ(replay(network, both.error->trace), ReplayOutcome::Error);
    EXPECT_TRUE(both.error->culprit.has_value());
  }
  if (deadlock) {
    EXPECT_EQ(labelsOf(network, both.deadlock->trace), *deadlock);
    EXPECT_TRUE(canReplayTo(network, both.deadlock->trace, ReplayOutcome::Deadlock));
  }
  if (!error && !deadlock) {
    EXPECT_EQ(both.statistics.states, naive.stateCount());
    EXPECT_EQ(both.statistics.transitions, naive.transitionCount());
  }

  SafetySearch first = searchSafety(network, {true, true, true}, Budget());
  bool errorFirst = error && (!deadlock || error->size() <= deadlock->size());
  EXPECT_EQ(first.error.has_value(), errorFirst);
  EXPECT_EQ(first.deadlock.has_value(), deadlock && !errorFirst);
  if (first.error) {
    EXPECT_EQ(labelsOf(network, first.error->trace), *error);
  } else if (first.deadlock) {
    EXPECT_EQ(labelsOf(network, first.deadlock->trace), *deadlock);
  }

  SafetySearch onlyDeadlock = searchSafety(network, {false, true, false}, Budget());
  EXPECT_FALSE(onlyDeadlock.error.has_value());
  EXPECT_EQ(onlyDeadlock.deadlock.has_value(), deadlock.has_value());
  SafetySearch onlyError = searchSafety(network, {true, false, false}, Budget());
  EXPECT_FALSE(onlyError.deadlock.has_value());
  EXPECT_EQ(onlyError.error.has_value(), error.has_value());

  SearchStatistics statistics;
  llvm::Expected<Lts> lts = compose(network, Budget(), &statistics);
  ASSERT_TRUE(static_cast<bool>(lts));
  EXPECT_EQ(statistics.states, naive.stateCount());
  EXPECT_EQ(statistics.transitions, naive.transitionCount());
  Lts expected = naive.lts();
  EXPECT_EQ(lts->alphabet(), expected.alphabet());
  EXPECT_EQ(lts->stateCount(), expected.stateCount());
  EXPECT_EQ(lts->transitionCount(), expected.transitionCount());
  EXPECT_EQ(lts->end().has_value(), expected.end().has_value());
  EXPECT_EQ(lts->deadlockCount(), expected.deadlockCount());
  EXPECT_TRUE(naivelyBisimilar(*lts, expected));
  EXPECT_TRUE(identical(*lts, reachable(*lts))) << "numbered breadth first";
}

} // namespace

TEST(Compose, RandomNetworksAgreeWithReference) {
  for (uint64_t seed = 0; seed < 4000 && !testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    RandomSystems random(seed);
    RandomNetworkOptions options;
    options.minComponents = 1;
    options.component.maxStates = random.between(2, 8);
    options.component.nondeterminism = random.chance(0.5);
    options.component.tau = random.chance(0.4);
    options.component.error = random.chance(0.6);
    options.component.density = 1.0 + random.below(3) * 0.5;
    Network network = random.network(options);
    network.ltsaEndRule = random.chance(0.3);
    checkAgainstReference(network);
  }
}
