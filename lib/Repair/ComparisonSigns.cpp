//===- ComparisonSigns.cpp - Conditions that compare once -----------------===//

#include "ComparisonSigns.h"

using namespace llvm;

namespace tenon {

std::optional<ComparisonSign> onlyComparison(StringRef text) {
  std::optional<ComparisonSign> found;
  for (size_t i = 0; i < text.size(); ++i) {
    StringRef rest = text.drop_front(i);
    if (rest.starts_with("&&") || rest.starts_with("||") || rest.starts_with("<<") || rest.starts_with(">>") ||
        rest.front() == '?' || rest.front() == '"' || (rest.front() == '!' && !rest.starts_with("!=")))
      return std::nullopt;
    for (StringRef sign : {"<=", ">=", "==", "!=", "<", ">"})
      if (rest.starts_with(sign)) {
        if (found)
          return std::nullopt;
        found = {sign, i};
        i += sign.size() - 1;
        break;
      }
  }
  return found;
}

static Term compare(TermContext &terms, StringRef sign, Term left, Term right) {
  if (sign == "<" || sign == ">")
    return sign == "<" ? terms.less(left, right) : terms.less(right, left);
  if (sign == "<=" || sign == ">=")
    return sign == "<=" ? terms.lessEqual(left, right) : terms.lessEqual(right, left);
  Term same = terms.equal(left, right);
  return sign == "==" ? same : terms.notOf(same);
}

std::optional<StringRef> otherComparison(Term old, StringRef sign, Term wanted, SmtContext &context,
                                         const Budget &budget) {
  TermContext &terms = context.terms();
  Term positive = old->op() == TermOp::Not ? old->operand(0) : old;
  if (positive->operands().size() != 2)
    return std::nullopt;
  for (StringRef other : {"<", ">", "==", "!=", "<=", ">="})
    for (bool isSwapped : {false, true}) {
      Term left = positive->operand(isSwapped), right = positive->operand(!isSwapped);
      if (left->sort() == right->sort() && left->sort().kind != SortKind::Bool && other != sign &&
          compare(terms, sign, left, right) == old &&
          isValid(context, terms.equal(compare(terms, other, left, right), wanted), budget) == true)
        return other;
    }
  return std::nullopt;
}

} // namespace tenon
