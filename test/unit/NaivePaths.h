//===- NaivePaths.h - Shortest, then least words of a graph -----*- C++ -*-===//
//
// A reference for searches that promise shortest traces: distances by relaxation until nothing changes, then the least
// label step by step, with all states that the word so far leads to.
//
//===----------------------------------------------------------------------===//

#ifndef TENON_TEST_NAIVEPATHS_H
#define TENON_TEST_NAIVEPATHS_H

#include "tenon/Lts/Compose.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace tenon::test {

using Word = std::vector<std::string>;

/// The order of actions: tau, then labels by compareLabels().
struct LabelOrder {
  bool operator()(const std::string &a, const std::string &b) const {
    if (a == "tau" || b == "tau")
      return a == "tau" && b != "tau";
    return compareLabels(a, b) < 0;
  }
};

/// Shorter words first, then by their labels.
struct WordOrder {
  bool operator()(const Word &a, const Word &b) const {
    return a.size() != b.size() ? a.size() < b.size()
                                : std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end(), LabelOrder());
  }
};

template <typename Node> using LabelledGraph = std::map<Node, std::vector<std::pair<std::string, Node>>>;

/// The shortest, then least word of one step or more from a node to some goal.
template <typename Node>
std::optional<Word> leastWord(const LabelledGraph<Node> &graph, const Node &start, const std::set<Node> &goals) {
  std::map<Node, size_t> distance;
  for (const Node &goal : goals)
    distance[goal] = 0;
  for (bool changes = true; changes;) {
    changes = false;
    for (const auto &[node, edges] : graph)
      for (const auto &[label, target] : edges)
        if (auto found = distance.find(target); found != distance.end()) {
          auto [entry, isNew] = distance.try_emplace(node, found->second + 1);
          changes |= isNew || entry->second > found->second + 1;
          entry->second = std::min(entry->second, found->second + 1);
        }
  }
  std::optional<size_t> left;
  for (const auto &[label, target] : graph.at(start))
    if (auto found = distance.find(target); found != distance.end())
      left = std::min(left.value_or(found->second), found->second);
  if (!left)
    return std::nullopt;
  Word word;
  std::set<Node> front{start};
  for (size_t rest = *left + 1; rest-- > 0;) {
    std::map<std::string, std::set<Node>, LabelOrder> next;
    for (const Node &node : front)
      for (const auto &[label, target] : graph.at(node))
        if (auto found = distance.find(target); found != distance.end() && found->second == rest)
          next[label].insert(target);
    word.push_back(next.begin()->first);
    front = next.begin()->second;
  }
  return word;
}

} // namespace tenon::test

#endif // TENON_TEST_NAIVEPATHS_H
