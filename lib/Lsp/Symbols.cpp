//===- Symbols.cpp - What the names of a text stand for -------------------===//

#include "tenon/Lsp/Symbols.h"

#include "llvm/ADT/STLExtras.h"

#include <functional>

using namespace llvm;

namespace tenon::lsp {

StringRef symbolKindName(SymbolKind kind) {
  static constexpr const char *Names[] = {
      "constant",  "range",    "set",           "parameter", "variable", "process",   "local process",
      "composite", "property", "progress test", "menu",      "fluent",   "assertion", "imported process",
      "component", "variable", "function",      "channel",   "action"};
  return Names[static_cast<size_t>(kind)];
}

void SymbolTable::sort() {
  std::less<const char *> before;
  auto key = [](const Occurrence &use) { return use.range.Start.getPointer(); };
  stable_sort(uses, [&](const Occurrence &a, const Occurrence &b) { return before(key(a), key(b)); });
  // One name may be looked at twice, as the start of a process and as its definition.
  uses.erase(
      std::unique(uses.begin(), uses.end(), [&](const Occurrence &a, const Occurrence &b) { return key(a) == key(b); }),
      uses.end());
}

const Occurrence *SymbolTable::find(SMLoc place) const {
  std::less_equal<const char *> notAfter;
  const char *wanted = place.getPointer();
  auto next =
      partition_point(uses, [&](const Occurrence &use) { return notAfter(use.range.Start.getPointer(), wanted); });
  if (next == uses.begin())
    return nullptr;
  const Occurrence &use = *std::prev(next);
  return notAfter(wanted, use.range.End.getPointer()) ? &use : nullptr;
}

std::vector<Occurrence> SymbolTable::occurrencesOf(SymbolId symbol) const {
  std::vector<Occurrence> found;
  copy_if(uses, std::back_inserter(found), [&](const Occurrence &use) { return use.symbol == symbol; });
  return found;
}

std::optional<SymbolId> SymbolTable::findGlobal(StringRef name) const {
  for (SymbolId i = 0; i < all.size(); ++i)
    if (!all[i].parent && all[i].name == name && all[i].definition.isValid())
      return i;
  return std::nullopt;
}

} // namespace tenon::lsp
