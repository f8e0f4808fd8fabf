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

/// What an attempt may cost before it is given up. Not measured in seconds, so that the outcome is always the same.
struct CircularEffort {
  uint64_t conjectures = ~uint64_t(0);
  uint64_t premiseStates = ~uint64_t(0); ///< Explored in all; some more for large sides.
  uint64_t conflicts = 0;                ///< Of the SAT solver; 0: any number.
  uint64_t projection = ~uint64_t(0);    ///< Transitions looked at where a side is determinized.
};

struct CircularOptions {
  SatEncoding encoding = SatEncoding::OneHot;
  /// Find the smallest assumptions, whatever it takes. Otherwise any will do: the smallest if they are found with
  /// little effort, else what each side can do as far as assumptions see it.
  bool smallest = true;
  /// Begin with the property's actions and add those that spurious counterexamples need; otherwise assumptions speak of
  /// all actions that are the property's or common to two sides.
  bool refineAlphabet = false;
  unsigned jobs = 1; ///< Premises are checked in parallel; the result does not depend on it.
  /// Where assumptions need not be the smallest: what is tried first, four times as much in each round after it; and
  /// what smaller assumptions are worth when there is a proof.
  CircularEffort first = {64, uint64_t(1) << 18, uint64_t(1) << 12, uint64_t(1) << 20};
  CircularEffort improving = {256, uint64_t(1) << 18, uint64_t(1) << 13, uint64_t(1) << 20};
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
