//===- DataOperators.cpp - Expressions over data: operators ---------------===//

#include "DataTyper.h"

using namespace llvm;

namespace tenon {

using Kind = DataType::Kind;

static DataType boolType() {
  DataType type;
  type.kind = Kind::Bool;
  return type;
}

/// Powers of constants may have this many bits.
static constexpr unsigned MaxPowerBits = 1 << 18;
/// A power of a bounded variable is written out as a product of so many factors at most.
static constexpr int64_t MaxFactors = 64;

static StringRef spellingOf(DataOp op) {
  switch (op) {
  case DataOp::Or:
    return "||";
  case DataOp::And:
    return "&&";
  case DataOp::BitOr:
    return "|";
  case DataOp::BitXor:
    return "^";
  case DataOp::BitAnd:
    return "&";
  case DataOp::Equal:
    return "==";
  case DataOp::NotEqual:
    return "!=";
  case DataOp::Less:
    return "<";
  case DataOp::LessEqual:
    return "<=";
  case DataOp::Greater:
    return ">";
  case DataOp::GreaterEqual:
    return ">=";
  case DataOp::ShiftLeft:
    return "<<";
  case DataOp::ShiftRight:
    return ">>";
  case DataOp::Add:
    return "+";
  case DataOp::Subtract:
    return "-";
  case DataOp::Multiply:
    return "*";
  case DataOp::Divide:
    return "/";
  case DataOp::Remainder:
    return "%";
  default:
    return "";
  }
}

static SMRange spanOf(const DataExpr &lhs, const DataExpr &rhs) {
  return {lhs.range.Start, rhs.range.End};
}

DataExprRef DataTyper::binary(ast::BinaryOperator op, SMRange opRange, DataExprRef lhs, DataExprRef rhs) {
  using Ast = ast::BinaryOperator;
  switch (op) {
  case Ast::Or:
    return logical(DataOp::Or, opRange, lhs, rhs);
  case Ast::And:
    return logical(DataOp::And, opRange, lhs, rhs);
  case Ast::BitOr:
    return bitOperation(DataOp::BitOr, opRange, lhs, rhs);
  case Ast::BitXor:
    return bitOperation(DataOp::BitXor, opRange, lhs, rhs);
  case Ast::BitAnd:
    return bitOperation(DataOp::BitAnd, opRange, lhs, rhs);
  case Ast::Equal:
    return comparison(DataOp::Equal, opRange, lhs, rhs);
  case Ast::NotEqual:
    return comparison(DataOp::NotEqual, opRange, lhs, rhs);
  case Ast::Less:
    return comparison(DataOp::Less, opRange, lhs, rhs);
  case Ast::LessEqual:
    return comparison(DataOp::LessEqual, opRange, lhs, rhs);
  case Ast::Greater:
    return comparison(DataOp::Greater, opRange, lhs, rhs);
  case Ast::GreaterEqual:
    return comparison(DataOp::GreaterEqual, opRange, lhs, rhs);
  case Ast::ShiftLeft:
    return shift(DataOp::ShiftLeft, opRange, lhs, rhs);
  case Ast::ShiftRight:
    return shift(DataOp::ShiftRight, opRange, lhs, rhs);
  case Ast::Add:
    return arithmetic(DataOp::Add, opRange, lhs, rhs);
  case Ast::Subtract:
    return arithmetic(DataOp::Subtract, opRange, lhs, rhs);
  case Ast::Multiply:
    return arithmetic(DataOp::Multiply, opRange, lhs, rhs);
  case Ast::Divide:
    return arithmetic(DataOp::Divide, opRange, lhs, rhs);
  case Ast::Remainder:
    return arithmetic(DataOp::Remainder, opRange, lhs, rhs);
  case Ast::Power:
    return power(opRange, lhs, rhs);
  }
  llvm_unreachable("all operators are covered");
}

/// Gives both operands one type; the caret of a mismatch is under the operator.
bool DataTyper::unify(SMRange opRange, StringRef spelling, DataExprRef &lhs, DataExprRef &rhs) {
  if (lhs->type == rhs->type)
    return true;
  auto adapts = [](const DataExpr &from, const DataType &to) {
    if (from.type.isArray() || to.isArray() || from.type.kind != Kind::Int)
      return false;
    return to.kind == Kind::Real || (to.kind == Kind::Bits && isNumber(from));
  };
  if (adapts(*lhs, rhs->type)) {
    lhs = convert(lhs, rhs->type, "");
    return lhs != nullptr;
  }
  if (adapts(*rhs, lhs->type)) {
    rhs = convert(rhs, lhs->type, "");
    return rhs != nullptr;
  }
  Diagnostic &error = diagnostics.error(opRange, "'" + spelling + "' cannot be applied to the types " +
                                                     toString(lhs->type) + " and " + toString(rhs->type));
  Kind left = lhs->type.kind, right = rhs->type.kind;
  if (lhs->type.isArray() || rhs->type.isArray())
    return false;
  if ((left == Kind::Bits && right == Kind::Int) || (left == Kind::Int && right == Kind::Bits))
    error.note("`int(…)` and `" + toString(left == Kind::Bits ? lhs->type : rhs->type) + "(…)` convert");
  else if (left == Kind::Bits && right == Kind::Bits)
    error.note("`" + toString(lhs->type) + "(…)` converts the other");
  return false;
}

DataExprRef DataTyper::logical(DataOp op, SMRange opRange, DataExprRef lhs, DataExprRef rhs) {
  for (const DataExprRef &operand : {lhs, rhs}) {
    if (!operand->type.isArray() && operand->type.kind == Kind::Bool)
      continue;
    diagnostics
        .error(operand->range,
               "'" + spellingOf(op) + "' needs conditions, and this is of type " + toString(operand->type))
        .note("write `… != 0`");
    return nullptr;
  }
  return fold(make(op, boolType(), spanOf(*lhs, *rhs), {lhs, rhs}), opRange);
}

DataExprRef DataTyper::comparison(DataOp op, SMRange opRange, DataExprRef lhs, DataExprRef rhs) {
  if (!unify(opRange, spellingOf(op), lhs, rhs))
    return nullptr;
  bool isOrder = op != DataOp::Equal && op != DataOp::NotEqual;
  if (isOrder && (lhs->type.isArray() || lhs->type.kind == Kind::Bool))
    return reject(opRange, "'" + spellingOf(op) + "' compares numbers, and these are of type " + toString(lhs->type));
  return fold(make(op, boolType(), spanOf(*lhs, *rhs), {lhs, rhs}), opRange);
}

DataExprRef DataTyper::bitOperation(DataOp op, SMRange opRange, DataExprRef lhs, DataExprRef rhs) {
  if (!unify(opRange, spellingOf(op), lhs, rhs))
    return nullptr;
  Kind kind = lhs->type.kind;
  bool isConstant = lhs->isConstant() && rhs->isConstant() && kind == Kind::Int;
  if (lhs->type.isArray() || (kind != Kind::Bits && kind != Kind::Bool && !isConstant)) {
    Diagnostic &error = diagnostics.error(
        opRange, "'" + spellingOf(op) + "' needs bits or bools, and these are of type " + toString(lhs->type));
    if (kind == Kind::Int)
      error.note("declare the variables as `bits[N]`" + Twine(op == DataOp::BitAnd  ? "; conditions are joined by `&&`"
                                                              : op == DataOp::BitOr ? "; conditions are joined by `||`"
                                                                                    : "; a power is written `**`"));
    return nullptr;
  }
  return fold(make(op, lhs->type, spanOf(*lhs, *rhs), {lhs, rhs}), opRange);
}

DataExprRef DataTyper::shift(DataOp op, SMRange opRange, DataExprRef lhs, DataExprRef rhs) {
  SMRange range = spanOf(*lhs, *rhs);
  if (!lhs->type.isArray() && lhs->type.kind == Kind::Int) {
    bool known = rhs->isConstant() && rhs->type.kind == Kind::Int && rhs->constant.numerator >= 0 &&
                 rhs->constant.numerator <= static_cast<int64_t>(MaxPowerBits);
    bool isLeft = op == DataOp::ShiftLeft;
    if (!known || (!isLeft && !lhs->isConstant())) {
      diagnostics
          .error(opRange, isLeft ? "an int can be shifted by a constant only (from 0 to " + Twine(MaxPowerBits) + ")"
                                 : Twine("'>>' needs bits, and this is an int"))
          .note(isLeft ? "with `bits[N]` the distance may vary"
                       : "divide by a power of two, or declare it as `bits[N]`");
      return nullptr;
    }
    DynamicAPInt scale(1);
    for (int64_t i = int64fromDynamicAPInt(rhs->constant.numerator); i > 0; --i)
      scale *= 2;
    if (isLeft)
      return arithmetic(DataOp::Multiply, opRange, lhs, constantInt(scale, rhs->range));
    return constantInt(floorDiv(lhs->constant.numerator, scale), range);
  }
  if (lhs->type.isArray() || lhs->type.kind != Kind::Bits)
    return reject(opRange, "'" + spellingOf(op) + "' needs bits, and this is of type " + toString(lhs->type));
  if (!unify(opRange, spellingOf(op), lhs, rhs))
    return nullptr;
  return fold(make(op, lhs->type, range, {lhs, rhs}), opRange);
}

DataExprRef DataTyper::power(SMRange opRange, DataExprRef lhs, DataExprRef rhs) {
  SMRange range = spanOf(*lhs, *rhs);
  if (lhs->type.isArray() || lhs->type.kind == Kind::Bool || rhs->type.isArray() || rhs->type.kind != Kind::Int)
    return reject(opRange, "'**' needs a number and an int, and these are of type " + toString(lhs->type) + " and " +
                               toString(rhs->type));
  if (!rhs->isConstant()) {
    diagnostics.error(opRange, "the solver cannot decide powers with an exponent that varies")
        .note("the exponent has to be a constant");
    return nullptr;
  }
  const DynamicAPInt &exponent = rhs->constant.numerator;
  if (exponent < 0)
    return reject(rhs->range, "the exponent is negative: " + toString(rhs->constant, rhs->type));
  bool isTrivial = lhs->isConstant() && lhs->constant.numerator >= -1 && lhs->constant.numerator <= 1 &&
                   lhs->constant.denominator == 1;
  int64_t most = lhs->isConstant() ? MaxPowerBits : MaxFactors;
  if (exponent > most && !isTrivial)
    return reject(rhs->range, "this exponent is too large: the largest here is " + Twine(most));
  int64_t count = exponent > most ? (exponent % 2 == 0 ? 2 : 1) : int64fromDynamicAPInt(exponent);
  DataExprRef one = convert(constantInt(DynamicAPInt(1), range), lhs->type, "");
  if (lhs->isConstant()) {
    // By squaring, within the limit.
    DataExprRef result = one, square = lhs;
    for (; count != 0; count /= 2) {
      if (count % 2 != 0)
        result = arithmetic(DataOp::Multiply, opRange, result, square);
      if (count > 1)
        square = arithmetic(DataOp::Multiply, opRange, square, square);
      if (!result || !square)
        return nullptr;
    }
    auto placed = std::make_shared<DataExpr>(*result);
    placed->range = range;
    return placed;
  }
  DataExprRef result = count == 0 ? one : lhs;
  for (int64_t i = 1; i < count && result; ++i)
    result = arithmetic(DataOp::Multiply, opRange, result, lhs);
  return result;
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

DataExprRef DataTyper::arithmetic(DataOp op, SMRange opRange, DataExprRef lhs, DataExprRef rhs) {
  if (!unify(opRange, spellingOf(op), lhs, rhs))
    return nullptr;
  if (lhs->type.isArray() || lhs->type.kind == Kind::Bool)
    return reject(opRange, "'" + spellingOf(op) + "' needs numbers, and these are of type " + toString(lhs->type));
  if (op == DataOp::Remainder && lhs->type.kind == Kind::Real)
    return reject(opRange, "'%' needs ints or bits, and these are reals");
  bool divides = op == DataOp::Divide || op == DataOp::Remainder;
  if (divides && rhs->isConstant() && rhs->constant.numerator == 0)
    return reject(rhs->range, "division by zero");
  if (!checkDecidable(op, opRange, *lhs, *rhs))
    return nullptr;
  return fold(make(op, lhs->type, spanOf(*lhs, *rhs), {lhs, rhs}), opRange);
}

/// Products and divisions of unbounded variables are beyond the solvers; sums are not, nor is anything finite.
bool DataTyper::checkDecidable(DataOp op, SMRange opRange, const DataExpr &lhs, const DataExpr &rhs) {
  if (lhs.type.kind == Kind::Bits || op == DataOp::Add || op == DataOp::Subtract || rhs.isConstant())
    return true;
  bool divides = op != DataOp::Multiply;
  if (!divides && lhs.isConstant())
    return true;
  if (isBounded(lhs) && isBounded(rhs))
    return true;
  diagnostics
      .error(opRange, divides ? "the solver cannot decide divisions by an unbounded variable"
                              : "the solver cannot decide products of unbounded variables")
      .note(Twine(divides ? "the divisor has to be a constant" : "one of the factors has to be a constant") +
            (lhs.type.kind == Kind::Real ? Twine() : ", or both operands be computed from `bits[N]` or ranges"));
  return false;
}

std::optional<DataTyper::Interval> DataTyper::bounds(const DataExpr &e) const {
  if (e.type.kind != Kind::Int || e.type.isArray())
    return std::nullopt;
  auto both = [&](auto &&combine) -> std::optional<Interval> {
    std::optional<Interval> a = bounds(e.operand(0)), b = bounds(e.operand(1));
    return a && b ? std::optional<Interval>(combine(*a, *b)) : std::nullopt;
  };
  auto largest = [](const Interval &i) { return abs(i.low) < abs(i.high) ? abs(i.high) : abs(i.low); };
  switch (e.op) {
  case DataOp::Constant:
    return Interval{e.constant.numerator, e.constant.numerator};
  case DataOp::Variable:
  case DataOp::Element: {
    const DataType &type = names.declaredType(e.variable);
    if (type.kind != Kind::Range)
      return std::nullopt;
    return Interval{type.low, type.high};
  }
  case DataOp::BitsToInt: {
    DynamicAPInt limit(1);
    for (unsigned i = 0; i < e.operand(0).type.width; ++i)
      limit *= 2;
    return Interval{DynamicAPInt(0), limit - 1};
  }
  case DataOp::Negate: {
    std::optional<Interval> a = bounds(e.operand(0));
    return a ? std::optional<Interval>(Interval{-a->high, -a->low}) : std::nullopt;
  }
  case DataOp::Add:
    return both([](const Interval &a, const Interval &b) { return Interval{a.low + b.low, a.high + b.high}; });
  case DataOp::Subtract:
    return both([](const Interval &a, const Interval &b) { return Interval{a.low - b.high, a.high - b.low}; });
  case DataOp::Multiply:
    return both([&](const Interval &a, const Interval &b) {
      DynamicAPInt most = largest(a) * largest(b);
      return Interval{-most, most};
    });
  case DataOp::Divide: {
    std::optional<Interval> a = bounds(e.operand(0));
    return a ? std::optional<Interval>(Interval{-largest(*a), largest(*a)}) : std::nullopt;
  }
  case DataOp::Remainder: {
    // Bounded by the divisor as well as by the dividend.
    std::optional<Interval> a = bounds(e.operand(1));
    if (!a)
      a = bounds(e.operand(0));
    return a ? std::optional<Interval>(Interval{-largest(*a), largest(*a)}) : std::nullopt;
  }
  case DataOp::Conditional: {
    std::optional<Interval> a = bounds(e.operand(1)), b = bounds(e.operand(2));
    if (!a || !b)
      return std::nullopt;
    return Interval{a->low < b->low ? a->low : b->low, a->high < b->high ? b->high : a->high};
  }
  default:
    return std::nullopt;
  }
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

static DynamicAPInt powerOfTwo(unsigned exponent) {
  DynamicAPInt value(1);
  for (unsigned i = 0; i < exponent; ++i)
    value *= 2;
  return value;
}

static ScalarValue reduced(DynamicAPInt numerator, DynamicAPInt denominator) {
  if (denominator < 0) {
    numerator = -numerator;
    denominator = -denominator;
  }
  DynamicAPInt divisor = numerator == 0 ? denominator : gcd(abs(numerator), denominator);
  return {numerator / divisor, denominator / divisor};
}

/// Bit by bit; of numbers that are not negative.
static DynamicAPInt bitwise(DataOp op, DynamicAPInt a, DynamicAPInt b) {
  DynamicAPInt result(0), scale(1);
  while (a != 0 || b != 0) {
    bool x = a % 2 != 0, y = b % 2 != 0;
    if (op == DataOp::BitAnd ? x && y : op == DataOp::BitOr ? x || y : x != y)
      result += scale;
    a = a / 2;
    b = b / 2;
    scale *= 2;
  }
  return result;
}

static int compare(const ScalarValue &a, const ScalarValue &b) {
  DynamicAPInt left = a.numerator * b.denominator, right = b.numerator * a.denominator;
  return left < right ? -1 : left == right ? 0 : 1;
}

static std::optional<ScalarValue> foldNumbers(const DataExpr &e, const ScalarValue &a, const ScalarValue &b) {
  switch (e.op) {
  case DataOp::Add:
    return reduced(a.numerator * b.denominator + b.numerator * a.denominator, a.denominator * b.denominator);
  case DataOp::Subtract:
    return reduced(a.numerator * b.denominator - b.numerator * a.denominator, a.denominator * b.denominator);
  case DataOp::Multiply:
    return reduced(a.numerator * b.numerator, a.denominator * b.denominator);
  case DataOp::Divide:
    if (e.type.kind == Kind::Real)
      return reduced(a.numerator * b.denominator, a.denominator * b.numerator);
    return ScalarValue{a.numerator / b.numerator, DynamicAPInt(1)};
  case DataOp::Remainder:
    return ScalarValue{a.numerator % b.numerator, DynamicAPInt(1)};
  case DataOp::BitOr:
  case DataOp::BitXor:
  case DataOp::BitAnd:
    if (a.numerator < 0 || b.numerator < 0)
      return std::nullopt;
    return ScalarValue{bitwise(e.op, a.numerator, b.numerator), DynamicAPInt(1)};
  case DataOp::ShiftLeft:
  case DataOp::ShiftRight: {
    if (b.numerator >= static_cast<int64_t>(e.type.width))
      return ScalarValue{};
    DynamicAPInt scale = powerOfTwo(static_cast<unsigned>(int64fromDynamicAPInt(b.numerator)));
    return ScalarValue{e.op == DataOp::ShiftLeft ? a.numerator * scale : a.numerator / scale, DynamicAPInt(1)};
  }
  default:
    return std::nullopt;
  }
}

static std::optional<bool> foldCondition(DataOp op, const ScalarValue &a, const ScalarValue &b) {
  switch (op) {
  case DataOp::Or:
    return a.numerator != 0 || b.numerator != 0;
  case DataOp::And:
    return a.numerator != 0 && b.numerator != 0;
  case DataOp::Equal:
    return compare(a, b) == 0;
  case DataOp::NotEqual:
    return compare(a, b) != 0;
  case DataOp::Less:
    return compare(a, b) < 0;
  case DataOp::LessEqual:
    return compare(a, b) <= 0;
  case DataOp::Greater:
    return compare(a, b) > 0;
  case DataOp::GreaterEqual:
    return compare(a, b) >= 0;
  default:
    return std::nullopt;
  }
}

static std::optional<ScalarValue> foldUnary(const DataExpr &e, const ScalarValue &a) {
  switch (e.op) {
  case DataOp::Negate:
    return ScalarValue{-a.numerator, a.denominator};
  case DataOp::Complement:
    return ScalarValue{powerOfTwo(e.type.width) - 1 - a.numerator, DynamicAPInt(1)};
  case DataOp::IntToBits:
  case DataOp::BitsToInt:
    return a;
  default:
    return std::nullopt;
  }
}

/// The value of an operator whose operands are constants; otherwise the expression itself.
DataExprRef DataTyper::fold(DataExprRef e, SMRange opRange) {
  for (const DataExprRef &operand : e->operands)
    if (!operand->isConstant())
      return e;
  const ScalarValue &a = e->operand(0).constant;
  std::optional<ScalarValue> value;
  if (e->operands.size() == 1) {
    value = foldUnary(*e, a);
  } else {
    const ScalarValue &b = e->operand(1).constant;
    if (std::optional<bool> condition = e->type.kind == Kind::Bool ? foldCondition(e->op, a, b) : std::nullopt)
      return constantBool(*condition, e->range);
    value = foldNumbers(*e, a, b);
  }
  if (!value) {
    if (e->type.kind == Kind::Int)
      return reject(opRange, "bit operations on constants need numbers that are not negative");
    return e;
  }
  if (e->type.kind == Kind::Bits)
    value->numerator = mod(value->numerator, powerOfTwo(e->type.width));
  auto constant = std::make_shared<DataExpr>();
  constant->type = e->type;
  constant->range = e->range;
  constant->constant = std::move(*value);
  return constant;
}

} // namespace tenon
