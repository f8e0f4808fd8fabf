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

/// The files with the repair in them, in their order: the user's text with the mutated expressions changed in place,
/// and nothing else. What comes from a macro is changed where the macro is used, by the macro's text with the change.
/// Linear in the text.
std::vector<std::string> applyRepair(const Program &program, llvm::ArrayRef<Mutation> mutations,
                                     const ProgramRepair &repair, llvm::ArrayRef<SourceFile> files);

/// Line number of a position, from 1, and the file; nullopt if it is in none of them.
std::optional<std::pair<size_t, unsigned>> lineOf(llvm::SMLoc place, llvm::ArrayRef<SourceFile> files);

} // namespace tenon::seq

#endif // TENON_REPAIR_MUTATIONTEXT_H
