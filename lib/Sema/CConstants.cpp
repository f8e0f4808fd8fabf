//===- CConstants.cpp - Constant expressions of C -------------------------===//

#include "CElaborator.h"

namespace tenon {

using namespace seq;

static std::optional<int64_t> foldBinary(Op op, ScalarType type, int64_t a, int64_t b) {
  uint64_t x = static_cast<uint64_t>(a), y = static_cast<uint64_t>(b);
  bool isLess = type.isSigned ? a < b : x < y, isGreater = type.isSigned ? a > b : x > y;
  switch (op) {
  case Op::Add:
    return static_cast<int64_t>(x + y);
  case Op::Subtract:
    return static_cast<int64_t>(x - y);
  case Op::Multiply:
    return static_cast<int64_t>(x * y);
  case Op::Divide:
  case Op::Remainder:
    if (b == 0 || (type.isSigned && b == -1))
      return op == Op::Divide && b != 0 ? std::optional(static_cast<int64_t>(-x))
             : b                        ? std::optional<int64_t>(0)
                                        : std::nullopt;
    if (!type.isSigned)
      return static_cast<int64_t>(op == Op::Divide ? x / y : x % y);
    return op == Op::Divide ? a / b : a % b;
  case Op::BitAnd:
    return a & b;
  case Op::BitOr:
    return a | b;
  case Op::BitXor:
    return a ^ b;
  case Op::ShiftLeft:
    return y < type.width ? std::optional(static_cast<int64_t>(x << y)) : std::nullopt;
  case Op::ShiftRight:
    if (y >= type.width)
      return std::nullopt;
    return type.isSigned ? a >> y : static_cast<int64_t>(x >> y);
  case Op::Less:
    return isLess;
  case Op::LessEqual:
    return !isGreater;
  case Op::Greater:
    return isGreater;
  case Op::GreaterEqual:
    return !isLess;
  case Op::Equal:
    return a == b;
  case Op::NotEqual:
    return a != b;
  default:
    return std::nullopt;
  }
}

std::optional<int64_t> CElaborator::fold(ExprId id) const {
  const Expr &expr = node(id);
  llvm::SmallVector<int64_t, 3> operands;
  for (ExprId operand : expr.operands) {
    std::optional<int64_t> value = fold(operand);
    if (!value)
      return std::nullopt;
    operands.push_back(*value);
  }
  switch (expr.op) {
  case Op::Constant:
    return expr.constant;
  case Op::Not:
    return !operands[0];
  case Op::Negate:
    return Program::normalize(expr.type, static_cast<int64_t>(-static_cast<uint64_t>(operands[0])));
  case Op::Complement:
    return Program::normalize(expr.type, ~operands[0]);
  case Op::Convert:
    return Program::normalize(expr.type, operands[0]);
  case Op::And:
    return operands[0] && operands[1];
  case Op::Or:
    return operands[0] || operands[1];
  case Op::Conditional:
    return operands[0] ? operands[1] : operands[2];
  case Op::Variable:
  case Op::Element:
  case Op::Input:
  case Op::Call:
  case Op::Assign:
  case Op::Comma:
  case Op::Unknown:
    return std::nullopt;
  default:
    break;
  }
  std::optional<int64_t> result = foldBinary(expr.op, node(expr.operands[0]).type, operands[0], operands[1]);
  return result ? std::optional(Program::normalize(expr.type, *result)) : std::nullopt;
}

/// The nodes that this takes are no sites: they go again.
std::optional<int64_t> CElaborator::constantValue(const ast::CExpr *expr, llvm::StringRef what) {
  size_t errors = diagnostics.errorCount(), inputs = program.inputs.size();
  ExprId mark = static_cast<ExprId>(program.exprs.size());
  size_t units = program.units.size();
  ExprId id = value(expr);
  std::optional<int64_t> result = id == None ? std::nullopt : fold(id);
  program.exprs.resize(mark);
  program.units.resize(units);
  program.inputs.resize(inputs);
  if (!result && id != None && diagnostics.errorCount() == errors)
    error(expr, what + " must be constant");
  return result;
}

} // namespace tenon
