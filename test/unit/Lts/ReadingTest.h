//===- ReadingTest.h - Transition systems from texts, and to texts --------===//

#ifndef TENON_TEST_LTS_READINGTEST_H
#define TENON_TEST_LTS_READINGTEST_H

#include "ReadText.h"

#include <gtest/gtest.h>

namespace tenon::test {

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

#endif // TENON_TEST_LTS_READINGTEST_H
