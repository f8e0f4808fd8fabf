//===- BlockGraph.cpp - Rows of steps as one ------------------------------===//

#include "BlockGraph.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace tenon {

BlockGraph::BlockGraph(StepGraph &stepGraph, const NodeFacts &known)
    : graph(stepGraph), facts(known), outgoing(stepGraph.size()), incoming(stepGraph.size()),
      isLeftOut(stepGraph.size(), false) {
  collectEdges();
  for (bool isChanging = true; isChanging;) {
    isChanging = false;
    for (uint32_t node = 0; node < graph.size(); ++node)
      if (hasNode(node) && isSuperfluous(node)) {
        leaveOut(node);
        isChanging = true;
      }
  }
}

void BlockGraph::collectEdges() {
  for (uint32_t number = 0; number < graph.size(); ++number) {
    const GraphNode &node = graph.node(number);
    if (!node.isRelevant)
      continue;
    for (const GraphStep &step : node.steps) {
      if (!graph.node(step.target).isRelevant)
        continue;
      Edge edge;
      edge.from = number;
      edge.to = step.target;
      edge.guard = step.guard;
      edge.inputs.assign(step.inputs.begin(), step.inputs.end());
      for (const auto &[variable, value] : step.updates)
        edge.updates[variable] = value;
      outgoing[number].push_back(edges.size());
      incoming[step.target].push_back(edges.size());
      edges.push_back(std::move(edge));
    }
  }
}

/// Few steps lead through the node, none of them in a circle of one, and nothing is chosen behind it: what holds there
/// is then said without quantifiers.
bool BlockGraph::isSuperfluous(uint32_t node) const {
  constexpr size_t MaxOutgoing = 8;
  size_t in = incoming[node].size(), out = outgoing[node].size();
  if (node == 0 || graph.node(node).violation || out > MaxOutgoing || in * out > in + out)
    return false;
  return all_of(outgoing[node], [&](size_t edge) { return edges[edge].to != node && edges[edge].inputs.empty(); });
}

BlockGraph::Edge BlockGraph::joined(const Edge &first, const Edge &second) const {
  Edge result = first;
  result.to = second.to;
  result.guard = terms().andOf({first.guard, after(second.guard, first.updates)});
  for (const auto &[variable, value] : second.updates)
    result.updates[variable] = after(value, first.updates);
  return result;
}

void BlockGraph::leaveOut(uint32_t node) {
  isLeftOut[node] = true;
  leftOut.emplace_back(node, outgoing[node]);
  for (size_t out : outgoing[node])
    erase(incoming[edges[out].to], out);
  for (size_t in : incoming[node]) {
    uint32_t from = edges[in].from;
    erase(outgoing[from], in);
    for (size_t out : outgoing[node]) {
      Edge edge = joined(edges[in], edges[out]);
      if (edge.guard == terms().boolean(false))
        continue;
      outgoing[from].push_back(edges.size());
      incoming[edge.to].push_back(edges.size());
      edges.push_back(std::move(edge));
    }
  }
  incoming[node].clear();
}

std::vector<Term> BlockGraph::parameters(uint32_t node) const {
  std::vector<Term> result;
  for (unsigned position : graph.node(node).live.set_bits())
    result.push_back(graph.view().variables()[position].term);
  return result;
}

Term BlockGraph::factsAt(uint32_t node) const {
  std::vector<Term> parts;
  const BitVector &live = graph.node(node).live;
  for (Term fact : facts[node])
    if (all_of(variablesOf(fact),
               [&](VariableId id) { return live.test(static_cast<unsigned>(graph.positionOf(id))); }))
      parts.push_back(fact);
  return terms().andOf(parts);
}

NodeLemmas BlockGraph::complete(NodeLemmas lemmas) const {
  for (const auto &[node, edgesFrom] : reverse(leftOut))
    for (size_t number : edgesFrom) {
      const Edge &edge = edges[number];
      for (const Lemma &lemma : lemmas[edge.to])
        lemmas[node].push_back({lemma.forAll, terms().implies(edge.guard, before(lemma.condition, edge))});
    }
  for (uint32_t node = 0; node < graph.size(); ++node)
    if (graph.node(node).isRelevant)
      for (Term fact : facts[node])
        lemmas[node].push_back({{}, fact});
  return lemmas;
}

} // namespace tenon
