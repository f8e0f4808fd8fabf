//===- TransformTest.cpp - Operators on one LTS ---------------------------===//

#include "NaiveComposition.h"
#include "RandomSystems.h"

#include "tenon/Lts/Transform.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

using namespace tenon;
using namespace tenon::test;

namespace {

using Edge = std::tuple<StateId, std::string, StateId>;

std::set<Edge> edges(const Lts &lts) {
  std::set<Edge> result;
  for (StateId s = 0; s < lts.stateCount(); ++s)
    for (const Transition &t : lts.successors(s))
      result.insert({s, lts.alphabet().text(t.action).str(), t.target});
  return result;
}

std::set<std::string> labels(const Lts &lts) {
  std::set<std::string> result;
  for (Action a = 1; a <= lts.alphabet().size(); ++a)
    result.insert(lts.alphabet().text(a).str());
  return result;
}

struct TransformTest : testing::Test {
  std::shared_ptr<LabelTable> table = std::make_shared<LabelTable>();

  LabelId label(const std::string &text) { return table->intern(text); }
  std::vector<LabelId> ids(const std::vector<std::string> &texts) {
    std::vector<LabelId> result;
    for (const std::string &text : texts)
      result.push_back(label(text));
    return result;
  }
  Lts lts(const std::vector<Edge> &transitions, const std::vector<std::string> &extra = {},
          std::optional<StateId> end = std::nullopt) {
    LtsBuilder builder(table);
    builder.reserveStates(1);
    for (const auto &[from, text, to] : transitions) {
      builder.reserveStates(from + 1);
      if (to != ErrorState)
        builder.reserveStates(to + 1);
      builder.add(from, label(text), to);
    }
    for (const std::string &text : extra)
      builder.addLabel(label(text));
    if (end) {
      builder.reserveStates(*end + 1);
      builder.setEnd(*end);
    }
    return builder.build("P", LtsBuilder::Keep::All);
  }
  Relabelling relabelling(const std::vector<std::pair<std::string, std::string>> &oldToNew) {
    std::vector<std::pair<LabelId, LabelId>> pairs;
    for (const auto &[from, to] : oldToNew)
      pairs.push_back({label(from), label(to)});
    return Relabelling(table, pairs);
  }
  std::vector<std::string> images(const Relabelling &r, const std::string &text) {
    llvm::SmallVector<LabelId, 4> out;
    r.apply(label(text), out);
    std::vector<std::string> result;
    for (LabelId id : out)
      result.push_back(table->text(id).str());
    return result;
  }
};

using Texts = std::vector<std::string>;

} // namespace

TEST_F(TransformTest, RelabellingTakesTheLongestPrefix) {
  Relabelling r = relabelling({{"a", "x"}, {"a.b", "y.z"}, {"a.b.1", "w"}});
  EXPECT_EQ(images(r, "a"), Texts{"x"});
  EXPECT_EQ(images(r, "a.c"), Texts{"x.c"});
  EXPECT_EQ(images(r, "a.b"), Texts{"y.z"});
  EXPECT_EQ(images(r, "a.b.2.c"), Texts{"y.z.2.c"});
  EXPECT_EQ(images(r, "a.b.1"), Texts{"w"});
  EXPECT_EQ(images(r, "a.b.1.0"), Texts{"w.0"});
  EXPECT_EQ(images(r, "ab.c"), Texts{"ab.c"}) << "a prefix ends at a dot";
  EXPECT_EQ(images(r, "tau"), Texts{"tau"});
}

TEST_F(TransformTest, RelabellingIsSimultaneous) {
  Relabelling swap = relabelling({{"a", "b"}, {"b", "a"}});
  EXPECT_EQ(edges(relabelled(lts({{0, "a", 1}, {1, "b", 0}}), swap)), (std::set<Edge>{{0, "b", 1}, {1, "a", 0}}));
  EXPECT_FALSE(swap.mergesLabels(Alphabet(table, ids({"a", "b"}))));
}

TEST_F(TransformTest, RelabellingDuplicatesAndMerges) {
  Relabelling both = relabelling({{"a", "x"}, {"a", "y"}, {"a", "x"}});
  EXPECT_EQ(images(both, "a.1"), (Texts{"x.1", "y.1"}));
  EXPECT_EQ(edges(relabelled(lts({{0, "a", 1}}), both)), (std::set<Edge>{{0, "x", 1}, {0, "y", 1}}));
  Relabelling merge = relabelling({{"a", "x"}, {"b", "x"}});
  Lts merged = relabelled(lts({{0, "a", 1}, {0, "b", 1}, {1, "b", 0}}), merge);
  EXPECT_EQ(edges(merged), (std::set<Edge>{{0, "x", 1}, {1, "x", 0}}));
  EXPECT_EQ(labels(merged), std::set<std::string>{"x"});
  EXPECT_TRUE(merge.mergesLabels(Alphabet(table, ids({"a", "b"}))));
  EXPECT_FALSE(merge.mergesLabels(Alphabet(table, ids({"a", "c"}))));
  EXPECT_TRUE(merge.mergesLabels(Alphabet(table, ids({"a", "x"})))) << "an unmapped label stays";
}

TEST_F(TransformTest, PrefixAndSharing) {
  Lts p = lts({{0, "a", 1}, {1, "tau", 0}, {1, "b", ErrorState}}, {"idle"}, 2);
  Lts x = prefixed(p, "x.1");
  EXPECT_EQ(edges(x), (std::set<Edge>{{0, "x.1.a", 1}, {1, "tau", 0}, {1, "x.1.b", ErrorState}}));
  EXPECT_EQ(labels(x), (std::set<std::string>{"x.1.a", "x.1.b", "x.1.idle"}));
  EXPECT_EQ(x.end(), 2u);
  Lts both = shared(p, {"u", "v"});
  EXPECT_EQ(
      edges(both),
      (std::set<Edge>{{0, "u.a", 1}, {0, "v.a", 1}, {1, "tau", 0}, {1, "u.b", ErrorState}, {1, "v.b", ErrorState}}));
  EXPECT_EQ(labels(both).size(), 6u);
}

TEST_F(TransformTest, HidingMatchesPrefixes) {
  Lts p = lts({{0, "a.1", 1}, {1, "ab", 0}, {1, "b", 2}}, {"a.2.c"});
  Lts h = hidden(p, {LabelMatcher(table, ids({"a", "nowhere"})), false});
  EXPECT_EQ(edges(h), (std::set<Edge>{{0, "tau", 1}, {1, "ab", 0}, {1, "b", 2}}));
  EXPECT_EQ(labels(h), (std::set<std::string>{"ab", "b"}));
  Lts e = hidden(p, {LabelMatcher(table, ids({"a"})), true});
  EXPECT_EQ(edges(e), (std::set<Edge>{{0, "a.1", 1}, {1, "tau", 0}, {1, "tau", 2}}));
  EXPECT_EQ(labels(e), (std::set<std::string>{"a.1", "a.2.c"}));
}

TEST_F(TransformTest, PriorityClasses) {
  Priority low{LabelMatcher(table, ids({"a"})), true}, high{LabelMatcher(table, ids({"a"})), false};
  label("b");
  label("@P");
  auto isLow = [&](const Priority &p, const std::string &text) { return p.isLow(label(text), text); };
  EXPECT_TRUE(isLow(low, "a") && isLow(low, "a.3") && !isLow(low, "b") && !isLow(low, "tau"));
  EXPECT_TRUE(!isLow(high, "a") && !isLow(high, "a.3") && isLow(high, "b") && isLow(high, "tau"));
  EXPECT_TRUE(isLow(low, "@P") && isLow(high, "@P"));
}

TEST_F(TransformTest, PropertyGoesToErrorForWhatItLacks) {
  Lts property = completedProperty(lts({{0, "b", 1}, {1, "a", 0}, {1, "c", 2}}, {"d"}, 2));
  EXPECT_EQ(edges(property), (std::set<Edge>{{0, "a", ErrorState},
                                             {0, "b", 1},
                                             {0, "c", ErrorState},
                                             {0, "d", ErrorState},
                                             {1, "a", 0},
                                             {1, "b", ErrorState},
                                             {1, "c", 2},
                                             {1, "d", ErrorState},
                                             {2, "a", ErrorState},
                                             {2, "b", ErrorState},
                                             {2, "c", ErrorState},
                                             {2, "d", ErrorState}}));
  EXPECT_FALSE(property.end());
  EXPECT_TRUE(edges(completedProperty(lts({}))).empty());
}

/// What the process can do after a trace of visible labels, by the definition of trace semantics.
static std::set<StateId> after(const Lts &p, const Texts &trace, bool &canError) {
  canError = false;
  std::set<StateId> now{0};
  auto close = [&] {
    std::vector<StateId> todo(now.begin(), now.end());
    while (!todo.empty()) {
      StateId s = todo.back();
      todo.pop_back();
      for (const Transition &t : p.successors(s))
        if (t.action == TauAction) {
          if (t.target == ErrorState)
            canError = true;
          else if (now.insert(t.target).second)
            todo.push_back(t.target);
        }
    }
  };
  close();
  for (const std::string &text : trace) {
    std::set<StateId> next;
    for (StateId s : now)
      for (const Transition &t : p.successors(s))
        if (p.alphabet().text(t.action) == text) {
          if (t.target == ErrorState)
            canError = true;
          else
            next.insert(t.target);
        }
    now = std::move(next);
    if (canError)
      return {};
    close();
  }
  return now;
}

TEST_F(TransformTest, DeterminizedHasTheSameTraces) {
  RandomLtsOptions options;
  options.maxStates = 6;
  for (uint64_t seed = 0; seed < 400; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    RandomSystems random(seed);
    Lts p = random.lts(options);
    llvm::Expected<Lts> d = determinized(p, Budget());
    ASSERT_TRUE(static_cast<bool>(d));
    EXPECT_EQ(d->alphabet(), p.alphabet());
    if (p.isDeterministic()) {
      EXPECT_TRUE(identical(*d, p));
      continue;
    }
    bool startErrs = false;
    after(p, {}, startErrs);
    if (startErrs) {
      EXPECT_EQ(edges(*d), (std::set<Edge>{{0, "tau", ErrorState}}));
      continue;
    }
    EXPECT_TRUE(d->isDeterministic());
    for (int walk = 0; walk < 20; ++walk) {
      Texts trace;
      StateId s = 0;
      for (int length = 0; length < 6; ++length) {
        bool errs = false;
        std::set<StateId> reached = after(p, trace, errs);
        ASSERT_FALSE(reached.empty());
        EXPECT_EQ(d->end() == s, reached.size() == 1 && p.end() == *reached.begin());
        Action a = 1 + random.below(p.alphabet().size());
        trace.push_back(p.alphabet().text(a).str());
        std::set<StateId> next = after(p, trace, errs);
        auto move = d->successors(s, a);
        ASSERT_EQ(move.empty(), next.empty() && !errs);
        if (move.empty())
          break;
        EXPECT_EQ(move.front().target == ErrorState, errs);
        if (errs)
          break;
        s = move.front().target;
      }
    }
  }
}

TEST_F(TransformTest, DeterminizationOfEnd) {
  // END is left of a choice only where nothing else goes on under the same trace.
  Lts p = lts({{0, "a", 1}, {0, "a", 2}, {2, "b", 1}}, {}, 1);
  llvm::Expected<Lts> d = determinized(p, Budget());
  ASSERT_TRUE(static_cast<bool>(d));
  EXPECT_EQ(edges(*d), (std::set<Edge>{{0, "a", 1}, {1, "b", 2}}));
  EXPECT_EQ(d->end(), 2u);
}

TEST_F(TransformTest, DeterminizationStopsAtTheBudget) {
  // The n-th letter from the end is an a: 2^n subsets.
  LtsBuilder builder(table);
  builder.reserveStates(26);
  for (const char *text : {"a", "b"}) {
    builder.add(0, label(text), 0);
    for (StateId s = 1; s < 25; ++s)
      builder.add(s, label(text), s + 1);
  }
  builder.add(0, label("a"), 1);
  Budget budget;
  budget.setTimeout(0.05);
  llvm::Expected<Lts> d = determinized(builder.build("P"), budget);
  ASSERT_FALSE(static_cast<bool>(d));
  EXPECT_NE(llvm::toString(d.takeError()).find("--timeout"), std::string::npos);
}

TEST_F(TransformTest, ReachableIsIdempotentAndBisimilar) {
  RandomLtsOptions options;
  options.keepUnreachable = true;
  for (uint64_t seed = 0; seed < 300; ++seed) {
    RandomSystems random(seed);
    Lts p = random.lts(options);
    Lts r = reachable(p);
    EXPECT_TRUE(naivelyBisimilar(p, r));
    EXPECT_TRUE(identical(r, reachable(r)));
    EXPECT_EQ(p.alphabet(), r.alphabet());
  }
}

/// Hiding after prefixing is prefixing after hiding; relabelling by fresh names is undone by its inverse.
TEST_F(TransformTest, Laws) {
  for (uint64_t seed = 0; seed < 300; ++seed) {
    RandomSystems random(seed);
    Lts p = random.lts();
    const auto &labelTable = random.table();
    auto matcher = [&](const std::string &text) { return LabelMatcher(labelTable, {labelTable->intern(text)}); };
    for (bool expose : {false, true})
      EXPECT_TRUE(identical(prefixed(hidden(p, {matcher("a"), expose}), "x"),
                            hidden(prefixed(p, "x"), {matcher("x.a"), expose})));
    Relabelling there(labelTable, {{labelTable->intern("a"), labelTable->intern("q.r")}});
    Relabelling back(labelTable, {{labelTable->intern("q.r"), labelTable->intern("a")}});
    EXPECT_TRUE(identical(relabelled(relabelled(p, there), back), p));
    EXPECT_TRUE(identical(shared(p, {"y"}), prefixed(p, "y")));
  }
}
