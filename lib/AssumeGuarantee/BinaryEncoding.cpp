//===- BinaryEncoding.cpp - State numbers in bits -------------------------===//
//
// The encoding of "Automated Circular Assume-Guarantee Reasoning", §6, for any number of sides. The states of all
// automata together are 1..k; 0 is the error state of the first and k + 1 that of the others.
//
//===----------------------------------------------------------------------===//

#include "CircularEncoding.h"

#include <algorithm>
#include <cassert>
#include <set>

namespace tenon {

namespace {

class BinaryEncoding : public CircularEncoding {
public:
  explicit BinaryEncoding(SideLetters letters);

  void add(const MembershipConstraint &constraint) override {
    constraints.push_back(constraint);
    demand(constraint, {});
  }
  SatSolver::Answer solve(const Budget &budget, uint64_t maxConflicts) override;
  std::vector<Conjecture> conjectures() const override;
  const SatSolver &sat() const override { return *solver; }

private:
  using NodeId = uint32_t;
  using Vector = std::vector<SatLiteral>; ///< Bits, the lowest first.
  struct Node {
    Action letter;
    Vector state;
    SatLiteral isError;
    std::vector<std::pair<Action, NodeId>> children;
  };

  void restart();
  Vector addVector();
  /// Literals one of which is true unless the vector is this number.
  std::vector<SatLiteral> differs(const Vector &vector, uint64_t number) const;
  void demandLess(const Vector &a, const Vector &b, bool orEqual, std::vector<SatLiteral> otherwise);
  void demandEqual(const Vector &a, const Vector &b, const std::vector<SatLiteral> &otherwise);
  SatLiteral isEqual(const Vector &a, const Vector &b);
  void demandNumber(const Vector &vector, uint64_t number, SatLiteral condition);
  NodeId addNode(uint32_t side, Action letter);
  void addStep(uint32_t side, NodeId from, Action letter, NodeId to, uint64_t m);
  const Vector &target(uint64_t m, Action letter);
  NodeId find(uint32_t side, llvm::ArrayRef<Action> word);
  void demand(const MembershipConstraint &constraint, std::vector<SatLiteral> conditions);
  void setSize();
  uint64_t number(const Vector &vector) const;

  SideLetters seen;
  std::vector<MembershipConstraint> constraints;
  std::unique_ptr<SatSolver> solver;
  size_t bits = 4;
  uint64_t size;                  ///< k.
  uint64_t encoded;               ///< The states whose transitions are encoded.
  SatLiteral guard;               ///< Of what depends on k.
  Vector zero, last;              ///< The error states; `last` is the paper's ū_max.
  std::vector<Vector> separators; ///< The last state of each side but the last.
  std::map<std::pair<uint64_t, Action>, Vector> targets;
  std::vector<std::vector<Node>> words; ///< By side.
};

BinaryEncoding::BinaryEncoding(SideLetters letters) : seen(std::move(letters)), size(seen.size()) {
  restart();
}

void BinaryEncoding::restart() {
  while ((uint64_t(1) << bits) < size + 2)
    ++bits;
  solver = std::make_unique<SatSolver>();
  encoded = size;
  guard = solver->addVariable();
  targets.clear();
  words.assign(seen.size(), {});
  separators.clear();
  zero = addVector();
  for (SatLiteral bit : zero)
    solver->addClause({~bit});
  last = addVector();
  for (size_t i = 0; i + 1 < seen.size(); ++i) {
    separators.push_back(addVector());
    demandLess(i == 0 ? zero : separators[i - 1], separators[i], false, {});
  }
  setSize();
  for (uint32_t side = 0; side < seen.size(); ++side) {
    addNode(side, TauAction);
    solver->addClause({~words[side][0].isError});
  }
  for (const MembershipConstraint &constraint : constraints)
    demand(constraint, {});
}

/// What depends on k.
void BinaryEncoding::setSize() {
  demandNumber(last, size + 1, guard);
  if (!separators.empty()) {
    // The last separator is less than k.
    Vector bound = addVector();
    demandNumber(bound, size, guard);
    demandLess(separators.back(), bound, false, {~guard});
  }
}

BinaryEncoding::Vector BinaryEncoding::addVector() {
  Vector vector;
  for (size_t i = 0; i < bits; ++i)
    vector.push_back(solver->addVariable());
  return vector;
}

std::vector<SatLiteral> BinaryEncoding::differs(const Vector &vector, uint64_t value) const {
  std::vector<SatLiteral> result;
  for (size_t i = 0; i < bits; ++i)
    result.push_back(value >> i & 1 ? ~vector[i] : vector[i]);
  return result;
}

void BinaryEncoding::demandNumber(const Vector &vector, uint64_t value, SatLiteral condition) {
  for (SatLiteral different : differs(vector, value))
    solver->addClause({~condition, ~different});
}

/// a < b or a ≤ b, from the highest bit down: `tied` says that the bits so far are equal.
void BinaryEncoding::demandLess(const Vector &a, const Vector &b, bool orEqual, std::vector<SatLiteral> otherwise) {
  for (size_t i = bits; i-- > 0;) {
    std::vector<SatLiteral> clause = otherwise;
    clause.insert(clause.end(), {~a[i], b[i]});
    solver->addClause(clause);
    if (i == 0 && orEqual)
      return;
    if (i == 0) {
      for (SatLiteral literal : {~a[i], b[i]}) {
        clause = otherwise;
        clause.push_back(literal);
        solver->addClause(clause);
      }
      return;
    }
    SatLiteral tied = solver->addVariable();
    for (bool value : {false, true}) {
      clause = otherwise;
      clause.insert(clause.end(), {value ? ~a[i] : a[i], value ? ~b[i] : b[i], tied});
      solver->addClause(clause);
    }
    // The last variable stands for the ones before.
    if (i + 1 < bits)
      otherwise.pop_back();
    otherwise.push_back(~tied);
  }
}

void BinaryEncoding::demandEqual(const Vector &a, const Vector &b, const std::vector<SatLiteral> &otherwise) {
  for (size_t i = 0; i < bits; ++i)
    for (bool value : {false, true}) {
      std::vector<SatLiteral> clause = otherwise;
      clause.insert(clause.end(), {value ? a[i] : ~a[i], value ? ~b[i] : b[i]});
      solver->addClause(clause);
    }
}

SatLiteral BinaryEncoding::isEqual(const Vector &a, const Vector &b) {
  SatLiteral equal = solver->addVariable();
  std::vector<SatLiteral> different{equal};
  for (size_t i = 0; i < bits; ++i) {
    SatLiteral differ = solver->addVariable();
    solver->addClause({~differ, a[i], b[i]});
    solver->addClause({~differ, ~a[i], ~b[i]});
    different.push_back(differ);
  }
  demandEqual(a, b, {~equal});
  solver->addClause(different);
  return equal;
}

//===----------------------------------------------------------------------===//
// Words
//===----------------------------------------------------------------------===//

BinaryEncoding::NodeId BinaryEncoding::addNode(uint32_t side, Action letter) {
  std::vector<Node> &nodes = words[side];
  Node node{letter, addVector(), {}, {}};
  node.isError = isEqual(node.state, side == 0 ? zero : last);
  // Constraints 1 and 2. The error state of a side between others is beyond all states.
  if (side > 0)
    demandLess(separators[side - 1], node.state, false, {});
  bool isLast = side + 1 == seen.size();
  demandLess(node.state, isLast ? last : separators[side], !isLast || side > 0,
             side == 0 || isLast ? std::vector<SatLiteral>{} : std::vector<SatLiteral>{node.isError});
  nodes.push_back(std::move(node));
  return static_cast<NodeId>(nodes.size() - 1);
}

const BinaryEncoding::Vector &BinaryEncoding::target(uint64_t m, Action letter) {
  auto [entry, isNew] = targets.try_emplace({m, letter});
  if (isNew)
    entry->second = addVector();
  return entry->second;
}

/// Constraint 3.
void BinaryEncoding::addStep(uint32_t side, NodeId from, Action letter, NodeId to, uint64_t m) {
  const Vector &next = target(m, letter);
  demandEqual(words[side][to].state, next, differs(words[side][from].state, m));
}

BinaryEncoding::NodeId BinaryEncoding::find(uint32_t side, llvm::ArrayRef<Action> word) {
  NodeId node = 0;
  for (Action letter : word) {
    auto &children = words[side][node].children;
    auto child = std::find_if(children.begin(), children.end(), [&](const auto &c) { return c.first == letter; });
    if (child != children.end()) {
      node = child->second;
      continue;
    }
    NodeId next = addNode(side, letter);
    words[side][node].children.emplace_back(letter, next);
    for (uint64_t m = 1; m <= encoded; ++m)
      addStep(side, node, letter, next, m);
    solver->addClause({~words[side][node].isError, words[side][next].isError}); // Constraints 4 and 5.
    node = next;
  }
  return node;
}

/// Constraints 6 to 9; the constraint must hold if all the conditions do.
void BinaryEncoding::demand(const MembershipConstraint &constraint, std::vector<SatLiteral> conditions) {
  using Kind = MembershipConstraint::Kind;
  switch (constraint.kind) {
  case Kind::Contains:
  case Kind::Excludes: {
    SatLiteral isError = words[constraint.side][find(constraint.side, constraint.word)].isError;
    for (SatLiteral &condition : conditions)
      condition = ~condition;
    conditions.push_back(constraint.kind == Kind::Contains ? ~isError : isError);
    return solver->addClause(conditions);
  }
  case Kind::All:
    for (const MembershipConstraint &part : constraint.parts)
      demand(part, conditions);
    return;
  case Kind::Any: {
    // The selectors en_c: for two disjuncts, one and its negation.
    std::vector<SatLiteral> selectors;
    for (size_t i = 0; i < constraint.parts.size(); ++i)
      selectors.push_back(constraint.parts.size() == 2 && i == 1 ? ~selectors[0] : solver->addVariable());
    if (constraint.parts.size() > 2)
      solver->addClause(selectors);
    for (size_t i = 0; i < constraint.parts.size(); ++i) {
      conditions.push_back(selectors[i]);
      demand(constraint.parts[i], conditions);
      conditions.pop_back();
    }
  }
  }
}

//===----------------------------------------------------------------------===//
// Answers
//===----------------------------------------------------------------------===//

SatSolver::Answer BinaryEncoding::solve(const Budget &budget, uint64_t maxConflicts) {
  while (true) {
    solver->limitConflicts(maxConflicts);
    SatSolver::Answer answer = solver->solve({guard}, budget);
    if (answer != SatSolver::Answer::Unsatisfiable)
      return answer;
    ++size;
    if ((uint64_t(1) << bits) < size + 2) {
      restart();
      continue;
    }
    // The clauses for the old number are given up, and made again for the new one.
    solver->addClause({~guard});
    guard = solver->addVariable();
    encoded = size;
    setSize();
    for (uint32_t side = 0; side < words.size(); ++side)
      for (NodeId node = 0; node < words[side].size(); ++node)
        for (auto [letter, child] : words[side][node].children)
          addStep(side, node, letter, child, size);
  }
}

uint64_t BinaryEncoding::number(const Vector &vector) const {
  uint64_t value = 0;
  for (size_t i = 0; i < bits; ++i)
    value |= uint64_t(solver->value(vector[i])) << i;
  return value;
}

/// The states that words lead to. What no word says is a loop (§6.2).
std::vector<Conjecture> BinaryEncoding::conjectures() const {
  std::vector<Conjecture> result;
  for (uint32_t side = 0; side < words.size(); ++side) {
    const std::vector<Node> &nodes = words[side];
    std::map<uint64_t, uint32_t> states;
    for (const Node &node : nodes)
      if (!solver->value(node.isError))
        states.try_emplace(number(node.state), static_cast<uint32_t>(states.size()));
    auto letterCount = static_cast<Action>(seen[side].size());
    Conjecture conjecture{static_cast<uint32_t>(states.size()), letterCount, {}};
    for (uint32_t s = 0; s < conjecture.stateCount; ++s)
      conjecture.next.insert(conjecture.next.end(), letterCount, s);
    for (const Node &node : nodes) {
      if (solver->value(node.isError))
        continue;
      uint32_t from = states.at(number(node.state));
      for (auto [letter, child] : node.children) {
        auto local = std::lower_bound(seen[side].begin(), seen[side].end(), letter) - seen[side].begin();
        conjecture.next[size_t(from) * letterCount + static_cast<size_t>(local)] =
            solver->value(nodes[child].isError) ? Conjecture::Refused : states.at(number(nodes[child].state));
      }
    }
    result.push_back(std::move(conjecture));
  }
  return result;
}

} // namespace

std::unique_ptr<CircularEncoding> makeBinaryEncoding(SideLetters letters) {
  return std::make_unique<BinaryEncoding>(std::move(letters));
}

} // namespace tenon
