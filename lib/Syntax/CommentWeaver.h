//===- CommentWeaver.h - Comments and line ends of the source -------------===//
//
// The printer prints exactly the tokens that were read, so token n of the source is
// token n of the print. The weaver walks the source beside the tokens of a document
// and attaches what it finds between them: no comment can be lost or doubled.
//
//===----------------------------------------------------------------------===//

#ifndef TENON_LIB_SYNTAX_COMMENTWEAVER_H
#define TENON_LIB_SYNTAX_COMMENTWEAVER_H

#include "Layout.h"

#include "tenon/Syntax/Ast.h"

namespace tenon::layout {

class CommentWeaver {
public:
  CommentWeaver(const ast::SourceFile &file, llvm::StringRef source);

  /// True if `range` lies in the source, behind what was woven so far.
  bool covers(llvm::SMRange range) const;

  /// Fills in the gaps of `document`, whose tokens are the source of `range`, and the gap before it. False, and
  /// nothing is consumed, if the tokens differ from the source.
  bool weave(Document &document, llvm::SMRange range);

  /// The gap before `range`; the text of `range` and the comments in it are passed over.
  Gap skip(llvm::SMRange range);

  /// What is left at the end of the source.
  Gap finish();

private:
  Gap readGap(const char *end);
  bool readToken(llvm::StringRef token, const char *end, Gap &inside);
  bool readTokens(Document &document, const char *end);
  void moveBehindTerminators(Document &document);
  unsigned columnOf(const char *where) const;

  llvm::ArrayRef<ast::Comment> comments;
  llvm::StringRef source;
  const char *place;
  size_t next = 0; ///< The first comment behind `place`.
  Gap carried;     ///< Comments that moved behind the last token.
};

} // namespace tenon::layout

#endif // TENON_LIB_SYNTAX_COMMENTWEAVER_H
