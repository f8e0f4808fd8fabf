//===- tenon/Program/LinearForm.h - Sums of multiples ---------------------===//

#ifndef TENON_PROGRAM_LINEARFORM_H
#define TENON_PROGRAM_LINEARFORM_H

#include "tenon/Program/Term.h"

#include <map>
#include <optional>

namespace tenon {

/// `constant + sum of coefficient * term`, where the terms are numeric variables or whatever else is not linear.
struct LinearForm {
  std::map<uint32_t, std::pair<Term, Rational>> parts; ///< By the term's id; coefficients are not zero.
  Rational constant;

  void add(const LinearForm &other, const Rational &factor);
  void scale(const Rational &factor);
  bool isConstant() const { return parts.empty(); }
};

/// Of a term of sort Int or Real.
LinearForm linearForm(Term term);

/// `form <= 0`, or `form < 0`, or `form == 0`.
struct LinearConstraint {
  LinearForm form;
  enum class Kind { AtMost, Below, Zero } kind = Kind::AtMost;
};

/// What a condition says, if it compares Ints or Reals. Of integers, with integral coefficients without a common
/// factor, and never `Below`.
std::optional<LinearConstraint> linearConstraint(Term condition);

/// The other way.
Term termOf(TermContext &terms, const LinearForm &form, const Sort &sort);
/// With what is subtracted on the other side of the comparison.
Term termOf(TermContext &terms, const LinearConstraint &constraint, const Sort &sort);

Rational operator+(const Rational &a, const Rational &b);
Rational operator-(const Rational &a, const Rational &b);
Rational operator*(const Rational &a, const Rational &b);
Rational operator/(const Rational &a, const Rational &b);
Rational operator-(const Rational &a);
inline bool isZero(const Rational &number) {
  return number.numerator == 0;
}
inline Rational integral(int64_t number) {
  return Rational(llvm::DynamicAPInt(number));
}
Rational floorOf(const Rational &number);
Rational ceilingOf(const Rational &number);

} // namespace tenon

#endif // TENON_PROGRAM_LINEARFORM_H
