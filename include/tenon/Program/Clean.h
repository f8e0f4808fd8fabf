//===- tenon/Program/Clean.h - Removing what does not matter --------------===//

#ifndef TENON_PROGRAM_CLEAN_H
#define TENON_PROGRAM_CLEAN_H

#include "tenon/Program/Program.h"

namespace tenon {

/// The program without what no execution can tell: constraints that are false, locations that nothing leads to,
/// repeated transitions; conditions that the ranges of the variables decide are decided. The alphabet, the variables,
/// the names of locations and the order of what is left stay. `variables` is the table that the actions speak of.
/// Linear in the program, but for transitions of one location, which are compared with each other.
Program cleaned(Program program, llvm::ArrayRef<ProgramVariable> variables, TermContext &terms);

/// The least and the greatest value, where there are some.
struct Interval {
  std::optional<Rational> low, high;
};

/// What the values of a term of sort Int or Bits are between, by the ranges of the variables.
Interval intervalOf(Term term, llvm::ArrayRef<ProgramVariable> variables);

/// `term` with comparisons decided that intervals decide. Equal for all values within the ranges.
Term simplifiedByRanges(Term term, llvm::ArrayRef<ProgramVariable> variables, TermContext &terms);

} // namespace tenon

#endif // TENON_PROGRAM_CLEAN_H
