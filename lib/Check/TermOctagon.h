//===- TermOctagon.h - Terms in octagons ----------------------------------===//

#ifndef TENON_LIB_CHECK_TERMOCTAGON_H
#define TENON_LIB_CHECK_TERMOCTAGON_H

#include "Octagon.h"

#include "llvm/ADT/DenseMap.h"

namespace tenon {

/// Gives variables dimensions: Bool counts as 0 or 1, Bits as numbers that are not negative. Says what a term and a
/// condition mean for an octagon.
class TermOctagon {
public:
  /// The variables are numeric or Bool, and different.
  TermOctagon(TermContext &terms, llvm::ArrayRef<Term> variables, bool isRelational);

  const OctagonShape &shape() const { return octagonShape; }
  std::optional<unsigned> dimensionOf(VariableId variable) const;
  Term variable(unsigned dimension) const { return variables[dimension]; }
  /// Of a sort of numbers; a Bool as 0 or 1.
  Term numberOf(unsigned dimension, const Sort &sort) const;

  /// What is known of variables whose sort alone is known.
  void addSorts(Octagon &octagon) const;
  /// Leaves out some of the states in which the condition is not `isTrue`.
  void assume(Octagon &octagon, Term condition, bool isTrue = true) const;
  void assign(Octagon &octagon, VariableId variable, Term value) const;
  void forget(Octagon &octagon, VariableId variable) const;
  /// What the octagon says, beyond sorts.
  std::vector<Term> conditions(const Octagon &octagon) const;

private:
  LinearBounds linear(const Octagon &octagon, Term term) const;
  LinearBounds wrapped(const Octagon &octagon, LinearBounds value, unsigned width) const;
  LinearBounds product(const Octagon &octagon, const LinearBounds &left, const LinearBounds &right) const;
  Interval quotient(const Octagon &octagon, Term term) const;
  Interval remainder(const Octagon &octagon, Term term) const;
  LinearBounds bitwise(const Octagon &octagon, Term term) const;
  LinearBounds choice(const Octagon &octagon, Term term) const;
  Interval truth(const Octagon &octagon, Term condition) const;
  static Interval sortRange(const Sort &sort);

  void assumeAny(Octagon &octagon, llvm::ArrayRef<Term> parts, bool isTrue) const;
  void assumeComparison(Octagon &octagon, Term condition, bool isTrue) const;
  void assumeDifferent(Octagon &octagon, Term left, Term right) const;
  void assumeAtMost(Octagon &octagon, const LinearBounds &left, const LinearBounds &right, bool isStrict) const;

  Term conditionOf(const Octagon::Constraint &constraint) const;
  Term bitsCondition(const Octagon::Constraint &constraint, const Sort &sort) const;
  Term boolCondition(const Octagon::Constraint &constraint) const;
  Term sideOf(const Sort &sort, llvm::ArrayRef<Term> parts, const llvm::DynamicAPInt &number) const;

  TermContext &terms;
  std::vector<Term> variables;
  llvm::DenseMap<VariableId, unsigned> dimensions;
  OctagonShape octagonShape;
};

} // namespace tenon

#endif // TENON_LIB_CHECK_TERMOCTAGON_H
