//===- ProgramCheckerTest.cpp - Systems with data -------------------------===//

#include "tenon/Check/ProgramChecker.h"

#include "RandomPrograms.h"

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
        << context << random.describe() << printInvariant(random.system, *answer.invariant);
  }
}

TEST(ProgramCheckerTest, SearchAgreesWithTryingAllValues) {
  Tally tally;
  ProgramCheckOptions options;
  for (bool &engine : options.engines)
    engine = false;
  options.engines[static_cast<size_t>(ProgramEngine::Search)] = true;
  unsigned runs = 300;
  if (const char *text = std::getenv("TENON_RUNS"))
    runs = static_cast<unsigned>(std::atoi(text));
  for (uint64_t seed = 0; seed < runs; ++seed) {
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

} // namespace
