//===- StateCopies.h - Two local processes for one --------------*- C++ -*-===//

#ifndef TENON_LIB_REPAIR_STATECOPIES_H
#define TENON_LIB_REPAIR_STATECOPIES_H

#include "tenon/Repair/SourceRepair.h"
#include "tenon/Syntax/Ast.h"

namespace tenon {

/// Ways to tell apart how a local process of the definition is come to, without a change of what it does: one reference
/// to it leads to a copy, `L_2`, which is the same otherwise. Each is a row of edits; in textual order.
std::vector<std::vector<SourceEdit>> stateCopies(const ast::ProcessDefinition &definition, llvm::StringRef text);

} // namespace tenon

#endif // TENON_LIB_REPAIR_STATECOPIES_H
