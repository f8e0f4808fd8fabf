//===- tenon/Repair/ComponentMutation.h - Mutations of components ---------===//
//
// FL-AllRepair (MutationRepair.h) for a component of a system that communicates: its expressions are mutated, where
// RepairGoals.h only restricts what it does. Candidates are validated by the unbounded check of the whole system
// (Check/ProgramChecker.h), so that repairs are right for all runs.
//
// A counterexample is a run with values. All that its steps depend on (the dynamic slice: constraints and actions in
// it, and assignments whose values reach them) is a must location set: while it is as it is, the run stays possible. It
// is replayed on a candidate before the check.
//
// A repair has to leave something of the component: with each of its actions that were possible before still possible,
// no deadlock where there was none, and all other goals of the file that held holding.
//
//===----------------------------------------------------------------------===//

#ifndef TENON_REPAIR_COMPONENTMUTATION_H
#define TENON_REPAIR_COMPONENTMUTATION_H

#include "tenon/Repair/MutationText.h"
#include "tenon/Repair/RepairGoals.h"

namespace tenon {

struct ComponentMutationResult {
  RepairQuestion question; ///< The component by its definition.
  /// What the result speaks of; positions point into `source`.
  seq::Program sites;
  seq::SourceFile source;
  seq::MutationRepairResult result;
  /// The whole file with each repair, in their order; its goals expect what holds now.
  std::vector<std::string> texts;
  /// Of processes: of some runs after each repair, how many there were not before.
  std::vector<size_t> newRuns;
  /// Of processes: whether a shortest way to a violation is left, but for its last step.
  std::vector<bool> keepsLead;
  std::string reason; ///< Unknown: why.
  /// Candidates that satisfy the property, but leave too little of the component.
  size_t trivial = 0;
  std::shared_ptr<const void> owner; ///< Of the text.
};

/// All minimal repairs of one component by mutations, up to a size. Of the options, those count that are not about
/// bounds. An error if the question or the text is wrong. The number of checks is that of candidates that no earlier
/// counterexample excludes.
llvm::Expected<ComponentMutationResult> repairByMutation(llvm::StringRef text, llvm::StringRef file,
                                                         const RepairQuestion &question, const RepairSettings &settings,
                                                         const seq::MutationRepairOptions &options,
                                                         const Budget &budget);

} // namespace tenon

#endif // TENON_REPAIR_COMPONENTMUTATION_H
