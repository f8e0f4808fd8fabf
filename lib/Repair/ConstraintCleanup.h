//===- ConstraintCleanup.h - As a person would write them -----*- C++ -*-===//

#ifndef TENON_LIB_REPAIR_CONSTRAINTCLEANUP_H
#define TENON_LIB_REPAIR_CONSTRAINTCLEANUP_H

#include "ConstraintPlaces.h"
#include "ErrorSearch.h"

namespace tenon {

/// Changes the constraints of a repair once all of them are there, as each was found for one error trace and without
/// those that came later. One that stands behind a communication which it is not about goes in front of that, so that
/// nobody gets stuck between. Parts of `||` go, and `!=` becomes a bound, where values that need them do not come up;
/// then constraints and parts of `&&` that the property does not need. What is good before stays possible; only where
/// that makes another constraint superfluous it is the good runs of the sample that have to stay.
class ConstraintCleanup {
public:
  /// `repair`: has constraints only, with which the system satisfies the property. It is changed.
  ConstraintCleanup(const ProgramSystem &system, uint32_t component, ComponentRepair &repair, ConstraintPlaces &places,
                    const ProgramCheckOptions &check, SmtContext &context, const Budget &budget);

  /// Whether there was anything. Some checks of the system for each constraint, of limited effort.
  bool run();
  /// Where constraints stood, and where they stand.
  llvm::ArrayRef<std::pair<PlaceKey, PlaceKey>> moved() const { return moves; }

private:
  using Gate = ComponentRepair::Gate;

  bool proves(const ComponentRepair &candidate);
  bool comesTo(const Gate &gate, Term states);
  Verdict freeOfDeadlocks(const ComponentRepair &candidate);
  bool isNoLoss(const Gate &gate, const ComponentRepair &without);
  bool moveForward();
  bool dropGate(llvm::function_ref<bool(const Gate &, const ComponentRepair &)> mayGo);
  bool dropPart();
  bool strengthen();
  bool exchange();
  std::vector<Term> strongerForms(Term condition);

  const ProgramSystem &system;
  uint32_t component;
  ComponentRepair &repair;
  ConstraintPlaces &places;
  ErrorSearch search;
  SmtContext &context;
  TermContext &terms;
  const Budget &budget;
  size_t checksLeft;
  std::vector<std::pair<PlaceKey, PlaceKey>> moves;
};

} // namespace tenon

#endif // TENON_LIB_REPAIR_CONSTRAINTCLEANUP_H
