//===- MinimizeTest.cpp - Minimization against its definition -------------===//

#include "NaiveEquivalence.h"
#include "RandomSystems.h"

#include "../../../lib/Lts/Refinement.h"
#include "tenon/Lts/Minimize.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

using namespace tenon;
using namespace tenon::test;

namespace {

/// Builds an LTS from triples; target -1 is ERROR.
Lts make(unsigned states, const std::vector<std::tuple<unsigned, std::string, int>> &edges, int end = -1) {
  auto table = std::make_shared<LabelTable>();
  LtsBuilder builder(table);
  builder.reserveStates(states);
  if (end >= 0)
    builder.setEnd(static_cast<StateId>(end));
  for (const auto &[from, label, to] : edges)
    builder.add(from, table->intern(label), to < 0 ? ErrorState : static_cast<StateId>(to));
  return builder.build("P", LtsBuilder::Keep::All);
}

Lts minimal(const Lts &lts, Equivalence equivalence) {
  Budget budget;
  return llvm::cantFail(minimized(lts, equivalence, budget));
}

Partition partitionBy(const Lts &lts, Equivalence equivalence) {
  switch (equivalence) {
  case Equivalence::Strong:
    return strongBisimulation(lts);
  case Equivalence::Branching:
    return branchingBisimulation(lts);
  default:
    return weakBisimulation(lts);
  }
}

constexpr Equivalence Bisimilarities[] = {Equivalence::Strong, Equivalence::Branching, Equivalence::Weak};

/// A few shapes, so that every feature appears in many combinations.
RandomLtsOptions shape(unsigned seed) {
  RandomLtsOptions options;
  options.maxStates = 2 + seed % 9;
  options.density = seed % 3 == 0 ? 1.2 : 2.0;
  options.maxLabels = 1 + seed % 3;
  options.tauShare = seed % 5 == 0 ? 0.7 : 0.35;
  options.error = seed % 4 != 0;
  options.keepUnreachable = seed % 2 == 0;
  return options;
}

void expectExactPartition(const Lts &lts, Equivalence equivalence) {
  NaiveSystem naive(lts);
  auto related = naive.bisimilarity(equivalence);
  Partition partition = partitionBy(lts, equivalence);
  uint32_t next = 0;
  for (StateId s = 0; s < lts.stateCount(); ++s) {
    ASSERT_LE(partition.blockOf[s], next) << "blocks are numbered by their least state";
    next = std::max(next, partition.blockOf[s] + 1);
    for (StateId t = 0; t < lts.stateCount(); ++t)
      ASSERT_EQ(partition.blockOf[s] == partition.blockOf[t], related[s][t])
          << equivalenceName(equivalence).str() << " " << s << " " << t << " in " << describe(lts);
    ASSERT_EQ(partition.errorBlock == partition.blockOf[s], related[s][naive.error()]) << s << " " << describe(lts);
  }
  ASSERT_EQ(next, partition.blockCount);
}

/// Related to the input, as small as it can be, and its own minimization.
void expectMinimal(const Lts &lts, Equivalence equivalence) {
  std::string context = equivalenceName(equivalence).str() + " of " + describe(lts);
  Lts small = minimal(lts, equivalence);
  context += "\n  is " + describe(small);
  ASSERT_TRUE(identical(minimal(small, equivalence), small)) << context;
  ASSERT_TRUE(small.alphabet() == lts.alphabet()) << context;
  ASSERT_LE(small.stateCount(), lts.stateCount()) << context;
  NaiveSystem both(lts, small);
  auto related = both.bisimilarity(equivalence);
  ASSERT_TRUE(related[both.initial(0)][both.initial(1)]) << context;

  std::set<unsigned> representatives;
  for (unsigned s : both.reachable(both.initial(0)))
    if (s == both.initial(0) || !related[s][both.error()]) {
      unsigned least = 0;
      while (!related[least][s])
        ++least;
      representatives.insert(least);
    }
  ASSERT_EQ(small.stateCount(), representatives.size()) << context;
}

TEST(Minimize, PartitionsAgreeWithTheDefinition) {
  for (unsigned seed = 0; seed < 3000; ++seed) {
    RandomSystems random(seed);
    Lts lts = random.lts(shape(seed));
    for (Equivalence equivalence : Bisimilarities)
      ASSERT_NO_FATAL_FAILURE(expectExactPartition(lts, equivalence)) << "seed " << seed;
  }
}

/// The rounds are enough for small systems: cut them short, so that Valmari's algorithm does the work.
TEST(Minimize, ValmarisAlgorithmAgreesWithTheDefinition) {
  Budget budget;
  for (unsigned seed = 0; seed < 5000; ++seed) {
    RandomSystems random(seed + 15000);
    RandomLtsOptions options = shape(seed);
    options.maxStates = 4 + seed % 12;
    Lts lts = random.lts(options);
    auto related = NaiveSystem(lts).bisimilarity(Equivalence::Strong);
    Partition partition = llvm::cantFail(refineStrong(lts, budget, /*roundWork=*/0));
    for (StateId s = 0; s < lts.stateCount(); ++s)
      for (StateId t = 0; t < lts.stateCount(); ++t)
        ASSERT_EQ(partition.blockOf[s] == partition.blockOf[t], related[s][t]) << "seed " << seed << describe(lts);
  }
}

TEST(Minimize, RoundsAndValmarisAlgorithmAgreeOnLargerSystems) {
  Budget budget;
  for (unsigned seed = 0; seed < 40; ++seed) {
    RandomSystems random(seed + 17000);
    RandomLtsOptions options;
    options.minStates = options.maxStates = 2000;
    options.density = 1.0 + seed % 4;
    options.maxLabels = 1 + seed % 2;
    options.errorShare = 0.002;
    Lts lts = random.lts(options);
    Partition rounds = llvm::cantFail(refineStrong(lts, budget, 1000000));
    ASSERT_EQ(llvm::cantFail(refineStrong(lts, budget, 0)).blockOf, rounds.blockOf) << "seed " << seed;
    ASSERT_EQ(llvm::cantFail(refineStrong(lts, budget, 2)).blockOf, rounds.blockOf) << "seed " << seed;
  }
}

/// A state with steps to everywhere, over a chain whose ends are told apart last: too much for rounds alone.
TEST(Minimize, AHubOverAChain) {
  std::vector<std::tuple<unsigned, std::string, int>> edges;
  constexpr unsigned Length = 5000;
  for (unsigned s = 1; s < Length; ++s) {
    edges.emplace_back(0, "pick", s);
    edges.emplace_back(s, "step", s + 1 < Length ? s + 1 : -1);
  }
  EXPECT_EQ(strongBisimulation(make(Length, edges)).blockCount, Length);
  // A second, equal chain.
  for (unsigned s = 1; s < Length; ++s) {
    edges.emplace_back(0, "pick", Length + s);
    edges.emplace_back(Length + s, "step", s + 1 < Length ? Length + s + 1 : -1);
  }
  edges.emplace_back(Length, "step", 1);
  EXPECT_EQ(strongBisimulation(make(2 * Length, edges)).blockCount, Length + 1);
}

TEST(Minimize, ResultsAreRelatedMinimalAndStable) {
  for (unsigned seed = 0; seed < 3000; ++seed) {
    RandomSystems random(seed + 10000);
    Lts lts = random.lts(shape(seed));
    for (Equivalence equivalence : Bisimilarities)
      ASSERT_NO_FATAL_FAILURE(expectMinimal(lts, equivalence)) << "seed " << seed;
  }
}

/// Long silent ways, where weak and branching bisimilarity work hardest.
TEST(Minimize, SilentSystems) {
  for (unsigned seed = 0; seed < 600; ++seed) {
    RandomSystems random(seed + 20000);
    RandomLtsOptions options = shape(seed);
    options.minStates = 8;
    options.maxStates = 14;
    options.maxLabels = 2;
    options.density = 1.3;
    options.tauShare = 0.75;
    Lts lts = random.lts(options);
    for (Equivalence equivalence : Bisimilarities) {
      ASSERT_NO_FATAL_FAILURE(expectExactPartition(lts, equivalence)) << "seed " << seed;
      ASSERT_NO_FATAL_FAILURE(expectMinimal(lts, equivalence)) << "seed " << seed;
    }
  }
}

TEST(Minimize, WeakKeepsNoImpliedTransition) {
  for (unsigned seed = 0; seed < 1500; ++seed) {
    RandomSystems random(seed + 30000);
    RandomLtsOptions options = shape(seed);
    options.maxStates = 5;
    Lts small = minimal(random.lts(options), Equivalence::Weak);
    // Without any one of its transitions it has fewer weak transitions.
    for (StateId s = 0; s < small.stateCount(); ++s)
      for (const Transition &gone : small.successors(s)) {
        LtsBuilder builder(small.alphabet());
        builder.reserveStates(small.stateCount());
        if (small.end())
          builder.setEnd(*small.end());
        for (StateId u = 0; u < small.stateCount(); ++u)
          for (const Transition &t : small.successors(u))
            if (u != s || t != gone)
              builder.addAction(u, t.action, t.target);
        Lts less = builder.build("less", LtsBuilder::Keep::All);
        std::string label = small.alphabet().text(gone.action).str();
        NaiveSystem naive(less);
        unsigned target = gone.target == ErrorState ? naive.error() : gone.target;
        ASSERT_FALSE(naive.weakSuccessors(s, label).count(target)) << "seed " << seed << " " << describe(small);
      }
  }
}

TEST(Minimize, TraceIsDeterministicAndHasTheSameTraces) {
  for (unsigned seed = 0; seed < 3000; ++seed) {
    RandomSystems random(seed + 40000);
    Lts lts = random.lts(shape(seed));
    Lts small = minimal(lts, Equivalence::Trace);
    std::string context = "seed " + std::to_string(seed) + " " + describe(lts) + "\n  is " + describe(small);
    ASSERT_TRUE(NaiveSystem(lts, small).traceEquivalent()) << context;
    bool isError = small.stateCount() == 1 && small.transitionCount() == 1 && small.hasTau();
    ASSERT_TRUE(isError || small.isDeterministic()) << context;
    ASSERT_TRUE(small.alphabet() == lts.alphabet()) << context;
    ASSERT_TRUE(identical(minimal(small, Equivalence::Trace), small)) << context;
  }
}

RC_GTEST_PROP(Minimize, EveryShapeThatShrinks, ()) {
  Lts lts = *arbitraryLts();
  for (Equivalence equivalence : Bisimilarities) {
    auto related = NaiveSystem(lts).bisimilarity(equivalence);
    Partition partition = partitionBy(lts, equivalence);
    for (StateId s = 0; s < lts.stateCount(); ++s)
      for (StateId t = 0; t < lts.stateCount(); ++t)
        RC_ASSERT((partition.blockOf[s] == partition.blockOf[t]) == related[s][t]);
  }
}

TEST(Minimize, ErrorBehindASilentStep) {
  Lts lts = make(2, {{0, "a", 1}, {0, "b", 0}, {1, "tau", -1}});
  Lts expected = make(1, {{0, "a", -1}, {0, "b", 0}});
  EXPECT_TRUE(identical(minimal(lts, Equivalence::Weak), expected)) << describe(minimal(lts, Equivalence::Weak));
  EXPECT_TRUE(identical(minimal(lts, Equivalence::Branching), expected));
  EXPECT_TRUE(identical(minimal(lts, Equivalence::Strong), lts));
}

TEST(Minimize, ErrorAtOnceStaysASilentStep) {
  Lts lts = make(1, {{0, "tau", -1}});
  for (Equivalence equivalence : {Equivalence::Strong, Equivalence::Branching, Equivalence::Weak, Equivalence::Trace})
    EXPECT_TRUE(identical(minimal(lts, equivalence), lts)) << equivalenceName(equivalence).str();
  EXPECT_TRUE(identical(minimal(make(3, {{0, "tau", 1}, {1, "tau", 2}, {2, "tau", -1}}), Equivalence::Weak), lts));
}

TEST(Minimize, ASilentChoiceOfErrorIsKept) {
  Lts lts = make(1, {{0, "tau", -1}, {0, "a", 0}});
  for (Equivalence equivalence : Bisimilarities)
    EXPECT_TRUE(identical(minimal(lts, equivalence), lts));
}

TEST(Minimize, DivergenceIsNotObserved) {
  EXPECT_TRUE(identical(minimal(make(1, {{0, "tau", 0}}), Equivalence::Weak), make(1, {})));
  EXPECT_TRUE(identical(minimal(make(2, {{0, "tau", 1}, {1, "tau", 0}}), Equivalence::Branching), make(1, {})));
}

TEST(Minimize, EndDiffersFromStop) {
  Lts lts = make(3, {{0, "a", 1}, {0, "b", 2}}, 1);
  for (Equivalence equivalence : Bisimilarities)
    EXPECT_TRUE(identical(minimal(lts, equivalence), lts));
  EXPECT_EQ(minimal(make(3, {{0, "a", 1}, {0, "b", 2}}), Equivalence::Strong).stateCount(), 2u);
}

TEST(Minimize, MilnersTauLaws) {
  // a.(b + tau.c) + a.c = a.(b + tau.c) holds weakly, not for branching.
  Lts withChoice = make(4, {{0, "a", 1}, {1, "b", 3}, {1, "tau", 2}, {2, "c", 3}, {0, "a", 2}});
  Lts without = make(4, {{0, "a", 1}, {1, "b", 3}, {1, "tau", 2}, {2, "c", 3}});
  EXPECT_TRUE(identical(minimal(withChoice, Equivalence::Weak), without));
  EXPECT_TRUE(identical(minimal(withChoice, Equivalence::Branching), withChoice));
}

TEST(Minimize, TerminationSurvivesDeterminizationOnlyAlone) {
  Lts lts = make(4, {{0, "a", 1}, {0, "a", 2}, {2, "b", 1}}, 1);
  Lts small = minimal(lts, Equivalence::Trace);
  EXPECT_EQ(small.stateCount(), 3u);
  EXPECT_EQ(small.end(), std::optional<StateId>(2));
}

TEST(Minimize, ABudgetEndsIt) {
  Budget budget;
  budget.cancel();
  std::vector<std::tuple<unsigned, std::string, int>> edges;
  for (unsigned s = 0; s < 20000; ++s)
    edges.emplace_back(s, s % 3 ? "a" : "tau", s % 7 ? s / 2 : s + 1);
  Lts lts = make(20001, edges);
  for (Equivalence equivalence : Bisimilarities) {
    llvm::Expected<Lts> result = minimized(lts, equivalence, budget);
    ASSERT_FALSE(bool(result));
    EXPECT_NE(llvm::toString(result.takeError()).find("interrupted"), std::string::npos);
  }
}

} // namespace
