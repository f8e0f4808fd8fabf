//===- Runs.cpp - The counterexamples of a page ---------------------------===//

#include "Runs.h"

#include "tenon/Emit/Report.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace tenon {

//===----------------------------------------------------------------------===//
// What runs are replayed on
//===----------------------------------------------------------------------===//

std::optional<Runs::Stage> Runs::dataStage(const CheckResult &result, bool isWatched) {
  std::optional<ProgramSystem> system = systems.program(result.system, isWatched ? result.property : "");
  if (!system || (isWatched && !system->monitor))
    return std::nullopt;
  Stage stage;
  for (const Program &component : system->components)
    stage.parts.push_back({component.name, systems.theAutomata().add(component, *system, component.name + "."), false});
  if (isWatched) {
    const Program &monitor = system->monitor->program;
    stage.parts.push_back({monitor.name, systems.theAutomata().add(monitor, *system, ""), true});
  }
  stage.animation = isWatched ? animateWatched(std::move(*system)) : animate(std::move(*system));
  return stage;
}

Runs::Stage Runs::stageOf(Network network, StringRef property) {
  Stage stage;
  for (const Component &component : network.components) {
    bool isSmall = component.lts->stateCount() <= systems.theOptions().maxStates;
    std::optional<size_t> automaton = isSmall ? systems.add(*component.lts) : std::nullopt;
    stage.parts.push_back({component.name, automaton, !property.empty() && component.name == property});
  }
  stage.animation = animate(std::move(network));
  return stage;
}

/// The property stands in front, as the checker has it.
std::optional<Runs::Stage> Runs::networkStage(const CheckResult &result, bool isWatched) {
  std::optional<Network> network = systems.network(result.system);
  if (!network || network->components.empty())
    return std::nullopt;
  if (!isWatched)
    return stageOf(std::move(*network), "");
  LtsRef property = systems.property(result.property, *network);
  bool isHidden = network->priority.has_value();
  for (LabelId label : property ? property->alphabet().labels() : std::vector<LabelId>())
    isHidden |= network->hiding && network->hiding->hides(label);
  if (!property || isHidden)
    return std::nullopt;
  network->components.insert(network->components.begin(), {result.property, property});
  return stageOf(std::move(*network), result.property);
}

/// Where the system hides what the property sees, it is one component.
std::optional<Runs::Stage> Runs::wholeStage(const CheckResult &result) {
  std::optional<Network> parts = systems.network(result.system);
  if (!parts || parts->components.empty())
    return std::nullopt;
  Expected<std::optional<ComposedStates>> composed =
      composeUpTo(*parts, systems.theOptions().maxStates, systems.theLowering().theBudget());
  if (!composed) {
    consumeError(composed.takeError());
    return std::nullopt;
  }
  std::optional<DefinitionRef> definition = systems.model().findDefinition(result.system);
  LtsRef whole = *composed && definition ? systems.theLowering().lts(*definition) : nullptr;
  if (!whole)
    return std::nullopt;
  Network network;
  network.name = whole->name();
  network.table = parts->table;
  network.components.push_back({whole->name(), whole});
  if (LtsRef property = systems.property(result.property, network))
    network.components.insert(network.components.begin(), {result.property, property});
  return stageOf(std::move(network), result.property);
}

//===----------------------------------------------------------------------===//
// Output
//===----------------------------------------------------------------------===//

static void writeNames(json::OStream &json, StringRef key, ArrayRef<std::string> names) {
  if (!names.empty())
    json.attributeArray(key, [&] {
      for (const std::string &name : names)
        json.value(utf8(name));
    });
}

static void writeSteps(const Counterexample &run, json::OStream &json) {
  json.attributeArray("steps", [&] {
    for (const std::vector<Counterexample::Step> *part : {&run.trace, &run.cycle})
      for (const Counterexample::Step &step : *part)
        json.object([&] {
          json.attribute("action", utf8(step.action));
          if (!step.hiddenAction.empty())
            json.attribute("hidden", utf8(step.hiddenAction));
          writeNames(json, "movers", step.movers);
          writeNames(json, "fluents", step.fluents);
          if (step.values.empty())
            return;
          json.attributeBegin("values");
          writeJson(step.values, json);
          json.attributeEnd();
        });
  });
  if (!run.cycle.empty())
    json.attribute("cycle", static_cast<int64_t>(run.trace.size()));
  if (!run.culprit.empty())
    json.attribute("culprit", utf8(run.culprit));
  if (run.areInputs)
    json.attribute("inputs", true);
  if (run.initialValues.empty())
    return;
  json.attributeBegin("initial");
  writeJson(run.initialValues, json);
  json.attributeEnd();
}

/// The animation's number of steps after each number of steps of the run, which has some that only watchers do.
static std::vector<size_t> ownSteps(const Counterexample &run, ArrayRef<std::string> watchers) {
  std::vector<size_t> result{0};
  for (const std::vector<Counterexample::Step> *part : {&run.trace, &run.cycle})
    for (const Counterexample::Step &step : *part) {
      bool isOwn = any_of(step.movers, [&](const std::string &mover) { return !is_contained(watchers, mover); });
      result.push_back(result.back() + (isOwn ? 1 : 0));
    }
  return result;
}

/// False if this is not what the run is about.
bool Runs::writeOn(Stage &stage, const CheckResult &result, const Counterexample &run, json::OStream &json) {
  std::vector<std::string> own, watchers;
  for (const auto &[component, state] : stage.animation->states())
    own.push_back(component);
  for (const std::vector<Counterexample::Step> *part : {&run.trace, &run.cycle})
    for (const Counterexample::Step &step : *part)
      for (const std::string &mover : step.movers)
        if (!is_contained(own, mover) && !is_contained(watchers, mover))
          watchers.push_back(mover);
  if (any_of(watchers, [&](const std::string &name) { return name != result.property; }))
    return false; // They are the components of another stage.
  std::string wanted = result.kind == CheckKind::Deadlock ? "deadlock"
                       : is_contained(own, run.culprit)   ? "ERROR of " + run.culprit
                                                          : "";
  if (Error problem = stage.animation->follow(run, watchers, wanted)) {
    consumeError(std::move(problem));
    return false;
  }
  std::vector<size_t> position = ownSteps(run, watchers);
  std::vector<std::vector<std::string>> reached(stage.animation->trace().size() + 1);
  for (size_t count = reached.size(); count-- > 0;) {
    stage.animation->goBack(count);
    for (auto &[component, state] : stage.animation->states())
      reached[count].push_back(std::move(state));
  }
  json.attributeArray("components", [&] {
    for (const Stage::Part &part : stage.parts)
      json.object([&] {
        json.attribute("name", utf8(part.name));
        if (part.automaton)
          json.attribute("automaton", static_cast<int64_t>(*part.automaton));
        if (part.isMonitor)
          json.attribute("monitor", true);
      });
  });
  json.attributeArray("states", [&] {
    for (size_t count : position)
      json.array([&] {
        for (const std::string &state : reached[count])
          json.value(utf8(state));
      });
  });
  return true;
}

void Runs::write(const CheckResult &result, const Counterexample &run, json::OStream &json) {
  bool hasProperty = !result.property.empty();
  for (auto &&makeStage : std::initializer_list<std::function<std::optional<Stage>()>>{
           [&] { return hasProperty ? dataStage(result, true) : std::nullopt; },
           [&] { return dataStage(result, false); },
           [&] { return hasProperty ? networkStage(result, true) : std::nullopt; },
           [&] { return hasProperty ? wholeStage(result) : std::nullopt; },
           [&] { return networkStage(result, false); },
       }) {
    std::optional<Stage> stage = makeStage();
    systems.theLowering().setLimit(Budget::Limit::None);
    if (stage && writeOn(*stage, result, run, json))
      return;
  }
}

void Runs::write(const CheckResult &result, size_t number, json::OStream &json) {
  constexpr size_t MaxSets = 10;
  std::vector<const Counterexample *> runs;
  for (const TerminalSetReport &set : ArrayRef(result.terminalSets).take_front(MaxSets))
    runs.push_back(&set.run);
  if (runs.empty() && result.counterexample)
    runs.push_back(&*result.counterexample);
  for (const Counterexample *run : runs)
    json.object([&] {
      json.attribute("result", static_cast<int64_t>(number));
      json.attribute("system", utf8(result.system));
      writeSteps(*run, json);
      write(result, *run, json);
    });
}

void Runs::writePlain(const Counterexample &run, size_t number, json::OStream &json) {
  json.object([&] {
    json.attribute("result", static_cast<int64_t>(number));
    writeSteps(run, json);
  });
}

} // namespace tenon
