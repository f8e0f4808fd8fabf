//===- Projection.cpp - Sides as assumptions about themselves -------------===//

#include "Projection.h"

#include "tenon/Lts/Minimize.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <map>

namespace tenon {

namespace {

/// The subset construction, ε-closed, without the empty set.
class Subsets {
public:
  Subsets(const Lts &system, const Alphabet &letters, uint64_t maxWork, const Budget &limits)
      : side(system), letterOf(system.alphabet().size() + size_t(1)), isMember(system.stateCount()), most(maxWork),
        budget(limits) {
    std::vector<LabelId> labels;
    for (LabelId label : letters.labels())
      if (side.alphabet().contains(label))
        labels.push_back(label);
    alphabet = Alphabet(letters.table(), std::move(labels));
    for (Action action = 1; action <= side.alphabet().size(); ++action)
      letterOf[action] = alphabet.find(side.alphabet().label(action)).value_or(TauAction);
  }

  /// Nullopt if it takes too long.
  std::optional<Lts> run() {
    LtsBuilder builder(alphabet);
    intern({Lts::initial()});
    for (StateId from = 0; from < members.size(); ++from) {
      std::map<Action, std::vector<StateId>> moves;
      for (StateId s : *members[from])
        for (const Transition &t : side.successors(s))
          if (Action letter = letterOf[t.action]; letter != TauAction)
            moves[letter].push_back(t.target);
      for (auto &[letter, targets] : moves)
        builder.addAction(from, letter, intern(std::move(targets)));
      if (work > most || (from % 256 == 255 && budget.exceeded() != Budget::Limit::None))
        return std::nullopt;
    }
    builder.reserveStates(static_cast<StateId>(members.size()));
    return builder.build("projection");
  }

private:
  StateId intern(std::vector<StateId> states) {
    llvm::sort(states);
    states.erase(std::unique(states.begin(), states.end()), states.end());
    for (StateId s : states)
      isMember[s] = true;
    for (size_t i = 0; i < states.size(); ++i) {
      llvm::ArrayRef<Transition> row = side.successors(states[i]);
      work += row.size() + 1;
      for (const Transition &t : row)
        if (letterOf[t.action] == TauAction && !isMember[t.target]) {
          isMember[t.target] = true;
          states.push_back(t.target);
        }
    }
    for (StateId s : states)
      isMember[s] = false;
    llvm::sort(states);
    auto [entry, isNew] = ids.try_emplace(std::move(states), static_cast<StateId>(members.size()));
    if (isNew)
      members.push_back(&entry->first);
    return entry->second;
  }

  const Lts &side;
  Alphabet alphabet;
  std::vector<Action> letterOf; ///< By action of the side: TauAction if it is silent.
  std::vector<bool> isMember;   ///< By state: working space.
  uint64_t most, work = 0;
  const Budget &budget;
  std::map<std::vector<StateId>, StateId> ids;
  std::vector<const std::vector<StateId> *> members;
};

} // namespace

std::optional<Conjecture> projectedAutomaton(const Lts &side, const Alphabet &letters, uint64_t maxWork,
                                             const Budget &budget) {
  std::optional<Lts> subsets = Subsets(side, letters, maxWork, budget).run();
  if (!subsets)
    return std::nullopt;
  Partition classes = strongBisimulation(*subsets);
  Conjecture result{classes.blockCount, static_cast<Action>(subsets->alphabet().size()), {}};
  result.next.assign(size_t(result.stateCount) * result.letterCount, Conjecture::Refused);
  for (StateId s = 0; s < subsets->stateCount(); ++s)
    for (const Transition &t : subsets->successors(s))
      result.next[size_t(classes.blockOf[s]) * result.letterCount + t.action - 1] = classes.blockOf[t.target];
  return result;
}

} // namespace tenon
