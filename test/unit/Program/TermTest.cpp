//===- TermTest.cpp - Terms over variables --------------------------------===//

#include "tenon/Program/Term.h"

#include <gtest/gtest.h>

using namespace tenon;
using llvm::DynamicAPInt;

namespace {

std::string nameOf(VariableId id) {
  return std::string(1, static_cast<char>('a' + id));
}

class TermTest : public testing::Test {
protected:
  Term integer(VariableId id) { return terms.variable(id, Sort::integer()); }
  Term truth(VariableId id) { return terms.variable(id, Sort::boolean()); }
  Term bits(VariableId id) { return terms.variable(id, Sort::bits(8)); }
  std::string text(Term term) { return printTerm(term, nameOf); }
  /// Of a term without variables.
  std::string value(Term term) {
    return printValue(evaluate(term, [](VariableId) -> DataValue { llvm_unreachable("no variables"); }));
  }
  Term power(unsigned exponent) {
    Term result = terms.integer(1);
    for (unsigned i = 0; i < exponent; ++i)
      result = terms.multiply(result, terms.integer(2));
    return result;
  }

  TermContext terms;
};

} // namespace

TEST_F(TermTest, EqualTermsAreTheSame) {
  EXPECT_EQ(terms.add(integer(0), terms.integer(1)), terms.add(integer(0), terms.integer(1)));
  EXPECT_NE(terms.add(integer(0), integer(1)), terms.add(integer(1), integer(0)));
  // A number is the same whatever it was computed from.
  Term large = terms.subtract(power(200), power(199));
  EXPECT_EQ(large, power(199));
  EXPECT_EQ(terms.make(TermOp::Remainder, {power(200), terms.integer(1000)}, Sort::integer()), terms.integer(376));
}

TEST_F(TermTest, Folds) {
  EXPECT_EQ(text(power(64)), "18446744073709551616");
  EXPECT_EQ(text(terms.andOf({truth(0), terms.boolean(true)})), "a");
  EXPECT_EQ(text(terms.andOf({truth(0), terms.andOf({truth(1), truth(0)})})), "a && b");
  EXPECT_EQ(text(terms.orOf({truth(0), terms.notOf(truth(0))})), "true");
  EXPECT_EQ(text(terms.andOf({terms.less(integer(0), integer(1)), terms.lessEqual(integer(1), integer(0))})), "false");
  EXPECT_EQ(text(terms.notOf(terms.lessEqual(integer(0), terms.integer(999)))), "a > 999");
  EXPECT_EQ(text(terms.add(terms.add(integer(0), terms.integer(1)), terms.integer(-3))), "a - 2");
  EXPECT_EQ(text(terms.subtract(terms.add(integer(0), terms.integer(1)), terms.integer(1))), "a");
  EXPECT_EQ(text(terms.multiply(terms.integer(2), terms.multiply(terms.integer(3), integer(0)))), "6*a");
  Term wrapped =
      terms.add(terms.number(Sort::bits(8), DynamicAPInt(200)), terms.number(Sort::bits(8), DynamicAPInt(100)));
  EXPECT_EQ(text(wrapped), "44");
}

TEST_F(TermTest, DividesTowardsZero) {
  auto divide = [&](TermOp op, int64_t a, int64_t b) {
    return text(terms.make(op, {terms.integer(a), terms.integer(b)}, Sort::integer()));
  };
  EXPECT_EQ(divide(TermOp::Divide, -7, 2), "-3");
  EXPECT_EQ(divide(TermOp::Remainder, -7, 2), "-1");
  EXPECT_EQ(divide(TermOp::Divide, 7, -2), "-3");
  EXPECT_EQ(divide(TermOp::Remainder, 7, -2), "1");
  EXPECT_EQ(divide(TermOp::Divide, 7, 0), "0");
  EXPECT_EQ(divide(TermOp::Remainder, 7, 0), "7");
  EXPECT_EQ(divide(TermOp::Divide, INT64_MIN, -1), "9223372036854775808");
  EXPECT_EQ(divide(TermOp::Remainder, INT64_MIN, -1), "0");
  Sort real = Sort::real();
  EXPECT_EQ(text(terms.make(TermOp::Divide, {terms.number(real, DynamicAPInt(6)), terms.number(real, DynamicAPInt(-4))},
                            real)),
            "-1.5");
}

TEST_F(TermTest, BitOperations) {
  auto apply = [&](TermOp op, int64_t a, int64_t b, unsigned width) {
    Sort sort = Sort::bits(width);
    return text(terms.make(op, {terms.number(sort, DynamicAPInt(a)), terms.number(sort, DynamicAPInt(b))}, sort));
  };
  EXPECT_EQ(apply(TermOp::BitAnd, 12, 10, 8), "8");
  EXPECT_EQ(apply(TermOp::BitOr, 12, 10, 8), "14");
  EXPECT_EQ(apply(TermOp::BitXor, 12, 10, 8), "6");
  EXPECT_EQ(apply(TermOp::BitXor, -1, 1, 128), "340282366920938463463374607431768211454");
  EXPECT_EQ(apply(TermOp::ShiftLeft, 129, 1, 8), "2");
  EXPECT_EQ(apply(TermOp::ShiftLeft, 1, 8, 8), "0");
  EXPECT_EQ(apply(TermOp::ShiftRight, 129, 1, 8), "64");
  EXPECT_EQ(apply(TermOp::Multiply, -1, -1, 64), "1");
  Term five = terms.number(Sort::bits(8), DynamicAPInt(5));
  EXPECT_EQ(text(terms.make(TermOp::BitNot, five, Sort::bits(8))), "250");
}

TEST_F(TermTest, ArithmeticModuloStaysSmall) {
  // A generator of random numbers: without compaction, the width of the numbers doubles at each step.
  Sort sort = Sort::bits(64);
  Term seed = terms.number(sort, DynamicAPInt(1)), factor = terms.number(sort, DynamicAPInt(6364136223846793005));
  for (unsigned i = 0; i < 1000; ++i)
    seed = terms.add(terms.multiply(seed, factor), terms.number(sort, DynamicAPInt(1442695040888963407)));
  uint64_t expected = 1;
  for (unsigned i = 0; i < 1000; ++i)
    expected = expected * 6364136223846793005U + 1442695040888963407U;
  EXPECT_EQ(text(seed), std::to_string(expected));
}

TEST_F(TermTest, PrintsWithTheFewestParentheses) {
  Term a = integer(0), b = integer(1), c = integer(2);
  EXPECT_EQ(text(terms.multiply(terms.add(a, b), c)), "(a + b)*c");
  EXPECT_EQ(text(terms.add(a, terms.multiply(b, c))), "a + b*c");
  EXPECT_EQ(text(terms.subtract(a, terms.subtract(b, c))), "a - (b - c)");
  EXPECT_EQ(text(terms.subtract(terms.subtract(a, b), c)), "a - b - c");
  EXPECT_EQ(text(terms.notEqual(a, terms.integer(-1))), "a != -1");
  EXPECT_EQ(text(terms.notOf(terms.andOf({terms.less(a, b), terms.equal(b, c)}))), "!(a < b && b == c)");
  EXPECT_EQ(text(terms.orOf({terms.andOf({terms.less(a, b), terms.equal(b, c)}), terms.less(c, terms.integer(4))})),
            "a < b && b == c || c < 4");
  EXPECT_EQ(text(terms.ifThenElse(terms.less(a, b), a, terms.ifThenElse(terms.less(b, c), b, c))),
            "a < b ? a : b < c ? b : c");
  EXPECT_EQ(text(terms.make(TermOp::Negate, terms.make(TermOp::Negate, a, a->sort()), a->sort())), "a");
  EXPECT_EQ(text(terms.add(bits(0), terms.number(Sort::bits(8), DynamicAPInt(-2)))), "a - 2");
}

TEST_F(TermTest, Arrays) {
  Term array = terms.variable(0, Sort::array(Sort::integer(), 4));
  Term stored = terms.store(array, terms.integer(1), integer(1));
  EXPECT_EQ(terms.select(stored, terms.integer(1)), integer(1));
  EXPECT_EQ(terms.select(stored, terms.integer(2)), terms.select(array, terms.integer(2)));
  EXPECT_EQ(text(terms.select(stored, integer(2))), "a[1 := b][c]");
  Term literal = terms.store(terms.fill(terms.integer(7), 3), terms.integer(2), terms.integer(9));
  EXPECT_EQ(value(literal), "{7, 7, 9}");
  EXPECT_EQ(value(terms.select(literal, terms.integer(2))), "9");
}

TEST_F(TermTest, SubstitutesOnceInSharedTerms) {
  // 2^60 occurrences of `a`, 60 different subterms.
  Term term = integer(0);
  for (unsigned i = 0; i < 60; ++i)
    term = terms.multiply(terms.ifThenElse(truth(1), term, terms.integer(static_cast<int64_t>(i) + 2)), term);
  Term replaced = terms.substitute(term, [&](VariableId id) { return id == 0 ? terms.integer(1) : nullptr; });
  EXPECT_EQ(variablesOf(term), (std::vector<VariableId>{0, 1}));
  EXPECT_EQ(variablesOf(replaced), (std::vector<VariableId>{1}));
  DataValue result = evaluate(replaced, [](VariableId) { return DataValue{Sort::boolean(), {DynamicAPInt(1)}}; });
  EXPECT_EQ(printValue(result), "1");
}
