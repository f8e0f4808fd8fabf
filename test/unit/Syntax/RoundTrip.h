//===- RoundTrip.h - Parse, print, parse: what must stay the same ---------===//

#ifndef TENON_TEST_UNIT_SYNTAX_ROUNDTRIP_H
#define TENON_TEST_UNIT_SYNTAX_ROUNDTRIP_H

#include "AstDump.h"

#include "tenon/Support/Diagnostics.h"
#include "tenon/Syntax/Parser.h"
#include "tenon/Syntax/Printer.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"

#include <string>
#include <vector>

namespace tenon::test {

/// A text and its AST.
class ParsedText {
public:
  explicit ParsedText(llvm::StringRef text, llvm::StringRef name = "test.fsp") : diagnostics(sources) {
    unsigned buffer = sources.AddNewSourceBuffer(llvm::MemoryBuffer::getMemBufferCopy(text, name), llvm::SMLoc());
    file = parseSource(sources, buffer, context, diagnostics);
  }

  bool ok() const { return !diagnostics.hasErrors(); }

  std::string errors() const {
    std::string text;
    llvm::raw_string_ostream os(text);
    diagnostics.print(os);
    return text;
  }

  std::string print() const {
    std::string text;
    llvm::raw_string_ostream os(text);
    printSource(file, sources, os);
    return text;
  }

  /// The comments, without the white space around their lines, which printing may change.
  std::vector<std::string> comments() const {
    std::vector<std::string> texts;
    for (const ast::Comment &comment : file.comments) {
      const char *start = comment.range.Start.getPointer();
      llvm::StringRef rest(start, comment.range.End.getPointer() - start);
      // A comment that the end of the file ends is printed with an end of its own.
      if (rest.starts_with("/*") && (rest.size() < 4 || !rest.ends_with("*/")))
        rest = rest.rtrim();
      else if (rest.starts_with("/*"))
        rest = rest.drop_back(2).rtrim();
      std::string text;
      while (!rest.empty()) {
        auto [line, more] = rest.split('\n');
        text += line.trim().str() + '\n';
        rest = more;
      }
      texts.push_back(std::move(text));
    }
    return texts;
  }

  llvm::SourceMgr sources;
  ast::AstContext context;
  DiagnosticEngine diagnostics;
  ast::SourceFile file;
};

/// What printing `text` breaks, or nothing. `text` must parse.
inline std::string roundTripFailure(llvm::StringRef text) {
  ParsedText original(text);
  std::string once = original.print();
  ParsedText again(once);
  if (!again.ok())
    return "the print does not parse:\n" + again.errors() + once;
  if (dump(original.file) != dump(again.file))
    return "the print has another structure:\n" + once;
  if (original.comments() != again.comments())
    return "the print has other comments:\n" + once;
  if (std::string twice = again.print(); twice != once)
    return "printing twice differs from printing once:\n" + once + "-----\n" + twice;
  return "";
}

} // namespace tenon::test

#endif // TENON_TEST_UNIT_SYNTAX_ROUNDTRIP_H
