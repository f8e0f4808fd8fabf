//===- tenon/Sema/DataExpr.h - Types and expressions over data ------------===//
//
// Values of components' variables: what FSP's own expressions (32-bit, evaluated during compilation, Model.h) are not.
// All names are resolved, all types checked, constants folded; nothing here depends on parameters or index values.
//
//===----------------------------------------------------------------------===//

#ifndef TENON_SEMA_DATAEXPR_H
#define TENON_SEMA_DATAEXPR_H

#include "llvm/ADT/DynamicAPInt.h"
#include "llvm/Support/SMLoc.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace tenon {

/// The type of a variable, a channel or an expression.
///
/// `int` is mathematical, `real` too; `bits[N]` is unsigned and wraps around modulo 2^N; a range `lo..hi` holds the
/// integers from `low` to `high`, and giving it another goes to ERROR. Values of a range are computed with as `int`, so
/// the type of an expression is never Range.
struct DataType {
  enum class Kind { Int, Real, Bool, Bits, Range };
  Kind kind = Kind::Int;
  unsigned width = 0;                              ///< Bits: N, at least 1.
  llvm::DynamicAPInt low = llvm::DynamicAPInt(0);  ///< Range
  llvm::DynamicAPInt high = llvm::DynamicAPInt(0); ///< Range, not less than `low`.
  uint32_t size = 0;                               ///< Of an array of such values; 0: this is no array.

  bool isArray() const { return size != 0; }
  /// A single value of an array.
  DataType element() const;
  /// The type that values of this type are computed with: `int` for a range.
  DataType valueType() const;
  /// Whether there are finitely many values: bool, bits, ranges, and arrays of these.
  bool isFinite() const { return kind == Kind::Bool || kind == Kind::Bits || kind == Kind::Range; }
  friend bool operator==(const DataType &, const DataType &);
};

/// As the source writes it: `int`, `bits[8]`, `0..3`, `int[4]`.
std::string toString(const DataType &type);

/// A single value. Integers and bits in `numerator` (bits as the unsigned number), bool as 0 and 1, reals as a fraction
/// in lowest terms with a positive denominator.
struct ScalarValue {
  llvm::DynamicAPInt numerator = llvm::DynamicAPInt(0);
  llvm::DynamicAPInt denominator = llvm::DynamicAPInt(1);
  friend bool operator==(const ScalarValue &, const ScalarValue &);
};

/// As the source writes a value of the type: `3`, `true`, `1.25`; `1.0/3` where there is no finite decimal.
std::string toString(const ScalarValue &value, const DataType &type);

/// Which variable an expression means. In a component: `component` is 0 and `variable` an index into
/// ComponentModel::variables. In an observer bound to a system: an index into SystemModel::leaves, and one into the
/// variables of that leaf's component.
struct VariableRef {
  uint32_t component = 0;
  uint32_t variable = 0;
  friend bool operator==(const VariableRef &, const VariableRef &) = default;
};

enum class DataOp {
  Constant,
  Variable, ///< Also a whole array.
  Element,  ///< Of an array; the operand is its index, an int. An index outside of the array goes to ERROR.
  IntToReal,
  IntToBits, ///< Modulo 2^N.
  BitsToInt,
  Negate,
  Not,
  Complement, ///< Bits
  Or,
  And,
  BitOr,  ///< Bits, bool
  BitXor, ///< Bits, bool
  BitAnd, ///< Bits, bool
  Equal,  ///< Operands of one type, arrays too.
  NotEqual,
  Less, ///< Int, real, bits (unsigned)
  LessEqual,
  Greater,
  GreaterEqual,
  ShiftLeft,  ///< Bits by bits of the same width; by at least the width: 0.
  ShiftRight, ///< Likewise, unsigned.
  Add,        ///< Int, real, bits (wrapping); so are the next three.
  Subtract,
  Multiply,
  Divide,      ///< Int: truncates. Real: exact. Bits: unsigned. Dividing by zero goes to ERROR.
  Remainder,   ///< Int: of the division that truncates, so it has the sign of the dividend. Bits: unsigned.
  Conditional, ///< `c ? a : b`
};

struct DataExpr;
using DataExprRef = std::shared_ptr<const DataExpr>;

/// A node of an expression; immutable, and shared where an expression function is used twice.
///
/// What the solvers cannot decide has been refused: int and real products have a constant factor unless both factors
/// are bounded (computed from ranges); divisors are constants other than zero, unless both operands are bounded or
/// bits; shifts and bit operations are those of bits (and bool); a shift of an int to the left by a constant has become
/// a product, and so has a power.
struct DataExpr {
  DataOp op = DataOp::Constant;
  DataType type; ///< Never a Range; an array only for Variable and Conditional.
  /// In the source. An expression from the body of an inlined function has its place there.
  llvm::SMRange range;
  ScalarValue constant;              ///< Constant
  VariableRef variable;              ///< Variable, Element
  std::vector<DataExprRef> operands; ///< In the order of the source.

  const DataExpr &operand(size_t i) const { return *operands[i]; }
  bool isConstant() const { return op == DataOp::Constant; }
};

} // namespace tenon

#endif // TENON_SEMA_DATAEXPR_H
