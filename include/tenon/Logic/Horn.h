//===- tenon/Logic/Horn.h - Constrained Horn clauses ----------------------===//
//
// Relations that satisfy clauses `constraint && body -> head`, found by Spacer, Z3's engine for them (Komuravelli,
// Gurfinkel and Chaki, "SMT-based model checking for recursive programs", 2014).
//
//===----------------------------------------------------------------------===//

#ifndef TENON_LOGIC_HORN_H
#define TENON_LOGIC_HORN_H

#include "tenon/Logic/Smt.h"

namespace tenon {

/// A condition, for all values of the variables in `forAll`.
struct Lemma {
  std::vector<Term> forAll;
  Term condition = nullptr;

  friend bool operator==(const Lemma &, const Lemma &) = default;
};

/// A relation applied to arguments.
struct HornAtom {
  uint32_t relation = 0;
  std::vector<Term> arguments; ///< In a body: different variables.
};

/// Each variable stands for all values. Without a body the constraint alone implies the head; without a head the clause
/// says that the constraint and the body contradict each other.
struct HornClause {
  std::optional<HornAtom> body;
  Term constraint = nullptr;
  std::optional<HornAtom> head;
};

struct HornProblem {
  std::vector<std::vector<Term>> relations; ///< Of each: its parameters, different variables.
  std::vector<HornClause> clauses;
};

struct HornOptions {
  /// Generalizes over indices of arrays, with quantifiers.
  bool quantifiers = false;
  /// Bound variables of lemmas get these numbers and those behind them.
  VariableId firstFresh = 0;
};

struct HornAnswer {
  /// Whether the clauses contradict each other; no relations are a solution then.
  SmtAnswer contradiction = SmtAnswer::Unknown;
  /// Unsatisfiable: for each relation the conditions over its parameters that together define it.
  std::vector<std::vector<Lemma>> solution;
  std::string reason;  ///< Unknown: why.
  uint32_t levels = 0; ///< So many unfoldings were considered.
};

/// Solves, or does not end: Z3 is interrupted when the budget ends, but need not listen at once. Run it where it can be
/// abandoned (Support/Worker.h). A solution that cannot be read as terms counts as Unknown.
HornAnswer solveHorn(SmtContext &context, const HornProblem &problem, const HornOptions &options, const Budget &budget);

} // namespace tenon

#endif // TENON_LOGIC_HORN_H
