//===- DataSyntax.cpp - What an AST tells about data ----------------------===//

#include "DataSyntax.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace tenon {

bool anyPart(const ast::Expr &e, function_ref<bool(const ast::Expr &)> isSought) {
  if (isSought(e))
    return true;
  switch (e.kind()) {
  case ast::Expr::Kind::Unary:
    return anyPart(*cast<ast::UnaryExpr>(e).operand, isSought);
  case ast::Expr::Kind::Binary:
    return anyPart(*cast<ast::BinaryExpr>(e).lhs, isSought) || anyPart(*cast<ast::BinaryExpr>(e).rhs, isSought);
  case ast::Expr::Kind::Paren:
    return anyPart(*cast<ast::ParenExpr>(e).inner, isSought);
  case ast::Expr::Kind::SetElement:
    return anyPart(*cast<ast::SetElementExpr>(e).position, isSought);
  case ast::Expr::Kind::Path:
    return any_of(cast<ast::PathExpr>(e).steps,
                  [&](const ast::PathStep &step) { return step.index && anyPart(*step.index, isSought); });
  case ast::Expr::Kind::Call:
    return any_of(cast<ast::CallExpr>(e).arguments,
                  [&](const ast::Expr *argument) { return anyPart(*argument, isSought); });
  case ast::Expr::Kind::Conditional: {
    const auto &conditional = cast<ast::ConditionalExpr>(e);
    return anyPart(*conditional.condition, isSought) || anyPart(*conditional.whenTrue, isSought) ||
           anyPart(*conditional.whenFalse, isSought);
  }
  case ast::Expr::Kind::Integer:
  case ast::Expr::Kind::Name:
  case ast::Expr::Kind::LabelConstant:
  case ast::Expr::Kind::SetSize:
  case ast::Expr::Kind::Decimal:
    return false;
  }
  llvm_unreachable("all kinds of expression are covered");
}

bool isDataOnly(const ast::Expr &e) {
  if (const auto *name = dyn_cast<ast::NameExpr>(&e))
    return name->name == "true" || name->name == "false";
  if (const auto *unary = dyn_cast<ast::UnaryExpr>(&e))
    return unary->op == ast::UnaryOperator::Complement;
  if (const auto *binary = dyn_cast<ast::BinaryExpr>(&e))
    return binary->op == ast::BinaryOperator::Power;
  return isa<ast::PathExpr, ast::CallExpr, ast::DecimalExpr, ast::ConditionalExpr>(e);
}

static bool isConstraint(const ast::Action &action) {
  if (action.kind == ast::Action::Kind::Else)
    return true;
  if (action.kind != ast::Action::Kind::Label || action.label->parts.size() != 1)
    return false;
  const ast::LabelPart &part = action.label->parts.front();
  return part.kind == ast::LabelPart::Kind::Index && part.index.kind == ast::IndexSpec::Kind::Expression &&
         !part.index.variable && anyPart(*part.index.low, isDataOnly);
}

static bool hasConstraints(const ast::ProcessBody *body) {
  if (!body)
    return false;
  if (const auto *conditional = dyn_cast<ast::IfBody>(body))
    return hasConstraints(conditional->otherwise) ||
           any_of(conditional->branches, [](const ast::IfBody::Branch &branch) { return hasConstraints(branch.body); });
  const auto *choice = dyn_cast<ast::ChoiceBody>(body);
  return choice && any_of(choice->alternatives, [](const ast::Alternative *alternative) {
           return any_of(alternative->actions, [](const ast::Action *action) { return isConstraint(*action); }) ||
                  hasConstraints(alternative->body);
         });
}

bool hasData(const ast::ProcessDefinition &process) {
  return any_of(process.locals, [](const ast::LocalProcess &local) {
    return local.mark != ast::LocalProcess::Mark::None || hasConstraints(local.body);
  });
}

} // namespace tenon
