//===- ComponentFunctions.cpp - Functions: calls are inlined --------------===//
//
// A function that only computes a value becomes an expression where it is called. Any other may be called in a
// statement of its own, `f(x);` or `y = f(x);`, and its statements stand there.
//
//===----------------------------------------------------------------------===//

#include "ComponentElaborator.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace tenon {

/// The statements of inlined functions, in one component.
static constexpr size_t MaxInlined = 20000;

void ComponentElaborator::declareFunctions() {
  for (const ast::Statement *item : definition.items) {
    const auto *function = dyn_cast<ast::FunctionStatement>(item);
    if (!function)
      continue;
    auto [entry, isNew] = functions.try_emplace(function->name.name, function);
    if (!isNew)
      diagnostics.error(function->name.range, "duplicate function '" + function->name.name + "'")
          .note(entry->second->name.range, "it is defined here already");
    if (function->result.size)
      diagnostics.error(function->result.range, "a function cannot return an array");
  }
}

const ast::FunctionStatement *ComponentElaborator::findFunction(const ast::Identifier &name) {
  if (auto function = functions.find(name.name); function != functions.end())
    return function->second;
  SmallVector<StringRef, 8> candidates;
  for (const auto &function : functions)
    candidates.push_back(function.getKey());
  diagnostics.error(name.range, "no function named '" + name.name + "' in component '" + definition.name.name + "'" +
                                    Analyzer::suggestion(name.name, candidates));
  return nullptr;
}

bool ComponentElaborator::checkArguments(const ast::FunctionStatement &function, SMRange where, size_t count) {
  if (count == function.formals.size())
    return true;
  diagnostics
      .error(where, "'" + function.name.name + "' takes " + Twine(function.formals.size()) +
                        (function.formals.size() == 1 ? " argument" : " arguments") + " and is given " + Twine(count))
      .note(function.name.range, "'" + function.name.name + "' is defined here");
  return false;
}

/// False, with an error, if the function is being inlined already.
bool ComponentElaborator::enter(const ast::FunctionStatement &function, const ast::Identifier &where) {
  if (is_contained(active, &function)) {
    diagnostics.error(where.range, "function '" + function.name.name + "' calls itself")
        .note(function.name.range, "functions are inlined, so they cannot be recursive");
    return false;
  }
  if (inlined > MaxInlined) {
    diagnostics.error(where.range, "the functions of '" + definition.name.name + "' expand to more than " +
                                       Twine(MaxInlined) + " statements");
    return false;
  }
  active.push_back(&function);
  return true;
}

/// The function of a call that is no expression; null if it is one, or nothing of the kind.
const ast::FunctionStatement *ComponentElaborator::statementCall(const ast::Expr &e) const {
  const auto *call = dyn_cast<ast::CallExpr>(&e);
  if (!call || call->width)
    return nullptr;
  auto function = functions.find(call->callee.name);
  if (function == functions.end())
    return nullptr;
  return const_cast<ComponentElaborator *>(this)->isExpression(*function->second) ? nullptr : function->second;
}

//===----------------------------------------------------------------------===//
// As statements
//===----------------------------------------------------------------------===//

/// Whether what a function returns fits what takes it.
bool ComponentElaborator::checkResult(const ast::FunctionStatement &function, SMRange where, const DataTarget &target) {
  std::optional<DataType> type = analyzer.resolveType(function.result, typer);
  if (!type)
    return false;
  DataType from = type->valueType(), to = typeOfPlace(target).valueType();
  if (from == to || (from.kind == DataType::Kind::Int && to.kind == DataType::Kind::Real && !to.isArray()))
    return true;
  diagnostics
      .error(where, nameOfPlace(target) + " is of type " + toString(typeOfPlace(target)) + ", and '" +
                        function.name.name + "' returns a value of type " + toString(*type))
      .note(function.name.range, "'" + function.name.name + "' is defined here");
  return false;
}

ComponentElaborator::Flow ComponentElaborator::callStatement(const ast::FunctionStatement &function,
                                                             ArrayRef<const ast::Expr *> arguments, SMRange range,
                                                             const DataTarget *result) {
  ast::Identifier where{function.name.name, range};
  if (!checkArguments(function, range, arguments.size()))
    return {};
  if (result && function.result.kind == ast::TypeName::Kind::Void) {
    diagnostics.error(range, "'" + function.name.name + "' returns no value")
        .note(function.name.range, "it is defined here as `void`");
    return {};
  }
  if (result && !checkResult(function, range, *result))
    return {};
  auto whole = std::make_shared<Statement>();
  whole->range = range;
  // Arguments are evaluated where the call stands.
  std::vector<DataExprRef> values;
  for (const auto &[argument, formal] : zip(arguments, function.formals)) {
    std::optional<DataType> type = analyzer.resolveType(formal.type, typer);
    values.push_back(type ? typer.typeAs(*argument, *type, "parameter '" + formal.name.name + "'") : nullptr);
  }
  if (!enter(function, where))
    return {};
  std::vector<Symbol> outer(symbols.begin() + static_cast<ptrdiff_t>(outermostSymbols), symbols.end());
  symbols.resize(outermostSymbols);
  auto outerLoops = std::exchange(loops, {});
  for (const auto &[value, formal] : zip(values, function.formals)) {
    std::optional<DataType> type = analyzer.resolveType(formal.type, typer);
    DataAction action;
    action.kind = DataAction::Kind::Assign;
    action.target.variable = addVariable(&formal, formal.name, type, true);
    action.target.range = formal.name.range;
    if (!value || !type)
      continue;
    action.range = value->range;
    action.value = value;
    auto pass = std::make_shared<Statement>();
    pass->kind = Statement::Kind::Action;
    pass->range = value->range;
    pass->action = std::move(action);
    whole->children.push_back(std::move(pass));
  }
  Call context{&function, result, false};
  calls.push_back(&context);
  Flow body = block(function.body->items, function.body->range);
  calls.pop_back();
  loops = std::move(outerLoops);
  symbols.resize(outermostSymbols);
  symbols.insert(symbols.end(), outer.begin(), outer.end());
  active.pop_back();
  auto call = std::make_shared<Statement>();
  call->kind = Statement::Kind::Call;
  call->range = range;
  call->callee = function.name.name.str();
  call->children.push_back(body.statement);
  whole->children.push_back(std::move(call));
  return {whole, body.completes || context.returned};
}

ComponentElaborator::Flow ComponentElaborator::returns(const ast::ReturnStatement &statement) {
  ++inlined;
  auto jump = std::make_shared<Statement>();
  jump->kind = Statement::Kind::Return;
  jump->range = statement.range;
  if (calls.empty()) {
    if (statement.value)
      diagnostics.error(statement.value->range, "a component returns no value");
    return {jump, false};
  }
  Call &call = *calls.back();
  call.returned = true;
  StringRef name = call.function->name.name;
  if (call.function->result.kind == ast::TypeName::Kind::Void) {
    if (statement.value)
      diagnostics.error(statement.value->range, "'" + name + "' is `void` and returns no value")
          .note(call.function->name.range, "it is defined here");
    return {jump, false};
  }
  if (!statement.value) {
    diagnostics.error(statement.range, "'" + name + "' has to return a value here")
        .note(call.function->result.range, "it is defined with this type");
    return {jump, false};
  }
  std::optional<DataType> type = analyzer.resolveType(call.function->result, typer);
  DataExprRef value = type ? typer.typeAs(*statement.value, *type, "the result of '" + name + "'") : nullptr;
  if (!value || !call.result)
    return {jump, false};
  auto store = std::make_shared<Statement>();
  store->kind = Statement::Kind::Action;
  store->range = statement.range;
  store->action.kind = DataAction::Kind::Assign;
  store->action.range = statement.range;
  store->action.target = *call.result;
  store->action.value = typer.convert(value, typeOfPlace(*call.result), nameOfPlace(*call.result));
  if (!store->action.value)
    return {jump, false};
  auto both = std::make_shared<Statement>();
  both->range = statement.range;
  both->children = {store, jump};
  return {both, false};
}

/// Every function is read once by itself, so that those nobody calls are checked too.
void ComponentElaborator::checkFunction(const ast::FunctionStatement &function) {
  ComponentModel before = component;
  auto variablesBefore = variableOf;
  std::vector<LabelId> labelsBefore = labels;
  symbols.resize(outermostSymbols);
  active.push_back(&function);
  {
    Block region(*this);
    for (const ast::Formal &formal : function.formals) {
      std::optional<DataType> type = analyzer.resolveType(formal.type, typer);
      addVariable(&formal, formal.name, type, true);
    }
    Call context{&function, nullptr, false};
    calls.push_back(&context);
    unsigned errors = diagnostics.errorCount();
    Flow body = block(function.body->items, function.body->range);
    calls.pop_back();
    bool isVoid = function.result.kind == ast::TypeName::Kind::Void;
    if (!isVoid && body.completes && diagnostics.errorCount() == errors)
      diagnostics.error(function.name.range, "'" + function.name.name + "' can reach its end without a `return`");
  }
  active.pop_back();
  component = std::move(before);
  variableOf = std::move(variablesBefore);
  labels = std::move(labelsBefore);
}

//===----------------------------------------------------------------------===//
// As expressions
//===----------------------------------------------------------------------===//

static bool isSingleNumber(const ast::TypeName &type) {
  return type.kind != ast::TypeName::Kind::Void && type.kind != ast::TypeName::Kind::Range &&
         type.kind != ast::TypeName::Kind::Named && !type.size;
}

/// Whether a function computes a value from its parameters and the component's variables, and does nothing else. Ranges
/// are left to statements: going outside of one is something that happens.
bool ComponentElaborator::isExpression(const ast::FunctionStatement &function) {
  auto [entry, isNew] = expressionFunctions.try_emplace(&function, false);
  if (!isNew)
    return entry->second;
  StringSet<> own;
  bool result = isSingleNumber(function.result);
  for (const ast::Formal &formal : function.formals) {
    result &= isSingleNumber(formal.type);
    own.insert(formal.name.name);
  }
  result = result && isExpression(function.body->items, own);
  expressionFunctions[&function] = result;
  return result;
}

bool ComponentElaborator::isExpression(ArrayRef<const ast::Statement *> items, StringSet<> &own) {
  return all_of(items, [&](const ast::Statement *item) {
    if (isa<ast::ReturnStatement, ast::EmptyStatement>(item))
      return true;
    if (const auto *block = dyn_cast<ast::BlockStatement>(item))
      return isExpression(block->items, own);
    if (const auto *conditional = dyn_cast<ast::IfStatement>(item))
      return all_of(conditional->branches,
                    [&](const ast::IfStatement::Branch &branch) { return isExpression(branch.body, own); }) &&
             (!conditional->otherwise || isExpression(conditional->otherwise, own));
    if (const auto *declare = dyn_cast<ast::DeclareStatement>(item))
      return isSingleNumber(declare->declaration.type) &&
             all_of(declare->declaration.items, [&](const ast::Declarator &declarator) {
               own.insert(declarator.name.name);
               return declarator.initial && !declarator.size && !statementCall(*declarator.initial);
             });
    const auto *step = dyn_cast<ast::StepStatement>(item);
    if (!step || !is_contained({ast::SimpleStatement::Kind::Assign, ast::SimpleStatement::Kind::Step}, step->step.kind))
      return false;
    const ast::LabelElement &target = *step->step.target;
    return target.parts.size() == 1 && own.contains(target.parts.front().name) &&
           (!step->step.value || !statementCall(*step->step.value));
  });
}

DataExprRef ComponentElaborator::call(const ast::CallExpr &call, DataTyper &) {
  const ast::FunctionStatement *function = findFunction(call.callee);
  if (!function || !checkArguments(*function, call.callee.range, call.arguments.size()))
    return nullptr;
  if (!isExpression(*function)) {
    diagnostics
        .error(call.callee.range, "'" + call.callee.name +
                                      "' does more than compute a value, and cannot be called "
                                      "within an expression")
        .note(definition.isAutomaton ? "in the automaton form, functions compute values only"
                                     : "call it in a statement of its own: `" + call.callee.name +
                                           "(…);` or `x = " + call.callee.name + "(…);`");
    return nullptr;
  }
  std::vector<Symbol> formals;
  bool good = true;
  for (const auto &[argument, formal] : zip(call.arguments, function->formals)) {
    std::optional<DataType> type = analyzer.resolveType(formal.type, typer);
    DataExprRef value = type ? typer.typeAs(*argument, *type, "parameter '" + formal.name.name + "'") : nullptr;
    good &= value != nullptr;
    formals.push_back({formal.name.name, formal.name.range, 0, value, type.value_or(DataType()), true, false});
  }
  std::optional<DataType> result = analyzer.resolveType(function->result, typer);
  if (!good || !result || !enter(*function, call.callee))
    return nullptr;
  std::vector<Symbol> outer = symbols;
  symbols.resize(std::min(symbols.size(), outermostSymbols));
  symbols.insert(symbols.end(), formals.begin(), formals.end());
  DataExprRef value = evaluate(function->body->items, *function, *result);
  symbols = std::move(outer);
  active.pop_back();
  return value;
}

/// The value that the statements return, from the values of the names in scope. What follows an `if` follows both of
/// its branches.
DataExprRef ComponentElaborator::evaluate(ArrayRef<const ast::Statement *> items,
                                          const ast::FunctionStatement &function, const DataType &result) {
  if (++inlined > MaxInlined) {
    diagnostics.error(function.name.range, "the functions of '" + definition.name.name + "' expand to more than " +
                                               Twine(MaxInlined) + " statements");
    return nullptr;
  }
  if (items.empty())
    return nullptr; // Reported by checkFunction.
  const ast::Statement &first = *items.front();
  ArrayRef<const ast::Statement *> rest = items.drop_front();
  auto continueWith = [&](const ast::Statement *branch) {
    std::vector<const ast::Statement *> all;
    if (branch)
      all.push_back(branch);
    all.insert(all.end(), rest.begin(), rest.end());
    std::vector<Symbol> saved = symbols;
    DataExprRef value = evaluate(all, function, result);
    symbols = std::move(saved);
    return value;
  };
  if (const auto *block = dyn_cast<ast::BlockStatement>(&first)) {
    std::vector<const ast::Statement *> all(block->items.begin(), block->items.end());
    all.insert(all.end(), rest.begin(), rest.end());
    return evaluate(all, function, result);
  }
  if (const auto *returned = dyn_cast<ast::ReturnStatement>(&first))
    return returned->value ? typer.typeAs(*returned->value, result, "the result of '" + function.name.name + "'")
                           : nullptr;
  if (const auto *conditional = dyn_cast<ast::IfStatement>(&first)) {
    std::vector<DataExprRef> conditions, values;
    for (const ast::IfStatement::Branch &branch : conditional->branches) {
      conditions.push_back(typer.condition(*branch.condition, "the condition of 'if'"));
      values.push_back(continueWith(branch.body));
    }
    DataExprRef value = continueWith(conditional->otherwise);
    for (size_t i = conditions.size(); i-- > 0;)
      value = typer.conditional(conditions[i], values[i], value, conditional->range);
    return value;
  }
  if (const auto *declare = dyn_cast<ast::DeclareStatement>(&first)) {
    for (const ast::Declarator &item : declare->declaration.items) {
      std::optional<DataType> type = declaredType(declare->declaration, item);
      DataExprRef value = type ? typer.typeAs(*item.initial, *type, "variable '" + item.name.name + "'") : nullptr;
      if (!value)
        return nullptr;
      symbols.push_back({item.name.name, item.name.range, 0, value, *type, true, false});
    }
  } else if (const auto *statement = dyn_cast<ast::StepStatement>(&first)) {
    const ast::SimpleStatement &step = statement->step;
    StringRef name = step.target->parts.front().name;
    auto symbol = find_if(reverse(symbols), [&](const Symbol &s) { return s.name == name; });
    if (symbol == symbols.rend() || !symbol->isValue)
      return nullptr;
    DataExprRef value = step.value ? typer.type(*step.value) : DataTyper::constantInt(DynamicAPInt(1), step.opRange);
    if (value && step.op)
      value = typer.binary(*step.op, step.opRange, symbol->value, value);
    value = typer.convert(value, symbol->type, "variable '" + name + "'");
    if (!value)
      return nullptr;
    symbol->value = value;
  }
  return evaluate(rest, function, result);
}

} // namespace tenon
