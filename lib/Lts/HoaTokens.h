//===- HoaTokens.h - The tokens of a Hanoi omega-automaton ----------------===//

#ifndef TENON_LIB_LTS_HOATOKENS_H
#define TENON_LIB_LTS_HOATOKENS_H

#include "TextCursor.h"

#include <string>

namespace tenon {

struct HoaToken {
  enum Kind { End, String, Number, Identifier, Alias, Header, Marker, Punctuation };
  Kind kind = End;
  llvm::StringRef text; ///< As it is written; of a Header without the colon.
  std::string value;    ///< Of a String.
  uint64_t number = 0;

  bool is(char c) const { return kind == Punctuation && text[0] == c; }
  bool isMarker(llvm::StringRef name) const { return kind == Marker && text == name; }
};

/// The tokens of a text, with one of them in view.
class HoaTokens {
public:
  HoaTokens(llvm::StringRef text, DiagnosticEngine &diagnostics) : cursor(text, diagnostics) {
    cursor.accept("\xef\xbb\xbf");
    advance();
  }
  const HoaToken &current() const { return token; }
  /// False at an error.
  bool advance();
  /// Moves over the character, which must be next.
  bool expect(char c);
  bool failed() const { return cursor.failed(); }
  bool fail(llvm::StringRef where, const llvm::Twine &message) { return cursor.fail(where, message); }
  /// From the `[` in view to the next `]`; empty if there is none.
  llvm::StringRef label() const;
  /// Moves over that.
  bool skipLabel();
  /// Says that something else was expected here.
  bool failExpected(const llvm::Twine &what);

private:
  bool skipBlanksAndComments();
  bool readString();

  TextCursor cursor;
  HoaToken token;
};

} // namespace tenon

#endif // TENON_LIB_LTS_HOATOKENS_H
