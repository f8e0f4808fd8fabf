//===- SymbolsTest.cpp - What names stand for -----------------------------===//

#include "tenon/Lsp/Symbols.h"
#include "tenon/Sema/CFrontend.h"
#include "tenon/Sema/Frontend.h"

#include <gtest/gtest.h>

#include <set>

using namespace tenon;
using namespace tenon::lsp;

namespace {

/// A text in which `«` and `»` stand around names: `«1 N»` is a name that belongs to the group 1. Names of a group are
/// one symbol; those of different groups are not.
template <typename FrontendType> class MarkedText {
public:
  explicit MarkedText(llvm::StringRef marked) {
    std::string text;
    while (!marked.empty()) {
      if (!marked.consume_front("«")) {
        text += marked.front();
        marked = marked.drop_front();
        continue;
      }
      auto [group, rest] = marked.split(' ');
      auto [name, behind] = rest.split("»");
      marks.push_back({group.str(), text.size()});
      text += name;
      marked = behind;
    }
    isGood = frontend.parseText(text, "test");
    table = collectSymbols(frontend.files());
    buffer = frontend.sourceManager().getMemoryBuffer(1)->getBufferStart();
  }

  void check() {
    EXPECT_TRUE(isGood);
    std::map<std::string, SymbolId> groups;
    std::set<SymbolId> seen;
    for (const auto &[group, offset] : marks) {
      const Occurrence *use = table.find(llvm::SMLoc::getFromPointer(buffer + offset));
      ASSERT_TRUE(use && use->range.Start.getPointer() == buffer + offset) << "group " << group << " at " << offset;
      auto [entry, isNew] = groups.try_emplace(group, use->symbol);
      EXPECT_EQ(entry->second, use->symbol) << "group " << group << " at " << offset;
      if (isNew) {
        EXPECT_TRUE(seen.insert(use->symbol).second) << "group " << group << " at " << offset;
      }
    }
    for (const auto &[group, symbol] : groups) {
      size_t marked = 0;
      for (const auto &mark : marks)
        marked += mark.first == group;
      EXPECT_EQ(table.occurrencesOf(symbol).size(), marked) << "group " << group;
    }
  }

  FrontendType frontend;
  SymbolTable table;

private:
  std::vector<std::pair<std::string, size_t>> marks;
  const char *buffer = nullptr;
  bool isGood = false;
};

void checkModel(llvm::StringRef text) {
  MarkedText<Frontend>(text).check();
}

TEST(Symbols, ConstantsRangesSetsAndParameters) {
  checkModel("const «1 N» = 3\nrange «2 R» = 0..«1 N»\nset «3 S» = {a[«2 R»], b}\n"
             "P(«4 N»=«1 N») = Q[«4 N»], Q[i:0..«4 N»] = (a[i] -> Q[0]) + «3 S».\n"
             "T = ([x:«3 S»] -> T).\nU(«5 S»=1) = ([«3 S»] -> U | c[«5 S»+1] -> U).\n");
}

TEST(Symbols, IndexVariablesAndTheirScopes) {
  checkModel(
      "P = (a[«1 i»:0..2] -> b[«1 i»] -> c.[«1 i»+1] -> P | d[«2 i»:0..1][«3 j»:0..1] -> e[«2 i»][«3 j»] -> P).\n"
      "||S = (forall [«4 k»:0..2] (x[«4 k»]:P) || [«5 m»:0..1]:Q(«5 m»)) / {forall [«6 n»:0..1] {y[«6 n»]/z[«6 n»]}}.\n"
      "Q(N=0) = L[0], L[«7 i»:0..3] = (when («7 i» < 3) up -> L[«7 i»+1]).\n"
      "progress G[«8 i»:0..1] = {up[«8 i»]}\nfluent F[«9 i»:0..1] = <a[«9 i»], b[«9 i»]>\n"
      "assert A = forall [«10 i»:0..1] (F[«10 i»] -> exists [«11 i»:0..1] a[«11 i»])\n");
}

TEST(Symbols, ProcessesAndLocalOnes) {
  checkModel("«1 P» = (a -> «2 Q»[0]),\n«2 Q»[0] = (b -> «2 Q»[1]),\n«2 Q»[1] = (c -> «1 P»).\n"
             "«3 Q» = (d -> «4 P»), «4 P» = (e -> «5 R»;END).\n«5 R» = (f -> END).\n"
             "||«6 S» = («1 P» || x:«3 Q»).\nproperty «7 T» = (a -> «7 T»).\n"
             "check «6 S» satisfies «7 T»;\ncheck deadlockfree «6 S»;\ncheck «1 P» refines «3 Q»;\n");
}

TEST(Symbols, ActionsAreOneEverywhere) {
  checkModel("set K = {«1 a», x.«1 a»}\nP = («1 a» -> «2 b».«1 a»[i:0..1].«3 c» -> P) + {«3 c»} \\ {«2 b»}.\n"
             "||S = («4 p»:P || {«1 a», «4 p»}::P)/{«5 d»/«4 p».«1 a»}@{«5 d»}.\nmenu M = {«5 d»}\n"
             "assert A = []!(«5 d» && {«3 c», «2 b»})\n");
}

TEST(Symbols, ComponentsAndTheirVariables) {
  checkModel("channel «1 c», «2 d»[0..1] : int;\n"
             "component «3 A»(«4 N»=2) { int «5 x» = «4 N», «6 y»[3]; int «7 f»(int «8 x») { int «9 z» = «8 x»; return "
             "«9 z»; }\n"
             "  «5 x» = «7 f»(«5 x»); { int «10 x»; «1 c»?«10 x»; } «6 y»[«5 x»]++; «2 d»[0]!«6 y»[1]; go;\n"
             "  for (int «11 i» = 0; «11 i» < «4 N»; «11 i»++) «1 c»!«11 i»; }\n"
             "component «12 B» { int «13 x»; } = «14 W», «14 W» = («1 c»?«13 x» -> «13 x» := «13 x»+1 -> [«13 x» > 3] "
             "-> «14 W»).\n");
}

TEST(Symbols, VariablesInProperties) {
  checkModel(
      "channel c : int;\ncomponent «1 A» { int «2 x»; c!«2 x»; }\ncomponent «3 B» { int «4 x»; c?«4 x»; }\n"
      "||S = («1 A» || «5 q»:«3 B»).\n"
      "property T = Z, Z = (c -> Y | «5 q».c -> Z), Y = ([«1 A».«2 x» == «5 q».«4 x»] -> Z | [else] -> ERROR).\n");
}

TEST(Symbols, UnfinishedTextsKeepWhatTheyHave) {
  MarkedText<Frontend> text("const «1 N» = 2\nP = (a[«1 N»] -> \nQ = (b[«1 N»] -> Q).\n");
  EXPECT_TRUE(text.table.findGlobal("N"));
  EXPECT_TRUE(text.table.findGlobal("Q"));
}

TEST(Symbols, CProgramsWithScopesAndMacros) {
  MarkedText<CFrontend> text("enum { «1 Limit» = 3 };\nint «2 x»;\nint «3 f»(int «4 x») { return «4 x» + «1 Limit»; }\n"
                             "int main(void) {\n  int «5 y» = «3 f»(«2 x»);\n"
                             "  for (int «6 y» = 0; «6 y» < 3; «6 y»++) { int «7 x» = «6 y»; «7 x»++; }\n"
                             "  «2 x» = «5 y»;\n  return 0;\n}\n");
  text.check();
  MarkedText<CFrontend> macro("#define TWICE 2*total\nint total;\nint main(void) { total = 1; return TWICE; }\n");
  std::optional<SymbolId> total = macro.table.findGlobal("total");
  ASSERT_TRUE(total);
  EXPECT_TRUE(macro.table[*total].isInMacro);
}

} // namespace
