//===- Passes.cpp - Named passes over programs ----------------------------===//

#include "tenon/Program/Passes.h"

#include "tenon/Program/Clean.h"

#include "llvm/ADT/STLExtras.h"

using namespace tenon;

static Program clean(Program program, TermContext &terms) {
  std::vector<ProgramVariable> variables = program.variables;
  return cleaned(std::move(program), variables, terms);
}

static constexpr ProgramPass Passes[] = {
    {"automaton", "components in the automaton form, with one step a statement",
     [](Program program, TermContext &) { return program; }},
    {"clean", "components without locations and steps that no execution can reach", clean},
};

llvm::ArrayRef<ProgramPass> tenon::allProgramPasses() {
  return Passes;
}

const ProgramPass *tenon::findProgramPass(llvm::StringRef name) {
  auto pass = llvm::find_if(Passes, [&](const ProgramPass &candidate) { return candidate.name == name; });
  return pass == std::end(Passes) ? nullptr : pass;
}
