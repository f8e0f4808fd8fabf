//===- InterfaceAlphabet.cpp - What an environment sees -------------------===//

#include "InterfaceAlphabet.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace tenon {

namespace {

class Selection {
public:
  Selection(Lowering &lowering, const InterfaceQuestion &question, const Lts &component, const Lts *property)
      : lowering(lowering), model(lowering.theModel()), question(question), component(component), property(property) {}

  std::optional<std::vector<LabelId>> byPrefixes(ArrayRef<std::string> prefixes);
  std::optional<std::vector<LabelId>> byModel();

private:
  std::vector<LabelId> allLabels() const;
  bool isOwn(StringRef part) const;
  bool isProperty(StringRef part) const;
  /// Collects the labels of what a composite has beside the component; false if it has nothing beside it.
  bool collectFrom(const Network &network);
  bool collectRest();

  Lowering &lowering;
  const Model &model;
  const InterfaceQuestion &question;
  const Lts &component;
  const Lts *property;
  DenseSet<LabelId> shared; ///< Of the rest of the model.
};

} // namespace

/// Marks of accepting states are not actions.
std::vector<LabelId> Selection::allLabels() const {
  std::vector<LabelId> labels = component.alphabet().labels();
  for (LabelId label : property ? property->alphabet().labels() : std::vector<LabelId>())
    if (!component.alphabet().contains(label))
      labels.push_back(label);
  erase_if(labels, [&](LabelId label) { return model.labels->text(label).starts_with("@"); });
  return labels;
}

std::optional<std::vector<LabelId>> Selection::byPrefixes(ArrayRef<std::string> prefixes) {
  std::vector<LabelId> all = allLabels(), chosen;
  std::vector<bool> isUsed(prefixes.size());
  for (LabelId label : all) {
    bool isChosen = false;
    for (auto [i, prefix] : enumerate(prefixes))
      if (isLabelPrefix(prefix, model.labels->text(label)))
        isChosen = isUsed[i] = true;
    if (isChosen)
      chosen.push_back(label);
  }
  std::string owners = "'" + component.name() + "'";
  if (property)
    owners += " or '" + property->name() + "'";
  for (auto [i, prefix] : enumerate(prefixes))
    if (!isUsed[i])
      lowering.theDiagnostics().error(SMRange(), "no action of " + Twine(owners) + " is '" + prefix +
                                                     "' or begins with '" + prefix + ".'");
  if (is_contained(isUsed, false))
    return std::nullopt;
  return chosen;
}

/// Of a component of a network, by its name there: the component itself, or a part of it.
bool Selection::isOwn(StringRef part) const {
  StringRef name = model.definitionName(question.component);
  return part == name || (part.consume_front(name) && part.starts_with("."));
}

bool Selection::isProperty(StringRef part) const {
  StringRef name = part.substr(part.find_last_of(":.") + 1).split('(').first;
  const ProcessModel *process = model.findProcess(name);
  const CompositeModel *composite = model.findComposite(name);
  return process ? process->modifiers.property : composite && composite->modifiers.property;
}

bool Selection::collectFrom(const Network &network) {
  if (none_of(network.components, [&](const Component &part) { return isOwn(part.name); }))
    return false;
  bool hasOthers = false;
  for (const Component &part : network.components)
    if (!isOwn(part.name) && !isProperty(part.name)) {
      hasOthers = true;
      for (LabelId label : part.lts->alphabet().labels())
        shared.insert(label);
    }
  return hasOthers;
}

/// False if something in the model is wrong.
bool Selection::collectRest() {
  auto isComponent = [&](const DefinitionRef &d) {
    return d.kind == question.component.kind && d.index == question.component.index;
  };
  bool isPart = false;
  for (const DefinitionRef &definition : model.definitions) {
    if (definition.kind != DefinitionKind::Composite || isComponent(definition))
      continue;
    std::optional<Network> network = lowering.network(definition);
    if (!network)
      return false;
    isPart |= collectFrom(*network);
  }
  if (isPart)
    return true;
  std::vector<std::string> own;
  if (question.component.kind == DefinitionKind::Composite)
    if (std::optional<Network> network = lowering.network(question.component))
      for (const Component &part : network->components)
        own.push_back(part.name);
  for (const DefinitionRef &definition : model.definitions) {
    StringRef name = model.definitionName(definition);
    if (definition.kind == DefinitionKind::Composite || isComponent(definition) || isProperty(name) ||
        is_contained(own, name))
      continue;
    LtsRef lts = lowering.lts(definition);
    if (!lts)
      return false;
    for (LabelId label : lts->alphabet().labels())
      shared.insert(label);
  }
  return true;
}

std::optional<std::vector<LabelId>> Selection::byModel() {
  if (!collectRest())
    return std::nullopt;
  std::vector<LabelId> labels = allLabels();
  auto isInternal = [&](LabelId label) { return component.alphabet().contains(label) && !shared.contains(label); };
  bool isAlone =
      none_of(labels, [&](LabelId label) { return component.alphabet().contains(label) && shared.contains(label); });
  if (!isAlone)
    erase_if(labels, isInternal);
  return labels;
}

std::optional<std::vector<LabelId>> visibleLabels(Lowering &lowering, const InterfaceQuestion &question,
                                                  const Lts &component, const Lts *property,
                                                  ArrayRef<std::string> prefixes) {
  Selection selection(lowering, question, component, property);
  return prefixes.empty() ? selection.byModel() : selection.byPrefixes(prefixes);
}

} // namespace tenon
