//===- RepairProgramCommand.cpp - tenon repair, of C programs -------------===//

#include "Session.h"

#include "tenon/Emit/MutationReport.h"
#include "tenon/Repair/RepairedText.h"
#include "tenon/Support/Output.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace tenon::driver {

seq::MutationRepairOptions mutationOptions(const Options &options) {
  seq::MutationRepairOptions result;
  result.mutations.level = options.level;
  result.mutations.fixedFunctions = options.fixedFunctions;
  result.bound = options.unwind;
  result.checkBounds = options.checkBounds;
  result.maxSize = options.maxSize;
  result.maxRepairs = options.first ? 1 : 0;
  result.localization = options.localization;
  result.replay = options.replay;
  result.explain = options.explain;
  return result;
}

static ExitCode exitCodeOf(const seq::MutationRepairResult &result) {
  switch (result.verdict) {
  case seq::MutationRepairResult::Verdict::Correct:
  case seq::MutationRepairResult::Verdict::Repaired:
    return ExitCode::Success;
  case seq::MutationRepairResult::Verdict::None:
    return ExitCode::Failure;
  case seq::MutationRepairResult::Verdict::Unknown:
    return ExitCode::Undecided;
  }
  return ExitCode::Undecided;
}

/// As of other repairs: what there is to say, then the diff, which alone is the output that a file gets.
static Error writeFirstAsDiff(const Session &session, ArrayRef<MutationReport> reports) {
  const Options &options = session.options();
  for (const MutationReport &report : reports)
    writeTextOfFirst(report, {options.quiet, options.verbose}, outs());
  outs().flush();
  // A file that was asked for is there, also where there is nothing to repair.
  bool isFine = all_of(reports, [](const MutationReport &r) { return exitCodeOf(r.result) == ExitCode::Success; });
  bool isRepaired = any_of(reports, [](const MutationReport &r) { return !r.result.repairs.empty(); });
  if (!isRepaired && !(isFine && options.output != "-"))
    return Error::success();
  return writeOutput(options.output, [&](raw_ostream &os) {
    for (const MutationReport &report : reports)
      if (!report.result.repairs.empty())
        os << diffOf(report, 0);
    return Error::success();
  });
}

static Error writeAll(const Session &session, ArrayRef<MutationReport> reports) {
  const Options &options = session.options();
  return writeOutput(options.output, [&](raw_ostream &os) {
    if (options.json) {
      writeJson(reports, session.seconds(), os);
      return Error::success();
    }
    for (const MutationReport &report : reports)
      writeText(report, {options.quiet, options.verbose}, os);
    return Error::success();
  });
}

ExitCode writeMutations(const Session &session, ArrayRef<MutationReport> reports) {
  const Options &options = session.options();
  bool isOneDiff = options.diff && !options.json;
  if (Error failure = isOneDiff ? writeFirstAsDiff(session, reports) : writeAll(session, reports))
    return Session::fail(std::move(failure));
  // What cannot be repaired counts before what is not known.
  ExitCode all = ExitCode::Success;
  for (const MutationReport &report : reports)
    if (ExitCode code = exitCodeOf(report.result); all == ExitCode::Success || code == ExitCode::Failure)
      all = code;
  return all;
}

/// A name that no function has is a slip: then everything would be mutated.
static Error checkNames(const seq::Program &program, ArrayRef<std::string> functions) {
  for (const std::string &name : functions)
    if (!program.findFunction(name))
      return createStringError(std::make_error_code(std::errc::invalid_argument),
                               "--no-mutate: there is no function '" + name + "'");
  return Error::success();
}

ExitCode runRepairProgram(Session &session) {
  const Options &options = session.options();
  CFrontend frontend(options.definitions);
  if (!session.load(frontend, options.arguments))
    return ExitCode::BadInput;
  seq::Program &program = frontend.program();
  if (Error unknown = checkNames(program, options.fixedFunctions))
    return Session::fail(std::move(unknown));
  std::vector<seq::SourceFile> files;
  const SourceMgr &sources = frontend.sourceManager();
  for (unsigned i = 1; i <= sources.getNumBuffers(); ++i) {
    const MemoryBuffer *buffer = sources.getMemoryBuffer(i);
    if (is_contained(options.arguments, buffer->getBufferIdentifier()))
      files.push_back({buffer->getBufferIdentifier().str(), buffer->getBuffer()});
  }
  seq::MutationRepairOptions search = mutationOptions(options);
  search.write = [&](ArrayRef<seq::Mutation> mutations, const seq::ProgramRepair &repair) {
    return seq::writeRepair(program, mutations, repair, files,
                            {options.definitions, options.unwind, options.checkBounds}, session.budget());
  };
  seq::MutationRepairResult result = seq::repairByMutation(program, search, session.budget());
  MutationReport report = reportOf(program, result, files, search, session.budget());
  return writeMutations(session, report);
}

} // namespace tenon::driver
