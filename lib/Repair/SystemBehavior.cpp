//===- SystemBehavior.cpp - What a system can still do --------------------===//

#include "SystemBehavior.h"

#include "PlaceSteps.h"

#include "tenon/Check/ProgramChecker.h"
#include "tenon/Repair/TraceLanguage.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace tenon {

namespace {

/// The places of a system without data.
class PlaceGraph {
public:
  PlaceGraph(const ProgramSystem &programSystem, const Budget &limits)
      : system(programSystem), budget(limits), places(initialPlace(system).size()) {}

  bool explore(size_t maxPlaces);
  SystemBehavior behavior(size_t length) const;

private:
  struct Edge {
    uint32_t to;
    LabelId label;
  };
  bool isWatched(LabelId label) const { return system.monitor && is_contained(system.monitor->program.events, label); }
  std::string wayTo(uint32_t place) const;
  std::vector<size_t> stronglyConnected() const;
  bool isAlwaysPossible(LabelId label) const;

  const ProgramSystem &system;
  const Budget &budget;
  PlaceTable places;
  std::vector<std::vector<Edge>> edges;
  std::vector<std::vector<uint32_t>> sources; ///< From where there is an edge to each.
  std::vector<bool> violating;
  std::vector<std::pair<uint32_t, LabelId>> arrivals; ///< From where each place was found.
  std::optional<uint32_t> deadlock;
};

std::string described(ArrayRef<std::string> steps) {
  return steps.empty() ? "at the start" : "after " + join(steps, ", ");
}

} // namespace

bool PlaceGraph::explore(size_t maxPlaces) {
  places.add(initialPlace(system));
  arrivals.emplace_back();
  PlaceSteps steps(system);
  PlaceStepList next;
  for (uint32_t i = 0; i < places.size(); ++i) {
    if (places.size() > maxPlaces || (i % 1024 == 1023 && budget.exceeded() != Budget::Limit::None))
      return false;
    edges.emplace_back();
    violating.push_back(steps.isViolation(places[i]));
    if (violating.back())
      continue;
    steps.from(places[i], next);
    for (size_t step = 0; step < next.size(); ++step) {
      auto [to, isNew] = places.add(next.target(step));
      if (isNew)
        arrivals.emplace_back(i, next.label(step));
      edges[i].push_back({to, next.label(step)});
    }
    if (!deadlock && edges[i].empty() && !hasEnded(system, Place(places[i].begin(), places[i].end())))
      deadlock = i;
  }
  sources.resize(places.size());
  for (uint32_t i = 0; i < places.size(); ++i)
    for (const Edge &edge : edges[i])
      sources[edge.to].push_back(i);
  return true;
}

/// The steps by which it was found, which are a shortest way.
std::string PlaceGraph::wayTo(uint32_t place) const {
  std::vector<std::string> way;
  for (; place != 0; place = arrivals[place].first)
    way.push_back(system.labels->text(arrivals[place].second).str());
  std::reverse(way.begin(), way.end());
  return described(way);
}

/// For each place the number of its strongly connected component (Kosaraju).
std::vector<size_t> PlaceGraph::stronglyConnected() const {
  std::vector<size_t> order;
  std::vector<bool> isSeen(places.size());
  std::vector<std::pair<size_t, size_t>> calls{{0, 0}};
  isSeen[0] = true;
  while (!calls.empty()) {
    auto &[place, next] = calls.back();
    if (next == edges[place].size()) {
      order.push_back(place);
      calls.pop_back();
      continue;
    }
    size_t to = edges[place][next++].to;
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
      append_range(pending, sources[place]);
    }
  }
  return part;
}

/// Whether it can be done from every place, or a violation comes before. O(edges)
bool PlaceGraph::isAlwaysPossible(LabelId label) const {
  SmallVector<uint32_t> pending;
  std::vector<bool> isSeen(places.size());
  auto add = [&](uint32_t place) {
    if (!isSeen[place])
      pending.push_back(place);
    isSeen[place] = true;
  };
  for (uint32_t place = 0; place < places.size(); ++place)
    if (violating[place] || any_of(edges[place], [&](const Edge &edge) { return edge.label == label; }))
      add(place);
  while (!pending.empty())
    for (uint32_t before : sources[pending.pop_back_val()])
      add(before);
  return all_of(isSeen, [](bool seen) { return seen; });
}

SystemBehavior PlaceGraph::behavior(size_t length) const {
  SystemBehavior result;
  result.deadlocks = deadlock.has_value();
  result.fails = is_contained(violating, true);
  if (deadlock)
    result.deadlock = wayTo(*deadlock);
  std::vector<size_t> part = stronglyConnected();
  std::set<std::pair<LabelId, bool>> seen; // Whether on a cycle.
  for (size_t i = 0; i < places.size(); ++i)
    for (const Edge &edge : edges[i])
      if (!violating[edge.to])
        seen.emplace(edge.label, part[i] == part[edge.to]);
  for (auto [label, isOnCycle] : seen)
    if (isWatched(label)) {
      std::string action = system.labels->text(label).str();
      result.actions.insert(action);
      if (isOnCycle)
        result.actions.insert(action + " again and again");
      if (isOnCycle && isAlwaysPossible(label))
        result.always.insert(action);
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

/// With what has changed last, as it may be a value that is in the way.
static std::string describeDeadlock(const Counterexample &run) {
  std::vector<std::string> steps, values;
  for (const Counterexample::Step &step : run.trace) {
    steps.push_back(step.action);
    if (!step.values.empty())
      values.clear();
    for (const Valuation &value : step.values)
      values.push_back(value.variable + " = " + printValue(value.value));
  }
  return described(steps) + (values.empty() ? "" : ", with " + join(values, ", "));
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
  ProgramAnswer stuck = checkProgram(unwatched, deadlock, budget);
  result.deadlocks = stuck.verdict == Verdict::Violated;
  result.isCertain = stuck.verdict != Verdict::Unknown;
  if (stuck.run)
    result.deadlock = describeDeadlock(describeRun(unwatched, *stuck.run));
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
    Verdict never = checkProgram(watched, look, budget).verdict;
    result.isCertain &= never != Verdict::Unknown;
    if (never != Verdict::Holds)
      result.actions.insert(system.labels->text(label).str());
  }
  return result;
}

SystemBehavior locallyPossible(const ProgramSystem &system) {
  SystemBehavior result;
  result.isCertain = false;
  if (!system.monitor)
    return result;
  std::vector<Program> reachable;
  for (const Program &component : system.components)
    reachable.push_back(trimmed(component));
  auto canDo = [](const Program &program, LabelId label) {
    return any_of(program.transitions, [&](const ProgramTransition &t) { return t.action.label == label; });
  };
  for (LabelId label : system.monitor->program.events)
    if (all_of(reachable,
               [&](const Program &program) { return !binary_search(program.events, label) || canDo(program, label); }))
      result.actions.insert(system.labels->text(label).str());
  return result;
}

} // namespace tenon
