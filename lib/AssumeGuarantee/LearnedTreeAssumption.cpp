//===- LearnedTreeAssumption.cpp - The teacher of rule AG-NC --------------===//

#include "tenon/AssumeGuarantee/LearnedTreeAssumption.h"

using namespace llvm;

namespace tenon {

TreeLanguage languageOf(const TreeSide &side) {
  std::vector<TreeLetter> letterOf;
  for (std::optional<TreeLetter> letter : side.letterOf)
    letterOf.push_back(letter.value_or(TreeLanguage::Silent));
  return {*side.lts, letterOf, side.everywhere};
}

namespace {

/// Knows M1 and S as tree automata, made deterministic as far as they are asked about.
class WeakestAssumption : public TreeTeacher {
public:
  WeakestAssumption(const TreeSide &checked, const TreeSide &specification, uint32_t letterCount, TreeDag &treeDag)
      : trees(treeDag), letters(letterCount), m1(languageOf(checked)), s(languageOf(specification)),
        inM1(recognizer(m1, letters)), notInS(recognizer(s, letters, /*complement=*/true)) {}

  std::optional<bool> isMember(ContextId context, TreeId tree) override {
    Value value = valueOf(tree);
    for (; context != TreeDag::Hole; context = trees.frame(context).outer) {
      const TreeDag::Frame &frame = trees.frame(context);
      value = frame.isSum ? sum(value, valueOf(frame.sibling)) : under(frame.letter, value);
    }
    return !(inM1->accepts(value.first) && notInS->accepts(value.second));
  }

  /// Premise C1: a smallest tree of D that is in the language of M1 and not in that of S.
  Expected<std::optional<TreeId>> wronglyAccepted(const TreeDfa &automaton, const Budget &budget) {
    std::unique_ptr<TreeRecognizer> accepted = recognizer(automaton);
    std::unique_ptr<TreeRecognizer> both = intersection(*accepted, *notInS);
    return smallestTree(m1, *both, trees, budget);
  }
  /// A smallest tree outside of D that belongs to the weakest assumption.
  Expected<std::optional<TreeId>> wronglyRejected(const TreeDfa &automaton, const Budget &budget) {
    std::unique_ptr<TreeRecognizer> rejected = recognizer(automaton, /*complement=*/true);
    std::unique_ptr<TreeRecognizer> notInM1 = recognizer(m1, letters, /*complement=*/true);
    std::unique_ptr<TreeRecognizer> inS = recognizer(s, letters);
    std::optional<TreeId> smallest;
    for (TreeRecognizer *allowed : {notInM1.get(), inS.get()}) {
      std::unique_ptr<TreeRecognizer> both = intersection(*rejected, *allowed);
      Expected<std::optional<TreeId>> tree = smallestTree(*both, letters, trees, budget);
      if (!tree)
        return tree.takeError();
      if (*tree && (!smallest || trees.letterCount(**tree) < trees.letterCount(*smallest)))
        smallest = *tree;
    }
    return smallest;
  }

private:
  using Value = std::pair<uint32_t, uint32_t>; ///< Of M1 and of S.
  static constexpr Value Unknown{~uint32_t(0), 0};

  Value under(TreeLetter letter, Value value) {
    return {inM1->forward(value.first, letter), notInS->forward(value.second, letter)};
  }
  Value sum(Value a, Value b) { return {inM1->cross(a.first, b.first), notInS->cross(a.second, b.second)}; }

  Value valueOf(TreeId tree) {
    if (values.size() < trees.size())
      values.resize(trees.size(), Unknown);
    std::vector<TreeId> todo{tree};
    while (!todo.empty()) {
      TreeId t = todo.back();
      const TreeDag::Node &node = trees[t];
      bool isLeaf = node.kind == TreeDag::Kind::Empty, isSum = node.kind == TreeDag::Kind::Sum;
      size_t before = todo.size();
      if (!isLeaf && values[node.first] == Unknown)
        todo.push_back(node.first);
      if (isSum && values[node.second] == Unknown)
        todo.push_back(node.second);
      if (todo.size() != before)
        continue;
      values[t] = isLeaf  ? Value{inM1->initial(), notInS->initial()}
                  : isSum ? sum(values[node.first], values[node.second])
                          : under(node.letter, values[node.first]);
      todo.pop_back();
    }
    return values[tree];
  }

  TreeDag &trees;
  uint32_t letters;
  TreeLanguage m1, s;
  std::unique_ptr<TreeRecognizer> inM1, notInS;
  std::vector<Value> values; ///< By tree.
};

} // namespace

TreeAssumption learnTreeAssumption(const TreeProblem &problem, const Budget &budget) {
  TreeAssumption result;
  WeakestAssumption teacher(problem.checked, problem.specification, problem.letters, result.trees);
  TreeLanguage m2 = languageOf(problem.covered);
  TreeLearner learner(teacher, result.trees, problem.letters);
  auto giveUp = [&](Error error) {
    consumeError(std::move(error));
    result.limit = budget.causeOfFailure();
  };
  while (result.limit == Budget::Limit::None) {
    const TreeDfa &candidate = *learner.conjecture();
    result.statistics = learner.statistics();
    budget.proofProgress({candidate.stateCount(), problem.letters, result.statistics.equivalenceQueries,
                          result.statistics.membershipQueries});
    Expected<std::optional<TreeId>> tree = teacher.wronglyAccepted(candidate, budget);
    if (!tree) {
      giveUp(tree.takeError());
      break;
    }
    if (!*tree) {
      std::unique_ptr<TreeRecognizer> rejected = recognizer(candidate, /*complement=*/true);
      tree = smallestTree(m2, *rejected, result.trees, budget);
      if (!tree) {
        giveUp(tree.takeError());
        break;
      }
      if (!*tree) {
        result.assumption = candidate;
        break;
      }
      if (!*teacher.isMember(TreeDag::Hole, **tree)) {
        result.violation = **tree;
        break;
      }
    }
    learner.refine(**tree);
    result.limit = budget.exceeded();
  }
  result.statistics = learner.statistics();
  return result;
}

std::optional<TreeDfa> learnWeakestTreeAssumption(const TreeSide &checked, const TreeSide &specification,
                                                  uint32_t letters, const Budget &budget) {
  TreeDag trees;
  WeakestAssumption teacher(checked, specification, letters, trees);
  TreeLearner learner(teacher, trees, letters);
  while (true) {
    const TreeDfa &candidate = *learner.conjecture();
    Expected<std::optional<TreeId>> tree = teacher.wronglyAccepted(candidate, budget);
    if (tree && !*tree)
      tree = teacher.wronglyRejected(candidate, budget);
    if (!tree) {
      consumeError(tree.takeError());
      return std::nullopt;
    }
    if (!*tree)
      return candidate;
    learner.refine(**tree);
  }
}

} // namespace tenon
