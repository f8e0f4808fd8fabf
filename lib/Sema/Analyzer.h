//===- Analyzer.h - The state of one semantic analysis --------------------===//
//
// One class, six files: names and definitions (Sema.cpp), expressions and labels
// (ResolveLabels.cpp), processes and composites (ResolveProcesses.cpp), properties over
// traces (ResolveProperties.cpp), channels, components and observers
// (ResolveComponents.cpp), goals (ResolveGoals.cpp). Elaborators of components, observers and systems work on it.
//
//===----------------------------------------------------------------------===//

#ifndef TENON_LIB_SEMA_ANALYZER_H
#define TENON_LIB_SEMA_ANALYZER_H

#include "DataSyntax.h"
#include "Scope.h"

#include "tenon/Sema/Sema.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringSet.h"

namespace tenon {

class DataTyper;

class Analyzer {
  friend class AutomatonElaborator;
  friend class ComponentElaborator;
  friend class ObserverElaborator;
  friend class SystemFlattener;

public:
  Analyzer(const SemaOptions &options, DiagnosticEngine &diagnostics)
      : options(options), diagnostics(diagnostics), model(std::make_unique<Model>()),
        evaluator(*model->labels, diagnostics, options.language) {}

  std::unique_ptr<Model> run(llvm::ArrayRef<const ast::SourceFile *> files);
  /// ", did you mean 'X'?" for the nearest of the candidates, or nothing.
  static std::string suggestion(llvm::StringRef name, llvm::ArrayRef<llvm::StringRef> candidates);

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
  void copyValues(NamedValues &values) const;
  std::optional<Value> overrideValue(llvm::StringRef name, llvm::SMRange where);
  std::vector<ParameterModel> resolveParameters(llvm::ArrayRef<ast::Parameter> parameters);
  const Entry *lookup(const Table &table, llvm::StringRef name) const;
  Name nameOf(const ast::Identifier &identifier);

  // ResolveLabels.cpp
  const Expression *resolve(const ast::Expr &expr);
  const Expression *refuseData(const ast::Expr &expr, llvm::StringRef what, llvm::SMRange where = {});
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
  bool forEachInstance(const ast::Identifier &name, llvm::ArrayRef<ast::IndexSpec> indices,
                       llvm::function_ref<bool(llvm::StringRef instance)> each);
  bool expandLabels(const ast::LabelElement &label, llvm::StringRef note, std::vector<LabelId> &labels);

  // ResolveComponents.cpp
  void elaborateData(llvm::ArrayRef<const ast::Definition *> definitions);
  void defineChannel(const ast::ChannelDefinition &definition);
  void defineComponent(const ast::ComponentDefinition &definition);
  void elaborate(const ast::ComponentDefinition &definition, llvm::ArrayRef<Value> arguments, ComponentModel &result);
  const ComponentModel *componentInstance(const Name &name, llvm::ArrayRef<Value> arguments);
  void elaborateObserver(const ast::ProcessDefinition &definition);
  void flattenSystems();
  void warnUnusedChannels();
  bool hasComponents(llvm::StringRef composite);
  bool hasComponents(const CompositeBodyModel &body);
  std::optional<DataType> resolveType(const ast::TypeName &type, DataTyper &typer);
  std::optional<DataType> resolveRange(const ast::TypeName &type, DataTyper &typer);
  std::optional<DataType> resolveNamedType(const ast::TypeName &type);
  std::optional<uint32_t> arraySize(const ast::Expr &size, DataTyper &typer);
  /// The value of a constant, parameter or index variable; null with `found` if it is no number.
  DataExprRef constantNamed(const ast::Identifier &name, bool &found);
  static bool isObserver(const ast::ProcessDefinition &definition) {
    return definition.modifiers.observer || (definition.modifiers.property && hasData(definition));
  }
  bool isDefinedProcess(llvm::StringRef name, llvm::SMRange &where) const;

  // ResolveGoals.cpp
  void defineGoal(const ast::GoalDefinition &definition);
  bool checkSystemName(const ast::Identifier &name);
  bool checkPropertyName(const ast::Identifier &name);
  bool bindGoal(const ast::GoalDefinition &definition, Goal &goal);
  bool checkObserverLabels(const BoundObserver &observer, const SystemModel &system, llvm::SMRange goal);

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
  llvm::StringMap<const ast::ComponentDefinition *> componentDefinitions;
  llvm::StringMap<const ast::ProcessDefinition *> observerDefinitions;
  llvm::DenseMap<LabelId, uint32_t> channelNumbers;       ///< Into Model::channels.
  llvm::DenseMap<const ast::Definition *, size_t> orders; ///< Of channels, components and observers.
  llvm::StringMap<bool> compositeHasComponents;
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
