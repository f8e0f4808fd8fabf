//===- SetStore.h - Hash-consed sets of integers ----------------*- C++ -*-===//

#ifndef TENON_LIB_LTS_SETSTORE_H
#define TENON_LIB_LTS_SETSTORE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/xxhash.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace tenon {

/// Numbers sets such that equal sets get equal numbers. All members lie in one array.
template <typename T> class SetStore {
public:
  SetStore() : table(1024, Empty) {}

  /// The set with these members, in any order, possibly repeated; `members` is used as working space.
  uint32_t internUnsorted(std::vector<T> &members) {
    std::sort(members.begin(), members.end());
    members.erase(std::unique(members.begin(), members.end()), members.end());
    return intern(members);
  }

  /// The set with these members, which ascend.
  uint32_t intern(llvm::ArrayRef<T> members) {
    auto hash = static_cast<uint32_t>(llvm::xxh3_64bits(
        llvm::ArrayRef(reinterpret_cast<const uint8_t *>(members.data()), members.size() * sizeof(T))));
    size_t slot = hash & (table.size() - 1);
    for (; table[slot] != Empty; slot = (slot + 1) & (table.size() - 1))
      if (entries[table[slot]].hash == hash && (*this)[table[slot]] == members)
        return table[slot];
    auto id = static_cast<uint32_t>(entries.size());
    table[slot] = id;
    entries.push_back({arena.size(), static_cast<uint32_t>(members.size()), hash});
    arena.insert(arena.end(), members.begin(), members.end());
    if (entries.size() * 2 > table.size())
      grow();
    return id;
  }

  /// Valid until the next set is interned.
  llvm::ArrayRef<T> operator[](uint32_t id) const { return {arena.data() + entries[id].begin, entries[id].size}; }

  size_t bytes() const { return arena.size() * sizeof(T) + entries.size() * sizeof(Entry); }

  /// Forgets every set that is not in `ids`, and renumbers `ids`.
  void keepOnly(std::vector<uint32_t> &ids) {
    SetStore kept;
    std::vector<uint32_t> renumbered(entries.size(), Empty);
    for (uint32_t &id : ids) {
      if (id == Empty)
        continue;
      if (renumbered[id] == Empty)
        renumbered[id] = kept.intern((*this)[id]);
      id = renumbered[id];
    }
    *this = std::move(kept);
  }

private:
  static constexpr uint32_t Empty = ~uint32_t(0);
  struct Entry {
    size_t begin;
    uint32_t size, hash;
  };

  void grow() {
    table.assign(table.size() * 2, Empty);
    for (uint32_t id = 0; id < entries.size(); ++id) {
      size_t slot = entries[id].hash & (table.size() - 1);
      while (table[slot] != Empty)
        slot = (slot + 1) & (table.size() - 1);
      table[slot] = id;
    }
  }

  std::vector<T> arena;
  std::vector<Entry> entries;
  std::vector<uint32_t> table;
};

} // namespace tenon

#endif // TENON_LIB_LTS_SETSTORE_H
