//===- tenon/Program/Power.h - A program with itself ------------*- C++ -*-===//

#ifndef TENON_PROGRAM_POWER_H
#define TENON_PROGRAM_POWER_H

#include "tenon/Program/Program.h"

#include "llvm/Support/Error.h"

namespace tenon {

/// `count` copies of a program as one, over the same variables: "with themselves" of the published table (Frenkel,
/// Grumberg, Pasareanu, Sheinvald, "Assume, guarantee or repair", table 1). The copies communicate together, by the
/// same action, and take turns for everything else; the whole accepts, or is END, where all do. All tuples of locations
/// are there, in lexical order, those that nothing reaches as well; the whole is in ERROR as soon as one copy is. An
/// error if there would be more than `maxLocations`. O(locations^count × transitions^count) for transitions with the
/// same action.
llvm::Expected<Program> power(const Program &program, unsigned count, size_t maxLocations = 1'000'000);

} // namespace tenon

#endif // TENON_PROGRAM_POWER_H
