//===- TreeLearnerTest.cpp - The learner L^T ------------------------------===//

#include "tenon/Learn/TreeLearner.h"

#include "RandomSystems.h"

#include <gtest/gtest.h>

namespace tenon::test {
namespace {

/// Answers from an automaton, or from any recognizer.
class RecognizingTeacher : public TreeTeacher {
public:
  RecognizingTeacher(TreeRecognizer &target, TreeDag &treeDag) : language(target), trees(treeDag) {}
  std::optional<bool> isMember(ContextId context, TreeId tree) override {
    TreeId whole = trees.plug(context, tree);
    asked.push_back(whole);
    return language.accepts(run(whole));
  }
  std::vector<TreeId> asked;

private:
  uint32_t run(TreeId tree) {
    TreeDag::Node node = trees[tree];
    if (node.kind == TreeDag::Kind::Empty)
      return language.initial();
    if (node.kind == TreeDag::Kind::Forward)
      return language.forward(run(node.first), node.letter);
    return language.cross(run(node.first), run(node.second));
  }
  TreeRecognizer &language;
  TreeDag &trees;
};

llvm::StringRef spelling(TreeLetter letter) {
  return letter == 0 ? "α" : "β";
}

/// M of Figure 1: its language has λ, α•λ, β•λ and their sums, but no tree with two letters in a row.
Lts figure1() {
  auto table = std::make_shared<LabelTable>();
  LtsBuilder builder(table);
  builder.add(0, table->intern("alpha"), 1);
  builder.add(0, table->intern("beta"), 2);
  builder.reserveStates(3);
  return builder.build("M", LtsBuilder::Keep::All);
}

/// Each row with its bits, as in the figures.
std::vector<std::string> table(const TreeLearner &learner, const TreeDag &trees) {
  std::vector<std::string> lines;
  for (const TreeLearner::Row &row : learner.rows())
    lines.push_back(trees.text(row.tree, spelling) + " " + row.bits);
  return lines;
}

TEST(TreeLearner, example1) {
  Lts m = figure1();
  TreeLanguage language(m, {TreeLanguage::Silent, 0, 1}, {});
  std::unique_ptr<TreeRecognizer> target = recognizer(language, 2);
  TreeDag trees;
  RecognizingTeacher teacher(*target, trees);
  TreeLearner learner(teacher, trees, 2);

  // Figure 2.
  const TreeDfa *first = learner.conjecture();
  EXPECT_EQ(table(learner, trees), (std::vector<std::string>{"λ 1", "α•λ 1", "β•λ 1", "λ + λ 1"}));
  EXPECT_EQ(*first, (TreeDfa{2, {true}, {0, 0}, {0}}));

  // The counterexample of the text, and the experiment that ExpGen extracts from it.
  TreeId counterexample = trees.forward(0, trees.forward(1, TreeDag::Empty));
  EXPECT_TRUE(learner.refine(counterexample));
  ASSERT_EQ(learner.experiments().size(), 2U);
  EXPECT_EQ(trees.contextText(learner.experiments()[1], spelling), "α•□");

  // Figure 3. The rows of sums are named by either order; those of the figure are compared as a set.
  const TreeDfa *second = learner.conjecture();
  std::vector<std::string> rows = table(learner, trees);
  llvm::sort(rows);
  std::vector<std::string> expected = {
      "λ 11",     "α•λ 10",     "α•α•λ 00",     "β•λ 10",       "β•α•λ 00",       "α•α•α•λ 00",      "β•α•α•λ 00",
      "λ + λ 11", "λ + α•λ 10", "α•λ + α•λ 10", "λ + α•α•λ 00", "α•λ + α•α•λ 00", "α•α•λ + α•α•λ 00"};
  llvm::sort(expected);
  EXPECT_EQ(rows, expected);
  ASSERT_EQ(learner.accessTrees().size(), 3U);
  EXPECT_EQ(trees.text(learner.accessTrees()[0], spelling), "λ");
  EXPECT_EQ(trees.text(learner.accessTrees()[1], spelling), "α•λ");
  EXPECT_EQ(trees.text(learner.accessTrees()[2], spelling), "α•α•λ");
  EXPECT_EQ(*second, (TreeDfa{2, {true, true, false}, {1, 1, 2, 2, 2, 2}, {0, 1, 1, 2, 2, 2}}));
  EXPECT_EQ(*second, minimized(*second)) << "the candidate query returns true";
  Budget budget;
  EXPECT_EQ(*second, minimized(llvm::cantFail(explicitAutomaton(*target, 2, budget))));
  // 4 entries, 2 queries of ExpGen, 4 of the new column, and 9 rows of 2 more.
  EXPECT_EQ(learner.statistics().membershipQueries, 4U + 2 + 4 + 18);
  EXPECT_EQ(learner.statistics().equivalenceQueries, 2U);
}

/// Any automaton, of languages with or without the laws that simulation has.
TreeDfa randomAutomaton(RandomSystems &random) {
  TreeDfa dfa;
  dfa.letters = random.between(1, 3);
  uint32_t states = random.between(1, 6);
  for (uint32_t s = 0; s < states; ++s) {
    dfa.accepting.push_back(random.chance(0.5));
    for (uint32_t i = 0; i < dfa.letters; ++i)
      dfa.forward.push_back(random.below(states));
    for (uint32_t i = 0; i <= s; ++i)
      dfa.cross.push_back(random.below(states));
  }
  return dfa;
}

/// A smallest tree that exactly one accepts.
std::optional<TreeId> difference(const TreeDfa &a, const TreeDfa &b, TreeDag &trees) {
  Budget budget;
  std::optional<TreeId> result;
  for (bool swaps : {false, true}) {
    std::unique_ptr<TreeRecognizer> one = recognizer(a, swaps), other = recognizer(b, !swaps);
    std::unique_ptr<TreeRecognizer> both = intersection(*one, *other);
    std::optional<TreeId> tree = llvm::cantFail(smallestTree(*both, a.letters, trees, budget));
    if (tree && (!result || trees.letterCount(*tree) < trees.letterCount(*result)))
      result = tree;
  }
  return result;
}

TEST(TreeLearner, learnsTheMinimalAutomaton) {
  for (uint64_t seed = 0; seed < 500; ++seed) {
    RandomSystems random(seed);
    TreeDfa target = randomAutomaton(random), minimal = minimized(target);
    std::unique_ptr<TreeRecognizer> language = recognizer(target);
    TreeDag trees;
    RecognizingTeacher teacher(*language, trees);
    TreeLearner learner(teacher, trees, target.letters);
    uint32_t states = 0;
    while (true) {
      const TreeDfa &conjecture = *learner.conjecture();
      ASSERT_GT(conjecture.stateCount(), states) << "seed " << seed;
      ASSERT_LE(conjecture.stateCount(), minimal.stateCount()) << "seed " << seed;
      states = conjecture.stateCount();
      std::optional<TreeId> tree = difference(conjecture, minimal, trees);
      if (!tree) {
        EXPECT_EQ(conjecture.stateCount(), minimal.stateCount()) << "seed " << seed;
        EXPECT_EQ(minimized(conjecture), minimal) << "seed " << seed;
        break;
      }
      ASSERT_NE(conjecture.accepts(trees, *tree), minimal.accepts(trees, *tree)) << "seed " << seed;
      learner.refine(*tree);
    }
    EXPECT_LE(learner.experiments().size(), minimal.stateCount()) << "seed " << seed;
    EXPECT_EQ(learner.statistics().membershipQueries, teacher.asked.size());
  }
}

TEST(TreeLearner, isDeterministic) {
  RandomSystems random(7);
  TreeDfa target = randomAutomaton(random);
  auto learn = [&] {
    std::unique_ptr<TreeRecognizer> language = recognizer(target);
    TreeDag trees;
    RecognizingTeacher teacher(*language, trees);
    TreeLearner learner(teacher, trees, target.letters);
    while (std::optional<TreeId> tree = difference(*learner.conjecture(), target, trees))
      learner.refine(*tree);
    return teacher.asked;
  };
  EXPECT_EQ(learn(), learn());
}

TEST(TreeLearner, endsWhenTheTeacherGivesUp) {
  struct Silent : TreeTeacher {
    std::optional<bool> isMember(ContextId, TreeId) override { return std::nullopt; }
  } teacher;
  TreeDag trees;
  TreeLearner learner(teacher, trees, 2);
  EXPECT_EQ(learner.conjecture(), nullptr);
}

} // namespace
} // namespace tenon::test
