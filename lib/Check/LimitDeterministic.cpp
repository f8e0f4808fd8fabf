//===- LimitDeterministic.cpp - Determinism from acceptance on ------------===//

#include "LetterAutomaton.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <map>

using namespace llvm;

namespace tenon {

namespace {

/// Labels with the same transitions everywhere are one letter.
struct LetterView {
  LetterAutomaton automaton;
  std::vector<SmallVector<LabelId, 2>> labels; ///< Of each letter.

  explicit LetterView(const BuchiAutomaton &buchi);
};

LetterView::LetterView(const BuchiAutomaton &buchi) {
  const Lts &lts = buchi.lts;
  std::vector<std::vector<std::pair<StateId, StateId>>> columns(lts.alphabet().size() + 1);
  for (StateId s = 0; s < lts.stateCount(); ++s)
    for (const Transition &t : lts.successors(s))
      columns[t.action].push_back({s, t.target});
  std::map<std::vector<std::pair<StateId, StateId>>, Letter> letters;
  for (StateId s = 0; s < lts.stateCount(); ++s)
    automaton.addState(buchi.accepting[s]);
  for (Action action = 0; action <= lts.alphabet().size(); ++action) {
    auto [entry, isNew] = letters.try_emplace(columns[action], static_cast<Letter>(labels.size()));
    if (isNew) {
      labels.emplace_back();
      for (auto [from, to] : columns[action])
        automaton.rows[from].push_back({entry->second, to});
    }
    if (action != TauAction)
      labels[entry->second].push_back(lts.alphabet().label(action));
  }
  automaton.letterCount = static_cast<unsigned>(labels.size());
}

class LimitDeterminization {
public:
  LimitDeterminization(const LetterAutomaton &automaton, const Budget &budget)
      : automaton(automaton), budget(budget), components(automaton.components()) {
    classify();
  }
  std::optional<LetterAutomaton> run();

private:
  /// States of one component, sorted.
  using Set = std::vector<StateId>;
  /// A state of the deterministic part: `set`, and those of it reached by way of an accepting state.
  struct Breakpoint {
    Set set, reached;
    friend auto operator<=>(const Breakpoint &, const Breakpoint &) = default;
  };
  /// What a state of the result is: a copy of a state, or else a state of the deterministic part. Copies of settled
  /// states belong to the deterministic part too.
  struct Origin {
    std::optional<StateId> copied;
    Breakpoint breakpoint;
  };

  void classify();
  bool jumpsTo(StateId from, StateId to) const;
  Set step(const Set &from, Letter letter, uint32_t component) const;
  StateId copy(StateId state);
  StateId follow(Breakpoint breakpoint);
  StateId followFrom(StateId state);
  void expandCopy(StateId from);
  void expandFollow(StateId from);

  const LetterAutomaton &automaton;
  const Budget &budget;
  Components components;
  std::vector<bool> accepting;     ///< Of components: they have an accepting cycle.
  std::vector<bool> deterministic; ///< Of components: at most one transition for a letter stays in it.
  std::vector<bool> settled;       ///< Of states: all that they reach is deterministic.
  std::vector<bool> copied;        ///< Of states: a jump or an accepting state can be reached from their copy.
  std::map<StateId, StateId> copyNumbers;
  std::map<Breakpoint, StateId> followNumbers;
  std::vector<Origin> origins;
  LetterAutomaton result;
};

void LimitDeterminization::classify() {
  accepting.assign(components.count(), false);
  deterministic.assign(components.count(), true);
  for (StateId s = 0; s < automaton.size(); ++s) {
    uint32_t c = components.of[s];
    if (automaton.accepting[s] && !components.trivial[c])
      accepting[c] = true;
    std::optional<Letter> last;
    for (const LetterAutomaton::Edge &e : automaton.rows[s]) {
      if (components.of[e.target] != c)
        continue;
      if (last == e.letter)
        deterministic[c] = false;
      last = e.letter;
    }
  }
  settled.assign(automaton.size(), true);
  for (StateId s = 0; s < automaton.size(); ++s) {
    const auto &row = automaton.rows[s];
    settled[s] =
        std::adjacent_find(row.begin(), row.end(), [](const LetterAutomaton::Edge &a, const LetterAutomaton::Edge &b) {
          return a.letter == b.letter;
        }) == row.end();
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (StateId s = 0; s < automaton.size(); ++s)
      if (settled[s] && any_of(automaton.rows[s], [&](const LetterAutomaton::Edge &e) { return !settled[e.target]; })) {
        settled[s] = false;
        changed = true;
      }
  }
  // A copy is of use if it is settled, or if one of its transitions jumps or leads to a copy that is of use.
  copied = settled;
  for (bool changed = true; changed;) {
    changed = false;
    for (StateId s = 0; s < automaton.size(); ++s)
      if (!copied[s] && any_of(automaton.rows[s], [&](const LetterAutomaton::Edge &e) {
            return jumpsTo(s, e.target) || copied[e.target];
          }))
        copied[s] = changed = true;
  }
}

/// A deterministic component is followed from where it is entered, any other one from an accepting state.
bool LimitDeterminization::jumpsTo(StateId from, StateId to) const {
  uint32_t c = components.of[to];
  if (settled[to] || !accepting[c])
    return false;
  return deterministic[c] ? components.of[from] != c : bool(automaton.accepting[to]);
}

LimitDeterminization::Set LimitDeterminization::step(const Set &from, Letter letter, uint32_t component) const {
  Set result;
  for (StateId s : from) {
    auto edge = llvm::lower_bound(automaton.rows[s], LetterAutomaton::Edge{letter, 0});
    for (; edge != automaton.rows[s].end() && edge->letter == letter; ++edge)
      if (components.of[edge->target] == component)
        result.push_back(edge->target);
  }
  llvm::sort(result);
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

StateId LimitDeterminization::copy(StateId state) {
  auto [entry, isNew] = copyNumbers.try_emplace(state, result.size());
  if (isNew) {
    result.addState(settled[state] && automaton.accepting[state]);
    origins.push_back({state, {}});
  }
  return entry->second;
}

StateId LimitDeterminization::follow(Breakpoint breakpoint) {
  auto [entry, isNew] = followNumbers.try_emplace(breakpoint, result.size());
  if (isNew) {
    result.addState(breakpoint.set == breakpoint.reached);
    origins.push_back({std::nullopt, std::move(breakpoint)});
  }
  return entry->second;
}

StateId LimitDeterminization::followFrom(StateId state) {
  Breakpoint start;
  start.set = {state};
  if (automaton.accepting[state])
    start.reached = start.set;
  return follow(std::move(start));
}

void LimitDeterminization::expandCopy(StateId from) {
  StateId state = *origins[from].copied;
  for (const LetterAutomaton::Edge &e : automaton.rows[state]) {
    if (jumpsTo(state, e.target)) {
      StateId target = followFrom(e.target);
      result.rows[from].push_back({e.letter, target});
    }
    if (copied[e.target]) {
      StateId target = copy(e.target);
      result.rows[from].push_back({e.letter, target});
    }
  }
}

void LimitDeterminization::expandFollow(StateId from) {
  Breakpoint breakpoint = origins[from].breakpoint;
  uint32_t component = components.of[breakpoint.set.front()];
  if (breakpoint.reached == breakpoint.set)
    breakpoint.reached.clear();
  for (Letter letter = 0; letter < automaton.letterCount; ++letter) {
    Breakpoint next;
    next.set = step(breakpoint.set, letter, component);
    if (next.set.empty())
      continue;
    Set reached = step(breakpoint.reached, letter, component);
    for (StateId s : next.set)
      if (automaton.accepting[s] || std::binary_search(reached.begin(), reached.end(), s))
        next.reached.push_back(s);
    StateId target = follow(std::move(next));
    result.rows[from].push_back({letter, target});
  }
}

std::optional<LetterAutomaton> LimitDeterminization::run() {
  result.letterCount = automaton.letterCount;
  uint32_t initialComponent = components.of[0];
  bool startsInside = !settled[0] && accepting[initialComponent] && deterministic[initialComponent];
  if (startsInside && !copied[0]) {
    followFrom(0);
  } else if (!startsInside) {
    copy(0);
  } else {
    // The initial state starts both its copy and the deterministic part.
    StateId initial = result.addState(false);
    origins.push_back({0, {}});
    expandCopy(initial);
    StateId inside = followFrom(0);
    expandFollow(inside);
    append_range(result.rows[initial], result.rows[inside]);
    result.rows[inside].clear();
    result.sortRow(initial);
  }
  for (StateId s = 0; s < result.size(); ++s) {
    if (s % 64 == 0 && budget.exceeded() != Budget::Limit::None)
      return std::nullopt;
    if (!result.rows[s].empty()) // The initial state, above.
      continue;
    origins[s].copied ? expandCopy(s) : expandFollow(s);
    result.sortRow(s);
  }
  return std::move(result);
}

/// Gives the states that are reachable from accepting ones a transition for every letter, if need be to a sink.
void complete(LetterAutomaton &automaton) {
  std::vector<bool> inside(automaton.size(), false);
  std::vector<StateId> work;
  for (StateId s = 0; s < automaton.size(); ++s)
    if (automaton.accepting[s]) {
      inside[s] = true;
      work.push_back(s);
    }
  for (size_t i = 0; i < work.size(); ++i)
    for (const LetterAutomaton::Edge &e : automaton.rows[work[i]])
      if (!inside[e.target]) {
        inside[e.target] = true;
        work.push_back(e.target);
      }
  std::optional<StateId> sink;
  for (StateId s : work) {
    std::vector<bool> has(automaton.letterCount, false);
    for (const LetterAutomaton::Edge &e : automaton.rows[s])
      has[e.letter] = true;
    for (Letter letter = 0; letter < automaton.letterCount; ++letter)
      if (!has[letter]) {
        if (!sink)
          sink = automaton.addState(false);
        automaton.rows[s].push_back({letter, *sink});
      }
    automaton.sortRow(s);
  }
  if (sink)
    for (Letter letter = 0; letter < automaton.letterCount; ++letter)
      automaton.rows[*sink].push_back({letter, *sink});
}

} // namespace

std::optional<BuchiAutomaton> limitDeterministic(const BuchiAutomaton &automaton, const Budget &budget) {
  LetterView view(automaton);
  std::optional<LetterAutomaton> result = LimitDeterminization(view.automaton, budget).run();
  if (!result)
    return std::nullopt;
  reduceByBisimulation(*result);
  complete(*result);
  return toBuchiAutomaton(*result, automaton.lts.alphabet().table(),
                          [&](Letter letter) { return ArrayRef<LabelId>(view.labels[letter]); });
}

} // namespace tenon
