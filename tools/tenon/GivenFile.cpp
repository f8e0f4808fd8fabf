//===- GivenFile.cpp - An automaton in a file of its own ------------------===//

#include "Session.h"

#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace tenon::driver {

static Error failure(const Twine &message) {
  return createStringError(make_error_code(std::errc::invalid_argument), message);
}

/// `M1Interface` as composites are often named: `M1_INTERFACE`.
static std::string shouted(StringRef name) {
  std::string text;
  for (char c : name) {
    if (isUpper(c) && !text.empty() && isLower(text.back()))
      text += '_';
    text += c;
  }
  return StringRef(text).upper();
}

static Expected<DefinitionRef> onlyDefinition(const Model &model, StringRef file, StringRef wanted) {
  std::vector<DefinitionRef> properties;
  for (const DefinitionRef &definition : model.definitions) {
    StringRef name = model.definitionName(definition);
    if (name == wanted || name == shouted(wanted) || model.definitions.size() == 1)
      return definition;
    const ProcessModel *process = model.findProcess(name);
    if (process && process->modifiers.property)
      properties.push_back(definition);
  }
  if (properties.size() == 1)
    return properties.front();
  return failure("'" + file +
                 "' has several definitions, and which of them is meant is not clear: one is to be named '" + wanted +
                 "'");
}

LtsRef loadGiven(Session &session, StringRef file, StringRef wanted, ExitCode &problem) {
  problem = ExitCode::BadInput;
  Frontend frontend;
  const Model *model = session.load(frontend, file, false);
  if (!model)
    return nullptr;
  Expected<DefinitionRef> definition = onlyDefinition(*model, file, wanted);
  if (!definition) {
    Session::fail(definition.takeError());
    return nullptr;
  }
  Lowering lowering(*model, frontend.diagnosticEngine(), session.budget(), session.language());
  lowering.setMaxStates(session.options().maxStates);
  LtsRef lts = lowering.lts(*definition);
  if (!session.printDiagnostics(frontend) && !lts)
    problem = session.undecided(lowering, file);
  return lts;
}

} // namespace tenon::driver
