//===- Benchmark.cpp - Benchmarks of assume-guarantee-repair --------------===//

#include "tenon/Syntax/Benchmark.h"

#include "BenchmarkReader.h"
#include "BenchmarkWriter.h"

#include "llvm/ADT/STLExtras.h"

namespace tenon {

/// The states of the sections stand on lines that begin with their names.
static std::vector<std::pair<size_t, llvm::SMRange>> originsOf(const benchmark::System &system,
                                                               llvm::StringRef source) {
  constexpr llvm::StringLiteral Heads[] = {"component M1", "component M2", "observer P"};
  std::vector<std::pair<size_t, llvm::SMRange>> origins;
  const benchmark::Section *section = nullptr;
  auto lineFrom = [&](std::optional<unsigned> state) {
    for (const benchmark::Line &line : section->lines)
      if (!state || line.from == *state)
        return benchmark::rangeOf(line.text);
    return llvm::SMRange();
  };
  for (size_t begin = 0, end; begin < source.size(); begin = end + 1) {
    end = std::min(source.find('\n', begin), source.size());
    llvm::StringRef line = source.slice(begin, end);
    if (!line.starts_with(" ")) {
      const auto *head = llvm::find_if(Heads, [&](llvm::StringRef text) { return line.starts_with(text); });
      section = head == std::end(Heads) ? nullptr : &system[static_cast<size_t>(head - std::begin(Heads))];
      origins.emplace_back(begin, section ? lineFrom(std::nullopt) : llvm::SMRange());
    }
    llvm::StringRef word = line.ltrim();
    word.consume_front("reject ");
    unsigned state = 0;
    if (section && word.consume_front("S") && !word.consumeInteger(10, state) && word.starts_with(" ="))
      origins.emplace_back(begin, lineFrom(state));
  }
  return origins;
}

std::optional<BenchmarkTranslation> translateBenchmark(const llvm::SourceMgr &sources, unsigned bufferId,
                                                       DiagnosticEngine &diagnostics) {
  std::optional<benchmark::System> system =
      benchmark::read(sources.getMemoryBuffer(bufferId)->getBuffer(), diagnostics);
  std::optional<std::string> source = system ? benchmark::write(*system, diagnostics) : std::nullopt;
  if (!source)
    return std::nullopt;
  std::vector<std::pair<size_t, llvm::SMRange>> origins = originsOf(*system, *source);
  return BenchmarkTranslation{std::move(*source), std::move(origins)};
}

} // namespace tenon
