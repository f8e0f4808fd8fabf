//===- Participation.cpp - Who takes part in which action -----------------===//

#include "Participation.h"

#include "llvm/ADT/STLExtras.h"

namespace tenon::detail {

/// The local actions that every state can do and that never change the state.
static std::vector<bool> passiveActions(const Lts &lts) {
  std::vector<StateId> loops(lts.alphabet().size() + size_t(1));
  for (StateId s = 0; s < lts.stateCount(); ++s) {
    llvm::ArrayRef<Transition> row = lts.successors(s);
    for (size_t i = 0; i < row.size(); ++i) {
      bool isOnly =
          (i == 0 || row[i - 1].action != row[i].action) && (i + 1 == row.size() || row[i + 1].action != row[i].action);
      loops[row[i].action] += isOnly && row[i].target == s;
    }
  }
  std::vector<bool> result(loops.size());
  for (Action a = 1; a < loops.size(); ++a)
    result[a] = loops[a] == lts.stateCount();
  return result;
}

Participation::Participation(const Product &product) {
  const Alphabet &actions = product.alphabet();
  std::vector<std::vector<Participant>> lists(actions.size() + size_t(1)), passive(lists.size());
  for (auto [c, component] : llvm::enumerate(product.network().components)) {
    const Alphabet &own = component.lts->alphabet();
    std::vector<bool> isPassive = passiveActions(*component.lts);
    std::vector<Action> &global = globalAction.emplace_back(own.size() + size_t(1));
    for (Action a = 1; a < global.size(); ++a) {
      global[a] = *actions.find(own.label(a));
      (isPassive[a] ? passive : lists)[global[a]].push_back({static_cast<uint32_t>(c), a});
    }
  }
  start.push_back(0);
  for (Action a = 0; a < lists.size(); ++a) {
    if (lists[a].empty() && !passive[a].empty()) {
      lists[a].push_back(passive[a].front());
      passive[a].erase(passive[a].begin());
    }
    for (const Participant &p : passive[a])
      globalAction[p.component][p.local] = Passive;
    participants.insert(participants.end(), lists[a].begin(), lists[a].end());
    start.push_back(static_cast<uint32_t>(participants.size()));
  }
}

} // namespace tenon::detail
