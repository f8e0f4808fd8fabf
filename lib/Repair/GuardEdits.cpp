//===- GuardEdits.cpp - Stronger guards of a process ----------------------===//

#include "GuardEdits.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"

#include <cctype>

using namespace llvm;

namespace tenon {

namespace {

/// The largest number that indices are compared with.
constexpr int LargestNumber = 4;

/// What a guard compares, and the names in it.
struct Compared {
  StringRef text;
  std::vector<StringRef> names;
};

class GuardCollector {
public:
  GuardCollector(StringRef buffer, std::vector<SourceEdit> &found) : text(buffer), edits(found) {}

  /// What the guards of the body compare.
  void learn(const ast::ProcessBody *body);
  void visit(const ast::ProcessBody *body, std::vector<StringRef> scope);

private:
  StringRef spelling(SMRange range) const {
    return {range.Start.getPointer(), static_cast<size_t>(range.End.getPointer() - range.Start.getPointer())};
  }
  size_t offset(SMLoc place) const { return static_cast<size_t>(place.getPointer() - text.data()); }
  void learnFrom(const ast::Expr *guard);
  void strengthen(const ast::Alternative &alternative, ArrayRef<StringRef> scope);
  void add(const ast::Alternative &alternative, StringRef subject, const std::string &condition);
  void changeSign(const ast::Alternative &alternative);

  StringRef text;
  std::vector<SourceEdit> &edits;
  std::vector<Compared> sides;
};

} // namespace

static bool isComparison(ast::BinaryOperator op) {
  return op >= ast::BinaryOperator::Equal && op <= ast::BinaryOperator::GreaterEqual;
}

static const ast::Expr *withoutParens(const ast::Expr *e) {
  while (const auto *paren = dyn_cast<ast::ParenExpr>(e))
    e = paren->inner;
  return e;
}

static void addNames(const ast::Expr *e, std::vector<StringRef> &names) {
  if (const auto *name = dyn_cast<ast::NameExpr>(e))
    names.push_back(name->name);
  else if (const auto *unary = dyn_cast<ast::UnaryExpr>(e))
    addNames(unary->operand, names);
  else if (const auto *paren = dyn_cast<ast::ParenExpr>(e))
    addNames(paren->inner, names);
  else if (const auto *binary = dyn_cast<ast::BinaryExpr>(e))
    addNames(binary->lhs, names), addNames(binary->rhs, names);
}

void GuardCollector::learnFrom(const ast::Expr *guard) {
  const auto *binary = dyn_cast<ast::BinaryExpr>(withoutParens(guard));
  if (!binary)
    return;
  if (!isComparison(binary->op)) {
    learnFrom(binary->lhs);
    learnFrom(binary->rhs);
    return;
  }
  for (const ast::Expr *side : {binary->lhs, binary->rhs}) {
    Compared compared{spelling(side->range), {}};
    addNames(side, compared.names);
    if (isa<ast::BinaryExpr>(side) &&
        none_of(sides, [&](const Compared &other) { return other.text == compared.text; }))
      sides.push_back(std::move(compared));
  }
}

void GuardCollector::learn(const ast::ProcessBody *body) {
  if (const auto *branches = dyn_cast_or_null<ast::IfBody>(body)) {
    for (const ast::IfBody::Branch &branch : branches->branches)
      learn(branch.body);
    learn(branches->otherwise);
  } else if (const auto *choice = dyn_cast_or_null<ast::ChoiceBody>(body)) {
    for (const ast::Alternative *alternative : choice->alternatives) {
      if (alternative->guard)
        learnFrom(alternative->guard);
      learn(alternative->body);
    }
  }
}

void GuardCollector::add(const ast::Alternative &alternative, StringRef subject, const std::string &condition) {
  if (!alternative.guard) {
    edits.push_back({offset(alternative.range.Start), 0, "when (" + condition + ") "});
    return;
  }
  const auto *paren = dyn_cast<ast::ParenExpr>(alternative.guard);
  const ast::Expr *inner = paren ? paren->inner : alternative.guard;
  const auto *binary = dyn_cast<ast::BinaryExpr>(inner);
  size_t begin = offset(inner->range.Start), end = offset(inner->range.End);
  if (binary && isComparison(binary->op) && spelling(binary->lhs->range) == subject) {
    edits.push_back({begin, end - begin, paren ? condition : "(" + condition + ")"});
    return;
  }
  std::string old = spelling(inner->range).str();
  if (binary && binary->op == ast::BinaryOperator::Or)
    old = "(" + old + ")";
  std::string both = old + " && " + condition;
  edits.push_back({begin, end - begin, paren ? both : "(" + both + ")"});
}

/// `x <= N` becomes `x < N`.
void GuardCollector::changeSign(const ast::Alternative &alternative) {
  const auto *binary = alternative.guard ? dyn_cast<ast::BinaryExpr>(withoutParens(alternative.guard)) : nullptr;
  if (!binary || !isComparison(binary->op))
    return;
  size_t begin = offset(binary->opRange.Start);
  StringRef old = spelling(binary->opRange);
  for (StringRef sign : {"<", ">", "==", "!="})
    if (sign != old)
      edits.push_back({begin, old.size(), sign.str()});
}

void GuardCollector::strengthen(const ast::Alternative &alternative, ArrayRef<StringRef> scope) {
  std::vector<StringRef> subjects(scope);
  for (const Compared &side : sides)
    if (!side.names.empty() && any_of(side.names, [&](StringRef name) { return is_contained(scope, name); }) &&
        all_of(side.names, [&](StringRef name) {
          return is_contained(scope, name) || (!name.empty() && std::isupper(static_cast<unsigned char>(name[0])));
        }))
      subjects.push_back(side.text);
  changeSign(alternative);
  for (StringRef subject : subjects) {
    for (int number = 0; number <= LargestNumber; ++number)
      for (StringRef sign : {"<", ">", "==", "!="})
        if (!(number == 0 && sign == "<"))
          add(alternative, subject, (subject + Twine(" ") + sign + " " + Twine(number)).str());
  }
  for (size_t i = 0; i < scope.size(); ++i)
    for (size_t j = i + 1; j < scope.size(); ++j)
      for (StringRef sign : {"<", ">", "<=", ">=", "==", "!="})
        add(alternative, scope[i], (scope[i] + Twine(" ") + sign + " " + scope[j]).str());
}

void GuardCollector::visit(const ast::ProcessBody *body, std::vector<StringRef> scope) {
  if (const auto *branches = dyn_cast_or_null<ast::IfBody>(body)) {
    for (const ast::IfBody::Branch &branch : branches->branches)
      visit(branch.body, scope);
    visit(branches->otherwise, scope);
  }
  const auto *choice = dyn_cast_or_null<ast::ChoiceBody>(body);
  if (!choice)
    return;
  for (const ast::Alternative *alternative : choice->alternatives) {
    strengthen(*alternative, scope);
    std::vector<StringRef> inner = scope;
    for (const ast::Action *action : alternative->actions)
      if (action->label)
        for (const ast::LabelPart &part : action->label->parts)
          if (part.kind == ast::LabelPart::Kind::Index && part.index.variable)
            inner.push_back(part.index.variable->name);
    visit(alternative->body, std::move(inner));
  }
}

std::vector<SourceEdit> strongerGuards(const ast::ProcessDefinition &definition, StringRef text) {
  std::vector<SourceEdit> edits;
  GuardCollector collector(text, edits);
  for (const ast::LocalProcess &local : definition.locals)
    collector.learn(local.body);
  for (const ast::LocalProcess &local : definition.locals) {
    std::vector<StringRef> scope;
    for (const ast::IndexSpec &index : local.indices)
      if (index.variable)
        scope.push_back(index.variable->name);
    collector.visit(local.body, std::move(scope));
  }
  return edits;
}

} // namespace tenon
