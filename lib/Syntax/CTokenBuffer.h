//===- CTokenBuffer.h - The tokens of a C file, without macros ------------===//
//
// Directives are carried out when the tokens are read: macros are put in place, what is conditional is left out,
// standard headers are known. A token keeps where it stands in the text and, out of a macro, where it is spelled.
//
//===----------------------------------------------------------------------===//

#ifndef TENON_LIB_SYNTAX_CTOKENBUFFER_H
#define TENON_LIB_SYNTAX_CTOKENBUFFER_H

#include "TenonCLexer.h"
#include "antlr4-runtime.h"

#include "tenon/Support/Diagnostics.h"
#include "tenon/Support/SourceSpan.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

#include <deque>
#include <vector>

namespace tenon {

using CTokenType = grammar::TenonCLexer;

class CToken final : public antlr4::Token {
public:
  CToken(size_t type, llvm::StringRef text, const SourceSpan &source) : type(type), text(text), source(source) {}

  size_t type;
  llvm::StringRef text;
  SourceSpan source;
  size_t index = 0;

  std::string getText() const override { return text.str(); }
  size_t getType() const override { return type; }
  size_t getLine() const override { return 0; }
  size_t getCharPositionInLine() const override { return 0; }
  size_t getChannel() const override { return DEFAULT_CHANNEL; }
  size_t getTokenIndex() const override { return index; }
  size_t getStartIndex() const override { return index; }
  size_t getStopIndex() const override { return index; }
  antlr4::TokenSource *getTokenSource() const override { return nullptr; }
  antlr4::CharStream *getInputStream() const override { return nullptr; }
  std::string toString() const override { return text.str(); }
};

class CTokenBuffer final : public antlr4::TokenStream {
public:
  /// `given`: macros with their texts, which stay as they are.
  CTokenBuffer(llvm::StringRef text, llvm::ArrayRef<std::pair<llvm::StringRef, llvm::StringRef>> given,
               DiagnosticEngine &diagnostics);

  const CToken &at(size_t i) const { return *tokens[std::min(i, tokens.size() - 1)]; }
  size_t last() const { return tokens.size() - 1; } ///< The index of the token EOF.
  /// Names of macros with parameters, which have been reported.
  const llvm::StringSet<> &refusedMacros() const { return refused; }
  bool hasErrors() const { return unreadable > 0; } ///< Tokens were left out.

  // antlr4::TokenStream
  antlr4::Token *LT(ssize_t k) override;
  antlr4::Token *get(size_t i) const override { return tokens[i]; }
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
  struct RawToken {
    size_t type;
    size_t begin, end; ///< Byte offsets in `text` of the reader.
  };
  struct Macro {
    std::vector<CToken> body; ///< Each with its range.
    llvm::SMRange text;
    bool isOpen = false;  ///< Being put in place.
    bool isGiven = false; ///< From outside.
  };

  std::vector<RawToken> lex(llvm::StringRef whole, size_t begin, size_t end);
  void reportUnreadable(const RawToken &token, llvm::StringRef whole);
  void directive(llvm::StringRef whole, const RawToken &token);
  void define(llvm::StringRef whole, const RawToken &directive, size_t begin);
  void include(llvm::StringRef rest, llvm::SMRange where);
  void condition(llvm::StringRef word, llvm::StringRef rest, llvm::SMRange where);
  void predefine(llvm::StringRef name, llvm::StringRef text);
  void put(const CToken &token);
  /// `outer`: of the first macro in a row of them; null outside.
  void expand(const CToken &token, const SourceSpan *outer);
  void markTypeNames();
  void declareTypes(size_t typedefToken, llvm::StringSet<> &names);
  bool isSkipping() const;

  DiagnosticEngine &diagnostics;
  llvm::StringMap<Macro> macros;
  llvm::StringSet<> refused;
  struct Conditional {
    bool isActive, wasActive;
    llvm::SMRange where;
  };
  std::vector<Conditional> conditionals;
  std::deque<CToken> storage;
  std::vector<CToken *> tokens; ///< Ends with one of type EOF.
  size_t position = 0;
  unsigned unreadable = 0;
};

} // namespace tenon

#endif // TENON_LIB_SYNTAX_CTOKENBUFFER_H
