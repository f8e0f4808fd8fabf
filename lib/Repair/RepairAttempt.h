//===- RepairAttempt.h - What one method has come to ------------*- C++ -*-===//

#ifndef TENON_LIB_REPAIR_REPAIRATTEMPT_H
#define TENON_LIB_REPAIR_REPAIRATTEMPT_H

#include "SystemBehavior.h"

#include "tenon/Repair/RepairGoals.h"

namespace tenon {

/// What one method has made of the text.
struct RepairAttempt {
  using Outcome = AgrResult::Outcome;

  RepairMethod method = RepairMethod::Approximate;
  Outcome outcome = Outcome::Unknown;
  std::string reason;
  std::string text; ///< Repaired, Trivial: the whole file.
  std::string definition;
  std::vector<RepairStep> steps;
  size_t iterations = 0;
  LearningStatistics queries;
  uint64_t states = 0; ///< Of the component.
  double lost = 0;     ///< Accepted traces, up to some length.
  size_t edited = 0;   ///< Lines of the diff.
  bool isAnew = false; ///< The definition could not keep its form.
  bool onlyConstraints = true;
  bool leavesOut = false;                 ///< Restriction: an alternative, or what follows an action.
  bool isVacuous = false;                 ///< Trivial, as nothing is left that the property speaks of.
  std::optional<SystemBehavior> behavior; ///< Of the repaired system.
  std::optional<std::string> uncounted;   ///< uncountedViolation()
  std::vector<std::string> notes, cycle;
  std::vector<std::string> lasting; ///< Constraints that stay false, in words.
  std::vector<std::string> broken;  ///< Goals of the file that held before, in words.
  std::optional<AssumptionReport> assumption;
  std::optional<CheckResult> proof; ///< Of the whole text.

  bool isRepair() const { return outcome == Outcome::Repaired || outcome == Outcome::Trivial; }
};

/// What the system did before and does not any more, with the repaired component; nothing where that is not known.
std::vector<std::string> lostActions(const std::optional<SystemBehavior> &before, const RepairAttempt &attempt);

/// What could happen again wherever a run of the system had come to, and can still happen, but not always again.
std::vector<std::string> endingActions(const std::optional<SystemBehavior> &before, const RepairAttempt &attempt);

/// Whether the repaired system can deadlock, as it could not before.
bool bringsDeadlock(const std::optional<SystemBehavior> &before, const RepairAttempt &attempt);

/// Says of the steps of the last repair which of these statements, by its gates, their constraints have become.
void nameStatements(std::vector<RepairStep> &steps, llvm::ArrayRef<std::string> statements);

/// Notes and reason of the result: what was done, what it costs, and what the others have come to. `result.verdict` and
/// the text in `result.repair` are final.
void describeAttempts(CheckResult &result, const std::optional<SystemBehavior> &before, const RepairAttempt &chosen,
                      llvm::ArrayRef<RepairAttempt> attempts);

} // namespace tenon

#endif // TENON_LIB_REPAIR_REPAIRATTEMPT_H
