//===- BenchmarkReader.h - The text of a benchmark ------------------------===//

#ifndef TENON_LIB_SYNTAX_BENCHMARKREADER_H
#define TENON_LIB_SYNTAX_BENCHMARKREADER_H

#include "tenon/Support/Diagnostics.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include <array>
#include <map>
#include <optional>
#include <vector>

namespace tenon::benchmark {

/// The texts are parts of the file's.

/// A half of a communication, `G_req!x`, or an event, `G_go`.
struct Half {
  enum Direction { None, Read, Write };
  llvm::StringRef channel;
  Direction direction = None;
  llvm::StringRef variable;
};

struct Comparison {
  llvm::StringRef left, op, right; ///< `op` as FSP writes it.
};

/// What a transition does.
struct Letter {
  enum Kind { Communication, Constraint, Assignment };
  Kind kind = Communication;
  llvm::SmallVector<Half, 2> halves;              ///< Communication: one, or M1's and M2's.
  std::vector<std::vector<Comparison>> condition; ///< Constraint: alternatives of conjunctions.
  llvm::StringRef target, left, op, right;        ///< Assignment: `target := left op right`, or without the last two.
};

struct Line {
  unsigned from, to;
  Letter letter;
  llvm::StringRef text; ///< Of the letter.
};

struct Section {
  std::vector<Line> lines;
  std::map<unsigned, bool> states; ///< By index: whether it is written with F.
};

/// M1, M2 and P.
using System = std::array<Section, 3>;

inline llvm::SMRange rangeOf(llvm::StringRef text) {
  return {llvm::SMLoc::getFromPointer(text.begin()), llvm::SMLoc::getFromPointer(text.end())};
}

/// Nothing, with all errors reported, if some line cannot be read. Slips of published files are warnings.
std::optional<System> read(llvm::StringRef text, DiagnosticEngine &diagnostics);

} // namespace tenon::benchmark

#endif // TENON_LIB_SYNTAX_BENCHMARKREADER_H
