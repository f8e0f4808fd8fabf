//===- InterfaceCommand.cpp - tenon interface -----------------------------===//

#include "Session.h"

#include "tenon/Emit/Report.h"
#include "tenon/Interface/InterfaceGoals.h"
#include "tenon/Lts/Formats.h"
#include "tenon/Support/Output.h"

#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

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
  Expected<DefinitionRef> property = findDefinition(model, options.property);
  if (!property)
    return property.takeError();
  const ProcessModel *process = model.findProcess(options.property);
  const CompositeModel *composite = model.findComposite(options.property);
  if (process ? !process->modifiers.property : !composite || !composite->modifiers.property)
    return failure("'" + options.property + "' is not a property: 'property' is missing in front of its definition");
  question.property = *property;
  return question;
}

//===----------------------------------------------------------------------===//
// The file with a given interface
//===----------------------------------------------------------------------===//

static Expected<LtsRef> readGivenAut(StringRef file) {
  ErrorOr<std::unique_ptr<MemoryBuffer>> buffer = MemoryBuffer::getFile(file);
  if (!buffer)
    return failure("cannot read '" + file + "': " + buffer.getError().message());
  Expected<Lts> lts = readAut((*buffer)->getBuffer(), sys::path::stem(file).str(), std::make_shared<LabelTable>());
  if (!lts)
    return failure("'" + file + "': " + toString(lts.takeError()));
  return std::make_shared<const Lts>(std::move(*lts));
}

/// The only definition of a file, or the only property, or else the one that is named after the component as found
/// interfaces are.
static Expected<DefinitionRef> onlyDefinition(const Model &model, StringRef file, StringRef component) {
  std::vector<DefinitionRef> properties;
  for (const DefinitionRef &definition : model.definitions) {
    StringRef name = model.definitionName(definition);
    bool isInterface = name == (component + "Interface").str() || name == (component + "_INTERFACE").str();
    if (isInterface || model.definitions.size() == 1)
      return definition;
    const ProcessModel *process = model.findProcess(name);
    if (process && process->modifiers.property)
      properties.push_back(definition);
  }
  if (properties.size() == 1)
    return properties.front();
  return failure("'" + file +
                 "' has several definitions, and which of them is the interface is not clear: one is to be "
                 "named '" +
                 component + "Interface'");
}

/// Null, with what is wrong printed.
static LtsRef loadGiven(Session &session, Frontend &frontend, std::optional<Lowering> &lowering) {
  StringRef file = session.options().given;
  if (file.ends_with(".aut")) {
    Expected<LtsRef> lts = readGivenAut(file);
    if (lts)
      return *lts;
    Session::fail(lts.takeError());
    return nullptr;
  }
  const Model *model = session.load(frontend, file);
  if (!model)
    return nullptr;
  Expected<DefinitionRef> definition = onlyDefinition(*model, file, session.options().component);
  if (!definition) {
    Session::fail(definition.takeError());
    return nullptr;
  }
  lowering.emplace(*model, frontend.diagnosticEngine(), session.budget(), session.language());
  LtsRef lts = lowering->lts(*definition);
  if (!session.printDiagnostics(frontend) && !lts)
    session.undecided(*lowering, file);
  return lts;
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
  Frontend frontend, givenFrontend;
  const Model *model = session.load(frontend, options.arguments[0]);
  if (!model)
    return ExitCode::BadInput;
  Expected<InterfaceQuestion> question = questionOf(*model, options);
  if (!question)
    return Session::fail(question.takeError());
  std::optional<Lowering> givenLowering;
  LtsRef given;
  if (!options.given.empty() && !(given = loadGiven(session, givenFrontend, givenLowering)))
    return givenLowering && givenLowering->limit() != Budget::Limit::None ? ExitCode::Undecided : ExitCode::BadInput;
  Lowering lowering(*model, frontend.diagnosticEngine(), session.budget(), session.language());
  double begin = session.seconds();
  std::optional<CheckResult> result = given ? checkInterface(lowering, *question, *given, options.interface)
                                            : findInterface(lowering, *question, options.interface);
  if (session.printDiagnostics(frontend) || !result)
    return ExitCode::BadInput;
  result->seconds = session.seconds() - begin;
  return report(session, std::move(*result));
}

} // namespace tenon::driver
