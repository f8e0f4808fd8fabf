//===- tenon/Syntax/Ast.h - The abstract syntax of a model ----------------===//
//
// What the user wrote, with source ranges, before any name is resolved. Nodes are
// allocated in an AstContext, are never destroyed one by one, and hold only trivially
// destructible members. Whether an upper-case name is a set, a range, a constant or a
// parameter is decided in Sema, not here.
//
// Node families use LLVM's isa/cast/dyn_cast.
//
//===----------------------------------------------------------------------===//

#ifndef TENON_SYNTAX_AST_H
#define TENON_SYNTAX_AST_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/Casting.h"
#include "llvm/Support/SMLoc.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace tenon::ast {

/// Owns the nodes of one or more source files. Strings in nodes point into the source buffers, so the
/// llvm::SourceMgr that holds them must outlive the context.
class AstContext {
public:
  template <typename NodeType, typename... Args> NodeType *create(Args &&...args) {
    return new (allocator.Allocate<NodeType>()) NodeType(std::forward<Args>(args)...);
  }
  template <typename T> llvm::ArrayRef<T> copy(const std::vector<T> &items) {
    return llvm::ArrayRef<T>(items).copy(allocator);
  }
  template <typename T> llvm::ArrayRef<T> copy(llvm::ArrayRef<T> items) { return items.copy(allocator); }
  llvm::StringRef copy(llvm::StringRef text) { return text.copy(allocator); }

private:
  llvm::BumpPtrAllocator allocator;
};

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

enum class UnaryOperator { Plus, Minus, Not };
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
};

class Expr {
public:
  enum class Kind { Integer, Name, LabelConstant, SetSize, SetElement, Unary, Binary, Paren };
  Kind kind() const { return nodeKind; }
  llvm::SMRange range;

protected:
  Expr(Kind kind, llvm::SMRange range) : range(range), nodeKind(kind) {}

private:
  Kind nodeKind;
};

/// A literal. `spelling` is what the user wrote (decimal, octal `017`, hexadecimal `0x1f`).
class IntegerExpr : public Expr {
public:
  IntegerExpr(llvm::SMRange range, llvm::StringRef spelling, int32_t value)
      : Expr(Kind::Integer, range), spelling(spelling), value(value) {}
  llvm::StringRef spelling;
  int32_t value;
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

//===----------------------------------------------------------------------===//
// Process bodies (fsp-language §6, §7)
//===----------------------------------------------------------------------===//

class ProcessBody {
public:
  enum class Kind { Reference, If, Choice };
  Kind kind() const { return nodeKind; }
  llvm::SMRange range;

protected:
  ProcessBody(Kind kind, llvm::SMRange range) : range(range), nodeKind(kind) {}

private:
  Kind nodeKind;
};

/// `Q(args)` followed by `;`
struct SequentialCall {
  Identifier name;
  llvm::ArrayRef<const Expr *> arguments;
  bool hasArguments = false; ///< Parentheses were written.
};

/// `Q(args);R;NAME[e][e]`: global processes run one after the other, then a local one.
class ReferenceBody : public ProcessBody {
public:
  ReferenceBody(llvm::SMRange range, llvm::ArrayRef<SequentialCall> calls, Identifier target,
                llvm::ArrayRef<const Expr *> indices)
      : ProcessBody(Kind::Reference, range), calls(calls), target(target), indices(indices) {}
  llvm::ArrayRef<SequentialCall> calls;
  Identifier target;
  llvm::ArrayRef<const Expr *> indices;
  static bool classof(const ProcessBody *b) { return b->kind() == Kind::Reference; }
};

/// `if c then B else if c2 then B2 else B3`
class IfBody : public ProcessBody {
public:
  struct Branch {
    const Expr *condition;
    const ProcessBody *body;
  };
  IfBody(llvm::SMRange range, llvm::ArrayRef<Branch> branches, const ProcessBody *otherwise)
      : ProcessBody(Kind::If, range), branches(branches), otherwise(otherwise) {}
  llvm::ArrayRef<Branch> branches;
  const ProcessBody *otherwise; ///< May be null: the missing branch is STOP.
  static bool classof(const ProcessBody *b) { return b->kind() == Kind::If; }
};

/// `when g a -> b -> B`
struct Alternative {
  llvm::SMRange range;
  const Expr *guard = nullptr;
  llvm::ArrayRef<const LabelElement *> actions; ///< At least one.
  const ProcessBody *body = nullptr;
};

/// `( a -> … | b -> … )`
class ChoiceBody : public ProcessBody {
public:
  ChoiceBody(llvm::SMRange range, llvm::ArrayRef<const Alternative *> alternatives)
      : ProcessBody(Kind::Choice, range), alternatives(alternatives) {}
  llvm::ArrayRef<const Alternative *> alternatives;
  static bool classof(const ProcessBody *b) { return b->kind() == Kind::Choice; }
};

/// `NAME@[i:R] = body`
struct LocalProcess {
  llvm::SMRange range;
  Identifier name;
  bool accepting = false; ///< Written with `@`.
  llvm::ArrayRef<IndexSpec> indices;
  const ProcessBody *body = nullptr;
};

//===----------------------------------------------------------------------===//
// Composite bodies (fsp-language §8)
//===----------------------------------------------------------------------===//

class CompositeBody {
public:
  enum class Kind { If, Forall, Parallel, Instance };
  Kind kind() const { return nodeKind; }
  llvm::SMRange range;

protected:
  CompositeBody(Kind kind, llvm::SMRange range) : range(range), nodeKind(kind) {}

private:
  Kind nodeKind;
};

class CompositeIf : public CompositeBody {
public:
  struct Branch {
    const Expr *condition;
    const CompositeBody *body;
  };
  CompositeIf(llvm::SMRange range, llvm::ArrayRef<Branch> branches, const CompositeBody *otherwise)
      : CompositeBody(Kind::If, range), branches(branches), otherwise(otherwise) {}
  llvm::ArrayRef<Branch> branches;
  const CompositeBody *otherwise; ///< May be null: nothing.
  static bool classof(const CompositeBody *b) { return b->kind() == Kind::If; }
};

/// `forall[i:R][j:S] body`
class CompositeForall : public CompositeBody {
public:
  CompositeForall(llvm::SMRange range, llvm::ArrayRef<IndexSpec> indices, const CompositeBody *body)
      : CompositeBody(Kind::Forall, range), indices(indices), body(body) {}
  llvm::ArrayRef<IndexSpec> indices;
  const CompositeBody *body;
  static bool classof(const CompositeBody *b) { return b->kind() == Kind::Forall; }
};

/// What may stand around an operand: `share::prefix:OPERAND/{…}`.
struct Decoration {
  const LabelElement *share = nullptr;
  const LabelElement *prefix = nullptr;
  llvm::ArrayRef<const RelabelClause *> relabels;
  bool hasRelabels = false;
};

/// `share::prefix:(A || B)/{…}`
class CompositeParallel : public CompositeBody {
public:
  CompositeParallel(llvm::SMRange range, Decoration decoration, llvm::ArrayRef<const CompositeBody *> operands)
      : CompositeBody(Kind::Parallel, range), decoration(decoration), operands(operands) {}
  Decoration decoration;
  llvm::ArrayRef<const CompositeBody *> operands;
  static bool classof(const CompositeBody *b) { return b->kind() == Kind::Parallel; }
};

/// `share::prefix:NAME(args)/{…}`
class CompositeInstance : public CompositeBody {
public:
  CompositeInstance(llvm::SMRange range, Decoration decoration, Identifier name, llvm::ArrayRef<const Expr *> arguments,
                    bool hasArguments)
      : CompositeBody(Kind::Instance, range), decoration(decoration), name(name), arguments(arguments),
        hasArguments(hasArguments) {}
  Decoration decoration;
  Identifier name;
  llvm::ArrayRef<const Expr *> arguments;
  bool hasArguments; ///< Parentheses were written.
  static bool classof(const CompositeBody *b) { return b->kind() == Kind::Instance; }
};

//===----------------------------------------------------------------------===//
// Temporal formulas (fsp-language §14)
//===----------------------------------------------------------------------===//

enum class TemporalUnary { Not, Next, Eventually, Always };
enum class TemporalBinary { And, Or, Implies, Iff, Until, WeakUntil };

class FormulaNode {
public:
  enum class Kind { Unary, Binary, Quantifier, Rigid, Name, Action, Paren };
  Kind kind() const { return nodeKind; }
  llvm::SMRange range;

protected:
  FormulaNode(Kind kind, llvm::SMRange range) : range(range), nodeKind(kind) {}

private:
  Kind nodeKind;
};

class UnaryFormula : public FormulaNode {
public:
  UnaryFormula(llvm::SMRange range, TemporalUnary op, const FormulaNode *operand)
      : FormulaNode(Kind::Unary, range), op(op), operand(operand) {}
  TemporalUnary op;
  const FormulaNode *operand;
  static bool classof(const FormulaNode *f) { return f->kind() == Kind::Unary; }
};

class BinaryFormula : public FormulaNode {
public:
  BinaryFormula(llvm::SMRange range, TemporalBinary op, const FormulaNode *lhs, const FormulaNode *rhs)
      : FormulaNode(Kind::Binary, range), op(op), lhs(lhs), rhs(rhs) {}
  TemporalBinary op;
  const FormulaNode *lhs;
  const FormulaNode *rhs;
  static bool classof(const FormulaNode *f) { return f->kind() == Kind::Binary; }
};

/// `forall[i:R] f`, `exists[i:R] f`
class QuantifierFormula : public FormulaNode {
public:
  QuantifierFormula(llvm::SMRange range, bool universal, llvm::ArrayRef<IndexSpec> indices, const FormulaNode *operand)
      : FormulaNode(Kind::Quantifier, range), universal(universal), indices(indices), operand(operand) {}
  bool universal;
  llvm::ArrayRef<IndexSpec> indices;
  const FormulaNode *operand;
  static bool classof(const FormulaNode *f) { return f->kind() == Kind::Quantifier; }
};

/// `rigid e`: the constant e > 0.
class RigidFormula : public FormulaNode {
public:
  RigidFormula(llvm::SMRange range, const Expr *value) : FormulaNode(Kind::Rigid, range), value(value) {}
  const Expr *value;
  static bool classof(const FormulaNode *f) { return f->kind() == Kind::Rigid; }
};

/// A fluent or assert: `NAME`, `NAME[i][1..2]`, `NAME(args)`.
class NameFormula : public FormulaNode {
public:
  NameFormula(llvm::SMRange range, Identifier name, llvm::ArrayRef<IndexSpec> indices,
              llvm::ArrayRef<const Expr *> arguments, bool hasArguments)
      : FormulaNode(Kind::Name, range), name(name), indices(indices), arguments(arguments), hasArguments(hasArguments) {
  }
  Identifier name;
  llvm::ArrayRef<IndexSpec> indices;
  llvm::ArrayRef<const Expr *> arguments;
  bool hasArguments;
  static bool classof(const FormulaNode *f) { return f->kind() == Kind::Name; }
};

/// An action proposition: a label that starts with a lower-case name, an index or an explicit set.
class ActionFormula : public FormulaNode {
public:
  ActionFormula(llvm::SMRange range, const LabelElement *label) : FormulaNode(Kind::Action, range), label(label) {}
  const LabelElement *label;
  static bool classof(const FormulaNode *f) { return f->kind() == Kind::Action; }
};

class ParenFormula : public FormulaNode {
public:
  ParenFormula(llvm::SMRange range, const FormulaNode *inner) : FormulaNode(Kind::Paren, range), inner(inner) {}
  const FormulaNode *inner;
  static bool classof(const FormulaNode *f) { return f->kind() == Kind::Paren; }
};

//===----------------------------------------------------------------------===//
// Definitions (fsp-language §2)
//===----------------------------------------------------------------------===//

class Definition {
public:
  enum class Kind {
    Const,
    Range,
    Set,
    Process,
    Composite,
    Progress,
    Menu,
    Animation,
    Fluent,
    Formula,
    Import,
    Include,
    Goal,
  };
  Kind kind() const { return nodeKind; }
  llvm::SMRange range; ///< From the first modifier to the last token, a final `.` or `;` included.
  Identifier name;     ///< Empty for `include` and goals.

protected:
  Definition(Kind kind, llvm::SMRange range, Identifier name) : range(range), name(name), nodeKind(kind) {}

private:
  Kind nodeKind;
};

class ConstDefinition : public Definition {
public:
  ConstDefinition(llvm::SMRange range, Identifier name, const Expr *value)
      : Definition(Kind::Const, range, name), value(value) {}
  const Expr *value;
  static bool classof(const Definition *d) { return d->kind() == Kind::Const; }
};

class RangeDefinition : public Definition {
public:
  RangeDefinition(llvm::SMRange range, Identifier name, const Expr *low, const Expr *high)
      : Definition(Kind::Range, range, name), low(low), high(high) {}
  const Expr *low;
  const Expr *high;
  static bool classof(const Definition *d) { return d->kind() == Kind::Range; }
};

class SetDefinition : public Definition {
public:
  SetDefinition(llvm::SMRange range, Identifier name, const LabelSet *value)
      : Definition(Kind::Set, range, name), value(value) {}
  const LabelSet *value;
  static bool classof(const Definition *d) { return d->kind() == Kind::Set; }
};

/// `deterministic minimal compose property`, in this order.
struct Modifiers {
  bool deterministic = false;
  bool minimal = false;
  bool compose = false;
  bool property = false;
};

/// `N=e`
struct Parameter {
  Identifier name;
  const Expr *defaultValue = nullptr;
};

class ProcessDefinition : public Definition {
public:
  ProcessDefinition(llvm::SMRange range, Identifier name) : Definition(Kind::Process, range, name) {}
  Modifiers modifiers;
  llvm::ArrayRef<Parameter> parameters;
  llvm::ArrayRef<LocalProcess> locals; ///< The first is the start and bears the definition's name.
  const LabelSet *extension = nullptr; ///< `+ set`
  llvm::ArrayRef<const RelabelClause *> relabels;
  bool hasRelabels = false;
  std::optional<HidingClause> hiding;
  static bool classof(const Definition *d) { return d->kind() == Kind::Process; }
};

/// `>> set` (low) or `<< set` (high)
struct PriorityClause {
  llvm::SMRange range;
  bool low = false;
  const LabelSet *set = nullptr;
};

class CompositeDefinition : public Definition {
public:
  CompositeDefinition(llvm::SMRange range, Identifier name) : Definition(Kind::Composite, range, name) {}
  Modifiers modifiers;
  llvm::ArrayRef<Parameter> parameters;
  const CompositeBody *body = nullptr;
  std::optional<PriorityClause> priority;
  std::optional<HidingClause> hiding;
  static bool classof(const Definition *d) { return d->kind() == Kind::Composite; }
};

/// `progress P[i:R] = labels` or `progress P = if labels then labels`
class ProgressDefinition : public Definition {
public:
  ProgressDefinition(llvm::SMRange range, Identifier name) : Definition(Kind::Progress, range, name) {}
  llvm::ArrayRef<IndexSpec> indices;
  const LabelElement *condition = nullptr; ///< Null without `if`.
  const LabelElement *labels = nullptr;
  static bool classof(const Definition *d) { return d->kind() == Kind::Progress; }
};

class MenuDefinition : public Definition {
public:
  MenuDefinition(llvm::SMRange range, Identifier name, const LabelElement *labels)
      : Definition(Kind::Menu, range, name), labels(labels) {}
  const LabelElement *labels;
  static bool classof(const Definition *d) { return d->kind() == Kind::Menu; }
};

/// `animation A = "file" [target T] [compose {A/{…} || B}] [actions {…}] [controls {…}]`
class AnimationDefinition : public Definition {
public:
  struct Part {
    Identifier name;
    llvm::ArrayRef<const RelabelClause *> relabels;
    bool hasRelabels = false;
  };
  AnimationDefinition(llvm::SMRange range, Identifier name) : Definition(Kind::Animation, range, name) {}
  Identifier file; ///< The text between the quotes; the range includes them.
  std::optional<Identifier> target;
  bool hasParts = false, hasActions = false, hasControls = false;
  llvm::ArrayRef<Part> parts;
  llvm::ArrayRef<const RelabelClause *> actions;
  llvm::ArrayRef<const RelabelClause *> controls;
  static bool classof(const Definition *d) { return d->kind() == Kind::Animation; }
};

/// `fluent F[i:R] = <labels, labels> initially e`
class FluentDefinition : public Definition {
public:
  FluentDefinition(llvm::SMRange range, Identifier name) : Definition(Kind::Fluent, range, name) {}
  llvm::ArrayRef<IndexSpec> indices;
  const LabelElement *starting = nullptr;
  const LabelElement *ending = nullptr;
  const Expr *initially = nullptr;
  static bool classof(const Definition *d) { return d->kind() == Kind::Fluent; }
};

/// `assert A(N=e) = f + set` or `constraint C = f`
class FormulaDefinition : public Definition {
public:
  FormulaDefinition(llvm::SMRange range, Identifier name) : Definition(Kind::Formula, range, name) {}
  bool constraint = false;
  llvm::ArrayRef<Parameter> parameters;
  const FormulaNode *formula = nullptr;
  const LabelSet *extension = nullptr;
  static bool classof(const Definition *d) { return d->kind() == Kind::Formula; }
};

/// `import P = "file.aut"`
class ImportDefinition : public Definition {
public:
  ImportDefinition(llvm::SMRange range, Identifier name, Identifier file)
      : Definition(Kind::Import, range, name), file(file) {}
  Identifier file; ///< The text between the quotes; the range includes them.
  static bool classof(const Definition *d) { return d->kind() == Kind::Import; }
};

/// `include "file"`
class IncludeDefinition : public Definition {
public:
  IncludeDefinition(llvm::SMRange range, Identifier file)
      : Definition(Kind::Include, range, Identifier()), file(file) {}
  Identifier file;
  static bool classof(const Definition *d) { return d->kind() == Kind::Include; }
};

/// A goal, which ends in `;` (design of the language, §3):
///   check S satisfies P [using METHOD];   check deadlockfree S;   check P refines Q;   check Q simulates P;
///   interface M for P;                    repair M in S for P [using METHOD];
/// each with an optional `expect holds` or `expect violated` before the semicolon.
class GoalDefinition : public Definition {
public:
  enum class GoalKind { Satisfies, DeadlockFree, Refines, Simulates, Interface, Repair };
  enum class Expectation { None, Holds, Violated };
  GoalDefinition(llvm::SMRange range, GoalKind goal) : Definition(Kind::Goal, range, Identifier()), goal(goal) {}
  GoalKind goal;
  Identifier subject;               ///< S, P, Q or M above: the first name.
  Identifier system;                ///< Repair: S.
  Identifier property;              ///< The last name; empty for DeadlockFree.
  std::optional<Identifier> method; ///< As written: `asym-learn`.
  Expectation expectation = Expectation::None;
  static bool classof(const Definition *d) { return d->kind() == Kind::Goal; }
};

/// A comment with its delimiters.
struct Comment {
  llvm::SMRange range;
  bool block = false; ///< `/* … */`
};

/// One source file as written.
struct SourceFile {
  unsigned bufferId = 0;                       ///< In the llvm::SourceMgr.
  std::vector<const Definition *> definitions; ///< In textual order.
  std::vector<Comment> comments;               ///< In textual order.
};

} // namespace tenon::ast

#endif // TENON_SYNTAX_AST_H
