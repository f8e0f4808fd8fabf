//===- BenchmarkWriter.h - A benchmark as source --------------------------===//

#ifndef TENON_LIB_SYNTAX_BENCHMARKWRITER_H
#define TENON_LIB_SYNTAX_BENCHMARKWRITER_H

#include "BenchmarkReader.h"

#include <string>

namespace tenon::benchmark {

/// The system as source in the standard layout. Nothing, with all errors reported, if a constraint of P is about a
/// variable that no component has, or if a name is used for an event and for a channel.
std::optional<std::string> write(const System &system, DiagnosticEngine &diagnostics);

} // namespace tenon::benchmark

#endif // TENON_LIB_SYNTAX_BENCHMARKWRITER_H
