//===- MutationTextTest.cpp - Mutations as edits of C files ---------------===//

#include "RandomC.h"

#include "tenon/Repair/RepairedText.h"
#include "tenon/Sema/CFrontend.h"

#include <gtest/gtest.h>

#include <memory>

using namespace tenon;
using namespace tenon::seq;
using namespace tenon::test;

namespace {

struct Parsed {
  CFrontend frontend;
  Program *program = nullptr;
  llvm::StringRef text;

  explicit Parsed(const std::string &source) {
    if (frontend.parseText(source, "test.c") && frontend.analyze(false))
      program = &frontend.program();
    const llvm::SourceMgr &sources = frontend.sourceManager();
    for (unsigned i = 1; i <= sources.getNumBuffers(); ++i)
      if (sources.getMemoryBuffer(i)->getBufferIdentifier() == "test.c")
        text = sources.getMemoryBuffer(i)->getBuffer();
  }
};

/// What is visible of a run: how it ends, and the globals then.
std::string traceOf(Interpreter &interpreter, const Program &program, const InputValues &inputs,
                    const Substitution &mutants, llvm::ArrayRef<Number> constants) {
  Outcome outcome = interpreter.run(inputs, {3, false, 100000}, mutants, constants);
  std::string trace = std::to_string(static_cast<int>(outcome.kind));
  for (VarId variable = 0; variable < program.variables.size(); ++variable) {
    const Variable &info = program.variables[variable];
    for (uint64_t i = 0; info.function == None && !info.isHidden && i < (info.isArray ? info.length : 1); ++i)
      llvm::raw_string_ostream(trace) << ' ' << interpreter.valueOf(variable, i);
  }
  return trace;
}

} // namespace

// A repaired text, read again, is the mutant.
TEST(MutationText, MeansWhatTheMutantDoes) {
  size_t tried = 0;
  for (uint32_t seed = 0; seed < 25; ++seed) {
    Parsed original(randomC(seed));
    ASSERT_TRUE(original.program) << "seed " << seed;
    std::vector<Mutation> mutations = collectMutations(*original.program, {3, {}});
    Interpreter interpreter(*original.program);
    for (size_t i = seed % 11; i < mutations.size(); i += 23) {
      ProgramRepair repair;
      repair.patch = {i};
      repair.constants.assign(mutations.size(), Number(static_cast<int64_t>(seed) - 12));
      std::string text = applyRepair(*original.program, mutations, repair, {{"test.c", original.text}})[0];
      ASSERT_NE(text, original.text) << text;
      Parsed repaired(text);
      ASSERT_TRUE(repaired.program) << "seed " << seed << "\n" << text;
      Interpreter other(*repaired.program);
      Substitution substitution = substitutionOf(mutations, repair.patch);
      for (int64_t x : {-3, 0, 1, 2, 7}) {
        InputValues inputs(original.program->inputs.size(), {Number(x), Number(1), Number(x + 1), Number(2)});
        ASSERT_EQ(traceOf(interpreter, *original.program, inputs, substitution, repair.constants),
                  traceOf(other, *repaired.program, inputs, Substitution(), {}))
            << "seed " << seed << ", mutation of kind " << static_cast<int>(mutations[i].kind) << "\n"
            << original.text.str() << text;
      }
      ++tried;
    }
  }
  EXPECT_GT(tried, 200U);
}

// Its tree, too: parentheses are where they are needed, at each level, and for two changes at once.
TEST(MutationText, ReadsAsTheMutant) {
  size_t tried = 0, spelledOut = 0;
  for (uint32_t seed = 100; seed < 160; ++seed) {
    RandomCOptions shape;
    shape.hasParentheses = seed % 4 == 0;
    Parsed original(randomC(seed, shape));
    ASSERT_TRUE(original.program) << "seed " << seed;
    unsigned level = 1 + seed % 3;
    std::vector<Mutation> mutations = collectMutations(*original.program, {level, {}});
    size_t step = level == 3 ? 17 : 3;
    for (size_t i = seed % step; i < mutations.size(); i += step) {
      ProgramRepair repair;
      repair.patch = {i};
      size_t other = (i * 7919 + seed) % mutations.size();
      if (mutations[other].unit != mutations[i].unit)
        repair.patch.push_back(other);
      llvm::sort(repair.patch);
      repair.constants.assign(mutations.size(), Number(static_cast<int64_t>(seed) - 130));
      for (size_t position : repair.patch)
        if (const Mutation &mutation = mutations[position]; mutation.unknown != None)
          repair.constants[mutation.unknown] =
              Number(Program::normalize(original.program->expr(mutation.site).type, static_cast<int64_t>(seed) - 130));
      auto readsAs = [&](TextStyle style) {
        std::string text =
            applyRepair(*original.program, mutations, repair, {{"test.c", original.text}}, style).front();
        Parsed repaired(text);
        return repaired.program && isRepaired(*original.program, mutations, repair, *repaired.program);
      };
      ASSERT_TRUE(readsAs(TextStyle::AsWritten))
          << "seed " << seed << ", mutation of kind " << static_cast<int>(mutations[i].kind) << "\n"
          << original.text.str()
          << applyRepair(*original.program, mutations, repair, {{"test.c", original.text}}).front();
      spelledOut += readsAs(TextStyle::SpelledOut);
      ++tried;
    }
  }
  EXPECT_GT(tried, 500U);
  EXPECT_GT(spelledOut * 10, tried * 9);
}

TEST(MutationText, TellsOtherTreesApart) {
  Parsed original("int f(int a, int b, int c) { return a - b * c; }\n"
                  "int main() { int x = nondet_int(); assert(f(x, 1, 2) == 0); }\n");
  ASSERT_TRUE(original.program);
  std::vector<Mutation> mutations = collectMutations(*original.program, {2, {}});
  size_t right = 0, wrong = 0;
  for (size_t i = 0; i < mutations.size(); ++i)
    for (const char *text : {"a - (b + c)", "a - b + c", "a - b - c", "a * (b * c)", "a * b * c", "a + b * c"}) {
      Parsed read("int f(int a, int b, int c) { return " + std::string(text) +
                  "; }\nint main() { int x = nondet_int(); assert(f(x, 1, 2) == 0); }\n");
      ProgramRepair repair;
      repair.patch = {i};
      bool isSame = isRepaired(*original.program, mutations, repair, *read.program);
      right += isSame;
      wrong += isSame && (llvm::StringRef(text) == "a - b + c" || llvm::StringRef(text) == "a - b - c" ||
                          llvm::StringRef(text) == "a * b * c");
    }
  EXPECT_EQ(right, 3U);
  EXPECT_EQ(wrong, 0U);
}

TEST(MutationText, ChangesAMacroWhereItIsUsed) {
  Parsed parsed("#define SUM (3+4)\nint g;\nint main() {\n  g = SUM;\n  assert(SUM == g + 1);\n  return 0;\n}\n");
  ASSERT_TRUE(parsed.program);
  std::vector<Mutation> mutations = collectMutations(*parsed.program, {2, {}});
  bool found = false;
  for (size_t i = 0; i < mutations.size(); ++i) {
    std::string text = applyRepair(*parsed.program, mutations, {{i}, {}, 0, 0, {}}, {{"test.c", parsed.text}})[0];
    found |= llvm::StringRef(text).contains("  g = (3+3);\n  assert(SUM == g + 1);");
    EXPECT_TRUE(llvm::StringRef(text).starts_with("#define SUM (3+4)\n"));
  }
  EXPECT_TRUE(found);
}
