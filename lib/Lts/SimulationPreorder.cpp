//===- SimulationPreorder.cpp - The greatest simulation on an LTS ---------===//

#include "Refinement.h"
#include "TauGraph.h"

#include "tenon/Lts/Simulation.h"

#include "llvm/ADT/bit.h"

#include <map>
#include <numeric>

namespace tenon {

/// The bit of a row, or None if the group is no candidate.
template <typename List> static uint32_t offsetOf(const List &candidates, uint32_t group) {
  auto place = std::lower_bound(candidates.begin(), candidates.end(), group,
                                [](const auto &entry, uint32_t wanted) { return entry.group < wanted; });
  return place == candidates.end() || place->group != group ? None : place->offset;
}

bool SimulationPreorder::related(uint32_t less, uint32_t greater) const {
  uint32_t offset = offsetOf(candidates[groupOf[less]], groupOf[greater]);
  if (offset == None)
    return false;
  size_t bit = offset + rankOf[greater];
  return bits[rowOf[less] + bit / 64] >> bit % 64 & 1;
}

bool SimulationPreorder::simulates(StateId greater, StateId less) const {
  return related(nodeOf[less], nodeOf[greater]);
}

/// Computes the relation on a graph without equivalent nodes.
class SimulationRefiner {
public:
  SimulationRefiner(SimulationPreorder &preorder, const TauGraph &source, const Budget &limits)
      : result(preorder), graph(source), budget(limits), watch(limits) {}

  /// `blockOf`: the node of each state.
  llvm::Error run(std::vector<uint32_t> blockOf);

private:
  void groupNodes();
  void findCandidates();
  llvm::Error allocateRows();
  template <typename Body> void forEachRelated(uint32_t node, Body body) const;
  bool answers(uint32_t node, const Transition &move) const;
  bool hasAnswers(uint32_t node, uint32_t by) const;
  void remove(uint32_t less, uint32_t greater);
  void propagate(uint32_t node);
  void numberClasses();

  SimulationPreorder &result;
  const TauGraph &graph;
  const Budget &budget;
  BudgetWatch watch;
  std::vector<std::vector<Action>> offers;    ///< By group.
  std::vector<std::vector<uint32_t>> groups;  ///< Nodes, by group.
  std::vector<std::vector<uint32_t>> removed; ///< By node: those that have ceased to simulate it.
  std::vector<uint32_t> queue;
};

void SimulationRefiner::groupNodes() {
  std::map<std::vector<Action>, uint32_t> known;
  for (uint32_t node = 0; node < graph.nodeCount(); ++node) {
    std::vector<Action> offer;
    for (const Transition &t : graph.edges(node))
      if (offer.empty() || offer.back() != t.action)
        offer.push_back(t.action);
    auto [place, isNew] = known.try_emplace(offer, static_cast<uint32_t>(groups.size()));
    if (isNew) {
      groups.emplace_back();
      offers.push_back(std::move(offer));
    }
    result.groupOf.push_back(place->second);
    result.rankOf.push_back(static_cast<uint32_t>(groups[place->second].size()));
    groups[place->second].push_back(node);
  }
}

/// The groups that offer all that a group does: among those that offer its rarest action.
void SimulationRefiner::findCandidates() {
  std::vector<std::vector<uint32_t>> offering(graph.endMark + size_t(1));
  for (uint32_t group = 0; group < groups.size(); ++group)
    for (Action action : offers[group])
      offering[action].push_back(group);
  std::vector<uint32_t> everything(groups.size());
  std::iota(everything.begin(), everything.end(), 0);
  uint32_t errorGroup = result.groupOf[graph.errorNode()];
  result.candidates.resize(groups.size());
  for (uint32_t group = 0; group < groups.size(); ++group) {
    const std::vector<uint32_t> *among = &everything;
    for (Action action : offers[group])
      if (offering[action].size() < among->size())
        among = &offering[action];
    uint32_t offset = 0;
    for (uint32_t other : *among) {
      if ((other == errorGroup) != (group == errorGroup) ||
          !std::includes(offers[other].begin(), offers[other].end(), offers[group].begin(), offers[group].end()))
        continue;
      result.candidates[group].push_back({other, offset});
      offset += static_cast<uint32_t>(groups[other].size());
    }
  }
}

llvm::Error SimulationRefiner::allocateRows() {
  size_t words = 0;
  for (uint32_t node = 0; node < graph.nodeCount(); ++node) {
    const auto &last = result.candidates[result.groupOf[node]].back(); // There is always the own group.
    result.rowOf.push_back(words);
    words += (last.offset + groups[last.group].size() + 63) / 64;
  }
  result.rowOf.push_back(words);
  if (!budget.allows(words * sizeof(uint64_t)))
    return budgetError(budget, Budget::Limit::Memory, "simulation");
  result.bits.assign(words, 0);
  for (uint32_t node = 0; node < graph.nodeCount(); ++node) {
    const auto &last = result.candidates[result.groupOf[node]].back();
    size_t length = last.offset + groups[last.group].size();
    for (size_t w = result.rowOf[node]; w < result.rowOf[node + 1]; ++w, length -= std::min<size_t>(length, 64))
      result.bits[w] = length >= 64 ? ~uint64_t(0) : (uint64_t(1) << length) - 1;
  }
  return llvm::Error::success();
}

template <typename Body> void SimulationRefiner::forEachRelated(uint32_t node, Body body) const {
  for (const auto &entry : result.candidates[result.groupOf[node]]) {
    const std::vector<uint32_t> &members = groups[entry.group];
    for (size_t rank = 0; rank < members.size(); ++rank) {
      size_t bit = entry.offset + rank;
      uint64_t word = result.bits[result.rowOf[node] + bit / 64] >> bit % 64;
      if (word == 0) // Nothing up to the end of the word.
        rank += 63 - bit % 64;
      else if (word & 1)
        body(members[rank]);
    }
  }
}

/// Whether a node has a move with the same action to one that simulates the target.
bool SimulationRefiner::answers(uint32_t node, const Transition &move) const {
  llvm::ArrayRef<Transition> row = graph.edges(node);
  const Transition *first = std::lower_bound(row.begin(), row.end(), Transition{move.action, 0});
  for (; first != row.end() && first->action == move.action; ++first)
    if (result.related(move.target, first->target))
      return true;
  return false;
}

bool SimulationRefiner::hasAnswers(uint32_t node, uint32_t by) const {
  return llvm::all_of(graph.edges(node), [&](const Transition &move) { return answers(by, move); });
}

void SimulationRefiner::remove(uint32_t less, uint32_t greater) {
  size_t bit = offsetOf(result.candidates[result.groupOf[less]], result.groupOf[greater]) + result.rankOf[greater];
  result.bits[result.rowOf[less] + bit / 64] &= ~(uint64_t(1) << bit % 64);
  if (removed[less].empty())
    queue.push_back(less);
  removed[less].push_back(greater);
}

/// Those that have ceased to simulate a node were the answers of their predecessors, perhaps the last ones.
void SimulationRefiner::propagate(uint32_t node) {
  std::vector<uint32_t> gone = std::move(removed[node]);
  removed[node].clear();
  llvm::ArrayRef<Transition> into = graph.incoming(node);
  for (uint32_t x : gone)
    for (const Transition &edge : graph.incoming(x)) {
      bool isAsked = false, hasAnswer = false;
      for (const Transition &asking : into) {
        if (asking.action != edge.action || !result.related(asking.target, edge.target))
          continue;
        if (!isAsked)
          hasAnswer = answers(edge.target, {edge.action, node});
        isAsked = true;
        if (hasAnswer)
          break;
        remove(asking.target, edge.target);
      }
    }
}

void SimulationRefiner::numberClasses() {
  std::vector<uint32_t> classOf(graph.nodeCount(), None);
  for (const std::vector<uint32_t> &group : groups)
    for (size_t i = 0; i < group.size(); ++i) {
      uint32_t node = group[i];
      if (classOf[node] != None)
        continue;
      classOf[node] = node;
      uint32_t offset = offsetOf(result.candidates[result.groupOf[node]], result.groupOf[node]);
      for (size_t k = i + 1; k < group.size(); ++k) {
        size_t bit = offset + k;
        uint64_t word = result.bits[result.rowOf[node] + bit / 64] >> bit % 64;
        if (word == 0)
          k += 63 - bit % 64;
        else if ((word & 1) && classOf[group[k]] == None && result.related(group[k], node))
          classOf[group[k]] = node;
      }
    }
  std::vector<uint32_t> ofStates;
  for (uint32_t node : result.nodeOf)
    ofStates.push_back(classOf[node]);
  result.partition = canonicalPartition(ofStates, static_cast<StateId>(ofStates.size()));
}

llvm::Error SimulationRefiner::run(std::vector<uint32_t> blockOf) {
  result.nodeOf = std::move(blockOf);
  groupNodes();
  findCandidates();
  if (llvm::Error error = allocateRows())
    return error;
  removed.resize(graph.nodeCount());
  std::vector<uint32_t> failing;
  for (uint32_t node = 0; node < graph.nodeCount(); ++node) {
    failing.clear();
    size_t tested = 1;
    forEachRelated(node, [&](uint32_t other) {
      ++tested;
      if (other != node && !hasAnswers(node, other))
        failing.push_back(other);
    });
    for (uint32_t other : failing)
      remove(node, other);
    if (watch.ranOut(tested))
      return watch.error("simulation");
  }
  while (!queue.empty()) {
    uint32_t node = queue.back();
    queue.pop_back();
    if (watch.ranOut(removed[node].size()))
      return watch.error("simulation");
    propagate(node);
  }
  numberClasses();
  return llvm::Error::success();
}

llvm::Expected<SimulationPreorder> simulationPreorder(const Lts &lts, const Budget &budget) {
  llvm::Expected<Partition> blocks = refineStrong(lts, budget);
  if (!blocks)
    return blocks.takeError();
  SimulationPreorder result;
  Lts small = quotient(lts, *blocks, /*silentInside=*/false, LtsBuilder::Keep::All);
  TauGraph graph(small, /*contractSilentCycles=*/false);
  if (llvm::Error error = SimulationRefiner(result, graph, budget).run(std::move(blocks->blockOf)))
    return error;
  return result;
}

llvm::Expected<Lts> minimizedBySimulation(const Lts &lts, const Budget &budget) {
  llvm::Expected<SimulationPreorder> preorder = simulationPreorder(lts, budget);
  if (!preorder)
    return preorder.takeError();
  const Partition &classes = preorder->classes();
  std::vector<StateId> member(classes.blockCount);
  for (StateId s = lts.stateCount(); s-- > 0;)
    member[classes.blockOf[s]] = s;
  std::vector<size_t> rowStart{0};
  std::vector<Transition> transitions;
  for (StateId s : member) {
    llvm::ArrayRef<Transition> row = lts.successors(s);
    for (const Transition &t : row) {
      // A sibling that simulates the target makes the transition superfluous; of equivalent ones, each stands for all.
      bool isCovered = t.target != ErrorState && llvm::any_of(row, [&](const Transition &other) {
                         return other.action == t.action && other.target != ErrorState &&
                                classes.blockOf[other.target] != classes.blockOf[t.target] &&
                                preorder->simulates(other.target, t.target);
                       });
      if (!isCovered)
        transitions.push_back({t.action, t.target == ErrorState ? ErrorState : classes.blockOf[t.target]});
    }
    rowStart.push_back(transitions.size());
  }
  std::optional<StateId> end;
  if (lts.end())
    end = classes.blockOf[*lts.end()];
  return LtsBuilder::fromRows(lts.name(), lts.alphabet(), std::move(rowStart), std::move(transitions), end,
                              LtsBuilder::Keep::Reachable);
}

} // namespace tenon
