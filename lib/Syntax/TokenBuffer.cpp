//===- TokenBuffer.cpp - The tokens of a file, as ANTLR's stream ----------===//

#include "TokenBuffer.h"

#include "ByteStream.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/ConvertUTF.h"

#include <algorithm>

namespace tenon {

TokenBuffer::TokenBuffer(llvm::StringRef source, std::vector<ast::Comment> &comments, DiagnosticEngine &diagnostics)
    : text(source) {
  read(comments, diagnostics);
}

void TokenBuffer::read(std::vector<ast::Comment> &comments, DiagnosticEngine &diagnostics) {
  ByteStream bytes(text);
  if (text.starts_with("\xef\xbb\xbf"))
    bytes.seek(3);
  ByteLexer<grammar::TenonLexer> lexer(&bytes);
  lexer.removeErrorListeners();

  unsigned errors = 0;
  size_t unexpectedBegin = 0, unexpectedEnd = 0;
  auto flushUnexpected = [&] {
    if (unexpectedEnd == unexpectedBegin)
      return;
    reportUnexpected(unexpectedBegin, unexpectedEnd, diagnostics);
    unexpectedBegin = unexpectedEnd = 0;
    tooManyErrors = ++errors >= MaxSyntaxErrors;
  };
  while (!lexer.hitEOF && !tooManyErrors) {
    lexer.nextToken();
    // What is skipped up to the end of the file comes out as EOF.
    size_t type = lexer.type, begin = lexer.tokenStartCharIndex, end = bytes.index();
    if (begin >= text.size() || type == SIZE_MAX || type == antlr4::Lexer::SKIP)
      break;
    if (type == TokenType::Unexpected && unexpectedEnd == begin && unexpectedEnd) {
      unexpectedEnd = end;
      continue;
    }
    flushUnexpected();
    switch (type) {
    case TokenType::Unexpected:
      unexpectedBegin = begin;
      unexpectedEnd = end;
      break;
    case TokenType::UnterminatedString:
      diagnostics.error(range(begin, end), "this string is not closed on its line")
          .note("a file name stands between two `\"`");
      badOffsets.push_back(begin);
      tooManyErrors = ++errors >= MaxSyntaxErrors;
      break;
    case TokenType::UnterminatedComment:
      diagnostics.warning(range(begin, begin + 2), "this comment is not closed; the rest of the file belongs to it");
      [[fallthrough]];
    case TokenType::BlockComment:
    case TokenType::LineComment:
      comments.push_back({range(begin, end), type != TokenType::LineComment});
      break;
    case TokenType::Upper:
    case TokenType::Lower:
      if (reportWrongBytes(begin, end, diagnostics))
        tooManyErrors = ++errors >= MaxSyntaxErrors;
      [[fallthrough]];
    default:
      tokens.push_back(&storage.emplace_back(type, begin, end));
    }
  }
  flushUnexpected();
  tokens.push_back(&storage.emplace_back(antlr4::Token::EOF, text.size(), text.size()));
}

void TokenBuffer::reportUnexpected(size_t begin, size_t end, DiagnosticEngine &diagnostics) {
  badOffsets.push_back(begin);
  llvm::StringRef bytes = text.slice(begin, end);
  auto isPlain = [](char c) { return llvm::isPrint(c); };
  llvm::SMRange where = range(begin, end);
  const auto *utf8 = reinterpret_cast<const llvm::UTF8 *>(bytes.data());
  bool readable = llvm::all_of(bytes, isPlain) || llvm::isLegalUTF8String(&utf8, utf8 + bytes.size());
  if (!readable || bytes.size() > 32)
    diagnostics.error(where, "unexpected bytes: this does not look like text");
  else if (bytes.size() == 1)
    diagnostics.error(where, "unexpected character `" + bytes + "`");
  else if (static_cast<unsigned char>(bytes[0]) >= 0x80)
    diagnostics.error(where, "unexpected character `" + bytes + "`")
        .note("names begin with a letter from A to Z or a to z, or with `_`");
  else
    diagnostics.error(where, "unexpected characters `" + bytes + "`");
}

bool TokenBuffer::reportWrongBytes(size_t begin, size_t end, DiagnosticEngine &diagnostics) {
  const auto *first = reinterpret_cast<const llvm::UTF8 *>(text.data());
  const llvm::UTF8 *wrong = first + begin;
  if (llvm::isLegalUTF8String(&wrong, first + end))
    return false;
  auto place = static_cast<size_t>(wrong - first);
  badOffsets.push_back(begin);
  diagnostics.error(range(place, place + 1), "unexpected byte in a name: this is not UTF-8")
      .note("save the file in UTF-8, or choose another name");
  return true;
}

bool TokenBuffer::hasLexicalError(size_t first, size_t last) const {
  size_t begin = first ? at(first - 1).end : 0;
  auto bad = llvm::lower_bound(badOffsets, begin);
  return bad != badOffsets.end() && *bad < at(last).end;
}

void TokenBuffer::markGoalWords() {
  for (size_t i = position; i < tokens.size(); ++i) {
    size_t type = tokens[i]->type, before = i > position ? tokens[i - 1]->type : 0;
    if (type == TokenType::Semicolon || type == TokenType::Equal || type == TokenType::Dot)
      return;
    // The words of a method's name are no keywords.
    if (type != TokenType::Lower || before == TokenType::Using || before == TokenType::Minus)
      continue;
    tokens[i]->type = llvm::StringSwitch<size_t>(spelling(*tokens[i]))
                          .Case("check", TokenType::Check)
                          .Case("deadlockfree", TokenType::DeadlockFree)
                          .Case("satisfies", TokenType::Satisfies)
                          .Case("refines", TokenType::Refines)
                          .Case("simulates", TokenType::Simulates)
                          .Case("interface", TokenType::Interface)
                          .Case("for", TokenType::For)
                          .Case("repair", TokenType::Repair)
                          .Case("in", TokenType::In)
                          .Case("using", TokenType::Using)
                          .Case("expect", TokenType::Expect)
                          .Case("holds", TokenType::Holds)
                          .Case("violated", TokenType::Violated)
                          .Default(TokenType::Lower);
  }
}

void TokenBuffer::insert(size_t i, size_t type) {
  size_t where = i ? at(i - 1).end : at(i).begin;
  tokens.insert(tokens.begin() + static_cast<ptrdiff_t>(i), &storage.emplace_back(type, where, where));
}

void TokenBuffer::erase(size_t i, size_t count) {
  auto begin = tokens.begin() + static_cast<ptrdiff_t>(i);
  tokens.erase(begin, begin + static_cast<ptrdiff_t>(std::min(count, last() - std::min(i, last()))));
}

antlr4::Token *TokenBuffer::LT(ssize_t k) {
  if (k < 0)
    return position < static_cast<size_t>(-k) ? nullptr : numbered(position - static_cast<size_t>(-k));
  return numbered(std::min(position + static_cast<size_t>(k) - 1, last()));
}

size_t TokenBuffer::LA(ssize_t k) {
  if (k == 1)
    return tokens[position]->type;
  antlr4::Token *token = LT(k);
  return token ? token->getType() : antlr4::Token::INVALID_TYPE;
}

} // namespace tenon
