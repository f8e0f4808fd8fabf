//===- PremiseSearch.h - Where a conjecture is wrong ------------*- C++ -*-===//

#ifndef TENON_LIB_ASSUMEGUARANTEE_PREMISESEARCH_H
#define TENON_LIB_ASSUMEGUARANTEE_PREMISESEARCH_H

#include "AssumptionEncoding.h"

#include "llvm/ADT/BitVector.h"

namespace tenon {

/// Checks the premises of the asymmetric rule for conjectures, by breadth-first search of products. Each answers with
/// words that lead to a mistake by one more letter, a shortest one for each state and letter of the conjecture where
/// there is one; without repetitions, shorter ones first. When the budget ends, what has been found so far; limit()
/// tells.
class PremiseSearch {
public:
  PremiseSearch(const AssumptionProblem &problem, LegalLanguage &legal, const Budget &budget);

  /// Words of both after which `covered` can do a letter that the conjecture refuses.
  std::vector<std::vector<Action>> findUncovered(const Conjecture &conjecture);
  /// Words of the conjecture after which it has a letter that makes the word illegal.
  std::vector<std::vector<Action>> findIllegal(const Conjecture &conjecture);
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
  std::vector<std::vector<Action>> blamedWords() const;

  const Lts &covered;
  InterfaceView view;
  LegalLanguage &legal;
  const Budget &budget;
  std::vector<Entry> queue;
  std::vector<llvm::BitVector> visited; ///< By state of the conjecture, then of the system.
  std::vector<bool> isBlamed;           ///< By state and letter of the conjecture.
  std::vector<uint32_t> blamed;         ///< Entries, ascending.
  Budget::Limit limitReached = Budget::Limit::None;
};

} // namespace tenon

#endif // TENON_LIB_ASSUMEGUARANTEE_PREMISESEARCH_H
