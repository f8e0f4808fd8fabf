//===- DataTypes.cpp - Types and values of data ---------------------------===//

#include "tenon/Sema/DataExpr.h"

#include "llvm/Support/raw_ostream.h"

namespace tenon {

bool operator==(const DataType &a, const DataType &b) {
  return a.kind == b.kind && a.size == b.size && (a.kind != DataType::Kind::Bits || a.width == b.width) &&
         (a.kind != DataType::Kind::Range || (a.low == b.low && a.high == b.high));
}

bool operator==(const ScalarValue &a, const ScalarValue &b) {
  return a.numerator == b.numerator && a.denominator == b.denominator;
}

DataType DataType::element() const {
  DataType result = *this;
  result.size = 0;
  return result;
}

DataType DataType::valueType() const {
  DataType result = *this;
  if (kind == Kind::Range) {
    result.kind = Kind::Int;
    result.low = result.high = llvm::DynamicAPInt(0);
  }
  return result;
}

static std::string toString(const llvm::DynamicAPInt &value) {
  std::string text;
  llvm::raw_string_ostream(text) << value;
  return text;
}

std::string toString(const DataType &type) {
  std::string text;
  switch (type.kind) {
  case DataType::Kind::Int:
    text = "int";
    break;
  case DataType::Kind::Real:
    text = "real";
    break;
  case DataType::Kind::Bool:
    text = "bool";
    break;
  case DataType::Kind::Bits:
    text = "bits[" + std::to_string(type.width) + "]";
    break;
  case DataType::Kind::Range:
    text = toString(type.low) + ".." + toString(type.high);
    break;
  }
  return type.isArray() ? text + "[" + std::to_string(type.size) + "]" : text;
}

/// A fraction as a decimal number, or as a division where it has no end.
static std::string realToString(const ScalarValue &value) {
  std::string sign = value.numerator < 0 ? "-" : "";
  llvm::DynamicAPInt numerator = abs(value.numerator), denominator = value.denominator;
  std::string whole = toString(numerator / denominator);
  llvm::DynamicAPInt rest = numerator % denominator;
  std::string digits;
  for (int i = 0; i < 40 && rest != 0; ++i) {
    rest = rest * 10;
    digits += toString(rest / denominator);
    rest = rest % denominator;
  }
  if (rest != 0)
    return sign + toString(numerator) + ".0/" + toString(denominator);
  return sign + whole + "." + (digits.empty() ? "0" : digits);
}

std::string toString(const ScalarValue &value, const DataType &type) {
  if (type.kind == DataType::Kind::Bool)
    return value.numerator != 0 ? "true" : "false";
  return type.kind == DataType::Kind::Real ? realToString(value) : toString(value.numerator);
}

} // namespace tenon
