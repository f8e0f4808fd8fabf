//===- LinearLatticeTest.cpp - Congruences, against trying all vectors ----===//

#include "../../../lib/Check/LinearLattice.h"

#include "RandomSystems.h"

#include "llvm/ADT/STLExtras.h"

#include <gtest/gtest.h>

#include <set>

using namespace tenon;
using namespace llvm;
using tenon::test::RandomSystems;

namespace {

constexpr size_t Size = 3;
constexpr int64_t Modulus = 12;
using Point = std::array<int64_t, Size>;
/// Modulo 12, so that all of them can be listed; the lattices get the vectors of 12.
using Points = std::set<Point>;

int64_t reduced(int64_t number) {
  return ((number % Modulus) + Modulus) % Modulus;
}

int64_t valueAt(const Congruence &sum, const Point &point) {
  int64_t value = int64fromDynamicAPInt(sum.constant);
  for (size_t i = 0; i < Size; ++i)
    value += int64fromDynamicAPInt(sum.coefficients[i]) * point[i];
  return value;
}

class World {
public:
  explicit World(uint64_t seed) : random(seed) {}

  Congruence sum(int64_t modulus) {
    Congruence result(Size);
    for (DynamicAPInt &coefficient : result.coefficients)
      coefficient = DynamicAPInt(static_cast<int64_t>(random.below(7)) - 3);
    result.constant = DynamicAPInt(static_cast<int64_t>(random.below(Modulus)));
    result.modulus = DynamicAPInt(modulus);
    return result;
  }

  std::pair<LinearLattice, Points> start() {
    LinearLattice lattice = LinearLattice::zero(Size);
    std::vector<std::pair<size_t, Congruence>> values;
    Point point{};
    for (size_t i = 0; i < Size; ++i) {
      point[i] = random.below(Modulus);
      Congruence value(Size);
      value.constant = DynamicAPInt(point[i]);
      values.emplace_back(i, value);
    }
    lattice.assign(values);
    for (size_t i = 0; i < Size; ++i)
      lattice.extend(i, DynamicAPInt(Modulus));
    return {lattice, {point}};
  }

  void step(LinearLattice &lattice, Points &points) {
    static constexpr int64_t Divisors[] = {2, 3, 4, 6, 12};
    Points next;
    switch (random.below(4)) {
    case 0: { // All at once, one of them up to multiples of a divisor.
      size_t target = random.below(Size);
      Congruence value = sum(Divisors[random.below(5)]), other = sum(Modulus);
      size_t second = (target + 1) % Size;
      lattice.assign({{target, value}, {second, other}});
      int64_t divisor = int64fromDynamicAPInt(value.modulus);
      for (const Point &point : points)
        for (int64_t k = 0; k < Modulus; k += divisor) {
          Point after = point;
          after[target] = reduced(valueAt(value, point) + k);
          after[second] = reduced(valueAt(other, point));
          next.insert(after);
        }
      break;
    }
    case 1: {
      Congruence condition = sum(Divisors[random.below(5)]);
      lattice.assumeZero(condition);
      for (const Point &point : points)
        if (valueAt(condition, point) % int64fromDynamicAPInt(condition.modulus) == 0)
          next.insert(point);
      break;
    }
    case 2: {
      size_t target = random.below(Size);
      lattice.extend(target, DynamicAPInt(4));
      for (const Point &point : points)
        for (int64_t k = 0; k < Modulus; k += 4) {
          Point after = point;
          after[target] = reduced(after[target] + k);
          next.insert(after);
        }
      break;
    }
    default: {
      auto [otherLattice, otherPoints] = start();
      LinearLattice before = lattice;
      lattice.join(otherLattice);
      EXPECT_TRUE(lattice.includes(before) && lattice.includes(otherLattice));
      next = points;
      next.insert(otherPoints.begin(), otherPoints.end());
    }
    }
    points = std::move(next);
  }

  RandomSystems random;
};

bool isIn(const std::vector<Congruence> &congruences, const Point &point) {
  return all_of(congruences, [&](const Congruence &sum) {
    // With the vectors of 12, nothing is an equation.
    EXPECT_NE(sum.modulus, 0);
    return valueAt(sum, point) % int64fromDynamicAPInt(sum.modulus) == 0;
  });
}

TEST(LinearLatticeTest, TellsWhatAllVectorsHaveInCommon) {
  unsigned exact = 0, empty = 0, trials = 0;
  for (uint64_t seed = 0; seed < 200; ++seed) {
    World world(seed);
    auto [lattice, points] = world.start();
    bool isJoined = false;
    for (unsigned steps = 0; steps < 6; ++steps) {
      world.step(lattice, points);
      if (points.empty())
        break;
      ASSERT_FALSE(lattice.isEmpty()) << "seed " << seed;
      unsigned included = 0;
      std::vector<Congruence> congruences = lattice.congruences();
      for (int64_t a = 0; a < Modulus; ++a)
        for (int64_t b = 0; b < Modulus; ++b)
          for (int64_t c = 0; c < Modulus; ++c) {
            bool isInside = isIn(congruences, {a, b, c});
            included += isInside;
            if (points.count({a, b, c})) {
              ASSERT_TRUE(isInside) << "seed " << seed << ": " << a << ' ' << b << ' ' << c;
            }
          }
      for (size_t i = 0; i < Size; ++i) {
        auto [value, modulus] = lattice.valuesOf(i);
        for (const Point &point : points) {
          ASSERT_EQ((point[i] - int64fromDynamicAPInt(value)) % int64fromDynamicAPInt(modulus), 0) << "seed " << seed;
        }
      }
      ++trials;
      exact += included == points.size();
      isJoined |= included != points.size();
    }
    empty += points.empty() && !isJoined && lattice.isEmpty();
  }
  EXPECT_GT(exact, trials / 3);
  EXPECT_GT(empty, 5U);
}

TEST(LinearLatticeTest, EquationsStay) {
  LinearLattice lattice = LinearLattice::zero(Size), grown = lattice;
  Congruence i(Size), s(Size);
  i.coefficients[0] = i.constant = DynamicAPInt(1); // i' = i+1, s' = s+3
  s.coefficients[1] = DynamicAPInt(1);
  s.constant = DynamicAPInt(3);
  grown.assign({{0, i}, {1, s}});
  lattice.join(grown);
  grown = lattice;
  grown.assign({{0, i}, {1, s}});
  EXPECT_TRUE(lattice.includes(grown));
  Congruence wrong(Size), right(Size); // s == 3i+1, s == 3i
  wrong.coefficients = right.coefficients = {DynamicAPInt(-3), DynamicAPInt(1), DynamicAPInt(0)};
  wrong.constant = DynamicAPInt(1);
  LinearLattice same = lattice;
  same.assumeZero(right);
  EXPECT_TRUE(same.includes(lattice));
  lattice.assumeZero(wrong);
  EXPECT_TRUE(lattice.isEmpty());
}

} // namespace
