//===- tenon/Syntax/Benchmark.h - Benchmarks of assume-guarantee-repair ---===//

#ifndef TENON_SYNTAX_BENCHMARK_H
#define TENON_SYNTAX_BENCHMARK_H

#include "tenon/Support/Diagnostics.h"

#include <optional>
#include <string>

namespace tenon {

/// Translates a benchmark of assume-guarantee-repair (Frenkel, Grumberg, Păsăreanu, Sheinvald) into source: components
/// M1 and M2, an observer P, their System, and the goal that it satisfies P. The file has three sections, for M1, M2
/// and P: a number of states, a line `[state, action, state]` for each transition, and `done`. docs/formats.md tells
/// what the actions are and how slips of published files are read; each of these is a warning.
///
/// Nothing, with the errors reported, if some line cannot be read. Linear in the text.
struct BenchmarkTranslation {
  std::string source;
  /// Where the parts of the source come from: each begins at an offset, and ends where the next begins. Invalid where
  /// nothing in the file says what the source does.
  std::vector<std::pair<size_t, llvm::SMRange>> origins;
};
std::optional<BenchmarkTranslation> translateBenchmark(const llvm::SourceMgr &sources, unsigned bufferId,
                                                       DiagnosticEngine &diagnostics);

} // namespace tenon

#endif // TENON_SYNTAX_BENCHMARK_H
