//===- RepairText.h - The text of a repaired model --------------*- C++ -*-===//

#ifndef TENON_LIB_REPAIR_REPAIRTEXT_H
#define TENON_LIB_REPAIR_REPAIRTEXT_H

#include "RepairTarget.h"

namespace tenon {

/// A model in which a component was changed.
struct RepairedText {
  std::string text;
  std::string note; ///< Where the component could not keep its form: why.
  /// What was learned about a component that goes other ways than the repair that was asked for: nothing at a limit.
  std::optional<AssumptionReport> assumption;
  std::vector<std::string> statements; ///< What it says of each of the repair's gates, where edits made it.
  bool goesOtherWays = false;          ///< What was learned about the repair does not tell of the text.
};

/// Writes what has become of copy number `copy` into the definition, by edits where these can say it, or else anew: a
/// component as an automaton, a process with a local process for each state. Where the condition of an `if` or `while`
/// can say what a constraint says, and the property holds for the ways that are then open, it does. An error if the
/// source has no words for it.
llvm::Expected<RepairedText> writeRepair(LoadedModel &loaded, const RepairTarget &target, size_t copy,
                                         const ComponentRepair &repair, const RepairSettings &settings,
                                         const Budget &budget);

/// The text with a comment in front of a definition.
std::string withComment(llvm::StringRef text, size_t offset, llvm::StringRef comment);

/// The text with line ends as the original has them: CR and LF, if all of its lines end so.
std::string withLineEndsOf(llvm::StringRef original, std::string text);

} // namespace tenon

#endif // TENON_LIB_REPAIR_REPAIRTEXT_H
