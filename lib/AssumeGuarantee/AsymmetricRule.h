//===- AsymmetricRule.h - Rule ASYM applied to a system ---------*- C++ -*-===//

#ifndef TENON_LIB_ASSUMEGUARANTEE_ASYMMETRICRULE_H
#define TENON_LIB_ASSUMEGUARANTEE_ASYMMETRICRULE_H

#include "RuleReport.h"

namespace tenon {

/// Orders the sides of a system, finds or takes an assumption, and turns the outcome into a result.
class AsymmetricRule {
public:
  AsymmetricRule(const Decomposition &system, const VerifyOptions &verifyOptions, const Budget &limits)
      : decomposition(system), options(verifyOptions), budget(limits), errors(system.whole) {}

  /// The result without what verify() fills in.
  llvm::Expected<CheckResult> run();

private:
  llvm::Error order();
  void orderByOverlap();
  llvm::Error composeSides();
  llvm::Error checkGiven(CheckResult &result);
  llvm::Error checkVocabulary(const Lts &given) const;
  Lts forbiddingErrors(const Lts &given) const;
  std::string explainFailure(unsigned premise, llvm::ArrayRef<Action> word) const;
  SafetySearch search(std::vector<LtsRef> components);
  void reportProof(AssumptionResult found, CheckResult &result);
  std::string coveredName(size_t from) const;
  void certifyProof(CheckResult &result);

  const Decomposition &decomposition;
  const VerifyOptions &options;
  const Budget &budget;
  std::vector<const Decomposition::Side *> sides; ///< The checked one first.
  std::vector<LtsRef> covered;                    ///< The others, composed, without ERROR.
  ErrorActions errors;                            ///< Of the covered sides; the checked side takes them to ERROR.
  std::vector<LtsRef> checkedParts;               ///< The property, the first side and what watches the error labels.
  LtsRef checked;                                 ///< Their composition.
  Alphabet interface;
};

} // namespace tenon

#endif // TENON_LIB_ASSUMEGUARANTEE_ASYMMETRICRULE_H
