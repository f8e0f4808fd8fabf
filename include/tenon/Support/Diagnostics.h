//===- tenon/Support/Diagnostics.h - Errors, warnings and notes -----------===//
//
// Diagnostics are values: they are collected while a stage runs, sorted by
// position when the stage ends, and printed by a separate function. So one run
// reports several errors, and output is the same whatever order they were found in.
//
//===----------------------------------------------------------------------===//

#ifndef TENON_SUPPORT_DIAGNOSTICS_H
#define TENON_SUPPORT_DIAGNOSTICS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/SMLoc.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

#include <deque>
#include <string>
#include <vector>

namespace tenon {

enum class Severity { Error, Warning, Note };

/// One remark about a place in a source file.
///
/// `range` is half open and may be invalid (default constructed), in which case only the message is printed.
struct Diagnostic {
  Severity severity = Severity::Error;
  llvm::SMRange range;
  std::string message;
  /// Places that explain the remark, printed after it: an earlier definition, a parameter's declaration, what to do.
  std::vector<Diagnostic> notes;

  /// Adds a note that points at `where`; returns *this so that notes can be chained.
  Diagnostic &note(llvm::SMRange where, const llvm::Twine &text);
  /// Adds a note without a position.
  Diagnostic &note(const llvm::Twine &text);
};

/// Collects diagnostics about the buffers of one llvm::SourceMgr.
class DiagnosticEngine {
public:
  explicit DiagnosticEngine(const llvm::SourceMgr &sources) : sources(sources) {}

  /// Reports an error. The result may be used to add notes and is valid until the engine is destroyed or cleared.
  /// The same message at the same place is kept once (evaluation visits one expression for many index values).
  Diagnostic &error(llvm::SMRange where, const llvm::Twine &message);
  Diagnostic &error(llvm::SMLoc where, const llvm::Twine &message) {
    return error(llvm::SMRange(where, where), message);
  }
  Diagnostic &warning(llvm::SMRange where, const llvm::Twine &message);

  /// Takes back what was reported since all() had `mark` members.
  std::vector<Diagnostic> takeSince(size_t mark);
  /// Reports again what was taken back.
  void add(const Diagnostic &diagnostic);

  unsigned errorCount() const { return errors; }
  bool hasErrors() const { return errors != 0; }
  const std::deque<Diagnostic> &all() const { return diagnostics; }

  /// Prints all diagnostics, sorted by file, position and severity, each as `file:line:col: error: …`, the source
  /// line (cut to a window around the caret if it is long) and a caret under the range. After `maxErrors` errors
  /// one line says how many more there are.
  void print(llvm::raw_ostream &os, unsigned maxErrors = 20) const;

  const llvm::SourceMgr &sourceManager() const { return sources; }

private:
  Diagnostic &add(Severity severity, llvm::SMRange where, const llvm::Twine &message);

  const llvm::SourceMgr &sources;
  std::deque<Diagnostic> diagnostics;
  llvm::StringSet<> seen;
  Diagnostic repeated;
  unsigned errors = 0;
};

} // namespace tenon

#endif // TENON_SUPPORT_DIAGNOSTICS_H
