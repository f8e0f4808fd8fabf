//===- DataTerms.h - Expressions over data to terms -------------*- C++ -*-===//

#ifndef TENON_LIB_LOWER_DATATERMS_H
#define TENON_LIB_LOWER_DATATERMS_H

#include "tenon/Program/Program.h"
#include "tenon/Sema/DataExpr.h"

#include "llvm/ADT/DenseMap.h"

#include <functional>

namespace tenon {

Sort sortOf(const DataType &type);
inline Rational numberOf(const ScalarValue &value) {
  return {value.numerator, value.denominator};
}
/// Name, sort and range of a variable of this type.
ProgramVariable variableOf(std::string name, const DataType &type);

/// A term and when it is well-defined: divisors are not zero, indices inside, `&&`, `||` and `?:` evaluated from the
/// left as far as needed. An operand counts even where its value cannot matter (`0*(x/y)`).
struct DefinedTerm {
  Term value = nullptr;
  Term defined = nullptr; ///< The constant `true` where it always is.
};

/// Turns expressions into terms. Shared nodes are done once.
class DataTerms {
public:
  /// `variables` has the sorts and outlives this.
  DataTerms(TermContext &context, llvm::ArrayRef<ProgramVariable> variableTable,
            std::function<VariableId(const VariableRef &)> variableId)
      : terms(context), variables(variableTable), idOf(std::move(variableId)) {}

  DefinedTerm lower(const DataExpr &expression);
  /// That an index is inside of an array.
  Term isInside(Term index, const Sort &array);

private:
  DefinedTerm lowerVariable(const DataExpr &expression);
  DefinedTerm lowerOperator(const DataExpr &expression);
  DefinedTerm lowerLazily(const DataExpr &expression);
  Term apply(const DataExpr &expression, llvm::ArrayRef<Term> operands);
  Term applyBits(DataOp op, llvm::ArrayRef<Term> operands);

  TermContext &terms;
  llvm::ArrayRef<ProgramVariable> variables;
  std::function<VariableId(const VariableRef &)> idOf;
  llvm::DenseMap<const DataExpr *, DefinedTerm> done;
};

/// What the source says at a place, on one line.
std::string sourceText(llvm::SMRange range);

} // namespace tenon

#endif // TENON_LIB_LOWER_DATATERMS_H
