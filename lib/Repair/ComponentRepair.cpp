//===- ComponentRepair.cpp - Changes to a component -----------------------===//

#include "tenon/Repair/ComponentRepair.h"

#include "tenon/Logic/ReadableTerm.h"

#include "llvm/ADT/STLExtras.h"

#include <limits>
#include <map>

using namespace llvm;

namespace tenon {

ComponentRepair::ComponentRepair(Program original) : current(std::move(original)), full(current.locations.size()) {
  for (Location location = 0; location < current.locations.size(); ++location)
    origin.push_back(location);
  for (const ProgramLocation &location : current.locations) {
    originalNames.push_back(location.name);
    originalAccepting.push_back(location.accepting);
  }
}

void ComponentRepair::sortTransitions() {
  stable_sort(current.transitions, [](const auto &a, const auto &b) { return a.from < b.from; });
}

static std::string freshName(const Program &program, StringRef base) {
  for (unsigned number = 2;; ++number) {
    std::string name = base.str() + "_" + std::to_string(number);
    if (none_of(program.locations, [&](const ProgramLocation &location) { return location.name == name; }))
      return name;
  }
}

Location ComponentRepair::copyOf(Location location) {
  ProgramLocation copy = current.locations[location];
  copy.name = freshName(current, originalNames[origin[location]]);
  current.locations.push_back(copy);
  origin.push_back(origin[location]);
  ++full;
  return static_cast<Location>(current.locations.size() - 1);
}

void ComponentRepair::trim() {
  std::vector<Location> old;
  current = trimmed(current, &old);
  for (Location &location : old)
    location = origin[location];
  origin = std::move(old);
}

//===----------------------------------------------------------------------===//
// Constraints
//===----------------------------------------------------------------------===//

bool ComponentRepair::isInserted(const ProgramTransition &transition) const {
  return transition.action.kind == ActionKind::Constraint && !transition.range.isValid() &&
         is_contained(inserted, transition.action.value);
}

std::vector<ComponentRepair::Gate> ComponentRepair::gates() const {
  std::vector<Gate> result;
  for (auto [position, transition] : enumerate(current.transitions))
    if (isInserted(transition)) {
      Location location = transition.from;
      bool isAtEnd = originalAccepting[origin[location]] && !current.locations[location].accepting;
      bool isBranch = current.from(location).size() > 1;
      result.push_back({static_cast<uint32_t>(position), origin[location], transition.action.value, isAtEnd,
                        location == current.initial, isBranch,
                        std::vector<ProgramTransition>(current.from(transition.to))});
    }
  return result;
}

void ComponentRepair::replaceCondition(size_t gate, Term other) {
  current.transitions[gates()[gate].transition].action.value = other;
  inserted.push_back(other);
}

/// What stands behind the gate, which nothing else leads to, begins in front of it again.
void ComponentRepair::dropGate(size_t gate) {
  Gate dropped = gates()[gate];
  auto entry = current.transitions.begin() + dropped.transition;
  Location location = entry->from, behind = entry->to;
  current.transitions.erase(entry);
  if (!dropped.isBranch) {
    current.locations[location].accepting = current.locations[behind].accepting;
    current.locations[location].end = current.locations[behind].end;
  }
  auto isMoved = [&](Location other) { return other != ErrorLocation && other > behind; };
  auto renumbered = [&](Location other) { return other == behind ? location : other; };
  auto shifted = [&](Location other) { return isMoved(other) ? other - 1 : other; };
  for (ProgramTransition &transition : current.transitions) {
    transition.from = shifted(renumbered(transition.from));
    transition.to = shifted(renumbered(transition.to));
  }
  current.initial = shifted(renumbered(current.initial));
  current.locations.erase(current.locations.begin() + behind);
  origin.erase(origin.begin() + behind);
  --full;
  last.clear();
  sortTransitions();
}

std::vector<uint32_t> ComponentRepair::lastInserted() const {
  std::vector<uint32_t> result;
  for (auto [position, transition] : enumerate(current.transitions))
    if (isInserted(transition) && is_contained(last, std::pair(transition.from, transition.to)))
      result.push_back(static_cast<uint32_t>(position));
  return result;
}

std::vector<ProgramTransition> ComponentRepair::actionsAt(uint32_t transition) const {
  const ProgramTransition *first = &current.transitions[transition];
  std::vector<ProgramTransition> result;
  if (isInserted(*first)) {
    // Ways behind it may have constraints of their own.
    std::vector<Location> pending{first->to};
    for (size_t i = 0; i < pending.size(); ++i)
      for (const ProgramTransition &behind : current.from(pending[i]))
        if (!isInserted(behind))
          result.push_back(behind);
        else if (!is_contained(pending, behind.to))
          pending.push_back(behind.to);
    return result;
  }
  for (const ProgramTransition &other : current.from(first->from))
    if (&other == first || (first->range.isValid() && other.range.Start == first->range.Start))
      result.push_back(other);
  return result;
}

void ComponentRepair::strengthen(ArrayRef<ProgramTransition *> constraints, Term condition, SmtContext &context,
                                 const Budget &budget) {
  for (ProgramTransition *transition : constraints) {
    Term both = context.terms().andOf({transition->action.value, condition});
    std::vector<Rational> familiar = numbersIn(both);
    transition->action.value = readable(context, both, familiar, budget);
    inserted.push_back(transition->action.value);
    last.emplace_back(transition->from, transition->to);
  }
}

/// What has been inserted in front of the location, or behind it, if there is no way around that.
bool ComponentRepair::strengthenAround(Location location, Term condition, SmtContext &context, const Budget &budget) {
  std::vector<ProgramTransition *> arriving, leaving;
  for (ProgramTransition &transition : current.transitions) {
    if (transition.to == location)
      arriving.push_back(&transition);
    if (transition.from == location)
      leaving.push_back(&transition);
  }
  auto areInserted = [&](ArrayRef<ProgramTransition *> transitions) {
    return !transitions.empty() &&
           all_of(transitions, [&](const ProgramTransition *transition) { return isInserted(*transition); });
  };
  if (location != current.initial && areInserted(arriving))
    strengthen(arriving, condition, context, budget);
  else if (leaving.size() == 1 && areInserted(leaving))
    strengthen(leaving, condition, context, budget);
  else
    return false;
  return true;
}

void ComponentRepair::addGate(Location location, Location behind, Term condition) {
  ProgramTransition &gate = current.transitions.emplace_back();
  gate.from = location;
  gate.action.kind = ActionKind::Constraint;
  gate.action.value = condition;
  gate.to = behind;
  inserted.push_back(condition);
  last.emplace_back(location, behind);
}

void ComponentRepair::insertConstraint(Location location, Term condition, bool atEnd, bool fromStart,
                                       SmtContext &context, const Budget &budget) {
  last.clear();
  if (!strengthenAround(location, condition, context, budget)) {
    Location behind = copyOf(location);
    for (ProgramTransition &transition : current.transitions)
      if (transition.from == location)
        transition.from = behind;
    addGate(location, behind, condition);
    current.locations[location].end = false;
    if (location == current.initial && !fromStart)
      current.initial = behind;
  }
  if (atEnd)
    for (const auto &[from, to] : last)
      current.locations[from].accepting = false;
  sortTransitions();
}

void ComponentRepair::insertBefore(uint32_t transition, Term condition, SmtContext &context, const Budget &budget) {
  last.clear();
  ProgramTransition first = current.transitions[transition];
  if (isInserted(first))
    return strengthen({&current.transitions[transition]}, condition, context, budget);
  size_t ways = current.from(first.from).size();
  std::vector<ProgramTransition> actions = actionsAt(transition);
  if (actions.size() == ways && strengthenAround(first.from, condition, context, budget))
    return;
  Location behind = copyOf(first.from);
  for (ProgramTransition &other : current.transitions)
    if (other.from == first.from && any_of(actions, [&](const ProgramTransition &action) {
          return action.to == other.to && action.action == other.action;
        }))
      other.from = behind;
  addGate(first.from, behind, condition);
  sortTransitions();
}

//===----------------------------------------------------------------------===//
// Syntactic removal
//===----------------------------------------------------------------------===//

/// Pairs of a location and how much of the word has been read; `Off` once something else was.
void ComponentRepair::removeExactly(ArrayRef<Letter> word, bool withExtensions, TraceAlphabet &alphabet) {
  constexpr size_t Off = ~size_t(0);
  Program result = current;
  result.locations.clear();
  result.transitions.clear();
  std::map<std::pair<Location, size_t>, Location> numberOf;
  std::vector<std::pair<Location, size_t>> pairs;
  std::vector<Location> newOrigin;
  auto numberFor = [&](Location location, size_t matched) {
    auto [entry, isNew] = numberOf.try_emplace({location, matched}, static_cast<Location>(pairs.size()));
    if (isNew) {
      ProgramLocation copy = current.locations[location];
      if (any_of(result.locations, [&](const ProgramLocation &other) { return other.name == copy.name; }))
        copy.name = freshName(result, originalNames[origin[location]]);
      copy.accepting &= matched != word.size();
      result.locations.push_back(copy);
      pairs.emplace_back(location, matched);
      newOrigin.push_back(origin[location]);
    }
    return entry->second;
  };
  result.initial = numberFor(current.initial, 0);
  for (size_t i = 0; i < pairs.size(); ++i) {
    auto [location, matched] = pairs[i];
    if (withExtensions && matched == word.size())
      continue;
    for (const ProgramTransition &transition : current.from(location)) {
      bool goesOn = matched < word.size() && alphabet.letterOf(transition) == word[matched];
      size_t next = goesOn ? matched + 1 : Off;
      bool isError = transition.to == ErrorLocation;
      if (next == word.size() && (isError || withExtensions))
        continue;
      Location to = isError ? ErrorLocation : numberFor(transition.to, next);
      ProgramTransition &kept = result.transitions.emplace_back(transition);
      kept.from = static_cast<Location>(i);
      kept.to = to;
    }
  }
  uint64_t factor = word.size() + 2;
  full = full > std::numeric_limits<uint64_t>::max() / factor ? std::numeric_limits<uint64_t>::max() : full * factor;
  current = std::move(result);
  origin = std::move(newOrigin);
}

/// Whether the transition is the last of a run of the word to `end`.
static bool isLast(const ProgramTransition &transition, ArrayRef<uint32_t> before, Letter last, Location end,
                   TraceAlphabet &alphabet) {
  return transition.to == end && is_contained(before, transition.from) && alphabet.letterOf(transition) == last;
}

void ComponentRepair::divert(ArrayRef<Letter> word, Location end, TraceAlphabet &alphabet) {
  std::vector<uint32_t> before;
  if (!word.empty())
    before = TraceAutomaton(current, alphabet).statesAfter(word.drop_back());
  Location kept = copyOf(end);
  current.locations[end].accepting = false;
  for (ProgramTransition &transition : current.transitions)
    if (transition.to == end && (word.empty() || !isLast(transition, before, word.back(), end, alphabet)))
      transition.to = kept;
  if (end == current.initial && !word.empty())
    current.initial = kept;
  std::vector<ProgramTransition> copies;
  for (const ProgramTransition &transition : current.from(end)) {
    copies.push_back(transition);
    copies.back().from = kept;
  }
  append_range(current.transitions, copies);
  sortTransitions();
}

/// Nothing leads to the end of the word any more: by its last transitions, or at all.
void ComponentRepair::cut(ArrayRef<Letter> word, bool aggressive, TraceAlphabet &alphabet) {
  TraceAutomaton automaton(current, alphabet);
  std::vector<uint32_t> ends = automaton.statesAfter(word), before;
  if (!word.empty())
    before = automaton.statesAfter(word.drop_back());
  erase_if(current.transitions, [&](const ProgramTransition &transition) {
    uint32_t to = transition.to == ErrorLocation ? automaton.error() : transition.to;
    if (word.empty())
      return is_contained(ends, transition.from);
    bool isLastOfWord = is_contained(before, transition.from) && alphabet.letterOf(transition) == word.back();
    return isLastOfWord || (aggressive && to != automaton.error() && is_contained(ends, to));
  });
  for (uint32_t end : ends)
    if (end != automaton.error() && word.empty())
      current.locations[end].accepting = false;
}

void ComponentRepair::removeTrace(ArrayRef<Letter> word, SyntacticMethod method, bool withExtensions,
                                  TraceAlphabet &alphabet) {
  if (current.initial == ErrorLocation)
    return;
  constraintsOnly = false;
  if (method == SyntacticMethod::Exact)
    return removeExactly(word, withExtensions, alphabet);
  if (withExtensions)
    return cut(word, method == SyntacticMethod::Aggressive, alphabet);
  // A word may have several runs.
  for (;;) {
    TraceAutomaton automaton(current, alphabet);
    std::vector<uint32_t> ends = automaton.statesAfter(word);
    auto end = find_if(ends, [&](uint32_t state) { return automaton.accepting[state]; });
    if (end == ends.end())
      return;
    if (*end == automaton.error())
      cut(word, false, alphabet);
    else if (method == SyntacticMethod::Aggressive)
      current.locations[*end].accepting = false;
    else
      divert(word, *end, alphabet);
  }
}

} // namespace tenon
