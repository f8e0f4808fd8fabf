//===- Parser.cpp - Source text to AST ------------------------------------===//

#include "tenon/Syntax/Parser.h"

#include "AstBuilder.h"
#include "ContextualWords.h"
#include "SyntaxErrors.h"

namespace tenon {

using namespace ast;

namespace {

class SourceParser {
public:
  SourceParser(TokenBuffer &buffer, AstContext &context, DiagnosticEngine &engine, SourceFile &result)
      : tokens(buffer), diagnostics(engine), file(result), parser(&buffer), builder(buffer, context, engine),
        reporter(buffer, engine) {
    parser.removeErrorListeners();
    parser.setBuildParseTree(false);
    parser.setErrorHandler(std::make_shared<StopAtError>());
  }

  void run() {
    size_t previous = 0;
    markGoals();
    while (tokens.current().type != antlr4::Token::EOF && errors < MaxSyntaxErrors) {
      size_t begin = tokens.index();
      if (isGoalStart(tokens, begin))
        tokens.markGoalWords();
      if (!tryDefinition(begin, antlr4::atn::PredictionMode::SLL) &&
          !tryDefinition(begin, antlr4::atn::PredictionMode::LL))
        recover(begin, previous);
      previous = tokens.at(begin).type;
    }
    if (errors >= MaxSyntaxErrors)
      diagnostics.error(tokens.range(tokens.current()), "too many syntax errors; the rest of the file is not read");
  }

private:
  /// Before anything is parsed: a definition that ends in a name and `.` would take the goal behind it for more of a
  /// label. Only what is a goal up to its semicolon counts here, since `check` may be an action.
  void markGoals() {
    for (size_t i = 0; i < tokens.last(); ++i) {
      if (!isGoalStart(tokens, i))
        continue;
      size_t end = i + 1;
      while (isWord(tokens.at(end).type))
        ++end;
      if (tokens.at(end).type != grammar::TenonParser::Semicolon)
        continue;
      tokens.seek(i);
      tokens.markGoalWords();
    }
    tokens.seek(0);
  }
  static bool isWord(size_t type) {
    using P = grammar::TenonParser;
    return type == P::Lower || type == P::Minus || type == P::Upper || type == P::Next || type == P::Until ||
           type == P::WeakUntil;
  }

  /// Reports the errors of the definition at token `begin`, mending it and reading it again as long as that helps,
  /// and goes to the next. `begin` follows if the next definition turns out to begin within this one.
  void recover(size_t &begin, size_t previous) {
    size_t reportedAt = 0; // the byte of the last error, from which the next must keep a distance
    size_t reread = 0;     // tokens
    for (unsigned repairs = 0; repairs < MaxRepairs && reread < MaxReread; ++repairs) {
      reread += error.token - begin;
      size_t offset = tokens.at(error.token).begin;
      // What does not fit may itself be a token that was put in: the error before has said what is wrong there.
      const SourceToken &wrong = tokens.at(error.token);
      bool follows = wrong.begin == wrong.end && wrong.type != antlr4::Token::EOF;
      follows |=
          repairs > 0 && error.token > 0 && offset >= reportedAt && tokens.at(error.token - 1).begin <= reportedAt;
      if (follows || tokens.hasLexicalError(begin, error.token))
        break;
      ++errors;
      reportedAt = offset;
      if (!reporter.report(begin, error, previous))
        break;
      if (reporter.start() != begin) {
        begin = reporter.start();
        reportedAt = 0;
      }
      if (tokens.at(begin).type == antlr4::Token::EOF) {
        tokens.seek(begin);
        return;
      }
      if (tryDefinition(begin, antlr4::atn::PredictionMode::LL))
        return;
    }
    tokens.seek(reporter.resynchronize(begin, error.token));
  }

  bool tryDefinition(size_t begin, antlr4::atn::PredictionMode mode) {
    parser.reset();
    tokens.seek(begin);
    parser.getInterpreter<antlr4::atn::ParserATNSimulator>()->setPredictionMode(mode);
    try {
      file.definitions.push_back(builder.definition(parser.definition()));
      return true;
    } catch (const SyntaxErrorFound &found) {
      error = found;
      return false;
    }
  }

  TokenBuffer &tokens;
  DiagnosticEngine &diagnostics;
  SourceFile &file;
  grammar::TenonParser parser;
  AstBuilder builder;
  SyntaxErrorReporter reporter;
  SyntaxErrorFound error{0, {}, {}};
  unsigned errors = 0;
  static constexpr unsigned MaxRepairs = 10;
  static constexpr size_t MaxReread = 1000000;
};

} // namespace

SourceFile parseSource(const llvm::SourceMgr &sources, unsigned bufferId, AstContext &context,
                       DiagnosticEngine &diagnostics) {
  SourceFile file;
  file.bufferId = bufferId;
  llvm::StringRef text = sources.getMemoryBuffer(bufferId)->getBuffer();
  if (size_t zero = text.find('\0'); zero != llvm::StringRef::npos) {
    diagnostics.error(llvm::SMLoc::getFromPointer(text.data() + zero),
                      "this is not a text file: it has a zero byte here");
    return file;
  }
  TokenBuffer tokens(text, file.comments, diagnostics);
  markComponentWords(tokens);
  if (!tokens.gaveUp() && !nestsTooDeep(tokens, diagnostics))
    SourceParser(tokens, context, diagnostics, file).run();
  return file;
}

} // namespace tenon
