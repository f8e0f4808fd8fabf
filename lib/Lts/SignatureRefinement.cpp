//===- SignatureRefinement.cpp - Refinement by signatures -----------------===//

#include "SignatureRefinement.h"

#include <cassert>
#include <utility>

namespace tenon {

//===----------------------------------------------------------------------===//
// RefinementTree
//===----------------------------------------------------------------------===//

/// Jump pointers in the manner of Myers' random-access lists: a walk to any ancestor takes O(log depth) steps.
RefinementTree::Vertex RefinementTree::addChild(Vertex parent, uint32_t round, uint32_t representative) {
  const Data &up = vertices[parent];
  const Data &jump = vertices[up.jump];
  bool equalSteps = up.depth - jump.depth == jump.depth - vertices[jump.jump].depth;
  vertices.push_back({parent, equalSteps ? jump.jump : parent, up.depth + 1, round, representative});
  return static_cast<Vertex>(vertices.size() - 1);
}

RefinementTree::Vertex RefinementTree::after(uint32_t round, Vertex v) const {
  while (vertices[v].round > round)
    v = vertices[vertices[v].jump].round > round ? vertices[v].jump : vertices[v].parent;
  return v;
}

std::pair<RefinementTree::Vertex, RefinementTree::Vertex> RefinementTree::separated(Vertex u, Vertex v) const {
  auto lift = [&](Vertex w, uint32_t depth) {
    while (vertices[w].depth > depth)
      w = vertices[vertices[w].jump].depth >= depth ? vertices[w].jump : vertices[w].parent;
    return w;
  };
  u = lift(u, vertices[v].depth);
  v = lift(v, vertices[u].depth);
  assert(u != v && "the nodes are in different blocks");
  while (vertices[u].parent != vertices[v].parent) {
    bool jump = vertices[u].jump != vertices[v].jump;
    u = jump ? vertices[u].jump : vertices[u].parent;
    v = jump ? vertices[v].jump : vertices[v].parent;
  }
  return {u, v};
}

//===----------------------------------------------------------------------===//
// SignatureRefinement
//===----------------------------------------------------------------------===//

SignatureRefinement::SignatureRefinement(const TauGraph &input, Equivalence relation, const Budget &budget, bool record)
    : graph(input), equivalence(relation), watch(budget), keepTree(record), partition(input.nodeCount()), vertexOf{0},
      refinementTree(0) {
  uint32_t nodes = graph.nodeCount();
  moves.assign(nodes, None);
  isChanged.assign(nodes, false);
  dirty.resize(nodes, true);
  if (equivalence == Equivalence::Weak) {
    reach.assign(nodes, None);
    reachDirty.resize(nodes, true);
  }
}

llvm::Error SignatureRefinement::run(uint32_t first, uint32_t second) {
  bool wantsPair = first != second;
  while (!wantsPair || blockOf(first) == blockOf(second)) {
    ++roundNumber;
    recomputeDirty();
    if (watch.ranOut(graph.nodeCount() / 64 + changed.size()))
      return watch.error("refinement");
    splitBlocks();
    if (partition.movedNodes().empty() && dirty.none() && (equivalence != Equivalence::Weak || reachDirty.none()))
      break;
    collectGarbage();
  }
  return llvm::Error::success();
}

/// Weak: the union of its own block and what silent successors reach.
bool SignatureRefinement::recomputeReach(uint32_t node) {
  reachBuffer.assign(1, blockOf(node));
  for (const Transition &t : graph.silentEdges(node)) {
    llvm::ArrayRef<uint32_t> more = reachSets[reach[t.target]];
    reachBuffer.insert(reachBuffer.end(), more.begin(), more.end());
  }
  watch.ranOut(reachBuffer.size());
  uint32_t set = reachSets.internUnsorted(reachBuffer);
  return std::exchange(reach[node], set) != set;
}

void SignatureRefinement::collectSignature(uint32_t node) {
  moveBuffer.clear();
  for (const Transition &t : graph.edges(node)) {
    bool silent = t.action == TauAction;
    if (equivalence == Equivalence::Weak) {
      if (silent) {
        llvm::ArrayRef<uint64_t> more = moveSets[moves[t.target]];
        moveBuffer.insert(moveBuffer.end(), more.begin(), more.end());
      } else {
        for (uint32_t to : reachSets[reach[t.target]])
          moveBuffer.push_back(pack(t.action, to));
      }
    } else if (equivalence == Equivalence::Branching && silent && blockOf(t.target) == blockOf(node)) {
      llvm::ArrayRef<uint64_t> more = moveSets[moves[t.target]];
      moveBuffer.insert(moveBuffer.end(), more.begin(), more.end());
    } else {
      moveBuffer.push_back(pack(t.action, blockOf(t.target)));
    }
  }
}

bool SignatureRefinement::recompute(uint32_t node) {
  collectSignature(node);
  watch.ranOut(moveBuffer.size());
  uint32_t set = moveSets.internUnsorted(moveBuffer);
  return std::exchange(moves[node], set) != set;
}

/// Silent edges lead to smaller nodes, so that one pass in ascending order sees every node after those it depends on.
void SignatureRefinement::recomputeDirty() {
  changed.clear();
  auto noteChange = [&](uint32_t node) {
    if (!isChanged[node])
      changed.push_back(node);
    isChanged[node] = true;
  };
  if (equivalence == Equivalence::Weak)
    for (int node = reachDirty.find_first(); node >= 0; node = reachDirty.find_next(node)) {
      if (watch.ranOut())
        return;
      reachDirty.reset(node);
      if (!recomputeReach(node))
        continue;
      noteChange(node);
      for (const Transition &t : graph.incoming(node))
        (t.action == TauAction ? reachDirty : dirty).set(t.target);
    }
  for (int node = dirty.find_first(); node >= 0; node = dirty.find_next(node)) {
    if (watch.ranOut())
      return;
    dirty.reset(node);
    if (!recompute(node))
      continue;
    noteChange(node);
    if (equivalence == Equivalence::Strong)
      continue;
    for (const Transition &t : graph.incoming(node))
      if (t.action == TauAction && (equivalence == Equivalence::Weak || blockOf(t.target) == blockOf(node)))
        dirty.set(t.target);
  }
}

void SignatureRefinement::splitBlocks() {
  for (uint32_t node : changed) {
    partition.reportChange(node, uint64_t(moves[node]) << 32 | (reach.empty() ? 0 : reach[node]));
    isChanged[node] = false;
  }
  partition.split([&](llvm::ArrayRef<uint32_t> parts) {
    if (!keepTree)
      return;
    vertexOf.resize(partition.blockCount());
    RefinementTree::Vertex parent = vertexOf[parts.back()];
    for (uint32_t part : parts)
      vertexOf[part] = refinementTree.addChild(parent, roundNumber, partition.members(part).front());
  });
  for (uint32_t node : partition.movedNodes())
    invalidateAround(node);
}

/// A node with a new block number changes the signatures of its predecessors, and its own where that mentions its
/// block.
void SignatureRefinement::invalidateAround(uint32_t node) {
  if (equivalence == Equivalence::Weak) {
    reachDirty.set(node);
    return;
  }
  if (equivalence == Equivalence::Branching && graph.hasSilentEdges(node))
    dirty.set(node);
  for (const Transition &t : graph.incoming(node))
    dirty.set(t.target);
}

void SignatureRefinement::collectGarbage() {
  if (moveSets.bytes() + reachSets.bytes() < garbageLimit)
    return;
  moveSets.keepOnly(moves);
  reachSets.keepOnly(reach);
  garbageLimit = std::max(size_t(64) << 20, 2 * (moveSets.bytes() + reachSets.bytes()));
}

} // namespace tenon
