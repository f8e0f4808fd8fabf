//===- BlockGraph.h - Rows of steps as one --------------------------------===//

#ifndef TENON_LIB_CHECK_BLOCKGRAPH_H
#define TENON_LIB_CHECK_BLOCKGRAPH_H

#include "StepGraph.h"

namespace tenon {

/// What holds at each node, beside what engines find.
using NodeFacts = std::vector<std::vector<Term>>;
using NodeLemmas = std::vector<std::vector<Lemma>>;

/// The relevant part of a complete graph without nodes through which little leads: the steps around them are joined.
class BlockGraph {
public:
  BlockGraph(StepGraph &graph, const NodeFacts &facts);

  /// A row of steps as one.
  struct Edge {
    uint32_t from = 0, to = 0;
    Term guard = nullptr;
    std::vector<Term> inputs;
    llvm::DenseMap<VariableId, Term> updates;
  };
  const StepGraph &steps() const { return graph; }
  TermContext &terms() const { return graph.terms(); }
  bool hasNode(uint32_t node) const { return graph.node(node).isRelevant && !isLeftOut[node]; }
  const Edge &edge(size_t number) const { return edges[number]; }
  llvm::ArrayRef<size_t> edgesFrom(uint32_t node) const { return outgoing[node]; }
  llvm::ArrayRef<size_t> edgesTo(uint32_t node) const { return incoming[node]; }

  /// The live variables.
  std::vector<Term> parameters(uint32_t node) const;
  /// Of those.
  Term factsAt(uint32_t node) const;
  Term before(Term term, const Edge &edge) const { return after(term, edge.updates); }

  /// Adds facts, and lemmas at nodes that were left out: the weakest precondition of what follows.
  NodeLemmas complete(NodeLemmas lemmas) const;

private:
  void collectEdges();
  bool isSuperfluous(uint32_t node) const;
  void leaveOut(uint32_t node);
  Edge joined(const Edge &first, const Edge &second) const;
  Term after(Term term, const llvm::DenseMap<VariableId, Term> &values) const {
    return terms().substitute(term, [&](VariableId id) { return values.lookup(id); });
  }

  StepGraph &graph;
  const NodeFacts &facts;
  std::vector<Edge> edges; ///< Those that are gone as well.
  std::vector<std::vector<size_t>> outgoing, incoming;
  std::vector<bool> isLeftOut;
  std::vector<std::pair<uint32_t, std::vector<size_t>>> leftOut; ///< In this order, with what led away then.
};

} // namespace tenon

#endif // TENON_LIB_CHECK_BLOCKGRAPH_H
