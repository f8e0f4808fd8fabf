//===- ProcessLoweringTest.cpp - Processes and composites to LTSs ---------===//

#include "LoweredText.h"

#include "gtest/gtest.h"

using namespace tenon;
using namespace tenon::test;

namespace {

/// `states/transitions/alphabet` of a definition.
std::string sizes(llvm::StringRef source, llvm::StringRef name = "P", bool composite = false) {
  LoweredText text(source);
  if (!text.ok())
    return text.diagnostics();
  text.budget.onProgress = nullptr;
  LtsRef lts = text.lts(name, composite);
  if (!lts)
    return text.diagnostics();
  return (llvm::Twine(lts->stateCount()) + "/" + llvm::Twine(lts->transitionCount()) + "/" +
          llvm::Twine(lts->alphabet().size()))
      .str();
}

} // namespace

TEST(ProcessLowering, NumbersOfUnreachableIndexValuesStayInTheAlphabet) {
  EXPECT_EQ(sizes("P = P[0], P[i:0..3] = (a[i] -> P[i])."), "1/1/4");
}

TEST(ProcessLowering, FalseGuardsAndUntakenBranchesDoNot) {
  EXPECT_EQ(sizes("P = (a -> P | when (0) b -> P)."), "1/1/1");
  EXPECT_EQ(sizes("P = if 0 then (a -> P) else (b -> P)."), "1/1/1");
}

TEST(ProcessLowering, StatesAreFoundByTheTextOfTheirIndices) {
  // PORT[s][v] with s = 1.0 is the state PORT.1.0.v, which PORT[1][0][v] names as well.
  EXPECT_EQ(sizes("range M = 0..1 set S = {[M],[M][M]}\n"
                  "P = (put[x:M] -> P[x]),\n"
                  "P[v:M] = (put[x:M] -> P[x][v] | get[v] -> P),\n"
                  "P[s:S][v:M] = (put[x:M] -> P[x][s][v] | get[v] -> P[s])."),
            "15/44/4");
}

TEST(ProcessLowering, NegativeAndOverflowingIndices) {
  EXPECT_EQ(sizes("P = P[-1], P[i:-1..1] = (a[i] -> P[i+1])."), "3/3/3");
  EXPECT_EQ(sizes("P = (a[2147483647+1] -> P)."), "1/1/1");
}

TEST(ProcessLowering, EachSequentialCallIsACopy) {
  EXPECT_EQ(sizes("E = (a -> b -> END). P = E;E;P."), "4/4/2");
  EXPECT_EQ(sizes("E = END. P = E;E;P1, P1 = (a -> P)."), "1/1/1");
  EXPECT_EQ(sizes("E = (a -> END) + {z}. P = E;STOP."), "2/1/2");
}

TEST(ProcessLowering, ErrorAtTheStartIsASilentMove) {
  LoweredText text("P = ERROR.");
  LtsRef lts = text.lts("P");
  ASSERT_TRUE(lts);
  ASSERT_EQ(lts->successors(0).size(), 1u);
  EXPECT_EQ(lts->successors(0)[0], (Transition{TauAction, ErrorState}));
}

TEST(ProcessLowering, ChainsOfAliases) {
  EXPECT_EQ(sizes("P = Q, Q = R, R = (a -> Q | b -> S), S = ERROR."), "1/2/2");
  EXPECT_EQ(sizes("P = Q[0], Q[i:0..3] = if i < 3 then Q[i+1] else (a -> Q[1])."), "1/1/1");
  for (llvm::StringRef circle : {"P = P.", "P = Q, Q = P.", "P = (a -> Q), Q = R, R = S, S = R."}) {
    LoweredText text(circle);
    EXPECT_EQ(text.lts("P"), nullptr);
    EXPECT_NE(text.diagnostics().find("in a circle"), std::string::npos) << circle.str();
  }
}

TEST(ProcessLowering, AMillionIndexValues) {
  EXPECT_EQ(sizes("const N = 1000000 P = P[0], P[i:0..N-1] = (a -> P[(i+1)%N] | b[i] -> P[i])."),
            "1000000/2000000/1000001");
}

TEST(CompositeLowering, RelabellingThatMergesComposesANamedComposite) {
  std::string parts = "P = (a -> P). Q = (b -> c -> Q). ||S = (P || Q).\n";
  EXPECT_EQ(sizes(parts + "||T = S/{x/a, x/b}.", "T", true), "2/4/2");
  EXPECT_EQ(sizes(parts + "||T = (P || Q)/{x/a, x/b}.", "T", true), "2/2/2");
}

TEST(CompositeLowering, NamesOfMachines) {
  LoweredText text("P(K=1) = (a[K] -> P). ||S(M=2) = (p[1..M]:P(M)). ||T = (S(1) || q:S || {u,v}::P).");
  std::optional<Network> network = text.network("T");
  ASSERT_TRUE(network);
  std::string names;
  for (const Component &component : network->components)
    names += component.name + " ";
  EXPECT_EQ(names, "S(1).p.1:P(1) q:S.p.1:P(2) q:S.p.2:P(2) {u,v}::P ");
}

TEST(CompositeLowering, RecursionEndsThroughAParameter) {
  EXPECT_EQ(sizes("P(I=0) = (a[I] -> P). ||C(N=3) = if N > 0 then (P(N) || C(N-1)).", "C", true), "1/3/3");
}

TEST(ConstraintLowering, AllowsExactlyWhatTheFormulaDoes) {
  EXPECT_EQ(sizes("constraint C = [](a -> X b)", "C"), "2/3/2");
  EXPECT_EQ(sizes("constraint C = []!b", "C"), "1/0/1");
  EXPECT_EQ(sizes("fluent F = <on, off> constraint C = [](work -> F)", "C"), "2/5/3");
  EXPECT_EQ(sizes("constraint C = (X a && X b) + {c}", "C"), "1/0/3");
}

TEST(ConstraintLowering, RefusesLiveness) {
  LoweredText text("constraint C = []<>b");
  EXPECT_EQ(text.lts("C"), nullptr);
  EXPECT_NE(text.diagnostics().find("must be a safety property"), std::string::npos) << text.diagnostics();
}
