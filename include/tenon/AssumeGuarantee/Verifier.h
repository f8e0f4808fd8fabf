//===- tenon/AssumeGuarantee/Verifier.h - Verification by rules -----------===//

#ifndef TENON_ASSUMEGUARANTEE_VERIFIER_H
#define TENON_ASSUMEGUARANTEE_VERIFIER_H

#include "tenon/AssumeGuarantee/Assumption.h"
#include "tenon/AssumeGuarantee/CircularAssumptions.h"
#include "tenon/AssumeGuarantee/Decomposition.h"
#include "tenon/AssumeGuarantee/LearnedAssumption.h"
#include "tenon/Check/Verdict.h"

#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace tenon {

/// An assume-guarantee rule, with the way in which its assumptions are found.
enum class Rule {
  AsymLearn,  ///< The asymmetric rule with a learned assumption.
  AsymSat,    ///< The asymmetric rule with the smallest assumption, by SAT.
  Symmetric,  ///< The symmetric rule with learned assumptions.
  Circular,   ///< The circular rule for two sides, with the smallest assumptions.
  NWay,       ///< The circular rule for any number of sides, with alphabet refinement.
  Simulation, ///< Rule AG-NC: whether the property, any process, simulates the system, with a learned assumption.
};

/// `asym-learn`, …
llvm::StringRef ruleName(Rule rule);
/// The rule of that name.
std::optional<Rule> findRule(llvm::StringRef name);

struct VerifyOptions {
  Rule rule = Rule::AsymLearn;
  Split split;
  /// The side that the assumption is about; empty: the second.
  std::string assume;
  /// Check the rule with this assumption instead of looking for one. It is over actions between the sides,
  /// deterministic and without ERROR. Where the other side has ERROR of its own and the assumption does not speak of
  /// it, it is forbidden.
  LtsRef assumption;
  LearningOptions learning; ///< Its alphabet refinement is also the n-way rule's.
  SatEncoding encoding = SatEncoding::OneHot;
  /// A violation's trace is the shortest if the whole system has no more states than this.
  uint64_t shortestTraceStates = uint64_t(1) << 22;
  unsigned jobs = 1;
  bool certify = false;
};

/// Decides by a rule whether a system satisfies a safety property: whether their composition can come to ERROR, be it
/// the property's or a component's own.
///
/// A rule never composes the two sides. When it finds a violation, it composes them along that word alone to get a run
/// of the whole, unless the whole is small enough to be searched for a shortest one. Fails if the rule does not apply
/// to the system; a budget that ends is a verdict. Rule::Simulation asks whether the property simulates the system: the
/// result has that kind, and a tree instead of a trace.
llvm::Expected<CheckResult> verify(const Network &network, llvm::ArrayRef<Operand> operands, llvm::StringRef property,
                                   const LtsRef &monitor, const VerifyOptions &options, const Budget &budget);

} // namespace tenon

#endif // TENON_ASSUMEGUARANTEE_VERIFIER_H
