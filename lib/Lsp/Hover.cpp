//===- Hover.cpp - What a name stands for, in words -----------------------===//

#include "Features.h"

#include "tenon/Emit/LabelSets.h"
#include "tenon/Lower/Lower.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"

#include <set>

using namespace llvm;

namespace tenon::lsp {

static std::string counted(uint64_t count, StringRef noun) {
  return std::to_string(count) + " " + noun.str() + (count == 1 ? "" : "s");
}

/// Long sets are cut.
static std::string shortened(std::string text) {
  constexpr size_t Longest = 600;
  if (text.size() <= Longest)
    return text;
  text.resize(Longest);
  while (!json::isUTF8(text))
    text.pop_back();
  return text + " …";
}

static std::string alphabetText(const std::vector<std::string> &labels) {
  return "Alphabet, " + counted(labels.size(), "label") + ": `" + shortened(compactSet(labels)) + "`";
}

static std::vector<std::string> labelsOf(const Alphabet &alphabet) {
  std::vector<std::string> labels;
  for (Action action = 1; action <= alphabet.size(); ++action)
    labels.push_back(alphabet.text(action).str());
  return labels;
}

/// In an editor there is no option to raise it.
static std::string whyNot(const Lowering &lowering, double seconds) {
  std::string text;
  switch (lowering.limit()) {
  case Budget::Limit::Time:
    raw_string_ostream(text) << "that takes longer than " << format("%g", seconds) << " s";
    return text;
  case Budget::Limit::Memory:
    return "that takes too much memory";
  default:
    return lowering.describeLimit();
  }
}

/// States, transitions and alphabet, as far as the budget goes.
static std::string sizesOf(const Snapshot &snapshot, const Model &model, const DefinitionRef &definition) {
  Budget budget;
  budget.setTimeout(snapshot.options.lookSeconds);
  budget.setMaxMemory(snapshot.options.maxMemory);
  DiagnosticEngine ignored(snapshot.parsed.sources());
  Lowering lowering(model, ignored, budget, snapshot.options.language);
  if (snapshot.options.maxStates)
    lowering.setMaxStates(snapshot.options.maxStates);
  std::optional<Network> network = lowering.network(definition);
  LtsRef lts = network ? lowering.lts(definition) : nullptr;
  if (lts) {
    std::string text = counted(lts->stateCount(), "state") + ", " + counted(lts->transitionCount(), "transition");
    if (size_t errors = lts->errorTransitionCount())
      text += ", " + std::to_string(errors) + " of them to ERROR";
    if (size_t deadlocks = lts->deadlockCount())
      text += ", " + counted(deadlocks, "dead end");
    return text + "\n\n" + alphabetText(labelsOf(lts->alphabet()));
  }
  if (ignored.hasErrors())
    return "No transition system: " + ignored.all().front().message;
  std::string reason = "Too large to be composed by the way: " + whyNot(lowering, snapshot.options.lookSeconds) + ".";
  if (!network)
    return reason;
  std::vector<LabelId> labels;
  std::string text = reason + "\n\n" + counted(network->components.size(), "component") + ":";
  for (const Component &component : network->components) {
    append_range(labels, component.lts->alphabet().labels());
    if (text.size() < 400)
      text += " `" + component.name + "` (" + counted(component.lts->stateCount(), "state") + ")";
  }
  return text + "\n\n" + alphabetText(labelsOf(Alphabet(network->table, labels)));
}

static std::string dataOf(const Model &model, StringRef name) {
  const ComponentModel *component = model.findComponent(name);
  if (!component)
    return "";
  auto channels = [&](const std::vector<uint32_t> &numbers) {
    std::string text;
    for (uint32_t number : numbers)
      text += (text.empty() ? "`" : ", `") + model.channels[number].name + "`";
    return text;
  };
  std::string text;
  if (!component->reads.empty())
    text += "Reads from " + channels(component->reads) + ". ";
  if (!component->writes.empty())
    text += "Writes to " + channels(component->writes) + ". ";
  return text.empty() ? "" : text + "\n\n";
}

static std::optional<DefinitionRef> definitionRef(const Model &model, const Symbol &symbol) {
  for (const DefinitionRef &definition : model.definitions)
    if (model.definitionName(definition) == symbol.name &&
        (definition.kind == DefinitionKind::Composite) ==
            (symbol.kind == SymbolKind::Composite ||
             (symbol.kind == SymbolKind::Property && !model.findProcess(symbol.name))))
      return definition;
  return std::nullopt;
}

/// Which processes and components do an action, which properties mention it.
static std::string usersOf(const SymbolTable &table, SymbolId action) {
  std::vector<std::string> doing, watching;
  for (const Occurrence &use : table.occurrencesOf(action))
    for (const Symbol &symbol : table.symbols()) {
      const char *at = use.range.Start.getPointer();
      if (symbol.parent || symbol.extent.Start.getPointer() > at || at >= symbol.extent.End.getPointer())
        continue;
      bool isPart = symbol.kind == SymbolKind::Process || symbol.kind == SymbolKind::Component;
      bool isWatcher = symbol.kind == SymbolKind::Property || symbol.kind == SymbolKind::Fluent ||
                       symbol.kind == SymbolKind::Assertion || symbol.kind == SymbolKind::Progress;
      std::string name = "`" + symbol.name.str() + "`";
      if (isPart && !is_contained(doing, name))
        doing.push_back(name);
      if (isWatcher && !is_contained(watching, name))
        watching.push_back(name);
    }
  std::string text;
  if (!doing.empty())
    text += "In " + join(doing, ", ") + ".";
  if (!watching.empty())
    text += (text.empty() ? "" : " ") + std::string("Watched by ") + join(watching, ", ") + ".";
  return text;
}

static std::string valueOf(const Symbol &symbol, const NamedValues &values) {
  if (symbol.kind == SymbolKind::Constant)
    if (auto value = values.constants.find(symbol.name); value != values.constants.end())
      return "= " + value->second;
  if (symbol.kind == SymbolKind::Range)
    if (auto value = values.ranges.find(symbol.name); value != values.ranges.end())
      return "= " + std::to_string(value->second.first) + ".." + std::to_string(value->second.second);
  if (symbol.kind == SymbolKind::Set)
    if (auto value = values.sets.find(symbol.name); value != values.sets.end())
      return counted(value->second.size(), "label") + ": `" + shortened("{" + join(value->second, ", ") + "}") + "`";
  return "";
}

json::Value hoverTask(const Snapshot &snapshot, const Occurrence &occurrence) {
  const SymbolTable &table = snapshot.parsed.symbols;
  const Symbol &symbol = table[occurrence.symbol];
  std::string text = "**" + symbolKindName(symbol.kind).str() + "** `" + symbol.name.str() + "`";
  if (std::string summary = summaryOf(symbol); !summary.empty())
    text += "\n\n```" + std::string(snapshot.parsed.isC() ? "c" : "fsp") + "\n" + summary + "\n```";
  std::string more;
  NamedValues values;
  const Model *model = snapshot.model(&values);
  switch (symbol.kind) {
  case SymbolKind::Constant:
  case SymbolKind::Range:
  case SymbolKind::Set:
    more = valueOf(symbol, values);
    break;
  case SymbolKind::Action:
  case SymbolKind::Channel:
    more = usersOf(table, occurrence.symbol);
    break;
  case SymbolKind::Process:
  case SymbolKind::Composite:
  case SymbolKind::Property:
  case SymbolKind::Component:
  case SymbolKind::Import:
    if (!model && snapshot.parsed.diagnostics().hasErrors()) {
      more = "Sizes are known when the model has no errors.";
    } else if (model) {
      more = dataOf(*model, symbol.name);
      if (std::optional<DefinitionRef> definition = definitionRef(*model, symbol))
        more += sizesOf(snapshot, *model, *definition);
    }
    break;
  default:
    break;
  }
  if (!more.empty())
    text += "\n\n" + more;
  return json::Object{{"contents", json::Object{{"kind", "markdown"}, {"value", jsonText(text)}}},
                      {"range", snapshot.locator.range(occurrence.range)}};
}

} // namespace tenon::lsp
