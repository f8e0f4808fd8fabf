//===- CForeignWords.h - Words of C that the subset does not have ---------===//

#ifndef TENON_LIB_SYNTAX_CFOREIGNWORDS_H
#define TENON_LIB_SYNTAX_CFOREIGNWORDS_H

#include "CTokenBuffer.h"

namespace tenon {

/// Reports words of newer standards and of compilers, each by its name, and leaves something in their place that the
/// grammar knows, so that what follows is read as usual. Linear in the tokens.
std::vector<CToken *> withoutForeignWords(const std::vector<CToken *> &tokens, DiagnosticEngine &diagnostics);

} // namespace tenon

#endif // TENON_LIB_SYNTAX_CFOREIGNWORDS_H
