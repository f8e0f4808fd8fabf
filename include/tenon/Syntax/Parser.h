//===- tenon/Syntax/Parser.h - Source text to AST -------------------------===//

#ifndef TENON_SYNTAX_PARSER_H
#define TENON_SYNTAX_PARSER_H

#include "tenon/Support/Diagnostics.h"
#include "tenon/Syntax/Ast.h"

#include <optional>

namespace tenon {

/// Brackets, `if`s and prefix operators may be nested this deep; deeper input is refused before it is parsed.
constexpr unsigned MaxNesting = 512;

/// An expression or formula may have this many levels (`1+1+1` has two); a deeper one is refused, since later stages
/// follow its structure recursively.
constexpr unsigned MaxExpressionDepth = 2000;

/// Parses one buffer of `sources` (FSP with Tenon's goals, fsp-language §§1–8, 13, 14, 16, 17).
///
/// Several syntax errors are reported in one call. The result holds the definitions that could be read; it must not
/// be used beyond formatting diagnostics if errors were reported. Bytes over 0x7f may stand in comments, in strings
/// and after the first character of an identifier, whatever their encoding. A NUL byte is an error (a binary file).
/// Time and space are linear in the buffer for FSP without pathological lookahead.
ast::SourceFile parseSource(const llvm::SourceMgr &sources, unsigned bufferId, ast::AstContext &context,
                            DiagnosticEngine &diagnostics);

} // namespace tenon

#endif // TENON_SYNTAX_PARSER_H
