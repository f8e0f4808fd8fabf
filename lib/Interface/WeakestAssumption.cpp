//===- WeakestAssumption.cpp - Interfaces by construction -----------------===//

#include "tenon/Interface/Interface.h"

#include "tenon/Lts/LegalLanguage.h"
#include "tenon/Lts/Minimize.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace tenon {

FoundInterface constructInterface(const Lts &system, const Alphabet &alphabet, const Budget &budget) {
  FoundInterface result;
  std::vector<Action> letters(alphabet.size());
  for (Action letter = 1; letter <= alphabet.size(); ++letter)
    letters[letter - 1] = letter;
  LegalLanguage language(system, alphabet, letters, budget);
  if (language.initial() == LegalLanguage::Illegal)
    return result;
  std::vector<size_t> rowStart{0};
  std::vector<Transition> transitions;
  for (LegalLanguage::State s = 0; s < language.stateCount(); ++s) {
    for (Action letter : letters) {
      LegalLanguage::State target = s == LegalLanguage::Free ? s : language.step(s, letter);
      if (target != LegalLanguage::Illegal)
        transitions.push_back({letter, target});
    }
    rowStart.push_back(transitions.size());
    if ((result.limit = language.limit()) != Budget::Limit::None)
      return result;
  }
  Lts subsets = LtsBuilder::fromRows("interface", alphabet, std::move(rowStart), std::move(transitions), std::nullopt,
                                     LtsBuilder::Keep::Reachable, language.initial());
  Expected<Lts> minimal = minimized(subsets, Equivalence::Strong, budget);
  if (!minimal) {
    consumeError(minimal.takeError());
    result.limit = budget.exceeded();
    return result;
  }
  bool allowsAll = minimal->stateCount() == 1 && minimal->transitionCount() == alphabet.size();
  result.environments = allowsAll ? Environments::All : Environments::Some;
  result.interface = std::move(*minimal);
  return result;
}

} // namespace tenon
