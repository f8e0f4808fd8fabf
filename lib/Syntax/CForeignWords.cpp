//===- CForeignWords.cpp - Words of C that the subset does not have -------===//

#include "CForeignWords.h"

#include "llvm/ADT/StringSwitch.h"

namespace tenon {

namespace {

/// What stands in the place of a word, with the parentheses behind it if it takes some.
enum class Place {
  Known,     ///< The word itself: it is not foreign.
  Nothing,   ///< Of a qualifier.
  Statement, ///< Nothing, also no `;` outside of functions.
  Number,    ///< Of an expression.
  Type,
};

} // namespace

static Place placeOf(llvm::StringRef word) {
  return llvm::StringSwitch<Place>(word)
      .Cases("_Thread_local", "_Atomic", "_Noreturn", "_Alignas", "_Complex", Place::Nothing)
      .Cases("__attribute__", "__attribute", "__declspec", "__extension__", "__thread", Place::Nothing)
      .Cases("__restrict", "__restrict__", "__inline", "__inline__", "__volatile__", Place::Nothing)
      .Cases("_Static_assert", "asm", "__asm__", "__asm", Place::Statement)
      .Cases("_Alignof", "__alignof__", "_Generic", "__builtin_offsetof", Place::Number)
      .Cases("typeof", "__typeof__", "__int128", "wchar_t", "_Decimal64", Place::Type)
      .Default(Place::Known);
}

/// Behind the parentheses that open there.
static size_t endOfParentheses(llvm::ArrayRef<CToken *> tokens, size_t begin) {
  size_t depth = 0;
  for (size_t i = begin; i < tokens.size(); ++i) {
    depth += tokens[i]->type == CTokenType::LeftParen ? 1 : 0;
    if (tokens[i]->type == CTokenType::RightParen && --depth == 0)
      return i + 1;
  }
  return begin;
}

static void become(CToken &token, size_t type, llvm::StringRef text) {
  token.type = type;
  token.text = text;
}

std::vector<CToken *> withoutForeignWords(const std::vector<CToken *> &tokens, DiagnosticEngine &diagnostics) {
  std::vector<CToken *> result;
  auto typeAt = [&](size_t i) { return i < tokens.size() ? tokens[i]->type : antlr4::Token::EOF; };
  auto refuse = [&](const CToken &token, const llvm::Twine &what) {
    diagnostics.error(token.source.range, what + " outside the subset of C");
  };
  size_t depth = 0;
  for (size_t i = 0; i < tokens.size(); ++i) {
    CToken &token = *tokens[i];
    depth += token.type == CTokenType::LeftBrace ? 1 : 0;
    depth -= token.type == CTokenType::RightBrace && depth > 0 ? 1 : 0;
    bool isBehindBracket = i > 0 && typeAt(i - 1) == CTokenType::LeftBracket;
    if (isBehindBracket && (token.type == CTokenType::Static || token.type == CTokenType::Restrict)) {
      refuse(token, "`" + token.text + "` in the brackets of a parameter is");
      continue;
    }
    if (token.type == CTokenType::Question && typeAt(i + 1) == CTokenType::Colon) {
      refuse(token, "`?:` without an operand between is");
      become(token, CTokenType::BarBar, "||");
      result.push_back(&token);
      ++i;
      continue;
    }
    bool isWide = token.type == CTokenType::Identifier && (token.text == "L" || token.text == "u8") &&
                  (typeAt(i + 1) == CTokenType::Character || typeAt(i + 1) == CTokenType::String) &&
                  token.source.range.End == tokens[i + 1]->source.range.Start;
    if (isWide) {
      refuse(token, "wide characters are");
      continue;
    }
    Place place = token.type == CTokenType::Identifier ? placeOf(token.text) : Place::Known;
    bool isMember = i > 0 && (typeAt(i - 1) == CTokenType::Dot || typeAt(i - 1) == CTokenType::Arrow);
    if (place == Place::Known || isMember) {
      result.push_back(&token);
      continue;
    }
    bool isAssembler = token.text.contains("asm");
    refuse(token, (isAssembler ? "assembler (`" : "`") + token.text + (isAssembler ? "`) is" : "` is"));
    size_t word = i;
    if (place == Place::Statement && typeAt(i + 1) == CTokenType::Volatile)
      ++i;
    bool takesParentheses = typeAt(i + 1) == CTokenType::LeftParen && token.text != "wchar_t";
    if (takesParentheses)
      i = std::max(i, endOfParentheses(tokens, i + 1) - 1);
    if (place == Place::Statement && depth == 0 && typeAt(i + 1) == CTokenType::Semicolon)
      ++i;
    if (place == Place::Number)
      become(*tokens[word], CTokenType::Integer, "1");
    if (place == Place::Type)
      become(*tokens[word], CTokenType::Int, "int");
    if (place == Place::Number || place == Place::Type)
      result.push_back(tokens[word]);
  }
  return result;
}

} // namespace tenon
