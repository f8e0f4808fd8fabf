//===- OneHotEncoding.cpp - A variable for each word and state ------------===//
//
// For each side, with words of a prefix tree for nodes:
//
//   accepted(n)     the word of node n is in the language
//   is(n, s)        it leads to state s. Only for nodes with successors.
//   live(a, s)      state s has a transition with letter a
//   to(a, s, t)     ... and it leads to t. Only for letters that lead to nodes with successors.
//
// A node without successors is only accepted or not, which is for its predecessor's state to say. That a transition has
// a target among k states holds under a guard of the side and k, which is assumed.
//
//===----------------------------------------------------------------------===//

#include "CircularEncoding.h"
#include "SizeSearch.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <cassert>

namespace tenon {

namespace {

using NodeId = uint32_t;

/// The automata of one side.
class SideEncoding {
public:
  SideEncoding(SatSolver &sat, Action letters, SatLiteral constant)
      : solver(sat), letterCount(letters), truth(constant), variables(letters + size_t(1)) {
    nodes.push_back({0, TauAction, truth, {}, {}});
    addState();
    materialize(0);
  }

  /// The literal that the word is in the language; the letters are the side's.
  SatLiteral accepts(llvm::ArrayRef<Action> word);
  /// A fact: the word is in the language, or not.
  void fix(llvm::ArrayRef<Action> word, bool isIn);

  SatLiteral guard(uint32_t states);
  /// Words that are in the language and lead to different states.
  std::vector<NodeId> findClique() const;
  SatLiteral is(NodeId node, uint32_t s) const { return nodes[node].is[s]; }
  Conjecture conjecture(uint32_t states) const;

private:
  struct Node {
    NodeId parent;
    Action letter;
    SatLiteral accepted;
    std::vector<SatLiteral> is;
    std::vector<std::pair<Action, NodeId>> children; ///< Sorted.
  };
  struct Letter {
    std::vector<SatLiteral> live;
    std::vector<std::vector<SatLiteral>> targets;
  };

  NodeId find(llvm::ArrayRef<Action> word);
  NodeId addNode(NodeId parent, Action letter);
  void setAccepted(NodeId node, SatLiteral literal);
  void fix(NodeId node, bool isIn);
  void materialize(NodeId node);
  void addState();
  void useLetter(Action letter);
  void continueLetter(Action letter);
  void addTargets(Letter &letter, uint32_t s);
  void addNodeState(NodeId node, uint32_t s);
  void addLeafState(NodeId node, uint32_t s);
  void addStep(NodeId node, uint32_t from, uint32_t to);
  void demandTarget(const Letter &letter, uint32_t s, uint32_t states);
  void demandState(NodeId node, uint32_t states);
  bool isKnown(NodeId node, bool isIn) const { return nodes[node].accepted == (isIn ? truth : ~truth); }
  bool conflict(NodeId a, NodeId b) const;

  SatSolver &solver;
  Action letterCount;
  SatLiteral truth;
  uint32_t states = 0;
  std::vector<Letter> variables;
  std::vector<Node> nodes;
  std::vector<std::optional<SatLiteral>> guards; ///< By number of states.
};

//===----------------------------------------------------------------------===//
// Words
//===----------------------------------------------------------------------===//

NodeId SideEncoding::find(llvm::ArrayRef<Action> word) {
  NodeId node = 0;
  for (Action letter : word) {
    const std::vector<std::pair<Action, NodeId>> &children = nodes[node].children;
    auto child = std::lower_bound(children.begin(), children.end(), std::pair(letter, NodeId(0)));
    node = child != children.end() && child->first == letter ? child->second : addNode(node, letter);
  }
  return node;
}

NodeId SideEncoding::addNode(NodeId parent, Action letter) {
  materialize(parent);
  auto node = static_cast<NodeId>(nodes.size());
  nodes.push_back({parent, letter, ~truth, {}, {}});
  std::vector<std::pair<Action, NodeId>> &children = nodes[parent].children;
  children.insert(std::lower_bound(children.begin(), children.end(), std::pair(letter, NodeId(0))), {letter, node});
  useLetter(letter);
  if (isKnown(parent, false))
    return node;
  SatLiteral accepted = solver.addVariable();
  solver.addClause({~accepted, nodes[parent].accepted});
  setAccepted(node, accepted);
  return node;
}

void SideEncoding::setAccepted(NodeId node, SatLiteral literal) {
  nodes[node].accepted = literal;
  for (uint32_t s = 0; s < states; ++s)
    addLeafState(node, s);
}

/// What the state of the predecessor says of the node, be it a leaf or not.
void SideEncoding::addLeafState(NodeId id, uint32_t s) {
  const Node &node = nodes[id];
  SatLiteral before = nodes[node.parent].is[s], live = variables[node.letter].live[s];
  if (!isKnown(id, false))
    solver.addClause({~before, ~node.accepted, live});
  if (!isKnown(id, true))
    solver.addClause({~before, node.accepted, ~live});
}

SatLiteral SideEncoding::accepts(llvm::ArrayRef<Action> word) {
  return nodes[find(word)].accepted;
}

void SideEncoding::fix(llvm::ArrayRef<Action> word, bool isIn) {
  NodeId node = find(word);
  fix(node, isIn);
  while (isIn && node != 0 && !isKnown(nodes[node].parent, true)) {
    node = nodes[node].parent;
    fix(node, true);
  }
}

/// The literal of the node becomes a constant, which the solver takes into account where it stands already.
void SideEncoding::fix(NodeId id, bool isIn) {
  Node &node = nodes[id];
  if (isKnown(id, isIn))
    return;
  solver.addClause({isIn ? node.accepted : ~node.accepted});
  node.accepted = isIn ? truth : ~truth;
  if (!isIn)
    for (auto [letter, child] : std::vector(node.children))
      fix(child, false);
}

void SideEncoding::materialize(NodeId id) {
  if (!nodes[id].is.empty())
    return;
  if (id != 0)
    continueLetter(nodes[id].letter);
  for (uint32_t s = 0; s < states; ++s)
    addNodeState(id, s);
  if (id != 0)
    for (uint32_t from = 0; from < states; ++from)
      for (uint32_t to = 0; to < states; ++to)
        addStep(id, from, to);
  for (uint32_t k = 0; k < guards.size(); ++k)
    if (guards[k])
      demandState(id, k);
}

/// Variable and clauses for state s, the last so far of the node.
void SideEncoding::addNodeState(NodeId id, uint32_t s) {
  Node &node = nodes[id];
  SatLiteral is = solver.addVariable();
  for (SatLiteral other : node.is)
    solver.addClause({~is, ~other});
  node.is.push_back(is);
  if (id == 0 && s == 0)
    solver.addClause({is});
  solver.addClause({~is, node.accepted});
}

void SideEncoding::addStep(NodeId id, uint32_t from, uint32_t to) {
  SatLiteral before = nodes[nodes[id].parent].is[from], after = nodes[id].is[to];
  SatLiteral target = variables[nodes[id].letter].targets[from][to];
  solver.addClause({~before, ~target, after});
  solver.addClause({~before, ~after, target});
}

//===----------------------------------------------------------------------===//
// States and letters
//===----------------------------------------------------------------------===//

void SideEncoding::addState() {
  uint32_t s = states++;
  for (Letter &letter : variables)
    if (!letter.live.empty()) {
      letter.live.push_back(solver.addVariable());
      if (!letter.targets.empty())
        addTargets(letter, s);
    }
  // Predecessors come before their successors.
  for (NodeId id = 0; id < nodes.size(); ++id) {
    if (!nodes[id].is.empty()) {
      addNodeState(id, s);
      if (id != 0) {
        for (uint32_t from = 0; from <= s; ++from)
          addStep(id, from, s);
        for (uint32_t to = 0; to < s; ++to)
          addStep(id, s, to);
      }
    }
    if (id != 0)
      addLeafState(id, s);
  }
}

void SideEncoding::useLetter(Action letter) {
  std::vector<SatLiteral> &live = variables[letter].live;
  while (live.size() < states)
    live.push_back(solver.addVariable());
}

void SideEncoding::continueLetter(Action action) {
  useLetter(action);
  Letter &letter = variables[action];
  if (!letter.targets.empty())
    return;
  for (uint32_t s = 0; s < states; ++s)
    addTargets(letter, s);
  for (uint32_t k = 0; k < guards.size(); ++k)
    if (guards[k])
      for (uint32_t s = 0; s < k; ++s)
        demandTarget(letter, s, k);
}

/// Transitions from and to state s, the last.
void SideEncoding::addTargets(Letter &letter, uint32_t s) {
  letter.targets.emplace_back();
  for (uint32_t from = 0; from <= s; ++from)
    for (uint32_t to = from == s ? 0 : s; to <= s; ++to) {
      SatLiteral target = solver.addVariable();
      solver.addClause({~target, letter.live[from]});
      for (SatLiteral other : letter.targets[from])
        solver.addClause({~target, ~other});
      letter.targets[from].push_back(target);
    }
}

void SideEncoding::demandTarget(const Letter &letter, uint32_t s, uint32_t count) {
  std::vector<SatLiteral> clause{~*guards[count], ~letter.live[s]};
  clause.insert(clause.end(), letter.targets[s].begin(), letter.targets[s].begin() + count);
  solver.addClause(clause);
}

/// Follows from the clauses for letters, but a solver does not see it at once.
void SideEncoding::demandState(NodeId id, uint32_t count) {
  if (id == 0)
    return;
  std::vector<SatLiteral> clause{~*guards[count], ~nodes[id].accepted};
  clause.insert(clause.end(), nodes[id].is.begin(), nodes[id].is.begin() + count);
  solver.addClause(clause);
}

SatLiteral SideEncoding::guard(uint32_t count) {
  while (states < count)
    addState();
  if (guards.size() <= count)
    guards.resize(count + size_t(1));
  if (guards[count])
    return *guards[count];
  guards[count] = solver.addVariable();
  for (const Letter &letter : variables)
    if (!letter.targets.empty())
      for (uint32_t s = 0; s < count; ++s)
        demandTarget(letter, s, count);
  for (NodeId id = 0; id < nodes.size(); ++id)
    if (!nodes[id].is.empty())
      demandState(id, count);
  return *guards[count];
}

//===----------------------------------------------------------------------===//
// Symmetry, and answers
//===----------------------------------------------------------------------===//

/// Whether the words, of which at least one is in the language, cannot lead to the same state.
bool SideEncoding::conflict(NodeId a, NodeId b) const {
  const std::vector<std::pair<Action, NodeId>> &after = nodes[a].children, &other = nodes[b].children;
  auto i = after.begin(), j = other.begin();
  while (i != after.end() && j != other.end()) {
    if (i->first != j->first) {
      i->first < j->first ? ++i : ++j;
      continue;
    }
    bool left = isKnown(i->second, true), right = isKnown(j->second, true);
    if ((left && isKnown(j->second, false)) || (right && isKnown(i->second, false)))
      return true;
    if ((left || right) && conflict(i->second, j->second))
      return true;
    ++i, ++j;
  }
  return false;
}

std::vector<NodeId> SideEncoding::findClique() const {
  std::vector<NodeId> clique;
  for (NodeId node = 0; node < nodes.size(); ++node)
    if (!nodes[node].is.empty() && isKnown(node, true) &&
        llvm::all_of(clique, [&](NodeId member) { return conflict(member, node); }))
      clique.push_back(node);
  return clique;
}

Conjecture SideEncoding::conjecture(uint32_t count) const {
  Conjecture result{count, letterCount, {}};
  for (uint32_t s = 0; s < count; ++s)
    for (Action action = 1; action <= letterCount; ++action) {
      const Letter &letter = variables[action];
      uint32_t target = Conjecture::Refused;
      if (!letter.live.empty() && solver.value(letter.live[s]))
        target = s;
      if (target == s && !letter.targets.empty())
        for (target = 0; !solver.value(letter.targets[s][target]);)
          ++target;
      result.next.push_back(target);
    }
  return result;
}

//===----------------------------------------------------------------------===//
// All sides
//===----------------------------------------------------------------------===//

class OneHotEncoding : public CircularEncoding {
public:
  explicit OneHotEncoding(SideLetters seen) : truth(solver.addVariable()), search(seen.size()) {
    solver.addClause({truth});
    for (std::vector<Action> &letters : seen) {
      std::vector<Action> &locals = local.emplace_back(letters.empty() ? 1 : letters.back() + size_t(1));
      for (size_t i = 0; i < letters.size(); ++i)
        locals[letters[i]] = static_cast<Action>(i + 1);
      sides.push_back(std::make_unique<SideEncoding>(solver, static_cast<Action>(letters.size()), truth));
    }
  }
  void add(const MembershipConstraint &constraint) override { demand(constraint, {}); }
  SatSolver::Answer solve(const Budget &budget, uint64_t maxConflicts) override;
  std::vector<Conjecture> conjectures() const override {
    std::vector<Conjecture> result;
    for (size_t i = 0; i < sides.size(); ++i)
      result.push_back(sides[i]->conjecture(search.sizes()[i]));
    return result;
  }
  const SatSolver &sat() const override { return solver; }

private:
  void demand(const MembershipConstraint &constraint, std::vector<SatLiteral> otherwise);
  std::vector<Action> localWord(const MembershipConstraint &atom) const {
    std::vector<Action> word;
    for (Action letter : atom.word)
      word.push_back(local[atom.side][letter]);
    return word;
  }

  SatSolver solver;
  SatLiteral truth;
  std::vector<std::vector<Action>> local; ///< By side and letter.
  std::vector<std::unique_ptr<SideEncoding>> sides;
  SizeSearch search;
};

/// The constraint, or one of the literals. A disjunction with a conjunction in it becomes one for each of its parts, so
/// no variables are needed to choose.
void OneHotEncoding::demand(const MembershipConstraint &constraint, std::vector<SatLiteral> otherwise) {
  using Kind = MembershipConstraint::Kind;
  switch (constraint.kind) {
  case Kind::Contains:
  case Kind::Excludes: {
    bool isIn = constraint.kind == Kind::Contains;
    std::vector<Action> word = localWord(constraint);
    if (otherwise.empty())
      return sides[constraint.side]->fix(word, isIn);
    SatLiteral accepted = sides[constraint.side]->accepts(word);
    otherwise.push_back(isIn ? accepted : ~accepted);
    return solver.addClause(otherwise);
  }
  case Kind::All:
    for (const MembershipConstraint &part : constraint.parts)
      demand(part, otherwise);
    return;
  case Kind::Any:
    const MembershipConstraint *conjunction = nullptr;
    for (const MembershipConstraint &part : constraint.parts) {
      if (part.kind == Kind::All) {
        assert(!conjunction && "at most one conjunction in a disjunction");
        conjunction = &part;
        continue;
      }
      SatLiteral accepted = sides[part.side]->accepts(localWord(part));
      otherwise.push_back(part.kind == Kind::Contains ? accepted : ~accepted);
    }
    return conjunction ? demand(*conjunction, std::move(otherwise)) : solver.addClause(otherwise);
  }
}

SatSolver::Answer OneHotEncoding::solve(const Budget &budget, uint64_t maxConflicts) {
  solver.limitConflicts(maxConflicts);
  std::vector<std::vector<NodeId>> cliques;
  for (uint32_t i = 0; i < sides.size(); ++i) {
    cliques.push_back(sides[i]->findClique());
    search.atLeast(i, static_cast<uint32_t>(cliques.back().size()));
  }
  while (true) {
    const std::vector<uint32_t> &sizes = search.next();
    std::vector<SatLiteral> assumptions;
    for (size_t i = 0; i < sides.size(); ++i)
      assumptions.push_back(sides[i]->guard(sizes[i]));
    for (size_t i = 0; i < sides.size(); ++i)
      for (uint32_t s = 1; s < cliques[i].size(); ++s)
        assumptions.push_back(sides[i]->is(cliques[i][s], s));
    SatSolver::Answer answer = solver.solve(assumptions, budget);
    if (answer != SatSolver::Answer::Unsatisfiable)
      return answer;
    SizeSearch::Core core;
    for (uint32_t i = 0; i < sides.size(); ++i)
      if (llvm::is_contained(solver.failedAssumptions(), assumptions[i]))
        core.emplace_back(i, sizes[i]);
    assert(!core.empty() && "large enough automata satisfy the constraints");
    search.refute(std::move(core));
  }
}

} // namespace

std::unique_ptr<CircularEncoding> makeOneHotEncoding(SideLetters letters) {
  return std::make_unique<OneHotEncoding>(std::move(letters));
}

} // namespace tenon
