//===- Lower.cpp - Model to LTSs and networks -----------------------------===//

#include "tenon/Lower/Lower.h"

#include "CompositeLowering.h"
#include "ProcessLowering.h"

#include "tenon/Lts/Formats.h"
#include "tenon/Lts/Minimize.h"
#include "tenon/Lts/Transform.h"

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
  consumeError(std::move(error));
  limitReached = budget.causeOfFailure();
  return nullptr;
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
    return composite(model.composites[definition.index], {});
  case DefinitionKind::Component:
    return component(model.components[definition.index]);
  }
  llvm_unreachable("all kinds of definition are covered");
}

LtsRef Lowering::component(const ComponentModel &component) {
  diagnostics.error(component.range,
                    "component '" + component.declaredName + "' cannot be lowered to a transition system yet");
  return nullptr;
}

std::optional<Network> Lowering::network(const DefinitionRef &definition) {
  if (definition.kind == DefinitionKind::Composite)
    return compositeNetwork(model.composites[definition.index], {});
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
    if (!all || all->size() > 1)
      return all;
  }
  std::vector<Operand> all;
  for (Component &component : whole->components)
    all.push_back({component.name, {component}});
  return all;
}

std::optional<Network> Lowering::defaultNetwork() {
  Network network;
  network.name = "DEFAULT";
  network.table = model.labels;
  network.ltsaEndRule = options.ltsa;
  for (const DefinitionRef &definition : model.definitions) {
    if (definition.kind == DefinitionKind::Composite)
      continue;
    LtsRef component = lts(definition);
    if (!component)
      return std::nullopt;
    network.components.push_back({component->name(), component});
  }
  return network;
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
  Expected<Lts> lts = readAut(import.text, import.name.text.str(), model.labels);
  if (!lts) {
    diagnostics.error(import.fileRange, "'" + sys::path::filename(import.path) + "': " + toString(lts.takeError()));
    return nullptr;
  }
  return processCache[import.name.text] = std::make_shared<const Lts>(std::move(*lts));
}

LtsRef Lowering::callee(const CallModel &call, ArrayRef<Value> arguments) {
  if (const ProcessModel *callee = model.findProcess(call.name.text))
    return process(*callee, arguments);
  if (const ImportModel *callee = model.findImport(call.name.text))
    return import(*callee);
  return composite(*model.findComposite(call.name.text), arguments);
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
  if (composite.hiding && !(network.hiding = lowering.hiding()))
    return std::nullopt;
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
  Expected<Lts> lts = compose(*network, budget);
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
  return compositeCache[name] = std::make_shared<const Lts>(lts->renamed(name));
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
