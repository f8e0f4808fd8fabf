//===- ProcessLayout.cpp - The layout of processes and composites ---------===//

#include "DocumentBuilder.h"

namespace tenon::layout {

using namespace llvm;
using namespace ast;

// Processes
//===----------------------------------------------------------------------===//

void DocumentBuilder::modifiers(const Modifiers &modifiers) {
  if (modifiers.deterministic)
    word("deterministic");
  if (modifiers.minimal)
    word("minimal");
  if (modifiers.compose)
    word("compose");
  if (modifiers.property)
    word("property");
  if (modifiers.observer)
    word("observer");
}

void DocumentBuilder::parameters(ArrayRef<Parameter> parameters) {
  if (parameters.empty())
    return;
  out.text("(");
  auto align = out.align();
  auto group = out.group();
  for (const Parameter &parameter : parameters) {
    if (&parameter != parameters.begin()) {
      out.terminator(",");
      out.fill();
    }
    out.text(parameter.name.name);
    out.text("=");
    expr(*parameter.defaultValue);
  }
  out.text(")");
}

void DocumentBuilder::localProcess(const ProcessDefinition &process, size_t position) {
  const LocalProcess &local = process.locals[position];
  if (position != 0)
    return localProcess(local);
  auto group = out.group();
  modifiers(process.modifiers);
  out.text(local.name.name);
  parameters(process.parameters);
  if (local.accepting)
    out.text("@");
  indices(local.indices);
  processBody(*local.body);
}

void DocumentBuilder::localProcess(const LocalProcess &local) {
  auto group = out.group();
  if (local.mark != LocalProcess::Mark::None)
    word(local.mark == LocalProcess::Mark::Accept ? "accept" : "reject");
  out.text(local.name.name);
  if (local.accepting)
    out.text("@");
  indices(local.indices);
  processBody(*local.body);
}

/// The body of a local process, with its `=`.
void DocumentBuilder::processBody(const ProcessBody &content) {
  auto indent = out.indent(2);
  out.line(WidthLine);
  word("=");
  const auto *options = dyn_cast<ChoiceBody>(&content);
  body(content, /*withGroup=*/!options || options->alternatives.size() == 1);
}

void DocumentBuilder::process(const ProcessDefinition &process) {
  {
    auto indent = out.indent(process.modifiers.observer ? 2 : 0);
    for (size_t i = 0; i != process.locals.size(); ++i) {
      if (i != 0) {
        out.terminator(",");
        out.hardLine();
      }
      localProcess(process, i);
    }
  }
  {
    auto group = out.group();
    auto indent = out.indent(2);
    if (process.extension) {
      out.line(PartLine);
      word("+");
      set(*process.extension);
    }
    if (process.hasRelabels) {
      out.line(PartLine);
      word("/");
      relabels(process.relabels);
    }
    hiding(process.hiding);
  }
  out.terminator(".");
}

void DocumentBuilder::body(const ProcessBody &body, bool withGroup) {
  switch (body.kind()) {
  case ProcessBody::Kind::Reference:
    return reference(cast<ReferenceBody>(body));
  case ProcessBody::Kind::If:
    return conditional(cast<IfBody>(body), [this](const ProcessBody &inner) { this->body(inner); });
  case ProcessBody::Kind::Choice:
    return choice(cast<ChoiceBody>(body), withGroup);
  }
}

void DocumentBuilder::reference(const ReferenceBody &body) {
  for (const SequentialCall &call : body.calls) {
    out.text(call.name.name);
    arguments(call.arguments, call.hasArguments);
    out.text(";");
  }
  out.text(body.target.name);
  for (const Expr *position : body.indices) {
    out.text("[");
    expr(*position);
    out.text("]");
  }
}

/// `if … then … else …`, of processes and of composites.
template <typename If, typename Body> void DocumentBuilder::conditional(const If &conditional, Body &&printBody) {
  auto align = out.align();
  auto group = out.group();
  for (const auto &branch : conditional.branches) {
    if (&branch != conditional.branches.begin()) {
      out.line(PartLine);
      word("else");
    }
    word("if");
    expr(*branch.condition);
    out.space();
    out.text("then");
    auto indent = out.indent(2);
    out.line(BodyLine);
    printBody(*branch.body);
  }
  if (!conditional.otherwise)
    return;
  out.line(PartLine);
  out.text("else");
  auto indent = out.indent(2);
  out.line(BodyLine);
  printBody(*conditional.otherwise);
}

/// Without a group of its own a choice is broken together with what it belongs to.
void DocumentBuilder::choice(const ChoiceBody &body, bool withGroup) {
  auto align = out.align();
  std::optional<Document::Scope> group;
  if (withGroup)
    group.emplace(out, Command::Kind::Group, 0);
  out.text("(");
  for (const Alternative *option : body.alternatives) {
    bool first = option == body.alternatives.front();
    if (!first) {
      out.line(ChoiceLine);
      out.text("|");
    }
    auto indent = out.indent(2);
    if (first)
      out.brokenSpace(1);
    else
      out.space(/*sticky=*/true);
    alternative(*option);
  }
  out.line(ClosingLine);
  out.text(")");
}

void DocumentBuilder::alternative(const Alternative &alternative) {
  auto group = out.group();
  if (alternative.guard) {
    word("when");
    expr(*alternative.guard);
    out.space();
  }
  auto indent = out.indent(2);
  for (const Action *step : alternative.actions) {
    if (step != alternative.actions.front())
      out.fill();
    action(*step);
    out.space();
    out.text("->");
  }
  if (isa<ReferenceBody>(alternative.body))
    out.fill();
  else
    out.line(WidthLine);
  body(*alternative.body);
}

//===----------------------------------------------------------------------===//
// Composites
//===----------------------------------------------------------------------===//

static const Decoration *decorationOf(const CompositeBody &body) {
  if (const auto *parallel = dyn_cast<CompositeParallel>(&body))
    return &parallel->decoration;
  if (const auto *instance = dyn_cast<CompositeInstance>(&body))
    return &instance->decoration;
  return nullptr;
}

/// Relabelling, priority and hiding of the whole stand side by side or below each other.
void DocumentBuilder::composite(const CompositeDefinition &composite) {
  {
    auto group = out.group();
    modifiers(composite.modifiers);
    out.text("||");
    out.text(composite.name.name);
    parameters(composite.parameters);
    auto indent = out.indent(2);
    out.line(WidthLine);
    word("=");
    compositeBody(*composite.body, /*outermost=*/true);
  }
  {
    auto group = out.group();
    auto indent = out.indent(2);
    const Decoration *decoration = decorationOf(*composite.body);
    if (decoration && decoration->hasRelabels) {
      out.line(PartLine);
      word("/");
      relabels(decoration->relabels);
    }
    if (composite.priority) {
      out.line(PartLine);
      word(composite.priority->low ? ">>" : "<<");
      set(*composite.priority->set);
    }
    hiding(composite.hiding);
  }
  out.terminator(".");
}

void DocumentBuilder::prefix(const Decoration &decoration) {
  if (decoration.share) {
    label(*decoration.share);
    out.text("::");
  }
  if (decoration.prefix) {
    label(*decoration.prefix);
    out.text(":");
  }
}

/// The relabelling of the outermost body stands with the clauses of its definition.
void DocumentBuilder::compositeBody(const CompositeBody &body, bool outermost) {
  switch (body.kind()) {
  case CompositeBody::Kind::If:
    return conditional(cast<CompositeIf>(body), [this](const CompositeBody &inner) { compositeBody(inner, false); });
  case CompositeBody::Kind::Forall:
    word("forall");
    indices(cast<CompositeForall>(body).indices);
    out.space();
    return compositeBody(*cast<CompositeForall>(body).body, false);
  case CompositeBody::Kind::Parallel:
    parallel(cast<CompositeParallel>(body), /*withGroup=*/!outermost);
    break;
  case CompositeBody::Kind::Instance: {
    const auto &instance = cast<CompositeInstance>(body);
    prefix(instance.decoration);
    out.text(instance.name.name);
    arguments(instance.arguments, instance.hasArguments);
    break;
  }
  }
  const Decoration *decoration = decorationOf(body);
  if (!outermost && decoration->hasRelabels) {
    out.text("/");
    relabels(decoration->relabels);
  }
}

void DocumentBuilder::parallel(const CompositeParallel &body, bool withGroup) {
  prefix(body.decoration);
  auto align = out.align();
  std::optional<Document::Scope> group;
  if (withGroup)
    group.emplace(out, Command::Kind::Group, 0);
  out.text("(");
  for (const CompositeBody *operand : body.operands) {
    bool first = operand == body.operands.front();
    if (!first) {
      out.line(ChoiceLine);
      out.text("||");
    }
    auto indent = out.indent(3);
    if (first)
      out.brokenSpace(2);
    else
      out.space(/*sticky=*/true);
    compositeBody(*operand, false);
  }
  out.line(ClosingLine);
  out.text(")");
}

} // namespace tenon::layout
