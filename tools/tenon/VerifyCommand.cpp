//===- VerifyCommand.cpp - tenon verify -----------------------------------===//

#include "Session.h"

#include "tenon/AssumeGuarantee/RuleGoals.h"
#include "tenon/Emit/Report.h"
#include "tenon/Repair/RepairGoals.h"
#include "tenon/Support/Output.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;

namespace tenon::driver {

static Error problem(const Twine &message) {
  return createStringError(std::make_error_code(std::errc::invalid_argument), message);
}

static Error writeAssumptions(const CheckResult &result, StringRef file) {
  return writeOutput(file, [&](raw_ostream &os) -> Error {
    bool isFirst = true;
    for (const AssumptionReport &assumption : result.assumptions) {
      if (assumption.automaton.source.empty())
        return problem("the assumption about " + assumption.about + " has an action that FSP cannot spell");
      os << (isFirst ? "" : "\n") << "// What " << result.system << " needs of " << assumption.about << ".\n"
         << assumption.automaton.source;
      isFirst = false;
    }
    return Error::success();
  });
}

static Error checkNames(const Model &model, const Options &options) {
  if (Error unknown = checkSystemName(model, options.system))
    return unknown;
  if (model.findObserver(options.property))
    return Error::success();
  if (model.findDefinition(options.property) && options.rule == Rule::Simulation)
    return Error::success(); // Any process specifies what may be done.
  if (model.findDefinition(options.property))
    return checkIsProperty(model, options.property);
  bool isAssertion = model.findAssertion(options.property);
  bool isProgress =
      any_of(model.progressTests, [&](const ProgressTest &test) { return test.name == options.property; });
  if (!isAssertion && !isProgress)
    return findDefinition(model, options.property).takeError();
  if (!options.rule)
    return Error::success();
  return problem("--method=" + ruleName(*options.rule) + " is for properties that are processes; '" + options.property +
                 "' is " + (isAssertion ? "an assertion" : "a progress test") + " (without --method it is checked)");
}

/// Whether the assumption is a component, as those about components with data are.
static bool isComponent(StringRef file) {
  Frontend frontend;
  return frontend.parse(file) && any_of(frontend.files().back().definitions, [](const ast::Definition *definition) {
           return isa<ast::ComponentDefinition>(definition);
         });
}

/// An assumption about a component with data, read beside the model.
static ExitCode verifyByAssumption(Session &session, const Frontend &frontend) {
  const Options &options = session.options();
  ErrorOr<std::unique_ptr<MemoryBuffer>> given = MemoryBuffer::getFile(options.assumptionFile);
  if (!given)
    return Session::fail(problem("cannot read '" + options.assumptionFile + "': " + given.getError().message()));
  const SourceMgr &sources = frontend.sourceManager();
  RepairSettings settings;
  settings.reading = options.reading;
  settings.engine = options.engine;
  settings.sema.language = session.language();
  settings.sema.overrides = options.definitions;
  Expected<CheckResult> result =
      checkAssumption(sources.getMemoryBuffer(frontend.files().back().bufferId)->getBuffer(), options.arguments[0],
                      {options.system, options.assume, options.property}, (*given)->getBuffer(), options.assumptionFile,
                      settings, session.budget());
  if (!result)
    return Session::fail(result.takeError());
  FileReport report{options.arguments[0], {std::move(*result)}};
  Error failure = writeReport(session, report);
  return failure ? Session::fail(std::move(failure)) : exitCodeOf(report.results);
}

ExitCode runVerify(Session &session) {
  const Options &options = session.options();
  Frontend frontend;
  const Model *model = session.load(frontend, options.arguments[0]);
  if (!model)
    return ExitCode::BadInput;
  if (Error unknown = checkNames(*model, options))
    return Session::fail(std::move(unknown));
  if (!options.assumptionFile.empty() && model->findSystem(options.system) && isComponent(options.assumptionFile))
    return verifyByAssumption(session, frontend);
  VerifyOptions verification;
  verification.split.items = options.split;
  verification.assume = options.assume;
  verification.learning = options.learning;
  verification.encoding = options.encoding;
  verification.jobs = options.jobs;
  verification.certify = options.certify;
  if (!options.assumptionFile.empty()) {
    ExitCode problem;
    LtsRef given = loadGiven(session, options.assumptionFile, "Assumption", problem);
    if (!given)
      return problem;
    Expected<LtsRef> assumption = asAssumption(*given, model->labels);
    if (!assumption)
      return Session::fail(assumption.takeError());
    verification.assumption = *assumption;
  }
  Goal goal;
  goal.kind = Goal::Kind::Satisfies;
  goal.subject.text = options.system;
  goal.property.text = options.property;
  if (options.rule)
    goal.method = ruleName(*options.rule).str();
  else if (options.isAutomatic)
    goal.method = "auto";
  CheckOptions check;
  check.certify = options.certify;
  check.engine = options.engine;
  check.reading = options.reading;
  check.language = session.language();
  check.goal = goal;
  check.runners = {ruleRunner(verification)};
  Lowering lowering(*model, frontend.diagnosticEngine(), session.budget(), check.language);
  lowering.setMaxStates(session.options().maxStates);
  FileReport report{options.arguments[0], Checker(lowering, check).run()};
  if (session.printDiagnostics(frontend) || report.results.empty())
    return ExitCode::BadInput;
  Error failure = writeReport(session, report);
  if (!failure && !options.emitAssumption.empty() && !report.results.front().assumptions.empty())
    failure = writeAssumptions(report.results.front(), options.emitAssumption);
  if (failure)
    return Session::fail(std::move(failure));
  return exitCodeOf(report.results);
}

} // namespace tenon::driver
