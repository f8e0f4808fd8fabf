//===- Numbers.h - Arithmetic on numbers of any length ----------*- C++ -*-===//
//
// What DynamicAPInt lacks: a form that does not keep the width of its history, hashing by value, bit operations.
//
//===----------------------------------------------------------------------===//

#ifndef TENON_LIB_PROGRAM_NUMBERS_H
#define TENON_LIB_PROGRAM_NUMBERS_H

#include "tenon/Program/Term.h"

#include "llvm/ADT/Hashing.h"

namespace tenon {

using Integer = llvm::DynamicAPInt;

/// The same number in as few words as it needs. A DynamicAPInt only ever grows: without this, arithmetic modulo 2^64
/// doubles the width at each step.
Integer compacted(const Integer &value);

/// By value, whatever the representation is.
llvm::hash_code hashOf(const Integer &value);
inline llvm::hash_code hashOf(const Rational &value) {
  return llvm::hash_combine(hashOf(value.numerator), hashOf(value.denominator));
}

std::string printInteger(const Integer &value);

Integer powerOfTwo(unsigned exponent);
/// The quotient towards zero, and what remains; the divisor is not zero.
Integer truncatingQuotient(const Integer &dividend, const Integer &divisor);
Integer truncatingRemainder(const Integer &dividend, const Integer &divisor);
/// The representative in 0 .. 2^width - 1.
Integer moduloPowerOfTwo(const Integer &value, unsigned width);
/// `op` on the binary digits of numbers that are not negative.
Integer bitwise(TermOp op, Integer a, Integer b);

} // namespace tenon

#endif // TENON_LIB_PROGRAM_NUMBERS_H
