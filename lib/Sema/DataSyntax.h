//===- DataSyntax.h - What an AST tells about data, before any name is known ===//

#ifndef TENON_LIB_SEMA_DATASYNTAX_H
#define TENON_LIB_SEMA_DATASYNTAX_H

#include "tenon/Syntax/Ast.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace tenon {

/// Whether `isSought` holds for some part of an expression; asked from the outside in, up to the first.
bool anyPart(const ast::Expr &e, llvm::function_ref<bool(const ast::Expr &)> isSought);

/// Whether the outermost part of an expression is one that FSP's own expressions do not have.
bool isDataOnly(const ast::Expr &e);

/// Whether a process has constraints (with qualified names) or marked states, which FSP's own do not have.
bool hasData(const ast::ProcessDefinition &process);

} // namespace tenon

#endif // TENON_LIB_SEMA_DATASYNTAX_H
