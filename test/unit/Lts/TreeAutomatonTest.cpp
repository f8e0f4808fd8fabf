//===- TreeAutomatonTest.cpp - Trees and their automata -------------------===//

#include "RandomSystems.h"

#include "tenon/Check/CertifySimulation.h"
#include "tenon/Lts/TreeAutomaton.h"

#include <gtest/gtest.h>

namespace tenon::test {
namespace {

llvm::StringRef spelling(TreeLetter letter) {
  static const char *const names[] = {"a", "b", "c", "d"};
  return names[letter];
}

TEST(Trees, areHashConsed) {
  TreeDag trees;
  TreeId a = trees.forward(0, TreeDag::Empty), b = trees.forward(1, TreeDag::Empty);
  EXPECT_EQ(trees.sum(a, b), trees.sum(b, a));
  EXPECT_EQ(trees.forward(2, trees.sum(b, a)), trees.forward(2, trees.sum(a, b)));
  EXPECT_EQ(trees.text(trees.forward(2, trees.sum(a, b)), spelling), "c•(a•λ + b•λ)");
  // 2^60 leaves in 61 nodes.
  size_t before = trees.size();
  TreeId tree = a;
  for (int i = 0; i < 60; ++i)
    tree = trees.sum(tree, tree);
  EXPECT_EQ(trees.size(), before + 60);
  EXPECT_EQ(trees.letterCount(tree), uint64_t(1) << 60);
  for (int i = 0; i < 10; ++i)
    tree = trees.sum(tree, tree);
  EXPECT_EQ(trees.letterCount(tree), ~uint64_t(0)) << "saturated";
  EXPECT_EQ(trees.branches(tree).size(), 1U);
}

TEST(Trees, contexts) {
  TreeDag trees;
  TreeId a = trees.forward(0, TreeDag::Empty);
  ContextId context = trees.underLetter(trees.besideTree(TreeDag::Hole, a), 1);
  EXPECT_EQ(trees.contextText(context, spelling), "b•□ + a•λ");
  EXPECT_EQ(trees.plug(context, TreeDag::Empty), trees.sum(trees.forward(1, TreeDag::Empty), a));
  EXPECT_EQ(context, trees.underLetter(trees.besideTree(TreeDag::Hole, a), 1));
  EXPECT_EQ(trees.plug(TreeDag::Hole, a), a);
}

/// All trees of a few letters, without those that only differ in how they are summed.
TreeId randomTree(RandomSystems &random, TreeDag &trees, uint32_t letters, unsigned size) {
  if (size == 0 || random.chance(0.1))
    return TreeDag::Empty;
  if (random.chance(0.55))
    return trees.forward(random.below(letters), randomTree(random, trees, letters, size - 1));
  unsigned first = random.below(size);
  return trees.sum(randomTree(random, trees, letters, first), randomTree(random, trees, letters, size - first - 1));
}

TreeDfa randomAutomaton(RandomSystems &random, uint32_t letters, uint32_t states) {
  TreeDfa dfa;
  dfa.letters = letters;
  for (uint32_t s = 0; s < states; ++s) {
    dfa.accepting.push_back(random.chance(0.4));
    for (uint32_t i = 0; i < letters; ++i)
      dfa.forward.push_back(random.below(states));
    for (uint32_t i = 0; i <= s; ++i)
      dfa.cross.push_back(random.below(states));
  }
  return dfa;
}

TEST(TreeAutomata, operations) {
  Budget budget;
  for (uint64_t seed = 0; seed < 300; ++seed) {
    RandomSystems random(seed);
    TreeDfa a = randomAutomaton(random, 2, random.between(1, 5)), b = randomAutomaton(random, 2, random.between(1, 5));
    std::unique_ptr<TreeRecognizer> inA = recognizer(a), notInB = recognizer(b, /*complement=*/true);
    std::unique_ptr<TreeRecognizer> difference = intersection(*inA, *notInB);
    TreeDfa both = llvm::cantFail(explicitAutomaton(*difference, 2, budget)), small = minimized(both);
    EXPECT_LE(small.stateCount(), both.stateCount());
    EXPECT_EQ(small, minimized(small));
    TreeDag trees;
    std::optional<TreeId> smallest = llvm::cantFail(smallestTree(*difference, 2, trees, budget));
    EXPECT_TRUE(!smallest || (a.accepts(trees, *smallest) && !b.accepts(trees, *smallest))) << seed;
    for (unsigned i = 0; i < 100; ++i) {
      TreeId tree = randomTree(random, trees, 2, 6);
      bool expected = a.accepts(trees, tree) && !b.accepts(trees, tree);
      EXPECT_EQ(both.accepts(trees, tree), expected) << seed;
      EXPECT_EQ(small.accepts(trees, tree), expected) << seed;
      if (expected) {
        ASSERT_TRUE(smallest) << seed;
        EXPECT_LE(trees.letterCount(*smallest), trees.letterCount(tree)) << seed;
      }
    }
  }
}

/// A tree as an LTS is simulated exactly if the automaton accepts it.
TEST(TreeAutomata, languageOfAnLts) {
  Budget budget;
  size_t members = 0;
  for (uint64_t seed = 0; seed < 300; ++seed) {
    RandomSystems random(seed);
    RandomLtsOptions options;
    options.error = options.end = false;
    options.tau = seed % 2 == 0;
    options.labelPool = {"a", "b", "c"};
    options.minLabels = options.maxLabels = 3;
    options.density = 2.2;
    Lts lts = random.lts(options);
    // c is not seen in some, and done everywhere in others, where it is not a label of the LTS.
    std::vector<TreeLetter> letterOf = {TreeLanguage::Silent, 0, 1, 2};
    TreeReplay replay{/*weak=*/true};
    if (seed % 3 == 1) {
      letterOf[3] = TreeLanguage::Silent;
      replay.unseen.insert("c");
      replay.everywhere.insert("d");
    }
    TreeLanguage language(lts, letterOf, seed % 3 == 1 ? std::vector<TreeLetter>{3} : std::vector<TreeLetter>());
    std::unique_ptr<TreeRecognizer> lazily = recognizer(language, 4);
    TreeDfa automaton = llvm::cantFail(explicitAutomaton(*lazily, 4, budget));
    EXPECT_TRUE(automaton.accepting[0]) << "λ is simulated by everything";
    SpelledTree tree;
    tree.letters = {"a", "b", seed % 3 == 1 ? "nothing" : "c", "d"};
    for (unsigned i = 0; i < 60; ++i) {
      tree.root = randomTree(random, tree.store, 4, 5);
      bool isMember = automaton.accepts(tree.store, tree.root);
      members += isMember;
      EXPECT_EQ(isMember, canDoTree(lts, tree, replay)) << seed << ": " << tree.store.text(tree.root, spelling) << '\n'
                                                        << describe(lts);
    }
    // The smallest tree of the language that another automaton accepts.
    TreeDfa other = randomAutomaton(random, 4, 3);
    std::unique_ptr<TreeRecognizer> accepted = recognizer(other), complement = recognizer(other, true);
    std::optional<TreeId> smallest = llvm::cantFail(smallestTree(language, *accepted, tree.store, budget));
    std::unique_ptr<TreeRecognizer> both = intersection(*lazily, *accepted);
    std::optional<TreeId> expected = llvm::cantFail(smallestTree(*both, 4, tree.store, budget));
    ASSERT_EQ(smallest.has_value(), expected.has_value()) << seed;
    EXPECT_EQ(tree.store.letterCount(smallest.value_or(0)), tree.store.letterCount(expected.value_or(0))) << seed;
  }
  EXPECT_GT(members, 3000U);
}

} // namespace
} // namespace tenon::test
