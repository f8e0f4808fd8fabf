//===- tenon/Emit/MutationReport.h - Repairs by mutation ------------------===//

#ifndef TENON_EMIT_MUTATIONREPORT_H
#define TENON_EMIT_MUTATIONREPORT_H

#include "tenon/Emit/Report.h"
#include "tenon/Repair/ComponentMutation.h"

namespace tenon {

/// What was found for a program, or for a component.
struct MutationReport {
  const seq::Program &program;
  const seq::MutationRepairResult &result;
  llvm::ArrayRef<seq::SourceFile> files;
  size_t maxSize = 0;     ///< That was asked for; 0: any.
  bool first = false;     ///< Only one repair was.
  std::string limit = {}; ///< Where a budget ended the search: what it says.
  unsigned bound = 0;     ///< Of loops.
  // Of a component:
  std::string system = {}, property = {}, component = {};
  std::string statement = {};             ///< What the component is repaired for: `Protocol satisfies Encrypts`.
  llvm::ArrayRef<std::string> texts = {}; ///< The file with each repair: not the mutations alone.
  size_t trivial = 0;                     ///< Candidates that leave too little.

  bool isComponent() const { return !component.empty(); }
};

/// What there is to say of a program; refers to all of its arguments but the last two.
MutationReport reportOf(const seq::Program &program, const seq::MutationRepairResult &result,
                        llvm::ArrayRef<seq::SourceFile> files, const seq::MutationRepairOptions &options,
                        const Budget &budget);
/// What there is to say of a component; refers to `result`, which was found with these options.
MutationReport reportOf(const ComponentMutationResult &result, const seq::MutationRepairOptions &options,
                        const Budget &budget);

/// Each repair as a unified diff, in their order, then what is known of others. Statistics only if verbose.
void writeText(const MutationReport &report, const ReportOptions &options, llvm::raw_ostream &os);
/// The same where the first repair is chosen, whose diffOf() stands elsewhere: nothing of the others but their number.
void writeTextOfFirst(const MutationReport &report, const ReportOptions &options, llvm::raw_ostream &os);

/// The JSON object of docs/schema.json, with one result of kind `repair` for each report. `seconds`: of the run.
void writeJson(llvm::ArrayRef<MutationReport> reports, double seconds, llvm::raw_ostream &os);

/// One of the results of that object, to be within another.
void writeJson(const MutationReport &report, llvm::json::OStream &json);

/// One of the repairs as a unified diff of all files.
std::string diffOf(const MutationReport &report, size_t repair);

} // namespace tenon

#endif // TENON_EMIT_MUTATIONREPORT_H
