//===- ComponentElaborator.h - One component with its parameters' values --===//

#ifndef TENON_LIB_SEMA_COMPONENTELABORATOR_H
#define TENON_LIB_SEMA_COMPONENTELABORATOR_H

#include "AutomatonElaborator.h"
#include "DataTyper.h"

#include "llvm/ADT/DenseMap.h"

namespace tenon {

/// The parameters are in the analyzer's scope, their values in its environment.
class ComponentElaborator final : public AutomatonElaborator, public DataNames {
public:
  ComponentElaborator(Analyzer &analyzer, const ast::ComponentDefinition &definition, ComponentModel &result)
      : AutomatonElaborator(analyzer, definition.name), definition(definition), component(result),
        diagnostics(analyzer.diagnostics), typer(*this, analyzer.diagnostics, analyzer.options.meanings) {}

  void run();
  /// Whether a variable of the component has this name.
  bool hasVariable(llvm::StringRef name) const { return findSymbol(name) != nullptr; }

  // DataNames
  DataExprRef name(const ast::Identifier &name) override;
  DataExprRef path(const ast::PathExpr &path, DataTyper &typer) override;
  DataExprRef call(const ast::CallExpr &call, DataTyper &typer) override;
  const DataType &declaredType(const VariableRef &variable) const override {
    return component.variables[variable.variable].type;
  }

private:
  /// A name in scope: a variable or, while a function is evaluated to an expression, a value.
  struct Symbol {
    llvm::StringRef name;
    llvm::SMRange range;
    uint32_t variable = 0;
    DataExprRef value; ///< Null for a variable.
    DataType type;     ///< Of a value.
    bool isValue = false;
    bool isBroken = false; ///< Its declaration has an error; what is said of it is not.
  };
  /// Restores what is in scope when it ends.
  class Block {
  public:
    explicit Block(ComponentElaborator &owner) : owner(owner), mark(owner.symbols.size()) {}
    ~Block() { owner.symbols.resize(mark); }
    Block(const Block &) = delete;
    Block &operator=(const Block &) = delete;

  private:
    ComponentElaborator &owner;
    size_t mark;
  };
  /// What `break`, `continue` and `return` refer to.
  struct Loop {
    bool left = false; ///< There is a `break`.
  };
  struct Call {
    const ast::FunctionStatement *function;
    const DataTarget *result; ///< What takes the value; null if it is dropped.
    bool returned = false;
  };
  /// A statement, and whether what stands behind it can be reached through it.
  struct Flow {
    StatementRef statement;
    bool completes = true;
  };

  // ComponentElaborator.cpp: declarations, names, actions.
  const Symbol *findSymbol(llvm::StringRef name) const;
  bool declareSymbol(const Symbol &symbol);
  /// No type: the declaration has an error.
  uint32_t addVariable(const void *declaration, const ast::Identifier &name, const std::optional<DataType> &type,
                       bool isLocal);
  std::optional<DataType> declaredType(const ast::Declaration &declaration, const ast::Declarator &item);
  void declareGlobal(const ast::Declaration &declaration);
  std::optional<std::vector<ScalarValue>> initialValues(const ast::Declarator &item, const DataType &type);
  std::optional<ScalarValue> initialValue(const ast::Expr &e, const DataType &type, llvm::StringRef name);
  std::string freshName(llvm::StringRef name) const;
  void declareFunctions();
  void finishAlphabet();
  /// `type`: of the values that it should hold, if that is known.
  void reportUnknownName(llvm::StringRef name, llvm::SMRange range, llvm::StringRef what,
                         const DataType *type = nullptr);
  void refuseOthers(const ast::LabelElement &label);
  /// What is changed; `wanted`: of what type it has to be, if that is known before.
  std::optional<DataTarget> place(const ast::LabelElement &label, const DataType *wanted = nullptr);
  DataType typeOfPlace(const DataTarget &target) const;
  std::string nameOfPlace(const DataTarget &target) const;
  std::optional<uint32_t> channel(LabelId label, llvm::SMRange range);
  bool read(uint32_t channel, const ast::LabelElement &where, DataAction &action);
  bool write(uint32_t channel, const ast::Expr &value, DataAction &action);
  void warnOutside(const DataExprRef &value, const DataType &type);

  // AutomatonElaborator
  bool isConstraint(const ast::Expr &e) override;
  size_t constraint(const ast::Expr &e) override;
  bool checkLabel(LabelId label, const ast::LabelElement &element) override;
  bool communicate(LabelId label, const ast::Action &action, DataAction &result) override;
  bool assign(const ast::Action &action, DataAction &result) override;
  bool isData(const ast::Expr &e) override;
  void takeStates();

  // ComponentStatements.cpp
  Flow block(llvm::ArrayRef<const ast::Statement *> items, llvm::SMRange range, bool isOutermost = false);
  Flow statement(const ast::Statement &statement);
  Flow declare(const ast::Declaration &declaration);
  Flow conditional(const ast::IfStatement &statement);
  Flow loop(const ast::LoopStatement &statement);
  Flow select(const ast::SelectStatement &statement);
  Flow jump(const ast::JumpStatement &statement);
  Flow returns(const ast::ReturnStatement &statement);
  Flow claim(const ast::ClaimStatement &statement);
  Flow simple(const ast::SimpleStatement &step, llvm::SMRange range);
  Flow plainLabel(const ast::SimpleStatement &step);
  Flow communication(const ast::SimpleStatement &step);
  Flow assignment(const ast::SimpleStatement &step);
  std::optional<std::vector<LabelId>> labelsOf(const ast::LabelElement &label);
  DataExprRef valueOf(const DataTarget &target) const;

  // ComponentFunctions.cpp
  const ast::FunctionStatement *findFunction(const ast::Identifier &name);
  bool checkArguments(const ast::FunctionStatement &function, llvm::SMRange where, size_t count);
  bool checkResult(const ast::FunctionStatement &function, llvm::SMRange where, const DataTarget &target);
  /// A call that is a statement of its own, or the whole value of an assignment.
  Flow callStatement(const ast::FunctionStatement &function, llvm::ArrayRef<const ast::Expr *> arguments,
                     llvm::SMRange range, const DataTarget *result);
  const ast::FunctionStatement *statementCall(const ast::Expr &e) const;
  bool isExpression(const ast::FunctionStatement &function);
  bool isExpression(llvm::ArrayRef<const ast::Statement *> items, llvm::StringSet<> &own);
  DataExprRef evaluate(llvm::ArrayRef<const ast::Statement *> items, const ast::FunctionStatement &function,
                       const DataType &result);
  void checkFunction(const ast::FunctionStatement &function);
  bool enter(const ast::FunctionStatement &function, const ast::Identifier &where);

  const ast::ComponentDefinition &definition;
  ComponentModel &component;
  DiagnosticEngine &diagnostics;
  DataTyper typer;

  std::vector<Symbol> symbols;
  llvm::DenseMap<const void *, uint32_t> variableOf; ///< Of declarations that are read more than once, in functions.
  llvm::StringSet<> undeclared;                      ///< Names that were reported.
  llvm::StringMap<const ast::FunctionStatement *> functions;
  llvm::DenseMap<const ast::FunctionStatement *, bool> expressionFunctions;
  llvm::SmallVector<const ast::FunctionStatement *, 4> active; ///< Being inlined.
  llvm::SmallVector<Loop *, 4> loops;
  llvm::SmallVector<Call *, 4> calls;
  size_t outermostSymbols = 0;          ///< Those that functions see too.
  std::vector<DataExprRef> constraints; ///< Of the automaton, by number.
  std::vector<LabelId> labels;
  size_t inlined = 0; ///< Statements of functions so far.
};

} // namespace tenon

#endif // TENON_LIB_SEMA_COMPONENTELABORATOR_H
