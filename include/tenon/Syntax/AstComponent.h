//===- tenon/Syntax/AstComponent.h - Types and statements of components ---===//

#ifndef TENON_SYNTAX_ASTCOMPONENT_H
#define TENON_SYNTAX_ASTCOMPONENT_H

#include "tenon/Syntax/AstProcess.h"

namespace tenon::ast {

/// `int`, `bits[8]`, `0..3`, the name of a range; for a channel perhaps with the size of an array behind it.
struct TypeName {
  enum class Kind { Int, Real, Bool, Bits, Named, Range, Void };
  Kind kind = Kind::Int;
  llvm::SMRange range;
  const Expr *width = nullptr; ///< Bits
  Identifier name;             ///< Named
  const Expr *low = nullptr;   ///< Range
  const Expr *high = nullptr;
  const Expr *size = nullptr; ///< Of an array; null: none is written here.
};

/// `x[3] = {1, 2, 3}`
struct Declarator {
  Identifier name;
  const Expr *size = nullptr;         ///< Of an array; null for a single variable.
  const Expr *initial = nullptr;      ///< `= e`
  llvm::ArrayRef<const Expr *> cells; ///< `= {e, …}`; empty if there are no braces.
};

/// `int x, y = 2` without its semicolon.
struct Declaration {
  llvm::SMRange range;
  TypeName type;
  llvm::ArrayRef<Declarator> items;
};

/// A parameter of a function.
struct Formal {
  TypeName type;
  Identifier name;
};

class Statement {
public:
  enum class Kind { Block, Function, Declare, If, Loop, Select, Jump, Return, Claim, Step, Empty };
  Kind kind() const { return nodeKind; }
  llvm::SMRange range; ///< With its semicolon.

protected:
  Statement(Kind kind, llvm::SMRange range) : range(range), nodeKind(kind) {}

private:
  Kind nodeKind;
};

/// `{ … }`
class BlockStatement : public Statement {
public:
  BlockStatement(llvm::SMRange range, llvm::ArrayRef<const Statement *> items)
      : Statement(Kind::Block, range), items(items) {}
  llvm::ArrayRef<const Statement *> items;
  static bool classof(const Statement *s) { return s->kind() == Kind::Block; }
};

/// `int f(int x) { … }`
class FunctionStatement : public Statement {
public:
  explicit FunctionStatement(llvm::SMRange range) : Statement(Kind::Function, range) {}
  TypeName result;
  Identifier name;
  llvm::ArrayRef<Formal> formals;
  const BlockStatement *body = nullptr;
  static bool classof(const Statement *s) { return s->kind() == Kind::Function; }
};

class DeclareStatement : public Statement {
public:
  DeclareStatement(llvm::SMRange range, const Declaration &declaration)
      : Statement(Kind::Declare, range), declaration(declaration) {}
  Declaration declaration;
  static bool classof(const Statement *s) { return s->kind() == Kind::Declare; }
};

/// `if (c) s else if (c2) s2 else s3`
class IfStatement : public Statement {
public:
  struct Branch {
    llvm::SMRange head; ///< From `if` to the closing parenthesis.
    const Expr *condition;
    const Statement *body;
  };
  IfStatement(llvm::SMRange range, llvm::ArrayRef<Branch> branches, const Statement *otherwise)
      : Statement(Kind::If, range), branches(branches), otherwise(otherwise) {}
  llvm::ArrayRef<Branch> branches;
  const Statement *otherwise; ///< May be null.
  static bool classof(const Statement *s) { return s->kind() == Kind::If; }
};

/// What changes something, or communicates: without its semicolon.
struct SimpleStatement {
  enum class Kind {
    Label,  ///< `target;`: a plain action
    Read,   ///< `target?place`
    Write,  ///< `target!value`
    Assign, ///< `target = value`, `target := value`; with `op`, `target += value`
    Step,   ///< `target++`, `target--`
    Call,   ///< `target(arguments)`
  };
  Kind kind = Kind::Label;
  llvm::SMRange range;
  const LabelElement *target = nullptr;
  const LabelElement *place = nullptr;
  const Expr *value = nullptr;
  std::optional<BinaryOperator> op; ///< Assign: of `+=` and the like. Step: Add or Subtract.
  llvm::SMRange opRange;            ///< The operator.
  bool colon = false;               ///< Assign: written `:=`.
  llvm::ArrayRef<const Expr *> arguments;
};

class StepStatement : public Statement {
public:
  StepStatement(llvm::SMRange range, const SimpleStatement &step) : Statement(Kind::Step, range), step(step) {}
  SimpleStatement step;
  static bool classof(const Statement *s) { return s->kind() == Kind::Step; }
};

/// `while (c) s`, `do s while (c);`, `for (init; c; step) s`
class LoopStatement : public Statement {
public:
  enum class Form { While, DoWhile, For };
  LoopStatement(llvm::SMRange range, Form form) : Statement(Kind::Loop, range), form(form) {}
  Form form;
  llvm::SMRange head;              ///< `while (c)`, or all of `for (…)`.
  const Expr *condition = nullptr; ///< For: may be null.
  const Statement *body = nullptr;
  std::optional<Declaration> declaration; ///< For: of the first part.
  std::optional<SimpleStatement> initial; ///< For: the first part, if it is no declaration.
  std::optional<SimpleStatement> step;    ///< For: the third part.
  static bool classof(const Statement *s) { return s->kind() == Kind::Loop; }
};

/// `select { … or … }`
class SelectStatement : public Statement {
public:
  SelectStatement(llvm::SMRange range, llvm::ArrayRef<llvm::ArrayRef<const Statement *>> branches)
      : Statement(Kind::Select, range), branches(branches) {}
  llvm::ArrayRef<llvm::ArrayRef<const Statement *>> branches;
  static bool classof(const Statement *s) { return s->kind() == Kind::Select; }
};

/// `break;`, `continue;` and `accept;`
class JumpStatement : public Statement {
public:
  enum class Word { Break, Continue, Accept };
  JumpStatement(llvm::SMRange range, Word word) : Statement(Kind::Jump, range), word(word) {}
  Word word;
  static bool classof(const Statement *s) { return s->kind() == Kind::Jump; }
};

class ReturnStatement : public Statement {
public:
  ReturnStatement(llvm::SMRange range, const Expr *value) : Statement(Kind::Return, range), value(value) {}
  const Expr *value; ///< May be null.
  static bool classof(const Statement *s) { return s->kind() == Kind::Return; }
};

/// `assume(e);` and `assert(e);`
class ClaimStatement : public Statement {
public:
  ClaimStatement(llvm::SMRange range, bool isAssert, const Expr *condition)
      : Statement(Kind::Claim, range), isAssert(isAssert), condition(condition) {}
  bool isAssert;
  const Expr *condition;
  static bool classof(const Statement *s) { return s->kind() == Kind::Claim; }
};

/// `;`
class EmptyStatement : public Statement {
public:
  explicit EmptyStatement(llvm::SMRange range) : Statement(Kind::Empty, range) {}
  static bool classof(const Statement *s) { return s->kind() == Kind::Empty; }
};

} // namespace tenon::ast

#endif // TENON_SYNTAX_ASTCOMPONENT_H
