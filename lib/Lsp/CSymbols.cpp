//===- CSymbols.cpp - What the names of a C program stand for -------------===//

#include "tenon/Lsp/Symbols.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"

using namespace llvm;

namespace tenon::lsp {

/// Scopes are blocks; functions and global variables are known from where they stand.
class CSymbolCollector {
public:
  SymbolTable run(const std::deque<ast::CFile> &files) {
    for (const ast::CFile &file : files)
      for (const ast::CExternal &item : file.items) {
        if (item.function)
          visit(*item.function);
        if (item.declaration)
          visit(*item.declaration);
        for (const ast::CConstant &constant : item.constants) {
          visit(constant.value);
          bind(SymbolKind::Constant, constant.name, constant.name.source.range);
        }
      }
    table.sort();
    return std::move(table);
  }

private:
  void use(const SourceSpan &source, SymbolId symbol, bool isDefinition = false) {
    if (source.isInMacro())
      table.all[symbol].isInMacro = true;
    else if (source.range.isValid())
      table.uses.push_back({source.range, symbol, isDefinition});
  }
  SymbolId bind(SymbolKind kind, const ast::CName &name, SMRange extent) {
    auto symbol = static_cast<SymbolId>(table.all.size());
    table.all.push_back({kind, name.name, name.source.range, extent, owner, false});
    use(name.source, symbol, /*isDefinition=*/true);
    scope.push_back({name.name, symbol});
    return symbol;
  }
  /// A name that is declared again in the outermost scope is the same.
  SymbolId bindGlobal(SymbolKind kind, const ast::CName &name, SMRange extent) {
    for (const auto &[known, symbol] : scope)
      if (known == name.name && table.all[symbol].kind == kind) {
        use(name.source, symbol, /*isDefinition=*/true);
        return symbol;
      }
    return bind(kind, name, extent);
  }
  void use(StringRef name, const SourceSpan &source) {
    for (const auto &[known, symbol] : reverse(scope))
      if (known == name)
        return use(source, symbol);
  }

  void visit(const ast::CFunction &function) {
    SymbolId symbol = bindGlobal(SymbolKind::Function, function.name, function.range);
    if (function.body)
      table.all[symbol].extent = function.range;
    size_t mark = scope.size();
    owner = symbol;
    for (const ast::CDeclarator &parameter : function.parameters)
      if (!parameter.name.name.empty())
        bind(SymbolKind::DataVariable, parameter.name, rangeOf(parameter));
    visit(function.body);
    owner.reset();
    scope.resize(mark);
  }
  static SMRange rangeOf(const ast::CDeclarator &item) {
    SMLoc start = item.type.range.isValid() ? item.type.range.Start : item.name.source.range.Start;
    return {start, item.name.source.range.End};
  }
  void visit(const ast::CDeclaration &declaration) {
    for (const ast::CDeclarator &item : declaration.items) {
      visit(item.size);
      visit(item.initial);
      if (owner)
        bind(SymbolKind::DataVariable, item.name, declaration.range);
      else
        bindGlobal(SymbolKind::DataVariable, item.name, declaration.range);
    }
  }
  void visit(const ast::CInitializer *initializer) {
    if (!initializer)
      return;
    visit(initializer->value);
    for (const ast::CInitializer *item : initializer->items)
      visit(item);
  }
  void visit(const ast::CStmt *statement) {
    if (!statement)
      return;
    size_t mark = scope.size();
    visit(statement->declaration);
    visit(statement->initial);
    visit(statement->expr);
    visit(statement->step);
    visit(statement->first);
    visit(statement->second);
    for (const ast::CStmt *item : statement->items)
      visit(item);
    if (statement->kind != ast::CStmt::Kind::Declare)
      scope.resize(mark);
  }
  void visit(const ast::CExpr *expr) {
    if (!expr)
      return;
    if (expr->kind == ast::CExpr::Kind::Name || expr->kind == ast::CExpr::Kind::Call)
      use(expr->name, expr->mark);
    for (const ast::CExpr *operand : expr->operands)
      visit(operand);
  }

  SymbolTable table;
  std::vector<std::pair<StringRef, SymbolId>> scope;
  std::optional<SymbolId> owner;
};

SymbolTable collectSymbols(const std::deque<ast::CFile> &files) {
  return CSymbolCollector().run(files);
}

} // namespace tenon::lsp
