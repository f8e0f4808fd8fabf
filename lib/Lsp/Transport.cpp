//===- Transport.cpp - Messages on a stream -------------------------------===//

#include "tenon/Lsp/Transport.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <cerrno>

#include <unistd.h>

using namespace llvm;

namespace tenon::lsp {

static constexpr StringLiteral LengthHeader = "content-length:";

/// The length that a block of headers names. What stands before the last `Content-Length:` may be the rest of a message
/// whose length was wrong.
static std::optional<size_t> lengthIn(StringRef headers, bool &isClean) {
  std::string lower = headers.lower();
  size_t at = StringRef(lower).rfind(LengthHeader);
  if (at == StringRef::npos)
    return std::nullopt;
  isClean = at == 0 || headers[at - 1] == '\n';
  size_t length = 0;
  StringRef number =
      headers.drop_front(at + LengthHeader.size()).take_until([](char c) { return c == '\r' || c == '\n'; });
  if (number.trim().getAsInteger(10, length))
    return std::nullopt;
  return length;
}

std::optional<std::string> MessageReader::next() {
  while (true) {
    size_t skipped = std::min(skipping, buffer.size());
    buffer.erase(0, skipped);
    skipping -= skipped;
    StringRef text = buffer;
    size_t end = text.find("\r\n\r\n"), bare = text.find("\n\n");
    size_t gap = end <= bare ? 4 : 2;
    end = std::min(end, bare);
    if (skipping > 0 || end == StringRef::npos)
      return std::nullopt;
    bool isClean = true;
    std::optional<size_t> length = lengthIn(text.take_front(end), isClean);
    offended |= !length || !isClean;
    size_t begin = end + gap;
    if (!length) {
      buffer.erase(0, begin);
      continue;
    }
    if (*length > MaxContent) {
      offended = true;
      skipping = *length;
      buffer.erase(0, begin);
      continue;
    }
    if (buffer.size() - begin < *length)
      return std::nullopt;
    std::string content = buffer.substr(begin, *length);
    buffer.erase(0, begin + *length);
    return content;
  }
}

std::string framed(const json::Value &message) {
  std::string content;
  raw_string_ostream(content) << message;
  return "Content-Length: " + std::to_string(content.size()) + "\r\n\r\n" + content;
}

bool writeAll(int descriptor, StringRef bytes) {
  while (!bytes.empty()) {
    ssize_t count = write(descriptor, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR)
      continue;
    if (count < 0)
      return false;
    bytes = bytes.drop_front(static_cast<size_t>(count));
  }
  return true;
}

} // namespace tenon::lsp
