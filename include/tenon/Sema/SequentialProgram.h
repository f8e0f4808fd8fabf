//===- tenon/Sema/SequentialProgram.h - A C program, checked --------------===//
//
// What the C subset (docs/c-subset.md) means, with names resolved and conversions made explicit: functions over a flat
// table of variables, statements, and expressions in one table. It is what the interpreter runs, what the bounded
// checker unwinds, and what mutation repair changes.
//
// Sites. An expression is a tree of nodes; the number of a node (ExprId) is stable and is a *site* of mutation: an
// operator, a constant, a variable, an index, a call. A mutant is a Substitution: site -> node that stands in its
// place. Nodes for this are added at the end of the table (`addExpr`, `cloneExpr`) and may share operands with the
// original ones; what is added never changes what is there.
//
// Units. A unit is what one repair changes as a whole (program-repair-survey, section 2.1: a line): one assignment, one
// argument, one returned value or one condition. Every node belongs to one. An operand of `&&`, `||` or `?:` is a unit
// of its own if there is a call in its right side (the branches): these operands are evaluated one by one.
//
// No recursion, so each variable of a function exists once at a time: locals and parameters are in the flat table too.
//
//===----------------------------------------------------------------------===//

#ifndef TENON_SEMA_SEQUENTIALPROGRAM_H
#define TENON_SEMA_SEQUENTIALPROGRAM_H

#include "tenon/Support/SourceSpan.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/SMLoc.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tenon::seq {

using ExprId = uint32_t;
using StmtId = uint32_t;
using UnitId = uint32_t;
using VarId = uint32_t;
using FunctionId = uint32_t;
using InputId = uint32_t;
constexpr uint32_t None = ~0U; ///< Of every kind of number above.

/// A type with one value. Under `--int=math` integers are mathematical, and widths matter for `nondet_…()` only.
struct ScalarType {
  uint8_t width = 32; ///< 8, 16, 32, 64; 1: `_Bool`; 0: a truth value, that no variable has.
  bool isSigned = true;

  static constexpr ScalarType truth() { return {0, false}; }
  static constexpr ScalarType boolean() { return {1, false}; }
  static constexpr ScalarType integer() { return {32, true}; }
  static constexpr ScalarType character() { return {8, true}; }
  bool isTruth() const { return width == 0; }
  friend bool operator==(const ScalarType &, const ScalarType &) = default;
};

enum class Op : uint8_t {
  Constant, ///< `constant`
  Unknown,  ///< A constant still to be found, number `constant`: only in mutants.
  Variable, ///< A scalar's value.
  Element,  ///< Of an array: operand 0 is the index. Outside the array: 0.
  Input,    ///< An arbitrary value of the type, a new one at each evaluation.
  Not,      ///< of a truth value
  Negate,
  Complement,
  Convert, ///< To `type`; a truth value becomes 0 or 1.
  Add,     ///< Operands have the type of the result, except those of shifts and comparisons.
  Subtract,
  Multiply,
  Divide, ///< Truncates; by zero: 0.
  Remainder,
  BitAnd,
  BitOr,
  BitXor,
  ShiftLeft, ///< The type is that of operand 0.
  ShiftRight,
  Less, ///< Both operands have one type; the result is a truth value.
  LessEqual,
  Greater,
  GreaterEqual,
  Equal,
  NotEqual,
  And, ///< Of truth values; the right operand only if the left is true.
  Or,
  Conditional, ///< Condition (a truth value), then, else.
  Call,        ///< Operands are the arguments of scalar parameters; see `arrays`.
  Assign,      ///< Operand 0 is the value; an element's index is operand 1. The result is the value, see `isPostfix`.
  Comma,       ///< The value of operand 1, after operand 0.
};

struct Expr {
  Op op = Op::Constant;
  ScalarType type; ///< Of the result.
  /// Not in the text: a conversion, or the `!= 0` of an integer that is used as a condition (then also its 0).
  bool isImplicit = false;
  bool isPostfix = false; ///< Assign: the result is the value before (`i++`).
  /// An operator that is written as a part of its assignment, `+=` or `++`: there is `mark`. The 1 of the latter is
  /// implicit, and what is assigned to is operand 0 (below a conversion perhaps).
  bool isCompound = false;
  UnitId unit = None;
  int64_t constant = 0;     ///< Constant: normal for its type; of 64 bits without sign: as bits.
  VarId variable = None;    ///< Variable, Element, Assign: which.
  FunctionId callee = None; ///< Call
  InputId input = None;     ///< Input
  SourceSpan source;        ///< All of it, with the parentheses around it.
  SourceSpan mark;          ///< The operator, the constant, the name.
  llvm::SmallVector<ExprId, 2> operands;
  llvm::SmallVector<VarId, 1> arrays; ///< Call: the array for each array parameter, in their order.
};

enum class StmtKind : uint8_t {
  Evaluate,        ///< `expr`, for what it does
  If,              ///< `expr`, then `first`, else `second` (None)
  Loop,            ///< while `expr` (None: for ever) do `first`, then `second` (None); see isDoWhile
  Block,           ///< `items`
  Break,           ///
  Continue,        ///< To `second` of the loop.
  Return,          ///< `expr` (None), which `variable` of the function takes
  Assume,          ///< Executions in which `expr` is false end here, without an error.
  Assert,          ///< `expr`
  Arbitrary,       ///< `variable` takes an arbitrary value (`input`): declared without one.
  ArbitraryString, ///< The array `variable` takes arbitrary values, its last element 0.
};

struct Stmt {
  StmtKind kind = StmtKind::Block;
  bool isDoWhile = false;   ///< The body comes before the first test.
  bool isUnbounded = false; ///< Loop: of a library function, which ends by itself.
  ExprId expr = None;
  StmtId first = None, second = None;
  std::vector<StmtId> items;
  VarId variable = None;
  InputId input = None;
  llvm::SMRange range;
};

struct Variable {
  std::string name;
  ScalarType type;     ///< Of the elements, for an array.
  uint64_t length = 0; ///< 0: a scalar. An array parameter has none of its own.
  bool isArray = false;
  bool isArrayParameter = false; ///< Stands for an array of the caller.
  bool isHidden = false;         ///< Made by Tenon: a literal's text, a function's result.
  FunctionId function = None;    ///< None: global, and 0 unless `initial` says another value.
  FunctionId owner = None;       ///< Of a global: the function in which alone its name is known.
  std::vector<int64_t> initial;  ///< Globals, one for each element; empty: all 0.
  llvm::SMRange range;           ///< Of the name where it is declared.
  /// Of a global: its name in each declaration outside of functions.
  llvm::SmallVector<llvm::SMRange, 1> declared;
};

struct Function {
  std::string name;
  std::vector<VarId> parameters;    ///< In order, arrays too. Those of the entry take arbitrary values in its body.
  std::optional<ScalarType> result; ///< None: void.
  VarId resultVariable = None;      ///< Holds what is returned.
  StmtId body = None;
  bool isLibrary = false;                       ///< Provided by Tenon: no sites, loops without a bound of unwinding.
  llvm::SMRange range;                          ///< Of the name.
  llvm::SmallVector<llvm::SMRange, 1> declared; ///< The name, in each declaration.
};

enum class UnitKind : uint8_t { Assignment, Argument, Returned, Condition, Operand, Effect };

struct Unit {
  UnitKind kind = UnitKind::Assignment;
  FunctionId function = None; ///< None: an initializer of a global.
  bool isFixed = false;       ///< Never mutated: of assume, of assert, of a library function.
  llvm::SMRange range;
};

/// Something that the program takes from outside.
struct Input {
  std::string name; ///< Of the variable that takes it, or `nondet_int`.
  ScalarType type;
  VarId array = None;  ///< Arbitrary arrays: which. Its elements follow each other as values of the input.
  llvm::SMRange range; ///< The call, or the variable's name.
};

/// Mutants: for each mutated site the node that stands there instead. It is looked up once for a node: the replacement
/// itself is not replaced, its operands are. So a replacement with the original inside needs a clone of that.
using Substitution = llvm::DenseMap<ExprId, ExprId>;

struct Program {
  bool isMath = false; ///< `--int=math`
  std::vector<Expr> exprs;
  std::vector<Stmt> stmts;
  std::vector<Variable> variables;
  std::vector<Function> functions;
  std::vector<Unit> units;
  std::vector<Input> inputs;
  FunctionId entry = None;
  std::vector<llvm::SMRange> files; ///< The texts; empty if it is not one of C files.

  const Expr &expr(ExprId id) const { return exprs[id]; }
  const Stmt &stmt(StmtId id) const { return stmts[id]; }
  /// A new node; references to others end.
  ExprId addExpr(Expr expr);
  /// A copy of one node, with the same operands.
  ExprId cloneExpr(ExprId id) { return addExpr(Expr(exprs[id])); }
  std::optional<FunctionId> findFunction(llvm::StringRef name) const;
  /// Whether a place comes after one of the declarations, in the same file.
  bool isDeclared(llvm::ArrayRef<llvm::SMRange> declarations, llvm::SMLoc place) const;
  /// `value` as a variable of that type holds it.
  static int64_t normalize(ScalarType type, int64_t value);
};

} // namespace tenon::seq

#endif // TENON_SEMA_SEQUENTIALPROGRAM_H
