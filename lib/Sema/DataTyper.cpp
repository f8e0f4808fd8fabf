//===- DataTyper.cpp - Expressions over data: operands and conversions ----===//

#include "DataTyper.h"

#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace tenon {

using Kind = DataType::Kind;

static const DataType IntType{};
static DataType typeOf(Kind kind) {
  DataType type;
  type.kind = kind;
  return type;
}

/// A number may have this many digits.
static constexpr size_t MaxDigits = 100000;

//===----------------------------------------------------------------------===//
// Nodes
//===----------------------------------------------------------------------===//

DataExprRef DataTyper::constantInt(DynamicAPInt value, SMRange range) {
  auto e = std::make_shared<DataExpr>();
  e->range = range;
  e->constant.numerator = std::move(value);
  return e;
}

DataExprRef DataTyper::constantBool(bool value, SMRange range) {
  auto e = std::make_shared<DataExpr>();
  e->type = typeOf(Kind::Bool);
  e->range = range;
  e->constant.numerator = DynamicAPInt(value ? 1 : 0);
  return e;
}

DataExprRef DataTyper::variable(const VariableRef &variable, const DataType &declared, SMRange range) {
  auto e = std::make_shared<DataExpr>();
  e->op = DataOp::Variable;
  e->type = declared.valueType();
  e->range = range;
  e->variable = variable;
  return e;
}

DataExprRef DataTyper::element(const VariableRef &variable, const DataType &declared, DataExprRef index,
                               SMRange range) {
  auto e = std::make_shared<DataExpr>();
  e->op = DataOp::Element;
  e->type = declared.element().valueType();
  e->range = range;
  e->variable = variable;
  e->operands.push_back(std::move(index));
  return e;
}

DataExprRef DataTyper::make(DataOp op, const DataType &type, SMRange range, std::vector<DataExprRef> operands) {
  auto e = std::make_shared<DataExpr>();
  e->op = op;
  e->type = type;
  e->range = range;
  e->operands = std::move(operands);
  return e;
}

static std::optional<DataOp> oppositeOf(DataOp op) {
  switch (op) {
  case DataOp::Equal:
    return DataOp::NotEqual;
  case DataOp::NotEqual:
    return DataOp::Equal;
  case DataOp::Less:
    return DataOp::GreaterEqual;
  case DataOp::GreaterEqual:
    return DataOp::Less;
  case DataOp::Greater:
    return DataOp::LessEqual;
  case DataOp::LessEqual:
    return DataOp::Greater;
  default:
    return std::nullopt;
  }
}

/// Of a condition; comparisons are turned around.
DataExprRef DataTyper::negation(const DataExprRef &e) {
  if (e->isConstant())
    return constantBool(e->constant.numerator == 0, e->range);
  if (e->op == DataOp::Not)
    return e->operands.front();
  if (std::optional<DataOp> opposite = oppositeOf(e->op))
    return make(*opposite, e->type, e->range, e->operands);
  return make(DataOp::Not, e->type, e->range, {e});
}

DataExprRef DataTyper::conditional(DataExprRef condition, DataExprRef whenTrue, DataExprRef whenFalse, SMRange range) {
  if (!condition || !whenTrue || !whenFalse || !unify(range, "? :", whenTrue, whenFalse))
    return nullptr;
  if (condition->isConstant())
    return condition->constant.numerator != 0 ? whenTrue : whenFalse;
  DataType type = whenTrue->type;
  return make(DataOp::Conditional, type, range, {std::move(condition), std::move(whenTrue), std::move(whenFalse)});
}

//===----------------------------------------------------------------------===//
// Literals
//===----------------------------------------------------------------------===//

DynamicAPInt parseLiteral(StringRef spelling) {
  unsigned radix = 10;
  if (spelling.size() > 1 && spelling[0] == '0') {
    radix = spelling[1] == 'x' || spelling[1] == 'X' ? 16 : 8;
    spelling = spelling.drop_front(radix == 16 ? 2 : 1);
  }
  DynamicAPInt value(0);
  while (!spelling.empty()) {
    // As many digits at a time as a word holds.
    int64_t scale = 1, chunk = 0;
    size_t count = std::min<size_t>(spelling.size(), 15);
    for (char digit : spelling.take_front(count)) {
      scale *= radix;
      chunk = chunk * radix + hexDigitValue(digit);
    }
    value = value * scale + chunk;
    spelling = spelling.drop_front(count);
  }
  return value;
}

DataExprRef DataTyper::integer(const ast::IntegerExpr &e) {
  if (e.spelling.size() > MaxDigits)
    return reject(e.range, "this number has more than " + Twine(MaxDigits) + " digits");
  return constantInt(parseLiteral(e.spelling), e.range);
}

static ScalarValue fraction(DynamicAPInt numerator, DynamicAPInt denominator) {
  if (denominator < 0) {
    numerator = -numerator;
    denominator = -denominator;
  }
  DynamicAPInt divisor = numerator == 0 ? denominator : gcd(abs(numerator), denominator);
  return {numerator / divisor, denominator / divisor};
}

DataExprRef DataTyper::decimal(const ast::DecimalExpr &e) {
  if (e.spelling.size() > MaxDigits)
    return reject(e.range, "this number has more than " + Twine(MaxDigits) + " digits");
  auto [whole, digits] = e.spelling.split('.');
  DynamicAPInt scale(1);
  for (size_t i = 0; i < digits.size(); ++i)
    scale *= 10;
  auto value = std::make_shared<DataExpr>();
  value->type = typeOf(Kind::Real);
  value->range = e.range;
  std::string all = (whole + digits).str();
  StringRef significant = StringRef(all).ltrim('0');
  value->constant = fraction(significant.empty() ? DynamicAPInt(0) : parseLiteral(significant), scale);
  return value;
}

//===----------------------------------------------------------------------===//
// Conversions
//===----------------------------------------------------------------------===//

static bool fitsBits(const DynamicAPInt &value, unsigned width) {
  if (value < 0)
    return false;
  DynamicAPInt limit(1);
  for (unsigned i = 0; i < width; ++i) {
    limit *= 2;
    if (value < limit)
      return true;
  }
  return value < limit;
}

/// Numbers take the type that they are used with, also where a condition chooses between several.
bool DataTyper::isNumber(const DataExpr &e) {
  if (e.type.isArray() || e.type.kind != Kind::Int)
    return false;
  return e.isConstant() || (e.op == DataOp::Conditional && isNumber(e.operand(1)) && isNumber(e.operand(2)));
}

/// An int becomes a real, a number anything that it fits.
DataExprRef DataTyper::convert(DataExprRef e, const DataType &wantedType, const Twine &what, bool isNeeded) {
  if (!e)
    return nullptr;
  DataType wanted = wantedType.valueType();
  if (e->type == wanted)
    return e;
  bool sameShape = e->type.size == wanted.size;
  if (sameShape && e->op == DataOp::Conditional && isNumber(*e) && wanted.kind == Kind::Bits) {
    DataExprRef whenTrue = convert(e->operands[1], wanted, what), whenFalse = convert(e->operands[2], wanted, what);
    return whenTrue && whenFalse ? make(DataOp::Conditional, wanted, e->range, {e->operands[0], whenTrue, whenFalse})
                                 : nullptr;
  }
  if (sameShape && !wanted.isArray() && e->type.kind == Kind::Int && wanted.kind == Kind::Real) {
    if (!e->isConstant())
      return make(DataOp::IntToReal, wanted, e->range, {e});
    auto real = std::make_shared<DataExpr>(*e);
    real->type = wanted;
    return real;
  }
  if (sameShape && e->isConstant() && e->type.kind == Kind::Int && wanted.kind == Kind::Bits) {
    if (!fitsBits(e->constant.numerator, wanted.width))
      return reject(e->range, "the value " + toString(e->constant, e->type) + " does not fit into " + toString(wanted) +
                                  (what.isTriviallyEmpty() ? "" : ", the type of " + what));
    auto bits = std::make_shared<DataExpr>(*e);
    bits->type = wanted;
    return bits;
  }
  Diagnostic &error =
      diagnostics.error(e->range, what + (isNeeded ? " has to be" : " is") + " of type " + toString(wantedType) +
                                      ", and this is of type " + toString(e->type));
  if (sameShape && wanted.kind == Kind::Bits && (e->type.kind == Kind::Int || e->type.kind == Kind::Bits))
    error.note("`" + toString(wanted) + "(…)` converts it, modulo 2**" + Twine(wanted.width));
  else if (sameShape && wanted.kind == Kind::Int && e->type.kind == Kind::Bits)
    error.note("`int(…)` converts it");
  else if (wanted.kind == Kind::Bool && e->type.kind != Kind::Bool && !e->type.isArray())
    error.note("a condition is a comparison or a bool: write `… != 0`");
  return nullptr;
}

DataExprRef DataTyper::typeAs(const ast::Expr &e, const DataType &wanted, const Twine &what) {
  return convert(type(e), wanted, what);
}

DataExprRef DataTyper::condition(const ast::Expr &e, const Twine &what) {
  return convert(type(e), typeOf(Kind::Bool), what, /*isNeeded=*/true);
}

DataExprRef DataTyper::index(const ast::Expr &e, const DataType &array, StringRef arrayName) {
  DataExprRef index = type(e);
  if (!index)
    return nullptr;
  if (!index->type.isArray() && index->type.kind == Kind::Bits)
    index = fold(make(DataOp::BitsToInt, IntType, index->range, {index}), index->range);
  index = convert(index, IntType, "the index of an array", /*isNeeded=*/true);
  if (!index || !index->isConstant())
    return index;
  const DynamicAPInt &value = index->constant.numerator;
  if (value < 0 || value >= static_cast<int64_t>(array.size))
    return reject(index->range, "there is no element " + toString(index->constant, IntType) + " in '" + arrayName +
                                    "', which has the elements 0 to " + Twine(array.size - 1));
  return index;
}

std::optional<DynamicAPInt> DataTyper::constant(const ast::Expr &e, const Twine &what) {
  DataExprRef value = convert(type(e), IntType, what, /*isNeeded=*/true);
  if (!value)
    return std::nullopt;
  if (!value->isConstant()) {
    diagnostics.error(e.range, what + " must be known when the model is compiled")
        .note("use numbers, constants and parameters");
    return std::nullopt;
  }
  return value->constant.numerator;
}

/// `int(e)`, `real(e)`, `bits[8](e)`.
DataExprRef DataTyper::conversion(const ast::CallExpr &e) {
  StringRef word = e.callee.name;
  if (e.arguments.size() != 1)
    return reject(e.callee.range, "the conversion '" + word + "' takes one value");
  DataType wanted = typeOf(word == "int" ? Kind::Int : word == "real" ? Kind::Real : Kind::Bits);
  if (wanted.kind == Kind::Bits) {
    std::optional<DynamicAPInt> width = e.width ? constant(*e.width, "the width of 'bits'") : std::nullopt;
    if (!width)
      return nullptr;
    if (*width < 1 || *width > 4096)
      return reject(e.width->range, "the width of 'bits' is a number from 1 to 4096");
    wanted.width = static_cast<unsigned>(int64fromDynamicAPInt(*width));
  }
  DataExprRef operand = type(*e.arguments.front());
  if (!operand)
    return nullptr;
  if (operand->type == wanted)
    return operand;
  bool isScalar = !operand->type.isArray();
  Kind from = operand->type.kind;
  if (isScalar && from == Kind::Bits && wanted.kind != Kind::Bool) {
    operand = fold(make(DataOp::BitsToInt, IntType, e.range, {operand}), e.range);
    from = Kind::Int;
  }
  if (isScalar && from == Kind::Int && wanted.kind == Kind::Bits)
    return fold(make(DataOp::IntToBits, wanted, e.range, {operand}), e.range);
  if (isScalar && from == Kind::Int)
    return convert(operand, wanted, "the result");
  return reject(e.arguments.front()->range,
                "a value of type " + toString(operand->type) + " cannot be converted to " + toString(wanted));
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

DataExprRef DataTyper::type(const ast::Expr &e) {
  DataExprRef result = typed(e);
  if (meanings && result)
    (*meanings)[&e] = result;
  return result;
}

DataExprRef DataTyper::typed(const ast::Expr &expr) {
  switch (expr.kind()) {
  case ast::Expr::Kind::Integer:
    return integer(cast<ast::IntegerExpr>(expr));
  case ast::Expr::Kind::Decimal:
    return decimal(cast<ast::DecimalExpr>(expr));
  case ast::Expr::Kind::Paren:
    return type(*cast<ast::ParenExpr>(expr).inner);
  case ast::Expr::Kind::Name: {
    StringRef name = cast<ast::NameExpr>(expr).name;
    if (name == "true" || name == "false")
      return constantBool(name == "true", expr.range);
    return names.name({name, expr.range});
  }
  case ast::Expr::Kind::Path:
    return names.path(cast<ast::PathExpr>(expr), *this);
  case ast::Expr::Kind::Call: {
    const auto &call = cast<ast::CallExpr>(expr);
    StringRef word = call.callee.name;
    bool converts = word == "int" || word == "real" || call.width;
    return converts ? conversion(call) : names.call(call, *this);
  }
  case ast::Expr::Kind::Unary:
    return unary(cast<ast::UnaryExpr>(expr));
  case ast::Expr::Kind::Binary: {
    const auto &e = cast<ast::BinaryExpr>(expr);
    DataExprRef lhs = type(*e.lhs), rhs = type(*e.rhs);
    return lhs && rhs ? binary(e.op, e.opRange, lhs, rhs) : nullptr;
  }
  case ast::Expr::Kind::Conditional: {
    const auto &e = cast<ast::ConditionalExpr>(expr);
    DataExprRef condition = this->condition(*e.condition, "what stands before '?'");
    DataExprRef whenTrue = type(*e.whenTrue), whenFalse = type(*e.whenFalse);
    return conditional(condition, whenTrue, whenFalse, expr.range);
  }
  case ast::Expr::Kind::LabelConstant:
  case ast::Expr::Kind::SetSize:
  case ast::Expr::Kind::SetElement:
    return reject(expr.range, "labels and sets are not data: they can stand in indices and guards only");
  }
  llvm_unreachable("all kinds of expression are covered");
}

DataExprRef DataTyper::unary(const ast::UnaryExpr &e) {
  DataExprRef operand = type(*e.operand);
  if (!operand)
    return nullptr;
  SMRange sign(e.range.Start, SMLoc::getFromPointer(e.range.Start.getPointer() + 1));
  Kind kind = operand->type.kind;
  bool isArray = operand->type.isArray();
  switch (e.op) {
  case ast::UnaryOperator::Plus:
  case ast::UnaryOperator::Minus:
    if (isArray || kind == Kind::Bool)
      return reject(sign, Twine("'") + (e.op == ast::UnaryOperator::Plus ? "+" : "-") +
                              "' needs a number, and this is of type " + toString(operand->type));
    if (e.op == ast::UnaryOperator::Plus)
      return operand;
    return fold(make(DataOp::Negate, operand->type, e.range, {operand}), sign);
  case ast::UnaryOperator::Not: {
    if (isArray || kind != Kind::Bool) {
      diagnostics.error(sign, "'!' needs a condition, and this is of type " + toString(operand->type))
          .note("write `… == 0`");
      return nullptr;
    }
    auto negated = std::make_shared<DataExpr>(*negation(operand));
    negated->range = e.range;
    return negated;
  }
  case ast::UnaryOperator::Complement:
    if (isArray || kind != Kind::Bits)
      return reject(sign, "'~' needs bits, and this is of type " + toString(operand->type));
    return fold(make(DataOp::Complement, operand->type, e.range, {operand}), sign);
  }
  llvm_unreachable("all operators are covered");
}

} // namespace tenon
