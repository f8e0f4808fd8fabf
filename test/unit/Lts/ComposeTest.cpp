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

namespace {

/// Small networks by hand: a component is a list of transitions.
struct ComposeTest : testing::Test {
  using Edge = std::tuple<StateId, std::string, StateId>;
  Network network{"S", std::make_shared<LabelTable>(), {}, {}, {}, false, {}};

  void component(const std::string &name, const std::vector<Edge> &transitions,
                 std::optional<StateId> end = std::nullopt, const std::vector<std::string> &extra = {}) {
    LtsBuilder builder(network.table);
    builder.reserveStates(end ? *end + 1 : 1);
    for (const auto &[from, text, to] : transitions) {
      builder.reserveStates(from + 1);
      if (to != ErrorState)
        builder.reserveStates(to + 1);
      builder.add(from, network.table->intern(text), to);
    }
    for (const std::string &text : extra)
      builder.addLabel(network.table->intern(text));
    if (end)
      builder.setEnd(*end);
    network.components.push_back({name, std::make_shared<const Lts>(builder.build(name, LtsBuilder::Keep::All))});
  }
  LabelMatcher matcher(const std::string &text) { return LabelMatcher(network.table, {network.table->intern(text)}); }
  Lts composed() {
    llvm::Expected<Lts> lts = compose(network, Budget());
    EXPECT_TRUE(static_cast<bool>(lts));
    return lts ? std::move(*lts) : Lts();
  }
  SafetySearch search(SafetyOptions options = {}) { return searchSafety(network, options, Budget()); }
};

using Labels = std::vector<std::string>;

} // namespace

TEST_F(ComposeTest, SharedActionsNeedAllParticipants) {
  component("P", {{0, "a", 1}, {1, "b", 0}});
  component("Q", {{0, "b", 1}, {1, "c", 0}});
  Lts lts = composed();
  EXPECT_EQ(lts.stateCount(), 4u);
  EXPECT_EQ(lts.transitionCount(), 5u);
  component("IDLE", {}, std::nullopt, {"b"});
  EXPECT_EQ(composed().stateCount(), 2u) << "a label of the alphabet blocks without a transition";
  SafetySearch found = search();
  ASSERT_TRUE(found.deadlock);
  EXPECT_EQ(labelsOf(network, found.deadlock->trace), Labels{"a"});
}

TEST_F(ComposeTest, TheCulpritIsTheFirstInError) {
  component("P", {{0, "a", 1}, {1, "b", 0}});
  component("Q", {{0, "a", 0}, {0, "b", ErrorState}});
  component("R", {{0, "b", ErrorState}});
  SafetySearch found = search();
  ASSERT_TRUE(found.error);
  EXPECT_EQ(found.error->culprit, 1u);
  EXPECT_EQ(labelsOf(network, found.error->trace), (Labels{"a", "b"}));
  EXPECT_EQ(found.error->trace.steps[0].movers, (llvm::SmallVector<uint32_t, 2>{0, 1}));
  EXPECT_EQ(found.error->trace.steps[1].movers, (llvm::SmallVector<uint32_t, 2>{0, 1, 2}));
}

TEST_F(ComposeTest, ASilentMoveToErrorHasItsMover) {
  component("P", {{0, "a", 0}});
  component("Q", {{0, "tau", 1}, {1, "tau", ErrorState}});
  SafetySearch found = search();
  ASSERT_TRUE(found.error);
  EXPECT_EQ(found.error->culprit, 1u);
  EXPECT_EQ(found.error->trace.size(), 2u);
  EXPECT_EQ(found.error->trace.steps[1].movers, (llvm::SmallVector<uint32_t, 2>{1}));
  EXPECT_EQ(replay(network, found.error->trace), ReplayOutcome::Error);
}

TEST_F(ComposeTest, PriorityIsByNamesBeforeHiding) {
  component("P", {{0, "a", 1}, {0, "b", 2}, {1, "c", 0}, {2, "a", 0}});
  network.priority = Priority{matcher("a"), true};
  network.hiding = Hiding{matcher("a"), false};
  Lts lts = composed();
  EXPECT_EQ(lts.stateCount(), 2u);
  EXPECT_EQ(lts.transitionCount(), 2u);
  EXPECT_TRUE(lts.hasTau());
  EXPECT_FALSE(lts.alphabet().find("a"));
  EXPECT_TRUE(lts.alphabet().find("c")) << "it can never happen, but it belongs to the alphabet";
}

TEST_F(ComposeTest, HiddenStepsOfATraceKeepTheirNames) {
  component("P", {{0, "a", 1}, {1, "b", ErrorState}});
  network.hiding = Hiding{matcher("a"), false};
  SafetySearch found = search();
  ASSERT_TRUE(found.error);
  EXPECT_EQ(found.error->trace.steps[0].label, LabelTable::Tau);
  EXPECT_EQ(network.table->text(found.error->trace.steps[0].visibleLabel), "a");
  EXPECT_EQ(network.table->text(found.error->trace.steps[1].label), "b");
}

TEST_F(ComposeTest, EndNeedsAllThatHaveEnd) {
  component("P", {{0, "a", 1}}, 1);
  component("Q", {{0, "b", 1}}, 1);
  Lts lts = composed();
  EXPECT_EQ(lts.stateCount(), 4u);
  ASSERT_TRUE(lts.end());
  EXPECT_EQ(lts.deadlockCount(), 0u);
  EXPECT_FALSE(search().deadlock);
}

TEST_F(ComposeTest, EndIgnoresProcessesWithoutLabelsOfTheirOwn) {
  component("P", {{0, "a", 1}}, 1);
  component("R", {{0, "a", 0}});
  EXPECT_FALSE(search().deadlock);
  EXPECT_TRUE(composed().end());
  component("T", {{0, "c", 1}});
  SafetySearch found = search();
  ASSERT_TRUE(found.deadlock);
  EXPECT_EQ(labelsOf(network, found.deadlock->trace), (Labels{"a", "c"}));
  EXPECT_FALSE(composed().end());
}

TEST_F(ComposeTest, EndStatesAreMerged) {
  component("P", {{0, "a", 1}}, 1);
  component("R", {{0, "a", 1}, {0, "a", 2}});
  Lts lts = composed();
  EXPECT_EQ(lts.stateCount(), 2u);
  EXPECT_EQ(lts.transitionCount(), 1u);
  EXPECT_EQ(lts.end(), 1u);
}

TEST_F(ComposeTest, AnEndThatIsInitialTerminatesExceptInLtsa) {
  component("P", {}, 0);
  EXPECT_FALSE(search().deadlock);
  EXPECT_TRUE(composed().end());
  network.ltsaEndRule = true;
  EXPECT_TRUE(search().deadlock);
  EXPECT_FALSE(composed().end());
}

TEST_F(ComposeTest, ErrorBeforeDeadlockAtEqualLength) {
  component("P", {{0, "a", 1}, {0, "b", ErrorState}});
  SafetySearch both = search();
  EXPECT_TRUE(both.error && both.deadlock);
  SafetySearch first = search({true, true, true});
  EXPECT_TRUE(first.error && !first.deadlock);
}

TEST_F(ComposeTest, ADeadlockEndsTheSearchWhereErrorIsImpossible) {
  component("P", {{0, "a", 1}, {0, "b", 2}, {2, "b", 3}, {3, "b", 4}, {4, "b", 4}});
  SafetySearch found = search();
  ASSERT_TRUE(found.deadlock);
  EXPECT_EQ(found.statistics.states, 3u);
  EXPECT_EQ(search({true, false, false}).statistics.states, 5u);
}

TEST_F(ComposeTest, NoComponents) {
  EXPECT_EQ(composed().stateCount(), 1u);
  EXPECT_TRUE(search().deadlock);
}

TEST_F(ComposeTest, BudgetEndsCleanly) {
  for (int i = 0; i < 40; ++i)
    component("T", {{0, "t." + std::to_string(i), 1}, {1, "t." + std::to_string(i), 0}});
  Budget time;
  time.setTimeout(0.1);
  EXPECT_EQ(searchSafety(network, {}, time).limit, Budget::Limit::Time);
  Budget memory;
  memory.setMaxMemory(static_cast<double>(Budget::residentBytes()) / (1 << 30) + 0.05);
  SafetySearch found = searchSafety(network, {}, memory);
  EXPECT_EQ(found.limit, Budget::Limit::Memory);
  EXPECT_GT(found.statistics.states, 100000u);
  Budget cancelled;
  cancelled.cancel();
  llvm::Expected<Lts> lts = compose(network, cancelled);
  ASSERT_FALSE(static_cast<bool>(lts));
  EXPECT_EQ(llvm::toString(lts.takeError()), "composition of 'S': it was interrupted");
}

/// A chain of one-place buffers that carry values, long enough for state vectors of several words. One value enters and
/// moves to the closed end.
TEST_F(ComposeTest, VectorsOfSeveralWords) {
  constexpr unsigned Length = 40;
  auto link = [](unsigned i, unsigned value) { return "l." + std::to_string(i) + "." + std::to_string(value); };
  for (unsigned i = 0; i < Length; ++i) {
    std::vector<Edge> transitions;
    for (unsigned value = 0; value < 4; ++value) {
      if (i == 0 && value != 2)
        continue;
      transitions.push_back({0, link(i, value), value + 1});
      transitions.push_back({value + 1, link(i + 1, value), 0});
    }
    std::vector<std::string> all;
    for (unsigned value = 0; value < 4; ++value)
      all.insert(all.end(), {link(i, value), link(i + 1, value)});
    component("B", transitions, std::nullopt, all);
  }
  component("CLOSED", {}, std::nullopt, {link(Length, 0), link(Length, 1), link(Length, 2), link(Length, 3)});
  component("ONE", {{0, link(0, 2), 1}}, std::nullopt);
  SafetySearch found = search();
  ASSERT_TRUE(found.deadlock);
  EXPECT_EQ(found.statistics.states, Length + 1);
  EXPECT_EQ(found.deadlock->trace.size(), Length);
  EXPECT_EQ(replay(network, found.deadlock->trace), ReplayOutcome::Deadlock);
  checkAgainstReference(network);
}

/// Random networks padded by large components, so that vectors take several words and fields lie in all of them.
TEST(Compose, RandomWideNetworksAgreeWithReference) {
  for (uint64_t seed = 0; seed < 300 && !testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    RandomSystems random(seed);
    RandomNetworkOptions options;
    options.minComponents = 3;
    options.component.maxStates = 5;
    options.component.tau = random.chance(0.5);
    Network network = random.network(options);
    for (unsigned i = 0; i < 7; ++i) {
      // A counter with 2^12 states of which the first few are reachable.
      LtsBuilder builder(network.table);
      builder.reserveStates(1 << 12);
      LabelId tick = network.table->intern(random.pick(std::vector<std::string>{"tick", "b"}));
      StateId turn = 1 + random.below(2);
      for (StateId s = 0; s < turn; ++s)
        builder.add(s, tick, s + 1 == turn ? 0 : (s + 1));
      builder.add(4000, tick, 4001);
      Component pad{"PAD", std::make_shared<const Lts>(builder.build("PAD", LtsBuilder::Keep::All))};
      network.components.insert(network.components.begin() + random.below(network.components.size() + 1), pad);
    }
    checkAgainstReference(network);
  }
}

/// Many labels: the sets of enabled actions take several words too.
TEST(Compose, RandomNetworksWithManyLabelsAgreeWithReference) {
  for (uint64_t seed = 0; seed < 300 && !testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    RandomSystems random(seed);
    RandomNetworkOptions options;
    options.component.labelPool.clear();
    for (int i = 0; i < 200; ++i)
      options.component.labelPool.push_back((i % 3 == 0 ? "a." : i % 3 == 1 ? "b." : "c.") + std::to_string(i));
    options.component.minLabels = 60;
    options.component.maxLabels = 200;
    options.component.maxStates = 5;
    options.component.density = 20;
    checkAgainstReference(random.network(options));
  }
}

TEST(Compose, IsCommutativeAndAssociative) {
  for (uint64_t seed = 0; seed < 500 && !testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    RandomSystems random(seed);
    RandomNetworkOptions options;
    options.minComponents = options.maxComponents = 3;
    // The END rule looks at all components at once: it is not associative.
    options.component.end = false;
    options.priority = options.hiding = false;
    options.component.maxStates = 5;
    Network network = random.network(options);
    auto product = [&](std::vector<Component> components) {
      Network part = network;
      part.components = std::move(components);
      llvm::Expected<Lts> lts = compose(part, Budget());
      EXPECT_TRUE(static_cast<bool>(lts));
      return Component{"S", std::make_shared<const Lts>(std::move(*lts))};
    };
    const Component &p = network.components[0], &q = network.components[1], &r = network.components[2];
    Component whole = product({p, q, r});
    EXPECT_TRUE(naivelyBisimilar(*whole.lts, *product({r, q, p}).lts));
    EXPECT_TRUE(naivelyBisimilar(*whole.lts, *product({product({p, q}), r}).lts));
    EXPECT_TRUE(naivelyBisimilar(*whole.lts, *product({p, product({q, r})}).lts));
    EXPECT_EQ(whole.lts->stateCount(), product({product({p, q}), r}).lts->stateCount());
  }
}

TEST(Compose, ReplayRejectsWhatCannotHappen) {
  for (uint64_t seed = 0; seed < 500; ++seed) {
    RandomSystems random(seed);
    Network network = random.network();
    SafetySearch found = searchSafety(network, {}, Budget());
    if (!found.error || found.error->trace.size() < 2)
      continue;
    NaiveComposition naive(network);
    Trace trace = found.error->trace;
    trace.steps.pop_back();
    std::optional<ReplayOutcome> shorter = replay(network, trace);
    ASSERT_TRUE(shorter);
    EXPECT_NE(shorter, ReplayOutcome::Error) << "a shortest trace has no shorter one in it";
    Trace swapped = found.error->trace;
    swapped.steps[0].visibleLabel = swapped.steps[0].label = network.table->intern("nowhere");
    EXPECT_FALSE(replay(network, swapped));
    Trace moved = found.error->trace;
    moved.steps[0].movers.push_back(static_cast<uint32_t>(network.components.size()));
    EXPECT_FALSE(replay(network, moved));
    Trace unmoved = found.error->trace;
    unmoved.steps[0].movers.clear();
    EXPECT_FALSE(replay(network, unmoved));
  }
}
