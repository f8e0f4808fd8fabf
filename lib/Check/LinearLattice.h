//===- LinearLattice.h - Linear congruences between numbers ---------------===//

#ifndef TENON_LIB_CHECK_LINEARLATTICE_H
#define TENON_LIB_CHECK_LINEARLATTICE_H

#include "llvm/ADT/DynamicAPInt.h"

#include <optional>
#include <vector>

namespace tenon {

/// `constant + sum of coefficient * dimension`, up to multiples of the modulus; 0: exactly.
struct Congruence {
  std::vector<llvm::DynamicAPInt> coefficients; ///< By dimension.
  llvm::DynamicAPInt constant = llvm::DynamicAPInt(0);
  llvm::DynamicAPInt modulus = llvm::DynamicAPInt(0);

  explicit Congruence(size_t dimensions) : coefficients(dimensions, llvm::DynamicAPInt(0)) {}
  bool isConstant() const;
  bool isOfOne() const; ///< Dimension.
  void add(const Congruence &other, const llvm::DynamicAPInt &factor);
  void weaken(const llvm::DynamicAPInt &otherModulus);
};

/// A set of vectors of integers: a point and all that is reached from it by whole multiples of some vectors (Granger
/// 1991). It tells equations between sums (`s == 3*i`) and what they leave when divided (`x % 2 == 0`). With the vector
/// 2^w for a dimension, that one is told modulo 2^w, as words of w bits need it (Mueller-Olm and Seidl 2005). The
/// vectors are in echelon form; rows of growing sets end, for each is of more dimensions than the one before or divides
/// it.
class LinearLattice {
public:
  using Number = llvm::DynamicAPInt;
  using Vector = std::vector<Number>;

  static LinearLattice empty(size_t dimensions) { return LinearLattice(dimensions); }
  static LinearLattice zero(size_t dimensions);

  bool isEmpty() const { return !point; }
  /// Adds what multiples of the unit vector lead to; of 1: the dimension is arbitrary.
  void extend(size_t dimension, const Number &multiple);
  void extendAll();
  void join(const LinearLattice &other);
  bool includes(const LinearLattice &other) const;
  /// Each dimension gets its value, all at once.
  void assign(const std::vector<std::pair<size_t, Congruence>> &values);
  /// Leaves out where the sum is not 0, up to multiples of its modulus.
  void assumeZero(const Congruence &sum);
  /// The dimension is 0 from now on, and says nothing of others.
  void drop(size_t dimension);

  /// Sums that are 0, which say together what the set is.
  std::vector<Congruence> congruences() const;
  /// The values that the dimension can have: this one, and all that differ by multiples of the second, or none.
  std::pair<Number, Number> valuesOf(size_t dimension) const;
  /// Numbers have become too long to be useful.
  bool isUnwieldy() const;

private:
  explicit LinearLattice(size_t dimensions) : size(dimensions) {}
  void insert(Vector vector);
  bool contains(Vector vector) const;
  void rebuild(std::vector<Vector> vectors);

  size_t size;
  std::optional<Vector> point;
  /// The first entry that is not 0 is positive, and no two have it at the same place; in the order of these places.
  std::vector<Vector> basis;
};

} // namespace tenon

#endif // TENON_LIB_CHECK_LINEARLATTICE_H
