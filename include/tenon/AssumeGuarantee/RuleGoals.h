//===- tenon/AssumeGuarantee/RuleGoals.h - Goals that name a rule ---------===//

#ifndef TENON_ASSUMEGUARANTEE_RULEGOALS_H
#define TENON_ASSUMEGUARANTEE_RULEGOALS_H

#include "tenon/AssumeGuarantee/Verifier.h"
#include "tenon/Check/Checker.h"

namespace tenon {

/// Answers the goals `check S satisfies P using RULE`, where the rule may be `auto`. The rule of `options` is that of
/// the goal. What `auto` cannot divide, and properties that are no processes, are left to the checker.
GoalRunner ruleRunner(VerifyOptions options);

/// A user's assumption with the labels of another table: a property, which allows what it does not take to ERROR, or
/// any deterministic process without silent steps.
llvm::Expected<LtsRef> asAssumption(const Lts &given, const std::shared_ptr<LabelTable> &table);

} // namespace tenon

#endif // TENON_ASSUMEGUARANTEE_RULEGOALS_H
