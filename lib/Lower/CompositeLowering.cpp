//===- CompositeLowering.cpp - One composite to a network -----------------===//

#include "CompositeLowering.h"

#include "tenon/Lts/Transform.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace llvm;

namespace tenon {

bool needsComposition(const CompositeModel &composite) {
  const ModifierSet &m = composite.modifiers;
  return composite.hiding || composite.prioritySet || m.minimal || m.deterministic || m.property || m.compose;
}

std::optional<std::vector<Component>> CompositeLowering::run() {
  std::optional<std::vector<Operand>> all = operands();
  if (!all)
    return std::nullopt;
  std::vector<Component> components;
  for (Operand &operand : *all)
    std::move(operand.components.begin(), operand.components.end(), std::back_inserter(components));
  return components;
}

std::optional<std::vector<Operand>> CompositeLowering::operands() {
  Units units;
  if (!instantiate(*composite.body, environment, units))
    return std::nullopt;
  std::vector<Operand> all;
  for (Unit &unit : units) {
    Operand &operand = all.emplace_back();
    operand.name = unit.name;
    for (Component &machine : unit.machines)
      operand.components.push_back({unit.spliced ? unit.name + "." + machine.name : unit.name, std::move(machine.lts)});
  }
  return all;
}

std::optional<Priority> CompositeLowering::priority() {
  std::vector<LabelId> labels;
  if (!evaluator.expandSet(*composite.prioritySet, environment, labels))
    return std::nullopt;
  return Priority{LabelMatcher(lowering.theModel().labels, labels), composite.priorityListsLow};
}

std::optional<Hiding> CompositeLowering::hiding() {
  return lowering.hiding(*composite.hiding, environment);
}

static Alphabet unionAlphabet(ArrayRef<Component> machines, const std::shared_ptr<LabelTable> &table) {
  std::vector<LabelId> labels;
  for (const Component &machine : machines) {
    std::vector<LabelId> own = machine.lts->alphabet().labels();
    labels.insert(labels.end(), own.begin(), own.end());
  }
  return Alphabet(table, std::move(labels));
}

void CompositeLowering::warnOfSlips(ArrayRef<Component> components) {
  lowering.warnOfSlips(*composite.hiding, environment, unionAlphabet(components, lowering.theModel().labels),
                       composite.name.text);
}

//===----------------------------------------------------------------------===//
// Bodies
//===----------------------------------------------------------------------===//

bool CompositeLowering::instantiate(const CompositeBodyModel &body, Environment &env, Units &units) {
  if (!lowering.withinBudget(units.size()))
    return false;
  switch (body.kind) {
  case CompositeBodyModel::Kind::If:
    return instantiateIf(body, env, units);
  case CompositeBodyModel::Kind::Forall:
    return evaluator.forEachIndex(body.indices, env, [&](ArrayRef<Value>) {
      SaveAndRestore<bool> repeated(isRepeated, true);
      return instantiate(*body.body, env, units);
    });
  case CompositeBodyModel::Kind::Parallel:
  case CompositeBodyModel::Kind::Instance:
    return instantiateDecorated(body, env, units);
  }
  llvm_unreachable("all kinds of composite body are covered");
}

bool CompositeLowering::instantiateIf(const CompositeBodyModel &body, Environment &env, Units &units) {
  for (const CompositeBodyModel::Branch &branch : body.branches) {
    std::optional<bool> condition = evaluator.evaluateCondition(*branch.condition, env);
    if (!condition)
      return false;
    if (*condition)
      return instantiate(*branch.body, env, units);
  }
  return !body.otherwise || instantiate(*body.otherwise, env, units);
}

/// Applied inside out: one copy for each prefix, then sharing, then relabelling.
bool CompositeLowering::instantiateDecorated(const CompositeBodyModel &body, Environment &env, Units &units) {
  Units own;
  const LabelTable &labels = *lowering.theModel().labels;
  if (body.prefix) {
    // Sharing may declare variables too, but they have no single value in the operand.
    bool good = evaluator.expand(*body.prefix, env, [&](LabelId label) {
      size_t first = own.size();
      if (!lowering.withinBudget(first) || !instantiateOperands(body, env, own))
        return false;
      for (size_t i = first; i < own.size(); ++i)
        prefix(own[i], labels.text(label));
      return true;
    });
    if (!good)
      return false;
  } else if (!instantiateOperands(body, env, own)) {
    return false;
  }
  if (body.share) {
    std::vector<LabelId> shareLabels;
    if (!evaluator.expandAll(*body.share, env, shareLabels))
      return false;
    std::vector<std::string> prefixes;
    prefixes.reserve(shareLabels.size());
    for (LabelId label : shareLabels)
      prefixes.push_back(labels.text(label).str());
    for (Unit &unit : own)
      share(unit, prefixes);
  }
  if (!body.relabels.empty()) {
    std::vector<std::pair<LabelId, LabelId>> oldToNew;
    if (!evaluator.expandRelabels(body.relabels, env, oldToNew))
      return false;
    Relabelling relabelling(lowering.theModel().labels, oldToNew);
    std::vector<Component> machines;
    for (const Unit &unit : own)
      append_range(machines, unit.machines);
    lowering.warnOfSlips(body.relabels, env, unionAlphabet(machines, lowering.theModel().labels),
                         own.size() == 1 ? own.front().name : "", !isRepeated && composite.parameters.empty());
    for (Unit &unit : own)
      if (!relabel(unit, relabelling))
        return false;
  }
  std::move(own.begin(), own.end(), std::back_inserter(units));
  return true;
}

bool CompositeLowering::instantiateOperands(const CompositeBodyModel &body, Environment &env, Units &units) {
  if (body.kind == CompositeBodyModel::Kind::Instance)
    return instantiateReference(body, env, units);
  return all_of(body.operands, [&](const CompositeBodyModel *operand) { return instantiate(*operand, env, units); });
}

bool CompositeLowering::instantiateReference(const CompositeBodyModel &body, const Environment &env, Units &units) {
  SmallVector<Value, 4> arguments;
  for (const Expression *argument : body.arguments) {
    std::optional<Value> value = evaluator.evaluate(*argument, env);
    if (!value)
      return false;
    arguments.push_back(*value);
  }
  const Model &model = lowering.theModel();
  Unit unit;
  unit.name = lowering.instanceName(body.name.text, arguments);
  LtsRef lts;
  switch (body.target) {
  case DefinitionKind::Process:
    lts = lowering.process(*model.findProcess(body.name.text), arguments);
    break;
  case DefinitionKind::Import:
    lts = lowering.import(*model.findImport(body.name.text));
    break;
  case DefinitionKind::Constraint:
    lts = lowering.constraint(*model.findAssertion(body.name.text), arguments);
    break;
  case DefinitionKind::Component:
    lts = lowering.component(*model.findComponent(body.name.text, arguments));
    break;
  case DefinitionKind::Composite: {
    const CompositeModel &callee = *model.findComposite(body.name.text);
    if (needsComposition(callee)) {
      lts = lowering.composite(callee, arguments);
      break;
    }
    std::optional<Network> network = lowering.compositeNetwork(callee, arguments);
    if (!network)
      return false;
    unit.spliced = true;
    unit.machines = std::move(network->components);
    units.push_back(std::move(unit));
    return true;
  }
  }
  if (!lts)
    return false;
  unit.machines.push_back({unit.name, lts});
  units.push_back(std::move(unit));
  return true;
}

//===----------------------------------------------------------------------===//
// Operators on units
//===----------------------------------------------------------------------===//

/// By one with other labels.
void CompositeLowering::replace(Component &machine, Lts lts) {
  LtsRef old = std::exchange(machine.lts, std::make_shared<const Lts>(std::move(lts)));
  lowering.rememberParts(machine.lts, lowering.partsOf(*old));
}

void CompositeLowering::prefix(Unit &unit, StringRef label) {
  unit.name = (label + ":" + unit.name).str();
  for (Component &machine : unit.machines)
    replace(machine, prefixed(*machine.lts, label));
}

void CompositeLowering::share(Unit &unit, ArrayRef<std::string> labels) {
  unit.name = "{" + join(labels, ",") + "}::" + unit.name;
  for (Component &machine : unit.machines)
    replace(machine, shared(*machine.lts, labels));
}

bool CompositeLowering::relabel(Unit &unit, const Relabelling &relabelling) {
  const std::shared_ptr<LabelTable> &table = lowering.theModel().labels;
  if (unit.machines.size() > 1 && relabelling.mergesLabels(unionAlphabet(unit.machines, table))) {
    Network network;
    network.name = unit.name;
    network.table = table;
    network.components = std::move(unit.machines);
    network.ltsaEndRule = evaluator.languageOptions().ltsa;
    auto parts = std::make_shared<const Network>(network);
    Expected<Lts> composed = composeOpen(std::move(network), lowering.theBudget());
    if (!composed)
      return lowering.outOfBudget(composed.takeError()) != nullptr;
    unit.machines = {{unit.name, std::make_shared<const Lts>(std::move(*composed))}};
    lowering.rememberParts(unit.machines.front().lts, std::move(parts));
    unit.spliced = false;
  }
  for (Component &machine : unit.machines)
    replace(machine, relabelled(*machine.lts, relabelling));
  return true;
}

} // namespace tenon
