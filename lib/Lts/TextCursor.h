//===- TextCursor.h - Reading a text from left to right -------------------===//

#ifndef TENON_LIB_LTS_TEXTCURSOR_H
#define TENON_LIB_LTS_TEXTCURSOR_H

#include "tenon/Support/Diagnostics.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"

namespace tenon {

/// A place in a text, which moves on. The first error is reported, later ones are not: they tend to follow from it.
class TextCursor {
public:
  TextCursor(llvm::StringRef text, DiagnosticEngine &diagnostics)
      : at(text.begin()), end(text.end()), engine(diagnostics) {}

  const char *position() const { return at; }
  void moveTo(const char *place) { at = place; }
  bool atEnd() const { return at == end; }
  /// The next byte, and the one after; 0 at the end.
  char peek() const { return at == end ? '\0' : *at; }
  char peekSecond() const { return end - at < 2 ? '\0' : at[1]; }
  void skip(size_t bytes = 1) { at += bytes; }
  llvm::StringRef rest() const { return {at, static_cast<size_t>(end - at)}; }
  /// Moves over the text if it is next.
  bool accept(llvm::StringRef text) {
    if (!rest().starts_with(text))
      return false;
    at += text.size();
    return true;
  }
  /// Moves over bytes of this kind; what they are.
  template <typename Predicate> llvm::StringRef takeWhile(Predicate isPart) {
    const char *begin = at;
    while (at != end && isPart(*at))
      ++at;
    return from(begin);
  }
  /// The text from there to here.
  llvm::StringRef from(const char *begin) const { return {begin, static_cast<size_t>(at - begin)}; }

  bool failed() const { return hasFailed; }
  DiagnosticEngine &diagnostics() { return engine; }
  static llvm::SMRange rangeOf(llvm::StringRef text) {
    return {llvm::SMLoc::getFromPointer(text.begin()), llvm::SMLoc::getFromPointer(text.end())};
  }
  /// Always false.
  bool fail(llvm::StringRef where, const llvm::Twine &message) {
    if (!hasFailed)
      engine.error(rangeOf(where), message);
    hasFailed = true;
    return false;
  }
  bool fail(const llvm::Twine &message) { return fail(rest().take_front(0), message); }

private:
  const char *at, *end;
  DiagnosticEngine &engine;
  bool hasFailed = false;
};

} // namespace tenon

#endif // TENON_LIB_LTS_TEXTCURSOR_H
