//===- ReadText.h - Transition systems from texts, and to texts -----------===//

#ifndef TENON_TEST_LTS_READTEXT_H
#define TENON_TEST_LTS_READTEXT_H

#include "tenon/Lts/Formats.h"

#include <gtest/gtest.h>

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

/// Texts of which some have to be read without errors, over one table of labels.
struct ReadingTest : testing::Test {
  std::shared_ptr<LabelTable> table = std::make_shared<LabelTable>();

  Lts read(InputFormat format, llvm::StringRef text) {
    ReadText result = readText(format, text, table);
    EXPECT_TRUE(result.lts) << result.problems << "\n" << text.str();
    return result.lts.value_or(Lts());
  }
  std::string errorOf(InputFormat format, llvm::StringRef text) { return readText(format, text, table).problems; }
};

template <typename Writer> std::string written(Writer writer) {
  std::string text;
  llvm::raw_string_ostream os(text);
  writer(os);
  return os.str();
}

inline std::string written(const Lts &lts, InputFormat format, LabelStyle style = LabelStyle::Plain) {
  return written([&](llvm::raw_ostream &os) {
    if (format == InputFormat::Aut)
      writeAut(lts, os, style);
    else if (format == InputFormat::Dot)
      writeDot(lts, os, style);
    else
      EXPECT_FALSE(static_cast<bool>(writeHoa(lts, os, style)));
  });
}

} // namespace tenon::test

#endif // TENON_TEST_LTS_READTEXT_H
