//===- tenon/Repair/MutationText.h - Mutations as edits of C files --------===//

#ifndef TENON_REPAIR_MUTATIONTEXT_H
#define TENON_REPAIR_MUTATIONTEXT_H

#include "tenon/Repair/MutationRepair.h"

#include <string>
#include <vector>

namespace tenon::seq {

/// A file of the program; positions in the program point into `text`.
struct SourceFile {
  std::string name;
  llvm::StringRef text;
};

/// How an edit is written. A text may be read as something else where it is put in: the name of a macro has another
/// meaning there, or a macro is half of an expression. The later styles depend less on what stands around.
enum class TextStyle : uint8_t {
  AsWritten,  ///< As the program has it elsewhere, by names of macros.
  Expanded,   ///< What is added, without macros.
  SpelledOut, ///< All of the expression that changes, without macros.
};

/// The files with the repair in them, in their order: the user's text with the mutated expressions changed in place,
/// and nothing else but parentheses that are needed. What comes from a macro is changed where the macro is used, by the
/// macro's text with the change. Linear in the text.
std::vector<std::string> applyRepair(const Program &program, llvm::ArrayRef<Mutation> mutations,
                                     const ProgramRepair &repair, llvm::ArrayRef<SourceFile> files,
                                     TextStyle style = TextStyle::AsWritten);

/// Line number of a position, from 1, and the file; nullopt if it is in none of them.
std::optional<std::pair<size_t, unsigned>> lineOf(llvm::SMLoc place, llvm::ArrayRef<SourceFile> files);

} // namespace tenon::seq

#endif // TENON_REPAIR_MUTATIONTEXT_H
