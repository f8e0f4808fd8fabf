//===- RecurringConstraints.h - One constraint for many ---------*- C++ -*-===//
//
// Where abduction finds one constraint after the other at a place, because each error trace is a little longer than the
// one before, one that is common to them is looked for: what they exclude is generalized, as bounds and remainders
// that the row points to, and whether that is enough is checked for all runs. From the invariant of that check the
// weakest condition is read off that it needs.
//
//===----------------------------------------------------------------------===//

#ifndef TENON_LIB_REPAIR_RECURRINGCONSTRAINTS_H
#define TENON_LIB_REPAIR_RECURRINGCONSTRAINTS_H

#include "InvariantProjection.h"
#include "RegionShape.h"

#include "tenon/Check/ProgramChecker.h"

#include <functional>

namespace tenon {

class RecurringConstraints {
public:
  /// `gated`: the component with a condition at the place, which may hold other constraints already. `loss`: how much
  /// good behavior a condition gives up there.
  RecurringConstraints(const ProgramSystem &system, uint32_t component, std::function<GatedComponent(Term)> gated,
                       std::function<size_t(Term)> loss, ProgramCheckOptions check, SmtContext &context,
                       const Budget &budget);

  /// The weakest condition found that lets the system satisfy its property, whatever the data, and lets something pass
  /// that the constraints, in their order, let pass; null if there is none. What stands at the place already may be
  /// needed as well. Some checks of the system, with limits that count work, and few with limits of time.
  Term findCommon(llvm::ArrayRef<Term> constraints);

private:
  bool isSafe(Term condition);
  bool canPass(Term condition);
  bool isImplied(Term assumption, Term condition);
  Term tried(Term condition, llvm::ArrayRef<Term> constraints);
  Term weakened(Term condition, llvm::ArrayRef<Term> constraints);
  Term relaxed(llvm::function_ref<Term(const llvm::DynamicAPInt &)> family, llvm::DynamicAPInt unsafe,
               llvm::DynamicAPInt safe);
  Term findFurtherOn(llvm::ArrayRef<QuantityRow> rows, llvm::ArrayRef<Term> constraints);
  std::vector<Term> comparable(Term quantity) const;
  ProgramSystem systemWith(const GatedComponent &component) const;
  Term readableForm(Term condition);

  const ProgramSystem &system;
  uint32_t component;
  std::function<GatedComponent(Term)> gated;
  std::function<size_t(Term)> loss;
  ProgramCheckOptions look;
  SmtContext &context;
  TermContext &terms;
  const Budget &budget;
  std::vector<VariableId> own;    ///< The component's variables.
  std::vector<Rational> familiar; ///< Numbers that the source has.
};

} // namespace tenon

#endif // TENON_LIB_REPAIR_RECURRINGCONSTRAINTS_H
