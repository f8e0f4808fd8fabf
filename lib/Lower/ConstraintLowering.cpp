//===- ConstraintLowering.cpp - A safety formula as a process -------------===//
//
// `constraint C = f` is the process that performs exactly the sequences of actions that do
// not violate f (fsp-language §14). Its states are fluent values and what remains to be
// satisfied, computed by formula progression (Bacchus and Kabanza, "Using Temporal Logics to
// Express Search Control Knowledge for Planning", 2000, §3). What remains is kept as a
// disjunctive normal form over subformulas, so there are finitely many states.
//
// A step with an action that the formula does not mention is explored too, as `other`: it decides
// whether a state can go on, and is dropped in the end, since such actions are not the constraint's.
//
//===----------------------------------------------------------------------===//

#include "tenon/Lower/Lower.h"
#include "tenon/Lts/Minimize.h"

#include "llvm/ADT/DenseSet.h"

#include <map>
#include <set>

using namespace llvm;

namespace tenon {

namespace {

using Op = TemporalFormula::Op;

/// A formula in negation normal form without liveness: no U, no <>.
struct SafetyNode {
  enum class Kind { True, False, Action, Fluent, And, Or, Next, Always, WeakUntil };
  Kind kind = Kind::True;
  bool negated = false;     ///< Action and Fluent.
  DenseSet<LabelId> labels; ///< Action
  uint32_t fluent = 0;      ///< Fluent
  uint32_t lhs = 0, rhs = 0;
};

/// Subformulas that must all hold from the next position on.
using Clause = std::set<uint32_t>;
/// Some clause must hold; no clause includes another. Empty is false, {∅} is true.
using Obligation = std::set<Clause>;

void insertClause(Obligation &obligation, Clause clause) {
  for (const Clause &other : obligation)
    if (std::includes(clause.begin(), clause.end(), other.begin(), other.end()))
      return;
  std::erase_if(obligation, [&](const Clause &other) {
    return std::includes(other.begin(), other.end(), clause.begin(), clause.end());
  });
  obligation.insert(std::move(clause));
}

Obligation conjunction(const Obligation &a, const Obligation &b) {
  Obligation result;
  for (const Clause &left : a)
    for (const Clause &right : b) {
      Clause both = left;
      both.insert(right.begin(), right.end());
      insertClause(result, std::move(both));
    }
  return result;
}

Obligation disjunction(const Obligation &a, const Obligation &b) {
  Obligation result = a;
  for (const Clause &clause : b)
    insertClause(result, clause);
  return result;
}

class ConstraintAutomaton {
public:
  ConstraintAutomaton(const Model &model, const AssertionModel &constraint, const Budget &budget)
      : model(model), constraint(constraint), budget(budget) {}

  /// False if the formula is not a safety formula.
  bool translate() {
    std::optional<uint32_t> node = normalize(*constraint.formula, false);
    if (node)
      root = *node;
    return node.has_value();
  }
  /// Null when the budget ends.
  std::optional<Lts> build();

private:
  struct State {
    std::vector<bool> fluents;
    Obligation obligation;
    friend auto operator<=>(const State &, const State &) = default;
  };
  std::optional<uint32_t> normalize(const TemporalFormula &formula, bool negated);
  std::optional<uint32_t> normalizeBinary(SafetyNode::Kind kind, const TemporalFormula &lhs, bool negateLeft,
                                          const TemporalFormula &rhs, bool negateRight);
  uint32_t add(SafetyNode node) {
    nodes.push_back(std::move(node));
    return static_cast<uint32_t>(nodes.size() - 1);
  }
  void collectLabels(const TemporalFormula &formula);
  Obligation progress(uint32_t node, LabelId action, const std::vector<bool> &fluents) const;
  State step(const State &state, LabelId action) const;
  StateId number(State state);

  const Model &model;
  const AssertionModel &constraint;
  const Budget &budget;
  std::vector<SafetyNode> nodes;
  uint32_t root = 0;
  std::vector<LabelId> labels;
  DenseMap<uint32_t, uint32_t> fluentIndex; ///< Of Model::fluents to positions in State::fluents.
  std::vector<const Fluent *> fluents;
  std::map<State, StateId> numbers;
  std::vector<State> states;
};

std::optional<uint32_t> ConstraintAutomaton::normalizeBinary(SafetyNode::Kind kind, const TemporalFormula &lhs,
                                                             bool negateLeft, const TemporalFormula &rhs,
                                                             bool negateRight) {
  std::optional<uint32_t> left = normalize(lhs, negateLeft), right = normalize(rhs, negateRight);
  if (!left || !right)
    return std::nullopt;
  SafetyNode node;
  node.kind = kind;
  node.lhs = *left;
  node.rhs = *right;
  return add(std::move(node));
}

std::optional<uint32_t> ConstraintAutomaton::normalize(const TemporalFormula &formula, bool negated) {
  using Kind = SafetyNode::Kind;
  SafetyNode node;
  switch (formula.op) {
  case Op::True:
  case Op::False:
    node.kind = (formula.op == Op::True) != negated ? Kind::True : Kind::False;
    return add(std::move(node));
  case Op::Action:
    node.kind = Kind::Action;
    node.negated = negated;
    node.labels.insert(formula.labels.begin(), formula.labels.end());
    return add(std::move(node));
  case Op::Fluent: {
    auto [position, isNew] = fluentIndex.try_emplace(formula.fluent, static_cast<uint32_t>(fluents.size()));
    if (isNew)
      fluents.push_back(&model.fluents[formula.fluent]);
    node.kind = Kind::Fluent;
    node.negated = negated;
    node.fluent = position->second;
    return add(std::move(node));
  }
  case Op::Not:
    return normalize(*formula.lhs, !negated);
  case Op::Next:
  case Op::Always:
  case Op::Eventually: {
    if (formula.op != Op::Next && (formula.op == Op::Always) == negated)
      return std::nullopt; // An eventuality.
    std::optional<uint32_t> operand = normalize(*formula.lhs, negated);
    if (!operand)
      return std::nullopt;
    node.kind = formula.op == Op::Next ? Kind::Next : Kind::Always;
    node.lhs = *operand;
    return add(std::move(node));
  }
  case Op::And:
  case Op::Or:
    return normalizeBinary((formula.op == Op::And) != negated ? Kind::And : Kind::Or, *formula.lhs, negated,
                           *formula.rhs, negated);
  case Op::Implies:
    return normalizeBinary(negated ? Kind::And : Kind::Or, *formula.lhs, !negated, *formula.rhs, negated);
  case Op::Iff: { // (a && b) || (!a && !b), negated: (a && !b) || (!a && b)
    std::optional<uint32_t> both = normalizeBinary(Kind::And, *formula.lhs, false, *formula.rhs, negated);
    std::optional<uint32_t> neither = normalizeBinary(Kind::And, *formula.lhs, true, *formula.rhs, !negated);
    if (!both || !neither)
      return std::nullopt;
    node.kind = Kind::Or;
    node.lhs = *both;
    node.rhs = *neither;
    return add(std::move(node));
  }
  case Op::WeakUntil:
    if (negated)
      return std::nullopt; // !(a W b) is !b U (!a && !b)
    return normalizeBinary(Kind::WeakUntil, *formula.lhs, false, *formula.rhs, false);
  case Op::Until: { // !(a U b) is !b W (!a && !b)
    if (!negated)
      return std::nullopt;
    std::optional<uint32_t> both = normalizeBinary(Kind::And, *formula.lhs, true, *formula.rhs, true);
    std::optional<uint32_t> left = normalize(*formula.rhs, true);
    if (!both || !left)
      return std::nullopt;
    node.kind = Kind::WeakUntil;
    node.lhs = *left;
    node.rhs = *both;
    return add(std::move(node));
  }
  }
  llvm_unreachable("all operators are covered");
}

void ConstraintAutomaton::collectLabels(const TemporalFormula &formula) {
  labels.insert(labels.end(), formula.labels.begin(), formula.labels.end());
  if (formula.op == Op::Fluent) {
    const Fluent &fluent = model.fluents[formula.fluent];
    labels.insert(labels.end(), fluent.starting.begin(), fluent.starting.end());
    labels.insert(labels.end(), fluent.ending.begin(), fluent.ending.end());
  }
  for (const TemporalFormulaRef &operand : {formula.lhs, formula.rhs})
    if (operand)
      collectLabels(*operand);
}

Obligation ConstraintAutomaton::progress(uint32_t id, LabelId action, const std::vector<bool> &values) const {
  using Kind = SafetyNode::Kind;
  const SafetyNode &node = nodes[id];
  auto constant = [](bool value) { return value ? Obligation{Clause{}} : Obligation{}; };
  switch (node.kind) {
  case Kind::True:
  case Kind::False:
    return constant(node.kind == Kind::True);
  case Kind::Action:
    return constant(node.labels.contains(action) != node.negated);
  case Kind::Fluent:
    return constant(values[node.fluent] != node.negated);
  case Kind::And:
    return conjunction(progress(node.lhs, action, values), progress(node.rhs, action, values));
  case Kind::Or:
    return disjunction(progress(node.lhs, action, values), progress(node.rhs, action, values));
  case Kind::Next:
    return Obligation{Clause{node.lhs}};
  case Kind::Always:
    return conjunction(progress(node.lhs, action, values), Obligation{Clause{id}});
  case Kind::WeakUntil:
    return disjunction(progress(node.rhs, action, values),
                       conjunction(progress(node.lhs, action, values), Obligation{Clause{id}}));
  }
  llvm_unreachable("all kinds of node are covered");
}

/// The state after an action; its obligation is empty (false) if the action is forbidden.
ConstraintAutomaton::State ConstraintAutomaton::step(const State &state, LabelId action) const {
  State next;
  next.fluents = state.fluents;
  for (size_t i = 0; i < fluents.size(); ++i) {
    if (is_contained(fluents[i]->starting, action))
      next.fluents[i] = true;
    else if (is_contained(fluents[i]->ending, action))
      next.fluents[i] = false;
  }
  for (const Clause &clause : state.obligation) {
    Obligation rest{Clause{}};
    for (uint32_t node : clause)
      rest = conjunction(rest, progress(node, action, next.fluents));
    next.obligation = disjunction(next.obligation, rest);
  }
  return next;
}

StateId ConstraintAutomaton::number(State state) {
  auto [entry, isNew] = numbers.try_emplace(std::move(state), static_cast<StateId>(states.size()));
  if (isNew)
    states.push_back(entry->first);
  return entry->second;
}

std::optional<Lts> ConstraintAutomaton::build() {
  collectLabels(*constraint.formula);
  labels.insert(labels.end(), constraint.extension.begin(), constraint.extension.end());
  Alphabet alphabet(model.labels, labels);
  State initial;
  for (const Fluent *fluent : fluents)
    initial.fluents.push_back(fluent->initially);
  initial.obligation = {Clause{root}};
  number(initial);

  // Row s: the target for each action; position 0 is `other`, for which tau stands in: it is no label of a formula.
  std::vector<std::vector<StateId>> rows;
  for (StateId s = 0; s < states.size(); ++s) {
    if (s % 64 == 0 && budget.exceeded() != Budget::Limit::None)
      return std::nullopt;
    std::vector<StateId> row;
    for (Action action = 0; action <= alphabet.size(); ++action) {
      State next = step(states[s], alphabet.label(action));
      row.push_back(next.obligation.empty() ? ErrorState : number(std::move(next)));
    }
    rows.push_back(std::move(row));
  }

  // A state that cannot go on for ever satisfies nothing.
  std::vector<bool> dead(rows.size(), false);
  for (bool changed = true; changed;) {
    changed = false;
    for (StateId s = 0; s < rows.size(); ++s)
      if (!dead[s] && all_of(rows[s], [&](StateId t) { return t == ErrorState || dead[t]; }))
        dead[s] = changed = true;
  }
  LtsBuilder builder(alphabet);
  builder.reserveStates(static_cast<StateId>(rows.size()));
  for (StateId s = 0; s < rows.size(); ++s)
    for (Action action = 1; !dead[s] && action <= alphabet.size(); ++action)
      if (StateId t = rows[s][action]; t != ErrorState && !dead[t])
        builder.addAction(s, action, t);
  return builder.build(constraint.name.text.str());
}

} // namespace

LtsRef Lowering::constraint(const AssertionModel &constraint) {
  if (auto cached = processCache.find(constraint.name.text); cached != processCache.end())
    return cached->second;
  ConstraintAutomaton automaton(model, constraint, budget);
  if (!automaton.translate()) {
    diagnostics.error(constraint.name.range, "constraint '" + constraint.name.text +
                                                 "' must be a safety property: it may not demand that something "
                                                 "eventually happens");
    return nullptr;
  }
  std::optional<Lts> lts = automaton.build();
  if (!lts) {
    limitReached = budget.exceeded();
    return nullptr;
  }
  Expected<Lts> minimal = minimized(*lts, Equivalence::Strong, budget);
  if (!minimal)
    return outOfBudget(minimal.takeError());
  return processCache[constraint.name.text] = std::make_shared<const Lts>(std::move(*minimal));
}

} // namespace tenon
