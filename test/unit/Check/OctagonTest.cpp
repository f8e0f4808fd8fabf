//===- OctagonTest.cpp - Bounds, against trying all values ----------------===//

#include "../../../lib/Check/TermOctagon.h"

#include "RandomSystems.h"

#include "llvm/ADT/STLExtras.h"

#include <gtest/gtest.h>

using namespace tenon;
using namespace llvm;
using tenon::test::RandomSystems;

namespace {

using Point = std::vector<int64_t>;

Rational number(int64_t value) {
  return Rational(DynamicAPInt(value));
}

/// Three ints in -3..3, a bool and a bits[3].
class World {
public:
  TermContext terms;
  RandomSystems random{0};
  const Sort bits = Sort::bits(3);
  std::vector<Term> variables{terms.variable(0, Sort::integer()), terms.variable(1, Sort::integer()),
                              terms.variable(2, Sort::integer()), terms.variable(3, Sort::boolean()),
                              terms.variable(4, bits)};
  TermOctagon meaning{terms, variables, true};

  std::vector<Point> allPoints() const {
    std::vector<Point> points;
    for (int64_t a = -3; a <= 3; ++a)
      for (int64_t b = -3; b <= 3; ++b)
        for (int64_t c = -3; c <= 3; ++c)
          for (int64_t d = 0; d <= 1; ++d)
            for (int64_t e = 0; e <= 7; ++e)
              points.push_back({a, b, c, d, e});
    return points;
  }

  DataValue valueAt(Term term, const Point &point) const {
    return evaluate(term, [&](VariableId id) { return DataValue{variables[id]->sort(), {number(point[id])}}; });
  }
  bool holds(Term condition, const Point &point) const { return valueAt(condition, point).scalar() == number(1); }

  Octagon box() {
    Octagon octagon(meaning.shape());
    meaning.addSorts(octagon);
    for (size_t i = 0; i < 3; ++i) {
      meaning.assume(octagon, terms.lessEqual(terms.integer(-3), variables[i]));
      meaning.assume(octagon, terms.lessEqual(variables[i], terms.integer(3)));
    }
    return octagon;
  }

  /// Whether the point is in the octagon, by its own words.
  bool contains(const std::vector<Term> &conditions, const Point &point) const {
    return all_of(conditions, [&](Term condition) { return holds(condition, point); });
  }

  Term integer(unsigned depth) {
    if (depth == 0)
      return random.chance(0.3) ? terms.integer(static_cast<int64_t>(random.below(7)) - 3) : variables[random.below(3)];
    Term a = integer(depth - 1), b = integer(depth - 1);
    switch (random.below(8)) {
    case 0:
      return terms.subtract(a, b);
    case 1:
      return terms.multiply(a, terms.integer(static_cast<int64_t>(random.below(5)) - 2));
    case 2:
      return terms.multiply(a, b);
    case 3:
      return terms.make(TermOp::Divide, {a, b}, a->sort());
    case 4:
      return terms.make(TermOp::Remainder, {a, b}, a->sort());
    case 5:
      return terms.ifThenElse(condition(0), a, b);
    case 6:
      return terms.make(TermOp::BitsToInt, {word(depth - 1)}, a->sort());
    default:
      return terms.add(a, b);
    }
  }
  Term word(unsigned depth) {
    if (depth == 0)
      return random.chance(0.3) ? terms.number(bits, number(random.below(8))) : variables[4];
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
    switch (random.below(7)) {
    case 0:
      return variables[3];
    case 1:
      return terms.equal(word(depth), word(depth));
    case 2:
      return terms.less(word(depth), word(depth));
    case 3:
      return terms.equal(integer(depth), integer(depth));
    case 4:
      return terms.lessEqual(terms.add(variables[random.below(3)], variables[random.below(3)]), integer(0));
    case 5:
      return terms.less(terms.subtract(variables[random.below(3)], variables[random.below(3)]), integer(0));
    default:
      return terms.lessEqual(integer(depth), integer(depth));
    }
  }
};

TEST(OctagonTest, NothingPossibleIsLost) {
  World world;
  const std::vector<Point> points = world.allPoints();
  unsigned shrunk = 0;
  for (uint64_t seed = 0; seed < 40; ++seed) {
    world.random = RandomSystems(seed);
    Octagon octagon = world.box();
    Term first = world.condition(1), second = world.condition(2);
    world.meaning.assume(octagon, first);
    world.meaning.assume(octagon, second, false);
    Octagon before = octagon;
    std::vector<Term> conditions = world.meaning.conditions(octagon);
    auto target = static_cast<VariableId>(world.random.below(5));
    Term value = target < 3 ? world.integer(2) : target == 3 ? world.condition(1) : world.word(2);
    world.meaning.assign(octagon, target, value);
    std::vector<Term> after = world.meaning.conditions(octagon);
    size_t left = 0;
    for (const Point &point : points) {
      left += world.contains(conditions, point);
      if (!world.holds(first, point) || world.holds(second, point))
        continue;
      ASSERT_TRUE(world.contains(conditions, point)) << "seed " << seed;
      Point next = point;
      next[target] = int64fromDynamicAPInt(world.valueAt(value, point).scalar().numerator);
      ASSERT_TRUE(world.contains(after, next)) << "seed " << seed;
    }
    shrunk += left < points.size();
  }
  EXPECT_GT(shrunk, 20U);
}

/// Bounds of sums and differences of two variables are told exactly: what is left is what is possible.
TEST(OctagonTest, OctagonalConstraintsAreExact) {
  World world;
  const std::vector<Point> points = world.allPoints();
  unsigned empty = 0;
  for (uint64_t seed = 0; seed < 40; ++seed) {
    world.random = RandomSystems(seed);
    Octagon octagon = world.box();
    std::vector<Term> constraints;
    for (unsigned i = 0; i < 6; ++i) {
      Term a = world.variables[world.random.below(3)], b = world.variables[world.random.below(3)];
      Term bound = world.terms.integer(static_cast<int64_t>(world.random.below(9)) - 6);
      Term sum = world.random.chance(0.5) ? world.terms.add(a, b) : world.terms.subtract(a, b);
      if (a == b)
        sum = a;
      constraints.push_back(world.random.chance(0.5) ? world.terms.lessEqual(sum, bound)
                                                     : world.terms.lessEqual(bound, sum));
      world.meaning.assume(octagon, constraints.back());
    }
    std::vector<Term> conditions = world.meaning.conditions(octagon);
    bool isPossible = false;
    for (const Point &point : points) {
      bool isIn = world.contains(constraints, point);
      isPossible |= isIn;
      ASSERT_EQ(world.contains(conditions, point), isIn) << "seed " << seed;
    }
    ASSERT_EQ(octagon.isEmpty(), !isPossible) << "seed " << seed;
    empty += !isPossible;
    // Bounds are attained.
    for (unsigned dimension = 0; dimension < 3 && isPossible; ++dimension) {
      int64_t highest = -5, lowest = 5;
      for (const Point &point : points)
        if (world.contains(constraints, point)) {
          highest = std::max(highest, point[dimension]);
          lowest = std::min(lowest, point[dimension]);
        }
      Interval bounds = octagon.bounds(dimension);
      ASSERT_EQ(static_cast<int64_t>(bounds.high.number()), highest) << "seed " << seed;
      ASSERT_EQ(-static_cast<int64_t>(bounds.negated.number()), lowest) << "seed " << seed;
    }
  }
  EXPECT_GT(empty, 4U);
  EXPECT_LT(empty, 36U);
}

TEST(OctagonTest, JoinsAndWideningsIncludeBoth) {
  World world;
  std::vector<Bound::Wide> thresholds{-1, 0, 1, 4};
  for (uint64_t seed = 0; seed < 100; ++seed) {
    world.random = RandomSystems(seed);
    Octagon a = world.box(), b = world.box();
    world.meaning.assume(a, world.condition(1));
    world.meaning.assume(b, world.condition(1));
    Octagon joined = a, met = a;
    joined.join(b);
    met.meet(b);
    EXPECT_TRUE(joined.includes(a) && joined.includes(b)) << "seed " << seed;
    EXPECT_TRUE(a.includes(met) && b.includes(met)) << "seed " << seed;
    Octagon widened = a;
    widened.widen(joined, thresholds);
    EXPECT_TRUE(widened.includes(a) && widened.includes(b)) << "seed " << seed;
  }
}

TEST(OctagonTest, WideNumbers) {
  Rational two64 = Rational(DynamicAPInt(int64_t(1) << 62) * 4);
  EXPECT_EQ(Bound::above(two64).integer(), two64.numerator);
  EXPECT_EQ(Bound::above(Rational(-two64.numerator)).integer(), -two64.numerator);
  EXPECT_EQ(Bound::above(Rational(DynamicAPInt(7), DynamicAPInt(2))), Bound(4));
  EXPECT_FALSE(Bound::above(Rational(two64.numerator * two64.numerator)).isFinite());
  EXPECT_EQ(Bound(-7).halved(), Bound(-3));
  EXPECT_EQ(Bound(-7).halvedExactly(), Bound(-4));
  Interval positive{Bound(), Bound(-2)}, small{Bound(3), Bound(1)};
  EXPECT_EQ((positive * positive).negated, Bound(-4));
  EXPECT_FALSE((positive * small).high.isFinite());
  EXPECT_EQ((small * small).high, Bound(9));
  EXPECT_EQ((small * small).negated, Bound(3));
}

} // namespace
