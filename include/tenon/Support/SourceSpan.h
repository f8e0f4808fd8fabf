//===- tenon/Support/SourceSpan.h - A place in a text with macros ---------===//

#ifndef TENON_SUPPORT_SOURCESPAN_H
#define TENON_SUPPORT_SOURCESPAN_H

#include "llvm/Support/SMLoc.h"

namespace tenon {

/// A place in the text. What comes out of a macro has the range of the macro's use, and where it is spelled: an edit of
/// it replaces the use by the macro's text with the edit in that.
struct SourceSpan {
  llvm::SMRange range;    ///< In the text; invalid in what Tenon itself provides (`strlen`).
  llvm::SMRange spelling; ///< In the text of the macro that is used there; invalid for what is no part of one, and for
                          ///< a part of what another macro within it stands for.
  llvm::SMRange macro;    ///< The text that the macro stands for; invalid outside macros.

  bool isInMacro() const { return macro.isValid(); }
  /// From the begin of the first to the end of the last; within a macro only if both are in the same use of it.
  static SourceSpan join(const SourceSpan &first, const SourceSpan &last) {
    SourceSpan result;
    result.range = llvm::SMRange(first.range.Start, last.range.End);
    if (first.isInMacro() && first.macro.Start == last.macro.Start && first.range.Start == last.range.Start) {
      result.macro = first.macro;
      if (first.spelling.isValid() && last.spelling.isValid())
        result.spelling = llvm::SMRange(first.spelling.Start, last.spelling.End);
    }
    return result;
  }
};

} // namespace tenon

#endif // TENON_SUPPORT_SOURCESPAN_H
