//===- tenon/Support/CommandLine.h - Which options a program takes --------===//

#ifndef TENON_SUPPORT_COMMANDLINE_H
#define TENON_SUPPORT_COMMANDLINE_H

#include "llvm/ADT/ArrayRef.h"

namespace llvm::cl {
class OptionCategory;
class SubCommand;
} // namespace llvm::cl

namespace tenon {

/// Takes every option out of the parser that is neither of the category nor about help or the version: LLVM's libraries
/// register their own, which every program that links them would accept. To be called once, before parsing.
void acceptOnly(llvm::cl::OptionCategory &category, llvm::ArrayRef<llvm::cl::SubCommand *> commands = {});

} // namespace tenon

#endif // TENON_SUPPORT_COMMANDLINE_H
