//===- UnwoundBuilder.h - Unwinding a program into terms ------------------===//

#ifndef TENON_LIB_PROGRAM_UNWOUNDBUILDER_H
#define TENON_LIB_PROGRAM_UNWOUNDBUILDER_H

#include "ScalarTerms.h"

#include "tenon/Program/UnwoundFormula.h"

namespace tenon::seq {

/// Walks through the program once, along all paths at the same time. What the variables are is kept by *time*, which
/// advances with each change, so that an expression can be translated again later, as a mutant.
class UnwoundFormula::Builder {
public:
  Builder(const Program &program, TermContext &terms, const UnwindOptions &options, const Budget &budget);
  void run();

  Term valueOf(const Definition &definition, const Substitution &mutants);
  Term unknown(size_t number, ScalarType type);

  const Program &program;
  ScalarTerms scalars;
  std::vector<Definition> definitions;
  std::vector<InputInstance> inputs;
  std::vector<Violation> violations;
  std::vector<Cut> cuts;
  std::vector<Term> assumptions, choices;
  Budget::Limit limit = Budget::Limit::None;
  std::vector<size_t> definitionOfName; ///< By number of the variable; SIZE_MAX: none.

private:
  using Time = uint32_t;
  /// What the variables are, and when the execution is here.
  struct State {
    std::vector<Term> values;
    Term reached = nullptr;
  };
  /// A part of an expression that is evaluated before the rest: its value, and when it was there.
  struct Effect {
    Term result;
    Time end;
  };
  using Effects = llvm::DenseMap<ExprId, Effect>;
  /// An expression that is evaluated at one place of the unwound program.
  struct Occurrence {
    Effects effects; ///< Calls, assignments, inputs.
    Effects units;   ///< Units within the expression, by their roots.
  };
  struct LoopFrame {
    std::vector<State> breaks, continues;
  };

  // UnwoundStatements.cpp
  void execute(StmtId id);
  void executeIf(const Stmt &statement);
  void executeLoop(StmtId id, const Stmt &statement);
  bool enterBody(StmtId id, const Stmt &statement, uint64_t entered, State *exit);
  void takeArbitrary(const Stmt &statement);
  void executeBody(const Function &callee);
  void restore(const State &state);
  void join(std::vector<State> &states, Term reachedBefore, bool isComplete);
  void set(size_t slot, Term value);
  Term fresh(const Sort &sort);
  Term freshInput(ScalarType type);
  bool isDead() const { return isConstant(now.reached, false); }
  static bool isConstant(Term term, bool value) {
    return term->op() == TermOp::Constant && (term->constant().numerator != 0) == value;
  }
  bool outOfBudget();

  // UnwoundExpressions.cpp
  /// The value of a whole expression; what happens in it has happened.
  Term evaluate(ExprId root);
  /// Returns the occurrence.
  uint32_t happen(ExprId root);
  bool hasEffects(ExprId id);
  bool findEffects(ExprId id);
  bool isEffect(const Expr &node) const;
  bool hasName(ExprId root) const;
  void effects(ExprId id, Term guard, UnitId around);
  void effectsOfAlternatives(ExprId id, Term &guard);
  void sharedEffects(ExprId id, ExprId original, Term guard, UnitId around);
  bool isBelow(ExprId id, ExprId root) const;
  void effectsOfOperands(ExprId id, Term guard);
  void call(ExprId id, Term guard);
  void bindArguments(const Expr &node, Time start);
  void assign(ExprId id, Term guard);
  void access(ExprId id, Term guard);
  void checkInside(ExprId id, VarId array, Term index, ScalarType type, Term guard);
  Term define(ExprId root, Definition::Form form, Term outer, Time start);
  Term read(VarId array, Term index, ScalarType type, Time time) const;
  void write(VarId array, Term index, ScalarType type, Term value, Term guard);
  Term at(size_t slot, Time time) const;
  VarId arrayOf(VarId variable, Time time) const;

  /// Translates expressions at a time, reading on as their parts happen.
  class Translator;
  friend class Translator;

  TermContext &terms;
  const UnwindOptions &options;
  const Budget &budget;
  std::vector<size_t> slotOf; ///< The first of each variable.
  State now;
  Time time = 0;
  std::vector<std::vector<std::pair<Time, Term>>> history;   ///< Of each slot: since when it is what.
  std::vector<std::vector<std::pair<Time, VarId>>> bindings; ///< Of each array parameter.
  std::vector<Occurrence> occurrences;
  uint32_t occurrence = 0;
  std::vector<int8_t> effectsKnown; ///< 0: not yet known, 1: none, 2: some.
  llvm::DenseMap<ExprId, llvm::SmallVector<std::pair<ExprId, Term>, 1>> alternativesOf;
  std::vector<LoopFrame *> loops;
  std::vector<std::vector<State> *> returns;
  uint64_t jumps = 0;  ///< Breaks and continues so far,
  uint64_t leaves = 0; ///< returns,
  uint64_t ends = 0;   ///< assumptions and cuts: after these less is reached than before.
  uint64_t steps = 0;
  uint64_t longestArray = 0;
  VariableId nextVariable = 0;
  std::vector<Term> unknowns;
};

} // namespace tenon::seq

#endif // TENON_LIB_PROGRAM_UNWOUNDBUILDER_H
