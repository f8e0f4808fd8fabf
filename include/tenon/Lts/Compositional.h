//===- tenon/Lts/Compositional.h - Compositional minimization -------------===//
//
// Decides deadlock and reachability of ERROR without exploring the product: components are composed two by two,
// labels that nobody else has any more are hidden, and each intermediate system is replaced by a smaller one that
// no environment can tell apart from it.
//
//===----------------------------------------------------------------------===//

#ifndef TENON_LTS_COMPOSITIONAL_H
#define TENON_LTS_COMPOSITIONAL_H

#include "tenon/Lts/Compose.h"

#include "llvm/Support/Error.h"

namespace tenon {

/// How large the intermediate systems were.
struct CompositionalStatistics {
  uint64_t steps = 0;              ///< Compositions carried out, those that were tried and not used included.
  uint64_t largestStates = 0;      ///< Of a composition before it was minimized.
  uint64_t largestTransitions = 0; ///< Likewise.
};

/// Decides like searchSafety(), by compositional minimization (Graf, Steffen and Lüttgen, "Compositional minimisation
/// of finite state systems using interface specifications", 1996; the order as in Crouzen and Lang, "Smart reduction",
/// FASE 2011, by the size of what would result).
///
/// The equivalence is weak bisimilarity, in which a state that can move silently for ever, and silently nowhere else,
/// differs from one that cannot move: a congruence for composition and hiding that preserves deadlock, END and ERROR.
/// If only ERROR is wanted, divergence is ignored and what can silently go to ERROR is ERROR.
///
/// A finding has a trace of the network itself with all its steps, which replay() accepts. It is deterministic, but
/// need be neither the shortest nor the least. With `stopAtFirst` the shorter one of two traces is kept.
///
/// `states` and `transitions` of the statistics are sums over all compositions. Fails if the method does not apply,
/// which says why: a network with priority, or one that is observed, is not determined by its parts up to equivalence.
/// When the budget runs out, the result's limit says so, as in searchSafety().
llvm::Expected<SafetySearch> searchCompositional(const Network &network, const SafetyOptions &options,
                                                 const Budget &budget, CompositionalStatistics *statistics = nullptr);

} // namespace tenon

#endif // TENON_LTS_COMPOSITIONAL_H
