//===- tenon/Check/ProgramCertificate.h - Invariants, checked again -------===//

#ifndef TENON_CHECK_PROGRAMCERTIFICATE_H
#define TENON_CHECK_PROGRAMCERTIFICATE_H

#include "tenon/Logic/Horn.h"
#include "tenon/Program/ProgramSystem.h"

namespace tenon {

/// What is asked about a system.
enum class ReachabilityGoal {
  Violation, ///< Is an execution possible that violates (isViolation())?
  Deadlock,  ///< Is a state possible without a step, that is no successful termination (hasEnded())?
};

/// A proof that it is not: for each place conditions over the system's variables, all of which hold whenever an
/// execution is there. Places that are not listed are never reached.
struct ProgramInvariant {
  struct Entry {
    Place place;
    std::vector<Lemma> lemmas;
  };
  std::vector<Entry> entries;
};

/// Whether the invariant is one and proves the goal impossible, by separate queries: it holds initially, every step
/// preserves it, no state of it is what is asked about. Shares with the engines only the composition (stepsFrom()) and
/// Z3; that variables stay within their ranges is not believed but added to the invariant. Nullopt if the budget ends
/// or a query is too hard. Time O(steps) queries.
std::optional<bool> certifyInvariant(const ProgramSystem &system, ReachabilityGoal goal,
                                     const ProgramInvariant &invariant, const Budget &budget);

/// A line for each place where the invariant says something: `(Loop, Start): Client.pw > 999`. Conditions that print
/// long are cut.
std::vector<std::string> describeInvariant(const ProgramSystem &system, const ProgramInvariant &invariant);

} // namespace tenon

#endif // TENON_CHECK_PROGRAMCERTIFICATE_H
