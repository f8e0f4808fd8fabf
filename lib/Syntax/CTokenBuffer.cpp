//===- CTokenBuffer.cpp - The tokens of a C file, without macros ----------===//

#include "CTokenBuffer.h"

#include "ByteStream.h"
#include "CForeignWords.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

namespace tenon {

static bool isUnreadable(size_t type) {
  return type == CTokenType::Unexpected || type == CTokenType::UnterminatedString ||
         type == CTokenType::UnterminatedCharacter;
}

static llvm::SMRange rangeOf(llvm::StringRef text) {
  return {llvm::SMLoc::getFromPointer(text.begin()), llvm::SMLoc::getFromPointer(text.end())};
}

CTokenBuffer::CTokenBuffer(llvm::StringRef text, llvm::ArrayRef<std::pair<llvm::StringRef, llvm::StringRef>> given,
                           DiagnosticEngine &diagnosticEngine)
    : diagnostics(diagnosticEngine) {
  for (auto [name, value] : given) {
    predefine(name, value);
    macros[name].isGiven = true;
  }
  predefine("NULL", "0"); // Many headers define it.
  for (const RawToken &token : lex(text, text.starts_with("\xef\xbb\xbf") ? 3 : 0, text.size())) {
    if (token.type == CTokenType::Directive)
      directive(text, token);
    else if (isSkipping())
      continue;
    else if (isUnreadable(token.type))
      reportUnreadable(token, text);
    else
      put(CToken(token.type, text.slice(token.begin, token.end),
                 {rangeOf(text.slice(token.begin, token.end)), {}, {}}));
  }
  for (const Conditional &open : conditionals)
    diagnostics.error(open.where, "this `#if` has no `#endif`");
  llvm::StringRef end = text.substr(text.size());
  tokens.push_back(&storage.emplace_back(antlr4::Token::EOF, end, SourceSpan{rangeOf(end), {}, {}}));
  tokens = withoutForeignWords(tokens, diagnostics);
  markTypeNames();
  for (size_t i = 0; i < tokens.size(); ++i)
    tokens[i]->index = i;
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

std::vector<CTokenBuffer::RawToken> CTokenBuffer::lex(llvm::StringRef whole, size_t begin, size_t end) {
  llvm::StringRef part = whole.take_front(end);
  ByteStream bytes(part);
  bytes.seek(begin);
  ByteLexer<grammar::TenonCLexer> lexer(&bytes);
  lexer.removeErrorListeners();
  std::vector<RawToken> result;
  while (!lexer.hitEOF) {
    lexer.nextToken();
    RawToken token{lexer.type, lexer.tokenStartCharIndex, bytes.index()};
    if (token.begin >= part.size() || token.type == SIZE_MAX || token.type == antlr4::Lexer::SKIP)
      break;
    switch (token.type) {
    case CTokenType::UnterminatedComment:
      diagnostics.error(rangeOf(whole.slice(token.begin, token.begin + 2)), "this comment is not closed");
      break;
    case CTokenType::BlockComment:
    case CTokenType::LineComment:
      break;
    default:
      result.push_back(token);
    }
  }
  return result;
}

void CTokenBuffer::reportUnreadable(const RawToken &token, llvm::StringRef whole) {
  constexpr unsigned Most = 100;
  if (++unreadable > Most)
    return;
  llvm::StringRef text = whole.slice(token.begin, token.end);
  if (token.type == CTokenType::UnterminatedString)
    diagnostics.error(rangeOf(text), "this string is not closed on its line");
  else if (token.type == CTokenType::UnterminatedCharacter)
    diagnostics.error(rangeOf(text), "this character is not closed");
  else if (llvm::isPrint(text.front()))
    diagnostics.error(rangeOf(text), "unexpected character `" + text + "`");
  else
    diagnostics.error(rangeOf(text), "unexpected byte: this does not look like C");
}

antlr4::Token *CTokenBuffer::LT(ssize_t k) {
  if (k < 0)
    return position < static_cast<size_t>(-k) ? nullptr : tokens[position - static_cast<size_t>(-k)];
  return tokens[std::min(position + static_cast<size_t>(k) - 1, last())];
}

size_t CTokenBuffer::LA(ssize_t k) {
  antlr4::Token *token = LT(k);
  return token ? token->getType() : antlr4::Token::INVALID_TYPE;
}

//===----------------------------------------------------------------------===//
// Directives
//===----------------------------------------------------------------------===//

bool CTokenBuffer::isSkipping() const {
  return !conditionals.empty() && !conditionals.back().isActive;
}

void CTokenBuffer::directive(llvm::StringRef whole, const RawToken &token) {
  llvm::StringRef text = whole.slice(token.begin, token.end);
  llvm::StringRef rest = text.drop_front().ltrim(" \t");
  llvm::StringRef word = rest.take_while([](char c) { return llvm::isAlpha(c); });
  llvm::SMRange where = rangeOf(llvm::StringRef(text.begin(), static_cast<size_t>(word.end() - text.begin())));
  rest = rest.drop_front(word.size());
  size_t begin = static_cast<size_t>(rest.begin() - whole.begin());
  // What stands behind it, without comments.
  llvm::StringRef first = rest;
  for (llvm::StringRef comment : {"//", "/*"})
    first = first.take_front(first.find(comment));
  first = first.trim();
  if (llvm::is_contained({"if", "ifdef", "ifndef", "else", "elif", "endif"}, word))
    return condition(word, first, where);
  if (isSkipping() || word.empty() || word == "pragma" || word == "line")
    return;
  if (word == "define")
    define(whole, token, begin);
  else if (word == "undef")
    macros.erase(first);
  else if (word == "include")
    include(first, where);
  else if (word == "error")
    diagnostics.error(where, "this directive says that there is an error");
  else
    diagnostics.error(where, "the directive `#" + word + "` is outside the subset of C");
}

void CTokenBuffer::define(llvm::StringRef whole, const RawToken &directive, size_t begin) {
  std::vector<RawToken> parts = lex(whole, begin, directive.end);
  if (parts.empty() || !(llvm::isAlpha(whole[parts[0].begin]) || whole[parts[0].begin] == '_')) {
    diagnostics.error(rangeOf(whole.slice(directive.begin, begin)), "`#define` needs a name");
    return;
  }
  llvm::StringRef name = whole.slice(parts[0].begin, parts[0].end);
  if (parts.size() > 1 && parts[1].type == CTokenType::LeftParen && parts[1].begin == parts[0].end) {
    refused.insert(name);
    diagnostics.error(rangeOf(name), "macros with parameters are outside the subset of C: `" + name + "`")
        .note("write a function");
    return;
  }
  if (auto known = macros.find(name); known != macros.end() && known->second.isGiven)
    return;
  Macro macro;
  for (const RawToken &part : llvm::ArrayRef(parts).drop_front()) {
    if (isUnreadable(part.type)) {
      reportUnreadable(part, whole);
      continue;
    }
    llvm::StringRef text = whole.slice(part.begin, part.end);
    macro.body.emplace_back(part.type, text, SourceSpan{rangeOf(text), {}, {}});
  }
  if (!macro.body.empty())
    macro.text = llvm::SMRange(macro.body.front().source.range.Start, macro.body.back().source.range.End);
  macros[name] = std::move(macro);
}

void CTokenBuffer::predefine(llvm::StringRef name, llvm::StringRef text) {
  if (macros.count(name))
    return;
  Macro macro;
  for (const RawToken &part : lex(text, 0, text.size())) {
    llvm::StringRef spelled = text.slice(part.begin, part.end);
    macro.body.emplace_back(part.type, spelled, SourceSpan{rangeOf(spelled), {}, {}});
  }
  macro.text = rangeOf(text);
  macros[name] = std::move(macro);
}

void CTokenBuffer::include(llvm::StringRef rest, llvm::SMRange where) {
  llvm::StringRef header = rest.trim("<>\"");
  static constexpr llvm::StringLiteral Known[] = {"assert.h",  "ctype.h",  "stdio.h",   "stdlib.h", "string.h",
                                                  "stdbool.h", "stdint.h", "stddef.h",  "limits.h", "math.h",
                                                  "time.h",    "errno.h",  "inttypes.h"};
  if (!llvm::is_contained(Known, header)) {
    Diagnostic &error = diagnostics.error(where, "only standard headers can be included, not `" + header + "`");
    error.note("name all files of a program on the command line, and declare what one uses of another");
    return;
  }
  if (header == "stdbool.h") {
    predefine("true", "1");
    predefine("false", "0");
    predefine("bool", "_Bool");
  }
  if (header == "stdio.h")
    predefine("EOF", "(-1)");
  if (header == "stdlib.h") {
    predefine("EXIT_SUCCESS", "0");
    predefine("EXIT_FAILURE", "1");
  }
  if (header == "limits.h" || header == "stdint.h") {
    predefine("CHAR_BIT", "8");
    predefine("CHAR_MIN", "(-128)");
    predefine("CHAR_MAX", "127");
    predefine("INT_MIN", "(-2147483647-1)");
    predefine("INT_MAX", "2147483647");
    predefine("UINT_MAX", "4294967295U");
    predefine("LONG_MIN", "(-9223372036854775807L-1)");
    predefine("LONG_MAX", "9223372036854775807L");
    predefine("LLONG_MIN", "(-9223372036854775807LL-1)");
    predefine("LLONG_MAX", "9223372036854775807LL");
  }
}

void CTokenBuffer::condition(llvm::StringRef word, llvm::StringRef rest, llvm::SMRange where) {
  if (word == "else" || word == "elif" || word == "endif") {
    if (conditionals.empty()) {
      diagnostics.error(where, "`#" + word + "` without `#if`");
      return;
    }
    Conditional &open = conditionals.back();
    bool outerActive = conditionals.size() < 2 || conditionals[conditionals.size() - 2].isActive;
    if (word == "endif") {
      conditionals.pop_back();
    } else {
      if (word == "elif" && !open.wasActive && outerActive)
        diagnostics.error(where, "`#elif` is outside the subset of C");
      open.isActive = outerActive && !open.wasActive;
      open.wasActive = true;
    }
    return;
  }
  bool isTrue = false;
  if (word != "if")
    isTrue = macros.count(rest) == (word == "ifdef" ? 1U : 0U);
  else if (rest == "0" || rest == "1")
    isTrue = rest == "1";
  else if (!isSkipping())
    diagnostics.error(where, "`#if` with an expression is outside the subset of C").note("`#ifdef NAME` can be used");
  isTrue = isTrue && !isSkipping();
  conditionals.push_back({isTrue, isTrue, where});
}

//===----------------------------------------------------------------------===//
// Macros
//===----------------------------------------------------------------------===//

void CTokenBuffer::put(const CToken &token) {
  expand(token, nullptr);
}

void CTokenBuffer::expand(const CToken &token, const SourceSpan *outer) {
  auto found = macros.find(token.text);
  bool isMacro = found != macros.end() && !found->second.isOpen;
  SourceSpan source = outer ? *outer : token.source;
  if (!isMacro) {
    CToken &placed = storage.emplace_back(token);
    placed.source = source;
    tokens.push_back(&placed);
    return;
  }
  Macro &macro = found->second;
  macro.isOpen = true;
  for (const CToken &part : macro.body) {
    SourceSpan inner = source;
    if (!outer) {
      inner.macro = macro.text;
      inner.spelling = part.source.range;
    } else if (macro.body.size() != 1) {
      inner.spelling = llvm::SMRange();
    }
    expand(part, &inner);
  }
  macro.isOpen = false;
}

//===----------------------------------------------------------------------===//
// Names of types
//===----------------------------------------------------------------------===//

/// The names that a typedef declares stand before a `,`, `;` or `[` outside of braces, or in `(*name)`.
void CTokenBuffer::declareTypes(size_t typedefToken, llvm::StringSet<> &names) {
  int depth = 0;
  for (size_t i = typedefToken + 1; i < tokens.size(); ++i) {
    size_t type = tokens[i]->type, next = at(i + 1).type;
    if (type == CTokenType::LeftBrace)
      ++depth;
    if (type == CTokenType::RightBrace)
      --depth;
    if (depth > 0)
      continue;
    if (type == CTokenType::Semicolon)
      return;
    bool ends = next == CTokenType::Semicolon || next == CTokenType::Comma || next == CTokenType::LeftBracket ||
                (next == CTokenType::RightParen && at(i - 1).type == CTokenType::Star);
    if ((type == CTokenType::Identifier || type == CTokenType::TypeName) && ends) {
      tokens[i]->type = CTokenType::Identifier;
      names.insert(tokens[i]->text);
    }
  }
}

void CTokenBuffer::markTypeNames() {
  llvm::StringSet<> names;
  for (const char *name : {"bool", "size_t", "ssize_t", "int8_t", "int16_t", "int32_t", "int64_t", "uint8_t",
                           "uint16_t", "uint32_t", "uint64_t", "FILE", "time_t"})
    names.insert(name);
  for (size_t i = 0; i < tokens.size(); ++i) {
    if (tokens[i]->type == CTokenType::Typedef) {
      // What the declared type is made of comes before its name is known.
      size_t end = i + 1;
      for (int depth = 0; end < tokens.size() && (depth > 0 || tokens[end]->type != CTokenType::Semicolon); ++end) {
        depth += tokens[end]->type == CTokenType::LeftBrace ? 1 : tokens[end]->type == CTokenType::RightBrace ? -1 : 0;
        if (tokens[end]->type == CTokenType::Identifier && names.contains(tokens[end]->text))
          tokens[end]->type = CTokenType::TypeName;
      }
      declareTypes(i, names);
      i = end;
      continue;
    }
    bool isMember = i > 0 && (tokens[i - 1]->type == CTokenType::Dot || tokens[i - 1]->type == CTokenType::Arrow);
    if (tokens[i]->type == CTokenType::Identifier && !isMember && names.contains(tokens[i]->text))
      tokens[i]->type = CTokenType::TypeName;
  }
}

} // namespace tenon
