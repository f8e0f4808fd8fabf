//===- FiniteProgramTest.cpp - Programs as transition systems -------------===//

#include "RandomPrograms.h"

#include "tenon/Lower/FiniteProgram.h"
#include "tenon/Lts/Relations.h"

#include "llvm/ADT/STLExtras.h"

#include <gtest/gtest.h>

using namespace tenon;
using namespace tenon::test;

namespace {

/// The components of a system as LTSs with open labels.
std::vector<Component> openComponents(const ProgramSystem &system) {
  std::vector<Component> components;
  Budget budget;
  for (Program program : system.components) {
    program.variables = system.variables;
    components.push_back(
        {program.name, std::make_shared<const Lts>(llvm::cantFail(lowerToLts(program, system.labels, budget)))});
  }
  return components;
}

/// A monitor without constraints as an LTS over the names of channels; rejecting states are ERROR. Nothing for one that
/// rejects at once.
std::optional<Lts> monitorLts(const ProgramSystem &system, const ChannelValues &values, const Alphabet &occurring) {
  const Monitor &monitor = *system.monitor;
  const Program &program = monitor.program;
  auto isBad = [&](Location location) { return location == ErrorLocation || !program.locations[location].accepting; };
  if (isBad(program.initial))
    return std::nullopt;
  auto happens = [&](LabelId label) { // Others a property would do by itself.
    auto channel = values.find(label);
    llvm::ArrayRef<LabelId> images = channel != values.end() ? llvm::ArrayRef(channel->second) : llvm::ArrayRef(label);
    return llvm::any_of(images, [&](LabelId image) { return occurring.contains(image); });
  };
  std::vector<LabelId> alphabet;
  for (LabelId label : program.events)
    if (!llvm::is_contained(system.hidden, label) && happens(label))
      alphabet.push_back(label);
  LtsBuilder builder(system.labels);
  builder.reserveStates(static_cast<StateId>(program.locations.size()));
  for (LabelId label : alphabet)
    builder.addLabel(label);
  for (const ProgramTransition &t : program.transitions)
    if (llvm::is_contained(alphabet, t.action.label))
      builder.add(t.from, t.action.label, isBad(t.to) ? ErrorState : t.to);
  Lts lts = builder.build("P", LtsBuilder::Keep::Reachable, program.initial);
  return monitor.partial ? lts : completedProperty(lts);
}

Alphabet alphabetOf(const Network &network) {
  std::vector<LabelId> labels;
  for (const Component &component : network.components)
    llvm::append_range(labels, component.lts->alphabet().labels());
  return Alphabet(network.table, std::move(labels));
}

Network closedNetwork(std::vector<Component> components, const std::shared_ptr<LabelTable> &table,
                      ChannelValues &values) {
  Budget budget;
  std::vector<std::vector<Component>> groups{std::move(components)};
  llvm::cantFail(closeChannels(groups, table, values, budget));
  Network network;
  network.name = "S";
  network.table = table;
  network.components = std::move(groups.front());
  return network;
}

} // namespace

TEST(FiniteProgram, VerdictsAreThoseOfThePrograms) {
  unsigned violated = 0, compared = 0, deadlocked = 0;
  for (uint64_t seed = 0; seed < 600; ++seed) {
    RandomSystems random(seed);
    RandomProgramOptions options;
    options.constraintShare = 0;
    options.rejecting = false;
    options.monitor = random.chance(0.7);
    RandomProgramSystem example = randomProgramSystem(random, options);
    const ProgramSystem &system = example.system;
    ExplicitExploration exploration = explore(system, 3000, system.monitor.has_value());
    if (!exploration.complete)
      continue;
    ChannelValues values;
    Network network = closedNetwork(openComponents(system), system.labels, values);
    if (system.monitor) {
      std::optional<Lts> monitor = monitorLts(system, values, alphabetOf(network));
      if (!monitor)
        continue;
      network.components.push_back(
          {"P", std::make_shared<const Lts>(overValues(*monitor, values, alphabetOf(network)))});
    }
    SafetyOptions search;
    Budget budget;
    SafetySearch found = searchSafety(network, search, budget);
    std::string shown = "seed " + std::to_string(seed) + "\n" + example.describe();
    ++compared;
    violated += exploration.violationDepth.has_value();
    ASSERT_EQ(exploration.violationDepth.has_value(), found.error.has_value()) << shown;
    if (found.error) { // A component with a choice of initial values has one step more.
      ASSERT_GE(found.error->trace.size(), *exploration.violationDepth) << shown;
      ASSERT_LE(found.error->trace.size(), *exploration.violationDepth + system.components.size()) << shown;
    }
    if (system.monitor)
      continue;
    auto inputs = [&](const ProgramAction &action) {
      return valuesOf(system.variables[action.target], action.index != nullptr);
    };
    bool deadlocks = llvm::any_of(exploration.states, [&](const ConcreteState &state) {
      return !llvm::is_contained(state.place, ErrorLocation) && possibleMoves(system, state, inputs).empty();
    });
    deadlocked += deadlocks;
    ASSERT_EQ(deadlocks, found.deadlock.has_value()) << shown;
  }
  EXPECT_GT(compared, 350U);
  EXPECT_GT(violated, 100U);
  EXPECT_LT(violated, compared - 50);
  EXPECT_GT(deadlocked, 30U);
}

/// The LTS of a whole system violates where the system does, after as many steps.
TEST(FiniteProgram, WholeSystemsViolateAtTheSameDepth) {
  unsigned violated = 0, compared = 0;
  for (uint64_t seed = 0; seed < 800; ++seed) {
    RandomSystems random(seed);
    RandomProgramSystem example = randomProgramSystem(random);
    ProgramSystem &system = example.system;
    system.reading = random.chance(0.5) ? ConstraintReading::Urgent : ConstraintReading::Interleaved;
    ExplicitExploration exploration = explore(system, 2000);
    if (!exploration.complete)
      continue;
    ++compared;
    violated += exploration.violationDepth.has_value();
    Budget budget;
    Lts lts = llvm::cantFail(lowerToLts(system, budget));
    bool chooses = lts.hasTau() && llvm::all_of(lts.successors(0), [](const Transition &t) {
                     return t.action == TauAction && t.target != 0;
                   });
    Network network;
    network.table = system.labels;
    network.components = {{"S", std::make_shared<const Lts>(std::move(lts))}};
    SafetySearch found = searchSafety(network, {}, budget);
    std::string shown = "seed " + std::to_string(seed) + "\n" + example.describe();
    ASSERT_EQ(exploration.violationDepth.has_value(), found.error.has_value()) << shown;
    if (found.error) {
      ASSERT_GE(found.error->trace.size(), *exploration.violationDepth) << shown;
      ASSERT_LE(found.error->trace.size(), *exploration.violationDepth + chooses) << shown;
    }
  }
  EXPECT_GT(compared, 600U);
  EXPECT_GT(violated, 200U);
}

/// A composite that is composed before its channels are complete is the same as one that is not.
TEST(FiniteProgram, OpenCompositionIsAssociative) {
  unsigned compared = 0;
  for (uint64_t seed = 0; seed < 400; ++seed) {
    RandomSystems random(seed);
    RandomProgramOptions options;
    options.minComponents = options.maxComponents = 3;
    options.maxLocations = 3;
    options.monitor = false;
    options.hiding = false;
    RandomProgramSystem example = randomProgramSystem(random, options);
    const ProgramSystem &system = example.system;
    std::vector<Component> components = openComponents(system);
    if (random.chance(0.5)) { // A process that takes part in communications.
      RandomLtsOptions shape;
      shape.labelPool = {"c", "d.1", "d.2", "go"};
      shape.error = shape.end = false;
      components.insert(components.begin() + random.below(3), {"F", std::make_shared<const Lts>(random.lts(shape))});
    }
    Budget budget;
    ChannelValues values;
    Lts flat = llvm::cantFail(compose(closedNetwork(components, system.labels, values), budget));
    if (flat.stateCount() > 2000)
      continue;
    Network inner;
    inner.name = "I";
    inner.table = system.labels;
    inner.components = {components[0], components[1]};
    components.erase(components.begin());
    components[0] = {"I", std::make_shared<const Lts>(llvm::cantFail(composeOpen(inner, budget)))};
    Lts nested = llvm::cantFail(compose(closedNetwork(components, system.labels, values), budget));
    ++compared;
    ComparisonResult result = llvm::cantFail(compareLts(flat, nested, Equivalence::Strong, budget));
    ASSERT_TRUE(result.equivalent) << "seed " << seed << "\n" << example.describe() << result.formula;
  }
  EXPECT_GT(compared, 300U);
}
