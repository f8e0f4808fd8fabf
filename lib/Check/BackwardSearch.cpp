//===- BackwardSearch.cpp - What leads to a violation ---------------------===//

#include "BackwardSearch.h"

#include "llvm/ADT/STLExtras.h"

#include <deque>

using namespace llvm;

namespace tenon {

namespace {

class BackwardSearch {
public:
  BackwardSearch(const BlockGraph &blockGraph, const Budget &limits, size_t mostSets)
      : blocks(blockGraph), graph(blockGraph.steps()), terms(blockGraph.terms()), budget(limits), maxSets(mostSets),
        smt(terms), solver(smt, SearchEffort), found(graph.size()) {}

  EngineAnswer run();

private:
  static constexpr uint64_t SearchEffort = 2'000'000;

  struct Open {
    uint32_t node;
    Term states;
    unsigned depth;
  };
  bool enter(uint32_t node, Term states, unsigned depth);
  bool enterBefore(const Open &open, const BlockGraph::Edge &edge);
  bool isInitial(Term states); ///< Or not known.
  bool giveUp(StringRef why) {
    reason = (why + " " + Twine(depth) + " steps before a violation").str();
    return false;
  }
  EngineAnswer proof() const;

  const BlockGraph &blocks;
  const StepGraph &graph;
  TermContext &terms;
  const Budget &budget;
  size_t maxSets, setCount = 0;
  SmtContext smt;
  SmtSolver solver;
  std::vector<std::vector<Term>> found; ///< By node.
  std::deque<Open> open;
  unsigned depth = 0;
  bool isViolated = false;
  std::string reason;
};

} // namespace

bool BackwardSearch::isInitial(Term states) {
  DenseMap<VariableId, Term> values;
  for (const auto &[variable, value] : graph.initialStep().updates)
    values[variable] = value;
  solver.push();
  solver.add(graph.initialStep().guard);
  solver.add(terms.substitute(states, [&](VariableId id) { return values.lookup(id); }));
  SmtAnswer answer = solver.check(budget);
  solver.pop();
  isViolated |= answer == SmtAnswer::Satisfiable;
  return answer != SmtAnswer::Unsatisfiable;
}

/// Adds states from which a violation is reached, unless they are known. False: give up.
bool BackwardSearch::enter(uint32_t node, Term states, unsigned steps) {
  solver.push();
  solver.add(states);
  for (Term known : found[node])
    solver.add(terms.notOf(known));
  SmtAnswer answer = solver.check(budget);
  solver.pop();
  if (answer == SmtAnswer::Unsatisfiable)
    return true;
  if (answer == SmtAnswer::Unknown)
    return giveUp("a query was too hard,");
  if (node == 0 && isInitial(states))
    return giveUp("an initial state may be");
  if (++setCount > maxSets)
    return giveUp("too many sets of states,");
  depth = std::max(depth, steps);
  found[node].push_back(states);
  open.push_back({node, states, steps});
  return true;
}

bool BackwardSearch::enterBefore(const Open &last, const BlockGraph::Edge &edge) {
  constexpr unsigned MaxModels = 16;
  Term states = terms.andOf({blocks.factsAt(edge.from), edge.guard, blocks.before(last.states, edge)});
  if (states == terms.boolean(false))
    return true;
  std::vector<Term> inputs;
  std::vector<VariableId> used = variablesOf(states);
  copy_if(edge.inputs, std::back_inserter(inputs), [&](Term input) { return is_contained(used, input->variable()); });
  if (!inputs.empty()) {
    Projection projection = project(smt, inputs, states, MaxModels, budget);
    if (!projection.complete)
      return giveUp("a quantifier could not be eliminated,");
    if (!projection.part)
      return true;
    states = projection.part;
  }
  return enter(edge.from, states, last.depth + 1);
}

EngineAnswer BackwardSearch::proof() const {
  EngineAnswer answer;
  answer.verdict = Verdict::Holds;
  NodeLemmas lemmas(graph.size());
  for (uint32_t node = 0; node < graph.size(); ++node)
    for (Term states : found[node])
      lemmas[node].push_back({{}, terms.notOf(states)});
  answer.lemmas = blocks.complete(std::move(lemmas));
  return answer;
}

EngineAnswer BackwardSearch::run() {
  bool isGoing = true;
  for (uint32_t node = 0; isGoing && node < graph.size(); ++node)
    if (Term violation = graph.node(node).violation; violation && blocks.hasNode(node))
      isGoing = enter(node, terms.andOf({blocks.factsAt(node), violation}), 0);
  while (isGoing && !open.empty()) {
    Open last = open.front();
    open.pop_front();
    for (size_t edge : blocks.edgesTo(last.node))
      isGoing = isGoing && enterBefore(last, blocks.edge(edge));
    if (budget.exceeded() != Budget::Limit::None)
      isGoing = giveUp("the budget ended");
  }
  if (isGoing)
    return proof();
  EngineAnswer answer;
  if (isViolated)
    answer.verdict = Verdict::Violated;
  answer.reason = reason;
  return answer;
}

EngineAnswer solveBackwards(const BlockGraph &blocks, const Budget &budget, size_t maxSets) {
  return BackwardSearch(blocks, budget, maxSets).run();
}

} // namespace tenon
