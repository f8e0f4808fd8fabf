//===- Lower.cpp - Model to LTSs and networks -----------------------------===//

#include "tenon/Lower/Lower.h"

#include "CompositeLowering.h"
#include "ProcessLowering.h"

#include "tenon/Lower/ProgramLowering.h"
#include "tenon/Lts/Formats.h"
#include "tenon/Lts/Minimize.h"
#include "tenon/Lts/Transform.h"
#include "tenon/Program/Printer.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace tenon {

/// Instances of composites within each other, or processes that run each other; deeper is taken to be without end.
static constexpr size_t MaxInstanceDepth = 2000;

Lowering::Lowering(const Model &model, DiagnosticEngine &diagnostics, const Budget &budget,
                   const LanguageOptions &languageOptions)
    : model(model), diagnostics(diagnostics), budget(budget), options(languageOptions),
      evaluator(*model.labels, diagnostics, options) {}

std::nullptr_t Lowering::outOfBudget(Error error) {
  bool isTooLarge = false;
  handleAllErrors(
      std::move(error),
      [&](const StringError &reason) {
        isTooLarge = reason.convertToErrorCode() == std::errc::value_too_large;
        if (isTooLarge)
          statesLimit = reason.getMessage();
      },
      [](const ErrorInfoBase &) {});
  limitReached = isTooLarge ? Budget::Limit::States : budget.causeOfFailure();
  return nullptr;
}

std::string Lowering::describeLimit() const {
  return limitReached == Budget::Limit::States ? statesLimit : budget.describe(limitReached);
}

bool Lowering::withinBudget(uint64_t progress) {
  if (++budgetCalls % 1024 != 0)
    return true;
  budget.progress({progress, 0, 0});
  Budget::Limit limit = budget.exceeded();
  if (limit == Budget::Limit::None)
    return true;
  limitReached = limit;
  return false;
}

bool Lowering::mayAllocate(size_t bytes) {
  if (budget.allows(bytes))
    return true;
  limitReached = Budget::Limit::Memory;
  return false;
}

bool Lowering::reportDeferred(const std::vector<Diagnostic> &deferred) {
  if (!deferred.empty() && deferredReported.insert(&deferred).second)
    for (const Diagnostic &diagnostic : deferred)
      diagnostics.add(diagnostic);
  return !deferred.empty();
}

class Lowering::InProgress {
public:
  InProgress(StringSet<> &instances, StringRef key) : instances(instances), key(key.str()) {
    entered = instances.size() < MaxInstanceDepth && instances.insert(key).second;
  }
  ~InProgress() {
    if (entered)
      instances.erase(key);
  }
  InProgress(const InProgress &) = delete;
  InProgress &operator=(const InProgress &) = delete;
  /// The instance is within itself, or too many others are around it.
  bool isEndless() const { return !entered; }

private:
  StringSet<> &instances;
  std::string key;
  bool entered;
};

std::string Lowering::instanceName(StringRef name, ArrayRef<Value> arguments) const {
  SmallString<64> text(name);
  for (size_t i = 0; i < arguments.size(); ++i) {
    text.push_back(i == 0 ? '(' : ',');
    appendValue(arguments[i], *model.labels, text);
  }
  if (!arguments.empty())
    text.push_back(')');
  return text.str().str();
}

Environment Lowering::environmentFor(ArrayRef<ParameterModel> parameters, ArrayRef<Value> arguments, Slot slots) {
  Environment env(std::max<size_t>(slots, parameters.size()));
  for (size_t i = 0; i < parameters.size(); ++i)
    env[i] = arguments.empty() ? parameters[i].defaultValue : arguments[i];
  return env;
}

//===----------------------------------------------------------------------===//
// Definitions
//===----------------------------------------------------------------------===//

LtsRef Lowering::lts(const DefinitionRef &definition) {
  switch (definition.kind) {
  case DefinitionKind::Process:
    return process(model.processes[definition.index], {});
  case DefinitionKind::Import:
    return import(model.imports[definition.index]);
  case DefinitionKind::Constraint:
    return constraint(model.assertions[definition.index], {});
  case DefinitionKind::Composite:
    return closed(composite(model.composites[definition.index], {}));
  case DefinitionKind::Component:
    return closed(component(model.components[definition.index]));
  }
  llvm_unreachable("all kinds of definition are covered");
}

LtsRef Lowering::component(const ComponentModel &component) {
  if (auto cached = componentCache.find(component.name); cached != componentCache.end())
    return cached->second;
  TermContext terms;
  Program program = lowerComponent(component, model, terms);
  if (const ProgramVariable *variable = findInfiniteVariable(program.variables)) {
    diagnostics
        .error(component.range,
               "component '" + component.declaredName + "' has no transition system: its data has too many values")
        .note(variable->range, "'" + variable->name + "' is of type " + printType(*variable) +
                                   "; at most 65536 values can be enumerated")
        .note(
            "give it a range (`0..9`) or a few bits (`bits[4]`); `check` decides deadlock and properties of any data");
    return nullptr;
  }
  Expected<Lts> lts = lowerToLts(program, model.labels, budget, maxStates);
  if (!lts)
    return outOfBudget(lts.takeError());
  return componentCache[component.name] = std::make_shared<const Lts>(std::move(*lts));
}

bool Lowering::close(std::vector<std::vector<Component>> &groups) {
  if (model.components.empty() ||
      none_of(groups, [](const std::vector<Component> &group) { return hasOpenChannels(group); }))
    return true;
  if (Error error = closeChannels(groups, model.labels, channelValues, budget))
    return outOfBudget(std::move(error)) != nullptr;
  return true;
}

LtsRef Lowering::closed(LtsRef lts) {
  if (!lts)
    return nullptr;
  std::vector<std::vector<Component>> groups{{{lts->name(), lts}}};
  return close(groups) ? groups.front().front().lts : nullptr;
}

LtsRef Lowering::property(const DefinitionRef &definition, const Alphabet &occurring) {
  LtsRef whole = lts(definition);
  if (!whole || channelValues.empty())
    return whole;
  return std::make_shared<const Lts>(tenon::overValues(*whole, channelValues, occurring));
}

LtsRef Lowering::property(const DefinitionRef &definition, const Network &network) {
  std::vector<LabelId> labels;
  for (const Component &component : network.components)
    llvm::append_range(labels, component.lts->alphabet().labels());
  return property(definition, Alphabet(model.labels, std::move(labels)));
}

std::optional<Network> Lowering::network(const DefinitionRef &definition) {
  if (definition.kind == DefinitionKind::Composite) {
    std::optional<Network> network = compositeNetwork(model.composites[definition.index], {});
    if (!network)
      return std::nullopt;
    std::vector<std::vector<Component>> groups{std::move(network->components)};
    if (!close(groups))
      return std::nullopt;
    if (!groups.empty())
      network->components = std::move(groups.front());
    return network;
  }
  LtsRef only = lts(definition);
  if (!only)
    return std::nullopt;
  Network network;
  network.name = only->name();
  network.table = model.labels;
  network.components.push_back({only->name(), only});
  network.ltsaEndRule = options.ltsa;
  return network;
}

std::optional<std::vector<Operand>> Lowering::operands(const DefinitionRef &definition) {
  std::optional<Network> whole = network(definition);
  if (!whole)
    return std::nullopt;
  if (definition.kind == DefinitionKind::Composite) {
    const CompositeModel &composite = model.composites[definition.index];
    CompositeLowering lowering(*this, composite, environmentFor(composite.parameters, {}, composite.slotCount));
    std::optional<std::vector<Operand>> all = lowering.operands();
    if (!all)
      return std::nullopt;
    if (all->size() > 1)
      return closedOperands(std::move(*all));
  }
  std::vector<Operand> all;
  for (Component &component : whole->components)
    all.push_back({component.name, {component}});
  return all;
}

std::optional<std::vector<Operand>> Lowering::closedOperands(std::vector<Operand> operands) {
  std::vector<std::vector<Component>> groups;
  for (Operand &operand : operands)
    groups.push_back(operand.components);
  if (!close(groups))
    return std::nullopt;
  if (groups.size() != operands.size()) { // Some had to be composed.
    operands.assign(groups.size(), {});
    for (size_t i = 0; i < groups.size(); ++i)
      operands[i].name = groups[i].front().name;
  }
  for (size_t i = 0; i < groups.size(); ++i)
    operands[i].components = std::move(groups[i]);
  return operands;
}

std::optional<Network> Lowering::defaultNetwork() {
  Network network;
  network.name = "DEFAULT";
  network.table = model.labels;
  network.ltsaEndRule = options.ltsa;
  for (const DefinitionRef &definition : model.definitions) {
    if (definition.kind == DefinitionKind::Composite)
      continue;
    bool isOpen = definition.kind == DefinitionKind::Component;
    LtsRef part = isOpen ? component(model.components[definition.index]) : lts(definition);
    if (!part)
      return std::nullopt;
    network.components.push_back({part->name(), part});
  }
  std::vector<std::vector<Component>> groups{std::move(network.components)};
  if (!close(groups))
    return std::nullopt;
  if (!groups.empty())
    network.components = std::move(groups.front());
  return network;
}

LtsRef Lowering::ltsNamed(StringRef name) {
  if (std::optional<DefinitionRef> definition = model.findDefinition(name))
    return lts(*definition);
  std::optional<Network> network = defaultNetwork();
  if (!network)
    return nullptr;
  Expected<Lts> lts = compose(*network, budget);
  if (!lts)
    return outOfBudget(lts.takeError());
  return std::make_shared<const Lts>(std::move(*lts));
}

std::optional<Network> Lowering::networkNamed(StringRef name) {
  std::optional<DefinitionRef> definition = model.findDefinition(name);
  return definition ? network(*definition) : defaultNetwork();
}

LtsRef Lowering::process(const ProcessModel &process, ArrayRef<Value> arguments) {
  std::string name = instanceName(process.name.text, arguments);
  if (auto cached = processCache.find(name); cached != processCache.end())
    return cached->second;
  if (reportDeferred(process.deferredErrors))
    return nullptr;
  InProgress guard(processesInProgress, name);
  if (guard.isEndless()) {
    diagnostics.error(process.name.range, "'" + process.name.text + "' runs itself in sequence (by ';') without end");
    return nullptr;
  }
  LtsRef lts = ProcessLowering(*this, process, arguments, name).run();
  if (lts)
    processCache[name] = lts;
  return lts;
}

LtsRef Lowering::import(const ImportModel &import) {
  if (auto cached = processCache.find(import.name.text); cached != processCache.end())
    return cached->second;
  InputFormat format = inputFormatOf(import.path, import.text);
  if (format == InputFormat::Benchmark) {
    diagnostics
        .error(import.fileRange, "'" + sys::path::filename(import.path) + "' holds two components and a property")
        .note("they are defined by an 'include' of the file");
    return nullptr;
  }
  // What is not known to be something else is Aldebaran, whose reader says what is wrong with it.
  format = isAutomaton(format) ? format : InputFormat::Aut;
  size_t mark = diagnostics.all().size();
  std::optional<Lts> lts = readAutomaton(format, import.text, import.name.text.str(), model.labels, diagnostics);
  bool isWholeFile = import.fileRange.Start == import.fileRange.End;
  if (!isWholeFile)
    for (Diagnostic &diagnostic : diagnostics.takeSince(mark))
      diagnostics.add(diagnostic.note(import.fileRange, "it is imported here"));
  return lts ? processCache[import.name.text] = std::make_shared<const Lts>(std::move(*lts)) : nullptr;
}

LtsRef Lowering::callee(const CallModel &call, ArrayRef<Value> arguments) {
  if (const ProcessModel *callee = model.findProcess(call.name.text))
    return process(*callee, arguments);
  if (const ImportModel *callee = model.findImport(call.name.text))
    return import(*callee);
  return closed(composite(*model.findComposite(call.name.text), arguments));
}

//===----------------------------------------------------------------------===//
// Composites
//===----------------------------------------------------------------------===//

std::optional<Network> Lowering::compositeNetwork(const CompositeModel &composite, ArrayRef<Value> arguments) {
  std::string name = instanceName(composite.name.text, arguments);
  if (reportDeferred(composite.deferredErrors))
    return std::nullopt;
  InProgress guard(compositesInProgress, name);
  if (guard.isEndless()) {
    bool inItself = any_of(compositesInProgress, [&](const auto &outer) {
      StringRef rest = outer.getKey();
      return rest.consume_front(composite.name.text) && (rest.empty() || rest.front() == '(');
    });
    diagnostics
        .error(composite.name.range, "'" + composite.name.text + "' " +
                                         (inItself ? Twine("contains itself without end")
                                                   : "is nested in " + Twine(MaxInstanceDepth) + " other composites"))
        .note("a recursive composite must end through an 'if' on a parameter; the instance at fault is " + name);
    return std::nullopt;
  }
  CompositeLowering lowering(*this, composite, environmentFor(composite.parameters, arguments, composite.slotCount));
  std::optional<std::vector<Component>> components = lowering.run();
  if (!components)
    return std::nullopt;
  Network network;
  network.name = name;
  network.table = model.labels;
  network.components = std::move(*components);
  network.ltsaEndRule = options.ltsa;
  if (composite.prioritySet && !(network.priority = lowering.priority()))
    return std::nullopt;
  if (composite.hiding) {
    if (!(network.hiding = lowering.hiding()))
      return std::nullopt;
    lowering.warnOfSlips(network.components);
  }
  if (needsComposition(composite) && network.components.empty()) {
    diagnostics.error(composite.name.range, "'" + name + "' is composed of nothing");
    return std::nullopt;
  }
  return network;
}

LtsRef Lowering::composite(const CompositeModel &composite, ArrayRef<Value> arguments) {
  std::string name = instanceName(composite.name.text, arguments);
  if (auto cached = compositeCache.find(name); cached != compositeCache.end())
    return cached->second;
  std::optional<Network> network = compositeNetwork(composite, arguments);
  if (!network)
    return nullptr;
  if (network->components.empty()) {
    diagnostics.error(composite.name.range, "'" + name + "' is composed of nothing");
    return nullptr;
  }
  const ModifierSet &modifiers = composite.modifiers;
  bool isProduct = !modifiers.deterministic && !modifiers.property && !modifiers.minimal;
  auto parts = isProduct ? std::make_shared<const Network>(*network) : nullptr;
  Expected<Lts> lts = composeOpen(std::move(*network), budget);
  if (!lts)
    return outOfBudget(lts.takeError());
  if (composite.modifiers.deterministic || composite.modifiers.property)
    lts = determinized(*lts, budget);
  else if (composite.modifiers.minimal)
    lts = minimized(*lts, Equivalence::Weak, budget);
  if (!lts)
    return outOfBudget(lts.takeError());
  if (composite.modifiers.property)
    lts = completedProperty(*lts);
  LtsRef composed = compositeCache[name] = std::make_shared<const Lts>(lts->renamed(name));
  rememberParts(composed, std::move(parts));
  return composed;
}

void Lowering::rememberParts(LtsRef lts, std::shared_ptr<const Network> parts) {
  if (!parts || !model.components.empty()) // Channels are closed later, which may renumber.
    return;
  const Lts *key = lts.get();
  composedOf[key] = {std::move(lts), std::move(parts)};
}

//===----------------------------------------------------------------------===//
// Relabelling and hiding
//===----------------------------------------------------------------------===//

std::optional<Hiding> Lowering::hiding(const HidingPattern &pattern, const Environment &env) {
  std::vector<LabelId> labels;
  if (!evaluator.expandSet(*pattern.set, env, labels))
    return std::nullopt;
  return Hiding{LabelMatcher(model.labels, labels), pattern.expose};
}

} // namespace tenon
