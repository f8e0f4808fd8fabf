//===- tenon/Support/BracketSplit.h - Lists of names with brackets --------===//

#ifndef TENON_SUPPORT_BRACKETSPLIT_H
#define TENON_SUPPORT_BRACKETSPLIT_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include <optional>

namespace tenon {

/// The texts between separators outside of `()`, `[]` and `{}`, without blanks around them: `{a,b}::P, Q` has two.
/// Nullopt if brackets do not match.
std::optional<llvm::SmallVector<llvm::StringRef, 8>> splitOutsideBrackets(llvm::StringRef text, char separator);

} // namespace tenon

#endif // TENON_SUPPORT_BRACKETSPLIT_H
