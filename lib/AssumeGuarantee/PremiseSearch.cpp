//===- PremiseSearch.cpp - Where a conjecture is wrong --------------------===//

#include "PremiseSearch.h"

#include <algorithm>

namespace tenon {

PremiseSearch::PremiseSearch(const AssumptionProblem &problem, LegalLanguage &language, const Budget &limits)
    : covered(problem.covered), view(covered, problem.interface), legal(language), budget(limits) {}

void PremiseSearch::start(const Conjecture &conjecture, uint32_t systemState) {
  queue.clear();
  visited.assign(conjecture.stateCount, {});
  isBlamed.assign(conjecture.next.size(), false);
  blamed.clear();
  visit(systemState, 0, 0, TauAction);
}

void PremiseSearch::visit(uint32_t systemState, uint32_t state, uint32_t parent, Action letter) {
  llvm::BitVector &known = visited[state];
  if (systemState >= known.size())
    known.resize(std::max<size_t>(systemState + size_t(1), 2 * known.size()));
  if (known[systemState])
    return;
  known.set(systemState);
  queue.push_back({systemState, state, parent, letter});
}

void PremiseSearch::blame(const Conjecture &conjecture, uint32_t entry, Action letter) {
  auto mistake = isBlamed[size_t(queue[entry].state) * conjecture.letterCount + letter - 1];
  if (mistake)
    return;
  mistake = true;
  if (blamed.empty() || blamed.back() != entry)
    blamed.push_back(entry);
}

bool PremiseSearch::mayGoOn(uint32_t entry) {
  constexpr uint32_t CheckInterval = 4096;
  if (entry % CheckInterval == CheckInterval - 1)
    limitReached = budget.exceeded();
  return limitReached == Budget::Limit::None;
}

std::vector<Mistake> PremiseSearch::mistakes() const {
  std::vector<Mistake> result;
  for (uint32_t entry : blamed) {
    Mistake mistake;
    for (uint32_t e = entry; e != 0; e = queue[e].parent) {
      mistake.path.push_back(queue[e].systemState);
      if (queue[e].letter != TauAction)
        mistake.word.push_back(queue[e].letter);
    }
    mistake.path.push_back(queue[0].systemState);
    std::reverse(mistake.word.begin(), mistake.word.end());
    std::reverse(mistake.path.begin(), mistake.path.end());
    result.push_back(std::move(mistake));
  }
  return result;
}

std::vector<Mistake> PremiseSearch::findUncovered(const Conjecture &conjecture) {
  start(conjecture, Lts::initial());
  isUsed.assign(conjecture.next.size(), false);
  for (uint32_t entry = 0; entry < queue.size() && mayGoOn(entry); ++entry) {
    auto [systemState, state, parent, arrival] = queue[entry];
    for (const Transition &t : covered.successors(systemState)) {
      Action letter = view.letter(t.action);
      uint32_t target = letter == TauAction ? state : conjecture.target(state, letter);
      if (target == Conjecture::Refused) {
        blame(conjecture, entry, letter);
        continue;
      }
      if (letter != TauAction)
        isUsed[size_t(state) * conjecture.letterCount + letter - 1] = true;
      if (t.target != ErrorState)
        visit(t.target, target, entry, letter);
    }
  }
  return mistakes();
}

void PremiseSearch::removeUnused(Conjecture &conjecture) const {
  for (size_t i = 0; i < conjecture.next.size(); ++i)
    if (!isUsed[i])
      conjecture.next[i] = Conjecture::Refused;
}

std::vector<Mistake> PremiseSearch::findIllegal(const Conjecture &conjecture) {
  start(conjecture, legal.initial());
  for (uint32_t entry = 0; entry < queue.size() && mayGoOn(entry); ++entry) {
    auto [systemState, state, parent, arrival] = queue[entry];
    if (systemState == LegalLanguage::Free)
      continue;
    for (Action letter = 1; letter <= conjecture.letterCount; ++letter) {
      uint32_t target = conjecture.target(state, letter);
      if (target == Conjecture::Refused)
        continue;
      LegalLanguage::State next = legal.step(systemState, letter);
      if (next == LegalLanguage::Illegal)
        blame(conjecture, entry, letter);
      else
        visit(next, target, entry, letter);
    }
  }
  if (limitReached == Budget::Limit::None)
    limitReached = legal.limit();
  return mistakes();
}

} // namespace tenon
