//===- SizeSearch.cpp - The least sizes that are not refuted --------------===//

#include "SizeSearch.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

namespace tenon {

void SizeSearch::atLeast(uint32_t automaton, uint32_t size) {
  least[automaton] = std::max(least[automaton], size);
}

static bool refutes(const SizeSearch::Core &core, const std::vector<uint32_t> &sizes) {
  return llvm::all_of(core, [&](const auto &bound) { return sizes[bound.first] <= bound.second; });
}

const SizeSearch::Core *SizeSearch::violatedBy(const std::vector<uint32_t> &sizes) const {
  for (const Core &core : cores)
    if (refutes(core, sizes))
      return &core;
  return nullptr;
}

namespace {

/// Enlarges sizes by at most so much in all until no core refutes them.
class Fitting {
public:
  using Check = llvm::function_ref<const SizeSearch::Core *(const std::vector<uint32_t> &)>;
  Fitting(Check violatedCore, uint64_t maxSteps) : check(violatedCore), mostSteps(maxSteps) {}
  bool fit(std::vector<uint32_t> &sizes, uint64_t rest) {
    const SizeSearch::Core *core = check(sizes);
    if (!core)
      return true;
    for (auto [automaton, bound] : *core) {
      uint32_t before = sizes[automaton];
      uint64_t more = bound + 1 - before;
      if (more > rest)
        continue;
      sizes[automaton] = bound + 1;
      if (tried.size() < mostSteps && tried.insert(sizes).second && fit(sizes, rest - more))
        return true;
      sizes[automaton] = before;
    }
    return false;
  }
  uint64_t steps() const { return tried.size(); }

private:
  Check check;
  uint64_t mostSteps;
  std::set<std::vector<uint32_t>> tried; ///< In vain: the sum of the sizes says how much was left.
};

} // namespace

bool SizeSearch::isCurrentRight() const {
  for (size_t i = 0; i < least.size(); ++i)
    if (current[i] < least[i])
      return false;
  return !violatedBy(current);
}

/// Whether the least sum was found; otherwise that takes too long.
bool SizeSearch::findLeast() {
  auto sum = [](const std::vector<uint32_t> &sizes) {
    return std::accumulate(sizes.begin(), sizes.end(), uint64_t(0));
  };
  auto check = [this](const std::vector<uint32_t> &sizes) { return violatedBy(sizes); };
  // Sums never shrink: what was refuted stays so.
  for (uint64_t total = std::max(sum(current), sum(least));; ++total) {
    std::vector<uint32_t> sizes = least;
    Fitting fitting(check, stepsLeft);
    bool fits = fitting.fit(sizes, total - sum(least));
    if (fits)
      current = std::move(sizes);
    if (least.size() > 2) // With two automata, there are few sizes to try.
      stepsLeft -= fitting.steps();
    if (fits || stepsLeft == 0)
      return fits;
  }
}

void SizeSearch::enlarge() {
  for (size_t i = 0; i < least.size(); ++i)
    current[i] = std::max(current[i], least[i]);
  while (violatedBy(current)) {
    std::map<std::pair<uint32_t, uint32_t>, size_t> wanted; // Automata and sizes.
    for (const Core &core : cores)
      if (refutes(core, current))
        for (auto [automaton, bound] : core)
          ++wanted[{automaton, bound + 1}];
    auto most = std::max_element(wanted.begin(), wanted.end(),
                                 [](const auto &a, const auto &b) { return a.second < b.second; });
    current[most->first.first] = most->first.second;
  }
}

const std::vector<uint32_t> &SizeSearch::next() {
  if (isCurrentRight())
    return current;
  isExact = isExact && findLeast();
  if (!isExact)
    enlarge();
  return current;
}

} // namespace tenon
