//===- tenon/Support/Output.h - Where output goes, without losing anything ===//

#ifndef TENON_SUPPORT_OUTPUT_H
#define TENON_SUPPORT_OUTPUT_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

namespace tenon {

/// Writes through `write` to a file or, for `-`, to standard output. A regular file is replaced only after the new
/// content is complete, and keeps its permissions; devices and pipes are written directly. A failure (a full disk, a
/// closed pipe, a directory) is an error that names the file, and leaves an existing file as it was.
llvm::Error writeOutput(llvm::StringRef path, llvm::function_ref<llvm::Error(llvm::raw_ostream &)> write);

} // namespace tenon

#endif // TENON_SUPPORT_OUTPUT_H
