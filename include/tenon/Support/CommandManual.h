//===- tenon/Support/CommandManual.h - Manual pages and completions -------===//
//
// Written from the declarations of the commands and options, so that they cannot differ from what the program takes.
//
//===----------------------------------------------------------------------===//

#ifndef TENON_SUPPORT_COMMANDMANUAL_H
#define TENON_SUPPORT_COMMANDMANUAL_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/CommandLine.h"

#include <string>
#include <vector>

namespace llvm {
class raw_ostream;
}

namespace tenon {

/// A command of a program.
struct CommandEntry {
  llvm::cl::SubCommand *command;
  llvm::StringRef arguments; ///< What follows its name and options, as a manual shows it: `FILE P Q`.
  std::string words;         ///< What its first argument can be, separated by spaces, where it is no file.
};

/// A program with commands, its options registered with LLVM in `category`.
struct ProgramEntry {
  llvm::StringRef name, version, summary;
  const llvm::cl::OptionCategory *category;
  std::vector<CommandEntry> commands;
  llvm::StringRef extensions; ///< Of the files that it reads, separated by `|`: `fsp|c`.
  llvm::StringRef exitStatus; ///< A line for each code: the code, a space, what it means.

  /// The command of that name; null if there is none.
  const CommandEntry *find(llvm::StringRef name) const;
};

/// The manual page of a command, or of the program where it is null: roff with man(7) macros, section 1.
void writeManPage(const ProgramEntry &program, const CommandEntry *command, llvm::raw_ostream &os);

/// The name of the file in which man looks for that page: `tenon-check.1`.
std::string manPageName(const ProgramEntry &program, const CommandEntry *command);

enum class Shell { Bash, Zsh, Fish };

/// A script for the shell that completes commands, options, their values, and files.
void writeCompletion(const ProgramEntry &program, Shell shell, llvm::raw_ostream &os);

} // namespace tenon

#endif // TENON_SUPPORT_COMMANDMANUAL_H
