//===- BoundedCheckerTest.cpp - What bounded checks claim -----------------===//

#include "RandomC.h"

#include "tenon/Check/BoundedChecker.h"
#include "tenon/Sema/CFrontend.h"

#include <gtest/gtest.h>

using namespace tenon;
using namespace tenon::test;
using namespace tenon::seq;

namespace {

InputValues randomInputs(const Program &program, std::mt19937 &random) {
  constexpr unsigned Most = 200; // Later ones are 0.
  InputValues inputs(program.inputs.size());
  for (std::vector<Number> &values : inputs)
    for (unsigned i = 0; i < Most; ++i)
      values.push_back(Number(random() % 8 ? static_cast<int64_t>(random() % 16) - 5 : static_cast<int32_t>(random())));
  return inputs;
}

struct Verdicts {
  unsigned holds = 0, violated = 0, beyond = 0;
};

/// A verdict at a small bound against runs that no bound cuts off.
void compare(const std::string &text, uint32_t seed, Verdicts &verdicts) {
  CFrontend frontend;
  frontend.parseText(text, "random.c");
  const Program *program = frontend.analyze(/*isMath=*/false);
  ASSERT_TRUE(program) << text;
  BoundedOptions options;
  options.bound = 1 + seed % 4;
  Budget budget;
  CheckResult result = checkBounded(*program, frontend.sourceManager(), options, budget);
  Interpreter interpreter(*program);
  std::mt19937 random(seed);
  bool isCut = false;
  for (unsigned run = 0; run < 60; ++run) {
    InputValues inputs = randomInputs(*program, random);
    Outcome within = interpreter.run(inputs, {options.bound});
    Outcome whole = interpreter.run(inputs, {1'000'000, false, 200'000});
    isCut |= within.kind == Outcome::Kind::BoundReached;
    if (result.verdict != Verdict::Violated) {
      ASSERT_FALSE(within.isError()) << text << "seed " << seed;
    }
    if (result.verdict == Verdict::Holds) {
      ASSERT_FALSE(whole.isError()) << text << "seed " << seed;
      ASSERT_NE(within.kind, Outcome::Kind::BoundReached) << text << "seed " << seed;
    }
  }
  verdicts.holds += result.verdict == Verdict::Holds;
  verdicts.violated += result.verdict == Verdict::Violated;
  verdicts.beyond += result.verdict == Verdict::Unknown && isCut;
}

} // namespace

TEST(BoundedCheckerTest, HoldsMeansForAllRuns) {
  Verdicts verdicts;
  RandomCOptions options;
  options.statements = 3;
  for (uint32_t seed = 0; seed < 150 && !HasFatalFailure(); ++seed)
    compare(randomC(seed, options), seed, verdicts);
  // All three occur, or the comparison says nothing.
  EXPECT_GT(verdicts.holds, 10U);
  EXPECT_GT(verdicts.violated, 25U);
  EXPECT_GT(verdicts.beyond, 2U);
}
