//===- OptionEntries.h - The options of a command, as a manual has them ---===//

#ifndef TENON_LIB_SUPPORT_OPTIONENTRIES_H
#define TENON_LIB_SUPPORT_OPTIONENTRIES_H

#include "tenon/Support/CommandLine.h"
#include "tenon/Support/CommandManual.h"

#include <string>
#include <utility>
#include <vector>

namespace tenon {

struct OptionEntry {
  llvm::StringRef name, text;
  llvm::StringRef value;                                            ///< What its value stands for.
  bool isCommon = false;                                            ///< Every command has it.
  bool isFlag = false;                                              ///< Has no value.
  bool isPrefix = false;                                            ///< The value follows without a space.
  std::vector<std::pair<llvm::StringRef, llvm::StringRef>> choices; ///< Values with what they mean; empty: any.

  bool isShort() const { return name.size() == 1; }
  std::string spelling() const { return (isShort() ? "-" : "--") + name.str(); }
};

/// Sorted by name, without those about help.
std::vector<OptionEntry> optionEntries(const ProgramEntry &program, const llvm::cl::SubCommand &command);

} // namespace tenon

#endif // TENON_LIB_SUPPORT_OPTIONENTRIES_H
