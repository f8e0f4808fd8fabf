//===- tenon/Lts/Passes.h - Named passes over LTSs ------------------------===//

#ifndef TENON_LTS_PASSES_H
#define TENON_LTS_PASSES_H

#include "tenon/Lts/Lts.h"
#include "tenon/Support/Budget.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

namespace tenon {

/// A transformation of one LTS with a name, for tenon-opt and for tests. The manual's table of passes is this one.
struct Pass {
  llvm::StringRef name;
  llvm::StringRef description; ///< A phrase.
  llvm::Expected<Lts> (*run)(const Lts &, const Budget &);
};

/// All passes, by name.
llvm::ArrayRef<Pass> allPasses();
/// Null if there is none of that name.
const Pass *findPass(llvm::StringRef name);

} // namespace tenon

#endif // TENON_LTS_PASSES_H
