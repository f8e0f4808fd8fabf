//===- RepairScope.cpp - What could be repaired ---------------------------===//

#include "RepairScope.h"

#include "CompositionEdits.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace tenon {

/// Whether another system has all these components.
static bool consistsOf(LoadedModel &loaded, StringRef system, ArrayRef<std::string> definitions,
                       const RepairQuestion &question, const RepairSettings &settings) {
  if (system == question.system)
    return false;
  RepairQuestion other = question;
  other.system = system.str();
  Expected<std::vector<std::string>> parts = definitionsIn(loaded, other, settings);
  if (parts)
    return all_of(definitions, [&](const std::string &definition) { return is_contained(*parts, definition); });
  consumeError(parts.takeError());
  return false;
}

Expected<RepairScope> scopeOf(LoadedModel &loaded, const RepairQuestion &question, const RepairSettings &settings) {
  if (!loaded.isGood())
    return loaded.failure();
  Expected<std::vector<std::string>> known = definitionsIn(loaded, question, settings);
  if (!known)
    return known.takeError();
  RepairScope scope;
  scope.isNamed = !question.component.empty();
  scope.isSafety = isAboutSafety(question, loaded.theModel());
  scope.components = scope.isNamed ? std::vector<std::string>{question.component} : *known;
  erase_if(scope.components, [&](const std::string &component) {
    return is_contained(*known, component) && !loaded.definitionOf(component);
  });
  if (scope.components.empty())
    return createStringError(std::make_error_code(std::errc::invalid_argument),
                             "'" + (scope.isNamed ? question.component : join(*known, "', '")) +
                                 "' is not defined in this file, which is the one that is repaired");
  RepairQuestion first = question;
  first.component = scope.components.front();
  Expected<RepairTarget> target = targetOf(loaded, first, settings);
  if (!target)
    return target.takeError();
  scope.isProcess = target->system.variables.empty() && !target->models.front();
  if (scope.isProcess)
    for (const ast::CompositeDefinition *composite : compositesIn(question.system, loaded.definitions()))
      if (loaded.definitionOf(composite->name.name))
        scope.compositions.push_back(composite->name.name.str());
  scope.isComposition = is_contained(scope.compositions, scope.components.front());
  scope.isUsedRightly = any_of(loaded.theModel().goals, [&](const Goal &goal) {
    return goal.kind == question.kind && goal.property.text == question.property &&
           goal.expectation != Goal::Expectation::Violated &&
           consistsOf(loaded, goal.subject.text, *known, question, settings);
  });
  scope.system = std::move(target->system);
  return scope;
}

} // namespace tenon
