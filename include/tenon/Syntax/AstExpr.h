//===- tenon/Syntax/AstExpr.h - Expressions, labels and sets of a source --===//

#ifndef TENON_SYNTAX_ASTEXPR_H
#define TENON_SYNTAX_ASTEXPR_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Casting.h"
#include "llvm/Support/SMLoc.h"

#include <cstdint>
#include <optional>

namespace tenon::ast {

/// A name with its place.
struct Identifier {
  llvm::StringRef name;
  llvm::SMRange range;
};

class Expr;
struct LabelElement;
class LabelSet;

//===----------------------------------------------------------------------===//
// Expressions (fsp-language §3)
//===----------------------------------------------------------------------===//

enum class UnaryOperator { Plus, Minus, Not, Complement };
enum class BinaryOperator {
  Or,
  And,
  BitOr,
  BitXor,
  BitAnd,
  Equal,
  NotEqual,
  Less,
  LessEqual,
  Greater,
  GreaterEqual,
  ShiftLeft,
  ShiftRight,
  Add,
  Subtract,
  Multiply,
  Divide,
  Remainder,
  Power, ///< Only over data.
};

class Expr {
public:
  enum class Kind {
    Integer,
    Name,
    LabelConstant,
    SetSize,
    SetElement,
    Unary,
    Binary,
    Paren,
    // Only over data: in components and in constraints.
    Decimal,
    Path,
    Call,
    Conditional,
  };
  Kind kind() const { return nodeKind; }
  llvm::SMRange range;

protected:
  Expr(Kind kind, llvm::SMRange range) : range(range), nodeKind(kind) {}

private:
  Kind nodeKind;
};

/// A literal. `spelling` is what the user wrote (decimal, octal `017`, hexadecimal `0x1f`). Over data it may have any
/// length; `value` is 0 if it does not
/// fit, that is, `fits` is false.
class IntegerExpr : public Expr {
public:
  IntegerExpr(llvm::SMRange range, llvm::StringRef spelling, int32_t value, bool fits = true)
      : Expr(Kind::Integer, range), spelling(spelling), value(value), fits(fits) {}
  llvm::StringRef spelling;
  int32_t value;
  bool fits;
  static bool classof(const Expr *e) { return e->kind() == Kind::Integer; }
};

/// A variable (lower case), or a parameter, constant, range or set (upper case).
class NameExpr : public Expr {
public:
  explicit NameExpr(Identifier name) : Expr(Kind::Name, name.range), name(name.name) {}
  llvm::StringRef name;
  static bool classof(const Expr *e) { return e->kind() == Kind::Name; }
};

/// `'label`
class LabelConstantExpr : public Expr {
public:
  LabelConstantExpr(llvm::SMRange range, const LabelElement *label) : Expr(Kind::LabelConstant, range), label(label) {}
  const LabelElement *label;
  static bool classof(const Expr *e) { return e->kind() == Kind::LabelConstant; }
};

/// `#set`
class SetSizeExpr : public Expr {
public:
  SetSizeExpr(llvm::SMRange range, const LabelSet *set) : Expr(Kind::SetSize, range), set(set) {}
  const LabelSet *set;
  static bool classof(const Expr *e) { return e->kind() == Kind::SetSize; }
};

/// `@(set, e)`: the element of a set at a position, from 0.
class SetElementExpr : public Expr {
public:
  SetElementExpr(llvm::SMRange range, const LabelSet *set, const Expr *position)
      : Expr(Kind::SetElement, range), set(set), position(position) {}
  const LabelSet *set;
  const Expr *position;
  static bool classof(const Expr *e) { return e->kind() == Kind::SetElement; }
};

class UnaryExpr : public Expr {
public:
  UnaryExpr(llvm::SMRange range, UnaryOperator op, const Expr *operand)
      : Expr(Kind::Unary, range), op(op), operand(operand) {}
  UnaryOperator op;
  const Expr *operand;
  static bool classof(const Expr *e) { return e->kind() == Kind::Unary; }
};

class BinaryExpr : public Expr {
public:
  BinaryExpr(llvm::SMRange range, BinaryOperator op, llvm::SMRange opRange, const Expr *lhs, const Expr *rhs)
      : Expr(Kind::Binary, range), op(op), opRange(opRange), lhs(lhs), rhs(rhs) {}
  BinaryOperator op;
  llvm::SMRange opRange;
  const Expr *lhs;
  const Expr *rhs;
  static bool classof(const Expr *e) { return e->kind() == Kind::Binary; }
};

/// `( e )`, kept so that the printer gives back what was written.
class ParenExpr : public Expr {
public:
  ParenExpr(llvm::SMRange range, const Expr *inner) : Expr(Kind::Paren, range), inner(inner) {}
  const Expr *inner;
  static bool classof(const Expr *e) { return e->kind() == Kind::Paren; }
};

/// `1.25`
class DecimalExpr : public Expr {
public:
  DecimalExpr(llvm::SMRange range, llvm::StringRef spelling) : Expr(Kind::Decimal, range), spelling(spelling) {}
  llvm::StringRef spelling;
  static bool classof(const Expr *e) { return e->kind() == Kind::Decimal; }
};

/// `.name` or `[index]` behind a name.
struct PathStep {
  llvm::SMRange range;         ///< With the dot or the brackets.
  Identifier name;             ///< Empty for an index.
  const Expr *index = nullptr; ///< Null for a name.
};

/// `a[i]`, `Client.pw`, `c[1].buffer[i]`
class PathExpr : public Expr {
public:
  PathExpr(llvm::SMRange range, Identifier root, llvm::ArrayRef<PathStep> steps)
      : Expr(Kind::Path, range), root(root), steps(steps) {}
  Identifier root;
  llvm::ArrayRef<PathStep> steps; ///< At least one.
  static bool classof(const Expr *e) { return e->kind() == Kind::Path; }
};

/// `f(x, y)`; also the conversions `int(x)`, `real(x)` and `bits[8](x)`.
class CallExpr : public Expr {
public:
  CallExpr(llvm::SMRange range, Identifier callee, const Expr *width, llvm::ArrayRef<const Expr *> arguments)
      : Expr(Kind::Call, range), callee(callee), width(width), arguments(arguments) {}
  Identifier callee;
  const Expr *width; ///< Of `bits[8]`; otherwise null.
  llvm::ArrayRef<const Expr *> arguments;
  static bool classof(const Expr *e) { return e->kind() == Kind::Call; }
};

/// `c ? a : b`
class ConditionalExpr : public Expr {
public:
  ConditionalExpr(llvm::SMRange range, const Expr *condition, const Expr *whenTrue, const Expr *whenFalse)
      : Expr(Kind::Conditional, range), condition(condition), whenTrue(whenTrue), whenFalse(whenFalse) {}
  const Expr *condition;
  const Expr *whenTrue;
  const Expr *whenFalse;
  static bool classof(const Expr *e) { return e->kind() == Kind::Conditional; }
};

//===----------------------------------------------------------------------===//
// Labels, indices and sets (fsp-language §4, §5)
//===----------------------------------------------------------------------===//

/// What stands between brackets: `e`, `lo..hi`, a set, each possibly with a variable: `i:0..3`.
/// A bare upper-case name is an Expression here; Sema finds out whether it is a set, range, parameter or constant.
struct IndexSpec {
  enum class Kind { Expression, Range, Set };
  llvm::SMRange range;                ///< Without the brackets.
  std::optional<Identifier> variable; ///< The bound variable, if declared.
  Kind kind = Kind::Expression;
  const Expr *low = nullptr;     ///< The expression, or the range's lower bound.
  const Expr *high = nullptr;    ///< The range's upper bound.
  const LabelSet *set = nullptr; ///< Kind::Set: an explicit set `{…}` or a difference.
};

/// One part of a label: a name, a set (of labels, so it denotes several), or an index.
struct LabelPart {
  enum class Kind { Name, Set, Index };
  Kind kind = Kind::Name;
  llvm::SMRange range;           ///< For an index: with its brackets.
  llvm::StringRef name;          ///< Kind::Name
  const LabelSet *set = nullptr; ///< Kind::Set
  IndexSpec index;               ///< Kind::Index
  bool dotBefore = false;        ///< Written after a dot (an index may be: `a.[1]`).
};

/// `a.b[i].{c,d}`: denotes one label or, with sets and ranges, several.
struct LabelElement {
  llvm::SMRange range;
  llvm::ArrayRef<LabelPart> parts;
};

/// A set of labels: `NAME`, `{ a, b[1..2] }`, or a difference `S \ {a}`.
class LabelSet {
public:
  enum class Kind { Named, Explicit, Difference };
  Kind kind;
  llvm::SMRange range;
  Identifier name;                               ///< Kind::Named
  llvm::ArrayRef<const LabelElement *> elements; ///< Kind::Explicit
  const LabelSet *left = nullptr;                ///< Kind::Difference
  const LabelSet *right = nullptr;

  LabelSet(llvm::SMRange range, Identifier name) : kind(Kind::Named), range(range), name(name) {}
  LabelSet(llvm::SMRange range, llvm::ArrayRef<const LabelElement *> elements)
      : kind(Kind::Explicit), range(range), elements(elements) {}
  LabelSet(llvm::SMRange range, const LabelSet *left, const LabelSet *right)
      : kind(Kind::Difference), range(range), left(left), right(right) {}
};

/// One member of `/{ … }`: `new/old`, or `forall[i:R] { … }` (composites only).
struct RelabelClause {
  llvm::SMRange range;
  const LabelElement *newLabel = nullptr; ///< Null for a forall clause.
  const LabelElement *oldLabel = nullptr;
  llvm::ArrayRef<IndexSpec> indices;             ///< forall
  llvm::ArrayRef<const RelabelClause *> clauses; ///< forall
  bool isForall() const { return newLabel == nullptr; }
};

/// `\ set` or `@ set`
struct HidingClause {
  llvm::SMRange range;
  bool expose = false; ///< `@`: hide everything else.
  const LabelSet *set = nullptr;
};

} // namespace tenon::ast

#endif // TENON_SYNTAX_ASTEXPR_H
