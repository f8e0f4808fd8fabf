//===- MutationAttempt.h - The smallest mutation of a system ----*- C++ -*-===//

#ifndef TENON_LIB_REPAIR_MUTATIONATTEMPT_H
#define TENON_LIB_REPAIR_MUTATIONATTEMPT_H

#include "RepairAttempt.h"
#include "RepairScope.h"

namespace tenon {

/// The smallest mutation of one of the definitions: one with which all runs stay as they were that do not violate, or
/// one of the lowest level, and of these the one with which most do. Not proved yet. Nullopt if few candidates have
/// none.
std::optional<RepairAttempt> attemptMutation(llvm::StringRef text, llvm::StringRef file, RepairQuestion question,
                                             const RepairScope &scope, const RepairSettings &settings,
                                             const Budget &budget);

/// Of components with data: one change of level 1, with which more than a quarter of the runs stay.
std::optional<RepairAttempt> attemptComparison(llvm::StringRef text, llvm::StringRef file, RepairQuestion question,
                                               const RepairScope &scope, const RepairSettings &settings,
                                               const Budget &budget);

/// Of processes: one change of level 1 or 2 of the components, with which a way to a violation is left but for its last
/// step, and as large a share of the runs that do not violate; or of the compositions, with which no runs come.
std::optional<RepairAttempt> attemptBetter(llvm::StringRef text, llvm::StringRef file, RepairQuestion question,
                                           const RepairScope &scope, const RepairSettings &settings,
                                           const Budget &budget, double share);

} // namespace tenon

#endif // TENON_LIB_REPAIR_MUTATIONATTEMPT_H
