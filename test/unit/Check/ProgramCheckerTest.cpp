//===- ProgramCheckerTest.cpp - Systems with data -------------------------===//

#include "tenon/Check/ProgramChecker.h"

#include "ProgramSketch.h"
#include "RandomPrograms.h"

#include "llvm/ADT/StringExtras.h"

#include <gtest/gtest.h>

using namespace tenon;
using namespace llvm;
using namespace tenon::test;

namespace {

struct Tally {
  unsigned holds = 0, violated = 0;
};

/// Compares the answer with what is found by trying all values, and checks the evidence.
void compare(const RandomProgramSystem &random, const ProgramCheckOptions &options, const ExplicitExploration &expected,
             const std::string &context, Tally &tally) {
  Budget budget;
  ProgramAnswer answer = checkProgram(random.system, options, budget);
  Verdict verdict = expected.violationDepth ? Verdict::Violated : Verdict::Holds;
  ASSERT_EQ(answer.verdict, verdict) << context << answer.reason << '\n' << random.describe();
  if (verdict == Verdict::Violated) {
    ++tally.violated;
    ASSERT_TRUE(answer.run);
    EXPECT_EQ(answer.run->steps.size(), *expected.violationDepth) << context << random.describe();
    EXPECT_FALSE(answer.run->replay.problem) << context << *answer.run->replay.problem << '\n' << random.describe();
    EXPECT_TRUE(answer.run->replay.isViolation) << context << random.describe();
    return;
  }
  ++tally.holds;
  if (answer.invariant) {
    EXPECT_EQ(certifyInvariant(random.system, options.goal, *answer.invariant, budget), true)
        << context << random.describe() << join(describeInvariant(random.system, *answer.invariant), "\n");
  }
}

/// TENON_RUNS=5000 tries more than the default.
void compareRandomSystems(const ProgramCheckOptions &options, unsigned runs, uint64_t firstSeed) {
  Tally tally;
  if (const char *text = std::getenv("TENON_RUNS"))
    runs = static_cast<unsigned>(std::atoi(text));
  for (uint64_t seed = firstSeed; seed < firstSeed + runs; ++seed) {
    RandomSystems random(seed);
    RandomProgramSystem system = randomProgramSystem(random);
    ExplicitExploration expected = explore(system.system, 20000);
    if (!expected.complete && !expected.violationDepth)
      continue;
    compare(system, options, expected, "seed " + std::to_string(seed) + ": ", tally);
    if (testing::Test::HasFailure())
      return;
  }
  EXPECT_GT(tally.holds, runs / 8);
  EXPECT_GT(tally.violated, runs / 8);
}

ProgramCheckOptions onlyWith(ProgramEngine engine) {
  ProgramCheckOptions options;
  for (unsigned number = 0; number < ProgramEngineCount; ++number)
    options.engines[number] = number == static_cast<unsigned>(engine);
  return options;
}

TEST(ProgramCheckerTest, SearchAgreesWithTryingAllValues) {
  compareRandomSystems(onlyWith(ProgramEngine::Search), 300, 0);
}

TEST(ProgramCheckerTest, StatesAgreeWithTryingAllValues) {
  compareRandomSystems(onlyWith(ProgramEngine::States), 300, 200'000);
}

/// The canonical run is one, whoever finds it.
TEST(ProgramCheckerTest, StatesAndSearchFindTheSameRun) {
  unsigned violated = 0, deadlocked = 0;
  for (uint64_t seed = 300'000; seed < 300'150; ++seed) {
    RandomSystems random(seed);
    RandomProgramSystem example = randomProgramSystem(random);
    if (!explore(example.system, 2000, false).complete)
      continue;
    for (ReachabilityGoal goal : {ReachabilityGoal::Violation, ReachabilityGoal::Deadlock}) {
      ProgramAnswer answers[2];
      for (ProgramEngine engine : {ProgramEngine::States, ProgramEngine::Search}) {
        ProgramCheckOptions options = onlyWith(engine);
        options.goal = goal;
        Budget budget;
        budget.setTimeout(10);
        answers[engine == ProgramEngine::Search] = checkProgram(example.system, options, budget);
      }
      if (answers[1].verdict == Verdict::Unknown)
        continue;
      std::string context = "seed " + std::to_string(seed) + "\n" + example.describe();
      ASSERT_EQ(answers[0].verdict, answers[1].verdict) << context;
      if (!answers[0].run)
        continue;
      ++(goal == ReachabilityGoal::Violation ? violated : deadlocked);
      ASSERT_EQ(answers[0].run->moves, answers[1].run->moves) << context;
      ASSERT_EQ(answers[0].run->initialValues, answers[1].run->initialValues) << context;
    }
  }
  EXPECT_GT(violated, 25U);
  EXPECT_GT(deadlocked, 25U);
}

TEST(ProgramCheckerTest, PortfolioAgreesWithTryingAllValues) {
  compareRandomSystems({}, 100, 100'000);
}

/// Whether a state without a move, that is not the end of all components, can be reached.
std::optional<bool> canStop(const ProgramSystem &system) {
  ExplicitExploration all = explore(system, 3000, false);
  if (!all.complete)
    return std::nullopt;
  auto inputs = [&](const ProgramAction &action) {
    return valuesOf(system.variables[action.target], action.index != nullptr);
  };
  return llvm::any_of(all.states, [&](const ConcreteState &state) {
    bool isEnd = true;
    for (auto [component, location] : llvm::zip(system.components, state.place)) {
      if (location == ErrorLocation)
        return false;
      isEnd &= component.locations[location].end;
    }
    return !isEnd && possibleMoves(system, state, inputs).empty();
  });
}

TEST(ProgramCheckerTest, DeadlockAgreesWithTryingAllValues) {
  RandomProgramOptions shape;
  shape.monitor = false;
  unsigned stops = 0, goesOn = 0;
  ProgramCheckOptions options;
  options.goal = ReachabilityGoal::Deadlock;
  for (uint64_t seed = 0; seed < 120; ++seed) {
    RandomSystems random(seed);
    RandomProgramSystem system = randomProgramSystem(random, shape);
    std::optional<bool> expected = canStop(system.system);
    if (!expected)
      continue;
    ++(*expected ? stops : goesOn);
    ProgramAnswer answer = checkProgram(system.system, options, Budget());
    ASSERT_EQ(answer.verdict, *expected ? Verdict::Violated : Verdict::Holds) << "seed " << seed << system.describe();
    if (answer.invariant) {
      ASSERT_EQ(certifyInvariant(system.system, options.goal, *answer.invariant, Budget()), true)
          << "seed " << seed << system.describe();
    }
    if (answer.run) {
      ASSERT_FALSE(answer.run->replay.problem) << "seed " << seed << *answer.run->replay.problem;
      auto inputs = [&](const ProgramAction &action) {
        return valuesOf(system.system.variables[action.target], action.index != nullptr);
      };
      const std::vector<ReplayedStep> &steps = answer.run->replay.steps;
      ASSERT_TRUE(
          possibleMoves(system.system, steps.empty() ? answer.run->replay.initial : steps.back().after, inputs).empty())
          << "seed " << seed;
    }
  }
  EXPECT_GT(stops, 15U);
  EXPECT_GT(goesOn, 15U);
}

/// Over unbounded numbers there is nothing to compare with, but the evidence can be checked.
TEST(ProgramCheckerTest, EvidenceAboutUnboundedDataIsRight) {
  RandomProgramOptions shape;
  shape.finite = false;
  Tally tally;
  unsigned unknown = 0;
  for (uint64_t seed = 0; seed < 60; ++seed) {
    RandomSystems random(seed);
    RandomProgramSystem system = randomProgramSystem(random, shape);
    ProgramCheckOptions options;
    options.wantInvariant = true;
    Budget budget;
    budget.setTimeout(1);
    ProgramAnswer answer = checkProgram(system.system, options, budget);
    unknown += answer.verdict == Verdict::Unknown;
    if (answer.verdict == Verdict::Violated) {
      ++tally.violated;
      ASSERT_FALSE(answer.run->replay.problem) << "seed " << seed << *answer.run->replay.problem << system.describe();
      ASSERT_TRUE(answer.run->replay.isViolation) << "seed " << seed << system.describe();
    }
    if (answer.verdict == Verdict::Holds) {
      ++tally.holds;
      ASSERT_EQ(certifyInvariant(system.system, options.goal, *answer.invariant, Budget()), true)
          << "seed " << seed << system.describe();
    }
  }
  EXPECT_GT(tally.holds, 8U);
  EXPECT_GT(tally.violated, 15U);
  EXPECT_LT(unknown, 12U);
}

/// Each prover alone: what it proves holds, with an invariant; what it does not prove may or may not.
TEST(ProgramCheckerTest, ProversAreRight) {
  unsigned proofs[ProgramEngineCount] = {}, trials = 0;
  unsigned runs = 40;
  if (const char *text = std::getenv("TENON_RUNS"))
    runs = static_cast<unsigned>(std::atoi(text));
  for (uint64_t seed = 0; seed < runs; ++seed) {
    RandomSystems random(seed);
    RandomProgramSystem system = randomProgramSystem(random);
    ExplicitExploration expected = explore(system.system, 5000);
    if (!expected.complete && !expected.violationDepth)
      continue;
    trials += !expected.violationDepth;
    for (ProgramEngine engine : {ProgramEngine::Intervals, ProgramEngine::Induction, ProgramEngine::Spacer}) {
      ProgramCheckOptions options = onlyWith(engine);
      Budget budget;
      budget.setTimeout(2);
      ProgramAnswer answer = checkProgram(system.system, options, budget);
      ASSERT_NE(answer.verdict, Verdict::Violated);
      if (answer.verdict != Verdict::Holds)
        continue;
      ++proofs[static_cast<unsigned>(engine)];
      ASSERT_FALSE(expected.violationDepth) << "seed " << seed << programEngineName(engine).str() << system.describe();
      ASSERT_EQ(certifyInvariant(system.system, options.goal, *answer.invariant, budget), true)
          << "seed " << seed << ": " << programEngineName(engine).str() << '\n'
          << system.describe() << join(describeInvariant(system.system, *answer.invariant), "\n");
    }
  }
  EXPECT_GT(proofs[static_cast<unsigned>(ProgramEngine::Intervals)], trials / 4);
  EXPECT_GT(proofs[static_cast<unsigned>(ProgramEngine::Induction)], trials / 2);
  EXPECT_GT(proofs[static_cast<unsigned>(ProgramEngine::Spacer)], trials / 2);
}

//===----------------------------------------------------------------------===//
// The password
//===----------------------------------------------------------------------===//

const Rational TwoTo63 = Rational(DynamicAPInt(int64_t(1) << 62) * 2);

/// The example of docs: read, lengthen, encrypt, compare.
ProgramSystem password(bool isRepaired) {
  ProgramSketch sketch;
  SketchTerm pw = sketch.variable("Client.pw"), pw2 = sketch.variable("Client.pw2"),
             key = sketch.variable("Server.key");
  SketchTerm limit{pw.terms, pw.terms->number(Sort::integer(), TwoTo63)};
  auto client = sketch.component("Client");
  client.read("Read", "read", pw, "Loop")
      .when("Loop", pw <= 999, "Again")
      .when("Loop", !(pw <= 999), isRepaired ? "Assume" : "Send")
      .read("Again", "read", pw, "Loop")
      .write("Send", "enc", pw, "Get")
      .read("Get", "getEnc", pw2, "Read");
  if (isRepaired)
    client.when("Assume", pw < limit, "Send");
  sketch.component("Server")
      .read("Wait", "enc", key, "Code")
      .assign("Code", key, key * 2, "Reply")
      .write("Reply", "getEnc", key, "Wait");
  SketchTerm isBad = either(pw == pw2, !(key < limit * 2));
  sketch.property("Encrypts")
      .event("Start", "read", "Ready")
      .event("Ready", "read", "Ready")
      .event("Ready", "enc", "Sent")
      .event("Sent", "getEnc", "Check")
      .when("Check", isBad, "ERROR")
      .when("Check", !isBad, "Start");
  return sketch.system;
}

TEST(ProgramCheckerTest, PasswordOverflows) {
  ProgramSystem system = password(false);
  ProgramAnswer answer = checkProgram(system, {}, Budget());
  ASSERT_EQ(answer.verdict, Verdict::Violated) << answer.reason;
  std::vector<std::string> trace;
  for (const SystemStep &step : answer.run->steps)
    trace.push_back(describeStep(system, step));
  EXPECT_EQ(trace, (std::vector<std::string>{"read?pw", "[pw > 999]", "enc!pw", "key := 2*key", "getEnc!key",
                                             "[Client.pw == Client.pw2 || Server.key >= 18446744073709551616]"}));
  ASSERT_TRUE(answer.run->moves[0].input);
  EXPECT_EQ(printValue(*answer.run->moves[0].input), "9223372036854775808");
  EXPECT_TRUE(answer.run->replay.isViolation);
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// Checks that every single engine that is asked gets it, and that the invariant is one.
void expectProof(const ProgramSystem &system, ArrayRef<ProgramEngine> engines, ReachabilityGoal goal = {}) {
  for (ProgramEngine engine : engines) {
    ProgramCheckOptions options;
    options.goal = goal;
    for (unsigned number = 0; number < ProgramEngineCount; ++number) {
      auto other = static_cast<ProgramEngine>(number);
      options.engines[number] =
          other == engine || (other == ProgramEngine::Intervals && engine != ProgramEngine::Search);
    }
    Budget budget;
    budget.setTimeout(60);
    ProgramAnswer answer = checkProgram(system, options, budget);
    ASSERT_EQ(answer.verdict, Verdict::Holds) << programEngineName(engine).str() << ": " << answer.reason;
    ASSERT_TRUE(answer.invariant);
    EXPECT_EQ(certifyInvariant(system, goal, *answer.invariant, budget), true)
        << programEngineName(engine).str() << '\n'
        << join(describeInvariant(system, *answer.invariant), "\n");
  }
}

TEST(ProgramCheckerTest, RepairedPasswordHolds) {
  expectProof(password(true), {ProgramEngine::Search, ProgramEngine::Intervals, ProgramEngine::Spacer});
}

/// while (true) { if (x < limit) x++; else x = 0; }, and x <= limit
ProgramSystem counter(const Sort &sort, int64_t limit) {
  ProgramSketch sketch;
  SketchTerm x = sketch.variable("C.x", sort, 0);
  sketch.component("C")
      .when("Loop", x < limit, "More")
      .when("Loop", !(x < limit), "Reset")
      .assign("More", x, x + 1, "Loop")
      .assign("Reset", x, x.literal(0), "Loop");
  sketch.observer("P").when("Watch", !(x <= limit), "ERROR");
  return sketch.system;
}

TEST(ProgramCheckerTest, CountsToABillion) {
  expectProof(counter(Sort::integer(), 1'000'000'000), {ProgramEngine::Intervals, ProgramEngine::Spacer});
  expectProof(counter(Sort::bits(32), 1'000'000'000), {ProgramEngine::Intervals});
}

/// x' = x + 1, y' = y + x from 0: y never is below 0.
TEST(ProgramCheckerTest, AddsUp) {
  ProgramSketch sketch;
  SketchTerm x = sketch.variable("C.x", 0), y = sketch.variable("C.y", 0);
  sketch.component("C").assign("A", y, y + x, "B").assign("B", x, x + 1, "A");
  sketch.observer("P").when("Watch", y < 0, "ERROR");
  expectProof(sketch.system, {ProgramEngine::Intervals, ProgramEngine::Spacer, ProgramEngine::Induction});
}

/// A number that grows on its way to and fro; the receiver's is never behind the sender's.
TEST(ProgramCheckerTest, PassesAGrowingNumber) {
  ProgramSketch sketch;
  SketchTerm x = sketch.variable("A.x", 0), y = sketch.variable("B.y", 0);
  sketch.component("A").write("Send", "to", x, "Wait").read("Wait", "fro", x, "Send");
  sketch.component("B")
      .read("Wait", "to", y, "Grow")
      .assign("Grow", y, y + 1, "Answer")
      .write("Answer", "fro", y, "Wait");
  sketch.observer("P")
      .event("Even", "to", "Odd")
      .event("Odd", "fro", "Check")
      .when("Check", either(x < y, x < 1), "ERROR")
      .when("Check", !either(x < y, x < 1), "Even");
  expectProof(sketch.system, {ProgramEngine::Intervals, ProgramEngine::Spacer});
}

/// for (x = 0; ; x++) for (y = x; y < x + 5; y++) ; and x <= y inside.
TEST(ProgramCheckerTest, NestsLoops) {
  ProgramSketch sketch;
  SketchTerm x = sketch.variable("C.x", 0), y = sketch.variable("C.y", 0);
  sketch.component("C")
      .assign("Outer", y, x, "Inner")
      .when("Inner", y < x + 5, "Step")
      .when("Inner", !(y < x + 5), "Next")
      .assign("Step", y, y + 1, "Inner")
      .assign("Next", x, x + 1, "Jump")
      .when("Jump", x <= y, "Outer")
      .when("Jump", y < x, "ERROR");
  expectProof(sketch.system, {ProgramEngine::Intervals, ProgramEngine::Spacer});
}

/// while (true) { for (i = 0; i < 10; i++) { read?v; if (v < 0) v = 0; a[i] = v; } read?i; assert(a[i] >= 0); }
ProgramSystem arrays(const Sort &element, uint64_t length) {
  ProgramSketch sketch;
  auto size = static_cast<int64_t>(length);
  SketchTerm a = sketch.variable("C.a", Sort::array(element, length)), i = sketch.variable("C.i", 0),
             v = sketch.variable("C.v", element, 0);
  sketch.component("C")
      .when("Fill", i < size, "Read")
      .when("Fill", !(i < size), "Choose")
      .read("Read", "in", v, "Test")
      .when("Test", v < 100, "Put")
      .when("Test", !(v < 100), "Cut")
      .assign("Cut", v, v.literal(99), "Put")
      .store("Put", a, i, v, "Count")
      .assign("Count", i, i + 1, "Fill")
      .read("Choose", "in2", i, "Get")
      .when("Get", both(!(i < 0), i < size), "Use")
      .when("Use", a[i] < 100, "Again")
      .when("Use", !(a[i] < 100), "ERROR")
      .assign("Again", i, i.literal(0), "Fill");
  return sketch.system;
}

TEST(ProgramCheckerTest, FillsAnArray) {
  expectProof(arrays(Sort::integer(), 10), {ProgramEngine::Search});
  expectProof(arrays(Sort::bits(32), 10), {ProgramEngine::Search});
}

} // namespace
