//===- PremiseSearch.h - Where a conjecture is wrong ------------*- C++ -*-===//

#ifndef TENON_LIB_ASSUMEGUARANTEE_PREMISESEARCH_H
#define TENON_LIB_ASSUMEGUARANTEE_PREMISESEARCH_H

#include "AssumptionEncoding.h"

#include "llvm/ADT/BitVector.h"

namespace tenon {

/// A word that leads a conjecture and a system to a mistake by one more letter.
struct Mistake {
  std::vector<Action> word;
  std::vector<uint32_t> path; ///< The states of the system on the way: of `covered`, or legal states.
};

/// Checks the premises of the asymmetric rule for conjectures, by breadth-first search of products. Each answers with
/// mistakes, a shortest one for each state and letter of the conjecture where
/// there is one; without repetitions, shorter ones first. When the budget ends, what has been found so far; limit()
/// tells.
class PremiseSearch {
public:
  PremiseSearch(const AssumptionProblem &problem, LegalLanguage &legal, const Budget &budget);

  /// Words of both after which `covered` can do a letter that the conjecture refuses.
  std::vector<Mistake> findUncovered(const Conjecture &conjecture);
  /// Takes the transitions away that `covered` did not take in findUncovered(). What was covered still is.
  void removeUnused(Conjecture &conjecture) const;
  /// Words of the conjecture after which it has a letter that makes the word illegal.
  std::vector<Mistake> findIllegal(const Conjecture &conjecture);
  Budget::Limit limit() const { return limitReached; }

private:
  struct Entry {
    uint32_t systemState;
    uint32_t state;
    uint32_t parent;
    Action letter;
  };
  void start(const Conjecture &conjecture, uint32_t systemState);
  void visit(uint32_t systemState, uint32_t state, uint32_t parent, Action letter);
  void blame(const Conjecture &conjecture, uint32_t entry, Action letter);
  bool mayGoOn(uint32_t entry);
  std::vector<Mistake> mistakes() const;

  const Lts &covered;
  InterfaceView view;
  LegalLanguage &legal;
  const Budget &budget;
  std::vector<Entry> queue;
  std::vector<llvm::BitVector> visited; ///< By state of the conjecture, then of the system.
  std::vector<bool> isBlamed;           ///< By state and letter of the conjecture.
  std::vector<bool> isUsed;             ///< By state and letter of the conjecture, by `covered`.
  std::vector<uint32_t> blamed;         ///< Entries, ascending.
  Budget::Limit limitReached = Budget::Limit::None;
};

} // namespace tenon

#endif // TENON_LIB_ASSUMEGUARANTEE_PREMISESEARCH_H
