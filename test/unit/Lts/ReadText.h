//===- ReadText.h - A transition system from a text -----------------------===//

#ifndef TENON_TEST_LTS_READTEXT_H
#define TENON_TEST_LTS_READTEXT_H

#include "tenon/Lts/Formats.h"

namespace tenon::test {

struct ReadText {
  std::optional<Lts> lts;
  std::string problems; ///< Errors and warnings as `line:column: message`, one a line.
};

inline ReadText readText(InputFormat format, llvm::StringRef text, const std::shared_ptr<LabelTable> &table) {
  llvm::SourceMgr sources;
  DiagnosticEngine diagnostics(sources);
  unsigned id = sources.AddNewSourceBuffer(llvm::MemoryBuffer::getMemBufferCopy(text, "text"), llvm::SMLoc());
  ReadText result;
  result.lts = readAutomaton(format, sources.getMemoryBuffer(id)->getBuffer(), "P", table, diagnostics);
  for (const Diagnostic &diagnostic : diagnostics.all()) {
    auto [line, column] = sources.getLineAndColumn(diagnostic.range.Start);
    result.problems += (result.problems.empty() ? "" : "\n") + std::to_string(line) + ":" + std::to_string(column) +
                       ": " + diagnostic.message;
  }
  if (!result.lts && result.problems.empty())
    result.problems = "nothing was read, and nothing said";
  return result;
}

} // namespace tenon::test

#endif // TENON_TEST_LTS_READTEXT_H
