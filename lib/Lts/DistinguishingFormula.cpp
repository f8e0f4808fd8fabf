//===- DistinguishingFormula.cpp - Why two nodes differ -------------------===//

#include "DistinguishingFormula.h"

#include "llvm/ADT/DenseSet.h"

#include <algorithm>
#include <map>
#include <set>

namespace tenon {
namespace {

using Vertex = RefinementTree::Vertex;
/// Two parts of one block: the formula is to hold on the first and to fail on the second.
using Siblings = std::pair<Vertex, Vertex>;

/// The formula for a pair of siblings: a step that one of them has and the other lacks.
struct Step {
  bool onFirst = true; ///< Otherwise it is the second that has it, and the formula denies it.
  Action action = TauAction;
  std::vector<Siblings> along; ///< Branching: what holds on the silent way.
  /// What holds after it; in a denied one the negations of that, but for branching, where an until-formula has no dual.
  std::vector<Siblings> target;
};

class FormulaBuilder {
public:
  FormulaBuilder(const TauGraph &input, const SignatureRefinement &result, Equivalence relation, const Alphabet &labels)
      : graph(input), refinement(result), tree(result.tree()), equivalence(relation), alphabet(labels) {}

  std::string build(uint32_t holds, uint32_t fails) {
    Siblings root = tree.separated(refinement.leaf(holds), refinement.leaf(fails));
    std::vector<Siblings> todo{root};
    while (!todo.empty()) {
      Siblings pair = todo.back();
      todo.pop_back();
      if (steps.count(pair))
        continue;
      const Step &step = steps[pair] = chooseStep(pair);
      todo.insert(todo.end(), step.along.begin(), step.along.end());
      todo.insert(todo.end(), step.target.begin(), step.target.end());
    }
    return print(root);
  }

private:
  /// The moves of a node as its signature has them, for the partition after a round.
  using Moves = std::set<std::pair<Action, Vertex>>;

  Vertex vertexAfter(uint32_t round, uint32_t node) const { return tree.after(round, refinement.leaf(node)); }

  /// What a node reaches silently; for branching bisimilarity, without leaving its block.
  std::vector<uint32_t> silentReach(uint32_t node, uint32_t round) const {
    std::vector<uint32_t> reached{node};
    if (equivalence == Equivalence::Strong)
      return reached;
    Vertex home = vertexAfter(round, node);
    llvm::DenseSet<uint32_t> seen{node};
    for (size_t i = 0; i < reached.size(); ++i)
      for (const Transition &t : graph.silentEdges(reached[i])) {
        bool follow = equivalence == Equivalence::Weak || vertexAfter(round, t.target) == home;
        if (follow && seen.insert(t.target).second)
          reached.push_back(t.target);
      }
    return reached;
  }

  Moves moves(uint32_t node, uint32_t round) const {
    Moves result;
    Vertex home = vertexAfter(round, node);
    for (uint32_t from : silentReach(node, round)) {
      if (equivalence == Equivalence::Weak)
        result.insert({TauAction, vertexAfter(round, from)});
      for (const Transition &t : graph.edges(from)) {
        Vertex to = vertexAfter(round, t.target);
        if (equivalence == Equivalence::Strong) {
          result.insert({t.action, to});
        } else if (equivalence == Equivalence::Branching) {
          if (t.action != TauAction || to != home)
            result.insert({t.action, to});
        } else if (t.action != TauAction) {
          for (uint32_t target : silentReach(t.target, round))
            result.insert({t.action, vertexAfter(round, target)});
        }
      }
    }
    return result;
  }

  /// The step with the fewest conditions, then the least modal depth; one that the first sibling has, if all else is
  /// equal.
  Step chooseStep(Siblings pair) const {
    uint32_t round = tree.round(pair.first) - 1;
    Moves first = moves(tree.representative(pair.first), round),
          second = moves(tree.representative(pair.second), round);
    Vertex home = tree.parent(pair.first);
    std::optional<Step> best;
    std::pair<size_t, uint32_t> bestCost;
    for (bool onFirst : {true, false})
      for (auto [action, to] : onFirst ? first : second) {
        if ((onFirst ? second : first).count({action, to}))
          continue;
        Step step = conditions(action, to, onFirst ? second : first, home, onFirst);
        uint32_t depth = 0;
        for (const auto &list : {step.along, step.target})
          for (Siblings child : list)
            depth = std::max(depth, tree.round(child.first));
        std::pair cost(step.along.size() + step.target.size(), depth);
        if (!best || cost < bestCost) {
          best = std::move(step);
          bestCost = cost;
        }
      }
    assert(best && "siblings differ in a step");
    return std::move(*best);
  }

  /// What must be said of a step into the block `to` so that no step in `other` is as good.
  Step conditions(Action action, Vertex to, const Moves &other, Vertex home, bool onFirst) const {
    Step step;
    step.onFirst = onFirst;
    step.action = action;
    std::set<Siblings> target, along;
    bool dual = !onFirst && equivalence != Equivalence::Branching;
    auto oriented = [&](Siblings s) { return dual ? Siblings(s.second, s.first) : s; };
    for (auto [a, vertex] : other) {
      if (a == action)
        target.insert(oriented(tree.separated(to, vertex)));
      if (equivalence == Equivalence::Branching && a == TauAction)
        along.insert(tree.separated(home, vertex));
    }
    if (equivalence == Equivalence::Branching && action == TauAction)
      target.insert(oriented(tree.separated(to, home)));
    step.target.assign(target.begin(), target.end());
    step.along.assign(along.begin(), along.end());
    return step;
  }

  //===--- Printing -------------------------------------------------------===//

  /// A piece of text, or a formula that is still to be printed.
  struct Piece {
    std::string text;
    std::optional<Siblings> formula;
  };
  using Pieces = std::vector<Piece>;

  static void append(Pieces &pieces, std::string text) { pieces.push_back({std::move(text), std::nullopt}); }

  static void appendList(Pieces &pieces, const std::vector<Siblings> &list, const char *connective, const char *none) {
    if (list.empty())
      return append(pieces, none);
    if (list.size() > 1)
      append(pieces, "(");
    for (size_t i = 0; i < list.size(); ++i) {
      if (i > 0)
        append(pieces, connective);
      pieces.push_back({"", list[i]});
    }
    if (list.size() > 1)
      append(pieces, ")");
  }

  Pieces pieces(const Step &step) const {
    Pieces result;
    bool isMark = step.action > alphabet.size();
    std::string mark = step.action == graph.errorMark ? "ERROR" : "END";
    std::string label = isMark ? "tau" : alphabet.text(step.action).str();
    if (equivalence == Equivalence::Branching) {
      append(result, step.onFirst ? "(" : "!(");
      appendList(result, step.along, " && ", "true");
      append(result, " until <" + label + ">");
      if (isMark)
        append(result, mark);
      else
        appendList(result, step.target, " && ", "true");
      append(result, ")");
      return result;
    }
    bool isWeak = equivalence == Equivalence::Weak;
    if (!isMark || isWeak) {
      std::string open = step.onFirst ? "<" : "[", close = step.onFirst ? ">" : "]";
      append(result, isWeak ? open + open + label + close + close : open + label + close);
    }
    if (isMark)
      append(result, (step.onFirst ? "" : "!") + mark);
    else
      appendList(result, step.target, step.onFirst ? " && " : " || ", step.onFirst ? "true" : "false");
    return result;
  }

  /// Prints with an explicit stack, as formulas may be deep. A formula that would be too long as a tree has its common
  /// parts named.
  std::string print(Siblings root) {
    std::map<Siblings, std::string> names;
    if (length(root) > LongestTree)
      nameSharedParts(root, names);
    std::string text = expand(root, names);
    const char *separator = " where ";
    for (const auto &[pair, name] : names) {
      text += separator + name + " = " + expand(pair, names);
      separator = ", ";
    }
    return text;
  }

  std::string expand(Siblings root, const std::map<Siblings, std::string> &names) const {
    std::string text;
    Pieces stack = pieces(steps.at(root));
    std::reverse(stack.begin(), stack.end());
    while (!stack.empty()) {
      Piece piece = std::move(stack.back());
      stack.pop_back();
      text += piece.text;
      if (!piece.formula)
        continue;
      if (auto name = names.find(*piece.formula); name != names.end()) {
        text += name->second;
        continue;
      }
      Pieces inner = pieces(steps.at(*piece.formula));
      stack.insert(stack.end(), std::make_move_iterator(inner.rbegin()), std::make_move_iterator(inner.rend()));
    }
    return text;
  }

  /// Of the formula as a tree, about, saturating.
  size_t length(Siblings root) const {
    std::vector<Siblings> order;
    for (const auto &[pair, step] : steps)
      order.push_back(pair);
    std::sort(order.begin(), order.end(),
              [&](Siblings a, Siblings b) { return tree.round(a.first) < tree.round(b.first); });
    std::map<Siblings, size_t> lengths;
    for (Siblings pair : order) {
      size_t sum = 4;
      for (const auto &list : {steps.at(pair).along, steps.at(pair).target})
        for (Siblings child : list)
          sum = std::min(LongestTree + 1, sum + lengths.at(child));
      lengths[pair] = sum;
    }
    return lengths.at(root);
  }

  void nameSharedParts(Siblings root, std::map<Siblings, std::string> &names) const {
    std::map<Siblings, unsigned> uses;
    for (const auto &[pair, step] : steps)
      for (const auto &list : {step.along, step.target})
        for (Siblings child : list)
          ++uses[child];
    for (const auto &[pair, count] : uses)
      if (count > 1 && pair != root)
        names.emplace(pair, "X" + std::to_string(names.size() + 1));
  }

  static constexpr size_t LongestTree = 100000;
  const TauGraph &graph;
  const SignatureRefinement &refinement;
  const RefinementTree &tree;
  const Equivalence equivalence;
  const Alphabet &alphabet;
  std::map<Siblings, Step> steps;
};

} // namespace

std::string distinguishingFormula(const TauGraph &graph, const SignatureRefinement &refinement, Equivalence equivalence,
                                  const Alphabet &alphabet, uint32_t holds, uint32_t fails) {
  return FormulaBuilder(graph, refinement, equivalence, alphabet).build(holds, fails);
}

} // namespace tenon
