//===- PositionsTest.cpp - Lines and columns of the protocol --------------===//

#include "tenon/Lsp/Positions.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string>

using namespace tenon::lsp;

namespace {

// One byte, two, three, and four, which are two units of UTF-16.
const std::string Text = "a\xc3\xa4z\n\xe2\x82\xac\xf0\x9d\x84\x9e!\r\nlast";

TEST(Positions, CountsUnitsOfTheEncoding) {
  size_t exclamation = Text.find('!');
  EXPECT_EQ(LineIndex(Text, PositionEncoding::Utf8).positionOf(exclamation), (Position{1, 7}));
  EXPECT_EQ(LineIndex(Text, PositionEncoding::Utf16).positionOf(exclamation), (Position{1, 3}));
  EXPECT_EQ(LineIndex(Text, PositionEncoding::Utf32).positionOf(exclamation), (Position{1, 2}));
  EXPECT_EQ(LineIndex(Text, PositionEncoding::Utf16).positionOf(Text.find('z')), (Position{0, 2}));
}

TEST(Positions, LineEndsAreNoPartOfALine) {
  LineIndex lines(Text, PositionEncoding::Utf16);
  EXPECT_EQ(lines.lineCount(), 3u);
  EXPECT_EQ(lines.offsetOf({1, 100}), Text.find('\r'));
  EXPECT_EQ(lines.positionOf(Text.find('\r') + 1), (Position{1, 4})); // Between \r and \n.
  EXPECT_EQ(lines.offsetOf({2, 0}), Text.find("last"));
  LineIndex old("a\rb\n\rc", PositionEncoding::Utf16);
  EXPECT_EQ(old.lineCount(), 4u);
  EXPECT_EQ(old.positionOf(5), (Position{3, 0}));
  EXPECT_EQ(LineIndex("", PositionEncoding::Utf16).positionOf(0), (Position{0, 0}));
  EXPECT_EQ(LineIndex("a\n", PositionEncoding::Utf16).positionOf(2), (Position{1, 0}));
}

TEST(Positions, PlacesThatThereAreNot) {
  LineIndex lines(Text, PositionEncoding::Utf16);
  EXPECT_EQ(lines.offsetOf({1, 2}), Text.find('\xf0')); // Within a pair of surrogates.
  EXPECT_EQ(lines.offsetOf({99, 0}), Text.size());
  EXPECT_EQ(lines.offsetOf({-1, 5}), 0u);
  EXPECT_EQ(lines.offsetOf({0, -1}), 0u);
  EXPECT_EQ(lines.positionOf(1000), (Position{2, 4}));
  EXPECT_EQ(lines.positionOf(2), (Position{0, 1})); // The second byte of a character.
}

TEST(Positions, BytesThatAreNotUtf8CountOne) {
  std::string latin = "\xe4\xf6 x\xf0\x9d";
  LineIndex lines(latin, PositionEncoding::Utf16);
  EXPECT_EQ(lines.positionOf(3), (Position{0, 3}));
  EXPECT_EQ(lines.positionOf(6), (Position{0, 6}));
  EXPECT_EQ(lines.offsetOf({0, 5}), 5u);
}

RC_GTEST_PROP(Positions, RoundTrip, ()) {
  static const std::string Pieces[] = {"a", "\xc3\xa4", "\xe2\x82\xac", "\xf0\x9d\x84\x9e", "\n", "\r", "\r\n", "\xff"};
  std::string text;
  std::vector<size_t> starts;
  for (size_t piece : *rc::gen::container<std::vector<size_t>>(rc::gen::inRange<size_t>(0, 8))) {
    if (text.empty() || text.back() != '\r' || Pieces[piece].front() != '\n')
      starts.push_back(text.size());
    text += Pieces[piece];
  }
  for (PositionEncoding encoding : {PositionEncoding::Utf8, PositionEncoding::Utf16, PositionEncoding::Utf32}) {
    LineIndex lines(text, encoding);
    for (size_t start : starts)
      RC_ASSERT(lines.offsetOf(lines.positionOf(start)) == start);
    RC_ASSERT(lines.offsetOf(lines.positionOf(text.size())) == text.size());
  }
}

} // namespace
