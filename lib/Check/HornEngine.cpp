//===- HornEngine.cpp - Places as Horn clauses ----------------------------===//

#include "HornEngine.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace tenon {

namespace {

class HornEncoder {
public:
  explicit HornEncoder(const BlockGraph &blockGraph)
      : blocks(blockGraph), graph(blockGraph.steps()), terms(blockGraph.terms()), relationOf(graph.size()) {}

  HornProblem encode();
  NodeLemmas lemmasOf(const HornAnswer &answer) const;

private:
  HornAtom headOf(uint32_t node, const DenseMap<VariableId, Term> &values) const;

  const BlockGraph &blocks;
  const StepGraph &graph;
  TermContext &terms;
  std::vector<std::optional<uint32_t>> relationOf;
};

} // namespace

HornAtom HornEncoder::headOf(uint32_t node, const DenseMap<VariableId, Term> &values) const {
  HornAtom head{*relationOf[node], {}};
  for (Term parameter : blocks.parameters(node)) {
    Term value = values.lookup(parameter->variable());
    head.arguments.push_back(value ? value : parameter);
  }
  return head;
}

HornProblem HornEncoder::encode() {
  HornProblem problem;
  for (uint32_t node = 0; node < graph.size(); ++node)
    if (blocks.hasNode(node)) {
      relationOf[node] = static_cast<uint32_t>(problem.relations.size());
      problem.relations.push_back(blocks.parameters(node));
    }
  const GraphStep &initial = graph.initialStep();
  DenseMap<VariableId, Term> values;
  for (const auto &[variable, value] : initial.updates)
    values[variable] = value;
  problem.clauses.push_back({std::nullopt, initial.guard, headOf(0, values)});
  for (uint32_t node = 0; node < graph.size(); ++node) {
    if (!relationOf[node])
      continue;
    HornAtom body{*relationOf[node], blocks.parameters(node)};
    Term known = blocks.factsAt(node);
    if (Term violation = graph.node(node).violation)
      problem.clauses.push_back({body, terms.andOf({known, violation}), std::nullopt});
    for (size_t number : blocks.edgesFrom(node)) {
      const BlockGraph::Edge &edge = blocks.edge(number);
      Term constraint = terms.andOf({known, edge.guard});
      if (constraint != terms.boolean(false))
        problem.clauses.push_back({body, constraint, headOf(edge.to, edge.updates)});
    }
  }
  return problem;
}

NodeLemmas HornEncoder::lemmasOf(const HornAnswer &answer) const {
  NodeLemmas lemmas(graph.size());
  for (uint32_t node = 0; node < graph.size(); ++node)
    if (relationOf[node])
      lemmas[node] = answer.solution[*relationOf[node]];
  return blocks.complete(std::move(lemmas));
}

EngineAnswer solveBySpacer(const BlockGraph &blocks, bool quantifiers, const Budget &budget) {
  EngineAnswer answer;
  if (!blocks.hasNode(0)) {
    answer.verdict = Verdict::Holds; // No row of steps leads to a violation.
    answer.lemmas = blocks.complete(NodeLemmas(blocks.steps().size()));
    return answer;
  }
  HornEncoder encoder(blocks);
  HornProblem problem = encoder.encode();
  HornOptions options;
  options.quantifiers = quantifiers;
  options.firstFresh = blocks.steps().firstFree();
  SmtContext smt(blocks.terms());
  HornAnswer found = solveHorn(smt, problem, options, budget);
  switch (found.contradiction) {
  case SmtAnswer::Satisfiable:
    answer.verdict = Verdict::Violated;
    break;
  case SmtAnswer::Unsatisfiable:
    answer.verdict = Verdict::Holds;
    answer.lemmas = encoder.lemmasOf(found);
    break;
  case SmtAnswer::Unknown:
    answer.reason = found.reason;
    break;
  }
  return answer;
}

} // namespace tenon
