//===- EngineTest.cpp - Threads and compression change nothing ------------===//

#include "RandomSystems.h"

#include "../../../lib/Lts/StateStore.h"

#include <gtest/gtest.h>

#include <map>

using namespace tenon;
using namespace tenon::test;

namespace {

std::string describe(const std::optional<SafetySearch::Finding> &finding, const LabelTable &labels) {
  if (!finding)
    return "none";
  std::string text;
  for (const Step &step : finding->trace.steps) {
    text += labels.text(step.visibleLabel).str() + "[";
    for (uint32_t mover : step.movers)
      text += std::to_string(mover) + " ";
    text += "] ";
  }
  return text + (finding->culprit ? "in " + std::to_string(*finding->culprit) : "");
}

/// Everything that may not depend on how the search is carried out.
std::string outcome(const Network &network, SafetyOptions options, unsigned jobs, bool compress) {
  options.jobs = jobs;
  options.compress = compress;
  Budget budget;
  SafetySearch search = searchSafety(network, options, budget);
  return "error " + describe(search.error, *network.table) + "; deadlock " + describe(search.deadlock, *network.table) +
         "; states " + std::to_string(search.statistics.states) + ", transitions " +
         std::to_string(search.statistics.transitions) + ", depth " + std::to_string(search.statistics.depth);
}

TEST(Engine, ThreadsDoNotChangeTheResult) {
  unsigned large = 0;
  for (uint64_t seed = 0; seed < 600; ++seed) {
    RandomSystems systems(seed);
    RandomNetworkOptions options;
    options.minComponents = 2;
    options.maxComponents = 8;
    options.component.maxStates = 8;
    options.component.maxLabels = 3;
    options.component.idleLabels = false;
    options.component.labelPool = {"a.1", "a.2", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n", "o"};
    options.component.errorShare = seed % 3 == 0 ? 0 : 0.02;
    options.component.stop = seed % 3 == 1;
    options.component.nondeterminism = seed % 4 != 0;
    options.component.tau = seed % 4 != 0;
    Network network = systems.network(options);
    SafetyOptions safety;
    safety.stopAtFirst = seed % 5 == 0;
    std::string one = outcome(network, safety, 1, true);
    EXPECT_EQ(one, outcome(network, safety, 2, true)) << "seed " << seed;
    if (seed % 4 == 0) {
      EXPECT_EQ(one, outcome(network, safety, 5, true)) << "seed " << seed;
    }
    Budget budget;
    large += searchSafety(network, {}, budget).statistics.states > 5000;
  }
  EXPECT_GT(large, 10u) << "the threads have hardly had anything to do together";
}

/// Many copies that move in lockstep: as many states, in longer vectors.
TEST(Engine, CompressionDoesNotChangeTheResult) {
  for (uint64_t seed = 0; seed < 300; ++seed) {
    RandomSystems systems(seed);
    RandomNetworkOptions options;
    options.component.nondeterminism = false;
    options.component.tau = false;
    options.priority = false;
    Network network = systems.network(options);
    std::vector<Component> once = network.components;
    for (unsigned copy = systems.between(15, 60); copy > 0; --copy)
      network.components.insert(network.components.end(), once.begin(), once.end());
    std::string plain = outcome(network, {}, 1, false);
    EXPECT_EQ(plain, outcome(network, {}, 1, true)) << "seed " << seed;
    EXPECT_EQ(plain, outcome(network, {}, 3, true)) << "seed " << seed;
    EXPECT_EQ(plain, outcome(network, {}, 3, false)) << "seed " << seed;
  }
}

TEST(Engine, TreesGiveBackTheVectors) {
  RandomSystems random(7);
  for (unsigned words = 2; words <= 9; ++words) {
    Budget budget;
    detail::TreeStore store(words, 1);
    detail::TreeStore::Worker writer(store, 0);
    detail::SuccessorBuffer buffer(words);
    std::map<std::vector<uint64_t>, StateId> known;
    std::vector<std::vector<uint64_t>> states;
    std::vector<uint64_t> parent(words, 0);
    for (unsigned round = 0; round < 3000; ++round) {
      if (!states.empty()) {
        parent = random.pick(states);
        const uint64_t *loaded = writer.load(known[parent]);
        ASSERT_EQ(parent, std::vector<uint64_t>(loaded, loaded + words));
      }
      std::vector<std::vector<uint64_t>> successors;
      for (unsigned i = random.between(states.empty() ? 1 : 0, 4); i > 0; --i) {
        std::vector<uint64_t> next = parent;
        for (unsigned change = random.below(3); change > 0; --change)
          next[random.below(words)] ^= uint64_t(random.below(4)) << random.below(62);
        successors.push_back(next);
      }
      for (const std::vector<uint64_t> &next : successors) {
        buffer.reserve(1);
        std::copy(next.begin(), next.end(), buffer.append(TauAction));
      }
      while (writer.stage(buffer, 0, budget) == detail::Room::Grow)
        ASSERT_TRUE(store.beginGrowth(budget) && store.growShare(0, budget));
      size_t i = 0;
      auto check = [&](Action, StateId number) {
        auto [entry, isNew] = known.try_emplace(successors[i++], number);
        EXPECT_EQ(entry->second, number);
        if (isNew)
          states.push_back(entry->first);
      };
      while (writer.flush(buffer, budget, check) == detail::Room::Grow)
        ASSERT_TRUE(store.beginGrowth(budget) && store.growShare(0, budget));
    }
    EXPECT_EQ(states.size(), store.states().size());
  }
}

/// An observer that counts to three and then goes to ERROR, on networks of one component.
TEST(Engine, ObserverSeesEveryStep) {
  auto table = std::make_shared<LabelTable>();
  LtsBuilder loop(table);
  loop.reserveStates(2);
  loop.add(0, table->intern("a"), 1);
  loop.add(1, LabelTable::Tau, 0);
  LtsBuilder count(table);
  count.addLabel(table->intern("a"));
  count.reserveStates(3);
  for (StateId q = 0; q < 3; ++q) {
    count.add(q, table->intern("a"), q + 1 < 3 ? q + 1 : ErrorState);
    count.add(q, LabelTable::Tau, q);
  }
  Network network;
  network.table = table;
  network.components.push_back({"LOOP", std::make_shared<const Lts>(loop.build("LOOP"))});
  network.observer = Observer{"COUNT", std::make_shared<const Lts>(count.build("COUNT")), false};
  Budget budget;
  SafetySearch search = searchSafety(network, {}, budget);
  ASSERT_TRUE(search.error);
  EXPECT_EQ(search.error->trace.size(), 5u); // a tau a tau a
  EXPECT_EQ(search.error->culprit, 1u);
}

} // namespace
