//===- SyntaxErrors.h - Messages for slips in the source ------------------===//

#ifndef TENON_LIB_SYNTAX_SYNTAXERRORS_H
#define TENON_LIB_SYNTAX_SYNTAXERRORS_H

#include "TokenBuffer.h"

namespace tenon {

/// Leaves the parser at a syntax error; caught by parseSource. It is no RecognitionException, so that the rules of
/// the parser let it pass.
struct SyntaxErrorFound {
  size_t tokenIndex; ///< The token that does not fit.
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

} // namespace tenon

#endif // TENON_LIB_SYNTAX_SYNTAXERRORS_H
