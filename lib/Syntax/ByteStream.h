//===- ByteStream.h - A text as ANTLR's lexers read it --------------------===//

#ifndef TENON_LIB_SYNTAX_BYTESTREAM_H
#define TENON_LIB_SYNTAX_BYTESTREAM_H

#include "antlr4-runtime.h"

#include "llvm/ADT/StringRef.h"

#include <algorithm>

namespace tenon {

/// The bytes of a buffer as characters, so that the lexer's positions are byte offsets.
class ByteStream final : public antlr4::CharStream {
public:
  explicit ByteStream(llvm::StringRef bytes) : bytes(bytes) {}

  void consume() override { ++position; }
  size_t LA(ssize_t k) override {
    size_t at = position + static_cast<size_t>(k) - (k > 0 ? 1 : 0);
    return at < bytes.size() ? static_cast<unsigned char>(bytes[at]) : EOF;
  }
  ssize_t mark() override { return 0; }
  void release(ssize_t) override {}
  size_t index() override { return position; }
  void seek(size_t to) override { position = std::min(to, bytes.size()); }
  size_t size() override { return bytes.size(); }
  std::string getSourceName() const override { return {}; }
  std::string getText(const antlr4::misc::Interval &) override { return {}; }
  std::string toString() const override { return {}; }

private:
  llvm::StringRef bytes;
  size_t position = 0;
};

/// Leaves it to the caller to make tokens.
template <typename Lexer> class ByteLexer final : public Lexer {
public:
  using Lexer::Lexer;
  antlr4::Token *emit() override { return nullptr; }
};

} // namespace tenon

#endif // TENON_LIB_SYNTAX_BYTESTREAM_H
