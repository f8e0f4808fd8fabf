//===- tenon/AssumeGuarantee/SeparatingAssumption.h - The smallest assumption ===//
//
// Searches for the smallest assumption of the asymmetric rule with a SAT solver (Gupta, McMillan and Fu, "Automated
// assumption generation for compositional verification", 2008): an automaton that separates the words of
// one side from the words that the other cannot bear.
//
//===----------------------------------------------------------------------===//

#ifndef TENON_ASSUMEGUARANTEE_SEPARATINGASSUMPTION_H
#define TENON_ASSUMEGUARANTEE_SEPARATINGASSUMPTION_H

#include "tenon/AssumeGuarantee/Assumption.h"

#include <cstdint>

namespace tenon {

struct SeparatingOptions {
  /// Give up, with Budget::Limit::States, when an assumption needs more live states than this; 0: never.
  uint32_t maxStates = 0;
};

/// An assumption A over the whole interface with L(covered) within L(A), and no ERROR in A || checked, that has the
/// fewest states of all deterministic prefix-closed automata with both properties (the sink of what A refuses not
/// counted); or a word that shows that there is none. Every transition of A is one that `covered` can take. The same
/// problem gets the same answer. The interface must be within the alphabet of `covered`.
///
/// Neither the product of the two sides nor a determinization of `covered` is built, but the legal words of `checked`
/// are determinized as far as conjectures reach (see LegalLanguage). The search for k states is NP-complete in the
/// length of the words that it takes; checking a conjecture takes O(k × (transitions of `covered` + legal states ×
/// letters)).
///
/// The result tells conjectures as iterations, and the variables and clauses that the solver was given.
AssumptionResult findSeparatingAssumption(const AssumptionProblem &problem, const Budget &budget,
                                          const SeparatingOptions &options = {});

} // namespace tenon

#endif // TENON_ASSUMEGUARANTEE_SEPARATINGASSUMPTION_H
