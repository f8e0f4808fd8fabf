//===- OptionChecks.h - What options and arguments have to do with each other ===//

#ifndef TENON_TOOLS_TENON_OPTIONCHECKS_H
#define TENON_TOOLS_TENON_OPTIONCHECKS_H

#include "Options.h"

#include "llvm/ADT/Twine.h"

namespace tenon::driver {

/// Prints a mistake in the use of the command line, and returns false.
bool usageError(const llvm::Twine &message);

/// Whether the command's arguments are those that it needs and its options go together; otherwise the mistake is
/// printed.
bool checkArguments(const Options &options);

} // namespace tenon::driver

#endif // TENON_TOOLS_TENON_OPTIONCHECKS_H
