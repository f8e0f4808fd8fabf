//===- PumpableCycle.cpp - Infinitely many error traces -------------------===//

#include "tenon/Repair/Abduction.h"
#include "tenon/Repair/ComponentRepair.h"

#include "llvm/ADT/STLExtras.h"

#include <map>

using namespace llvm;

namespace tenon {

bool isFinalViolation(const ProgramSystem &system, const Place &place) {
  return is_contained(place, ErrorLocation) && isViolation(system, place);
}

namespace {

/// The places that steps without constraints lead to. All of their runs are feasible.
class PlaceGraph {
public:
  PlaceGraph(const ProgramSystem &programSystem, uint32_t blamed) : system(programSystem), component(blamed) {}

  /// False if there are more than so many.
  bool explore(size_t maxPlaces);
  std::optional<PumpableCycle> findCycle();

private:
  struct Edge {
    uint32_t from, to;
    SystemStep step;
  };
  uint32_t numberOf(const Place &place);
  std::vector<bool> leadingToViolation() const;
  std::vector<uint32_t> stronglyConnected() const;
  /// Edges of a shortest path that has at least one edge; nullopt if there is none.
  std::optional<std::vector<uint32_t>> path(uint32_t from, function_ref<bool(uint32_t)> isTarget) const;
  bool isPumpable(const std::vector<uint32_t> &cycle, const std::vector<uint32_t> &behind) const;
  Word wordOfPath(const std::vector<uint32_t> &path) const;
  std::vector<std::string> describe(const std::vector<uint32_t> &path) const;

  const ProgramSystem &system;
  uint32_t component;
  mutable TraceAlphabet alphabet;
  std::vector<Place> places;
  std::map<std::vector<Location>, uint32_t> numbers;
  std::vector<Edge> edges;
  std::vector<std::vector<uint32_t>> outgoing; ///< Positions in `edges`, by place.
};

} // namespace

uint32_t PlaceGraph::numberOf(const Place &place) {
  auto [entry, isNew] =
      numbers.try_emplace(std::vector<Location>(place.begin(), place.end()), static_cast<uint32_t>(places.size()));
  if (isNew)
    places.push_back(place);
  return entry->second;
}

bool PlaceGraph::explore(size_t maxPlaces) {
  Term truth = system.terms->boolean(true);
  numberOf(initialPlace(system));
  for (uint32_t i = 0; i < places.size(); ++i) {
    outgoing.emplace_back();
    if (places.size() > maxPlaces)
      return false;
    if (isFinalViolation(system, places[i]))
      continue;
    for (SystemStep &step : stepsFrom(system, Place(places[i]))) {
      bool isConstraint =
          step.movers.front().first == system.components.size() ||
          system.components[step.movers.front().first].transitions[step.movers.front().second].action.kind ==
              ActionKind::Constraint;
      if (step.guard != truth || isConstraint)
        continue;
      outgoing[i].push_back(static_cast<uint32_t>(edges.size()));
      uint32_t to = numberOf(step.target);
      edges.push_back({i, to, std::move(step)});
    }
  }
  return true;
}

std::vector<bool> PlaceGraph::leadingToViolation() const {
  std::vector<std::vector<uint32_t>> before(places.size());
  for (const Edge &edge : edges)
    before[edge.to].push_back(edge.from);
  std::vector<bool> leads(places.size());
  std::vector<uint32_t> pending;
  for (uint32_t place = 0; place < places.size(); ++place)
    if (isViolation(system, places[place])) {
      leads[place] = true;
      pending.push_back(place);
    }
  while (!pending.empty()) {
    uint32_t place = pending.back();
    pending.pop_back();
    for (uint32_t source : before[place])
      if (!leads[source]) {
        leads[source] = true;
        pending.push_back(source);
      }
  }
  return leads;
}

/// For each place the number of its strongly connected component (Tarjan).
std::vector<uint32_t> PlaceGraph::stronglyConnected() const {
  constexpr uint32_t None = ~uint32_t(0);
  std::vector<uint32_t> index(places.size(), None), low(places.size()), part(places.size(), None), stack;
  std::vector<std::pair<uint32_t, size_t>> calls; // Places, and how many of their edges have been looked at.
  uint32_t count = 0, parts = 0;
  for (uint32_t root = 0; root < places.size(); ++root) {
    if (index[root] == None)
      calls.emplace_back(root, 0);
    while (!calls.empty()) {
      auto &[place, next] = calls.back();
      if (next == 0) {
        index[place] = low[place] = count++;
        stack.push_back(place);
      } else {
        uint32_t before = edges[outgoing[place][next - 1]].to;
        if (part[before] == None)
          low[place] = std::min(low[place], low[before]);
      }
      if (next < outgoing[place].size()) {
        uint32_t to = edges[outgoing[place][next++]].to;
        if (index[to] == None)
          calls.emplace_back(to, 0);
        continue;
      }
      if (low[place] == index[place]) {
        for (uint32_t member = None; member != place;) {
          member = stack.back();
          stack.pop_back();
          part[member] = parts;
        }
        ++parts;
      }
      calls.pop_back();
    }
  }
  return part;
}

std::optional<std::vector<uint32_t>> PlaceGraph::path(uint32_t from, function_ref<bool(uint32_t)> isTarget) const {
  std::vector<uint32_t> order{from};
  std::map<uint32_t, uint32_t> by; // The edge that a place was first reached by.
  for (size_t i = 0; i < order.size(); ++i)
    for (uint32_t edge : outgoing[order[i]]) {
      uint32_t to = edges[edge].to;
      if (!by.try_emplace(to, edge).second)
        continue;
      order.push_back(to);
      if (!isTarget(to))
        continue;
      std::vector<uint32_t> path{edge};
      while (edges[path.back()].from != from)
        path.push_back(by.at(edges[path.back()].from));
      std::reverse(path.begin(), path.end());
      return path;
    }
  return std::nullopt;
}

Word PlaceGraph::wordOfPath(const std::vector<uint32_t> &path) const {
  std::vector<SystemStep> steps;
  for (uint32_t edge : path)
    steps.push_back(edges[edge].step);
  return wordOf(steps, component, system.components[component], alphabet);
}

/// Whether the words are different and, where a failure cuts off what follows, none continues another.
bool PlaceGraph::isPumpable(const std::vector<uint32_t> &cycle, const std::vector<uint32_t> &behind) const {
  Word pumped = wordOfPath(cycle), rest = wordOfPath(behind);
  if (pumped.empty())
    return false;
  uint32_t last = behind.empty() ? edges[cycle.back()].to : edges[behind.back()].to;
  if (!isFinalViolation(system, places[last]))
    return true;
  Word longer;
  for (size_t i = 0; i <= rest.size() / pumped.size() + 1; ++i) {
    append_range(longer, pumped);
    Word whole = longer;
    append_range(whole, rest);
    if (ArrayRef(whole).take_front(rest.size()) == ArrayRef(rest))
      return false;
  }
  return true;
}

std::vector<std::string> PlaceGraph::describe(const std::vector<uint32_t> &path) const {
  std::vector<std::string> steps;
  for (uint32_t edge : path)
    steps.push_back(describeStep(system, edges[edge].step));
  return steps;
}

std::optional<PumpableCycle> PlaceGraph::findCycle() {
  std::vector<bool> leads = leadingToViolation();
  std::vector<uint32_t> part = stronglyConnected();
  auto isBad = [&](uint32_t place) { return isViolation(system, places[place]); };
  // Places are numbered breadth first, so the first edge that is on a cycle is nearest to the start.
  for (const Edge &edge : edges) {
    if (!leads[edge.to] || part[edge.from] != part[edge.to] || !transitionIn(edge.step, component))
      continue;
    std::optional<std::vector<uint32_t>> back;
    if (edge.to != edge.from)
      back = path(edge.to, [&](uint32_t place) { return place == edge.from; });
    std::vector<uint32_t> cycle{static_cast<uint32_t>(&edge - edges.data())};
    if (back)
      append_range(cycle, *back);
    std::optional<std::vector<uint32_t>> behind;
    if (isBad(edge.from))
      behind.emplace();
    else
      behind = path(edge.from, isBad);
    if (!behind || !isPumpable(cycle, *behind))
      continue;
    PumpableCycle result;
    if (edge.from != 0)
      result.before = describe(*path(0, [&](uint32_t place) { return place == edge.from; }));
    result.cycle = describe(cycle);
    result.behind = describe(*behind);
    for (uint32_t i : cycle)
      if (transitionIn(edges[i].step, component))
        result.locations.push_back(system.components[component].locations[places[edges[i].from][component]].name);
    return result;
  }
  return std::nullopt;
}

std::optional<PumpableCycle> findPumpableCycle(const ProgramSystem &system, uint32_t component, size_t maxPlaces) {
  PlaceGraph graph(system, component);
  if (!graph.explore(maxPlaces))
    return std::nullopt;
  return graph.findCycle();
}

} // namespace tenon
