//===- StateTable.h - The states a search has seen --------------*- C++ -*-===//
//
// State vectors lie in arenas in the order they were found, one arena for each thread that
// writes: with one writer the position is the state's number, and the arena is the queue of the
// breadth-first search. An open-addressing table of 32-bit slots finds the number of a vector. The
// bits of a slot that the numbers do not need hold a piece of the hash, so that a probe rarely
// reads the vector of a wrong state.
//
// Writers insert at the same time: a vector is written before its number is put into
// an empty slot by compare-and-swap, so that whoever sees the number can read the vector (Laarman,
// van de Pol, Weber, "Boosting multi-core reachability performance with shared hash tables",
// 2010). Only growing needs all writers to stop.
//
//===----------------------------------------------------------------------===//

#ifndef TENON_LIB_LTS_STATETABLE_H
#define TENON_LIB_LTS_STATETABLE_H

#include "PageBuffer.h"

#include "tenon/Lts/Lts.h"
#include "tenon/Support/Budget.h"

#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstring>
#include <vector>

namespace tenon::detail {

__extension__ using Wide = unsigned __int128;

/// What an insertion needs before it can go on.
enum class Room { Enough, Grow, OutOfMemory };

/// Words is the length of a vector, 0 if it is known only at run time.
template <unsigned Words> class StateTable {
public:
  explicit StateTable(unsigned wordsPerState, unsigned writerCount = 1)
      : dynamicWords(wordsPerState), writers(writerCount) {
    chunkShift = 18 - llvm::Log2_64_Ceil(words());
    if (writerCount > 1) { // Readers must not see these move.
      chunkVectors.resize(size_t(1) << (32 - chunkShift));
      for (Writer &w : writers)
        w.chunkNumbers.reserve(chunkVectors.size());
    }
    allocateSlots(writerCount == 1 ? CreditBlock : llvm::bit_ceil(CreditBlock * 4 * writerCount), slots);
  }

  /// Number of states; while writers insert, that of some moment.
  size_t size() const {
    size_t total = 0;
    for (const Writer &w : writers)
      total += __atomic_load_n(&w.count, __ATOMIC_RELAXED);
    return total;
  }
  size_t size(unsigned writer) const { return writers[writer].count; }
  /// The state that a writer found as its n-th.
  StateId state(unsigned writer, size_t n) const {
    return static_cast<StateId>(size_t(writers[writer].chunkNumbers[n >> chunkShift]) << chunkShift |
                                (n & chunkMask()));
  }
  /// The n of the line above, given the writer.
  size_t position(unsigned writer, StateId s) const {
    const std::vector<uint32_t> &numbers = writers[writer].chunkNumbers;
    if (writers.size() == 1)
      return s;
    size_t chunk = std::find(numbers.begin(), numbers.end(), s >> chunkShift) - numbers.begin();
    return chunk << chunkShift | (s & chunkMask());
  }
  const uint64_t *vector(StateId s) const {
    return chunkVectors[s >> chunkShift] + (s & chunkMask()) * size_t(words());
  }
  /// Memory that is used, in bytes.
  size_t bytes() const {
    size_t total = slots.bytes();
    for (const Writer &w : writers)
      for (const PageBuffer &chunk : w.chunks)
        total += chunk.bytes();
    return total;
  }
  /// The share of the slots that are taken.
  double load() const { return static_cast<double>(size()) / static_cast<double>(capacity); }

  /// Makes room for `more` states of one writer.
  Room reserve(unsigned writer, size_t more, const Budget &budget);
  /// Growing, when all writers have stopped: one calls beginGrowth(), then each calls growShare(). It is false if the
  /// budget ended; the table can then no longer be searched, only read.
  bool beginGrowth(const Budget &budget);
  bool growShare(unsigned writer, const Budget &budget);
  /// Whether a writer has asked for room in vain.
  bool wantsGrowth() const { return wanted.load(std::memory_order_relaxed) != 0; }
  /// reserve() for the only writer, growing included; false if the budget, the system or the range of numbers does not
  /// allow it.
  bool reserve(size_t more, const Budget &budget) {
    Room room = reserve(0, more, budget);
    for (; room == Room::Grow; room = reserve(0, more, budget))
      if (!beginGrowth(budget) || !growShare(0, budget))
        return false;
    return room == Room::Enough;
  }

  uint64_t hash(const uint64_t *vector) const {
    uint64_t h = 0;
    for (unsigned w = 0; w < words(); ++w) {
      Wide product = Wide((h ^ vector[w]) ^ 0x9e3779b97f4a7c15u) * 0xd6e8feb86659fd93u;
      h = static_cast<uint64_t>(product) ^ static_cast<uint64_t>(product >> 64);
    }
    return h;
  }
  uint32_t home(uint64_t hash) const { return static_cast<uint32_t>((Wide(hash) * capacity) >> 64); }
  void prefetchSlot(uint32_t slot) const { __builtin_prefetch(slots.template as<uint32_t>() + slot); }

  /// Goes on from `slot` to the first one that is empty or has the tag of `hash`, and prefetches the vector of the
  /// latter. A later insertFrom may start there.
  uint32_t probe(uint32_t slot, uint64_t hash) const {
    uint32_t tag = tagOf(hash), content;
    while ((content = read(slot)) != 0 && (content & tagMask) != tag)
      slot = next(slot);
    if (content != 0)
      __builtin_prefetch(vector((content & ~tagMask) - 1));
    return slot;
  }

  /// The number of a vector, new or not. Room must have been reserved before `slot` was computed.
  StateId insertFrom(uint32_t slot, uint64_t hash, const uint64_t *candidate, unsigned writer = 0) {
    uint32_t tag = tagOf(hash);
    Writer &own = writers[writer];
    for (;; slot = next(slot)) {
      uint32_t content = read(slot);
      if (content == 0) {
        StateId number = state(writer, own.count);
        std::memcpy(const_cast<uint64_t *>(vector(number)), candidate, words() * sizeof(uint64_t));
        if (claim(slot, content, tag | (number + 1))) {
          __atomic_store_n(&own.count, own.count + 1, __ATOMIC_RELAXED);
          --own.credit;
          return number;
        }
      }
      if ((content & tagMask) == tag && equals(vector((content & ~tagMask) - 1), candidate))
        return (content & ~tagMask) - 1;
    }
  }
  /// The number of a vector that has been inserted, or ErrorState.
  StateId find(const uint64_t *candidate) const {
    uint64_t h = hash(candidate);
    uint32_t tag = tagOf(h), content;
    for (uint32_t slot = home(h); (content = read(slot)) != 0; slot = next(slot))
      if ((content & tagMask) == tag && equals(vector((content & ~tagMask) - 1), candidate))
        return (content & ~tagMask) - 1;
    return ErrorState;
  }

private:
  /// A writer takes room for this many states at once where there are others.
  static constexpr size_t CreditBlock = 1024;
  static constexpr size_t FirstChunk = size_t(1) << 14; ///< In bytes.

  /// What one thread has inserted. What changes with each insertion is on a cache line of its own: others read the
  /// rest.
  struct alignas(64) Writer {
    std::vector<uint32_t> chunkNumbers;
    std::vector<PageBuffer> chunks;
    alignas(64) size_t count = 0;
    size_t credit = 0; ///< Slots promised to this writer.
  };

  unsigned words() const { return Words ? Words : dynamicWords; }
  StateId chunkMask() const { return (StateId(1) << chunkShift) - 1; }
  size_t chunkBytes() const { return (size_t(8) << chunkShift) * words(); }
  uint32_t tagOf(uint64_t hash) const { return static_cast<uint32_t>(hash) & tagMask; }
  uint32_t next(uint32_t slot) const { return slot + 1 == capacity ? 0 : slot + 1; }
  uint32_t read(uint32_t slot) const { return __atomic_load_n(slots.template as<uint32_t>() + slot, __ATOMIC_ACQUIRE); }
  /// Puts `desired` into an empty slot; false, with the slot's content, if another writer was faster.
  bool claim(uint32_t slot, uint32_t &content, uint32_t desired) {
    uint32_t *target = slots.template as<uint32_t>() + slot;
    if (writers.size() == 1) {
      *target = desired;
      return true;
    }
    content = 0;
    return __atomic_compare_exchange_n(target, &content, desired, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
  }
  bool equals(const uint64_t *a, const uint64_t *b) const {
    for (unsigned w = 0; w < words(); ++w)
      if (a[w] != b[w])
        return false;
    return true;
  }
  /// At most six slots in seven are full.
  static size_t maxLoad(size_t capacity) { return capacity / 7 * 6; }
  bool reserveVectors(Writer &own, size_t more, const Budget &budget);
  bool allocateSlots(size_t newCapacity, PageBuffer &fresh);

  unsigned dynamicWords;
  unsigned chunkShift;
  size_t capacity = 0;
  uint32_t tagMask = 0;
  PageBuffer slots;
  std::vector<uint64_t *> chunkVectors; ///< By number of the chunk.
  std::vector<Writer> writers;
  alignas(64) std::atomic<size_t> promised{0}; ///< Slots given to writers.
  std::atomic<size_t> wanted{0};               ///< The capacity in states that a writer asked for in vain.
  std::atomic<uint32_t> chunkCount{0};
};

template <unsigned Words> Room StateTable<Words>::reserve(unsigned writer, size_t more, const Budget &budget) {
  Writer &own = writers[writer];
  if (own.credit < more) {
    size_t block = writers.size() == 1 ? more - own.credit : std::max(more - own.credit, CreditBlock);
    size_t before = promised.fetch_add(block, std::memory_order_relaxed);
    if (before + block > maxLoad(capacity)) {
      promised.fetch_sub(block, std::memory_order_relaxed);
      for (size_t old = wanted.load(); old < before + block && !wanted.compare_exchange_weak(old, before + block);)
        ;
      return Room::Grow;
    }
    own.credit += block;
  }
  return reserveVectors(own, more, budget) ? Room::Enough : Room::OutOfMemory;
}

template <unsigned Words> bool StateTable<Words>::reserveVectors(Writer &own, size_t more, const Budget &budget) {
  bool isAlone = writers.size() == 1;
  while (own.chunks.size() << chunkShift < own.count + more) {
    if (!own.chunks.empty() && !budget.allows(chunkBytes()))
      return false;
    uint32_t number = chunkCount.fetch_add(1, std::memory_order_relaxed);
    if (uint64_t(number + 1) << chunkShift >= ErrorState)
      return false;
    PageBuffer chunk(isAlone && own.chunks.empty() ? std::min(FirstChunk, chunkBytes()) : chunkBytes());
    if (!chunk)
      return false;
    if (isAlone)
      chunkVectors.resize(number + size_t(1));
    chunkVectors[number] = chunk.template as<uint64_t>();
    own.chunkNumbers.push_back(number);
    own.chunks.push_back(std::move(chunk));
  }
  // The first chunk of a lonely writer starts small and moves as it grows.
  size_t needed = std::min((own.count + more) * words() * sizeof(uint64_t), chunkBytes());
  if (PageBuffer &first = own.chunks.front(); isAlone && first.bytes() < needed) {
    PageBuffer larger(std::min(std::max(needed, first.bytes() * 4), chunkBytes()));
    if (!larger)
      return false;
    std::memcpy(larger.template as<uint64_t>(), first.template as<uint64_t>(), first.bytes());
    chunkVectors.front() = larger.template as<uint64_t>();
    first = std::move(larger);
  }
  return true;
}

template <unsigned Words> bool StateTable<Words>::allocateSlots(size_t newCapacity, PageBuffer &fresh) {
  fresh = PageBuffer(newCapacity * sizeof(uint32_t));
  if (!fresh)
    return false;
  capacity = newCapacity;
  // Every writer's last chunk may be almost empty: numbers reach further than the count.
  uint64_t numbers = maxLoad(capacity) + ((writers.size() - 1) << chunkShift);
  tagMask = numbers + 1 >= uint64_t(1) << 31 ? 0 : ~((uint32_t(2) << llvm::Log2_64(numbers + 1)) - 1);
  return true;
}

/// The old slots are given back before the new ones are touched.
template <unsigned Words> bool StateTable<Words>::beginGrowth(const Budget &budget) {
  size_t needed = std::max(wanted.load(), size() + 1);
  size_t newCapacity = capacity;
  while (maxLoad(newCapacity) < needed || newCapacity == capacity)
    newCapacity = newCapacity < (size_t(1) << 20) ? newCapacity * 2 : newCapacity / 5 * 8;
  newCapacity = std::min(newCapacity, (size_t(1) << 32) - 1);
  if (maxLoad(newCapacity) < needed)
    return false;
  if (newCapacity > (size_t(1) << 20) && !budget.allows((newCapacity - capacity) * sizeof(uint32_t)))
    return false;
  PageBuffer fresh;
  if (!allocateSlots(newCapacity, fresh))
    return false;
  slots = std::move(fresh);
  size_t credits = 0;
  for (const Writer &w : writers)
    credits += w.credit;
  promised.store(size() + credits);
  wanted.store(0);
  return true;
}

template <unsigned Words> bool StateTable<Words>::growShare(unsigned writer, const Budget &budget) {
  constexpr size_t Ahead = 16, CheckInterval = size_t(1) << 20;
  uint64_t hashes[Ahead];
  size_t n = writers[writer].count;
  for (size_t i = 0; i < n + Ahead; ++i) {
    if (i % CheckInterval == CheckInterval - 1 && budget.exceeded() != Budget::Limit::None)
      return false;
    if (i >= Ahead && i - Ahead < n) {
      uint64_t h = hashes[i % Ahead];
      uint32_t desired = tagOf(h) | (state(writer, i - Ahead) + 1);
      for (uint32_t slot = home(h), content = 0;; slot = next(slot))
        if (read(slot) == 0 && claim(slot, content, desired))
          break;
    }
    if (i < n) {
      hashes[i % Ahead] = hash(vector(state(writer, i)));
      prefetchSlot(home(hashes[i % Ahead]));
    }
  }
  return true;
}

} // namespace tenon::detail

#endif // TENON_LIB_LTS_STATETABLE_H
