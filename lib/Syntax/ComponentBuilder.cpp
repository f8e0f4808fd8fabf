//===- ComponentBuilder.cpp - Channels, components and their statements ---===//

#include "AstBuilder.h"

namespace tenon {

using namespace ast;

//===----------------------------------------------------------------------===//
// Definitions
//===----------------------------------------------------------------------===//

const Definition *AstBuilder::channelDefinition(P::ChannelDefinitionContext *rule) {
  dialect = Dialect::Component;
  auto *definition = context.create<ChannelDefinition>(range(rule));
  std::vector<const LabelElement *> names;
  for (P::LabelContext *name : rule->names)
    names.push_back(label(name));
  definition->names = context.copy(names);
  definition->type = dataType(rule->type);
  return definition;
}

const Definition *AstBuilder::componentDefinition(P::ComponentDefinitionContext *rule) {
  dialect = Dialect::Component;
  auto *definition = context.create<ComponentDefinition>(range(rule), identifier(rule->name));
  definition->parameters = parameters(rule->params);
  definition->braces = span(rule->open, rule->close);
  definition->items = statements(rule->items);
  if (!rule->content)
    return definition;
  definition->isAutomaton = true;
  std::vector<LocalProcess> locals;
  LocalProcess start;
  start.range = range(rule->content);
  start.name = definition->name;
  start.body = body(rule->content);
  locals.push_back(start);
  for (P::LocalProcessContext *other : rule->others)
    locals.push_back(localProcess(other));
  definition->locals = context.copy(locals);
  if (rule->extension)
    definition->extension = set(rule->extension);
  return definition;
}

const Action *AstBuilder::action(P::OperationContext *rule) {
  auto *action = context.create<Action>();
  action->range = range(rule);
  if (rule->otherwise) {
    action->kind = Action::Kind::Else;
    if (dialect == Dialect::Fsp)
      diagnostics.error(action->range, "`[else]` can stand in a `component`, `property` or `observer` only");
    return action;
  }
  action->label = label(rule->target);
  if (!rule->op)
    return action;
  size_t op = token(rule->op).type;
  action->kind = op == TokenType::Question ? Action::Kind::Read
                 : op == TokenType::Bang   ? Action::Kind::Write
                                           : Action::Kind::Assign;
  if (rule->place)
    action->place = label(rule->place);
  if (rule->value)
    action->value = expr(rule->value);
  if (dialect == Dialect::Component)
    return action;
  llvm::StringRef spelling = tokens.spelling(token(rule->op));
  Diagnostic &error = diagnostics.error(range(rule->op), "only a component can " +
                                                             llvm::Twine(op == TokenType::Question ? "read (`?`)"
                                                                         : op == TokenType::Bang   ? "write (`!`)"
                                                                                                   : "assign (`:=`)"));
  if (dialect == Dialect::Property && op != TokenType::ColonEqual)
    error.note("a property or observer names the channel alone: write `" +
               tokens.source().slice(token(rule->target->start).begin, token(rule->target->stop).end) + "`");
  else
    error.note("variables and `" + spelling + "` need `component C { int x; } = …`");
  return action;
}

//===----------------------------------------------------------------------===//
// Types and declarations
//===----------------------------------------------------------------------===//

TypeName AstBuilder::dataType(P::DataTypeContext *rule) {
  TypeName type;
  type.range = range(rule);
  P::DataBaseContext *base = rule->base;
  if (base->name) {
    type.kind = TypeName::Kind::Named;
    type.name = identifier(base->name);
  } else if (base->low) {
    type.kind = TypeName::Kind::Range;
    type.low = expr(base->low);
    type.high = expr(base->high);
  } else {
    size_t word = token(base->word).type;
    type.kind = word == TokenType::IntType    ? TypeName::Kind::Int
                : word == TokenType::RealType ? TypeName::Kind::Real
                : word == TokenType::BoolType ? TypeName::Kind::Bool
                                              : TypeName::Kind::Bits;
    if (base->width)
      type.width = expr(base->width);
  }
  if (rule->size)
    type.size = expr(rule->size);
  return type;
}

Declarator AstBuilder::declarator(P::DeclaratorContext *rule) {
  Declarator declarator;
  declarator.name = identifier(rule->name);
  if (rule->size)
    declarator.size = expr(rule->size);
  if (rule->initial)
    declarator.initial = expr(rule->initial);
  if (rule->cells)
    declarator.cells = exprs(rule->cells->items);
  return declarator;
}

Declaration AstBuilder::declaration(P::DeclarationContext *rule) {
  Declaration declaration;
  declaration.range = range(rule);
  declaration.type = dataType(rule->type);
  std::vector<Declarator> items;
  for (P::DeclaratorContext *item : rule->items)
    items.push_back(declarator(item));
  declaration.items = context.copy(items);
  return declaration;
}

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

llvm::ArrayRef<const Statement *> AstBuilder::statements(const std::vector<P::StatementContext *> &rules) {
  std::vector<const Statement *> result;
  result.reserve(rules.size());
  for (P::StatementContext *rule : rules)
    result.push_back(statement(rule));
  return context.copy(result);
}

const BlockStatement *AstBuilder::block(P::BlockContext *rule) {
  return context.create<BlockStatement>(range(rule), statements(rule->inner));
}

const Statement *AstBuilder::statement(P::StatementContext *rule) {
  if (rule->compound)
    return block(rule->compound);
  if (rule->function)
    return function(rule);
  if (rule->simple)
    return context.create<StepStatement>(range(rule), simpleStatement(rule->simple));
  if (rule->kind)
    return keywordStatement(rule);
  if (rule->declares)
    return context.create<DeclareStatement>(range(rule), declaration(rule->declares));
  return ifStatement(rule);
}

const Statement *AstBuilder::function(P::StatementContext *rule) {
  P::FunctionTailContext *tail = rule->function;
  auto *function = context.create<FunctionStatement>(range(rule));
  if (rule->type) {
    function->result = dataType(rule->type);
  } else {
    function->result.kind = TypeName::Kind::Void;
    function->result.range = range(rule->start);
  }
  function->name = identifier(tail->name);
  std::vector<Formal> formals;
  for (P::FormalContext *item : tail->items)
    formals.push_back({dataType(item->type), identifier(item->name)});
  function->formals = context.copy(formals);
  function->body = block(tail->content);
  return function;
}

const Statement *AstBuilder::ifStatement(P::StatementContext *rule) {
  std::vector<IfStatement::Branch> branches;
  for (size_t i = 0; i < rule->conditions.size(); ++i) {
    // The parenthesis behind the condition.
    const antlr4::Token *close = tokens.get(token(rule->conditions[i]->stop).index + 1);
    const antlr4::Token *open = tokens.get(token(rule->conditions[i]->start).index - 2);
    const Expr *condition = expr(rule->conditions[i]);
    branches.push_back({span(open, close), condition, statement(rule->inner[i])});
  }
  const Statement *otherwise = rule->otherwise ? statement(rule->otherwise) : nullptr;
  return context.create<IfStatement>(range(rule), context.copy(branches), otherwise);
}

const Statement *AstBuilder::keywordStatement(P::StatementContext *rule) {
  switch (token(rule->kind).type) {
  case TokenType::Select: {
    std::vector<llvm::ArrayRef<const Statement *>> branches;
    for (P::SelectBranchContext *branch : rule->branches)
      branches.push_back(statements(branch->inner));
    return context.create<SelectStatement>(range(rule), context.copy(branches));
  }
  case TokenType::Break:
    return context.create<JumpStatement>(range(rule), JumpStatement::Word::Break);
  case TokenType::Continue:
    return context.create<JumpStatement>(range(rule), JumpStatement::Word::Continue);
  case TokenType::Accept:
    return context.create<JumpStatement>(range(rule), JumpStatement::Word::Accept);
  case TokenType::Return:
    return context.create<ReturnStatement>(range(rule), rule->value ? expr(rule->value) : nullptr);
  case TokenType::Assume:
  case TokenType::Assert:
    return context.create<ClaimStatement>(range(rule), token(rule->kind).type == TokenType::Assert,
                                          expr(rule->condition));
  case TokenType::Semicolon:
    return context.create<EmptyStatement>(range(rule));
  default:
    return loop(rule);
  }
}

const Statement *AstBuilder::loop(P::StatementContext *rule) {
  using Form = LoopStatement::Form;
  size_t kind = token(rule->kind).type;
  Form form = kind == TokenType::While ? Form::While : kind == TokenType::Do ? Form::DoWhile : Form::For;
  auto *loop = context.create<LoopStatement>(range(rule), form);
  if (rule->declares)
    loop->declaration = declaration(rule->declares);
  if (rule->initial)
    loop->initial = simpleStatement(rule->initial);
  if (rule->condition)
    loop->condition = expr(rule->condition);
  if (rule->step)
    loop->step = simpleStatement(rule->step);
  loop->body = statement(rule->content);
  if (form == Form::DoWhile)
    loop->head = span(tokens.get(token(rule->content->stop).index + 1), tokens.get(token(rule->stop).index - 1));
  else
    loop->head = span(rule->kind, tokens.get(token(rule->content->start).index - 1));
  return loop;
}

static BinaryOperator operatorOf(size_t type) {
  switch (type) {
  case TokenType::Plus:
    return BinaryOperator::Add;
  case TokenType::Minus:
    return BinaryOperator::Subtract;
  case TokenType::Star:
    return BinaryOperator::Multiply;
  case TokenType::Slash:
    return BinaryOperator::Divide;
  case TokenType::Percent:
    return BinaryOperator::Remainder;
  case TokenType::Ampersand:
    return BinaryOperator::BitAnd;
  case TokenType::Bar:
    return BinaryOperator::BitOr;
  case TokenType::Caret:
    return BinaryOperator::BitXor;
  case TokenType::ShiftLeft:
    return BinaryOperator::ShiftLeft;
  default:
    assert(type == TokenType::ShiftRight);
    return BinaryOperator::ShiftRight;
  }
}

SimpleStatement AstBuilder::simpleStatement(P::SimpleStatementContext *rule) {
  using Kind = SimpleStatement::Kind;
  SimpleStatement simple;
  simple.range = range(rule);
  simple.target = label(rule->target);
  if (rule->args) {
    simple.kind = Kind::Call;
    simple.arguments = exprs(rule->args->items);
    return simple;
  }
  if (!rule->op)
    return simple;
  size_t op = token(rule->op).type;
  simple.opRange = range(rule->op);
  if (rule->place)
    simple.place = label(rule->place);
  if (rule->value)
    simple.value = expr(rule->value);
  if (op == TokenType::Question) {
    simple.kind = Kind::Read;
  } else if (op == TokenType::Bang) {
    simple.kind = Kind::Write;
  } else {
    simple.kind = rule->value ? Kind::Assign : Kind::Step;
    simple.colon = op == TokenType::ColonEqual;
    if (!simple.colon && op != TokenType::Equal)
      simple.op = operatorOf(op);
  }
  return simple;
}

} // namespace tenon
