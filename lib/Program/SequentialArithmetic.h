//===- SequentialArithmetic.h - The operators of C on values --------------===//

#ifndef TENON_LIB_PROGRAM_SEQUENTIALARITHMETIC_H
#define TENON_LIB_PROGRAM_SEQUENTIALARITHMETIC_H

#include "Numbers.h"

#include "tenon/Sema/SequentialProgram.h"

#include "llvm/ADT/DynamicAPInt.h"

namespace tenon::seq {

/// Machine words: a value is kept as its type holds it, in 64 bits; one of 64 bits without sign as its bits.
struct WordArithmetic {
  using Value = int64_t;

  static Value normalize(ScalarType type, Value value) { return Program::normalize(type, value); }
  static Value fromConstant(int64_t value) { return value; }
  static Value fromNumber(const llvm::DynamicAPInt &value) {
    if (value >= INT64_MIN && value <= INT64_MAX)
      return static_cast<int64_t>(value);
    llvm::DynamicAPInt low = tenon::moduloPowerOfTwo(value, 64);
    llvm::DynamicAPInt half = tenon::powerOfTwo(63);
    if (low < half)
      return static_cast<int64_t>(low);
    return static_cast<int64_t>(low - half) - INT64_MAX - 1;
  }
  static llvm::DynamicAPInt toNumber(ScalarType type, Value value) {
    llvm::DynamicAPInt number(value);
    return value < 0 && !type.isSigned ? number + tenon::powerOfTwo(64) : number;
  }
  /// The index of an element of an array with that many, or none.
  static bool isInside(ScalarType type, Value index, uint64_t length) {
    return (index >= 0 || !type.isSigned) && static_cast<uint64_t>(index) < length;
  }
  static uint64_t toIndex(Value index) { return static_cast<uint64_t>(index); }

  static bool less(ScalarType type, Value a, Value b) {
    return type.isSigned ? a < b : static_cast<uint64_t>(a) < static_cast<uint64_t>(b);
  }
  static Value negate(ScalarType type, Value a) {
    return normalize(type, static_cast<Value>(-static_cast<uint64_t>(a)));
  }
  static Value complement(ScalarType type, Value a) { return normalize(type, ~a); }
  static Value binary(Op op, ScalarType type, Value a, Value b) { return normalize(type, raw(op, type, a, b)); }

private:
  static Value raw(Op op, ScalarType type, Value a, Value b) {
    uint64_t x = static_cast<uint64_t>(a), y = static_cast<uint64_t>(b);
    switch (op) {
    case Op::Add:
      return static_cast<Value>(x + y);
    case Op::Subtract:
      return static_cast<Value>(x - y);
    case Op::Multiply:
      return static_cast<Value>(x * y);
    case Op::Divide:
      if (b == 0)
        return 0;
      if (!type.isSigned)
        return static_cast<Value>(x / y);
      return b == -1 ? static_cast<Value>(-x) : a / b;
    case Op::Remainder:
      if (b == 0)
        return a;
      if (!type.isSigned)
        return static_cast<Value>(x % y);
      return b == -1 ? 0 : a % b;
    case Op::BitAnd:
      return a & b;
    case Op::BitOr:
      return a | b;
    case Op::BitXor:
      return a ^ b;
    case Op::ShiftLeft:
      return b < 0 || y >= type.width ? 0 : static_cast<Value>(x << y);
    default:
      if (b < 0 || y >= type.width)
        return type.isSigned && a < 0 ? -1 : 0;
      return type.isSigned ? a >> y : static_cast<Value>(x >> y);
    }
  }
};

/// Mathematical integers; there are no operators on bits.
struct MathArithmetic {
  using Value = llvm::DynamicAPInt;

  static Value normalize(ScalarType type, const Value &value) { return type.width <= 1 ? Value(value != 0) : value; }
  static Value fromConstant(int64_t value) { return Value(value); }
  static Value fromNumber(const Value &value) { return value; }
  static Value toNumber(ScalarType, const Value &value) { return value; }
  static bool isInside(ScalarType, const Value &index, uint64_t length) {
    return index >= 0 && index < static_cast<int64_t>(length);
  }
  static uint64_t toIndex(const Value &index) { return static_cast<uint64_t>(static_cast<int64_t>(index)); }
  static bool less(ScalarType, const Value &a, const Value &b) { return a < b; }
  static Value negate(ScalarType, const Value &a) { return -a; }
  static Value complement(ScalarType, const Value &a) { return -a - 1; }
  static Value binary(Op op, ScalarType, const Value &a, const Value &b) {
    switch (op) {
    case Op::Add:
      return a + b;
    case Op::Subtract:
      return a - b;
    case Op::Multiply:
      return a * b;
    case Op::Divide:
      return b == 0 ? Value(0) : tenon::truncatingQuotient(a, b);
    case Op::Remainder:
      return b == 0 ? a : tenon::truncatingRemainder(a, b);
    default:
      llvm_unreachable("no operators on bits");
    }
  }
};

} // namespace tenon::seq

#endif // TENON_LIB_PROGRAM_SEQUENTIALARITHMETIC_H
