//===- StateStore.h - How a search keeps its states -------------*- C++ -*-===//
//
// A PlainStore keeps state vectors as they are. A TreeStore keeps vectors of several words as
// binary trees whose inner nodes are shared by all states (Blom, Lisser, van de Pol, Weber, "A
// database approach to distributed state-space generation", 2008; Laarman, van de Pol, Weber, "Parallel
// recursive state compression for free", 2011): each state costs one word, the pair of its two
// subtrees. Every thread that searches has a Worker.
//
//===----------------------------------------------------------------------===//

#ifndef TENON_LIB_LTS_STATESTORE_H
#define TENON_LIB_LTS_STATESTORE_H

#include "Product.h"
#include "StateTable.h"

#include <deque>

namespace tenon::detail {

/// Looks up the successors in a buffer, all at once, so that memory is read ahead. `keyOf(i)` is what the table knows
/// successor i by; `onTransition(action, target)` is told about each in order.
template <typename Table, typename KeyOf, typename OnTransition>
Room insertAll(Table &table, unsigned writer, const Budget &budget, SuccessorBuffer &buffer,
               std::vector<std::pair<uint64_t, uint32_t>> &pending, KeyOf keyOf, OnTransition onTransition) {
  size_t n = buffer.size();
  if (Room room = table.reserve(writer, n, budget); room != Room::Enough)
    return room;
  if (pending.size() < n)
    pending.resize(n);
  for (size_t i = 0; i < n; ++i) {
    if (buffer.isError(i))
      continue;
    uint64_t hash = table.hash(keyOf(i));
    pending[i] = {hash, table.home(hash)};
    table.prefetchSlot(pending[i].second);
  }
  for (size_t i = 0; i < n; ++i)
    if (!buffer.isError(i))
      pending[i].second = table.probe(pending[i].second, pending[i].first);
  for (size_t i = 0; i < n; ++i)
    onTransition(buffer.action(i), buffer.isError(i)
                                       ? ErrorState
                                       : table.insertFrom(pending[i].second, pending[i].first, keyOf(i), writer));
  buffer.clear();
  return Room::Enough;
}

/// Words is the length of the vectors, 0 if it is known only at run time.
template <unsigned Words> class PlainStore {
public:
  static constexpr unsigned VectorWords = Words;
  PlainStore(unsigned wordsPerState, unsigned workers) : table(wordsPerState, workers) {}

  class Worker {
  public:
    Worker(PlainStore &owner, unsigned ownNumber) : store(owner), number(ownNumber) {}
    /// The vector of a state; good until the next call.
    const uint64_t *load(StateId s) { return store.table.vector(s); }
    /// Prepares the successors from `first` on of the state that was loaded last.
    Room stage(SuccessorBuffer &, size_t, const Budget &) { return Room::Enough; }
    /// Inserts all successors in the buffer and empties it.
    template <typename OnTransition>
    Room flush(SuccessorBuffer &buffer, const Budget &budget, OnTransition onTransition) {
      return insertAll(
          store.table, number, budget, buffer, pending, [&](size_t i) { return buffer.vector(i); }, onTransition);
    }

  private:
    PlainStore &store;
    unsigned number;
    std::vector<std::pair<uint64_t, uint32_t>> pending;
  };

  StateTable<Words> &states() { return table; }
  size_t bytes() const { return table.bytes(); }
  bool wantsGrowth() const { return table.wantsGrowth(); }
  bool beginGrowth(const Budget &budget) { return table.beginGrowth(budget); }
  bool growShare(unsigned worker, const Budget &budget) { return table.growShare(worker, budget); }

private:
  StateTable<Words> table;
};

/// The leaves of a tree are the words of a vector; node i of n leaves joins the nodes or leaves 2i and 2i + 1 of the
/// list leaves, nodes. The last node is the state itself.
class TreeStore {
public:
  static constexpr unsigned VectorWords = 0;
  TreeStore(unsigned wordsPerState, unsigned workers) : words(wordsPerState), roots(1, workers) {
    for (unsigned i = 0; i + 2 < 2 * words; ++i)
      parts.emplace_back(1, workers);
    growing.resize(parts.size());
  }

  class Worker {
  public:
    Worker(TreeStore &owner, unsigned ownNumber)
        : store(owner), number(ownNumber), loaded(owner.parts.size()), vectorWords(owner.words), own(loaded) {}
    const uint64_t *load(StateId s);
    Room stage(SuccessorBuffer &buffer, size_t first, const Budget &budget);
    template <typename OnTransition>
    Room flush(SuccessorBuffer &buffer, const Budget &budget, OnTransition onTransition) {
      Room room = insertAll(
          store.roots, number, budget, buffer, pending, [&](size_t i) { return &keys[i]; }, onTransition);
      if (room == Room::Enough)
        keys.clear();
      return room;
    }

  private:
    Room compress(const uint64_t *vector, uint64_t &key, const Budget &budget);

    TreeStore &store;
    unsigned number;
    bool isBlank = true;          ///< Nothing has been loaded.
    std::vector<uint32_t> loaded; ///< The parts of the state that was loaded last.
    std::vector<uint64_t> vectorWords;
    std::vector<uint32_t> own; ///< The parts of the vector that is being compressed.
    std::vector<uint64_t> keys;
    std::vector<std::pair<uint64_t, uint32_t>> pending;
  };

  StateTable<1> &states() { return roots; }
  size_t bytes() const;
  bool wantsGrowth() const;
  bool beginGrowth(const Budget &budget);
  bool growShare(unsigned worker, const Budget &budget);

private:
  unsigned words;
  std::deque<StateTable<1>> parts; ///< Of the leaves, then of the inner nodes but the root.
  StateTable<1> roots;
  std::vector<bool> growing;
  bool rootsGrow = false;
};

} // namespace tenon::detail

#endif // TENON_LIB_LTS_STATESTORE_H
