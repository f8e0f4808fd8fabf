//===- RunGraph.cpp - Runs as a formula sees them -------------------------===//

#include "RunGraph.h"

#include "tenon/Check/Lasso.h"

#include "llvm/ADT/STLExtras.h"

namespace tenon {

FlatFormula::FlatFormula(const Model &source, const TemporalFormula &formula)
    : model(source), fluentIndices(fluentsOf(formula)) {
  add(formula);
  for (uint32_t fluent : fluentIndices) {
    mentioned.insert(model.fluents[fluent].starting.begin(), model.fluents[fluent].starting.end());
    mentioned.insert(model.fluents[fluent].ending.begin(), model.fluents[fluent].ending.end());
  }
}

size_t FlatFormula::add(const TemporalFormula &formula) {
  if (auto found = known.find(&formula); found != known.end())
    return found->second;
  Node node{formula.op, &formula};
  if (formula.lhs)
    node.lhs = add(*formula.lhs);
  if (formula.rhs)
    node.rhs = add(*formula.rhs);
  if (formula.op == Op::Action)
    mentioned.insert(formula.labels.begin(), formula.labels.end());
  nodes.push_back(node);
  return known[&formula] = nodes.size() - 1;
}

/// <>f is true U f, []f is !(true U !f), f W g is !((f && !g) U (!f && !g)).
bool FlatFormula::arrives(size_t i, const Values &values) const {
  bool lhs = values[nodes[i].lhs], rhs = values[nodes[i].rhs];
  switch (nodes[i].op) {
  case Op::Until:
    return rhs;
  case Op::Eventually:
    return lhs;
  case Op::Always:
    return !lhs;
  default:
    return !lhs && !rhs;
  }
}

bool FlatFormula::goesOn(size_t i, const Values &values) const {
  bool lhs = values[nodes[i].lhs], rhs = values[nodes[i].rhs];
  switch (nodes[i].op) {
  case Op::Until:
    return lhs;
  case Op::WeakUntil:
    return lhs && !rhs;
  default:
    return true;
  }
}

bool FlatFormula::now(size_t i, LabelId label, const std::vector<bool> &fluents, const Values &values) const {
  const Node &node = nodes[i];
  switch (node.op) {
  case Op::True:
    return true;
  case Op::False:
    return false;
  case Op::Action:
    return llvm::is_contained(node.source->labels, label);
  case Op::Fluent:
    return fluents[static_cast<size_t>(llvm::find(fluentIndices, node.source->fluent) - fluentIndices.begin())];
  case Op::Not:
    return !values[node.lhs];
  case Op::And:
    return values[node.lhs] && values[node.rhs];
  case Op::Or:
    return values[node.lhs] || values[node.rhs];
  case Op::Implies:
    return !values[node.lhs] || values[node.rhs];
  case Op::Iff:
    return values[node.lhs] == values[node.rhs];
  default:
    llvm_unreachable("its value depends on later positions");
  }
}

RunGraphBuilder::RunGraphBuilder(const FlatFormula &source, ConfigurationGraph &network,
                                 const std::set<LabelId> &occurring, const RunGraphOptions &which)
    : formula(source), configurations(network), letters{LabelTable::Tau}, options(which) {
  for (LabelId label : formula.labels())
    if (occurring.count(label))
      letters.push_back(label);
}

Position RunGraphBuilder::after(const Position &position, LabelId label) const {
  Position result{formula.labels().count(label) ? label : LabelTable::Tau, position.fluents};
  for (auto [i, fluent] : llvm::enumerate(formula.fluents())) {
    const Fluent &definition = formula.theModel().fluents[fluent];
    if (llvm::is_contained(definition.starting, label))
      result.fluents[i] = true;
    else if (llvm::is_contained(definition.ending, label))
      result.fluents[i] = false;
  }
  return result;
}

uint32_t RunGraphBuilder::add(uint32_t configuration, Position position) {
  auto [entry, isNew] = numbers.try_emplace({configuration, position}, static_cast<uint32_t>(graph.positions.size()));
  if (isNew) {
    graph.positions.push_back(std::move(position));
    graph.next.emplace_back();
    configurationOf.push_back(configuration);
  }
  return entry->second;
}

void RunGraphBuilder::expand(uint32_t node) {
  Position position = graph.positions[node];
  uint32_t configuration = configurationOf[node];
  std::set<uint32_t> next;
  auto follow = [&](uint32_t target, LabelId label) { next.insert(add(target, after(position, label))); };
  if (configuration == Chaos) {
    for (LabelId letter : letters)
      follow(Chaos, letter);
  } else {
    const std::vector<ConfigurationGraph::Edge> &edges = configurations.edges(configuration);
    for (const ConfigurationGraph::Edge &edge : edges)
      follow(edge.target, edge.label);
    if (edges.empty() && options.rests)
      follow(configuration, LabelTable::Tau);
  }
  graph.next[node].assign(next.begin(), next.end());
}

std::optional<RunGraph> RunGraphBuilder::build(const std::vector<LabelId> &prefix, uint32_t from) {
  graph = RunGraph();
  numbers.clear();
  configurationOf.clear();
  Position position;
  for (uint32_t fluent : formula.fluents())
    position.fluents.push_back(formula.theModel().fluents[fluent].initially);
  // The nodes of the prefix, the start among them, are none of those that can be met again.
  for (LabelId label : prefix) {
    graph.positions.push_back(position);
    graph.next.push_back({static_cast<uint32_t>(graph.positions.size())});
    configurationOf.push_back(from);
    position = after(position, label);
  }
  graph.positions.push_back(position);
  graph.next.emplace_back();
  configurationOf.push_back(from);
  size_t steps = 0;
  for (auto node = static_cast<uint32_t>(prefix.size()); node < graph.next.size(); ++node) {
    expand(node);
    steps += graph.next[node].size();
    if (configurations.isCutOff() || graph.next.size() > options.limit || steps > options.limit * MaxStepsPerNode)
      return std::nullopt;
  }
  return std::move(graph);
}

} // namespace tenon
