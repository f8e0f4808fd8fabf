//===- tenon/Emit/Report.h - Results for people and for programs ----------===//

#ifndef TENON_EMIT_REPORT_H
#define TENON_EMIT_REPORT_H

#include "tenon/Check/Verdict.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

#include <string>
#include <vector>

namespace tenon {

/// The results for one input file.
struct FileReport {
  std::string file;
  std::vector<CheckResult> results;
};

/// One row of `tenon lts --stats`.
struct DefinitionStatistics {
  std::string name;
  std::string kind;   ///< process, import, constraint, composite
  bool known = false; ///< False: a budget ended before its LTS was built.
  std::string reason;
  size_t states = 0;
  size_t transitions = 0;
  size_t alphabet = 0;
  size_t deadlockStates = 0;
  size_t errorTransitions = 0;
};

struct ReportOptions {
  bool quiet = false;   ///< Only what is not as wanted.
  bool verbose = false; ///< Times, memory, search depth.
  /// The report is a comment, and the interfaces follow: the whole is FSP. Quiet: only these.
  bool asSource = false;
};

/// One line a goal: system, kind, verdict, sizes; then the trace, one step a line with the components that moved; a
/// summary line at the end. Nothing that changes from run to run, unless verbose.
void writeText(llvm::ArrayRef<FileReport> reports, const ReportOptions &options, double seconds, llvm::raw_ostream &os);

/// The JSON object of docs/schema.json. Times and memory are in `run` only.
void writeJson(llvm::ArrayRef<FileReport> reports, double seconds, llvm::raw_ostream &os);

/// One of the results of that object, to be within another.
void writeJson(const CheckResult &result, llvm::json::OStream &json);
/// Variables and their values, as the results have them.
void writeJson(llvm::ArrayRef<Valuation> values, llvm::json::OStream &json);

void writeStatisticsText(llvm::ArrayRef<DefinitionStatistics> rows, llvm::raw_ostream &os);
void writeStatisticsJson(llvm::StringRef file, llvm::ArrayRef<DefinitionStatistics> rows, llvm::raw_ostream &os);

} // namespace tenon

#endif // TENON_EMIT_REPORT_H
