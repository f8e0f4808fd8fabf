//===- SymbolicSearch.cpp - Breadth-first search over sets of states ------===//

#include "SymbolicSearch.h"

#include "tenon/Program/TraceFormula.h"

#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/STLExtras.h"

#include <chrono>

using namespace llvm;

namespace tenon {

static bool isConstant(Term term) {
  return term->op() == TermOp::Constant;
}
static bool isTrue(Term term) {
  return isConstant(term) && term->constant().numerator != 0;
}

/// What a look at whether a run is possible may cost, in the search and where a verdict depends on it.
static constexpr uint64_t SearchEffort = 1'000'000, VerdictEffort = 50'000'000;

SymbolicSearch::SymbolicSearch(StepGraph &stepGraph, SmtContext &smt, const Budget &limits)
    : graph(stepGraph), terms(stepGraph.terms()), budget(limits), solver(smt, SearchEffort),
      normalizer(stepGraph, smt, limits) {}

//===----------------------------------------------------------------------===//
// What has been seen
//===----------------------------------------------------------------------===//

static size_t hashOf(ArrayRef<Term> store) {
  hash_code code = hash_value(store.size());
  for (Term value : store)
    code = hash_combine(code, value ? value->id() : ~0U);
  return code;
}

/// False if some variable has different constants in them.
bool SymbolicSearch::mayOverlap(const SymbolicState &a, const SymbolicState &b) {
  for (auto [left, right] : zip(a.store, b.store))
    if (left && right && left != right && isConstant(left) && isConstant(right))
      return false;
  return true;
}

/// With the sets that are not concrete, and with some of those that are.
bool SymbolicSearch::isSubsumedBySymbolic(uint32_t node, const SymbolicState &set) {
  constexpr size_t MaxConcrete = 64;
  const Seen &known = seen[node];
  std::vector<Term> candidates;
  auto at = [&](Term term, ArrayRef<Term> values) {
    return terms.substitute(term, [&](VariableId id) { return values[graph.positionOf(id)]; });
  };
  bool isWitnessIn = false;
  // The condition under which the set's states are in another one.
  auto add = [&](Term formula) {
    if (!isWitnessIn && !set.witness.empty())
      isWitnessIn = isTrue(at(formula, set.witness));
    candidates.push_back(at(formula, set.store));
    return isTrue(candidates.back());
  };
  for (const auto &[other, formula] : known.sets)
    if (formula && mayOverlap(set, other) && add(formula))
      return true;
  if (!set.isConcrete() && known.concrete.size() <= MaxConcrete)
    for (const auto &[hash, store] : known.concrete) {
      SymbolicState other;
      other.store = store;
      if (mayOverlap(set, other) && add(normalizer.formula(other)))
        return true;
    }
  if (candidates.empty() || (!set.witness.empty() && !isWitnessIn))
    return false;
  sort(candidates, [](Term a, Term b) { return a->id() < b->id(); });
  solver.push();
  for (Term condition : set.conditions)
    solver.add(condition);
  solver.add(terms.notOf(terms.orOf(candidates)));
  SmtAnswer answer = solver.check(budget);
  solver.pop();
  return answer == SmtAnswer::Unsatisfiable;
}

bool SymbolicSearch::isSubsumed(uint32_t node, const SymbolicState &set) {
  if (seen.size() <= node)
    seen.resize(std::max<size_t>(graph.size(), node + 1));
  if (set.isConcrete()) {
    auto [begin, end] = seen[node].concrete.equal_range(hashOf(set.store));
    for (auto entry = begin; entry != end; ++entry)
      if (entry->second == set.store)
        return true;
    if (seen[node].sets.empty())
      return false;
  }
  for (const auto &[other, formula] : seen[node].sets)
    if (other.store == set.store && other.conditions == set.conditions)
      return true;
  return isSubsumedBySymbolic(node, set);
}

void SymbolicSearch::record(uint32_t node, const SymbolicState &set) {
  if (set.isConcrete())
    seen[node].concrete.emplace(hashOf(set.store), set.store);
  else
    seen[node].sets.push_back({set, set.isExact ? normalizer.formula(set) : nullptr});
  seen[node].isDescribed &= set.isExact;
}

std::optional<std::vector<Term>> SymbolicSearch::invariants() const {
  std::vector<Term> result;
  for (uint32_t node = 0; node < graph.size(); ++node) {
    if (!graph.node(node).isRelevant) {
      result.push_back(terms.boolean(true));
      continue;
    }
    if (node >= seen.size()) {
      result.push_back(terms.boolean(false));
      continue;
    }
    if (!seen[node].isDescribed)
      return std::nullopt;
    std::vector<Term> parts;
    for (const auto &[set, formula] : seen[node].sets)
      parts.push_back(formula);
    for (const auto &[hash, store] : seen[node].concrete) {
      SymbolicState set;
      set.store = store;
      parts.push_back(normalizer.formula(set));
    }
    sort(parts, [](Term a, Term b) { return a->id() < b->id(); });
    result.push_back(terms.orOf(parts));
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

SymbolicSearch::Possible SymbolicSearch::isPossible(ArrayRef<Term> conditions, Term guard) {
  solver.push();
  for (Term condition : conditions)
    solver.add(condition);
  solver.add(guard);
  SmtAnswer answer = solver.check(budget);
  solver.pop();
  return answer == SmtAnswer::Satisfiable     ? Possible::Yes
         : answer == SmtAnswer::Unsatisfiable ? Possible::No
                                              : Possible::Unknown;
}

DenseMap<VariableId, Term> SymbolicSearch::witnessOf(const SymbolicState &set) const {
  DenseMap<VariableId, Term> values;
  if (set.witness.empty())
    return values;
  for (size_t position = 0; position < set.store.size(); ++position)
    if (Term value = set.witness[position])
      values[graph.view().variables()[position].term->variable()] = value;
  for (auto [number, symbol] : enumerate(set.residual))
    values[symbol->variable()] = set.witness[set.store.size() + number];
  return values;
}

/// A value as a term; null for arrays and for what is irrational.
static Term constantOf(TermContext &terms, const std::optional<DataValue> &value) {
  return value && value->sort.kind != SortKind::Array ? terms.number(value->sort, value->scalar()) : nullptr;
}

/// Adds the parts of a condition that do not follow. Of comparisons, this is seen later.
void SymbolicSearch::addNews(std::vector<Term> &conditions, Term condition) {
  if (condition->op() == TermOp::And) {
    for (Term part : condition->operands())
      addNews(conditions, part);
    return;
  }
  bool isSimple =
      isConstant(condition) || condition->op() == TermOp::Variable || all_of(condition->operands(), [](Term operand) {
        return operand->op() == TermOp::Variable || isConstant(operand) || operand->op() == TermOp::Add;
      });
  if (isSimple || isPossible(conditions, terms.notOf(condition)) != Possible::No)
    conditions.push_back(condition);
}

void SymbolicSearch::take(const Frontier &from, const GraphStep &step) {
  const SymbolicState &set = from.set;
  normalizer.restart();
  DenseMap<VariableId, Term> inputs;
  for (Term input : step.inputs)
    inputs[input->variable()] = normalizer.freshSymbol(input->sort());
  auto after = [&](Term term) {
    return terms.substitute(term, [&](VariableId id) -> Term {
      if (auto input = inputs.find(id); input != inputs.end())
        return input->second;
      return set.store[graph.positionOf(id)];
    });
  };
  Term guard = after(step.guard);
  if (isConstant(guard) && !isTrue(guard))
    return;
  DenseMap<VariableId, Term> witness = witnessOf(set);
  bool hasWitness = !set.witness.empty();
  for (Term input : step.inputs) {
    Term zero = input->sort().kind == SortKind::Array ? nullptr : terms.number(input->sort(), Rational());
    hasWitness &= zero != nullptr;
    witness[inputs[input->variable()]->variable()] = zero;
  }
  bool isCertain = from.isCertain;
  if (!isTrue(guard) &&
      !(hasWitness && isTrue(terms.substitute(guard, [&](VariableId id) { return witness.lookup(id); })))) {
    Possible possible = isPossible(set.conditions, guard);
    if (possible == Possible::No)
      return;
    isCertain &= possible == Possible::Yes;
    hasWitness = possible == Possible::Yes;
    auto refresh = [&](Term symbol) {
      if (Term value = hasWitness ? constantOf(terms, solver.value(symbol)) : nullptr)
        witness[symbol->variable()] = value;
      else
        hasWitness = false;
    };
    for (auto [position, value] : enumerate(set.store))
      if (value && !isConstant(value))
        for (VariableId id : variablesOf(value))
          if (id < graph.firstFree())
            refresh(graph.view().variables()[graph.positionOf(id)].term);
    for_each(set.residual, refresh);
    for (Term input : step.inputs)
      refresh(inputs[input->variable()]);
  }
  if (!hasWitness)
    witness.clear();
  std::vector<Term> store = set.store;
  for (const auto &[variable, value] : step.updates)
    store[graph.positionOf(variable)] = after(value);
  std::vector<Term> conditions = set.conditions;
  addNews(conditions, guard);
  const GraphNode &target = graph.node(step.target);
  SymbolicState next = normalizer.normalize(std::move(store), std::move(conditions), target.live, witness);
  enter(from.state, step.position, step.target, isCertain, std::move(next));
}

void SymbolicSearch::enter(uint32_t parent, uint32_t position, uint32_t node, bool isCertain, SymbolicState set) {
  graph.expanded(node);
  if (!graph.node(node).isRelevant || isSubsumed(node, set))
    return;
  auto state = static_cast<uint32_t>(parents.size());
  parents.push_back({parent, position});
  record(node, set);
  if (graph.node(node).violation && violates(node, set)) {
    if (isCertain || isReallyPossible(state, graph.node(node).violation))
      violating = state;
    else
      isUndecided = true;
    return;
  }
  frontier.push_back({state, node, isCertain, std::move(set)});
}

/// Whether a state of the set violates at the node.
bool SymbolicSearch::violates(uint32_t node, const SymbolicState &set) {
  Term condition =
      terms.substitute(graph.node(node).violation, [&](VariableId id) { return set.store[graph.positionOf(id)]; });
  if (isConstant(condition))
    return isTrue(condition);
  Possible possible = isPossible(set.conditions, condition);
  isUndecided |= possible == Possible::Unknown;
  return possible == Possible::Yes;
}

/// By the formula of the whole run.
bool SymbolicSearch::isReallyPossible(uint32_t state, Term violation) {
  TraceFormula formula(graph.theSystem());
  Place place = initialPlace(graph.theSystem());
  for (uint32_t position : traceTo(state)) {
    SystemStep step = stepsFrom(graph.theSystem(), place)[position];
    formula.push(step);
    place = step.target;
  }
  solver.push();
  solver.setEffort(VerdictEffort);
  solver.add(formula.formula());
  solver.add(formula.at(graph.view().original(violation), formula.length()));
  SmtAnswer answer = solver.check(budget);
  solver.setEffort(SearchEffort);
  solver.pop();
  return answer == SmtAnswer::Satisfiable;
}

//===----------------------------------------------------------------------===//
// The search
//===----------------------------------------------------------------------===//

void SymbolicSearch::begin() {
  hasBegun = true;
  Frontier nothing{0, 0, true, {}};
  for (const CellView::Variable &variable : graph.view().variables()) {
    const Sort &sort = variable.term->sort();
    nothing.set.store.push_back(variable.term);
    nothing.set.witness.push_back(sort.kind == SortKind::Array ? nullptr : terms.number(sort, Rational()));
  }
  take(nothing, graph.initialStep());
  untilNextDepth = frontier.size();
}

void SymbolicSearch::expand(const Frontier &from) {
  const GraphNode &node = graph.expanded(from.node);
  for (const GraphStep &step : node.steps) {
    if (violating)
      return;
    take(from, step);
  }
}

SymbolicSearch::Status SymbolicSearch::advance(double seconds, size_t maxSets) {
  auto start = std::chrono::steady_clock::now();
  if (!hasBegun)
    begin();
  for (uint64_t count = 1; !violating && !frontier.empty(); ++count) {
    if (parents.size() > maxSets)
      return Status::Running;
    if (count % 16 == 0) {
      if (std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() >= seconds)
        return Status::Running;
      budget.progress({parents.size(), 0, currentDepth});
    }
    if (budget.exceeded() != Budget::Limit::None)
      return Status::Limit;
    Frontier from = std::move(frontier.front());
    frontier.pop_front();
    expand(from);
    if (!violating && --untilNextDepth == 0 && !frontier.empty()) {
      untilNextDepth = frontier.size();
      ++currentDepth;
    }
  }
  if (violating)
    return Status::Violated;
  return isUndecided ? Status::Undecided : Status::Exhausted;
}

std::vector<uint32_t> SymbolicSearch::traceTo(uint32_t state) const {
  std::vector<uint32_t> positions;
  // State 0 is the initial one.
  for (; state != 0; state = parents[state].state)
    positions.push_back(parents[state].position);
  std::reverse(positions.begin(), positions.end());
  return positions;
}

} // namespace tenon
