//===- InterfaceCommand.cpp - tenon interface -----------------------------===//

#include "Session.h"

#include "tenon/Emit/Report.h"
#include "tenon/Interface/InterfaceGoals.h"
#include "tenon/Support/Output.h"

using namespace llvm;

namespace tenon::driver {

static Error failure(const Twine &message) {
  return createStringError(make_error_code(std::errc::invalid_argument), message);
}

static Expected<InterfaceQuestion> questionOf(const Model &model, const Options &options) {
  InterfaceQuestion question;
  Expected<DefinitionRef> component = findDefinition(model, options.component);
  if (!component)
    return component.takeError();
  question.component = *component;
  if (options.property.empty())
    return question;
  if (!model.findDefinition(options.property) && model.findAssertion(options.property))
    return failure("interfaces are for properties that are processes; '" + options.property + "' is an assertion");
  if (options.interface.method == InterfaceOptions::Method::MayMust && model.findObserver(options.property)) {
    question.observer = options.property;
    return question;
  }
  Expected<DefinitionRef> property = findDefinition(model, options.property);
  if (!property)
    return property.takeError();
  if (Error error = checkIsProperty(model, options.property))
    return error;
  question.property = *property;
  return question;
}

//===----------------------------------------------------------------------===//
// The command
//===----------------------------------------------------------------------===//

static ExitCode report(Session &session, CheckResult result) {
  const Options &options = session.options();
  FileReport file{options.arguments[0], {std::move(result)}};
  Error problem = writeOutput(options.output, [&](raw_ostream &os) {
    if (options.json)
      writeJson(file, session.seconds(), os);
    else
      writeText(file, {options.quiet, options.verbose, options.given.empty()}, session.seconds(), os);
    return Error::success();
  });
  return problem ? Session::fail(std::move(problem)) : exitCodeOf(file.results);
}

ExitCode runInterface(Session &session) {
  const Options &options = session.options();
  Frontend frontend;
  const Model *model = session.load(frontend, options.arguments[0]);
  if (!model)
    return ExitCode::BadInput;
  Expected<InterfaceQuestion> question = questionOf(*model, options);
  if (!question)
    return Session::fail(question.takeError());
  LtsRef given;
  if (ExitCode problem = ExitCode::BadInput; !options.given.empty())
    if (given = loadGiven(session, options.given, options.component + "Interface", problem); !given)
      return problem;
  Lowering lowering(*model, frontend.diagnosticEngine(), session.budget(), session.language());
  lowering.setMaxStates(session.options().maxStates);
  double begin = session.seconds();
  std::optional<CheckResult> result = given ? checkInterface(lowering, *question, *given, options.interface)
                                            : findInterface(lowering, *question, options.interface);
  if (session.printDiagnostics(frontend) || !result)
    return ExitCode::BadInput;
  result->seconds = session.seconds() - begin;
  return report(session, std::move(*result));
}

} // namespace tenon::driver
