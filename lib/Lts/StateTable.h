//===- StateTable.h - The states a search has seen --------------*- C++ -*-===//
//
// State vectors lie in an arena in the order they were found: the position is the state's number, and the
// arena is the queue of the breadth-first search. An open-addressing table of 32-bit slots finds the number
// of a vector. The bits of a slot that the numbers do not need hold a piece of
// the hash, so that a probe rarely reads the vector of a wrong state.
//
//===----------------------------------------------------------------------===//

#ifndef TENON_LIB_LTS_STATETABLE_H
#define TENON_LIB_LTS_STATETABLE_H

#include "tenon/Lts/Lts.h"
#include "tenon/Support/Budget.h"

#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <memory>
#include <vector>

namespace tenon::detail {

/// Zeroed memory, in large pages where the system has them.
class PageBuffer {
public:
  PageBuffer() = default;
  /// Empty if the system refuses.
  explicit PageBuffer(size_t bytes);
  PageBuffer(PageBuffer &&other) noexcept : start(other.start), length(other.length) { other.start = nullptr; }
  PageBuffer &operator=(PageBuffer &&other) noexcept {
    std::swap(start, other.start);
    std::swap(length, other.length);
    return *this;
  }
  ~PageBuffer() { release(); }
  void release();
  explicit operator bool() const { return start != nullptr; }
  template <typename T> T *as() const { return static_cast<T *>(start); }
  size_t bytes() const { return length; }

private:
  void *start = nullptr;
  size_t length = 0;
};

__extension__ using Wide = unsigned __int128;

/// Words is the length of a vector, 0 if it is known only at run time.
template <unsigned Words> class StateTable {
public:
  explicit StateTable(unsigned wordsPerState) : dynamicWords(wordsPerState) {
    chunkShift = 18 - llvm::Log2_64_Ceil(words());
    rehash(1024);
  }

  StateId size() const { return count; }
  const uint64_t *vector(StateId s) const {
    return chunks[s >> chunkShift].template as<uint64_t>() + (s & ((StateId(1) << chunkShift) - 1)) * size_t(words());
  }
  size_t bytes() const {
    size_t total = slots.bytes();
    for (const PageBuffer &chunk : chunks)
      total += chunk.bytes();
    return total;
  }

  /// Makes room for `more` states; false if the budget, the system or the range of numbers does not allow it.
  bool reserve(size_t more, const Budget &budget);

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
  /// latter. A later findFrom or insertFrom may start there.
  uint32_t probe(uint32_t slot, uint64_t hash) const {
    const uint32_t *table = slots.template as<uint32_t>();
    uint32_t tag = tagOf(hash);
    while (table[slot] != 0 && (table[slot] & tagMask) != tag)
      slot = next(slot);
    if (table[slot] != 0)
      __builtin_prefetch(vector((table[slot] & ~tagMask) - 1));
    return slot;
  }

  /// The number of a vector, new or not. Room must have been reserved before `slot` was computed.
  StateId insertFrom(uint32_t slot, uint64_t hash, const uint64_t *candidate) {
    uint32_t *table = slots.template as<uint32_t>();
    uint32_t tag = tagOf(hash);
    for (; table[slot] != 0; slot = next(slot))
      if ((table[slot] & tagMask) == tag) {
        StateId number = (table[slot] & ~tagMask) - 1;
        if (equals(vector(number), candidate))
          return number;
      }
    table[slot] = tag | (count + 1);
    std::memcpy(const_cast<uint64_t *>(vector(count)), candidate, words() * sizeof(uint64_t));
    return count++;
  }
  /// The number of a vector that has been inserted, or ErrorState.
  StateId find(const uint64_t *candidate) const {
    uint64_t h = hash(candidate);
    const uint32_t *table = slots.template as<uint32_t>();
    uint32_t tag = tagOf(h);
    for (uint32_t slot = home(h); table[slot] != 0; slot = next(slot))
      if ((table[slot] & tagMask) == tag && equals(vector((table[slot] & ~tagMask) - 1), candidate))
        return (table[slot] & ~tagMask) - 1;
    return ErrorState;
  }

private:
  unsigned words() const { return Words ? Words : dynamicWords; }
  size_t chunkBytes() const { return (size_t(8) << chunkShift) * words(); }
  uint32_t tagOf(uint64_t hash) const { return static_cast<uint32_t>(hash) & tagMask; }
  uint32_t next(uint32_t slot) const { return slot + 1 == capacity ? 0 : slot + 1; }
  bool equals(const uint64_t *a, const uint64_t *b) const {
    for (unsigned w = 0; w < words(); ++w)
      if (a[w] != b[w])
        return false;
    return true;
  }
  /// At most six slots in seven are full.
  static size_t maxLoad(size_t capacity) { return capacity / 7 * 6; }
  bool reserveVectors(size_t needed, const Budget &budget);
  bool rehash(size_t newCapacity);

  unsigned dynamicWords;
  unsigned chunkShift;
  StateId count = 0;
  size_t capacity = 0;
  uint32_t tagMask = 0;
  PageBuffer slots;
  std::vector<PageBuffer> chunks;
};

template <unsigned Words> bool StateTable<Words>::reserve(size_t more, const Budget &budget) {
  size_t needed = count + more;
  if (needed >= ErrorState - 1)
    return false;
  if (!reserveVectors(needed, budget))
    return false;
  if (needed <= maxLoad(capacity))
    return true;
  size_t newCapacity = capacity;
  while (maxLoad(newCapacity) < needed)
    newCapacity = newCapacity < (size_t(1) << 20) ? newCapacity * 2 : newCapacity / 8 * 11;
  newCapacity = std::min(newCapacity, (size_t(1) << 32) - 1);
  if (newCapacity > (size_t(1) << 20) && !budget.allows((newCapacity - capacity) * sizeof(uint32_t)))
    return false;
  return maxLoad(newCapacity) >= needed && rehash(newCapacity);
}

/// The first chunk starts small and moves as it grows; the others are allocated whole.
template <unsigned Words> bool StateTable<Words>::reserveVectors(size_t needed, const Budget &budget) {
  size_t stateBytes = size_t(8) * words();
  if (chunks.empty() || chunks.front().bytes() < std::min(needed * stateBytes, chunkBytes())) {
    PageBuffer larger(std::min(std::max(needed * 2, size_t(512)) * stateBytes, chunkBytes()));
    if (!larger)
      return false;
    if (chunks.empty())
      chunks.emplace_back();
    if (count != 0)
      std::memcpy(larger.template as<uint64_t>(), vector(0), count * stateBytes);
    chunks.front() = std::move(larger);
  }
  while (chunks.size() << chunkShift < needed) {
    if (!budget.allows(chunkBytes()))
      return false;
    PageBuffer chunk(chunkBytes());
    if (!chunk)
      return false;
    chunks.push_back(std::move(chunk));
  }
  return true;
}

/// Builds the slots anew from the arena. The old ones are given back before the new ones are touched.
template <unsigned Words> bool StateTable<Words>::rehash(size_t newCapacity) {
  PageBuffer fresh(newCapacity * sizeof(uint32_t));
  if (!fresh)
    return false;
  slots = std::move(fresh);
  fresh.release();
  capacity = newCapacity;
  tagMask = ~((uint32_t(2) << llvm::Log2_64(maxLoad(capacity) + 1)) - 1);

  constexpr StateId Ahead = 16;
  uint64_t hashes[Ahead];
  uint32_t *table = slots.template as<uint32_t>();
  for (StateId s = 0; s < count + Ahead; ++s) {
    if (s >= Ahead && s - Ahead < count) {
      uint64_t h = hashes[s % Ahead];
      uint32_t slot = home(h);
      while (table[slot] != 0)
        slot = next(slot);
      table[slot] = tagOf(h) | (s - Ahead + 1);
    }
    if (s < count) {
      hashes[s % Ahead] = hash(vector(s));
      prefetchSlot(home(hashes[s % Ahead]));
    }
  }
  return true;
}

} // namespace tenon::detail

#endif // TENON_LIB_LTS_STATETABLE_H
