//===- Names.cpp - Definitions, references, the outline -------------------===//

#include "Features.h"

#include "tenon/Syntax/Printer.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <set>

using namespace llvm;

namespace tenon::lsp {

static StringRef textOf(SMRange range) {
  return range.isValid() ? StringRef(range.Start.getPointer(),
                                     static_cast<size_t>(range.End.getPointer() - range.Start.getPointer()))
                         : StringRef();
}

std::string summaryOf(const Symbol &symbol) {
  constexpr size_t Longest = 120;
  StringRef rest = textOf(symbol.extent);
  std::string line;
  while (!rest.empty() && line.size() <= Longest) {
    StringRef word;
    std::tie(word, rest) = getToken(rest);
    if (!line.empty() && !word.empty())
      line += ' ';
    line += word;
    rest = rest.ltrim();
  }
  if (line.size() > Longest) {
    line.resize(Longest);
    while (!json::isUTF8(line))
      line.pop_back();
    line += " …";
  }
  return line;
}

//===----------------------------------------------------------------------===//
// Definitions and references
//===----------------------------------------------------------------------===//

json::Value definitionsOf(const Snapshot &snapshot, SymbolId id) {
  const SymbolTable &table = snapshot.parsed.symbols;
  std::vector<Occurrence> uses = table.occurrencesOf(id);
  json::Array places;
  if (table[id].kind == SymbolKind::Channel) {
    places.push_back(snapshot.locator.location(table[id].definition));
  } else if (table[id].kind == SymbolKind::Action) {
    std::set<const char *> seen;
    for (const Occurrence &use : uses)
      for (const Symbol &symbol : table.symbols()) {
        bool acts = symbol.kind == SymbolKind::Process || symbol.kind == SymbolKind::Component;
        const char *at = use.range.Start.getPointer(), *begin = symbol.extent.Start.getPointer();
        if (acts && begin <= at && at < symbol.extent.End.getPointer() && seen.insert(begin).second)
          places.push_back(snapshot.locator.location(use.range));
      }
    if (places.empty())
      places.push_back(snapshot.locator.location(uses.front().range));
  } else {
    for (const Occurrence &use : uses)
      if (use.isDefinition)
        places.push_back(snapshot.locator.location(use.range));
  }
  return places;
}

json::Value referencesTo(const Snapshot &snapshot, SymbolId symbol, bool withDefinitions) {
  json::Array places;
  for (const Occurrence &use : snapshot.parsed.symbols.occurrencesOf(symbol))
    if (withDefinitions || !use.isDefinition)
      places.push_back(snapshot.locator.location(use.range));
  return places;
}

json::Value highlightsOf(const Snapshot &snapshot, SymbolId symbol) {
  json::Array places;
  for (const Occurrence &use : snapshot.parsed.symbols.occurrencesOf(symbol))
    if (snapshot.parsed.isMain(use.range.Start))
      places.push_back(json::Object{{"range", snapshot.locator.range(use.range)}, {"kind", use.isDefinition ? 3 : 2}});
  return places;
}

std::optional<std::string> formatted(const ParsedText &parsed) {
  if (!parsed.model || parsed.model->diagnosticEngine().hasErrors())
    return std::nullopt;
  std::string text;
  raw_string_ostream os(text);
  printSource(parsed.model->files().back(), parsed.sources(), os);
  return text;
}

//===----------------------------------------------------------------------===//
// The outline
//===----------------------------------------------------------------------===//

/// The protocol's SymbolKind.
static int64_t outlineKind(SymbolKind kind) {
  switch (kind) {
  case SymbolKind::Constant:
    return 14;
  case SymbolKind::Range:
    return 10; // Enum
  case SymbolKind::Set:
    return 18; // Array
  case SymbolKind::Parameter:
    return 26; // TypeParameter
  case SymbolKind::Variable:
  case SymbolKind::DataVariable:
    return 13;
  case SymbolKind::Process:
  case SymbolKind::Component:
    return 5; // Class
  case SymbolKind::LocalProcess:
    return 22; // EnumMember: a state
  case SymbolKind::Composite:
    return 2; // Module
  case SymbolKind::Property:
  case SymbolKind::Assertion:
  case SymbolKind::Progress:
    return 11; // Interface
  case SymbolKind::Menu:
  case SymbolKind::Import:
    return 1; // File
  case SymbolKind::Fluent:
    return 17; // Boolean
  case SymbolKind::Function:
    return 12;
  case SymbolKind::Channel:
  case SymbolKind::Action:
    return 24; // Event
  }
  llvm_unreachable("all kinds are covered");
}

static json::Object outlineEntry(const Snapshot &snapshot, StringRef name, StringRef detail, int64_t kind,
                                 SMRange whole, SMRange selection) {
  auto notAfter = std::less_equal<const char *>();
  bool isWithin = notAfter(whole.Start.getPointer(), selection.Start.getPointer()) &&
                  notAfter(selection.End.getPointer(), whole.End.getPointer());
  return json::Object{{"name", jsonText(name)},
                      {"detail", jsonText(detail)},
                      {"kind", kind},
                      {"range", snapshot.locator.range(whole)},
                      {"selectionRange", snapshot.locator.range(isWithin ? selection : whole)}};
}

json::Value outlineOf(const Snapshot &snapshot) {
  const SymbolTable &table = snapshot.parsed.symbols;
  // In the order of their places; the children of each behind it.
  std::map<SymbolId, json::Array> children;
  std::vector<std::pair<const char *, json::Object>> entries;
  std::map<size_t, SymbolId> owners;
  for (SymbolId id = 0; id < table.symbols().size(); ++id) {
    const Symbol &symbol = table[id];
    if (!symbol.definition.isValid() || !snapshot.parsed.isMain(symbol.definition.Start) ||
        symbol.kind == SymbolKind::Variable)
      continue;
    json::Object entry = outlineEntry(snapshot, symbol.name, symbolKindName(symbol.kind), outlineKind(symbol.kind),
                                      symbol.extent, symbol.definition);
    if (symbol.parent) {
      children[*symbol.parent].push_back(std::move(entry));
    } else {
      owners[entries.size()] = id;
      entries.emplace_back(symbol.definition.Start.getPointer(), std::move(entry));
    }
  }
  for (auto &[index, id] : owners)
    if (auto found = children.find(id); found != children.end())
      entries[index].second["children"] = std::move(found->second);
  for (const Question &question : questionsOf(snapshot.parsed))
    if (isa<ast::GoalDefinition>(snapshot.parsed.definitions()[question.number]))
      entries.emplace_back(question.range.Start.getPointer(),
                           outlineEntry(snapshot, question.text, "goal", 7, question.range, question.range));
  stable_sort(entries, [](const auto &a, const auto &b) { return a.first < b.first; });
  json::Array result;
  for (auto &entry : entries)
    result.push_back(std::move(entry.second));
  return result;
}

//===----------------------------------------------------------------------===//
// Goals
//===----------------------------------------------------------------------===//

static void collectParts(const ast::CompositeBody *body, std::set<StringRef> &parts) {
  if (!body)
    return;
  if (const auto *conditional = dyn_cast<ast::CompositeIf>(body)) {
    for (const ast::CompositeIf::Branch &branch : conditional->branches)
      collectParts(branch.body, parts);
    collectParts(conditional->otherwise, parts);
  } else if (const auto *forall = dyn_cast<ast::CompositeForall>(body)) {
    collectParts(forall->body, parts);
  } else if (const auto *parallel = dyn_cast<ast::CompositeParallel>(body)) {
    for (const ast::CompositeBody *operand : parallel->operands)
      collectParts(operand, parts);
  } else {
    parts.insert(cast<ast::CompositeInstance>(body)->name.name);
  }
}

static std::string goalText(const ast::GoalDefinition &goal) {
  StringRef text = textOf(goal.range);
  std::string line;
  while (!text.empty()) {
    StringRef word;
    std::tie(word, text) = getToken(text);
    line += (line.empty() || word.empty() ? "" : " ") + word.str();
    text = text.ltrim();
  }
  return StringRef(line).rtrim("; ").str();
}

std::vector<Question> questionsOf(const ParsedText &parsed) {
  ArrayRef<const ast::Definition *> definitions = parsed.definitions();
  std::vector<Question> questions;
  for (GoalNumber i = 0; i < definitions.size(); ++i)
    if (const auto *goal = dyn_cast<ast::GoalDefinition>(definitions[i])) {
      bool canRepair = goal->goal != ast::GoalDefinition::GoalKind::Interface;
      questions.push_back({i, goal->range, canRepair, goalText(*goal)});
    }
  if (!questions.empty())
    return questions;
  std::set<StringRef> parts;
  for (const ast::Definition *definition : definitions)
    if (const auto *composite = dyn_cast<ast::CompositeDefinition>(definition))
      collectParts(composite->body, parts);
  for (GoalNumber i = 0; i < definitions.size(); ++i)
    if (const auto *composite = dyn_cast<ast::CompositeDefinition>(definitions[i]);
        composite && !parts.contains(composite->name.name))
      questions.push_back({i, composite->range, false, "default checks of " + composite->name.name.str()});
  return questions;
}

} // namespace tenon::lsp
