//===- ViolationSearch.h - Words that both sides can do ---------*- C++ -*-===//

#ifndef TENON_LIB_ASSUMEGUARANTEE_VIOLATIONSEARCH_H
#define TENON_LIB_ASSUMEGUARANTEE_VIOLATIONSEARCH_H

#include "Sample.h"

#include "llvm/ADT/DenseSet.h"

namespace tenon {

/// A breadth-first search for a word that `covered` can do and that is illegal, a little at a time: through states of
/// `covered` with legal states. Where there is such a word, there is no assumption to be found, and looking for ever
/// larger ones can take for ever.
class ViolationSearch {
public:
  ViolationSearch(const AssumptionProblem &problem, LegalLanguage &legalWords)
      : covered(problem.covered), view(covered, problem.interface), legal(legalWords) {
    visit(Lts::initial(), legal.initial(), 0, TauAction);
  }

  /// Goes on until so many pairs have been looked at, in all. A shortest word, if there is one there.
  std::optional<std::vector<Action>> advance(size_t pairs);

private:
  struct Pair {
    StateId state;
    LegalLanguage::State legal;
    uint32_t parent;
    Action letter;
  };
  void visit(StateId state, LegalLanguage::State legalState, uint32_t parent, Action letter) {
    if (state != ErrorState && legalState != LegalLanguage::Free &&
        seen.insert(uint64_t(state) << 32 | legalState).second)
      queue.push_back({state, legalState, parent, letter});
  }

  const Lts &covered;
  InterfaceView view;
  LegalLanguage &legal;
  std::vector<Pair> queue;
  llvm::DenseSet<uint64_t> seen;
  size_t next = 0;
};

} // namespace tenon

#endif // TENON_LIB_ASSUMEGUARANTEE_VIOLATIONSEARCH_H
