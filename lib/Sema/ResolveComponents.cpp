//===- ResolveComponents.cpp - Channels, components, observers, systems ---===//

#include "Analyzer.h"
#include "ComponentElaborator.h"
#include "ObserverElaborator.h"
#include "SystemFlattener.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"

using namespace llvm;

namespace tenon {

/// An array may have this many elements.
static constexpr unsigned MaxArraySize = 1 << 16;

bool Analyzer::isDefinedProcess(StringRef name, SMRange &where) const {
  auto find = [&](const auto &table) {
    auto entry = table.find(name);
    if (entry == table.end())
      return false;
    where = entry->second->name.range;
    return true;
  };
  return find(processes) || find(imports) || find(componentDefinitions) || find(observerDefinitions);
}

/// Channels first, then what uses them; each sees the constants that are defined before it.
void Analyzer::elaborateData(ArrayRef<const ast::Definition *> definitions) {
  auto each = [&](auto &&visit) {
    for (const ast::Definition *definition : definitions) {
      order = orders.lookup(definition);
      scope = Scope();
      environment.clear();
      visit(definition);
    }
  };
  each([&](const ast::Definition *definition) {
    if (const auto *channel = dyn_cast<ast::ChannelDefinition>(definition))
      defineChannel(*channel);
  });
  size_t next = 0;
  each([&](const ast::Definition *definition) {
    if (const auto *component = dyn_cast<ast::ComponentDefinition>(definition))
      if (componentDefinitions.lookup(component->name.name) == component)
        elaborate(*component, {}, model->components[next++]);
  });
  each([&](const ast::Definition *definition) {
    if (const auto *process = dyn_cast<ast::ProcessDefinition>(definition))
      if (observerDefinitions.lookup(process->name.name) == process)
        elaborateObserver(*process);
  });
  scope = Scope();
  environment.clear();
  if (!diagnostics.hasErrors()) {
    flattenSystems();
    warnUnusedChannels();
  }
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

DataExprRef Analyzer::constantNamed(const ast::Identifier &name, bool &found) {
  std::optional<Value> value;
  Slot slot;
  if (scope.find(name.name, slot))
    value = slot < environment.size() ? environment[slot] : Value(0);
  else if (const Entry *entry = lookup(constants, name.name))
    value = entry->constant;
  else if (name.name.front() >= 'A' && name.name.front() <= 'Z') {
    found = true;
    if (lookup(ranges, name.name) || lookup(sets, name.name))
      diagnostics.error(name.range,
                        "'" + name.name + "' is a " + (lookup(ranges, name.name) ? "range" : "set") + ", not a value");
    else
      reportUndefinedUpper(name.name, name.range, UpperUse::Value);
    return nullptr;
  }
  found = value.has_value();
  if (!found)
    return nullptr;
  if (value->isLabel()) {
    diagnostics.error(name.range, "'" + name.name + "' is the label '" + model->labels->text(value->label()) +
                                      "', and data has no labels");
    return nullptr;
  }
  return DataTyper::constantInt(DynamicAPInt(value->number()), name.range);
}

std::optional<uint32_t> Analyzer::arraySize(const ast::Expr &size, DataTyper &typer) {
  std::optional<DynamicAPInt> value = typer.constant(size, "the size of an array");
  if (!value)
    return std::nullopt;
  if (*value < 1 || *value > static_cast<int64_t>(MaxArraySize)) {
    diagnostics.error(size.range, "the size of an array is a number from 1 to " + Twine(MaxArraySize));
    return std::nullopt;
  }
  return static_cast<uint32_t>(int64fromDynamicAPInt(*value));
}

std::optional<DataType> Analyzer::resolveNamedType(const ast::TypeName &type) {
  DataType result;
  StringRef name = type.name.name;
  if (const Entry *range = lookup(ranges, name)) {
    result.kind = DataType::Kind::Range;
    result.low = DynamicAPInt(range->low);
    result.high = DynamicAPInt(range->high);
    if (range->low <= range->high)
      return result;
    diagnostics.error(type.range, "the range '" + name + "' is empty").note(range->range, "it is defined here");
    return std::nullopt;
  }
  if (lookup(sets, name) || lookup(constants, name))
    diagnostics.error(type.range, "'" + name + "' is a " + (lookup(sets, name) ? "set" : "constant") + ", not a type")
        .note("the types are `int`, `real`, `bool`, `bits[N]` and ranges such as `0..3`");
  else
    reportUndefinedUpper(name, type.range, UpperUse::Values);
  return std::nullopt;
}

std::optional<DataType> Analyzer::resolveRange(const ast::TypeName &type, DataTyper &typer) {
  std::optional<DynamicAPInt> low = typer.constant(*type.low, "the bound of a range");
  std::optional<DynamicAPInt> high = typer.constant(*type.high, "the bound of a range");
  if (!low || !high)
    return std::nullopt;
  if (*low > *high) {
    diagnostics.error({type.low->range.Start, type.high->range.End}, "this range is empty: it has no values");
    return std::nullopt;
  }
  DataType result;
  result.kind = DataType::Kind::Range;
  result.low = *low;
  result.high = *high;
  return result;
}

std::optional<DataType> Analyzer::resolveType(const ast::TypeName &type, DataTyper &typer) {
  std::optional<DataType> result = DataType();
  switch (type.kind) {
  case ast::TypeName::Kind::Void:
  case ast::TypeName::Kind::Int:
    break;
  case ast::TypeName::Kind::Real:
    result->kind = DataType::Kind::Real;
    break;
  case ast::TypeName::Kind::Bool:
    result->kind = DataType::Kind::Bool;
    break;
  case ast::TypeName::Kind::Bits: {
    std::optional<DynamicAPInt> width = typer.constant(*type.width, "the width of 'bits'");
    if (!width)
      return std::nullopt;
    if (*width < 1 || *width > 4096) {
      diagnostics.error(type.width->range, "the width of 'bits' is a number from 1 to 4096");
      return std::nullopt;
    }
    result->kind = DataType::Kind::Bits;
    result->width = static_cast<unsigned>(int64fromDynamicAPInt(*width));
    break;
  }
  case ast::TypeName::Kind::Named:
    result = resolveNamedType(type);
    break;
  case ast::TypeName::Kind::Range:
    result = resolveRange(type, typer);
    break;
  }
  if (!result || !type.size)
    return result;
  std::optional<uint32_t> size = arraySize(*type.size, typer);
  if (!size)
    return std::nullopt;
  result->size = *size;
  return result;
}

namespace {
/// Constants are all that a channel's type can mention.
class ConstantNames final : public DataNames {
public:
  ConstantNames(std::function<DataExprRef(const ast::Identifier &)> find, DiagnosticEngine &diagnostics)
      : find(std::move(find)), diagnostics(diagnostics) {}
  DataExprRef name(const ast::Identifier &name) override { return find(name); }
  DataExprRef path(const ast::PathExpr &path, DataTyper &) override { return refuse(path); }
  DataExprRef call(const ast::CallExpr &call, DataTyper &) override { return refuse(call); }
  const DataType &declaredType(const VariableRef &) const override { return type; }

private:
  DataExprRef refuse(const ast::Expr &e) {
    diagnostics.error(e.range, "only numbers and constants can be used here");
    return nullptr;
  }
  std::function<DataExprRef(const ast::Identifier &)> find;
  DiagnosticEngine &diagnostics;
  DataType type;
};
} // namespace

void Analyzer::defineChannel(const ast::ChannelDefinition &definition) {
  ConstantNames names(
      [&](const ast::Identifier &name) {
        bool found = false;
        DataExprRef value = constantNamed(name, found);
        if (!found)
          diagnostics.error(name.range, "no constant named '" + name.name + "'");
        return value;
      },
      diagnostics);
  DataTyper typer(names, diagnostics);
  std::optional<DataType> type = resolveType(definition.type, typer);
  for (const ast::LabelElement *name : definition.names) {
    std::vector<LabelId> labels;
    if (!expandLabels(*name, "a channel has no variables but its own indices", labels))
      continue;
    for (LabelId label : labels) {
      auto [entry, isNew] = channelNumbers.try_emplace(label, static_cast<uint32_t>(model->channels.size()));
      std::string text = sourceName(model->labels->text(label));
      if (!isNew) {
        diagnostics.error(name->range, "duplicate channel '" + text + "'")
            .note(model->channels[entry->second].range, "it is declared here already");
        continue;
      }
      model->channels.push_back({label, text, type.value_or(DataType()), name->range});
    }
  }
}

//===----------------------------------------------------------------------===//
// Components and observers
//===----------------------------------------------------------------------===//

/// In textual order, so that the first instances are those with default parameters.
void Analyzer::defineComponent(const ast::ComponentDefinition &definition) {
  if (componentDefinitions.lookup(definition.name.name) != &definition)
    return;
  model->definitions.push_back({DefinitionKind::Component, static_cast<uint32_t>(model->components.size())});
  ComponentModel &component = model->components.emplace_back();
  component.name = component.declaredName = definition.name.name.str();
  component.range = definition.name.range;
  component.definitionRange = definition.range;
}

void Analyzer::elaborate(const ast::ComponentDefinition &definition, ArrayRef<Value> arguments,
                         ComponentModel &result) {
  scope = Scope();
  environment.clear();
  size_t outerOrder = std::exchange(order, orders.lookup(&definition));
  std::vector<ParameterModel> parameters = resolveParameters(definition.parameters);
  environment.resize(std::max<size_t>(scope.slotCount(), parameters.size()));
  for (size_t i = 0; i < parameters.size(); ++i) {
    environment[i] = arguments.empty() ? parameters[i].defaultValue : arguments[i];
    result.arguments.push_back(environment[i]);
  }
  ComponentElaborator(*this, definition, result).run();
  order = outerOrder;
}

/// With actual parameters; made when it is needed first. Null after an error, which says what the parameters are.
const ComponentModel *Analyzer::componentInstance(const Name &name, ArrayRef<Value> arguments) {
  if (const ComponentModel *known = model->findComponent(name.text, arguments))
    return known;
  const ast::ComponentDefinition &definition = *componentDefinitions.lookup(name.text);
  ComponentModel component;
  component.declaredName = name.text.str();
  component.range = definition.name.range;
  component.definitionRange = definition.range;
  SmallString<32> text(name.text);
  for (const Value &value : arguments) {
    text.push_back(&value == arguments.begin() ? '(' : ',');
    appendValue(value, *model->labels, text);
  }
  text.push_back(')');
  component.name = text.str().str();
  unsigned errors = diagnostics.errorCount();
  size_t mark = diagnostics.all().size();
  elaborate(definition, arguments, component);
  if (diagnostics.errorCount() != errors) {
    for (Diagnostic &problem : diagnostics.takeSince(mark))
      diagnostics.add(problem.note(name.range, "this is of '" + text + "', which is composed here"));
    return nullptr;
  }
  model->components.push_back(std::move(component));
  return &model->components.back();
}

void Analyzer::elaborateObserver(const ast::ProcessDefinition &definition) {
  std::vector<ParameterModel> parameters = resolveParameters(definition.parameters);
  environment.resize(std::max<size_t>(scope.slotCount(), parameters.size()));
  for (size_t i = 0; i < parameters.size(); ++i)
    environment[i] = parameters[i].defaultValue;
  ObserverModel observer;
  observer.name = definition.name.name.str();
  observer.range = definition.name.range;
  observer.isProperty = definition.modifiers.property;
  unsigned errors = diagnostics.errorCount();
  observer.unbound = ObserverElaborator(*this, definition).run();
  if (diagnostics.errorCount() == errors && !observer.unbound->states.empty())
    model->observers.push_back(std::move(observer));
}

//===----------------------------------------------------------------------===//
// Systems
//===----------------------------------------------------------------------===//

bool Analyzer::hasComponents(const CompositeBodyModel &body) {
  if (body.kind == CompositeBodyModel::Kind::Instance)
    return body.target == DefinitionKind::Component ||
           (body.target == DefinitionKind::Composite && hasComponents(body.name.text));
  return any_of(body.operands, [&](const CompositeBodyModel *operand) { return hasComponents(*operand); }) ||
         any_of(body.branches, [&](const CompositeBodyModel::Branch &branch) { return hasComponents(*branch.body); }) ||
         (body.otherwise && hasComponents(*body.otherwise)) || (body.body && hasComponents(*body.body));
}

/// Whether a composite has a component in it, at any depth.
bool Analyzer::hasComponents(StringRef name) {
  if (componentDefinitions.empty())
    return false;
  auto [entry, isNew] = compositeHasComponents.try_emplace(name, false);
  if (!isNew)
    return entry->second;
  const CompositeModel *composite = model->findComposite(name);
  bool result = composite && hasComponents(*composite->body);
  compositeHasComponents[name] = result;
  return result;
}

void Analyzer::flattenSystems() {
  if (componentDefinitions.empty())
    return;
  size_t defaults = 0;
  for (const DefinitionRef &definition : model->definitions)
    defaults += definition.kind == DefinitionKind::Component;
  for (size_t i = 0; i < defaults; ++i) {
    SystemModel &system = model->systems.emplace_back();
    SystemFlattener(*this, system).run(model->components[i]);
  }
  for (const CompositeModel &composite : model->composites) {
    if (!hasComponents(composite.name.text))
      continue;
    SystemModel &system = model->systems.emplace_back();
    if (!SystemFlattener(*this, system).run(composite)) {
      model->systems.pop_back();
      continue;
    }
    checkChannels(system, *model, diagnostics);
  }
  if (model->composites.empty()) {
    SystemModel &system = model->systems.emplace_back();
    SystemFlattener(*this, system).runDefault();
    checkChannels(system, *model, diagnostics);
  }
}

void Analyzer::warnUnusedChannels() {
  std::vector<bool> used(model->channels.size());
  for (const ComponentModel &component : model->components)
    for (const std::vector<uint32_t> *numbers : {&component.reads, &component.writes})
      for (uint32_t number : *numbers)
        used[number] = true;
  for (size_t i = 0; i < used.size(); ++i)
    if (!used[i])
      diagnostics.warning(model->channels[i].range,
                          "no component reads from channel '" + model->channels[i].name + "' or writes to it");
}

} // namespace tenon
