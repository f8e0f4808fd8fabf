//===- CParser.cpp - C to AST ---------------------------------------------===//

#include "CAstBuilder.h"
#include "SyntaxErrors.h"

#include "tenon/Syntax/Parser.h"

namespace tenon {

namespace {

/// One definition or declaration after the other, so that an error in one does not hide those of the next.
class CFileParser {
public:
  CFileParser(CTokenBuffer &buffer, ast::AstContext &context, DiagnosticEngine &diagnosticEngine, ast::CFile &result)
      : tokens(buffer), diagnostics(diagnosticEngine), file(result), parser(&buffer),
        builder(buffer, context, diagnosticEngine) {
    parser.removeErrorListeners();
    parser.setErrorHandler(std::make_shared<StopAtError>());
    parser.setBuildParseTree(false);
  }

  void run() {
    while (tokens.at(tokens.index()).type != antlr4::Token::EOF && errors < MaxSyntaxErrors) {
      size_t begin = tokens.index();
      if (read(begin, antlr4::atn::PredictionMode::SLL) || read(begin, antlr4::atn::PredictionMode::LL))
        continue;
      report();
      tokens.seek(std::max(begin + 1, endOf(begin)));
    }
  }

private:
  bool read(size_t begin, antlr4::atn::PredictionMode mode) {
    parser.reset();
    tokens.seek(begin);
    parser.getInterpreter<antlr4::atn::ParserATNSimulator>()->setPredictionMode(mode);
    try {
      builder.external(parser.external(), file.items);
      return true;
    } catch (const SyntaxErrorFound &found) {
      error = found;
      return false;
    }
  }

  void report() {
    ++errors;
    file.hasSyntaxErrors = true;
    const CToken &wrong = tokens.at(error.token);
    std::string wanted;
    for (auto [type, text] : {std::pair<size_t, const char *>{CTokenType::Semicolon, ";"},
                              {CTokenType::RightParen, ")"},
                              {CTokenType::RightBracket, "]"},
                              {CTokenType::RightBrace, "}"},
                              {CTokenType::LeftParen, "("}})
      if (wanted.empty() && !error.wanted.contains(size_t(CTokenType::Identifier)) && error.wanted.contains(type))
        wanted = text;
    if (wrong.type == antlr4::Token::EOF) {
      diagnostics.error(wrong.source.range, wanted.empty() ? "the file ends in the middle of something"
                                                           : "the file ends where `" + wanted + "` is missing");
      return;
    }
    // A missing `;` is seen at the next line.
    const CToken &before = tokens.at(error.token ? error.token - 1 : 0);
    bool isAtEnd = wrong.type == CTokenType::RightBrace || isOnOtherLine(before, wrong);
    if (wanted == ";" && error.token && isAtEnd) {
      llvm::SMLoc end = before.source.range.End;
      diagnostics.error(llvm::SMRange(end, end), "`;` is missing here");
      return;
    }
    Diagnostic &message =
        diagnostics.error(wrong.source.range, "unexpected `" + wrong.text + "`" +
                                                  (wanted.empty() ? "" : "; `" + wanted + "` can stand here"));
    if (wrong.source.isInMacro())
      message.note(wrong.source.macro, "it comes out of this macro");
  }

  static bool isOnOtherLine(const CToken &first, const CToken &second) {
    const char *begin = first.source.range.End.getPointer(), *end = second.source.range.Start.getPointer();
    return begin < end && llvm::StringRef(begin, static_cast<size_t>(end - begin)).contains('\n');
  }

  /// Behind the definition: a `;` outside of all braces, or the brace that closes the first.
  size_t endOf(size_t begin) const {
    size_t depth = 0;
    for (size_t i = begin; i < tokens.last(); ++i) {
      size_t type = tokens.at(i).type;
      if (type == CTokenType::LeftBrace)
        ++depth;
      if (type == CTokenType::RightBrace && depth > 0 && --depth == 0 && i >= error.token)
        return i + 1;
      if (type == CTokenType::Semicolon && depth == 0 && i >= error.token)
        return i + 1;
    }
    return tokens.last();
  }

  CTokenBuffer &tokens;
  DiagnosticEngine &diagnostics;
  ast::CFile &file;
  grammar::TenonCParser parser;
  CAstBuilder builder;
  SyntaxErrorFound error{0, {}, {}};
  unsigned errors = 0;
};

/// The parser is recursive.
bool nestsTooDeep(const CTokenBuffer &tokens, DiagnosticEngine &diagnostics) {
  size_t brackets = 0, prefixes = 0;
  for (size_t i = 0; i < tokens.last(); ++i) {
    switch (tokens.at(i).type) {
    case CTokenType::LeftParen:
    case CTokenType::LeftBrace:
    case CTokenType::LeftBracket:
      ++brackets;
      break;
    case CTokenType::RightParen:
    case CTokenType::RightBrace:
    case CTokenType::RightBracket:
      brackets -= brackets > 0;
      break;
    // What nests without brackets up to the end of a statement.
    case CTokenType::Bang:
    case CTokenType::Tilde:
    case CTokenType::Minus:
    case CTokenType::Plus:
    case CTokenType::Star:
    case CTokenType::Ampersand:
    case CTokenType::MinusMinus:
    case CTokenType::PlusPlus:
    case CTokenType::Equal:
    case CTokenType::Question:
    case CTokenType::Sizeof:
    case CTokenType::If:
    case CTokenType::While:
    case CTokenType::For:
    case CTokenType::Do:
      ++prefixes;
      continue;
    case CTokenType::Semicolon:
    case CTokenType::Comma:
      prefixes = 0;
      continue;
    default:
      continue;
    }
    if (brackets + prefixes / 8 <= MaxNesting)
      continue;
    diagnostics.error(tokens.at(i).source.range,
                      "brackets and operators are nested more than " + llvm::Twine(MaxNesting) + " levels deep here");
    return true;
  }
  return false;
}

} // namespace

ast::CFile parseC(const llvm::SourceMgr &sources, unsigned bufferId, const std::map<std::string, std::string> &macros,
                  ast::AstContext &context, DiagnosticEngine &diagnostics) {
  ast::CFile file;
  file.bufferId = bufferId;
  llvm::StringRef text = sources.getMemoryBuffer(bufferId)->getBuffer();
  if (size_t zero = text.find('\0'); zero != llvm::StringRef::npos) {
    diagnostics.error(llvm::SMLoc::getFromPointer(text.data() + zero),
                      "this is not a text file: it has a zero byte here");
    return file;
  }
  std::vector<std::pair<llvm::StringRef, llvm::StringRef>> given;
  for (const auto &[name, value] : macros)
    given.emplace_back(context.copy(llvm::StringRef(name)), context.copy(llvm::StringRef(value)));
  CTokenBuffer tokens(text, given, diagnostics);
  for (const auto &entry : tokens.refusedMacros())
    file.refused.push_back(context.copy(entry.getKey()));
  file.hasSyntaxErrors = tokens.hasErrors() || nestsTooDeep(tokens, diagnostics);
  if (!file.hasSyntaxErrors)
    CFileParser(tokens, context, diagnostics, file).run();
  return file;
}

} // namespace tenon
