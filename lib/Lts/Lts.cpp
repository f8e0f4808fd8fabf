//===- Lts.cpp - Labelled transition systems ------------------------------===//

#include "tenon/Lts/Lts.h"

#include "llvm/ADT/STLExtras.h"

#include <cassert>

namespace tenon {

Lts::Lts() = default;

llvm::ArrayRef<Transition> Lts::successors(StateId s, Action action) const {
  llvm::ArrayRef<Transition> row = successors(s);
  auto first = llvm::lower_bound(row, action, [](const Transition &t, Action a) { return t.action < a; });
  auto last = first;
  while (last != row.end() && last->action == action)
    ++last;
  return {first, last};
}

bool Lts::hasTau() const {
  for (StateId s = 0; s < stateCount(); ++s)
    if (rowStart[s] != rowStart[s + 1] && transitions[rowStart[s]].action == TauAction)
      return true;
  return false;
}

bool Lts::hasError() const {
  return llvm::any_of(transitions, [](const Transition &t) { return t.target == ErrorState; });
}

bool Lts::isDeterministic() const {
  for (StateId s = 0; s < stateCount(); ++s) {
    llvm::ArrayRef<Transition> row = successors(s);
    for (size_t i = 0; i < row.size(); ++i)
      if (row[i].action == TauAction || (i > 0 && row[i - 1].action == row[i].action))
        return false;
  }
  return true;
}

size_t Lts::deadlockCount() const {
  size_t count = 0;
  for (StateId s = 0; s < stateCount(); ++s)
    count += isDeadlock(s);
  return count;
}

size_t Lts::errorTransitionCount() const {
  return llvm::count_if(transitions, [](const Transition &t) { return t.target == ErrorState; });
}

Lts Lts::renamed(std::string name) const {
  Lts copy = *this;
  copy.ltsName = std::move(name);
  return copy;
}

//===----------------------------------------------------------------------===//
// LtsBuilder
//===----------------------------------------------------------------------===//

/// Sorts every row and drops duplicates, closing the gaps.
void Lts::normalizeRows() {
  size_t out = 0;
  size_t begin = 0;
  for (size_t s = 0; s + 1 < rowStart.size(); ++s) {
    size_t end = rowStart[s + 1];
    auto first = transitions.begin() + begin, last = transitions.begin() + end;
    if (!std::is_sorted(first, last))
      std::sort(first, last);
    last = std::unique(first, last);
    if (out != begin)
      std::copy(first, last, transitions.begin() + out);
    out += last - first;
    begin = end;
    rowStart[s + 1] = out;
  }
  transitions.resize(out);
}

/// Keeps what `start` reaches, numbered breadth first in the order of the rows.
void Lts::renumberFrom(StateId start) {
  std::vector<StateId> order{start};
  std::vector<StateId> numberOf(stateCount(), ErrorState);
  numberOf[start] = 0;
  for (size_t next = 0; next < order.size(); ++next)
    for (const Transition &t : successors(order[next]))
      if (t.target != ErrorState && numberOf[t.target] == ErrorState) {
        numberOf[t.target] = static_cast<StateId>(order.size());
        order.push_back(t.target);
      }

  size_t kept = 0;
  for (StateId s : order)
    kept += rowStart[s + 1] - rowStart[s];
  std::vector<Transition> newTransitions;
  newTransitions.reserve(kept);
  std::vector<size_t> newStart;
  newStart.reserve(order.size() + 1);
  newStart.push_back(0);
  for (StateId s : order) {
    size_t begin = newTransitions.size();
    for (const Transition &t : successors(s))
      newTransitions.push_back({t.action, t.target == ErrorState ? ErrorState : numberOf[t.target]});
    if (!std::is_sorted(newTransitions.begin() + begin, newTransitions.end()))
      std::sort(newTransitions.begin() + begin, newTransitions.end());
    newStart.push_back(newTransitions.size());
  }
  transitions = std::move(newTransitions);
  rowStart = std::move(newStart);
  if (endState)
    endState = numberOf[*endState] == ErrorState ? std::nullopt : std::optional(numberOf[*endState]);
}

Lts LtsBuilder::fromRows(std::string name, const Alphabet &alphabet, std::vector<size_t> rowStart,
                         std::vector<Transition> transitions, std::optional<StateId> end, Keep keep, StateId initial) {
  assert(rowStart.size() >= 2 && rowStart.back() == transitions.size() && "rows cover the transitions");
  assert(initial + size_t(1) < rowStart.size() && "an LTS has an initial state");
  assert((keep == Keep::Reachable || initial == 0) && "state 0 is initial");
  Lts lts;
  lts.ltsName = std::move(name);
  lts.ltsAlphabet = alphabet;
  lts.rowStart = std::move(rowStart);
  lts.transitions = std::move(transitions);
  lts.endState = end;
  assert((!end || lts.successors(*end).empty()) && "END has no transitions");
  lts.normalizeRows();
  if (keep == Keep::Reachable)
    lts.renumberFrom(initial);
  return lts;
}

Alphabet LtsBuilder::collectAlphabet() {
  std::vector<bool> isUsed(table->size());
  for (LabelId label : extraLabels)
    isUsed[label] = true;
  for (const Edge &e : edges)
    isUsed[e.label] = true;
  std::vector<LabelId> labels;
  for (LabelId label = 0; label < isUsed.size(); ++label)
    if (isUsed[label])
      labels.push_back(label);
  Alphabet alphabet(table, labels);
  std::vector<Action> actionOf(table->size());
  for (Action a = 1; a <= alphabet.size(); ++a)
    actionOf[alphabet.label(a)] = a;
  for (Edge &e : edges)
    e.label = actionOf[e.label];
  return alphabet;
}

Lts LtsBuilder::build(std::string name, Keep keep, StateId initial) {
  assert((!fixedAlphabet || extraLabels.empty()) && "the alphabet is fixed");
  Alphabet alphabet = fixedAlphabet ? *fixedAlphabet : collectAlphabet();

  std::vector<size_t> rowStart(states + size_t(1));
  for (const Edge &e : edges) {
    assert(e.from < states && (e.to < states || e.to == ErrorState) && "transition between unknown states");
    assert(e.label <= alphabet.size() && "action outside the alphabet");
    ++rowStart[e.from + size_t(1)];
  }
  for (size_t s = 0; s < states; ++s)
    rowStart[s + 1] += rowStart[s];
  std::vector<Transition> transitions(edges.size());
  std::vector<size_t> fill(rowStart.begin(), rowStart.end() - 1);
  for (const Edge &e : edges)
    transitions[fill[e.from]++] = {e.label, e.to};

  std::optional<StateId> end = std::exchange(endState, std::nullopt);
  states = 0;
  edges = {};
  extraLabels = {};
  return fromRows(std::move(name), alphabet, std::move(rowStart), std::move(transitions), end, keep, initial);
}

} // namespace tenon
