//===- SystemBehavior.cpp - What a system can still do --------------------===//

#include "SystemBehavior.h"

#include "tenon/Check/ProgramChecker.h"

#include "llvm/ADT/STLExtras.h"

#include <map>

using namespace llvm;

namespace tenon {

namespace {

/// The places of a system without data.
class PlaceGraph {
public:
  PlaceGraph(const ProgramSystem &programSystem, const Budget &limits) : system(programSystem), budget(limits) {}

  bool explore(size_t maxPlaces);
  SystemBehavior behavior(size_t length) const;

private:
  struct Edge {
    size_t to;
    std::string action; ///< Empty where the monitor does not watch.
  };
  std::string actionOf(const SystemStep &step) const;
  std::vector<size_t> stronglyConnected() const;

  const ProgramSystem &system;
  const Budget &budget;
  std::vector<Place> places;
  std::vector<std::vector<Edge>> edges;
  bool deadlocks = false;
};

} // namespace

std::string PlaceGraph::actionOf(const SystemStep &step) const {
  auto [mover, position] = step.movers.front();
  if (mover == system.components.size() || !system.monitor)
    return {};
  LabelId label = system.components[mover].transitions[position].action.label;
  return is_contained(system.monitor->program.events, label) ? system.labels->text(label).str() : std::string();
}

bool PlaceGraph::explore(size_t maxPlaces) {
  places = {initialPlace(system)};
  std::map<Place, size_t> numberOf{{places.front(), 0}};
  for (size_t i = 0; i < places.size(); ++i) {
    if (places.size() > maxPlaces || (i % 1024 == 0 && budget.exceeded() != Budget::Limit::None))
      return false;
    edges.emplace_back();
    if (isViolation(system, places[i]))
      continue;
    for (const SystemStep &step : stepsFrom(system, Place(places[i]))) {
      auto [entry, isNew] = numberOf.try_emplace(step.target, places.size());
      if (isNew)
        places.push_back(step.target);
      edges[i].push_back({entry->second, actionOf(step)});
    }
    deadlocks |= edges[i].empty() && !hasEnded(system, places[i]);
  }
  return true;
}

/// For each place the number of its strongly connected component (Kosaraju).
std::vector<size_t> PlaceGraph::stronglyConnected() const {
  std::vector<size_t> order;
  std::vector<bool> isSeen(places.size());
  std::vector<std::pair<size_t, size_t>> calls{{0, 0}};
  isSeen[0] = true;
  std::vector<std::vector<size_t>> before(places.size());
  while (!calls.empty()) {
    auto &[place, next] = calls.back();
    if (next == edges[place].size()) {
      order.push_back(place);
      calls.pop_back();
      continue;
    }
    size_t to = edges[place][next++].to;
    before[to].push_back(place);
    if (!isSeen[to]) {
      isSeen[to] = true;
      calls.emplace_back(to, 0);
    }
  }
  std::vector<size_t> part(places.size(), ~size_t(0));
  for (size_t root : reverse(order)) {
    std::vector<size_t> pending{root};
    while (!pending.empty()) {
      size_t place = pending.back();
      pending.pop_back();
      if (part[place] != ~size_t(0))
        continue;
      part[place] = root;
      append_range(pending, before[place]);
    }
  }
  return part;
}

SystemBehavior PlaceGraph::behavior(size_t length) const {
  SystemBehavior result;
  result.deadlocks = deadlocks;
  std::vector<size_t> part = stronglyConnected();
  for (size_t i = 0; i < places.size(); ++i)
    for (const Edge &edge : edges[i])
      if (!edge.action.empty()) {
        result.actions.insert(edge.action);
        if (part[i] == part[edge.to])
          result.actions.insert(edge.action + " again and again");
      }
  std::vector<double> runs(places.size(), 1); // From each place, of up to so many steps.
  for (size_t step = 0; step < length; ++step) {
    std::vector<double> longer(places.size(), 1);
    for (size_t i = 0; i < places.size(); ++i)
      for (const Edge &edge : edges[i])
        longer[i] += runs[edge.to];
    runs = std::move(longer);
  }
  result.runs = runs.front();
  return result;
}

std::optional<SystemBehavior> behaviorOf(const ProgramSystem &system, size_t length, const Budget &budget,
                                         size_t maxPlaces) {
  PlaceGraph graph(system, budget);
  if (!system.variables.empty() || !graph.explore(maxPlaces))
    return std::nullopt;
  return graph.behavior(length);
}

SystemBehavior actionsOf(const ProgramSystem &system, const Budget &budget) {
  SystemBehavior result;
  if (!system.monitor)
    return result;
  ProgramCheckOptions look;
  look.maxSets = 300;
  ProgramSystem unwatched = system;
  unwatched.monitor.reset();
  ProgramCheckOptions deadlock = look;
  deadlock.goal = ReachabilityGoal::Deadlock;
  deadlock.maxSets = 1000;
  result.deadlocks = checkProgram(unwatched, deadlock, budget).verdict == Verdict::Violated;
  for (LabelId label : system.monitor->program.events) {
    // An observer of this action, which it takes for a violation.
    ProgramSystem watched = system;
    Monitor monitor;
    monitor.partial = true;
    monitor.program.locations.emplace_back();
    monitor.program.events = {label};
    ProgramTransition &happens = monitor.program.transitions.emplace_back();
    happens.action.label = label;
    happens.to = ErrorLocation;
    watched.monitor = std::move(monitor);
    if (checkProgram(watched, look, budget).verdict != Verdict::Holds)
      result.actions.insert(system.labels->text(label).str());
  }
  return result;
}

} // namespace tenon
