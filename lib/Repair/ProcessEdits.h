//===- ProcessEdits.h - Mutations of a process of FSP -----------*- C++ -*-===//

#ifndef TENON_LIB_REPAIR_PROCESSEDITS_H
#define TENON_LIB_REPAIR_PROCESSEDITS_H

#include "tenon/Repair/SourceRepair.h"
#include "tenon/Syntax/Ast.h"

namespace tenon {

/// What the definition of a process may become by one change, each an edit of the text, in textual order:
///
///   level 1: neighbors in a row of actions in each other's place; in guards and conditions < and <=, > and >=, && and
///            ||; + and - there and in indices of local processes
///   level 2: also one of `labels` more in a row of actions; each comparison to the five others; a number one more or
///            less
///   level 3: also a name one more or less; an action less, or one of `labels` in its place
std::vector<SourceEdit> processEdits(const ast::ProcessDefinition &definition, llvm::StringRef text, unsigned level,
                                     llvm::ArrayRef<std::string> labels);

} // namespace tenon

#endif // TENON_LIB_REPAIR_PROCESSEDITS_H
