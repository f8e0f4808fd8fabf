//===- ProgramGoals.h - Goals about systems with data ---------------------===//

#ifndef TENON_LIB_CHECK_PROGRAMGOALS_H
#define TENON_LIB_CHECK_PROGRAMGOALS_H

#include "tenon/Check/Checker.h"
#include "tenon/Check/ProgramChecker.h"

namespace tenon {

/// Safety and freedom from deadlock of systems that have components, decided by ProgramChecker.
class ProgramGoals {
public:
  ProgramGoals(Lowering &lowering, const CheckOptions &options) : lowering(lowering), options(options) {}

  /// Whether `name` is a system with components, or a component, which is not to be lowered to transition systems:
  /// these are for data that no other process sees, and where no method for transition systems is asked for.
  bool isSystem(llvm::StringRef name) const;
  /// Whether this class is to answer the goal.
  bool handles(const Goal &goal) const;

  /// The goal's result; none if the diagnostics say why.
  std::optional<CheckResult> check(const Goal &goal);
  /// The default checks of a system: deadlock, and ERROR in a component.
  std::vector<CheckResult> checkTarget(llvm::StringRef name);

private:
  bool wantsExplicit(const SystemModel &system) const;
  /// `goal`: whose property watches the system, or null.
  std::optional<ProgramSystem> lower(llvm::StringRef name, const Goal *goal);
  bool checkMonitorLabels(const ProgramSystem &system, const Goal &goal);
  bool addMonitor(ProgramSystem &system, llvm::StringRef name, const Goal &goal);
  CheckResult decide(const ProgramSystem &system, ReachabilityGoal asked, llvm::StringRef property);
  void certify(CheckResult &result, const ProgramSystem &system, ReachabilityGoal asked, const ProgramAnswer &answer);

  Lowering &lowering;
  const CheckOptions &options;
};

} // namespace tenon

#endif // TENON_LIB_CHECK_PROGRAMGOALS_H
