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
  /// The numbers of mutations that the units have.
  explicit PatchEnumerator(llvm::ArrayRef<size_t> counts);

  /// Only this patch.
  void block(llvm::ArrayRef<Choice> choices);
  /// All patches that contain this one: they are not minimal.
  void blockSupersets(llvm::ArrayRef<Choice> choices);
  /// All patches with none of these other choices: `changes[unit]`, if not empty, says of each choice of the unit
  /// whether it may change something that matters.
  void block(llvm::ArrayRef<Choice> choices, llvm::ArrayRef<std::vector<bool>> changes);

  enum class Answer { Found, NoneOfSize, None, Unknown };
  /// Some patch of at most this size that is not blocked, as the choice of each unit.
  Answer next(size_t size, const Budget &budget, std::vector<Choice> &choices);
  Budget::Limit limit() const { return solver.limit(); }

private:
  /// B_M(l); that of choice 0 says that the unit is not mutated.
  SatLiteral literal(size_t unit, Choice choice) const { return choice ? chosen[unit][choice - 1] : ~mutated[unit]; }
  void atMostOne(llvm::ArrayRef<SatLiteral> literals);
  void addColumn();

  SatSolver solver;
  std::vector<std::vector<SatLiteral>> chosen;
  std::vector<SatLiteral> mutated;
  std::vector<std::vector<SatLiteral>> counter; ///< [k][i]: more than k of the units 0 .. i are mutated.
};

} // namespace tenon::seq

#endif // TENON_LIB_REPAIR_PATCHENUMERATOR_H
