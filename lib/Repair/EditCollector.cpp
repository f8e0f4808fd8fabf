//===- EditCollector.cpp - Small changes of a text ------------------------===//

#include "EditCollector.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace tenon {

std::vector<SourceEdit> EditCollector::take() {
  stable_sort(edits, [](const SourceEdit &a, const SourceEdit &b) { return a.offset < b.offset; });
  return std::move(edits);
}

void EditCollector::visitOperator(const ast::BinaryExpr &binary) {
  StringRef sign = spelling(binary.opRange);
  static constexpr StringLiteral Comparisons[] = {"<", "<=", ">", ">=", "==", "!="};
  static constexpr std::pair<StringLiteral, StringLiteral> Pairs[] = {
      {"<", "<="}, {">", ">="}, {"&&", "||"}, {"+", "-"}};
  for (const auto &[one, other] : Pairs)
    if (sign == one || sign == other)
      replace(binary.opRange, sign == one ? StringRef(other) : StringRef(one));
  if (level >= 2 && is_contained(Comparisons, sign))
    for (StringRef other : Comparisons)
      if (other != sign && !(other.take_front() == sign.take_front() && sign.take_front() != "=" && sign != "!="))
        replace(binary.opRange, other);
}

void EditCollector::visitExpression(const ast::Expr *expression) {
  if (const auto *binary = dyn_cast_or_null<ast::BinaryExpr>(expression)) {
    visitExpression(binary->lhs);
    visitOperator(*binary);
    bool isSum = is_contained({ast::BinaryOperator::Add, ast::BinaryOperator::Subtract}, binary->op);
    if (const auto *one = dyn_cast<ast::IntegerExpr>(binary->rhs); isSum && one && one->value == 1) {
      if (level >= 2) {
        replace(binary->range, spelling(binary->lhs->range));
        replace(one->range, "2");
      }
      return;
    }
    // How many there are, or how large each is, is rarely one off.
    bool isFactor = is_contained(
        {ast::BinaryOperator::Multiply, ast::BinaryOperator::Divide, ast::BinaryOperator::Remainder}, binary->op);
    if (!isFactor || level >= 3)
      visitExpression(binary->rhs);
  } else if (const auto *unary = dyn_cast_or_null<ast::UnaryExpr>(expression)) {
    visitExpression(unary->operand);
  } else if (const auto *paren = dyn_cast_or_null<ast::ParenExpr>(expression)) {
    visitExpression(paren->inner);
  } else if (const auto *number = dyn_cast_or_null<ast::IntegerExpr>(expression); number && level >= 2) {
    replace(number->range, Twine(number->value + 1));
    if (number->value > 0)
      replace(number->range, Twine(number->value - 1));
  } else if (const auto *name = dyn_cast_or_null<ast::NameExpr>(expression); name && level >= 3) {
    replace(name->range, name->name + Twine("+1"));
    replace(name->range, name->name + Twine("-1"));
  }
}

} // namespace tenon
