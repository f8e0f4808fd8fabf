//===- StepGraph.cpp - Places of a system and steps between them ----------===//

#include "StepGraph.h"

#include "tenon/Program/TraceFormula.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace tenon {

StepGraph::StepGraph(const ProgramSystem &programSystem, ReachabilityGoal asked)
    : system(programSystem), goal(asked), cells(programSystem) {
  for (auto [position, variable] : enumerate(cells.variables()))
    positions[variable.term->variable()] = position;
  setInitialStep();
}

uint32_t StepGraph::numberOf(const Place &place) {
  StringRef key(reinterpret_cast<const char *>(place.data()), place.size() * sizeof(Location));
  auto [entry, isNew] = numbers.try_emplace(key, static_cast<uint32_t>(nodes.size()));
  if (isNew) {
    GraphNode &node = nodes.emplace_back();
    node.place = place;
    node.live.resize(static_cast<unsigned>(cells.variables().size()), true);
    if (goal == ReachabilityGoal::Violation && isViolation(system, place))
      node.violation = terms().boolean(true);
  }
  return entry->second;
}

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

/// Steps share inputs, but only of the same sort.
Term StepGraph::freshInput(GraphStep &step, const Sort &sort) {
  for (Term input : inputs)
    if (input->sort() == sort && !is_contained(step.inputs, input))
      return step.inputs.emplace_back(input);
  assert(inputs.size() < MaxInputs && "more inputs than names");
  inputs.push_back(terms().variable(cells.firstFree() + static_cast<VariableId>(inputs.size()), sort));
  return step.inputs.emplace_back(inputs.back());
}

/// A variable, or all its cells, get a value.
void StepGraph::addValue(GraphStep &step, VariableId variable, Term value) {
  const Sort &sort = system.variables[variable].sort;
  if (sort.kind != SortKind::Array || !cells.isCut(sort)) {
    step.updates.emplace_back(variable, cells.view(value));
    return;
  }
  Term array = terms().variable(variable, sort);
  for (uint64_t k = 0; k < sort.length; ++k) {
    Term cell = cells.cell(array, k), cellValue = cells.cell(value, k);
    if (cellValue != cell)
      step.updates.emplace_back(cell->variable(), cellValue);
  }
}

void StepGraph::addArbitrary(GraphStep &step, const SystemStep::Update &update) {
  ArbitraryValue arbitrary(system, update);
  bool isWholeCut = arbitrary.sort.kind == SortKind::Array && cells.isCut(arbitrary.sort);
  if (!isWholeCut) {
    Term input = freshInput(step, arbitrary.sort);
    step.guard = terms().andOf({step.guard, ArbitraryValue::domain(system, update, input)});
    addValue(step, update.variable, ArbitraryValue::result(system, update, input));
    return;
  }
  Term array = terms().variable(update.variable, arbitrary.sort);
  for (uint64_t k = 0; k < arbitrary.sort.length; ++k) {
    SystemStep::Update element = update;
    element.index = terms().integer(static_cast<int64_t>(k));
    Term input = freshInput(step, ArbitraryValue(system, element).sort);
    step.guard = terms().andOf({step.guard, ArbitraryValue::domain(system, element, input)});
    Term stored = ArbitraryValue::result(system, element, input);
    step.updates.emplace_back(cells.cell(array, k)->variable(), cells.cell(stored, k));
  }
}

void StepGraph::setInitialStep() {
  initial.guard = terms().boolean(true);
  DenseMap<VariableId, Term> known;
  std::vector<std::pair<VariableId, Term>> initialized;
  for (auto [number, variable] : enumerate(system.variables)) {
    auto id = static_cast<VariableId>(number);
    if (variable.initial)
      continue;
    SystemStep::Update update;
    update.variable = id;
    addArbitrary(initial, update);
  }
  for (auto [variable, value] : initial.updates)
    known[variable] = value;
  size_t arbitraryCount = initial.updates.size();
  for (auto [number, variable] : enumerate(system.variables))
    if (variable.initial)
      addValue(initial, static_cast<VariableId>(number), variable.initial);
  for (size_t i = arbitraryCount; i < initial.updates.size(); ++i)
    initial.updates[i].second =
        terms().substitute(initial.updates[i].second, [&](VariableId id) { return known.lookup(id); });
  initial.target = numberOf(initialPlace(system));
}

/// Nullopt if the step is impossible. `enabled`: when it can be taken, with suitable inputs.
std::optional<GraphStep> StepGraph::graphStep(const SystemStep &step, Term &enabled) {
  GraphStep result;
  enabled = result.guard = cells.view(step.guard);
  for (const SystemStep::Update &update : step.updates) {
    if (update.value)
      addValue(result, update.variable, update.value);
    else
      addArbitrary(result, update);
  }
  if (result.guard == terms().boolean(false))
    return std::nullopt;
  return result;
}

Term StepGraph::violationAt(const Place &place, ArrayRef<Term> enabled) const {
  if (hasEnded(system, place))
    return nullptr;
  Term dead = terms().notOf(terms().orOf(enabled));
  return dead == terms().boolean(false) ? nullptr : dead;
}

const GraphNode &StepGraph::expanded(uint32_t number) {
  GraphNode &node = nodes[number];
  if (node.isExpanded)
    return node;
  node.isExpanded = true;
  bool isEnd = any_of(ArrayRef<Location>(node.place).take_front(system.components.size()),
                      [](Location location) { return location == ErrorLocation; });
  // Nothing behind a violation can be a shorter one.
  if (isEnd || node.violation)
    return node;
  std::vector<Term> enabled;
  for (auto [position, step] : enumerate(stepsFrom(system, node.place))) {
    Term condition = nullptr;
    std::optional<GraphStep> made = graphStep(step, condition);
    if (!made)
      continue;
    enabled.push_back(condition);
    made->position = static_cast<uint32_t>(position);
    made->target = numberOf(step.target);
    node.steps.push_back(std::move(*made));
  }
  if (goal == ReachabilityGoal::Deadlock)
    node.violation = violationAt(node.place, enabled);
  return node;
}

//===----------------------------------------------------------------------===//
// The whole graph
//===----------------------------------------------------------------------===//

bool StepGraph::complete(size_t maxNodes, const Budget &budget) {
  for (uint32_t number = 0; number < nodes.size(); ++number) {
    if (nodes.size() > maxNodes || (number % 64 == 0 && budget.exceeded() != Budget::Limit::None))
      return false;
    expanded(number);
  }
  completed = true;
  findRelevant();
  findLive();
  return true;
}

void StepGraph::findRelevant() {
  std::vector<std::vector<uint32_t>> predecessors(nodes.size());
  std::vector<uint32_t> pending;
  for (auto [number, node] : enumerate(nodes)) {
    node.isRelevant = node.violation != nullptr;
    if (node.isRelevant)
      pending.push_back(static_cast<uint32_t>(number));
    for (const GraphStep &step : node.steps)
      predecessors[step.target].push_back(static_cast<uint32_t>(number));
  }
  while (!pending.empty()) {
    uint32_t number = pending.back();
    pending.pop_back();
    for (uint32_t predecessor : predecessors[number])
      if (!nodes[predecessor].isRelevant) {
        nodes[predecessor].isRelevant = true;
        pending.push_back(predecessor);
      }
  }
}

/// Adds what a node needs, given what its successors need, to `live`.
void StepGraph::addUses(const GraphNode &node, BitVector &live) const {
  auto use = [&](Term term) {
    for (VariableId id : variablesOf(term))
      if (auto position = positions.find(id); position != positions.end())
        live.set(static_cast<unsigned>(position->second));
  };
  if (node.violation)
    use(node.violation);
  for (const GraphStep &step : node.steps) {
    const GraphNode &target = nodes[step.target];
    if (!target.isRelevant)
      continue;
    use(step.guard);
    BitVector needed = target.live;
    for (const auto &[variable, value] : step.updates) {
      auto position = static_cast<unsigned>(positions.lookup(variable));
      if (target.live.test(position))
        use(value);
      needed.reset(position);
    }
    live |= needed;
  }
}

/// Backwards, until nothing changes. Later nodes first: most steps lead to later ones.
void StepGraph::findLive() {
  for (GraphNode &node : nodes)
    node.live.reset();
  std::vector<std::vector<uint32_t>> predecessors(nodes.size());
  for (auto [number, node] : enumerate(nodes))
    for (const GraphStep &step : node.steps)
      predecessors[step.target].push_back(static_cast<uint32_t>(number));
  std::vector<bool> isPending(nodes.size(), false);
  std::vector<uint32_t> pending;
  for (auto [number, node] : enumerate(nodes))
    if (node.isRelevant) {
      pending.push_back(static_cast<uint32_t>(number));
      isPending[number] = true;
    }
  while (!pending.empty()) {
    uint32_t number = pending.back();
    pending.pop_back();
    isPending[number] = false;
    BitVector live = nodes[number].live;
    addUses(nodes[number], live);
    if (live == nodes[number].live)
      continue;
    nodes[number].live = live;
    for (uint32_t predecessor : predecessors[number])
      if (nodes[predecessor].isRelevant && !isPending[predecessor]) {
        isPending[predecessor] = true;
        pending.push_back(predecessor);
      }
  }
}

} // namespace tenon
