//===- Z3Bridge.h - Terms in Z3 and back ----------------------------------===//

#ifndef TENON_LIB_LOGIC_Z3BRIDGE_H
#define TENON_LIB_LOGIC_Z3BRIDGE_H

#include "tenon/Logic/Smt.h"

#include "z3++.h"

#include <unordered_map>

namespace tenon {

/// A Z3 context and what of the terms it knows. Every function may throw z3::exception.
class Z3Bridge {
public:
  explicit Z3Bridge(TermContext &terms);

  z3::context context;
  TermContext &terms;

  z3::sort sortOf(const Sort &sort);
  z3::expr translate(Term term);
  /// Null if there is no such term.
  Term read(const z3::expr &expression);
  /// What Z3 says is a value of the scalar sort; nullopt if it is none, or irrational.
  std::optional<Rational> readValue(const z3::expr &value) const;
  /// `expression` stands for the term when it is read.
  void bind(const z3::expr &expression, Term term) {
    readTerms.insert_or_assign(expression.id(), keep(expression, term));
  }

  /// A solver without tactics: the quickest for the many small questions that a search asks.
  z3::solver quickSolver();
  /// A solver that turns words into clauses.
  z3::solver bitSolver();
  /// Each check of the solver may cost so much.
  void setEffort(z3::solver &solver, uint64_t effort, SmtTheory theory = SmtTheory::General);

  /// The variables that no term of a program has, for use within this room; numbered from 0.
  static VariableId internalVariable(uint32_t number) { return ~VariableId(0) - number; }

private:
  struct Entry {
    z3::expr expression; ///< Keeps the id alive.
    Term term;
  };
  static Entry keep(const z3::expr &expression, Term term) { return {expression, term}; }

  z3::expr translateNode(Term term);
  z3::expr constant(Term term);
  z3::expr arithmetic(Term term, const std::vector<z3::expr> &operands);
  z3::expr division(Term term, const z3::expr &dividend, const z3::expr &divisor);
  z3::expr bitwise(Term term, const std::vector<z3::expr> &operands);
  std::optional<z3::expr> resized(Term term);
  std::optional<z3::expr> signedOrder(Term term);
  std::optional<z3::expr> withoutSignFlip(Term term);
  z3::expr equality(Term term, const z3::expr &left, const z3::expr &right);
  z3::expr fold(llvm::ArrayRef<z3::expr> operands, Z3_ast (*combine)(Z3_context, Z3_ast, Z3_ast));

  static std::optional<Sort> readSort(const z3::sort &sort);
  Term readNode(const z3::expr &expression, llvm::ArrayRef<Term> operands);
  Term readLogic(const z3::expr &expression, llvm::ArrayRef<Term> operands);
  Term readArithmetic(const z3::expr &expression, llvm::ArrayRef<Term> operands);
  Term readBits(const z3::expr &expression, llvm::ArrayRef<Term> operands);
  Term readBitsOrder(Z3_decl_kind kind, llvm::ArrayRef<Term> operands);
  Term readBitsOfOtherWidth(const z3::expr &expression, llvm::ArrayRef<Term> operands);
  Term readFlooredDivision(Z3_decl_kind kind, Term dividend, Term divisor);
  Term foldTerms(TermOp op, llvm::ArrayRef<Term> operands);

  std::unordered_map<Term, z3::expr> translated;
  std::unordered_map<unsigned, Entry> readTerms;
};

/// As Z3 and the interpreter of terms write it.
std::string toDecimal(const llvm::DynamicAPInt &number);
llvm::DynamicAPInt fromDecimal(llvm::StringRef text);

} // namespace tenon

#endif // TENON_LIB_LOGIC_Z3BRIDGE_H
