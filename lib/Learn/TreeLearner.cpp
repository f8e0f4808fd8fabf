//===- TreeLearner.cpp - Learning regular tree languages ------------------===//

#include "tenon/Learn/TreeLearner.h"

namespace tenon {

TreeTeacher::~TreeTeacher() = default;

TreeLearner::TreeLearner(TreeTeacher &treeTeacher, TreeDag &treeStore, uint32_t letterCount)
    : teacher(treeTeacher), store(treeStore), letters(letterCount) {}

std::optional<bool> TreeLearner::ask(ContextId context, TreeId tree) {
  ++counts.membershipQueries;
  return teacher.isMember(context, tree);
}

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

bool TreeLearner::addRow(TreeId tree) {
  if (!rowOf.try_emplace(tree, static_cast<uint32_t>(table.size())).second)
    return true;
  table.push_back({tree, {}});
  for (ContextId context : contexts) {
    std::optional<bool> answer = ask(context, tree);
    if (!answer)
      return false;
    table.back().bits.push_back(*answer ? '1' : '0');
  }
  return true;
}

/// Moves the tree of a row to S, and adds the rows of its extensions.
bool TreeLearner::addState(uint32_t row) {
  TreeId tree = table[row].tree;
  stateOf[table[row].bits] = static_cast<uint32_t>(access.size());
  access.push_back(tree);
  for (TreeLetter letter = 0; letter < letters; ++letter)
    if (!addRow(store.forward(letter, tree)))
      return false;
  for (TreeId other : access)
    if (!addRow(store.sum(other, tree)))
      return false;
  return true;
}

bool TreeLearner::close() {
  if (table.empty() && (!addRow(TreeDag::Empty) || !addState(0)))
    return false;
  for (; closed < table.size(); ++closed)
    if (!stateOf.contains(table[closed].bits) && !addState(static_cast<uint32_t>(closed)))
      return false;
  return true;
}

void TreeLearner::buildConjecture() {
  auto stateAt = [&](TreeId tree) { return stateOf.lookup(table[rowOf.lookup(tree)].bits); };
  automaton = TreeDfa();
  automaton.letters = letters;
  for (auto [state, tree] : llvm::enumerate(access)) {
    automaton.accepting.push_back(table[rowOf.lookup(tree)].bits.front() == '1');
    for (TreeLetter letter = 0; letter < letters; ++letter)
      automaton.forward.push_back(stateAt(store.forward(letter, tree)));
    for (TreeId other : llvm::ArrayRef(access).take_front(state + 1))
      automaton.cross.push_back(stateAt(store.sum(tree, other)));
  }
}

const TreeDfa *TreeLearner::conjecture() {
  if (!close())
    return nullptr;
  buildConjecture();
  ++counts.equivalenceQueries;
  return &automaton;
}

//===----------------------------------------------------------------------===//
// Counterexamples
//===----------------------------------------------------------------------===//

/// Procedure ExpGen. The invariant is that context[tree] and context[τ(tree)] differ; `expected` is the answer for the
/// latter. Nullopt if the teacher has given up.
std::optional<ContextId> TreeLearner::experimentOf(TreeId counterexample) {
  auto replaced = [&](TreeId tree) { return access[automaton.run(store, tree)]; };
  ContextId context = TreeDag::Hole;
  TreeId tree = counterexample;
  bool expected = automaton.accepts(store, tree);
  while (true) {
    TreeDag::Node node = store[tree];
    assert(node.kind != TreeDag::Kind::Empty && "the conjecture is wrong about the counterexample");
    bool isSum = node.kind == TreeDag::Kind::Sum;
    TreeId first = replaced(node.first);
    TreeId extension = isSum ? store.sum(first, replaced(node.second)) : store.forward(node.letter, first);
    std::optional<bool> answer = ask(context, extension);
    if (!answer || *answer != expected)
      return answer ? std::optional(context) : std::nullopt;
    if (!isSum) {
      context = store.underLetter(context, node.letter);
      tree = node.first;
      continue;
    }
    ContextId besideFirst = store.besideTree(context, first);
    answer = ask(besideFirst, node.second);
    if (!answer)
      return std::nullopt;
    bool isInSecond = *answer != expected;
    context = isInSecond ? besideFirst : store.besideTree(context, node.second);
    tree = isInSecond ? node.second : node.first;
  }
}

bool TreeLearner::refine(TreeId counterexample) {
  std::optional<ContextId> context = experimentOf(counterexample);
  if (!context)
    return false;
  contexts.push_back(*context);
  stateOf.clear();
  for (Row &row : table) {
    std::optional<bool> answer = ask(*context, row.tree);
    if (!answer)
      return false;
    row.bits.push_back(*answer ? '1' : '0');
  }
  for (auto [state, tree] : llvm::enumerate(access))
    stateOf[table[rowOf.lookup(tree)].bits] = static_cast<uint32_t>(state);
  closed = 0;
  return true;
}

} // namespace tenon
