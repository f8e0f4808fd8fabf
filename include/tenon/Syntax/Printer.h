//===- tenon/Syntax/Printer.h - AST to source text ------------------------===//

#ifndef TENON_SYNTAX_PRINTER_H
#define TENON_SYNTAX_PRINTER_H

#include "tenon/Syntax/Ast.h"

#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

namespace tenon {

/// Prints a file in the standard layout, with its comments where they stood (before the same token, on a line of
/// their own or at the end of a line as before). Printing what was printed gives the same text.
void printSource(const ast::SourceFile &file, const llvm::SourceMgr &sources, llvm::raw_ostream &os);

/// Prints one definition, without comments.
void printDefinition(const ast::Definition &definition, llvm::raw_ostream &os);

/// Prints an expression as it would stand in a source file.
void printExpr(const ast::Expr &expr, llvm::raw_ostream &os);

/// Prints a label element as it would stand in a source file.
void printLabel(const ast::LabelElement &label, llvm::raw_ostream &os);

} // namespace tenon

#endif // TENON_SYNTAX_PRINTER_H
