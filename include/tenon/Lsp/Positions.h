//===- tenon/Lsp/Positions.h - Lines and columns of the protocol ----------===//
//
// The language server protocol counts lines and columns from 0, and columns in units that client and server agree on:
// UTF-16 code units unless they say otherwise. Here texts are UTF-8 and places are offsets in bytes.
//
//===----------------------------------------------------------------------===//

#ifndef TENON_LSP_POSITIONS_H
#define TENON_LSP_POSITIONS_H

#include "llvm/ADT/StringRef.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tenon::lsp {

enum class PositionEncoding { Utf8, Utf16, Utf32 };

struct Position {
  int64_t line = 0;
  int64_t character = 0;
  friend bool operator==(const Position &, const Position &) = default;
};

/// The lines of a text, which must outlive this. A line ends with `\n`, `\r\n` or `\r`.
class LineIndex {
public:
  /// Linear in the text.
  LineIndex(llvm::StringRef text, PositionEncoding encoding);

  /// The position of a byte; within a character, that of the character. Logarithmic, and linear in the line. A byte
  /// that is not UTF-8 counts as one unit.
  Position positionOf(size_t offset) const;
  /// The byte at a position. One behind the end of its line is the end of the line, without what ends it; one behind
  /// the last line is the end of the text; one within a character is its begin.
  size_t offsetOf(Position position) const;

  size_t lineCount() const { return starts.size(); }

private:
  /// The end of a line, without what ends it.
  size_t endOf(size_t line) const;
  /// How many units the character at `offset` has, and how many bytes.
  void measure(size_t offset, size_t end, int64_t &units, size_t &bytes) const;

  llvm::StringRef text;
  PositionEncoding encoding;
  std::vector<size_t> starts;
};

} // namespace tenon::lsp

#endif // TENON_LSP_POSITIONS_H
