//===- ContextualWords.h - Words that are keywords in components only -----===//

#ifndef TENON_LIB_SYNTAX_CONTEXTUALWORDS_H
#define TENON_LIB_SYNTAX_CONTEXTUALWORDS_H

#include "TokenBuffer.h"

namespace tenon {

/// Gives the words of components, observers and channels their types (see TenonLexer.g4), where one is defined: in FSP
/// none of these places is legal. Within the braces of a component a word is a keyword where a statement begins, unless
/// what follows shows that it is a channel, a label or a variable (`accept?x`, `or = 1`). Linear.
void markComponentWords(TokenBuffer &tokens);

} // namespace tenon

#endif // TENON_LIB_SYNTAX_CONTEXTUALWORDS_H
