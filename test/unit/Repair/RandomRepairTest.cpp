//===- RandomRepairTest.cpp - Repairs of random systems, as text ----------===//
//
// Random flawed sources are repaired as the command does it, and what comes out is looked at by other means: the
// repaired system is explored state by state, the component compared with what it was, the diff given to `patch`.
// TENON_RUNS=2000 tries more than the default.
//
//===----------------------------------------------------------------------===//

#include "tenon/Check/Checker.h"
#include "tenon/Lower/FiniteProgram.h"
#include "tenon/Lower/ProgramLowering.h"
#include "tenon/Lts/Formats.h"
#include "tenon/Lts/Relations.h"
#include "tenon/Program/Printer.h"
#include "tenon/Repair/RepairGoals.h"
#include "tenon/Sema/Frontend.h"

#include "Lower/LoweredText.h"
#include "RandomPrograms.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"

#include <gtest/gtest.h>

#include <cstdlib>

using namespace tenon;
using namespace tenon::test;
using namespace llvm;

namespace {

struct Tally {
  unsigned flawed = 0, repaired = 0, trivial = 0, unrepairable = 0, unknown = 0;
};

unsigned runsOr(unsigned normal) {
  const char *text = std::getenv("TENON_RUNS");
  return text ? static_cast<unsigned>(std::atoi(text)) : normal;
}

void write(const Twine &path, StringRef text) {
  std::error_code error;
  raw_fd_ostream os(path.str(), error);
  ASSERT_FALSE(error);
  os << text;
}

/// What `patch` makes of a text.
std::string patched(StringRef text, StringRef diff) {
  SmallString<128> folder;
  EXPECT_FALSE(sys::fs::createUniqueDirectory("tenon-repair", folder));
  std::string file = (folder + "/m.fsp").str(), diffFile = (folder + "/diff").str();
  write(file, text);
  write(diffFile, diff);
  ErrorOr<std::string> program = sys::findProgramByName("patch");
  EXPECT_TRUE(program);
  if (program) {
    EXPECT_EQ(sys::ExecuteAndWait(*program, {"patch", "-s", "-p0", "-d", folder, "-i", diffFile}), 0);
  }
  auto result = MemoryBuffer::getFile(file);
  std::string content = result ? (*result)->getBuffer().str() : "";
  sys::fs::remove_directories(folder);
  return content;
}

RepairSettings settingsFor(uint64_t seed) {
  static constexpr RepairMethod Methods[] = {RepairMethod::Best, RepairMethod::Approximate, RepairMethod::Aggressive,
                                             RepairMethod::Best};
  RepairSettings settings;
  settings.method = Methods[seed % 4];
  settings.place = seed % 3 == 0 ? Placement::End : Placement::Early;
  settings.allowTrivial = seed % 5 == 0;
  return settings;
}

/// The repaired text, if there is one; counts what came out.
std::optional<std::string> repair(const std::string &source, const RepairQuestion &question, uint64_t seed,
                                  Tally &tally) {
  ++tally.flawed;
  Budget budget;
  budget.setTimeout(10);
  Expected<CheckResult> result = repairSource(source, "m.fsp", question, settingsFor(seed), budget);
  if (!result) {
    // Labels that its definition does not have, for one.
    ADD_FAILURE() << toString(result.takeError());
    return std::nullopt;
  }
  EXPECT_NE(result->repair->outcome, "verified");
  if (result->verdict == Verdict::Holds) {
    EXPECT_EQ(result->certified, true);
    EXPECT_NE(result->repair->source, source);
    EXPECT_EQ(patched(source, result->repair->diff), result->repair->source);
    ++tally.repaired;
    return result->repair->source;
  }
  ++(result->verdict == Verdict::Unknown    ? tally.unknown
     : result->repair->outcome == "trivial" ? tally.trivial
                                            : tally.unrepairable);
  if (result->verdict == Verdict::Unknown && std::getenv("TENON_RUNS"))
    outs() << "seed " << seed << ": " << result->reason << '\n';
  EXPECT_TRUE(result->repair->source.empty());
  return std::nullopt;
}

void report(const Tally &tally, unsigned compared) {
  std::string figures =
      formatv("{0} systems, {1} flawed: {2} repaired, {3} only trivially, {4} not repairable, {5} undecided", compared,
              tally.flawed, tally.repaired, tally.trivial, tally.unrepairable, tally.unknown);
  testing::Test::RecordProperty("figures", figures);
  if (std::getenv("TENON_RUNS"))
    outs() << figures << '\n';
}

/// The component by itself, with its data in its states.
Lts componentLts(LoweredText &text, StringRef name) {
  TermContext terms;
  Program program = lowerComponent(*text.model().findComponent(name), text.model(), terms);
  Budget budget;
  return cantFail(lowerToLts(program, text.model().labels, budget));
}

/// The component as it prints when it has been read.
std::string printed(LoweredText &text, StringRef name) {
  TermContext terms;
  Program program = lowerComponent(*text.model().findComponent(name), text.model(), terms);
  return printProgram(program, program.variables, 0, *text.model().labels);
}

std::optional<ProgramSystem> systemOf(LoweredText &text) {
  const SystemModel &composite = *text.model().findSystem("System");
  std::optional<ProgramSystem> system = lowerSystem(composite, *text.lowering);
  if (!system || !addMonitor(*system, composite, "P", nullptr, *text.lowering))
    return std::nullopt;
  return system;
}

/// Of the file's goal, by composing everything; nullopt if it cannot be asked.
std::optional<Verdict> directVerdict(LoweredText &text) {
  CheckOptions options;
  options.engine.method = SafetyMethod::Direct;
  std::vector<CheckResult> results = Checker(*text.lowering, options).run();
  if (results.empty() || text.frontend.diagnosticEngine().hasErrors())
    return std::nullopt;
  return results.front().verdict;
}

} // namespace

TEST(RandomRepair, SourcesWithData) {
  Tally tally;
  unsigned compared = 0;
  for (uint64_t seed = 3'000'000; tally.flawed < runsOr(30) && !testing::Test::HasFailure(); ++seed) {
    RandomSystems random(seed);
    RandomProgramOptions shape;
    shape.minComponents = 2;
    shape.maxLocations = 3;
    shape.followers = shape.arrays = false;
    shape.totalVariables = 3;
    RandomProgramSystem example = randomProgramSystem(random, shape);
    std::string source = example.source(), component = example.system.components[random.below(2)].name;
    LoweredText before(source);
    std::optional<ProgramSystem> system = before.ok() ? systemOf(before) : std::nullopt;
    // Gaps in properties are errors.
    if (!system || before.frontend.diagnosticEngine().hasErrors())
      continue;
    ExplicitExploration exploration = explore(*system, 20'000);
    ++compared;
    if (!exploration.complete || !exploration.violationDepth)
      continue;
    SCOPED_TRACE("seed " + std::to_string(seed) + ", " + component + "\n" + source);
    std::optional<std::string> repaired = repair(source, {"System", component, "P"}, seed, tally);
    if (!repaired)
      continue;
    LoweredText after(*repaired);
    ASSERT_TRUE(after.ok()) << after.diagnostics() << *repaired;
    std::optional<ProgramSystem> changed = systemOf(after);
    ASSERT_TRUE(changed);
    EXPECT_FALSE(explore(*changed, 100'000).violationDepth) << *repaired;
    ComparisonResult comparison =
        cantFail(refinesTraces(componentLts(after, component), componentLts(before, component), Budget()));
    EXPECT_TRUE(comparison.equivalent) << join(comparison.trace, ", ") << "\n" << *repaired;
    // What is written means what was meant: it prints as something that reads back the same.
    std::string automaton = printed(after, component), channels = StringRef(source).split("\ncomponent").first.str();
    LoweredText again(channels + "\n" + automaton);
    ASSERT_TRUE(again.ok()) << again.diagnostics() << automaton;
    EXPECT_TRUE(cantFail(compareLts(componentLts(again, component), componentLts(after, component), Equivalence::Strong,
                                    Budget()))
                    .equivalent)
        << automaton;
  }
  report(tally, compared);
  EXPECT_GT(tally.repaired, tally.flawed / 10);
  EXPECT_LE(tally.unknown, tally.flawed / 4);
}

TEST(RandomRepair, Processes) {
  Tally tally;
  unsigned compared = 0;
  for (uint64_t seed = 4'000'000; tally.flawed < runsOr(20) && !testing::Test::HasFailure(); ++seed) {
    RandomSystems random(seed);
    RandomFspOptions shape;
    shape.maxProcesses = 3;
    shape.maxLocals = 1;
    shape.maxDepth = 2;
    shape.composites = shape.modifiers = shape.sequential = shape.error = false;
    RandomFsp example = random.fsp(shape);
    if (example.processes.size() < 2 || example.processes.back() != "Q0")
      continue;
    std::vector<std::string> names(example.processes.begin(), example.processes.end() - 1);
    std::string source = example.text + "\n||System = (" + join(names, " || ") + ").\n\ncheck System satisfies Q0;\n";
    LoweredText before(source);
    std::optional<Verdict> verdict = before.ok() ? directVerdict(before) : std::nullopt;
    compared += verdict.has_value();
    if (verdict != Verdict::Violated)
      continue;
    std::string component = seed % 3 == 0 ? "" : random.pick(names);
    SCOPED_TRACE("seed " + std::to_string(seed) + ", " + component + "\n" + source);
    std::optional<std::string> repaired = repair(source, {"System", component, "Q0"}, seed, tally);
    if (!repaired)
      continue;
    LoweredText after(*repaired);
    ASSERT_TRUE(after.ok()) << after.diagnostics() << *repaired;
    EXPECT_EQ(directVerdict(after), Verdict::Holds) << *repaired;
    for (const std::string &name : names) {
      LtsRef old = before.lts(name), now = after.lts(name);
      ASSERT_TRUE(old && now);
      EXPECT_TRUE(cantFail(refinesTraces(*now, *old, Budget())).equivalent) << name << "\n" << *repaired;
      EXPECT_EQ(old->alphabet().size(), now->alphabet().size()) << name << "\n" << *repaired;
      std::string text;
      raw_string_ostream os(text);
      ASSERT_FALSE(writeFsp(*now, name, os));
      LoweredText again(text);
      ASSERT_TRUE(again.ok()) << again.diagnostics() << text;
      EXPECT_TRUE(cantFail(compareLts(*again.lts(name), *now, Equivalence::Strong, Budget())).equivalent);
    }
  }
  report(tally, compared);
  EXPECT_GT(tally.repaired, tally.flawed / 10);
  EXPECT_LE(tally.unknown, tally.flawed / 4);
}
