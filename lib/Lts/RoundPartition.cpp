//===- RoundPartition.cpp - A partition refined in rounds -----------------===//

#include "RoundPartition.h"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace tenon {

RoundPartition::RoundPartition(uint32_t nodes) : block(nodes, 0), elements(nodes), ranges{{0, nodes}} {
  std::iota(elements.begin(), elements.end(), 0);
  position = elements;
}

void RoundPartition::split(llvm::function_ref<void(llvm::ArrayRef<uint32_t>)> onSplit) {
  moved.clear();
  std::sort(changed.begin(), changed.end(), [](const Change &a, const Change &b) {
    return std::tie(a.block, a.signature, a.node) < std::tie(b.block, b.signature, b.node);
  });
  std::vector<uint32_t> parts;
  for (size_t begin = 0, end = 0; begin < changed.size(); begin = end) {
    uint32_t which = changed[begin].block;
    while (end < changed.size() && changed[end].block == which)
      ++end;
    parts.clear();
    splitBlock(which, llvm::ArrayRef<Change>(changed).slice(begin, end - begin), parts);
    if (onSplit && !parts.empty())
      onSplit(parts);
  }
  changed.clear();
}

/// Moves the changed members of a block to the front of its range, in their order.
void RoundPartition::gather(uint32_t which, llvm::ArrayRef<Change> changes) {
  uint32_t to = ranges[which].begin;
  for (const Change &change : changes) {
    uint32_t from = position[change.node], other = elements[to];
    elements[to] = change.node;
    position[change.node] = to++;
    elements[from] = other;
    position[other] = from;
  }
}

void RoundPartition::splitBlock(uint32_t which, llvm::ArrayRef<Change> changes, std::vector<uint32_t> &parts) {
  Range range = ranges[which];
  auto changeCount = static_cast<uint32_t>(changes.size());
  bool allChanged = changeCount == range.end - range.begin;
  if (allChanged && changes.front().signature == changes.back().signature)
    return;
  gather(which, changes);

  std::vector<Range> pieces;
  for (uint32_t i = 0; i < changeCount; ++i) {
    if (i == 0 || changes[i].signature != changes[i - 1].signature)
      pieces.push_back({range.begin + i, range.begin + i});
    ++pieces.back().end;
  }
  if (!allChanged)
    pieces.push_back({range.begin + changeCount, range.end});
  auto keeper = std::max_element(pieces.begin(), pieces.end(),
                                 [](const Range &a, const Range &b) { return a.end - a.begin < b.end - b.begin; });
  for (auto piece = pieces.begin(); piece != pieces.end(); ++piece) {
    if (piece == keeper)
      continue;
    auto fresh = static_cast<uint32_t>(ranges.size());
    parts.push_back(fresh);
    ranges.push_back(*piece);
    for (uint32_t i = piece->begin; i < piece->end; ++i) {
      block[elements[i]] = fresh;
      moved.push_back(elements[i]);
    }
  }
  ranges[which] = *keeper;
  parts.push_back(which);
}

} // namespace tenon
