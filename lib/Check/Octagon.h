//===- Octagon.h - Bounds of variables, sums and differences --------------===//
//
// Antoine Mine, "The octagon abstract domain" (2006): conjunctions of constraints +-x +-y <= c. A difference bound
// matrix over x and -x for each dimension x.
//
//===----------------------------------------------------------------------===//

#ifndef TENON_LIB_CHECK_OCTAGON_H
#define TENON_LIB_CHECK_OCTAGON_H

#include "tenon/Program/Term.h"

#include "llvm/ADT/BitVector.h"

#include <memory>
#include <optional>
#include <vector>

namespace tenon {

/// A bound on a number: wide enough for data of 64 bits and what is computed from it. What is wider counts as
/// unbounded.
class Bound {
public:
  __extension__ using Wide = __int128;

  Bound() = default; ///< None.
  explicit Bound(Wide number) : value(clamped(number)) {}
  static Bound none() { return {}; }
  /// Not less than the number.
  static Bound above(const Rational &number);

  bool isFinite() const { return value != Infinite; }
  Wide number() const { return value; }
  llvm::DynamicAPInt integer() const;

  friend Bound operator+(Bound a, Bound b) { return a.isFinite() && b.isFinite() ? Bound(a.value + b.value) : Bound(); }
  /// By a factor that is not negative.
  friend Bound operator*(Bound a, Wide factor);
  Bound halved() const;        ///< Rounded up.
  Bound halvedExactly() const; ///< Rounded down: of an even integer.
  friend bool operator==(Bound a, Bound b) = default;
  friend bool operator<(Bound a, Bound b) { return a.value < b.value; }

private:
  static constexpr Wide Infinite = Wide(1) << 120;
  static Wide clamped(Wide number) { return number > Infinite ? Infinite : number < -Infinite ? -Infinite : number; }
  Wide value = Infinite;
};

/// Bounds of a number from both sides.
struct Interval {
  Bound high;    ///< value <= high
  Bound negated; ///< -value <= negated

  static Interval point(const Rational &number);
  Interval joined(const Interval &other) const;
  Interval operator+(const Interval &other) const { return {high + other.high, negated + other.negated}; }
  Interval operator-() const { return {negated, high}; }
  Interval operator*(const Interval &other) const;
};

/// A linear expression with a constant that is only known within bounds.
struct LinearBounds {
  std::vector<std::pair<unsigned, Bound::Wide>> parts; ///< (dimension, coefficient), by dimension; none is zero.
  Interval constant = Interval::point(Rational());

  void add(unsigned dimension, Bound::Wide coefficient);
  void add(const LinearBounds &other, Bound::Wide factor);
};

/// What dimensions are.
struct OctagonShape {
  llvm::BitVector integral; ///< Only integers are values.
  bool isRelational = true; ///< Otherwise only single dimensions have bounds.
  unsigned size() const { return integral.size(); }
};

/// Closed at all times but behind widen(): bounds are as strong as those of two dimensions can be.
class Octagon {
public:
  explicit Octagon(const OctagonShape &shape);
  static size_t entryCount(const OctagonShape &shape) {
    size_t rows = size_t(2) * shape.size();
    return shape.isRelational ? rows * rows : rows;
  }
  static Octagon empty(const OctagonShape &shape);

  bool isEmpty() const { return contradictory; }
  Interval bounds(unsigned dimension) const;
  /// The least upper bound that can be seen.
  Bound highest(const LinearBounds &linear) const;
  Interval range(const LinearBounds &linear) const;

  /// `linear <= 0`
  void addAtMostZero(const LinearBounds &linear);
  void forget(unsigned dimension);
  void assign(unsigned dimension, const LinearBounds &value);
  void join(const Octagon &other);
  void meet(const Octagon &other);
  bool includes(const Octagon &other) const;
  /// This or more, such that a row of widenings ends: bounds that have grown become the next threshold, or none.
  void widen(const Octagon &next, const std::vector<Bound::Wide> &thresholds);
  void close();

  /// Constraints that do not follow from others: +-x +-y <= bound, where x may be y.
  struct Constraint {
    unsigned first, second;
    bool isFirstNegated, isSecondNegated;
    Bound::Wide bound; ///< Of a single dimension: of x, not of x + x.
    bool isSingle;
  };
  std::vector<Constraint> constraints() const;

private:
  // Row and column 2k stand for dimension k, 2k+1 for its negation; entry (i, j) bounds v(j) - v(i). Without relations
  // there are only the entries (i, -i), one in each row.
  size_t placeOf(unsigned row, unsigned column) const {
    return shape->isRelational ? size_t(row) * 2 * size + column : row;
  }
  Bound &at(unsigned row, unsigned column) { return matrix[placeOf(row, column)]; }
  Bound at(unsigned row, unsigned column) const { return matrix[placeOf(row, column)]; }
  void setBound(unsigned row, unsigned column, Bound bound);
  void tightenBy(unsigned row, unsigned column, Bound bound);
  void strengthen();
  Bound highestOf(llvm::MutableArrayRef<std::pair<unsigned, Bound::Wide>> parts) const;
  Bound single(unsigned dimension, bool isNegated) const;
  Bound pair(unsigned a, bool isANegated, unsigned b, bool isBNegated) const;

  const OctagonShape *shape;
  unsigned size;
  bool contradictory = false;
  std::vector<Bound> matrix;
};

} // namespace tenon

#endif // TENON_LIB_CHECK_OCTAGON_H
