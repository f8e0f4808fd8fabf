//===- tenon/Lsp/Symbols.h - What the names of a text stand for -----------===//
//
// Definitions and uses of all names, found in the syntax alone, so that they are there while a model is being written
// and has errors. Scopes are those of the analysis (Sema).
//
// An action has no definition in FSP: its symbol stands for a part of labels, wherever that is written (`put` in
// `left.put`). Labels are rows of such parts, so that changing one everywhere leaves a model as it is. A channel is the
// symbol of its action.
//
//===----------------------------------------------------------------------===//

#ifndef TENON_LSP_SYMBOLS_H
#define TENON_LSP_SYMBOLS_H

#include "tenon/Syntax/Ast.h"
#include "tenon/Syntax/AstC.h"

#include <deque>
#include <optional>
#include <vector>

namespace tenon::lsp {

enum class SymbolKind {
  Constant,
  Range,
  Set,
  Parameter,
  Variable, ///< Of an index: `[i:0..3]`.
  Process,
  LocalProcess,
  Composite,
  Property, ///< Also an observer.
  Progress,
  Menu, ///< Also an animation.
  Fluent,
  Assertion, ///< Also a constraint.
  Import,
  Component,
  DataVariable,
  Function,
  Channel,
  Action,
};

/// What a kind is called, in lower case.
llvm::StringRef symbolKindName(SymbolKind kind);

using SymbolId = uint32_t;

struct Symbol {
  SymbolKind kind = SymbolKind::Action;
  llvm::StringRef name;
  llvm::SMRange definition;       ///< Its name where it is defined; invalid for actions.
  llvm::SMRange extent;           ///< All of the definition or declaration.
  std::optional<SymbolId> parent; ///< The definition within which it can be used; none: everywhere.
  bool isInMacro = false;         ///< C: some use comes out of a macro.
};

struct Occurrence {
  llvm::SMRange range;
  SymbolId symbol = 0;
  bool isDefinition = false;
};

/// The symbols of some files. Strings and ranges point into their texts.
class SymbolTable {
public:
  llvm::ArrayRef<Symbol> symbols() const { return all; }
  /// In the order of their places within a file, file by file.
  llvm::ArrayRef<Occurrence> occurrences() const { return uses; }
  const Symbol &operator[](SymbolId id) const { return all[id]; }
  /// What is written there: a name, or the end of one.
  const Occurrence *find(llvm::SMLoc place) const;
  std::vector<Occurrence> occurrencesOf(SymbolId symbol) const;
  /// A definition that is in no other.
  std::optional<SymbolId> findGlobal(llvm::StringRef name) const;

private:
  friend class SymbolCollector;
  friend class CSymbolCollector;
  void sort();

  std::vector<Symbol> all;
  std::vector<Occurrence> uses;
};

/// The files of a model, included ones first. Nearly linear. Definitions with syntax errors are not in it.
SymbolTable collectSymbols(const std::deque<ast::SourceFile> &files);

/// The same for a C program.
SymbolTable collectSymbols(const std::deque<ast::CFile> &files);

} // namespace tenon::lsp

#endif // TENON_LSP_SYMBOLS_H
