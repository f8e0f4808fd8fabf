//===- SizeSearch.cpp - The least sizes that are not refuted --------------===//

#include "SizeSearch.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <numeric>

namespace tenon {

void SizeSearch::atLeast(uint32_t automaton, uint32_t size) {
  least[automaton] = std::max(least[automaton], size);
}

const SizeSearch::Core *SizeSearch::violatedBy(const std::vector<uint32_t> &sizes) const {
  for (const Core &core : cores)
    if (llvm::all_of(core, [&](const auto &bound) { return sizes[bound.first] <= bound.second; }))
      return &core;
  return nullptr;
}

/// Enlarges sizes by at most `rest` in all so that no core refutes them.
bool SizeSearch::fit(std::vector<uint32_t> &sizes, uint64_t rest) const {
  const Core *core = violatedBy(sizes);
  if (!core)
    return true;
  for (auto [automaton, bound] : *core) {
    uint32_t before = sizes[automaton];
    if (bound + 1 - before > rest)
      continue;
    sizes[automaton] = bound + 1;
    if (fit(sizes, rest - (bound + 1 - before)))
      return true;
    sizes[automaton] = before;
  }
  return false;
}

const std::vector<uint32_t> &SizeSearch::next() {
  bool fits = !violatedBy(current);
  for (size_t i = 0; i < least.size(); ++i)
    fits &= current[i] >= least[i];
  if (fits)
    return current;
  auto sum = [](const std::vector<uint32_t> &sizes) {
    return std::accumulate(sizes.begin(), sizes.end(), uint64_t(0));
  };
  // Sums never shrink: what was refuted stays so.
  uint64_t smallest = std::max(sum(current), sum(least));
  for (uint64_t total = smallest;; ++total) {
    std::vector<uint32_t> sizes = least;
    if (fit(sizes, total - sum(least))) {
      current = std::move(sizes);
      return current;
    }
  }
}

} // namespace tenon
