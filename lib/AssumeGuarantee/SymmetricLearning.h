//===- SymmetricLearning.h - Assumptions of all sides -----------*- C++ -*-===//

#ifndef TENON_LIB_ASSUMEGUARANTEE_SYMMETRICLEARNING_H
#define TENON_LIB_ASSUMEGUARANTEE_SYMMETRICLEARNING_H

#include "tenon/AssumeGuarantee/LearnedAssumption.h"

namespace tenon {

/// What the search for assumptions of the symmetric rule starts from.
struct SymmetricProblem {
  /// For each side Mi, Mi || P_err. No Mi has ERROR of its own.
  std::vector<LtsRef> checked;
  /// P_err: deterministic, every transition it lacks is into ERROR.
  LtsRef property;
  /// The alphabet of assumptions: what two sides share, and αP.
  Alphabet interface;
  /// An action that no side has, for the last premise.
  LabelId done;
};

struct SymmetricResult {
  /// If the property holds: an assumption for each side, deterministic and without ERROR, over one alphabet.
  std::vector<Lts> assumptions;
  /// If it does not: a word over the interface that the sides can do together, after which the property is in ERROR.
  std::optional<std::vector<Action>> violation;
  Budget::Limit limit = Budget::Limit::None; ///< Why there is neither.

  uint64_t iterations = 0; ///< Conjectures, of all sides.
  uint64_t membershipQueries = 0;
  uint64_t equivalenceQueries = 0;
};

/// Learns the weakest assumption of each side until no word outside all conjectures violates the property
/// (Pasareanu, Giannakopoulou, Bobaru, Cobleigh and Barringer, "Learning to divide and conquer", 2008, rule SYM).
/// A conjecture that allows an illegal word of its side is refined, as is one that excludes a legal word that the
/// last premise is about; such a word that is illegal for all sides is a violation. With alphabet refinement, the
/// alphabet begins as that of the property.
///
/// No two sides are composed. Ends with an answer or at a limit of the budget. Deterministic.
SymmetricResult learnSymmetricAssumptions(const SymmetricProblem &problem, const LearningOptions &options,
                                          const Budget &budget);

/// Comes to ERROR, by `done`, after just the words of its alphabet that the deterministic LTS does not have or that
/// lead it to ERROR. In a composition of several, `done` is possible only when all are there.
Lts complement(const Lts &lts, LabelId done);

} // namespace tenon

#endif // TENON_LIB_ASSUMEGUARANTEE_SYMMETRICLEARNING_H
