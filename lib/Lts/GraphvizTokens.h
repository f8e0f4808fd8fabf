//===- GraphvizTokens.h - The tokens of a graph ---------------------------===//

#ifndef TENON_LIB_LTS_GRAPHVIZTOKENS_H
#define TENON_LIB_LTS_GRAPHVIZTOKENS_H

#include "TextCursor.h"

#include <string>

namespace tenon {

/// The attribute of a graph with the labels that no edge has.
constexpr llvm::StringLiteral DotIdleLabels = "tenon_labels";

struct DotToken {
  enum Kind { End, Id, Html, Arrow, Line, Punctuation };
  Kind kind = End;
  llvm::StringRef text; ///< As it is written.
  std::string value;    ///< Of an Id: without quotes; in quotes, a backslash and what follows it are kept.
  bool isQuoted = false;

  bool is(char c) const { return kind == Punctuation && text[0] == c; }
  bool isKeyword(llvm::StringRef word) const { return kind == Id && !isQuoted && text.equals_insensitive(word); }
};

/// The tokens of a text in Graphviz's language, with one of them in view.
class DotTokens {
public:
  DotTokens(llvm::StringRef text, DiagnosticEngine &diagnostics) : cursor(text, diagnostics) {
    cursor.accept("\xef\xbb\xbf");
    advance();
  }
  const DotToken &current() const { return token; }
  /// False at an error.
  bool advance();
  bool failed() const { return cursor.failed(); }
  bool fail(llvm::StringRef where, const llvm::Twine &message) { return cursor.fail(where, message); }
  bool failHere(const llvm::Twine &message) { return fail(token.text, message); }
  std::string describe() const {
    return token.kind == DotToken::End ? "the end" : "'" + token.text.take_front(20).str() + "'";
  }

private:
  bool skipBlanksAndComments();
  bool readQuoted();
  bool readHtml();

  TextCursor cursor;
  DotToken token;
};

} // namespace tenon

#endif // TENON_LIB_LTS_GRAPHVIZTOKENS_H
