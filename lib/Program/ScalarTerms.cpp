//===- ScalarTerms.cpp - The operators of C on terms ----------------------===//

#include "ScalarTerms.h"

#include "Numbers.h"

namespace tenon::seq {

Sort ScalarTerms::sortOf(ScalarType type) const {
  if (type.isTruth())
    return Sort::boolean();
  return isMath ? Sort::integer() : Sort::bits(type.width);
}

Term ScalarTerms::bits(unsigned width, uint64_t value) const {
  Integer number = Integer(static_cast<int64_t>(value >> 1)) * Integer(2) + Integer(static_cast<int64_t>(value & 1));
  return terms.number(Sort::bits(width), Rational(number));
}

Term ScalarTerms::constant(ScalarType type, int64_t value) const {
  if (type.isTruth())
    return terms.boolean(value != 0);
  return isMath ? terms.integer(value) : bits(type.width, static_cast<uint64_t>(value));
}

//===----------------------------------------------------------------------===//
// Conversions
//===----------------------------------------------------------------------===//

Term ScalarTerms::isNegative(Term value) const {
  unsigned width = value->sort().width;
  return terms.lessEqual(bits(width, 1ULL << (width - 1)), value);
}

Term ScalarTerms::resize(Term value, ScalarType from, unsigned width) const {
  if (from.width == width)
    return value;
  Term number = terms.make(TermOp::BitsToInt, value, Sort::integer());
  Term resized = terms.make(TermOp::IntToBits, number, Sort::bits(width));
  if (width < from.width || !from.isSigned)
    return resized;
  uint64_t high = ~0ULL << from.width;
  Term extension = terms.ifThenElse(isNegative(value), bits(width, high), bits(width, 0));
  return terms.make(TermOp::BitOr, {resized, extension}, Sort::bits(width));
}

Term ScalarTerms::convert(Term value, ScalarType from, ScalarType to) const {
  if (from == to)
    return value;
  if (from.isTruth())
    return terms.ifThenElse(value, constant(to, 1), constant(to, 0));
  if (to.width <= 1) {
    Term isTrue = terms.notEqual(value, constant(from, 0));
    return to.isTruth() ? isTrue : terms.ifThenElse(isTrue, constant(to, 1), constant(to, 0));
  }
  return isMath ? value : resize(value, from, to.width);
}

Term ScalarTerms::domain(Term value, ScalarType type) const {
  if (!isMath || type.isTruth())
    return terms.boolean(true);
  Term least = terms.integer(0), most = terms.integer(1);
  if (type.width >= 32)
    return type.isSigned ? terms.boolean(true) : terms.lessEqual(least, value);
  if (type.width > 1) {
    int64_t half = 1LL << (type.width - 1);
    least = terms.integer(type.isSigned ? -half : 0);
    most = terms.integer(type.isSigned ? half - 1 : 2 * half - 1);
  }
  return terms.andOf({terms.lessEqual(least, value), terms.lessEqual(value, most)});
}

//===----------------------------------------------------------------------===//
// Operators
//===----------------------------------------------------------------------===//

Term ScalarTerms::negate(Term value) const {
  return terms.make(TermOp::Negate, value, value->sort());
}

Term ScalarTerms::complement(Term value) const {
  assert(!isMath);
  return terms.make(TermOp::BitNot, value, value->sort());
}

Term ScalarTerms::signedDivision(Op op, Term a, Term b) const {
  Term isMinusA = isNegative(a), isMinusB = isNegative(b);
  Term sizeA = terms.ifThenElse(isMinusA, negate(a), a), sizeB = terms.ifThenElse(isMinusB, negate(b), b);
  if (op == Op::Remainder) {
    Term size = terms.make(TermOp::Remainder, {sizeA, sizeB}, a->sort());
    return terms.ifThenElse(isMinusA, negate(size), size);
  }
  Term size = terms.make(TermOp::Divide, {sizeA, sizeB}, a->sort());
  return terms.ifThenElse(terms.equal(isMinusA, isMinusB), size, negate(size));
}

Term ScalarTerms::shiftRight(ScalarType type, Term a, Term b) const {
  Term logical = terms.make(TermOp::ShiftRight, {a, b}, a->sort());
  if (!type.isSigned)
    return logical;
  Term ones = complement(terms.make(TermOp::ShiftRight, {complement(a), b}, a->sort()));
  return terms.ifThenElse(isNegative(a), ones, logical);
}

Term ScalarTerms::binary(Op op, ScalarType type, Term a, Term b) const {
  auto plain = [&](TermOp termOp) { return terms.make(termOp, {a, b}, a->sort()); };
  bool isSigned = !isMath && type.isSigned;
  switch (op) {
  case Op::Add:
    return terms.add(a, b);
  case Op::Subtract:
    return terms.subtract(a, b);
  case Op::Multiply:
    return terms.multiply(a, b);
  case Op::Divide:
    return isSigned ? signedDivision(op, a, b) : plain(TermOp::Divide);
  case Op::Remainder:
    return isSigned ? signedDivision(op, a, b) : plain(TermOp::Remainder);
  case Op::BitAnd:
    return plain(TermOp::BitAnd);
  case Op::BitOr:
    return plain(TermOp::BitOr);
  case Op::BitXor:
    return plain(TermOp::BitXor);
  case Op::ShiftLeft:
    return plain(TermOp::ShiftLeft);
  default:
    assert(op == Op::ShiftRight && !isMath);
    return shiftRight(type, a, b);
  }
}

/// Exclusive or with the sign bit: then the order of words without sign is that of words with one.
Term ScalarTerms::ordered(Term value, ScalarType type) const {
  if (isMath || !type.isSigned)
    return value;
  return terms.make(TermOp::BitXor, {value, bits(type.width, 1ULL << (type.width - 1))}, value->sort());
}

Term ScalarTerms::less(ScalarType type, Term a, Term b) const {
  return terms.less(ordered(a, type), ordered(b, type));
}

Term ScalarTerms::compare(Op op, ScalarType type, Term a, Term b) const {
  // The 0 or 1 of a truth value, compared with a constant: the truth value.
  auto simpler = [&](Term left, Term right) -> Term {
    if (left->op() != TermOp::IfThenElse || right->op() != TermOp::Constant)
      return nullptr;
    Term yes = left->operand(1), no = left->operand(2);
    if (yes->op() != TermOp::Constant || no->op() != TermOp::Constant)
      return nullptr;
    return terms.ifThenElse(left->operand(0), terms.equal(yes, right), terms.equal(no, right));
  };
  switch (op) {
  case Op::Less:
    return less(type, a, b);
  case Op::Greater:
    return less(type, b, a);
  case Op::LessEqual:
    return terms.notOf(less(type, b, a));
  case Op::GreaterEqual:
    return terms.notOf(less(type, a, b));
  default:
    break;
  }
  Term equality = type.isTruth() ? terms.equal(a, b) : simpler(a, b);
  if (!equality)
    equality = terms.equal(a, b);
  return op == Op::Equal ? equality : terms.notOf(equality);
}

//===----------------------------------------------------------------------===//
// Indices
//===----------------------------------------------------------------------===//

Term ScalarTerms::isElement(Term index, ScalarType type, uint64_t element) const {
  // What the type cannot hold is no value of it.
  if (!isMath && type.width < 64 && element >> (type.width - (type.isSigned ? 1 : 0)))
    return terms.boolean(false);
  return terms.equal(index, constant(type, static_cast<int64_t>(element)));
}

Term ScalarTerms::isInside(Term index, ScalarType type, uint64_t length) const {
  if (isMath)
    return terms.andOf(
        {terms.lessEqual(terms.integer(0), index), terms.less(index, terms.integer(static_cast<int64_t>(length)))});
  if (type.width < 64 && length >> (type.width - (type.isSigned ? 1 : 0)))
    return type.isSigned ? terms.notOf(isNegative(index)) : terms.boolean(true);
  return terms.less(index, bits(type.width, length)); // Negative ones are large without a sign.
}

std::optional<uint64_t> ScalarTerms::constantIndex(Term index, ScalarType, uint64_t length) {
  if (index->op() != TermOp::Constant)
    return std::nullopt;
  const Integer &value = index->constant().numerator;
  if (value < 0 || value >= Integer(static_cast<int64_t>(length)))
    return length;
  return static_cast<uint64_t>(static_cast<int64_t>(value));
}

} // namespace tenon::seq
