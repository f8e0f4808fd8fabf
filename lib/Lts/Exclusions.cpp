//===- Exclusions.cpp - Actions that two local states rule out ------------===//

#include "Exclusions.h"

#include "llvm/ADT/STLExtras.h"

namespace tenon::detail {

Exclusions::Exclusions(const Product &source, const Participation &parts)
    : product(source), participation(parts), entries(source.alphabet().size() + size_t(1)) {
  constexpr size_t MaxParticipants = 3;
  std::vector<std::vector<uint32_t>> neighbors(product.network().components.size());
  for (Action a = 1; a < entries.size(); ++a)
    if (participation.of(a).size() <= MaxParticipants)
      for (const auto &p : participation.of(a))
        for (const auto &q : participation.of(a))
          if (p.component != q.component)
            neighbors[p.component].push_back(q.component);
  for (std::vector<uint32_t> &list : neighbors) {
    llvm::sort(list);
    list.erase(llvm::unique(list), list.end());
  }
  for (Action a = 1; a < entries.size(); ++a) {
    llvm::ArrayRef<Participation::Participant> movers = participation.of(a);
    if (movers.size() < 2 || movers.size() > MaxParticipants)
      continue;
    for (const auto &p : movers)
      for (uint32_t other : neighbors[p.component])
        if (work < MaxWork && llvm::none_of(movers, [&](const auto &q) { return q.component == other; }))
          addEntry(a, p.component, other);
  }
  groups.clear();
}

const Exclusions::Group *Exclusions::groupOf(std::vector<uint32_t> components) {
  llvm::sort(components);
  auto [entry, isNew] = groups.try_emplace(components);
  Group &group = entry->second;
  if (isNew) {
    group.components = components;
    size_t size = 1;
    for (uint32_t c : components) {
      group.systems.push_back(product.network().components[c].lts.get());
      group.weight.push_back(size);
      size = std::min(size * group.systems.back()->stateCount(), MaxStates + 1);
    }
    if (size <= MaxStates)
      explore(group);
  }
  return group.reached.empty() ? nullptr : &group;
}

void Exclusions::explore(Group &group) {
  size_t size = group.weight.back() * group.systems.back()->stateCount();
  std::vector<bool> seen(size);
  group.reached.push_back(0);
  seen[0] = true;
  std::vector<size_t> targets, extended;
  for (size_t i = 0; i < group.reached.size(); ++i) {
    size_t from = group.reached[i];
    auto extend = [&](size_t position, Action local) {
      StateId s = group.stateOf(from, position);
      extended.clear();
      for (size_t target : targets)
        for (const Transition &t : group.systems[position]->successors(s, local))
          if (t.target != ErrorState)
            extended.push_back(target + t.target * group.weight[position] - s * group.weight[position]);
      std::swap(targets, extended);
      work += targets.size() + 1;
    };
    for (size_t leader = 0; leader < group.components.size(); ++leader) {
      Action last = Participation::Passive;
      for (const Transition &t : group.systems[leader]->successors(group.stateOf(from, leader))) {
        if (t.action == last)
          continue;
        last = t.action;
        targets.assign(1, from);
        extend(leader, t.action);
        Action action = participation.globalAction[group.components[leader]][t.action];
        if (t.action != TauAction && action == Participation::Passive)
          continue;
        if (t.action != TauAction)
          for (const auto &p : participation.of(action))
            if (size_t position = group.positionOf(p.component);
                position < group.components.size() && position != leader)
              extend(position, p.local);
        for (size_t target : targets)
          if (!seen[target]) {
            seen[target] = true;
            group.reached.push_back(target);
          }
      }
    }
  }
}

void Exclusions::addEntry(Action action, uint32_t component, uint32_t other) {
  std::vector<uint32_t> components{other};
  for (const auto &p : participation.of(action))
    components.push_back(p.component);
  const Group *group = groupOf(std::move(components));
  ++work;
  if (!group)
    return;
  size_t position = group->positionOf(component), otherPosition = group->positionOf(other);
  StateId otherStates = group->systems[otherPosition]->stateCount();
  Entry entry{component, other, otherStates, {}};
  entry.possible.resize(group->systems[position]->stateCount() * size_t(otherStates));
  std::vector<size_t> offered;
  for (size_t index : group->reached) {
    auto offers = [&](const Participation::Participant &p) {
      size_t at = group->positionOf(p.component);
      return !group->systems[at]->successors(group->stateOf(index, at), p.local).empty();
    };
    size_t pair = group->stateOf(index, position) * size_t(otherStates) + group->stateOf(index, otherPosition);
    if (llvm::all_of(participation.of(action), offers))
      entry.possible[pair] = true;
    else if (llvm::any_of(participation.of(action),
                          [&](const auto &p) { return p.component == component && offers(p); }))
      offered.push_back(pair);
  }
  work += group->reached.size();
  if (llvm::any_of(offered, [&](size_t pair) { return !entry.possible[pair]; }))
    entries[action].push_back(std::move(entry));
}

} // namespace tenon::detail
