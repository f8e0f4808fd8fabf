//===- Layout.cpp - The layout engine of the printer ----------------------===//

#include "Layout.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>

using namespace llvm;

namespace tenon::layout {

/// Comments at the ends of consecutive lines are aligned if that moves none of them by more than this.
constexpr unsigned MaxCommentShift = 40;

/// The place between two definitions.
static Command definitionLine() {
  Command command;
  command.kind = Command::Kind::HardLine;
  command.keepBlank = true;
  return command;
}

bool Gap::hasNewline() const {
  return newlinesBefore != 0 || any_of(comments, [](const PlacedComment &c) { return c.newlinesAfter != 0; });
}

bool Gap::forcesBreak() const {
  return !comments.empty() &&
         (hasNewline() || any_of(comments, [](const PlacedComment &c) { return c.text.contains('\n'); }));
}

//===----------------------------------------------------------------------===//
// Documents
//===----------------------------------------------------------------------===//

Document::Scope::Scope(Document &document, Command::Kind kind, unsigned amount) : document(document) {
  document.glue();
  document.add(kind).amount = amount;
}

Document::Scope::~Scope() {
  document.add(Command::Kind::End);
}

Command &Document::add(Command::Kind kind) {
  commands.emplace_back();
  commands.back().kind = kind;
  return commands.back();
}

/// There is a white-space command between any two tokens, so that comments have a place.
void Document::glue() {
  if (!spaceSinceToken)
    add(Command::Kind::Glue);
  spaceSinceToken = true;
}

void Document::text(StringRef token) {
  glue();
  add(Command::Kind::Text).text = token;
  spaceSinceToken = false;
}

void Document::terminator(StringRef token) {
  text(token);
  commands.back().terminator = true;
}

void Document::space(bool sticky) {
  add(Command::Kind::Space).sticky = sticky;
  spaceSinceToken = true;
}

void Document::brokenSpace(unsigned amount) {
  add(Command::Kind::BrokenSpace).amount = amount;
  spaceSinceToken = true;
}

void Document::line(LineStyle style) {
  Command &command = add(Command::Kind::Line);
  command.flatSpace = style.flatSpace;
  command.sticky = style.sticky;
  command.keepBlank = style.keepBlank;
  command.behind = style.behind;
  spaceSinceToken = true;
}

void Document::fill() {
  add(Command::Kind::Fill).flatSpace = true;
  spaceSinceToken = true;
}

void Document::hardLine() {
  add(Command::Kind::HardLine).keepBlank = true;
  spaceSinceToken = true;
}

void Document::markBroken() {
  SmallVector<size_t, 32> open;
  for (size_t i = 0; i != commands.size(); ++i) {
    const Command &command = commands[i];
    if (command.isScope()) {
      open.push_back(i);
      continue;
    }
    if (command.kind == Command::Kind::End) {
      size_t closed = open.pop_back_val();
      if (commands[closed].broken && !open.empty())
        commands[open.back()].broken = true;
      continue;
    }
    if (!command.isSpace() || open.empty())
      continue;
    const Gap *gap = command.gap < 0 ? nullptr : &gaps[command.gap];
    if (command.kind == Command::Kind::HardLine || (gap && gap->forcesBreak()) ||
        (gap && command.sticky && gap->hasNewline()))
      commands[open.back()].broken = true;
  }
}

//===----------------------------------------------------------------------===//
// Rendering
//===----------------------------------------------------------------------===//

bool Renderer::HeldLine::alignsWith(const HeldLine &next) const {
  auto closes = [](StringRef text) { return text.ltrim().starts_with(")") || text.ltrim().starts_with("}"); };
  return (code.front() == ' ') == (next.code.front() == ' ') && !closes(code) && !closes(next.code);
}

unsigned Renderer::column() const {
  if (pendingNewlines)
    return pendingIndent;
  return code.size() + (trailing.empty() ? 0 : trailing.size() + 1) + pendingSpaces;
}

void Renderer::newline(unsigned count) {
  pendingNewlines = std::max(pendingNewlines, count);
  pendingIndent = indent;
  pendingSpaces = 0;
}

void Renderer::write(StringRef text) {
  if (pendingNewlines && anything) {
    endLine();
    if (pendingNewlines > 1) {
      flushHeld();
      os << '\n';
    }
  }
  if (pendingNewlines || !anything)
    code.assign(pendingIndent, ' ');
  else
    code.append(pendingSpaces, ' ');
  pendingNewlines = pendingSpaces = pendingIndent = 0;
  anything = true;
  code += text;
}

void Renderer::endLine() {
  if (!trailing.empty()) {
    HeldLine line{std::move(code), std::move(trailing)};
    if (!held.empty() && !held.back().alignsWith(line))
      flushHeld();
    held.push_back(std::move(line));
  } else {
    flushHeld();
    os << code << '\n';
  }
  code.clear();
  trailing.clear();
}

void Renderer::flushHeld() {
  size_t widest = 0;
  for (const HeldLine &line : held)
    widest = std::max(widest, line.code.size());
  for (const HeldLine &line : held) {
    size_t shift = widest - line.code.size();
    os << line.code;
    os.indent(1 + (shift <= MaxCommentShift ? shift : 0)) << line.comment << '\n';
  }
  held.clear();
}

void Renderer::finish() {
  if (anything)
    endLine();
  flushHeld();
}

void Renderer::finishInline() {
  os << code;
}

/// The later lines of a comment move with its first line.
void Renderer::comment(const PlacedComment &comment, bool endsLine) {
  SmallVector<StringRef, 8> lines;
  comment.text.split(lines, '\n');
  StringRef first = lines.front().rtrim();
  bool isBlock = comment.text.starts_with("/*");
  bool unterminated = isBlock && (comment.text.size() < 4 || !comment.text.ends_with("*/"));
  if (!isBlock && endsLine && pendingNewlines == 0 && anything) {
    trailing = first.str();
    pendingSpaces = 0;
    return;
  }
  int shift = int(column()) - int(comment.column);
  write(first);
  for (StringRef line : drop_begin(lines)) {
    line = line.rtrim();
    StringRef body = line.ltrim(" \t\r\f");
    unsigned leading = 0;
    for (char c : line.drop_back(body.size()))
      leading = c == '\t' ? (leading / 8 + 1) * 8 : leading + 1;
    endLine();
    if (!body.empty())
      code.assign(std::max(0, int(leading) + shift), ' ');
    code += body;
  }
  if (unterminated)
    code += " */";
}

void Renderer::comments(const Gap &gap, bool breakHere, const Command &place) {
  unsigned most = place.keepBlank ? 2 : 1;
  unsigned newlines = std::min(gap.newlinesBefore, most);
  bool addBreak = breakHere && !gap.hasNewline();
  if (addBreak && !place.behind)
    newlines = 1;
  for (const PlacedComment &c : gap.comments) {
    if (newlines)
      newline(newlines);
    else if (anything && !pendingNewlines)
      pendingSpaces = 1;
    newlines = std::min(c.newlinesAfter, most);
    if (addBreak && place.behind && &c == &gap.comments.back())
      newlines = 1;
    comment(c, newlines != 0);
  }
  if (newlines)
    newline(newlines);
  else
    pendingSpaces = 1;
}

void Renderer::white(const Document &document, size_t at) {
  const Command &command = document.commands[at];
  const Gap *gap = command.gap < 0 ? nullptr : &document.gaps[command.gap];
  bool breakHere = command.kind == Command::Kind::HardLine || (command.kind == Command::Kind::Line && broken) ||
                   (command.kind == Command::Kind::Fill && broken && !fits(document, at, false));
  if (gap && !gap->comments.empty())
    return comments(*gap, breakHere, command);
  if (breakHere)
    return newline(gap && command.keepBlank ? std::clamp(gap->newlinesBefore, 1u, 2u) : 1);
  if (pendingNewlines)
    return;
  if (command.kind == Command::Kind::Space || command.flatSpace)
    pendingSpaces = std::max(pendingSpaces, 1u);
  else if (command.kind == Command::Kind::BrokenSpace && broken)
    pendingSpaces = std::max(pendingSpaces, command.amount);
}

/// Whether the group that starts at `at`, or what follows the fill line at `at`, fits on the current line, up to the
/// first place behind it where the line may end.
bool Renderer::fits(const Document &document, size_t at, bool isGroup) const {
  unsigned used = column();
  SmallVector<Command::Kind, 32> open;
  bool behind = false;
  for (size_t i = at; i != document.commands.size(); ++i) {
    if (used > width)
      return false;
    const Command &command = document.commands[i];
    if (command.kind == Command::Kind::Text) {
      used += command.text.size();
    } else if (command.isScope()) {
      open.push_back(command.kind);
      if (command.broken)
        behind = true; // A line inside it ends the search.
    } else if (command.kind == Command::Kind::End) {
      if (open.empty())
        behind = true;
      else
        open.pop_back();
      if (isGroup && open.empty())
        behind = true;
    } else {
      const Gap *gap = command.gap < 0 ? nullptr : &document.gaps[command.gap];
      if (gap && !gap->comments.empty()) {
        if (gap->forcesBreak())
          return true;
        for (const PlacedComment &c : gap->comments)
          used += c.text.size() + 1;
      }
      bool mayBreak = command.kind == Command::Kind::Line || command.kind == Command::Kind::Fill;
      if (command.kind == Command::Kind::HardLine)
        return true;
      if (mayBreak && i != at && (behind || (open.empty() && !isGroup)))
        return true;
      if (command.kind == Command::Kind::Space || command.flatSpace)
        ++used;
    }
  }
  return used <= width;
}

void Renderer::open(const Document &document, size_t at) {
  const Command &command = document.commands[at];
  scopes.push_back({command.kind, indent, broken});
  if (command.kind == Command::Kind::Indent)
    indent += command.amount;
  else if (command.kind == Command::Kind::Align)
    indent = column();
  else
    broken = broken && (command.broken || !fits(document, at, true));
}

void Renderer::close() {
  Scope scope = scopes.pop_back_val();
  indent = scope.previousIndent;
  broken = scope.previousBroken;
}

void Renderer::render(const Document &document) {
  for (size_t i = 0; i != document.commands.size(); ++i) {
    const Command &command = document.commands[i];
    if (command.kind == Command::Kind::Text)
      write(command.text);
    else if (command.isScope())
      open(document, i);
    else if (command.kind == Command::Kind::End)
      close();
    else
      white(document, i);
  }
}

void Renderer::renderGap(const Gap &gap) {
  if (!gap.comments.empty())
    comments(gap, true, definitionLine());
  pendingNewlines = pendingSpaces = 0;
}

void Renderer::verbatim(StringRef text, const Gap &gap) {
  if (gap.comments.empty())
    newline(std::clamp(gap.newlinesBefore, 1u, 2u));
  else
    comments(gap, true, definitionLine());
  bool first = true;
  for (StringRef rest = text; first || !rest.empty(); first = false) {
    auto [line, more] = rest.split('\n');
    rest = more;
    if (!first)
      newline(1);
    write(line.rtrim());
  }
}

} // namespace tenon::layout
