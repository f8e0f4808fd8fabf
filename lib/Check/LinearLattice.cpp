//===- LinearLattice.cpp - Linear congruences between numbers -------------===//

#include "LinearLattice.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace tenon {

using Number = LinearLattice::Number;
using Vector = LinearLattice::Vector;

static Number greatestDivisor(const Number &a, const Number &b) {
  return gcd(abs(a), abs(b));
}

bool Congruence::isConstant() const {
  return all_of(coefficients, [](const Number &coefficient) { return coefficient == 0; });
}

bool Congruence::isOfOne() const {
  return count_if(coefficients, [](const Number &coefficient) { return coefficient != 0; }) == 1;
}

void Congruence::add(const Congruence &other, const Number &factor) {
  for (auto [own, added] : zip(coefficients, other.coefficients))
    own += added * factor;
  constant += other.constant * factor;
  weaken(other.modulus * factor);
}

void Congruence::weaken(const Number &otherModulus) {
  modulus = greatestDivisor(modulus, otherModulus);
}

static void addMultiple(Vector &vector, const Vector &other, const Number &factor) {
  if (factor != 0)
    for (auto [own, added] : zip(vector, other))
      own += added * factor;
}

static size_t pivotOf(const Vector &vector) {
  return static_cast<size_t>(find_if(vector, [](const Number &entry) { return entry != 0; }) - vector.begin());
}

/// The sum without its constant.
static Number valueAt(const Congruence &sum, const Vector &vector) {
  Number value(0);
  for (auto [coefficient, entry] : zip(sum.coefficients, vector))
    if (coefficient != 0 && entry != 0)
      value += coefficient * entry;
  return value;
}

LinearLattice LinearLattice::zero(size_t dimensions) {
  LinearLattice result(dimensions);
  result.point = Vector(dimensions, Number(0));
  return result;
}

/// By Euclid's algorithm on the first entries.
void LinearLattice::insert(Vector vector) {
  size_t row = 0;
  for (size_t pivot = pivotOf(vector); pivot < size; pivot = pivotOf(vector)) {
    while (row < basis.size() && pivotOf(basis[row]) < pivot)
      ++row;
    if (row == basis.size() || pivotOf(basis[row]) > pivot) {
      if (vector[pivot] < 0)
        for (Number &entry : vector)
          entry = -entry;
      basis.insert(basis.begin() + static_cast<ptrdiff_t>(row), std::move(vector));
      break;
    }
    Vector &known = basis[row];
    while (vector[pivot] != 0) {
      addMultiple(known, vector, -(known[pivot] / vector[pivot]));
      std::swap(known, vector);
    }
    if (known[pivot] < 0)
      for (Number &entry : known)
        entry = -entry;
  }
  // Entries over a pivot are less than it: that keeps numbers short.
  for (size_t i = 0; i < basis.size(); ++i)
    for (size_t k = i + 1; k < basis.size(); ++k) {
      size_t pivot = pivotOf(basis[k]);
      addMultiple(basis[i], basis[k], -floorDiv(basis[i][pivot], basis[k][pivot]));
    }
}

void LinearLattice::rebuild(std::vector<Vector> vectors) {
  basis.clear();
  for (Vector &vector : vectors)
    insert(std::move(vector));
}

bool LinearLattice::contains(Vector vector) const {
  for (const Vector &known : basis) {
    size_t pivot = pivotOf(known);
    if (vector[pivot] % known[pivot] != 0)
      return false;
    addMultiple(vector, known, -(vector[pivot] / known[pivot]));
  }
  return pivotOf(vector) == size;
}

void LinearLattice::extend(size_t dimension, const Number &multiple) {
  if (!point || multiple == 0)
    return;
  Vector vector(size, Number(0));
  vector[dimension] = multiple;
  if (!contains(vector))
    insert(std::move(vector));
}

void LinearLattice::extendAll() {
  for (size_t dimension = 0; dimension < size; ++dimension)
    extend(dimension, Number(1));
}

void LinearLattice::join(const LinearLattice &other) {
  if (!other.point)
    return;
  if (!point) {
    *this = other;
    return;
  }
  Vector between = *other.point;
  addMultiple(between, *point, Number(-1));
  insert(std::move(between));
  for (const Vector &vector : other.basis)
    insert(vector);
}

bool LinearLattice::includes(const LinearLattice &other) const {
  if (!other.point || !point)
    return !other.point;
  Vector between = *other.point;
  addMultiple(between, *point, Number(-1));
  return contains(std::move(between)) && all_of(other.basis, [this](const Vector &vector) { return contains(vector); });
}

void LinearLattice::assign(const std::vector<std::pair<size_t, Congruence>> &values) {
  if (!point || values.empty())
    return;
  Vector oldPoint = *point;
  std::vector<Vector> vectors = basis;
  for (const auto &[dimension, value] : values) {
    (*point)[dimension] = valueAt(value, oldPoint) + value.constant;
    for (auto [vector, old] : zip(vectors, basis))
      vector[dimension] = valueAt(value, old);
  }
  rebuild(std::move(vectors));
  for (const auto &[dimension, value] : values)
    extend(dimension, value.modulus);
}

void LinearLattice::assumeZero(const Congruence &sum) {
  if (!point)
    return;
  // Euclid's algorithm on the vectors' sums, until only the first can change the sum.
  std::vector<Vector> vectors = basis;
  std::vector<Number> sums;
  for (const Vector &vector : vectors)
    sums.push_back(valueAt(sum, vector));
  for (size_t i = 1; i < vectors.size(); ++i)
    while (sums[i] != 0) {
      Number quotient = sums[0] / sums[i];
      addMultiple(vectors[0], vectors[i], -quotient);
      sums[0] -= quotient * sums[i];
      std::swap(vectors[0], vectors[i]);
      std::swap(sums[0], sums[i]);
    }
  Number value = valueAt(sum, *point) + sum.constant;
  Number step = sums.empty() ? Number(0) : sums[0];
  Number divisor = greatestDivisor(step, sum.modulus);
  if (divisor == 0 ? value != 0 : value % divisor != 0) {
    *this = empty(size);
    return;
  }
  if (step == 0)
    return;
  if (sum.modulus == 0) {
    addMultiple(*point, vectors[0], -(value / step));
    vectors.erase(vectors.begin());
  } else {
    // Some multiple leads to a multiple of the modulus: the inverse by trying Euclid's remainders.
    Number modulus = sum.modulus / divisor, a = mod(step / divisor, modulus), b = modulus, x(1), y(0);
    while (a > 1) {
      Number quotient = b / a;
      b -= quotient * a;
      y -= quotient * x;
      std::swap(a, b);
      std::swap(x, y);
    }
    addMultiple(*point, vectors[0], mod(-(value / divisor) * x, modulus));
    for (Number &entry : vectors[0])
      entry *= modulus;
  }
  rebuild(std::move(vectors));
}

void LinearLattice::drop(size_t dimension) {
  if (!point)
    return;
  (*point)[dimension] = Number(0);
  std::vector<Vector> vectors = basis;
  for (Vector &vector : vectors)
    vector[dimension] = Number(0);
  rebuild(std::move(vectors));
}

/// From the first dimension on: how often each vector was taken follows from the dimension of its pivot, and is whole;
/// other dimensions follow.
std::vector<Congruence> LinearLattice::congruences() const {
  std::vector<Congruence> result, counts; // Multiplied by their denominators.
  std::vector<Number> denominators;
  size_t row = 0;
  for (size_t dimension = 0; dimension < size; ++dimension) {
    // denominator * (x - point) - what the vectors before make of it.
    Number denominator(1);
    for (size_t k = 0; k < row; ++k)
      if (basis[k][dimension] != 0)
        denominator = denominator * denominators[k] / greatestDivisor(denominator, denominators[k]);
    Congruence sum(size);
    sum.coefficients[dimension] = denominator;
    sum.constant = -(denominator * (*point)[dimension]);
    for (size_t k = 0; k < row; ++k)
      if (basis[k][dimension] != 0)
        sum.add(counts[k], -(denominator / denominators[k] * basis[k][dimension]));
    bool isPivot = row < basis.size() && pivotOf(basis[row]) == dimension;
    if (isPivot) {
      denominators.push_back(denominator * basis[row][dimension]);
      counts.push_back(sum);
      sum.modulus = denominators[row++];
    }
    Number divisor = greatestDivisor(sum.constant, sum.modulus);
    for (const Number &coefficient : sum.coefficients)
      divisor = greatestDivisor(divisor, coefficient);
    for (Number &coefficient : sum.coefficients)
      coefficient /= divisor;
    sum.constant /= divisor;
    sum.modulus /= divisor;
    if (sum.modulus != 1)
      result.push_back(std::move(sum));
  }
  return result;
}

std::pair<Number, Number> LinearLattice::valuesOf(size_t dimension) const {
  Number modulus(0);
  for (const Vector &vector : basis)
    modulus = greatestDivisor(modulus, vector[dimension]);
  return {(*point)[dimension], modulus};
}

bool LinearLattice::isUnwieldy() const {
  static const Number Limit = Number(int64_t(1) << 62) * Number(int64_t(1) << 62) * Number(int64_t(1) << 62);
  auto isLong = [](const Vector &vector) {
    return any_of(vector, [](const Number &entry) { return abs(entry) > Limit; });
  };
  return point && (isLong(*point) || any_of(basis, isLong));
}

} // namespace tenon
