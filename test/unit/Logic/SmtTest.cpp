//===- SmtTest.cpp - Terms and Z3 -----------------------------------------===//

#include "tenon/Logic/Elimination.h"
#include "tenon/Logic/Horn.h"

#include "../../../lib/Logic/WordsAsNumbers.h"
#include "RandomSystems.h"

#include <gtest/gtest.h>

using namespace tenon;
using namespace llvm;
using tenon::test::RandomSystems;

namespace {

Rational number(int64_t value) {
  return Rational(DynamicAPInt(value));
}

/// Variables over small domains, and terms over them: everything can be computed by trying all values.
class SmallWorld {
public:
  TermContext terms;
  SmtContext context{terms};
  RandomSystems random{0};
  const Sort bits = Sort::bits(3);
  std::vector<Term> variables{terms.variable(0, Sort::integer()), terms.variable(1, Sort::integer()),
                              terms.variable(2, Sort::boolean()), terms.variable(3, bits)};

  std::vector<Rational> domain(size_t variable) const {
    std::vector<Rational> values;
    int64_t low = variable < 2 ? -3 : 0, high = variable < 2 ? 3 : variable == 2 ? 1 : 7;
    // The order of leastValues().
    for (int64_t value = 0; value <= high; ++value)
      values.push_back(number(value));
    for (int64_t value = -1; value >= low; --value)
      values.push_back(number(value));
    return values;
  }

  Term bounds() {
    std::vector<Term> parts;
    for (size_t i = 0; i < 2; ++i) {
      parts.push_back(terms.lessEqual(terms.integer(-3), variables[i]));
      parts.push_back(terms.lessEqual(variables[i], terms.integer(3)));
    }
    return terms.andOf(parts);
  }

  static bool holds(Term condition, const std::vector<Rational> &values) {
    return evaluate(condition, [&](VariableId id) {
             Sort sort = id < 2 ? Sort::integer() : id == 2 ? Sort::boolean() : Sort::bits(3);
             return DataValue{sort, {values[id]}};
           }).scalar() == number(1);
  }

  /// The first of all values, in the order of leastValues(), that make the condition true, if there are some.
  std::optional<std::vector<Rational>> leastSolution(Term condition) const {
    for (const Rational &a : domain(0))
      for (const Rational &b : domain(1))
        for (const Rational &c : domain(2))
          for (const Rational &d : domain(3))
            if (holds(condition, {a, b, c, d}))
              return std::vector<Rational>{a, b, c, d};
    return std::nullopt;
  }

  Term integer(unsigned depth) {
    if (depth == 0)
      return random.chance(0.3) ? terms.integer(static_cast<int64_t>(random.below(9)) - 4) : variables[random.below(2)];
    Term a = integer(depth - 1), b = integer(depth - 1);
    switch (random.below(9)) {
    case 0:
      return terms.subtract(a, b);
    case 1:
      return terms.multiply(a, terms.integer(static_cast<int64_t>(random.below(5)) - 2));
    case 2:
      return terms.make(TermOp::Divide, {a, terms.integer(static_cast<int64_t>(random.below(7)) - 3)}, a->sort());
    case 3:
      return terms.make(TermOp::Remainder, {a, b}, a->sort());
    case 4:
      return terms.make(TermOp::Divide, {a, b}, a->sort());
    case 5:
      return terms.ifThenElse(condition(0), a, b);
    case 6:
      return terms.make(TermOp::BitsToInt, {word(depth - 1)}, a->sort());
    case 7: {
      Term array = terms.fill(a, 4);
      array = terms.store(array, terms.integer(static_cast<int64_t>(random.below(4))), b);
      return terms.select(array, terms.integer(static_cast<int64_t>(random.below(4))));
    }
    default:
      return terms.add(a, b);
    }
  }

  Term word(unsigned depth) {
    if (depth == 0)
      return random.chance(0.3) ? terms.number(bits, number(random.below(8))) : variables[3];
    Term a = word(depth - 1), b = word(depth - 1);
    TermOp ops[] = {TermOp::Add,   TermOp::Multiply, TermOp::Divide,    TermOp::Remainder, TermOp::BitAnd,
                    TermOp::BitOr, TermOp::BitXor,   TermOp::ShiftLeft, TermOp::ShiftRight};
    switch (unsigned choice = random.below(12)) {
    case 9:
      return terms.make(TermOp::BitNot, {a}, bits);
    case 10:
      return terms.make(TermOp::Negate, {a}, bits);
    case 11:
      return terms.make(TermOp::IntToBits, {integer(depth - 1)}, bits);
    default:
      return terms.make(ops[choice], {a, b}, bits);
    }
  }

  Term condition(unsigned depth) {
    if (depth > 0)
      switch (random.below(5)) {
      case 0:
        return terms.notOf(condition(depth - 1));
      case 1:
        return terms.andOf({condition(depth - 1), condition(depth - 1)});
      case 2:
        return terms.orOf({condition(depth - 1), condition(depth - 1)});
      default:
        break;
      }
    switch (random.below(6)) {
    case 0:
      return variables[2];
    case 1:
      return terms.equal(word(depth), word(depth));
    case 2:
      return terms.less(word(depth), word(depth));
    case 3:
      return terms.equal(integer(depth), integer(depth));
    case 4:
      return terms.lessEqual(integer(depth), integer(depth));
    default:
      return terms.less(integer(depth), integer(depth));
    }
  }
};

TEST(SmtTest, RandomTermsAgreeWithTryingAllValues) {
  SmallWorld world;
  Budget budget;
  unsigned satisfiable = 0, unsatisfiable = 0;
  for (uint64_t seed = 0; seed < 400; ++seed) {
    world.random = RandomSystems(seed);
    SmtSolver solver(world.context);
    Term condition = world.terms.andOf({world.condition(2), world.condition(2)});
    solver.add(world.bounds());
    solver.push();
    solver.add(condition);
    SmtAnswer answer = solver.check(budget);
    std::optional<std::vector<Rational>> expected = world.leastSolution(condition);
    ASSERT_EQ(answer, expected ? SmtAnswer::Satisfiable : SmtAnswer::Unsatisfiable) << "seed " << seed;
    ++(expected ? satisfiable : unsatisfiable);
    if (!expected)
      continue;
    std::vector<Rational> values;
    for (Term variable : world.variables)
      values.push_back(solver.value(variable)->scalar());
    EXPECT_TRUE(SmallWorld::holds(condition, values)) << "seed " << seed;
    std::optional<std::vector<DataValue>> least = leastValues(solver, world.variables, budget);
    ASSERT_TRUE(least) << "seed " << seed;
    for (size_t i = 0; i < 4; ++i)
      EXPECT_EQ((*least)[i].scalar(), (*expected)[i]) << "seed " << seed << ", variable " << i;
    solver.pop();
    EXPECT_EQ(solver.check(budget), SmtAnswer::Satisfiable);
  }
  EXPECT_GT(satisfiable, 40U);
  EXPECT_GT(unsatisfiable, 40U);
}

TEST(SmtTest, CoresContradictThemselves) {
  SmallWorld world;
  Budget budget;
  unsigned cores = 0;
  for (uint64_t seed = 0; seed < 60; ++seed) {
    world.random = RandomSystems(seed);
    SmtSolver solver(world.context);
    solver.add(world.bounds());
    std::vector<Term> assumptions;
    for (unsigned i = 0; i < 6; ++i)
      assumptions.push_back(world.condition(1));
    if (solver.check(assumptions, budget) != SmtAnswer::Unsatisfiable)
      continue;
    std::vector<Term> core;
    for (size_t position : solver.core())
      core.push_back(assumptions[position]);
    EXPECT_EQ(solver.check(core, budget), SmtAnswer::Unsatisfiable) << "seed " << seed;
    ++cores;
  }
  EXPECT_GT(cores, 5U);
}

TEST(SmtTest, LeastValuesOfUnboundedTerms) {
  Budget budget;
  TermContext terms;
  SmtContext context(terms);
  SmtSolver solver(context);
  Term x = terms.variable(0, Sort::integer()), y = terms.variable(1, Sort::integer());
  Term r = terms.variable(2, Sort::real());
  Rational two64 = Rational(DynamicAPInt(int64_t(1) << 62) * 4);
  solver.add(terms.less(terms.integer(999), x));
  solver.add(terms.lessEqual(terms.number(Sort::integer(), two64), terms.multiply(terms.integer(2), x)));
  solver.add(terms.less(y, terms.integer(-7)));
  Term half = terms.number(Sort::real(), Rational(DynamicAPInt(1), DynamicAPInt(2)));
  solver.add(terms.less(terms.number(Sort::real(), Rational()), r));
  solver.add(terms.lessEqual(r, half));
  std::optional<std::vector<DataValue>> least = leastValues(solver, {x, y, r}, budget);
  ASSERT_TRUE(least);
  EXPECT_EQ(printValue((*least)[0]), "9223372036854775808");
  EXPECT_EQ(printValue((*least)[1]), "-8");
  EXPECT_EQ(printValue((*least)[2]), "0.5");
  solver.add(terms.less(x, terms.integer(0)));
  EXPECT_FALSE(leastValues(solver, {x}, budget));
}

TEST(SmtTest, ArraysAreEqualWhereTheyHaveElements) {
  Budget budget;
  TermContext terms;
  SmtContext context(terms);
  SmtSolver solver(context);
  Sort sort = Sort::array(Sort::integer(), 3);
  Term a = terms.variable(0, sort), b = terms.variable(1, sort);
  for (int64_t i = 0; i < 3; ++i)
    solver.add(
        terms.equal(terms.select(a, terms.integer(i)), terms.add(terms.select(b, terms.integer(i)), terms.integer(i))));
  solver.push();
  solver.add(terms.notEqual(a, terms.store(terms.store(b, terms.integer(1), terms.select(a, terms.integer(1))),
                                           terms.integer(2), terms.select(a, terms.integer(2)))));
  EXPECT_EQ(solver.check(budget), SmtAnswer::Unsatisfiable);
  solver.pop();
  std::optional<std::vector<DataValue>> least = leastValues(solver, {a, b}, budget);
  ASSERT_TRUE(least);
  EXPECT_EQ(printValue((*least)[0]), "{0, 0, 0}");
  EXPECT_EQ(printValue((*least)[1]), "{0, -1, -2}");
}

TEST(SmtTest, HardQuestionsEnd) {
  TermContext terms;
  SmtContext context(terms);
  SmtSolver solver(context, 200'000);
  Term x = terms.variable(0, Sort::integer()), y = terms.variable(1, Sort::integer()),
       z = terms.variable(2, Sort::integer());
  auto cube = [&](Term t) { return terms.multiply(t, terms.multiply(t, t)); };
  solver.add(terms.equal(terms.add(terms.add(cube(x), cube(y)), cube(z)), terms.integer(33)));
  solver.add(terms.less(terms.integer(1000), x));
  EXPECT_EQ(solver.check(Budget()), SmtAnswer::Unknown);
  EXPECT_EQ(solver.limit(), Budget::Limit::None);
  EXPECT_NE(solver.reason(), "");
  solver.setEffort(~0U);
  Budget budget;
  budget.setTimeout(0.3);
  EXPECT_EQ(solver.check(budget), SmtAnswer::Unknown);
  EXPECT_EQ(solver.limit(), Budget::Limit::Time);
}

TEST(EliminationTest, AgreesWithTryingAllValues) {
  SmallWorld world;
  Budget budget;
  unsigned eliminated = 0, projected = 0;
  for (uint64_t seed = 0; seed < 60; ++seed) {
    world.random = RandomSystems(seed);
    Term x = world.variables[0];
    Term condition = world.terms.andOf({world.bounds(), world.condition(1), world.condition(1)});
    Term result = eliminate(world.context, {x}, condition, budget);
    Projection projection = project(world.context, {x}, condition, 20, budget);
    eliminated += result != nullptr;
    projected += projection.complete;
    for (const Rational &b : world.domain(1))
      for (const Rational &c : world.domain(2))
        for (const Rational &d : world.domain(3)) {
          bool expected = llvm::any_of(world.domain(0), [&](const Rational &a) {
            return SmallWorld::holds(condition, {a, b, c, d});
          });
          std::vector<Rational> values{number(77), b, c, d};
          EXPECT_TRUE(!result || SmallWorld::holds(result, values) == expected) << "seed " << seed;
          bool isIn = projection.part && SmallWorld::holds(projection.part, values);
          EXPECT_TRUE(projection.complete ? isIn == expected : !isIn || expected) << "seed " << seed;
        }
  }
  EXPECT_GT(eliminated, 50U);
  EXPECT_GT(projected, 40U);
}

TEST(EliminationTest, AbductsTheBoundOfThePassword) {
  Budget budget;
  TermContext terms;
  SmtContext context(terms);
  Term x = terms.variable(0, Sort::integer()), y = terms.variable(1, Sort::integer());
  Term two64 = terms.number(Sort::integer(), Rational(DynamicAPInt(int64_t(1) << 62) * 4));
  Term bad = terms.andOf({terms.less(terms.integer(999), x), terms.equal(y, terms.multiply(terms.integer(2), x)),
                          terms.lessEqual(two64, y)});
  Term result = eliminate(context, {y}, bad, budget);
  ASSERT_TRUE(result);
  Term simplified = simplifyUnder(context, terms.notOf(result), terms.less(terms.integer(999), x), budget);
  EXPECT_EQ(printTerm(simplified, [](VariableId) { return std::string("x"); }), "x < 9223372036854775808");
}

TEST(EliminationTest, SimplifiesToPartsThatMatter) {
  SmallWorld world;
  Budget budget;
  for (uint64_t seed = 0; seed < 40; ++seed) {
    world.random = RandomSystems(seed);
    Term assumption = world.terms.andOf({world.bounds(), world.condition(1)});
    Term condition = world.condition(3);
    Term simplified = simplifyUnder(world.context, condition, assumption, budget);
    for (const Rational &a : world.domain(0))
      for (const Rational &b : world.domain(1))
        for (const Rational &c : world.domain(2))
          for (const Rational &d : world.domain(3))
            if (std::vector<Rational> values{a, b, c, d}; SmallWorld::holds(assumption, values)) {
              EXPECT_EQ(SmallWorld::holds(condition, values), SmallWorld::holds(simplified, values)) << "seed " << seed;
            }
  }
  TermContext terms;
  SmtContext context(terms);
  Term x = terms.variable(0, Sort::integer());
  Term wide = terms.less(x, terms.integer(10)), narrow = terms.less(x, terms.integer(5));
  EXPECT_EQ(simplifyUnder(context, terms.andOf({wide, narrow}), terms.boolean(true), budget), narrow);
  EXPECT_EQ(simplifyUnder(context, terms.orOf({wide, narrow}), terms.boolean(true), budget), wide);
  EXPECT_EQ(simplifyUnder(context, wide, narrow, budget), terms.boolean(true));
}

/// x = 0 -> p(x); p(x) -> p(x + 2); p(x) and x = 7 contradict each other, as does `end`.
HornAnswer solveSteps(TermContext &terms, int64_t end) {
  SmtContext context(terms);
  Term x = terms.variable(0, Sort::integer());
  HornProblem problem;
  problem.relations = {{x}};
  problem.clauses.push_back({std::nullopt, terms.equal(x, terms.integer(0)), HornAtom{0, {x}}});
  problem.clauses.push_back({HornAtom{0, {x}}, terms.boolean(true), HornAtom{0, {terms.add(x, terms.integer(2))}}});
  problem.clauses.push_back({HornAtom{0, {x}}, terms.equal(x, terms.integer(end)), std::nullopt});
  HornOptions options;
  options.firstFresh = 10;
  return solveHorn(context, problem, options, Budget());
}

TEST(HornTest, FindsSolutionsAndContradictions) {
  TermContext terms;
  HornAnswer odd = solveSteps(terms, 7);
  ASSERT_EQ(odd.contradiction, SmtAnswer::Unsatisfiable) << odd.reason;
  ASSERT_EQ(odd.solution.size(), 1U);
  SmtContext context(terms);
  Term x = terms.variable(0, Sort::integer());
  std::vector<Term> conditions;
  for (const Lemma &lemma : odd.solution[0]) {
    EXPECT_TRUE(lemma.forAll.empty());
    conditions.push_back(lemma.condition);
  }
  Term invariant = terms.andOf(conditions);
  auto at = [&](Term value) { return terms.substitute(invariant, [&](VariableId) { return value; }); };
  EXPECT_EQ(isValid(context, at(terms.integer(0)), Budget()), true);
  EXPECT_EQ(isValid(context, terms.implies(invariant, at(terms.add(x, terms.integer(2)))), Budget()), true);
  EXPECT_EQ(isValid(context, terms.notOf(at(terms.integer(7))), Budget()), true);
  EXPECT_EQ(solveSteps(terms, 8).contradiction, SmtAnswer::Satisfiable);
}

TEST(SmtTest, WordsAsNumbersHaveTheSameSolutions) {
  unsigned possible = 0, impossible = 0;
  for (uint64_t seed = 0; seed < 250; ++seed) {
    SmallWorld world;
    world.random = RandomSystems(seed);
    Term condition = world.terms.andOf({world.bounds(), world.condition(2), world.condition(2)});
    WordsAsNumbers numbers(world.terms);
    Term translated = numbers.condition(condition);
    if (!translated || !numbers.sawWords())
      continue;
    SmtSolver solver(world.context);
    solver.add(translated);
    for (Term definition : numbers.definitions())
      solver.add(definition);
    bool isPossible = world.leastSolution(condition).has_value();
    ++(isPossible ? possible : impossible);
    ASSERT_EQ(solver.check(Budget()), isPossible ? SmtAnswer::Satisfiable : SmtAnswer::Unsatisfiable)
        << "seed " << seed;
  }
  EXPECT_GT(possible, 15U);
  EXPECT_GT(impossible, 8U);
}

} // namespace
