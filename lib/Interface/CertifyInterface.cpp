//===- CertifyInterface.cpp - The independent check -----------------------===//
//
// The definitions of "Context Synthesis", §3, written down as directly as possible.
//
//===----------------------------------------------------------------------===//

#include "tenon/Interface/CertifyInterface.h"

#include <deque>

namespace tenon {

using States = std::set<StateId>;

/// Adds what silent steps lead to. ErrorState stays: ERROR is not left again.
static States closure(const Lts &system, const Alphabet &alphabet, States states) {
  std::deque<StateId> work(states.begin(), states.end());
  while (!work.empty()) {
    StateId s = work.front();
    work.pop_front();
    if (s == ErrorState)
      continue;
    for (const Transition &t : system.successors(s)) {
      bool isSilent = t.action == TauAction || !alphabet.find(system.alphabet().text(t.action));
      if (isSilent && states.insert(t.target).second)
        work.push_back(t.target);
    }
  }
  return states;
}

static States after(const Lts &system, const Alphabet &alphabet, const States &from, Action letter) {
  std::optional<Action> action = system.alphabet().find(alphabet.text(letter));
  if (!action)
    return from;
  States targets;
  for (StateId s : from) {
    if (s == ErrorState)
      targets.insert(s);
    else
      for (const Transition &t : system.successors(s, *action))
        targets.insert(t.target);
  }
  return closure(system, alphabet, std::move(targets));
}

std::set<StateId> statesAfter(const Lts &system, const Alphabet &alphabet, llvm::ArrayRef<Action> word) {
  States states = closure(system, alphabet, {Lts::initial()});
  for (Action letter : word)
    states = after(system, alphabet, states, letter);
  return states;
}

/// Safety alone is a matter of pairs of states; no sets are needed.
static std::optional<bool> certifySafe(const Lts &system, const Lts &interface, const Budget &budget) {
  const Alphabet &alphabet = interface.alphabet();
  using Pair = std::pair<StateId, StateId>;
  std::set<Pair> seen{{Lts::initial(), Lts::initial()}};
  std::deque<Pair> work{{Lts::initial(), Lts::initial()}};
  bool isSafe = true;
  auto visit = [&](StateId a, StateId s) {
    isSafe &= s != ErrorState;
    if (seen.insert({a, s}).second)
      work.push_back({a, s});
  };
  for (size_t step = 1; isSafe && !work.empty(); ++step) {
    if (step % 1024 == 0 && budget.exceeded() != Budget::Limit::None)
      return std::nullopt;
    auto [a, s] = work.front();
    work.pop_front();
    for (const Transition &t : system.successors(s)) {
      std::optional<Action> letter;
      if (t.action != TauAction)
        letter = alphabet.find(system.alphabet().text(t.action));
      if (!letter)
        visit(a, t.target);
      else
        for (const Transition &allowed : interface.successors(a, *letter))
          visit(allowed.target, t.target);
    }
    for (const Transition &t : interface.successors(a))
      if (!system.alphabet().find(alphabet.text(t.action)))
        visit(t.target, s);
  }
  return isSafe;
}

std::optional<bool> certifyInterface(const Lts &system, const Lts &interface, bool permissive, const Budget &budget) {
  if (!permissive)
    return certifySafe(system, interface, budget);
  const Alphabet &alphabet = interface.alphabet();
  using Pair = std::pair<StateId, States>;
  Pair start{Lts::initial(), closure(system, alphabet, {Lts::initial()})};
  if (start.second.count(ErrorState))
    return false;
  std::set<Pair> seen{start};
  std::deque<Pair> work{start};
  for (size_t step = 1; !work.empty(); ++step) {
    if (step % 256 == 0 && budget.exceeded() != Budget::Limit::None)
      return std::nullopt;
    Pair from = std::move(work.front());
    work.pop_front();
    for (Action letter = 1; letter <= alphabet.size(); ++letter) {
      States states = after(system, alphabet, from.second, letter);
      llvm::ArrayRef<Transition> allowed = interface.successors(from.first, letter);
      bool isLegal = !states.count(ErrorState);
      if (isLegal == allowed.empty())
        return false;
      if (isLegal && seen.insert({allowed.front().target, states}).second)
        work.push_back({allowed.front().target, std::move(states)});
    }
  }
  return true;
}

} // namespace tenon
