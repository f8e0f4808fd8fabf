//===- GoalUpdate.h - The goals of a repaired model -------------*- C++ -*-===//

#ifndef TENON_LIB_REPAIR_GOALUPDATE_H
#define TENON_LIB_REPAIR_GOALUPDATE_H

#include "RepairTarget.h"

namespace tenon {

/// What the check says of the text as it is. Nullopt after errors in the diagnostics.
std::optional<CheckResult> answerQuestion(LoadedModel &loaded, const RepairQuestion &question,
                                          const RepairSettings &settings, bool certify);

struct GoalUpdate {
  std::string text;
  /// Goals that were as wanted and are not any more, and what other systems do not do any more that theirs speak of.
  std::vector<std::string> notes;
};

/// Where a goal of the repaired text holds that `expect violated` says otherwise of, `expect holds`.
llvm::Expected<GoalUpdate> updateGoals(llvm::StringRef before, llvm::StringRef after, llvm::StringRef file,
                                       const RepairQuestion &question, const RepairSettings &settings,
                                       const Budget &budget);

} // namespace tenon

#endif // TENON_LIB_REPAIR_GOALUPDATE_H
