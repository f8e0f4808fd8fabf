//===- CheckCommand.cpp - tenon check -------------------------------------===//

#include "Session.h"

#include "tenon/AssumeGuarantee/RuleGoals.h"
#include "tenon/Check/BoundedChecker.h"
#include "tenon/Check/Checker.h"
#include "tenon/Emit/Report.h"
#include "tenon/Support/Output.h"

#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace tenon::driver {

static ExitCode exitCodeOf(ArrayRef<FileReport> reports) {
  ExitCode worst = ExitCode::Success;
  for (const FileReport &report : reports) {
    ExitCode code = exitCodeOf(report.results);
    if (code == ExitCode::Failure)
      return code;
    if (code != ExitCode::Success)
      worst = code;
  }
  return worst;
}

/// A goal that asks for a repair says how to get it.
static void nameRepairs(const Model &model, FileReport &report) {
  for (CheckResult &result : report.results)
    for (const Goal &goal : model.goals)
      if (result.kind == CheckKind::Repair && result.verdict == Verdict::Violated && !result.asWanted() &&
          goal.kind == Goal::Kind::Repair && goal.system.text == result.system && goal.property.text == result.property)
        result.notes.push_back("`tenon repair " + report.file + "` looks for a repair of " + goal.subject.text.str());
}

/// False if the file has errors.
static bool checkFile(Session &session, const std::string &file, FileReport &report) {
  report.file = file;
  Frontend frontend;
  const Model *model = session.load(frontend, file);
  if (!model)
    return false;
  CheckOptions options;
  options.system = session.options().system;
  options.each = session.options().each;
  options.certify = session.options().certify;
  options.engine = session.options().engine;
  options.fair = session.options().fair;
  options.reading = session.options().reading;
  options.language = session.language();
  VerifyOptions rules;
  rules.jobs = session.options().jobs;
  rules.certify = options.certify;
  options.runners = {interfaceGoals(session.options().interface), ruleRunner(rules)};
  if (Error unknown = options.system.empty() ? Error::success() : checkSystemName(*model, options.system)) {
    Session::fail(std::move(unknown));
    return false;
  }
  Lowering lowering(*model, frontend.diagnosticEngine(), session.budget(), options.language);
  lowering.setMaxStates(session.options().maxStates);
  report.results = Checker(lowering, options).run();
  nameRepairs(*model, report);
  return !session.printDiagnostics(frontend);
}

/// Files in C are one program.
static bool isC(StringRef file) {
  return file.ends_with(".c");
}

static bool checkProgram(Session &session, ArrayRef<std::string> files, FileReport &report) {
  report.file = join(files, " ");
  CFrontend frontend(session.options().definitions);
  const seq::Program *program = session.load(frontend, files);
  if (!program)
    return false;
  BoundedOptions options{session.options().unwind, session.options().checkBounds, session.options().certify};
  report.results.push_back(checkBounded(*program, frontend.sourceManager(), options, session.budget()));
  return true;
}

ExitCode runCheck(Session &session) {
  const Options &options = session.options();
  std::vector<FileReport> reports;
  bool good = true;
  std::vector<std::string> programFiles;
  for (const std::string &file : options.arguments)
    if (isC(file))
      programFiles.push_back(file);
    else
      good &= checkFile(session, file, reports.emplace_back());
  if (!programFiles.empty())
    good &= checkProgram(session, programFiles, reports.emplace_back());
  bool anything = any_of(reports, [](const FileReport &report) { return !report.results.empty(); });
  if (good || anything) {
    Error problem = writeOutput(options.output, [&](raw_ostream &os) {
      if (options.json)
        writeJson(reports, session.seconds(), os);
      else
        writeText(reports, {options.quiet, options.verbose}, session.seconds(), os);
      return Error::success();
    });
    if (problem)
      return Session::fail(std::move(problem));
  }
  return good ? exitCodeOf(reports) : ExitCode::BadInput;
}

} // namespace tenon::driver
