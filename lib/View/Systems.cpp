//===- Systems.cpp - The definitions and systems of a page ----------------===//

#include "Systems.h"

#include "tenon/Lower/ProgramLowering.h"
#include "tenon/Program/Printer.h"

#include "llvm/ADT/STLExtras.h"

#include <set>

using namespace llvm;

namespace tenon {

//===----------------------------------------------------------------------===//
// Lowering
//===----------------------------------------------------------------------===//

std::optional<Network> Systems::network(StringRef name) {
  if (const SystemModel *data = model().findSystem(name); data && !whyInfinite(*data).empty())
    return std::nullopt;
  return lowering.networkNamed(name);
}

std::optional<ProgramSystem> Systems::program(StringRef name, StringRef property) {
  const SystemModel *data = model().findSystem(name);
  if (!data || takesValues(*data, lowering))
    return std::nullopt;
  std::optional<ProgramSystem> system = lowerSystem(*data, lowering);
  if (!system || property.empty())
    return system;
  system->reading = options.check.reading;
  bool isProperty = model().findObserver(property) || model().findProcess(property) || model().findComposite(property);
  if (!isProperty)
    return std::nullopt;
  std::shared_ptr<const BoundObserver> bound;
  for (const Goal &goal : model().goals)
    if (goal.observer && goal.property.text == property && (goal.subject.text == name || goal.system.text == name))
      bound = goal.observer;
  if (!bound && model().findObserver(property))
    return std::nullopt;
  if (!addMonitor(*system, *data, property, bound, lowering))
    return std::nullopt;
  return system;
}

LtsRef Systems::property(StringRef name, const Network &network) {
  if (!model().findProcess(name) && !model().findComposite(name))
    return nullptr;
  return lowering.property(*model().findDefinition(name), network);
}

std::optional<size_t> Systems::add(const Lts &lts) {
  std::shared_ptr<const Network> parts = lowering.partsOf(lts);
  if (std::optional<ComposedStates> composed =
          parts ? composedStates(lts, *parts, options.maxStates, lowering.theBudget()) : std::nullopt)
    return automata.add(*composed, *parts);
  return automata.add(lts);
}

std::string Systems::limitReason() {
  std::string reason = lowering.limit() == Budget::Limit::None ? "it has errors" : lowering.describeLimit();
  lowering.setLimit(Budget::Limit::None);
  return reason;
}

Systems::Place Systems::place(std::optional<size_t> automaton) const {
  if (automaton)
    return {automaton, ""};
  return {std::nullopt, "the page is full: it has " + std::to_string(options.maxTransitions) + " transitions at most"};
}

Systems::Place Systems::place(const DefinitionRef &definition) {
  if (definition.kind == DefinitionKind::Component) {
    StringRef name = model().definitionName(definition);
    std::optional<ProgramSystem> alone = program(name);
    if (!alone || alone->components.empty())
      return {std::nullopt, limitReason()};
    return place(automata.add(alone->components.front(), *alone, alone->components.front().name + "."));
  }
  LtsRef lts = lowering.lts(definition);
  if (!lts)
    return {std::nullopt, limitReason()};
  if (lts->stateCount() > options.maxStates)
    return {std::nullopt, "it has " + std::to_string(lts->stateCount()) + " states; --max-states allows " +
                              std::to_string(options.maxStates)};
  return place(automata.add(*lts));
}

/// What a definition's modifiers make of it is no product any more.
Systems::Place Systems::composition(StringRef name, const Network &network) {
  Expected<std::optional<ComposedStates>> composed = composeUpTo(network, options.maxStates, lowering.theBudget());
  if (!composed)
    return {std::nullopt, toString(composed.takeError())};
  if (!*composed)
    return {std::nullopt,
            "it has more than " + std::to_string(options.maxStates) + " states, which is what --max-states allows"};
  if (const CompositeModel *composite = model().findComposite(name);
      composite &&
      (composite->modifiers.property || composite->modifiers.minimal || composite->modifiers.deterministic))
    return place(*model().findDefinition(name));
  return place(automata.add(**composed, network));
}

//===----------------------------------------------------------------------===//
// Output
//===----------------------------------------------------------------------===//

void Systems::writePlace(const Place &place, json::OStream &json) {
  if (place.automaton)
    json.attribute("automaton", static_cast<int64_t>(*place.automaton));
  else
    json.attribute("reason", utf8(place.reason));
}

static void writeLabels(json::OStream &json, StringRef key, ArrayRef<LabelId> labels, const LabelTable &table) {
  json.attributeArray(key, [&] {
    for (LabelId label : labels)
      json.value(utf8(table.text(label)));
  });
}

void Systems::writeDefinition(const DefinitionRef &definition, json::OStream &json) {
  StringRef name = model().definitionName(definition);
  const ProcessModel *process =
      definition.kind == DefinitionKind::Process ? &model().processes[definition.index] : nullptr;
  json.object([&] {
    json.attribute("name", utf8(name));
    json.attribute("kind", process && process->modifiers.property ? "property" : definitionKindName(definition.kind));
    writePlace(place(definition), json);
  });
}

void Systems::writeNetwork(const Network &network, json::OStream &json) {
  std::set<LabelId> hidden;
  json.attributeArray("components", [&] {
    for (const Component &component : network.components) {
      std::vector<LabelId> labels = component.lts->alphabet().labels();
      for (LabelId label : labels)
        if (network.hiding && network.hiding->hides(label))
          hidden.insert(label);
      json.object([&] {
        json.attribute("name", utf8(component.name));
        if (component.lts->stateCount() <= options.maxStates)
          writePlace(place(add(*component.lts)), json);
        else
          json.attribute("reason", "it has " + std::to_string(component.lts->stateCount()) + " states");
        writeLabels(json, "alphabet", labels, *network.table);
      });
    }
  });
  if (!hidden.empty())
    writeLabels(json, "hidden", std::vector<LabelId>(hidden.begin(), hidden.end()), *network.table);
}

/// Channels by their directions: who writes, who reads.
static void writeAlphabet(const Program &program, const LabelTable &labels, json::OStream &json) {
  std::set<LabelId> reads, writes;
  for (const ProgramTransition &transition : program.transitions) {
    if (transition.action.kind == ActionKind::Read)
      reads.insert(transition.action.label);
    if (transition.action.kind == ActionKind::Write)
      writes.insert(transition.action.label);
  }
  std::vector<LabelId> all = program.channels;
  append_range(all, program.events);
  writeLabels(json, "alphabet", all, labels);
  if (!reads.empty())
    writeLabels(json, "reads", std::vector<LabelId>(reads.begin(), reads.end()), labels);
  if (!writes.empty())
    writeLabels(json, "writes", std::vector<LabelId>(writes.begin(), writes.end()), labels);
}

void Systems::writeProgram(const ProgramSystem &system, json::OStream &json) {
  json.attributeArray("components", [&] {
    for (auto [number, component] : enumerate(system.components))
      json.object([&, number = number, &component = component] {
        json.attribute("name", utf8(component.name));
        writePlace(place(automata.add(component, system, component.name + ".")), json);
        writeAlphabet(component, *system.labels, json);
        json.attributeArray("variables", [&] {
          for (const ProgramVariable &variable : system.variables)
            if (variable.component == number)
              json.value(utf8(variable.name + ": " + printType(variable)));
        });
      });
  });
  if (!system.hidden.empty())
    writeLabels(json, "hidden", system.hidden, *system.labels);
}

/// The properties that the file's goals ask of the system.
void Systems::writeMonitors(StringRef name, const Network *network, json::OStream &json) {
  std::set<std::string> asked;
  for (const Goal &goal : model().goals)
    if (StringRef system = goal.kind == Goal::Kind::Repair ? goal.system.text : goal.subject.text;
        system == name && (goal.kind == Goal::Kind::Satisfies || goal.kind == Goal::Kind::Repair))
      asked.insert(goal.property.text.str());
  if (asked.empty())
    return;
  json.attributeArray("properties", [&] {
    for (const std::string &property : asked) {
      std::optional<ProgramSystem> watched = network ? std::nullopt : program(name, property);
      LtsRef lts = network ? this->property(property, *network) : nullptr;
      if (!watched && !lts)
        continue;
      json.object([&] {
        json.attribute("name", utf8(property));
        writePlace(place(lts ? automata.add(*lts) : automata.add(watched->monitor->program, *watched, "")), json);
        if (lts)
          writeLabels(json, "alphabet", lts->alphabet().labels(), *lts->alphabet().table());
        else
          writeAlphabet(watched->monitor->program, *watched->labels, json);
      });
    }
  });
}

void Systems::writeSystem(StringRef name, json::OStream &json) {
  json.object([&] {
    json.attribute("name", utf8(name));
    std::optional<ProgramSystem> data = program(name);
    std::optional<Network> parts = network(name);
    if (data) {
      writeProgram(*data, json);
    } else if (parts) {
      writeNetwork(*parts, json);
    } else {
      json.attribute("reason", limitReason());
      return;
    }
    writeMonitors(name, data ? nullptr : &*parts, json);
    if (parts && !parts->components.empty())
      writePlace(composition(name, *parts), json);
    else if (const SystemModel *system = model().findSystem(name))
      json.attribute("reason", whyInfinite(*system));
  });
}

void Systems::write(json::OStream &json) {
  bool hasComposite = false;
  json.attributeArray("systems", [&] {
    for (const DefinitionRef &definition : model().definitions)
      if (definition.kind == DefinitionKind::Composite) {
        hasComposite = true;
        writeSystem(model().definitionName(definition), json);
      }
    if (!hasComposite && !model().definitions.empty())
      writeSystem("DEFAULT", json);
  });
  json.attributeArray("definitions", [&] {
    for (const DefinitionRef &definition : model().definitions)
      if (definition.kind != DefinitionKind::Composite)
        writeDefinition(definition, json);
  });
}

} // namespace tenon
