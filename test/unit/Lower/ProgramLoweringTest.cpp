//===- ProgramLoweringTest.cpp - Source to programs -----------------------===//

#include "LoweredText.h"
#include "RandomPrograms.h"

#include "tenon/Lower/ProgramLowering.h"
#include "tenon/Program/Printer.h"

#include "llvm/ADT/STLExtras.h"

#include <gtest/gtest.h>

#include <set>

using namespace tenon;
using namespace tenon::test;

namespace {

/// The system of a text, with the monitor of its first goal.
std::optional<ProgramSystem> systemOf(LoweredText &text, llvm::StringRef name, const ProgramOptions &options = {}) {
  const SystemModel *model = text.ok() ? text.model().findSystem(name) : nullptr;
  std::optional<ProgramSystem> system = model ? lowerSystem(*model, *text.lowering, options) : std::nullopt;
  if (system && !text.model().goals.empty()) {
    const Goal &goal = text.model().goals.front();
    if (goal.observer)
      system->monitor = lowerMonitor(*goal.observer, *model, *system);
    else if (const ProcessModel *property = text.model().findProcess(goal.property.text))
      system->monitor = monitorOf(*text.lowering->process(*property, {}));
  }
  return system;
}

std::string printed(const ProgramSystem &system) {
  std::string text;
  for (uint32_t i = 0; i < system.components.size(); ++i)
    text += printProgram(system.components[i], system.variables, i, *system.labels);
  return text;
}

/// The automaton of the component `C` of a text.
std::string automaton(llvm::StringRef source) {
  LoweredText text(source);
  std::optional<ProgramSystem> system = systemOf(text, "C");
  return system ? printed(*system) : text.diagnostics();
}

std::string nameOf(const Program &program, Location location) {
  return location == ErrorLocation ? "ERROR" : program.locations[location].name;
}

/// The reachable states and what is possible in them, by the names of locations and the values.
std::set<std::string> behaviorOf(const ProgramSystem &system, bool namedMonitor) {
  std::set<std::string> behavior;
  ExplicitExploration exploration = explore(system, 400, false);
  if (!exploration.complete)
    return {};
  auto describe = [&](const ConcreteState &state) {
    std::string text = isViolation(system, state.place) ? "! " : "";
    for (size_t i = 0; i < system.components.size(); ++i)
      text += nameOf(system.components[i], state.place[i]) + " ";
    if (namedMonitor)
      text += nameOf(system.monitor->program, state.place.back()) + " ";
    for (const DataValue &value : state.values)
      text += printValue(value) + " ";
    return text;
  };
  auto inputs = [&](const ProgramAction &action) {
    return valuesOf(system.variables[action.target], action.index != nullptr);
  };
  for (const ConcreteState &state : exploration.states) {
    llvm::ArrayRef<Location> locations(state.place);
    behavior.insert(describe(state));
    if (!llvm::is_contained(locations.take_front(system.components.size()), ErrorLocation))
      for (const ConcreteMove &move : possibleMoves(system, state, inputs))
        behavior.insert(describe(state) + "-> " + describe(llvm::cantFail(replayMove(system, state, move))));
  }
  return behavior;
}

} // namespace

TEST(ProgramLowering, PrintedSystemsReadBack) {
  unsigned compared = 0;
  for (uint64_t seed = 0; seed < 400; ++seed) {
    RandomSystems random(seed);
    RandomProgramOptions options;
    options.followers = false;
    options.maxComponents = 2;
    options.totalVariables = 3;
    RandomProgramSystem example = randomProgramSystem(random, options);
    std::string source = example.source();
    LoweredText text(source);
    ASSERT_TRUE(text.ok()) << "seed " << seed << "\n" << source << text.diagnostics();
    std::optional<ProgramSystem> read = systemOf(text, "System", {.clean = false});
    ASSERT_TRUE(read) << "seed " << seed << "\n" << source << text.diagnostics();
    // A property without constraints is a process of FSP, whose states have no names.
    bool named = read->monitor && text.model().goals.front().observer;
    std::set<std::string> expected = behaviorOf(example.system, named);
    if (expected.empty())
      continue;
    ++compared;
    ASSERT_EQ(expected, behaviorOf(*read, named)) << "seed " << seed << "\n" << source << printed(*read);
  }
  EXPECT_GT(compared, 200U);
}

TEST(ProgramLowering, UnboundedSystemsReadBackTheSame) {
  for (uint64_t seed = 0; seed < 400; ++seed) {
    RandomSystems random(seed);
    RandomProgramOptions options;
    options.followers = options.hiding = false;
    options.finite = false;
    RandomProgramSystem example = randomProgramSystem(random, options);
    std::string source = example.source();
    LoweredText text(source);
    ASSERT_TRUE(text.ok()) << "seed " << seed << "\n" << source << text.diagnostics();
    std::optional<ProgramSystem> read = systemOf(text, "System", {.clean = false});
    ASSERT_TRUE(read) << "seed " << seed << "\n" << source << text.diagnostics();
    ASSERT_EQ(printed(example.system), printed(*read)) << "seed " << seed << "\n" << source;
  }
}

TEST(ProgramLowering, BodiesHaveNoSilentSteps) {
  EXPECT_EQ(automaton("channel read, enc, getEnc : int;\n"
                      "component C { int pw, pw2; while (true) { read?pw; while (pw <= 999) read?pw; enc!pw; "
                      "getEnc?pw2; } }"),
            "component C { int pw; int pw2; } = Read,\n"
            "  Read = (read?pw -> While),\n"
            "  While = ([pw <= 999] -> Read2 | [pw > 999] -> Enc),\n"
            "  Read2 = (read?pw -> While),\n"
            "  Enc = (enc!pw -> GetEnc),\n"
            "  GetEnc = (getEnc?pw2 -> Read).\n");
  EXPECT_EQ(automaton("channel c : int;\n"
                      "component C { int x = 0; for (int i = 0; i < 3; i++) { if (x > 5) break; if (x < 0) continue; "
                      "c?x; } assert(x < 9); }"),
            "component C { int x = 0; int i; } = SetI,\n"
            "  SetI = (i := 0 -> While),\n"
            "  While = ([i < 3] -> If | [i >= 3] -> Assert),\n"
            "  If = ([x > 5] -> Assert | [x <= 5] -> If2),\n"
            "  If2 = ([x < 0] -> SetI2 | [x >= 0] -> C),\n"
            "  C = (c?x -> SetI2),\n"
            "  SetI2 = (i := i + 1 -> While),\n"
            "  Assert = ([x < 9] -> END | [x >= 9] -> ERROR).\n");
}

TEST(ProgramLowering, BranchesOfSelectBeginTogether) {
  // A loop at the beginning of a branch comes back to itself, not to the choice.
  EXPECT_EQ(automaton("channel c, d : int;\n"
                      "component C { int x; select { while (x < 3) c?x; or d?x; } d!x; }"),
            "component C { int x; } = Select,\n"
            "  Select = ([x < 3] -> C | [x >= 3] -> D | d?x -> D),\n"
            "  While = ([x < 3] -> C | [x >= 3] -> D),\n"
            "  C = (c?x -> While),\n"
            "  D = (d!x -> END).\n");
  // A branch without a step is what follows.
  EXPECT_EQ(automaton("channel c, d : int;\ncomponent C { int x; select { c?x; or } d!x; }"),
            "component C { int x; } = Select,\n"
            "  Select = (c?x -> D | d!x -> END),\n"
            "  D = (d!x -> END).\n");
}

TEST(ProgramLowering, AcceptsWhereControlIs) {
  EXPECT_EQ(automaton("channel c : int;\ncomponent C { int x; while (true) { c?x; accept; } }"),
            "component C { int x; } = C,\n"
            "  reject C = (c?x -> C2),\n"
            "  C2 = (c?x -> C2).\n");
}

namespace {

/// What can happen first in the system `System` of a text.
std::vector<std::string> firstSteps(llvm::StringRef source) {
  LoweredText text(source);
  std::optional<ProgramSystem> system = systemOf(text, "System");
  if (!system)
    return {text.diagnostics()};
  std::vector<std::string> steps;
  for (const SystemStep &step : stepsFrom(*system, initialPlace(*system))) {
    std::string names;
    for (auto [number, position] : step.movers)
      names += (names.empty() ? "" : ", ") + system->components[number].name;
    steps.push_back(names + ": " + describeStep(*system, step));
  }
  return steps;
}

} // namespace

TEST(ProgramLowering, HiddenChannelsMeetNothingOutside) {
  llvm::StringRef parts = "channel c : 0..3;\n"
                          "component W { 0..3 x = 1; c!x; }\n"
                          "component R { 0..3 y; c?y; }\n"
                          "||Inner = (W || R) \\ {c}.\n";
  using Steps = std::vector<std::string>;
  EXPECT_EQ(firstSteps((parts + "||System = (a:Inner || Inner || W).\n").str()),
            (Steps{"a.W, a.R: tau", "W, R: tau", "W#2: c!x"}));
  EXPECT_EQ(firstSteps((parts + "||System = (Inner || Other).\n||Other = (W || R) \\ {c}.\n").str()),
            (Steps{"W, R: tau", "W#2, R#2: tau"}));
  // One level up they do meet.
  EXPECT_EQ(firstSteps((parts + "||System = (a:W || b:R)/{c/a.c, c/b.c}.\n").str()), (Steps{"a, b: c!x"}));
  EXPECT_EQ(firstSteps((parts + "||System = ({a, b}::W || a:R).\n").str()), (Steps{"W, a: a.c!x", "W: b.c!x"}));
}

TEST(ProgramLowering, ProcessesTakePartInCommunications) {
  llvm::StringRef parts = "channel c, d : 0..3;\n"
                          "component W { 0..3 x = 1; select { c!x; or d!x; } }\n"
                          "component R { 0..3 y; c?y; }\n";
  using Steps = std::vector<std::string>;
  EXPECT_EQ(firstSteps((parts + "P = (c -> P).\n||System = (W || R || P).\n").str()),
            (Steps{"W, R, P: c!x", "W: d!x"}));
  EXPECT_EQ(firstSteps((parts + "P = (d -> c -> P).\n||System = (W || R || P).\n").str()), (Steps{"W, P: d!x"}));
}
