//===- TauGraph.cpp - An LTS for refinement by signatures -----------------===//

#include "TauGraph.h"

#include "Refinement.h"

#include <algorithm>
#include <numeric>

namespace tenon {

TauGraph::TauGraph(const Lts &lts, bool contractSilentCycles)
    : errorMark(lts.alphabet().size() + 1), endMark(lts.alphabet().size() + 2) {
  uint32_t nodes = lts.stateCount() + 1;
  if (contractSilentCycles) {
    nodes = numberSilentComponents(lts);
  } else {
    nodeOfState.resize(nodes);
    std::iota(nodeOfState.begin(), nodeOfState.end(), 0);
  }
  collectEdges(lts, nodes, contractSilentCycles);
  collectIncoming();
}

/// Tarjan's algorithm on silent transitions, with an explicit stack; components are numbered in the order in which they
/// are completed, ERROR first.
uint32_t TauGraph::numberSilentComponents(const Lts &lts) {
  StateId states = lts.stateCount();
  nodeOfState.assign(states + 1, None);
  nodeOfState[states] = 0;
  uint32_t components = 1;
  struct Frame {
    StateId state;
    uint32_t edge;
  };
  std::vector<uint32_t> low(states, None), index(states, None);
  std::vector<StateId> open;
  std::vector<Frame> stack;
  uint32_t visited = 0;
  for (StateId root = 0; root < states; ++root) {
    if (index[root] != None)
      continue;
    stack.push_back({root, 0});
    while (!stack.empty()) {
      StateId s = stack.back().state;
      if (stack.back().edge == 0) {
        index[s] = low[s] = visited++;
        open.push_back(s);
      }
      llvm::ArrayRef<Transition> row = lts.successors(s);
      bool descended = false;
      while (stack.back().edge < row.size() && row[stack.back().edge].action == TauAction) {
        StateId t = row[stack.back().edge++].target;
        if (t == ErrorState || nodeOfState[t] != None)
          continue;
        if (index[t] == None) {
          stack.push_back({t, 0});
          descended = true;
          break;
        }
        low[s] = std::min(low[s], index[t]);
      }
      if (descended)
        continue;
      if (low[s] == index[s]) {
        StateId member;
        do {
          member = open.back();
          open.pop_back();
          nodeOfState[member] = components;
        } while (member != s);
        ++components;
      }
      stack.pop_back();
      if (!stack.empty())
        low[stack.back().state] = std::min(low[stack.back().state], low[s]);
    }
  }
  return components;
}

void TauGraph::collectEdges(const Lts &lts, uint32_t nodes, bool contracted) {
  struct Edge {
    uint32_t source;
    Transition transition;
    auto operator<=>(const Edge &) const = default;
  };
  std::vector<Edge> edges;
  edges.reserve(lts.transitionCount() + 2);
  for (StateId s = 0; s < lts.stateCount(); ++s)
    for (const Transition &t : lts.successors(s)) {
      uint32_t source = nodeOf(s), target = t.target == ErrorState ? errorNode() : nodeOf(t.target);
      if (!contracted || t.action != TauAction || source != target)
        edges.push_back({source, {t.action, target}});
    }
  edges.push_back({errorNode(), {errorMark, errorNode()}});
  if (lts.end())
    edges.push_back({nodeOf(*lts.end()), {endMark, nodeOf(*lts.end())}});
  std::sort(edges.begin(), edges.end());
  edges.erase(std::unique(edges.begin(), edges.end()), edges.end());

  rowStart.assign(nodes + 1, 0);
  successors.reserve(edges.size());
  for (const Edge &e : edges) {
    ++rowStart[e.source + 1];
    successors.push_back(e.transition);
  }
  std::partial_sum(rowStart.begin(), rowStart.end(), rowStart.begin());
}

void TauGraph::collectIncoming() {
  incomingStart.assign(rowStart.size(), 0);
  for (const Transition &t : successors)
    ++incomingStart[t.target + 1];
  std::partial_sum(incomingStart.begin(), incomingStart.end(), incomingStart.begin());
  predecessors.resize(successors.size());
  std::vector<size_t> next(incomingStart.begin(), incomingStart.end() - 1);
  for (uint32_t node = 0; node < nodeCount(); ++node)
    for (const Transition &t : edges(node))
      predecessors[next[t.target]++] = {t.action, node};
}

} // namespace tenon
