//===- AbductionTest.cpp - What would have prevented a violation ----------===//

#include "ProgramBuilder.h"

#include "tenon/Check/ProgramChecker.h"
#include "tenon/Logic/ReadableTerm.h"
#include "tenon/Repair/Abduction.h"

#include "RandomPrograms.h"

#include <gtest/gtest.h>

using namespace tenon;
using namespace tenon::test;
using namespace llvm;

TEST(Abduction, FindsTheConstraintOfTheRunningExample) {
  PasswordSystem example;
  ProgramAnswer answer = checkProgram(example.system, {}, Budget());
  ASSERT_EQ(answer.verdict, Verdict::Violated);
  SmtContext context(example.terms());
  Abduction abduction = abduce(example.system, answer.run->steps, 0, context, Budget());
  ASSERT_TRUE(abduction.atEnd);
  EXPECT_EQ(example.print(abduction.atEnd->condition), "Client.pw < 9223372036854775808");
  // Behind the last step of the client: getEnc.
  EXPECT_EQ(abduction.atEnd->step, 5U);
  // Behind the read, which is the earliest place: nothing can be known of the password before.
  ASSERT_EQ(abduction.places.size(), 4U);
  EXPECT_EQ(abduction.places[0].step, 1U);
  for (const AbducedConstraint &place : abduction.places)
    EXPECT_EQ(example.print(place.condition), "Client.pw < 9223372036854775808");
}

// Row #19 of the published table: what blocks the trace contradicts a constraint on it, and is wanted all the same.
TEST(Abduction, IsNotTheConstraintFalse) {
  ProgramBuilder builder;
  Term x = builder.variable("M1.x"), y = builder.variable("M2.y");
  Program first = ProgramBuilder::program("M1", {"S0", "S1"});
  ProgramBuilder::add(first, 0, builder.write("req", x), 1);
  ProgramBuilder::add(first, 1, builder.read("rel", x), 0);
  builder.addComponent(first);
  Program second = ProgramBuilder::program("M2", {"S0", "S1", "S2"});
  ProgramBuilder::add(second, 0, builder.read("req", y), 1);
  ProgramBuilder::add(second, 1, builder.when(builder.terms().less(y, builder.number(10))), 2);
  ProgramBuilder::add(second, 1, builder.read("req", y), 1);
  ProgramBuilder::add(second, 2, builder.write("rel", y), 0);
  builder.addComponent(second);
  Program monitor = ProgramBuilder::program("P", {"S0", "S1", "S4", "S2-"});
  ProgramBuilder::add(monitor, 0, builder.event("req"), 1);
  ProgramBuilder::add(monitor, 1, builder.event("rel"), 2);
  ProgramBuilder::add(monitor, 2, builder.when(builder.terms().less(x, builder.number(10))), 3);
  builder.setMonitor(monitor, true);

  ProgramAnswer answer = checkProgram(builder.system, {}, Budget());
  ASSERT_EQ(answer.verdict, Verdict::Violated);
  SmtContext context(builder.terms());
  Abduction abduction = abduce(builder.system, answer.run->steps, 1, context, Budget());
  ASSERT_TRUE(abduction.atEnd);
  EXPECT_EQ(builder.print(abduction.atEnd->condition), "M2.y >= 10");
  // At S1 it would block the values that are overwritten there, unless it is about the way to S2 only.
  for (const AbducedConstraint &place : abduction.places)
    EXPECT_TRUE(place.step >= 2 || (place.step == 1 && place.isForNext));
}

TEST(Abduction, BlocksTracesOfRandomSystems) {
  unsigned blocked = 0;
  for (uint64_t seed = 0; seed < 50; ++seed) {
    RandomSystems random(seed);
    RandomProgramOptions options;
    options.minComponents = 2;
    RandomProgramSystem example = randomProgramSystem(random, options);
    ProgramAnswer answer = checkProgram(example.system, {}, Budget());
    if (answer.verdict != Verdict::Violated || answer.run->steps.empty())
      continue;
    SmtContext context(*example.system.terms);
    TraceFormula formula(example.system);
    for (const SystemStep &step : answer.run->steps)
      formula.push(step);
    for (uint32_t component = 0; component < example.system.components.size(); ++component) {
      Abduction abduction = abduce(example.system, answer.run->steps, component, context, Budget());
      EXPECT_EQ(abduction.atEnd.has_value(), !abduction.places.empty());
      for (const AbducedConstraint &place : abduction.places) {
        Term both = example.system.terms->andOf({formula.formula(), formula.at(place.condition, place.step)});
        EXPECT_EQ(isValid(context, example.system.terms->notOf(both), Budget()), true) << "seed " << seed << "\n"
                                                                                       << example.describe();
        for (VariableId id : variablesOf(place.condition))
          EXPECT_TRUE(StringRef(example.system.variables[id].name)
                          .starts_with(example.system.components[component].name + "."));
      }
      blocked += abduction.atEnd.has_value();
    }
  }
  EXPECT_GT(blocked, 10U);
}
