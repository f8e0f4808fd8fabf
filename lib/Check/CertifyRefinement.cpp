//===- CertifyRefinement.cpp - Trace refinement by definition -------------===//

#include "tenon/Check/CertifyRefinement.h"

#include <deque>
#include <set>
#include <utility>

namespace tenon {

namespace {

/// Where a process may be; ErrorState is one of the places.
using Places = std::set<StateId>;

void addSilentSteps(const Lts &lts, Places &places) {
  for (std::deque<StateId> todo(places.begin(), places.end()); !todo.empty(); todo.pop_front())
    if (todo.front() != ErrorState)
      for (const Transition &t : lts.successors(todo.front(), TauAction))
        if (places.insert(t.target).second)
          todo.push_back(t.target);
}

Places initialPlaces(const Lts &lts) {
  Places places{Lts::initial()};
  addSilentSteps(lts, places);
  return places;
}

Places after(const Lts &lts, const Places &places, llvm::StringRef label) {
  Places result;
  if (std::optional<Action> action = lts.alphabet().find(label))
    for (StateId s : places)
      if (s != ErrorState)
        for (const Transition &t : lts.successors(s, *action))
          result.insert(t.target);
  addSilentSteps(lts, result);
  return result;
}

bool hasError(const Places &places) {
  return places.count(ErrorState) != 0;
}
bool hasState(const Places &places) {
  return places.size() > places.count(ErrorState);
}

} // namespace

std::optional<bool> certifyRefinement(const Lts &left, const Lts &right, const Budget &budget) {
  using Pair = std::pair<StateId, Places>;
  Pair initial{Lts::initial(), initialPlaces(right)};
  std::set<Pair> seen{initial};
  std::deque<Pair> queue{initial};
  for (uint64_t count = 0; !queue.empty(); ++count) {
    if (count % 256 == 0 && budget.exceeded() != Budget::Limit::None)
      return std::nullopt;
    auto [state, places] = std::move(queue.front());
    queue.pop_front();
    for (const Transition &t : left.successors(state)) {
      llvm::StringRef label = left.alphabet().text(t.action);
      bool isSeen = t.action != TauAction && right.alphabet().find(label).has_value();
      Places next = isSeen ? after(right, places, label) : places;
      if (t.target == ErrorState ? !hasError(next) : !hasState(next))
        return false;
      if (t.target != ErrorState)
        if (Pair pair{t.target, std::move(next)}; seen.insert(pair).second)
          queue.push_back(std::move(pair));
    }
  }
  return true;
}

bool certifyDifference(const Lts &left, const Lts &right, const ComparisonResult &evidence) {
  Places ours = initialPlaces(left), theirs = initialPlaces(right);
  for (const std::string &label : evidence.trace) {
    ours = after(left, ours, label);
    if (right.alphabet().find(label))
      theirs = after(right, theirs, label);
  }
  return evidence.endsInError ? hasError(ours) && !hasError(theirs) : hasState(ours) && !hasState(theirs);
}

} // namespace tenon
