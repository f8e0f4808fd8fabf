//===- SiteBuilder.h - Components as mutation repair sees them ------------===//
//
// One class, two files: names, types and expressions (SiteExpressions.cpp), statements and the whole
// (ComponentSites.cpp).
//
//===----------------------------------------------------------------------===//

#ifndef TENON_LIB_SEMA_SITEBUILDER_H
#define TENON_LIB_SEMA_SITEBUILDER_H

#include "tenon/Sema/ComponentSites.h"

#include "llvm/ADT/ArrayRef.h"

#include <optional>
#include <vector>

namespace tenon {

/// Makes the program of sitesOf().
class SiteBuilder {
public:
  SiteBuilder(const ast::ComponentDefinition &component, const ExpressionMeanings &known)
      : definition(component), meanings(known) {}

  seq::Program run();

private:
  // Names
  struct Symbol {
    llvm::StringRef name;
    seq::VarId variable;
  };
  std::optional<seq::VarId> find(llvm::StringRef name) const;
  seq::VarId declare(const ast::Identifier &name, const ast::TypeName &type, bool isArray);

  // Expressions
  /// Of types, only whether two are the same matters.
  static constexpr seq::ScalarType IntType{64, true};
  std::optional<seq::ScalarType> typeOf(const ast::Expr &e) const;
  static seq::ScalarType typeOf(const DataType &type);
  static seq::ScalarType typeOf(const ast::TypeName &type);
  seq::ExprId add(seq::Op op, seq::ScalarType type, llvm::SMRange source, llvm::SMRange mark,
                  llvm::ArrayRef<seq::ExprId> operands);
  seq::ExprId opaque(const ast::Expr &e, llvm::ArrayRef<seq::ExprId> operands = {});
  seq::ExprId expression(const ast::Expr &e);
  seq::ExprId constant(const ast::Expr &e);
  seq::ExprId name(const ast::NameExpr &e);
  seq::ExprId path(const ast::PathExpr &e);
  seq::ExprId call(const ast::Identifier &callee, llvm::ArrayRef<const ast::Expr *> arguments, llvm::SMRange source);
  seq::ExprId unary(const ast::UnaryExpr &e);
  seq::ExprId binary(const ast::BinaryExpr &e);
  /// None for a power, which C does not have.
  static std::optional<seq::Op> operatorOf(ast::BinaryOperator op);
  void unify(seq::ExprId a, seq::ExprId b);

  // Statements
  seq::UnitId startUnit(seq::UnitKind kind, llvm::SMRange range);
  seq::StmtId add(seq::StmtKind kind, llvm::SMRange range, seq::ExprId expr = seq::None);
  seq::StmtId blockOf(llvm::SMRange range, std::vector<seq::StmtId> items);
  seq::StmtId evaluate(seq::UnitKind kind, const ast::Expr &e);
  seq::StmtId block(llvm::ArrayRef<const ast::Statement *> items, llvm::SMRange range);
  seq::StmtId statement(const ast::Statement &s);
  seq::StmtId declaration(const ast::Declaration &declaration);
  seq::StmtId conditional(const ast::IfStatement &s);
  seq::StmtId loop(const ast::LoopStatement &s);
  seq::StmtId step(const ast::SimpleStatement &s);
  seq::StmtId assignment(const ast::SimpleStatement &s);
  const ast::Expr *indexOf(const ast::LabelElement &place) const;
  void function(const ast::FunctionStatement &f, seq::FunctionId id);

  // The automaton form
  void action(const ast::Action &action, std::vector<seq::StmtId> &items);
  void body(const ast::ProcessBody &body, std::vector<seq::StmtId> &items);

  const ast::ComponentDefinition &definition;
  const ExpressionMeanings &meanings;
  seq::Program program;
  std::vector<Symbol> symbols;
  seq::FunctionId current = seq::None; ///< None: what is declared belongs to all of the component.
  seq::UnitId unit = seq::None;
};

} // namespace tenon

#endif // TENON_LIB_SEMA_SITEBUILDER_H
