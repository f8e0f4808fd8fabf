//===- AssumptionText.cpp - Assumptions as source -------------------------===//

#include "AssumptionText.h"

#include "tenon/Lts/Formats.h"
#include "tenon/Program/Printer.h"

#include "llvm/ADT/STLExtras.h"

#include <set>

using namespace llvm;

namespace tenon {

Lts ltsOf(const Program &program, const std::shared_ptr<LabelTable> &labels) {
  LtsBuilder builder(labels);
  for (LabelId label : program.events)
    builder.addLabel(label);
  builder.reserveStates(static_cast<StateId>(program.locations.size()));
  for (const ProgramTransition &transition : program.transitions)
    builder.add(transition.from, transition.action.label,
                transition.to == ErrorLocation ? ErrorState : static_cast<StateId>(transition.to));
  for (auto [state, location] : enumerate(program.locations))
    if (location.end)
      builder.setEnd(static_cast<StateId>(state));
  return builder.build(program.name, LtsBuilder::Keep::Reachable, program.initial);
}

/// A property that allows what the program accepts with all that leads there: without data all of a component's traces
/// are accepted, so that it still covers them.
static std::string propertyText(Program program, const std::shared_ptr<LabelTable> &labels) {
  if (!program.locations[program.initial].accepting)
    return "";
  erase_if(program.transitions, [&](const ProgramTransition &transition) {
    return transition.to == ErrorLocation || !program.locations[transition.to].accepting;
  });
  std::string text;
  raw_string_ostream os(text);
  FspOptions options;
  options.property = options.readableNames = true;
  if (Error error = writeFsp(ltsOf(program, labels), program.name, os, options)) {
    consumeError(std::move(error));
    return "";
  }
  return text;
}

/// Leaves out the actions that only the component itself has, where they make no difference: rules know no others than
/// those between the two sides.
static void dropPrivateActions(Program &program, const ProgramSystem &system, uint32_t position) {
  auto isShared = [&](LabelId label) {
    bool isWatched =
        system.monitor && binary_search(system.monitor->program.events, label) && !binary_search(system.hidden, label);
    return isWatched || any_of(enumerate(system.components), [&](const auto &other) {
             return other.index() != position && binary_search(other.value().events, label);
           });
  };
  auto isLoopEverywhere = [&](LabelId label) {
    size_t loops = 0;
    for (const ProgramTransition &transition : program.transitions)
      if (transition.action.label == label) {
        if (transition.from != transition.to)
          return false;
        ++loops;
      }
    return loops == program.locations.size();
  };
  erase_if(program.events, [&](LabelId label) {
    if (isShared(label) || !isLoopEverywhere(label))
      return false;
    erase_if(program.transitions,
             [&](const ProgramTransition &transition) { return transition.action.label == label; });
    return true;
  });
}

std::optional<AssumptionReport> reportAssumption(const RepairTarget &target, size_t copy, const AgrResult &result) {
  if (!result.assumption)
    return std::nullopt;
  const ProgramSystem &system = target.system;
  uint32_t position = target.copies[copy];
  const Program &lowered = system.components[position];
  Program program = programOf(*result.assumption, *result.alphabet, lowered);
  program.name = target.definition + "Assumption";
  AssumptionReport report;
  report.about = lowered.name;
  report.automaton.name = program.name;
  report.automaton.states = result.assumption->stateCount();
  report.automaton.transitions = result.assumption->next.size();
  std::vector<ProgramVariable> variables = withOwnNames(system, position);
  for (Letter letter : result.assumption->letters) {
    const ProgramTransition &transition = result.alphabet->transition(letter);
    report.automaton.alphabet.push_back(
        describeAction(transition.action, {}, *system.labels, [&](VariableId id) { return variables[id].name; }));
  }
  if (!target.models[copy]) {
    dropPrivateActions(program, system, position);
    report.automaton.source = propertyText(std::move(program), system.labels);
    return report;
  }
  std::optional<Program> own = withOwnLabels(program, lowered, target.own[copy], *system.labels);
  if (!own)
    return report;
  own->name = program.name;
  report.automaton.source = printProgram(*own, variables, position, *system.labels);
  return report;
}

} // namespace tenon
