//===- LegalLanguage.cpp - What an environment may do ---------------------===//

#include "tenon/Lts/LegalLanguage.h"

#include "Dangers.h"
#include "SetStore.h"

#include "llvm/ADT/BitVector.h"

namespace tenon {

/// The system as the environment sees it, and the subsets of its states that have occurred.
class LegalLanguage::Subsets {
public:
  Subsets(const Lts &source, const Alphabet &interface, llvm::ArrayRef<Action> visible);

  /// Collects what `letter` leads to from the members of a subset; false if ERROR is among it.
  bool moveAll(State subset, Action letter);
  /// Collects the initial state.
  bool begin() { return add(Lts::initial()); }
  /// Adds what silent steps lead to, and numbers the subset.
  State close();

  bool sees(Action letter) const { return actionOf[letter] != TauAction; }
  bool isDeterministic() const;

private:
  /// False if the state can silently come to ERROR. What can never come there does not matter.
  bool add(StateId s) {
    if (s == ErrorState || dangers.doomed[s])
      return false;
    if (dangers.dangerous[s] && !isMember[s]) {
      isMember.set(s);
      members.push_back(s);
    }
    return true;
  }

  const Lts &lts;
  std::vector<Action> actionOf; ///< By letter: the action of the system, tau if it has none.
  llvm::BitVector silent;       ///< By action of the system.
  Dangers dangers;
  llvm::BitVector isMember;
  std::vector<StateId> members;
  SetStore<StateId> store;
};

LegalLanguage::Subsets::Subsets(const Lts &source, const Alphabet &interface, llvm::ArrayRef<Action> visible)
    : lts(source), actionOf(interface.size() + size_t(1), TauAction), silent(lts.alphabet().size() + 1, true),
      isMember(lts.stateCount()) {
  bool sameTable = interface.table() == lts.alphabet().table();
  for (Action letter : visible) {
    std::optional<Action> action =
        sameTable ? lts.alphabet().find(interface.label(letter)) : lts.alphabet().find(interface.text(letter));
    if (!action)
      continue;
    actionOf[letter] = *action;
    silent.reset(*action);
  }
  dangers = findDangers(lts, silent);
  store.intern({}); // Free.
}

bool LegalLanguage::Subsets::moveAll(State subset, Action letter) {
  for (StateId member : store[subset])
    for (const Transition &t : lts.successors(member, actionOf[letter]))
      if (!add(t.target)) {
        for (StateId s : members)
          isMember.reset(s);
        members.clear();
        return false;
      }
  return true;
}

LegalLanguage::State LegalLanguage::Subsets::close() {
  // No member is doomed, so none silently comes to a state that is.
  for (size_t next = 0; next != members.size();)
    for (const Transition &t : lts.successors(members[next++]))
      if (silent[t.action])
        add(t.target);
  for (StateId s : members)
    isMember.reset(s);
  State id = store.internUnsorted(members);
  members.clear();
  return id;
}

bool LegalLanguage::Subsets::isDeterministic() const {
  for (unsigned s : dangers.dangerous.set_bits()) {
    std::optional<Action> previous;
    for (const Transition &t : lts.successors(s)) {
      if (t.target != ErrorState && !dangers.dangerous[t.target])
        continue;
      if (silent[t.action] || previous == t.action)
        return false;
      previous = t.action;
    }
  }
  return true;
}

LegalLanguage::LegalLanguage(const Lts &lts, const Alphabet &interface, llvm::ArrayRef<Action> visible,
                             const Budget &limits)
    : letterCount(visible.size()), positionOf(interface.size() + size_t(1)),
      subsets(std::make_unique<Subsets>(lts, interface, visible)), budget(limits) {
  for (size_t i = 0; i < visible.size(); ++i)
    positionOf[visible[i]] = static_cast<uint32_t>(i);
  addSubset();
  start = subsets->begin() ? subsets->close() : Illegal;
  if (start != Illegal && start != Free)
    addSubset();
  deterministic = subsets->isDeterministic();
}

LegalLanguage::~LegalLanguage() = default;

void LegalLanguage::addSubset() {
  rows.resize(rows.size() + letterCount, Unknown);
  ++count;
}

LegalLanguage::State LegalLanguage::explore(State s, Action letter) {
  constexpr size_t CheckInterval = 1024;
  State &known = rows[size_t(s) * letterCount + positionOf[letter]];
  if (!subsets->sees(letter))
    return known = s;
  if (limitReached != Budget::Limit::None)
    return Free;
  if (!subsets->moveAll(s, letter))
    return known = Illegal;
  State target = subsets->close();
  known = target;
  if (target != count)
    return target;
  addSubset(); // Invalidates `known`.
  if (target % CheckInterval == 0) {
    budget.progress({target, 0, 0});
    limitReached = budget.exceeded();
  }
  return target;
}

} // namespace tenon
