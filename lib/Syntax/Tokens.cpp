//===- Tokens.cpp - A text as a row of words ------------------------------===//

#include "tenon/Syntax/Tokens.h"

#include "ContextualWords.h"
#include "TenonCLexer.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace tenon {

static TextToken::Kind kindOf(size_t type, llvm::StringRef text) {
  switch (type) {
  case TokenType::Upper:
  case TokenType::Next:
  case TokenType::Until:
  case TokenType::WeakUntil:
    return TextToken::Kind::UpperName;
  case TokenType::Lower:
    return TextToken::Kind::LowerName;
  case TokenType::Decimal:
  case TokenType::Integer:
    return TextToken::Kind::Number;
  case TokenType::String:
    return TextToken::Kind::String;
  default:
    return llvm::isAlpha(text.front()) ? TextToken::Kind::Keyword : TextToken::Kind::Operator;
  }
}

std::vector<TextToken> tokenize(llvm::StringRef text) {
  llvm::SourceMgr none;
  DiagnosticEngine ignored(none);
  std::vector<ast::Comment> comments;
  TokenBuffer tokens(text, comments, ignored);
  markComponentWords(tokens);
  std::vector<TextToken> result;
  for (size_t i = 0; i < tokens.last(); ++i) {
    llvm::StringRef word = tokens.spelling(tokens.at(i));
    result.push_back({kindOf(tokens.at(i).type, word), word});
  }
  for (const ast::Comment &comment : comments)
    result.push_back({TextToken::Kind::Comment,
                      {comment.range.Start.getPointer(),
                       static_cast<size_t>(comment.range.End.getPointer() - comment.range.Start.getPointer())}});
  // An open string is an error, and not among the tokens.
  for (const Diagnostic &diagnostic : ignored.all())
    if (diagnostic.range.isValid() && *diagnostic.range.Start.getPointer() == '"')
      result.push_back(
          {TextToken::Kind::String,
           {diagnostic.range.Start.getPointer(),
            static_cast<size_t>(diagnostic.range.End.getPointer() - diagnostic.range.Start.getPointer())}});
  llvm::sort(result, [](const TextToken &a, const TextToken &b) { return a.text.begin() < b.text.begin(); });
  return result;
}

/// The tokens of a lexer that are spelled with letters only.
template <typename Lexer> static std::vector<std::string> wordsOf() {
  Lexer lexer(nullptr);
  std::vector<std::string> words;
  const antlr4::dfa::Vocabulary &vocabulary = lexer.getVocabulary();
  for (size_t type = 0; type <= vocabulary.getMaxTokenType(); ++type) {
    std::string literal = vocabulary.getLiteralName(type);
    llvm::StringRef word = llvm::StringRef(literal).trim('\'');
    bool isOperator = word == "X" || word == "U" || word == "W";
    if (!word.empty() && !isOperator && llvm::all_of(word, [](char c) { return llvm::isAlpha(c) || c == '_'; }))
      words.push_back(word.str());
  }
  llvm::sort(words);
  return words;
}

llvm::ArrayRef<std::string> reservedWords() {
  static const std::vector<std::string> words = wordsOf<grammar::TenonLexer>();
  return words;
}

llvm::ArrayRef<std::string> reservedCWords() {
  static const std::vector<std::string> words = wordsOf<grammar::TenonCLexer>();
  return words;
}

} // namespace tenon
