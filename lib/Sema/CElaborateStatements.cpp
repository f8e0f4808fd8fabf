//===- CElaborateStatements.cpp - Statements of C -------------------------===//

#include "CElaborator.h"

namespace tenon {

using namespace seq;
using Kind = ast::CStmt::Kind;

StmtId CElaborator::add(StmtKind kind, llvm::SMRange range) {
  Stmt result;
  result.kind = kind;
  result.range = isLibrary ? llvm::SMRange() : range;
  program.stmts.push_back(std::move(result));
  return static_cast<StmtId>(program.stmts.size() - 1);
}

StmtId CElaborator::evaluation(ExprId expr, llvm::SMRange range) {
  if (expr == None)
    return None;
  StmtId id = add(StmtKind::Evaluate, range);
  program.stmts[id].expr = expr;
  return id;
}

ExprId CElaborator::condition(const ast::CExpr *expr, UnitKind kind, bool isFixed) {
  UnitScope scope(*this, newUnit(kind, expr->source.range, isFixed));
  ExprId result = operand(expr, false);
  return result;
}

StmtId CElaborator::block(const ast::CStmt *stmt) {
  scopes.emplace_back();
  StmtId id = add(StmtKind::Block, stmt->range);
  std::vector<StmtId> items;
  for (const ast::CStmt *item : stmt->items) {
    if (item->kind == Kind::Declare)
      declare(item->declaration, items);
    else if (StmtId made = statement(item); made != None)
      items.push_back(made);
  }
  program.stmts[id].items = std::move(items);
  scopes.pop_back();
  return id;
}

StmtId CElaborator::statement(const ast::CStmt *stmt) {
  switch (stmt->kind) {
  case Kind::Block:
    return block(stmt);
  case Kind::Declare: {
    // As the body of an `if`: in no block.
    std::vector<StmtId> items;
    StmtId id = add(StmtKind::Block, stmt->range);
    declare(stmt->declaration, items);
    program.stmts[id].items = std::move(items);
    return id;
  }
  case Kind::Expression:
    return expressionStatement(stmt->expr, stmt->range);
  case Kind::If: {
    StmtId id = add(StmtKind::If, stmt->expr->source.range);
    ExprId test = condition(stmt->expr, UnitKind::Condition);
    StmtId first = statement(stmt->first), second = stmt->second ? statement(stmt->second) : None;
    program.stmts[id].expr = test;
    program.stmts[id].first = first;
    program.stmts[id].second = second;
    return id;
  }
  case Kind::While:
  case Kind::DoWhile:
  case Kind::For:
    return loop(stmt);
  case Kind::Break:
    return jump(stmt, StmtKind::Break, "break");
  case Kind::Continue:
    return jump(stmt, StmtKind::Continue, "continue");
  case Kind::Return:
    return returnStatement(stmt);
  case Kind::Empty:
    return None;
  }
  return None;
}

StmtId CElaborator::jump(const ast::CStmt *stmt, StmtKind kind, llvm::StringRef word) {
  if (loopDepth == 0)
    diagnostics.error(stmt->range, "`" + word + "` outside of a loop");
  return add(kind, stmt->range);
}

StmtId CElaborator::loop(const ast::CStmt *stmt) {
  scopes.emplace_back();
  std::vector<StmtId> items;
  if (!stmt->declaration.items.empty())
    declare(stmt->declaration, items);
  if (stmt->initial)
    if (StmtId made = expressionStatement(stmt->initial, stmt->initial->source.range); made != None)
      items.push_back(made);
  StmtId id = add(StmtKind::Loop, stmt->range);
  ExprId test = None;
  if (stmt->kind != Kind::DoWhile && stmt->expr)
    test = condition(stmt->expr, UnitKind::Condition);
  ++loopDepth;
  StmtId body = statement(stmt->first);
  --loopDepth;
  if (stmt->kind == Kind::DoWhile)
    test = condition(stmt->expr, UnitKind::Condition);
  StmtId step = stmt->step ? expressionStatement(stmt->step, stmt->step->source.range) : None;
  Stmt &result = program.stmts[id];
  result.expr = test;
  result.first = body;
  result.second = step;
  result.isDoWhile = stmt->kind == Kind::DoWhile;
  result.isUnbounded = isLibrary;
  scopes.pop_back();
  if (items.empty())
    return id;
  items.push_back(id);
  StmtId all = add(StmtKind::Block, stmt->range);
  program.stmts[all].items = std::move(items);
  return all;
}

StmtId CElaborator::returnStatement(const ast::CStmt *stmt) {
  StmtId id = add(StmtKind::Return, stmt->range);
  VarId place = program.functions[function].resultVariable;
  if (!stmt->expr)
    return id;
  if (place == None) {
    diagnostics.error(stmt->expr->source.range,
                      "`" + program.functions[function].name + "` is `void`: it gives back no value");
    return id;
  }
  UnitScope scope(*this, newUnit(UnitKind::Returned, stmt->expr->source.range));
  ExprId result = value(stmt->expr);
  if (result == None)
    return id;
  result = convert(integer(result), program.variables[place].type);
  program.stmts[id].expr = result;
  program.stmts[id].variable = place;
  return id;
}

//===----------------------------------------------------------------------===//
// Expressions as statements
//===----------------------------------------------------------------------===//

StmtId CElaborator::claim(const ast::CExpr *call, bool isAssert, llvm::SMRange range) {
  bool hasReason = call->operands.size() == 2 && call->name == "__CPROVER_assert";
  if (call->operands.size() != 1 && !hasReason) {
    diagnostics.error(call->mark.range, "`" + call->name + "` has one condition");
    return None;
  }
  inClaim = true;
  ExprId test = condition(call->operands[0], UnitKind::Condition, true);
  inClaim = false;
  if (test == None)
    return None;
  StmtId id = add(isAssert ? StmtKind::Assert : StmtKind::Assume, range);
  program.stmts[id].expr = test;
  return id;
}

/// `strcpy(array, nondet())`
StmtId CElaborator::arbitraryString(const ast::CExpr *call, llvm::SMRange range) {
  ast::CDeclarator formal;
  formal.isArray = true;
  formal.type.width = 8;
  std::optional<VarId> array = arrayArgument(call->operands[0], formal);
  if (!array)
    return None;
  Input input;
  input.name = call->operands[0]->name.str();
  input.type = program.variables[*array].type;
  input.array = *array;
  input.range = call->operands[0]->source.range;
  StmtId id = add(StmtKind::ArbitraryString, range);
  program.stmts[id].variable = *array;
  program.stmts[id].input = static_cast<InputId>(program.inputs.size());
  program.inputs.push_back(input);
  return id;
}

StmtId CElaborator::expressionStatement(const ast::CExpr *expr, llvm::SMRange range) {
  using E = ast::CExpr::Kind;
  if (expr->kind == E::Comma) {
    StmtId first = expressionStatement(expr->operands[0], expr->operands[0]->source.range);
    StmtId second = expressionStatement(expr->operands[1], expr->operands[1]->source.range);
    StmtId id = add(StmtKind::Block, range);
    for (StmtId item : {first, second})
      if (item != None)
        program.stmts[id].items.push_back(item);
    return id;
  }
  if (expr->kind == E::Cast && expr->type.kind == ast::CType::Kind::Void)
    return expressionStatement(expr->operands[0], range);
  if (expr->kind == E::Call) {
    Symbol *symbol = find(expr->name);
    bool isDefined = symbol && symbol->kind == Symbol::Kind::Function && callables[symbol->id].isDefined;
    if (!isDefined) {
      bool isAssert = expr->name == "assert" || expr->name == "__CPROVER_assert";
      bool isAssume = expr->name == "assume" || expr->name == "__CPROVER_assume" || expr->name == "__VERIFIER_assume";
      if (isAssert || isAssume)
        return claim(expr, isAssert, range);
      bool isCopy = expr->name == "strcpy" && expr->operands.size() == 2 && expr->operands[1]->kind == E::Call;
      if (isCopy && nondetType(expr->operands[1]->name))
        return arbitraryString(expr, range);
      bool isUnknown = symbol && symbol->kind == Symbol::Kind::Function;
      if (isUnknown && callables[symbol->id].declaration.result.kind == ast::CType::Kind::Void &&
          expr->name.starts_with("nondet"))
        return None;
    }
  }
  UnitScope scope(*this, newUnit(UnitKind::Effect, expr->source.range));
  isStatement = expr->kind == E::Call;
  ExprId made = value(expr);
  isStatement = false;
  return evaluation(made, range);
}

//===----------------------------------------------------------------------===//
// Declarations
//===----------------------------------------------------------------------===//

void CElaborator::declare(const ast::CDeclaration &declaration, std::vector<StmtId> &items) {
  for (const ast::CDeclarator &item : declaration.items)
    declareLocal(declaration, item, items);
}

void CElaborator::declareLocal(const ast::CDeclaration &declaration, const ast::CDeclarator &item,
                               std::vector<StmtId> &items) {
  Symbol symbol;
  symbol.range = item.name.source.range;
  symbol.isConst = declaration.isConst;
  if (declaration.isExtern) {
    // Another name for what is outside.
    if (!globals.count(item.name.name))
      declareGlobal(declaration, item);
    bind(scopes.back(), item.name, globals[item.name.name]);
    return;
  }
  if (item.isBad || item.isUnusedPointer) {
    if (item.isUnusedPointer)
      diagnostics.error(item.name.source.range, "pointers are outside the subset of C");
    bind(scopes.back(), item.name, symbol);
    return;
  }
  if (item.type.kind == ast::CType::Kind::Void) {
    diagnostics.error(item.name.source.range, "a variable cannot be `void`");
    bind(scopes.back(), item.name, symbol);
    return;
  }
  VarId id = addVariable(item, item.name.name);
  symbol.kind = Symbol::Kind::Variable;
  symbol.id = id;
  if (declaration.isStatic) {
    program.variables[id].initial = initialValues(item, id);
    program.variables[id].owner = std::exchange(program.variables[id].function, None);
    bind(scopes.back(), item.name, symbol);
    return;
  }
  if (item.isArray && item.initial) {
    bind(scopes.back(), item.name, symbol);
    return initializeArray(item, id, items);
  }
  if (!item.initial) {
    bind(scopes.back(), item.name, symbol);
    Input input{item.name.name.str(), program.variables[id].type, item.isArray ? id : None, item.name.source.range};
    StmtId made = add(StmtKind::Arbitrary, item.name.source.range);
    program.stmts[made].variable = id;
    program.stmts[made].input = static_cast<InputId>(program.inputs.size());
    program.inputs.push_back(input);
    items.push_back(made);
    return;
  }
  // The name is known in its own initial value, as in C.
  bind(scopes.back(), item.name, symbol);
  const ast::CInitializer *initial = item.initial;
  while (!initial->value && initial->items.size() == 1)
    initial = initial->items[0];
  if (!initial->value) {
    diagnostics.error(initial->range, "a single variable has a single initial value");
    return;
  }
  UnitScope scope(*this, newUnit(UnitKind::Assignment, initial->range));
  ExprId given = value(initial->value);
  if (given == None)
    return;
  ast::CExpr target;
  target.source = {llvm::SMRange(item.name.source.range.Start, initial->value->source.range.End), {}, {}};
  target.mark = item.name.source;
  items.push_back(
      evaluation(assign({id, None, None, program.variables[id].type}, given, &target), target.source.range));
}

void CElaborator::initializeArray(const ast::CDeclarator &item, VarId variable, std::vector<StmtId> &items) {
  const Variable info = program.variables[variable];
  UnitScope scope(*this, newUnit(UnitKind::Assignment, item.initial->range));
  auto put = [&](uint64_t position, ExprId given, const ast::CExpr &where) {
    if (given == None)
      return;
    ExprId index = number(static_cast<int64_t>(position), ScalarType::integer(), &where, true);
    program.exprs[index].source = program.exprs[index].mark = SourceSpan();
    Place target{variable, index, None, info.type};
    items.push_back(evaluation(assign(target, given, &where), where.source.range));
  };
  ast::CExpr rest;
  rest.source.range = rest.mark.range = item.initial->range;
  uint64_t position = 0;
  if (const ast::CExpr *text = item.initial->value) {
    if (text->kind != ast::CExpr::Kind::String) {
      error(text, "the initial value of an array is a list in braces, or a string");
      return;
    }
    for (char c : text->text.take_front(info.length))
      put(position++, number(static_cast<signed char>(c), info.type, text, true), *text);
  }
  for (const ast::CInitializer *part : item.initial->items) {
    if (position == info.length) {
      diagnostics.error(part->range, "the array has " + llvm::Twine(info.length) + " elements only");
      return;
    }
    if (!part->value) {
      diagnostics.error(part->range, "arrays of arrays are outside the subset of C");
      return;
    }
    put(position++, value(part->value), *part->value);
  }
  while (position < info.length)
    put(position++, number(0, info.type, &rest, true), rest);
}

} // namespace tenon
