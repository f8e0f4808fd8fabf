//===- Refinement.h - What the partition refiners share ---------*- C++ -*-===//

#ifndef TENON_LIB_LTS_REFINEMENT_H
#define TENON_LIB_LTS_REFINEMENT_H

#include "tenon/Lts/Lts.h"
#include "tenon/Lts/Minimize.h"
#include "tenon/Support/Budget.h"

#include "llvm/Support/Error.h"

#include <optional>

namespace tenon {

constexpr uint32_t None = ~uint32_t(0);

/// The error for a budget that ran out while `what` was going on.
llvm::Error budgetError(const Budget &budget, Budget::Limit limit, llvm::StringRef what);

/// Calls Budget::exceeded every thousand steps or so.
class BudgetWatch {
public:
  explicit BudgetWatch(const Budget &limits) : budget(limits) {}
  /// Whether the budget has run out, asked after `work` more steps.
  bool ranOut(size_t work = 1) {
    steps += work;
    if (steps < Interval || reached != Budget::Limit::None)
      return reached != Budget::Limit::None;
    steps = 0;
    reached = budget.exceeded();
    return reached != Budget::Limit::None;
  }
  llvm::Error error(llvm::StringRef what) const { return budgetError(budget, reached, what); }

private:
  static constexpr size_t Interval = 4096;
  const Budget &budget;
  size_t steps = 0;
  Budget::Limit reached = Budget::Limit::None;
};

/// `roundWork`: how often the rounds may visit each transition on average before Valmari's algorithm takes over.
llvm::Expected<Partition> refineStrong(const Lts &lts, const Budget &budget, size_t roundWork = 24);
llvm::Expected<Partition> refineBranching(const Lts &lts, const Budget &budget);
llvm::Expected<Partition> refineWeak(const Lts &lts, const Budget &budget);

/// Renumbers blocks in order of their least state. `classOf` may have one more entry, the class of ERROR.
Partition canonicalPartition(llvm::ArrayRef<uint32_t> classOf, StateId states);

/// One state for each block, with the transitions between blocks. Transitions into the error block go to ERROR; its
/// state keeps nothing but a silent transition into ERROR. For strong bisimilarity the first member of a block speaks
/// for all; otherwise (`silentInside`) all members do, and silent transitions within a block are dropped.
Lts quotient(const Lts &lts, const Partition &partition, bool silentInside, LtsBuilder::Keep keep);

/// Drops the transitions of a weakly minimal LTS that its other transitions imply as weak ones. What remains is the
/// least set with the same weak transitions (Eloranta, Tienari and Valmari, "Essential transitions to bisimulation
/// equivalences", TCS 179, 1997).
llvm::Expected<Lts> essentialTransitions(const Lts &lts, const Budget &budget);

} // namespace tenon

#endif // TENON_LIB_LTS_REFINEMENT_H
