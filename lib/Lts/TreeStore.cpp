//===- TreeStore.cpp - States as trees with shared nodes ------------------===//

#include "StateStore.h"

#include "llvm/ADT/STLExtras.h"

namespace tenon::detail {

const uint64_t *TreeStore::Worker::load(StateId s) {
  isBlank = false;
  uint64_t key = *store.roots.vector(s);
  for (size_t node = loaded.size() + 1; node-- > store.words;) {
    if (node < loaded.size())
      key = *store.parts[node].vector(loaded[node]);
    size_t child = 2 * (node - store.words);
    loaded[child] = static_cast<uint32_t>(key);
    loaded[child + 1] = static_cast<uint32_t>(key >> 32);
  }
  for (size_t w = 0; w < store.words; ++w)
    vectorWords[w] = *store.parts[w].vector(loaded[w]);
  return vectorWords.data();
}

/// Only the parts in which the vector differs from the loaded one are looked up.
Room TreeStore::Worker::compress(const uint64_t *vector, uint64_t &key, const Budget &budget) {
  auto intern = [&](size_t part, uint64_t content) {
    StateTable<1> &table = store.parts[part];
    uint64_t hash = table.hash(&content);
    Room room = table.reserve(number, 1, budget);
    if (room == Room::Enough)
      own[part] = table.insertFrom(table.home(hash), hash, &content, number);
    return room;
  };
  for (size_t w = 0; w < store.words; ++w) {
    own[w] = loaded[w];
    if (isBlank || vector[w] != vectorWords[w])
      if (Room room = intern(w, vector[w]); room != Room::Enough)
        return room;
  }
  for (size_t node = store.words; node <= own.size(); ++node) {
    size_t child = 2 * (node - store.words);
    key = own[child] | uint64_t(own[child + 1]) << 32;
    if (node == own.size())
      break;
    own[node] = loaded[node];
    if (isBlank || own[child] != loaded[child] || own[child + 1] != loaded[child + 1])
      if (Room room = intern(node, key); room != Room::Enough)
        return room;
  }
  return Room::Enough;
}

/// After growth the call is repeated and goes on where it stopped.
Room TreeStore::Worker::stage(SuccessorBuffer &buffer, size_t first, const Budget &budget) {
  for (size_t i = std::max(first, keys.size()); i < buffer.size(); ++i) {
    uint64_t key = 0;
    if (!buffer.isError(i))
      if (Room room = compress(buffer.vector(i), key, budget); room != Room::Enough)
        return room;
    keys.push_back(key);
  }
  return Room::Enough;
}

size_t TreeStore::bytes() const {
  size_t total = roots.bytes();
  for (const StateTable<1> &part : parts)
    total += part.bytes();
  return total;
}

bool TreeStore::wantsGrowth() const {
  return roots.wantsGrowth() || llvm::any_of(parts, [](const StateTable<1> &part) { return part.wantsGrowth(); });
}

bool TreeStore::beginGrowth(const Budget &budget) {
  rootsGrow = roots.wantsGrowth();
  bool good = !rootsGrow || roots.beginGrowth(budget);
  for (size_t i = 0; i < parts.size(); ++i) {
    growing[i] = parts[i].wantsGrowth();
    good = good && (!growing[i] || parts[i].beginGrowth(budget));
  }
  return good;
}

bool TreeStore::growShare(unsigned worker, const Budget &budget) {
  bool good = !rootsGrow || roots.growShare(worker, budget);
  for (size_t i = 0; i < parts.size() && good; ++i)
    good = !growing[i] || parts[i].growShare(worker, budget);
  return good;
}

} // namespace tenon::detail
