//===- TauGraph.h - An LTS for refinement by signatures ---------*- C++ -*-===//

#ifndef TENON_LIB_LTS_TAUGRAPH_H
#define TENON_LIB_LTS_TAUGRAPH_H

#include "tenon/Lts/Lts.h"

namespace tenon {

/// The states of an LTS and ERROR as nodes of a plain graph. What makes ERROR and END special is turned into
/// observations: self-loops with the actions `errorMark` and `endMark`.
///
/// If contracted, the states on a silent cycle are one node, there are no silent self-loops, and silent edges lead from
/// greater to smaller nodes: ascending order is reverse topological.
class TauGraph {
public:
  TauGraph(const Lts &lts, bool contractSilentCycles);

  uint32_t nodeCount() const { return static_cast<uint32_t>(rowStart.size() - 1); }
  /// By (action, target): silent ones first.
  llvm::ArrayRef<Transition> edges(uint32_t node) const { return slice(successors, rowStart, node); }
  llvm::ArrayRef<Transition> silentEdges(uint32_t node) const {
    return edges(node).take_while([](const Transition &t) { return t.action == TauAction; });
  }
  bool hasSilentEdges(uint32_t node) const {
    return rowStart[node] != rowStart[node + 1] && successors[rowStart[node]].action == TauAction;
  }
  /// Edges into a node; `target` is their source.
  llvm::ArrayRef<Transition> incoming(uint32_t node) const { return slice(predecessors, incomingStart, node); }

  uint32_t nodeOf(StateId s) const { return nodeOfState[s]; }
  uint32_t errorNode() const { return nodeOfState.back(); }
  /// Of each state, and last of ERROR.
  llvm::ArrayRef<uint32_t> nodesOfStates() const { return nodeOfState; }

  const Action errorMark, endMark;

private:
  static llvm::ArrayRef<Transition> slice(const std::vector<Transition> &from, const std::vector<size_t> &start,
                                          uint32_t node) {
    return llvm::ArrayRef<Transition>(from).slice(start[node], start[node + 1] - start[node]);
  }
  uint32_t numberSilentComponents(const Lts &lts);
  void collectEdges(const Lts &lts, uint32_t nodes, bool contracted);
  void collectIncoming();

  std::vector<uint32_t> nodeOfState;
  std::vector<size_t> rowStart, incomingStart;
  std::vector<Transition> successors, predecessors;
};

} // namespace tenon

#endif // TENON_LIB_LTS_TAUGRAPH_H
