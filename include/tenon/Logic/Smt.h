//===- tenon/Logic/Smt.h - Satisfiability of terms ------------------------===//
//
// The terms of Program/Term.h, decided by Z3 (de Moura and Bjorner, "Z3: An efficient SMT solver", 2008).
// Z3's headers, objects and exceptions stay in this room.
//
// Deterministic: what a search may cost is counted in Z3's own units of work, not in seconds. The same calls on a new
// context get the same answers and values on any machine, unless the budget of the run ends.
//
//===----------------------------------------------------------------------===//

#ifndef TENON_LOGIC_SMT_H
#define TENON_LOGIC_SMT_H

#include "tenon/Program/Term.h"
#include "tenon/Support/Budget.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tenon {

class Watch;
class Z3Bridge;

/// What solvers share: the terms that Z3 already knows. Making one costs some milliseconds. The TermContext must
/// outlive it; neither is for several threads.
class SmtContext {
public:
  explicit SmtContext(TermContext &terms);
  ~SmtContext();
  SmtContext(const SmtContext &) = delete;
  SmtContext &operator=(const SmtContext &) = delete;

  TermContext &terms() const { return termContext; }
  /// For this room. Begins with the first use, as many contexts have none.
  Z3Bridge &z3() const;

private:
  TermContext &termContext;
  mutable std::unique_ptr<Z3Bridge> bridge;
};

/// While it lives, whatever solvers of the context do ends with the budget; SmtSolver::check() takes care of itself,
/// but adding a large condition can take long, too.
class SmtWatch {
public:
  SmtWatch(SmtContext &context, const Budget &budget);
  ~SmtWatch();

private:
  std::unique_ptr<Watch> watch;
};

enum class SmtAnswer { Satisfiable, Unsatisfiable, Unknown };

/// About a second of Z3's work (rlimit).
constexpr uint64_t DefaultSmtEffort = 5'000'000;

/// What the terms of a solver are over. Bits: truth values and words only, which are then decided as clauses.
enum class SmtTheory { General, Bits };

/// Conditions that can be added and taken back; a check may assume more.
class SmtSolver {
public:
  /// Checks cost at most so much each.
  explicit SmtSolver(SmtContext &context, uint64_t effort = DefaultSmtEffort, SmtTheory theory = SmtTheory::General);
  ~SmtSolver();
  SmtSolver(const SmtSolver &) = delete;
  SmtSolver &operator=(const SmtSolver &) = delete;

  void setEffort(uint64_t effort);
  void push();
  void pop(unsigned levels = 1);
  /// Until the level is popped.
  void add(Term condition);
  /// That it is true for all values of the variables.
  void addForAll(llvm::ArrayRef<Term> variables, Term condition);

  /// Whether there are values of all variables for which the conditions and assumptions are true.
  SmtAnswer check(llvm::ArrayRef<Term> assumptions, const Budget &budget);
  SmtAnswer check(const Budget &budget) { return check({}, budget); }

  /// After Satisfiable, until the next call that is not const: of the term, where variables that do not matter are 0.
  /// Nullopt if it is irrational.
  std::optional<DataValue> value(Term term) const;
  /// After Unsatisfiable: positions of assumptions that contradict each other and the conditions, sorted. Not always
  /// the fewest.
  llvm::ArrayRef<size_t> core() const;
  /// After Unknown: the limit of the budget; None if the theory is too hard, or the effort was not enough.
  Budget::Limit limit() const;
  /// After Unknown, for people.
  std::string reason() const;

  TermContext &terms() const { return context.terms(); }

private:
  friend class Z3Bridge;
  class Engine;
  SmtContext &context;
  std::unique_ptr<Engine> engine;
};

/// Values for the terms with which the conditions of the solver are true: for each term in turn the least that is
/// possible with those before it. Numbers are ordered 0, 1, 2, … , then -1, -2, …: nearest to zero, without a sign if
/// possible. Among reals that are no integers, fewer in the denominator come first, up to 16; where none of these is
/// possible, some rational. false comes before true; an array is ordered by its elements, the first first. Nullopt if
/// the conditions contradict each other, or Z3 does not know, or a value would be irrational.
///
/// Halves intervals: some queries for each bit of a value that is not 0. The solver is as before when this returns.
std::optional<std::vector<DataValue>> leastValues(SmtSolver &solver, llvm::ArrayRef<Term> terms, const Budget &budget);

/// Whether the condition is true for all values of its variables; nullopt if Z3 does not know.
std::optional<bool> isValid(SmtContext &context, Term condition, const Budget &budget,
                            uint64_t effort = DefaultSmtEffort);

} // namespace tenon

#endif // TENON_LOGIC_SMT_H
