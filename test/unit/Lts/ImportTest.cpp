//===- ImportTest.cpp - LTSs of other tools -------------------------------===//

#include "NaiveComposition.h"
#include "RandomSystems.h"
#include "ReadingTest.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

using namespace tenon;
using namespace tenon::test;

namespace {

struct ImportTest : ReadingTest {
  std::string autOf(InputFormat format, llvm::StringRef text) { return written(read(format, text), InputFormat::Aut); }
  std::string dot(llvm::StringRef body) { return autOf(InputFormat::Dot, ("digraph {" + body + "}").str()); }
  std::string dotError(llvm::StringRef text) { return errorOf(InputFormat::Dot, text); }
  std::string hoaError(llvm::StringRef text) { return errorOf(InputFormat::Hoa, text); }
};

/// A header for two propositions a and b, and this body.
std::string hoa(const std::string &body, const std::string &acceptance = "0 t") {
  return "HOA: v1\nStart: 0\nAP: 2 \"a\" \"b\"\nAcceptance: " + acceptance + "\n--BODY--\n" + body + "--END--\n";
}

} // namespace

//===----------------------------------------------------------------------===//
// Labels
//===----------------------------------------------------------------------===//

TEST(LabelNamesTest, TranslatesActions) {
  const std::map<std::string, std::string> expected = {
      {"a", "a"},
      {"a.1.b", "a.1.b"},
      {"_x", "_x"},
      {"@P", "@P"},
      {"-3", "-3"},
      {"snd(1,true)", "snd.1.true"},
      {"snd( 1 , true )", "snd.1.true"},
      {"a|b", "a._and.b"},
      {"a|b(2)|C", "a._and.b.2._and._C"},
      {"Send", "_Send"},
      {"SEND !1 !TRUE", "_SEND.1._TRUE"},
      {"when", "_when"},
      {"a.B", "a._B"},
      {"x(01)", "x._01"},
      {"x(99999999999)", "x._99999999999"},
      {"r(-4)", "r.-4"},
      {"f(g(1,2),3)", "f._g_x281_x2C2_x29.3"},
      {"f([1,2])", "f.__x5B1_x2C2_x5D"},
      {"a b", "_a_x20b"},
      {"f()", "_f_x28_x29"},
      {"f(1", "_f_x281"},
      {"f)1(", "_f_x291_x28"},
      {"a..b", "_a_x2E_x2Eb"},
      {"", "_"},
      {" tau", "_tau"},
      {"A_x41", "_A_x5Fx41"},
      {"\xc3\xa9", "__xC3_xA9"},
  };
  for (const auto &[text, label] : expected) {
    EXPECT_EQ(importedLabel(text), label) << text;
    EXPECT_TRUE(spellLabel(label) || label[0] == '@') << label;
  }
}

TEST(LabelNamesTest, ExportsForMcrl2) {
  for (auto [label, text] : {std::pair("snd.1.true", "snd(1,true)"), std::pair("a._and.b.2", "a|b(2)"),
                             std::pair("_Send", "Send"), std::pair("_when._01", "when(01)"), std::pair("tau", "tau"),
                             std::pair("@P", "@P"), std::pair("phil.0.eat", "phil(0,eat)"), std::pair("_and", "_and"),
                             std::pair("_x", "_x"), std::pair("f._g_x281_x29", "f(g(1))")})
    EXPECT_EQ(exportedLabel(label), text);
}

/// Random texts of the characters that matter: what is exported reads back, and labels are told apart.
TEST(LabelNamesTest, LabelsReadBackAndDiffer) {
  std::mt19937 random(7);
  const std::string characters = "ab_xX4F1(),|. !-[]";
  std::map<std::string, std::string> textOf;
  for (unsigned i = 0; i < 200000; ++i) {
    std::string text;
    for (unsigned length = 1 + random() % 7; text.size() < length;)
      text += characters[random() % characters.size()];
    std::string label = importedLabel(text);
    ASSERT_TRUE(spellLabel(label)) << text << " " << label;
    ASSERT_EQ(importedLabel(exportedLabel(label)), label) << text;
    ASSERT_EQ(importedLabel(label), label) << text;
    // What may fall together: dots, blanks, the notation of arguments, and words that look like escapes.
    if (llvm::StringRef(text).find_first_of(". !") != llvm::StringRef::npos || llvm::StringRef(text).contains('_'))
      continue;
    auto [other, isNew] = textOf.try_emplace(label, text);
    ASSERT_EQ(other->second, text) << label;
  }
  EXPECT_GT(textOf.size(), 20000u);
}

//===----------------------------------------------------------------------===//
// Round trips
//===----------------------------------------------------------------------===//

TEST_F(ImportTest, RandomSystemsReadBack) {
  RandomLtsOptions options;
  options.labelPool = {"a.1", "i", "_Send", "a._and.b.2", "a.-3", "_z", "_a_x20b", "snd.1.true"};
  options.maxLabels = 8;
  options.maxStates = 9;
  options.keepUnreachable = true;
  for (uint64_t seed = 0; seed < 1000; ++seed) {
    RandomSystems random(seed, table);
    options.end = options.idleLabels = seed % 2 == 0;
    Lts lts = random.lts(options);
    for (InputFormat format : {InputFormat::Aut, InputFormat::Dot, InputFormat::Hoa})
      for (LabelStyle style : {LabelStyle::Plain, LabelStyle::Mcrl2}) {
        if (format == InputFormat::Aut && options.end)
          continue; // It has no place for END and for labels without transitions.
        std::string text = written(lts, format, style);
        Lts back = read(format, text);
        // States keep their numbers, so this is more than isomorphism.
        ASSERT_EQ(written(back, InputFormat::Aut), written(lts, InputFormat::Aut)) << text;
        ASSERT_EQ(back.alphabet(), lts.alphabet()) << text;
        ASSERT_EQ(back.end(), lts.end()) << text;
        ASSERT_EQ(written(back, format, style), text);
        ASSERT_TRUE(naivelyBisimilar(back, lts));
      }
  }
}

//===----------------------------------------------------------------------===//
// Graphviz
//===----------------------------------------------------------------------===//

TEST_F(ImportTest, DotFindsTheFirstState) {
  EXPECT_EQ(dot("a -> b [label=x]"), "des(0,1,2)\n(0,x,1)\n");
  EXPECT_EQ(dot("b; a -> b [label=x]"), "des(0,1,2)\n(1,x,0)\n");
  EXPECT_EQ(dot("1 -> 0 [label=x]; 0 [peripheries=2]"), "des(0,1,2)\n(1,x,0)\n");
  EXPECT_EQ(dot("node [shape=circle] I [label=\"\", style=invis, width=0]; I -> q1; q0 -> q1 [label=x]"),
            "des(0,1,2)\n(1,x,0)\n");
  EXPECT_EQ(dot("\"\" [shape=none]; \"\" -> q; q -> q [label=x]"), "des(0,1,1)\n(0,x,0)\n");
  EXPECT_EQ(dot("q -> q [label=x]; legend [shape=plaintext]"), "des(0,1,1)\n(0,x,0)\n");
  // A node that is not drawn, but is more than the beginning of an arrow, is a state.
  EXPECT_EQ(dot("p [shape=point]; p -> q [label=x]; q -> p [label=y]"), "des(0,2,2)\n(0,x,1)\n(1,y,0)\n");
}

TEST_F(ImportTest, DotReadsTheLanguage) {
  EXPECT_EQ(dot("edge [label=x]; a:n -> b:s:e -> c; edge [label=\"y\"] c -> a"),
            "des(0,3,3)\n(0,x,1)\n(1,x,2)\n(2,y,0)\n");
  EXPECT_EQ(dot("subgraph cluster_1 { edge [label=in]; a -> b } a -> b [label=\"out\" color = \"red\"; weight=1]"),
            "des(0,2,2)\n(0,in,1)\n(0,out,1)\n");
  EXPECT_EQ(
      dot("\n# a line for the preprocessor\n// a line\n /* and\n more */ a -> b [label=\"x\\ny\\l\" + \"z\"][k=v]"),
      "des(0,3,2)\n(0,x,1)\n(0,y,1)\n(0,z,1)\n");
  EXPECT_EQ(dot("a -> b [label=\"say \\\"x\\\\\"]; size=\"7,10\"; a [label=<<b>1</b>>]"),
            "des(0,1,2)\n(0,_say_x20_x22x_x5C,1)\n");
  EXPECT_EQ(dot("a -> END [label=x]; a -> e [label=y]; e [label=\"END\"]; a -> ERROR [label=z]; a -> a [label=tau]"),
            "des(0,4,2)\n(0,tau,0)\n(0,x,1)\n(0,y,1)\n(0,z,-1)\n");
  EXPECT_EQ(autOf(InputFormat::Dot, "strict digraph \"G\" { -1.5 -> .2 [label=x] }"), "des(0,1,2)\n(0,x,1)\n");
  Lts lts = read(InputFormat::Dot, "digraph { tenon_labels=\"b\\nc\"; 0 -> 0 [label=a] }");
  EXPECT_EQ(lts.alphabet().size(), 3u);
}

TEST_F(ImportTest, DotErrorsTellThePlace) {
  EXPECT_EQ(dotError("graph { a -- b }"),
            "1:1: a graph without directions is no transition system; it has to be a 'digraph'");
  EXPECT_EQ(dotError("digraph {\n  a -- b }"), "2:5: an edge without direction is no transition; write '->'");
  EXPECT_EQ(dotError("digraph { a -> b\n }"),
            "1:11: an edge needs a label, which names the action; a silent step is 'tau'");
  EXPECT_EQ(dotError("digraph { a -> b [label=<x<i>y</i>>] }"), "1:25: an HTML label cannot be the name of an action");
  EXPECT_EQ(dotError("digraph { <a> -> b [label=x] }"), "1:11: HTML cannot be the name of a node here");
  EXPECT_EQ(dotError("digraph { a -> { b c } [label=x] }"), "1:16: an edge joins two nodes here, not groups of them");
  EXPECT_EQ(dotError("digraph { { b c } -> a [label=x] }"), "1:19: an edge joins two nodes here, not groups of them");
  EXPECT_EQ(dotError("digraph { a -> b [label=\"x] }"), "1:25: the text in quotes has no end");
  EXPECT_EQ(dotError("digraph { a -> b [label=] }"), "1:25: expected a value, found ']'");
  EXPECT_EQ(dotError("digraph { a /* b"), "1:13: the comment has no end");
  EXPECT_EQ(dotError("digraph { a"), "1:9: the graph has no '}'");
  EXPECT_EQ(dotError("digraph { }"), "1:12: the graph has no nodes");
  EXPECT_EQ(dotError("digraph { a } digraph { b }"), "1:15: unexpected 'digraph' after the graph; a file has one");
  EXPECT_EQ(dotError("digraph { i [shape=point] i -> a; j [shape=none]; j -> b }"),
            "1:51: a second arrow to a first state; a transition system has one");
  EXPECT_EQ(dotError("tree { }"), "1:1: expected 'digraph', found 'tree'");
  EXPECT_EQ(dotError("digraph { a -> b [label=\"x.1\\nx(1)\"] }"),
            "1:25: the actions 'x.1' and 'x(1)' would have the same label 'x.1'");
  EXPECT_EQ(dotError("digraph { a ~ b }"), "1:13: unexpected character");
}

//===----------------------------------------------------------------------===//
// Hanoi omega-automata
//===----------------------------------------------------------------------===//

TEST_F(ImportTest, HoaReadsFormulas) {
  EXPECT_EQ(autOf(InputFormat::Hoa,
                  hoa("State: 0\n[0&!1] 1\n[0&1] 1\n[!(0|1)] 0\nState: 1 \"name\"\n[t] 1\n[f] 0\n[!1&0 | 1] 1\n")),
            "des(0,3,2)\n(0,a,1)\n(1,a,1)\n(1,b,1)\n");
  // Labels of states, and labels left out.
  EXPECT_EQ(autOf(InputFormat::Hoa, hoa("State: [0] 0 1\nState: 1 1 0 1 0\n")),
            "des(0,3,2)\n(0,a,1)\n(1,a,0)\n(1,b,1)\n");
  EXPECT_EQ(
      autOf(
          InputFormat::Hoa,
          "/* a /* nested */ comment */ HOA: v1.1 tool: \"x\" \"1\" name: \"a \\\" quote\"\nproperties: deterministic "
          "rewards: 0.5 ~x\n"
          "States: 2 Start: 1 AP: 2 \"tau\" \"snd(1)\" Alias: @a 0&!1 Alias: @b-1 !@a&1\nacc-name: all Acceptance: 0 t "
          "--BODY-- State: 0 [@a] 1 State: 1 [@b-1] 0 --END--"),
      "des(0,2,2)\n(0,snd.1,1)\n(1,tau,0)\n");
}

TEST_F(ImportTest, HoaReadsSafety) {
  EXPECT_EQ(
      autOf(InputFormat::Hoa, hoa("State: 0 {0}\n[0] 1\n[1] 2\nState: 1 {0}\n[1] 0\nState: 2\n[t] 2\n", "1 Inf(0)")),
      "des(0,3,2)\n(0,a,1)\n(0,b,-1)\n(1,b,0)\n");
  EXPECT_EQ(autOf(InputFormat::Hoa, hoa("State: 0\n[0] 1 {0}\nState: 1\n[1] 0 {0}\n", "1 Inf(0)")),
            "des(0,2,2)\n(0,a,1)\n(1,b,0)\n");
  EXPECT_EQ(
      hoaError(hoa("State: 0\n[0] 1\nState: 1 {0}\n[1] 0\n", "1 Inf(0)")),
      "7:1: this edge leads from state 0, which does not accept, to state 1, which does: that is more than safety, "
      "which a transition system cannot say");
  EXPECT_EQ(hoaError(hoa("State: 0\n[0] 0 {0}\n[1] 0\n", "1 Inf(0)")),
            "6:8: some edges of state 0 accept and others do not, which a transition system cannot say");
  EXPECT_EQ(hoaError(hoa("State: 0\n[0] 0\n", "1 Inf(0)")),
            "2:8: the automaton accepts nothing: its first state does not accept, nor does any behind it");
}

TEST_F(ImportTest, HoaErrorsTellThePlace) {
  EXPECT_EQ(hoaError(""), "1:1: expected the header 'HOA: v1', found the end");
  EXPECT_EQ(hoaError("HOA: v2"), "1:6: expected version 'v1', found 'v2'");
  EXPECT_EQ(hoaError("HOA: v1 Fairness: 3"),
            "1:9: the header 'Fairness:' may change what the automaton means, and is not known");
  EXPECT_EQ(hoaError("HOA: v1 Start: 0&1"), "1:17: an alternating automaton is no transition system");
  EXPECT_EQ(hoaError("HOA: v1 Start: 0 Start: 1"), "1:18: a second first state; a transition system has one");
  EXPECT_EQ(hoaError("HOA: v1 AP: 2 \"a\""), "1:13: AP: announces 2 propositions, but there are 1");
  EXPECT_EQ(hoaError("HOA: v1 AP: 2 \"a\" \"a\""), "1:19: the proposition \"a\" stands here a second time");
  EXPECT_EQ(hoaError("HOA: v1 Alias: @a 0"), "1:16: AP: has to stand before the aliases");
  EXPECT_EQ(hoaError("HOA: v1 AP: 1 \"a\" Alias: @a 0 Alias: @a 0"), "1:38: the alias '@a' stands here a second time");
  EXPECT_EQ(hoaError("HOA: v1 Acceptance: 2 Inf(0)&Inf(1) --BODY--"),
            "1:21: a transition system accepts all of its runs: only '0 t', and '1 Inf(0)' for safety, are read");
  EXPECT_EQ(hoaError("HOA: v1 Start: 0 --BODY--"), "1:1: the header has no 'Acceptance:'");
  EXPECT_EQ(hoaError("HOA: v1 Acceptance: 0 t --BODY--"), "1:1: the header has no 'Start:'");
  EXPECT_EQ(hoaError(hoa("State: 0\n[2] 0\n")), "7:2: there is no proposition 2; AP: announces 2");
  EXPECT_EQ(hoaError(hoa("State: 0\n0\n")),
            "6:8: state 0 has 1 edge without labels; it takes 2^2, one for each valuation of the propositions");
  EXPECT_EQ(hoaError(hoa("State: 0\n0 0 0 0 0\n")),
            "7:9: more edges without a label than there are valuations of the propositions");
  EXPECT_EQ(hoaError(hoa("State: 0\n[0] 0\n0\n")), "6:8: some edges of state 0 have labels and others have none");
  EXPECT_EQ(hoaError(hoa("State: 0\n[@x] 0\n")), "7:2: there is no alias '@x'");
  EXPECT_EQ(hoaError(hoa("State: 0\n[0 1] 0\n")), "7:4: expected ']', found '1'");
  EXPECT_EQ(hoaError(hoa("State: 0\n[0] 1&0\n")), "7:6: an alternating automaton is no transition system");
  EXPECT_EQ(hoaError(hoa("State: 0\n[0] 3\n")), "7:5: state 3 is not in the body");
  EXPECT_EQ(hoaError(hoa("State: 0\n[0] 4000000000\n")), "7:5: there is no state 4000000000");
  EXPECT_EQ(hoaError(hoa("State: 0\nState: 0\n")), "7:8: state 0 stands here a second time");
  EXPECT_EQ(hoaError(hoa("State: 0 {1}\n")), "6:11: there is no acceptance set 1");
  EXPECT_EQ(
      hoaError(hoa("State: 0\n[!0] 1\nState: 1\n")),
      "7:1: this edge is also taken when no proposition is true, but an action of other processes cannot move this "
      "one");
  EXPECT_EQ(hoaError("HOA: v1 Start: 0 Acceptance: 0 t --BODY-- --ABORT--"),
            "1:43: the automaton was given up by the tool that wrote it");
  EXPECT_EQ(hoaError(hoa("State: 0\n") + "HOA: v1"), "8:1: expected the end: a file has one automaton, found 'HOA'");
  EXPECT_EQ(hoaError(hoa("State: 0\n[" + std::string(1000, '(') + "0] 0\n")),
            "7:503: formulas are nested 500 deep at most");
  EXPECT_EQ(hoaError("HOA: v1 name: \"x"), "1:15: the string has no end");
}

TEST_F(ImportTest, HoaOfTooManyLabels) {
  LtsBuilder builder(table);
  builder.addState();
  for (unsigned i = 0; i <= MaxHoaLabels; ++i)
    builder.add(0, table->intern("a." + std::to_string(i)), 0);
  std::string text;
  llvm::raw_string_ostream os(text);
  EXPECT_EQ(
      llvm::toString(writeHoa(builder.build("P"), os)),
      "the system has 2001 labels; a Hanoi omega-automaton of more than 2000 propositions is too large to be written");
  EXPECT_EQ(os.str(), "");
}
