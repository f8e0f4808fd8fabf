//===- CircularEncoding.h - Assumptions together as clauses -----*- C++ -*-===//

#ifndef TENON_LIB_ASSUMEGUARANTEE_CIRCULARENCODING_H
#define TENON_LIB_ASSUMEGUARANTEE_CIRCULARENCODING_H

#include "AssumptionEncoding.h"

#include "tenon/AssumeGuarantee/MembershipConstraint.h"

#include <memory>

namespace tenon {

/// The tuples of deterministic automata that satisfy membership constraints, by one solver. Constraints are only added.
class CircularEncoding {
public:
  virtual ~CircularEncoding() = default;

  virtual void add(const MembershipConstraint &constraint) = 0;
  /// Looks for automata with the fewest states in all (GenAssmp, Algorithm 5). Never Unsatisfiable: some automata
  /// satisfy the constraints. Gives up, with Budget::Limit::States, after so many conflicts of one solver; 0: never.
  virtual SatSolver::Answer solve(const Budget &budget, uint64_t maxConflicts) = 0;
  /// After Satisfiable: one for each side, over the letters that it sees, in order.
  virtual std::vector<Conjecture> conjectures() const = 0;
  virtual const SatSolver &sat() const = 0;
};

/// The letters that each side sees.
using SideLetters = std::vector<std::vector<Action>>;

/// The encoding of the paper's §6: state numbers in bits.
std::unique_ptr<CircularEncoding> makeBinaryEncoding(SideLetters letters);
/// A variable for each word and state.
std::unique_ptr<CircularEncoding> makeOneHotEncoding(SideLetters letters);

} // namespace tenon

#endif // TENON_LIB_ASSUMEGUARANTEE_CIRCULARENCODING_H
