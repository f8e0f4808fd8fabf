//===- ResolveLabels.cpp - Expressions, indices, labels, sets -------------===//

#include "Analyzer.h"

#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace tenon {

static bool isUpper(StringRef name) {
  return !name.empty() && name[0] >= 'A' && name[0] <= 'Z';
}

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

const Expression *Analyzer::constantExpression(const Value &value, SMRange range) {
  auto *e = model->create<Expression>();
  e->range = range;
  e->constant = value;
  return e;
}

static ExprOp operatorOf(ast::BinaryOperator op) {
  static_assert(static_cast<int>(ast::BinaryOperator::Remainder) ==
                static_cast<int>(ExprOp::Remainder) - static_cast<int>(ExprOp::Or));
  return static_cast<ExprOp>(static_cast<int>(ExprOp::Or) + static_cast<int>(op));
}

static std::string shortened(StringRef spelling) {
  return spelling.size() > 40 ? spelling.take_front(37).str() + "..." : spelling.str();
}

/// In an index, a guard or a bound of a component or observer.
const Expression *Analyzer::refuseData(const ast::Expr &expr, StringRef what, SMRange where) {
  diagnostics.error(where.isValid() ? where : expr.range,
                    what + " cannot be used in an index, a guard or a bound: these are decided when the "
                           "model is compiled");
  return constantExpression(0, expr.range);
}

const Expression *Analyzer::resolve(const ast::Expr &expr) {
  auto *e = model->create<Expression>();
  e->range = expr.range;
  switch (expr.kind()) {
  case ast::Expr::Kind::Integer:
    if (!cast<ast::IntegerExpr>(expr).fits)
      diagnostics.error(expr.range, "the number " + shortened(cast<ast::IntegerExpr>(expr).spelling) +
                                        " is too large here: the largest is 2147483647");
    return constantExpression(cast<ast::IntegerExpr>(expr).value, expr.range);
  case ast::Expr::Kind::Name:
    return resolveName(cast<ast::NameExpr>(expr));
  case ast::Expr::Kind::Paren:
    return resolve(*cast<ast::ParenExpr>(expr).inner);
  case ast::Expr::Kind::LabelConstant: {
    Scope::Region region(scope);
    e->op = ExprOp::Label;
    e->label = resolve(*cast<ast::LabelConstantExpr>(expr).label);
    return e;
  }
  case ast::Expr::Kind::SetSize:
    e->op = ExprOp::SetSize;
    e->set = resolve(*cast<ast::SetSizeExpr>(expr).set);
    return e;
  case ast::Expr::Kind::SetElement:
    e->op = ExprOp::SetElement;
    e->set = resolve(*cast<ast::SetElementExpr>(expr).set);
    e->lhs = resolve(*cast<ast::SetElementExpr>(expr).position);
    return e;
  case ast::Expr::Kind::Unary: {
    const auto &unary = cast<ast::UnaryExpr>(expr);
    if (unary.op == ast::UnaryOperator::Complement)
      return refuseData(expr, "'~'");
    e->op = unary.op == ast::UnaryOperator::Plus    ? ExprOp::Plus
            : unary.op == ast::UnaryOperator::Minus ? ExprOp::Minus
                                                    : ExprOp::Not;
    e->lhs = resolve(*unary.operand);
    return e;
  }
  case ast::Expr::Kind::Binary: {
    const auto &binary = cast<ast::BinaryExpr>(expr);
    if (binary.op == ast::BinaryOperator::Power)
      return refuseData(expr, "'**'", binary.opRange);
    e->op = operatorOf(binary.op);
    e->lhs = resolve(*binary.lhs);
    e->rhs = resolve(*binary.rhs);
    return e;
  }
  case ast::Expr::Kind::Decimal:
    return refuseData(expr, "a decimal number");
  case ast::Expr::Kind::Path:
    return refuseData(expr, "a variable of a component");
  case ast::Expr::Kind::Call:
    return refuseData(expr, "a call");
  case ast::Expr::Kind::Conditional:
    return refuseData(expr, "a conditional expression");
  }
  llvm_unreachable("all kinds of expression are covered");
}

/// A problem has been reported; the value only lets the analysis go on.
static const Value Recovery = 0;

const Expression *Analyzer::resolveName(const ast::NameExpr &expr) {
  Slot slot;
  if (const Scope::Variable *variable = hasNoVariables() ? nullptr : scope.find(expr.name, slot)) {
    if (variable->pending)
      diagnostics
          .error(expr.range, "variable '" + expr.name +
                                 "' cannot be used here: ranges and sets are evaluated before the "
                                 "variables of the same label or index list")
          .note(variable->range, "'" + expr.name + "' is declared here; a later action or a nested forall can use it");
    auto *e = model->create<Expression>();
    e->op = ExprOp::Variable;
    e->range = expr.range;
    e->slot = slot;
    return e;
  }
  if (!isUpper(expr.name)) {
    reportUndefinedVariable(expr.name, expr.range);
    return constantExpression(Recovery, expr.range);
  }
  if (const Entry *entry = lookup(constants, expr.name))
    return constantExpression(entry->constant, expr.range);
  if (lookup(ranges, expr.name) || lookup(sets, expr.name))
    diagnostics.error(expr.range, "'" + expr.name + "' is a " + (lookup(ranges, expr.name) ? "range" : "set") +
                                      ", not a value; declare a variable over it: [i:" + expr.name + "]");
  else
    reportUndefinedUpper(expr.name, expr.range, UpperUse::Value);
  return constantExpression(Recovery, expr.range);
}

void Analyzer::reportUndefinedVariable(StringRef name, SMRange range) {
  SmallVector<StringRef, 8> candidates;
  if (!hasNoVariables())
    for (const Scope::Variable &variable : scope.all())
      candidates.push_back(variable.name);
  Diagnostic &error =
      diagnostics.error(range, "variable '" + name + "' is not defined here" + suggestion(name, candidates));
  if (hasNoVariables())
    error.note(whyNoVariables);
  else if (!candidates.empty() && suggestion(name, candidates).empty())
    error.note("the variables that can be used here: " + join(candidates, ", "));
}

void Analyzer::reportUndefinedUpper(StringRef name, SMRange range, UpperUse use) {
  for (const Table *table : {&constants, &ranges, &sets}) {
    auto later = table->find(name);
    if (later != table->end()) {
      if (later->second.order > order)
        diagnostics.error(range, "'" + name + "' is used before it is defined")
            .note(later->second.range, "it is defined here; constants, ranges and sets must come before their use");
      return; // Otherwise it was defined with an error, which is reported.
    }
  }
  SmallVector<StringRef, 16> candidates;
  if (use == UpperUse::Value) {
    for (const Scope::Variable &variable : scope.all())
      candidates.push_back(variable.name);
    for (const auto &entry : constants)
      candidates.push_back(entry.getKey());
  }
  for (const Table *table : {&ranges, &sets})
    for (const auto &entry : *table)
      candidates.push_back(entry.getKey());
  diagnostics.error(range, (use == UpperUse::Value ? "no constant or parameter named '" : "no range or set named '") +
                               name + "'" + suggestion(name, candidates));
}

//===----------------------------------------------------------------------===//
// Indices
//===----------------------------------------------------------------------===//

Slot Analyzer::declareVariable(const ast::Identifier &variable) {
  Slot slot;
  if (const Scope::Variable *earlier = scope.find(variable.name, slot))
    diagnostics.error(variable.range, "variable '" + variable.name + "' is declared already; choose another name")
        .note(earlier->range, "the earlier declaration, still in scope");
  return scope.declare({variable.name, variable.range, false, true});
}

/// The look-up order is LTSA's: set, range, parameter, constant (fsp-language §2).
void Analyzer::resolveNamedIndex(const ast::NameExpr &name, bool isBinding, IndexPattern &pattern) {
  if (const Entry *set = lookup(sets, name.name)) {
    auto *constant = model->create<SetPattern>();
    constant->range = name.range;
    constant->constant = set->labels;
    pattern.kind = IndexPattern::Kind::Set;
    pattern.set = constant;
  } else if (const Entry *range = lookup(ranges, name.name)) {
    pattern.kind = IndexPattern::Kind::Range;
    pattern.low = constantExpression(range->low, name.range);
    pattern.high = constantExpression(range->high, name.range);
  } else if (Slot slot; isBinding && !lookup(constants, name.name) && !scope.find(name.name, slot)) {
    reportUndefinedUpper(name.name, name.range, UpperUse::Values);
    pattern.low = constantExpression(Recovery, name.range);
  } else {
    pattern.low = resolveName(name);
  }
}

IndexPattern Analyzer::resolve(const ast::IndexSpec &index) {
  IndexPattern pattern;
  pattern.range = index.range;
  if (index.kind == ast::IndexSpec::Kind::Set) {
    pattern.kind = IndexPattern::Kind::Set;
    pattern.set = resolve(*index.set);
  } else if (index.kind == ast::IndexSpec::Kind::Range) {
    pattern.kind = IndexPattern::Kind::Range;
    pattern.low = resolve(*index.low);
    pattern.high = resolve(*index.high);
  } else if (const auto *name = dyn_cast<ast::NameExpr>(index.low); name && isUpper(name->name)) {
    unsigned errors = diagnostics.errorCount();
    resolveNamedIndex(*name, index.variable.has_value(), pattern);
    if (index.variable && pattern.kind == IndexPattern::Kind::Expression && diagnostics.errorCount() == errors)
      diagnostics.error(name->range, "'" + name->name + "' is a single value; a variable needs a range or a set");
  } else if (index.variable) {
    diagnostics.error(index.low->range, "a variable needs a range (low..high, or the name of one) or a set");
    pattern.low = constantExpression(Recovery, index.low->range);
  } else {
    // A value may use the variables that its own label declares.
    size_t mark = scope.size();
    while (mark > 0 && scope.all()[mark - 1].pending)
      --mark;
    scope.setPending(mark, false);
    pattern.low = resolve(*index.low);
    scope.setPending(mark, true);
  }
  if (index.variable) {
    pattern.slot = declareVariable(*index.variable);
    pattern.variable = index.variable->name;
  }
  return pattern;
}

ArrayRef<IndexPattern> Analyzer::resolveIndices(ArrayRef<ast::IndexSpec> indices) {
  std::vector<IndexPattern> patterns;
  size_t mark = scope.size();
  for (const ast::IndexSpec &index : indices)
    patterns.push_back(resolve(index));
  scope.setPending(mark, false);
  return model->copy(ArrayRef<IndexPattern>(patterns));
}

//===----------------------------------------------------------------------===//
// Labels and sets
//===----------------------------------------------------------------------===//

/// Labels are expanded part by part, each within the one before.
static constexpr size_t MaxLabelParts = 1000;

/// Variables that the label declares stay in scope, settled, when this returns.
const LabelPattern *Analyzer::resolve(const ast::LabelElement &label) {
  std::vector<LabelPattern::Part> parts;
  if (label.parts.size() > MaxLabelParts)
    diagnostics.error(label.range, "this label has more than " + Twine(MaxLabelParts) + " parts");
  size_t mark = scope.size();
  for (const ast::LabelPart &part : label.parts) {
    LabelPattern::Part resolved;
    switch (part.kind) {
    case ast::LabelPart::Kind::Name:
      resolved.kind = LabelPattern::Part::Kind::Text;
      resolved.text = part.name;
      break;
    case ast::LabelPart::Kind::Set:
      resolved.kind = LabelPattern::Part::Kind::Set;
      resolved.set = resolve(*part.set);
      break;
    case ast::LabelPart::Kind::Index:
      resolved.kind = LabelPattern::Part::Kind::Index;
      resolved.index = resolve(part.index);
      break;
    }
    parts.push_back(resolved);
  }
  scope.setPending(mark, false);
  auto *pattern = model->create<LabelPattern>();
  pattern->range = label.range;
  pattern->parts = model->copy(ArrayRef<LabelPattern::Part>(parts));
  return pattern;
}

const SetPattern *Analyzer::resolve(const ast::LabelSet &set) {
  auto *pattern = model->create<SetPattern>();
  pattern->range = set.range;
  switch (set.kind) {
  case ast::LabelSet::Kind::Named:
    if (const Entry *entry = lookup(sets, set.name.name))
      pattern->constant = entry->labels;
    else if (lookup(ranges, set.name.name) || lookup(constants, set.name.name))
      diagnostics.error(set.name.range,
                        "'" + set.name.name + "' is a " + (lookup(ranges, set.name.name) ? "range" : "constant") +
                            ", and a label or a set is needed here; as an index write [" + set.name.name + "]");
    else if (Slot slot; scope.find(set.name.name, slot))
      diagnostics.error(set.name.range, "'" + set.name.name +
                                            "' is a parameter, and a label or a set is needed here; "
                                            "as an index write [" +
                                            set.name.name + "]");
    else if (auto later = sets.find(set.name.name); later != sets.end()) {
      if (later->second.order > order)
        diagnostics.error(set.name.range, "set '" + set.name.name + "' is used before it is defined")
            .note(later->second.range, "it is defined here; constants, ranges and sets must come before their use");
    } else {
      SmallVector<StringRef, 16> candidates;
      for (const auto &known : sets)
        candidates.push_back(known.getKey());
      diagnostics.error(set.name.range, "no set named '" + set.name.name + "'" + suggestion(set.name.name, candidates))
          .note("actions start with a lower-case letter");
    }
    break;
  case ast::LabelSet::Kind::Explicit: {
    pattern->kind = SetPattern::Kind::Explicit;
    std::vector<const LabelPattern *> elements;
    for (const ast::LabelElement *element : set.elements) {
      Scope::Region region(scope);
      elements.push_back(resolve(*element));
    }
    pattern->elements = model->copy(ArrayRef<const LabelPattern *>(elements));
    break;
  }
  case ast::LabelSet::Kind::Difference:
    pattern->kind = SetPattern::Kind::Difference;
    pattern->left = resolve(*set.left);
    pattern->right = resolve(*set.right);
    break;
  }
  return pattern;
}

//===----------------------------------------------------------------------===//
// Relabelling and hiding
//===----------------------------------------------------------------------===//

ArrayRef<const RelabelPattern *> Analyzer::resolve(ArrayRef<const ast::RelabelClause *> clauses) {
  std::vector<const RelabelPattern *> patterns;
  for (const ast::RelabelClause *clause : clauses) {
    Scope::Region region(scope);
    auto *pattern = model->create<RelabelPattern>();
    pattern->range = clause->range;
    if (clause->isForall()) {
      pattern->indices = resolveIndices(clause->indices);
      pattern->clauses = resolve(clause->clauses);
    } else {
      pattern->newLabel = resolve(*clause->newLabel);
      pattern->oldLabel = resolve(*clause->oldLabel);
    }
    patterns.push_back(pattern);
  }
  return model->copy(ArrayRef<const RelabelPattern *>(patterns));
}

std::optional<HidingPattern> Analyzer::resolve(const std::optional<ast::HidingClause> &hiding) {
  if (!hiding)
    return std::nullopt;
  return HidingPattern{hiding->expose, resolve(*hiding->set)};
}

} // namespace tenon
