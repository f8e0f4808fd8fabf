//===- SymmetrySearch.cpp - Finding automorphisms -------------------------===//

#include "SymmetrySearch.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <map>

namespace tenon::detail {

namespace {

/// The images of the actions that are not mapped to themselves.
using ActionMap = llvm::DenseMap<Action, Action>;

/// Decides whether a permutation of actions is an automorphism.
class Verifier {
public:
  Verifier(const Product &source, bool looksAtShared);

  /// The automorphism, unless there is none or it moves nothing. `isInvolution`: twice is the identity.
  std::optional<Automorphism> verify(const ActionMap &images, bool isInvolution);
  const std::vector<uint32_t> &componentsOf(Action action) const { return users[action]; }
  Action globalAction(uint32_t component, Action local) const { return global[component][local]; }
  /// Whether so much has been looked at that the search should end.
  bool isTired() const { return work > MaxWork; }
  void addWork(size_t steps) { work += steps; }

private:
  static constexpr size_t MaxWork = size_t(1) << 25;
  std::optional<ComponentMove> isomorphism(uint32_t from, uint32_t to, const ActionMap &images);
  bool matchStates(const Lts &a, const Lts &b, llvm::ArrayRef<Action> localImage, std::vector<StateId> &map);
  bool keepsPriority(const ActionMap &images) const;

  const Product &product;
  const Network &network;
  bool verifyShared;
  std::vector<std::vector<uint32_t>> users; ///< Per action.
  std::vector<std::vector<Action>> global;  ///< Per component and local action.
  size_t work = 0;
};

Verifier::Verifier(const Product &source, bool looksAtShared)
    : product(source), network(source.network()), verifyShared(looksAtShared),
      users(source.alphabet().size() + size_t(1)) {
  for (auto [c, component] : llvm::enumerate(network.components)) {
    const Alphabet &own = component.lts->alphabet();
    std::vector<Action> &actions = global.emplace_back(own.size() + size_t(1));
    for (Action a = 1; a < actions.size(); ++a) {
      actions[a] = *product.alphabet().find(own.label(a));
      users[actions[a]].push_back(static_cast<uint32_t>(c));
    }
  }
}

bool Verifier::keepsPriority(const ActionMap &images) const {
  const Alphabet &actions = product.alphabet();
  auto isLow = [&](Action a) { return network.priority->isLow(actions.label(a), actions.text(a)); };
  return !network.priority ||
         llvm::all_of(images, [&](const auto &entry) { return isLow(entry.first) == isLow(entry.second); });
}

/// Walks both from their initial states. Where there are several transitions with one action, they are matched in
/// order: another matching might do, but whatever is found is checked.
bool Verifier::matchStates(const Lts &a, const Lts &b, llvm::ArrayRef<Action> localImage, std::vector<StateId> &map) {
  map.assign(a.stateCount(), ErrorState);
  std::vector<bool> isTaken(b.stateCount());
  std::vector<StateId> queue{Lts::initial()};
  map[Lts::initial()] = Lts::initial();
  isTaken[Lts::initial()] = true;
  std::vector<Transition> row;
  for (size_t i = 0; i < queue.size(); ++i) {
    StateId s = queue[i];
    if ((a.end() == s) != (b.end() == map[s]))
      return false;
    row.assign(a.successors(s).begin(), a.successors(s).end());
    llvm::ArrayRef<Transition> other = b.successors(map[s]);
    if (row.size() != other.size())
      return false;
    work += row.size() + 1;
    for (Transition &t : row)
      t.action = localImage[t.action];
    llvm::sort(row);
    for (size_t k = 0; k < row.size(); ++k) {
      if (row[k].action != other[k].action || (row[k].target == ErrorState) != (other[k].target == ErrorState))
        return false;
      StateId target = row[k].target;
      if (target == ErrorState)
        continue;
      if (map[target] == ErrorState && !isTaken[other[k].target]) {
        map[target] = other[k].target;
        isTaken[map[target]] = true;
        queue.push_back(target);
      } else if (map[target] != other[k].target) {
        return false;
      }
    }
  }
  return true;
}

std::optional<ComponentMove> Verifier::isomorphism(uint32_t from, uint32_t to, const ActionMap &images) {
  const Lts &a = *network.components[from].lts, &b = *network.components[to].lts;
  if (a.stateCount() != b.stateCount() || a.transitionCount() != b.transitionCount() ||
      a.alphabet().size() != b.alphabet().size() || a.end().has_value() != b.end().has_value())
    return std::nullopt;
  std::vector<Action> localImage(a.alphabet().size() + size_t(1), TauAction);
  work += localImage.size();
  for (Action local = 1; local < localImage.size(); ++local) {
    auto entry = images.find(global[from][local]);
    Action image = entry == images.end() ? global[from][local] : entry->second;
    std::optional<Action> found = b.alphabet().find(product.alphabet().label(image));
    if (!found)
      return std::nullopt;
    localImage[local] = *found;
  }
  ComponentMove move{from, to, {}};
  if (from == to && !verifyShared)
    return move;
  if (!matchStates(a, b, localImage, move.map))
    return std::nullopt;
  bool isIdentity = true;
  for (StateId s = 0; s < move.map.size(); ++s)
    isIdentity &= move.map[s] == s || move.map[s] == ErrorState;
  if (isIdentity)
    move.map.clear();
  return move;
}

std::optional<Automorphism> Verifier::verify(const ActionMap &images, bool isInvolution) {
  if (images.empty() || !keepsPriority(images))
    return std::nullopt;
  std::vector<uint32_t> affected;
  for (const auto &[action, image] : images) {
    if (users[action].size() != users[image].size())
      return std::nullopt;
    affected.insert(affected.end(), users[action].begin(), users[action].end());
  }
  llvm::sort(affected);
  affected.erase(llvm::unique(affected), affected.end());
  work += affected.size();

  Automorphism result;
  llvm::DenseSet<uint32_t> assigned, taken;
  auto assign = [&](ComponentMove move) {
    assigned.insert(move.from);
    taken.insert(move.to);
    if (move.from != move.to || !move.map.empty())
      result.push_back(std::move(move));
  };
  for (uint32_t from : affected) {
    if (assigned.contains(from))
      continue;
    // Its image is one of those that have the image of one of its labels.
    auto moves = [&](Action global) { return images.contains(global); };
    Action witness = *llvm::find_if(llvm::ArrayRef(global[from]).drop_front(), moves);
    std::optional<ComponentMove> move;
    if (!taken.contains(from))
      move = isomorphism(from, from, images);
    for (uint32_t to : users[images.find(witness)->second])
      if (!move && to != from && !taken.contains(to) && !(isInvolution && assigned.contains(to)))
        move = isomorphism(from, to, images);
    if (!move)
      return std::nullopt;
    if (isInvolution && move->from != move->to) {
      ComponentMove back{move->to, move->from, {}};
      if (!move->map.empty()) {
        back.map.assign(move->map.size(), ErrorState);
        for (StateId s = 0; s < move->map.size(); ++s)
          if (move->map[s] != ErrorState)
            back.map[move->map[s]] = s;
      }
      assign(std::move(back));
    }
    assign(std::move(*move));
  }
  if (result.empty())
    return std::nullopt;
  llvm::sort(result, [](const ComponentMove &a, const ComponentMove &b) { return a.from < b.from; });
  return result;
}

/// Where a value stands: the parts of a label that are permuted together.
struct Scope {
  std::string text;                                                     ///< For the user.
  std::map<std::string, std::vector<std::pair<Action, unsigned>>> uses; ///< Value to labels and positions.
  bool isPrefix = false;
};

class SymmetrySearch {
public:
  SymmetrySearch(const Product &source, bool verifyShared) : product(source), verifier(source, verifyShared) {}
  std::vector<SymmetryGroup> run();

private:
  using Values = std::vector<std::string>;

  std::vector<Scope> scopes() const;
  void searchIn(const Scope &scope);
  std::optional<ActionMap> imagesOf(const Scope &scope, const std::map<std::string, std::string> &permutation);
  std::optional<Automorphism> tryPermutation(const Scope &scope, const std::map<std::string, std::string> &permutation);
  void addSymmetricGroup(const Scope &scope, const Values &values, std::vector<Automorphism> swaps);
  void addCyclicGroup(const Values &values, const Automorphism &turn);
  void appendRow(SymmetryGroup &group, const std::vector<const ComponentMove *> &moves);
  std::string nameOf(uint32_t component) const {
    const std::string &name = product.network().components[component].name;
    return name.empty() ? std::to_string(component) : name;
  }
  bool isCovered(const Automorphism &moves) const {
    return llvm::all_of(moves, [&](const ComponentMove &m) { return covered.contains(m.from); });
  }

  const Product &product;
  Verifier verifier;
  std::vector<SymmetryGroup> groups;
  llvm::DenseSet<uint32_t> covered;
};

/// Prefixes from the longest to the shortest, so that inner groups come before outer ones; then positions; then all.
std::vector<Scope> SymmetrySearch::scopes() const {
  std::map<std::pair<int, std::string>, Scope> prefixes;
  std::map<unsigned, Scope> positions;
  Scope everywhere;
  everywhere.text = "all indices";
  const Alphabet &actions = product.alphabet();
  for (Action a = 1; a <= actions.size(); ++a) {
    llvm::SmallVector<llvm::StringRef, 8> parts;
    actions.text(a).split(parts, '.');
    for (unsigned k = 0; k < parts.size(); ++k) {
      std::string prefix = llvm::join(llvm::ArrayRef(parts).take_front(k), ".");
      std::string value = parts[k].str();
      Scope &scope = prefixes[{-static_cast<int>(k), prefix}];
      scope.text = prefix.empty() ? "first parts" : prefix + ".*";
      scope.isPrefix = true;
      scope.uses[value].push_back({a, k});
      positions[k].text = "part " + std::to_string(k + 1) + " of all labels";
      positions[k].uses[value].push_back({a, k});
      everywhere.uses[value].push_back({a, k});
    }
  }
  std::vector<Scope> result;
  result.reserve(prefixes.size() + positions.size() + 1);
  for (auto &[key, scope] : prefixes)
    result.push_back(std::move(scope));
  for (auto &[key, scope] : positions)
    result.push_back(std::move(scope));
  result.push_back(std::move(everywhere));
  return result;
}

std::optional<ActionMap> SymmetrySearch::imagesOf(const Scope &scope,
                                                  const std::map<std::string, std::string> &permutation) {
  std::map<Action, std::vector<unsigned>> positions;
  for (const auto &[value, image] : permutation)
    for (auto [action, position] : scope.uses.at(value))
      positions[action].push_back(position);
  ActionMap images;
  for (const auto &[action, places] : positions) {
    llvm::SmallVector<llvm::StringRef, 8> parts;
    product.alphabet().text(action).split(parts, '.');
    for (unsigned k : places)
      parts[k] = permutation.at(parts[k].str());
    std::optional<Action> image = product.alphabet().find(llvm::join(parts, "."));
    verifier.addWork(parts.size());
    if (!image)
      return std::nullopt;
    if (*image != action)
      images[action] = *image;
  }
  return images;
}

std::optional<Automorphism> SymmetrySearch::tryPermutation(const Scope &scope,
                                                           const std::map<std::string, std::string> &permutation) {
  for (const auto &[value, image] : permutation)
    if (scope.uses.at(value).size() != scope.uses.at(image).size())
      return std::nullopt;
  std::optional<ActionMap> images = imagesOf(scope, permutation);
  return images ? verifier.verify(*images, permutation.size() == 2) : std::nullopt;
}

void SymmetrySearch::searchIn(const Scope &scope) {
  constexpr size_t MaxClasses = 64;
  Values values;
  for (const auto &[value, uses] : scope.uses)
    values.push_back(value);
  if (values.size() < 2)
    return;
  llvm::sort(values, [](const std::string &a, const std::string &b) { return compareLabels(a, b) < 0; });

  struct Class {
    Values values;
    std::vector<Automorphism> swaps;
  };
  std::vector<Class> classes;
  for (const std::string &value : values) {
    bool isPlaced = false;
    for (size_t i = classes.size(), tried = 0; i-- > 0 && tried < MaxClasses && !isPlaced; ++tried) {
      if (verifier.isTired())
        return;
      const std::string &last = classes[i].values.back();
      std::optional<Automorphism> swap = tryPermutation(scope, {{last, value}, {value, last}});
      if (!swap || (!scope.isPrefix && isCovered(*swap)))
        continue;
      classes[i].values.push_back(value);
      classes[i].swaps.push_back(std::move(*swap));
      isPlaced = true;
    }
    if (!isPlaced)
      classes.push_back({{value}, {}});
  }
  bool isSomething = false;
  for (Class &c : classes)
    if (c.values.size() > 1) {
      addSymmetricGroup(scope, c.values, std::move(c.swaps));
      isSomething = true;
    }
  if (isSomething)
    return;
  Values numbers = values;
  llvm::erase_if(numbers, [](const std::string &v) { return !llvm::all_of(v, llvm::isDigit); });
  if (numbers.size() >= 3)
    values = numbers;
  if (values.size() < 3)
    return;
  std::map<std::string, std::string> turn;
  for (size_t i = 0; i < values.size(); ++i)
    turn[values[i]] = values[(i + 1) % values.size()];
  if (std::optional<Automorphism> moves = tryPermutation(scope, turn); moves && !isCovered(*moves))
    addCyclicGroup(values, *moves);
}

/// The next row of a group: where the given moves take the last row.
void SymmetrySearch::appendRow(SymmetryGroup &group, const std::vector<const ComponentMove *> &moves) {
  size_t last = group.components.size() - group.columns;
  for (uint32_t j = 0; j < group.columns; ++j) {
    const ComponentMove &move = *moves[j];
    const std::vector<StateId> &toFirst = group.toFirstRow[last + j], &fromFirst = group.fromFirstRow[last + j];
    group.components.push_back(move.to);
    std::vector<StateId> from, to;
    if (!move.map.empty() || !toFirst.empty()) {
      StateId n = product.network().components[move.to].lts->stateCount();
      from.assign(n, ErrorState);
      to.assign(n, ErrorState);
      for (StateId s = 0; s < n; ++s) {
        StateId here = fromFirst.empty() ? s : fromFirst[s];
        StateId there = here == ErrorState ? ErrorState : move(here);
        from[s] = there;
        if (there != ErrorState)
          to[there] = s;
      }
    }
    group.toFirstRow.push_back(std::move(to));
    group.fromFirstRow.push_back(std::move(from));
  }
  ++group.rows;
}

/// Rows are the components whose only value of the class is the row's.
void SymmetrySearch::addSymmetricGroup(const Scope &scope, const Values &values, std::vector<Automorphism> swaps) {
  llvm::DenseMap<uint32_t, uint32_t> mentions; // Component to value, counted from 1; 0: several.
  for (auto [i, value] : llvm::enumerate(values))
    for (auto [action, position] : scope.uses.at(value))
      for (uint32_t c : verifier.componentsOf(action))
        if (auto [entry, isNew] = mentions.try_emplace(c, i + 1); !isNew && entry->second != i + 1)
          entry->second = 0;
  SymmetryGroup group;
  for (const ComponentMove &m : swaps.front())
    if (mentions.lookup(m.from) == 1) {
      group.components.push_back(m.from);
      group.toFirstRow.emplace_back();
      group.fromFirstRow.emplace_back();
    }
  group.rows = 1;
  group.columns = static_cast<uint32_t>(group.components.size());
  for (const Automorphism &swap : swaps) {
    std::vector<const ComponentMove *> moves;
    llvm::DenseSet<uint32_t> inRows;
    for (uint32_t j = 0; j < group.columns; ++j) {
      uint32_t from = group.components[group.components.size() - group.columns + j];
      const ComponentMove *move = &*llvm::find_if(swap, [&](const ComponentMove &m) { return m.from == from; });
      moves.push_back(move);
      inRows.insert(from);
      inRows.insert(move->to);
    }
    appendRow(group, moves);
    Automorphism &others = group.others.emplace_back();
    for (const ComponentMove &m : swap) {
      covered.insert(m.from);
      if (!inRows.contains(m.from))
        others.push_back(m);
    }
  }
  group.generators = std::move(swaps);
  std::string count = std::to_string(group.rows);
  if (group.columns == 0) {
    group.description =
        count + " interchangeable values (" + values.front() + " to " + values.back() + " in " + scope.text + ")";
  } else {
    group.description =
        count + " interchangeable " +
        (group.columns == 1 ? "components" : "groups of " + std::to_string(group.columns) + " components") + " (" +
        nameOf(group.components.front()) + " to " + nameOf(group.components.back()) + ")";
  }
  groups.push_back(std::move(group));
}

/// Columns are the cycles of components as long as there are values, if going around changes no state.
void SymmetrySearch::addCyclicGroup(const Values &values, const Automorphism &turn) {
  llvm::DenseMap<uint32_t, const ComponentMove *> moveOf;
  for (const ComponentMove &m : turn)
    moveOf[m.from] = &m;
  llvm::DenseSet<uint32_t> inRows;
  std::vector<const ComponentMove *> firstMoves;
  for (const ComponentMove &m : turn) {
    if (inRows.contains(m.from))
      continue;
    std::vector<uint32_t> cycle{m.from};
    const ComponentMove *move = &m;
    while (move->to != m.from) {
      cycle.push_back(move->to);
      move = moveOf.lookup(move->to);
    }
    bool isIdentity = true;
    for (StateId s = 0; s < product.network().components[m.from].lts->stateCount(); ++s) {
      StateId around = s;
      for (size_t i = 0; i < cycle.size() && around != ErrorState; ++i)
        around = (*moveOf.lookup(cycle[i]))(around);
      isIdentity &= around == s || around == ErrorState;
    }
    if (cycle.size() != values.size() || !isIdentity)
      continue;
    inRows.insert(cycle.begin(), cycle.end());
    firstMoves.push_back(&m);
  }
  if (firstMoves.empty())
    return;
  SymmetryGroup group;
  group.isCyclic = true;
  for (const ComponentMove *m : firstMoves) {
    group.components.push_back(m->from);
    group.toFirstRow.emplace_back();
    group.fromFirstRow.emplace_back();
  }
  group.rows = 1;
  group.columns = static_cast<uint32_t>(firstMoves.size());
  while (group.rows < values.size()) {
    std::vector<const ComponentMove *> moves;
    for (uint32_t c : llvm::ArrayRef(group.components).take_back(group.columns))
      moves.push_back(moveOf.lookup(c));
    appendRow(group, moves);
  }
  group.generators.push_back(turn);
  Automorphism &others = group.others.emplace_back();
  for (const ComponentMove &m : turn) {
    covered.insert(m.from);
    if (!inRows.contains(m.from))
      others.push_back(m);
  }
  group.description =
      "a ring of " + std::to_string(group.rows) +
      (group.columns == 1 ? " components" : " groups of " + std::to_string(group.columns) + " components") + " (" +
      nameOf(group.components.front()) + " to " + nameOf(group.components[(group.rows - 1) * size_t(group.columns)]) +
      ")";
  groups.push_back(std::move(group));
}

std::vector<SymmetryGroup> SymmetrySearch::run() {
  for (const Scope &scope : scopes())
    if (!verifier.isTired())
      searchIn(scope);
  return std::move(groups);
}

} // namespace

std::vector<SymmetryGroup> findSymmetry(const Product &product, bool verifyShared) {
  return SymmetrySearch(product, verifyShared).run();
}

} // namespace tenon::detail
