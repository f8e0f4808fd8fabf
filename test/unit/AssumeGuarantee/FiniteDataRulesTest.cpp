//===- FiniteDataRulesTest.cpp - Rules for components with small data -----===//

#include "tenon/AssumeGuarantee/RuleGoals.h"
#include "tenon/Check/Checker.h"

#include "Lower/LoweredText.h"
#include "RandomPrograms.h"

#include <gtest/gtest.h>

using namespace tenon;
using namespace tenon::test;

namespace {

/// The verdict of the text's goal by a rule; without one, by the engines for data of any size.
Verdict verdictOf(llvm::StringRef source, llvm::StringRef method, const std::string &context) {
  LoweredText text(source);
  EXPECT_TRUE(text.ok()) << context << text.diagnostics();
  Goal goal = text.model().goals.front();
  goal.method = method.str();
  CheckOptions options;
  options.goal = goal;
  options.certify = true;
  VerifyOptions verification;
  verification.certify = true;
  options.runners = {ruleRunner(verification)};
  std::vector<CheckResult> results = Checker(*text.lowering, options).run();
  EXPECT_EQ(results.size(), 1U) << context << text.diagnostics();
  if (results.size() != 1)
    return Verdict::Unknown;
  EXPECT_NE(results.front().certified, std::optional(false)) << context;
  return results.front().verdict;
}

} // namespace

TEST(FiniteDataRules, AgreeWithTheSymbolicVerdict) {
  unsigned violated = 0, compared = 0;
  constexpr unsigned Runs = 25;
  for (uint64_t seed = 0; compared < Runs; ++seed) {
    RandomSystems random(seed);
    RandomProgramOptions shape;
    shape.minComponents = 2;
    shape.maxLocations = 3;
    shape.followers = shape.rejecting = shape.hiding = shape.errors = false;
    shape.observerShare = shape.constraintShare = 0;
    RandomProgramSystem example = randomProgramSystem(random, shape);
    if (!explore(example.system, 100, false).complete)
      continue;
    std::string source = example.source(), context = "seed " + std::to_string(seed) + "\n" + source;
    Verdict expected = verdictOf(source, "", context);
    if (expected == Verdict::Violated && violated > Runs / 2)
      continue;
    ++compared;
    violated += expected == Verdict::Violated;
    for (llvm::StringRef method : {"asym-learn", "asym-sat", "symmetric", "circular", "nway", "auto"}) {
      LoweredText text(source);
      std::optional<std::vector<Operand>> operands = text.lowering->operands(*text.model().findDefinition("System"));
      ASSERT_TRUE(operands) << context;
      if (operands->size() != 2 && method != "auto") // One: readers or writers compete.
        continue;
      ASSERT_EQ(verdictOf(source, method, context), expected) << method.str() << ": " << context;
    }
  }
  EXPECT_GT(violated, Runs / 4);
}
