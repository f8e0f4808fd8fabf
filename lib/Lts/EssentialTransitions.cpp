//===- EssentialTransitions.cpp -------------------------------------------===//

#include "Refinement.h"
#include "SetStore.h"
#include "TauGraph.h"

namespace tenon {
namespace {

class EssentialTransitions {
public:
  EssentialTransitions(const Lts &input, const Budget &budget) : lts(input), graph(input, true), watch(budget) {}

  /// A transition of s is implied if it can be made of a silent one of s and a weak one of its target, or of a
  /// transition of s to somewhere else and a silent way on. All implied transitions may go at once, as silent ways have
  /// no cycles.
  llvm::Expected<Lts> run() {
    if (!computeWeakMoves())
      return watch.error("weak bisimulation");
    std::vector<size_t> rowStart{0};
    std::vector<Transition> kept;
    for (StateId s = 0; s < lts.stateCount(); ++s) {
      collectImplied(graph.nodeOf(s));
      for (const Transition &t : lts.successors(s)) {
        uint32_t target = t.target == ErrorState ? graph.errorNode() : graph.nodeOf(t.target);
        if (!std::binary_search(implied.begin(), implied.end(), pack(t.action, target)))
          kept.push_back(t);
      }
      rowStart.push_back(kept.size());
      if (watch.ranOut(implied.size()))
        return watch.error("weak bisimulation");
    }
    return LtsBuilder::fromRows(lts.name(), lts.alphabet(), std::move(rowStart), std::move(kept), lts.end(),
                                LtsBuilder::Keep::Reachable);
  }

private:
  static uint64_t pack(Action a, uint32_t target) { return uint64_t(a) << 32 | target; }
  void append(uint32_t node) {
    implied.insert(implied.end(), moveSets[moves[node]].begin(), moveSets[moves[node]].end());
  }

  /// False if the budget has run out.
  bool computeWeakMoves() {
    uint32_t nodes = graph.nodeCount();
    for (uint32_t node = 0; node < nodes; ++node) {
      std::vector<uint32_t> reached{node};
      for (const Transition &t : graph.silentEdges(node))
        reached.insert(reached.end(), reachSets[reach[t.target]].begin(), reachSets[reach[t.target]].end());
      if (watch.ranOut(reached.size()))
        return false;
      reach.push_back(reachSets.internUnsorted(reached));
    }
    for (uint32_t node = 0; node < nodes; ++node) {
      implied.clear();
      for (const Transition &t : graph.edges(node))
        if (t.action == TauAction)
          append(t.target);
        else
          for (uint32_t target : reachSets[reach[t.target]])
            implied.push_back(pack(t.action, target));
      if (watch.ranOut(implied.size()))
        return false;
      moves.push_back(moveSets.internUnsorted(implied));
    }
    return true;
  }

  void collectImplied(uint32_t node) {
    implied.clear();
    for (const Transition &t : graph.edges(node)) {
      if (t.action == TauAction)
        append(t.target);
      for (uint32_t target : reachSets[reach[t.target]])
        if (target != t.target)
          implied.push_back(pack(t.action, target));
    }
    std::sort(implied.begin(), implied.end());
  }

  const Lts &lts;
  TauGraph graph;
  BudgetWatch watch;
  SetStore<uint32_t> reachSets;
  SetStore<uint64_t> moveSets;
  std::vector<uint32_t> reach, moves; ///< Of each node.
  std::vector<uint64_t> implied;
};

} // namespace

llvm::Expected<Lts> essentialTransitions(const Lts &lts, const Budget &budget) {
  return EssentialTransitions(lts, budget).run();
}

} // namespace tenon
