//===- SiteExpressions.cpp - Expressions that can be mutated --------------===//

#include "SiteBuilder.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>

using namespace llvm;

namespace tenon {

using seq::Expr;
using seq::ExprId;
using seq::Op;
using seq::ScalarType;
using seq::VarId;

//===----------------------------------------------------------------------===//
// Names and types
//===----------------------------------------------------------------------===//

std::optional<VarId> SiteBuilder::find(StringRef name) const {
  for (const Symbol &symbol : reverse(symbols))
    if (symbol.name == name)
      return symbol.variable;
  return std::nullopt;
}

VarId SiteBuilder::declare(const ast::Identifier &name, const ast::TypeName &type, bool isArray) {
  seq::Variable variable;
  variable.name = name.name.str();
  variable.type = typeOf(type);
  variable.isArray = isArray;
  variable.function = current;
  variable.range = name.range;
  program.variables.push_back(std::move(variable));
  symbols.push_back({name.name, static_cast<VarId>(program.variables.size() - 1)});
  return symbols.back().variable;
}

/// Only whether two are the same matters.
static ScalarType bitsType(unsigned width) {
  return {static_cast<uint8_t>(std::clamp(width, 2U, 255U)), false};
}
static constexpr ScalarType RealType{254, true};

ScalarType SiteBuilder::typeOf(const DataType &type) {
  switch (type.kind) {
  case DataType::Kind::Bool:
    return ScalarType::truth();
  case DataType::Kind::Bits:
    return bitsType(type.width);
  case DataType::Kind::Real:
    return RealType;
  case DataType::Kind::Int:
  case DataType::Kind::Range:
    return IntType;
  }
  llvm_unreachable("all kinds are covered");
}

ScalarType SiteBuilder::typeOf(const ast::TypeName &type) {
  using Kind = ast::TypeName::Kind;
  if (type.kind == Kind::Bool)
    return ScalarType::truth();
  if (type.kind == Kind::Real)
    return RealType;
  const auto *width = type.kind == Kind::Bits && type.width ? dyn_cast<ast::IntegerExpr>(type.width) : nullptr;
  return type.kind == Kind::Bits ? bitsType(width && width->fits ? static_cast<unsigned>(width->value) : 255) : IntType;
}

std::optional<ScalarType> SiteBuilder::typeOf(const ast::Expr &e) const {
  auto meaning = meanings.find(&e);
  if (meaning == meanings.end() || meaning->second->type.isArray())
    return std::nullopt;
  return typeOf(meaning->second->type);
}

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

ExprId SiteBuilder::add(Op op, ScalarType type, SMRange source, SMRange mark, ArrayRef<ExprId> operands) {
  Expr e;
  e.op = op;
  e.type = type;
  e.unit = unit;
  e.source.range = source;
  e.mark.range = mark;
  e.operands.assign(operands.begin(), operands.end());
  return program.addExpr(std::move(e));
}

/// No site, but its operands are.
ExprId SiteBuilder::opaque(const ast::Expr &e, ArrayRef<ExprId> operands) {
  return add(Op::Convert, typeOf(e).value_or(IntType), e.range, e.range, operands);
}

/// Also of a name.
ExprId SiteBuilder::constant(const ast::Expr &e) {
  auto meaning = meanings.find(&e);
  if (meaning == meanings.end() || !meaning->second->isConstant() || meaning->second->constant.denominator != 1)
    return opaque(e);
  const DynamicAPInt &value = meaning->second->constant.numerator;
  constexpr int64_t Large = int64_t(1) << 62;
  if (value > Large || value < -Large)
    return opaque(e);
  ExprId result = add(Op::Constant, typeOf(e).value_or(IntType), e.range, e.range, {});
  program.exprs[result].constant = static_cast<int64_t>(value);
  return result;
}

ExprId SiteBuilder::name(const ast::NameExpr &e) {
  if (e.name == "true" || e.name == "false") {
    ExprId result = add(Op::Constant, ScalarType::truth(), e.range, e.range, {});
    program.exprs[result].constant = e.name == "true";
    return result;
  }
  std::optional<VarId> variable = find(e.name);
  if (!variable)
    // The value of an index variable depends on the state.
    return isUpper(e.name.front()) ? constant(e) : opaque(e);
  if (program.variables[*variable].isArray)
    return opaque(e);
  ExprId result = add(Op::Variable, program.variables[*variable].type, e.range, e.range, {});
  program.exprs[result].variable = *variable;
  return result;
}

ExprId SiteBuilder::path(const ast::PathExpr &e) {
  std::optional<VarId> array = find(e.root.name);
  if (!array || !program.variables[*array].isArray || e.steps.size() != 1 || !e.steps.front().index)
    return opaque(e);
  ExprId index = expression(*e.steps.front().index);
  ExprId result = add(Op::Element, program.variables[*array].type, e.range, e.root.range, {index});
  program.exprs[result].variable = *array;
  return result;
}

ExprId SiteBuilder::call(const ast::Identifier &callee, ArrayRef<const ast::Expr *> arguments, SMRange source) {
  std::optional<seq::FunctionId> function = program.findFunction(callee.name);
  SmallVector<ExprId, 2> operands;
  for (const ast::Expr *argument : arguments)
    operands.push_back(expression(*argument));
  ScalarType type = function && program.functions[*function].result ? *program.functions[*function].result : IntType;
  ExprId result = add(function ? Op::Call : Op::Convert, type, source, callee.range, operands);
  if (function)
    program.exprs[result].callee = *function;
  return result;
}

ExprId SiteBuilder::unary(const ast::UnaryExpr &e) {
  ExprId operand = expression(*e.operand);
  ScalarType type = program.exprs[operand].type;
  SMRange sign(e.range.Start, SMLoc::getFromPointer(e.range.Start.getPointer() + 1));
  switch (e.op) {
  case ast::UnaryOperator::Plus:
    return opaque(e, {operand});
  case ast::UnaryOperator::Minus:
    return add(Op::Negate, type, e.range, sign, {operand});
  case ast::UnaryOperator::Not:
    return add(Op::Not, ScalarType::truth(), e.range, sign, {operand});
  case ast::UnaryOperator::Complement:
    return add(Op::Complement, type, e.range, sign, {operand});
  }
  llvm_unreachable("all operators are covered");
}

std::optional<Op> SiteBuilder::operatorOf(ast::BinaryOperator op) {
  using Source = ast::BinaryOperator;
  switch (op) {
  case Source::Or:
    return Op::Or;
  case Source::And:
    return Op::And;
  case Source::BitOr:
    return Op::BitOr;
  case Source::BitXor:
    return Op::BitXor;
  case Source::BitAnd:
    return Op::BitAnd;
  case Source::Equal:
    return Op::Equal;
  case Source::NotEqual:
    return Op::NotEqual;
  case Source::Less:
    return Op::Less;
  case Source::LessEqual:
    return Op::LessEqual;
  case Source::Greater:
    return Op::Greater;
  case Source::GreaterEqual:
    return Op::GreaterEqual;
  case Source::ShiftLeft:
    return Op::ShiftLeft;
  case Source::ShiftRight:
    return Op::ShiftRight;
  case Source::Add:
    return Op::Add;
  case Source::Subtract:
    return Op::Subtract;
  case Source::Multiply:
    return Op::Multiply;
  case Source::Divide:
    return Op::Divide;
  case Source::Remainder:
    return Op::Remainder;
  case Source::Power:
    return std::nullopt;
  }
  llvm_unreachable("all operators are covered");
}

static bool isTruth(Op op) {
  return op >= Op::Less && op <= Op::Or;
}

/// A number has the type of what it is used with.
void SiteBuilder::unify(ExprId a, ExprId b) {
  Expr &left = program.exprs[a], &right = program.exprs[b];
  if (left.op == Op::Constant && left.type == IntType)
    left.type = right.type;
  else if (right.op == Op::Constant && right.type == IntType)
    right.type = left.type;
}

ExprId SiteBuilder::binary(const ast::BinaryExpr &e) {
  ExprId lhs = expression(*e.lhs), rhs = expression(*e.rhs);
  std::optional<Op> op = operatorOf(e.op);
  if (!op)
    return opaque(e, {lhs, rhs});
  if (*op != Op::ShiftLeft && *op != Op::ShiftRight)
    unify(lhs, rhs);
  ScalarType type = isTruth(*op) ? ScalarType::truth() : program.exprs[lhs].type;
  return add(*op, type, e.range, e.opRange, {lhs, rhs});
}

ExprId SiteBuilder::expression(const ast::Expr &e) {
  using Kind = ast::Expr::Kind;
  switch (e.kind()) {
  case Kind::Integer:
    return constant(e);
  case Kind::Name:
    return name(cast<ast::NameExpr>(e));
  case Kind::Unary:
    return unary(cast<ast::UnaryExpr>(e));
  case Kind::Binary:
    return binary(cast<ast::BinaryExpr>(e));
  case Kind::Paren: {
    ExprId inner = expression(*cast<ast::ParenExpr>(e).inner);
    program.exprs[inner].source.range = e.range;
    return inner;
  }
  case Kind::Path:
    return path(cast<ast::PathExpr>(e));
  case Kind::Call: {
    const auto &called = cast<ast::CallExpr>(e);
    bool converts = called.width || called.callee.name == "int" || called.callee.name == "real";
    if (!converts)
      return call(called.callee, called.arguments, e.range);
    SmallVector<ExprId, 1> operands;
    for (const ast::Expr *argument : called.arguments)
      operands.push_back(expression(*argument));
    return opaque(e, operands);
  }
  case Kind::Conditional: {
    const auto &choice = cast<ast::ConditionalExpr>(e);
    ExprId condition = expression(*choice.condition);
    ExprId whenTrue = expression(*choice.whenTrue), whenFalse = expression(*choice.whenFalse);
    unify(whenTrue, whenFalse);
    return add(Op::Conditional, program.exprs[whenTrue].type, e.range, e.range, {condition, whenTrue, whenFalse});
  }
  case Kind::Decimal:
  case Kind::LabelConstant:
  case Kind::SetSize:
  case Kind::SetElement:
    return opaque(e);
  }
  llvm_unreachable("all kinds of expression are covered");
}

} // namespace tenon
