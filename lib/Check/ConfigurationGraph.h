//===- ConfigurationGraph.h - What a small network can do, in full --------===//
//
// For the independent checker: nothing here is shared with the searches.
//
//===----------------------------------------------------------------------===//

#ifndef TENON_CHECK_CONFIGURATIONGRAPH_H
#define TENON_CHECK_CONFIGURATIONGRAPH_H

#include "tenon/Lts/Interpreter.h"
#include "tenon/Support/Budget.h"

#include <deque>
#include <map>

namespace tenon {

/// For each node, those that follow.
using Rows = std::vector<std::vector<uint32_t>>;

Rows reversed(const Rows &next);
/// Which of the nodes can be reached from some of them.
std::vector<bool> reachableNodes(const Rows &next, const std::vector<uint32_t> &from);
/// The number of the strongly connected component of each node (Kosaraju's algorithm). Linear.
std::vector<uint32_t> strongComponents(const Rows &next);

/// The configurations of a network, numbered as they are met; moves are looked up when they are asked for.
class ConfigurationGraph {
public:
  struct Edge {
    LabelId label;   ///< After hiding.
    uint32_t target; ///< Or Error.
  };
  static constexpr uint32_t Error = ~uint32_t(0);

  /// Ends when it meets more than `limit` configurations, or when the budget ends.
  ConfigurationGraph(const Network &network, size_t limit, const Budget &budget)
      : interpreter(network), limit(limit), budget(budget) {}

  uint32_t number(const Configuration &c);
  uint32_t initial() { return number(interpreter.initial()); }
  const std::vector<Edge> &edges(uint32_t number);
  /// All that can be reached from one, itself included.
  std::vector<uint32_t> reachableFrom(uint32_t start);

  /// A limit was met: edges may be missing, and nothing may be concluded.
  bool isCutOff() const { return cutOff; }

private:
  Interpreter interpreter;
  size_t limit;
  const Budget &budget;
  std::map<Configuration, uint32_t> numbers;
  std::deque<Configuration> configurations;
  std::deque<std::optional<std::vector<Edge>>> rows;
  bool cutOff = false;
};

} // namespace tenon

#endif // TENON_CHECK_CONFIGURATIONGRAPH_H
