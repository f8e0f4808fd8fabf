//===- ErrorSearch.cpp - Error traces with a component replaced -----------===//

#include "ErrorSearch.h"

#include "tenon/Repair/Abduction.h"

#include "llvm/ADT/STLExtras.h"

#include <set>

using namespace llvm;

namespace tenon {

/// Whether some row of steps leads to a violation, whatever the data.
bool ErrorSearch::mayViolate() const {
  constexpr size_t PlaceLimit = 200'000;
  std::vector<Place> places{initialPlace(trial)};
  std::set<std::vector<Location>> seen;
  for (size_t i = 0; i < places.size(); ++i) {
    if (places.size() > PlaceLimit || isViolation(trial, places[i]))
      return true;
    for (SystemStep &step : stepsFrom(trial, Place(places[i])))
      if (seen.emplace(step.target.begin(), step.target.end()).second)
        places.push_back(std::move(step.target));
  }
  return false;
}

SearchAnswer ErrorSearch::check(const Program &program) {
  SearchAnswer result;
  trial.components[component] = program;
  if (!mayViolate()) {
    result.verdict = Verdict::Holds;
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

} // namespace tenon
