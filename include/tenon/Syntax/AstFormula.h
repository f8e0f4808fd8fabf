//===- tenon/Syntax/AstFormula.h - Temporal formulas of a source ----------===//

#ifndef TENON_SYNTAX_ASTFORMULA_H
#define TENON_SYNTAX_ASTFORMULA_H

#include "tenon/Syntax/AstExpr.h"

namespace tenon::ast {

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

} // namespace tenon::ast

#endif // TENON_SYNTAX_ASTFORMULA_H
