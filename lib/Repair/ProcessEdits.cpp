//===- ProcessEdits.cpp - Mutations of a process of FSP -------------------===//

#include "ProcessEdits.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"

using namespace llvm;

namespace tenon {

namespace {

class EditCollector {
public:
  EditCollector(StringRef buffer, unsigned mutationLevel, ArrayRef<std::string> known, std::vector<SourceEdit> &found)
      : text(buffer), level(mutationLevel), labels(known), edits(found) {}

  void visit(const ast::ProcessBody *body);

private:
  size_t offset(SMLoc place) const { return static_cast<size_t>(place.getPointer() - text.data()); }
  StringRef spelling(SMRange range) const { return text.slice(offset(range.Start), offset(range.End)); }
  void replace(SMRange range, const Twine &instead) {
    edits.push_back({offset(range.Start), spelling(range).size(), instead.str()});
  }
  /// One branch in the place of all, which says more than a condition that never holds.
  std::string asBranch(const ast::ProcessBody &body) const {
    StringRef words = spelling(body.range);
    return isa<ast::ChoiceBody>(body) && !words.starts_with("(") ? ("(" + words + ")").str() : words.str();
  }
  void visitRow(const ast::Alternative &alternative);
  void visitExpression(const ast::Expr *expression);
  void visitOperator(const ast::BinaryExpr &binary);

  StringRef text;
  unsigned level;
  ArrayRef<std::string> labels;
  std::vector<SourceEdit> &edits;
};

} // namespace

void EditCollector::visit(const ast::ProcessBody *body) {
  if (const auto *reference = dyn_cast_or_null<ast::ReferenceBody>(body)) {
    for (const ast::Expr *index : reference->indices)
      visitExpression(index);
  } else if (const auto *branches = dyn_cast_or_null<ast::IfBody>(body)) {
    if (level >= 2 && branches->branches.size() == 1)
      for (const ast::ProcessBody *branch : {branches->otherwise, branches->branches.front().body})
        if (branch)
          replace(branches->range, asBranch(*branch));
    for (const ast::IfBody::Branch &branch : branches->branches) {
      visitExpression(branch.condition);
      visit(branch.body);
    }
    visit(branches->otherwise);
  } else if (const auto *choice = dyn_cast_or_null<ast::ChoiceBody>(body)) {
    for (const ast::Alternative *alternative : choice->alternatives) {
      if (alternative->guard)
        visitExpression(alternative->guard);
      visitRow(*alternative);
      visit(alternative->body);
    }
  }
}

/// `a -> b -> B`
void EditCollector::visitRow(const ast::Alternative &alternative) {
  ArrayRef<const ast::Action *> row = alternative.actions;
  for (size_t i = 0; i < row.size(); ++i) {
    SMRange here = row[i]->range;
    size_t begin = offset(here.Start);
    size_t next = offset(i + 1 < row.size() ? row[i + 1]->range.Start : alternative.body->range.Start);
    if (i + 1 < row.size()) {
      SMRange other = row[i + 1]->range;
      StringRef between = text.slice(offset(here.End), offset(other.Start));
      replace(SMRange(here.Start, other.End), spelling(other) + Twine(between) + spelling(here));
    }
    if (level >= 2)
      for (const std::string &label : labels)
        edits.push_back({begin, 0, label + " -> "});
    if (level >= 3) {
      if (row.size() > 1)
        edits.push_back({begin, next - begin, ""});
      for (const std::string &label : labels)
        if (label != spelling(here))
          replace(here, label);
    }
    if (level >= 2 && i + 1 == row.size())
      for (const std::string &label : labels)
        edits.push_back({next, 0, label + " -> "});
  }
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

std::vector<SourceEdit> processEdits(const ast::ProcessDefinition &definition, StringRef text, unsigned level,
                                     ArrayRef<std::string> labels) {
  std::vector<SourceEdit> edits;
  EditCollector collector(text, level, labels, edits);
  for (const ast::LocalProcess &local : definition.locals)
    collector.visit(local.body);
  stable_sort(edits, [](const SourceEdit &a, const SourceEdit &b) { return a.offset < b.offset; });
  return edits;
}

} // namespace tenon
