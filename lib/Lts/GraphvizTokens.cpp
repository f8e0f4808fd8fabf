//===- GraphvizTokens.cpp - The tokens of a graph -------------------------===//

#include "GraphvizTokens.h"

#include "llvm/ADT/StringExtras.h"

namespace tenon {

bool DotTokens::skipBlanksAndComments() {
  for (;;) {
    llvm::StringRef blanks = cursor.takeWhile([](char c) { return llvm::isSpace(c); });
    llvm::StringRef rest = cursor.rest();
    if (rest.starts_with("//") || (rest.starts_with("#") && (blanks.empty() || blanks.contains('\n')))) {
      cursor.takeWhile([](char c) { return c != '\n'; });
    } else if (rest.starts_with("/*")) {
      size_t end = rest.find("*/", 2);
      if (end == llvm::StringRef::npos)
        return cursor.fail(rest.take_front(2), "the comment has no end");
      cursor.skip(end + 2);
    } else {
      return true;
    }
  }
}

bool DotTokens::readQuoted() {
  const char *begin = cursor.position();
  cursor.skip();
  while (cursor.peek() != '"') {
    token.value += cursor.takeWhile([](char c) { return c != '"' && c != '\\'; });
    if (cursor.peek() == '\\' && cursor.rest().size() > 1) {
      bool isContinuation = cursor.peekSecond() == '\n';
      if (!isContinuation)
        token.value += cursor.rest().take_front(2);
      cursor.skip(2);
    } else if (cursor.peek() != '"') {
      return cursor.fail(llvm::StringRef(begin, 1), "the text in quotes has no end");
    }
  }
  cursor.skip();
  return true;
}

bool DotTokens::readHtml() {
  const char *begin = cursor.position();
  unsigned depth = 0;
  do {
    if (cursor.atEnd())
      return cursor.fail(llvm::StringRef(begin, 1), "'<' without '>'");
    depth += cursor.peek() == '<';
    depth -= cursor.peek() == '>';
    cursor.skip();
  } while (depth > 0);
  return true;
}

bool DotTokens::advance() {
  token = DotToken();
  if (!skipBlanksAndComments())
    return false;
  const char *begin = cursor.position();
  auto isIdPart = [](char c) { return llvm::isAlnum(c) || c == '_' || static_cast<unsigned char>(c) >= 0x80; };
  auto isNumberPart = [](char c) { return llvm::isDigit(c) || c == '.'; };
  char c = cursor.peek(), second = cursor.peekSecond();
  if (cursor.atEnd()) {
    token.text = cursor.from(begin);
    return true;
  }
  if (c == '"') {
    token.kind = DotToken::Id;
    token.isQuoted = true;
    if (!readQuoted())
      return false;
  } else if (c == '<') {
    token.kind = DotToken::Html;
    if (!readHtml())
      return false;
  } else if (c == '-' && (second == '>' || second == '-')) {
    token.kind = second == '>' ? DotToken::Arrow : DotToken::Line;
    cursor.skip(2);
  } else if (isNumberPart(c) || (c == '-' && isNumberPart(second))) {
    token.kind = DotToken::Id;
    cursor.skip();
    cursor.takeWhile(isNumberPart);
    token.value = cursor.from(begin).str();
  } else if (isIdPart(c)) {
    token.kind = DotToken::Id;
    token.value = cursor.takeWhile(isIdPart).str();
  } else if (llvm::StringRef("{}[]=;,:+").contains(c)) {
    token.kind = DotToken::Punctuation;
    cursor.skip();
  } else {
    return cursor.fail(cursor.rest().take_front(1), "unexpected character");
  }
  token.text = cursor.from(begin);
  return true;
}

} // namespace tenon
