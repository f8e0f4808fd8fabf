//===- Octagon.cpp - Bounds of variables, sums and differences ------------===//

#include "Octagon.h"

#include "tenon/Program/LinearForm.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace tenon {

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

Bound Bound::above(const Rational &number) {
  DynamicAPInt ceiling = ceilingOf(number).numerator;
  DynamicAPInt limit(int64_t(1) << 60);
  if (ceiling >= limit * limit)
    return {};
  if (ceiling <= -(limit * limit))
    return Bound(-Infinite);
  // In two parts that small numbers hold.
  DynamicAPInt high = floorDiv(ceiling, limit);
  return Bound(Wide(int64fromDynamicAPInt(high)) * Wide(int64_t(1) << 60) +
               Wide(int64fromDynamicAPInt(ceiling - high * limit)));
}

DynamicAPInt Bound::integer() const {
  constexpr Wide Part = Wide(1) << 60;
  Wide high = value / Part, low = value % Part;
  return DynamicAPInt(static_cast<int64_t>(high)) * (int64_t(1) << 60) + static_cast<int64_t>(low);
}

Bound operator*(Bound a, Bound::Wide factor) {
  if (factor == 0)
    return Bound(0);
  if (!a.isFinite())
    return a;
  Bound::Wide product = 0;
  if (__builtin_mul_overflow(a.value, factor, &product))
    return a.value > 0 ? Bound() : Bound(-Bound::Infinite);
  return Bound(product);
}

Bound Bound::halved() const {
  return isFinite() ? Bound(value >= 0 ? (value + 1) / 2 : value / 2) : *this;
}

Bound Bound::halvedExactly() const {
  return isFinite() ? Bound(value >= 0 ? value / 2 : (value - 1) / 2) : *this;
}

Interval Interval::point(const Rational &number) {
  return {Bound::above(number), Bound::above(-number)};
}

Interval Interval::joined(const Interval &other) const {
  return {std::max(high, other.high, std::less<>()), std::max(negated, other.negated, std::less<>())};
}

/// Corners of the rectangle; unbounded where one of them is, unless the other factor is zero.
Interval Interval::operator*(const Interval &other) const {
  auto isZero = [](const Interval &interval) { return interval.high == Bound(0) && interval.negated == Bound(0); };
  if (isZero(*this) || isZero(other))
    return {Bound(0), Bound(0)};
  bool isPositive = !(Bound(0) < negated), isOtherPositive = !(Bound(0) < other.negated);
  bool isBounded = high.isFinite() && negated.isFinite() && other.high.isFinite() && other.negated.isFinite();
  if (!isBounded) {
    // Of numbers that are not negative, the least product is that of the least ones.
    if (!isPositive || !isOtherPositive)
      return {};
    Bound least = Bound(-negated.number()) * -other.negated.number();
    return {Bound(), Bound(-least.number())};
  }
  Interval result{Bound(Bound::Wide(-1) << 119), Bound(Bound::Wide(-1) << 119)};
  for (Bound::Wide a : {high.number(), -negated.number()})
    for (Bound::Wide b : {other.high.number(), -other.negated.number()}) {
      Bound::Wide product = 0;
      if (__builtin_mul_overflow(a, b, &product))
        return {};
      result = result.joined({Bound(product), Bound(-product)});
    }
  return result;
}

void LinearBounds::add(unsigned dimension, Bound::Wide coefficient) {
  auto place = lower_bound(parts, dimension, [](const auto &part, unsigned wanted) { return part.first < wanted; });
  if (place == parts.end() || place->first != dimension)
    place = parts.insert(place, {dimension, 0});
  place->second += coefficient;
  if (place->second == 0)
    parts.erase(place);
}

void LinearBounds::add(const LinearBounds &other, Bound::Wide factor) {
  for (auto [dimension, coefficient] : other.parts)
    add(dimension, coefficient * factor);
  Interval scaled = factor < 0 ? -other.constant : other.constant;
  Bound::Wide magnitude = factor < 0 ? -factor : factor;
  constant = constant + Interval{scaled.high * magnitude, scaled.negated * magnitude};
}

//===----------------------------------------------------------------------===//
// The matrix
//===----------------------------------------------------------------------===//

static unsigned opposite(unsigned row) {
  return row ^ 1;
}

Octagon::Octagon(const OctagonShape &octagonShape)
    : shape(&octagonShape), size(octagonShape.size()), matrix(entryCount(octagonShape)) {
  for (unsigned row = 0; octagonShape.isRelational && row < 2 * size; ++row)
    at(row, row) = Bound(0);
}

Octagon Octagon::empty(const OctagonShape &shape) {
  Octagon result(shape);
  result.contradictory = true;
  return result;
}

/// Of x + x or -x - x, halved.
Bound Octagon::single(unsigned dimension, bool isNegated) const {
  unsigned row = 2 * dimension + (isNegated ? 0 : 1);
  Bound twice = at(row, opposite(row));
  return shape->integral.test(dimension) ? twice.halvedExactly() : twice.halved();
}

/// Of +-a +-b: v(j) - v(i) with v(j) = +-b and v(i) = -+a.
Bound Octagon::pair(unsigned a, bool isANegated, unsigned b, bool isBNegated) const {
  return at(2 * a + (isANegated ? 0 : 1), 2 * b + (isBNegated ? 1 : 0));
}

Interval Octagon::bounds(unsigned dimension) const {
  return {single(dimension, false), single(dimension, true)};
}

/// Each part is bounded by itself, or together with another one: whatever is best.
Bound Octagon::highestOf(MutableArrayRef<std::pair<unsigned, Bound::Wide>> parts) const {
  if (parts.empty())
    return Bound(0);
  auto [dimension, coefficient] = parts.front();
  bool isNegated = coefficient < 0;
  Bound::Wide magnitude = isNegated ? -coefficient : coefficient;
  auto rest = parts.drop_front();
  Bound best = single(dimension, isNegated) * magnitude + highestOf(rest);
  constexpr size_t MaxPaired = 4;
  if (!shape->isRelational || parts.size() > MaxPaired)
    return best;
  for (auto &[other, otherCoefficient] : rest) {
    bool isOtherNegated = otherCoefficient < 0;
    Bound::Wide otherMagnitude = isOtherNegated ? -otherCoefficient : otherCoefficient;
    if (otherMagnitude == 0 || magnitude == 0)
      continue;
    Bound::Wide common = std::min(magnitude, otherMagnitude);
    Bound together = pair(dimension, isNegated, other, isOtherNegated) * common;
    if (!together.isFinite())
      continue;
    Bound own = single(dimension, isNegated) * (magnitude - common);
    Bound::Wide before = otherCoefficient;
    otherCoefficient = isOtherNegated ? -(otherMagnitude - common) : otherMagnitude - common;
    best = std::min(best, together + own + highestOf(rest), std::less<>());
    otherCoefficient = before;
  }
  return best;
}

Bound Octagon::highest(const LinearBounds &linear) const {
  auto parts = linear.parts;
  return highestOf(parts) + linear.constant.high;
}

Interval Octagon::range(const LinearBounds &linear) const {
  LinearBounds negated;
  negated.add(linear, -1);
  return {highest(linear), highest(negated)};
}

//===----------------------------------------------------------------------===//
// Constraints
//===----------------------------------------------------------------------===//

void Octagon::setBound(unsigned row, unsigned column, Bound bound) {
  at(row, column) = std::min(at(row, column), bound, std::less<>());
  at(opposite(column), opposite(row)) = at(row, column);
}

/// Bounds of single dimensions, rounded where they are integers; two of them bound a sum.
void Octagon::strengthen() {
  for (unsigned row = 0; row < 2 * size; ++row) {
    Bound &twice = at(row, opposite(row));
    if (twice.isFinite() && shape->integral.test(row / 2))
      twice = twice.halvedExactly() * 2;
  }
  for (unsigned row = 0; row < 2 * size && !contradictory; ++row) {
    contradictory =
        at(row, opposite(row)) + at(opposite(row), row) < Bound(0) || (shape->isRelational && at(row, row) < Bound(0));
    Bound own = at(row, opposite(row));
    if (!shape->isRelational || !own.isFinite())
      continue;
    for (unsigned column = 0; column < 2 * size; ++column) {
      Bound sum = own + at(opposite(column), column);
      if (!sum.isFinite() || column == row)
        continue;
      bool isIntegral = shape->integral.test(row / 2) && shape->integral.test(column / 2);
      at(row, column) = std::min(at(row, column), isIntegral ? sum.halvedExactly() : sum.halved(), std::less<>());
    }
  }
}

/// One more bound on a closed matrix; quadratic (Chawdhary, Robbins and King, "Incrementally closing octagons", 2019).
void Octagon::tightenBy(unsigned a, unsigned b, Bound d) {
  if (contradictory || !(d < at(a, b)))
    return;
  unsigned na = opposite(a), nb = opposite(b);
  if (!shape->isRelational) {
    setBound(a, b, d);
    return strengthen();
  }
  std::vector<Bound> before = matrix;
  auto old = [&](unsigned row, unsigned column) { return before[row * 2 * size + column]; };
  Bound throughBoth = d + old(na, a) + d, throughOther = d + old(b, nb) + d;
  for (unsigned row = 0; row < 2 * size; ++row)
    for (unsigned column = 0; column < 2 * size; ++column) {
      Bound best = old(row, column);
      for (Bound candidate :
           {old(row, a) + d + old(b, column), old(row, nb) + d + old(na, column),
            old(row, nb) + throughBoth + old(b, column), old(row, a) + throughOther + old(na, column)})
        best = std::min(best, candidate, std::less<>());
      at(row, column) = best;
    }
  strengthen();
}

void Octagon::close() {
  for (unsigned through = 0; through < 2 * size && shape->isRelational && !contradictory; ++through)
    for (unsigned row = 0; row < 2 * size; ++row) {
      Bound first = at(row, through);
      if (!first.isFinite())
        continue;
      for (unsigned column = 0; column < 2 * size; ++column)
        at(row, column) = std::min(at(row, column), first + at(through, column), std::less<>());
    }
  strengthen();
}

void Octagon::addAtMostZero(const LinearBounds &linear) {
  // What is left of the bound for one or two of the parts when the others are as low as possible.
  auto restOf = [&](unsigned first, unsigned second) {
    LinearBounds rest;
    rest.constant = -linear.constant;
    for (auto [dimension, coefficient] : linear.parts)
      if (dimension != first && dimension != second)
        rest.add(dimension, -coefficient);
    return highest(rest);
  };
  if (linear.parts.empty()) {
    contradictory |= linear.constant.negated.isFinite() && linear.constant.negated < Bound(0);
    return;
  }
  struct Found {
    unsigned row, column;
    Bound bound;
  };
  std::vector<Found> found;
  for (auto [dimension, coefficient] : linear.parts) {
    bool isNegated = coefficient < 0;
    Bound rest = restOf(dimension, dimension);
    if (!rest.isFinite())
      continue;
    // coefficient * x <= rest
    Bound::Wide magnitude = isNegated ? -coefficient : coefficient, number = rest.number();
    Bound::Wide quotient = number / magnitude;
    bool isInexact = quotient * magnitude != number;
    if (isInexact && number < 0 && shape->integral.test(dimension))
      --quotient;
    if (isInexact && number > 0 && !shape->integral.test(dimension))
      ++quotient;
    unsigned row = 2 * dimension + (isNegated ? 0 : 1);
    found.push_back({row, opposite(row), Bound(2 * quotient)});
  }
  for (auto first = linear.parts.begin(); shape->isRelational && first != linear.parts.end(); ++first)
    for (auto second = std::next(first); second != linear.parts.end(); ++second) {
      if ((first->second != 1 && first->second != -1) || (second->second != 1 && second->second != -1))
        continue;
      Bound rest = restOf(first->first, second->first);
      if (rest.isFinite())
        found.push_back(
            {2 * first->first + (first->second < 0 ? 0 : 1), 2 * second->first + (second->second < 0 ? 1 : 0), rest});
    }
  for (const Found &entry : found)
    tightenBy(entry.row, entry.column, entry.bound);
}

void Octagon::forget(unsigned dimension) {
  for (unsigned row = 2 * dimension; row < 2 * dimension + 2; ++row) {
    at(row, opposite(row)) = Bound();
    for (unsigned column = 0; shape->isRelational && column < 2 * size; ++column)
      if (row != column)
        at(row, column) = at(column, row) = Bound();
  }
}

void Octagon::assign(unsigned dimension, const LinearBounds &value) {
  if (contradictory)
    return;
  struct Found {
    unsigned row, column;
    Bound bound;
  };
  std::vector<Found> found;
  unsigned own = 2 * dimension;
  Interval range = this->range(value);
  found.push_back({own + 1, own, range.high * 2});
  found.push_back({own, own + 1, range.negated * 2});
  for (unsigned other = 0; shape->isRelational && other < size; ++other)
    for (bool isNegated : {false, true}) {
      // value -+ other, and its negation.
      LinearBounds above = value, below;
      above.add(other, isNegated ? 1 : -1);
      below.add(above, -1);
      unsigned row = 2 * other + (isNegated ? 1 : 0);
      if (other == dimension)
        continue;
      found.push_back({row, own, highest(above)});
      found.push_back({own, row, highest(below)});
    }
  forget(dimension);
  for (const Found &entry : found)
    if (entry.bound.isFinite())
      setBound(entry.row, entry.column, entry.bound);
  close();
}

//===----------------------------------------------------------------------===//
// The lattice
//===----------------------------------------------------------------------===//

void Octagon::join(const Octagon &other) {
  if (other.contradictory)
    return;
  if (contradictory) {
    *this = other;
    return;
  }
  for (auto [own, theirs] : zip(matrix, other.matrix))
    own = std::max(own, theirs, std::less<>());
}

void Octagon::meet(const Octagon &other) {
  contradictory |= other.contradictory;
  for (auto [own, theirs] : zip(matrix, other.matrix))
    own = std::min(own, theirs, std::less<>());
  close();
}

bool Octagon::includes(const Octagon &other) const {
  if (other.contradictory || contradictory)
    return other.contradictory;
  for (auto [own, theirs] : zip(matrix, other.matrix))
    if (own < theirs)
      return false;
  return true;
}

void Octagon::widen(const Octagon &next, const std::vector<Bound::Wide> &thresholds) {
  if (next.contradictory)
    return;
  if (contradictory) {
    *this = next;
    return;
  }
  for (unsigned row = 0; row < 2 * size; ++row)
    for (unsigned column = 0; column < 2 * size; ++column) {
      if (!shape->isRelational && column != opposite(row))
        continue;
      Bound grown = next.at(row, column);
      if (!(at(row, column) < grown))
        continue;
      Bound::Wide scale = column == opposite(row) ? 2 : 1;
      auto threshold = find_if(thresholds, [&](Bound::Wide value) { return !(Bound(value * scale) < grown); });
      at(row, column) = threshold == thresholds.end() ? Bound() : Bound(*threshold * scale);
    }
}

std::vector<Octagon::Constraint> Octagon::constraints() const {
  std::vector<Constraint> result;
  for (unsigned dimension = 0; dimension < size; ++dimension)
    for (bool isNegated : {false, true})
      if (Bound bound = single(dimension, isNegated); bound.isFinite())
        result.push_back({dimension, dimension, isNegated, isNegated, bound.number(), true});
  for (unsigned a = 0; shape->isRelational && a < size; ++a)
    for (unsigned b = a + 1; b < size; ++b)
      for (bool isANegated : {false, true})
        for (bool isBNegated : {false, true}) {
          Bound bound = pair(a, isANegated, b, isBNegated);
          if (bound.isFinite() && bound < single(a, isANegated) + single(b, isBNegated))
            result.push_back({a, b, isANegated, isBNegated, bound.number(), false});
        }
  return result;
}

} // namespace tenon
