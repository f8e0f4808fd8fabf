//===- SimulationRule.h - Rule AG-NC for simulation -------------*- C++ -*-===//
//
// If M1 || A is simulated by S, and M2 is simulated by A, then M1 || M2 is simulated by S, with a tree automaton A that
// is learned (Chaki, Clarke, Sinha and Thati, CAV 2005, §4).
//
//===----------------------------------------------------------------------===//

#ifndef TENON_LIB_ASSUMEGUARANTEE_SIMULATIONRULE_H
#define TENON_LIB_ASSUMEGUARANTEE_SIMULATIONRULE_H

#include "RuleReport.h"

#include "tenon/AssumeGuarantee/LearnedTreeAssumption.h"

namespace tenon {

/// Turns the sides of a system and a specification into tree languages over the actions that matter, and the outcome
/// into a result.
class SimulationRule {
public:
  SimulationRule(const Decomposition &system, const VerifyOptions &verifyOptions, const Budget &limits)
      : decomposition(system), options(verifyOptions), budget(limits) {}

  /// The result without what verify() fills in.
  llvm::Expected<CheckResult> run();

private:
  llvm::Error composeSides();
  void chooseLetters();
  TreeSide sideOf(const LtsRef &lts) const;
  void reportProof(const TreeAssumption &found, CheckResult &result);
  void reportTreeViolation(const TreeAssumption &found, CheckResult &result);
  bool replays(const LtsRef &lts, const SpelledTree &tree) const;

  const Decomposition &decomposition;
  const VerifyOptions &options;
  const Budget &budget;
  LtsRef checked, covered, specification; ///< M1, M2, S; END is an action, if the system has an end.
  std::string checkedName, coveredName;
  std::vector<LabelId> letters; ///< In label order.
};

} // namespace tenon

#endif // TENON_LIB_ASSUMEGUARANTEE_SIMULATIONRULE_H
