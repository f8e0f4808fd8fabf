//===- AssumeGuaranteeRepairTest.cpp - Verify or repair -------------------===//

#include "ProgramBuilder.h"

#include "tenon/Repair/AssumeGuaranteeRepair.h"

#include "RandomPrograms.h"

#include <gtest/gtest.h>

using namespace tenon;
using namespace tenon::test;
using namespace llvm;

namespace {

using Outcome = AgrResult::Outcome;

AgrOptions optionsFor(SyntacticMethod method, Placement place) {
  AgrOptions options;
  options.method = method;
  options.place = place;
  return options;
}

ProgramSystem repaired(const ProgramSystem &system, uint32_t component, const AgrResult &result) {
  ProgramSystem changed = system;
  changed.components[component] = result.component->program();
  return changed;
}

/// The proof that a result comes with, checked by itself.
void expectProof(const ProgramSystem &system, uint32_t component, const AgrResult &result) {
  ASSERT_TRUE(result.assumption);
  ProgramSystem changed = repaired(system, component, result);
  EXPECT_EQ(checkProgram(changed, {}, Budget()).verdict, Verdict::Holds);
  TraceAlphabet alphabet = *result.alphabet;
  TraceAutomaton automaton(changed.components[component], alphabet);
  EXPECT_EQ(alphabet.size(), result.alphabet->size());
  EXPECT_FALSE(findAcceptedOutside(automaton, *result.assumption));
  changed.components[component] = programOf(*result.assumption, alphabet, changed.components[component]);
  EXPECT_EQ(checkProgram(changed, {}, Budget()).verdict, Verdict::Holds);
  if (!result.isWeakest) {
    EXPECT_LE(result.assumption->stateCount(), minimalSize(automaton, alphabet.size()));
  }
}

/// The shape of `infinite_bugs_c1`, a published benchmark: infinitely many traces violate, none with a constraint.
struct EndlessBugs : ProgramBuilder {
  EndlessBugs() {
    Term x = variable("M1.x"), y = variable("M2.y");
    Program first = program("M1", {"S0-", "S1"});
    add(first, 0, read("a", x), 1);
    add(first, 1, read("a", x), 1);
    add(first, 1, read("b", x), 0);
    addComponent(first);
    Program second = program("M2", {"S0-", "S1", "S2", "S3"});
    add(second, 0, write("a", y), 1);
    add(second, 1, read("c", y), 3);
    add(second, 2, write("b", y), 1);
    add(second, 3, write("a", y), 2);
    addComponent(second);
    Program monitor = program("P", {"S0", "S1-"});
    add(monitor, 0, event("a"), 1);
    add(monitor, 1, event("a"), 1);
    add(monitor, 1, event("b"), 0);
    setMonitor(monitor, true);
  }
};

/// The shape of `simple_error`, a published benchmark.
struct OneError : ProgramBuilder {
  OneError() {
    Term x = variable("M1.x"), y = variable("M2.y");
    Program first = program("M1", {"S0-", "S1"});
    add(first, 0, read("a", x), 1);
    add(first, 1, read("b", x), 0);
    addComponent(first);
    Program second = program("M2", {"S0-", "S1", "S2"});
    add(second, 0, write("a", y), 1);
    add(second, 1, write("a", y), 2);
    add(second, 1, when(terms().equal(y, number(0))), 0);
    add(second, 2, write("b", y), 1);
    addComponent(second);
    Program monitor = program("P", {"S0", "S1-"});
    add(monitor, 0, event("a"), 1);
    add(monitor, 1, event("b"), 0);
    setMonitor(monitor, true);
  }
};

} // namespace

TEST(AssumeGuaranteeRepair, RepairsTheRunningExample) {
  for (Placement place : {Placement::Early, Placement::End}) {
    PasswordSystem example;
    AgrResult result = repairComponent(example.system, 0, optionsFor(SyntacticMethod::Approximate, place), Budget());
    ASSERT_EQ(result.outcome, Outcome::Repaired) << result.reason;
    ASSERT_EQ(result.repairs.size(), 1U);
    EXPECT_EQ(result.repairs[0].constraint, "pw < 9223372036854775808");
    EXPECT_EQ(result.repairs[0].location, place == Placement::Early ? "Got" : "Idle");
    EXPECT_EQ(result.component->fullSize(), 5U);
    expectProof(example.system, 0, result);
  }
}

TEST(AssumeGuaranteeRepair, VerifiesWhatIsRepaired) {
  PasswordSystem example;
  AgrResult first = repairComponent(example.system, 0, {}, Budget());
  AgrResult second = repairComponent(repaired(example.system, 0, first), 0, {}, Budget());
  EXPECT_EQ(second.outcome, Outcome::Verified);
  EXPECT_EQ(second.iterations(), 1U);
}

// Row #6 has this system with three copies of M2; the sizes are those of one: n, n+1, 3n.
TEST(AssumeGuaranteeRepair, RemovesATraceInThreeWays) {
  std::pair<SyntacticMethod, uint64_t> sizes[] = {
      {SyntacticMethod::Aggressive, 3}, {SyntacticMethod::Approximate, 4}, {SyntacticMethod::Exact, 9}};
  for (auto [method, size] : sizes) {
    OneError example;
    AgrResult result = repairComponent(example.system, 1, optionsFor(method, Placement::End), Budget());
    ASSERT_EQ(result.outcome, Outcome::Repaired) << result.reason;
    EXPECT_EQ(result.iterations(), 2U);
    EXPECT_EQ(result.component->fullSize(), size);
    EXPECT_FALSE(result.repairs[0].inEquivalenceQuery);
    expectProof(example.system, 1, result);
  }
}

TEST(AssumeGuaranteeRepair, KnowsThatExactRemovalDoesNotEnd) {
  EndlessBugs example;
  AgrResult result = repairComponent(example.system, 1, optionsFor(SyntacticMethod::Exact, Placement::End), Budget());
  ASSERT_EQ(result.outcome, Outcome::Diverges);
  ASSERT_TRUE(result.cycle);
  EXPECT_EQ(result.cycle->before, (std::vector<std::string>{"a!y", "c?y", "a!y"}));
  EXPECT_EQ(result.cycle->cycle, (std::vector<std::string>{"b!y", "c?y", "a!y"}));
}

// Row #22.
TEST(AssumeGuaranteeRepair, RepairsEndlessBugs) {
  for (AssumptionGoal goal : {AssumptionGoal::Traces, AssumptionGoal::Weakest}) {
    EndlessBugs example;
    AgrOptions options = optionsFor(SyntacticMethod::Approximate, Placement::End);
    options.goal = goal;
    AgrResult result = repairComponent(example.system, 1, options, Budget());
    ASSERT_EQ(result.outcome, Outcome::Repaired) << result.reason;
    EXPECT_EQ(result.iterations(), 5U);
    EXPECT_EQ(result.component->fullSize(), 8U);
    expectProof(example.system, 1, result);

    options.method = SyntacticMethod::Aggressive;
    result = repairComponent(example.system, 1, options, Budget());
    EXPECT_EQ(result.outcome, Outcome::Trivial);
    EXPECT_EQ(result.iterations(), 4U);
    EXPECT_EQ(result.component->fullSize(), 4U);
    ASSERT_TRUE(result.assumption);
    if (goal == AssumptionGoal::Traces) {
      EXPECT_EQ(result.assumption->stateCount(), 1U);
    }
  }
}

TEST(AssumeGuaranteeRepair, KnowsTrivialRepairs) {
  ProgramBuilder builder;
  Term x = builder.variable("M1.x"), y = builder.variable("M2.y");
  Term zero = builder.number(0);
  Program first = ProgramBuilder::program("M1", {"S0-", "S1-", "S2"});
  ProgramBuilder::add(first, 0, builder.read("read", x), 1);
  ProgramBuilder::add(first, 1, builder.when(builder.terms().less(x, zero)), 2);
  builder.addComponent(first);
  Program second = ProgramBuilder::program("M2", {"S0-", "S1-", "S2"});
  ProgramBuilder::add(second, 0, builder.read("readd", y), 1);
  ProgramBuilder::add(second, 1, builder.when(builder.terms().less(y, zero)), 2);
  builder.addComponent(second);
  builder.setMonitor(ProgramBuilder::program("P", {"S0-"}), true);
  for (Placement place : {Placement::Early, Placement::End}) {
    AgrResult result = repairComponent(builder.system, 1, optionsFor(SyntacticMethod::Approximate, place), Budget());
    EXPECT_EQ(result.outcome, Outcome::Trivial) << result.reason;
  }
}

TEST(AssumeGuaranteeRepair, RepairsRandomSystems) {
  unsigned outcomes[6] = {}, constraints = 0;
  for (uint64_t seed = 0; seed < 40; ++seed) {
    RandomSystems random(seed);
    RandomProgramOptions shape;
    shape.minComponents = shape.maxComponents = 2;
    shape.maxLocations = 3;
    shape.arrays = false;
    RandomProgramSystem example = randomProgramSystem(random, shape);
    ExplicitExploration exploration = explore(example.system, 100'000);
    if (!exploration.complete)
      continue;
    AgrOptions options = optionsFor(seed % 2 ? SyntacticMethod::Approximate : SyntacticMethod::Aggressive,
                                    seed % 4 < 2 ? Placement::Early : Placement::End);
    options.maxRepairs = 40;
    Budget budget;
    budget.setTimeout(20);
    AgrResult result = repairComponent(example.system, 1, options, budget);
    ++outcomes[static_cast<int>(result.outcome)];
    SCOPED_TRACE("seed " + std::to_string(seed) + " " + outcomeName(result.outcome).str() + " " + result.reason + "\n" +
                 example.describe());
    if (result.outcome == Outcome::Verified) {
      EXPECT_FALSE(exploration.violationDepth);
    }
    if (result.outcome == Outcome::Repaired || result.outcome == Outcome::Trivial) {
      EXPECT_TRUE(exploration.violationDepth);
      ProgramSystem changed = repaired(example.system, 1, result);
      changed.components[1] = trimmed(changed.components[1]);
      EXPECT_FALSE(explore(changed, 100'000).violationDepth);
      // Without what was added, no trace is new.
      EXPECT_FALSE(result.component->gates().empty() && [&] {
        TraceAlphabet alphabet;
        TraceAutomaton original(example.system.components[1], alphabet);
        size_t letters = alphabet.size();
        TraceAutomaton now(changed.components[1], alphabet);
        return alphabet.size() != letters;
      }());
    }
    for (const RepairStep &step : result.repairs)
      constraints += !step.constraint.empty();
  }
  EXPECT_GT(outcomes[static_cast<int>(Outcome::Verified)], 3U);
  EXPECT_GT(outcomes[static_cast<int>(Outcome::Repaired)], 1U);
  EXPECT_LT(outcomes[static_cast<int>(Outcome::Unknown)], 3U);
  EXPECT_GT(constraints, 5U);
}
