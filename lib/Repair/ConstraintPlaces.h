//===- ConstraintPlaces.h - Where a constraint could go ---------*- C++ -*-===//

#ifndef TENON_LIB_REPAIR_CONSTRAINTPLACES_H
#define TENON_LIB_REPAIR_CONSTRAINTPLACES_H

#include "GoodRuns.h"
#include "InvariantProjection.h"

#include "tenon/Repair/Abduction.h"
#include "tenon/Repair/AssumeGuaranteeRepair.h"

namespace tenon {

/// A place of the original component.
struct PlaceKey {
  Location location = 0;
  bool isEnd = false;            ///< It does not accept there any more.
  std::vector<uint32_t> actions; ///< Only what these transitions do is constrained; empty: whatever begins there.
  friend auto operator<=>(const PlaceKey &, const PlaceKey &) = default;
};

/// A constraint where it could go.
struct ConstraintPlace {
  AbducedConstraint constraint;
  PlaceKey key;
  bool isWritable = false;
  bool isOnlyWay = false; ///< The component has no other way where the constraint blocks it.
  bool isDouble = false;  ///< The source has a constraint right behind it, which could become stronger instead.
  bool isLate = false;    ///< It stands behind a communication that has nothing to do with it.
  size_t kept = 0;        ///< Steps of good runs.
};

/// Compares the places where a constraint would block an error trace, by what it would leave there.
class ConstraintPlaces {
public:
  /// `repair`: the component as it is at the time of each call; the runs below are its own.
  ConstraintPlaces(const ProgramSystem &system, uint32_t component, const AgrOptions &options,
                   const ComponentRepair &repair, SmtContext &context, const Budget &budget)
      : system(system), component(component), options(options), repair(repair), context(context), budget(budget) {}

  /// Those first that keep most, then those that the source has a place for, then those that could stand nowhere else,
  /// then those that leave another way, then those with numbers that the source has.
  std::vector<ConstraintPlace> ranked(llvm::ArrayRef<SystemStep> run, llvm::ArrayRef<AbducedConstraint> places);
  /// How many steps of the good runs are left with a condition at the place and what has been inserted before.
  size_t keptWith(const PlaceKey &key, Term condition);
  /// How many with the constraints that a repair has inserted.
  size_t keptBy(const ComponentRepair &changed);
  /// Whether a repair keeps nearly what the present one does.
  bool isNearlyAsGood(const ComponentRepair &changed);
  /// How much of the good runs is lost, in steps of some percent.
  size_t lossOf(const ConstraintPlace &place);
  size_t unfamiliarNumbers(const ConstraintPlace &place) const;
  /// Whether nearly nothing good is left with it.
  bool isWorthless(const ConstraintPlace &place);
  /// Whether it gives up most of what is good, or of what others keep, which are not enough as they are.
  bool isPoor(const ConstraintPlace &place, llvm::ArrayRef<ConstraintPlace> others);

  /// The first that is enough, unless the condition is much simpler further on; null if none is.
  const ConstraintPlace *preferred(llvm::ArrayRef<ConstraintPlace> ordered,
                                   llvm::function_ref<bool(const ConstraintPlace &)> isEnough);
  /// Whether no condition in front of the component's last step will do: it cannot know what matters.
  bool isBlind(llvm::ArrayRef<SystemStep> run);

  ComponentRepair withConstraint(llvm::ArrayRef<SystemStep> run, const AbducedConstraint &constraint);
  /// The component with a constraint more, and where that stands now.
  GatedComponent gated(llvm::ArrayRef<SystemStep> run, const AbducedConstraint &constraint);
  /// The original component with this constraint only, if that is enough.
  std::optional<ComponentRepair> alone(const ConstraintPlace &place);
  /// Where it says that two numbers differ, that one is less.
  std::vector<Term> boundsIn(Term condition);
  /// In front of what the transition of the present component does; nullopt if no constraint can be written there.
  std::optional<PlaceKey> keyBefore(uint32_t transition) const;
  /// Whether a constraint that was inserted stands at this place.
  bool isAt(const ComponentRepair::Gate &gate, const PlaceKey &key) const;

private:
  void addPlaces(llvm::ArrayRef<SystemStep> run, AbducedConstraint constraint, std::vector<ConstraintPlace> &places);
  ConstraintPlace placeOf(llvm::ArrayRef<SystemStep> run, const AbducedConstraint &constraint);
  uint32_t nextTransition(llvm::ArrayRef<SystemStep> run, size_t step) const;
  Location locationAfter(llvm::ArrayRef<SystemStep> run, size_t step) const {
    return step == 0 ? repair.program().initial : run[step - 1].target[component];
  }
  bool hasNext(llvm::ArrayRef<SystemStep> run, size_t step) const;
  bool isEndOf(llvm::ArrayRef<SystemStep> run, size_t step) const;
  bool isWritten(Location location) const;
  std::vector<uint32_t> originalsOf(Location location, llvm::ArrayRef<ProgramTransition> actions) const;
  std::vector<uint32_t> actionsBehind(const ComponentRepair::Gate &gate) const;
  std::vector<GoodRuns::Constraint> constraintsOf(const ComponentRepair &changed) const;
  const GoodRuns &goodRuns();

  const ProgramSystem &system;
  uint32_t component;
  const AgrOptions &options;
  const ComponentRepair &repair;
  SmtContext &context;
  const Budget &budget;
  std::optional<GoodRuns> sample;
};

} // namespace tenon

#endif // TENON_LIB_REPAIR_CONSTRAINTPLACES_H
