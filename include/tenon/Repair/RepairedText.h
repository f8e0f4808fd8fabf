//===- tenon/Repair/RepairedText.h - Repairs of C files, read again -------===//
//
// A repair is a tree, and what the user gets is a text. Before a text is shown it is parsed, and compared with the tree
// that was verified; then the program that was read is checked once more.
//
//===----------------------------------------------------------------------===//

#ifndef TENON_REPAIR_REPAIREDTEXT_H
#define TENON_REPAIR_REPAIREDTEXT_H

#include "tenon/Repair/MutationText.h"
#include "tenon/Support/Budget.h"

#include <map>

namespace tenon::seq {

/// Whether `read` is the program with the repair in it: the same statements over the same variables and functions, and
/// the same expressions, up to what C leaves open in how a value is written (`-3`; `!(a < b)` and `a >= b`). Linear.
bool isRepaired(const Program &program, llvm::ArrayRef<Mutation> mutations, const ProgramRepair &repair,
                const Program &read);

struct ReadingOptions {
  std::map<std::string, std::string> macros; ///< Given from outside, as for the original.
  unsigned bound = 5;                        ///< Of the check.
  bool checkBounds = false;
};

/// The files with the repair, which read as such and pass the bounded check, in the first style for which that is so;
/// nullopt if there is none: the repair cannot be written at this place. A check that comes to no end within the budget
/// is no objection.
std::optional<WrittenRepair> writeRepair(const Program &program, llvm::ArrayRef<Mutation> mutations,
                                         const ProgramRepair &repair, llvm::ArrayRef<SourceFile> files,
                                         const ReadingOptions &options, const Budget &budget);

} // namespace tenon::seq

#endif // TENON_REPAIR_REPAIREDTEXT_H
