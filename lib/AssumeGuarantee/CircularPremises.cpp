//===- CircularPremises.cpp - Premises of circular rules ------------------===//

#include "CircularPremises.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseSet.h"

#include <algorithm>

namespace tenon {

AssumptionProduct::AssumptionProduct(llvm::ArrayRef<Conjecture> conjectures,
                                     const std::vector<std::vector<Action>> &local, std::optional<uint32_t> own,
                                     Action letters)
    : assumptions(conjectures), localLetter(local), watched(own), letterCount(letters) {
  intern(std::vector<uint32_t>(assumptions.size(), 0));
}

AssumptionProduct::State AssumptionProduct::intern(std::vector<uint32_t> states) {
  auto [entry, isNew] = ids.try_emplace(std::move(states), stateCount());
  if (isNew) {
    members.push_back(&entry->first);
    rows.resize(rows.size() + letterCount, Unknown);
  }
  return entry->second;
}

AssumptionProduct::State AssumptionProduct::explore(State state, Action letter) {
  std::vector<uint32_t> next = *members[state];
  State result = Unknown;
  for (uint32_t i = 0; i < assumptions.size(); ++i) {
    Action local = localLetter[i][letter];
    if (local == TauAction)
      continue;
    next[i] = assumptions[i].target(next[i], local);
    if (next[i] != Conjecture::Refused)
      continue;
    result = watched == i ? Refused : Blocked;
    if (result == Refused)
      break;
  }
  if (result == Unknown)
    result = intern(std::move(next));
  rows[size_t(state) * letterCount + letter - 1] = result;
  return result;
}

CircularPremises::CircularPremises(llvm::ArrayRef<LtsRef> sides, const Lts &property, const Alphabet &letters,
                                   const Budget &limits)
    : letterCount(letters.size()), budget(limits) {
  auto addSystem = [&](const Lts &lts) {
    System system{&lts, std::vector<Action>(lts.alphabet().size() + size_t(1)), {}};
    for (Action letter = 1; letter <= letterCount; ++letter) {
      if (std::optional<Action> action = lts.alphabet().find(letters.label(letter)))
        system.letterOf[*action] = letter;
      else
        system.foreign.push_back(letter);
    }
    systems.push_back(std::move(system));
  };
  for (const LtsRef &side : sides) {
    addSystem(*side);
    std::vector<Action> &local = localLetter.emplace_back(letterCount + size_t(1));
    Action count = 0;
    for (Action letter = 1; letter <= letterCount; ++letter)
      if (side->alphabet().contains(letters.label(letter)))
        local[letter] = ++count;
  }
  addSystem(property);
}

namespace {

/// One search of a premise's product.
class PremiseProduct {
public:
  using Product = AssumptionProduct;
  PremiseProduct(Product &product, Action letters, size_t limit)
      : assumptions(product), letterCount(letters), most(limit) {
    visit(Lts::initial(), 0, 0, TauAction);
  }
  size_t size() const { return queue.size(); }
  StateId system(uint32_t entry) const { return queue[entry].system; }
  bool isEnough() const { return blamed.size() >= most; }

  /// A step of the system, or of the assumptions alone.
  void move(uint32_t entry, Action letter, StateId target) {
    Entry from = queue[entry];
    Product::State next = letter == TauAction ? from.assumptions : assumptions.step(from.assumptions, letter);
    if (next == Product::Blocked)
      return;
    if (next == Product::Refused || target == ErrorState) {
      if (isBlamed.insert({assumptions.watchedState(from.assumptions), letter}).second)
        blamed.emplace_back(entry, letter);
      return;
    }
    visit(target, next, entry, letter);
  }
  std::vector<std::vector<Action>> words() const {
    std::vector<std::vector<Action>> result;
    for (auto [entry, last] : blamed) {
      std::vector<Action> &word = result.emplace_back();
      if (last != TauAction)
        word.push_back(last);
      for (uint32_t e = entry; e != 0; e = queue[e].parent)
        if (queue[e].letter != TauAction)
          word.push_back(queue[e].letter);
      std::reverse(word.begin(), word.end());
    }
    return result;
  }

private:
  struct Entry {
    StateId system;
    Product::State assumptions;
    uint32_t parent;
    Action letter;
  };
  void visit(StateId system, Product::State state, uint32_t parent, Action letter) {
    if (state >= visited.size())
      visited.resize(state + size_t(1));
    llvm::BitVector &known = visited[state];
    if (system >= known.size())
      known.resize(std::max<size_t>(system + size_t(1), 2 * known.size()));
    if (known[system])
      return;
    known.set(system);
    queue.push_back({system, state, parent, letter});
  }

  Product &assumptions;
  Action letterCount;
  size_t most;
  std::vector<Entry> queue;
  std::vector<llvm::BitVector> visited; ///< By state of the assumptions, then of the system.
  llvm::DenseSet<std::pair<uint32_t, Action>> isBlamed;
  std::vector<std::pair<uint32_t, Action>> blamed; ///< Entries, ascending, and last letters.
};

} // namespace

CircularPremises::Outcome CircularPremises::check(uint32_t premise, llvm::ArrayRef<Conjecture> conjectures,
                                                  size_t most) const {
  constexpr uint32_t CheckInterval = 4096;
  const System &system = systems[premise];
  bool isInductive = premise + 1 < systems.size();
  AssumptionProduct assumptions(conjectures, localLetter, isInductive ? std::optional<uint32_t>(premise) : std::nullopt,
                                letterCount);
  PremiseProduct product(assumptions, letterCount, most);
  Outcome outcome;
  for (uint32_t entry = 0; entry < product.size() && !product.isEnough(); ++entry) {
    if (entry % CheckInterval == CheckInterval - 1)
      outcome.limit = budget.exceeded();
    if (outcome.limit != Budget::Limit::None)
      break;
    StateId from = product.system(entry);
    for (const Transition &t : system.lts->successors(from))
      product.move(entry, system.letterOf[t.action], t.target);
    for (Action letter : system.foreign)
      product.move(entry, letter, from);
  }
  outcome.words = product.words();
  outcome.states = product.size();
  return outcome;
}

} // namespace tenon
