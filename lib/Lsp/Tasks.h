//===- Tasks.h - What workers do ------------------------------------------===//
//
// Each runs in a process of its own (Support/Worker.h), on a copy of the document, and answers with JSON. A model is
// analyzed at most once there: its diagnostics are added to those of the parse.
//
//===----------------------------------------------------------------------===//

#ifndef TENON_LIB_LSP_TASKS_H
#define TENON_LIB_LSP_TASKS_H

#include "Document.h"

#include "tenon/Lsp/Server.h"
#include "tenon/Support/Budget.h"

namespace tenon::lsp {

/// A document at one time.
struct Snapshot {
  const Document &document;
  ParsedText &parsed;
  const Locator &locator;
  const ServerOptions &options;
  PositionEncoding encoding;

  SemaOptions sema() const;
  /// The model, analyzed; null if it has errors, and for C.
  const Model *model(NamedValues *values = nullptr) const;
};

/// The diagnostics so far, in the order of their places. Those of included files stand at the `include`.
llvm::json::Array diagnosticsOf(const Snapshot &snapshot);

/// `[diagnostic, …]`: those of the analysis; with `lower`, of the definitions lowered too.
llvm::json::Value analyzeTask(const Snapshot &snapshot, bool lower);

/// A hover, or null.
llvm::json::Value hoverTask(const Snapshot &snapshot, const Occurrence &occurrence);

/// `{"edit": a WorkspaceEdit}` or `{"refused": a sentence}`.
llvm::json::Value renameTask(const Snapshot &snapshot, const Occurrence &occurrence, llvm::StringRef newName,
                             const Overlay &overlay);

/// What a goal is called in the commands of code lenses: the number of its definition among the text's.
using GoalNumber = size_t;

/// `{"results": [{"goal", "range", "kind", "system", "property", "verdict", "wanted", "title", "text"}, …],
/// "diagnostics": [diagnostic, …]}`: of one goal, or as `tenon check` answers for the file. A result that is not as
/// wanted has a `diagnostic` of its own; violated by a run, its `trace`. The diagnostics are those of the text.
llvm::json::Value checkTask(const Snapshot &snapshot, std::optional<GoalNumber> goal);

/// `{"title", "text", "fixes": [{"title", "edits": [TextEdit, …]}, …]}` for a goal, or for a C program.
llvm::json::Value repairTask(const Snapshot &snapshot, std::optional<GoalNumber> goal);

/// Edits that make the text another, line by line.
llvm::json::Array editsBetween(const Snapshot &snapshot, llvm::StringRef after);

} // namespace tenon::lsp

#endif // TENON_LIB_LSP_TASKS_H
