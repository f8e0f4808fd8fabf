//===- SignatureRefinement.h - Refinement by signatures ---------*- C++ -*-===//
//
// The signature of a state is what an equivalence lets an observer see of its next step: which actions lead into which
// blocks. Starting with one block, each round splits every block by the signatures of its members with respect to the
// partition before (Blom and Orzan, "Distributed branching bisimulation reduction of state spaces", 2003). A round
// looks only at nodes whose signature may have changed, and the largest part of a block that is split keeps its number,
// so that a node's successors change number at most log n times.
//
//===----------------------------------------------------------------------===//

#ifndef TENON_LIB_LTS_SIGNATUREREFINEMENT_H
#define TENON_LIB_LTS_SIGNATUREREFINEMENT_H

#include "RoundPartition.h"
#include "SetStore.h"
#include "TauGraph.h"

#include "llvm/ADT/BitVector.h"

namespace tenon {

/// How the blocks of successive rounds lie in each other. A node's block after round k is the one vertex on the way
/// from its leaf to the root that was made in round k or before and is nearest to the leaf.
class RefinementTree {
public:
  using Vertex = uint32_t;

  explicit RefinementTree(uint32_t representative) { vertices.push_back({0, 0, 0, 0, representative}); }
  Vertex addChild(Vertex parent, uint32_t round, uint32_t representative);
  /// The ancestor-or-self that was a block after `round`.
  Vertex after(uint32_t round, Vertex v) const;
  /// The two siblings above u and v, which belong to different blocks, that were separated from each other.
  std::pair<Vertex, Vertex> separated(Vertex u, Vertex v) const;
  /// The round that made it.
  uint32_t round(Vertex v) const { return vertices[v].round; }
  Vertex parent(Vertex v) const { return vertices[v].parent; }
  /// Some node in it.
  uint32_t representative(Vertex v) const { return vertices[v].representative; }

private:
  struct Data {
    Vertex parent;
    Vertex jump; ///< A farther ancestor, such that every ancestor is few jumps away.
    uint32_t depth, round, representative;
  };
  std::vector<Data> vertices;
};

class SignatureRefinement {
public:
  /// The graph must be contracted for Branching and Weak. `keepTree`: record how blocks split.
  SignatureRefinement(const TauGraph &graph, Equivalence equivalence, const Budget &budget, bool keepTree = false);

  /// Runs to the end, or until the two nodes are in different blocks.
  llvm::Error run(uint32_t first = 0, uint32_t second = 0);

  uint32_t blockOf(uint32_t node) const { return partition.of(node); }
  const RefinementTree &tree() const { return refinementTree; }
  RefinementTree::Vertex leaf(uint32_t node) const { return vertexOf[blockOf(node)]; }

private:
  void collectSignature(uint32_t node);
  bool recompute(uint32_t node);
  bool recomputeReach(uint32_t node);
  void recomputeDirty();
  void splitBlocks();
  void invalidateAround(uint32_t node);
  void collectGarbage();
  static uint64_t pack(Action a, uint32_t to) { return uint64_t(a) << 32 | to; }

  const TauGraph &graph;
  const Equivalence equivalence;
  BudgetWatch watch;
  const bool keepTree;

  RoundPartition partition;
  std::vector<RefinementTree::Vertex> vertexOf; ///< Of each block.
  RefinementTree refinementTree;

  SetStore<uint64_t> moveSets;  ///< Of (action, block).
  SetStore<uint32_t> reachSets; ///< Of blocks.
  std::vector<uint32_t> moves;  ///< Of each node.
  std::vector<uint32_t> reach;  ///< Weak: the blocks that a node reaches silently, its own included.
  llvm::BitVector dirty, reachDirty;
  std::vector<uint32_t> changed; ///< Nodes with a new signature in this round.
  std::vector<uint8_t> isChanged;
  std::vector<uint64_t> moveBuffer;
  std::vector<uint32_t> reachBuffer;
  uint32_t roundNumber = 0;
  size_t garbageLimit = size_t(64) << 20;
};

} // namespace tenon

#endif // TENON_LIB_LTS_SIGNATUREREFINEMENT_H
