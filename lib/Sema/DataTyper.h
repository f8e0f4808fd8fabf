//===- DataTyper.h - Expressions over data: AST to typed trees ------------===//

#ifndef TENON_LIB_SEMA_DATATYPER_H
#define TENON_LIB_SEMA_DATATYPER_H

#include "tenon/Sema/ComponentSites.h"
#include "tenon/Support/Diagnostics.h"
#include "tenon/Syntax/AstExpr.h"

#include <optional>

namespace tenon {

class DataTyper;

/// What the names of an expression mean where it stands. A function that answers null has reported why.
class DataNames {
public:
  virtual ~DataNames() = default;
  virtual DataExprRef name(const ast::Identifier &name) = 0;
  /// A name with steps behind it.
  virtual DataExprRef path(const ast::PathExpr &path, DataTyper &typer) = 0;
  virtual DataExprRef call(const ast::CallExpr &call, DataTyper &typer) = 0;
  /// The declared type of a variable: a range bounds it.
  virtual const DataType &declaredType(const VariableRef &variable) const = 0;
};

/// Types expressions, folds constants and refuses what the solvers cannot decide. All functions answer null after an
/// error, which they have reported; null arguments were reported by who made them.
class DataTyper {
public:
  /// `meanings`, if not null, takes what each expression has become before it was converted.
  DataTyper(DataNames &names, DiagnosticEngine &diagnostics, ExpressionMeanings *meanings = nullptr)
      : names(names), diagnostics(diagnostics), meanings(meanings) {}

  /// With the type that it has by itself; a number without a point is an int.
  DataExprRef type(const ast::Expr &e);
  /// Of type bool; `what` names the place in a message: "the condition of 'while'".
  DataExprRef condition(const ast::Expr &e, const llvm::Twine &what);
  /// Of the value type of `wanted`; `what` names what it becomes in a message: "variable 'x'".
  DataExprRef typeAs(const ast::Expr &e, const DataType &wanted, const llvm::Twine &what);
  /// `isNeeded`: the place asks for this type; otherwise it is the type that `what` has been declared with.
  DataExprRef convert(DataExprRef e, const DataType &wanted, const llvm::Twine &what, bool isNeeded = false);
  /// An index of an array; one that is constant and outside is an error.
  DataExprRef index(const ast::Expr &e, const DataType &array, llvm::StringRef arrayName);
  /// The value of an int that has to be known during compilation.
  std::optional<llvm::DynamicAPInt> constant(const ast::Expr &e, const llvm::Twine &what);
  /// `lhs op rhs` of typed operands, as an operator of the source at `opRange`.
  DataExprRef binary(ast::BinaryOperator op, llvm::SMRange opRange, DataExprRef lhs, DataExprRef rhs);

  // Nodes.
  static DataExprRef constantInt(llvm::DynamicAPInt value, llvm::SMRange range);
  static DataExprRef constantBool(bool value, llvm::SMRange range);
  static DataExprRef variable(const VariableRef &variable, const DataType &declared, llvm::SMRange range);
  static DataExprRef element(const VariableRef &variable, const DataType &declared, DataExprRef index,
                             llvm::SMRange range);
  static DataExprRef make(DataOp op, const DataType &type, llvm::SMRange range, std::vector<DataExprRef> operands);
  static DataExprRef negation(const DataExprRef &e);
  DataExprRef conditional(DataExprRef condition, DataExprRef whenTrue, DataExprRef whenFalse, llvm::SMRange range);

private:
  DataExprRef typed(const ast::Expr &e);
  static bool isNumber(const DataExpr &e);
  struct Interval {
    llvm::DynamicAPInt low, high;
  };
  DataExprRef integer(const ast::IntegerExpr &e);
  DataExprRef decimal(const ast::DecimalExpr &e);
  DataExprRef unary(const ast::UnaryExpr &e);
  DataExprRef conversion(const ast::CallExpr &e);
  DataExprRef arithmetic(DataOp op, llvm::SMRange opRange, DataExprRef lhs, DataExprRef rhs);
  DataExprRef comparison(DataOp op, llvm::SMRange opRange, DataExprRef lhs, DataExprRef rhs);
  DataExprRef logical(DataOp op, llvm::SMRange opRange, DataExprRef lhs, DataExprRef rhs);
  DataExprRef bitOperation(DataOp op, llvm::SMRange opRange, DataExprRef lhs, DataExprRef rhs);
  DataExprRef shift(DataOp op, llvm::SMRange opRange, DataExprRef lhs, DataExprRef rhs);
  DataExprRef power(llvm::SMRange opRange, DataExprRef lhs, DataExprRef rhs);
  bool unify(llvm::SMRange opRange, llvm::StringRef spelling, DataExprRef &lhs, DataExprRef &rhs);
  bool checkDecidable(DataOp op, llvm::SMRange opRange, const DataExpr &lhs, const DataExpr &rhs);
  DataExprRef fold(DataExprRef e, llvm::SMRange opRange);
  std::optional<Interval> bounds(const DataExpr &e) const;
  bool isBounded(const DataExpr &e) const { return e.isConstant() || bounds(e).has_value(); }
  DataExprRef reject(llvm::SMRange where, const llvm::Twine &message) {
    diagnostics.error(where, message);
    return nullptr;
  }

  DataNames &names;
  DiagnosticEngine &diagnostics;
  ExpressionMeanings *meanings;
};

/// The number that a literal of any length (decimal, octal, hexadecimal) denotes.
llvm::DynamicAPInt parseLiteral(llvm::StringRef spelling);

} // namespace tenon

#endif // TENON_LIB_SEMA_DATATYPER_H
