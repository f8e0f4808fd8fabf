//===- RoundPartition.h - A partition refined in rounds ---------*- C++ -*-===//

#ifndef TENON_LIB_LTS_ROUNDPARTITION_H
#define TENON_LIB_LTS_ROUNDPARTITION_H

#include "Refinement.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace tenon {

/// A partition of nodes that is split round after round by signatures, where equal numbers stand for equal signatures.
/// Between rounds the members of a block have equal signatures. A round reports the nodes whose signature has changed;
/// each block then falls into parts with equal signatures, of which the largest keeps the block's number. So a node
/// changes its block's number at most log n times (the idea of Hopcroft, for many parts at once).
class RoundPartition {
public:
  explicit RoundPartition(uint32_t nodes);

  uint32_t blockCount() const { return static_cast<uint32_t>(ranges.size()); }
  uint32_t of(uint32_t node) const { return block[node]; }
  llvm::ArrayRef<uint32_t> blocks() const { return block; }
  llvm::ArrayRef<uint32_t> members(uint32_t which) const {
    return llvm::ArrayRef<uint32_t>(elements).slice(ranges[which].begin, ranges[which].end - ranges[which].begin);
  }

  /// Notes that a node has a new signature. Before split() at most one report for each node.
  void reportChange(uint32_t node, uint64_t signature) { changed.push_back({block[node], node, signature}); }
  size_t changeCount() const { return changed.size(); }

  /// Splits by the reported changes. `onSplit` gets the parts of each block that is split: its own number last.
  void split(llvm::function_ref<void(llvm::ArrayRef<uint32_t>)> onSplit = nullptr);
  /// The nodes that the last split() gave another block number.
  llvm::ArrayRef<uint32_t> movedNodes() const { return moved; }

private:
  struct Range {
    uint32_t begin, end; ///< In `elements`.
  };
  struct Change {
    uint32_t block, node;
    uint64_t signature;
  };

  void splitBlock(uint32_t which, llvm::ArrayRef<Change> changes, std::vector<uint32_t> &parts);
  void gather(uint32_t which, llvm::ArrayRef<Change> changes);

  std::vector<uint32_t> block;              ///< Of each node.
  std::vector<uint32_t> elements, position; ///< Nodes by block.
  std::vector<Range> ranges;                ///< Of each block.
  std::vector<Change> changed;
  std::vector<uint32_t> moved;
};

} // namespace tenon

#endif // TENON_LIB_LTS_ROUNDPARTITION_H
