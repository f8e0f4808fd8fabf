//===- SyntaxErrors.h - Messages for slips in the source ------------------===//
//
// ANTLR says which token does not fit. What the user meant is found from the tokens
// around it: each rule here knows one kind of slip, reports it in the user's terms
// and, where the intention is clear, mends the tokens. The definition is then parsed
// again, so that the next error is reported too.
//
//===----------------------------------------------------------------------===//

#ifndef TENON_LIB_SYNTAX_SYNTAXERRORS_H
#define TENON_LIB_SYNTAX_SYNTAXERRORS_H

#include "TenonParser.h"
#include "TokenBuffer.h"

#include "llvm/ADT/SmallVector.h"

#include <initializer_list>

namespace tenon {

/// Leaves the parser at a syntax error; caught by parseSource. It is no RecognitionException, so that the rules of
/// the parser let it pass.
struct SyntaxErrorFound {
  size_t token;                     ///< The index of the token that does not fit.
  std::vector<size_t> rules;        ///< The rules that were being read, innermost first.
  antlr4::misc::IntervalSet wanted; ///< Token types that would fit; may be incomplete or empty.
};

/// Ends the parse at the first error: recovery edits the tokens and parses the definition again.
class StopAtError final : public antlr4::ANTLRErrorStrategy {
public:
  void reset(antlr4::Parser *) override {}
  antlr4::Token *recoverInline(antlr4::Parser *parser) override;
  void recover(antlr4::Parser *, std::exception_ptr) override {}
  void sync(antlr4::Parser *) override {}
  bool inErrorRecoveryMode(antlr4::Parser *) override { return false; }
  void reportMatch(antlr4::Parser *) override {}
  void reportError(antlr4::Parser *parser, const antlr4::RecognitionException &e) override;
};

/// Whether a definition begins at token `i`, as far as the next few tokens tell.
bool isDefinitionStart(const TokenBuffer &tokens, size_t i);

/// Whether a goal (`check`, `repair`, `interface`) begins at token `i`.
bool isGoalStart(const TokenBuffer &tokens, size_t i);

/// The keyword `kind` if a definition that begins with it has no `.` at its end, else empty.
llvm::StringRef unterminatedKind(size_t kind);

class SyntaxErrorReporter {
public:
  SyntaxErrorReporter(TokenBuffer &buffer, DiagnosticEngine &engine) : tokens(buffer), diagnostics(engine) {}

  /// Reports the error `found` in the definition that begins at token `begin`; `previous` is the type of the first
  /// token of the definition before it (0 if there is none). Returns whether the tokens were mended, so that the
  /// definition is to be parsed again.
  bool report(size_t begin, const SyntaxErrorFound &found, size_t previous);

  /// Where the definition that was reported begins after all: behind `begin` if that had run into the next one.
  size_t start() const { return first; }

  /// The next definition's first token after an error at token `i` of the definition that begins at `begin`.
  size_t resynchronize(size_t begin, size_t i) const;

private:
  using T = TokenType;
  using P = grammar::TenonParser;

  // Each looks for its kinds of slips and returns whether it has reported one.
  // DefinitionSlips.cpp
  bool definitionStart();
  bool topLevelOperator();
  bool strayToken();
  bool modifiers();
  bool definitionEnd();
  bool missingComma();
  bool clauseOrder();
  bool missingEquals();
  bool header();
  bool goal();
  // ProcessSlips.cpp
  bool prefixWithoutParentheses();
  bool choice();
  bool arrow();
  bool composedLikeProcess();
  bool guardWithoutWhen();
  bool processAsAction();
  bool missingProcess();
  size_t labelStart() const;
  size_t bracketEnd(size_t i) const;
  bool afterArrow();
  bool alternativeEnd();
  bool reference();
  bool conditional();
  bool composite();
  bool compositeOperator();
  // ExpressionSlips.cpp
  bool brackets();
  bool unclosedFluent();
  bool closesOnLine(size_t i) const;
  bool keywordAsName();
  bool equalsInExpression();
  bool unaryOperators();
  bool labelSlips();
  bool indexSlips();
  bool setSlips();
  bool relabelSlips();
  bool formulaSlips();
  bool fileName();
  void fallback();
  // UnfinishedSlips.cpp
  bool unclosedAtDot();
  bool missingOperand();
  bool listWithoutBraces();
  bool needsBraces(size_t begin, llvm::StringRef more = {});
  void closeAll(size_t i);
  size_t headerEnd(size_t i) const;
  size_t labelListEnd(size_t i) const;
  std::string inBraces(size_t begin, size_t end) const;
  bool beginsLine(size_t i) const;
  bool endsDefinition(size_t i) const;

  // ComponentSlips.cpp
  bool component();
  bool channelDefinition();
  bool statement();
  bool missingSemicolon();
  bool noStatement();
  bool unclosedBraces();
  void unknownType(size_t i);
  size_t componentEnd(size_t begin, bool &isClosed) const;
  bool beginsDefinition(size_t i) const;

  void generalize();
  bool dropLocalProcess();

  /// Keeps `open` up to date with the token `i`.
  void track(size_t i);

  // Looking around. Indices beyond the ends are those of the ends.
  size_t type(size_t i) const { return tokens.at(i).type; }
  bool is(size_t i, std::initializer_list<size_t> types) const { return llvm::is_contained(types, type(i)); }
  bool isUpper(size_t i) const { return is(i, {T::Upper, T::Next, T::Until, T::WeakUntil}); }
  bool atEnd(size_t i) const { return type(i) == antlr4::Token::EOF; }
  bool adjacent(size_t i) const { return tokens.at(i).end == tokens.at(i + 1).begin; }
  bool wants(size_t t) const { return wanted.contains(t); }
  bool within(std::initializer_list<size_t> some) const { return !rules.empty() && llvm::is_contained(some, rules[0]); }
  /// Whether `rule` is being read inside no other of `barriers`.
  bool inside(size_t rule) const { return llvm::is_contained(rules, rule); }
  /// The definition's own name, if it has been read.
  llvm::StringRef definitionName() const;

  // Words.
  llvm::StringRef text(size_t i) const { return tokens.spelling(tokens.at(i)); }
  /// "`x`", or "the end of the file".
  std::string quoted(size_t i) const;
  static std::string capitalized(llvm::StringRef name);
  static std::string uncapitalized(llvm::StringRef name);

  // Reporting.
  llvm::SMRange place(size_t i) const;
  /// The place right after token `i`.
  llvm::SMRange placeAfter(size_t i) const { return tokens.range(tokens.at(i).end, tokens.at(i).end); }
  Diagnostic &error(size_t i, const llvm::Twine &message) { return diagnostics.error(place(i), message); }
  Diagnostic &error(llvm::SMRange where, const llvm::Twine &message) { return diagnostics.error(where, message); }

  // Mending.
  void insert(size_t i, size_t t) { tokens.insert(i, t), mended = true; }
  void erase(size_t i, size_t count = 1);
  void retype(size_t i, size_t t) { tokens.retype(i, t), mended = true; }

  TokenBuffer &tokens;
  DiagnosticEngine &diagnostics;

  size_t first = 0;    ///< Of the definition.
  size_t at = 0;       ///< The token that does not fit.
  size_t previous = 0; ///< How the definition before began.
  std::vector<size_t> rules;
  antlr4::misc::IntervalSet wanted;
  llvm::SmallVector<size_t, 16> open; ///< The brackets around `at`, outermost first.
  bool mended = false;
};

} // namespace tenon

#endif // TENON_LIB_SYNTAX_SYNTAXERRORS_H
