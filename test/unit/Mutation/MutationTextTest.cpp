//===- MutationTextTest.cpp - Mutations as edits of C files ---------------===//

#include "RandomC.h"

#include "tenon/Repair/MutationText.h"
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

TEST(MutationText, ChangesAMacroWhereItIsUsed) {
  Parsed parsed("#define SUM (3+4)\nint g;\nint main() {\n  g = SUM;\n  assert(SUM == g + 1);\n  return 0;\n}\n");
  ASSERT_TRUE(parsed.program);
  std::vector<Mutation> mutations = collectMutations(*parsed.program, {2, {}});
  bool found = false;
  for (size_t i = 0; i < mutations.size(); ++i) {
    std::string text = applyRepair(*parsed.program, mutations, {{i}, {}, 0, 0}, {{"test.c", parsed.text}})[0];
    found |= llvm::StringRef(text).contains("  g = (3+3);\n  assert(SUM == g + 1);");
    EXPECT_TRUE(llvm::StringRef(text).starts_with("#define SUM (3+4)\n"));
  }
  EXPECT_TRUE(found);
}
