//===- CircularSearch.h - Assumptions over fixed letters --------*- C++ -*-===//

#ifndef TENON_LIB_ASSUMEGUARANTEE_CIRCULARSEARCH_H
#define TENON_LIB_ASSUMEGUARANTEE_CIRCULARSEARCH_H

#include "CircularEncoding.h"
#include "CircularPremises.h"

#include "tenon/AssumeGuarantee/CircularAssumptions.h"

#include <set>

namespace tenon {

/// The algorithm ACR (Algorithms 2, 3 and 5) over fixed letters.
class CircularSearch {
public:
  CircularSearch(llvm::ArrayRef<LtsRef> sides, const Lts &property, const Alphabet &letters,
                 const CircularOptions &options, const Budget &budget);

  /// The conjectures with which the rule applies; or nothing, and there is a suspicion or a limit,
  /// Budget::Limit::States where the effort is spent. Can then be called again, with more in all.
  std::optional<std::vector<Conjecture>> run(const CircularEffort &effort);
  /// The assumptions as the sides' own languages, for the proof that the rule is complete: the premises of the sides
  /// hold, and the last one is all there is to check. As run(); each attempt begins anew.
  std::optional<std::vector<Conjecture>> runWithProjections(const CircularEffort &effort);

  /// A word that each side can do and the property does not allow.
  const std::optional<std::vector<Action>> &suspicion() const { return violation; }
  Budget::Limit limit() const { return limitReached; }
  const SatSolver &sat() const { return encoding->sat(); }
  uint64_t iterations() const { return rounds; }

  /// Of the last proof: the states of the largest product that was explored for a premise of a side that counts.
  uint64_t largestPremise() const { return largest; }
  /// Of the last proof: the sides whose assumptions it needs.
  const std::vector<bool> &needed() const { return isNeeded; }

private:
  std::vector<CircularPremises::Outcome> checkPremises(llvm::ArrayRef<Conjecture> conjectures,
                                                       uint64_t maxStates) const;
  bool learnFrom(llvm::ArrayRef<CircularPremises::Outcome> outcomes);
  bool learn(uint32_t premise, llvm::ArrayRef<Action> word);
  bool isPossible(llvm::ArrayRef<Action> word);
  bool addContinuations(llvm::ArrayRef<Action> word);
  void concludeFrom(llvm::ArrayRef<CircularPremises::Outcome> outcomes);
  void showProgress(llvm::ArrayRef<Conjecture> conjectures) const;

  llvm::ArrayRef<LtsRef> sides;
  const CircularOptions &options;
  const Budget &budget;
  CircularLanguages languages;
  CircularPremises premises;
  std::unique_ptr<CircularEncoding> encoding;
  std::set<std::vector<Action>> continued; ///< Words whose continuations the encoding knows.
  std::optional<std::vector<Action>> violation;
  std::vector<bool> isNeeded;
  Budget::Limit limitReached = Budget::Limit::None;
  uint64_t rounds = 0, explored = 0, largest = 0;
};

} // namespace tenon

#endif // TENON_LIB_ASSUMEGUARANTEE_CIRCULARSEARCH_H
