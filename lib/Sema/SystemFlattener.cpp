//===- SystemFlattener.cpp - Composites with components to lists of leaves ===//

#include "SystemFlattener.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <map>

using namespace llvm;

namespace tenon {

/// A system may have this many components and processes, and composites may contain each other this deep.
static constexpr size_t MaxLeaves = 10000, MaxDepth = 1000;

std::string sourceName(StringRef label) {
  std::string text;
  for (bool first = true; first || !label.empty(); first = false) {
    auto [part, rest] = label.split('.');
    bool isNumber = !part.empty() && all_of(part, [](char c) { return isDigit(c) || c == '-'; });
    if (isNumber)
      text += ("[" + part + "]").str();
    else
      text += ((first ? "" : ".") + part).str();
    label = rest;
  }
  return text;
}

bool SystemFlattener::run(const CompositeModel &definition) {
  system.name = definition.name.text.str();
  system.range = definition.name.range;
  if (!composite(definition, {}))
    return false;
  nameLeaves();
  return true;
}

void SystemFlattener::run(const ComponentModel &component) {
  system.name = component.name;
  system.range = component.range;
  SystemLeaf &leaf = addLeaf(component.range);
  leaf.component = &component;
  leaf.kind = DefinitionKind::Component;
  leaf.definition = component.declaredName;
  nameLeaves();
}

void SystemFlattener::runDefault() {
  const Model &model = *analyzer.model;
  system.name = "DEFAULT";
  for (const DefinitionRef &definition : model.definitions) {
    SystemLeaf &leaf = addLeaf(SMRange());
    leaf.kind = definition.kind;
    leaf.definition = model.definitionName(definition).str();
    leaf.operand = operandCount++;
    if (definition.kind == DefinitionKind::Component) {
      leaf.component = &model.components[definition.index];
      leaf.range = leaf.component->range;
    }
  }
  nameLeaves();
}

SystemLeaf &SystemFlattener::addLeaf(SMRange range) {
  SystemLeaf &leaf = system.leaves.emplace_back();
  leaf.range = range;
  leaf.operand = operandCount == 0 ? 0 : operandCount - 1;
  return leaf;
}

/// Names that a property can write, where there is just one leaf for it.
void SystemFlattener::nameLeaves() {
  std::map<std::string, unsigned> prefixes, full;
  auto own = [](const SystemLeaf &leaf) { return leaf.component ? leaf.component->declaredName : leaf.definition; };
  auto both = [&](const SystemLeaf &leaf) {
    return leaf.prefix.empty() ? own(leaf) : sourceName(leaf.prefix) + "." + own(leaf);
  };
  for (const SystemLeaf &leaf : system.leaves) {
    ++prefixes[leaf.prefix];
    ++full[both(leaf)];
  }
  std::map<std::string, unsigned> used;
  for (SystemLeaf &leaf : system.leaves) {
    bool short_ = !leaf.prefix.empty() && prefixes[leaf.prefix] == 1;
    leaf.name = short_ ? sourceName(leaf.prefix) : both(leaf);
    if (!short_ && full[leaf.name] > 1) {
      unsigned number = ++used[leaf.name];
      if (number > 1)
        leaf.name += "#" + std::to_string(number);
    }
  }
}

std::string SystemModel::variableName(const VariableRef &variable) const {
  const SystemLeaf &leaf = leaves[variable.component];
  return leaf.name + "." + leaf.component->variables[variable.variable].name;
}

//===----------------------------------------------------------------------===//
// Composites
//===----------------------------------------------------------------------===//

bool SystemFlattener::composite(const CompositeModel &definition, ArrayRef<Value> arguments) {
  if (depth > MaxDepth) {
    analyzer.diagnostics.error(definition.name.range, "'" + definition.name.text + "' contains itself without end")
        .note("a recursive composite must end through an 'if' on a parameter");
    return false;
  }
  const ModifierSet &m = definition.modifiers;
  StringRef modifier = m.minimal         ? "minimal"
                       : m.deterministic ? "deterministic"
                       : m.compose       ? "compose"
                       : m.property      ? "property"
                                         : "";
  if (!modifier.empty() || definition.prioritySet) {
    analyzer.diagnostics.error(definition.name.range,
                               definition.prioritySet
                                   ? Twine("a composition of components with data cannot give priorities")
                                   : "a composition of components with data cannot be '" + modifier + "'");
    return false;
  }
  Environment env(std::max<size_t>(definition.slotCount, definition.parameters.size()));
  for (size_t i = 0; i < definition.parameters.size(); ++i)
    env[i] = arguments.empty() ? definition.parameters[i].defaultValue : arguments[i];
  ++depth;
  size_t first = system.leaves.size();
  bool good = body(*definition.body, env) && hide(definition, env, first);
  --depth;
  return good;
}

bool SystemFlattener::hide(const CompositeModel &definition, const Environment &env, size_t first) {
  if (!definition.hiding)
    return true;
  LabelOperation operation;
  operation.kind = definition.hiding->expose ? LabelOperation::Kind::Expose : LabelOperation::Kind::Hide;
  if (!analyzer.evaluator.expandSet(*definition.hiding->set, env, operation.labels))
    return false;
  operation.scope = ++hidingCount;
  apply(first, operation);
  return true;
}

void SystemFlattener::apply(size_t first, const LabelOperation &operation) {
  for (size_t i = first; i < system.leaves.size(); ++i)
    system.leaves[i].operations.push_back(operation);
}

bool SystemFlattener::body(const CompositeBodyModel &content, Environment &env) {
  switch (content.kind) {
  case CompositeBodyModel::Kind::If:
    for (const CompositeBodyModel::Branch &branch : content.branches) {
      std::optional<bool> condition = analyzer.evaluator.evaluateCondition(*branch.condition, env);
      if (!condition)
        return false;
      if (*condition)
        return body(*branch.body, env);
    }
    return !content.otherwise || body(*content.otherwise, env);
  case CompositeBodyModel::Kind::Forall:
    return analyzer.evaluator.forEachIndex(content.indices, env,
                                           [&](ArrayRef<Value>) { return body(*content.body, env); });
  case CompositeBodyModel::Kind::Parallel:
  case CompositeBodyModel::Kind::Instance:
    return decorated(content, env);
  }
  llvm_unreachable("all kinds of composite body are covered");
}

/// Inside out: one copy for each prefix, then sharing, then relabelling.
bool SystemFlattener::decorated(const CompositeBodyModel &content, Environment &env) {
  size_t first = system.leaves.size();
  const LabelTable &labels = *analyzer.model->labels;
  if (content.prefix) {
    bool good = analyzer.evaluator.expand(*content.prefix, env, [&](LabelId label) {
      size_t begin = system.leaves.size();
      if (!operands(content, env))
        return false;
      LabelOperation operation;
      operation.labels.push_back(label);
      apply(begin, operation);
      for (size_t i = begin; i < system.leaves.size(); ++i) {
        std::string &prefix = system.leaves[i].prefix;
        prefix = labels.text(label).str() + (prefix.empty() ? "" : "." + prefix);
      }
      return true;
    });
    if (!good)
      return false;
  } else if (!operands(content, env)) {
    return false;
  }
  if (content.share) {
    LabelOperation operation;
    operation.kind = LabelOperation::Kind::Share;
    if (!analyzer.evaluator.expandAll(*content.share, env, operation.labels))
      return false;
    apply(first, operation);
  }
  if (!content.relabels.empty()) {
    LabelOperation operation;
    operation.kind = LabelOperation::Kind::Relabel;
    if (!analyzer.evaluator.expandRelabels(content.relabels, env, operation.oldToNew))
      return false;
    apply(first, operation);
  }
  return true;
}

bool SystemFlattener::operands(const CompositeBodyModel &content, Environment &env) {
  if (content.kind == CompositeBodyModel::Kind::Instance)
    return reference(content, env);
  return all_of(content.operands, [&](const CompositeBodyModel *operand) { return body(*operand, env); });
}

bool SystemFlattener::reference(const CompositeBodyModel &content, const Environment &env) {
  SmallVector<Value, 4> arguments;
  for (const Expression *argument : content.arguments) {
    std::optional<Value> value = analyzer.evaluator.evaluate(*argument, env);
    if (!value)
      return false;
    arguments.push_back(*value);
  }
  if (system.leaves.size() >= MaxLeaves) {
    analyzer.diagnostics.error(system.range, "'" + system.name + "' has more than " + Twine(MaxLeaves) + " components");
    return false;
  }
  if (depth == 1)
    ++operandCount;
  if (content.target == DefinitionKind::Composite && analyzer.hasComponents(content.name.text))
    return composite(*analyzer.model->findComposite(content.name.text), arguments);
  const ComponentModel *component = nullptr;
  if (content.target == DefinitionKind::Component) {
    component = analyzer.componentInstance(content.name, arguments);
    if (!component)
      return false;
  }
  SystemLeaf &leaf = addLeaf(content.name.range);
  leaf.component = component;
  leaf.kind = content.target;
  leaf.definition = content.name.text.str();
  leaf.arguments.assign(arguments.begin(), arguments.end());
  return true;
}

//===----------------------------------------------------------------------===//
// Channels
//===----------------------------------------------------------------------===//

std::vector<LabelId> labelsInSystem(LabelId label, const SystemLeaf &leaf, LabelTable &labels) {
  std::vector<LabelId> current{label};
  for (const LabelOperation &operation : leaf.operations) {
    std::vector<LabelId> next;
    for (LabelId old : current) {
      std::string text = labels.text(old).str();
      auto covers = [&](LabelId prefix) { return isLabelPrefix(labels.text(prefix), text); };
      switch (operation.kind) {
      case LabelOperation::Kind::Prefix:
      case LabelOperation::Kind::Share:
        for (LabelId prefix : operation.labels)
          next.push_back(labels.intern(labels.text(prefix).str() + "." + text));
        break;
      case LabelOperation::Kind::Hide:
        if (none_of(operation.labels, covers))
          next.push_back(old);
        break;
      case LabelOperation::Kind::Expose:
        if (any_of(operation.labels, covers))
          next.push_back(old);
        break;
      case LabelOperation::Kind::Relabel: {
        // The longest prefix decides.
        size_t longest = 0;
        for (const auto &[from, to] : operation.oldToNew)
          if (covers(from))
            longest = std::max(longest, labels.text(from).size());
        bool changed = false;
        for (const auto &[from, to] : operation.oldToNew)
          if (covers(from) && labels.text(from).size() == longest) {
            next.push_back(labels.intern(labels.text(to).str() + text.substr(longest)));
            changed = true;
          }
        if (!changed)
          next.push_back(old);
        break;
      }
      }
    }
    current = std::move(next);
  }
  return current;
}

namespace {
/// One channel of a system: who uses it, and how.
struct ChannelUse {
  const ChannelModel *declared = nullptr;
  std::vector<const SystemLeaf *> readers, writers;
};
} // namespace

void checkChannels(const SystemModel &system, const Model &model, DiagnosticEngine &diagnostics) {
  std::map<LabelId, ChannelUse> uses;
  bool onlyComponents = true;
  for (const SystemLeaf &leaf : system.leaves) {
    if (!leaf.component) {
      onlyComponents = false;
      continue;
    }
    auto add = [&](uint32_t number, bool reads) {
      const ChannelModel &channel = model.channels[number];
      for (LabelId label : labelsInSystem(channel.label, leaf, *model.labels)) {
        ChannelUse &use = uses[label];
        if (use.declared && !(use.declared->type.valueType() == channel.type.valueType()))
          diagnostics
              .error(system.range, "in '" + system.name + "' the channels '" + use.declared->name + "' and '" +
                                       channel.name + "' become one, and their types differ")
              .note(use.declared->range, "this one carries values of type " + toString(use.declared->type))
              .note(channel.range, "and this one of type " + toString(channel.type));
        use.declared = &channel;
        (reads ? use.readers : use.writers).push_back(&leaf);
      }
    };
    for (uint32_t number : leaf.component->reads)
      add(number, true);
    for (uint32_t number : leaf.component->writes)
      add(number, false);
  }
  if (!onlyComponents)
    return; // A process may be at the other end.
  for (const auto &[label, use] : uses) {
    if (!use.readers.empty() && !use.writers.empty())
      continue;
    const auto &all = use.readers.empty() ? use.writers : use.readers;
    if (all.size() < 2)
      continue;
    StringRef verb = use.readers.empty() ? "write to" : "read from";
    diagnostics
        .warning(use.declared->range, "in '" + system.name + "' channel '" + sourceName(model.labels->text(label)) +
                                          "' can never be used: " + all[0]->name + " and " + all[1]->name + " both " +
                                          verb + " it, and nobody " +
                                          (use.readers.empty() ? "reads from it" : "writes to it"))
        .note(all[0]->range, "'" + all[0]->name + "' is composed here");
  }
}

} // namespace tenon
