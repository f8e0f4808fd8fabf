//===- DocumentBuilder.cpp - The standard layout of each construct --------===//

#include "DocumentBuilder.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ErrorHandling.h"

using namespace llvm;

namespace tenon::layout {

using namespace ast;

/// A keyword and the space behind it.
void DocumentBuilder::word(StringRef keyword) {
  out.text(keyword);
  out.space();
}

void DocumentBuilder::header(StringRef keyword, const Identifier &name) {
  word(keyword);
  out.text(name.name);
}

void DocumentBuilder::quoted(const Identifier &file) {
  if (const char *start = file.range.Start.getPointer())
    return out.text(StringRef(start, file.range.End.getPointer() - start));
  out.text("\"");
  out.text(file.name);
  out.text("\"");
}

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

//===----------------------------------------------------------------------===//
//===----------------------------------------------------------------------===//
// Formulas
//===----------------------------------------------------------------------===//

static StringRef spellingOf(TemporalBinary op) {
  switch (op) {
  case TemporalBinary::And:
    return "&&";
  case TemporalBinary::Or:
    return "||";
  case TemporalBinary::Implies:
    return "->";
  case TemporalBinary::Iff:
    return "<->";
  case TemporalBinary::Until:
    return "U";
  case TemporalBinary::WeakUntil:
    return "W";
  }
  llvm_unreachable("an operator");
}

static StringRef spellingOf(TemporalUnary op) {
  switch (op) {
  case TemporalUnary::Not:
    return "!";
  case TemporalUnary::Next:
    return "X";
  case TemporalUnary::Eventually:
    return "<>";
  case TemporalUnary::Always:
    return "[]";
  }
  llvm_unreachable("an operator");
}

/// Chains of one operator can be long, and lean to the left.
void DocumentBuilder::binaryFormula(const BinaryFormula &formula) {
  SmallVector<const BinaryFormula *, 8> chain;
  const FormulaNode *first = &formula;
  for (const BinaryFormula *link = &formula; link && link->op == formula.op; link = dyn_cast<BinaryFormula>(first)) {
    chain.push_back(link);
    first = link->lhs;
  }
  auto group = out.group();
  this->formula(*first);
  for (const BinaryFormula *link : reverse(chain)) {
    out.line(PartLine);
    word(spellingOf(link->op));
    this->formula(*link->rhs);
  }
}

void DocumentBuilder::formula(const FormulaNode &formula) {
  switch (formula.kind()) {
  case FormulaNode::Kind::Unary: {
    const auto &unary = cast<UnaryFormula>(formula);
    out.text(spellingOf(unary.op));
    if (unary.op == TemporalUnary::Next)
      out.space();
    return this->formula(*unary.operand);
  }
  case FormulaNode::Kind::Binary:
    return binaryFormula(cast<BinaryFormula>(formula));
  case FormulaNode::Kind::Quantifier: {
    const auto &quantifier = cast<QuantifierFormula>(formula);
    word(quantifier.universal ? "forall" : "exists");
    indices(quantifier.indices);
    out.space();
    return this->formula(*quantifier.operand);
  }
  case FormulaNode::Kind::Rigid:
    word("rigid");
    return expr(*cast<RigidFormula>(formula).value);
  case FormulaNode::Kind::Name: {
    const auto &reference = cast<NameFormula>(formula);
    out.text(reference.name.name);
    indices(reference.indices);
    return arguments(reference.arguments, reference.hasArguments);
  }
  case FormulaNode::Kind::Action:
    return label(*cast<ActionFormula>(formula).label);
  case FormulaNode::Kind::Paren: {
    out.text("(");
    {
      auto align = out.align();
      this->formula(*cast<ParenFormula>(formula).inner);
    }
    return out.text(")");
  }
  }
}

//===----------------------------------------------------------------------===//
// Other definitions
//===----------------------------------------------------------------------===//

void DocumentBuilder::progress(const ProgressDefinition &progress) {
  header("progress", progress.name);
  indices(progress.indices);
  out.space();
  word("=");
  if (progress.condition) {
    word("if");
    label(*progress.condition);
    out.space();
    word("then");
  }
  label(*progress.labels);
}

void DocumentBuilder::animation(const AnimationDefinition &animation) {
  auto group = out.group();
  header("animation", animation.name);
  out.space();
  word("=");
  quoted(animation.file);
  if (animation.target) {
    out.line(PartLine);
    header("target", *animation.target);
  }
  if (animation.hasParts) {
    out.line(PartLine);
    word("compose");
    out.text("{");
    for (const AnimationDefinition::Part &part : animation.parts) {
      if (&part != animation.parts.begin()) {
        out.fill();
        word("||");
      }
      out.text(part.name.name);
      if (part.hasRelabels) {
        out.text("/");
        relabels(part.relabels);
      }
    }
    out.text("}");
  }
  if (animation.hasActions) {
    out.line(PartLine);
    word("actions");
    relabels(animation.actions);
  }
  if (animation.hasControls) {
    out.line(PartLine);
    word("controls");
    relabels(animation.controls);
  }
}

void DocumentBuilder::fluent(const FluentDefinition &fluent) {
  auto group = out.group();
  header("fluent", fluent.name);
  indices(fluent.indices);
  out.space();
  word("=");
  {
    out.text("<");
    auto align = out.align();
    label(*fluent.starting);
    out.terminator(",");
    out.fill();
    label(*fluent.ending);
    out.text(">");
  }
  if (fluent.initially) {
    out.fill();
    word("initially");
    expr(*fluent.initially);
  }
}

void DocumentBuilder::formulaDefinition(const FormulaDefinition &definition) {
  auto group = out.group();
  header(definition.constraint ? "constraint" : "assert", definition.name);
  parameters(definition.parameters);
  out.space();
  out.text("=");
  out.line(WidthLine);
  formula(*definition.formula);
  if (definition.extension) {
    out.fill();
    word("+");
    set(*definition.extension);
  }
}

/// `asym-learn` is several tokens.
void DocumentBuilder::method(StringRef spelling) {
  for (bool first = true; !spelling.empty(); first = false) {
    auto [name, rest] = spelling.split('-');
    if (!first)
      out.text("-");
    out.text(name);
    spelling = rest;
  }
}

void DocumentBuilder::goal(const GoalDefinition &goal) {
  switch (goal.goal) {
  case GoalDefinition::GoalKind::DeadlockFree:
    word("check");
    header("deadlockfree", goal.subject);
    break;
  case GoalDefinition::GoalKind::Satisfies:
  case GoalDefinition::GoalKind::Refines:
  case GoalDefinition::GoalKind::Simulates:
    header("check", goal.subject);
    out.space();
    header(goal.goal == GoalDefinition::GoalKind::Satisfies ? "satisfies"
           : goal.goal == GoalDefinition::GoalKind::Refines ? "refines"
                                                            : "simulates",
           goal.property);
    break;
  case GoalDefinition::GoalKind::Interface:
    header("interface", goal.subject);
    out.space();
    header("for", goal.property);
    break;
  case GoalDefinition::GoalKind::Repair:
    header("repair", goal.subject);
    out.space();
    header("in", goal.system);
    out.space();
    header("for", goal.property);
    break;
  }
  if (goal.method) {
    out.space();
    word("using");
    method(goal.method->name);
  }
  if (goal.expectation != GoalDefinition::Expectation::None) {
    out.space();
    word("expect");
    out.text(goal.expectation == GoalDefinition::Expectation::Holds ? "holds" : "violated");
  }
  out.terminator(";");
}

void DocumentBuilder::definition(const Definition &definition) {
  if (const auto *process = dyn_cast<ProcessDefinition>(&definition))
    return this->process(*process);
  if (const auto *composite = dyn_cast<CompositeDefinition>(&definition))
    return this->composite(*composite);
  if (const auto *component = dyn_cast<ComponentDefinition>(&definition))
    return this->component(*component);
  auto indent = out.indent(2);
  switch (definition.kind()) {
  case Definition::Kind::Const:
    header("const", definition.name);
    out.space();
    word("=");
    return expr(*cast<ConstDefinition>(definition).value);
  case Definition::Kind::Range:
    header("range", definition.name);
    out.space();
    word("=");
    expr(*cast<RangeDefinition>(definition).low);
    out.text("..");
    return expr(*cast<RangeDefinition>(definition).high);
  case Definition::Kind::Set:
    header("set", definition.name);
    out.space();
    word("=");
    return set(*cast<SetDefinition>(definition).value);
  case Definition::Kind::Process:
  case Definition::Kind::Composite:
    return;
  case Definition::Kind::Progress:
    return progress(cast<ProgressDefinition>(definition));
  case Definition::Kind::Menu:
    header("menu", definition.name);
    out.space();
    word("=");
    return label(*cast<MenuDefinition>(definition).labels);
  case Definition::Kind::Animation:
    return animation(cast<AnimationDefinition>(definition));
  case Definition::Kind::Fluent:
    return fluent(cast<FluentDefinition>(definition));
  case Definition::Kind::Formula:
    return formulaDefinition(cast<FormulaDefinition>(definition));
  case Definition::Kind::Import:
    header("import", definition.name);
    out.space();
    word("=");
    return quoted(cast<ImportDefinition>(definition).file);
  case Definition::Kind::Include:
    word("include");
    return quoted(cast<IncludeDefinition>(definition).file);
  case Definition::Kind::Goal:
    return goal(cast<GoalDefinition>(definition));
  case Definition::Kind::Channel:
    return channel(cast<ChannelDefinition>(definition));
  case Definition::Kind::Component:
    return;
  }
}

} // namespace tenon::layout
