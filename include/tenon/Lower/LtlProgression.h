//===- tenon/Lower/LtlProgression.h - Formulas step by step ---------------===//
//
// Progression through one step (Bacchus and Kabanza, "Using Temporal Logics to Express Search
// Control Knowledge for Planning", 2000, §3): what must hold from the next position on so that
// a formula holds at this one. It is the transition function of the very weak alternating
// automaton of the formula (Gastin and Oddoux, "Fast LTL to Büchi Automata Translation", 2001, §3).
//
//===----------------------------------------------------------------------===//

#ifndef TENON_LOWER_LTLPROGRESSION_H
#define TENON_LOWER_LTLPROGRESSION_H

#include "tenon/Lower/Ltl.h"
#include "tenon/Support/Budget.h"

namespace tenon {

/// Formulas that must all hold, sorted; none of them is a conjunction. Empty: true.
using LtlClause = llvm::SmallVector<LtlId, 4>;
/// Some clause must hold. Empty: false.
using LtlObligation = std::vector<LtlClause>;

/// Sorts, and drops clauses that include another one.
void keepMinimalClauses(LtlObligation &obligation);

/// Progresses the formulas of a pool.
class LtlProgression {
public:
  LtlProgression(const LtlPool &pool, const Budget &budget) : pool(pool), budget(budget) {}

  /// A formula as an obligation at the next position.
  LtlObligation demand(LtlId formula) const;
  /// Fixes the step: its letter and the values of the tracked fluents after it.
  void setStep(Letter letter, const llvm::BitVector &values);
  /// What a formula demands of the next position. Valid until the next setStep.
  const LtlObligation &progress(LtlId formula);
  /// The same for a clause: the product of its members' obligations, without duplicates. Each result has all clauses
  /// that the members' choices give, also those that include another one, unless `minimal`.
  LtlObligation progress(const LtlClause &clause, bool minimal);

  /// Set when the budget ended in the middle of a step, whose result is then meaningless.
  Budget::Limit limit() const { return limitReached; }

  /// The tracked fluents in a clause.
  llvm::BitVector support(const LtlClause &clause) const;

private:
  bool withinBudget();
  LtlObligation product(const LtlObligation &a, const LtlObligation &b, bool minimal);
  LtlObligation compute(LtlId formula);

  const LtlPool &pool;
  const Budget &budget;
  Budget::Limit limitReached = Budget::Limit::None;
  uint64_t work = 0; ///< Products and formulas so far; the budget is asked now and then.
  Letter letter = OtherLetter;
  llvm::BitVector values;
  llvm::DenseMap<LtlId, LtlObligation> memo;                          ///< Of this step.
  llvm::DenseMap<std::pair<Letter, LtlId>, LtlObligation> fluentFree; ///< Of every step with the letter.
};

} // namespace tenon

#endif // TENON_LOWER_LTLPROGRESSION_H
