//===- RuleReport.h - What rules have in common -----------------*- C++ -*-===//

#ifndef TENON_LIB_ASSUMEGUARANTEE_RULEREPORT_H
#define TENON_LIB_ASSUMEGUARANTEE_RULEREPORT_H

#include "tenon/AssumeGuarantee/Verifier.h"

namespace tenon {

/// Components beside each other, nothing hidden.
Network networkOf(llvm::StringRef name, const std::shared_ptr<LabelTable> &table, std::vector<LtsRef> components);

/// Replaces the ERROR of sides by actions, so that sides can be told apart from the property.
class ErrorActions {
public:
  explicit ErrorActions(const Network &system) : whole(system) {}

  /// ERROR of the side becomes an action of its own, which then stays possible. A side without ERROR is left alone.
  LtsRef withoutError(const LtsRef &side);
  llvm::ArrayRef<LabelId> labels() const { return errorLabels; }
  /// What takes these actions to ERROR; null if there are none.
  LtsRef watcher() const;

private:
  const Network &whole;
  std::vector<LabelId> errorLabels;
};

/// A label of the form `stem.1` that no component has.
LabelId unusedLabel(const Network &network, llvm::StringRef stem, size_t number);

/// What is wrong with a system of one side.
llvm::Error indivisible(const Decomposition &decomposition);

/// It holds, but the certificate does not fit the budget.
void reportUncertified(const Budget &budget, CheckResult &result);

/// With `certify`: whether no composition in the list can come to ERROR, by the interpreter that knows nothing of
/// learners and searches. What could not be certified within the budget is unknown.
void certifyPremises(const std::shared_ptr<LabelTable> &table, std::vector<std::vector<LtsRef>> premises,
                     const Budget &budget, CheckResult &result);

/// An assumption, with its source.
AssumptionReport describe(Lts assumption, std::string about);
/// A run into ERROR. Movers that the network does not have are left out.
Counterexample describe(const Network &network, const SafetySearch::Finding &finding);

/// Reports a run of the system into ERROR.
void reportTrace(const Decomposition &decomposition, const SafetySearch::Finding &finding, const VerifyOptions &options,
                 CheckResult &result);

/// Reports a violation: some run of the system into ERROR does this word, of actions of the interface; those that the
/// system does not have are passed over. The trace is a shortest one if the system is small enough to be searched.
void reportViolation(const Decomposition &decomposition, const Alphabet &interface, llvm::ArrayRef<Action> word,
                     const VerifyOptions &options, const Budget &budget, CheckResult &result);

} // namespace tenon

#endif // TENON_LIB_ASSUMEGUARANTEE_RULEREPORT_H
