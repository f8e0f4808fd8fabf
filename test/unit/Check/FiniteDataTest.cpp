//===- FiniteDataTest.cpp - Symbolic verdicts and those of LTSs -----------===//
//
// Systems with small data are decided twice: by the engines for data of any size, and as transition systems. The latter
// in two ways: the whole system at once, with its monitor; and component by component, as FSP.
//
//===----------------------------------------------------------------------===//

#include "tenon/Check/Checker.h"
#include "tenon/Check/ProgramChecker.h"
#include "tenon/Lower/FiniteProgram.h"

#include "Lower/LoweredText.h"
#include "RandomPrograms.h"

#include "llvm/ADT/STLExtras.h"

#include <gtest/gtest.h>

#include <cstdlib>

using namespace tenon;
using namespace llvm;
using namespace tenon::test;

namespace {

struct Tally {
  unsigned holds = 0, violated = 0, deadlocked = 0, free = 0;
};

/// The answer, whose evidence has been checked.
ProgramAnswer certifiedAnswer(const ProgramSystem &system, ReachabilityGoal goal, const std::string &context) {
  ProgramCheckOptions options;
  options.goal = goal;
  options.wantInvariant = true;
  Budget budget;
  ProgramAnswer answer = checkProgram(system, options, budget);
  EXPECT_NE(answer.verdict, Verdict::Unknown) << context << answer.reason;
  EXPECT_EQ(answer.run.has_value(), answer.verdict == Verdict::Violated) << context;
  EXPECT_EQ(answer.invariant.has_value(), answer.verdict == Verdict::Holds) << context;
  if (answer.run) {
    EXPECT_FALSE(answer.run->replay.problem) << context << *answer.run->replay.problem;
    EXPECT_EQ(answer.run->replay.isViolation, goal == ReachabilityGoal::Violation) << context;
  }
  if (answer.invariant) {
    EXPECT_EQ(certifyInvariant(system, goal, *answer.invariant, budget), true) << context;
  }
  return answer;
}

/// Initial values are chosen by silent steps.
bool beginsWithChoice(const Lts &lts) {
  return lts.hasTau() && all_of(lts.successors(Lts::initial()), [](const Transition &t) {
           return t.action == TauAction && t.target != Lts::initial();
         });
}

SafetySearch searchWhole(const ProgramSystem &system, bool &begins) {
  Budget budget;
  auto lts = std::make_shared<const Lts>(cantFail(lowerToLts(system, budget)));
  begins = beginsWithChoice(*lts);
  Network network;
  network.table = system.labels;
  network.components = {{"S", lts}};
  return searchSafety(network, {}, budget);
}

/// Without a monitor: each component an LTS of its own. Nothing if one has an END that only its data keeps it from:
/// that LTS has none, and termination would be another.
std::optional<SafetySearch> searchComponents(const ProgramSystem &system) {
  Budget budget;
  std::vector<std::vector<Component>> groups(1);
  for (Program program : system.components) {
    program.variables = system.variables;
    auto lts = std::make_shared<const Lts>(cantFail(lowerToLts(program, system.labels, budget)));
    if (any_of(program.locations, [](const ProgramLocation &l) { return l.end; }) != lts->end().has_value())
      return std::nullopt;
    groups.front().push_back({program.name, std::move(lts)});
  }
  ChannelValues values;
  cantFail(closeChannels(groups, system.labels, values, budget));
  Network network;
  network.table = system.labels;
  network.components = std::move(groups.front());
  return searchSafety(network, {}, budget);
}

void compareViolation(const ProgramSystem &system, const std::string &context, Tally &tally) {
  ProgramAnswer answer = certifiedAnswer(system, ReachabilityGoal::Violation, context);
  bool begins = false;
  SafetySearch search = searchWhole(system, begins);
  ASSERT_EQ(answer.verdict == Verdict::Violated, search.error.has_value()) << context;
  ++(search.error ? tally.violated : tally.holds);
  if (!search.error || !answer.run)
    return;
  EXPECT_LE(answer.run->steps.size(), search.error->trace.size()) << context;
  EXPECT_GE(answer.run->steps.size() + begins, search.error->trace.size()) << context;
}

/// Whether a channel has more than two users, and not all of them have an END: labels of pairs are then theirs alone,
/// so that termination is stricter than that of the programs.
bool isTerminationStricter(const ProgramSystem &system) {
  auto ends = [](const Program &p) { return any_of(p.locations, [](const ProgramLocation &l) { return l.end; }); };
  if (none_of(system.components, ends) || all_of(system.components, ends))
    return false;
  return any_of(system.components, [&](const Program &component) {
    return any_of(component.channels, [&](LabelId channel) {
      return count_if(system.components, [&](const Program &p) { return is_contained(p.channels, channel); }) > 2;
    });
  });
}

/// Deadlock, and ERROR in a component.
void compareUnwatched(ProgramSystem system, const std::string &context, Tally &tally) {
  system.monitor.reset();
  std::optional<SafetySearch> search = searchComponents(system);
  if (!search)
    return;
  ProgramAnswer deadlock = certifiedAnswer(system, ReachabilityGoal::Deadlock, context);
  ProgramAnswer error = certifiedAnswer(system, ReachabilityGoal::Violation, context);
  ASSERT_EQ(error.verdict == Verdict::Violated, search->error.has_value()) << context;
  if (isTerminationStricter(system))
    return;
  ASSERT_EQ(deadlock.verdict == Verdict::Violated, search->deadlock.has_value()) << context;
  ++(search->deadlock ? tally.deadlocked : tally.free);
}

/// TENON_RUNS=5000 tries more than the default.
void compareRandomSystems(ConstraintReading reading, unsigned runs, uint64_t firstSeed) {
  if (const char *text = std::getenv("TENON_RUNS"))
    runs = static_cast<unsigned>(std::atoi(text));
  Tally tally;
  unsigned compared = 0;
  for (uint64_t seed = firstSeed; compared < runs; ++seed) {
    RandomSystems random(seed);
    RandomProgramOptions shape;
    shape.ends = true;
    RandomProgramSystem example = randomProgramSystem(random, shape);
    example.system.reading = reading;
    if (!explore(example.system, 5000, false).complete)
      continue;
    ++compared;
    std::string context = "seed " + std::to_string(seed) + "\n" + example.describe();
    compareViolation(example.system, context, tally);
    if (compared % 2 == 0)
      compareUnwatched(example.system, context, tally);
    if (testing::Test::HasFailure())
      return;
  }
  for (unsigned count : {tally.holds, tally.violated, tally.deadlocked, tally.free})
    EXPECT_GT(count, runs / 16);
  std::string figures = std::to_string(compared) + " systems: " + std::to_string(tally.holds) + " hold, " +
                        std::to_string(tally.violated) + " are violated; " + std::to_string(tally.free) +
                        " are free of deadlock, " + std::to_string(tally.deadlocked) + " are not";
  testing::Test::RecordProperty("figures", figures);
  if (std::getenv("TENON_RUNS"))
    outs() << figures << '\n';
}

} // namespace

//===----------------------------------------------------------------------===//
// From sources
//===----------------------------------------------------------------------===//

namespace {

/// The verdicts of a text's goal and of the default checks of `System`, decided in one way.
std::vector<Verdict> verdictsOf(StringRef source, SafetyMethod method, const std::string &context) {
  std::vector<Verdict> verdicts;
  for (bool isTarget : {false, true}) {
    LoweredText text(source);
    EXPECT_TRUE(text.ok()) << context << text.diagnostics();
    CheckOptions options;
    options.engine.method = method;
    options.certify = true;
    options.system = isTarget ? "System" : "";
    for (const CheckResult &result : Checker(*text.lowering, options).run()) {
      EXPECT_TRUE(result.verdict == Verdict::Unknown || result.certified.value_or(true)) << context;
      verdicts.push_back(result.verdict);
    }
    EXPECT_FALSE(text.frontend.diagnosticEngine().hasErrors()) << context << text.diagnostics();
  }
  return verdicts;
}

} // namespace

/// The goal, deadlock, ERROR and progress: however they are decided.
TEST(FiniteData, MethodsAgreeAboutSources) {
  unsigned violated = 0, deadlocked = 0, compared = 0;
  unsigned runs = 40;
  if (const char *text = std::getenv("TENON_RUNS"))
    runs = static_cast<unsigned>(std::atoi(text)) / 10;
  for (uint64_t seed = 900'000; compared < runs; ++seed) {
    RandomSystems random(seed);
    RandomProgramOptions shape;
    shape.followers = shape.rejecting = false;
    shape.observerShare = shape.constraintShare = 0;
    RandomProgramSystem example = randomProgramSystem(random, shape);
    if (!explore(example.system, 1000, false).complete)
      continue;
    ++compared;
    std::string source = example.source(), context = "seed " + std::to_string(seed) + "\n" + source;
    std::vector<Verdict> expected = verdictsOf(source, SafetyMethod::Auto, context);
    ASSERT_EQ(expected.size(), 4U) << context;
    violated += expected[0] == Verdict::Violated;
    deadlocked += expected[1] == Verdict::Violated;
    for (SafetyMethod method : {SafetyMethod::Direct, SafetyMethod::Compositional}) {
      std::vector<Verdict> verdicts = verdictsOf(source, method, context);
      ASSERT_EQ(ArrayRef(expected).take_front(3), ArrayRef(verdicts).take_front(3)) << context;
      if (method == SafetyMethod::Direct) {
        ASSERT_EQ(expected, verdicts) << context;
      }
    }
  }
  EXPECT_GT(violated, runs / 6);
  EXPECT_LT(violated, runs - runs / 6);
  EXPECT_GT(deadlocked, runs / 10);
}

TEST(FiniteData, UrgentVerdictsAreThoseOfTransitionSystems) {
  compareRandomSystems(ConstraintReading::Urgent, 80, 500'000);
}

TEST(FiniteData, InterleavedVerdictsAreThoseOfTransitionSystems) {
  compareRandomSystems(ConstraintReading::Interleaved, 80, 700'000);
}
