//===- CLibrary.h - The functions of C that Tenon provides ----------------===//

#ifndef TENON_LIB_SEMA_CLIBRARY_H
#define TENON_LIB_SEMA_CLIBRARY_H

#include "llvm/ADT/StringRef.h"

namespace tenon {

/// The text of a function of the standard library that can be used; empty if it cannot.
llvm::StringRef libraryText(llvm::StringRef name);

/// Why another one cannot: `input and output are`; empty if it is unknown.
llvm::StringRef refusedLibrary(llvm::StringRef name);

} // namespace tenon

#endif // TENON_LIB_SEMA_CLIBRARY_H
