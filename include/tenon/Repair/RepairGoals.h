//===- tenon/Repair/RepairGoals.h - From a model to a repaired source -----===//
//
// `repair M in S for P`: the model is read, the component verified or repaired (AssumeGuaranteeRepair.h), and what has
// become of it written into the user's own text. The text is read again, verified and certified before it counts.
//
//===----------------------------------------------------------------------===//

#ifndef TENON_REPAIR_REPAIRGOALS_H
#define TENON_REPAIR_REPAIRGOALS_H

#include "tenon/Check/Checker.h"
#include "tenon/Repair/AssumeGuaranteeRepair.h"
#include "tenon/Sema/Sema.h"

namespace tenon {

/// How traces are removed.
enum class RepairMethod {
  Exact,
  Approximate,
  Aggressive,
  Restriction, ///< Within the text of a process of FSP: alternatives are left out, guards become stronger.
  /// All of these. The repair that breaks fewest of the file's goals, brings no deadlock into the system, keeps the
  /// most actions of the property going and is written in the user's own text; then the one that keeps most of the
  /// accepted traces; then the smallest edit.
  Best,
  Mutation, ///< Of a process of FSP, where all that takes behavior away gives up too much: RepairSettings::mayMutate.
};
llvm::StringRef repairMethodName(RepairMethod method);
std::optional<RepairMethod> findRepairMethod(llvm::StringRef name);

/// What is to be repaired. All names are the source's.
struct RepairQuestion {
  std::string system;
  /// A definition, or the name of one of its copies in the system. Empty: whichever can be repaired best.
  std::string component;
  /// A property, an observer, or a process that is a property. For mutations alone also an assertion, a progress test,
  /// or what the system refines or simulates.
  std::string property;
  /// Satisfies; for mutations alone also DeadlockFree, Refines, Simulates.
  Goal::Kind kind = Goal::Kind::Satisfies;

  /// What a repair is for, as in `repair Client for Encrypts`: a name, `deadlockfree`, or `refines Spec`.
  std::string aim() const;
  /// `Protocol satisfies Encrypts`
  std::string statement() const;
};

struct RepairSettings {
  RepairMethod method = RepairMethod::Best;
  Placement place = Placement::Early;
  bool allowTrivial = false;
  /// Best: where a repair of processes without data would give up actions of the property, break goals or bring a
  /// deadlock, small mutations (ComponentMutation.h) are tried, which may add behavior.
  bool mayMutate = false;
  /// A mutation may bring a deadlock into the system. Best allows it where a repair would give up actions of the
  /// property otherwise.
  bool mayDeadlock = false;
  LearnerKind learner = LearnerKind::ObservationTable;
  AssumptionGoal goal = AssumptionGoal::Auto;
  ConstraintReading reading = ConstraintReading::Urgent;
  SafetyEngine engine; ///< Of the checks of the whole system.
  SemaOptions sema;
  /// For the file's other goals, whose expectations are to be right again.
  std::vector<GoalRunner> runners;
};

/// Verifies or repairs one component. `text` is the file's, `file` its name, for the diff and for what it includes.
/// The result's kind is Repair and it has a RepairReport. Its verdict: Holds if the property holds, now or before;
/// Violated if nothing could be repaired; Unknown at a limit. An error if the question or the text is wrong. What is no
/// safety property (deadlock, progress, formulas, refinement, simulation) is repaired by mutations alone, whatever the
/// settings say.
llvm::Expected<CheckResult> repairSource(llvm::StringRef text, llvm::StringRef file, const RepairQuestion &question,
                                         const RepairSettings &settings, const Budget &budget);

/// Whether `component`, as the text has it, may stand where the assumption in `assumption` was proved about one: the
/// rest of the system satisfies the property with the assumption in its place (premise 1), and the traces of the
/// component are among the assumption's (premise 2; section 2 of the paper). For systems with components; `assumption`
/// is what RepairReport::assumption is, read beside the text. `question.component` may be empty: whom the name of the
/// assumption says it is about.
llvm::Expected<CheckResult> checkAssumption(llvm::StringRef text, llvm::StringRef file, const RepairQuestion &question,
                                            llvm::StringRef assumption, llvm::StringRef assumptionFile,
                                            const RepairSettings &settings, const Budget &budget);

} // namespace tenon

#endif // TENON_REPAIR_REPAIRGOALS_H
