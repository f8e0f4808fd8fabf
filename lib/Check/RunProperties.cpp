//===- RunProperties.cpp - Which of a graph's runs satisfy a formula ------===//

#include "RunProperties.h"

#include "llvm/ADT/STLExtras.h"

#include <functional>

namespace tenon {

using Values = FlatFormula::Values;

//===----------------------------------------------------------------------===//
// With probability
//===----------------------------------------------------------------------===//

namespace {

/// The graph while its nodes are being split. Node 0, before the first step, never is.
class SplitGraph {
public:
  SplitGraph(const RunGraph &graph, const FlatFormula &source, size_t nodeLimit)
      : formula(source), limit(nodeLimit), positions(graph.positions), next(graph.next),
        values(graph.positions.size()) {}

  /// False: too large.
  bool run();
  Outcomes outcomes() const;

private:
  void evaluate(size_t i);
  bool split(size_t i);
  std::vector<bool> canHold(size_t i) const;
  std::vector<bool> canFail(size_t i, const std::vector<bool> &holding) const;
  std::vector<bool> leadsTo(size_t i, const std::function<bool(uint32_t)> &isTarget) const;
  /// The value at a node that is followed by one with a given value.
  bool valueBefore(size_t i, uint32_t node, uint32_t after, bool valueAfter) const;

  const FlatFormula &formula;
  size_t limit;
  std::vector<Position> positions;
  Rows next;
  std::vector<Values> values;
};

bool SplitGraph::run() {
  for (size_t i = 0; i < formula.size(); ++i) {
    for (Values &value : values)
      value.push_back(false);
    if (!formula.isNext(i) && !formula.isUntil(i))
      evaluate(i);
    else if (!split(i))
      return false;
  }
  return true;
}

Outcomes SplitGraph::outcomes() const {
  Outcomes result;
  for (uint32_t node : next[0])
    (values[node].back() ? result.canHold : result.canFail) = true;
  return result;
}

void SplitGraph::evaluate(size_t i) {
  for (auto [node, position] : llvm::enumerate(positions))
    values[node][i] = formula.now(i, position.label, position.fluents, values[node]);
}

/// The nodes from where the until goes on until one of the targets; these included.
std::vector<bool> SplitGraph::leadsTo(size_t i, const std::function<bool(uint32_t)> &isTarget) const {
  Rows back(next.size());
  std::vector<uint32_t> targets;
  for (uint32_t node = 0; node < next.size(); ++node) {
    if (isTarget(node))
      targets.push_back(node);
    if (formula.goesOn(i, values[node]) && !formula.arrives(i, values[node]))
      for (uint32_t after : next[node])
        back[after].push_back(node);
  }
  return reachableNodes(back, targets);
}

std::vector<bool> SplitGraph::canHold(size_t i) const {
  if (formula.isUntil(i))
    return leadsTo(i, [&](uint32_t node) { return formula.arrives(i, values[node]); });
  std::vector<bool> result;
  for (const std::vector<uint32_t> &row : next)
    result.push_back(llvm::any_of(row, [&](uint32_t after) { return values[after][formula.lhs(i)]; }));
  return result;
}

std::vector<bool> SplitGraph::canFail(size_t i, const std::vector<bool> &holding) const {
  if (formula.isUntil(i))
    return leadsTo(i, [&](uint32_t node) { return !holding[node]; });
  std::vector<bool> result;
  for (const std::vector<uint32_t> &row : next)
    result.push_back(llvm::any_of(row, [&](uint32_t after) { return !values[after][formula.lhs(i)]; }));
  return result;
}

bool SplitGraph::valueBefore(size_t i, uint32_t node, uint32_t after, bool valueAfter) const {
  if (formula.isNext(i))
    return values[after][formula.lhs(i)];
  return formula.arrives(i, values[node]) || (formula.goesOn(i, values[node]) && valueAfter);
}

bool SplitGraph::split(size_t i) {
  std::vector<bool> possible[2];
  possible[1] = canHold(i);
  possible[0] = canFail(i, possible[1]);
  possible[0][0] = true;
  possible[1][0] = false;
  std::vector<std::pair<uint32_t, bool>> copies;
  std::vector<uint32_t> copyOf[2] = {std::vector<uint32_t>(next.size()), std::vector<uint32_t>(next.size())};
  for (uint32_t node = 0; node < next.size(); ++node)
    for (bool value : {false, true})
      if (possible[value][node]) {
        copyOf[value][node] = static_cast<uint32_t>(copies.size());
        copies.push_back({node, value});
      }
  if (copies.size() > limit)
    return false;
  std::vector<Position> newPositions;
  std::vector<Values> newValues;
  Rows newNext;
  size_t steps = 0;
  for (auto [node, value] : copies) {
    newPositions.push_back(positions[node]);
    newValues.push_back(values[node]);
    newValues.back()[i] = value != formula.isNegated(i);
    std::vector<uint32_t> &row = newNext.emplace_back();
    for (uint32_t after : next[node])
      for (bool valueAfter : {false, true})
        if (possible[valueAfter][after] && (node == 0 || valueBefore(i, node, after, valueAfter) == value))
          row.push_back(copyOf[valueAfter][after]);
    assert(!row.empty() && "what is possible can be continued");
    steps += row.size();
    if (steps > limit * MaxStepsPerNode)
      return false;
  }
  positions = std::move(newPositions);
  values = std::move(newValues);
  next = std::move(newNext);
  return true;
}

} // namespace

std::optional<Outcomes> randomOutcomes(const RunGraph &graph, const FlatFormula &formula, size_t limit) {
  SplitGraph split(graph, formula, limit);
  return split.run() ? std::optional(split.outcomes()) : std::nullopt;
}

//===----------------------------------------------------------------------===//
// Every run
//===----------------------------------------------------------------------===//

ValuedRuns::ValuedRuns(const RunGraph &source, const FlatFormula &which, size_t nodeLimit)
    : graph(source), formula(which), limit(nodeLimit) {
  auto add = [&](uint32_t node, size_t index) {
    auto [entry, isNew] = numbers.try_emplace({node, index}, static_cast<uint32_t>(nodes.size()));
    if (isNew)
      nodes.push_back({node, index});
    return entry->second;
  };
  for (uint32_t node : graph.next[0])
    for (size_t index = 0; index < valuesAt(graph.positions[node]).size(); ++index)
      first.push_back(add(node, index));
  for (uint32_t number = 0; number < nodes.size() && !cutOff; ++number) {
    auto [node, index] = nodes[number];
    Values here = valuesAt(graph.positions[node])[index];
    std::vector<uint32_t> &row = next.emplace_back();
    for (uint32_t after : graph.next[node]) {
      const std::vector<Values> &all = valuesAt(graph.positions[after]);
      comparisons += all.size();
      for (size_t i = 0; i < all.size(); ++i)
        if (agree(formula, here, all[i]))
          row.push_back(add(after, i));
    }
    cutOff |= nodes.size() > limit || comparisons > limit * MaxStepsPerNode;
  }
  if (!cutOff)
    findInfinite();
}

/// All values that the subformulas may have there, whatever follows.
const std::vector<Values> &ValuedRuns::valuesAt(const Position &position) {
  auto [entry, isNew] = known.try_emplace(position);
  std::vector<Values> &all = entry->second;
  if (!isNew)
    return all;
  all.emplace_back();
  for (size_t i = 0; i < formula.size(); ++i) {
    std::vector<Values> longer;
    auto add = [&](const Values &values, bool value) {
      longer.push_back(values);
      longer.back().push_back(value);
    };
    for (const Values &values : all) {
      if (formula.isUntil(i)) {
        if (formula.arrives(i, values) || formula.goesOn(i, values))
          add(values, !formula.isNegated(i));
        if (!formula.arrives(i, values))
          add(values, formula.isNegated(i));
      } else if (formula.isNext(i)) {
        add(values, false);
        add(values, true);
      } else {
        add(values, formula.now(i, position.label, position.fluents, values));
      }
    }
    all = std::move(longer);
    cutOff |= all.size() > limit;
    if (cutOff)
      break;
  }
  return all;
}

bool ValuedRuns::agree(const FlatFormula &formula, const Values &here, const Values &after) {
  for (size_t i = 0; i < formula.size(); ++i) {
    if (formula.isNext(i) && here[i] != after[formula.lhs(i)])
      return false;
    if (formula.isUntil(i) && !formula.arrives(i, here) && formula.goesOn(i, here) && here[i] != after[i])
      return false;
  }
  return true;
}

/// Runs end up in a strongly connected component, where every until that holds somewhere has to arrive somewhere.
void ValuedRuns::findInfinite() {
  std::vector<uint32_t> component = strongComponents(next);
  size_t count = component.empty() ? 0 : *std::max_element(component.begin(), component.end()) + 1;
  std::vector<bool> hasCycle(count);
  std::vector<Values> kept(count, Values(formula.size()));
  for (uint32_t number = 0; number < nodes.size(); ++number) {
    const Values &values = valuesAt(graph.positions[nodes[number].first])[nodes[number].second];
    for (size_t i = 0; i < formula.size(); ++i)
      if (formula.isUntil(i) && (values[i] == formula.isNegated(i) || formula.arrives(i, values)))
        kept[component[number]][i] = true;
    for (uint32_t after : next[number])
      if (component[after] == component[number])
        hasCycle[component[number]] = true;
  }
  std::vector<uint32_t> good;
  for (uint32_t number = 0; number < nodes.size(); ++number) {
    bool isGood = hasCycle[component[number]];
    for (size_t i = 0; i < formula.size(); ++i)
      isGood = isGood && (!formula.isUntil(i) || kept[component[number]][i]);
    if (isGood)
      good.push_back(number);
  }
  isInfinite = reachableNodes(reversed(next), good);
}

bool ValuedRuns::someRun(bool value) const {
  return llvm::any_of(first, [&](uint32_t number) {
    auto [node, index] = nodes[number];
    return isInfinite[number] && known.at(graph.positions[node])[index].back() == value;
  });
}

std::map<Position, std::set<Values>> ValuedRuns::possibleValues() const {
  std::map<Position, std::set<Values>> result;
  for (auto [number, node] : llvm::enumerate(nodes))
    if (isInfinite[number])
      result[graph.positions[node.first]].insert(known.at(graph.positions[node.first])[node.second]);
  return result;
}

//===----------------------------------------------------------------------===//
// Finite runs
//===----------------------------------------------------------------------===//

std::optional<bool> hasBadPrefix(const RunGraph &graph, const FlatFormula &formula, const ValuedRuns &anything,
                                 size_t limit) {
  // A finite run is followed by all the values that are still possible at its end.
  using Node = std::pair<uint32_t, std::set<Values>>;
  std::map<Position, std::set<Values>> possible = anything.possibleValues();
  std::set<Node> seen;
  std::vector<Node> work;
  size_t comparisons = 0;
  auto follow = [&](uint32_t node, const std::function<bool(const Values &)> &isLeft) {
    Node next{node, {}};
    for (const Values &values : possible[graph.positions[node]])
      if (isLeft(values))
        next.second.insert(values);
    if (seen.insert(next).second)
      work.push_back(next);
    return !next.second.empty();
  };
  for (uint32_t node : graph.next[0])
    if (!follow(node, [](const Values &values) { return values.back(); }))
      return true;
  while (!work.empty()) {
    Node here = std::move(work.back());
    work.pop_back();
    for (uint32_t node : graph.next[here.first])
      if (!follow(node, [&](const Values &after) {
            comparisons += here.second.size();
            return llvm::any_of(here.second,
                                [&](const Values &values) { return ValuedRuns::agree(formula, values, after); });
          }))
        return true;
    if (seen.size() > limit || comparisons > limit * MaxStepsPerNode)
      return std::nullopt;
  }
  return false;
}

} // namespace tenon
