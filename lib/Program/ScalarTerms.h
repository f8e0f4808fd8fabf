//===- ScalarTerms.h - The operators of C on terms ------------------------===//

#ifndef TENON_LIB_PROGRAM_SCALARTERMS_H
#define TENON_LIB_PROGRAM_SCALARTERMS_H

#include "tenon/Program/Term.h"
#include "tenon/Sema/SequentialProgram.h"

namespace tenon::seq {

/// Terms have no signed words: signs are put on here, so that SequentialArithmetic.h says the same.
class ScalarTerms {
public:
  ScalarTerms(TermContext &context, bool math) : terms(context), isMath(math) {}

  Sort sortOf(ScalarType type) const;
  Term constant(ScalarType type, int64_t value) const;
  Term convert(Term value, ScalarType from, ScalarType to) const;
  Term negate(Term value) const;
  Term complement(Term value) const;
  Term binary(Op op, ScalarType type, Term a, Term b) const;
  /// Less … NotEqual
  Term compare(Op op, ScalarType type, Term a, Term b) const;
  /// `index` is the position `element`.
  Term isElement(Term index, ScalarType type, uint64_t element) const;
  /// `index` is a position of an array with that many elements.
  Term isInside(Term index, ScalarType type, uint64_t length) const;
  /// The position that a constant index is, if it is one of so many; length if it is none.
  static std::optional<uint64_t> constantIndex(Term index, ScalarType type, uint64_t length);
  /// What an arbitrary value of the type satisfies.
  Term domain(Term value, ScalarType type) const;

  TermContext &terms;
  const bool isMath;

private:
  Term resize(Term value, ScalarType from, unsigned width) const;
  Term ordered(Term value, ScalarType type) const;
  Term less(ScalarType type, Term a, Term b) const;
  Term signedDivision(Op op, Term a, Term b) const;
  Term shiftRight(ScalarType type, Term a, Term b) const;
  Term bits(unsigned width, uint64_t value) const;
  Term isNegative(Term value) const;
};

} // namespace tenon::seq

#endif // TENON_LIB_PROGRAM_SCALARTERMS_H
