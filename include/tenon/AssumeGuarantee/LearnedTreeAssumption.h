//===- tenon/AssumeGuarantee/LearnedTreeAssumption.h - Assumptions about trees -===//

#ifndef TENON_ASSUMEGUARANTEE_LEARNEDTREEASSUMPTION_H
#define TENON_ASSUMEGUARANTEE_LEARNEDTREEASSUMPTION_H

#include "tenon/Check/CertifySimulation.h"
#include "tenon/Learn/TreeLearner.h"

namespace tenon {

/// What rule AG-NC starts from: tree languages over common letters 0, 1, …
struct TreeProblem {
  const TreeSide &checked;       ///< M1.
  const TreeSide &covered;       ///< M2, which the assumption is about.
  const TreeSide &specification; ///< S.
  uint32_t letters;
};

struct TreeAssumption {
  /// If M1 || M2 is simulated by S: accepts all trees of M2, and none that M1 simulates and S does not.
  std::optional<TreeDfa> assumption;
  /// If it is not: a tree that both sides simulate and S does not.
  std::optional<TreeId> violation;
  TreeDag trees;
  /// Why there is neither.
  Budget::Limit limit = Budget::Limit::None;
  LearningStatistics statistics;
};

/// Proves or refutes that M1 || M2 is simulated by S, without composing M1 and M2: learns the weakest assumption, the
/// trees that M1 does not simulate or S does, by L^T, until some conjecture D is good enough (§4). A candidate query
/// has three steps: C1, the trees of D and M1 are among those of S; C2, those of M2 are among those of D; and where C2
/// has a counterexample, whether that tree refutes the whole. Counterexamples are smallest trees. Deterministic.
TreeAssumption learnTreeAssumption(const TreeProblem &problem, const Budget &budget);

/// The weakest assumption itself, learned to the end: M2 plays no part. Nullopt at a limit.
std::optional<TreeDfa> learnWeakestTreeAssumption(const TreeSide &checked, const TreeSide &specification,
                                                  uint32_t letters, const Budget &budget);

/// The tree language of a side.
TreeLanguage languageOf(const TreeSide &side);

} // namespace tenon

#endif // TENON_ASSUMEGUARANTEE_LEARNEDTREEASSUMPTION_H
