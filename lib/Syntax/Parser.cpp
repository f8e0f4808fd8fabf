//===- Parser.cpp - Source text to AST ------------------------------------===//

#include "tenon/Syntax/Parser.h"

#include "AstBuilder.h"
#include "SyntaxErrors.h"

namespace tenon {

using namespace ast;

namespace {

class SourceParser {
public:
  SourceParser(TokenBuffer &buffer, AstContext &context, DiagnosticEngine &engine, SourceFile &result)
      : tokens(buffer), diagnostics(engine), file(result), parser(&buffer), builder(buffer, context, engine) {
    parser.removeErrorListeners();
    parser.setBuildParseTree(false);
    parser.setErrorHandler(std::make_shared<StopAtError>());
  }

  void run() {
    while (tokens.current().type != antlr4::Token::EOF) {
      size_t begin = tokens.index();
      if (isGoalStart())
        tokens.markGoalWords();
      if (!tryDefinition(begin, antlr4::atn::PredictionMode::SLL) &&
          !tryDefinition(begin, antlr4::atn::PredictionMode::LL)) {
        diagnostics.error(tokens.range(tokens.at(errorIndex)), "syntax error");
        return;
      }
    }
  }

private:
  bool isGoalStart() const {
    llvm::StringRef word = tokens.spelling(tokens.current());
    return word == "check" || word == "repair" || word == "interface";
  }

  bool tryDefinition(size_t begin, antlr4::atn::PredictionMode mode) {
    parser.reset();
    tokens.seek(begin);
    parser.getInterpreter<antlr4::atn::ParserATNSimulator>()->setPredictionMode(mode);
    try {
      file.definitions.push_back(builder.definition(parser.definition()));
      return true;
    } catch (const SyntaxErrorFound &found) {
      errorIndex = found.tokenIndex;
      return false;
    }
  }

  TokenBuffer &tokens;
  DiagnosticEngine &diagnostics;
  SourceFile &file;
  grammar::TenonParser parser;
  AstBuilder builder;
  size_t errorIndex = 0;
};

} // namespace

SourceFile parseSource(const llvm::SourceMgr &sources, unsigned bufferId, AstContext &context,
                       DiagnosticEngine &diagnostics) {
  SourceFile file;
  file.bufferId = bufferId;
  llvm::StringRef text = sources.getMemoryBuffer(bufferId)->getBuffer();
  TokenBuffer tokens(text, file.comments, diagnostics);
  SourceParser(tokens, context, diagnostics, file).run();
  return file;
}

} // namespace tenon
