//===- SatTest.cpp - The solver for clauses -------------------------------===//

#include "tenon/Logic/Sat.h"

#include "RandomSystems.h"

#include <gtest/gtest.h>

using namespace tenon;
using tenon::test::RandomSystems;

namespace {

using Clause = std::vector<SatLiteral>;

bool isTrue(SatLiteral literal, unsigned values) {
  return ((values >> literal.variable()) & 1) != literal.isNegated();
}

bool areTrue(const std::vector<Clause> &clauses, unsigned values) {
  return std::all_of(clauses.begin(), clauses.end(), [&](const Clause &clause) {
    return std::any_of(clause.begin(), clause.end(), [&](SatLiteral literal) { return isTrue(literal, values); });
  });
}

bool isSatisfiable(std::vector<Clause> clauses, llvm::ArrayRef<SatLiteral> assumptions, unsigned variables) {
  for (SatLiteral literal : assumptions)
    clauses.push_back({literal});
  for (unsigned values = 0; values < 1U << variables; ++values)
    if (areTrue(clauses, values))
      return true;
  return false;
}

Clause randomClause(RandomSystems &random, unsigned variables, unsigned size) {
  Clause clause;
  while (clause.size() < size)
    clause.emplace_back(random.below(variables), random.chance(0.5));
  return clause;
}

/// So many pigeons do not fit into one hole less: hard to refute by resolution.
void addPigeons(SatSolver &solver, unsigned pigeons) {
  std::vector<Clause> sits(pigeons);
  for (Clause &clause : sits) {
    while (clause.size() < pigeons - 1)
      clause.push_back(solver.addVariable());
    solver.addClause(clause);
  }
  for (unsigned hole = 0; hole < pigeons - 1; ++hole)
    for (unsigned a = 0; a < pigeons; ++a)
      for (unsigned b = 0; b < a; ++b)
        solver.addClause({~sits[a][hole], ~sits[b][hole]});
}

} // namespace

TEST(Sat, AgreesWithTruthTablesWhileClausesAreAdded) {
  constexpr unsigned Variables = 6;
  Budget budget;
  unsigned satisfiable = 0, unsatisfiable = 0;
  for (uint64_t seed = 0; seed < 400; ++seed) {
    RandomSystems random(seed);
    SatSolver solver;
    for (unsigned i = 0; i < Variables; ++i)
      EXPECT_EQ(solver.addVariable(), SatLiteral(i));
    std::vector<Clause> clauses;
    for (unsigned step = 0; step < 12; ++step) {
      for (unsigned i = 0; i < 3; ++i) {
        clauses.push_back(randomClause(random, Variables, random.between(2, 3)));
        solver.addClause(clauses.back());
      }
      Clause assumptions = randomClause(random, Variables, random.below(4));
      bool expected = isSatisfiable(clauses, assumptions, Variables);
      SatSolver::Answer answer = solver.solve(assumptions, budget);
      ASSERT_EQ(answer, expected ? SatSolver::Answer::Satisfiable : SatSolver::Answer::Unsatisfiable) << seed;
      ++(expected ? satisfiable : unsatisfiable);
      if (expected) {
        unsigned values = 0;
        for (unsigned i = 0; i < Variables; ++i)
          values |= unsigned(solver.value(SatLiteral(i))) << i;
        EXPECT_TRUE(areTrue(clauses, values)) << seed;
        for (SatLiteral literal : assumptions)
          EXPECT_TRUE(solver.value(literal));
      } else {
        for (SatLiteral literal : solver.failedAssumptions())
          EXPECT_NE(std::find(assumptions.begin(), assumptions.end(), literal), assumptions.end());
        EXPECT_FALSE(isSatisfiable(clauses, solver.failedAssumptions(), Variables)) << seed;
      }
    }
    EXPECT_EQ(solver.variableCount(), Variables);
    EXPECT_EQ(solver.clauseCount(), clauses.size());
  }
  EXPECT_GT(satisfiable, 500U);
  EXPECT_GT(unsatisfiable, 500U);
}

TEST(Sat, NothingSatisfiesTheEmptyClause) {
  Budget budget;
  SatSolver solver;
  EXPECT_EQ(solver.solve({}, budget), SatSolver::Answer::Satisfiable);
  solver.addClause({});
  EXPECT_EQ(solver.solve({}, budget), SatSolver::Answer::Unsatisfiable);
  EXPECT_TRUE(solver.failedAssumptions().empty());
}

TEST(Sat, EndsWithTheBudgetAndCanGoOn) {
  SatSolver solver;
  addPigeons(solver, 14);
  Budget budget;
  budget.setTimeout(0.3);
  ASSERT_EQ(solver.solve({}, budget), SatSolver::Answer::Unknown);
  EXPECT_EQ(solver.limit(), Budget::Limit::Time);

  Budget cancelled;
  cancelled.cancel();
  EXPECT_EQ(solver.solve({}, cancelled), SatSolver::Answer::Unknown);
  EXPECT_EQ(solver.limit(), Budget::Limit::Cancelled);

  Budget plenty;
  solver.addClause({});
  EXPECT_EQ(solver.solve({}, plenty), SatSolver::Answer::Unsatisfiable);
  EXPECT_EQ(solver.limit(), Budget::Limit::None);
}

TEST(Sat, FinishesSearchesThatNeedTheWatch) {
  SatSolver solver;
  addPigeons(solver, 9);
  Budget budget;
  budget.setTimeout(600);
  EXPECT_EQ(solver.solve({}, budget), SatSolver::Answer::Unsatisfiable);
}
