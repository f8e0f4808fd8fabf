//===- ProcessEdits.h - Mutations of a process of FSP -----------*- C++ -*-===//

#ifndef TENON_LIB_REPAIR_PROCESSEDITS_H
#define TENON_LIB_REPAIR_PROCESSEDITS_H

#include "tenon/Repair/SourceRepair.h"
#include "tenon/Syntax/Ast.h"

namespace tenon {

/// Actions that a process may do instead of its own, or besides.
struct ActionTexts {
  std::vector<std::string> labels; ///< Each one label.
  /// With indices, sets and variables, as the process itself or another one in the file has them, properties aside.
  /// Where a variable is not bound the text is not well-formed.
  std::vector<std::string> own, others;
};

/// The texts of actions in the definitions: without repetition, in their order, first those of `definition`.
ActionTexts actionTexts(const ast::ProcessDefinition &definition, llvm::ArrayRef<const ast::Definition *> all);

/// What the definition of a process may become by one change, each an edit of the text, in textual order:
///
///   level 1: neighbors in a row of actions in each other's place; in guards and conditions < and <=, > and >=, && and
///            ||; + and - there and in indices
///   level 2: also a label or an own text more in a row of actions; alternatives that begin with the same actions
///            become one that chooses behind them; each comparison to the five others; a number one more or less
///   level 3: also a name, or a number that divides, one more or less; an action less, or a label or text in its place,
///   or as an alternative to
///            it; a variable for another index of an action;
///            another local process behind it
std::vector<SourceEdit> processEdits(const ast::ProcessDefinition &definition, llvm::StringRef text, unsigned level,
                                     const ActionTexts &actions);

} // namespace tenon

#endif // TENON_LIB_REPAIR_PROCESSEDITS_H
