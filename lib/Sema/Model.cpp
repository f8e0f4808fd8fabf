//===- Model.cpp - A model with all names resolved ------------------------===//

#include "tenon/Sema/Model.h"

#include "llvm/ADT/StringExtras.h"

namespace tenon {

Value Value::ofLabel(LabelId label, const LabelTable &table) {
  int32_t number;
  if (!table.text(label).getAsInteger(10, number))
    return Value(number);
  Value value;
  value.labelValue = label;
  return value;
}

void appendValue(const Value &value, const LabelTable &table, llvm::SmallVectorImpl<char> &text) {
  if (value.isLabel()) {
    llvm::StringRef label = table.text(value.label());
    text.append(label.begin(), label.end());
    return;
  }
  char digits[12];
  char *end = digits + sizeof digits, *begin = end;
  uint32_t magnitude = value.number() < 0 ? 0u - static_cast<uint32_t>(value.number()) : value.number();
  do
    *--begin = static_cast<char>('0' + magnitude % 10);
  while (magnitude /= 10);
  if (value.number() < 0)
    *--begin = '-';
  text.append(begin, end);
}

template <typename Entry>
static const Entry *findByName(const std::vector<Entry> &entries, const llvm::StringMap<uint32_t> &numbers,
                               llvm::StringRef name) {
  auto number = numbers.find(name);
  return number == numbers.end() ? nullptr : &entries[number->second];
}

template <typename Entry>
static void indexEntries(const std::vector<Entry> &entries, llvm::StringMap<uint32_t> &numbers) {
  for (size_t i = 0; i < entries.size(); ++i)
    numbers.try_emplace(entries[i].name.text, static_cast<uint32_t>(i));
}

void Model::indexNames() {
  indexEntries(processes, processNumbers);
  indexEntries(imports, importNumbers);
  indexEntries(composites, compositeNumbers);
  indexEntries(assertions, assertionNumbers);
  for (size_t i = 0; i < channels.size(); ++i)
    channelNumbers.try_emplace(channels[i].label, static_cast<uint32_t>(i));
  for (size_t i = 0; i < fluents.size(); ++i)
    fluentNumbers.try_emplace(fluents[i].name, static_cast<uint32_t>(i));
}

const ProcessModel *Model::findProcess(llvm::StringRef name) const {
  return findByName(processes, processNumbers, name);
}
const ImportModel *Model::findImport(llvm::StringRef name) const {
  return findByName(imports, importNumbers, name);
}
const CompositeModel *Model::findComposite(llvm::StringRef name) const {
  return findByName(composites, compositeNumbers, name);
}
const ComponentModel *Model::findComponent(llvm::StringRef name, llvm::ArrayRef<Value> arguments) const {
  for (const ComponentModel &component : components)
    if (component.declaredName == name &&
        (arguments.empty() || arguments == llvm::ArrayRef<Value>(component.arguments)))
      return &component;
  return nullptr;
}
const SystemModel *Model::findSystem(llvm::StringRef name) const {
  for (const SystemModel &system : systems)
    if (system.name == name)
      return &system;
  return nullptr;
}
const ObserverModel *Model::findObserver(llvm::StringRef name) const {
  for (const ObserverModel &observer : observers)
    if (observer.name == name)
      return &observer;
  return nullptr;
}
std::optional<uint32_t> Model::findChannel(LabelId label) const {
  auto number = channelNumbers.find(label);
  return number == channelNumbers.end() ? std::nullopt : std::optional<uint32_t>(number->second);
}
std::optional<uint32_t> Model::findFluent(llvm::StringRef name) const {
  auto number = fluentNumbers.find(name);
  return number == fluentNumbers.end() ? std::nullopt : std::optional<uint32_t>(number->second);
}
const AssertionModel *Model::findAssertion(llvm::StringRef name) const {
  return findByName(assertions, assertionNumbers, name);
}

std::optional<DefinitionRef> Model::findDefinition(llvm::StringRef name) const {
  std::optional<DefinitionRef> composite;
  for (const DefinitionRef &definition : definitions) {
    if (definitionName(definition) != name)
      continue;
    if (definition.kind != DefinitionKind::Composite)
      return definition;
    composite = definition;
  }
  return composite;
}

llvm::StringRef definitionKindName(DefinitionKind kind) {
  switch (kind) {
  case DefinitionKind::Process:
    return "process";
  case DefinitionKind::Import:
    return "import";
  case DefinitionKind::Composite:
    return "composite";
  case DefinitionKind::Constraint:
    return "constraint";
  case DefinitionKind::Component:
    return "component";
  }
  llvm_unreachable("all kinds of definition are covered");
}

llvm::StringRef Model::definitionName(const DefinitionRef &definition) const {
  switch (definition.kind) {
  case DefinitionKind::Process:
    return processes[definition.index].name.text;
  case DefinitionKind::Import:
    return imports[definition.index].name.text;
  case DefinitionKind::Composite:
    return composites[definition.index].name.text;
  case DefinitionKind::Constraint:
    return assertions[definition.index].name.text;
  case DefinitionKind::Component:
    return components[definition.index].name;
  }
  return "";
}

} // namespace tenon
