//===- tenon/Syntax/Ast.h - The abstract syntax of a model ----------------===//
//
// What the user wrote, with source ranges, before any name is resolved. Nodes are
// allocated in an AstContext, are never destroyed one by one, and hold only trivially
// destructible members. Whether an upper-case name is a set, a range, a constant or a
// parameter is decided in Sema, not here.
//
// Node families use LLVM's isa/cast/dyn_cast. Definitions are here; what they are made of is in AstExpr.h,
// AstProcess.h, AstComponent.h and AstFormula.h, which this header includes.
//
//===----------------------------------------------------------------------===//

#ifndef TENON_SYNTAX_AST_H
#define TENON_SYNTAX_AST_H

#include "tenon/Syntax/AstComponent.h"
#include "tenon/Syntax/AstExpr.h"
#include "tenon/Syntax/AstFormula.h"
#include "tenon/Syntax/AstProcess.h"

#include "llvm/Support/Allocator.h"

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
    Channel,
    Component,
  };
  Kind kind() const { return nodeKind; }
  llvm::SMRange range; ///< From the first modifier to the last token, a final `.`, `;` or `}` included.
  Identifier name;     ///< Empty for `include`, `channel` and goals.

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

/// `deterministic minimal compose property`, in this order. `observer` stands in place of `property`.
struct Modifiers {
  bool deterministic = false;
  bool minimal = false;
  bool compose = false;
  bool property = false;
  bool observer = false;
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

/// `channel read, enc[1..3] : int;`
class ChannelDefinition : public Definition {
public:
  explicit ChannelDefinition(llvm::SMRange range) : Definition(Kind::Channel, range, Identifier()) {}
  llvm::ArrayRef<const LabelElement *> names;
  TypeName type;
  static bool classof(const Definition *d) { return d->kind() == Kind::Channel; }
};

/// `component C(N=1) { items }`, with ` = body, locals + extension.` behind it in the automaton form.
class ComponentDefinition : public Definition {
public:
  ComponentDefinition(llvm::SMRange range, Identifier name) : Definition(Kind::Component, range, name) {}
  llvm::ArrayRef<Parameter> parameters;
  llvm::SMRange braces;
  llvm::ArrayRef<const Statement *> items; ///< Automaton: declarations and functions.
  bool isAutomaton = false;
  llvm::ArrayRef<LocalProcess> locals; ///< Automaton: the first is the start, under the component's name.
  const LabelSet *extension = nullptr;
  static bool classof(const Definition *d) { return d->kind() == Kind::Component; }
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
