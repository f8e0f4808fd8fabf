//===- ExprBuilder.cpp - Expressions, labels, sets and indices ------------===//

#include "AstBuilder.h"
#include "OperatorOrder.h"

#include "tenon/Syntax/Parser.h"

#include "llvm/ADT/SmallVector.h"

namespace tenon {

using namespace ast;

AstBuilder::DepthScope::DepthScope(AstBuilder &owner, size_t by, const antlr4::Token *where)
    : builder(owner), levels(by) {
  builder.depth += levels;
  if (exceeded() && !builder.depthReported) {
    builder.depthReported = true;
    builder.diagnostics
        .error(builder.range(where), "this expression has too many levels of operators (the limit is " +
                                         llvm::Twine(MaxExpressionDepth) + ")")
        .note("divide it, for example by naming parts of it with `const`");
  }
}

bool AstBuilder::DepthScope::exceeded() const {
  return builder.depth > MaxExpressionDepth;
}

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

static std::pair<BinaryOperator, unsigned> binaryOperator(size_t type) {
  switch (type) {
  case TokenType::BarBar:
    return {BinaryOperator::Or, 1};
  case TokenType::AmpAmp:
    return {BinaryOperator::And, 2};
  case TokenType::Bar:
    return {BinaryOperator::BitOr, 3};
  case TokenType::Caret:
    return {BinaryOperator::BitXor, 4};
  case TokenType::Ampersand:
    return {BinaryOperator::BitAnd, 5};
  case TokenType::EqualEqual:
    return {BinaryOperator::Equal, 6};
  case TokenType::NotEqual:
    return {BinaryOperator::NotEqual, 6};
  case TokenType::Less:
    return {BinaryOperator::Less, 7};
  case TokenType::LessEqual:
    return {BinaryOperator::LessEqual, 7};
  case TokenType::Greater:
    return {BinaryOperator::Greater, 7};
  case TokenType::GreaterEqual:
    return {BinaryOperator::GreaterEqual, 7};
  case TokenType::ShiftLeft:
    return {BinaryOperator::ShiftLeft, 8};
  case TokenType::ShiftRight:
    return {BinaryOperator::ShiftRight, 8};
  case TokenType::Plus:
    return {BinaryOperator::Add, 9};
  case TokenType::Minus:
    return {BinaryOperator::Subtract, 9};
  case TokenType::Star:
    return {BinaryOperator::Multiply, 10};
  case TokenType::Slash:
    return {BinaryOperator::Divide, 10};
  case TokenType::StarStar:
    return {BinaryOperator::Power, PowerPrecedence};
  default:
    assert(type == TokenType::Percent);
    return {BinaryOperator::Remainder, 10};
  }
}

template <typename OperandRule>
const Expr *AstBuilder::operators(const std::vector<OperandRule *> &operands, const std::vector<antlr4::Token *> &ops) {
  if (ops.empty())
    return operand(operands.front());
  auto precedence = [&](size_t i) { return binaryOperator(token(ops[i]).type).second; };
  size_t levels = 1;
  if (ops.size() > 1) {
    std::vector<size_t> leaves(operands.size(), 0);
    levels = resolveOperators<size_t>(leaves, ops.size(), precedence,
                                      [](size_t left, size_t, size_t right) { return std::max(left, right) + 1; });
  }
  DepthScope scope(*this, levels, operands.front()->start);
  if (scope.exceeded())
    return operand(operands.front());

  llvm::SmallVector<const Expr *, 4> built;
  for (OperandRule *rule : operands)
    built.push_back(operand(rule));
  for (size_t i = 0; i < ops.size(); ++i)
    if (token(ops[i]).type == TokenType::StarStar && operands[i]->sign)
      diagnostics
          .error(range(operands[i]->sign), "it is not clear what this sign is of: `" +
                                               tokens.spelling(token(operands[i]->sign)) + "` or `**` first?")
          .note("write parentheses: `-(x**2)` or `(-x)**2`");
  return resolveOperators<const Expr *>(
      built, ops.size(), precedence, [&](const Expr *left, size_t i, const Expr *right) -> const Expr * {
        return context.create<BinaryExpr>(span(left->range, right->range), binaryOperator(token(ops[i]).type).first,
                                          range(ops[i]), left, right);
      });
}

template <typename OperandRule> const Expr *AstBuilder::operand(OperandRule *rule) {
  constexpr bool IsData = std::is_same_v<OperandRule, P::DataOperandContext>;
  const antlr4::Token *first = rule->sign ? tokens.get(token(rule->sign).index + 1) : rule->start;
  llvm::SMRange where = span(first, rule->stop);
  const Expr *result = nullptr;
  if constexpr (IsData) {
    if (rule->decimal) {
      refuseOutsideData(range(rule->decimal), "a decimal number");
      result = context.create<DecimalExpr>(range(rule->decimal), tokens.spelling(token(rule->decimal)));
    } else if (rule->name) {
      result = path(rule, where);
    }
  } else if (rule->name) {
    result = context.create<NameExpr>(identifier(rule->name));
  }
  if (result)
    ;
  else if (rule->integer)
    result = integer(rule->integer);
  else if (rule->inner)
    result = context.create<ParenExpr>(where, expr(rule->inner));
  else if (rule->constant)
    result = context.create<LabelConstantExpr>(where, label(rule->constant));
  else if (rule->sizeOf)
    result = context.create<SetSizeExpr>(where, set(rule->sizeOf));
  else
    result = context.create<SetElementExpr>(where, set(rule->elementOf), expr(rule->position));
  if (!rule->sign)
    return result;
  size_t sign = token(rule->sign).type;
  if (sign == TokenType::Tilde)
    refuseOutsideData(range(rule->sign), "the operator `~`");
  UnaryOperator op = sign == TokenType::Plus    ? UnaryOperator::Plus
                     : sign == TokenType::Minus ? UnaryOperator::Minus
                     : sign == TokenType::Bang  ? UnaryOperator::Not
                                                : UnaryOperator::Complement;
  return context.create<UnaryExpr>(range(rule), op, result);
}

const Expr *AstBuilder::expr(P::ExprContext *rule) {
  return operators(rule->operands, rule->ops);
}

const Expr *AstBuilder::expr(P::AdditiveContext *rule) {
  return operators(rule->operands, rule->ops);
}

/// Indices, bounds and guards of plain FSP are read with the same rules.
void AstBuilder::refuseOutsideData(llvm::SMRange where, const llvm::Twine &what) {
  if (dialect == Dialect::Fsp)
    diagnostics.error(where, what + " cannot be used here")
        .note("expressions of FSP have the operators `|| && | ^ & == != < <= > >= << >> + - * / % !` on numbers; more "
              "can be written in a `component`, and in the constraints of a `property` or `observer`");
}

const Expr *AstBuilder::expr(P::DataExprContext *rule) {
  for (const antlr4::Token *op : rule->ops)
    if (token(op).type == TokenType::StarStar)
      refuseOutsideData(range(op), "the operator `**`");
  const Expr *condition = operators(rule->operands, rule->ops);
  if (!rule->whenTrue)
    return condition;
  DepthScope scope(*this, 1, rule->start);
  if (scope.exceeded())
    return condition;
  refuseOutsideData(range(rule), "a conditional expression");
  const Expr *whenTrue = expr(rule->whenTrue);
  return context.create<ConditionalExpr>(range(rule), condition, whenTrue, expr(rule->whenFalse));
}

/// A name and what follows it.
const Expr *AstBuilder::path(P::DataOperandContext *rule, llvm::SMRange where) {
  Identifier root = identifier(rule->name);
  std::vector<PathStep> steps;
  for (P::PathStepContext *item : rule->steps) {
    PathStep step;
    step.range = range(item);
    if (item->name)
      step.name = identifier(item->name);
    else
      step.index = expr(item->index);
    steps.push_back(step);
  }
  if (rule->args) {
    bool isBits = root.name == "bits" && steps.size() == 1 && steps[0].index;
    if (!steps.empty() && !isBits)
      diagnostics.error(steps.back().range, "only a function can be called, by its name");
    refuseOutsideData(where, "a call");
    return context.create<CallExpr>(where, root, isBits ? steps[0].index : nullptr, exprs(rule->args->items));
  }
  if (steps.empty())
    return context.create<NameExpr>(root);
  refuseOutsideData(steps.front().range, steps.front().index ? "an element of an array" : "a name with a dot");
  return context.create<PathExpr>(where, root, context.copy(steps));
}

const Expr *AstBuilder::integer(antlr4::Token *t) {
  llvm::StringRef spelling = tokens.spelling(token(t)), digits = spelling;
  unsigned radix = 10;
  if (digits.size() > 1 && digits[0] == '0') {
    radix = digits[1] == 'x' || digits[1] == 'X' ? 16 : 8;
    digits = digits.drop_front(radix == 16 ? 2 : 1);
  }
  uint32_t value = 0;
  bool fits = !digits.getAsInteger(radix, value) && value <= INT32_MAX;
  if (!fits) {
    value = 0;
    // Over data a number may have any length; Sema refuses it in the other places.
    if (dialect != Dialect::Fsp)
      return context.create<IntegerExpr>(range(t), spelling, 0, false);
    diagnostics.error(range(t), "the number " +
                                    (spelling.size() > 40 ? spelling.take_front(37).str() + "..." : spelling.str()) +
                                    " is too large: the largest is 2147483647");
  }
  return context.create<IntegerExpr>(range(t), spelling, static_cast<int32_t>(value));
}

template <typename ExprRule> llvm::ArrayRef<const Expr *> AstBuilder::exprs(const std::vector<ExprRule *> &rules) {
  std::vector<const Expr *> result;
  result.reserve(rules.size());
  for (ExprRule *rule : rules)
    result.push_back(expr(rule));
  return context.copy(result);
}

template llvm::ArrayRef<const Expr *> AstBuilder::exprs(const std::vector<P::ExprContext *> &);
template llvm::ArrayRef<const Expr *> AstBuilder::exprs(const std::vector<P::DataExprContext *> &);

llvm::ArrayRef<const Expr *> AstBuilder::arguments(P::ArgumentsContext *rule) {
  return rule ? exprs(rule->items) : llvm::ArrayRef<const Expr *>();
}

//===----------------------------------------------------------------------===//
// Labels and sets
//===----------------------------------------------------------------------===//

LabelPart AstBuilder::namePart(antlr4::Token *name, bool dotBefore) {
  LabelPart part;
  part.kind = LabelPart::Kind::Name;
  part.range = range(name);
  part.name = tokens.spelling(token(name));
  part.dotBefore = dotBefore;
  if (part.name == "tau")
    diagnostics.error(part.range, "`tau` is the silent action and cannot be written as a label")
        .note("to make an action silent, hide it with `\\ {…}` at the end of the definition");
  return part;
}

template <typename PartRule> static grammar::TenonParser::BracesContext *listed(PartRule *rule) {
  if constexpr (requires { rule->listed; })
    return rule->listed;
  else
    return nullptr;
}

template <typename PartRule> LabelPart AstBuilder::labelPart(PartRule *rule, bool dotBefore) {
  if (rule->name)
    return namePart(rule->name, dotBefore);
  LabelPart part;
  part.dotBefore = dotBefore;
  // A tail's own dot is not part of the range.
  part.range = span(tokens.get(token(rule->start).index + (dotBefore ? 1 : 0)), rule->stop);
  if (rule->index) {
    part.kind = LabelPart::Kind::Index;
    part.index = indexSpec(rule->index);
    return part;
  }
  part.kind = LabelPart::Kind::Set;
  llvm::ArrayRef<P::SetContext *> sets = rule->sets;
  if (P::BracesContext *first = listed(rule)) {
    part.set = difference(braces(first), sets);
  } else {
    part.set = difference(set(sets.front()), sets.drop_front());
  }
  return part;
}

template <typename LabelRule> const LabelElement *AstBuilder::label(LabelRule *rule) {
  llvm::SmallVector<LabelPart, 4> parts;
  parts.push_back(labelPart(rule->head, false));
  for (P::LabelTailContext *tail : rule->tail)
    parts.push_back(labelPart(tail, token(tail->start).type == TokenType::Dot));
  auto *result = context.create<LabelElement>();
  result->range = range(rule);
  result->parts = context.copy(llvm::ArrayRef<LabelPart>(parts));
  return result;
}

template const LabelElement *AstBuilder::label(P::LabelContext *);
template const LabelElement *AstBuilder::label(P::ActionLabelContext *);
template const LabelElement *AstBuilder::label(P::ConstantLabelContext *);

const LabelSet *AstBuilder::set(P::SetContext *rule) {
  if (rule->listed)
    return braces(rule->listed);
  return context.create<LabelSet>(range(rule), identifier(rule->name));
}

const LabelSet *AstBuilder::braces(P::BracesContext *rule) {
  std::vector<const LabelElement *> elements;
  elements.reserve(rule->items.size());
  for (P::LabelContext *item : rule->items)
    elements.push_back(label(item));
  return context.create<LabelSet>(range(rule), context.copy(elements));
}

const LabelSet *AstBuilder::difference(const LabelSet *left, llvm::ArrayRef<P::SetContext *> subtracted) {
  DepthScope scope(*this, subtracted.size(), subtracted.empty() ? nullptr : subtracted.front()->start);
  if (scope.exceeded())
    return left;
  for (P::SetContext *rule : subtracted) {
    const LabelSet *right = set(rule);
    left = context.create<LabelSet>(span(left->range, right->range), left, right);
  }
  return left;
}

//===----------------------------------------------------------------------===//
// Indices and relabelling
//===----------------------------------------------------------------------===//

static bool isUpperName(const Expr *e) {
  const auto *name = llvm::dyn_cast<NameExpr>(e);
  return name && name->name.front() >= 'A' && name->name.front() <= 'Z';
}

IndexSpec AstBuilder::indexSpec(P::IndexSpecContext *rule) {
  IndexSpec spec;
  spec.range = range(rule);
  if (rule->variable)
    spec.variable = identifier(rule->variable);
  if (rule->listed) {
    spec.kind = IndexSpec::Kind::Set;
    spec.set = difference(braces(rule->listed), rule->minus);
    return spec;
  }
  if (rule->variable && !rule->high && rule->low->start == rule->low->stop &&
      token(rule->low->start).type == TokenType::Decimal) {
    auto [low, high] = llvm::StringRef(tokens.spelling(token(rule->low->start))).split('.');
    diagnostics.error(range(rule->low), "a range is written with two dots")
        .note("write `" + spec.variable->name + ":" + low + ".." + high + "`");
    spec.kind = IndexSpec::Kind::Range;
    spec.low = spec.high = context.create<IntegerExpr>(range(rule->low), "0", 0);
    return spec;
  }
  spec.low = expr(rule->low);
  if (rule->high) {
    spec.kind = IndexSpec::Kind::Range;
    spec.high = expr(rule->high);
  } else if (!rule->minus.empty()) {
    const auto *name = llvm::dyn_cast<NameExpr>(spec.low);
    if (!name || !isUpperName(name)) {
      diagnostics.error(spec.low->range, "expected a set before `\\`: its name, or labels in braces");
      return spec;
    }
    spec.kind = IndexSpec::Kind::Set;
    spec.set = difference(context.create<LabelSet>(name->range, Identifier{name->name, name->range}), rule->minus);
    spec.low = nullptr;
  } else if (spec.variable && !isUpperName(spec.low)) {
    diagnostics.error(spec.low->range, "expected a range or a set for the variable `" + spec.variable->name + "`")
        .note("a range is written `" + spec.variable->name + ":0..3`; a single value needs no variable");
  }
  return spec;
}

llvm::ArrayRef<IndexSpec> AstBuilder::indexSpecs(const std::vector<P::IndexSpecContext *> &rules) {
  std::vector<IndexSpec> result;
  result.reserve(rules.size());
  for (P::IndexSpecContext *rule : rules)
    result.push_back(indexSpec(rule));
  return context.copy(result);
}

const RelabelClause *AstBuilder::relabelClause(P::RelabelClauseContext *rule) {
  auto *clause = context.create<RelabelClause>();
  clause->range = range(rule);
  if (rule->newLabel) {
    clause->newLabel = label(rule->newLabel);
    clause->oldLabel = label(rule->oldLabel);
  } else {
    clause->indices = indexSpecs(rule->indices);
    clause->clauses = relabelClauses(rule->clauses);
  }
  return clause;
}

llvm::ArrayRef<const RelabelClause *> AstBuilder::relabelClauses(P::RelabelClausesContext *rule) {
  if (!rule)
    return {};
  std::vector<const RelabelClause *> clauses;
  clauses.reserve(rule->items.size());
  for (P::RelabelClauseContext *item : rule->items)
    clauses.push_back(relabelClause(item));
  return context.copy(clauses);
}

} // namespace tenon
