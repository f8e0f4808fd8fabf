//===- tenon/Syntax/Tokens.h - A text as a row of words -------------------===//
//
// What an editor asks about a text that need not be well-formed: where its words are, and which words are taken.
//
//===----------------------------------------------------------------------===//

#ifndef TENON_SYNTAX_TOKENS_H
#define TENON_SYNTAX_TOKENS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace tenon {

/// A word, number, operator or comment of a model.
struct TextToken {
  enum class Kind {
    Keyword,   ///< Also words that are keywords within a component, an observer or a declaration of channels only.
    UpperName, ///< `N`, `P`
    LowerName, ///< `a`, `i`; also the words of goals.
    Number,
    String, ///< Closed or not.
    Operator,
    Comment,
  };
  Kind kind = Kind::Operator;
  llvm::StringRef text; ///< Points into the text.
};

/// The tokens of a model in their order, comments among them. What is no token is left out. Linear.
std::vector<TextToken> tokenize(llvm::StringRef text);

/// Words that no name of a model may be, in order.
llvm::ArrayRef<std::string> reservedWords();

/// The same for C programs.
llvm::ArrayRef<std::string> reservedCWords();

} // namespace tenon

#endif // TENON_SYNTAX_TOKENS_H
