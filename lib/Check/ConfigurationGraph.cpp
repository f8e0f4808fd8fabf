//===- ConfigurationGraph.cpp - What a small network can do, in full ------===//

#include "ConfigurationGraph.h"

#include "llvm/ADT/STLExtras.h"

#include <set>

namespace tenon {

Rows reversed(const Rows &next) {
  Rows result(next.size());
  for (uint32_t from = 0; from < next.size(); ++from)
    for (uint32_t to : next[from])
      result[to].push_back(from);
  return result;
}

std::vector<bool> reachableNodes(const Rows &next, const std::vector<uint32_t> &from) {
  std::vector<bool> seen(next.size());
  std::vector<uint32_t> work;
  auto visit = [&](uint32_t node) {
    if (!seen[node])
      work.push_back(node);
    seen[node] = true;
  };
  for (uint32_t node : from)
    visit(node);
  while (!work.empty()) {
    uint32_t node = work.back();
    work.pop_back();
    for (uint32_t to : next[node])
      visit(to);
  }
  return seen;
}

/// The nodes in the order in which a depth-first search leaves them.
static std::vector<uint32_t> finishingOrder(const Rows &next) {
  std::vector<uint32_t> order;
  std::vector<bool> seen(next.size());
  for (uint32_t root = 0; root < next.size(); ++root) {
    if (seen[root])
      continue;
    seen[root] = true;
    std::vector<std::pair<uint32_t, size_t>> path{{root, 0}};
    while (!path.empty()) {
      auto &[node, position] = path.back();
      if (position == next[node].size()) {
        order.push_back(node);
        path.pop_back();
        continue;
      }
      uint32_t to = next[node][position++];
      if (!seen[to])
        path.push_back({to, 0});
      seen[to] = true;
    }
  }
  return order;
}

std::vector<uint32_t> strongComponents(const Rows &next) {
  constexpr uint32_t None = ~uint32_t(0);
  std::vector<uint32_t> component(next.size(), None), order = finishingOrder(next);
  Rows previous = reversed(next);
  uint32_t count = 0;
  for (uint32_t root : llvm::reverse(order)) {
    if (component[root] != None)
      continue;
    component[root] = count;
    std::vector<uint32_t> work{root};
    while (!work.empty()) {
      uint32_t node = work.back();
      work.pop_back();
      for (uint32_t from : previous[node])
        if (component[from] == None) {
          component[from] = count;
          work.push_back(from);
        }
    }
    ++count;
  }
  return component;
}

uint32_t ConfigurationGraph::number(const Configuration &c) {
  auto [entry, isNew] = numbers.try_emplace(c, static_cast<uint32_t>(configurations.size()));
  if (isNew) {
    configurations.push_back(c);
    rows.emplace_back();
    cutOff |= configurations.size() > limit;
  }
  return entry->second;
}

const std::vector<ConfigurationGraph::Edge> &ConfigurationGraph::edges(uint32_t number) {
  std::optional<std::vector<Edge>> &row = rows[number];
  if (row)
    return *row;
  row.emplace();
  if (number % 256 == 0)
    cutOff |= budget.exceeded() != Budget::Limit::None;
  if (cutOff)
    return *row;
  for (const Interpreter::Move &move : interpreter.moves(configurations[number]))
    row->push_back({move.label, isInError(move.target) ? Error : this->number(move.target)});
  return *row;
}

std::vector<uint32_t> ConfigurationGraph::reachableFrom(uint32_t start) {
  std::vector<uint32_t> found{start};
  std::set<uint32_t> seen{start};
  for (size_t i = 0; i < found.size(); ++i)
    for (const Edge &edge : edges(found[i]))
      if (edge.target != Error && seen.insert(edge.target).second)
        found.push_back(edge.target);
  return found;
}

} // namespace tenon
