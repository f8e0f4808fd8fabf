//===- Session.h - What every command needs -------------------------------===//

#ifndef TENON_TOOLS_TENON_SESSION_H
#define TENON_TOOLS_TENON_SESSION_H

#include "Options.h"

#include "tenon/Check/Verdict.h"
#include "tenon/Emit/MutationReport.h"
#include "tenon/Lower/Lower.h"
#include "tenon/Sema/CFrontend.h"
#include "tenon/Sema/Frontend.h"
#include "tenon/Support/ExitCode.h"

#include <chrono>

namespace tenon::driver {

/// Options, budget and clock of one run of the tool.
class Session {
public:
  explicit Session(const Options &options);
  Session(const Session &) = delete;
  Session &operator=(const Session &) = delete;
  ~Session();

  const Options &options() const { return settings; }
  const Budget &budget() const { return limits; }
  LanguageOptions language() const { return {settings.ltsa}; }
  double seconds() const;

  /// Parses and analyzes one file into `frontend`; null, with the diagnostics printed, if that fails.
  /// The values of -D are for the model; a file beside it goes without.
  const Model *load(Frontend &frontend, llvm::StringRef file, bool isModel = true) const;
  /// Parses and analyzes files that are one C program; null, if that fails. Prints the diagnostics, whatever they are.
  const seq::Program *load(CFrontend &frontend, llvm::ArrayRef<std::string> files) const;
  /// Whether a path names one of the files that `frontend` has read, those that were included among them.
  static bool isRead(const Frontend &frontend, llvm::StringRef path);
  /// Prints the diagnostics to standard error; whether there were errors.
  bool printDiagnostics(Frontend &frontend) const;
  /// Prints `tenon: message` to standard error.
  static ExitCode fail(llvm::Error error, ExitCode code = ExitCode::BadInput);
  /// The end of a run whose only answer did not fit the budget.
  ExitCode undecided(const Lowering &lowering, llvm::StringRef what) const;

private:
  void watchBudget() const;

  const Options &settings;
  Budget limits;
  Budget::Clock::time_point start = Budget::Clock::now();
};

ExitCode runCheck(Session &session);
ExitCode runInterface(Session &session);
ExitCode runRepairProgram(Session &session);
ExitCode runRepair(Session &session);
ExitCode runVerify(Session &session);
ExitCode runLts(Session &session);
ExitCode runCompare(Session &session);
ExitCode runFmt(Session &session);
ExitCode runAnimate(Session &session);
ExitCode runLsp(Session &session);
ExitCode runView(Session &session);
ExitCode runCompletion(Session &session);
ExitCode runMan(Session &session);

/// The automaton in a file of its own, with labels of its own: a transition system, or FSP with one definition, one
/// property, or one definition that is named as wanted (`M1Interface`, also spelled `M1_INTERFACE`). Null, with what is
/// wrong printed and the exit code in `problem`.
LtsRef loadGiven(Session &session, llvm::StringRef file, llvm::StringRef wanted, ExitCode &problem);

/// What the command line says of mutations.
seq::MutationRepairOptions mutationOptions(const Options &options);
/// Prints what was found by mutation. 0 if everything is repaired, 1 if something is not, 3 if it is not known.
ExitCode writeMutations(const Session &session, llvm::ArrayRef<MutationReport> reports);

/// 0 if every result is as wanted, 1 if one is not or was not certified, 3 if one is unknown.
ExitCode exitCodeOf(llvm::ArrayRef<CheckResult> results);

/// In the format that was asked for, to where the output goes.
llvm::Error writeReport(const Session &session, const FileReport &report);

/// The definition of that name, a process before a composite of the same name; an error with a suggestion otherwise.
llvm::Expected<DefinitionRef> findDefinition(const Model &model, llvm::StringRef name);

/// An error if `name` is neither that of a definition nor DEFAULT, of a model with processes.
llvm::Error checkSystemName(const Model &model, llvm::StringRef name);

/// An error if the definition of that name, which there must be, is not a `property`.
llvm::Error checkIsProperty(const Model &model, llvm::StringRef name);

} // namespace tenon::driver

#endif // TENON_TOOLS_TENON_SESSION_H
