//===- TokenBuffer.h - The tokens of a file, as ANTLR's stream ------------===//
//
// All tokens are read before parsing starts: the nesting check looks at them, and
// error recovery edits them.
//
//===----------------------------------------------------------------------===//

#ifndef TENON_LIB_SYNTAX_TOKENBUFFER_H
#define TENON_LIB_SYNTAX_TOKENBUFFER_H

#include "TenonLexer.h"
#include "antlr4-runtime.h"

#include "tenon/Support/Diagnostics.h"
#include "tenon/Syntax/Ast.h"

#include "llvm/ADT/StringRef.h"

#include <deque>
#include <vector>

namespace tenon {

using TokenType = grammar::TenonLexer;

/// A token is a type and a range of bytes; ANTLR's own carries its text, its line and more.
class SourceToken final : public antlr4::Token {
public:
  SourceToken(size_t type, size_t begin, size_t end) : type(type), begin(begin), end(end) {}

  size_t type;
  size_t begin; ///< Byte offsets, half open.
  size_t end;
  size_t index = 0; ///< In the buffer, as of when it was last handed out.

  std::string getText() const override { return {}; }
  size_t getType() const override { return type; }
  size_t getLine() const override { return 0; }
  size_t getCharPositionInLine() const override { return begin; }
  size_t getChannel() const override { return DEFAULT_CHANNEL; }
  size_t getTokenIndex() const override { return index; }
  size_t getStartIndex() const override { return begin; }
  size_t getStopIndex() const override { return end - 1; }
  antlr4::TokenSource *getTokenSource() const override { return nullptr; }
  antlr4::CharStream *getInputStream() const override { return nullptr; }
  std::string toString() const override { return {}; }
};

class TokenBuffer final : public antlr4::TokenStream {
public:
  /// Reads all tokens of `text`. Unexpected characters and open strings are reported and left out, comments go to
  /// `comments`.
  TokenBuffer(llvm::StringRef text, std::vector<ast::Comment> &comments, DiagnosticEngine &diagnostics);

  llvm::StringRef source() const { return text; }
  const SourceToken &at(size_t i) const { return *tokens[std::min(i, tokens.size() - 1)]; }
  /// The index of the token EOF.
  size_t last() const { return tokens.size() - 1; }
  const SourceToken &current() const { return *tokens[position]; }
  llvm::StringRef spelling(const SourceToken &token) const { return text.slice(token.begin, token.end); }
  llvm::SMRange range(const SourceToken &token) const { return range(token.begin, token.end); }
  llvm::SMRange range(size_t begin, size_t end) const {
    return {llvm::SMLoc::getFromPointer(text.data() + begin), llvm::SMLoc::getFromPointer(text.data() + end)};
  }
  /// Whether a token that could not be read was left out between the tokens `first` and `last`.
  bool hasLexicalError(size_t first, size_t last) const;
  bool gaveUp() const { return tooManyErrors; }

  /// Gives the words of a goal that starts at the current token their types, up to its semicolon.
  void markGoalWords();

  /// Edits for error recovery. `insert` puts a token that has no text before token `i`.
  void insert(size_t i, size_t type);
  void erase(size_t i, size_t count);
  void retype(size_t i, size_t type) { tokens[i]->type = type; }

  // antlr4::TokenStream
  antlr4::Token *LT(ssize_t k) override;
  antlr4::Token *get(size_t i) const override { return numbered(i); }
  antlr4::TokenSource *getTokenSource() const override { return nullptr; }
  std::string getText(const antlr4::misc::Interval &) override { return {}; }
  std::string getText() override { return {}; }
  std::string getText(antlr4::RuleContext *) override { return {}; }
  std::string getText(antlr4::Token *, antlr4::Token *) override { return {}; }
  void consume() override {
    if (position + 1 < tokens.size())
      ++position;
  }
  size_t LA(ssize_t k) override;
  ssize_t mark() override { return 0; }
  void release(ssize_t) override {}
  size_t index() override { return position; }
  void seek(size_t to) override { position = std::min(to, tokens.size() - 1); }
  size_t size() override { return tokens.size(); }
  std::string getSourceName() const override { return {}; }

private:
  void read(std::vector<ast::Comment> &comments, DiagnosticEngine &diagnostics);
  void reportUnexpected(size_t begin, size_t end, DiagnosticEngine &diagnostics);
  /// A name whose bytes are no UTF-8: whether there was something to report.
  bool reportWrongBytes(size_t begin, size_t end, DiagnosticEngine &diagnostics);
  /// Edits move tokens, so a token learns its index when it is asked for.
  SourceToken *numbered(size_t i) const {
    tokens[i]->index = i;
    return tokens[i];
  }

  llvm::StringRef text;
  std::deque<SourceToken> storage;
  std::vector<SourceToken *> tokens; ///< Ends with one of type EOF.
  std::vector<size_t> badOffsets;    ///< Where something was left out, ascending.
  size_t position = 0;
  bool tooManyErrors = false;
};

/// Whether the tokens nest deeper than MaxNesting (reported then): the parser is recursive.
bool nestsTooDeep(const TokenBuffer &tokens, DiagnosticEngine &diagnostics);

/// How many syntax errors of a file are reported before the rest of it is skipped.
constexpr unsigned MaxSyntaxErrors = 100;

} // namespace tenon

#endif // TENON_LIB_SYNTAX_TOKENBUFFER_H
