//===- tenon/Sema/Frontend.h - Files to a model ---------------------------===//

#ifndef TENON_SEMA_FRONTEND_H
#define TENON_SEMA_FRONTEND_H

#include "tenon/Sema/Sema.h"
#include "tenon/Support/Diagnostics.h"
#include "tenon/Support/InputFormat.h"
#include "tenon/Syntax/Ast.h"

#include "llvm/Support/SourceMgr.h"

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tenon {

/// Owns everything that one run of the front end makes: buffers, AST, diagnostics, model.
class Frontend {
public:
  Frontend() : diagnostics(sources) {}
  Frontend(const Frontend &) = delete;
  Frontend &operator=(const Frontend &) = delete;

  /// Reads and parses a file (`-` is standard input) and what it includes, each once, included files first. The format
  /// is that of inputFormatOf(): a transition system becomes a process of the name processNameFor(), with a number if
  /// an earlier definition has it; a benchmark is translated, and the last of files() is the source that results. An
  /// included file that cannot be read is a warning at the `include`, as LTSA reads on without it; a file of the
  /// command line that cannot be read is an error. False if errors were reported.
  bool parse(llvm::StringRef path);
  /// Parses a source text that is in memory already. `name` may be that of a file, from which `include` and `import`
  /// start.
  bool parseText(llvm::StringRef text, llvm::StringRef name);
  /// Asked before a file that is included or imported is read: the text to take instead, if there is one.
  std::function<std::optional<std::string>(llvm::StringRef path)> overlay;
  /// Analyzes all files parsed so far as one model; null if errors were reported (or if there is nothing to analyze).
  const Model *analyze(SemaOptions options);

  /// What the last file parsed was; of a benchmark, the last of files() is what it was translated into.
  InputFormat format() const { return lastFormat; }
  const std::deque<ast::SourceFile> &files() const { return parsed; }
  const llvm::SourceMgr &sourceManager() const { return sources; }
  /// What was reported about the translation of a benchmark is moved to the place in the benchmark, with a note that
  /// points at the translation.
  DiagnosticEngine &diagnosticEngine();
  const Model *model() const { return analyzed.get(); }

private:
  bool parseBuffer(std::unique_ptr<llvm::MemoryBuffer> buffer);
  llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> read(llvm::StringRef path) const;
  bool parseSourceBuffer(std::unique_ptr<llvm::MemoryBuffer> buffer);
  void addAutomaton(unsigned id);
  llvm::SMRange originOf(llvm::SMLoc place) const;
  void addImports();
  void include(const ast::IncludeDefinition &definition, unsigned includerId);

  llvm::SourceMgr sources;
  DiagnosticEngine diagnostics;
  ast::AstContext context;
  std::deque<ast::SourceFile> parsed;
  InputFormat lastFormat = InputFormat::Source;
  std::vector<std::string> visited;
  std::map<std::string, unsigned> automata; ///< The buffers of files that are transition systems, by absolute path.
  /// By the buffers of translations: where their parts come from, as BenchmarkTranslation has it.
  std::vector<std::pair<unsigned, std::vector<std::pair<size_t, llvm::SMRange>>>> origins;
  std::unique_ptr<Model> analyzed;
};

} // namespace tenon

#endif // TENON_SEMA_FRONTEND_H
