//===- tenon/Check/Certify.h - The independent checker --------------------===//
//
// Verdicts, checked again from the definitions: configurations of the network are enumerated by the interpreter of
// Lts/Interpreter.h, and formulas are read as they are written. Nothing is shared with the searches and with the
// translation of formulas to automata. It is slow (tens of thousands of configurations a second) and serves
// `--certify`.
//
//===----------------------------------------------------------------------===//

#ifndef TENON_CHECK_CERTIFY_H
#define TENON_CHECK_CERTIFY_H

#include "tenon/Lts/Liveness.h"
#include "tenon/Sema/Model.h"

#include <optional>

namespace tenon {

/// The number of configurations up to which verdicts on progress and formulas are checked again.
constexpr size_t MaxCertifiedConfigurations = 20000;

/// Whether no reachable state of the network has the outcome (Deadlock or Error). Nullopt when the budget ends.
std::optional<bool> certifyAbsence(const Network &network, ReplayOutcome outcome, const Budget &budget);

/// What was found for one of the requirements of a search.
struct ProgressClaim {
  const ProgressRequirement &requirement;
  std::vector<const TerminalSet *> sets; ///< Those listed: of a search, some of those that violate it.
  /// How many sets violate the requirement in all; nullopt: not claimed.
  std::optional<uint64_t> count;
};

/// Whether a claim is right. The trace of each set leads into a closed, strongly connected set of configurations from
/// which ERROR is not possible, of the size and with the actions that are claimed, which violate the requirement; its
/// cycle is one there; and no two are the same. All terminal sets of the network are as many as claimed; if there are
/// none, ERROR cannot be reached. Nullopt: too large, or the budget ended. The count of a network that is too large is
/// not checked if there is one at all.
std::optional<bool> certifyProgress(const Network &network, const ProgressClaim &claim, const Budget &budget);

/// A formula, and when it holds.
struct FormulaQuestion {
  const Model &model;
  const TemporalFormula &formula;
  Choice choice = Choice::Fair;
  /// Only finite prefixes are asked about, whether or not they go on.
  bool byPrefix = false;
};

/// Whether the formula holds: fair, with probability 1, where runs that end go on in silence; otherwise, for every
/// infinite run, or, by prefix, no finite run is without a continuation that satisfies it. A run into ERROR must
/// satisfy the formula whatever comes after. Nullopt: too large, or the budget ended.
std::optional<bool> certifyFormula(const Network &network, const FormulaQuestion &question, const Budget &budget);

/// Whether a run is one of the network and shows that the formula does not hold. Without a cycle: no continuation
/// whatsoever, with labels that the network has after hiding, satisfies the formula. With a cycle: it leads back to the
/// configuration where it begins, or nothing is possible there (only with fair choice); the run does not satisfy the
/// formula; and with fair choice the configuration lies in a terminal set, without a move to ERROR, and after the
/// prefix the formula is satisfied with probability 0. Nullopt: the terminal set is too large, or the budget ended.
std::optional<bool> certifyViolation(const Network &network, const FormulaQuestion &question, const Lasso &run,
                                     const Budget &budget);

} // namespace tenon

#endif // TENON_CHECK_CERTIFY_H
