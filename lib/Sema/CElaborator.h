//===- CElaborator.h - The AST of C to a sequential program ---------------===//

#ifndef TENON_LIB_SEMA_CELABORATOR_H
#define TENON_LIB_SEMA_CELABORATOR_H

#include "tenon/Sema/SequentialProgram.h"
#include "tenon/Support/Diagnostics.h"
#include "tenon/Syntax/AstC.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

#include <functional>

namespace tenon {

class CElaborator {
public:
  /// Parses a function of the library; its places are not shown.
  using LibraryParser = std::function<ast::CFunction(llvm::StringRef text)>;

  CElaborator(seq::Program &result, DiagnosticEngine &diagnosticEngine, LibraryParser parser)
      : program(result), diagnostics(diagnosticEngine), parseLibrary(std::move(parser)) {}

  void run(const std::deque<ast::CFile> &files);

private:
  using ExprId = seq::ExprId;
  using Op = seq::Op;
  /// What a name stands for.
  struct Symbol {
    /// Pointer: a parameter `char *argv[]`, which may only be there.
    enum class Kind { Variable, Function, Constant, Pointer, Bad } kind = Kind::Bad;
    uint32_t id = 0; ///< Of the variable, or the position in `callables`.
    int64_t value = 0;
    bool isConst = false;
    llvm::SMRange range;
  };
  using Scope = llvm::StringMap<Symbol>;
  /// A function as it is declared; defined if it has a body.
  struct Callable {
    ast::CFunction declaration;
    seq::FunctionId id = seq::None; ///< Of the definition.
    size_t file = 0;
    bool isDefined = false, isLibrary = false;
    llvm::SmallVector<llvm::SMRange, 1> declared;
    struct Site {
      uint32_t callee;
      llvm::SMRange range;
    };
    std::vector<Site> calls;
  };

  // CElaborator.cpp: files, globals, functions.
  void declareAll(const ast::CFile &file);
  void declareFunction(const ast::CFunction &function);
  void declareGlobals(const ast::CDeclaration &declaration);
  void declareGlobal(const ast::CDeclaration &declaration, const ast::CDeclarator &declarator);
  void declareConstants(llvm::ArrayRef<ast::CConstant> constants);
  void defineFunction(uint32_t callable);
  void defineParameters(const ast::CFunction &function, seq::Function &result);
  uint32_t callableOfLibrary(llvm::StringRef name);
  void reportRecursion();
  void chooseEntry();
  void makeEntry(Callable &callable);
  seq::VarId addVariable(const ast::CDeclarator &declarator, llvm::StringRef name);
  std::optional<uint64_t> arrayLength(const ast::CDeclarator &declarator);
  std::vector<int64_t> initialValues(const ast::CDeclarator &declarator, seq::VarId variable);
  Symbol *find(llvm::StringRef name);
  void bind(Scope &scope, const ast::CName &name, const Symbol &symbol);
  llvm::StringRef suggestion(llvm::StringRef name) const;

  // CConstants.cpp
  std::optional<int64_t> constantValue(const ast::CExpr *expr, llvm::StringRef what);
  std::optional<int64_t> fold(ExprId id) const;

  // CElaborateStatements.cpp
  seq::StmtId statement(const ast::CStmt *stmt);
  seq::StmtId block(const ast::CStmt *stmt);
  seq::StmtId expressionStatement(const ast::CExpr *expr, llvm::SMRange range);
  seq::StmtId claim(const ast::CExpr *call, bool isAssert, llvm::SMRange range);
  seq::StmtId arbitraryString(const ast::CExpr *call, llvm::SMRange range);
  void declare(const ast::CDeclaration &declaration, std::vector<seq::StmtId> &items);
  void declareLocal(const ast::CDeclaration &declaration, const ast::CDeclarator &item,
                    std::vector<seq::StmtId> &items);
  void initializeArray(const ast::CDeclarator &item, seq::VarId variable, std::vector<seq::StmtId> &items);
  seq::StmtId loop(const ast::CStmt *stmt);
  seq::StmtId returnStatement(const ast::CStmt *stmt);
  seq::StmtId jump(const ast::CStmt *stmt, seq::StmtKind kind, llvm::StringRef word);
  seq::StmtId add(seq::StmtKind kind, llvm::SMRange range);
  seq::StmtId evaluation(ExprId expr, llvm::SMRange range);
  ExprId condition(const ast::CExpr *expr, seq::UnitKind kind, bool isFixed = false);

  // CElaborateExpressions.cpp
  /// The value, which may be a truth value; None if an error was reported.
  ExprId value(const ast::CExpr *expr);
  ExprId name(const ast::CExpr *expr);
  ExprId element(const ast::CExpr *expr);
  ExprId unary(const ast::CExpr *expr);
  ExprId binary(const ast::CExpr *expr);
  ExprId logical(const ast::CExpr *expr);
  ExprId conditional(const ast::CExpr *expr);
  ExprId assignment(const ast::CExpr *expr);
  ExprId step(const ast::CExpr *expr);
  ExprId sizeOf(const ast::CExpr *expr);
  ExprId operand(const ast::CExpr *expr, bool isUnit);
  /// What is assigned to.
  struct Place {
    seq::VarId variable = seq::None;
    ExprId index = seq::None, before = seq::None; ///< `before`: what evaluates the index, in a variable of its own.
    seq::ScalarType type;
  };
  std::optional<Place> place(const ast::CExpr *expr, bool isRead);
  ExprId read(const Place &place, const ast::CExpr *expr);
  ExprId assign(const Place &place, ExprId value, const ast::CExpr *expr);
  ExprId arithmetic(Op op, ExprId left, ExprId right, const ast::CExpr *expr);
  bool refuseMath(Op op, const ast::CExpr *expr);

  // CCalls.cpp
  ExprId call(const ast::CExpr *expr);
  ExprId inputCall(const ast::CExpr *expr, seq::ScalarType type);
  ExprId functionCall(const ast::CExpr *expr, uint32_t callable);
  std::optional<seq::VarId> arrayArgument(const ast::CExpr *expr, const ast::CDeclarator &formal);
  seq::VarId literalArray(const ast::CExpr *literal);
  bool isUnusedArgument(const ast::CExpr *argument);
  std::optional<seq::ScalarType> nondetType(llvm::StringRef name) const;
  bool checkCount(const ast::CExpr *expr, const ast::CFunction &function);

  ExprId make(Op op, seq::ScalarType type, const SourceSpan &source, const SourceSpan &mark,
              llvm::ArrayRef<ExprId> operands = {});
  ExprId number(int64_t value, seq::ScalarType type, const ast::CExpr *expr, bool isImplicit);
  ExprId convert(ExprId id, seq::ScalarType type, bool isImplicit = true);
  ExprId integer(ExprId id); ///< A truth value as int.
  ExprId truth(ExprId id);
  ExprId promoted(ExprId id);
  seq::ScalarType common(ExprId left, ExprId right) const;
  const seq::Expr &node(ExprId id) const { return program.exprs[id]; }
  static seq::ScalarType scalar(const ast::CType &type);
  static bool hasCall(const ast::CExpr *expr);
  static bool hasEffect(const ast::CExpr *expr);

  seq::UnitId newUnit(seq::UnitKind kind, llvm::SMRange range, bool isFixed = false);
  /// While it exists, nodes belong to this unit.
  class UnitScope {
  public:
    UnitScope(CElaborator &owner, seq::UnitId unit) : owner(owner), outer(owner.unit) { owner.unit = unit; }
    ~UnitScope() { owner.unit = outer; }
    UnitScope(const UnitScope &) = delete;
    UnitScope &operator=(const UnitScope &) = delete;

  private:
    CElaborator &owner;
    seq::UnitId outer;
  };

  Diagnostic &error(const ast::CExpr *expr, const llvm::Twine &text) {
    return diagnostics.error(expr->source.range, text);
  }
  SourceSpan shown(const SourceSpan &span) const { return isLibrary ? SourceSpan() : span; }

  seq::Program &program;
  DiagnosticEngine &diagnostics;
  LibraryParser parseLibrary;
  Scope globals;
  std::vector<Scope> statics; ///< Of each file: what no other file knows.
  std::vector<Scope> scopes;  ///< Of the function at work, innermost last.
  std::deque<Callable> callables;
  llvm::StringSet<> undeclared; ///< Reported once in a function.
  size_t file = 0;
  uint32_t caller = seq::None; ///< The callable at work.
  seq::FunctionId function = seq::None;
  seq::UnitId unit = seq::None;
  unsigned loopDepth = 0;
  bool isLibrary = false, inClaim = false;
  bool isStatement = false; ///< The call that comes next needs no value.
  unsigned hidden = 0;      ///< Variables made so far.
};

} // namespace tenon

#endif // TENON_LIB_SEMA_CELABORATOR_H
