//===- CompositionalTest.cpp - Compositional minimization -----------------===//

#include "../../../lib/Lts/CompositionalReducer.h"
#include "RandomSystems.h"

#include "tenon/Lts/Compositional.h"

#include <gtest/gtest.h>

using namespace tenon;
using namespace tenon::test;

namespace {

SafetySearch compositional(const Network &network, const SafetyOptions &options = {},
                           CompositionalStatistics *statistics = nullptr) {
  return llvm::cantFail(searchCompositional(network, options, Budget(), statistics));
}

std::string describe(const Network &network) {
  std::string text;
  for (const Component &c : network.components)
    text += test::describe(*c.lts) + "\n";
  return text + (network.ltsaEndRule ? "LTSA's END rule\n" : "");
}

/// Verdicts against those of the plain search, and the traces against the interpreter.
void checkAgainstSearch(const Network &network) {
  SCOPED_TRACE(describe(network));
  SafetySearch expected = searchSafety(network, {}, Budget());
  auto check = [&](const SafetySearch &found, bool error, bool deadlock) {
    EXPECT_EQ(found.limit, Budget::Limit::None);
    ASSERT_EQ(found.error.has_value(), error && expected.error);
    ASSERT_EQ(found.deadlock.has_value(), deadlock && expected.deadlock);
    if (found.error) {
      EXPECT_TRUE(canReplayTo(network, found.error->trace, ReplayOutcome::Error));
      ASSERT_TRUE(found.error->culprit.has_value());
      EXPECT_TRUE(network.components[*found.error->culprit].lts->hasError());
    }
    if (found.deadlock) {
      EXPECT_TRUE(canReplayTo(network, found.deadlock->trace, ReplayOutcome::Deadlock));
    }
  };
  check(compositional(network), true, true);
  check(compositional(network, {false, true, false}), false, true);
  check(compositional(network, {true, false, false}), true, false);
  SafetySearch first = compositional(network, {true, true, true});
  EXPECT_EQ(first.error || first.deadlock, expected.error || expected.deadlock);
  EXPECT_FALSE(first.error && first.deadlock);
}

TEST(Compositional, RandomNetworksGiveTheVerdictsOfTheSearch) {
  RandomNetworkOptions options;
  options.priority = false;
  RandomNetworkOptions wide = options;
  wide.minComponents = 4;
  wide.maxComponents = 6;
  wide.component.maxStates = 4;
  wide.component.labelPool = {"a", "b", "c", "d", "e", "f", "g"};
  wide.component.errorShare = 0.02;
  RandomNetworkOptions silent = options;
  silent.component.tauShare = 0.6;
  silent.component.stop = false;
  silent.component.error = false;
  silent.property = false;
  for (uint64_t seed = 0; seed < 4000; ++seed)
    for (const RandomNetworkOptions &shape : {options, wide, silent}) {
      RandomSystems random(seed);
      Network network = random.network(shape);
      network.ltsaEndRule = random.chance(0.3);
      checkAgainstSearch(network);
      if (HasFailure())
        FAIL() << "seed " << seed;
    }
}

/// Without the mark, a component that moves silently for ever is taken for one that has stopped.
TEST(Compositional, DivergenceMustBeMarked) {
  RandomNetworkOptions options;
  options.priority = false;
  unsigned wrong = 0;
  for (uint64_t seed = 0; seed < 1000; ++seed) {
    RandomSystems random(seed);
    Network network = random.network(options);
    bool expected = searchSafety(network, {false, true, false}, Budget()).deadlock.has_value();
    SafetySearch broken =
        detail::searchCompositional(network, {false, true, false}, {true, false, false}, Budget(), nullptr);
    wrong += broken.deadlock.has_value() != expected;
  }
  EXPECT_GT(wrong, 0u);
}

/// A component from (from, label, to) triples; `end` is the END state, if any.
Component component(const std::shared_ptr<LabelTable> &table,
                    const std::vector<std::tuple<StateId, std::string, StateId>> &edges,
                    std::optional<StateId> end = {}, const std::vector<std::string> &extra = {}) {
  LtsBuilder builder(table);
  builder.reserveStates(1);
  for (const auto &[from, label, to] : edges) {
    builder.reserveStates(std::max(from, to == ErrorState ? 0 : to) + 1);
    builder.add(from, table->intern(label), to);
  }
  for (const std::string &label : extra)
    builder.addLabel(table->intern(label));
  if (end)
    builder.setEnd(*end);
  return {"P", std::make_shared<const Lts>(builder.build("P", LtsBuilder::Keep::All))};
}

TEST(Compositional, EndRule) {
  auto table = std::make_shared<LabelTable>();
  Component ends = component(table, {{0, "a", 1}}, 1), loops = component(table, {{0, "a", 0}});
  Component stops = component(table, {{0, "b", 1}}), silent = component(table, {{0, "tau", 0}});
  Component ended = component(table, {}, 0), stopped = component(table, {});
  auto deadlocks = [&](std::vector<Component> components, bool ltsaEndRule = false) {
    Network network{"S", table, std::move(components), {}, {}, ltsaEndRule, {}};
    bool plain = searchSafety(network, {}, Budget()).deadlock.has_value();
    EXPECT_EQ(compositional(network).deadlock.has_value(), plain);
    return plain;
  };
  EXPECT_FALSE(deadlocks({ends}));
  EXPECT_FALSE(deadlocks({ends, loops}));
  EXPECT_FALSE(deadlocks({ends, loops, loops}));
  EXPECT_FALSE(deadlocks({ends, stopped}));
  EXPECT_TRUE(deadlocks({ends, stops}));
  EXPECT_TRUE(deadlocks({ends, stops, loops}));
  EXPECT_FALSE(deadlocks({ends, stops, silent}));
  EXPECT_FALSE(deadlocks({ended}));
  EXPECT_TRUE(deadlocks({ended}, true));
  EXPECT_FALSE(deadlocks({ended, ends}, true));
  EXPECT_TRUE(deadlocks({stopped}));
  EXPECT_TRUE(deadlocks({stopped, stopped, stopped}));
}

TEST(Compositional, SaysWhereItDoesNotApply) {
  RandomSystems random(1);
  Network network = random.network();
  network.priority = Priority();
  llvm::Expected<SafetySearch> result = searchCompositional(network, {}, Budget());
  ASSERT_FALSE(static_cast<bool>(result));
  EXPECT_NE(llvm::toString(result.takeError()).find("priority"), std::string::npos);
}

TEST(Compositional, NothingAtAllIsADeadlock) {
  Network network{"S", std::make_shared<LabelTable>(), {}, {}, {}, false, {}};
  SafetySearch result = compositional(network);
  ASSERT_TRUE(result.deadlock.has_value());
  EXPECT_EQ(result.deadlock->trace.size(), 0u);
}

TEST(Compositional, EndsWithTheBudget) {
  RandomSystems random(3);
  RandomNetworkOptions options;
  options.priority = false;
  options.component.minStates = 200;
  options.component.maxStates = 300;
  options.minComponents = options.maxComponents = 4;
  Network network = random.network(options);
  Budget budget;
  budget.cancel();
  SafetySearch result = llvm::cantFail(searchCompositional(network, {}, budget));
  EXPECT_EQ(result.limit, Budget::Limit::Cancelled);
}

Component cycle(const std::shared_ptr<LabelTable> &table, const std::vector<std::string> &labels) {
  std::vector<std::tuple<StateId, std::string, StateId>> edges;
  for (StateId s = 0; s < labels.size(); ++s)
    edges.emplace_back(s, labels[s], (s + 1) % labels.size());
  return component(table, edges);
}

Network dining(unsigned n) {
  Network network{"DINERS", std::make_shared<LabelTable>(), {}, {}, {}, false, {}};
  auto at = [](unsigned i, const char *what) { return "phil." + std::to_string(i) + "." + what; };
  for (unsigned i = 0; i < n; ++i) {
    network.components.push_back(cycle(network.table, {at(i, "sitdown"), at(i, "right.get"), at(i, "left.get"),
                                                       at(i, "eat"), at(i, "left.put"), at(i, "right.put")}));
    std::string mine = at(i, "left"), neighbors = at((i + n - 1) % n, "right");
    network.components.push_back(component(
        network.table,
        {{0, mine + ".get", 1}, {1, mine + ".put", 0}, {0, neighbors + ".get", 1}, {1, neighbors + ".put", 0}}));
  }
  return network;
}

Network buffers(unsigned n) {
  Network network{"CHAIN", std::make_shared<LabelTable>(), {}, {}, {}, false, {}};
  auto link = [](unsigned i) { return "link." + std::to_string(i); };
  for (unsigned i = 0; i < n; ++i)
    network.components.push_back(cycle(network.table, {link(i), link(i + 1)}));
  return network;
}

/// Stations that pass a token on; the first has it.
Network tokenRing(unsigned n) {
  Network network{"RING", std::make_shared<LabelTable>(), {}, {}, {}, false, {}};
  auto pass = [n](unsigned i) { return "pass." + std::to_string(i % n); };
  for (unsigned i = 0; i < n; ++i) {
    std::string work = "work." + std::to_string(i);
    if (i == 0)
      network.components.push_back(cycle(network.table, {work, pass(1), pass(0)}));
    else
      network.components.push_back(cycle(network.table, {pass(i), work, pass(i + 1)}));
  }
  return network;
}

TEST(Compositional, DiningPhilosophers) {
  Network network = dining(50);
  CompositionalStatistics statistics;
  SafetySearch result = compositional(network, {}, &statistics);
  ASSERT_TRUE(result.deadlock.has_value());
  EXPECT_FALSE(result.error.has_value());
  EXPECT_EQ(replay(network, result.deadlock->trace), ReplayOutcome::Deadlock);
  EXPECT_LT(statistics.largestStates, 10000u);
}

TEST(Compositional, LongChainsAndRings) {
  for (const Network &network : {buffers(100), tokenRing(50)}) {
    CompositionalStatistics statistics;
    SafetySearch result = compositional(network, {}, &statistics);
    EXPECT_FALSE(result.deadlock.has_value());
    EXPECT_LT(statistics.largestStates, 10000u);
  }
}

TEST(Compositional, Deterministic) {
  Network network = dining(8);
  SafetySearch first = compositional(network), second = compositional(network);
  ASSERT_EQ(first.deadlock->trace.size(), second.deadlock->trace.size());
  for (size_t i = 0; i < first.deadlock->trace.size(); ++i)
    EXPECT_EQ(first.deadlock->trace.steps[i].visibleLabel, second.deadlock->trace.steps[i].visibleLabel);
}

} // namespace
