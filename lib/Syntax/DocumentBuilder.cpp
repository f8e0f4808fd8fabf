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

void DocumentBuilder::equation(StringRef keyword, const Identifier &name) {
  header(keyword, name);
  out.space();
  word("=");
}

void DocumentBuilder::quoted(const Identifier &file) {
  if (const char *start = file.range.Start.getPointer())
    return out.text(StringRef(start, file.range.End.getPointer() - start));
  out.text("\"");
  out.text(file.name);
  out.text("\"");
}

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
  equation("animation", animation.name);
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
    equation("const", definition.name);
    return expr(*cast<ConstDefinition>(definition).value);
  case Definition::Kind::Range:
    equation("range", definition.name);
    expr(*cast<RangeDefinition>(definition).low);
    out.text("..");
    return expr(*cast<RangeDefinition>(definition).high);
  case Definition::Kind::Set:
    equation("set", definition.name);
    return set(*cast<SetDefinition>(definition).value);
  case Definition::Kind::Process:
  case Definition::Kind::Composite:
    return;
  case Definition::Kind::Progress:
    return progress(cast<ProgressDefinition>(definition));
  case Definition::Kind::Menu:
    equation("menu", definition.name);
    return label(*cast<MenuDefinition>(definition).labels);
  case Definition::Kind::Animation:
    return animation(cast<AnimationDefinition>(definition));
  case Definition::Kind::Fluent:
    return fluent(cast<FluentDefinition>(definition));
  case Definition::Kind::Formula:
    return formulaDefinition(cast<FormulaDefinition>(definition));
  case Definition::Kind::Import:
    equation("import", definition.name);
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
