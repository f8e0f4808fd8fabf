//===- DiagnosticsTest.cpp - Errors, warnings and notes as text -----------===//

#include "tenon/Support/Diagnostics.h"

#include "gtest/gtest.h"

using namespace tenon;

namespace {

class DiagnosticsTest : public testing::Test {
protected:
  /// Adds a buffer and remembers it as the one that `range` is about.
  void load(llvm::StringRef text, llvm::StringRef name = "m.fsp") {
    unsigned id = sources.AddNewSourceBuffer(llvm::MemoryBuffer::getMemBufferCopy(text, name), llvm::SMLoc());
    start = sources.getMemoryBuffer(id)->getBufferStart();
  }
  llvm::SMRange range(size_t begin, size_t end) const {
    return {llvm::SMLoc::getFromPointer(start + begin), llvm::SMLoc::getFromPointer(start + end)};
  }
  std::string print(unsigned maxErrors = 20) const {
    std::string result;
    llvm::raw_string_ostream os(result);
    engine.print(os, maxErrors);
    return result;
  }

  llvm::SourceMgr sources;
  DiagnosticEngine engine{sources};
  const char *start = nullptr;
};

} // namespace

TEST_F(DiagnosticsTest, CaretUnderTheRange) {
  load("one\ntwo three\n");
  engine.error(range(8, 13), "bad").note(range(0, 3), "see here").note("and think");
  EXPECT_EQ(print(), "m.fsp:2:5: error: bad\ntwo three\n    ^~~~~\nm.fsp:1:1: note: see here\none\n^~~\n"
                     "note: and think\n");
}

TEST_F(DiagnosticsTest, EmptyAndLongRanges) {
  load("ab\ncd\n");
  engine.error(range(2, 2), "after the line's last character");
  engine.error(range(1, 5), "over two lines");
  engine.error(range(6, 6), "at the end of the file");
  EXPECT_EQ(print(),
            "m.fsp:1:2: error: over two lines\nab\n ^\nm.fsp:1:3: error: after the line's last character\nab\n  ^\n"
            "m.fsp:3:1: error: at the end of the file\n\n^\n");
}

TEST_F(DiagnosticsTest, TabsAndCharactersOfSeveralBytes) {
  load("\ta\xc3\xa9\xe2\x82\xac b\tc\n");
  engine.error(range(8, 9), "b");
  engine.error(range(10, 11), "c");
  EXPECT_EQ(print(), "m.fsp:1:9: error: b\n        a\xc3\xa9\xe2\x82\xac b   c\n            ^\n"
                     "m.fsp:1:11: error: c\n        a\xc3\xa9\xe2\x82\xac b   c\n                ^\n");
}

TEST_F(DiagnosticsTest, ControlCharactersAndBrokenBytes) {
  load(llvm::StringRef("a\0\x1b\xff\xc3 b\r\n", 8));
  engine.error(range(6, 7), "b");
  EXPECT_EQ(print(), "m.fsp:1:7: error: b\na???? b\n      ^\n");
}

TEST_F(DiagnosticsTest, LongLinesAreCut) {
  std::string line = std::string(500, 'x') + "!" + std::string(500, 'y');
  load(line);
  engine.error(range(500, 501), "here");
  std::string shown = print();
  llvm::SmallVector<llvm::StringRef, 4> lines;
  llvm::StringRef(shown).split(lines, '\n');
  EXPECT_EQ(lines[0], "m.fsp:1:501: error: here");
  EXPECT_LE(lines[1].size(), 170u);
  EXPECT_TRUE(lines[1].starts_with("...x"));
  EXPECT_TRUE(lines[1].ends_with("y..."));
  EXPECT_EQ(lines[1][lines[2].find('^')], '!');
}

TEST_F(DiagnosticsTest, ByteOrderMarkIsNoColumn) {
  load("\xef\xbb\xbf"
       "ab");
  engine.error(range(4, 5), "b");
  EXPECT_EQ(print(), "m.fsp:1:2: error: b\nab\n ^\n");
}

TEST_F(DiagnosticsTest, SortedByPlaceAndCounted) {
  load("abc\n", "a.fsp");
  llvm::SMRange early = range(0, 1), late = range(2, 3);
  load("xyz\n", "b.fsp");
  engine.error(range(0, 1), "other file");
  engine.warning(late, "late");
  engine.error(late, "late");
  engine.error(early, "early");
  engine.error(llvm::SMRange(), "nowhere");
  EXPECT_EQ(print(), "a.fsp:1:1: error: early\nabc\n^\na.fsp:1:3: error: late\nabc\n  ^\n"
                     "a.fsp:1:3: warning: late\nabc\n  ^\nb.fsp:1:1: error: other file\nxyz\n^\nerror: nowhere\n");
  EXPECT_EQ(print(2), "a.fsp:1:1: error: early\nabc\n^\na.fsp:1:3: error: late\nabc\n  ^\n"
                      "a.fsp:1:3: warning: late\nabc\n  ^\n2 more errors are not shown\n");
  EXPECT_EQ(engine.errorCount(), 4u);
}

TEST_F(DiagnosticsTest, RepeatedOnce) {
  load("abc\n");
  for (int i = 0; i < 3; ++i)
    engine.error(range(0, 1), "same").note("once");
  engine.error(range(0, 1), "other");
  EXPECT_EQ(engine.errorCount(), 2u);
  EXPECT_EQ(engine.all().front().notes.size(), 1u);
}
