//===- Tree.cpp - Finite trees of actions ---------------------------------===//

#include "tenon/Lts/Tree.h"

#include "llvm/Support/MathExtras.h"

#include <algorithm>

namespace tenon {

TreeDag::TreeDag() : nodes{{Kind::Empty, 0, 0, 0}}, frames{{false, 0, 0, 0}} {}

TreeId TreeDag::forward(TreeLetter letter, TreeId rest) {
  auto [place, isNew] = forwards.try_emplace({letter, rest}, static_cast<TreeId>(nodes.size()));
  if (isNew)
    nodes.push_back({Kind::Forward, letter, rest, 0});
  return place->second;
}

TreeId TreeDag::sum(TreeId a, TreeId b) {
  auto [less, greater] = std::minmax(a, b);
  auto [place, isNew] = sums.try_emplace({greater, less}, static_cast<TreeId>(nodes.size()));
  if (isNew)
    nodes.push_back({Kind::Sum, 0, greater, less});
  return place->second;
}

ContextId TreeDag::underLetter(ContextId outer, TreeLetter letter) {
  auto [place, isNew] = underLetters.try_emplace({outer, letter}, static_cast<ContextId>(frames.size()));
  if (isNew)
    frames.push_back({false, letter, 0, outer});
  return place->second;
}

ContextId TreeDag::besideTree(ContextId outer, TreeId sibling) {
  auto [place, isNew] = besideTrees.try_emplace({outer, sibling}, static_cast<ContextId>(frames.size()));
  if (isNew)
    frames.push_back({true, 0, sibling, outer});
  return place->second;
}

TreeId TreeDag::plug(ContextId context, TreeId tree) {
  for (; context != Hole; context = frames[context].outer)
    tree = frames[context].isSum ? sum(tree, frames[context].sibling) : forward(frames[context].letter, tree);
  return tree;
}

uint64_t TreeDag::letterCount(TreeId tree) const {
  std::vector<uint64_t> count(tree + size_t(1));
  for (TreeId t = 1; t <= tree; ++t)
    count[t] = nodes[t].kind == Kind::Forward ? llvm::SaturatingAdd<uint64_t>(count[nodes[t].first], 1)
                                              : llvm::SaturatingAdd(count[nodes[t].first], count[nodes[t].second]);
  return count[tree];
}

std::vector<std::pair<TreeLetter, TreeId>> TreeDag::branches(TreeId tree) const {
  std::vector<std::pair<TreeLetter, TreeId>> result;
  std::vector<TreeId> todo{tree};
  llvm::DenseMap<TreeId, bool> seen;
  while (!todo.empty()) {
    TreeId t = todo.back();
    todo.pop_back();
    if (!seen.try_emplace(t, true).second)
      continue;
    const Node &node = nodes[t];
    if (node.kind == Kind::Forward)
      result.push_back({node.letter, node.first});
    if (node.kind == Kind::Sum)
      todo.insert(todo.end(), {node.first, node.second});
  }
  std::sort(result.begin(), result.end());
  return result;
}

TreeId TreeDag::fromBranches(llvm::ArrayRef<std::pair<TreeLetter, TreeId>> branches) {
  if (branches.empty())
    return Empty;
  TreeId result = forward(branches.front().first, branches.front().second);
  for (auto [letter, rest] : branches.drop_front())
    result = sum(result, forward(letter, rest));
  return result;
}

std::string TreeDag::text(TreeId tree, Spelling spelling) const {
  const Node &node = nodes[tree];
  switch (node.kind) {
  case Kind::Empty:
    return "λ";
  case Kind::Forward: {
    std::string rest = text(node.first, spelling);
    return spelling(node.letter).str() + "•" + (nodes[node.first].kind == Kind::Sum ? "(" + rest + ")" : rest);
  }
  case Kind::Sum:
    return text(node.second, spelling) + " + " + text(node.first, spelling);
  }
  return "";
}

std::string TreeDag::contextText(ContextId context, Spelling spelling) const {
  std::string result = "□";
  for (bool isSum = false; context != Hole; context = frames[context].outer) {
    const Frame &frame = frames[context];
    if (frame.isSum)
      result += " + " + text(frame.sibling, spelling);
    else
      result = spelling(frame.letter).str() + "•" + (isSum ? "(" + result + ")" : result);
    isSum = frame.isSum;
  }
  return result;
}

} // namespace tenon
