//===- CCalls.cpp - Calls of C --------------------------------------------===//

#include "CElaborator.h"

#include "CLibrary.h"

#include "llvm/ADT/StringSwitch.h"

namespace tenon {

using namespace seq;
using Kind = ast::CExpr::Kind;

/// `nondet_int`, `__VERIFIER_nondet_uint`
std::optional<ScalarType> CElaborator::nondetType(llvm::StringRef name) const {
  name.consume_front("__VERIFIER_");
  if (!name.consume_front("nondet"))
    return std::nullopt;
  name.consume_front("_");
  bool isUnsigned = name.consume_front("unsigned_") || (name.size() > 1 && name.consume_front("u"));
  unsigned width = llvm::StringSwitch<unsigned>(name)
                       .Cases("bool", "_Bool", 1)
                       .Case("char", 8)
                       .Case("short", 16)
                       .Cases("long", "longlong", "long_long", 64)
                       .Default(32);
  return ScalarType{static_cast<uint8_t>(width), width != 1 && !isUnsigned};
}

ExprId CElaborator::call(const ast::CExpr *expr) {
  Symbol *symbol = find(expr->name);
  if (symbol && symbol->kind == Symbol::Kind::Bad)
    return None;
  if (symbol && symbol->kind != Symbol::Kind::Function) {
    diagnostics.error(expr->mark.range, "`" + expr->name + "` is no function")
        .note(symbol->range, "it is declared here");
    return None;
  }
  bool isDefined = symbol && callables[symbol->id].isDefined;
  if (!isDefined && !libraryText(expr->name).empty())
    return functionCall(expr, callableOfLibrary(expr->name));
  if (symbol && isDefined)
    return functionCall(expr, symbol->id);
  if (llvm::StringRef what = refusedLibrary(expr->name); !what.empty()) {
    diagnostics.error(expr->mark.range, what + " outside the subset of C: `" + expr->name + "`");
    return None;
  }
  bool isClaim =
      llvm::is_contained({"assert", "assume", "__CPROVER_assume", "__CPROVER_assert", "__VERIFIER_assume"}, expr->name);
  if (isClaim) {
    diagnostics.error(expr->mark.range, "`" + expr->name + "` is a statement: it has no value");
    return None;
  }
  if (symbol) {
    const ast::CFunction &declared = callables[symbol->id].declaration;
    if (declared.result.kind == ast::CType::Kind::Void) {
      diagnostics.error(expr->mark.range, "`" + expr->name + "` is declared, but defined nowhere")
          .note("a function that gives back a number may be without a definition: its values are arbitrary");
      return None;
    }
    return inputCall(expr, scalar(declared.result));
  }
  if (std::optional<ScalarType> type = nondetType(expr->name))
    return inputCall(expr, *type);
  llvm::StringRef near = suggestion(expr->name);
  Diagnostic &message = diagnostics.error(expr->mark.range, "the function `" + expr->name + "` is not declared");
  if (!near.empty())
    message.note("did you mean `" + near + "`?");
  else
    message.note("arbitrary values come from functions with names like `nondet_int`");
  for (const ast::CExpr *argument : expr->operands)
    if (argument->kind != Kind::String && argument->kind != Kind::Name)
      (void)value(argument);
  return None;
}

/// A value from outside, whatever the arguments are.
ExprId CElaborator::inputCall(const ast::CExpr *expr, ScalarType type) {
  isStatement = false;
  ExprId id = make(Op::Input, type, expr->source, expr->mark);
  Input input;
  input.name = expr->name.str();
  input.type = type;
  input.range = shown(expr->source).range;
  program.exprs[id].input = static_cast<InputId>(program.inputs.size());
  program.inputs.push_back(input);
  for (const ast::CExpr *argument : expr->operands) {
    if (argument->kind == Kind::String)
      continue;
    ExprId before = value(argument);
    if (before != None && hasEffect(argument))
      id = make(Op::Comma, type, expr->source, expr->mark, {before, id});
  }
  return id;
}

bool CElaborator::checkCount(const ast::CExpr *expr, const ast::CFunction &declared) {
  size_t wanted = declared.parameters.size(), given = expr->operands.size();
  if (wanted == given)
    return true;
  Diagnostic &message = diagnostics.error(expr->mark.range, "`" + expr->name + "` has " + llvm::Twine(wanted) +
                                                                (wanted == 1 ? " parameter" : " parameters") +
                                                                ", not " + llvm::Twine(given));
  if (!isLibrary && declared.name.source.range.isValid() && libraryText(expr->name).empty())
    message.note(declared.name.source.range, "it is declared here");
  return false;
}

seq::VarId CElaborator::literalArray(const ast::CExpr *literal) {
  ast::CDeclarator declarator;
  declarator.isArray = true;
  VarId id = addVariable(declarator, "text#" + std::to_string(++hidden));
  Variable &variable = program.variables[id];
  variable.isHidden = true;
  variable.function = None;
  variable.type = ScalarType::character();
  variable.length = literal->text.size() + 1;
  variable.initial.assign(literal->text.begin(), literal->text.end());
  return id;
}

std::optional<VarId> CElaborator::arrayArgument(const ast::CExpr *expr, const ast::CDeclarator &formal) {
  ScalarType wanted = scalar(formal.type);
  if (expr->kind == Kind::String && wanted.width == 8)
    return literalArray(expr);
  if (expr->kind == Kind::Bad)
    return std::nullopt;
  Symbol *symbol = expr->kind == Kind::Name ? find(expr->name) : nullptr;
  if (symbol && symbol->kind == Symbol::Kind::Bad)
    return std::nullopt;
  if (!symbol || symbol->kind != Symbol::Kind::Variable || !program.variables[symbol->id].isArray) {
    if (expr->kind == Kind::Name && !symbol)
      (void)name(expr);
    else
      error(expr, "this argument must be the name of an array" +
                      llvm::Twine(wanted.width == 8 ? " of characters, or a string" : ""));
    return std::nullopt;
  }
  const Variable &variable = program.variables[symbol->id];
  if (variable.type.width != wanted.width) {
    error(expr, "the elements of `" + expr->name + "` have another type than those of the parameter")
        .note(symbol->range, "it is declared here");
    return std::nullopt;
  }
  return symbol->id;
}

/// `NULL`, or an `argv` that is passed on: nothing uses it.
bool CElaborator::isUnusedArgument(const ast::CExpr *argument) {
  Symbol *symbol = argument->kind == Kind::Name ? find(argument->name) : nullptr;
  if (argument->kind == Kind::Integer || (symbol && symbol->kind == Symbol::Kind::Pointer))
    return true;
  if (argument->kind != Kind::Bad)
    error(argument, "pointers are outside the subset of C: only `NULL` can be passed here");
  return false;
}

ExprId CElaborator::functionCall(const ast::CExpr *expr, uint32_t callable) {
  bool mayBeVoid = std::exchange(isStatement, false);
  if (caller != None)
    callables[caller].calls.push_back({callable, expr->mark.range});
  const ast::CFunction &declared = callables[callable].declaration;
  if (declared.isBad || !checkCount(expr, declared))
    return None;
  llvm::SmallVector<ExprId, 4> arguments;
  llvm::SmallVector<VarId, 1> arrays;
  bool isGood = true;
  for (size_t i = 0; i < expr->operands.size(); ++i) {
    const ast::CDeclarator &formal = declared.parameters[i];
    const ast::CExpr *argument = expr->operands[i];
    if (formal.isBad)
      return None;
    if (formal.isUnusedPointer) {
      isGood &= isUnusedArgument(argument);
      continue;
    }
    if (formal.isArray) {
      std::optional<VarId> array = arrayArgument(argument, formal);
      isGood &= array.has_value();
      arrays.push_back(array.value_or(0));
      continue;
    }
    UnitScope scope(*this, newUnit(UnitKind::Argument, argument->source.range));
    ExprId given = value(argument);
    isGood &= given != None;
    if (given != None)
      arguments.push_back(convert(integer(given), scalar(formal.type)));
  }
  if (!isGood)
    return None;
  bool isVoid = declared.result.kind == ast::CType::Kind::Void;
  ExprId id =
      make(Op::Call, isVoid ? ScalarType::integer() : scalar(declared.result), expr->source, expr->mark, arguments);
  program.exprs[id].callee = callables[callable].id;
  program.exprs[id].arrays = arrays;
  if (isVoid && !mayBeVoid) {
    diagnostics.error(expr->mark.range, "`" + expr->name + "` gives back no value");
    return None;
  }
  return id;
}

} // namespace tenon
