//===- SyntaxErrors.cpp - Messages for slips in the source ----------------===//

#include "SyntaxErrors.h"

namespace tenon {

antlr4::Token *StopAtError::recoverInline(antlr4::Parser *parser) {
  throw SyntaxErrorFound{parser->getCurrentToken()->getTokenIndex()};
}

void StopAtError::reportError(antlr4::Parser *, const antlr4::RecognitionException &e) {
  throw SyntaxErrorFound{e.getOffendingToken()->getTokenIndex()};
}

} // namespace tenon
