//===- PartialOrder.cpp - Stubborn sets of a product ----------------------===//

#include "PartialOrder.h"

#include "llvm/ADT/STLExtras.h"

#include <limits>

namespace tenon::detail {

StubbornSets::StubbornSets(const Product &source, StubbornRules wanted)
    : product(source), network(source.network()), rules(wanted), participation(source),
      exclusions(source, participation), nodes(network.components.size()), edgeMark(network.components.size()),
      enabledEpoch(source.alphabet().size() + size_t(1)), closureEpoch(network.components.size()) {
  buildOffers();
  buildPotential();
}

std::optional<std::string> StubbornSets::whyNot(const Network &network) {
  if (network.priority)
    return "action priority lets every action depend on all others";
  if (network.observer)
    return "every step of the system is a step of the observer '" + network.observer->name + "'";
  return std::nullopt;
}

void StubbornSets::buildOffers() {
  constexpr size_t MaxWords = size_t(1) << 20;
  for (const Component &component : network.components) {
    const Lts &lts = *component.lts;
    std::vector<uint64_t> &sets = offerSets.emplace_back();
    size_t words = lts.alphabet().size() / 64 + 1;
    if (words * lts.stateCount() > MaxWords)
      continue;
    sets.assign(words * lts.stateCount(), 0);
    for (StateId s = 0; s < lts.stateCount(); ++s)
      for (const Transition &t : lts.successors(s))
        sets[s * words + t.action / 64] |= uint64_t(1) << (t.action % 64);
  }
}

/// Distances from the initial state: the least a permutation of components has to respect.
void StubbornSets::buildPotential() {
  for (const Component &component : network.components) {
    const Lts &lts = *component.lts;
    constexpr uint32_t Unknown = std::numeric_limits<uint32_t>::max();
    std::vector<uint32_t> &distance = potential.emplace_back(lts.stateCount(), Unknown);
    std::vector<StateId> queue{Lts::initial()};
    distance[Lts::initial()] = 0;
    for (size_t i = 0; i < queue.size(); ++i)
      for (const Transition &t : lts.successors(queue[i]))
        if (t.target != ErrorState && distance[t.target] == Unknown) {
          distance[t.target] = distance[queue[i]] + 1;
          queue.push_back(t.target);
        }
  }
}

bool StubbornSets::offers(const Participant &p) const {
  const Lts &lts = *network.components[p.component].lts;
  StateId s = product.componentState(state, p.component);
  const std::vector<uint64_t> &sets = offerSets[p.component];
  if (sets.empty())
    return !lts.successors(s, p.local).empty();
  return sets[s * (lts.alphabet().size() / 64 + size_t(1)) + p.local / 64] >> (p.local % 64) & 1;
}

bool StubbornSets::isEnabled(Action action) {
  uint64_t &known = enabledEpoch[action];
  if (known / 2 != epoch)
    known = 2 * epoch + llvm::all_of(participation.of(action), [&](const Participant &p) { return offers(p); });
  return known % 2;
}

/// Whether a step of these participants raises the potential, or leads to ERROR.
bool StubbornSets::isProgress(llvm::ArrayRef<Participant> movers) const {
  int64_t gain = 0;
  for (const Participant &p : movers) {
    StateId s = product.componentState(state, p.component);
    int64_t most = 0;
    for (const Transition &t : network.components[p.component].lts->successors(s, p.local)) {
      if (t.target == ErrorState)
        return true;
      most = std::max(most, int64_t(potential[p.component][t.target]));
    }
    gain += most - potential[p.component][s];
  }
  return gain > 0;
}

void StubbornSets::addEnabled(Node &node, llvm::ArrayRef<Participant> movers) {
  ++node.enabled;
  node.isGood = node.isGood || !needsProgress || isProgress(movers);
}

/// A component that, together with this one, keeps an action disabled: best one that costs nothing more. There is a
/// participant that does not offer it, at least.
uint32_t StubbornSets::blockerOf(Action action, uint32_t component) const {
  uint32_t blocker = 0;
  uint64_t leastCost = std::numeric_limits<uint64_t>::max();
  auto consider = [&](uint32_t candidate) {
    const Node &node = nodes[candidate];
    uint64_t cost = 3 + row(candidate).size();
    if (edgeMark[candidate] == allVisits)
      cost = 0;
    else if (isVisited(candidate))
      cost = !node.isComplete ? 2 : node.isGood || node.reachesGood ? uint64_t(1) << 62 : 1;
    if (cost < leastCost) {
      leastCost = cost;
      blocker = candidate;
    }
  };
  for (const Participant &p : participation.of(action))
    if (!offers(p))
      consider(p.component);
  if (rules.exclusions)
    exclusions.forEach(
        action, component, product.componentState(state, component),
        [&](uint32_t other) { return product.componentState(state, other); }, consider);
  return blocker;
}

void StubbornSets::addEdge(uint32_t to) {
  if (edgeMark[to] == allVisits)
    return;
  edgeMark[to] = allVisits;
  edges.push_back(to);
}

void StubbornSets::visit(uint32_t component) {
  Node &node = nodes[component];
  node = Node();
  node.epoch = epoch;
  node.number = node.low = ++visits;
  node.firstEdge = node.nextEdge = static_cast<uint32_t>(edges.size());
  edgeMark[component] = ++allVisits;
  callStack.push_back(component);
  openNodes.push_back(component);
  disabled.clear();
  Action last = Participation::Passive;
  for (const Transition &t : row(component)) {
    if (t.action == last)
      continue;
    last = t.action;
    Action action = participation.globalAction[component][t.action];
    if (t.action == TauAction) {
      addEnabled(node, Participant{component, TauAction});
    } else if (action == Participation::Passive) {
      continue;
    } else if (!isEnabled(action)) {
      disabled.push_back(action);
    } else {
      llvm::ArrayRef<Participant> movers = participation.of(action);
      if (movers.front().component == component)
        addEnabled(node, movers);
      for (const Participant &p : movers)
        if (rules.shared)
          addEdge(p.component);
    }
  }
  if (rules.disabled)
    for (Action action : disabled)
      addEdge(blockerOf(action, component));
  node.lastEdge = static_cast<uint32_t>(edges.size());
}

void StubbornSets::follow(Node &from, uint32_t to) {
  const Node &node = nodes[to];
  if (node.isComplete)
    from.reachesGood |= node.isGood || node.reachesGood;
  else
    from.low = std::min(from.low, node.low);
}

/// A strongly connected component of "brings in" is complete. It and what it brings in is a closed set.
void StubbornSets::complete(uint32_t component) {
  size_t first = openNodes.size();
  bool isGood = false, reachesGood = false;
  do {
    const Node &member = nodes[openNodes[--first]];
    isGood |= member.isGood;
    reachesGood |= member.reachesGood;
  } while (openNodes[first] != component);
  for (size_t i = first; i < openNodes.size(); ++i) {
    Node &member = nodes[openNodes[i]];
    member.isComplete = true;
    member.isGood = isGood;
    member.reachesGood = reachesGood;
  }
  openNodes.resize(first);
  if (isGood && !reachesGood)
    offerClosure(component);
}

void StubbornSets::offerClosure(uint32_t component) {
  ++closures;
  closure.assign(1, component);
  closureEpoch[component] = closures;
  uint32_t size = 0;
  for (size_t i = 0; i < closure.size(); ++i) {
    const Node &node = nodes[closure[i]];
    size += node.enabled;
    if (size >= bestSize)
      return;
    for (uint32_t e = node.firstEdge; e != node.lastEdge; ++e)
      if (closureEpoch[edges[e]] != closures) {
        closureEpoch[edges[e]] = closures;
        closure.push_back(edges[e]);
      }
  }
  std::swap(best, closure);
  bestSize = size;
}

void StubbornSets::findClosedSet() {
  edges.clear();
  callStack.clear();
  openNodes.clear();
  visits = 0;
  best.clear();
  bestSize = std::numeric_limits<uint32_t>::max();
  for (uint32_t root = 0; root < nodes.size(); ++root) {
    if (!isVisited(root))
      visit(root);
    while (!callStack.empty()) {
      uint32_t current = callStack.back();
      Node &node = nodes[current];
      if (node.nextEdge != node.lastEdge) {
        uint32_t to = edges[node.nextEdge++];
        if (isVisited(to))
          follow(node, to);
        else
          visit(to);
        continue;
      }
      callStack.pop_back();
      if (node.low == node.number)
        complete(current);
      if (bestSize == 1)
        return;
      if (!callStack.empty())
        follow(nodes[callStack.back()], current);
    }
  }
}

void StubbornSets::selectActions() {
  selected.clear();
  for (uint32_t component : best) {
    Action last = Participation::Passive;
    for (const Transition &t : row(component)) {
      if (t.action == last)
        continue;
      last = t.action;
      Action action = participation.globalAction[component][t.action];
      if (t.action == TauAction)
        selected.push_back({TauAction, component});
      else if (action != Participation::Passive && isEnabled(action) &&
               participation.of(action).front().component == component)
        selected.push_back({action, component});
    }
  }
  llvm::sort(selected);
}

/// The product of the participants' choices; a choice of ERROR makes the whole ERROR.
void StubbornSets::emit(Action action, llvm::ArrayRef<Participant> movers, SuccessorBuffer &out) {
  unsigned words = product.words();
  bool toError = false;
  choices.assign(state, state + words);
  for (const Participant &p : movers) {
    extended.clear();
    llvm::ArrayRef<Transition> moves =
        network.components[p.component].lts->successors(product.componentState(state, p.component), p.local);
    toError |= moves.back().target == ErrorState;
    for (size_t k = 0; k < choices.size(); k += words)
      for (const Transition &t : moves)
        if (t.target != ErrorState) {
          extended.insert(extended.end(), choices.begin() + k, choices.begin() + k + words);
          product.setComponentState(extended.data() + extended.size() - words, p.component, t.target);
        }
    std::swap(choices, extended);
  }
  size_t count = choices.size() / words;
  out.reserve(count + 1);
  for (size_t k = 0; k < count; ++k)
    std::copy_n(choices.data() + k * words, words, out.append(action));
  if (toError)
    out.append(action | SuccessorBuffer::ErrorFlag);
}

bool StubbornSets::expand(const uint64_t *source, bool keepError, SuccessorBuffer &out) {
  state = source;
  needsProgress = keepError && rules.ignoring;
  ++epoch;
  findClosedSet();
  if (best.empty())
    return false;
  selectActions();
  for (const Choice &choice : selected)
    if (choice.action == TauAction)
      emit(TauAction, Participant{choice.component, TauAction}, out);
    else
      emit(choice.action, participation.of(choice.action), out);
  return true;
}

} // namespace tenon::detail
