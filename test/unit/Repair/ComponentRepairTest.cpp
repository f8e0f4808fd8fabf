//===- ComponentRepairTest.cpp - Changes to a component -------------------===//

#include "ProgramBuilder.h"

#include "tenon/Repair/ComponentRepair.h"

#include <gtest/gtest.h>

using namespace tenon;
using namespace tenon::test;
using namespace llvm;

namespace {

/// Its locations and transitions, in an order of their own.
std::vector<std::string> describe(const PasswordSystem &system, const Program &program) {
  std::vector<std::string> lines{"from " + std::to_string(program.initial)};
  for (const ProgramLocation &location : program.locations)
    lines.push_back(location.name + (location.accepting ? "" : "-") + (location.end ? " end" : ""));
  for (const ProgramTransition &transition : program.transitions)
    lines.push_back(std::to_string(transition.from) + " " +
                    describeAction(transition.action, {}, *system.system.labels,
                                   [&](VariableId id) { return system.system.variables[id].name; }) +
                    " " + std::to_string(transition.to));
  sort(lines);
  return lines;
}

} // namespace

TEST(ComponentRepair, DropsTheGatesThatItInserts) {
  PasswordSystem password;
  SmtContext context(password.terms());
  Budget budget;
  Program client = password.system.components[0];
  client.locations[3].end = true;
  Term positive = password.terms().less(password.number(0), password.pw);
  std::vector<std::string> before = describe(password, client);
  size_t inserted = 0;
  auto expectOriginal = [&](ComponentRepair repair) {
    inserted += repair.gates().size();
    EXPECT_NE(describe(password, repair.program()), before);
    while (!repair.gates().empty())
      repair.dropGate(0);
    EXPECT_EQ(describe(password, repair.program()), before);
    EXPECT_EQ(repair.origins().size(), client.locations.size());
    EXPECT_EQ(repair.fullSize(), client.locations.size());
  };
  for (Location first = 0; first < client.locations.size(); ++first)
    for (bool atEnd : {false, true})
      for (bool fromStart : {false, true}) {
        ComponentRepair one(client);
        one.insertConstraint(first, positive, atEnd, fromStart, context, budget);
        expectOriginal(one);
        for (Location second = 0; second < client.locations.size(); ++second) {
          ComponentRepair two = one;
          two.insertConstraint(second, password.terms().less(password.pw, password.number(9)), false, fromStart,
                               context, budget);
          expectOriginal(two);
        }
      }
  for (uint32_t transition = 0; transition < client.transitions.size(); ++transition) {
    ComponentRepair branch(client);
    branch.insertBefore(transition, positive, context, budget);
    expectOriginal(branch);
  }
  EXPECT_GT(inserted, 60U);
}

TEST(ComponentRepair, ReplacesTheConditionOfAGate) {
  PasswordSystem password;
  SmtContext context(password.terms());
  Budget budget;
  ComponentRepair repair(password.system.components[0]);
  Term positive = password.terms().less(password.number(0), password.pw);
  repair.insertConstraint(1, positive, false, false, context, budget);
  repair.insertConstraint(3, positive, false, false, context, budget);
  ASSERT_EQ(repair.gates().size(), 2U);
  Term small = password.terms().less(password.pw, password.number(9));
  repair.replaceCondition(1, small);
  ASSERT_EQ(repair.gates().size(), 2U);
  EXPECT_EQ(repair.gates()[0].condition, positive);
  EXPECT_EQ(repair.gates()[1].condition, small);
}
