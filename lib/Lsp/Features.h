//===- Features.h - What is answered from the syntax alone ----------------===//
//
// Each is linear in the text, and quick.
//
//===----------------------------------------------------------------------===//

#ifndef TENON_LIB_LSP_FEATURES_H
#define TENON_LIB_LSP_FEATURES_H

#include "Tasks.h"

namespace tenon::lsp {

/// Where the name is defined. For an action, which no place defines: the channel's declaration, or the first place in
/// each process that does it.
llvm::json::Value definitionsOf(const Snapshot &snapshot, SymbolId symbol);
llvm::json::Value referencesTo(const Snapshot &snapshot, SymbolId symbol, bool withDefinitions);
/// In the text itself.
llvm::json::Value highlightsOf(const Snapshot &snapshot, SymbolId symbol);

/// Definitions with what they define within themselves.
llvm::json::Value outlineOf(const Snapshot &snapshot);

/// A definition whose verdict a code lens asks for: a goal, or, in a text without goals, a composite that no other
/// uses.
struct Question {
  GoalNumber number = 0;
  llvm::SMRange range;
  bool canRepair = false;
  std::string text; ///< `check S satisfies P`
};
std::vector<Question> questionsOf(const ParsedText &parsed);

/// Names known when the text had no errors, for completion while it has.
struct KnownName {
  std::string name, parent, detail;
  SymbolKind kind = SymbolKind::Action;
};
std::vector<KnownName> namesOf(const ParsedText &parsed);

/// `known`: those of an earlier state of the text, too.
llvm::json::Value completionsAt(const Document &document, const ParsedText &parsed, size_t offset,
                                llvm::ArrayRef<KnownName> known);

/// The text of a definition or declaration on one line, cut where it is long.
std::string summaryOf(const Symbol &symbol);

/// In the standard layout; nullopt if the text has syntax errors or is in C.
std::optional<std::string> formatted(const ParsedText &parsed);

} // namespace tenon::lsp

#endif // TENON_LIB_LSP_FEATURES_H
