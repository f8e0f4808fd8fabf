//===- ModelBuilder.cpp - Processes, composites and formulas --------------===//

#include "AstBuilder.h"

namespace tenon {

using namespace ast;

//===----------------------------------------------------------------------===//
// Processes
//===----------------------------------------------------------------------===//

const Definition *AstBuilder::process(P::ProcessDefinitionContext *rule, Modifiers modifiers, llvm::SMRange where) {
  P::FirstProcessContext *first = rule->first;
  auto *definition = context.create<ProcessDefinition>(where, identifier(first->name));
  definition->modifiers = modifiers;
  definition->parameters = parameters(first->params);

  std::vector<LocalProcess> locals;
  locals.reserve(rule->others.size() + 1);
  LocalProcess start;
  start.range = range(first);
  start.name = definition->name;
  start.accepting = first->accepting != nullptr;
  start.indices = indexSpecs(first->indices);
  start.body = body(first->content);
  if (!start.indices.empty())
    diagnostics
        .error(start.indices.front().range,
               "process name cannot be indexed: `" + start.name.name + "` is the start state, which is one state")
        .note(
            "start from one value of the index: `" + start.name.name + " = " + start.name.name + "[0], " +
            start.name.name + "[" +
            tokens.source().slice(token(first->indices.front()->start).begin, token(first->indices.front()->stop).end) +
            "] = …`")
        .note("if it is a local process of the definition before, end that one with `,` instead of `.`");
  locals.push_back(start);
  for (P::LocalProcessContext *other : rule->others)
    locals.push_back(localProcess(other));
  definition->locals = context.copy(locals);

  if (rule->extension)
    definition->extension = set(rule->extension);
  if (rule->renaming) {
    definition->hasRelabels = true;
    definition->relabels = relabelClauses(rule->renaming->clauses);
  }
  definition->hiding = hiding(rule->hide);
  return definition;
}

LocalProcess AstBuilder::localProcess(P::LocalProcessContext *rule) {
  LocalProcess local;
  local.range = range(rule);
  if (rule->mark) {
    local.mark = token(rule->mark).type == TokenType::Accept ? LocalProcess::Mark::Accept : LocalProcess::Mark::Reject;
    if (dialect == Dialect::Fsp)
      diagnostics
          .error(range(rule->mark), "only the states of components, properties and observers can be marked `" +
                                        tokens.spelling(token(rule->mark)) + "`")
          .note("write `property` or `observer` in front of the definition if that is what it is");
  }
  local.name = identifier(rule->name);
  if (!rule->dotted.empty()) {
    std::string name = local.name.name.str();
    for (antlr4::Token *part : rule->dotted)
      name += "." + tokens.spelling(token(part)).str();
    local.name.name = context.copy(llvm::StringRef(name));
    local.name.range = span(rule->name, rule->dotted.back());
  }
  local.accepting = rule->accepting != nullptr;
  local.indices = indexSpecs(rule->indices);
  local.body = body(rule->content);
  return local;
}

const ProcessBody *AstBuilder::body(P::BodyContext *rule) {
  if (rule->ref)
    return reference(rule->ref);
  return rule->cond ? conditional(rule->cond) : choice(rule->options);
}

const ProcessBody *AstBuilder::conditional(P::ConditionalContext *rule) {
  std::vector<IfBody::Branch> branches;
  branches.reserve(rule->conditions.size());
  for (size_t i = 0; i < rule->conditions.size(); ++i) {
    const Expr *condition = expr(rule->conditions[i]);
    branches.push_back({condition, body(rule->bodies[i])});
  }
  const ProcessBody *otherwise = rule->otherwiseReference ? reference(rule->otherwiseReference)
                                 : rule->otherwiseChoice  ? choice(rule->otherwiseChoice)
                                                          : nullptr;
  return context.create<IfBody>(range(rule), context.copy(branches), otherwise);
}

const ProcessBody *AstBuilder::choice(P::ChoiceContext *rule) {
  std::vector<const Alternative *> alternatives;
  alternatives.reserve(rule->items.size());
  std::vector<const Action *> actions;
  for (P::AlternativeContext *item : rule->items) {
    auto *alternative = context.create<Alternative>();
    alternative->range = range(item);
    if (item->guard)
      alternative->guard = expr(item->guard);
    actions.clear();
    for (P::OperationContext *operation : item->acts)
      actions.push_back(action(operation));
    alternative->actions = context.copy(actions);
    alternative->body = body(item->content);
    alternatives.push_back(alternative);
  }
  return context.create<ChoiceBody>(range(rule), context.copy(alternatives));
}

const ProcessBody *AstBuilder::reference(P::ReferenceContext *rule) {
  std::vector<SequentialCall> calls;
  for (P::CallContext *item : rule->calls) {
    calls.push_back({identifier(item->name), arguments(item->args), item->args != nullptr});
    if (item->separator && token(item->separator).type != TokenType::Semicolon)
      diagnostics.warning(range(item->separator), "this `" + tokens.spelling(token(item->separator)) +
                                                      "` is read as `;`, as LTSA does after parameters");
  }
  return context.create<ReferenceBody>(range(rule), context.copy(calls), identifier(rule->name), exprs(rule->indices));
}

//===----------------------------------------------------------------------===//
// Composites
//===----------------------------------------------------------------------===//

const Definition *AstBuilder::composite(P::CompositeDefinitionContext *rule, Modifiers modifiers, llvm::SMRange where) {
  auto *definition = context.create<CompositeDefinition>(where, identifier(rule->name));
  definition->modifiers = modifiers;
  definition->parameters = parameters(rule->params);
  definition->body = compositeBody(rule->content);
  if (rule->priority)
    definition->priority =
        PriorityClause{span(rule->priority, rule->priorityLabels->stop),
                       token(rule->priority).type == TokenType::ShiftRight, set(rule->priorityLabels)};
  definition->hiding = hiding(rule->hide);
  return definition;
}

const CompositeBody *AstBuilder::compositeBody(P::CompositeBodyContext *rule) {
  if (rule->single)
    return compositeOperand(rule->single);
  std::vector<CompositeIf::Branch> branches;
  branches.reserve(rule->conditions.size());
  for (size_t i = 0; i < rule->conditions.size(); ++i) {
    const Expr *condition = expr(rule->conditions[i]);
    branches.push_back({condition, compositeBody(rule->bodies[i])});
  }
  const CompositeBody *otherwise = rule->otherwise ? compositeOperand(rule->otherwise) : nullptr;
  return context.create<CompositeIf>(range(rule), context.copy(branches), otherwise);
}

const CompositeBody *AstBuilder::compositeOperand(P::CompositeOperandContext *rule) {
  if (rule->inner) {
    llvm::ArrayRef<IndexSpec> indices = indexSpecs(rule->indices);
    return context.create<CompositeForall>(range(rule), indices, compositeBody(rule->inner));
  }
  Decoration decoration;
  if (rule->share) {
    decoration.share = label(rule->firstLabel);
    decoration.prefix = rule->secondLabel ? label(rule->secondLabel) : nullptr;
  } else if (rule->firstLabel) {
    decoration.prefix = label(rule->firstLabel);
  }
  if (rule->renaming) {
    decoration.hasRelabels = true;
    decoration.relabels = relabelClauses(rule->renaming->clauses);
  }
  if (rule->name)
    return context.create<CompositeInstance>(range(rule), decoration, identifier(rule->name), arguments(rule->args),
                                             rule->args != nullptr);
  std::vector<const CompositeBody *> operands;
  operands.reserve(rule->operands.size());
  for (P::CompositeBodyContext *item : rule->operands)
    operands.push_back(compositeBody(item));
  return context.create<CompositeParallel>(range(rule), decoration, context.copy(operands));
}

//===----------------------------------------------------------------------===//
// Formulas
//===----------------------------------------------------------------------===//

const FormulaNode *AstBuilder::formula(P::FormulaContext *rule) {
  const FormulaNode *result = formulaAtom(rule->content);
  for (size_t i = rule->prefixes.size(); i-- > 0;)
    result = formulaPrefix(rule->prefixes[i], result);
  return result;
}

const FormulaNode *AstBuilder::formulaPrefix(P::FormulaPrefixContext *prefix, const FormulaNode *operand) {
  llvm::SMRange where = span(range(prefix->start), operand->range);
  size_t type = token(prefix->op).type;
  if (type == TokenType::Forall || type == TokenType::Exists)
    return context.create<QuantifierFormula>(where, type == TokenType::Forall, indexSpecs(prefix->indices), operand);
  TemporalUnary op = type == TokenType::Bang         ? TemporalUnary::Not
                     : type == TokenType::Next       ? TemporalUnary::Next
                     : type == TokenType::Eventually ? TemporalUnary::Eventually
                                                     : TemporalUnary::Always;
  return context.create<UnaryFormula>(where, op, operand);
}

const FormulaNode *AstBuilder::formulaAtom(P::FormulaAtomContext *rule) {
  if (rule->value)
    return context.create<RigidFormula>(range(rule), expr(rule->value));
  if (rule->name)
    return context.create<NameFormula>(range(rule), identifier(rule->name), indexSpecs(rule->indices),
                                       arguments(rule->args), rule->args != nullptr);
  if (rule->action)
    return context.create<ActionFormula>(range(rule), label(rule->action));
  return context.create<ParenFormula>(range(rule), formulaOperators(rule));
}

static TemporalBinary temporalOperator(size_t type) {
  switch (type) {
  case TokenType::BarBar:
    return TemporalBinary::Or;
  case TokenType::AmpAmp:
    return TemporalBinary::And;
  case TokenType::Arrow:
    return TemporalBinary::Implies;
  case TokenType::Iff:
    return TemporalBinary::Iff;
  case TokenType::Until:
    return TemporalBinary::Until;
  default:
    assert(type == TokenType::WeakUntil);
    return TemporalBinary::WeakUntil;
  }
}

const FormulaNode *AstBuilder::formulaOperators(P::FormulaAtomContext *rule) {
  DepthScope scope(*this, rule->ops.size(), rule->start);
  if (scope.exceeded())
    return formula(rule->operands.front());

  auto combine = [&](const FormulaNode *left, size_t op, const FormulaNode *right) -> const FormulaNode * {
    if (!left)
      return right;
    return context.create<BinaryFormula>(span(left->range, right->range), temporalOperator(token(rule->ops[op]).type),
                                         left, right);
  };
  // Three levels: `||`, then one of `U W -> <->` at most, then `&&`. A null operand has not been read yet.
  const FormulaNode *disjunction = nullptr, *middle = nullptr, *conjunction = formula(rule->operands.front());
  size_t orOp = 0, middleOp = 0;
  for (size_t i = 0; i < rule->ops.size(); ++i) {
    const FormulaNode *next = formula(rule->operands[i + 1]);
    size_t type = token(rule->ops[i]).type;
    if (type == TokenType::AmpAmp) {
      conjunction = combine(conjunction, i, next);
      continue;
    }
    if (type == TokenType::BarBar) {
      disjunction = combine(disjunction, orOp, combine(middle, middleOp, conjunction));
      middle = nullptr;
      orOp = i;
    } else {
      if (middle)
        diagnostics
            .error(range(rule->ops[i]), "`" + tokens.spelling(token(rule->ops[i])) + "` cannot follow `" +
                                            tokens.spelling(token(rule->ops[middleOp])) + "` without parentheses")
            .note(range(rule->ops[middleOp]), "put the part that belongs together in parentheses");
      middle = combine(middle, middleOp, conjunction);
      middleOp = i;
    }
    conjunction = next;
  }
  return combine(disjunction, orOp, combine(middle, middleOp, conjunction));
}

} // namespace tenon
