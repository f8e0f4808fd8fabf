//===- ExpressionLayout.cpp - The layout of expressions, labels and sets --===//

#include "DocumentBuilder.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"

using namespace llvm;

namespace tenon::layout {

using namespace ast;

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

namespace {
struct OperatorStyle {
  StringRef spelling;
  unsigned level; ///< Of precedence, loosest first.
  /// Arithmetic is written without spaces.
  bool isSpaced() const { return level < 8; }
};
} // namespace

static OperatorStyle styleOf(BinaryOperator op) {
  switch (op) {
  case BinaryOperator::Or:
    return {"||", 0};
  case BinaryOperator::And:
    return {"&&", 1};
  case BinaryOperator::BitOr:
    return {"|", 2};
  case BinaryOperator::BitXor:
    return {"^", 3};
  case BinaryOperator::BitAnd:
    return {"&", 4};
  case BinaryOperator::Equal:
    return {"==", 5};
  case BinaryOperator::NotEqual:
    return {"!=", 5};
  case BinaryOperator::Less:
    return {"<", 6};
  case BinaryOperator::LessEqual:
    return {"<=", 6};
  case BinaryOperator::Greater:
    return {">", 6};
  case BinaryOperator::GreaterEqual:
    return {">=", 6};
  case BinaryOperator::ShiftLeft:
    return {"<<", 7};
  case BinaryOperator::ShiftRight:
    return {">>", 7};
  case BinaryOperator::Add:
    return {"+", 8};
  case BinaryOperator::Subtract:
    return {"-", 8};
  case BinaryOperator::Multiply:
    return {"*", 9};
  case BinaryOperator::Divide:
    return {"/", 9};
  case BinaryOperator::Remainder:
    return {"%", 9};
  case BinaryOperator::Power:
    return {"**", 10};
  }
  llvm_unreachable("an operator");
}

static StringRef spellingOf(UnaryOperator op) {
  switch (op) {
  case UnaryOperator::Plus:
    return "+";
  case UnaryOperator::Minus:
    return "-";
  case UnaryOperator::Not:
    return "!";
  case UnaryOperator::Complement:
    return "~";
  }
  llvm_unreachable("an operator");
}

static bool startsWithSign(const Expr *e) {
  while (const auto *binary = dyn_cast<BinaryExpr>(e))
    e = binary->lhs;
  return isa<UnaryExpr>(e);
}

/// Chains of operators of one level can be long, and lean to the left.
void DocumentBuilder::binary(const BinaryExpr &expr) {
  SmallVector<const BinaryExpr *, 8> chain;
  const Expr *first = &expr;
  unsigned level = styleOf(expr.op).level;
  for (const BinaryExpr *link = &expr; link && styleOf(link->op).level == level; link = dyn_cast<BinaryExpr>(first)) {
    chain.push_back(link);
    first = link->lhs;
  }
  auto group = out.group();
  this->expr(*first);
  auto indent = out.indent(2);
  for (const BinaryExpr *link : reverse(chain)) {
    OperatorStyle style = styleOf(link->op);
    bool spaced = style.isSpaced() || startsWithSign(link->rhs);
    if (spaced)
      out.fill();
    out.text(style.spelling);
    if (spaced)
      out.space();
    this->expr(*link->rhs);
  }
}

void DocumentBuilder::expr(const Expr &expr) {
  switch (expr.kind()) {
  case Expr::Kind::Integer:
    return out.text(cast<IntegerExpr>(expr).spelling);
  case Expr::Kind::Name:
    return out.text(cast<NameExpr>(expr).name);
  case Expr::Kind::LabelConstant:
    out.text("'");
    return label(*cast<LabelConstantExpr>(expr).label);
  case Expr::Kind::SetSize:
    out.text("#");
    return set(*cast<SetSizeExpr>(expr).set);
  case Expr::Kind::SetElement:
    out.text("@");
    out.text("(");
    set(*cast<SetElementExpr>(expr).set);
    out.terminator(",");
    out.space();
    this->expr(*cast<SetElementExpr>(expr).position);
    return out.text(")");
  case Expr::Kind::Unary:
    out.text(spellingOf(cast<UnaryExpr>(expr).op));
    return this->expr(*cast<UnaryExpr>(expr).operand);
  case Expr::Kind::Binary:
    return binary(cast<BinaryExpr>(expr));
  case Expr::Kind::Paren:
    out.text("(");
    this->expr(*cast<ParenExpr>(expr).inner);
    return out.text(")");
  case Expr::Kind::Decimal:
    return out.text(cast<DecimalExpr>(expr).spelling);
  case Expr::Kind::Path:
    return path(cast<PathExpr>(expr));
  case Expr::Kind::Call:
    return call(cast<CallExpr>(expr));
  case Expr::Kind::Conditional: {
    const auto &conditional = cast<ConditionalExpr>(expr);
    auto group = out.group();
    auto indent = out.indent(2);
    this->expr(*conditional.condition);
    out.fill();
    word("?");
    this->expr(*conditional.whenTrue);
    out.fill();
    word(":");
    return this->expr(*conditional.whenFalse);
  }
  }
}

void DocumentBuilder::path(const PathExpr &path) {
  out.text(path.root.name);
  for (const PathStep &step : path.steps) {
    if (step.index) {
      out.text("[");
      expr(*step.index);
      out.text("]");
    } else {
      out.text(".");
      out.text(step.name.name);
    }
  }
}

void DocumentBuilder::call(const CallExpr &call) {
  out.text(call.callee.name);
  if (call.width) {
    out.text("[");
    expr(*call.width);
    out.text("]");
  }
  arguments(call.arguments, /*written=*/true);
}

/// Also prints nothing for a call without parentheses.
void DocumentBuilder::arguments(ArrayRef<const Expr *> arguments, bool written) {
  if (!written)
    return;
  out.text("(");
  auto align = out.align();
  auto group = out.group();
  for (const Expr *argument : arguments) {
    if (argument != arguments.front()) {
      out.terminator(",");
      out.fill();
    }
    expr(*argument);
  }
  out.text(")");
}

//===----------------------------------------------------------------------===//
// Labels
//===----------------------------------------------------------------------===//

void DocumentBuilder::index(const IndexSpec &index) {
  if (index.variable) {
    out.text(index.variable->name);
    out.text(":");
  }
  if (index.kind == IndexSpec::Kind::Set)
    return set(*index.set);
  expr(*index.low);
  if (index.kind == IndexSpec::Kind::Range) {
    out.text("..");
    expr(*index.high);
  }
}

void DocumentBuilder::indices(ArrayRef<IndexSpec> indices) {
  for (const IndexSpec &spec : indices) {
    out.text("[");
    index(spec);
    out.text("]");
  }
}

void DocumentBuilder::label(const LabelElement &label) {
  for (const LabelPart &part : label.parts) {
    if (part.dotBefore)
      out.text(".");
    switch (part.kind) {
    case LabelPart::Kind::Name:
      out.text(part.name);
      break;
    case LabelPart::Kind::Set:
      set(*part.set);
      break;
    case LabelPart::Kind::Index:
      indices(part.index);
      break;
    }
  }
}

void DocumentBuilder::set(const LabelSet &set) {
  SmallVector<const LabelSet *, 4> subtracted;
  const LabelSet *first = &set;
  for (; first->kind == LabelSet::Kind::Difference; first = first->left)
    subtracted.push_back(first->right);
  if (first->kind == LabelSet::Kind::Named) {
    out.text(first->name.name);
  } else {
    auto group = out.group();
    out.text("{");
    {
      auto align = out.align();
      for (const LabelElement *element : first->elements) {
        if (element != first->elements.front()) {
          out.terminator(",");
          out.fill();
        }
        label(*element);
      }
    }
    out.text("}");
  }
  for (const LabelSet *right : reverse(subtracted)) {
    out.text("\\");
    this->set(*right);
  }
}

void DocumentBuilder::relabel(const RelabelClause &clause) {
  if (!clause.isForall()) {
    label(*clause.newLabel);
    out.text("/");
    return label(*clause.oldLabel);
  }
  word("forall");
  indices(clause.indices);
  out.space();
  relabels(clause.clauses);
}

void DocumentBuilder::relabels(ArrayRef<const RelabelClause *> clauses) {
  auto align = out.align();
  auto group = out.group();
  out.text("{");
  {
    auto indent = out.indent(2);
    out.brokenSpace(1);
    for (const RelabelClause *clause : clauses) {
      if (clause != clauses.front()) {
        out.terminator(",");
        out.line(ItemLine);
      }
      relabel(*clause);
    }
  }
  out.line(ClosingLine);
  out.text("}");
}

void DocumentBuilder::hiding(const std::optional<HidingClause> &hiding) {
  if (!hiding)
    return;
  out.line(PartLine);
  word(hiding->expose ? "@" : "\\");
  set(*hiding->set);
}

} // namespace tenon::layout
