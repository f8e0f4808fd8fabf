//===- Symmetry.cpp - Representatives of orbits ---------------------------===//

#include "Symmetry.h"

#include "SymmetrySearch.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <numeric>

namespace tenon::detail {

Symmetry::Symmetry(const Product &source, bool verifyShared)
    : product(source), groups(findSymmetry(source, verifyShared)) {}

std::optional<std::string> Symmetry::whyNot(const Network &network) {
  if (network.observer)
    return "the observer '" + network.observer->name + "' tells the components apart";
  return std::nullopt;
}

std::string Symmetry::describe() const {
  if (groups.empty())
    return "no permutation of index values maps the components onto each other";
  return llvm::join(llvm::map_range(groups, [](const SymmetryGroup &g) { return g.description; }), "; ");
}

Renaming::Renaming(const Product &source) : product(source) {
  for (auto [c, component] : llvm::enumerate(product.network().components)) {
    target.push_back(static_cast<uint32_t>(c));
    std::vector<StateId> &states = map.emplace_back(component.lts->stateCount());
    std::iota(states.begin(), states.end(), 0);
  }
}

void Renaming::precedeByInverse(const Automorphism &automorphism) {
  std::vector<uint32_t> targets;
  std::vector<std::vector<StateId>> maps;
  for (const ComponentMove &m : automorphism) {
    targets.push_back(target[m.from]);
    std::vector<StateId> &states = maps.emplace_back(map[m.from].size(), ErrorState);
    for (StateId s = 0; s < states.size(); ++s)
      if (StateId image = m(s); image != ErrorState)
        states[image] = map[m.from][s];
  }
  for (auto [i, m] : llvm::enumerate(automorphism)) {
    target[m.to] = targets[i];
    map[m.to] = std::move(maps[i]);
  }
}

void Renaming::apply(const uint64_t *from, uint64_t *to) const {
  for (uint32_t c = 0; c < target.size(); ++c)
    product.setComponentState(to, target[c], map[c][product.componentState(from, c)]);
}

void Symmetry::canonicalize(uint64_t *vector, std::vector<const Automorphism *> *log) {
  currentLog = log;
  for (const SymmetryGroup &group : groups) {
    bool isSorted = readRows(group, vector);
    if (group.isCyclic) {
      rotateRows(group, vector);
      continue;
    }
    if (!isSorted)
      sortRows(group, vector);
    breakTies(group, vector);
  }
}

/// Fills `keys`; answers whether the rows are in order.
bool Symmetry::readRows(const SymmetryGroup &group, const uint64_t *vector) {
  size_t count = group.components.size();
  if (keys.size() < count)
    keys.resize(count);
  for (size_t i = 0; i < count; ++i) {
    StateId s = product.componentState(vector, group.components[i]);
    keys[i] = group.toFirstRow[i].empty() ? s : group.toFirstRow[i][s];
  }
  for (uint32_t row = 1; row < group.rows; ++row)
    if (compareRows(group, row - 1, row) > 0)
      return false;
  return true;
}

void Symmetry::writeRows(const SymmetryGroup &group, uint64_t *vector) const {
  for (size_t i = 0; i < group.components.size(); ++i)
    product.setComponentState(vector, group.components[i],
                              group.fromFirstRow[i].empty() ? keys[i] : group.fromFirstRow[i][keys[i]]);
}

int Symmetry::compareRows(const SymmetryGroup &group, uint32_t a, uint32_t b) const {
  const StateId *left = keys.data() + size_t(a) * group.columns, *right = keys.data() + size_t(b) * group.columns;
  for (uint32_t j = 0; j < group.columns; ++j)
    if (left[j] != right[j])
      return left[j] < right[j] ? -1 : 1;
  return 0;
}

void Symmetry::apply(const Automorphism &moves, uint64_t *vector) {
  moved.clear();
  for (const ComponentMove &m : moves)
    moved.push_back(m(product.componentState(vector, m.from)));
  for (auto [m, s] : llvm::zip(moves, moved))
    product.setComponentState(vector, m.to, s);
}

void Symmetry::sortRows(const SymmetryGroup &group, uint64_t *vector) {
  for (uint32_t row = 1; row < group.rows; ++row)
    for (uint32_t i = row; i > 0 && compareRows(group, i - 1, i) > 0; --i) {
      StateId *left = keys.data() + size_t(i - 1) * group.columns;
      std::swap_ranges(left, left + group.columns, left + group.columns);
      apply(group.others[i - 1], vector);
      if (currentLog)
        currentLog->push_back(&group.generators[i - 1]);
    }
  writeRows(group, vector);
}

/// Exchanges equal rows as long as that makes the other components' states less.
void Symmetry::breakTies(const SymmetryGroup &group, uint64_t *vector) {
  bool isChanged = true;
  while (isChanged) {
    isChanged = false;
    for (uint32_t row = 1; row < group.rows; ++row) {
      const Automorphism &others = group.others[row - 1];
      if (others.empty() || compareRows(group, row - 1, row) != 0)
        continue;
      before.clear();
      for (const ComponentMove &m : others)
        before.push_back(product.componentState(vector, m.from));
      apply(others, vector);
      int order = 0;
      for (size_t i = 0; i < others.size() && order == 0; ++i) {
        StateId s = product.componentState(vector, others[i].from);
        order = s < before[i] ? -1 : s > before[i] ? 1 : 0;
      }
      isChanged |= order < 0;
      if (order < 0 && currentLog)
        currentLog->push_back(&group.generators[row - 1]);
      if (order > 0)
        for (auto [m, s] : llvm::zip(others, before))
          product.setComponentState(vector, m.from, s);
    }
  }
}

void Symmetry::rotateRows(const SymmetryGroup &group, uint64_t *vector) {
  // The least rotation of a cyclic word, in linear time: two candidates and the length of what they have in common.
  uint32_t n = group.rows, best = 0, rival = 1, common = 0;
  while (best < n && rival < n && common < n) {
    int order = compareRows(group, (best + common) % n, (rival + common) % n);
    if (order == 0) {
      ++common;
      continue;
    }
    (order > 0 ? best : rival) += common + 1;
    rival += best == rival;
    common = 0;
  }
  best = std::min(best, rival);
  if (best == 0)
    return;
  std::rotate(keys.begin(), keys.begin() + size_t(best) * group.columns, keys.begin() + group.components.size());
  writeRows(group, vector);
  for (uint32_t turn = best; turn < n; ++turn) {
    apply(group.others.front(), vector);
    if (currentLog)
      currentLog->push_back(&group.generators.front());
  }
}

} // namespace tenon::detail
