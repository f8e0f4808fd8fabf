//===- Layout.h - Tokens, spaces and groups of a standard layout ----------===//
//
// The printer describes a definition as a list of tokens with what may stand between
// them; the layout engine decides which of the possible line breaks are taken. The
// model is that of Wadler's "A prettier printer" (2003), as a flat list of commands:
// a group is printed on one line if that fits, otherwise all its lines are broken; a
// fill line is broken on its own, when the text up to the next one does not fit.
//
// Between any two tokens there is a gap that may carry comments and line breaks of
// the source. A comment that ends or begins a line keeps doing so, which breaks the
// groups around it; its width never makes a group break. All decisions depend only on
// the tokens, on the comments, and on facts that printing preserves, so that printing
// twice is printing once.
//
// Time is linear: looking ahead never passes the right margin.
//
//===----------------------------------------------------------------------===//

#ifndef TENON_LIB_SYNTAX_LAYOUT_H
#define TENON_LIB_SYNTAX_LAYOUT_H

#include "tenon/Syntax/Ast.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

#include <string>
#include <vector>

namespace tenon::layout {

/// A comment and the line ends that follow it in the source: 0, 1, or 2 for a blank line.
struct PlacedComment {
  llvm::StringRef text;
  unsigned column = 0; ///< In the source, in bytes from 0.
  unsigned newlinesAfter = 0;
};

/// What stood between two tokens of the source.
struct Gap {
  unsigned newlinesBefore = 0; ///< Line ends before the first comment or, without comments, before the token.
  llvm::SmallVector<PlacedComment, 1> comments;

  bool hasNewline() const;
  /// True if the comments force a line break here.
  bool forcesBreak() const;
};

struct Command {
  enum class Kind {
    Text,
    Glue,        ///< Nothing.
    Space,       ///< A space.
    BrokenSpace, ///< `amount` spaces if the group is broken, otherwise nothing.
    Line,        ///< A line break if the group is broken, otherwise a space or nothing.
    Fill,        ///< A line break if the group is broken and what follows does not fit, otherwise a space.
    HardLine,    ///< A line break.
    Group,
    Indent, ///< By `amount`.
    Align,  ///< Indent to the current column.
    End,    ///< Of a group, an indentation or an alignment.
  };
  Kind kind = Kind::Text;
  bool flatSpace = false;  ///< Line: a space in a group on one line.
  bool sticky = false;     ///< A line break that stands here in the source breaks the group.
  bool keepBlank = false;  ///< A blank line that stands here in the source is kept.
  bool behind = false;     ///< Line: comments within a line stay behind the token before, not before the next one.
  bool broken = false;     ///< Group: contains a forced line break.
  bool terminator = false; ///< Text: a comma, full stop or semicolon, which moves before comments that end a line.
  unsigned amount = 0;
  int gap = -1; ///< A white-space command: the gap before the next token.
  llvm::StringRef text;

  bool isSpace() const { return kind >= Kind::Glue && kind <= Kind::HardLine; }
  bool isScope() const { return kind >= Kind::Group && kind <= Kind::Align; }
};

/// See the members of Command.
struct LineStyle {
  bool flatSpace = true;
  bool sticky = false;
  bool keepBlank = false;
  bool behind = false;
};

/// A list of commands under construction.
class Document {
public:
  std::vector<Command> commands;
  std::vector<Gap> gaps;

  /// Closes what was opened when it is destroyed.
  class Scope {
  public:
    Scope(Document &document, Command::Kind kind, unsigned amount);
    ~Scope();
    Scope(const Scope &) = delete;
    Scope &operator=(const Scope &) = delete;

  private:
    Document &document;
  };
  [[nodiscard]] Scope group() { return Scope(*this, Command::Kind::Group, 0); }
  [[nodiscard]] Scope indent(unsigned amount) { return Scope(*this, Command::Kind::Indent, amount); }
  [[nodiscard]] Scope align() { return Scope(*this, Command::Kind::Align, 0); }

  /// Adds one token; `token` must outlive the document.
  void text(llvm::StringRef token);
  /// Adds a comma, full stop or semicolon that ends an item.
  void terminator(llvm::StringRef token);
  void space(bool sticky = false);
  void brokenSpace(unsigned amount);
  void line(LineStyle style);
  void fill();
  void hardLine();

  /// Marks the groups that contain forced line breaks. To be called once, when gaps are filled in.
  void markBroken();

private:
  void glue();
  Command &add(Command::Kind kind);
  bool spaceSinceToken = true;
};

/// Lays documents out, one after the other.
class Renderer {
public:
  Renderer(llvm::raw_ostream &os, unsigned width) : os(os), width(width) {}

  void render(const Document &document);
  /// Prints comments (and nothing else) at the end of a file.
  void renderGap(const Gap &gap);
  /// Prints text as it is, after a line break.
  void verbatim(llvm::StringRef text, const Gap &gap);
  /// Ends the last line.
  void finish();
  /// Ends the last line of a piece that stands alone, without a line end.
  void finishInline();

private:
  struct Scope {
    Command::Kind kind;
    unsigned previousIndent;
    bool previousBroken;
  };
  struct HeldLine {
    std::string code;
    std::string comment;
    /// Comments of different definitions, and of what ends one, are not aligned.
    bool alignsWith(const HeldLine &next) const;
  };

  void open(const Document &document, size_t at);
  void close();
  void white(const Document &document, size_t at);
  void comments(const Gap &gap, bool breakHere, const Command &place);
  void comment(const PlacedComment &comment, bool endsLine);
  void write(llvm::StringRef text);
  void newline(unsigned count);
  void endLine();
  void flushHeld();
  unsigned column() const;
  bool fits(const Document &document, size_t at, bool isGroup) const;

  llvm::raw_ostream &os;
  unsigned width;
  llvm::SmallVector<Scope, 32> scopes;
  unsigned indent = 0;
  bool broken = true;
  unsigned pendingNewlines = 0;
  unsigned pendingIndent = 0;
  unsigned pendingSpaces = 0;
  bool anything = false;      ///< Something was printed.
  std::string code;           ///< The current line, without a comment at its end.
  std::string trailing;       ///< The comment at the end of the current line.
  std::vector<HeldLine> held; ///< Lines whose trailing comments are to be aligned.
};

} // namespace tenon::layout

#endif // TENON_LIB_SYNTAX_LAYOUT_H
