//===- tenon/Program/Term.h - Expressions over the variables of programs --===//
//
// Terms are hash-consed in a TermContext: equal terms are the same pointer, so that comparing is cheap and
// graphs with sharing stay small. The constructors fold constants and apply identities that hold for all values
// (`x && true`), so that a term is simple when it is made; nothing else changes what was written.
//
// Meaning: Int and Real are mathematical. `/` and `%` truncate, as in C; with divisor zero the value is that of
// `totalDivision` (0 and the dividend), and it is the step that must exclude it. Bits(N) are unsigned and
// wrap around.
//
//===----------------------------------------------------------------------===//

#ifndef TENON_PROGRAM_TERM_H
#define TENON_PROGRAM_TERM_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DynamicAPInt.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <memory>
#include <string>
#include <variant>
#include <vector>

namespace tenon {

/// Position of a variable in the table of its Program or ProgramSystem.
using VariableId = uint32_t;

enum class SortKind : uint8_t { Bool, Int, Real, Bits, Array };

/// What values a term has. Ranges are Int with a domain kept at the variable (Program.h).
struct Sort {
  SortKind kind = SortKind::Int;
  SortKind element = SortKind::Int; ///< Array: of its elements, no Array itself.
  unsigned width = 0;               ///< Bits, and arrays of Bits.
  uint64_t length = 0;              ///< Array: indices are 0 .. length-1.

  static Sort boolean() { return {SortKind::Bool}; }
  static Sort integer() { return {SortKind::Int}; }
  static Sort real() { return {SortKind::Real}; }
  static Sort bits(unsigned width) { return {SortKind::Bits, SortKind::Int, width}; }
  static Sort array(Sort element, uint64_t length) { return {SortKind::Array, element.kind, element.width, length}; }
  Sort elementSort() const { return {element, SortKind::Int, width}; }
  bool isNumeric() const { return kind == SortKind::Int || kind == SortKind::Real || kind == SortKind::Bits; }
  friend bool operator==(const Sort &, const Sort &) = default;
};

/// A number as a fraction in lowest terms; denominator 1 for Int and Bits, for Bool 0 or 1.
struct Rational {
  llvm::DynamicAPInt numerator = llvm::DynamicAPInt(0);
  llvm::DynamicAPInt denominator = llvm::DynamicAPInt(1); ///< Positive.

  Rational() = default;
  /*implicit*/ Rational(llvm::DynamicAPInt numerator, llvm::DynamicAPInt denominator = llvm::DynamicAPInt(1));
  friend bool operator==(const Rational &a, const Rational &b) {
    return a.numerator == b.numerator && a.denominator == b.denominator;
  }
  friend bool operator<(const Rational &a, const Rational &b) {
    return a.numerator * b.denominator < b.numerator * a.denominator;
  }
};

/// A value of a sort: one number, or one for each element of an array.
struct DataValue {
  Sort sort;
  std::vector<Rational> elements; ///< Exactly one unless sort is an Array.

  const Rational &scalar() const { return elements.front(); }
  friend bool operator==(const DataValue &, const DataValue &) = default;
};

enum class TermOp : uint8_t {
  Constant,   ///< scalar
  Variable,   ///<
  Not,        ///< Bool -> Bool
  And,        ///< n-ary, n >= 2, flat, without duplicates
  Or,         ///< likewise
  Equal,      ///< any sort
  Less,       ///< numeric; unsigned for Bits
  LessEqual,  ///<
  Add,        ///< n-ary, n >= 2
  Multiply,   ///< binary
  Negate,     ///<
  Divide,     ///< truncating for Int, exact for Real, unsigned for Bits
  Remainder,  ///< sign of the dividend for Int
  BitAnd,     ///< Bits, as are those below
  BitOr,      ///<
  BitXor,     ///<
  BitNot,     ///<
  ShiftLeft,  ///< 0 once the shift is >= width
  ShiftRight, ///< logical
  IfThenElse, ///< condition, then, else
  Select,     ///< array, index (Int); outside the array: unspecified, the step must exclude it
  Store,      ///< array, index, value
  Fill,       ///< the array whose elements all are the operand
  IntToReal,  ///<
  BitsToInt,  ///<
  IntToBits,  ///< modulo 2^width
};

class TermContext;

/// One term. Only a TermContext makes them; `Term` is the handle that everybody passes around.
class TermNode {
public:
  TermOp op() const { return operation; }
  const Sort &sort() const { return resultSort; }
  llvm::ArrayRef<const TermNode *> operands() const { return {children, childCount}; }
  const TermNode *operand(unsigned i) const { return operands()[i]; }
  VariableId variable() const { return variableId; }          ///< Variable
  const Rational &constant() const { return *constantValue; } ///< Constant
  uint32_t id() const { return number; } ///< Creation order in the context: deterministic, unlike addresses.

private:
  friend class TermContext;
  TermOp operation = TermOp::Constant;
  Sort resultSort;
  const TermNode *const *children = nullptr;
  uint32_t childCount = 0;
  VariableId variableId = 0;
  const Rational *constantValue = nullptr;
  uint32_t number = 0;
};
using Term = const TermNode *;

/// Owns terms. Not safe for use by several threads at once.
class TermContext {
public:
  TermContext();
  ~TermContext();
  TermContext(const TermContext &) = delete;
  TermContext &operator=(const TermContext &) = delete;

  Term boolean(bool value);
  Term number(const Sort &sort, Rational value); ///< Reduced modulo 2^width for Bits.
  Term integer(int64_t value);
  Term variable(VariableId id, const Sort &sort);
  /// Folds and flattens; asserts that sorts fit.
  Term make(TermOp op, llvm::ArrayRef<Term> operands, const Sort &result);

  Term notOf(Term a);
  Term andOf(llvm::ArrayRef<Term> terms); ///< true if empty
  Term orOf(llvm::ArrayRef<Term> terms);  ///< false if empty
  Term implies(Term a, Term b);
  Term equal(Term a, Term b);
  Term notEqual(Term a, Term b) { return notOf(equal(a, b)); }
  Term less(Term a, Term b);
  Term lessEqual(Term a, Term b);
  Term add(Term a, Term b);
  Term subtract(Term a, Term b);
  Term multiply(Term a, Term b);
  Term ifThenElse(Term condition, Term a, Term b);
  Term select(Term array, Term index);
  Term store(Term array, Term index, Term value);
  Term fill(Term element, uint64_t length);

  /// `term` with each variable replaced by what `replacement` says (null: unchanged). Linear in the number of
  /// different subterms.
  Term substitute(Term term, llvm::function_ref<Term(VariableId)> replacement);

private:
  class Storage;
  Term junction(TermOp op, llvm::ArrayRef<Term> terms);
  Term sumOf(llvm::ArrayRef<Term> terms, const Sort &sort);
  Term simplerArithmetic(TermOp op, llvm::ArrayRef<Term> operands, const Sort &result);

  std::unique_ptr<Storage> storage;
};

/// The value of a term; all variables must have one. Knows nothing of solvers.
DataValue evaluate(Term term, llvm::function_ref<DataValue(VariableId)> valueOf);

/// Ids of the variables in `term`, sorted.
std::vector<VariableId> variablesOf(Term term);

/// The variables themselves, in the order in which they were made.
std::vector<Term> variableTermsOf(Term term);

/// As source, with the fewest parentheses; reads back as the same term.
std::string printTerm(Term term, llvm::function_ref<std::string(VariableId)> nameOf);

/// As source: `7`, `-3`, `0.5`, `1.0/3`, `true`, `{1, 2, 3}`.
std::string printValue(const DataValue &value);

} // namespace tenon

#endif // TENON_PROGRAM_TERM_H
