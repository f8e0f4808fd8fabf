//===- tenon/AssumeGuarantee/CircularAssumptions.h - Circular rules --------===//
//
// The rule CIRC-AG and its generalization to n sides: from
//
//   M_i |= (g_j for all j ≠ i) ▷ g_i   for each i, and   g_1 || … || g_n |= P
//
// follows M_1 || … || M_n |= P (Abd Elkader, Grumberg, Pasareanu and Shoham, "Automated Circular Assume-Guarantee
// Reasoning", and with n-way decomposition and alphabet refinement, CAV 2016). M |= A ▷ g says that a word of M whose
// prefix without the last letter is in A is in g.
//
//===----------------------------------------------------------------------===//

#ifndef TENON_ASSUMEGUARANTEE_CIRCULARASSUMPTIONS_H
#define TENON_ASSUMEGUARANTEE_CIRCULARASSUMPTIONS_H

#include "tenon/Lts/Lts.h"
#include "tenon/Support/Budget.h"

#include "llvm/ADT/ArrayRef.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace tenon {

/// How automata are described to the SAT solver.
enum class SatEncoding {
  OneHot, ///< A variable for each word and state.
  Binary, ///< State numbers in bits, as the paper has it.
};

struct CircularProblem {
  llvm::ArrayRef<LtsRef> sides; ///< They have no ERROR.
  const Lts &property;          ///< Goes to ERROR where it is violated. Every label of it is one of a side.
};

struct CircularOptions {
  SatEncoding encoding = SatEncoding::OneHot;
  /// Begin with the property's actions and add those that spurious counterexamples need; otherwise assumptions speak of
  /// all actions that are the property's or common to two sides.
  bool refineAlphabet = false;
  unsigned jobs = 1; ///< Premises are checked in parallel; the result does not depend on it.
};

struct CircularResult {
  /// If the property holds: by side, a deterministic LTS without ERROR over actions of the side; none for a side that
  /// takes no part in the proof.
  std::optional<std::vector<std::optional<Lts>>> assumptions;
  /// If it does not: a word over `interface` that the sides together can do and that violates the property.
  std::optional<std::vector<Action>> violation;
  /// All labels that are the property's or common to two sides.
  Alphabet interface;
  /// Why there is neither.
  Budget::Limit limit = Budget::Limit::None;

  uint64_t iterations = 0;     ///< Conjectures made.
  uint64_t satVariables = 0;   ///< With alphabet refinement: of the largest solver.
  uint64_t satClauses = 0;     ///< Likewise.
  uint64_t largestPremise = 0; ///< States of the largest product that the last check of the premises explored.
};

/// Finds assumptions for the circular rule, or a violation. Without alphabet refinement the assumptions have the fewest
/// states in all of those over the same alphabets with which the rule applies; with it, the same is true of the
/// alphabets arrived at, as far as constraints were not strengthened for them. Ends with an answer or at a limit of the
/// budget. Deterministic.
///
/// No two sides are ever composed.
CircularResult findCircularAssumptions(const CircularProblem &problem, const CircularOptions &options,
                                       const Budget &budget);

} // namespace tenon

#endif // TENON_ASSUMEGUARANTEE_CIRCULARASSUMPTIONS_H
