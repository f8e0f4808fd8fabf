//===- SignatureRefinement.cpp - Refinement by signatures -----------------===//

#include "SignatureRefinement.h"

#include <cassert>
#include <numeric>

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
    : graph(input), equivalence(relation), watch(budget), keepTree(record), refinementTree(0) {
  uint32_t nodes = graph.nodeCount();
  block.assign(nodes, 0);
  elements.resize(nodes);
  std::iota(elements.begin(), elements.end(), 0);
  position = elements;
  blockBegin = {0};
  blockEnd = {nodes};
  vertexOf = {0};
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
  while (!wantsPair || block[first] == block[second]) {
    ++roundNumber;
    recomputeDirty();
    if (watch.ranOut(graph.nodeCount() / 64 + changed.size()))
      return watch.error("refinement");
    splitBlocks();
    if (moved.empty() && dirty.none() && (equivalence != Equivalence::Weak || reachDirty.none()))
      break;
    collectGarbage();
  }
  return llvm::Error::success();
}

/// Weak: the union of its own block and what silent successors reach.
bool SignatureRefinement::recomputeReach(uint32_t node) {
  reachBuffer.assign(1, block[node]);
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
    } else if (equivalence == Equivalence::Branching && silent && block[t.target] == block[node]) {
      llvm::ArrayRef<uint64_t> more = moveSets[moves[t.target]];
      moveBuffer.insert(moveBuffer.end(), more.begin(), more.end());
    } else {
      moveBuffer.push_back(pack(t.action, block[t.target]));
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
      reachDirty.reset(node);
      if (!recomputeReach(node))
        continue;
      noteChange(node);
      for (const Transition &t : graph.incoming(node))
        (t.action == TauAction ? reachDirty : dirty).set(t.target);
    }
  for (int node = dirty.find_first(); node >= 0; node = dirty.find_next(node)) {
    dirty.reset(node);
    if (!recompute(node))
      continue;
    noteChange(node);
    if (equivalence == Equivalence::Strong)
      continue;
    for (const Transition &t : graph.incoming(node))
      if (t.action == TauAction && (equivalence == Equivalence::Weak || block[t.target] == block[node]))
        dirty.set(t.target);
  }
}

void SignatureRefinement::splitBlocks() {
  moved.clear();
  std::sort(changed.begin(), changed.end(), [&](uint32_t u, uint32_t v) {
    return std::tuple(block[u], signature(u), u) < std::tuple(block[v], signature(v), v);
  });
  for (size_t begin = 0, end = 0; begin < changed.size(); begin = end) {
    uint32_t which = block[changed[begin]];
    while (end < changed.size() && block[changed[end]] == which)
      ++end;
    splitBlock(which, llvm::MutableArrayRef<uint32_t>(changed).slice(begin, end - begin));
  }
  for (uint32_t node : changed)
    isChanged[node] = false;
  for (uint32_t node : moved)
    invalidateAround(node);
}

/// `members` are the nodes of the block with a new signature, sorted by it. The others have the signature that all had
/// before.
void SignatureRefinement::splitBlock(uint32_t which, llvm::MutableArrayRef<uint32_t> members) {
  auto unchanged = static_cast<uint32_t>(blockEnd[which] - blockBegin[which] - members.size());
  std::vector<std::pair<uint32_t, uint32_t>> groups; // Ranges in `members`.
  for (uint32_t i = 0; i < members.size(); ++i) {
    if (i == 0 || signature(members[i]) != signature(members[i - 1]))
      groups.push_back({i, i});
    ++groups.back().second;
  }
  if (groups.size() == 1 && unchanged == 0)
    return;

  std::vector<uint32_t> rest;
  uint32_t largest = unchanged;
  size_t keeper = groups.size();
  for (size_t g = 0; g < groups.size(); ++g)
    if (groups[g].second - groups[g].first > largest) {
      largest = groups[g].second - groups[g].first;
      keeper = g;
    }
  if (keeper < groups.size())
    for (uint32_t i = blockBegin[which]; i < blockEnd[which]; ++i)
      if (!isChanged[elements[i]])
        rest.push_back(elements[i]);

  RefinementTree::Vertex parent = vertexOf[which];
  auto group = [&](size_t g) {
    return llvm::ArrayRef<uint32_t>(members).slice(groups[g].first, groups[g].second - groups[g].first);
  };
  auto newVertex = [&](uint32_t of, uint32_t representative) {
    if (keepTree)
      vertexOf[of] = refinementTree.addChild(parent, roundNumber, representative);
  };
  for (size_t g = 0; g < groups.size(); ++g)
    if (g != keeper)
      newVertex(separate(which, group(g)), group(g).front());
  if (!rest.empty())
    newVertex(separate(which, rest), rest.front());
  newVertex(which, elements[blockBegin[which]]);
}

/// Moves the members of one block into a new one.
uint32_t SignatureRefinement::separate(uint32_t from, llvm::ArrayRef<uint32_t> members) {
  auto fresh = static_cast<uint32_t>(blockBegin.size());
  uint32_t end = blockEnd[from];
  for (uint32_t node : members) {
    uint32_t last = elements[--blockEnd[from]];
    std::swap(elements[position[node]], elements[blockEnd[from]]);
    position[last] = position[node];
    position[node] = blockEnd[from];
    block[node] = fresh;
    moved.push_back(node);
  }
  blockBegin.push_back(blockEnd[from]);
  blockEnd.push_back(end);
  vertexOf.push_back(0);
  return fresh;
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
