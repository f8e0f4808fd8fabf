//===- NamedRuns.cpp - Runs as rows of names ------------------------------===//

#include "NamedRuns.h"

#include "llvm/ADT/STLExtras.h"

#include <map>
#include <random>
#include <set>

using namespace llvm;

namespace tenon {

/// Empty for a silent step, and for one of the monitor alone.
static std::string nameOf(const ProgramSystem &system, const SystemStep &step) {
  auto [mover, position] = step.movers.front();
  if (mover == system.components.size())
    return {};
  LabelId label = system.components[mover].transitions[position].action.label;
  return label == LabelTable::Tau ? std::string() : system.labels->text(label).str();
}

NamedRuns::NamedRuns(const ProgramSystem &system) {
  constexpr size_t MaxRuns = 100, MaxTries = 400, Length = 20;
  std::mt19937_64 random(7);
  std::set<std::vector<std::string>> known;
  for (size_t i = 0; i < MaxTries && runs.size() < MaxRuns; ++i) {
    std::vector<std::string> run;
    Place place = initialPlace(system);
    for (size_t length = random() % Length + 1; length > 0; --length) {
      std::vector<SystemStep> steps = stepsFrom(system, place);
      erase_if(steps, [&](const SystemStep &step) { return isViolation(system, step.target); });
      if (steps.empty())
        break;
      const SystemStep &step = steps[random() % steps.size()];
      if (std::string name = nameOf(system, step); !name.empty())
        run.push_back(std::move(name));
      place = step.target;
    }
    if (known.insert(run).second)
      runs.push_back(std::move(run));
  }
}

NamedRuns::NamedRuns(const ProgramSystem &system, ArrayRef<SystemStep> run) {
  std::vector<std::string> &names = runs.emplace_back();
  for (const SystemStep &step : run)
    if (std::string name = nameOf(system, step); !name.empty())
      names.push_back(std::move(name));
}

/// What is reached by silent steps is there already.
static void close(const ProgramSystem &system, std::set<Place> &places) {
  std::vector<Place> pending(places.begin(), places.end());
  while (!pending.empty()) {
    Place place = std::move(pending.back());
    pending.pop_back();
    for (SystemStep &step : stepsFrom(system, place))
      if (nameOf(system, step).empty() && places.insert(step.target).second)
        pending.push_back(std::move(step.target));
  }
}

size_t NamedRuns::sameRuns(const ProgramSystem &other) const {
  std::set<Place> start{initialPlace(other)};
  close(other, start);
  std::map<std::vector<std::string>, std::set<Place>> behind{{{}, std::move(start)}};
  auto placesBehind = [&](const std::vector<std::string> &run) -> const std::set<Place> & {
    std::vector<std::string> done;
    const std::set<Place> *places = &behind.find(done)->second;
    for (const std::string &name : run) {
      done.push_back(name);
      auto [entry, isNew] = behind.try_emplace(done);
      if (isNew) {
        for (const Place &place : *places)
          for (SystemStep &step : stepsFrom(other, place))
            if (nameOf(other, step) == name)
              entry->second.insert(std::move(step.target));
        close(other, entry->second);
      }
      places = &entry->second;
    }
    return *places;
  };
  return static_cast<size_t>(
      count_if(runs, [&](const std::vector<std::string> &run) { return !placesBehind(run).empty(); }));
}

} // namespace tenon
