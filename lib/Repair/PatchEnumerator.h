//===- PatchEnumerator.h - Choosing patches -------------------------------===//
//
// The generate stage of program-repair-survey, section 2.3: a variable B_M(l) for each mutation M of a unit l, at most
// one of them true for each unit; here also X(l), the negation of B_O(l): unit l is mutated. The number of units that
// are is bounded by assumptions over a sequential counter (Sinz, "Towards an optimal CNF encoding of Boolean
// cardinality constraints", 2005), whose columns are made as sizes need them.
//
//===----------------------------------------------------------------------===//

#ifndef TENON_LIB_REPAIR_PATCHENUMERATOR_H
#define TENON_LIB_REPAIR_PATCHENUMERATOR_H

#include "FormulaRun.h"

#include "tenon/Logic/Sat.h"

namespace tenon::seq {

class PatchEnumerator {
public:
  explicit PatchEnumerator(const MutantFormula &formula);

  /// B_M(l); that of choice 0 says that the unit is not mutated.
  SatLiteral literal(size_t unit, Choice choice) const { return choice ? chosen[unit][choice - 1] : ~mutated[unit]; }
  /// X(l)
  SatLiteral isMutated(size_t unit) const { return mutated[unit]; }
  void block(llvm::ArrayRef<SatLiteral> clause) { solver.addClause(clause); }

  enum class Answer { Found, NoneOfSize, None, Unknown };
  /// Some patch of at most this size that is not blocked, as the choice of each unit.
  Answer next(size_t size, const Budget &budget, std::vector<Choice> &choices);
  Budget::Limit limit() const { return solver.limit(); }

private:
  void atMostOne(llvm::ArrayRef<SatLiteral> literals);
  void addColumn();

  SatSolver solver;
  std::vector<std::vector<SatLiteral>> chosen;
  std::vector<SatLiteral> mutated;
  std::vector<std::vector<SatLiteral>> counter; ///< [k][i]: more than k of the units 0 .. i are mutated.
};

} // namespace tenon::seq

#endif // TENON_LIB_REPAIR_PATCHENUMERATOR_H
