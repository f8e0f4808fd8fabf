//===- GuardEdits.h - Stronger guards of a process --------------*- C++ -*-===//

#ifndef TENON_LIB_REPAIR_GUARDEDITS_H
#define TENON_LIB_REPAIR_GUARDEDITS_H

#include "tenon/Repair/SourceRepair.h"
#include "tenon/Syntax/Ast.h"

namespace tenon {

/// Edits of a process each of which makes a guard of an alternative stronger, or gives it one: by a comparison of an
/// index in scope, or of what a guard of the process compares, with a small number or another index. In the place of a
/// comparison of the same, which may be weaker or not; or by another sign of its comparison. In textual order.
std::vector<SourceEdit> strongerGuards(const ast::ProcessDefinition &definition, llvm::StringRef text);

} // namespace tenon

#endif // TENON_LIB_REPAIR_GUARDEDITS_H
