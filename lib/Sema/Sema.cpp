//===- Sema.cpp - AST to model: names and simple definitions --------------===//

#include "Analyzer.h"

#include "tenon/Support/NameSuggestion.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace tenon {

std::unique_ptr<Model> analyze(ArrayRef<const ast::SourceFile *> files, const SemaOptions &options,
                               DiagnosticEngine &diagnostics) {
  return Analyzer(options, diagnostics).run(files);
}

std::unique_ptr<Model> Analyzer::run(ArrayRef<const ast::SourceFile *> files) {
  std::vector<const ast::Definition *> definitions;
  for (const ast::SourceFile *file : files)
    definitions.insert(definitions.end(), file->definitions.begin(), file->definitions.end());

  for (const ast::Definition *definition : definitions) {
    ++order;
    collect(*definition);
  }
  order = 0;
  for (const ast::Definition *definition : definitions) {
    ++order;
    size_t mark = diagnostics.all().size();
    unsigned errors = diagnostics.errorCount();
    define(*definition);
    // LTSA compiles only what its target needs: elsewhere an error stays hidden.
    if (options.language.ltsa && diagnostics.errorCount() != errors) {
      const auto *process = dyn_cast<ast::ProcessDefinition>(definition);
      if (process && !isObserver(*process))
        model->processes.back().deferredErrors = diagnostics.takeSince(mark);
      else if (isa<ast::CompositeDefinition>(definition))
        model->composites.back().deferredErrors = diagnostics.takeSince(mark);
    }
  }
  // Formulas, components and goals may mention what is defined after them.
  model->indexNames();
  elaborateData(definitions);
  order = 0;
  for (const ast::Definition *definition : definitions) {
    ++order;
    if (const auto *formula = dyn_cast<ast::FormulaDefinition>(definition))
      defineFormula(*formula);
    else if (const auto *goal = dyn_cast<ast::GoalDefinition>(definition))
      defineGoal(*goal);
  }
  checkOverrides();
  if (options.values)
    copyValues(*options.values);
  if (diagnostics.hasErrors())
    return nullptr;
  model->indexNames();
  return std::move(model);
}

Name Analyzer::nameOf(const ast::Identifier &identifier) {
  return {identifier.name, identifier.range};
}

std::string Analyzer::suggestion(StringRef name, ArrayRef<StringRef> candidates) {
  return tenon::suggestion(name, candidates);
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

static void reportDuplicate(DiagnosticEngine &diagnostics, const ast::Identifier &name, StringRef what,
                            SMRange earlier) {
  diagnostics.error(name.range, "duplicate " + what + " '" + name.name + "'")
      .note(earlier, "it is defined here already");
}

void Analyzer::declareUnique(StringMap<SMRange> &table, const ast::Identifier &name, StringRef what) {
  auto [entry, isNew] = table.try_emplace(name.name, name.range);
  if (!isNew)
    reportDuplicate(diagnostics, name, what, entry->second);
}

/// Enters the definition in its name space; those of fsp-language §2 are separate.
void Analyzer::collect(const ast::Definition &definition) {
  const ast::Identifier &name = definition.name;
  auto enter = [&](auto &table, const auto *node, StringRef what) {
    auto [entry, isNew] = table.try_emplace(name.name, node);
    if (!isNew)
      reportDuplicate(diagnostics, name, what, entry->second->name.range);
  };
  auto enterValue = [&](Table &table, StringRef what) {
    auto [entry, isNew] = table.try_emplace(name.name);
    if (!isNew)
      return reportDuplicate(diagnostics, name, what, entry->second.range);
    entry->second.range = name.range;
    entry->second.order = order;
  };
  switch (definition.kind()) {
  case ast::Definition::Kind::Const:
    return enterValue(constants, "constant");
  case ast::Definition::Kind::Range:
    return enterValue(ranges, "range");
  case ast::Definition::Kind::Set:
    return enterValue(sets, "set");
  case ast::Definition::Kind::Process: {
    const auto &process = cast<ast::ProcessDefinition>(definition);
    orders[&definition] = order;
    bool observes = isObserver(process);
    if (SMRange earlier; isDefinedProcess(name.name, earlier))
      return reportDuplicate(diagnostics, name, observes ? "property or observer" : "process", earlier);
    return enter(observes ? observerDefinitions : processes, &process, "process");
  }
  case ast::Definition::Kind::Import:
    if (SMRange earlier; isDefinedProcess(name.name, earlier))
      return reportDuplicate(diagnostics, name, "process", earlier);
    return enter(imports, cast<ast::ImportDefinition>(&definition), "process");
  case ast::Definition::Kind::Component:
    orders[&definition] = order;
    if (SMRange earlier; isDefinedProcess(name.name, earlier))
      return reportDuplicate(diagnostics, name, "component", earlier);
    return enter(componentDefinitions, cast<ast::ComponentDefinition>(&definition), "component");
  case ast::Definition::Kind::Channel:
    orders[&definition] = order;
    return;
  case ast::Definition::Kind::Composite:
    return enter(composites, cast<ast::CompositeDefinition>(&definition), "composite process");
  case ast::Definition::Kind::Progress:
    return declareUnique(progressNames, name, "progress property");
  case ast::Definition::Kind::Menu:
  case ast::Definition::Kind::Animation:
    return declareUnique(menuNames, name, "menu or animation");
  case ast::Definition::Kind::Fluent:
    return enter(fluents, cast<ast::FluentDefinition>(&definition), "fluent");
  case ast::Definition::Kind::Formula:
    formulaOrders[cast<ast::FormulaDefinition>(&definition)] = order;
    return enter(formulas, cast<ast::FormulaDefinition>(&definition), "assertion or constraint");
  case ast::Definition::Kind::Include:
  case ast::Definition::Kind::Goal:
    return;
  }
}

const Analyzer::Entry *Analyzer::lookup(const Table &table, StringRef name) const {
  auto entry = table.find(name);
  return entry != table.end() && entry->second.valid && entry->second.order < order ? &entry->second : nullptr;
}

void Analyzer::define(const ast::Definition &definition) {
  scope = Scope();
  environment.clear();
  switch (definition.kind()) {
  case ast::Definition::Kind::Const:
    return defineConst(cast<ast::ConstDefinition>(definition));
  case ast::Definition::Kind::Range:
    return defineRange(cast<ast::RangeDefinition>(definition));
  case ast::Definition::Kind::Set:
    return defineSet(cast<ast::SetDefinition>(definition));
  case ast::Definition::Kind::Process:
    if (isObserver(cast<ast::ProcessDefinition>(definition)))
      return;
    return defineProcess(cast<ast::ProcessDefinition>(definition));
  case ast::Definition::Kind::Component:
    return defineComponent(cast<ast::ComponentDefinition>(definition));
  case ast::Definition::Kind::Import:
    return defineImport(cast<ast::ImportDefinition>(definition));
  case ast::Definition::Kind::Composite:
    return defineComposite(cast<ast::CompositeDefinition>(definition));
  case ast::Definition::Kind::Progress:
    return defineProgress(cast<ast::ProgressDefinition>(definition));
  case ast::Definition::Kind::Menu:
    return defineMenu(cast<ast::MenuDefinition>(definition));
  case ast::Definition::Kind::Fluent:
    return defineFluent(cast<ast::FluentDefinition>(definition));
  case ast::Definition::Kind::Animation: // For the animator only; its names may be in other files.
  case ast::Definition::Kind::Include:
  case ast::Definition::Kind::Formula:
  case ast::Definition::Kind::Goal:
  case ast::Definition::Kind::Channel:
    return;
  }
}

//===----------------------------------------------------------------------===//
// Constants, ranges, sets
//===----------------------------------------------------------------------===//

/// A value as -D gives it: a number or a label.
static std::optional<Value> parseOverride(StringRef text, LabelTable &labels) {
  int64_t number;
  if (!text.getAsInteger(0, number))
    return number >= INT32_MIN && number <= INT32_MAX ? std::optional<Value>(static_cast<int32_t>(number))
                                                      : std::nullopt;
  text.consume_front("'");
  bool isLabel = !text.empty() && (isAlpha(text[0]) || text[0] == '_') && !(text[0] >= 'A' && text[0] <= 'Z') &&
                 all_of(text, [](char c) { return isAlnum(c) || c == '_' || c == '.' || c == '-'; });
  if (!isLabel || text == "tau")
    return std::nullopt;
  return Value::ofLabel(labels.intern(text), labels);
}

std::optional<Value> Analyzer::overrideValue(StringRef name, SMRange where) {
  auto entry = options.overrides.find(name.str());
  if (entry == options.overrides.end())
    return std::nullopt;
  usedOverrides.insert(name);
  std::optional<Value> value = parseOverride(entry->second, *model->labels);
  if (!value)
    diagnostics.error(where, "-D gives '" + name + "' the value '" + entry->second +
                                 "', which is neither a 32-bit number nor a label");
  return value;
}

void Analyzer::checkOverrides() {
  for (const auto &[name, value] : options.overrides) {
    if (usedOverrides.contains(name))
      continue;
    SmallVector<StringRef, 16> candidates;
    for (const auto &entry : constants)
      candidates.push_back(entry.getKey());
    for (const auto &entry : processes)
      for (const ast::Parameter &parameter : entry.second->parameters)
        candidates.push_back(parameter.name.name);
    for (const auto &entry : composites)
      for (const ast::Parameter &parameter : entry.second->parameters)
        candidates.push_back(parameter.name.name);
    for (const auto &entry : componentDefinitions)
      for (const ast::Parameter &parameter : entry.second->parameters)
        candidates.push_back(parameter.name.name);
    for (const auto &entry : formulas)
      for (const ast::Parameter &parameter : entry.second->parameters)
        candidates.push_back(parameter.name.name);
    diagnostics.error(SMRange(), "-D " + Twine(name) + "=" + value + ": no constant or parameter is named '" + name +
                                     "'" + suggestion(name, candidates));
  }
}

void Analyzer::copyValues(NamedValues &values) const {
  for (const auto &entry : constants)
    if (entry.second.valid) {
      SmallString<16> text;
      appendValue(entry.second.constant, *model->labels, text);
      values.constants[entry.getKey()] = text.str().str();
    }
  for (const auto &entry : ranges)
    if (entry.second.valid)
      values.ranges[entry.getKey()] = {entry.second.low, entry.second.high};
  for (const auto &entry : sets)
    if (entry.second.valid)
      for (std::vector<std::string> &labels = values.sets[entry.getKey()]; LabelId label : entry.second.labels)
        labels.push_back(model->labels->text(label).str());
}

void Analyzer::defineConst(const ast::ConstDefinition &definition) {
  Entry &entry = constants[definition.name.name];
  if (entry.order != order)
    return;
  unsigned errors = diagnostics.errorCount();
  const Expression *value = resolve(*definition.value);
  std::optional<Value> constant = overrideValue(definition.name.name, definition.name.range);
  if (!constant && diagnostics.errorCount() == errors)
    constant = evaluator.evaluate(*value, environment);
  entry.valid = constant.has_value();
  entry.constant = constant.value_or(0);
}

void Analyzer::defineRange(const ast::RangeDefinition &definition) {
  Entry &entry = ranges[definition.name.name];
  if (entry.order != order)
    return;
  unsigned errors = diagnostics.errorCount();
  const Expression *low = resolve(*definition.low), *high = resolve(*definition.high);
  if (diagnostics.errorCount() != errors)
    return;
  std::optional<int32_t> lowValue = evaluator.evaluateNumber(*low, environment);
  std::optional<int32_t> highValue = evaluator.evaluateNumber(*high, environment);
  entry.valid = lowValue && highValue;
  entry.low = lowValue.value_or(0);
  entry.high = highValue.value_or(0);
}

void Analyzer::defineSet(const ast::SetDefinition &definition) {
  Entry &entry = sets[definition.name.name];
  if (entry.order != order)
    return;
  unsigned errors = diagnostics.errorCount();
  whyNoVariables = "a set definition is evaluated as it stands and has no variables";
  const SetPattern *set = resolve(*definition.value);
  whyNoVariables = {};
  std::vector<LabelId> labels;
  Environment scratch(scope.slotCount());
  if (diagnostics.errorCount() != errors || !evaluator.expandSet(*set, scratch, labels))
    return;
  entry.valid = true;
  entry.labels = model->copy(ArrayRef<LabelId>(labels));
}

std::vector<ParameterModel> Analyzer::resolveParameters(ArrayRef<ast::Parameter> parameters) {
  std::vector<ParameterModel> resolved;
  for (const ast::Parameter &parameter : parameters) {
    unsigned errors = diagnostics.errorCount();
    std::optional<Value> value = overrideValue(parameter.name.name, parameter.name.range);
    // Defaults see constants only, not other parameters.
    const Expression *expression = resolve(*parameter.defaultValue);
    if (!value && diagnostics.errorCount() == errors)
      value = evaluator.evaluate(*expression, Environment());
    resolved.push_back({nameOf(parameter.name), value.value_or(0)});
  }
  for (const ast::Parameter &parameter : parameters) {
    Slot slot;
    if (const Scope::Variable *earlier = scope.find(parameter.name.name, slot))
      diagnostics.error(parameter.name.range, "duplicate parameter '" + parameter.name.name + "'")
          .note(earlier->range, "it is declared here already");
    scope.declare({parameter.name.name, parameter.name.range, true, false});
  }
  return resolved;
}

//===----------------------------------------------------------------------===//
// Imports and menus
//===----------------------------------------------------------------------===//

void Analyzer::defineImport(const ast::ImportDefinition &definition) {
  const SourceMgr &sources = diagnostics.sourceManager();
  unsigned buffer = sources.FindBufferContainingLoc(definition.file.range.Start);
  SmallString<128> path = sys::path::parent_path(sources.getMemoryBuffer(buffer)->getBufferIdentifier());
  sys::path::append(path, definition.file.name);
  if (sys::path::is_absolute(definition.file.name))
    path = definition.file.name;
  ErrorOr<std::string> text = options.readFile(path);
  if (std::error_code error = text.getError()) {
    diagnostics.error(definition.file.range, "cannot read '" + path + "': " + error.message());
    return;
  }
  model->definitions.push_back({DefinitionKind::Import, static_cast<uint32_t>(model->imports.size())});
  model->imports.push_back({nameOf(definition.name), path.str().str(), std::move(*text), definition.file.range});
}

void Analyzer::defineMenu(const ast::MenuDefinition &definition) {
  Menu menu;
  menu.name = definition.name.name.str();
  if (expandLabels(*definition.labels, "a menu has no variables", menu.labels))
    model->menus.push_back(std::move(menu));
}

} // namespace tenon
