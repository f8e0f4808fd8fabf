//===- Analyzer.h - The state of one semantic analysis --------------------===//
//
// One class, four files: names and definitions (Sema.cpp), expressions and labels
// (ResolveLabels.cpp), processes and composites (ResolveProcesses.cpp), properties over
// traces and goals (ResolveProperties.cpp).
//
//===----------------------------------------------------------------------===//

#ifndef TENON_LIB_SEMA_ANALYZER_H
#define TENON_LIB_SEMA_ANALYZER_H

#include "Scope.h"

#include "tenon/Sema/Sema.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringSet.h"

namespace tenon {

class Analyzer {
public:
  Analyzer(const SemaOptions &options, DiagnosticEngine &diagnostics)
      : options(options), diagnostics(diagnostics), model(std::make_unique<Model>()),
        evaluator(*model->labels, diagnostics, options.language) {}

  std::unique_ptr<Model> run(llvm::ArrayRef<const ast::SourceFile *> files);

private:
  /// A constant, range or set. It is visible to definitions of a higher order only.
  struct Entry {
    llvm::SMRange range;
    size_t order = 0;
    bool valid = false; ///< Evaluated without problems.
    Value constant;
    int32_t low = 0, high = 0;
    llvm::ArrayRef<LabelId> labels;
  };
  using Table = llvm::StringMap<Entry>;

  // Sema.cpp
  void collect(const ast::Definition &definition);
  void declareUnique(llvm::StringMap<llvm::SMRange> &table, const ast::Identifier &name, llvm::StringRef what);
  void define(const ast::Definition &definition);
  void defineConst(const ast::ConstDefinition &definition);
  void defineRange(const ast::RangeDefinition &definition);
  void defineSet(const ast::SetDefinition &definition);
  void defineImport(const ast::ImportDefinition &definition);
  void defineMenu(const ast::MenuDefinition &definition);
  void checkOverrides();
  std::optional<Value> overrideValue(llvm::StringRef name, llvm::SMRange where);
  std::vector<ParameterModel> resolveParameters(llvm::ArrayRef<ast::Parameter> parameters);
  const Entry *lookup(const Table &table, llvm::StringRef name) const;
  Name nameOf(const ast::Identifier &identifier);
  /// ", did you mean 'X'?" for the nearest of the candidates, or nothing.
  static std::string suggestion(llvm::StringRef name, llvm::ArrayRef<llvm::StringRef> candidates);

  // ResolveLabels.cpp
  const Expression *resolve(const ast::Expr &expr);
  const Expression *resolveName(const ast::NameExpr &expr);
  const Expression *constantExpression(const Value &value, llvm::SMRange range);
  IndexPattern resolve(const ast::IndexSpec &index);
  void resolveNamedIndex(const ast::NameExpr &name, bool isBinding, IndexPattern &pattern);
  llvm::ArrayRef<IndexPattern> resolveIndices(llvm::ArrayRef<ast::IndexSpec> indices);
  Slot declareVariable(const ast::Identifier &variable);
  const LabelPattern *resolve(const ast::LabelElement &label);
  const SetPattern *resolve(const ast::LabelSet &set);
  llvm::ArrayRef<const RelabelPattern *> resolve(llvm::ArrayRef<const ast::RelabelClause *> clauses);
  std::optional<HidingPattern> resolve(const std::optional<ast::HidingClause> &hiding);
  enum class UpperUse { Value, Values }; ///< A number or label, or what a variable ranges over.
  void reportUndefinedUpper(llvm::StringRef name, llvm::SMRange range, UpperUse use);
  bool hasNoVariables() const { return !whyNoVariables.empty(); }
  void reportUndefinedVariable(llvm::StringRef name, llvm::SMRange range);

  // ResolveProcesses.cpp
  void defineProcess(const ast::ProcessDefinition &definition);
  void declareLocals(const ast::ProcessDefinition &definition, ProcessModel &process);
  const BodyModel *resolve(const ast::ProcessBody &body, const ProcessModel &process);
  const BodyModel *resolveReference(const ast::ReferenceBody &body, const ProcessModel &process);
  void resolveTarget(const ast::ReferenceBody &body, const ProcessModel &process, BodyModel &reference);
  const AlternativeModel *resolve(const ast::Alternative &alternative, const ProcessModel &process);
  void defineComposite(const ast::CompositeDefinition &definition);
  const CompositeBodyModel *resolve(const ast::CompositeBody &body);
  void resolveDecoration(const ast::Decoration &decoration, CompositeBodyModel &body);
  bool resolveInstance(const ast::CompositeInstance &instance, CompositeBodyModel &body);
  llvm::ArrayRef<const Expression *> resolveArguments(const ast::Identifier &name,
                                                      llvm::ArrayRef<const ast::Expr *> arguments,
                                                      size_t parameterCount, llvm::SMRange declaration);

  // ResolveProperties.cpp
  void defineProgress(const ast::ProgressDefinition &definition);
  void defineFluent(const ast::FluentDefinition &definition);
  void defineFormula(const ast::FormulaDefinition &definition);
  const FormulaDeclaration *declarationOf(const ast::FormulaDefinition &definition);
  const FormulaPattern *resolve(const ast::FormulaNode &formula);
  const FormulaPattern *resolveFormulaName(const ast::NameFormula &formula);
  void defineGoal(const ast::GoalDefinition &definition);
  bool checkSystemName(const ast::Identifier &name);
  bool checkPropertyName(const ast::Identifier &name);
  bool forEachInstance(const ast::Identifier &name, llvm::ArrayRef<ast::IndexSpec> indices,
                       llvm::function_ref<bool(llvm::StringRef instance)> each);
  bool expandLabels(const ast::LabelElement &label, llvm::StringRef note, std::vector<LabelId> &labels);

  const SemaOptions &options;
  DiagnosticEngine &diagnostics;
  std::unique_ptr<Model> model;
  Evaluator evaluator;

  Table constants, ranges, sets;
  llvm::StringMap<llvm::SMRange> progressNames, menuNames;
  llvm::StringMap<const ast::ProcessDefinition *> processes;
  llvm::StringMap<const ast::ImportDefinition *> imports;
  llvm::StringMap<const ast::CompositeDefinition *> composites;
  llvm::StringMap<const ast::FluentDefinition *> fluents;
  llvm::StringMap<const ast::FormulaDefinition *> formulas;
  llvm::DenseMap<const ast::FormulaDefinition *, size_t> formulaOrders;
  llvm::DenseMap<const ast::FormulaDefinition *, const FormulaDeclaration *> declarations; ///< Resolved so far.
  llvm::StringSet<> usedOverrides;

  size_t order = 0; ///< Of the definition at work.
  Scope scope;
  Environment environment;               ///< Values of the scope's variables where they are known (formulas).
  llvm::StringRef whyNoVariables;        ///< A note, where no variable can be used: in a `set` definition.
  llvm::StringMap<uint32_t> localGroups; ///< Of the process at work, by name.
};

} // namespace tenon

#endif // TENON_LIB_SEMA_ANALYZER_H
