//===- Diagnostics.cpp - Errors, warnings and notes -----------------------===//

#include "tenon/Support/Diagnostics.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/WithColor.h"

#include <algorithm>
#include <limits>
#include <tuple>

namespace tenon {

Diagnostic &Diagnostic::note(llvm::SMRange where, const llvm::Twine &text) {
  notes.push_back({Severity::Note, where, text.str(), {}});
  return *this;
}

Diagnostic &Diagnostic::note(const llvm::Twine &text) {
  return note(llvm::SMRange(), text);
}

Diagnostic &DiagnosticEngine::add(Severity severity, llvm::SMRange where, const llvm::Twine &message) {
  Diagnostic diagnostic{severity, where, message.str(), {}};
  std::string key = std::to_string(static_cast<int>(severity)) + ":" +
                    llvm::utohexstr(reinterpret_cast<uintptr_t>(where.Start.getPointer())) + ":" +
                    llvm::utohexstr(reinterpret_cast<uintptr_t>(where.End.getPointer())) + ":" + diagnostic.message;
  if (!seen.insert(key).second) {
    repeated = std::move(diagnostic);
    return repeated;
  }
  if (severity == Severity::Error)
    ++errors;
  return diagnostics.emplace_back(std::move(diagnostic));
}

std::vector<Diagnostic> DiagnosticEngine::takeSince(size_t mark) {
  std::vector<Diagnostic> taken(std::make_move_iterator(diagnostics.begin() + mark),
                                std::make_move_iterator(diagnostics.end()));
  diagnostics.resize(mark);
  for (const Diagnostic &diagnostic : taken)
    errors -= diagnostic.severity == Severity::Error;
  return taken;
}

void DiagnosticEngine::add(const Diagnostic &diagnostic) {
  errors += diagnostic.severity == Severity::Error;
  diagnostics.push_back(diagnostic);
}

Diagnostic &DiagnosticEngine::error(llvm::SMRange where, const llvm::Twine &message) {
  return add(Severity::Error, where, message);
}

Diagnostic &DiagnosticEngine::warning(llvm::SMRange where, const llvm::Twine &message) {
  return add(Severity::Warning, where, message);
}

//===----------------------------------------------------------------------===//
// Printing
//===----------------------------------------------------------------------===//

namespace {

/// Lines up to this many bytes are shown whole; of longer ones a window around the caret.
constexpr size_t MaxLineBytes = 160;
constexpr size_t BytesBeforeCaret = 60;
constexpr size_t BytesAfterCaret = 90;
constexpr unsigned TabStop = 8;
constexpr llvm::StringLiteral Ellipsis = "...";
/// What editors of some systems put before the first line; not part of it.
constexpr llvm::StringLiteral ByteOrderMark = "\xef\xbb\xbf";

bool isContinuationByte(char c) {
  return (static_cast<unsigned char>(c) & 0xc0) == 0x80;
}

/// A line of source as it will be shown, with the column where each byte went.
class ShownLine {
public:
  /// Shows `line` (without its end), or the part of it around byte `caret`.
  ShownLine(llvm::StringRef line, size_t caret) {
    begin = 0;
    end = line.size();
    bool cut = line.size() > MaxLineBytes;
    if (cut) {
      begin = caret > BytesBeforeCaret ? caret - BytesBeforeCaret : 0;
      end = std::min(line.size(), caret + BytesAfterCaret);
      while (begin > 0 && isContinuationByte(line[begin]))
        --begin;
      while (end < line.size() && isContinuationByte(line[end]))
        ++end;
    }
    if (begin > 0)
      append(Ellipsis, Ellipsis.size());
    columns.reserve(end - begin + 1);
    for (size_t at = begin; at < end;)
      at += appendCharacter(line.slice(at, end));
    columns.push_back(width);
    if (end < line.size())
      append(Ellipsis, Ellipsis.size());
  }

  llvm::StringRef text() const { return shown; }

  /// The column of byte `at` of the line, from 0; clamped to the part that is shown.
  size_t column(size_t at) const { return columns[std::clamp(at, begin, end) - begin]; }

private:
  void append(llvm::StringRef piece, size_t pieceWidth) {
    shown += piece;
    width += pieceWidth;
  }

  /// Appends the first character of `rest` and returns how many bytes it has.
  size_t appendCharacter(llvm::StringRef rest) {
    unsigned char first = static_cast<unsigned char>(rest.front());
    size_t length = 1, start = width;
    if (first == '\t') {
      size_t blanks = TabStop - width % TabStop;
      append(std::string(blanks, ' '), blanks);
    } else if (first < 0x20 || first == 0x7f) {
      append("?", 1);
    } else if (first < 0x80) {
      append(rest.take_front(1), 1);
    } else {
      const auto *bytes = reinterpret_cast<const llvm::UTF8 *>(rest.data());
      length = llvm::getNumBytesForUTF8(first);
      // U+0080 to U+009F are control characters too.
      bool valid = length <= rest.size() && llvm::isLegalUTF8Sequence(bytes, bytes + length) &&
                   !(first == 0xc2 && static_cast<unsigned char>(rest[1]) < 0xa0);
      length = valid ? length : 1;
      append(valid ? rest.take_front(length) : llvm::StringRef("?"), 1);
    }
    columns.insert(columns.end(), length, start);
    return length;
  }

  std::string shown;
  size_t width = 0;
  size_t begin = 0, end = 0;
  std::vector<size_t> columns;
};

class Renderer {
public:
  Renderer(const llvm::SourceMgr &sources, llvm::raw_ostream &os) : sources(sources), os(os) {}

  void render(const Diagnostic &diagnostic) {
    const char *at = diagnostic.range.Start.getPointer();
    unsigned buffer = at ? sources.FindBufferContainingLoc(diagnostic.range.Start) : 0;
    if (!buffer) {
      renderMessage(diagnostic);
    } else {
      const llvm::MemoryBuffer *text = sources.getMemoryBuffer(buffer);
      llvm::StringRef before(text->getBufferStart(), static_cast<size_t>(at - text->getBufferStart()));
      size_t lineStart = before.rfind('\n') + 1; // npos + 1 is 0
      if (lineStart == 0 && before.starts_with(ByteOrderMark))
        lineStart = ByteOrderMark.size();
      unsigned line = sources.FindLineNumber(diagnostic.range.Start, buffer);
      os << text->getBufferIdentifier() << ':' << line << ':' << before.size() - lineStart + 1 << ": ";
      renderMessage(diagnostic);
      renderLine(text->getBuffer().drop_front(lineStart), before.size() - lineStart, diagnostic.range);
    }
    for (const Diagnostic &note : diagnostic.notes)
      render(note);
  }

private:
  void renderMessage(const Diagnostic &diagnostic) {
    switch (diagnostic.severity) {
    case Severity::Error:
      llvm::WithColor(os, llvm::HighlightColor::Error).get() << "error: ";
      break;
    case Severity::Warning:
      llvm::WithColor(os, llvm::HighlightColor::Warning).get() << "warning: ";
      break;
    case Severity::Note:
      llvm::WithColor(os, llvm::HighlightColor::Note).get() << "note: ";
      break;
    }
    os << diagnostic.message << '\n';
  }

  /// `rest` begins with the line; `caret` is the byte of it where the range begins.
  void renderLine(llvm::StringRef rest, size_t caret, llvm::SMRange range) {
    llvm::StringRef line = rest.take_front(rest.find('\n'));
    line.consume_back("\r");
    size_t rangeEnd = caret + 1;
    if (range.End.isValid() && range.End.getPointer() > range.Start.getPointer())
      rangeEnd = caret + static_cast<size_t>(range.End.getPointer() - range.Start.getPointer());
    caret = std::min(caret, line.size());
    rangeEnd = std::clamp(rangeEnd, caret, line.size());

    ShownLine shown(line, caret);
    os << shown.text() << '\n';
    size_t from = shown.column(caret), to = shown.column(rangeEnd);
    os.indent(static_cast<unsigned>(from));
    {
      llvm::WithColor color(os, llvm::raw_ostream::GREEN, /*Bold=*/true);
      os << '^' << std::string(to > from + 1 ? to - from - 1 : 0, '~');
    }
    os << '\n';
  }

  const llvm::SourceMgr &sources;
  llvm::raw_ostream &os;
};

} // namespace

void DiagnosticEngine::print(llvm::raw_ostream &os, unsigned maxErrors) const {
  struct Entry {
    unsigned buffer;
    const char *at;
    const Diagnostic *diagnostic;
  };
  // Remarks about no place in particular come last.
  constexpr unsigned NoBuffer = std::numeric_limits<unsigned>::max();
  std::vector<Entry> entries;
  entries.reserve(diagnostics.size());
  for (const Diagnostic &diagnostic : diagnostics) {
    llvm::SMLoc at = diagnostic.range.Start;
    unsigned buffer = at.isValid() ? sources.FindBufferContainingLoc(at) : 0;
    entries.push_back({buffer ? buffer : NoBuffer, buffer ? at.getPointer() : nullptr, &diagnostic});
  }
  llvm::stable_sort(entries, [](const Entry &a, const Entry &b) {
    return std::tie(a.buffer, a.at, a.diagnostic->severity) < std::tie(b.buffer, b.at, b.diagnostic->severity);
  });

  Renderer renderer(sources, os);
  unsigned shownErrors = 0, hiddenErrors = 0;
  for (const Entry &entry : entries) {
    if (entry.diagnostic->severity == Severity::Error && ++shownErrors > maxErrors)
      ++hiddenErrors;
    else
      renderer.render(*entry.diagnostic);
  }
  if (hiddenErrors)
    os << hiddenErrors << (hiddenErrors == 1 ? " more error is not shown\n" : " more errors are not shown\n");
}

} // namespace tenon
