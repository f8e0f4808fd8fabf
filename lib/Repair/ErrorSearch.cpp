//===- ErrorSearch.cpp - Error traces with a component replaced -----------===//

#include "ErrorSearch.h"

#include "tenon/Repair/Abduction.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace tenon {

/// The shortest row of steps to a violation, whatever the data; of these the first. Nullopt if there is none, or none
/// has been found among so many places.
std::optional<std::vector<SystemStep>> ErrorSearch::shortestWay(bool &isComplete) const {
  const size_t placeLimit = trial.variables.empty() ? 2'000'000 : 200'000;
  struct Arrival {
    uint32_t parent, position;
  };
  PlaceTable places(trial.components.size() + (trial.monitor ? 1 : 0));
  places.add(initialPlace(trial));
  std::vector<Arrival> arrivals{{0, 0}};
  PlaceStepList next;
  isComplete = true;
  for (uint32_t i = 0; i < arrivals.size(); ++i) {
    if (steps.isViolation(places[i])) {
      std::vector<SystemStep> way;
      for (; i != 0; i = arrivals[i].parent) {
        PlaceRow before = places[arrivals[i].parent];
        way.push_back(std::move(stepsFrom(trial, Place(before.begin(), before.end()))[arrivals[i].position]));
      }
      std::reverse(way.begin(), way.end());
      return way;
    }
    if (arrivals.size() > placeLimit || (i % 1024 == 1023 && budget.exceeded() != Budget::Limit::None)) {
      isComplete = false;
      return std::nullopt;
    }
    steps.from(places[i], next);
    for (uint32_t position = 0; position < next.size(); ++position)
      if (places.add(next.target(position)).second)
        arrivals.push_back({i, position});
  }
  return std::nullopt;
}

SearchAnswer ErrorSearch::check(const Program &program) {
  SearchAnswer result;
  trial.components[component] = program;
  steps.replace(component);
  bool isComplete = true;
  std::optional<std::vector<SystemStep>> way = shortestWay(isComplete);
  if (!way && isComplete) {
    result.verdict = Verdict::Holds;
    return result;
  }
  if (trial.variables.empty()) {
    if (way) {
      result.verdict = Verdict::Violated;
      result.run = std::move(*way);
    } else {
      Budget::Limit limit = budget.exceeded();
      result.reason = limit != Budget::Limit::None ? budget.describe(limit) : "the system has too many states";
    }
    return result;
  }
  ProgramAnswer answer = checkProgram(trial, options, budget);
  result.verdict = answer.verdict;
  result.reason = std::move(answer.reason);
  if (answer.run)
    result.run = std::move(answer.run->steps);
  return result;
}

std::optional<std::vector<uint32_t>> runOn(const TraceAutomaton &automaton, ArrayRef<Letter> word) {
  struct Arrival {
    uint32_t state, transition;
    size_t parent;
  };
  std::vector<std::vector<Arrival>> layers{{{automaton.initial, 0, 0}}};
  for (Letter letter : word) {
    std::vector<Arrival> next;
    for (auto [number, arrival] : enumerate(layers.back()))
      for (const TraceAutomaton::Edge &edge : automaton.edges[arrival.state])
        if (edge.letter == letter && none_of(next, [&](const Arrival &other) { return other.state == edge.to; }))
          next.push_back({edge.to, edge.transition, number});
    if (next.empty())
      return std::nullopt;
    layers.push_back(std::move(next));
  }
  auto end = find_if(layers.back(), [&](const Arrival &arrival) { return automaton.accepting[arrival.state]; });
  size_t at = end == layers.back().end() ? 0 : static_cast<size_t>(end - layers.back().begin());
  std::vector<uint32_t> transitions(word.size());
  for (size_t i = word.size(); i > 0; --i) {
    transitions[i - 1] = layers[i][at].transition;
    at = layers[i][at].parent;
  }
  return transitions;
}

std::vector<SystemStep> transferred(ArrayRef<SystemStep> run, uint32_t component, const Program &program,
                                    ArrayRef<uint32_t> transitions) {
  std::vector<SystemStep> result(run.begin(), run.end());
  Location location = program.initial;
  size_t next = 0;
  for (SystemStep &step : result) {
    bool hasFailed = step.target[component] == ErrorLocation;
    for (auto &[mover, position] : step.movers)
      if (mover == component) {
        position = transitions[next++];
        location = program.transitions[position].to;
      }
    step.target[component] = hasFailed ? ErrorLocation : location;
  }
  return result;
}

std::vector<SystemStep> wayToViolation(const ProgramSystem &system, const Budget &budget) {
  std::vector<SystemStep> run = ErrorSearch(system, 0, {}, budget).check(system.components.front()).run;
  // What the monitor finds out by itself comes behind that step.
  auto isMonitors = [&](const SystemStep &step) { return step.movers.front().first == system.components.size(); };
  while (!run.empty() && isMonitors(run.back()))
    run.pop_back();
  if (!run.empty())
    run.pop_back();
  return run;
}

} // namespace tenon
