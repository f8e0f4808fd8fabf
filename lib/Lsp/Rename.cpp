//===- Rename.cpp - Other names for the same ------------------------------===//
//
// A new name is tried: the changed text must have the same names in the same places stand for the same things, and no
// error that it did not have.
//
//===----------------------------------------------------------------------===//

#include "Tasks.h"

#include "tenon/Syntax/Tokens.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <map>

using namespace llvm;

namespace tenon::lsp {

/// What is wrong with the name itself; empty if nothing is.
static std::string problemWith(StringRef name, const Symbol &symbol, bool isC) {
  if (isC) {
    bool isName =
        !name.empty() && !isDigit(name.front()) && all_of(name, [](char c) { return isAlnum(c) || c == '_'; });
    if (!isName)
      return ("'" + name + "' is not a name").str();
    return is_contained(reservedCWords(), name) ? ("'" + name + "' is a keyword").str() : "";
  }
  if (is_contained(reservedWords(), name))
    return ("'" + name + "' is a keyword").str();
  if (name == "STOP" || name == "END" || name == "ERROR" || name == "tau")
    return ("'" + name + "' is predefined").str();
  std::vector<TextToken> tokens = tokenize(name);
  bool isName =
      tokens.size() == 1 && tokens.front().text.size() == name.size() &&
      (tokens.front().kind == TextToken::Kind::UpperName || tokens.front().kind == TextToken::Kind::LowerName);
  if (!isName)
    return ("'" + name + "' is not a name").str();
  bool wasUpper = symbol.name.front() >= 'A' && symbol.name.front() <= 'Z';
  bool isUpper = tokens.front().kind == TextToken::Kind::UpperName;
  if (wasUpper != isUpper)
    return ("'" + name + "': names of this kind (" + symbolKindName(symbol.kind) + ") begin with " +
            (wasUpper ? "an upper-case letter" : "a lower-case letter or `_`"))
        .str();
  return "";
}

/// The buffers that a name occurs in, with the name changed.
static std::map<unsigned, std::string> changedTexts(const Snapshot &snapshot, ArrayRef<Occurrence> uses,
                                                    StringRef newName) {
  std::map<unsigned, std::string> texts;
  const SourceMgr &sources = snapshot.parsed.sources();
  for (const Occurrence &use : reverse(uses)) {
    unsigned buffer = sources.FindBufferContainingLoc(use.range.Start);
    const MemoryBuffer &memory = *sources.getMemoryBuffer(buffer);
    std::string &text = texts.try_emplace(buffer, memory.getBuffer().str()).first->second;
    auto offset = static_cast<size_t>(use.range.Start.getPointer() - memory.getBufferStart());
    text.replace(offset, static_cast<size_t>(use.range.End.getPointer() - use.range.Start.getPointer()), newName.str());
  }
  return texts;
}

/// By file and place: buffers may lie in memory in any order.
static std::vector<Occurrence> orderedUses(const ParsedText &parsed) {
  std::vector<std::pair<unsigned, Occurrence>> uses;
  for (const Occurrence &use : parsed.symbols.occurrences())
    uses.emplace_back(parsed.sources().FindBufferContainingLoc(use.range.Start), use);
  stable_sort(uses, [](const auto &a, const auto &b) { return a.first < b.first; });
  std::vector<Occurrence> ordered;
  ordered.reserve(uses.size());
  for (const auto &[buffer, use] : uses)
    ordered.push_back(use);
  return ordered;
}

/// A place where the new name is confused with another; empty if it is not.
static std::string collision(const ParsedText &original, const ParsedText &changed, StringRef newName) {
  const SymbolTable &before = original.symbols, &after = changed.symbols;
  std::vector<Occurrence> first = orderedUses(original), second = orderedUses(changed);
  std::map<SymbolId, SymbolId> forward, backward;
  bool isSame = first.size() == second.size();
  for (size_t i = 0; isSame && i < first.size(); ++i) {
    const Occurrence &a = first[i], &b = second[i];
    isSame = forward.try_emplace(a.symbol, b.symbol).first->second == b.symbol &&
             backward.try_emplace(b.symbol, a.symbol).first->second == a.symbol &&
             before[a.symbol].kind == after[b.symbol].kind && a.isDefinition == b.isDefinition;
  }
  return isSame ? "" : ("'" + newName + "' is taken: the two would be confused").str();
}

static unsigned errorsOf(const Snapshot &snapshot) {
  analyzeTask(snapshot, /*lower=*/false);
  return snapshot.parsed.diagnostics().errorCount();
}

json::Value renameTask(const Snapshot &snapshot, const Occurrence &occurrence, StringRef newName,
                       const Overlay &overlay) {
  auto refused = [](const Twine &why) { return json::Object{{"refused", jsonText(why.str())}}; };
  const SymbolTable &table = snapshot.parsed.symbols;
  const Symbol &symbol = table[occurrence.symbol];
  if (std::string problem = problemWith(newName, symbol, snapshot.parsed.isC()); !problem.empty())
    return refused(problem);
  if (symbol.isInMacro)
    return refused("'" + symbol.name + "' is used by a macro");
  if (snapshot.parsed.diagnostics().hasErrors())
    return refused("the text has syntax errors, where the name may stand unseen");
  std::vector<Occurrence> uses = table.occurrencesOf(occurrence.symbol);
  std::map<unsigned, std::string> texts = changedTexts(snapshot, uses, newName);
  const SourceMgr &sources = snapshot.parsed.sources();
  std::map<std::string, std::string> byPath;
  for (auto &[buffer, text] : texts)
    byPath[sources.getMemoryBuffer(buffer)->getBufferIdentifier().str()] = text;
  auto main = texts.find(sources.getMainFileID());
  ParsedText changed(main == texts.end() ? snapshot.parsed.text() : StringRef(main->second), snapshot.document.path,
                     snapshot.parsed.isC(), [&](StringRef path) -> std::optional<std::string> {
                       auto text = byPath.find(path.str());
                       return text != byPath.end() ? text->second : overlay(path);
                     });
  if (!changed.diagnostics().hasErrors())
    if (std::string problem = collision(snapshot.parsed, changed, newName); !problem.empty())
      return refused(problem);
  Snapshot after{snapshot.document, changed, snapshot.locator, snapshot.options, snapshot.encoding};
  unsigned errors = errorsOf(snapshot);
  if (errorsOf(after) > errors) {
    for (const Diagnostic &diagnostic : changed.diagnostics().all())
      if (diagnostic.severity == Severity::Error)
        return refused("with the name '" + newName + "' the text has an error: " + diagnostic.message);
  }
  std::map<std::string, json::Array> edits;
  for (const Occurrence &use : uses)
    edits[snapshot.locator.uri(use.range.Start)].push_back(
        json::Object{{"range", snapshot.locator.range(use.range)}, {"newText", jsonText(newName)}});
  json::Object changes;
  for (auto &[uri, list] : edits)
    changes[uri] = std::move(list);
  return json::Object{{"edit", json::Object{{"changes", std::move(changes)}}}};
}

} // namespace tenon::lsp
