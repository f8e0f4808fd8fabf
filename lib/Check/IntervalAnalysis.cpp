//===- IntervalAnalysis.cpp - Octagons of all places ----------------------===//

#include "IntervalAnalysis.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"

#include <set>

using namespace llvm;

namespace tenon {

/// Up to so many dimensions, relations between them are followed.
static constexpr size_t MaxRelational = 24;
/// Of all matrices together.
static constexpr size_t MaxEntries = 40'000'000;

static bool isScalar(Term variable) {
  return variable->sort().kind != SortKind::Array;
}

/// Variables that matter somewhere, then inputs.
static std::vector<Term> dimensionsOf(const StepGraph &graph) {
  BitVector live(static_cast<unsigned>(graph.view().variables().size()));
  std::vector<Term> dimensions, inputs;
  SmallPtrSet<Term, 16> known;
  auto addInputs = [&](const GraphStep &step) {
    for (Term input : step.inputs)
      if (isScalar(input) && known.insert(input).second)
        inputs.push_back(input);
  };
  for (uint32_t number = 0; number < graph.size(); ++number) {
    const GraphNode &node = graph.node(number);
    if (!node.isRelevant)
      continue;
    live |= node.live;
    for (const GraphStep &step : node.steps)
      addInputs(step);
  }
  for (unsigned position : live.set_bits())
    if (Term variable = graph.view().variables()[position].term; isScalar(variable))
      dimensions.push_back(variable);
  append_range(dimensions, inputs);
  return dimensions;
}

IntervalAnalysis::IntervalAnalysis(const StepGraph &stepGraph, const Budget &limits)
    : graph(stepGraph), budget(limits),
      meaning(stepGraph.terms(), dimensionsOf(stepGraph), dimensionsOf(stepGraph).size() <= MaxRelational) {}

//===----------------------------------------------------------------------===//
// Preparation
//===----------------------------------------------------------------------===//

/// Depth first, without recursion.
void IntervalAnalysis::order() {
  enum : uint8_t { New, Open, Done };
  std::vector<uint8_t> mark(graph.size(), New);
  std::vector<std::pair<uint32_t, size_t>> stack;
  isHead.resize(static_cast<unsigned>(graph.size()));
  if (graph.node(0).isRelevant) {
    stack.emplace_back(0, 0);
    mark[0] = Open;
  }
  while (!stack.empty()) {
    auto &[node, next] = stack.back();
    const std::vector<GraphStep> &steps = graph.node(node).steps;
    if (next == steps.size()) {
      mark[node] = Done;
      nodeOrder.push_back(node);
      stack.pop_back();
      continue;
    }
    uint32_t target = steps[next++].target;
    if (!graph.node(target).isRelevant)
      continue;
    if (mark[target] == Open)
      isHead.set(target);
    if (mark[target] == New) {
      mark[target] = Open;
      stack.emplace_back(target, 0);
    }
  }
  std::reverse(nodeOrder.begin(), nodeOrder.end());
  rank.assign(graph.size(), 0);
  for (auto [position, node] : enumerate(nodeOrder))
    rank[node] = static_cast<uint32_t>(position);
}

/// Constants of the program and their neighbors, also negated.
void IntervalAnalysis::collectThresholds() {
  std::set<Bound::Wide> found{0, 1, -1};
  SmallPtrSet<Term, 32> seen;
  auto collect = [&](Term root) {
    SmallVector<Term, 16> pending{root};
    while (!pending.empty()) {
      Term term = pending.pop_back_val();
      if (!seen.insert(term).second)
        continue;
      append_range(pending, term->operands());
      if (term->op() != TermOp::Constant)
        continue;
      Bound bound = Bound::above(term->constant());
      for (Bound::Wide offset : {-1, 0, 1})
        if (bound.isFinite()) {
          found.insert(bound.number() + offset);
          found.insert(-bound.number() + offset);
        }
    }
  };
  auto collectStep = [&](const GraphStep &step) {
    collect(step.guard);
    for (const auto &[variable, value] : step.updates)
      collect(value);
  };
  collectStep(graph.initialStep());
  for (uint32_t node : nodeOrder) {
    for_each(graph.node(node).steps, collectStep);
    if (Term violation = graph.node(node).violation)
      collect(violation);
  }
  for (const CellView::Variable &variable : graph.view().variables())
    if (unsigned width = variable.term->sort().width; width > 0 && width < 100)
      found.insert((Bound::Wide(1) << width) - 1);
  thresholds.assign(found.begin(), found.end());
}

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

Octagon IntervalAnalysis::initialState() const {
  Octagon state(meaning.shape());
  meaning.addSorts(state);
  state = after(state, graph.initialStep());
  // Not all inputs of this step have dimensions.
  TermContext &terms = graph.terms();
  for (const CellView::Variable &variable : graph.view().variables())
    if (variable.low && isScalar(variable.term)) {
      const Sort &sort = variable.term->sort();
      meaning.assume(state, terms.lessEqual(terms.number(sort, *variable.low), variable.term));
      meaning.assume(state, terms.lessEqual(variable.term, terms.number(sort, *variable.high)));
    }
  return state;
}

/// Values are over the variables before the step: what is used by a later update is not changed before it.
Octagon IntervalAnalysis::after(const Octagon &state, const GraphStep &step) const {
  Octagon result = state;
  meaning.assume(result, step.guard);
  if (result.isEmpty())
    return result;
  meaning.assume(result, step.guard); // What one part says may sharpen another.
  Octagon before = result;
  DenseSet<VariableId> changed;
  std::vector<std::pair<VariableId, Term>> late;
  for (const auto &[variable, value] : step.updates) {
    bool usesChanged = any_of(variablesOf(value), [&](VariableId id) { return changed.contains(id); });
    if (usesChanged)
      late.emplace_back(variable, value);
    else
      meaning.assign(result, variable, value);
    changed.insert(variable);
  }
  for (const auto &[variable, value] : late) {
    std::optional<unsigned> dimension = meaning.dimensionOf(variable);
    if (!dimension)
      continue;
    Octagon alone = before;
    meaning.assign(alone, variable, value);
    LinearBounds range;
    range.constant = alone.bounds(*dimension);
    result.assign(*dimension, range);
  }
  for (Term input : step.inputs)
    meaning.forget(result, input->variable());
  return result;
}

//===----------------------------------------------------------------------===//
// Fixpoints
//===----------------------------------------------------------------------===//

bool IntervalAnalysis::ascend() {
  constexpr unsigned PreciseVisits = 3;
  std::vector<unsigned> visits(graph.size(), 0);
  std::set<std::pair<uint32_t, uint32_t>> pending; // (rank, node)
  states[0] = initialState();
  pending.emplace(rank[0], 0);
  for (uint64_t count = 1; !pending.empty(); ++count) {
    if (count % 16 == 0 && budget.exceeded() != Budget::Limit::None)
      return false;
    uint32_t node = pending.begin()->second;
    pending.erase(pending.begin());
    Octagon state = states[node];
    state.close();
    for (const GraphStep &step : graph.node(node).steps) {
      if (!graph.node(step.target).isRelevant)
        continue;
      Octagon next = after(state, step);
      Octagon &target = states[step.target];
      if (target.includes(next))
        continue;
      if (isHead.test(step.target) && ++visits[step.target] > PreciseVisits) {
        Octagon joined = target;
        joined.join(next);
        target.widen(joined, thresholds);
      } else {
        target.join(next);
      }
      pending.emplace(rank[step.target], step.target);
    }
  }
  for (uint32_t node : nodeOrder)
    states[node].close();
  return true;
}

/// One round in which every node gets what its predecessors give it, and no more. False if the budget ends.
bool IntervalAnalysis::descend() {
  std::vector<Octagon> next(graph.size(), Octagon::empty(meaning.shape()));
  next[0] = initialState();
  auto follow = [&](uint32_t node, const Octagon &state, bool isForward) {
    for (const GraphStep &step : graph.node(node).steps)
      if (graph.node(step.target).isRelevant && (rank[step.target] > rank[node]) == isForward)
        next[step.target].join(after(state, step));
  };
  // Steps that lead back start from what was known before.
  for (uint32_t node : nodeOrder)
    follow(node, states[node], false);
  for (uint32_t node : nodeOrder) {
    if (budget.exceeded() != Budget::Limit::None)
      return false;
    next[node].meet(states[node]);
    if (congruences)
      congruences->sharpen(node, next[node]);
    follow(node, next[node], true);
  }
  states = std::move(next);
  return true;
}

bool IntervalAnalysis::run() {
  if (!graph.isComplete())
    return false;
  if (graph.size() * Octagon::entryCount(meaning.shape()) > MaxEntries)
    return false;
  order();
  collectThresholds();
  states.assign(graph.size(), Octagon::empty(meaning.shape()));
  if (!graph.node(0).isRelevant)
    return true;
  return ascend() && descend() && descend() && analyzeCongruences();
}

/// Nothing is lost where they are too many.
bool IntervalAnalysis::analyzeCongruences() {
  congruences.emplace(graph, meaning, budget);
  if (congruences->run(nodeOrder, states))
    return descend() && descend();
  congruences.reset();
  return budget.exceeded() == Budget::Limit::None;
}

std::vector<uint32_t> IntervalAnalysis::openViolations() const {
  std::vector<uint32_t> result;
  for (uint32_t node : nodeOrder) {
    Term violation = graph.node(node).violation;
    if (!violation || states[node].isEmpty())
      continue;
    Octagon state = states[node];
    meaning.assume(state, violation);
    if (!state.isEmpty())
      result.push_back(node);
  }
  return result;
}

std::vector<std::vector<Term>> IntervalAnalysis::facts() const {
  std::vector<std::vector<Term>> result(graph.size());
  for (uint32_t node = 0; node < graph.size(); ++node)
    if (graph.node(node).isRelevant) {
      result[node] = meaning.conditions(states[node]);
      if (congruences && !states[node].isEmpty())
        append_range(result[node], congruences->facts(node));
    }
  return result;
}

} // namespace tenon
