//===- MutationAttempt.h - The smallest mutation of a system ----*- C++ -*-===//

#ifndef TENON_LIB_REPAIR_MUTATIONATTEMPT_H
#define TENON_LIB_REPAIR_MUTATIONATTEMPT_H

#include "RepairAttempt.h"

namespace tenon {

/// Where a small change is looked for.
struct MutationScope {
  std::vector<std::string> components;   ///< Definitions of processes or components.
  std::vector<std::string> compositions; ///< Tried if no component has a repair,
  bool compositionsFirst = false;        ///< or before them.
  bool isProcess = false;                ///< They are FSP without data.
  bool isSafety = true;                  ///< Of the question: isAboutSafety().
};

/// The smallest mutation of one of the definitions: one with which all runs stay as they were that do not violate, or
/// one of the lowest level, and of these the one with which most do. Not proved yet. Nullopt if few candidates have
/// none.
std::optional<RepairAttempt> attemptMutation(llvm::StringRef text, llvm::StringRef file, RepairQuestion question,
                                             const MutationScope &scope, const RepairSettings &settings,
                                             const Budget &budget);

} // namespace tenon

#endif // TENON_LIB_REPAIR_MUTATIONATTEMPT_H
