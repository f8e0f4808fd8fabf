//===- CircularRule.h - Circular rules applied to a system ------*- C++ -*-===//

#ifndef TENON_LIB_ASSUMEGUARANTEE_CIRCULARRULE_H
#define TENON_LIB_ASSUMEGUARANTEE_CIRCULARRULE_H

#include "RuleReport.h"

namespace tenon {

/// Makes a problem of the sides of a system, and a result of what is found.
class CircularRule {
public:
  CircularRule(const Decomposition &system, const VerifyOptions &verifyOptions, const Budget &limits)
      : decomposition(system), options(verifyOptions), budget(limits), errors(system.whole) {}

  /// The result without what verify() fills in.
  llvm::Expected<CheckResult> run();

private:
  llvm::Error composeSides();
  void reportProof(std::vector<std::optional<Lts>> assumptions, CheckResult &result);

  const Decomposition &decomposition;
  const VerifyOptions &options;
  const Budget &budget;
  ErrorActions errors;
  std::vector<LtsRef> sides; ///< Without ERROR.
  LtsRef property;           ///< With what watches for ERROR of the sides.
};

} // namespace tenon

#endif // TENON_LIB_ASSUMEGUARANTEE_CIRCULARRULE_H
