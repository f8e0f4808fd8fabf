//===- ComponentPrinterTest.cpp - Components survive parse and print ------===//

#include "RandomComponents.h"
#include "RoundTrip.h"

#include <gtest/gtest.h>

namespace tenon::test {
namespace {

TEST(ComponentPrinter, RandomComponentsSurvive) {
  for (uint64_t seed = 0; seed < 500; ++seed) {
    RandomSystems random(seed);
    std::string text = randomComponents(random, /*comments=*/seed % 2 == 0);
    ParsedText parsed(text);
    ASSERT_TRUE(parsed.ok()) << "seed " << seed << '\n' << parsed.errors() << text;
    ASSERT_EQ(roundTripFailure(text), "") << "seed " << seed << '\n' << text;
  }
}

/// Words that are keywords in components only stay names elsewhere.
TEST(ComponentPrinter, WordsAreContextual) {
  const char *text = "P = (channel -> component -> observer -> accept -> reject -> while -> select -> int -> P).\n"
                     "set S = {channel, accept, reject}\n"
                     "menu M = observer P1 = (int -> STOP).\n"
                     "progress G = component P2(N = 1) = (bits[N] -> P2).\n"
                     "||C = (component:P || channel::P1)/{accept/reject, observer/or}\\{or}.\n"
                     "channel accept, while[0..1], int : int;\n"
                     "component K {\n"
                     "  int break_, bits[4];\n"
                     "  accept?break_; while[0]!1; int?break_; bits[0] = 2; or_; x.accept;\n"
                     "}\n";
  ParsedText parsed(text);
  EXPECT_TRUE(parsed.ok()) << parsed.errors();
  EXPECT_EQ(parsed.file.definitions.size(), 9u);
  EXPECT_EQ(roundTripFailure(text), "");
}

/// A goal, a channel or a component behind a definition that ends in a name and a full stop.
TEST(ComponentPrinter, DefinitionsEndBeforeComponents) {
  ParsedText parsed(
      "P = S,\nS = P.\ncomponent K { }\nQ = P.\nchannel c : int;\n||R = P.\nobserver O = A,\n  A = STOP.\n"
      "const N = 1\ncomponent L(M=N) { }\n");
  EXPECT_TRUE(parsed.ok()) << parsed.errors();
  EXPECT_EQ(parsed.file.definitions.size(), 8u);
}

std::string repeat(llvm::StringRef text, unsigned count) {
  std::string result;
  for (unsigned i = 0; i < count; ++i)
    result += text;
  return result;
}

TEST(ComponentPrinter, ManyStatementsAreNotNested) {
  EXPECT_TRUE(ParsedText("component C { int x;" +
                         repeat("if (x > 0) x = 1; else { x = 2; } while (x < 1) { x = 3; }", 600) +
                         " } = A, A = " + repeat("if 1 then ", 3) + "A.")
                  .ok());
  EXPECT_TRUE(ParsedText("component C { int x; " + repeat("if (x > 0) a?x; else ", 600) + "a!x; } \n").ok());
  EXPECT_TRUE(ParsedText("component C { int x; } = A, A = (" + repeat("a?x -> x := x+1 -> ", 3000) + "A).").ok());
}

TEST(ComponentPrinter, DeepNestingIsRefused) {
  for (llvm::StringRef open : {"if (x > 0) ", "while (x > 0) ", "{ ", "do "}) {
    ParsedText parsed("component C { int x; " + repeat(open, 600) + " x = 1; }");
    EXPECT_FALSE(parsed.ok());
    EXPECT_NE(parsed.errors().find("nested more than"), std::string::npos) << parsed.errors();
  }
  EXPECT_FALSE(ParsedText("component C { int x; x = " + repeat("x > 0 ? 1 : ", 3000) + " 1; }").ok());
  EXPECT_FALSE(ParsedText("component C { int x; x = " + repeat("x+", 3000) + " 1; }").ok());
}

} // namespace
} // namespace tenon::test
