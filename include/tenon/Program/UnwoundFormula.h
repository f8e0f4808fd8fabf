//===- tenon/Program/UnwoundFormula.h - The program formula ---------------===//
//
// A sequential program as a set of constraints: calls are put in place, the body of each loop is entered at most
// `bound` times, and every value that a unit computes has a name of its own (program-repair-survey, section 2.4;
// Clarke, Kroening and Lerda, "A tool for checking ANSI-C programs", 2004). Arrays are one value for each element, so
// all terms are of machine words (or mathematical integers) and truth values.
//
// The formula is
//     all definitions (name = value)  and  all assumptions  and  some violation
// and its models are the executions with an error. An execution that would enter a loop once more than the bound
// allows is cut off there; whether there is one is asked with `cuts`.
//
// Mutants. A definition belongs to a unit; copies of a unit (of a loop's iterations, of calls) are different
// definitions of it, and a mutant changes all of them: `valueOf(d, mutants)` is what definition d says then. Values
// where paths meet are no definitions: they are in the terms, `ite(condition, value, value)`, over names. So a
// dynamic slice follows the terms, from the violation through the names it depends on in a model.
//
//===----------------------------------------------------------------------===//

#ifndef TENON_PROGRAM_UNWOUNDFORMULA_H
#define TENON_PROGRAM_UNWOUNDFORMULA_H

#include "tenon/Program/Term.h"
#include "tenon/Sema/SequentialProgram.h"
#include "tenon/Support/Budget.h"

#include <functional>
#include <memory>
#include <utility>

namespace tenon::seq {

struct UnwindOptions {
  unsigned bound = 5;
  bool checkBounds = false; ///< An access outside an array is an error.
  /// Units whose values have names; none: of no unit. A value without a name is put in its place and simplified there.
  /// Loops whose condition has a name are always unwound to the bound.
  std::function<bool(UnitId)> isNamed;
  /// Replacements of a site with calls, assignments or inputs that are not below the site itself, or without some that
  /// are. Each has a variable in `choices`, which must be true exactly if the site is replaced so. Others need not be
  /// known here.
  std::vector<std::pair<ExprId, ExprId>> alternatives;
  /// The formula ends after so many statements and changes of variables, and then says so.
  uint64_t maxSteps = 50'000'000;
};

/// One value that a unit computes, at one place in the unwound program.
struct Definition {
  /// What the name stands for. A guard is whether something in the expression is evaluated at all.
  enum class Form : uint8_t {
    Value,   ///< of `root`
    Right,   ///< That the right side of `root` (&& or ||) is evaluated.
    Branch1, ///< That the first branch of `root` (?:) is.
    Branch2,
  };
  Term name = nullptr;
  Term value = nullptr; ///< In the program as it is.
  UnitId unit = None;
  ExprId root = None;
  Form form = Form::Value;
  Term outer = nullptr;    ///< The guard around this guard.
  uint32_t occurrence = 0; ///< For valueOf.
  uint32_t time = 0;       ///< Likewise.
};

/// An arbitrary value, or those of an array.
struct InputInstance {
  InputId input = None;
  std::vector<Term> names;
  Term reached = nullptr; ///< Whether the execution gets there.
};

/// A way to fail.
struct Violation {
  StmtId assertion = None; ///< Or else
  ExprId access = None;    ///< outside an array.
  Term condition = nullptr;
};

/// Where executions are cut off.
struct Cut {
  StmtId loop = None;
  Term condition = nullptr;
};

class UnwoundFormula {
public:
  /// Exponential in nothing but the program's own calls and nested loops: as large as the unwound program.
  UnwoundFormula(const Program &program, TermContext &terms, const UnwindOptions &options, const Budget &budget);
  ~UnwoundFormula();
  UnwoundFormula(const UnwoundFormula &) = delete;
  UnwoundFormula &operator=(const UnwoundFormula &) = delete;

  /// Each in the order of the program; a definition's value has only names of earlier ones.
  llvm::ArrayRef<Definition> definitions() const;
  llvm::ArrayRef<InputInstance> inputs() const;
  llvm::ArrayRef<Violation> violations() const;
  llvm::ArrayRef<Cut> cuts() const;
  /// True in all executions: the domains of inputs.
  llvm::ArrayRef<Term> assumptions() const;
  /// Of the options' alternatives, in their order.
  llvm::ArrayRef<Term> choices() const;
  /// None, or why the formula is incomplete: Time, Memory, or States for maxSteps.
  Budget::Limit limit() const;

  /// Position of the definition that the variable of a term names, or none: an input, a choice, an unknown.
  std::optional<size_t> definitionOf(VariableId variable) const;
  /// What a definition says in a mutant. Op::Unknown number k is `unknown(k, type)`.
  Term valueOf(const Definition &definition, const Substitution &mutants) const;
  /// The variable that stands for Op::Unknown number k.
  Term unknown(size_t number, ScalarType type) const;
  /// A constant of a type, as the terms have it.
  Term constant(ScalarType type, int64_t value) const;

private:
  class Builder;
  std::unique_ptr<Builder> builder;
};

} // namespace tenon::seq

#endif // TENON_PROGRAM_UNWOUNDFORMULA_H
