//===- Benchmark.cpp - Benchmarks of assume-guarantee-repair --------------===//

#include "tenon/Syntax/Benchmark.h"

#include "BenchmarkReader.h"
#include "BenchmarkWriter.h"

namespace tenon {

std::optional<std::string> translateBenchmark(const llvm::SourceMgr &sources, unsigned bufferId,
                                              DiagnosticEngine &diagnostics) {
  std::optional<benchmark::System> system =
      benchmark::read(sources.getMemoryBuffer(bufferId)->getBuffer(), diagnostics);
  return system ? benchmark::write(*system, diagnostics) : std::nullopt;
}

} // namespace tenon
