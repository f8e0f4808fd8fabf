//===- PlaceStepsTest.cpp - Steps between places, by tables ---------------===//

#include "../../../lib/Repair/PlaceSteps.h"

#include "tenon/Lower/FiniteProgram.h"
#include "tenon/Lower/ProgramLowering.h"
#include "tenon/Sema/Frontend.h"

#include "Lower/LoweredText.h"
#include "RandomPrograms.h"

#include "llvm/ADT/StringExtras.h"

#include <gtest/gtest.h>

using namespace tenon;
using namespace tenon::test;
using namespace llvm;

namespace {

/// All processes of the text but the last, which watches.
std::optional<ProgramSystem> systemOf(LoweredText &text, ArrayRef<std::string> names, uint64_t seed) {
  ProgramSystem system;
  system.terms = std::make_shared<TermContext>();
  system.labels = text.model().labels;
  for (const std::string &name : names) {
    LtsRef process = text.lts(name);
    if (!process)
      return std::nullopt;
    system.components.push_back(programOf(*process, name));
    for (LabelId label : process->alphabet().labels())
      if (label != LabelTable::Tau && (label + seed) % 7 == 0)
        system.hidden.push_back(label);
  }
  sort(system.hidden);
  system.hidden.erase(std::unique(system.hidden.begin(), system.hidden.end()), system.hidden.end());
  if (seed % 4 != 0) {
    system.monitor = monitorOf(*text.lts(names.back()));
    system.monitor->partial = seed % 4 == 1;
    system.components.pop_back();
  }
  return system;
}

/// How many places were compared.
size_t compareEverywhere(const ProgramSystem &system, PlaceSteps &steps) {
  Place initial = initialPlace(system);
  PlaceTable places(initial.size());
  places.add(initial);
  PlaceStepList found;
  uint32_t i = 0;
  for (; i < places.size() && i < 300 && !testing::Test::HasFailure(); ++i) {
    Place place(places[i].begin(), places[i].end());
    EXPECT_EQ(steps.isViolation(place), isViolation(system, place));
    if (isViolation(system, place))
      continue;
    std::vector<SystemStep> expected = stepsFrom(system, place);
    steps.from(place, found);
    EXPECT_EQ(found.size(), expected.size());
    for (size_t step = 0; step < std::min(found.size(), expected.size()); ++step) {
      EXPECT_EQ(Place(found.target(step).begin(), found.target(step).end()), expected[step].target);
      auto [mover, position] = expected[step].movers.front();
      EXPECT_EQ(found.label(step), system.components[mover].transitions[position].action.label);
      places.add(expected[step].target);
      EXPECT_FALSE(places.add(found.target(step)).second);
    }
  }
  return i;
}

} // namespace

TEST(PlaceSteps, AreThoseOfTheComposition) {
  size_t compared = 0;
  for (uint64_t seed = 1; seed <= 300 && !testing::Test::HasFailure(); ++seed) {
    RandomSystems random(seed);
    RandomFspOptions shape;
    shape.maxProcesses = 4;
    shape.composites = shape.modifiers = shape.sequential = false;
    RandomFsp example = random.fsp(shape);
    LoweredText text(example.text);
    if (example.processes.size() < 3 || !text.ok())
      continue;
    SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + example.text);
    std::optional<ProgramSystem> system = systemOf(text, example.processes, seed);
    if (!system)
      continue;
    PlaceSteps steps(*system);
    compared += compareEverywhere(*system, steps);
    // Another in the place of one, with the alphabet of both.
    Program &changed = system->components.front();
    Program other = system->components.back();
    changed.locations = other.locations;
    changed.transitions = other.transitions;
    changed.initial = other.initial;
    changed.events.insert(changed.events.end(), other.events.begin(), other.events.end());
    sort(changed.events);
    changed.events.erase(std::unique(changed.events.begin(), changed.events.end()), changed.events.end());
    steps.replace(0);
    compared += compareEverywhere(*system, steps);
  }
  EXPECT_GT(compared, 2000u);
}
