//===- CompositionEdits.h - Mutations of a composition ----------*- C++ -*-===//

#ifndef TENON_LIB_REPAIR_COMPOSITIONEDITS_H
#define TENON_LIB_REPAIR_COMPOSITIONEDITS_H

#include "tenon/Repair/SourceRepair.h"
#include "tenon/Syntax/Ast.h"

namespace tenon {

/// What a composition of processes may become by one change, each an edit of the text, in textual order. `all`: the
/// definitions among which other processes and ranges are.
///
///   level 1: operators in arguments and conditions
///   level 2: also a number there one more or less
///   level 3: also a name one more or less; another process in the place of one; another process or number for the
///            first of those that an index stands for, or one of those that a set does
std::vector<SourceEdit> compositionEdits(const ast::CompositeDefinition &definition, llvm::StringRef text,
                                         unsigned level, llvm::ArrayRef<const ast::Definition *> all);

/// The composites that a system consists of, itself first, each once.
std::vector<const ast::CompositeDefinition *> compositesIn(llvm::StringRef system,
                                                           llvm::ArrayRef<const ast::Definition *> all);

} // namespace tenon

#endif // TENON_LIB_REPAIR_COMPOSITIONEDITS_H
