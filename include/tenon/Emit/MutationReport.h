//===- tenon/Emit/MutationReport.h - Repairs of C programs ----------------===//

#ifndef TENON_EMIT_MUTATIONREPORT_H
#define TENON_EMIT_MUTATIONREPORT_H

#include "tenon/Emit/Report.h"
#include "tenon/Repair/MutationText.h"

namespace tenon {

/// What was found for a program.
struct MutationReport {
  const seq::Program &program;
  const seq::MutationRepairResult &result;
  llvm::ArrayRef<seq::SourceFile> files;
  size_t maxSize = 0; ///< That was asked for; 0: any.
  bool first = false; ///< Only one repair was.
  std::string limit;  ///< Where a budget ended the search: what it says.
  unsigned bound = 0; ///< Of loops.
  double seconds = 0; ///< Of the run.
};

/// Each repair as a unified diff, in their order, then what is known of others. Statistics only if verbose.
void writeText(const MutationReport &report, const ReportOptions &options, llvm::raw_ostream &os);

/// The JSON object of docs/schema.json, with one result of kind `repair`.
void writeJson(const MutationReport &report, llvm::raw_ostream &os);

/// One repair as a unified diff of all files.
std::string diffOf(const MutationReport &report, const seq::ProgramRepair &repair);

} // namespace tenon

#endif // TENON_EMIT_MUTATIONREPORT_H
