//===- HoaTokens.cpp - The tokens of a Hanoi omega-automaton --------------===//

#include "HoaTokens.h"

#include "llvm/ADT/StringExtras.h"

#include <algorithm>

namespace tenon {

bool HoaTokens::failExpected(const llvm::Twine &what) {
  std::string found = token.kind == HoaToken::End ? "the end" : "'" + token.text.take_front(20).str() + "'";
  return fail(token.text, "expected " + what + ", found " + found);
}

bool HoaTokens::expect(char c) {
  return token.is(c) ? advance() : failExpected("'" + llvm::Twine(c) + "'");
}

/// Comments are nested.
bool HoaTokens::skipBlanksAndComments() {
  unsigned depth = 0;
  const char *begin = cursor.position();
  for (;;) {
    if (depth == 0) {
      cursor.takeWhile([](char c) { return llvm::isSpace(c); });
      begin = cursor.position();
    }
    if (cursor.accept("/*")) {
      ++depth;
    } else if (depth == 0) {
      return true;
    } else if (cursor.atEnd()) {
      return cursor.fail(llvm::StringRef(begin, 2), "the comment has no end");
    } else if (cursor.accept("*/")) {
      --depth;
    } else {
      cursor.skip();
    }
  }
}

bool HoaTokens::readString() {
  const char *begin = cursor.position();
  cursor.skip();
  while (cursor.peek() != '"' || cursor.atEnd()) {
    cursor.accept("\\");
    if (cursor.atEnd())
      return cursor.fail(llvm::StringRef(begin, 1), "the string has no end");
    token.value += cursor.peek();
    cursor.skip();
  }
  cursor.skip();
  return true;
}

llvm::StringRef HoaTokens::label() const {
  size_t length = cursor.rest().find(']');
  return length == llvm::StringRef::npos ? llvm::StringRef()
                                         : llvm::StringRef(token.text.begin(), token.text.size() + length + 1);
}

bool HoaTokens::skipLabel() {
  cursor.moveTo(label().end());
  return advance();
}

bool HoaTokens::advance() {
  token = HoaToken();
  if (!skipBlanksAndComments())
    return false;
  const char *begin = cursor.position();
  // With the dot of a version, which stands in no other name.
  auto isIdentifierPart = [](char c) { return llvm::isAlnum(c) || c == '_' || c == '-' || c == '.'; };
  char c = cursor.peek();
  if (cursor.atEnd()) {
    token.text = cursor.from(begin);
    return true;
  }
  if (c == '"') {
    token.kind = HoaToken::String;
    if (!readString())
      return false;
  } else if (llvm::isDigit(c)) {
    token.kind = HoaToken::Number;
    // What is too large stays so, and is no number of anything.
    for (char digit : cursor.takeWhile([](char d) { return llvm::isDigit(d); }))
      token.number = std::min(token.number * 10 + static_cast<uint64_t>(digit - '0'), uint64_t(1) << 60);
  } else if (llvm::isAlpha(c) || c == '_') {
    token.text = cursor.takeWhile(isIdentifierPart);
    token.kind = cursor.accept(":") ? HoaToken::Header : HoaToken::Identifier;
    return true;
  } else if (c == '@') {
    token.kind = HoaToken::Alias;
    cursor.skip();
    cursor.takeWhile(isIdentifierPart);
  } else if (cursor.accept("--BODY--") || cursor.accept("--END--") || cursor.accept("--ABORT--")) {
    token.kind = HoaToken::Marker;
  } else {
    token.kind = HoaToken::Punctuation;
    cursor.skip();
  }
  token.text = cursor.from(begin);
  return true;
}

} // namespace tenon
