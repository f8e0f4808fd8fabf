//===- tenon/AssumeGuarantee/AutoVerifier.h - Whatever answers first ------===//

#ifndef TENON_ASSUMEGUARANTEE_AUTOVERIFIER_H
#define TENON_ASSUMEGUARANTEE_AUTOVERIFIER_H

#include "tenon/AssumeGuarantee/Verifier.h"

namespace tenon {

/// How `auto` searches. The defaults are for users, others for tests.
struct AutoOptions {
  /// Systems with up to this many states are searched directly, and nothing else is tried.
  uint64_t directStates = uint64_t(1) << 20;
  /// What the direct search has in the first round, and compositional minimization for each intermediate system; four
  /// times as much in each round after it.
  uint64_t roundStates = uint64_t(1) << 22;
  uint64_t composedStates = uint64_t(1) << 19;
  /// What each rule has in the first round; four times as much in each round after it.
  double roundSeconds = 2;
  /// Where the system is too large to be searched for a shortest trace, the learned asymmetric rule is to find one with
  /// so many membership queries.
  uint64_t traceQueries = uint64_t(1) << 20;
};

/// Decides by the direct search, by compositional minimization and by rules, each in a process of its own, with budgets
/// that grow from round to round; as many at a time as there are jobs. The first verdict counts.
///
/// What is reported does not depend on which method that was, but for `engine` and `seconds` of the result: a system
/// that the direct search decides at once is reported with its states; of others it is said that the property holds. A
/// violation is reported with the shortest trace if the system has no more than `shortestTraceStates` states, else with
/// the one that the learned asymmetric rule finds, and at last with the direct search's.
///
/// Of the options, `rule`, `assume` and `assumption` play no part. Fails if the system cannot be divided as they say.
/// Nullopt if no rule applies: the system has priority, or one side.
llvm::Expected<std::optional<CheckResult>> verifyAutomatically(const Network &network, llvm::ArrayRef<Operand> operands,
                                                               llvm::StringRef property, const LtsRef &monitor,
                                                               const VerifyOptions &options, const Budget &budget,
                                                               const AutoOptions &rounds = {});

} // namespace tenon

#endif // TENON_ASSUMEGUARANTEE_AUTOVERIFIER_H
