//===- ReadableTermTest.cpp - Conditions for people -----------------------===//

#include "ProgramBuilder.h"

#include "tenon/Logic/ReadableTerm.h"

#include "RandomSystems.h"

#include <gtest/gtest.h>

using namespace tenon;
using namespace tenon::test;
using namespace llvm;

namespace {

class ReadableTerm : public testing::Test {
protected:
  ProgramBuilder builder;
  Term x = builder.variable("x"), y = builder.variable("y");
  SmtContext context{builder.terms()};
  TermContext &terms = builder.terms();

  Term number(int64_t value) { return builder.number(value); }
  std::string read(Term condition, std::vector<Rational> familiar = {}) {
    return builder.print(readable(context, condition, familiar, Budget()));
  }
  Term compare(RandomSystems &random, ArrayRef<Term> variables) {
    Term left = terms.multiply(number(int64_t(random.below(7)) - 3),
                               variables[random.below(static_cast<unsigned>(variables.size()))]);
    if (random.chance(0.4))
      left = terms.add(left, variables[random.below(static_cast<unsigned>(variables.size()))]);
    Term right = number(int64_t(random.below(13)) - 6);
    switch (random.below(3)) {
    case 0:
      return terms.less(left, right);
    case 1:
      return terms.lessEqual(right, left);
    default:
      return terms.equal(left, right);
    }
  }
  Term condition(RandomSystems &random, ArrayRef<Term> variables, unsigned depth) {
    if (depth == 0)
      return compare(random, variables);
    Term a = condition(random, variables, depth - 1), b = condition(random, variables, depth - 1);
    switch (random.below(4)) {
    case 0:
      return terms.andOf({a, b});
    case 1:
      return terms.orOf({a, b});
    case 2:
      return terms.notOf(a);
    default:
      return terms.ifThenElse(compare(random, variables), a, b);
    }
  }
};

size_t sizeOf(Term term) {
  size_t size = 1;
  for (Term operand : term->operands())
    size += sizeOf(operand);
  return size;
}

} // namespace

TEST_F(ReadableTerm, SaysIntervals) {
  Term low = terms.less(x, number(4)), middle = terms.equal(x, number(4)), high = terms.less(number(4), x);
  EXPECT_EQ(read(terms.orOf({low, middle})), "x <= 4");
  EXPECT_EQ(read(terms.orOf({low, high})), "x != 4");
  EXPECT_EQ(read(terms.orOf({low, middle, high})), "true");
  EXPECT_EQ(read(terms.andOf({low, high})), "false");
  EXPECT_EQ(read(terms.notOf(terms.lessEqual(terms.multiply(number(2), x), number(7)))), "x >= 4");
  EXPECT_EQ(read(terms.andOf({terms.less(number(9), x), terms.less(x, number(20))})), "x >= 10 && x < 20");
  EXPECT_EQ(read(terms.equal(terms.multiply(number(2), x), number(3))), "false");
}

TEST_F(ReadableTerm, PrefersFamiliarAndRoundNumbers) {
  EXPECT_EQ(read(terms.lessEqual(x, number(9))), "x < 10");
  EXPECT_EQ(read(terms.lessEqual(x, number(9)), {Rational(DynamicAPInt(9))}), "x <= 9");
  EXPECT_EQ(read(terms.lessEqual(number(1), x)), "x > 0");
  EXPECT_EQ(read(terms.lessEqual(number(1), x), {Rational(DynamicAPInt(1))}), "x >= 1");
}

TEST_F(ReadableTerm, LeavesOutWhatTheRestSays) {
  Term order = terms.less(x, y);
  EXPECT_EQ(read(terms.andOf({order, terms.lessEqual(x, terms.add(y, number(3)))})), "x < y");
  EXPECT_EQ(read(terms.ifThenElse(order, terms.boolean(false), terms.lessEqual(x, y))), "x == y");
  EXPECT_EQ(read(terms.notOf(terms.lessEqual(terms.multiply(number(-4), x), terms.multiply(number(-4), y)))), "x < y");
}

TEST_F(ReadableTerm, IsEquivalent) {
  size_t before = 0, after = 0;
  for (uint64_t seed = 0; seed < 300; ++seed) {
    RandomSystems random(seed);
    std::vector<Term> variables{x};
    if (seed % 3 == 0)
      variables.push_back(y);
    Term original = condition(random, variables, 2);
    Term result = readable(context, original, {}, Budget());
    before += sizeOf(original);
    after += sizeOf(result);
    EXPECT_EQ(isValid(context, terms.equal(original, result), Budget()), true)
        << builder.print(original) << " became " << builder.print(result);
  }
  EXPECT_LT(after * 2, before);
}

TEST_F(ReadableTerm, SaysIntervalsOfOtherSorts) {
  for (Sort sort : {Sort::real(), Sort::bits(3)}) {
    Term z = terms.variable(2, sort);
    builder.system.variables.resize(3);
    builder.system.variables[2].name = "z";
    for (uint64_t seed = 0; seed < 100; ++seed) {
      RandomSystems random(seed);
      std::vector<Term> parts;
      for (unsigned i = 0; i < 3; ++i) {
        Term bound = terms.number(sort, Rational(DynamicAPInt(int64_t(random.below(8)))));
        Term part = random.chance(0.5) ? terms.less(z, bound) : terms.lessEqual(bound, z);
        parts.push_back(random.chance(0.3) ? terms.equal(z, bound) : part);
      }
      Term original = terms.orOf({terms.andOf({parts[0], parts[1]}), terms.notOf(parts[2])});
      Term result = readable(context, original, {}, Budget());
      EXPECT_EQ(isValid(context, terms.equal(original, result), Budget()), true)
          << builder.print(original) << " became " << builder.print(result);
    }
  }
}
