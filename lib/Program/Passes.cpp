//===- Passes.cpp - Named passes over programs ----------------------------===//

#include "tenon/Program/Passes.h"

#include "tenon/Program/Clean.h"
#include "tenon/Program/Power.h"

#include "llvm/ADT/STLExtras.h"

using namespace tenon;

static llvm::Expected<Program> automaton(Program program, TermContext &, unsigned) {
  return program;
}

static llvm::Expected<Program> clean(Program program, TermContext &terms, unsigned) {
  std::vector<ProgramVariable> variables = program.variables;
  return cleaned(std::move(program), variables, terms);
}

static constexpr ProgramPass Passes[] = {
    {"automaton", "components in the automaton form, with one step a statement", false, automaton},
    {"clean", "components without locations and steps that no execution can reach", false, clean},
    {"power", "power(K): K copies of a component that communicate together; power(M,K): of component M", true,
     [](Program program, TermContext &, unsigned count) { return power(program, count); }},
};

llvm::ArrayRef<ProgramPass> tenon::allProgramPasses() {
  return Passes;
}

const ProgramPass *tenon::findProgramPass(llvm::StringRef name) {
  auto pass = llvm::find_if(Passes, [&](const ProgramPass &candidate) { return candidate.name == name; });
  return pass == std::end(Passes) ? nullptr : pass;
}
