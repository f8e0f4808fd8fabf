//===- AssumptionEncoding.cpp - Automata as clauses -----------------------===//

#include "AssumptionEncoding.h"

#include <cassert>

namespace tenon {

using NodeId = Sample::NodeId;

AssumptionEncoding::AssumptionEncoding(const Sample &tree, Action letterCount)
    : sample(tree), letters(letterCount + size_t(1)) {
  addState();
}

void AssumptionEncoding::addState() {
  if (states > 0)
    solver.addClause({~guard});
  guard = solver.addVariable();
  uint32_t s = states++;
  for (LetterVariables &variables : letters)
    if (!variables.live.empty()) {
      variables.live.push_back(solver.addVariable());
      if (!variables.targets.empty())
        addTargets(variables, s);
    }
  for (uint32_t set = 0; set < sets.size(); ++set)
    for (bool isNeeded : {true, false})
      if (!(isNeeded ? sets[set].needs : sets[set].refuses).empty())
        addSetState(set, isNeeded);
  for (NodeId node = 0; node < isIn.size(); ++node) {
    addNodeState(node, s);
    demandState(node);
  }
  for (const Sample::Edge &edge : sample.edges().take_front(edges))
    addEdgeState(edge, s);
  for (const LetterVariables &variables : letters)
    if (!variables.targets.empty())
      for (uint32_t from = 0; from < states; ++from)
        demandTarget(variables, from);
}

/// Transitions from and to state s, the last.
void AssumptionEncoding::addTargets(LetterVariables &variables, uint32_t s) {
  variables.targets.emplace_back();
  for (uint32_t from = 0; from <= s; ++from)
    for (uint32_t to = from == s ? 0 : s; to <= s; ++to) {
      SatLiteral target = solver.addVariable();
      solver.addClause({~target, variables.live[from]});
      for (SatLiteral other : variables.targets[from])
        solver.addClause({~target, ~other});
      variables.targets[from].push_back(target);
    }
}

void AssumptionEncoding::demandTarget(const LetterVariables &variables, uint32_t s) {
  std::vector<SatLiteral> clause{~guard, ~variables.live[s]};
  clause.insert(clause.end(), variables.targets[s].begin(), variables.targets[s].end());
  solver.addClause(clause);
}

void AssumptionEncoding::useLetter(Action letter) {
  std::vector<SatLiteral> &live = letters[letter].live;
  while (live.size() < states)
    live.push_back(solver.addVariable());
}

void AssumptionEncoding::continueLetter(Action letter) {
  useLetter(letter);
  LetterVariables &variables = letters[letter];
  if (!variables.targets.empty())
    return;
  for (uint32_t s = 0; s < states; ++s)
    addTargets(variables, s);
  for (uint32_t s = 0; s < states; ++s)
    demandTarget(variables, s);
}

void AssumptionEncoding::useSet(uint32_t set, bool isNeeded) {
  const std::vector<SatLiteral> &literals = isNeeded ? sets[set].needs : sets[set].refuses;
  if (!literals.empty() || sample.letterSet(set).empty())
    return;
  for (Action letter : sample.letterSet(set))
    useLetter(letter);
  while (literals.size() < states)
    addSetState(set, isNeeded);
}

void AssumptionEncoding::addSetState(uint32_t set, bool isNeeded) {
  std::vector<SatLiteral> &literals = isNeeded ? sets[set].needs : sets[set].refuses;
  SatLiteral all = solver.addVariable();
  for (Action letter : sample.letterSet(set)) {
    SatLiteral live = letters[letter].live[literals.size()];
    solver.addClause({~all, isNeeded ? live : ~live});
  }
  literals.push_back(all);
}

void AssumptionEncoding::addNodes() {
  sets.resize(sample.letterSetCount());
  for (auto node = static_cast<NodeId>(isIn.size()); node < sample.size(); ++node)
    addNode(node);
  for (; edges < sample.edges().size(); ++edges) {
    const Sample::Edge &edge = sample.edges()[edges];
    if (edge.letter != TauAction)
      continueLetter(edge.letter);
    for (uint32_t s = 0; s < states; ++s)
      addEdgeState(edge, s);
  }
}

void AssumptionEncoding::addNode(NodeId node) {
  const Sample::Node &facts = sample[node];
  useSet(facts.needs, true);
  useSet(facts.refuses, false);
  isIn.emplace_back();
  for (uint32_t s = 0; s < states; ++s)
    addNodeState(node, s);
  demandState(node);
}

/// Variable and clauses for state s, the last so far of the node.
void AssumptionEncoding::addNodeState(NodeId node, uint32_t s) {
  const Sample::Node &facts = sample[node];
  SatLiteral is = solver.addVariable();
  if (facts.isWord)
    for (SatLiteral other : isIn[node])
      solver.addClause({~is, ~other});
  isIn[node].push_back(is);
  if (!sample.letterSet(facts.needs).empty())
    solver.addClause({~is, sets[facts.needs].needs[s]});
  if (!sample.letterSet(facts.refuses).empty())
    solver.addClause({~is, sets[facts.refuses].refuses[s]});
  if (facts.isInitial && s == 0)
    solver.addClause({is});
}

/// Steps from and to state s, the last so far of the nodes.
void AssumptionEncoding::addEdgeState(const Sample::Edge &edge, uint32_t s) {
  if (edge.letter == TauAction) {
    solver.addClause({~isIn[edge.from][s], isIn[edge.to][s]});
    return;
  }
  for (uint32_t from = 0; from <= s; ++from)
    addStep(edge, from, s);
  for (uint32_t to = 0; to < s; ++to)
    addStep(edge, s, to);
}

void AssumptionEncoding::addStep(const Sample::Edge &edge, uint32_t from, uint32_t to) {
  SatLiteral before = isIn[edge.from][from];
  SatLiteral after = isIn[edge.to][to];
  SatLiteral target = letters[edge.letter].targets[from][to];
  solver.addClause({~before, ~target, after});
  if (sample[edge.to].isWord)
    solver.addClause({~before, ~after, target});
}

/// Follows from the clauses for letters, but a solver does not see it at once.
void AssumptionEncoding::demandState(NodeId node) {
  if (!sample[node].required || sample[node].isInitial)
    return;
  std::vector<SatLiteral> clause{~guard};
  clause.insert(clause.end(), isIn[node].begin(), isIn[node].end());
  solver.addClause(clause);
}

SatSolver::Answer AssumptionEncoding::solve(llvm::ArrayRef<NodeId> clique, const Budget &budget) {
  assert(clique.size() <= states);
  std::vector<SatLiteral> assumptions{guard};
  for (uint32_t s = 0; s < clique.size(); ++s)
    assumptions.push_back(isIn[clique[s]][s]);
  return solver.solve(assumptions, budget);
}

Conjecture AssumptionEncoding::conjecture() const {
  Conjecture result{states, static_cast<Action>(letters.size() - 1), {}};
  for (uint32_t s = 0; s < states; ++s)
    for (Action letter = 1; letter <= result.letterCount; ++letter) {
      const LetterVariables &variables = letters[letter];
      // Where a letter leads to no node, it may lead anywhere.
      uint32_t target = Conjecture::Refused;
      if (!variables.live.empty() && solver.value(variables.live[s]))
        target = s;
      if (target == s && !variables.targets.empty())
        for (target = 0; !solver.value(variables.targets[s][target]);)
          ++target;
      result.next.push_back(target);
    }
  return result;
}

} // namespace tenon
