//===- tenon/AssumeGuarantee/LearnedAssumption.h - Learned assumptions -----===//

#ifndef TENON_ASSUMEGUARANTEE_LEARNEDASSUMPTION_H
#define TENON_ASSUMEGUARANTEE_LEARNEDASSUMPTION_H

#include "tenon/AssumeGuarantee/Assumption.h"
#include "tenon/Learn/Learner.h"

namespace tenon {

struct LearningOptions {
  LearnerKind learner = LearnerKind::ObservationTable;
  /// Begin with the empty alphabet and add the actions that spurious counterexamples need; otherwise assumptions are
  /// over the whole interface.
  bool refineAlphabet = true;
  /// Give up, with Budget::Limit::States, after about so many questions to the teacher; 0: never.
  uint64_t maxQueries = 0;
};

/// Proves or refutes that the composition of `checked` and `covered` cannot come to ERROR, without composing them:
/// learns the weakest assumption of `checked` until some conjecture is good enough ("Context Synthesis", §6, Fig. 16).
/// A conjecture that allows an illegal word (premise 1) or forbids a legal one that `covered` can do (premise 2) is
/// refined; an illegal word that `covered` can do is a violation.
///
/// With alphabet refinement (Gheorghiu, Giannakopoulou and Pasareanu, "Refining Interface Alphabets for
/// Compositional Verification", TACAS 2007), a word that is illegal only because the rest of the interface is hidden is
/// spurious: the two runs it stands for are compared, and the actions in which they differ become visible.
///
/// Ends with an answer or at a limit of the budget: there are finitely many alphabets, and for each the conjectures
/// grow towards the weakest assumption. Membership queries simulate the system along the word. Deterministic.
AssumptionResult learnAssumption(const AssumptionProblem &problem, const LearningOptions &options,
                                 const Budget &budget);

/// The same where `covered` is the composition of several systems, none of which has ERROR: premise 2 is proved by the
/// rule in turn, with the conjecture as the property, down to the last of them.
AssumptionResult learnAssumption(const Lts &checked, llvm::ArrayRef<LtsRef> covered, const Alphabet &interface,
                                 const LearningOptions &options, const Budget &budget);

/// (αchecked) ∩ (the union of the alphabets of `covered`): what assumptions may speak of.
Alphabet interfaceAlphabet(const Lts &checked, llvm::ArrayRef<LtsRef> covered);

} // namespace tenon

#endif // TENON_ASSUMEGUARANTEE_LEARNEDASSUMPTION_H
