//===- Positions.cpp - Lines and columns of the protocol ------------------===//

#include "tenon/Lsp/Positions.h"

#include "llvm/Support/ConvertUTF.h"

#include <algorithm>

using namespace llvm;

namespace tenon::lsp {

LineIndex::LineIndex(StringRef source, PositionEncoding unit) : text(source), encoding(unit), starts{0} {
  for (size_t i = 0; i < text.size(); ++i)
    if (text[i] == '\n' || (text[i] == '\r' && (i + 1 == text.size() || text[i + 1] != '\n')))
      starts.push_back(i + 1);
}

size_t LineIndex::endOf(size_t line) const {
  size_t end = line + 1 < starts.size() ? starts[line + 1] : text.size();
  while (end > starts[line] && (text[end - 1] == '\n' || text[end - 1] == '\r'))
    --end;
  return end;
}

void LineIndex::measure(size_t offset, size_t end, int64_t &units, size_t &bytes) const {
  const auto *begin = reinterpret_cast<const UTF8 *>(text.data());
  bytes = getNumBytesForUTF8(begin[offset]);
  if (offset + bytes > end || !isLegalUTF8Sequence(begin + offset, begin + end))
    bytes = 1;
  switch (encoding) {
  case PositionEncoding::Utf8:
    units = static_cast<int64_t>(bytes);
    return;
  case PositionEncoding::Utf16:
    units = bytes == 4 ? 2 : 1;
    return;
  case PositionEncoding::Utf32:
    units = 1;
    return;
  }
}

Position LineIndex::positionOf(size_t offset) const {
  offset = std::min(offset, text.size());
  auto line = static_cast<size_t>(std::upper_bound(starts.begin(), starts.end(), offset) - starts.begin()) - 1;
  Position position{static_cast<int64_t>(line), 0};
  size_t end = endOf(line);
  for (size_t i = starts[line]; i < std::min(offset, end);) {
    int64_t units = 0;
    size_t bytes = 0;
    measure(i, end, units, bytes);
    i += bytes;
    if (i > offset)
      break;
    position.character += units;
  }
  return position;
}

size_t LineIndex::offsetOf(Position position) const {
  if (position.line < 0)
    return 0;
  auto line = static_cast<size_t>(position.line);
  if (line >= starts.size())
    return text.size();
  size_t end = endOf(line), offset = starts[line];
  for (int64_t left = position.character; left > 0 && offset < end;) {
    int64_t units = 0;
    size_t bytes = 0;
    measure(offset, end, units, bytes);
    left -= units;
    if (left < 0)
      break;
    offset += bytes;
  }
  return offset;
}

} // namespace tenon::lsp
