//===- tenon/Logic/ReadableTerm.h - Conditions for people ----------------===//

#ifndef TENON_LOGIC_READABLETERM_H
#define TENON_LOGIC_READABLETERM_H

#include "tenon/Logic/Smt.h"

namespace tenon {

/// An equivalent condition as a person would write it: a union of intervals where it is about one number (`x < 3`,
/// `0 <= x && x < 10`, `x != 5`); otherwise without conditional expressions, negations pushed inward, what the rest
/// says already left out, each comparison with positive coefficients without a common factor. A bound of integers that
/// can be said in two ways is said with the number that is among `familiar`, or else with the rounder one (`x < 2^63`).
///
/// Takes O(size^2) evaluations for one number, and a query for each part otherwise. If the budget ends the result is
/// equivalent all the same.
Term readable(SmtContext &context, Term condition, llvm::ArrayRef<Rational> familiar, const Budget &budget);

/// How many operators, variables and constants it has when it is written out.
size_t termSize(Term term);

/// The numbers in a term that are no Bools, each once, in the order of their occurrence.
std::vector<Rational> numbersIn(Term term);

} // namespace tenon

#endif // TENON_LOGIC_READABLETERM_H
