//===- tenon/Sema/CFrontend.h - C files to a sequential program -----------===//

#ifndef TENON_SEMA_CFRONTEND_H
#define TENON_SEMA_CFRONTEND_H

#include "tenon/Sema/SequentialProgram.h"
#include "tenon/Support/Diagnostics.h"
#include "tenon/Syntax/AstC.h"

#include "llvm/Support/SourceMgr.h"

#include <deque>
#include <memory>

namespace tenon {

/// Owns everything that one run of the front end makes of C files (docs/c-subset.md), which are one program together.
class CFrontend {
public:
  /// `macros`: values for macros, instead of those in the files.
  explicit CFrontend(std::map<std::string, std::string> macros = {})
      : diagnostics(sources), macros(std::move(macros)) {}
  CFrontend(const CFrontend &) = delete;
  CFrontend &operator=(const CFrontend &) = delete;

  /// Reads and parses a file (`-` is standard input). False if errors were reported.
  bool parse(llvm::StringRef path);
  /// Parses a text that is in memory already.
  bool parseText(llvm::StringRef text, llvm::StringRef name);
  /// Checks all files parsed so far; null if errors were reported. What the parser has reported does not hide other
  /// mistakes; a syntax error leaves those constructs that are outside the subset.
  const seq::Program *analyze(bool isMath);

  const std::deque<ast::CFile> &files() const { return parsed; }
  const llvm::SourceMgr &sourceManager() const { return sources; }
  DiagnosticEngine &diagnosticEngine() { return diagnostics; }
  /// After analyze(); mutants are added to it.
  seq::Program &program() { return *analyzed; }

private:
  bool parseBuffer(std::unique_ptr<llvm::MemoryBuffer> buffer);

  llvm::SourceMgr sources;
  DiagnosticEngine diagnostics;
  std::map<std::string, std::string> macros;
  ast::AstContext context;
  std::deque<ast::CFile> parsed;
  std::unique_ptr<seq::Program> analyzed;
};

} // namespace tenon

#endif // TENON_SEMA_CFRONTEND_H
