//===- CircularPremises.cpp - Premises of circular rules ------------------===//

#include "CircularPremises.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseSet.h"

#include <algorithm>

namespace tenon {

AssumptionProduct::AssumptionProduct(llvm::ArrayRef<Conjecture> conjectures,
                                     llvm::ArrayRef<std::vector<Viewer>> viewers, const std::vector<bool> &members,
                                     std::optional<uint32_t> own)
    : assumptions(conjectures), viewersOf(viewers), taking(members), watched(own),
      letterCount(static_cast<Action>(viewers.size() - 1)) {
  intern(std::vector<uint32_t>(assumptions.size(), 0));
}

AssumptionProduct::State AssumptionProduct::intern(llvm::ArrayRef<uint32_t> states) {
  auto known = ids.find(states);
  if (known != ids.end())
    return known->second;
  State state = stateCount();
  members.push_back(states.copy(memory));
  ids.try_emplace(members.back(), state);
  rows.resize(rows.size() + letterCount, Unknown);
  return state;
}

AssumptionProduct::State AssumptionProduct::explore(State state, Action letter) {
  scratch.assign(members[state].begin(), members[state].end());
  State result = Unknown;
  for (auto [i, local] : viewersOf[letter]) {
    if (!taking[i])
      continue;
    scratch[i] = assumptions[i].target(scratch[i], local);
    if (scratch[i] != Conjecture::Refused)
      continue;
    result = watched == i ? Refused : Blocked;
    if (result == Refused)
      break;
  }
  if (result == Unknown)
    result = intern(scratch);
  rows[size_t(state) * letterCount + letter - 1] = result;
  return result;
}

CircularPremises::CircularPremises(llvm::ArrayRef<LtsRef> sides, const Lts &property, const Alphabet &letters,
                                   const Budget &limits)
    : viewersOf(letters.size() + size_t(1)), letterCount(letters.size()), budget(limits) {
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
    auto number = static_cast<uint32_t>(systems.size() - 1);
    Action count = 0;
    for (Action letter = 1; letter <= letterCount; ++letter)
      if (side->alphabet().contains(letters.label(letter)))
        viewersOf[letter].emplace_back(number, ++count);
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

CircularPremises::Outcome CircularPremises::search(uint32_t premise, llvm::ArrayRef<Conjecture> conjectures,
                                                   const std::vector<bool> &taking, size_t most,
                                                   uint64_t maxStates) const {
  constexpr uint32_t CheckInterval = 4096;
  const System &system = systems[premise];
  bool isInductive = premise + 1 < systems.size();
  AssumptionProduct assumptions(conjectures, viewersOf, taking,
                                isInductive ? std::optional<uint32_t>(premise) : std::nullopt);
  PremiseProduct product(assumptions, letterCount, most);
  Outcome outcome;
  for (uint32_t entry = 0; entry < product.size() && !product.isEnough(); ++entry) {
    if (entry % CheckInterval == CheckInterval - 1)
      outcome.limit = budget.exceeded();
    if (outcome.limit == Budget::Limit::None && product.size() > maxStates)
      outcome.limit = Budget::Limit::States;
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

/// The assumption that refuses the word first; of several, the first.
std::optional<uint32_t> CircularPremises::findRefusing(llvm::ArrayRef<Conjecture> conjectures,
                                                       llvm::ArrayRef<Action> word) const {
  std::vector<uint32_t> states(conjectures.size());
  for (Action letter : word)
    for (auto [i, local] : viewersOf[letter]) {
      states[i] = conjectures[i].target(states[i], local);
      if (states[i] == Conjecture::Refused)
        return i;
    }
  return std::nullopt;
}

/// Whether there is an answer, from what a search has found: words that no assumption rules out, or nothing at all.
/// Otherwise, the assumptions that rule words out are added to the second set.
bool CircularPremises::conclude(uint32_t premise, llvm::ArrayRef<Conjecture> conjectures, Outcome &outcome,
                                std::vector<bool> &refusing) const {
  if (outcome.words.empty())
    return outcome.limit != Budget::Limit::States;
  std::vector<std::vector<Action>> words;
  for (std::vector<Action> &word : outcome.words) {
    llvm::ArrayRef<Action> relevant = word;
    if (premise < conjectures.size())
      relevant = relevant.drop_back();
    if (std::optional<uint32_t> first = findRefusing(conjectures, relevant))
      refusing[*first] = true;
    else
      words.push_back(std::move(word));
  }
  outcome.words = std::move(words);
  return !outcome.words.empty() || (outcome.limit != Budget::Limit::None && outcome.limit != Budget::Limit::States);
}

CircularPremises::Outcome CircularPremises::check(uint32_t premise, llvm::ArrayRef<Conjecture> conjectures, size_t most,
                                                  uint64_t maxStates) const {
  constexpr uint64_t StatesOfOwnState = 8, FirstShare = 1024, Growth = 4;
  uint64_t own = StatesOfOwnState * systems[premise].lts->stateCount();
  maxStates = std::max(maxStates, maxStates + own);
  const std::vector<bool> all(conjectures.size(), true);
  std::vector<bool> few(conjectures.size(), conjectures.size() <= 2);
  if (premise < conjectures.size())
    few[premise] = true;
  uint64_t explored = 0, largest = 0;
  auto attempt = [&](const std::vector<bool> &taking, uint64_t share) {
    Outcome outcome = search(premise, conjectures, taking, most, share);
    explored += outcome.states;
    largest = std::max(largest, outcome.states);
    outcome.states = largest;
    outcome.explored = explored;
    outcome.taking = taking;
    return outcome;
  };
  for (uint64_t share = few == all ? maxStates : std::min(maxStates, FirstShare + own);;
       share = share > maxStates / Growth ? maxStates : share * Growth) {
    std::vector<bool> more = few;
    do {
      few = more;
      Outcome outcome = attempt(few, share);
      if (conclude(premise, conjectures, outcome, more))
        return outcome;
    } while (more != few);
    // Few assumptions allow much; all together may allow little.
    Outcome outcome = attempt(all, share);
    if (conclude(premise, conjectures, outcome, more) || share == maxStates)
      return outcome;
  }
}

} // namespace tenon
