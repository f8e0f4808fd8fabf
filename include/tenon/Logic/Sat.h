//===- tenon/Logic/Sat.h - Satisfiability of clauses ----------------------===//
//
// An incremental solver for propositional clauses (MiniSat 2.2.1: Een and Sorensson, "An Extensible
// SAT-solver", 2003). Variables and clauses can be added between calls; a call may make assumptions.
//
//===----------------------------------------------------------------------===//

#ifndef TENON_LOGIC_SAT_H
#define TENON_LOGIC_SAT_H

#include "tenon/Support/Budget.h"

#include "llvm/ADT/ArrayRef.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace tenon {

/// A variable or its negation.
class SatLiteral {
public:
  SatLiteral() = default;
  explicit SatLiteral(uint32_t variable, bool negated = false) : code(2 * variable + negated) {}

  uint32_t variable() const { return code / 2; }
  bool isNegated() const { return code & 1; }
  SatLiteral operator~() const { return SatLiteral(variable(), !isNegated()); }
  friend bool operator==(SatLiteral, SatLiteral) = default;
  friend auto operator<=>(SatLiteral, SatLiteral) = default;

private:
  uint32_t code = 0;
};

/// Deterministic: the same calls get the same answers and the same values.
class SatSolver {
public:
  SatSolver();
  ~SatSolver();
  SatSolver(const SatSolver &) = delete;
  SatSolver &operator=(const SatSolver &) = delete;

  /// A new variable, as the literal that says that it is true. Where nothing speaks against it, it gets the value
  /// false.
  SatLiteral addVariable();
  /// One of the literals must be true. The empty clause makes everything unsatisfiable.
  void addClause(llvm::ArrayRef<SatLiteral> clause);

  /// All searches together end after so many conflicts, with Budget::Limit::States; 0: there is no such limit.
  void limitConflicts(uint64_t most) { mostConflicts = most; }

  enum class Answer {
    Satisfiable,   ///< value() tells how.
    Unsatisfiable, ///< failedAssumptions() tells which assumptions are to blame.
    Unknown,       ///< limit() tells why.
  };
  /// Looks for values with which all clauses and assumptions are true. What has been learned stays for later calls.
  Answer solve(llvm::ArrayRef<SatLiteral> assumptions, const Budget &budget);

  /// In the last answer, if it was Satisfiable.
  bool value(SatLiteral literal) const;
  /// If the last answer was Unsatisfiable: assumptions that together contradict the clauses, sorted; none if the
  /// clauses contradict themselves. Not always the fewest.
  llvm::ArrayRef<SatLiteral> failedAssumptions() const { return failed; }
  Budget::Limit limit() const { return limitReached; }

  uint64_t variableCount() const { return variables; }
  /// Number of clauses added.
  uint64_t clauseCount() const { return clauses; }

private:
  class Engine;
  std::unique_ptr<Engine> engine;
  uint64_t variables = 0;
  uint64_t clauses = 0;
  uint64_t mostConflicts = 0;
  std::vector<SatLiteral> failed;
  Budget::Limit limitReached = Budget::Limit::None;
};

} // namespace tenon

#endif // TENON_LOGIC_SAT_H
