//===- DataInterfaceGoals.cpp - Interfaces of components with data --------===//

#include "tenon/Interface/InterfaceGoals.h"

#include "CertifyMayMust.h"
#include "InterfaceNames.h"
#include "LetterAutomata.h"

#include "tenon/Check/EnvironmentView.h"
#include "tenon/Check/MonitorConstraints.h"
#include "tenon/Check/ProgramChecker.h"
#include "tenon/Logic/ReadableTerm.h"
#include "tenon/Lower/ProgramLowering.h"
#include "tenon/Lts/Formats.h"
#include "tenon/Program/Printer.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace tenon {

namespace {

/// One question, from the model to the result.
class DataInterfaceTask {
public:
  DataInterfaceTask(Lowering &modelLowering, const InterfaceQuestion &asked, const InterfaceOptions &chosen)
      : lowering(modelLowering), model(modelLowering.theModel()), budget(modelLowering.theBudget()), question(asked),
        options(chosen) {
    result.kind = CheckKind::Interface;
    result.method = "maymust";
    result.system = model.definitionName(question.component).str();
    result.property = question.property ? model.definitionName(*question.property).str() : question.observer;
  }

  std::optional<CheckResult> find();

private:
  // The system and what is seen of it.
  bool lower();
  bool addProperty(const SystemModel *data);
  void addForeignActions();
  bool chooseLabels();
  std::vector<LabelId> allLabels() const;
  bool collectRest(DenseSet<LabelId> &labels);
  bool addLabelsOf(const DefinitionRef &definition, DenseSet<LabelId> &labels);
  std::optional<ProgramVariable> valueOf(LabelId label) const;
  void collectUses(const EnvironmentView &view);

  // The result.
  void describe(const MayMustInterface &found, const EnvironmentView &view);
  void certify(const MayMustInterface &found, const OpenProgram &program);
  bool forbidsHarmless(const MayMustInterface &found, const OpenProgram &program);
  void showFailure();
  std::vector<std::string> lettersOf(const LetterAutomaton &automaton, const EnvironmentView &view) const;
  AutomatonReport write(const LetterAutomaton &automaton, const EnvironmentView &view, const std::string &name);
  std::string writeComponent(const LetterAutomaton &automaton, const std::string &name);
  std::optional<CheckResult> unknown(std::string reason);

  Lowering &lowering;
  const Model &model;
  const Budget &budget;
  const InterfaceQuestion &question;
  const InterfaceOptions &options;
  CheckResult result;
  std::optional<ProgramSystem> system;
  std::vector<VisibleLabel> visible;
  std::vector<LabelUse> uses; ///< By label of the view.
};

} // namespace

std::optional<CheckResult> DataInterfaceTask::unknown(std::string reason) {
  result.verdict = Verdict::Unknown;
  result.reason = std::move(reason);
  return std::move(result);
}

//===----------------------------------------------------------------------===//
// The system
//===----------------------------------------------------------------------===//

/// False if there are diagnostics, or a limit was reached.
bool DataInterfaceTask::lower() {
  const SystemModel *data = model.findSystem(result.system);
  if (data) {
    system = lowerSystem(*data, lowering);
    if (!system)
      return false;
  } else {
    LtsRef process = lowering.lts(question.component);
    if (!process)
      return false;
    system.emplace();
    system->terms = std::make_shared<TermContext>();
    system->labels = model.labels;
    system->components.push_back(programOf(*process, result.system));
  }
  system->reading = options.reading;
  if (!result.property.empty() && !addProperty(data))
    return false;
  addForeignActions();
  return true;
}

bool DataInterfaceTask::addProperty(const SystemModel *data) {
  DiagnosticEngine &diagnostics = lowering.theDiagnostics();
  if (!data) {
    if (!question.property) {
      diagnostics.error(SMRange(), "'" + result.system + "' has no data that '" + result.property + "' could watch");
      return false;
    }
    LtsRef property = lowering.lts(*question.property);
    if (property)
      system->monitor = monitorOf(*property);
    return property != nullptr;
  }
  if (question.property && takesValues(*data, lowering, &*question.property)) {
    diagnostics.error(SMRange(),
                      "'" + result.property + "' names values of a channel, which is for --method=construct");
    return false;
  }
  return addMonitor(*system, *data, result.property, nullptr, lowering) &&
         checkMonitorConstraints(*system, diagnostics, budget);
}

/// What the property has beyond the system is the environment's.
void DataInterfaceTask::addForeignActions() {
  if (!system->monitor)
    return;
  Program environment;
  environment.name = "Environment";
  environment.locations.push_back({"Environment", true, false, {}});
  for (LabelId label : system->monitor->program.events) {
    if (any_of(system->components, [&](const Program &component) {
          return is_contained(component.events, label) || is_contained(component.channels, label);
        }))
      continue;
    ProgramAction action;
    action.label = label;
    ProgramTransition transition;
    transition.action = action;
    environment.transitions.push_back(transition);
    environment.events.push_back(label);
  }
  if (!environment.events.empty())
    system->components.push_back(std::move(environment));
}

//===----------------------------------------------------------------------===//
// What is seen
//===----------------------------------------------------------------------===//

/// Of the system and the property, in label order, but for what is hidden.
std::vector<LabelId> DataInterfaceTask::allLabels() const {
  std::vector<LabelId> labels;
  for (const Program &component : system->components)
    for (ArrayRef<LabelId> alphabet : {ArrayRef(component.channels), ArrayRef(component.events)})
      append_range(labels, alphabet);
  erase_if(labels, [&](LabelId label) {
    return label == LabelTable::Tau || is_contained(system->hidden, label) ||
           system->labels->text(label).starts_with("@");
  });
  llvm::sort(labels,
             [&](LabelId a, LabelId b) { return compareLabels(system->labels->text(a), system->labels->text(b)) < 0; });
  labels.erase(llvm::unique(labels), labels.end());
  return labels;
}

/// False if something in the model is wrong.
bool DataInterfaceTask::addLabelsOf(const DefinitionRef &definition, DenseSet<LabelId> &labels) {
  if (const SystemModel *data = model.findSystem(model.definitionName(definition))) {
    std::optional<ProgramSystem> other = lowerSystem(*data, lowering);
    for (const Program &component : other ? other->components : std::vector<Program>()) {
      labels.insert(component.channels.begin(), component.channels.end());
      labels.insert(component.events.begin(), component.events.end());
    }
    return other.has_value();
  }
  LtsRef process = lowering.lts(definition);
  if (process)
    for (LabelId label : process->alphabet().labels())
      labels.insert(label);
  return process != nullptr;
}

/// What is beside the component in composites; if it is in none, all other definitions.
bool DataInterfaceTask::collectRest(DenseSet<LabelId> &labels) {
  bool isPart = false;
  for (const SystemModel &composite : model.systems) {
    auto isOwn = [&](const SystemLeaf &leaf) { return leaf.name == result.system; };
    if (composite.name == result.system || composite.leaves.size() < 2 || none_of(composite.leaves, isOwn))
      continue;
    std::optional<ProgramSystem> whole = lowerSystem(composite, lowering);
    if (!whole)
      return false;
    isPart = true;
    for (const Program &component : whole->components)
      if (component.name != result.system) {
        labels.insert(component.channels.begin(), component.channels.end());
        labels.insert(component.events.begin(), component.events.end());
      }
  }
  if (isPart)
    return true;
  for (const DefinitionRef &definition : model.definitions) {
    StringRef name = model.definitionName(definition);
    const ProcessModel *process = model.findProcess(name);
    bool isProperty = process && process->modifiers.property;
    bool isItself = definition.kind == question.component.kind && definition.index == question.component.index;
    if (definition.kind != DefinitionKind::Composite && !isProperty && !isItself && !addLabelsOf(definition, labels))
      return false;
  }
  return true;
}

/// The type of a channel of the system, and what conditions call its values: as the only variable that reads them.
std::optional<ProgramVariable> DataInterfaceTask::valueOf(LabelId label) const {
  std::optional<ProgramVariable> type = channelType(model, label);
  std::optional<VariableId> reader;
  bool isChannel = false, isOne = true;
  for (const Program &component : system->components) {
    isChannel |= is_contained(component.channels, label);
    for (const ProgramTransition &transition : component.transitions) {
      const ProgramAction &action = transition.action;
      if (action.label != label || (action.kind != ActionKind::Read && action.kind != ActionKind::Write))
        continue;
      bool isRead = action.kind == ActionKind::Read;
      if (!type) {
        type.emplace();
        type->sort = isRead ? system->variables[action.target].sort : action.value->sort();
        if (isRead && action.index)
          type->sort = type->sort.elementSort();
      }
      isOne &= !isRead || (!action.index && (!reader || *reader == action.target));
      if (isRead)
        reader = action.target;
    }
  }
  if (!isChannel || !type)
    return std::nullopt;
  type->name = "value";
  if (reader && isOne) {
    StringRef name = system->variables[*reader].name;
    name = name.substr(name.rfind('.') + 1);
    if (!name.empty() && isLower(name[0]) && all_of(name, [](char c) { return isAlnum(c) || c == '_'; }))
      type->name = name.str();
  }
  return type;
}

/// False if the alphabet that was asked for is wrong, or something in the model is.
bool DataInterfaceTask::chooseLabels() {
  std::vector<LabelId> all = allLabels(), chosen;
  if (options.alphabet.empty()) {
    DenseSet<LabelId> rest;
    if (!collectRest(rest))
      return false;
    auto isShared = [&](LabelId label) { return rest.contains(label); };
    auto isForeign = [&](LabelId label) {
      return system->monitor && is_contained(system->components.back().events, label) &&
             system->components.back().name == "Environment";
    };
    bool isAlone = none_of(all, isShared);
    copy_if(all, std::back_inserter(chosen),
            [&](LabelId label) { return isAlone || isShared(label) || isForeign(label); });
  }
  for (const std::string &prefix : options.alphabet) {
    size_t before = chosen.size();
    copy_if(all, std::back_inserter(chosen),
            [&](LabelId label) { return isLabelPrefix(prefix, system->labels->text(label)); });
    if (chosen.size() == before)
      lowering.theDiagnostics().error(SMRange(), "no action of '" + Twine(result.system) + "' is '" + prefix +
                                                     "' or begins with '" + prefix + ".'");
  }
  InterfaceReport &report = result.interface.emplace();
  for (LabelId label : all) {
    bool isVisible = is_contained(chosen, label);
    (isVisible ? report.alphabet : report.internal).push_back(system->labels->text(label).str());
    if (isVisible)
      visible.push_back({label, valueOf(label)});
  }
  return lowering.theDiagnostics().errorCount() == 0;
}

void DataInterfaceTask::collectUses(const EnvironmentView &view) {
  for (auto [number, label] : enumerate(view.program().labels)) {
    LabelUse use;
    use.label = view.systemLabel(static_cast<uint32_t>(number));
    use.isUndefined = view.isUndefined(static_cast<uint32_t>(number));
    auto shown = find_if(visible, [&](const VisibleLabel &v) { return v.label == use.label; });
    use.value = shown->value;
    if (label.values.size() == 1)
      use.valueTerm = label.values.front();
    for (const Program &component : system->components)
      for (const ProgramTransition &transition : component.transitions)
        if (transition.action.label == use.label) {
          use.isRead |= transition.action.kind == ActionKind::Read;
          use.isWritten |= transition.action.kind == ActionKind::Write;
        }
    uses.push_back(std::move(use));
  }
}

//===----------------------------------------------------------------------===//
// The result
//===----------------------------------------------------------------------===//

/// `put[x > 0]`.
std::vector<std::string> DataInterfaceTask::lettersOf(const LetterAutomaton &automaton,
                                                      const EnvironmentView &view) const {
  std::vector<std::string> names;
  for (const InterfaceLetter &letter : automaton.letters) {
    std::string name = view.program().labels[letter.label].name;
    if (letter.condition)
      name += "[" + view.text(letter.condition) + "]";
    names.push_back(std::move(name));
  }
  return names;
}

std::string DataInterfaceTask::writeComponent(const LetterAutomaton &automaton, const std::string &name) {
  EnvironmentProgram environment(automaton, uses, *system->terms, *system->labels, EnvironmentProgram::Purpose::Source);
  SmtContext smt(*system->terms);
  environment.written = [&](Term condition) { return readable(smt, condition, numbersIn(condition), budget); };
  std::vector<ProgramVariable> variables = system->variables;
  auto number = static_cast<uint32_t>(system->components.size());
  Program program = environment.build(name, variables, number);
  std::string text;
  for (auto [choice, channel] : environment.choices()) {
    auto use = find_if(uses, [channel = channel](const LabelUse &u) { return u.label == channel; });
    text += "channel " + system->labels->text(choice).str() + " : " + printType(*use->value) + ";\n";
  }
  if (!text.empty())
    text += "\n";
  if (!environment.isFaithful())
    result.notes.push_back("the source allows less than the interface: what the component writes cannot be refused "
                           "once it is seen");
  return text + printProgram(program, variables, number, *system->labels);
}

/// As a property if no letter has a condition, otherwise as an environment that keeps to it.
AutomatonReport DataInterfaceTask::write(const LetterAutomaton &automaton, const EnvironmentView &view,
                                         const std::string &name) {
  AutomatonReport report;
  report.name = name;
  report.states = automaton.stateCount();
  report.transitions = static_cast<uint64_t>(
      count_if(automaton.next, [](uint32_t target) { return target != LetterAutomaton::Forbidden; }));
  report.alphabet = lettersOf(automaton, view);
  bool isPlain = all_of(automaton.letters, [&](const InterfaceLetter &letter) {
    return !letter.condition && !uses[letter.label].isUndefined;
  });
  if (!isPlain) {
    report.source = writeComponent(automaton, name);
    return report;
  }
  raw_string_ostream os(report.source);
  FspOptions fsp;
  fsp.property = fsp.readableNames = true;
  if (Error problem = writeFsp(asLts(automaton, system->labels, report.alphabet), name, os, fsp))
    result.notes.push_back("the interface has no source: " + toString(std::move(problem)));
  return report;
}

/// By itself: nothing that others see happens.
void DataInterfaceTask::showFailure() {
  ProgramSystem alone = *system;
  Program silence;
  silence.name = "Silence";
  silence.locations.push_back({"Silence", true, false, {}});
  for (const VisibleLabel &label : visible)
    silence.events.push_back(label.label);
  llvm::sort(silence.events);
  alone.components.push_back(std::move(silence));
  ProgramAnswer answer = checkProgram(alone, {}, budget);
  if (answer.run)
    result.counterexample = describeRun(alone, *answer.run);
  if (options.certify)
    result.certified = answer.run && !answer.run->replay.problem && answer.run->replay.isViolation;
}

void DataInterfaceTask::certify(const MayMustInterface &found, const OpenProgram &program) {
  MayMustCertifier certifier{*system, program, uses, budget};
  std::optional<bool> safe = certifier.isSafe(*found.interface);
  std::optional<bool> permissive = certifier.isPermissive(*found.interface, found.evidence);
  if (safe == false || permissive == false) {
    result.certified = false;
    return;
  }
  if (safe && permissive) {
    result.certified = true;
    return;
  }
  result.verdict = Verdict::Unknown;
  result.reason += std::string("; it was not certified that it is ") + (safe ? "permissive" : "safe");
}

void DataInterfaceTask::describe(const MayMustInterface &found, const EnvironmentView &view) {
  InterfaceReport &report = *result.interface;
  for (const PredicateAbstraction::Predicate &predicate : found.predicates)
    report.predicates.push_back({view.program().places[predicate.place].name, view.text(predicate.condition)});
  result.membershipQueries = found.statistics.membershipQueries;
  result.equivalenceQueries = found.statistics.equivalenceQueries;
  std::string name = freshInterfaceName(model, result.system);
  if (!found.environments) {
    result.verdict = Verdict::Unknown;
    result.reason = found.reason;
    report.verdict = "unknown";
    report.permissive = "unknown";
    if (found.safe)
      report.bestSafe = write(*found.safe, view, name + "Safe");
    if (found.permissive)
      report.bestPermissive = write(*found.permissive, view, name + "Permissive");
    if (found.difference) {
      std::vector<std::string> letters = lettersOf(*found.safe, view);
      report.difference.emplace();
      for (uint32_t letter : *found.difference)
        report.difference->push_back(letters[letter]);
    }
    return;
  }
  if (*found.environments == Environments::None) {
    report.verdict = "false";
    report.permissive = "proved";
    result.verdict = Verdict::Violated;
    result.reason = "in every environment: " + result.system + " comes to ERROR by itself";
    return showFailure();
  }
  bool isFree = *found.environments == Environments::All;
  report.verdict = isFree ? "true" : "assumption";
  report.safe = true;
  report.permissive = "proved";
  result.verdict = Verdict::Holds;
  size_t states = found.interface->stateCount();
  result.reason = isFree ? "in every environment"
                         : "in environments that keep to an interface of " + std::to_string(states) + " state" +
                               (states == 1 ? "" : "s");
  report.automaton = write(*found.interface, view, name);
}

/// Whether it has to be learned again, values told apart wherever they may differ: some of those that a letter stands
/// for were forbidden with others.
bool DataInterfaceTask::forbidsHarmless(const MayMustInterface &found, const OpenProgram &program) {
  if (!found.interface || !found.evidence || !is_contained(found.interface->next, LetterAutomaton::Forbidden) ||
      all_of(program.labels, [](const OpenProgram::Label &label) { return label.values.empty() || label.isExact; }))
    return false;
  MayMustCertifier certifier{*system, program, uses, budget};
  std::vector<Communication> harmless;
  std::optional<bool> isHarmful = certifier.forbidsHarmOnly(*found.interface, harmless);
  if (!isHarmful)
    result.notes.push_back(
        "what it forbids comes to ERROR with some values of each letter; whether with all of them is "
        "not known");
  if (isHarmful != false)
    return false;
  std::vector<std::string> word;
  for (const Communication &next : harmless)
    word.push_back(system->labels->text(next.label).str() + (next.value ? "." + printValue(*next.value) : ""));
  result.notes.push_back("values are told apart for the sake of " + join(word, " ") +
                         ", which is harmless although other values are not");
  return true;
}

std::optional<CheckResult> DataInterfaceTask::find() {
  if (!lower() || !chooseLabels()) {
    if (lowering.limit() != Budget::Limit::None)
      return unknown(lowering.describeLimit());
    return std::nullopt;
  }
  EnvironmentView view(*system, visible, budget);
  if (!view.isComplete()) {
    Budget::Limit limit = budget.exceeded();
    return unknown(limit == Budget::Limit::None ? "there are more than 1,000,000 places" : budget.describe(limit));
  }
  collectUses(view);
  SmtContext smt(*system->terms);
  MayMustOptions learning;
  learning.abstraction = options.abstraction;
  learning.learner = options.learner;
  learning.maxPredicates = options.maxPredicates;
  OpenProgram program = view.program();
  learning.forbidsHarmOnly = [&](const LetterAutomaton &safe) {
    return MayMustCertifier{*system, program, uses, budget}.forbidsHarmOnly(safe);
  };
  MayMustInterface found = learnMayMust(program, smt, learning, budget);
  if (forbidsHarmless(found, program)) {
    for (OpenProgram::Label &label : program.labels)
      label.isExact = true;
    found = learnMayMust(program, smt, learning, budget);
  }
  describe(found, view);
  if (options.certify && found.interface)
    certify(found, program);
  return std::move(result);
}

std::optional<CheckResult> findDataInterface(Lowering &lowering, const InterfaceQuestion &question,
                                             const InterfaceOptions &options) {
  return DataInterfaceTask(lowering, question, options).find();
}

} // namespace tenon
