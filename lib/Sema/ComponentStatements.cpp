//===- ComponentStatements.cpp - The C-like form: statements --------------===//

#include "ComponentElaborator.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace tenon {

static std::shared_ptr<Statement> makeStatement(Statement::Kind kind, SMRange range) {
  auto statement = std::make_shared<Statement>();
  statement->kind = kind;
  statement->range = range;
  return statement;
}

static StatementRef makeAction(DataAction action) {
  std::shared_ptr<Statement> statement = makeStatement(Statement::Kind::Action, action.range);
  statement->action = std::move(action);
  return statement;
}

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

/// What stands behind a jump or an endless loop is reported, once for a block, and not read further as reachable.
ComponentElaborator::Flow ComponentElaborator::block(ArrayRef<const ast::Statement *> items, SMRange range,
                                                     bool isOutermost) {
  std::optional<Block> region;
  if (!isOutermost)
    region.emplace(*this);
  std::shared_ptr<Statement> result = makeStatement(Statement::Kind::Block, range);
  bool completes = true, warned = false, declaring = isOutermost;
  for (const ast::Statement *item : items) {
    if (isa<ast::FunctionStatement>(item)) {
      if (!isOutermost)
        diagnostics.error(cast<ast::FunctionStatement>(item)->name.range,
                          "a function has to be defined directly in the component, not within a block");
      continue;
    }
    const auto *declares = dyn_cast<ast::DeclareStatement>(item);
    if (declaring && declares) {
      declareGlobal(declares->declaration);
      outermostSymbols = symbols.size();
      continue;
    }
    declaring = false;
    if (!completes && !warned && !isa<ast::EmptyStatement>(item)) {
      diagnostics.warning(item->range, "this statement cannot be reached");
      warned = true;
    }
    Flow flow = statement(*item);
    if (isOutermost)
      outermostSymbols = symbols.size();
    completes &= flow.completes;
    if (flow.statement)
      result->children.push_back(std::move(flow.statement));
  }
  return {result, completes};
}

ComponentElaborator::Flow ComponentElaborator::statement(const ast::Statement &statement) {
  using Kind = ast::Statement::Kind;
  switch (statement.kind()) {
  case Kind::Block:
    return block(cast<ast::BlockStatement>(statement).items, statement.range);
  case Kind::Function:
    diagnostics.error(cast<ast::FunctionStatement>(statement).name.range,
                      "a function has to be defined directly in the component, not within a statement");
    return {};
  case Kind::Declare:
    return declare(cast<ast::DeclareStatement>(statement).declaration);
  case Kind::If:
    return conditional(cast<ast::IfStatement>(statement));
  case Kind::Loop:
    return loop(cast<ast::LoopStatement>(statement));
  case Kind::Select:
    return select(cast<ast::SelectStatement>(statement));
  case Kind::Jump:
    return jump(cast<ast::JumpStatement>(statement));
  case Kind::Return:
    return returns(cast<ast::ReturnStatement>(statement));
  case Kind::Claim:
    return claim(cast<ast::ClaimStatement>(statement));
  case Kind::Step:
    return simple(cast<ast::StepStatement>(statement).step, statement.range);
  case Kind::Empty:
    return {makeStatement(Statement::Kind::Block, statement.range), true};
  }
  llvm_unreachable("all kinds of statement are covered");
}

/// Within a block or behind statements, an initializer is an assignment.
ComponentElaborator::Flow ComponentElaborator::declare(const ast::Declaration &declaration) {
  std::shared_ptr<Statement> result = makeStatement(Statement::Kind::Block, declaration.range);
  for (const ast::Declarator &item : declaration.items) {
    std::optional<DataType> type = declaredType(declaration, item);
    // The initializer does not see the variable.
    DataTarget target;
    target.range = item.name.range;
    auto assign = [&](const ast::Expr &value, DataExprRef index) {
      if (!type)
        return;
      DataAction action;
      action.kind = DataAction::Kind::Assign;
      action.range = {item.name.range.Start, value.range.End};
      action.target = target;
      action.target.index = std::move(index);
      action.value = typer.typeAs(value, type->element(), "variable '" + item.name.name + "'");
      warnOutside(action.value, *type);
      if (action.value)
        result->children.push_back(makeAction(std::move(action)));
    };
    const ast::FunctionStatement *function = item.initial ? statementCall(*item.initial) : nullptr;
    target.variable = addVariable(&item, item.name, type, true);
    // Its own initializer must not mention it: take it out of scope meanwhile.
    Symbol own = symbols.back();
    symbols.pop_back();
    if (function && type) {
      const auto *call = cast<ast::CallExpr>(item.initial);
      Flow flow = callStatement(*function, call->arguments, call->range, &target);
      if (flow.statement)
        result->children.push_back(std::move(flow.statement));
    } else if (item.initial && type && type->isArray()) {
      for (uint32_t i = 0; i < type->size; ++i)
        assign(*item.initial, DataTyper::constantInt(DynamicAPInt(i), item.initial->range));
    } else if (item.initial) {
      assign(*item.initial, nullptr);
    } else if (!item.cells.empty() && type) {
      if (item.cells.size() != type->size)
        diagnostics.error(item.cells.back()->range, "'" + item.name.name + "' has " +
                                                        Twine(type->isArray() ? type->size : 1) + " elements and " +
                                                        Twine(item.cells.size()) + " initial values");
      else
        for (uint32_t i = 0; i < type->size; ++i)
          assign(*item.cells[i], DataTyper::constantInt(DynamicAPInt(i), item.cells[i]->range));
    }
    symbols.push_back(own);
  }
  return {result, true};
}

//===----------------------------------------------------------------------===//
// Control
//===----------------------------------------------------------------------===//

ComponentElaborator::Flow ComponentElaborator::conditional(const ast::IfStatement &statement) {
  // Innermost first: `else if` is an `if` within `else`.
  struct Branch {
    DataExprRef condition;
    Flow body;
  };
  std::vector<Branch> branches;
  for (const ast::IfStatement::Branch &branch : statement.branches) {
    DataExprRef condition = typer.condition(*branch.condition, "the condition of 'if'");
    Block region(*this);
    branches.push_back({condition, this->statement(*branch.body)});
  }
  Flow rest;
  bool hasRest = statement.otherwise != nullptr;
  if (statement.otherwise) {
    Block region(*this);
    rest = this->statement(*statement.otherwise);
  }
  for (size_t i = branches.size(); i-- > 0;) {
    Branch &branch = branches[i];
    if (!branch.condition)
      continue;
    if (branch.condition->isConstant()) {
      if (branch.condition->constant.numerator != 0) {
        rest = branch.body;
        hasRest = true;
      }
      continue;
    }
    std::shared_ptr<Statement> result = makeStatement(Statement::Kind::If, statement.branches[i].head);
    result->condition = branch.condition;
    result->children.push_back(branch.body.statement ? branch.body.statement
                                                     : makeStatement(Statement::Kind::Block, statement.range));
    if (hasRest && rest.statement)
      result->children.push_back(rest.statement);
    rest = {result, branch.body.completes || !hasRest || rest.completes};
    hasRest = true;
  }
  if (!rest.statement)
    rest.statement = makeStatement(Statement::Kind::Block, statement.range);
  return rest;
}

/// Whether control can pass through a statement without a step, so that an endless loop around it could be idle.
static bool mayBeIdle(const Statement &statement) {
  switch (statement.kind) {
  case Statement::Kind::Block: {
    for (const StatementRef &child : statement.children) {
      if (child->kind == Statement::Kind::Continue)
        return true;
      if (!mayBeIdle(*child))
        return false;
    }
    return true;
  }
  case Statement::Kind::Accept:
  case Statement::Kind::Continue:
    return true;
  case Statement::Kind::Select:
    return any_of(statement.children, [](const StatementRef &child) { return mayBeIdle(*child); });
  case Statement::Kind::Call:
    return mayBeIdle(*statement.children.front());
  default:
    return false;
  }
}

ComponentElaborator::Flow ComponentElaborator::loop(const ast::LoopStatement &statement) {
  Block region(*this);
  std::shared_ptr<Statement> whole = makeStatement(Statement::Kind::Block, statement.range);
  Flow start;
  if (statement.declaration)
    start = declare(*statement.declaration);
  else if (statement.initial)
    start = simple(*statement.initial, statement.initial->range);
  if (start.statement)
    whole->children.push_back(start.statement);

  std::shared_ptr<Statement> result = makeStatement(Statement::Kind::Loop, statement.head);
  result->testFirst = statement.form != ast::LoopStatement::Form::DoWhile;
  StringRef word = statement.form == ast::LoopStatement::Form::For ? "for" : "while";
  if (statement.condition)
    result->condition = typer.condition(*statement.condition, "the condition of '" + word + "'");
  bool failed = statement.condition && !result->condition;
  bool never = result->condition && result->condition->isConstant() && result->condition->constant.numerator == 0;
  if (result->condition && result->condition->isConstant() && !never)
    result->condition = nullptr;

  unsigned errorsBefore = diagnostics.errorCount();
  Loop context;
  loops.push_back(&context);
  Flow body;
  {
    Block inner(*this);
    body = this->statement(*statement.body);
  }
  loops.pop_back();
  result->children.push_back(body.statement ? body.statement : makeStatement(Statement::Kind::Block, statement.range));
  if (statement.step) {
    Flow step = simple(*statement.step, statement.step->range);
    result->hasStep = step.statement != nullptr;
    if (step.statement)
      result->children.push_back(step.statement);
  }
  if (never && result->testFirst) {
    diagnostics.warning(statement.body->range, "this statement cannot be reached: the condition never holds");
    return {whole, true};
  }
  bool isKnown = !failed && diagnostics.errorCount() == errorsBefore;
  if (!result->condition && isKnown && !result->hasStep && mayBeIdle(*result->children.front()))
    diagnostics.error(statement.head, "this loop can go round for ever without a step")
        .note("each round needs an action, an assignment or a condition");
  whole->children.push_back(result);
  return {whole, failed || result->condition != nullptr || context.left};
}

ComponentElaborator::Flow ComponentElaborator::select(const ast::SelectStatement &statement) {
  std::shared_ptr<Statement> result = makeStatement(Statement::Kind::Select, statement.range);
  bool completes = false;
  for (ArrayRef<const ast::Statement *> branch : statement.branches) {
    SMRange range = branch.empty() ? statement.range : SMRange(branch.front()->range.Start, branch.back()->range.End);
    Flow flow = block(branch, range);
    completes |= flow.completes;
    result->children.push_back(flow.statement);
  }
  return {result, completes};
}

ComponentElaborator::Flow ComponentElaborator::jump(const ast::JumpStatement &statement) {
  using Word = ast::JumpStatement::Word;
  if (statement.word == Word::Accept) {
    if (!component.isAutomaton)
      component.hasAccept = true;
    return {makeStatement(Statement::Kind::Accept, statement.range), true};
  }
  bool isBreak = statement.word == Word::Break;
  if (loops.empty()) {
    diagnostics.error(statement.range,
                      isBreak ? "'break' stands outside of any loop" : "'continue' stands outside of any loop");
    return {};
  }
  loops.back()->left |= isBreak;
  return {makeStatement(isBreak ? Statement::Kind::Break : Statement::Kind::Continue, statement.range), false};
}

ComponentElaborator::Flow ComponentElaborator::claim(const ast::ClaimStatement &statement) {
  DataExprRef condition = typer.condition(*statement.condition,
                                          statement.isAssert ? "the condition of 'assert'" : "what 'assume' is given");
  if (!condition)
    return {};
  if (statement.isAssert) {
    std::shared_ptr<Statement> result = makeStatement(Statement::Kind::Assert, statement.range);
    result->condition = condition;
    return {result, true};
  }
  DataAction action;
  action.kind = DataAction::Kind::Constraint;
  action.range = statement.range;
  action.value = condition;
  return {makeAction(std::move(action)), true};
}

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

ComponentElaborator::Flow ComponentElaborator::simple(const ast::SimpleStatement &step, SMRange range) {
  using Kind = ast::SimpleStatement::Kind;
  switch (step.kind) {
  case Kind::Label:
    return plainLabel(step);
  case Kind::Read:
  case Kind::Write:
    return communication(step);
  case Kind::Assign:
  case Kind::Step:
    return assignment(step);
  case Kind::Call: {
    const ast::LabelPart &part = step.target->parts.front();
    if (step.target->parts.size() != 1 || part.kind != ast::LabelPart::Kind::Name) {
      diagnostics.error(step.target->range, "only a function can be called, by its name");
      return {};
    }
    const ast::FunctionStatement *function = findFunction({part.name, part.range});
    return function ? callStatement(*function, step.arguments, range, nullptr) : Flow();
  }
  }
  llvm_unreachable("all kinds of step are covered");
}

/// The labels that a statement names; a data variable cannot be an index.
std::optional<std::vector<LabelId>> ComponentElaborator::labelsOf(const ast::LabelElement &label) {
  for (const ast::LabelPart &part : label.parts) {
    if (part.kind != ast::LabelPart::Kind::Index)
      continue;
    if (part.index.variable) {
      diagnostics.error(part.index.variable->range, "a statement cannot declare an index variable")
          .note("write the index, or a range without a variable");
      return std::nullopt;
    }
    for (const ast::Expr *e : {part.index.low, part.index.high})
      if (e &&
          refuseData(*e, "the index of a channel or action", "choose between the cases: `if (i == 0) c[0]!x; else …`"))
        return std::nullopt;
  }
  unsigned errors = diagnostics.errorCount();
  Scope::Region region(analyzer.scope);
  const LabelPattern *pattern = analyzer.resolve(label);
  std::vector<LabelId> result;
  if (diagnostics.errorCount() != errors)
    return std::nullopt;
  analyzer.environment.resize(std::max<size_t>(analyzer.environment.size(), analyzer.scope.slotCount()));
  if (!analyzer.evaluator.expandAll(*pattern, analyzer.environment, result))
    return std::nullopt;
  return result;
}

ComponentElaborator::Flow ComponentElaborator::plainLabel(const ast::SimpleStatement &step) {
  const ast::LabelPart &first = step.target->parts.front();
  if (first.kind == ast::LabelPart::Kind::Name) {
    if (findSymbol(first.name)) {
      diagnostics.error(step.target->range, "a variable is no statement")
          .note("an assignment is written `" + first.name + " = …;`");
      return {};
    }
    if (functions.contains(first.name)) {
      diagnostics.error(step.target->range,
                        "'" + first.name + "' is a function: call it with its arguments, `" + first.name + "(…);`");
      return {};
    }
  }
  std::optional<std::vector<LabelId>> found = labelsOf(*step.target);
  if (!found)
    return {};
  DataAction action;
  action.range = step.range;
  for (LabelId label : *found) {
    if (!checkLabel(label, *step.target))
      return {};
    action.labels.push_back(label);
  }
  return {makeAction(std::move(action)), true};
}

ComponentElaborator::Flow ComponentElaborator::communication(const ast::SimpleStatement &step) {
  std::optional<std::vector<LabelId>> found = labelsOf(*step.target);
  bool reads = step.kind == ast::SimpleStatement::Kind::Read;
  if (!found)
    return {};
  if (found->size() != 1) {
    diagnostics.error(step.target->range, "a statement communicates on one channel")
        .note("`select { … or … }` chooses between several");
    return {};
  }
  std::optional<uint32_t> number = channel(found->front(), step.target->range);
  if (!number) {
    if (reads)
      place(*step.place);
    else
      typer.type(*step.value);
    return {};
  }
  DataAction action;
  action.range = step.range;
  bool good = reads ? read(*number, *step.place, action) : write(*number, *step.value, action);
  return good ? Flow{makeAction(std::move(action)), true} : Flow();
}

DataExprRef ComponentElaborator::valueOf(const DataTarget &target) const {
  const DataType &type = component.variables[target.variable].type;
  VariableRef variable{0, target.variable};
  return target.index ? DataTyper::element(variable, type, target.index, target.range)
                      : DataTyper::variable(variable, type, target.range);
}

ComponentElaborator::Flow ComponentElaborator::assignment(const ast::SimpleStatement &step) {
  std::optional<DataTarget> target = place(*step.target);
  if (!target) {
    if (step.value)
      typer.type(*step.value);
    return {};
  }
  DataType type = typeOfPlace(*target);
  if (step.value && !step.op)
    if (const ast::FunctionStatement *function = statementCall(*step.value)) {
      const auto *call = cast<ast::CallExpr>(step.value);
      return callStatement(*function, call->arguments, step.range, &*target);
    }
  DataExprRef value;
  if (step.kind == ast::SimpleStatement::Kind::Step) {
    value =
        typer.binary(*step.op, step.opRange, valueOf(*target), DataTyper::constantInt(DynamicAPInt(1), step.opRange));
  } else if (step.op) {
    DataExprRef operand = typer.type(*step.value);
    value = operand ? typer.binary(*step.op, step.opRange, valueOf(*target), operand) : nullptr;
  } else {
    value = typer.type(*step.value);
  }
  DataAction action;
  action.kind = DataAction::Kind::Assign;
  action.range = step.range;
  action.target = *target;
  action.value = typer.convert(value, type, nameOfPlace(*target));
  warnOutside(action.value, type);
  return action.value ? Flow{makeAction(std::move(action)), true} : Flow();
}

} // namespace tenon
