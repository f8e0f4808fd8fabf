//===- SymmetryTest.cpp - Automorphisms and representatives ---------------===//

#include "../../../lib/Lts/Symmetry.h"
#include "ReductionCheck.h"

#include <set>

using namespace tenon;
using namespace tenon::test;

namespace {

constexpr Reductions SymmetryOnly{false, true}, Both{true, true};

Network emptyNetwork() {
  return {"S", std::make_shared<LabelTable>(), {}, {}, {}, false, {}};
}

struct SymmetryTest : testing::Test {
  using Edge = std::tuple<StateId, std::string, StateId>;
  Network network = emptyNetwork();

  void component(const std::string &name, const std::vector<Edge> &transitions) {
    LtsBuilder builder(network.table);
    for (const auto &[from, text, to] : transitions) {
      builder.reserveStates(from + 1);
      if (to != ErrorState)
        builder.reserveStates(to + 1);
      builder.add(from, network.table->intern(text), to);
    }
    network.components.push_back({name, std::make_shared<const Lts>(builder.build(name, LtsBuilder::Keep::All))});
  }
  static std::string at(unsigned i, const std::string &what) { return "p." + std::to_string(i) + "." + what; }
  void clients(unsigned n) {
    for (unsigned i = 1; i <= n; ++i)
      component("p." + std::to_string(i), {{0, at(i, "enter"), 1}, {1, at(i, "leave"), 0}});
  }
  std::string symmetry() {
    detail::Product product(network);
    return detail::Symmetry(product).describe();
  }
  uint64_t states() { return searchReduced(network, {}, Budget(), SymmetryOnly).statistics.states; }
};

} // namespace

TEST(Symmetry, VerdictsAreThoseOfThePlainSearch) {
  ReductionCounts counts = compareMany(SymmetryOnly, 20000, 12000);
  EXPECT_GT(counts.errors, 1000u);
  EXPECT_GT(counts.deadlocks, 1000u);
  EXPECT_GT(counts.clean, 1000u);
  EXPECT_GT(counts.reduced, 300u);
}

TEST(Symmetry, TogetherWithPartialOrderToo) {
  ReductionCounts counts = compareMany(Both, 40000, 12000);
  EXPECT_GT(counts.errors, 1000u);
  EXPECT_GT(counts.deadlocks, 1000u);
  EXPECT_GT(counts.clean, 1000u);
  EXPECT_GT(counts.reduced, 300u);
}

TEST_F(SymmetryTest, CopiesAreSorted) {
  clients(10);
  EXPECT_EQ(symmetry(), "10 interchangeable components (p.1 to p.10)");
  EXPECT_EQ(states(), 11u);
}

TEST_F(SymmetryTest, ALockThatKnowsItsOwnerIsPermutedWithThem) {
  clients(6);
  std::vector<Edge> lock;
  for (unsigned i = 1; i <= 6; ++i) {
    lock.push_back({0, at(i, "enter"), i});
    lock.push_back({i, at(i, "leave"), 0});
  }
  component("LOCK", lock);
  EXPECT_EQ(symmetry(), "6 interchangeable components (p.1 to p.6)");
  EXPECT_EQ(searchSafety(network, {}, Budget()).statistics.states, 7u);
  EXPECT_EQ(states(), 2u);
}

TEST_F(SymmetryTest, AMonitorThatPrefersOneClientIsNotSymmetric) {
  clients(3);
  component("MONITOR", {{0, at(1, "enter"), 1},
                        {1, at(1, "leave"), 0},
                        {1, at(2, "enter"), 2},
                        {1, at(3, "enter"), 3},
                        {2, at(2, "leave"), 1},
                        {3, at(3, "leave"), 1}});
  EXPECT_EQ(symmetry(), "2 interchangeable components (p.2 to p.3)");
}

TEST_F(SymmetryTest, ARingIsRotated) {
  for (unsigned i = 0; i < 5; ++i) {
    component(at(i, "STATION"), {{0, at(i, "take"), 1}, {1, at((i + 1) % 5, "take"), 0}, {0, at(i, "work"), 0}});
  }
  EXPECT_EQ(symmetry(), "a ring of 5 components (p.0.STATION to p.4.STATION)");
}

TEST_F(SymmetryTest, NestedCopiesAreSortedInsideOut) {
  for (char group : {'1', '2', '3'})
    for (char member : {'1', '2', '3'}) {
      std::string prefix = std::string("p.") + group + ".c." + member;
      component(prefix, {{0, prefix + ".on", 1}, {1, prefix + ".off", 0}});
    }
  // Each group has 0 to 3 members that are on; multisets of three such numbers: 20.
  EXPECT_EQ(states(), 20u);
}

TEST_F(SymmetryTest, ChannelsBetweenPairsArePermuted) {
  for (unsigned i = 1; i <= 3; ++i) {
    std::vector<Edge> node;
    for (unsigned j = 1; j <= 3; ++j)
      if (i != j) {
        std::string out = "c." + std::to_string(i) + "." + std::to_string(j);
        std::string in = "c." + std::to_string(j) + "." + std::to_string(i);
        node.push_back({0, out + ".send", 1});
        node.push_back({0, in + ".receive", 0});
        node.push_back({1, "n." + std::to_string(i) + ".rest", 0});
        component("CHANNEL" + out, {{0, out + ".send", 1}, {1, out + ".receive", 0}});
      }
    component("NODE" + std::to_string(i), node);
  }
  EXPECT_NE(symmetry().find("3 interchangeable"), std::string::npos) << symmetry();
  uint64_t plain = searchSafety(network, {}, Budget()).statistics.states;
  EXPECT_LT(states() * 3, plain);
}

TEST_F(SymmetryTest, PriorityOfOneCopyBreaksIt) {
  clients(3);
  network.priority = Priority{LabelMatcher(network.table, {network.table->intern("p.2")}), true};
  EXPECT_EQ(symmetry(), "2 interchangeable components (p.1 to p.3)");
  network.priority = Priority{LabelMatcher(network.table, {network.table->intern("p")}), true};
  EXPECT_EQ(symmetry(), "3 interchangeable components (p.1 to p.3)");
}

TEST_F(SymmetryTest, NoneIsSaidSo) {
  component("P", {{0, "a", 1}, {1, "b", 0}});
  component("Q", {{0, "b", 1}, {1, "c", ErrorState}});
  ReducedSearch found = searchReduced(network, {}, Budget(), SymmetryOnly);
  EXPECT_EQ(found.notes, (std::vector<std::string>{
                             "partial order: off",
                             "symmetry: none, because no permutation of index values maps the components onto each "
                             "other"}));
}

TEST(Symmetry, SharedComponentsMustBeVerified) {
  detail::ReductionRules rules;
  rules.verifyShared = false;
  EXPECT_TRUE(firstWrongVerdict(SymmetryOnly, rules, 6000));
}

/// A representative lies in the orbit: it is reached from the state by some sequence of generators. Checked from
/// outside: representatives of reachable states are reachable, and a representative is its own.
TEST(Symmetry, RepresentativesAreReachableAndStable) {
  unsigned symmetric = 0;
  for (uint64_t seed = 0; seed < 600; ++seed) {
    Network network = ReplicatedSystems(seed).network();
    detail::Product product(network);
    detail::Symmetry symmetry(product);
    symmetric += !symmetry.empty();
    detail::Expander<0> expander(product);
    std::set<std::vector<uint64_t>> seen{product.initial()};
    std::vector<std::vector<uint64_t>> queue(seen.begin(), seen.end());
    detail::SuccessorBuffer buffer(product.words());
    for (size_t i = 0; i < queue.size(); ++i) {
      buffer.clear();
      expander.expand(queue[i].data(), buffer);
      for (size_t k = 0; k < buffer.size(); ++k)
        if (std::vector<uint64_t> next(buffer.vector(k), buffer.vector(k) + product.words());
            !buffer.isError(k) && seen.insert(next).second)
          queue.push_back(next);
    }
    for (std::vector<uint64_t> state : seen) {
      symmetry.canonicalize(state.data());
      ASSERT_TRUE(seen.count(state)) << "seed " << seed << "\n" << describe(network);
      std::vector<uint64_t> again = state;
      symmetry.canonicalize(again.data());
      ASSERT_EQ(again, state) << "seed " << seed << "\n" << describe(network);
    }
  }
  EXPECT_GT(symmetric, 200u);
}
