//===- LtsTest.cpp - Alphabets, labelled transition systems, builders -----===//

#include "RandomSystems.h"

#include "tenon/Lts/Lts.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

using namespace tenon;
using namespace tenon::test;

namespace {

struct LtsTest : testing::Test {
  std::shared_ptr<LabelTable> table = std::make_shared<LabelTable>();
  LabelId label(const std::string &text) { return table->intern(text); }
};

std::vector<std::string> texts(const Alphabet &alphabet) {
  std::vector<std::string> result;
  for (Action a = 1; a <= alphabet.size(); ++a)
    result.push_back(alphabet.text(a).str());
  return result;
}

} // namespace

TEST_F(LtsTest, AlphabetIsInLabelOrder) {
  Alphabet alphabet(table, {label("b"), label("a.10"), label("a.2"), LabelTable::Tau, label("a"), label("a.2"),
                            label("0"), label("a.x")});
  EXPECT_EQ(texts(alphabet), (std::vector<std::string>{"0", "a", "a.2", "a.10", "a.x", "b"}));
  EXPECT_EQ(alphabet.text(TauAction), "tau");
  for (Action a = 1; a <= alphabet.size(); ++a) {
    EXPECT_EQ(alphabet.find(alphabet.label(a)), a);
    EXPECT_EQ(alphabet.find(alphabet.text(a)), a);
  }
  EXPECT_FALSE(alphabet.find("nowhere"));
  EXPECT_FALSE(alphabet.find(label("c")));
}

TEST_F(LtsTest, AlphabetsOfDifferentTablesCompareByText) {
  auto other = std::make_shared<LabelTable>();
  other->intern("z");
  Alphabet here(table, {label("a"), label("b")});
  EXPECT_EQ(here, Alphabet(other, {other->intern("b"), other->intern("a")}));
  EXPECT_FALSE(here == Alphabet(other, {other->intern("b"), other->intern("c")}));
  EXPECT_FALSE(here == Alphabet(table, {label("a")}));
  EXPECT_EQ(Alphabet(), Alphabet(table, {}));
}

TEST_F(LtsTest, DefaultIsStop) {
  Lts stop;
  EXPECT_EQ(stop.stateCount(), 1u);
  EXPECT_EQ(stop.transitionCount(), 0u);
  EXPECT_TRUE(stop.isDeadlock(0));
  EXPECT_TRUE(stop.alphabet().empty());
}

TEST_F(LtsTest, BuildSortsAndDropsDuplicates) {
  LtsBuilder builder(table);
  builder.reserveStates(3);
  builder.add(1, label("b"), 0);
  builder.add(0, label("b"), 2);
  builder.add(0, label("a"), ErrorState);
  builder.add(0, label("b"), 1);
  builder.add(0, label("b"), 2);
  builder.add(0, LabelTable::Tau, 0);
  builder.addLabel(label("c"));
  Lts lts = builder.build("P", LtsBuilder::Keep::All);
  EXPECT_EQ(texts(lts.alphabet()), (std::vector<std::string>{"a", "b", "c"}));
  EXPECT_EQ(lts.successors(0).vec(), (std::vector<Transition>{{0, 0}, {1, ErrorState}, {2, 1}, {2, 2}}));
  EXPECT_EQ(lts.successors(0, 2).size(), 2u);
  EXPECT_EQ(lts.successors(0, 3).size(), 0u);
  EXPECT_EQ(lts.transitionCount(), 5u);
  EXPECT_EQ(lts.errorTransitionCount(), 1u);
  EXPECT_EQ(lts.deadlockCount(), 1u);
  EXPECT_TRUE(lts.hasTau() && lts.hasError() && !lts.isDeterministic());
  EXPECT_EQ(builder.stateCount(), 0u) << "empty after building";
}

TEST_F(LtsTest, ReachableKeepsLabelsOfWhatItDrops) {
  LtsBuilder builder(table);
  builder.reserveStates(4);
  builder.add(2, label("a"), 1);
  builder.add(1, label("b"), 2);
  builder.add(3, label("gone"), 2);
  builder.setEnd(0);
  Lts lts = builder.build("P", LtsBuilder::Keep::Reachable, 2);
  EXPECT_EQ(lts.stateCount(), 2u);
  EXPECT_EQ(texts(lts.alphabet()), (std::vector<std::string>{"a", "b", "gone"}));
  EXPECT_EQ(lts.successors(0).vec(), (std::vector<Transition>{{1, 1}}));
  EXPECT_FALSE(lts.end()) << "END is not reachable";
}

TEST_F(LtsTest, NumberingIsBreadthFirstInActionOrder) {
  LtsBuilder builder(table);
  builder.reserveStates(5);
  builder.add(0, label("b"), 1);
  builder.add(0, label("a"), 3);
  builder.add(3, label("a"), 4);
  builder.add(1, label("a"), 2);
  builder.setEnd(2);
  Lts lts = builder.build("P");
  EXPECT_EQ(lts.successors(0).vec(), (std::vector<Transition>{{1, 1}, {2, 2}}));
  EXPECT_EQ(lts.successors(1).vec(), (std::vector<Transition>{{1, 3}}));
  EXPECT_EQ(lts.successors(2).vec(), (std::vector<Transition>{{1, 4}}));
  EXPECT_EQ(lts.end(), 4u);
  EXPECT_FALSE(lts.isDeadlock(4));
  EXPECT_TRUE(lts.isDeadlock(3));
}

TEST_F(LtsTest, FixedAlphabetKeepsItsLabels) {
  LtsBuilder builder(Alphabet(table, {label("a"), label("b")}));
  builder.addState();
  builder.addAction(0, 2, 0);
  Lts lts = builder.build("P");
  EXPECT_EQ(lts.alphabet().size(), 2u);
  EXPECT_EQ(lts.alphabet().text(lts.successors(0).front().action), "b");
  EXPECT_EQ(lts.renamed("Q").name(), "Q");
}

/// The builder against maps of sets.
TEST_F(LtsTest, RandomEdgesAgreeWithReference) {
  for (uint64_t seed = 0; seed < 500; ++seed) {
    RandomSystems random(seed, table);
    unsigned states = random.between(1, 12);
    StateId initial = random.below(states);
    LtsBuilder builder(table);
    builder.reserveStates(states);
    std::map<StateId, std::set<std::pair<std::string, StateId>>> expected;
    for (unsigned i = random.below(40); i > 0; --i) {
      StateId from = random.below(states), to = random.chance(0.1) ? ErrorState : random.below(states);
      std::string text = random.pick(std::vector<std::string>{"a.1", "a.10", "a.2", "b", "tau"});
      builder.add(from, label(text), to);
      expected[from].insert({text, to});
    }
    Lts lts = builder.build("P", LtsBuilder::Keep::Reachable, initial);

    std::map<StateId, StateId> original{{0, initial}};
    size_t transitions = 0;
    for (StateId s = 0; s < lts.stateCount(); ++s) {
      ASSERT_TRUE(original.count(s)) << "numbers follow discovery";
      const auto &row = expected[original[s]];
      ASSERT_EQ(lts.successors(s).size(), row.size());
      transitions += row.size();
      // Numbers are bijective: rebuild the map from targets through deterministic labels only.
      for (const Transition &t : lts.successors(s)) {
        std::vector<StateId> candidates;
        for (const auto &[text, to] : row)
          if (lts.alphabet().text(t.action) == text)
            candidates.push_back(to);
        auto same = lts.successors(s, t.action);
        ASSERT_EQ(same.size(), candidates.size());
        if (t.target == ErrorState) {
          EXPECT_EQ(candidates.back(), ErrorState);
          continue;
        }
        if (original.count(t.target)) {
          EXPECT_TRUE(llvm::is_contained(candidates, original[t.target]));
        }
      }
      // Old numbers ascend within an action, and new states are numbered in that order.
      std::vector<std::pair<Action, StateId>> oldRow;
      for (const auto &[text, to] : row)
        oldRow.push_back({text == "tau" ? TauAction : *lts.alphabet().find(text), to});
      std::sort(oldRow.begin(), oldRow.end());
      for (const auto &[action, to] : oldRow) {
        bool isKnown = to == ErrorState;
        for (const auto &[now, before] : original)
          isKnown |= before == to;
        if (!isKnown)
          original.emplace(static_cast<StateId>(original.size()), to);
      }
    }
    EXPECT_EQ(original.size(), lts.stateCount());
    EXPECT_EQ(lts.transitionCount(), transitions);
    EXPECT_TRUE(std::is_sorted(lts.successors(0).begin(), lts.successors(0).end()));
  }
}

TEST_F(LtsTest, FromRowsNormalizes) {
  Alphabet alphabet(table, {label("a"), label("b")});
  std::vector<Transition> rows{{2, 1}, {1, 1}, {1, 1}, {1, 0}, {1, 0}, {2, ErrorState}, {1, 2}};
  Lts lts = LtsBuilder::fromRows("P", alphabet, {0, 4, 7, 7}, rows, 2u, LtsBuilder::Keep::All);
  EXPECT_EQ(lts.successors(0).vec(), (std::vector<Transition>{{1, 0}, {1, 1}, {2, 1}}));
  EXPECT_EQ(lts.successors(1).vec(), (std::vector<Transition>{{1, 0}, {1, 2}, {2, ErrorState}}));
  EXPECT_EQ(lts.end(), 2u);
}
