//===- RelationsTest.cpp - Comparison against its definition --------------===//

#include "FormulaChecker.h"
#include "NaiveEquivalence.h"
#include "RandomSystems.h"

#include "tenon/Lts/Relations.h"

#include "llvm/ADT/StringExtras.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

using namespace tenon;
using namespace tenon::test;

namespace {

using Edges = std::vector<std::tuple<unsigned, std::string, int>>;

/// Builds an LTS from triples; target -1 is ERROR.
Lts make(unsigned states, const Edges &edges, int end = -1) {
  auto table = std::make_shared<LabelTable>();
  LtsBuilder builder(table);
  builder.reserveStates(states);
  if (end >= 0)
    builder.setEnd(static_cast<StateId>(end));
  for (const auto &[from, label, to] : edges)
    builder.add(from, table->intern(label), to < 0 ? ErrorState : static_cast<StateId>(to));
  return builder.build("P", LtsBuilder::Keep::All);
}

ComparisonResult compare(const Lts &left, const Lts &right, Equivalence equivalence) {
  Budget budget;
  return llvm::cantFail(compareLts(left, right, equivalence, budget));
}

ComparisonResult refines(const Lts &left, const Lts &right) {
  Budget budget;
  return llvm::cantFail(refinesTraces(left, right, budget));
}

constexpr Equivalence Bisimilarities[] = {Equivalence::Strong, Equivalence::Branching, Equivalence::Weak};

RandomLtsOptions shape(unsigned seed) {
  RandomLtsOptions options;
  options.maxStates = 2 + seed % 6;
  options.maxLabels = 1 + seed % 3;
  options.density = seed % 3 ? 1.8 : 1.1;
  options.error = seed % 4 != 0;
  return options;
}

/// Something like the given LTS: one transition more, less or elsewhere, or a silent detour. Random pairs are rarely
/// equivalent, and their difference is rarely deep.
Lts variant(RandomSystems &random, const Lts &lts) {
  LtsBuilder builder(lts.alphabet());
  builder.reserveStates(lts.stateCount());
  if (lts.end())
    builder.setEnd(*lts.end());
  auto anyState = [&] { return random.below(lts.stateCount()); };
  unsigned kind = random.below(4);
  size_t victim = lts.transitionCount() ? random.below(static_cast<unsigned>(lts.transitionCount())) : 0;
  size_t index = 0;
  for (StateId s = 0; s < lts.stateCount(); ++s)
    for (const Transition &t : lts.successors(s)) {
      if (index++ != victim || kind == 0) {
        builder.addAction(s, t.action, t.target);
      } else if (kind == 1) {
        StateId middle = builder.addState();
        builder.addAction(s, t.action, middle);
        builder.addAction(middle, TauAction, t.target);
      } else if (kind == 2) {
        builder.addAction(s, t.action, anyState());
      }
    }
  StateId from = anyState();
  if (kind == 0 && lts.end() != from)
    builder.addAction(from, random.below(lts.alphabet().size() + 1), anyState());
  return builder.build("Q");
}

std::pair<Lts, Lts> randomPair(RandomSystems &random, unsigned seed) {
  Lts left = random.lts(shape(seed));
  Lts right = seed % 4 == 0 ? random.lts(shape(seed)) : variant(random, left);
  return {std::move(left), std::move(right)};
}

TEST(Relations, BisimilaritiesAgreeWithTheDefinitionAndFormulasHold) {
  unsigned different = 0, same = 0;
  for (unsigned seed = 0; seed < 6000; ++seed) {
    RandomSystems random(seed + 50000);
    auto [left, right] = randomPair(random, seed);
    NaiveSystem both(left, right);
    for (Equivalence equivalence : Bisimilarities) {
      std::string context = equivalenceName(equivalence).str() + " seed " + std::to_string(seed) + "\n  " +
                            describe(left) + "\n  " + describe(right);
      bool expected = both.bisimilarity(equivalence)[both.initial(0)][both.initial(1)];
      ComparisonResult result = compare(left, right, equivalence);
      ASSERT_EQ(result.equivalent, expected) << context;
      ASSERT_EQ(compare(right, left, equivalence).equivalent, expected) << context;
      ++(expected ? same : different);
      if (expected) {
        ASSERT_TRUE(result.formula.empty());
        continue;
      }
      FormulaChecker checker(both);
      ASSERT_TRUE(result.leftHas);
      ASSERT_TRUE(checker.holds(result.formula, both.initial(0))) << context << "\n  " << result.formula;
      ASSERT_FALSE(checker.holds(result.formula, both.initial(1))) << context << "\n  " << result.formula;
    }
  }
  EXPECT_GT(different, 2000u);
  EXPECT_GT(same, 2000u);
}

TEST(Relations, TraceEquivalenceAgreesWithSubsets) {
  unsigned different = 0;
  for (unsigned seed = 0; seed < 6000; ++seed) {
    RandomSystems random(seed + 60000);
    auto [left, right] = randomPair(random, seed);
    NaiveSystem both(left, right);
    std::string context = "seed " + std::to_string(seed) + "\n  " + describe(left) + "\n  " + describe(right);
    ComparisonResult result = compare(left, right, Equivalence::Trace);
    ASSERT_EQ(result.equivalent, both.traceEquivalent()) << context;
    if (result.equivalent)
      continue;
    ++different;
    context += "\n  " + llvm::join(result.trace, " ");

    // Breadth first over all traces: the first that tells them apart is the shortest and least.
    using Sets = std::pair<std::set<unsigned>, std::set<unsigned>>;
    std::vector<std::pair<std::vector<std::string>, Sets>> queue{
        {{}, {both.normalized({both.initial(0)}), both.normalized({both.initial(1)})}}};
    std::set<Sets> seen;
    for (size_t i = 0; i < queue.size(); ++i) {
      auto [trace, sets] = queue[i];
      const auto &[l, r] = sets;
      bool leftError = l.count(both.error()), rightError = r.count(both.error());
      if (l.empty() != r.empty() || leftError != rightError) {
        ASSERT_EQ(result.trace, trace) << context;
        ASSERT_EQ(result.leftHas, l.empty() != r.empty() ? !l.empty() : leftError) << context;
        ASSERT_EQ(result.endsInError, leftError || rightError) << context;
        break;
      }
      if (leftError || !seen.insert(sets).second)
        continue;
      std::set<std::string> labels = both.labels(l);
      labels.merge(both.labels(r));
      std::vector<std::string> ordered(labels.begin(), labels.end());
      std::sort(ordered.begin(), ordered.end(), [](auto &a, auto &b) { return compareLabels(a, b) < 0; });
      for (const std::string &label : ordered) {
        auto extended = trace;
        extended.push_back(label);
        queue.push_back({extended, {both.after(l, label), both.after(r, label)}});
      }
    }
  }
  EXPECT_GT(different, 1000u);
}

TEST(Relations, Hierarchy) {
  for (unsigned seed = 0; seed < 4000; ++seed) {
    RandomSystems random(seed + 70000);
    auto [left, right] = randomPair(random, seed);
    bool strong = compare(left, right, Equivalence::Strong).equivalent;
    bool branching = compare(left, right, Equivalence::Branching).equivalent;
    bool weak = compare(left, right, Equivalence::Weak).equivalent;
    bool trace = compare(left, right, Equivalence::Trace).equivalent;
    ASSERT_LE(strong, branching) << seed;
    ASSERT_LE(branching, weak) << seed;
    ASSERT_LE(weak, trace) << seed;
  }
}

TEST(Relations, AMinimizedSystemIsEquivalentToItsSource) {
  for (unsigned seed = 0; seed < 2000; ++seed) {
    RandomSystems random(seed + 80000);
    Lts lts = random.lts(shape(seed));
    for (Equivalence e : {Equivalence::Strong, Equivalence::Branching, Equivalence::Weak, Equivalence::Trace}) {
      Budget budget;
      Lts small = llvm::cantFail(minimized(lts, e, budget));
      ASSERT_TRUE(compare(lts, small, e).equivalent) << equivalenceName(e).str() << " " << describe(lts);
    }
  }
}

/// All pairs of a left node and the right subset after the same trace: with no right state for a left one, or no ERROR
/// for ERROR, the trace is not matched.
std::optional<size_t> naiveRefinement(const Lts &left, const Lts &right) {
  NaiveSystem l(left), r(right);
  std::set<std::string> rightLabels;
  for (Action a = 1; a <= right.alphabet().size(); ++a)
    rightLabels.insert(right.alphabet().text(a).str());
  auto close = [&](const std::set<unsigned> &nodes) {
    std::set<unsigned> result;
    for (unsigned s : nodes)
      result.merge(r.silentClosure(s));
    return result;
  };
  using Point = std::pair<unsigned, std::set<unsigned>>;
  std::set<Point> layer{{l.initial(0), close({r.initial(0)})}}, seen;
  for (size_t length = 0; !layer.empty(); ++length) {
    std::vector<Point> todo(layer.begin(), layer.end());
    std::set<Point> next;
    for (size_t i = 0; i < todo.size(); ++i) {
      auto [state, set] = todo[i];
      bool hasState = set.size() > set.count(r.error());
      if (state == l.error() ? !set.count(r.error()) : !hasState)
        return length;
      if (!seen.insert({state, set}).second || state == l.error())
        continue;
      for (const auto &[label, target] : l.row(state)) {
        if (label == "END!")
          continue;
        if (label == "tau") {
          todo.push_back({target, set});
        } else if (!rightLabels.count(label)) {
          next.insert({target, set});
        } else {
          std::set<unsigned> after;
          for (unsigned s : set)
            for (const auto &[other, t] : r.row(s))
              if (other == label)
                after.insert(t);
          next.insert({target, close(after)});
        }
      }
    }
    layer = std::move(next);
  }
  return std::nullopt;
}

TEST(Relations, RefinementAgreesWithTheDefinition) {
  unsigned holds = 0, fails = 0;
  for (unsigned seed = 0; seed < 6000; ++seed) {
    RandomSystems random(seed + 90000);
    auto [left, right] = randomPair(random, seed);
    if (seed % 5 == 0)
      right = random.property(shape(seed));
    std::string context = "seed " + std::to_string(seed) + "\n  " + describe(left) + "\n  " + describe(right);
    ComparisonResult result = refines(left, right);
    std::optional<size_t> expected = naiveRefinement(left, right);
    ASSERT_EQ(result.equivalent, !expected.has_value()) << context;
    ++(expected ? fails : holds);
    if (!expected)
      continue;
    ASSERT_EQ(result.trace.size(), *expected) << context << "\n  " << llvm::join(result.trace, " ");
    ASSERT_TRUE(result.leftHas);
    NaiveSystem l(left);
    std::set<unsigned> at = l.silentClosure(l.initial(0));
    for (const std::string &label : result.trace) {
      std::set<unsigned> next;
      for (unsigned s : at)
        next.merge(l.weakSuccessors(s, label));
      at = next;
    }
    ASSERT_FALSE(at.empty()) << context << "\n  " << llvm::join(result.trace, " ");
    if (result.endsInError) {
      ASSERT_TRUE(at.count(l.error())) << context;
    }
  }
  EXPECT_GT(holds, 1000u);
  EXPECT_GT(fails, 500u);
}

RC_GTEST_PROP(Relations, RefinementBothWaysIsTraceEquivalence, ()) {
  RandomLtsOptions options;
  options.error = false;
  options.labelPool = {"a", "b"};
  Lts left = *arbitraryLts(options), right = *arbitraryLts(options);
  if (left.alphabet() == right.alphabet())
    RC_ASSERT((refines(left, right).equivalent && refines(right, left).equivalent) ==
              compare(left, right, Equivalence::Trace).equivalent);
}

TEST(Relations, FormulasReadWell) {
  Lts early = make(4, {{0, "a", 1}, {0, "a", 2}, {1, "b", 3}, {2, "c", 3}});
  Lts late = make(4, {{0, "a", 1}, {1, "b", 2}, {1, "c", 3}});
  EXPECT_EQ(compare(early, late, Equivalence::Strong).formula, "<a>[c]false");
  EXPECT_EQ(compare(late, early, Equivalence::Strong).formula, "[a]<c>true");
  EXPECT_EQ(compare(early, late, Equivalence::Weak).formula, "<<a>>[[c]]false");
  EXPECT_EQ(compare(early, late, Equivalence::Branching).formula, "(true until <a>!(true until <c>true))");
  EXPECT_TRUE(compare(early, late, Equivalence::Trace).equivalent);
}

TEST(Relations, EndAndErrorAreObserved) {
  Lts stop = make(2, {{0, "a", 1}}), end = make(2, {{0, "a", 1}}, 1), error = make(1, {{0, "a", -1}});
  EXPECT_EQ(compare(end, stop, Equivalence::Strong).formula, "<a>END");
  EXPECT_EQ(compare(stop, error, Equivalence::Strong).formula, "<a>!ERROR");
  EXPECT_EQ(compare(error, end, Equivalence::Weak).formula, "<<a>><<tau>>ERROR");
  EXPECT_TRUE(compare(stop, end, Equivalence::Trace).equivalent);
  ComparisonResult trace = compare(stop, error, Equivalence::Trace);
  EXPECT_FALSE(trace.equivalent);
  EXPECT_FALSE(trace.leftHas);
  EXPECT_TRUE(trace.endsInError);
  EXPECT_EQ(trace.trace, std::vector<std::string>{"a"});
  EXPECT_TRUE(
      compare(make(1, {{0, "tau", -1}}), make(2, {{0, "tau", 1}, {1, "tau", -1}}), Equivalence::Weak).equivalent);
}

TEST(Relations, TracesAreLeastInLabelOrder) {
  Lts left = make(3, {{0, "a.10", 1}, {0, "a.2", 1}, {0, "b", 2}, {2, "c", 2}});
  Lts right = make(3, {{0, "b", 2}, {2, "c", 2}});
  EXPECT_EQ(compare(left, right, Equivalence::Trace).trace, std::vector<std::string>{"a.2"});
  EXPECT_EQ(refines(left, right).equivalent, true) << "a.2 and a.10 are not in the alphabet of the right side";
  EXPECT_TRUE(refines(right, left).equivalent);
}

TEST(Relations, RefinementIgnoresLabelsThatTheRightSideLacks) {
  Lts left = make(3, {{0, "x", 1}, {1, "a", 2}, {2, "a", 0}});
  Lts right = make(2, {{0, "a", 1}});
  ComparisonResult result = refines(left, right);
  EXPECT_FALSE(result.equivalent);
  EXPECT_EQ(result.trace, (std::vector<std::string>{"x", "a", "a"}));
  EXPECT_FALSE(result.endsInError);
}

TEST(Relations, DeepDifferences) {
  Edges edges;
  constexpr unsigned Length = 3000;
  for (unsigned s = 0; s < Length; ++s)
    edges.emplace_back(s, "a", s + 1);
  Lts longer = make(Length + 1, edges);
  edges.pop_back();
  Lts shorter = make(Length, edges);
  EXPECT_EQ(compare(longer, shorter, Equivalence::Trace).trace.size(), Length);
  for (Equivalence equivalence : {Equivalence::Strong, Equivalence::Weak})
    EXPECT_EQ(llvm::StringRef(compare(longer, shorter, equivalence).formula).count("<a>"), Length);
}

TEST(Relations, ABudgetEndsIt) {
  // The subset automaton of "the k-th letter from the end is a" has 2^k states.
  auto kth = [](unsigned k) {
    Edges edges{{0, "a", 0}, {0, "b", 0}, {0, "a", 1}};
    for (unsigned s = 1; s < k; ++s) {
      edges.emplace_back(s, "a", s + 1);
      edges.emplace_back(s, "b", s + 1);
    }
    edges.emplace_back(k, "c", 0);
    return make(k + 1, edges);
  };
  Budget budget;
  budget.setTimeout(0.05);
  llvm::Expected<ComparisonResult> result = compareLts(kth(40), kth(40), Equivalence::Trace, budget);
  ASSERT_FALSE(bool(result));
  EXPECT_NE(llvm::toString(result.takeError()).find("time limit"), std::string::npos);
}

} // namespace
