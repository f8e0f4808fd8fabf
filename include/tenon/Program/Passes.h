//===- tenon/Program/Passes.h - Named passes over programs ----------------===//

#ifndef TENON_PROGRAM_PASSES_H
#define TENON_PROGRAM_PASSES_H

#include "tenon/Program/Program.h"

#include "llvm/Support/Error.h"

namespace tenon {

/// A transformation of one program over its own variables, for tenon-opt and for tests.
struct ProgramPass {
  llvm::StringRef name;
  llvm::StringRef description; ///< A phrase.
  bool takesCount;             ///< Written as `name(3)`; otherwise `count` does not matter.
  llvm::Expected<Program> (*run)(Program, TermContext &, unsigned count);
};

/// All passes, by name.
llvm::ArrayRef<ProgramPass> allProgramPasses();
/// Null if there is none of that name.
const ProgramPass *findProgramPass(llvm::StringRef name);

} // namespace tenon

#endif // TENON_PROGRAM_PASSES_H
