//===- tenon/AssumeGuarantee/Assumption.h - Assumptions for two components -===//
//
// The asymmetric rule: if M1 satisfies P wherever the environment behaves as A says, and M2 behaves
// as A says, then M1 || M2 satisfies P (Giannakopoulou and Pasareanu, "Context Synthesis", §2.5, rule ASYM).
//
//===----------------------------------------------------------------------===//

#ifndef TENON_ASSUMEGUARANTEE_ASSUMPTION_H
#define TENON_ASSUMEGUARANTEE_ASSUMPTION_H

#include "tenon/Lts/Lts.h"
#include "tenon/Support/Budget.h"

#include "llvm/ADT/ArrayRef.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace tenon {

/// What both searches for an assumption start from. The two systems interact by the interface alone: no other label is
/// in both alphabets.
struct AssumptionProblem {
  /// M1 || P_err, the side that needs the assumption: it violates the property where it moves to ERROR.
  const Lts &checked;
  /// M2, the side that the assumption is about. It has no ERROR.
  const Lts &covered;
  /// The alphabet of assumptions, (αM1 ∪ αP) ∩ αM2.
  Alphabet interface;
};

/// What a search for an assumption has found, and its cost.
struct AssumptionResult {
  /// If the property holds: a deterministic LTS over an alphabet within the interface, without ERROR, all of whose
  /// states are reachable.
  std::optional<Lts> assumption;
  /// Where `covered` is a composition that the rule was applied to in turn: the assumptions about its tail, from the
  /// outermost in. Each is what the next component relies on to satisfy the one before.
  std::vector<Lts> inner;
  /// If it does not: a word over the interface that `covered` can do and after which `checked` can be in ERROR,
  /// whatever each does in between by itself.
  std::optional<std::vector<Action>> violation;
  /// Why there is neither.
  Budget::Limit limit = Budget::Limit::None;

  uint64_t iterations = 0; ///< Conjectures made.
  uint64_t membershipQueries = 0;
  uint64_t equivalenceQueries = 0;
  uint64_t satVariables = 0;
  uint64_t satClauses = 0;
};

} // namespace tenon

#endif // TENON_ASSUMEGUARANTEE_ASSUMPTION_H
