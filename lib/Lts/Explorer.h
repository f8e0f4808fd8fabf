//===- Explorer.h - Breadth-first exploration of a product ------*- C++ -*-===//

#ifndef TENON_LIB_LTS_EXPLORER_H
#define TENON_LIB_LTS_EXPLORER_H

#include "Product.h"
#include "StateTable.h"

namespace tenon::detail {

/// Explores the reachable states breadth first, successors in action order, and tells a visitor about them:
///
///   bool expanded(StateId s, SuccessorBuffer &successors, size_t first)
///     after the successors of s were generated (from position `first` on); false stops the search;
///   void transition(Action action, StateId target)
///     in order for every successor (ErrorState for ERROR), somewhat later: before the next level begins;
///   bool levelDone()
///     when all states of a level have been expanded; false stops the search.
template <unsigned Words> class Explorer {
public:
  Explorer(const Product &source, const Budget &limits)
      : product(source), budget(limits), expander(source), table(source.words()), buffer(source.words()) {}

  template <typename Visitor> Budget::Limit run(Visitor &visitor);

  StateTable<Words> &states() { return table; }
  Expander<Words> &successors() { return expander; }
  /// The first state of each level begun.
  const std::vector<StateId> &levels() const { return levelStart; }
  SearchStatistics statistics() const {
    return {table.size(), transitionCount, levelStart.empty() ? 0 : levelStart.size() - 1,
            table.bytes() + levelStart.capacity() * sizeof(StateId)};
  }

private:
  /// Successors wait for this many others before they are looked up, so that memory is read ahead.
  static constexpr size_t BatchSize = 128;
  static constexpr StateId CheckInterval = 4096;

  template <typename Visitor> bool flush(Visitor &visitor);

  const Product &product;
  const Budget &budget;
  Expander<Words> expander;
  StateTable<Words> table;
  SuccessorBuffer buffer;
  struct Pending {
    uint64_t hash;
    uint32_t slot;
  };
  std::vector<Pending> pending;
  std::vector<StateId> levelStart;
  uint64_t transitionCount = 0;
};

template <unsigned Words> template <typename Visitor> bool Explorer<Words>::flush(Visitor &visitor) {
  size_t n = buffer.size();
  if (!table.reserve(n, budget))
    return false;
  if (pending.size() < n)
    pending.resize(n);
  for (size_t i = 0; i < n; ++i) {
    if (buffer.isError(i))
      continue;
    pending[i].hash = table.hash(buffer.vector(i));
    pending[i].slot = table.home(pending[i].hash);
    table.prefetchSlot(pending[i].slot);
  }
  for (size_t i = 0; i < n; ++i)
    if (!buffer.isError(i))
      pending[i].slot = table.probe(pending[i].slot, pending[i].hash);
  for (size_t i = 0; i < n; ++i)
    visitor.transition(buffer.action(i), buffer.isError(i)
                                             ? ErrorState
                                             : table.insertFrom(pending[i].slot, pending[i].hash, buffer.vector(i)));
  buffer.clear();
  return true;
}

template <unsigned Words> template <typename Visitor> Budget::Limit Explorer<Words>::run(Visitor &visitor) {
  if (!table.reserve(1, budget))
    return Budget::Limit::Memory;
  std::vector<uint64_t> initial = product.initial();
  uint64_t hash = table.hash(initial.data());
  table.insertFrom(table.home(hash), hash, initial.data());
  StateId next = 0;
  while (next < table.size()) {
    levelStart.push_back(next);
    for (StateId levelEnd = table.size(); next < levelEnd; ++next) {
      if (next % CheckInterval == 0) {
        budget.progress({table.size(), transitionCount, levelStart.size() - 1});
        if (Budget::Limit limit = budget.exceeded(); limit != Budget::Limit::None)
          return limit;
      }
      size_t first = buffer.size();
      transitionCount += expander.expand(table.vector(next), buffer);
      if (!visitor.expanded(next, buffer, first))
        return Budget::Limit::None;
      if (buffer.size() >= BatchSize && !flush(visitor))
        return Budget::Limit::Memory;
    }
    if (!flush(visitor))
      return Budget::Limit::Memory;
    if (!visitor.levelDone())
      return Budget::Limit::None;
  }
  return Budget::Limit::None;
}

/// Calls `body` with the length of the product's vectors as a compile-time constant where that is worth it.
template <typename Body> auto withWords(const Product &product, Body body) {
  if (product.words() == 1)
    return body(std::integral_constant<unsigned, 1>());
  return body(std::integral_constant<unsigned, 0>());
}

} // namespace tenon::detail

#endif // TENON_LIB_LTS_EXPLORER_H
