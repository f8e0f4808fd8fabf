//===- TermOps.h - What the operators of terms compute ----------*- C++ -*-===//
//
// One definition of each operator on values, for folding and for evaluation.
//
//===----------------------------------------------------------------------===//

#ifndef TENON_LIB_PROGRAM_TERMOPS_H
#define TENON_LIB_PROGRAM_TERMOPS_H

#include "tenon/Program/Term.h"

namespace tenon {

/// The value of an operator on numbers: all of TermOp but Constant, Variable, IfThenElse and those of arrays.
Rational applyScalar(TermOp op, const Sort &result, llvm::ArrayRef<const Rational *> operands);

/// The different subterms of a term, operands before what they are operands of.
std::vector<Term> subtermsOf(Term term);

inline bool isTrue(const Rational &value) {
  return value.numerator != 0;
}
inline Rational truth(bool value) {
  return Rational(llvm::DynamicAPInt(value ? 1 : 0));
}

} // namespace tenon

#endif // TENON_LIB_PROGRAM_TERMOPS_H
