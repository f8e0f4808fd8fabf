//===- CommentWeaver.cpp - Comments and line ends of the source -----------===//

#include "CommentWeaver.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>

using namespace llvm;

namespace tenon::layout {

/// Puts `second`, which stood behind `first`, at its end.
static void append(Gap &first, Gap second) {
  unsigned &between = first.comments.empty() ? first.newlinesBefore : first.comments.back().newlinesAfter;
  between = std::max(between, second.newlinesBefore);
  first.comments.append(std::make_move_iterator(second.comments.begin()),
                        std::make_move_iterator(second.comments.end()));
}

CommentWeaver::CommentWeaver(const ast::SourceFile &file, StringRef source)
    : comments(file.comments), source(source), place(source.data()) {
  // A byte order mark is not printed again.
  if (source.starts_with("\xEF\xBB\xBF"))
    place += 3;
}

bool CommentWeaver::covers(SMRange range) const {
  const char *start = range.Start.getPointer(), *end = range.End.getPointer();
  return start && place <= start && start <= end && end <= source.end();
}

/// The column in bytes; tabs count only in the white space at the start of a line.
unsigned CommentWeaver::columnOf(const char *where) const {
  const char *start = where;
  while (start != source.begin() && start[-1] != '\n')
    --start;
  unsigned column = 0;
  for (const char *c = start; c != where && *c == '\t'; ++c)
    column += 7;
  return column + (where - start);
}

/// Reads white space and comments up to a token or `end`.
Gap CommentWeaver::readGap(const char *end) {
  Gap gap;
  unsigned newlines = 0;
  auto settle = [&] {
    unsigned &count = gap.comments.empty() ? gap.newlinesBefore : gap.comments.back().newlinesAfter;
    count = std::max(count, std::min(newlines, 2u));
    newlines = 0;
  };
  while (place < end) {
    if (next != comments.size() && comments[next].range.Start.getPointer() == place) {
      const ast::Comment &comment = comments[next++];
      settle();
      const char *commentEnd = comment.range.End.getPointer();
      StringRef text(place, commentEnd - place);
      gap.comments.push_back({text.rtrim(), columnOf(place), comment.block ? 0u : 1u});
      newlines = text.drop_front(text.rtrim().size()).count('\n');
      place = commentEnd;
    } else if (isSpace(*place)) {
      newlines += *place++ == '\n';
    } else {
      break;
    }
  }
  if (place == source.end() && !gap.comments.empty())
    newlines = std::max(newlines, 1u);
  settle();
  return gap;
}

/// Reads the characters of one token. A token that the scanner would divide may have comments inside; they move
/// behind it.
bool CommentWeaver::readToken(StringRef token, const char *end, Gap &inside) {
  bool first = true;
  for (char c : token) {
    if (isSpace(c))
      continue;
    if (!first) {
      Gap gap = readGap(end);
      if (!gap.comments.empty())
        append(inside, std::move(gap));
    }
    if (place == end || *place != c)
      return false;
    ++place;
    first = false;
  }
  return true;
}

/// Comments before a comma or full stop move behind it, but for those that stand within a line.
void CommentWeaver::moveBehindTerminators(Document &document) {
  int previous = -1;
  bool previousTerminates = false;
  int gap = -1;
  for (const Command &command : document.commands) {
    if (command.isSpace() && command.gap >= 0)
      gap = command.gap;
    if (command.kind != Command::Kind::Text)
      continue;
    if (previousTerminates && document.gaps[previous].forcesBreak()) {
      Gap moved = std::exchange(document.gaps[previous], Gap());
      append(moved, std::exchange(document.gaps[gap], Gap()));
      document.gaps[gap] = std::move(moved);
    }
    previous = gap;
    previousTerminates = command.terminator;
  }
  if (previousTerminates && document.gaps[previous].forcesBreak())
    carried = std::exchange(document.gaps[previous], Gap());
}

bool CommentWeaver::readTokens(Document &document, const char *end) {
  Gap inside;
  int white = -1;
  bool firstToken = true;
  for (size_t i = 0; i != document.commands.size(); ++i) {
    Command &command = document.commands[i];
    if (command.isSpace() && (white < 0 || document.commands[white].kind == Command::Kind::Glue))
      white = i;
    if (command.kind != Command::Kind::Text)
      continue;
    Gap gap = std::exchange(inside, Gap());
    if (firstToken)
      append(gap, std::exchange(carried, Gap()));
    append(gap, readGap(end));
    firstToken = false;
    if (!readToken(command.text, end, inside) || white < 0)
      return false;
    document.commands[white].gap = document.gaps.size();
    document.gaps.push_back(std::move(gap));
    white = -1;
  }
  carried = std::move(inside);
  return place == end;
}

bool CommentWeaver::weave(Document &document, SMRange range) {
  CommentWeaver before = *this;
  if (readTokens(document, range.End.getPointer())) {
    moveBehindTerminators(document);
    document.markBroken();
    return true;
  }
  *this = before;
  for (Command &command : document.commands)
    command.gap = -1;
  document.gaps.clear();
  return false;
}

Gap CommentWeaver::skip(SMRange range) {
  Gap gap = std::exchange(carried, Gap());
  append(gap, readGap(range.Start.getPointer()));
  place = range.End.getPointer();
  while (next != comments.size() && comments[next].range.Start.getPointer() < place)
    ++next;
  return gap;
}

Gap CommentWeaver::finish() {
  Gap gap = std::exchange(carried, Gap());
  append(gap, readGap(source.end()));
  return gap;
}

} // namespace tenon::layout
