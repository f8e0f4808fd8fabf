//===- RepairTarget.cpp - What a repair is about --------------------------===//

#include "RepairTarget.h"

#include "CompositionEdits.h"

#include "tenon/Check/MonitorConstraints.h"
#include "tenon/Support/NameSuggestion.h"
#include "tenon/Support/PrintedDiagnostics.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <map>

using namespace llvm;

namespace tenon {

static Error problem(const Twine &message) {
  return createStringError(std::make_error_code(std::errc::invalid_argument), message);
}

//===----------------------------------------------------------------------===//
// Texts
//===----------------------------------------------------------------------===//

LoadedModel::LoadedModel(StringRef text, StringRef file, const RepairSettings &settings, const Budget &budget,
                         StringRef addition, StringRef additionFile) {
  if (front.parseText(text, file) && (addition.empty() || front.parseText(addition, additionFile)))
    model = front.analyze(settings.sema);
  if (model)
    lowerer = std::make_unique<Lowering>(*model, front.diagnosticEngine(), budget, settings.sema.language);
}

StringRef LoadedModel::text() const {
  const SourceMgr &sources = front.sourceManager();
  return sources.getMemoryBuffer(sources.getMainFileID())->getBuffer();
}

std::vector<const ast::Definition *> LoadedModel::definitions() const {
  std::vector<const ast::Definition *> result;
  for (const ast::SourceFile &file : front.files())
    append_range(result, file.definitions);
  return result;
}

const ast::Definition *LoadedModel::definitionOf(StringRef name) const {
  for (const ast::SourceFile &file : front.files())
    for (const ast::Definition *definition : file.definitions)
      if (file.bufferId == front.sourceManager().getMainFileID() && definition->name.name == name &&
          (isa<ast::ProcessDefinition>(definition) || isa<ast::ComponentDefinition>(definition) ||
           isa<ast::CompositeDefinition>(definition)))
        return definition;
  return nullptr;
}

Error LoadedModel::failure() const {
  const DiagnosticEngine &diagnostics = const_cast<Frontend &>(front).diagnosticEngine();
  if (!diagnostics.hasErrors() && lowerer && lowerer->limit() != Budget::Limit::None)
    return problem(lowerer->theBudget().describe(lowerer->limit()));
  return make_error<PrintedDiagnostics>(diagnostics);
}

//===----------------------------------------------------------------------===//
// Systems
//===----------------------------------------------------------------------===//

StringRef definitionName(StringRef componentName) {
  StringRef name = componentName.take_until([](char c) { return c == '('; });
  return name.substr(name.find_last_of(":.") + 1); // npos + 1 is 0
}

bool isAboutSafety(const RepairQuestion &question, const Model &model) {
  return question.kind == Goal::Kind::Satisfies && !model.findAssertion(question.property) &&
         none_of(model.progressTests,
                 [&](const ProgressTest &test) { return isInFamily(test.name, question.property); });
}

std::string obstacleTo(const RepairQuestion &question, const Model &model) {
  const SystemModel *system = model.findSystem(question.system);
  if (!system || isAboutSafety(question, model))
    return {};
  std::string reason = whyInfinite(*system);
  return reason.empty() ? reason : "such a repair needs all states of the system: " + reason;
}

namespace {

class TargetFinder {
public:
  TargetFinder(LoadedModel &loadedModel, const RepairQuestion &asked, const RepairSettings &repairSettings)
      : loaded(loadedModel), model(loadedModel.theModel()), question(asked), settings(repairSettings) {}

  Expected<RepairTarget> run();
  Expected<std::vector<std::string>> definitions();

private:
  Error lower();
  Error addComponents(const SystemModel &system);
  Error addNetwork();
  void addCopy(uint32_t position, StringRef name, StringRef definition, const ComponentModel *component, Program own);
  Error missing(StringRef what, StringRef name) const { return problem("there is no " + what + " '" + name + "'"); }

  LoadedModel &loaded;
  const Model &model;
  const RepairQuestion &question;
  const RepairSettings &settings;
  RepairTarget target;
  std::vector<std::string> known; ///< Names of what could be repaired.
};

} // namespace

void TargetFinder::addCopy(uint32_t position, StringRef name, StringRef definition, const ComponentModel *component,
                           Program own) {
  if (!is_contained(known, definition))
    known.push_back(definition.str());
  if (definition != question.component && name != question.component)
    return;
  target.definition = definition.str();
  target.copies.push_back(position);
  target.models.push_back(component);
  target.own.push_back(std::move(own));
}

Error TargetFinder::addComponents(const SystemModel &composite) {
  std::optional<ProgramSystem> system = lowerSystem(composite, loaded.lowering());
  if (!system || !addMonitor(*system, composite, question.property, nullptr, loaded.lowering()))
    return loaded.failure();
  if (model.findObserver(question.property) &&
      !checkMonitorConstraints(*system, loaded.lowering().theDiagnostics(), loaded.lowering().theBudget()))
    return loaded.failure();
  target.system = std::move(*system);
  for (auto [position, leaf] : enumerate(composite.leaves)) {
    Program own;
    if (leaf.component)
      own = lowerComponent(*leaf.component, model, *target.system.terms);
    else if (const ProcessModel *process = model.findProcess(leaf.definition))
      own = programOf(*loaded.lowering().process(*process, leaf.arguments), leaf.definition);
    StringRef definition = leaf.component ? StringRef(leaf.component->declaredName) : StringRef(leaf.definition);
    addCopy(static_cast<uint32_t>(position), leaf.name, definition, leaf.component, std::move(own));
  }
  return Error::success();
}

/// A system without data, or with little enough: its components as programs without variables.
Error TargetFinder::addNetwork() {
  std::optional<DefinitionRef> definition = model.findDefinition(question.system);
  std::optional<Network> network =
      definition ? loaded.lowering().network(*definition) : loaded.lowering().defaultNetwork();
  bool isMonitored = isAboutSafety(question, model);
  LtsRef property = network && isMonitored ? loaded.lowering().lts(*model.findDefinition(question.property)) : nullptr;
  if (!network || (isMonitored && !property))
    return loaded.failure();
  if (network->priority && isMonitored)
    return problem("'" + question.system + "' has priority, which repairs do not know");
  ProgramSystem &system = target.system;
  system.terms = std::make_shared<TermContext>();
  system.labels = model.labels;
  DenseSet<LabelId> hidden;
  bool isComposition = any_of(compositesIn(question.system, loaded.definitions()),
                              [&](const auto *composite) { return composite->name.name == question.component; });
  for (auto [position, component] : enumerate(network->components)) {
    system.components.push_back(programOf(*component.lts, component.name));
    for (LabelId label : component.lts->alphabet().labels())
      if (network->hiding && network->hiding->hides(label))
        hidden.insert(label);
    StringRef name = definitionName(component.name);
    LtsRef own;
    if (const ProcessModel *process = model.findProcess(name))
      own = loaded.lowering().process(*process, {});
    // With other arguments its states are others.
    bool isAlike = own && own->stateCount() == component.lts->stateCount();
    if (isComposition)
      name = question.component;
    addCopy(static_cast<uint32_t>(position), component.name, name, nullptr,
            isAlike ? programOf(*own, name.str()) : Program());
  }
  system.hidden.assign(hidden.begin(), hidden.end());
  sort(system.hidden);
  if (property)
    system.monitor = monitorOf(*property);
  return Error::success();
}

/// Finds the components on the way.
Error TargetFinder::lower() {
  const SystemModel *system = model.findSystem(question.system);
  if (!system && !model.findDefinition(question.system) && question.system != "DEFAULT")
    return missing("system", question.system);
  if (!isAboutSafety(question, model)) {
    std::string obstacle = obstacleTo(question, model);
    return obstacle.empty() ? addNetwork() : problem(obstacle);
  }
  if (!model.findDefinition(question.property) && !(system && model.findObserver(question.property)))
    return missing("property", question.property);
  const ProcessModel *process = model.findProcess(question.property);
  const CompositeModel *composite = model.findComposite(question.property);
  if (process ? !process->modifiers.property : composite && !composite->modifiers.property)
    return problem("'" + question.property + "' is not a property: 'property' is missing in front of its definition");
  return system ? addComponents(*system) : addNetwork();
}

Expected<std::vector<std::string>> TargetFinder::definitions() {
  if (Error error = lower())
    return error;
  return std::move(known);
}

Expected<RepairTarget> TargetFinder::run() {
  if (Error error = lower())
    return error;
  target.system.reading = settings.reading;
  target.question = question;
  if (!target.copies.empty())
    return std::move(target);
  if (question.component.empty())
    return problem("--component says which component is to be repaired: " + join(known, ", "));
  bool isDefined = model.findDefinition(question.component) || model.findComponent(question.component);
  if (isDefined)
    return problem("'" + question.component + "' is no component of '" + question.system + "', which has " +
                   join(known, ", "));
  std::string meant = suggestion(question.component, std::vector<StringRef>(known.begin(), known.end()));
  return problem("there is no component '" + question.component + "'" + (meant.empty() ? "; " : meant + " ") + "'" +
                 question.system + "' has " + join(known, ", "));
}

Expected<RepairTarget> targetOf(LoadedModel &loaded, const RepairQuestion &question, const RepairSettings &settings) {
  return TargetFinder(loaded, question, settings).run();
}

Expected<std::vector<std::string>> definitionsIn(LoadedModel &loaded, const RepairQuestion &question,
                                                 const RepairSettings &settings) {
  return TargetFinder(loaded, question, settings).definitions();
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

/// Labels are the same where they are on the same transitions.
static std::map<LabelId, std::vector<std::vector<uint32_t>>> occurrences(const Program &program) {
  std::map<LabelId, std::vector<std::vector<uint32_t>>> result;
  for (ArrayRef<LabelId> alphabet : {ArrayRef(program.channels), ArrayRef(program.events)})
    for (LabelId label : alphabet)
      result[label];
  for (const ProgramTransition &transition : program.transitions) {
    ActionKind kind = transition.action.kind;
    if (kind == ActionKind::Read || kind == ActionKind::Write || kind == ActionKind::Event)
      result[transition.action.label].push_back({transition.from, transition.to, static_cast<uint32_t>(kind)});
  }
  for (auto &[label, places] : result)
    sort(places);
  return result;
}

std::optional<Program> withOwnLabels(const Program &program, const Program &lowered, const Program &own,
                                     const LabelTable &labels) {
  if (own.locations.size() != lowered.locations.size() || own.transitions.size() != lowered.transitions.size())
    return std::nullopt;
  std::map<std::vector<std::vector<uint32_t>>, std::vector<LabelId>> ownLabels;
  for (auto &[label, places] : occurrences(own))
    ownLabels[places].push_back(label);
  std::map<LabelId, LabelId> back{{LabelTable::Tau, LabelTable::Tau}};
  for (auto &[label, places] : occurrences(lowered)) {
    std::vector<LabelId> &candidates = ownLabels[places];
    if (candidates.empty())
      return std::nullopt;
    auto chosen = find(candidates, label);
    if (chosen == candidates.end())
      chosen = find_if(candidates, [&](LabelId candidate) {
        return labels.text(label).ends_with(("." + labels.text(candidate)).str());
      });
    if (chosen == candidates.end() && (candidates.size() == 1 || places.empty()))
      chosen = candidates.begin();
    if (chosen == candidates.end())
      return std::nullopt;
    back.try_emplace(label, *chosen);
    candidates.erase(chosen);
  }
  Program result = program;
  result.name = own.name;
  for (ProgramTransition &transition : result.transitions)
    transition.action.label = back[transition.action.label];
  result.channels = own.channels;
  result.events = own.events;
  return result;
}

std::vector<ProgramVariable> withOwnNames(const ProgramSystem &system, uint32_t component) {
  std::vector<ProgramVariable> result = system.variables;
  for (ProgramVariable &variable : result) {
    StringRef name = variable.name;
    if (variable.component == component && name.consume_front(system.components[component].name + "."))
      variable.name = name.str();
  }
  return result;
}

} // namespace tenon
