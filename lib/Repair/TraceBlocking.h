//===- TraceBlocking.h - A constraint for an error trace --------*- C++ -*-===//

#ifndef TENON_LIB_REPAIR_TRACEBLOCKING_H
#define TENON_LIB_REPAIR_TRACEBLOCKING_H

#include "ConstraintPlaces.h"

#include <map>

namespace tenon {

/// A step, and where its constraint went.
struct PlacedStep {
  RepairStep step;
  PlaceKey key;
};

/// Makes error traces of a component impossible, one after the other, by constraints.
class TraceBlocker {
public:
  /// `repair` is the component as it is at the time of each call, and is changed.
  TraceBlocker(const ProgramSystem &system, uint32_t component, const AgrOptions &options, ComponentRepair &repair,
               SmtContext &context, const Budget &budget)
      : system(system), component(component), options(options), repair(repair), context(context), budget(budget),
        places(system, component, options, repair, context, budget) {}

  enum class Outcome {
    Blocked,
    Impossible, ///< By no constraint.
    Blind,      ///< No condition was found that is enough, nor will be: see reason().
  };
  /// Of the run, one of the component as it is: says in `placed` what was done. `before`: the steps so far, of which
  /// those are marked that this one replaces.
  Outcome block(llvm::ArrayRef<SystemStep> run, PlacedStep &placed, llvm::MutableArrayRef<RepairStep> before);
  const std::string &reason() const { return obstacle; }

  /// Whether the last constraint is one of several at its place that are not enough.
  bool isRecurring() const { return rowLength > 1; }
  /// What is enough and gives up much, to be taken if nothing else is found.
  const std::optional<std::pair<ComponentRepair, PlacedStep>> &lastResort() const { return poor; }
  ConstraintPlaces &allPlaces() { return places; }
  /// A condition, as within the component.
  std::string printed(Term condition) const;

private:
  std::optional<ConstraintPlace> sufficient(llvm::ArrayRef<SystemStep> run, llvm::ArrayRef<ConstraintPlace> ordered);
  std::optional<ConstraintPlace> common(llvm::ArrayRef<SystemStep> run, llvm::ArrayRef<ConstraintPlace> ordered);
  std::optional<ConstraintPlace> commonAt(llvm::ArrayRef<SystemStep> run, const ConstraintPlace &place,
                                          llvm::ArrayRef<Term> row);
  void replaceBy(llvm::ArrayRef<SystemStep> run, ConstraintPlace &place, llvm::MutableArrayRef<RepairStep> before);
  void describe(PlacedStep &placed, const ConstraintPlace &place) const;

  const ProgramSystem &system;
  uint32_t component;
  const AgrOptions &options;
  ComponentRepair &repair;
  SmtContext &context;
  const Budget &budget;
  ConstraintPlaces places;
  std::map<PlaceKey, std::vector<Term>> abduced; ///< What was abduced for a place, and was not enough.
  std::optional<std::pair<ComponentRepair, PlacedStep>> poor;
  std::string obstacle;
  size_t rowLength = 0;      ///< Of the row that the last constraint belongs to.
  bool isKnownToSee = false; ///< ConstraintPlaces::isBlind() has been asked.
};

} // namespace tenon

#endif // TENON_LIB_REPAIR_TRACEBLOCKING_H
