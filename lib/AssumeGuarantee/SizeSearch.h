//===- SizeSearch.h - The least sizes that are not refuted ------*- C++ -*-===//

#ifndef TENON_LIB_ASSUMEGUARANTEE_SIZESEARCH_H
#define TENON_LIB_ASSUMEGUARANTEE_SIZESEARCH_H

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace tenon {

/// Numbers of states of several automata, each at least 1, with the least sum that has not been refuted. A refutation
/// says that certain sizes of some of them are not enough, whatever the others are: one must be larger.
///
/// The least sum is a hitting-set problem. Where it becomes too hard, for three or more automata with many refutations,
/// the sum is no longer the least from then on: the automaton that most refutations ask for becomes larger.
class SizeSearch {
public:
  using Core = std::vector<std::pair<uint32_t, uint32_t>>; ///< Automata and sizes.

  explicit SizeSearch(size_t count) : current(count, 1), least(count, 1) {}

  void atLeast(uint32_t automaton, uint32_t size);
  void refute(Core core) { cores.push_back(std::move(core)); }
  /// The sizes to try; the same as before as long as nothing speaks against them.
  const std::vector<uint32_t> &next();
  const std::vector<uint32_t> &sizes() const { return current; }

private:
  const Core *violatedBy(const std::vector<uint32_t> &sizes) const;
  bool isCurrentRight() const;
  bool findLeast();
  void enlarge();

  std::vector<uint32_t> current;
  std::vector<uint32_t> least;
  std::vector<Core> cores;
  bool isExact = true;
  uint64_t stepsLeft = 100000; ///< Before it is too hard.
};

} // namespace tenon

#endif // TENON_LIB_ASSUMEGUARANTEE_SIZESEARCH_H
