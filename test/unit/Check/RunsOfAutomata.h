//===- RunsOfAutomata.h - What an observer does on a lasso ----------------===//

#ifndef TENON_TEST_CHECK_RUNSOFAUTOMATA_H
#define TENON_TEST_CHECK_RUNSOFAUTOMATA_H

#include "RandomFormulas.h"
#include "tenon/Check/Buchi.h"

#include <set>

namespace tenon::test {

/// The product of a Büchi automaton with a lasso, searched naively for a reachable accepting cycle.
inline bool acceptsRun(const BuchiAutomaton &automaton, const LassoRun &run) {
  std::vector<LabelId> steps = run.prefix;
  steps.insert(steps.end(), run.cycle.begin(), run.cycle.end());
  using Node = std::pair<size_t, StateId>;
  auto successors = [&](const Node &node) {
    auto action = automaton.lts.alphabet().find(steps[node.first]);
    size_t next = node.first + 1 < steps.size() ? node.first + 1 : run.prefix.size();
    std::vector<Node> result;
    for (const Transition &t : automaton.lts.successors(node.second, action ? *action : TauAction))
      result.push_back({next, t.target});
    return result;
  };
  auto reachable = [&](const Node &from) { // By at least one step.
    std::set<Node> seen;
    std::vector<Node> work{from};
    while (!work.empty()) {
      Node node = work.back();
      work.pop_back();
      for (const Node &next : successors(node))
        if (seen.insert(next).second)
          work.push_back(next);
    }
    return seen;
  };
  for (const Node &node : reachable({0, Lts::initial()}))
    if (automaton.accepting[node.second] && reachable(node).count(node))
      return true;
  return false;
}

/// Whether a deterministic monitor goes to ERROR on some prefix of the run.
inline bool rejectsRun(const Lts &monitor, const LassoRun &run) {
  std::vector<LabelId> steps = run.prefix;
  // Every state at the start of a pass through the cycle has then been seen.
  for (StateId pass = 0; pass <= monitor.stateCount(); ++pass)
    steps.insert(steps.end(), run.cycle.begin(), run.cycle.end());
  StateId state = Lts::initial();
  for (LabelId step : steps) {
    auto action = monitor.alphabet().find(step);
    auto moves = monitor.successors(state, action ? *action : TauAction);
    if (moves.size() != 1)
      return false;
    state = moves.front().target;
    if (state == ErrorState)
      return true;
  }
  return false;
}

} // namespace tenon::test

#endif // TENON_TEST_CHECK_RUNSOFAUTOMATA_H
