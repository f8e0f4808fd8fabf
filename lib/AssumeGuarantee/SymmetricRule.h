//===- SymmetricRule.h - Rule SYM applied to a system -----------*- C++ -*-===//

#ifndef TENON_LIB_ASSUMEGUARANTEE_SYMMETRICRULE_H
#define TENON_LIB_ASSUMEGUARANTEE_SYMMETRICRULE_H

#include "RuleReport.h"
#include "SymmetricLearning.h"

namespace tenon {

/// Brings a system into the shape that the learning needs, and turns the outcome into a result.
class SymmetricRule {
public:
  SymmetricRule(const Decomposition &system, const VerifyOptions &verifyOptions, const Budget &limits)
      : decomposition(system), options(verifyOptions), budget(limits) {}

  /// The result without what verify() fills in.
  llvm::Expected<CheckResult> run();

private:
  llvm::Error composeSides();
  void certifyProof(CheckResult &result) const;

  const Decomposition &decomposition;
  const VerifyOptions &options;
  const Budget &budget;
  std::vector<LtsRef> sides; ///< Composed, without ERROR.
  SymmetricProblem problem;
};

} // namespace tenon

#endif // TENON_LIB_ASSUMEGUARANTEE_SYMMETRICRULE_H
