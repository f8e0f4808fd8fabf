//===- PartialOrderTest.cpp - Stubborn sets -------------------------------===//

#include "ReductionCheck.h"

#include <set>

using namespace tenon;
using namespace tenon::test;

namespace {

constexpr Reductions OrderOnly{true, false};

LtsRef cycle(const std::shared_ptr<LabelTable> &table, const std::vector<std::string> &labels) {
  LtsBuilder builder(table);
  auto n = static_cast<StateId>(labels.size());
  builder.reserveStates(n);
  for (StateId s = 0; s < n; ++s)
    builder.add(s, table->intern(labels[s]), (s + 1) % n);
  return std::make_shared<const Lts>(builder.build("CYCLE"));
}

Network emptyNetwork() {
  return {"S", std::make_shared<LabelTable>(), {}, {}, {}, false, {}};
}

/// Philosophers who take their forks in the same order, all of them or all but the last.
Network dining(unsigned n, bool deadlocks = true) {
  Network network = emptyNetwork();
  auto at = [](unsigned i, const std::string &what) { return "phil." + std::to_string(i) + "." + what; };
  for (unsigned i = 0; i < n; ++i) {
    bool isLeft = !deadlocks && i + 1 == n;
    std::string one = isLeft ? "left" : "right", two = isLeft ? "right" : "left";
    network.components.push_back(
        {at(i, "PHIL"), cycle(network.table, {at(i, "sitdown"), at(i, one + ".get"), at(i, two + ".get"), at(i, "eat"),
                                              at(i, one + ".put"), at(i, two + ".put"), at(i, "arise")})});
    LtsBuilder fork(network.table);
    fork.reserveStates(2);
    for (const std::string &side : {at(i, "left"), at((i + n - 1) % n, "right")}) {
      fork.add(0, network.table->intern(side + ".get"), 1);
      fork.add(1, network.table->intern(side + ".put"), 0);
    }
    network.components.push_back({at(i, "FORK"), std::make_shared<const Lts>(fork.build("FORK"))});
  }
  return network;
}

/// N switches that go on and off, and one process that fails after n steps of its own.
Network switchesAndFailure(unsigned n) {
  Network network = emptyNetwork();
  for (unsigned i = 0; i < n; ++i) {
    std::string t = "t." + std::to_string(i);
    network.components.push_back({t, cycle(network.table, {t + ".on", t + ".off"})});
  }
  LtsBuilder failing(network.table);
  failing.reserveStates(n + 1);
  for (StateId s = 0; s < n; ++s)
    failing.add(s, network.table->intern("step." + std::to_string(s)), s + 1);
  failing.add(n, network.table->intern("fail"), ErrorState);
  network.components.push_back({"FAILING", std::make_shared<const Lts>(failing.build("FAILING"))});
  return network;
}

} // namespace

TEST(PartialOrder, VerdictsAreThoseOfThePlainSearch) {
  ReductionCounts counts = compareMany(OrderOnly, 0, 12000);
  EXPECT_GT(counts.errors, 1000u);
  EXPECT_GT(counts.deadlocks, 1000u);
  EXPECT_GT(counts.clean, 1000u);
  EXPECT_GT(counts.reduced, 300u);
}

TEST(PartialOrder, TheDeadlockOfManyPhilosophersIsFoundAtOnce) {
  for (unsigned n : {5u, 10u, 20u, 50u, 100u}) {
    Network network = dining(n);
    ReducedSearch found = searchReduced(network, {}, Budget(), OrderOnly);
    ASSERT_TRUE(found.deadlock);
    EXPECT_EQ(found.deadlock->trace.size(), 2 * n);
    EXPECT_TRUE(canReplayTo(network, found.deadlock->trace, ReplayOutcome::Deadlock));
    EXPECT_LE(found.statistics.states, 6 * n * n) << n;
  }
}

TEST(PartialOrder, InARingTheyAreFoundWithEvenLess) {
  Network network = dining(30);
  ReducedSearch found = searchReduced(network, {}, Budget(), {true, true});
  ASSERT_TRUE(found.deadlock);
  EXPECT_TRUE(canReplayTo(network, found.deadlock->trace, ReplayOutcome::Deadlock));
  EXPECT_LE(found.statistics.states, 30u * 30u);
}

TEST(PartialOrder, AbsenceOfDeadlockNeedsFewerStates) {
  Network network = dining(5, false);
  SafetySearch plain = searchSafety(network, {}, Budget());
  ReducedSearch reduced = searchReduced(network, {}, Budget(), OrderOnly);
  EXPECT_FALSE(plain.deadlock);
  EXPECT_FALSE(reduced.deadlock);
  EXPECT_LT(reduced.statistics.states * 4, plain.statistics.states);
}

TEST(PartialOrder, EndlessCyclesDoNotHideAnError) {
  Network network = switchesAndFailure(12);
  ReducedSearch found = searchReduced(network, {true, false, false}, Budget(), OrderOnly);
  ASSERT_TRUE(found.error);
  EXPECT_TRUE(canReplayTo(network, found.error->trace, ReplayOutcome::Error));
  EXPECT_LT(found.statistics.states, 1000u);

  detail::ReductionRules rules;
  rules.stubborn.ignoring = false;
  EXPECT_FALSE(detail::searchReduced(network, {true, false, false}, Budget(), OrderOnly, rules).error)
      << "without the condition the first switch goes on and off for ever";
}

TEST(PartialOrder, SomethingDisabledMayBecomeAnAlternative) {
  // P may do a, or c after Q has done b; after c there is a deadlock, which disappears if a is always done first.
  Network network = emptyNetwork();
  LtsBuilder p(network.table), q(network.table);
  p.reserveStates(3);
  p.add(0, network.table->intern("a"), 1);
  p.add(1, network.table->intern("d"), 1);
  p.add(0, network.table->intern("c"), 2);
  q.reserveStates(3);
  q.add(0, network.table->intern("b"), 1);
  q.add(1, network.table->intern("c"), 2);
  network.components.push_back({"P", std::make_shared<const Lts>(p.build("P"))});
  network.components.push_back({"Q", std::make_shared<const Lts>(q.build("Q"))});
  EXPECT_TRUE(searchReduced(network, {}, Budget(), OrderOnly).deadlock);
  detail::ReductionRules rules;
  rules.stubborn.disabled = false;
  EXPECT_FALSE(detail::searchReduced(network, {}, Budget(), OrderOnly, rules).deadlock);
}

TEST(PartialOrder, EveryConditionIsNeeded) {
  for (bool detail::StubbornRules::*rule :
       {&detail::StubbornRules::shared, &detail::StubbornRules::disabled, &detail::StubbornRules::ignoring}) {
    detail::ReductionRules rules;
    rules.stubborn.*rule = false;
    EXPECT_TRUE(firstWrongVerdict(OrderOnly, rules, 6000));
  }
}

TEST(PartialOrder, WhatIsExcludedIsUnreachable) {
  unsigned excluded = 0;
  for (uint64_t seed = 0; seed < 1000; ++seed) {
    Network network = randomNetwork(seed);
    detail::Product product(network);
    detail::Participation participation(product);
    detail::Exclusions exclusions(product, participation);
    detail::Expander<0> expander(product);
    std::set<std::vector<uint64_t>> seen{product.initial()};
    std::vector<std::vector<uint64_t>> queue(seen.begin(), seen.end());
    detail::SuccessorBuffer buffer(product.words());
    for (size_t i = 0; i < queue.size(); ++i) {
      std::vector<uint64_t> state = queue[i];
      auto stateOf = [&](uint32_t c) { return product.componentState(state.data(), c); };
      buffer.clear();
      expander.expand(state.data(), buffer);
      for (Action a = 1; a <= product.alphabet().size(); ++a)
        for (const auto &p : participation.of(a))
          exclusions.forEach(a, p.component, stateOf(p.component), stateOf, [&](uint32_t) {
            ++excluded;
            for (size_t k = 0; k < buffer.size(); ++k)
              ASSERT_NE(buffer.action(k), a) << "seed " << seed << "\n" << describe(network);
          });
      for (size_t k = 0; k < buffer.size(); ++k)
        if (std::vector<uint64_t> next(buffer.vector(k), buffer.vector(k) + product.words());
            !buffer.isError(k) && seen.insert(next).second)
          queue.push_back(next);
    }
  }
  EXPECT_GT(excluded, 1000u);
}

TEST(PartialOrder, PriorityTurnsItOff) {
  Network network = dining(4);
  network.priority = Priority{LabelMatcher(network.table, {network.table->intern("phil.1.eat")}), true};
  ReducedSearch found = searchReduced(network, {}, Budget(), OrderOnly);
  EXPECT_EQ(found.notes.front(), "partial order: off, because action priority lets every action depend on all others");
  EXPECT_EQ(found.deadlock->trace.size(), searchSafety(network, {}, Budget()).deadlock->trace.size());
}
