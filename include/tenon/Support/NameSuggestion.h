//===- tenon/Support/NameSuggestion.h - What a name was meant to be -------===//

#ifndef TENON_SUPPORT_NAMESUGGESTION_H
#define TENON_SUPPORT_NAMESUGGESTION_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <string>

namespace tenon {

/// "; did you mean 'X'?" for the nearest of the candidates, or nothing. A third of the name may differ; a single letter
/// is no hint of another.
std::string suggestion(llvm::StringRef name, llvm::ArrayRef<llvm::StringRef> candidates);

} // namespace tenon

#endif // TENON_SUPPORT_NAMESUGGESTION_H
