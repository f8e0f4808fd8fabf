//===- FormatsTest.cpp - LTSs as text -------------------------------------===//

#include "NaiveComposition.h"
#include "RandomSystems.h"
#include "ReadingTest.h"

#include "tenon/Lts/Formats.h"

#include <gtest/gtest.h>

using namespace tenon;
using namespace tenon::test;

namespace {

struct FormatsTest : ReadingTest {
  Lts read(llvm::StringRef text) { return ReadingTest::read(InputFormat::Aut, text); }
  std::string errorOf(llvm::StringRef text) { return ReadingTest::errorOf(InputFormat::Aut, text); }
  /// One state with a loop.
  Lts loop(llvm::StringRef label) {
    LtsBuilder builder(table);
    builder.addState();
    builder.add(0, table->intern(label), 0);
    return builder.build("P");
  }
};

std::string fsp(const Lts &lts, llvm::StringRef name = "P") {
  std::string failure;
  std::string text = written([&](llvm::raw_ostream &os) {
    if (llvm::Error error = writeFsp(lts, name, os))
      failure = "error: " + llvm::toString(std::move(error));
  });
  EXPECT_TRUE(failure.empty() || text.empty()) << "nothing is written on failure";
  return failure.empty() ? text : failure;
}

} // namespace

TEST_F(FormatsTest, ReadsAldebaran) {
  Lts lts =
      read("des (0, 5, 3)\r\n\r\n( 0 , \"a,\"\"b\"\" c\" , 1 ) \r\n(0,i,2)\n(1, tau ,0)\t\n(2,x.1,-1)\n(1,\"i\",2)");
  EXPECT_EQ(lts.stateCount(), 3u);
  EXPECT_EQ(lts.transitionCount(), 5u);
  EXPECT_TRUE(lts.alphabet().find("_a_x2C_x22b_x22_x20c"));
  EXPECT_TRUE(lts.alphabet().find("x.1"));
  EXPECT_TRUE(lts.alphabet().find("i")) << "quoted, it is a label";
  EXPECT_EQ(lts.successors(0, TauAction).size(), 1u);
  EXPECT_EQ(lts.successors(1, TauAction).size(), 1u);
  EXPECT_EQ(lts.errorTransitionCount(), 1u);
  EXPECT_EQ(lts.name(), "P");
}

/// It changes places with 0.
TEST_F(FormatsTest, TheFirstStateIsThatOfTheHeader) {
  ReadText result = readText(InputFormat::Aut, "des(1,1,2)\n(1,a,0)\n", table);
  ASSERT_TRUE(result.lts);
  EXPECT_EQ(result.lts->stateCount(), 2u);
  ASSERT_EQ(result.lts->successors(0).size(), 1u);
  EXPECT_EQ(result.lts->successors(0)[0].target, 1u);
  EXPECT_TRUE(result.lts->successors(1).empty());
  EXPECT_EQ(result.problems, "");
}

TEST_F(FormatsTest, AldebaranErrorsTellThePlace) {
  EXPECT_EQ(errorOf(""), "1:1: expected the header 'des(first,transitions,states)'");
  EXPECT_EQ(errorOf("\n\n(0,a,1)"), "3:1: expected the header 'des(first,transitions,states)'");
  EXPECT_EQ(errorOf("des(0,1)"), "1:8: expected ','");
  EXPECT_EQ(errorOf("des(0,x,1)"), "1:7: expected the number of transitions");
  EXPECT_EQ(errorOf("des(0,0,0)"), "1:9: the number of states must be between 1 and 2147483647");
  EXPECT_EQ(errorOf("des(0,0,99999999999999999999)"), "1:9: the number of states must be between 1 and 2147483647");
  EXPECT_EQ(errorOf("des(0,-1,1)"), "1:7: expected the number of transitions");
  EXPECT_EQ(errorOf("des(2,0,2)"), "1:5: there is no state 2; the header announces 2 states");
  EXPECT_EQ(errorOf("des(0,1,1) x"), "1:12: unexpected 'x' after ')'");
  EXPECT_EQ(errorOf("des(0,1,1)\n"), "1:7: the header announces 1 transitions, but there are 0");
  EXPECT_EQ(errorOf("des(0,1,1)\n(0,a,0)\n(0,b,0)\n"), "3:1: more transitions than the 1 that the header announces");
  EXPECT_EQ(errorOf("des(0,1,2)\n(0,a,2)\n"), "2:6: there is no state 2; the header announces 2 states");
  EXPECT_EQ(errorOf("des(0,1,1)\n(-1,a,0)\n"), "2:2: there is no state -1; the header announces 1 state");
  EXPECT_EQ(errorOf("des(0,1,1)\n(0,\"a,0)\n"), "2:4: the label has no closing '\"'");
  EXPECT_EQ(errorOf("des(0,1,1)\n(0,,0)\n"), "2:4: expected a label");
  EXPECT_EQ(errorOf("des(0,1,1)\n(0,\"\",0)\n"), "2:4: expected a label");
  EXPECT_EQ(errorOf("des(0,1,1)\n(0,a,0\n"), "2:7: expected ')'");
  EXPECT_EQ(errorOf("des(0,1,1)\n0,a,0)\n"), "2:1: expected '('");
  EXPECT_EQ(errorOf("des(0,1,1)\n(0,x,y,0)\n"), "2:6: expected the number of a state, or -1 for ERROR");
  EXPECT_EQ(errorOf("des(0,1,1)\n(0,a,99999999999999999999)\n"),
            "2:6: there is no state 99999999999999999999; the header announces 1 state");
  EXPECT_EQ(errorOf("des(0,0,2000000000)\n"),
            "1:9: the header announces 2000000000 states, far more than the transitions can reach");
  EXPECT_EQ(errorOf("des(0,2,1)\n(0,\"f(1)\",0)\n(0,f.1,0)\n"),
            "3:4: the actions 'f(1)' and 'f.1' would have the same label 'f.1'");
}

TEST_F(FormatsTest, ReadsAldebaranOfMcrl2) {
  Lts lts =
      read("des (0,5,2)             \n(0,\"snd(1,true)\",1)\n(1,\"tau\",0)\n(1,\"a|b(2)\",0)\n(1,snd(2,false),0)\n"
           "(0,\"Ack\",1)");
  EXPECT_EQ(written(lts, InputFormat::Aut),
            "des(0,5,2)\n(0,_Ack,1)\n(0,snd.1.true,1)\n(1,tau,0)\n(1,a._and.b.2,0)\n(1,snd.2.false,0)\n");
  EXPECT_EQ(written(lts, InputFormat::Aut, LabelStyle::Mcrl2),
            "des(0,5,2)\n(0,Ack,1)\n(0,\"snd(1,true)\",1)\n(1,tau,0)\n(1,\"a|b(2)\",0)\n(1,\"snd(2,false)\",0)\n");
}

TEST_F(FormatsTest, WritesAldebaran) {
  LtsBuilder builder(table);
  builder.reserveStates(2);
  builder.add(0, table->intern("odd \"one\""), 1);
  builder.add(0, table->intern("b"), 0);
  builder.add(1, table->intern("a.2"), ErrorState);
  builder.add(1, LabelTable::Tau, 1);
  builder.add(1, table->intern("i"), 0);
  EXPECT_EQ(written(builder.build("P", LtsBuilder::Keep::All), InputFormat::Aut),
            "des(0,5,2)\n(0,b,0)\n(0,\"odd \"\"one\"\"\",1)\n(1,tau,1)\n(1,a.2,-1)\n(1,\"i\",0)\n");
}

TEST_F(FormatsTest, FspGroupsLabels) {
  Lts lts = read("des(0,10,4)\n(0,a.0,1)\n(0,a.1,1)\n(0,a.2,1)\n(0,b,1)\n(0,c,0)\n(1,g.0.0,0)\n(1,g.0.1,0)\n"
                 "(1,g.1.0,0)\n(1,g.1.1,0)\n(1,h.-1.x,2)\n");
  EXPECT_EQ(fsp(lts), "P = ({a[0..2], b} -> Q1 | c -> P),\nQ1 = (g[0..1][0..1] -> P | h[-1].x -> STOP).\n");
}

TEST_F(FormatsTest, FspOfSpecialStates) {
  LtsBuilder builder(table);
  builder.reserveStates(4);
  builder.setEnd(2);
  builder.add(0, table->intern("a"), 2);
  builder.add(0, LabelTable::Tau, 1);
  builder.add(0, table->intern("silent.1"), ErrorState);
  builder.add(1, table->intern("b"), 3);
  builder.addLabel(table->intern("idle"));
  Lts lts = builder.build("X", LtsBuilder::Keep::All);
  EXPECT_EQ(fsp(lts, "Q1"), "Q1 = (silent1 -> QQ1 | a -> END | silent[1] -> ERROR),\nQQ1 = (b -> STOP)\n  + {idle}\n"
                            "  \\ {silent1}.\n");

  LtsBuilder end(table);
  end.addState();
  end.setEnd(0);
  EXPECT_EQ(fsp(end.build("E")), "P = END.\n");
  LtsBuilder stop(table);
  stop.addState();
  stop.addLabel(table->intern("a.1"));
  stop.addLabel(table->intern("a.2"));
  EXPECT_EQ(fsp(stop.build("S")), "P = STOP\n  + {a[1..2]}.\n");
}

TEST_F(FormatsTest, FspMarksAcceptingStates) {
  Lts lts = read("des(0,3,2)\n(0,a,1)\n(0,\"@P\",0)\n(1,b,0)\n");
  EXPECT_EQ(fsp(lts), "P@ = (a -> Q1),\nQ1 = (b -> P).\n");
  EXPECT_EQ(fsp(lts, "R"), "R = P,\nP@ = (a -> Q1),\nQ1 = (b -> P).\n");
  // A mark belongs to the one state that has its name.
  std::string refusal = "error: the label '@P' cannot be written in FSP: it is not the mark of one state";
  EXPECT_EQ(fsp(read("des(0,3,2)\n(0,a,1)\n(0,\"@P\",0)\n(1,\"@P\",1)\n")), refusal);
  EXPECT_EQ(fsp(read("des(0,1,2)\n(0,\"@P\",1)\n")), refusal);
  EXPECT_EQ(fsp(read("des(0,2,2)\n(0,a,1)\n(1,\"@P\",1)\n")), refusal);
}

TEST_F(FormatsTest, FspRefusesWhatItCannotSpell) {
  for (std::string label : {"a b", "A", "when", "a.when", "a.", ".a", "a..b", "a.01", "a.99999999999", "a.-0", "*"})
    EXPECT_EQ(fsp(loop(label)), "error: the label '" + label + "' cannot be written in FSP");
  EXPECT_EQ(fsp(read("des(0,0,1)"), "lower"), "error: 'lower' cannot be the name of a process");
  EXPECT_EQ(fsp(read("des(0,0,1)"), "STOP"), "error: 'STOP' cannot be the name of a process");
}

TEST_F(FormatsTest, WritesGraphviz) {
  LtsBuilder builder(table);
  builder.reserveStates(3);
  builder.setEnd(2);
  builder.add(0, table->intern("say \"x\\\""), 1);
  builder.add(0, table->intern("b"), 1);
  builder.add(0, table->intern("c"), ErrorState);
  builder.add(1, LabelTable::Tau, 2);
  Lts lts = builder.build("P\"Q");
  EXPECT_EQ(written(lts, InputFormat::Dot),
            R"(digraph "P\"Q" {
  rankdir=LR;
  node [shape=circle];
  start [shape=point, label=""];
  start -> 0;
  2 [shape=doublecircle, label="END"];
  ERROR [shape=octagon, style=filled, fillcolor=lightpink];
  0 -> 1 [label="b\nsay \"x\\\""];
  0 -> ERROR [label="c"];
  1 -> 2 [label="tau"];
}
)");
}

TEST_F(FormatsTest, WritesJson) {
  LtsBuilder builder(table);
  builder.reserveStates(2);
  builder.setEnd(1);
  builder.add(0, table->intern("a\"\xff"), 1);
  builder.add(0, LabelTable::Tau, ErrorState);
  builder.addLabel(table->intern("idle"));
  Lts lts = builder.build("P");
  std::string text = written([&](llvm::raw_ostream &os) { writeJson(lts, os); });
  EXPECT_EQ(text, "{\"name\":\"P\",\"states\":2,\"initial\":0,\"end\":1,\"alphabet\":[\"a\\\"\xef\xbf\xbd\",\"idle\"],"
                  "\"transitions\":[[0,\"tau\",-1],[0,\"a\\\"\xef\xbf\xbd\",1]]}\n");
  llvm::Expected<llvm::json::Value> value = llvm::json::parse(text);
  ASSERT_TRUE(static_cast<bool>(value));
  EXPECT_EQ(value->getAsObject()->getArray("transitions")->size(), 2u);
}

TEST_F(FormatsTest, JoinsRunsOfAnyIndex) {
  EXPECT_EQ(fsp(read("des(0,7,1)\n(0,c.1.a,0)\n(0,c.1.b,0)\n(0,c.2.a,0)\n(0,c.2.b,0)\n(0,c.4.a,0)\n(0,d.-1,0)\n"
                     "(0,d.0,0)")),
            "P = ({c[1..2].a, c[1..2].b, c[4].a, d[-1..0]} -> P).\n");
  EXPECT_EQ(fsp(read("des(0,4,1)\n(0,1.2,0)\n(0,1.3,0)\n(0,2.2,0)\n(0,2.3,0)")), "P = ([1..2][2..3] -> P).\n");
}

TEST_F(FormatsTest, FoldsLongSets) {
  std::string text = "des(0,31,2)\n(0,z,1)\n";
  for (unsigned i = 0; i < 30; ++i)
    text += "(0,action" + std::to_string(i * 2) + ",0)\n";
  std::string source = fsp(read(text));
  llvm::SmallVector<llvm::StringRef, 8> lines;
  llvm::StringRef(source).split(lines, '\n', -1, false);
  EXPECT_GE(lines.size(), 4u);
  for (llvm::StringRef line : lines)
    EXPECT_LE(line.size(), 110u) << line.str();
  EXPECT_TRUE(lines[1].starts_with("      action")) << source;
}

TEST_F(FormatsTest, NamesStatesAfterActions) {
  auto property = [&](const Lts &lts, llvm::StringRef name) {
    FspOptions options;
    options.property = options.readableNames = true;
    return written([&](llvm::raw_ostream &os) { EXPECT_FALSE(static_cast<bool>(writeFsp(lts, name, os, options))); });
  };
  EXPECT_EQ(property(read("des(0,6,6)\n(0,send,1)\n(1,send,2)\n(2,_x.-3.go,3)\n(3,eND,4)\n(4,7.q,5)\n(5,eND,0)"), "P"),
            "property P = (send -> Send),\nSend = (send -> Send2),\nSend2 = (_x[-3].go -> Xm3Go),\n"
            "Xm3Go = (eND -> END2),\nEND2 = ([7].q -> S7Q),\nS7Q = (eND -> P).\n");
  EXPECT_EQ(property(read("des(0,5,3)\n(0,send,1)\n(0,anything,2)\n(1,send,1)\n(1,anything,1)\n(2,send,2)"), "Send"),
            "property Send = (anything -> Anything2 | send -> Anything),\nAnything = ({anything, send} -> Anything),\n"
            "Anything2 = (send -> Anything2).\n");
  EXPECT_EQ(property(read("des(0,1,2)\n(0,a,1)"), "P"), "property P = (a -> STOP).\n");
}
