//===- ViolationSearch.cpp - Words that both sides can do -----------------===//

#include "ViolationSearch.h"

#include <algorithm>

namespace tenon {

std::optional<std::vector<Action>> ViolationSearch::advance(size_t pairs) {
  for (; next < std::min(pairs, queue.size()); ++next) {
    Pair from = queue[next];
    for (const Transition &t : covered.successors(from.state)) {
      Action letter = view.letter(t.action);
      LegalLanguage::State target = letter == TauAction ? from.legal : legal.step(from.legal, letter);
      if (target != LegalLanguage::Illegal) {
        visit(t.target, target, static_cast<uint32_t>(next), letter);
        continue;
      }
      std::vector<Action> word{letter};
      for (size_t at = next; at != 0; at = queue[at].parent)
        if (queue[at].letter != TauAction)
          word.push_back(queue[at].letter);
      std::reverse(word.begin(), word.end());
      return word;
    }
  }
  return std::nullopt;
}

} // namespace tenon
