//===- tenon/Repair/SourceRepair.h - Repairs as edits of the source -------===//
//
// What a repair changes in the user's own text: a constraint goes where it belongs and nothing else is touched; where
// the text has no place for a change, the component is printed anew as an automaton.
//
//===----------------------------------------------------------------------===//

#ifndef TENON_REPAIR_SOURCEREPAIR_H
#define TENON_REPAIR_SOURCEREPAIR_H

#include "tenon/Repair/ComponentRepair.h"
#include "tenon/Sema/ComponentModel.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace tenon {

/// `length` bytes of a text from `offset` on become `text`.
struct SourceEdit {
  size_t offset = 0;
  size_t length = 0;
  std::string text;
};

/// An edit after which a statement says what a constraint does.
struct StatementEdit {
  SourceEdit edit;
  std::string statement; ///< As a report has it: `[x < 3]`; where nobody waits, `if (x < 3)`.

  /// `edit` within the brackets that are at `open` and `close` in `buffer`.
  static StatementEdit within(llvm::StringRef buffer, size_t open, size_t close, SourceEdit edit,
                              llvm::function_ref<std::string(llvm::StringRef)> statement);
};

/// How a repair is written.
struct RepairEdits {
  std::vector<SourceEdit> edits;
  std::vector<std::string> statements; ///< What the text then says of each of the repair's gates.
};

/// Edits must not overlap. Those at the same offset are done in their order.
std::string applyEdits(llvm::StringRef source, std::vector<SourceEdit> edits);

/// What `diff -u` prints, with three lines of context, so that `patch` applies it; empty if the texts are equal.
/// O(lines × different lines).
std::string unifiedDiff(llvm::StringRef before, llvm::StringRef after, llvm::StringRef file);

/// The text of one component.
class ComponentText {
public:
  /// `program` is what has become of the component in a system; its positions must be in `buffer`.
  ComponentText(const Program &program, const ComponentModel &component, llvm::StringRef buffer);

  /// Whether a constraint can be written where control is at this location: before a statement that is no loop; behind
  /// each action that leads there, in the automaton form.
  bool hasPlaceFor(Location location) const;
  /// Whether one can be written in front of these actions, which begin at one location, so that it is about no other:
  /// before a statement, also the first one of a branch of `select`; before the action, in the automaton form.
  bool hasPlaceBefore(llvm::ArrayRef<ProgramTransition> actions) const;

  /// The edits that make the repair; nullopt if it needs more than constraints at such places. The component's
  /// variables are named as within it. Right behind a constraint of the source a new one makes that stronger instead
  /// if it says the same with another comparison (`x <= N` becomes `x < N`), or says more; with `isBesideElse` also
  /// where it has an `[else]` beside it, which other runs then go on with. `instead`: other edits for some of the
  /// repair's gates, by their numbers.
  std::optional<RepairEdits> edits(const ComponentRepair &repair, llvm::ArrayRef<ProgramVariable> variables,
                                   SmtContext &context, const Budget &budget,
                                   llvm::ArrayRef<std::optional<StatementEdit>> instead = {},
                                   bool isBesideElse = false) const;
  /// The one edit that puts `text` in the place of the component's definition.
  SourceEdit replacement(std::string text) const;

private:
  size_t offsetOf(llvm::SMLoc place) const { return static_cast<size_t>(place.getPointer() - buffer.data()); }
  bool contains(llvm::SMRange range) const;
  std::vector<SourceEdit> assumeAt(Location location, llvm::StringRef condition) const;
  std::vector<SourceEdit> assumeBefore(llvm::ArrayRef<ProgramTransition> actions, llvm::StringRef condition) const;
  llvm::StringRef codeBefore(size_t offset) const;
  bool hasElse(const ProgramTransition &constraint) const;
  const ProgramTransition *constraintBefore(Location location) const;
  std::optional<StatementEdit> strengthen(const ProgramTransition &constraint, Term condition, llvm::StringRef text,
                                          SmtContext &context, const Budget &budget) const;
  std::vector<SourceEdit> assumeBefore(llvm::SMRange range, llvm::StringRef condition) const;
  size_t endOf(const Statement &statement) const;

  const Program &program;
  const ComponentModel &component;
  llvm::StringRef buffer;
};

} // namespace tenon

#endif // TENON_REPAIR_SOURCEREPAIR_H
