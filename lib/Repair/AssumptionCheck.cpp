//===- AssumptionCheck.cpp - Another component for an assumption ----------===//

#include "LostTraces.h"
#include "RepairTarget.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace tenon {

static Error problem(const Twine &message) {
  return createStringError(std::make_error_code(std::errc::invalid_argument), message);
}

namespace {

class AssumptionCheck {
public:
  AssumptionCheck(LoadedModel &loadedModel, StringRef assumptionText, const RepairQuestion &asked,
                  const RepairSettings &repairSettings, const Budget &limits)
      : loaded(loadedModel), given(assumptionText), question(asked), settings(repairSettings), budget(limits) {}

  Expected<CheckResult> run();

private:
  const ComponentModel *findAssumption() const;
  Error place(size_t copy);
  std::string ownName(const ProgramTransition &transition, ArrayRef<ProgramVariable> variables) const {
    return describeAction(transition.action, {}, *target.system.labels,
                          [&](VariableId id) { return variables[id].name; });
  }

  LoadedModel &loaded;
  StringRef given;
  RepairQuestion question;
  const RepairSettings &settings;
  const Budget &budget;
  RepairTarget target;
  const ComponentModel *model = nullptr;
  Program assumption; ///< By itself.
};

} // namespace

/// The component that the assumption's text defines.
const ComponentModel *AssumptionCheck::findAssumption() const {
  for (const ComponentModel &component : loaded.theModel().components) {
    const char *start = component.definitionRange.Start.getPointer();
    const SourceMgr &sources = loaded.frontend().sourceManager();
    unsigned buffer = sources.FindBufferContainingLoc(SMLoc::getFromPointer(start));
    if (sources.getMemoryBuffer(buffer)->getBuffer() == given)
      return &component;
  }
  return nullptr;
}

/// Puts the assumption where the copy is, with the labels and variables that it has there.
Error AssumptionCheck::place(size_t copy) {
  ProgramSystem &system = target.system;
  uint32_t position = target.copies[copy];
  const Program &lowered = system.components[position];
  std::vector<ProgramVariable> names = withOwnNames(system, position);
  std::vector<VariableId> idOf;
  for (const ProgramVariable &variable : assumption.variables) {
    auto same = find_if(names, [&](const ProgramVariable &other) {
      return other.component == position && other.name == variable.name;
    });
    if (same == names.end() || same->sort != variable.sort)
      return problem("the assumption is about a variable '" + variable.name + "', which '" + lowered.name +
                     "' does not have with this type");
    idOf.push_back(static_cast<VariableId>(same - names.begin()));
  }
  auto labelOf = [&](LabelId label) {
    StringRef text = system.labels->text(label);
    for (ArrayRef<LabelId> alphabet : {ArrayRef(lowered.channels), ArrayRef(lowered.events)})
      for (LabelId candidate : alphabet)
        if (candidate == label || system.labels->text(candidate).ends_with(("." + text).str()))
          return candidate;
    return label;
  };
  Program placed = assumption;
  placed.name = lowered.name;
  placed.variables.clear();
  placed.channels = lowered.channels;
  placed.events = lowered.events;
  auto rename = [&](Term &term) {
    if (term)
      term = system.terms->substitute(
          term, [&](VariableId id) { return system.terms->variable(idOf[id], assumption.variables[id].sort); });
  };
  for (ProgramTransition &transition : placed.transitions) {
    ProgramAction &action = transition.action;
    action.label = labelOf(action.label);
    if (action.kind == ActionKind::Read || action.kind == ActionKind::Assign)
      action.target = idOf[action.target];
    for (Term *term : {&action.index, &action.value, &action.defined})
      rename(*term);
  }
  system.components[position] = std::move(placed);
  return Error::success();
}

Expected<CheckResult> AssumptionCheck::run() {
  model = findAssumption();
  if (!model)
    return problem("there is no component in the file of the assumption, which for a system with data is one");
  if (question.component.empty()) {
    StringRef name = model->declaredName;
    name.consume_back("Assumption");
    question.component = name.str();
  }
  Expected<RepairTarget> found = targetOf(loaded, question, settings);
  if (!found)
    return found.takeError();
  target = std::move(*found);
  assumption = lowerComponent(*model, loaded.theModel(), *target.system.terms);
  CheckResult result;
  result.kind = CheckKind::Safety;
  result.system = question.system;
  result.property = question.property;
  result.method = "assumption";
  // Premise 2, of the definition itself, which all copies share.
  const Program &own = target.own.front();
  std::optional<std::vector<std::string>> outside = findTraceOutside(
      own, [&](const ProgramTransition &transition) { return ownName(transition, own.variables); }, assumption,
      [&](const ProgramTransition &transition) { return ownName(transition, assumption.variables); });
  for (size_t copy = 0; copy < target.copies.size(); ++copy)
    if (Error error = place(copy))
      return error;
  ProgramCheckOptions options;
  options.jobs = settings.engine.jobs;
  ProgramAnswer premise1 = checkProgram(target.system, options, budget);
  AssumptionReport report;
  report.about = target.definition;
  report.automaton.name = model->declaredName;
  report.automaton.states = assumption.locations.size();
  report.automaton.transitions = assumption.transitions.size();
  report.automaton.source = given.str();
  result.assumptions.push_back(std::move(report));
  if (premise1.verdict == Verdict::Unknown) {
    result.reason = premise1.reason;
  } else if (premise1.verdict == Verdict::Violated) {
    result.reason = "the assumption does not prove it: the rest of the system violates the property with it";
  } else if (outside) {
    result.reason = target.definition + " does not keep to the assumption: it does " +
                    (outside->empty() ? std::string("nothing, and accepts that") : join(*outside, ", "));
  } else {
    result.verdict = Verdict::Holds;
  }
  return result;
}

Expected<CheckResult> checkAssumption(StringRef text, StringRef file, const RepairQuestion &question,
                                      StringRef assumption, StringRef assumptionFile, const RepairSettings &settings,
                                      const Budget &budget) {
  LoadedModel loaded(text, file, settings, budget, assumption, assumptionFile);
  if (!loaded.isGood())
    return loaded.failure();
  return AssumptionCheck(loaded, assumption, question, settings, budget).run();
}

} // namespace tenon
