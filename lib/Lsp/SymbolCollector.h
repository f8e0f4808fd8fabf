//===- SymbolCollector.h - A walk over a model for its names --------------===//

#ifndef TENON_LIB_LSP_SYMBOLCOLLECTOR_H
#define TENON_LIB_LSP_SYMBOLCOLLECTOR_H

#include "tenon/Lsp/Symbols.h"

#include "llvm/ADT/StringMap.h"

#include <map>

namespace tenon::lsp {

/// Two files: definitions, labels and expressions (SymbolCollector.cpp), components (ComponentSymbols.cpp).
class SymbolCollector {
public:
  SymbolTable run(const std::deque<ast::SourceFile> &files);

private:
  using Names = llvm::StringMap<SymbolId>;

  SymbolId define(Names &names, SymbolKind kind, const ast::Identifier &name, llvm::SMRange extent);
  void use(const ast::Identifier &name, SymbolId symbol, bool isDefinition = false);
  bool useFirst(const ast::Identifier &name, std::initializer_list<const Names *> tables);
  SymbolId action(llvm::StringRef name);
  void useAction(llvm::StringRef name, llvm::SMRange range);

  // First all that may be used before it is defined.
  void declare(const ast::Definition &definition);
  void declareComponent(const ast::ComponentDefinition &definition);
  void declareVariables(SymbolId component, llvm::ArrayRef<const ast::Statement *> items);
  void declareVariables(SymbolId owner, const ast::Declaration &declaration);
  void declareChannels(const ast::ChannelDefinition &definition);
  void noteInstances(const ast::CompositeBody *body, llvm::ArrayRef<llvm::StringRef> prefixes);

  // Variables in scope.
  class Region {
  public:
    explicit Region(SymbolCollector &collector) : collector(collector), mark(collector.scope.size()) {}
    ~Region() { collector.scope.resize(mark); }
    Region(const Region &) = delete;
    Region &operator=(const Region &) = delete;

  private:
    SymbolCollector &collector;
    size_t mark;
  };
  struct Scoped {
    llvm::StringRef name;
    SymbolId symbol;
  };
  void bind(SymbolKind kind, const ast::Identifier &name, llvm::SMRange extent);
  const SymbolId *inScope(llvm::StringRef name) const;

  // Then everything.
  void visit(const ast::Definition &definition);
  void visitProcess(const ast::ProcessDefinition &definition);
  void visitComposite(const ast::CompositeDefinition &definition);
  void visitFormulaDefinition(const ast::FormulaDefinition &definition);
  void visitGoal(const ast::GoalDefinition &definition);
  void visitComponent(const ast::ComponentDefinition &definition);
  void parameters(llvm::ArrayRef<ast::Parameter> items);
  void locals(SymbolId owner, llvm::ArrayRef<ast::LocalProcess> items);
  void visit(const ast::ProcessBody *body);
  void visit(const ast::Action &action);
  void visit(const ast::CompositeBody *body);
  void decoration(const ast::Decoration &decoration);
  void visit(const ast::FormulaNode *formula);
  void visit(const ast::Expr *expr);
  void expressions(llvm::ArrayRef<const ast::Expr *> items);
  void path(const ast::PathExpr &path);
  void visit(const ast::LabelElement *label);
  /// A variable or an element of one, in the place of a label.
  void place(const ast::LabelElement *label);
  void visit(const ast::LabelSet *set);
  void visit(const ast::IndexSpec &index);
  void indices(llvm::ArrayRef<ast::IndexSpec> items);
  void visit(llvm::ArrayRef<const ast::RelabelClause *> clauses);
  void name(const ast::NameExpr &expr, bool isIndex);

  // Components.
  void visit(const ast::Statement *statement);
  void visitLoop(const ast::LoopStatement &loop);
  void visitFunction(const ast::FunctionStatement &function);
  void visit(const ast::SimpleStatement &step);
  void visit(const ast::TypeName &type);
  void declaration(const ast::Declaration &declaration);
  std::optional<SymbolId> variableOf(SymbolId component, llvm::StringRef name) const;

  SymbolTable table;
  Names constants, ranges, sets, processes, composites, formulas, fluents, progress, menus, actions;
  Names localNames; ///< Of the process at work.
  std::optional<SymbolId> owner;
  std::vector<Scoped> scope;
  /// Of each component: its variables, those of its functions as `f.x`, and its functions.
  std::map<SymbolId, Names> members;
  llvm::StringMap<std::vector<SymbolId>> instances; ///< Components by the first part of a prefix.
};

} // namespace tenon::lsp

#endif // TENON_LIB_LSP_SYMBOLCOLLECTOR_H
