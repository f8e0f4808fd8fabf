//===- tenon/View/ModelPage.h - What a page says about a model ------------===//

#ifndef TENON_VIEW_MODELPAGE_H
#define TENON_VIEW_MODELPAGE_H

#include "tenon/Check/BoundedChecker.h"
#include "tenon/Check/Checker.h"
#include "tenon/Repair/MutationRepair.h"
#include "tenon/Repair/RepairGoals.h"
#include "tenon/Sema/CFrontend.h"
#include "tenon/Sema/Frontend.h"
#include "tenon/View/Page.h"

namespace tenon {

struct ModelPageOptions {
  /// A transition system with more states is left out of the page, which says so.
  uint64_t maxStates = DefaultStates;
  /// Transitions of all systems in the page; those that are too much are left out, the later ones first.
  uint64_t maxTransitions = 2'000'000;
  CheckOptions check;
  RepairSettings repair;
  seq::MutationRepairOptions mutation; ///< Of the repair goals that ask for it, and of C programs.

  static constexpr uint64_t DefaultStates = 100'000;
};

/// Answers the goals of a model (or the default checks), carries out its repair goals, and collects what a page shows:
/// the answers as `tenon check --format=json` has them; each definition as an automaton; each composite with its
/// components; each counterexample with the states of all components after each step, replayed with Check/Animation.h;
/// assumptions and interfaces as automata; repairs with their diffs.
///
/// `file` is the model's name, `lowering` that of what `frontend` has read. Nullopt after errors, which are in the
/// diagnostics. What does not fit a limit is left out, and the page says why.
std::optional<Page> modelPage(Frontend &frontend, Lowering &lowering, llvm::StringRef file,
                              const ModelPageOptions &options);

struct ProgramPageOptions {
  BoundedOptions check;
  seq::MutationRepairOptions mutation;
};

/// The same for a C program that the front end has analyzed: the verdict, the run line by line with its values, and
/// the repairs by mutation if an execution fails.
Page programPage(CFrontend &frontend, llvm::ArrayRef<std::string> files, const ProgramPageOptions &options,
                 const Budget &budget);

} // namespace tenon

#endif // TENON_VIEW_MODELPAGE_H
