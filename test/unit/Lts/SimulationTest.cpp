//===- SimulationTest.cpp - Simulation against its definition -------------===//

#include "RandomSystems.h"

#include "tenon/Check/CertifySimulation.h"
#include "tenon/Lts/Relations.h"
#include "tenon/Lts/Simulation.h"

#include <gtest/gtest.h>

#include <set>

namespace tenon::test {
namespace {

RandomLtsOptions shape(uint64_t seed) {
  RandomLtsOptions options;
  options.maxStates = 2 + seed % 7;
  options.maxLabels = 1 + seed % 3;
  options.density = seed % 3 ? 1.9 : 1.2;
  options.error = seed % 4 == 0;
  options.tau = seed % 2 == 0;
  options.end = seed % 3 == 0;
  return options;
}

/// The greatest simulation on one LTS: pairs (less, greater).
std::set<std::pair<StateId, StateId>> naivePreorder(const Lts &lts) {
  std::set<std::pair<StateId, StateId>> pairs;
  for (StateId p = 0; p < lts.stateCount(); ++p)
    for (StateId q = 0; q < lts.stateCount(); ++q)
      if (lts.end() != p || lts.end() == q)
        pairs.insert({p, q});
  auto isAnswered = [&](const Transition &move, StateId q) {
    for (const Transition &answer : lts.successors(q, move.action))
      if (move.target == ErrorState ? answer.target == ErrorState
                                    : answer.target != ErrorState && pairs.count({move.target, answer.target}))
        return true;
    return false;
  };
  for (size_t before = 0; before != pairs.size();) {
    before = pairs.size();
    std::erase_if(pairs, [&](const auto &pair) {
      return llvm::any_of(lts.successors(pair.first), [&](const Transition &t) { return !isAnswered(t, pair.second); });
    });
  }
  return pairs;
}

TEST(Simulation, preorderIsTheGreatestSimulation) {
  Budget budget;
  for (uint64_t seed = 0; seed < 1500; ++seed) {
    RandomSystems random(seed);
    RandomLtsOptions options = shape(seed);
    options.maxStates *= 2;
    Lts lts = random.lts(options);
    SimulationPreorder preorder = llvm::cantFail(simulationPreorder(lts, budget));
    auto pairs = naivePreorder(lts);
    for (StateId p = 0; p < lts.stateCount(); ++p)
      for (StateId q = 0; q < lts.stateCount(); ++q) {
        ASSERT_EQ(preorder.simulates(q, p), pairs.count({p, q}) != 0) << seed << ": " << p << ", " << q;
        ASSERT_EQ(preorder.classes().blockOf[p] == preorder.classes().blockOf[q],
                  pairs.count({p, q}) && pairs.count({q, p}))
            << seed;
      }
  }
}

TEST(Simulation, minimizationIsEquivalentAndMinimal) {
  Budget budget;
  size_t smaller = 0;
  for (uint64_t seed = 0; seed < 1000; ++seed) {
    RandomSystems random(seed);
    RandomLtsOptions options = shape(seed);
    options.maxStates *= 2;
    Lts lts = random.lts(options);
    Lts minimal = llvm::cantFail(minimizedBySimulation(lts, budget));
    EXPECT_TRUE(llvm::cantFail(compareLts(lts, minimal, Equivalence::Simulation, budget)).equivalent) << seed;
    EXPECT_EQ(*certifySimulation(lts, minimal, {}, budget) && *certifySimulation(minimal, lts, {}, budget), true);
    EXPECT_TRUE(identical(minimal, llvm::cantFail(minimizedBySimulation(minimal, budget)))) << seed;
    auto pairs = naivePreorder(minimal);
    for (auto [p, q] : pairs)
      EXPECT_TRUE(p == q || !pairs.count({q, p})) << seed;
    Lts strong = llvm::cantFail(minimized(lts, Equivalence::Strong, budget));
    EXPECT_LE(minimal.stateCount(), strong.stateCount());
    smaller += minimal.stateCount() < strong.stateCount() || minimal.transitionCount() < strong.transitionCount();
  }
  EXPECT_GT(smaller, 50U);
}

/// A random system, and another that is like it: random pairs are rarely simulated.
std::pair<Lts, Lts> randomPair(RandomSystems &random, uint64_t seed) {
  Lts left = random.lts(shape(seed), "L");
  if (seed % 3 == 0)
    return {left, random.lts(shape(seed), "R")};
  LtsBuilder builder(left.alphabet().table());
  builder.reserveStates(left.stateCount());
  if (left.end())
    builder.setEnd(*left.end());
  for (StateId s = 0; s < left.stateCount(); ++s)
    for (const Transition &t : left.successors(s))
      if (!random.chance(0.08))
        builder.add(s, left.alphabet().label(t.action), t.target);
  for (unsigned i = 0; i < 3; ++i) {
    StateId from = random.below(left.stateCount());
    if (left.end() != from)
      builder.add(from, left.alphabet().label(random.below(left.alphabet().size() + 1)),
                  random.below(left.stateCount()));
  }
  return {left, builder.build("R")};
}

TEST(Simulation, searchAgreesWithTheDefinition) {
  Budget budget;
  size_t simulated = 0, refuted = 0;
  for (uint64_t seed = 0; seed < 4000; ++seed) {
    RandomSystems random(seed);
    auto [left, right] = randomPair(random, seed);
    SimulationOptions options{seed % 5 < 2, seed % 7 < 3};
    SimulationSearch search = searchSimulation(std::make_shared<const Lts>(left), right, options, budget);
    EXPECT_EQ(search.simulated, *certifySimulation(left, right, options, budget)) << seed;
    search.simulated ? ++simulated : ++refuted;
    EXPECT_TRUE(search.simulated || certifyTree(left, right, options, search.tree)) << seed << '\n'
                                                                                    << describe(left) << '\n'
                                                                                    << describe(right);
  }
  EXPECT_GT(simulated, 500U);
  EXPECT_GT(refuted, 500U);
}

TEST(Simulation, networksAreNotComposed) {
  Budget budget;
  for (uint64_t seed = 0; seed < 1000; ++seed) {
    RandomSystems random(seed);
    RandomNetworkOptions shapeOfNetwork;
    shapeOfNetwork.component = shape(seed);
    Network network = random.network(shapeOfNetwork);
    Lts whole = llvm::cantFail(compose(network, budget));
    Lts right = random.chance(0.5) ? whole : random.lts(shape(seed), "R");
    SimulationOptions options{seed % 2 == 0, seed % 3 == 0};
    SimulationSearch search = searchSimulation(network, right, options, budget);
    EXPECT_EQ(search.simulated, *certifySimulation(whole, right, options, budget)) << seed;
    EXPECT_TRUE(search.simulated || certifyTree(whole, right, options, search.tree)) << seed;
  }
}

/// Failures that have to come back along a long chain, against the order of the sweeps.
TEST(Simulation, longChains) {
  Budget budget;
  auto table = std::make_shared<LabelTable>();
  LabelId a = table->intern("a"), b = table->intern("b"), c = table->intern("c");
  constexpr StateId Length = 3000;
  for (bool differs : {false, true}) {
    LtsBuilder left(table), right(table);
    left.reserveStates(Length + 1);
    right.reserveStates(2 * Length + 2);
    for (StateId s = 0; s < Length; ++s) {
      left.add(s, a, s + 1);
      for (StateId choice : {0, 1})
        for (StateId next : {2, 3})
          right.add(s == 0 ? 0 : 2 * s + choice, a, 2 * s + next);
    }
    left.add(Length, b, 0);
    left.add(Length, c, 0);
    right.add(2 * Length, b, 0);
    right.add(2 * Length + 1, c, 0);
    if (!differs)
      right.add(2 * Length, c, 0);
    LtsRef p = std::make_shared<const Lts>(left.build("P"));
    SimulationSearch search = searchSimulation(p, right.build("Q"), {}, budget);
    EXPECT_EQ(search.simulated, !differs);
    EXPECT_EQ(search.tree.store.letterCount(search.tree.root), differs ? Length + 2 : 0) << "both b and c";
  }
}

/// A cycle of P against one of Q that is one longer, from every pair of positions: failures come back along all of
/// them.
TEST(Simulation, cyclesOfDifferentLength) {
  Budget budget;
  auto table = std::make_shared<LabelTable>();
  LabelId r = table->intern("r"), a = table->intern("a"), z = table->intern("z");
  constexpr StateId Length = 120;
  for (bool isRescued : {false, true}) {
    LtsBuilder left(table), right(table);
    left.reserveStates(Length + 2);
    right.reserveStates(Length + 4);
    for (StateId s = 1; s <= Length; ++s) {
      left.add(0, r, s);
      left.add(s, a, s > 1 ? s - 1 : Length);
    }
    left.add(1, z, Length + 1);
    for (StateId s = 1; s <= Length + 1; ++s) {
      right.add(0, r, s);
      right.add(s, a, s > 1 ? s - 1 : Length + 1);
      if (s > 1)
        right.add(s, z, Length + 2);
    }
    if (isRescued) {
      right.add(0, r, Length + 3);
      right.add(Length + 3, a, Length + 3);
      right.add(Length + 3, z, Length + 2);
    }
    LtsRef p = std::make_shared<const Lts>(left.build("P"));
    Lts q = right.build("Q");
    SimulationSearch search = searchSimulation(p, q, {}, budget);
    EXPECT_EQ(search.simulated, isRescued);
    EXPECT_TRUE(isRescued || certifyTree(*p, q, {}, search.tree));
    EXPECT_EQ(search.statistics.states, size_t(isRescued ? Length * (Length + 2) + 2 : Length * (Length + 1) + 2));
  }
}

/// 16 bytes in the table at most, and 4 for how a pair fails.
TEST(Simulation, pairsAreSmall) {
  Budget budget;
  RandomSystems random(3);
  RandomLtsOptions options;
  options.maxStates = options.minStates = 4000;
  options.maxLabels = options.minLabels = 3;
  options.density = 4;
  options.error = options.tau = options.end = options.stop = false;
  options.labelPool = {"a", "b", "c"};
  LtsRef left = std::make_shared<const Lts>(random.lts(options));
  LtsBuilder right(random.table());
  right.reserveStates(3);
  for (const char *label : {"a", "b", "c"})
    for (StateId s : {0, 1, 2})
      right.add(s, random.table()->intern(label), (s + 1) % 3), right.add(s, random.table()->intern(label), s);
  SimulationSearch search = searchSimulation(left, right.build("R"), {}, budget);
  EXPECT_TRUE(search.simulated);
  EXPECT_GT(search.statistics.states, 8000U);
  EXPECT_LE(search.statistics.storageBytes, 64 * search.statistics.states);
}

TEST(Simulation, endsWithTheBudget) {
  Budget budget;
  budget.cancel();
  RandomSystems random(3);
  RandomLtsOptions options;
  options.maxStates = options.minStates = 20000;
  options.density = 3;
  options.error = options.end = options.stop = false;
  Lts lts = random.lts(options);
  EXPECT_NE(searchSimulation(std::make_shared<const Lts>(lts), lts, {}, budget).limit, Budget::Limit::None);
  llvm::Expected<SimulationPreorder> preorder = simulationPreorder(lts, budget);
  EXPECT_FALSE(bool(preorder));
  llvm::consumeError(preorder.takeError());
}

} // namespace
} // namespace tenon::test
