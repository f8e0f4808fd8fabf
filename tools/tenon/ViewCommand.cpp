//===- ViewCommand.cpp - tenon view ---------------------------------------===//

#include "Session.h"

#include "tenon/AssumeGuarantee/RuleGoals.h"
#include "tenon/Support/Output.h"
#include "tenon/View/ModelPage.h"

using namespace llvm;

namespace tenon::driver {

static ExitCode write(const Session &session, const Page &page) {
  Error problem = writeOutput(session.options().output, [&](raw_ostream &os) {
    if (session.options().json)
      os << page.data << '\n';
    else
      writePage(page, os);
    return Error::success();
  });
  return problem ? Session::fail(std::move(problem)) : ExitCode::Success;
}

static ModelPageOptions optionsOf(const Session &session) {
  const Options &options = session.options();
  VerifyOptions rules;
  rules.jobs = options.jobs;
  ModelPageOptions page;
  if (options.pageStates)
    page.maxStates = *options.pageStates;
  page.check.system = options.system;
  page.check.reading = options.reading;
  page.check.engine = options.engine;
  page.check.language = session.language();
  page.check.runners = {interfaceGoals(options.interface), ruleRunner(rules)};
  page.repair.reading = options.reading;
  page.repair.engine = options.engine;
  page.repair.sema.language = session.language();
  page.repair.sema.overrides = options.definitions;
  page.repair.runners = page.check.runners;
  page.mutation = mutationOptions(options);
  return page;
}

static ExitCode viewProgram(const Session &session) {
  const Options &options = session.options();
  CFrontend frontend(options.definitions);
  if (!session.load(frontend, options.arguments))
    return ExitCode::BadInput;
  ProgramPageOptions page{{options.unwind, options.checkBounds, false}, mutationOptions(options)};
  return write(session, programPage(frontend, options.arguments, page, session.budget()));
}

ExitCode runView(Session &session) {
  const Options &options = session.options();
  if (options.isProgramRepair())
    return viewProgram(session);
  Frontend frontend;
  const Model *model = session.load(frontend, options.arguments[0]);
  if (!model)
    return ExitCode::BadInput;
  if (Error unknown = options.system.empty() ? Error::success() : checkSystemName(*model, options.system))
    return Session::fail(std::move(unknown));
  Lowering lowering(*model, frontend.diagnosticEngine(), session.budget(), session.language());
  lowering.setMaxStates(options.maxStates);
  std::optional<Page> page = modelPage(frontend, lowering, options.arguments[0], optionsOf(session));
  if (session.printDiagnostics(frontend) || !page)
    return ExitCode::BadInput;
  return write(session, *page);
}

} // namespace tenon::driver
