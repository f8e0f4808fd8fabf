//===- LostTraces.h - What a repair has taken away --------------*- C++ -*-===//

#ifndef TENON_LIB_REPAIR_LOSTTRACES_H
#define TENON_LIB_REPAIR_LOSTTRACES_H

#include "tenon/Program/ProgramSystem.h"

namespace tenon {

/// What a letter is called, the same in every model that has it.
using LetterName = llvm::function_ref<std::string(const ProgramTransition &)>;

/// How many words, of up to this length, are traces of `before` and not of `after`, whose transitions that `isSilent`
/// do not count as letters. An estimate once it is beyond 2^53. O(length × subsets of both that are reached).
double lostTraces(const Program &before, LetterName beforeName, const Program &after, LetterName afterName,
                  size_t length, llvm::function_ref<bool(const ProgramTransition &)> isSilent);

/// A shortest word that is a trace of `program` and not of `other`; nullopt if there is none.
std::optional<std::vector<std::string>> findTraceOutside(const Program &program, LetterName name, const Program &other,
                                                         LetterName otherName);

} // namespace tenon

#endif // TENON_LIB_REPAIR_LOSTTRACES_H
