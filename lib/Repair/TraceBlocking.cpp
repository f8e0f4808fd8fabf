//===- TraceBlocking.cpp - A constraint for an error trace ----------------===//

#include "TraceBlocking.h"

#include "ErrorSearch.h"
#include "RecurringConstraints.h"

#include "tenon/Logic/ReadableTerm.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace tenon {

/// A place with which the property holds.
std::optional<ConstraintPlace> TraceBlocker::sufficient(ArrayRef<SystemStep> run, ArrayRef<ConstraintPlace> ordered) {
  ProgramCheckOptions look = options.check;
  look.maxSets = rowLength > 1 ? 60 : 300;
  std::map<const ConstraintPlace *, bool> known;
  auto isEnough = [&](const ConstraintPlace &place) {
    auto [entry, isNew] = known.try_emplace(&place, false);
    if (isNew) {
      ErrorSearch trial(system, component, look, budget);
      entry->second = trial.check(places.withConstraint(run, place.constraint).program()).verdict == Verdict::Holds;
    }
    return entry->second;
  };
  const ConstraintPlace *chosen = places.preferred(ordered, isEnough);
  return chosen ? std::optional(*chosen) : std::nullopt;
}

/// One constraint in place of what recurs there.
std::optional<ConstraintPlace> TraceBlocker::commonAt(ArrayRef<SystemStep> run, const ConstraintPlace &place,
                                                      ArrayRef<Term> row) {
  ConstraintPlace found = place;
  auto gatedBy = [&](Term condition) {
    AbducedConstraint constraint = place.constraint;
    constraint.condition = condition;
    return places.gated(run, constraint);
  };
  auto lossWith = [&](Term condition) {
    ConstraintPlace other = place;
    other.kept = places.keptWith(place.key, condition);
    return places.lossOf(other);
  };
  RecurringConstraints recurring(system, component, gatedBy, lossWith, options.check, context, budget);
  found.constraint.condition = recurring.findCommon(row);
  if (!found.constraint.condition)
    return std::nullopt;
  found.kept = places.keptWith(place.key, found.constraint.condition);
  return found;
}

/// Where constraints recur, one in place of them all, if possible: that which keeps most.
std::optional<ConstraintPlace> TraceBlocker::common(ArrayRef<SystemStep> run, ArrayRef<ConstraintPlace> ordered) {
  constexpr size_t Little = 4;
  std::vector<PlaceKey> seen;
  std::optional<ConstraintPlace> best;
  rowLength = 0;
  for (const ConstraintPlace &place : ordered) {
    if (is_contained(seen, place.key))
      continue;
    seen.push_back(place.key);
    std::vector<Term> &row = abduced[place.key];
    row.push_back(place.constraint.condition);
    rowLength = std::max(rowLength, row.size());
    if (!is_contained({3U, 4U, 6U}, row.size()) || (best && places.lossOf(*best) <= Little))
      continue;
    std::optional<ConstraintPlace> found = commonAt(run, place, row);
    if (found && (!best || places.lossOf(*found) < places.lossOf(*best)))
      best = found;
  }
  return best;
}

std::string TraceBlocker::printed(Term condition) const {
  std::string prefix = system.components[component].name + ".";
  return printTerm(condition, [&](VariableId id) {
    StringRef name = system.variables[id].name;
    name.consume_front(prefix);
    return name.str();
  });
}

void TraceBlocker::describe(PlacedStep &placed, const ConstraintPlace &place) const {
  placed.key = place.key;
  RepairStep &step = placed.step;
  step.location = system.components[component].locations[place.key.location].name;
  step.constraint = printed(place.constraint.condition);
}

/// Takes one constraint in place of all before it if that is enough, with what they say if need be.
void TraceBlocker::replaceBy(ArrayRef<SystemStep> run, ConstraintPlace &place, MutableArrayRef<RepairStep> before) {
  std::vector<Term> all(abduced[place.key]);
  all.push_back(place.constraint.condition);
  std::vector<Rational> familiar = numbersIn(place.constraint.condition);
  for (Term one : {place.constraint.condition, readable(context, context.terms().andOf(all), familiar, budget)}) {
    ConstraintPlace candidate = place;
    candidate.constraint.condition = one;
    std::optional<ComponentRepair> only = places.alone(candidate);
    if (!only)
      continue;
    repair = std::move(*only);
    place = candidate;
    for (RepairStep &step : before)
      step.isReplaced = true;
    return;
  }
  repair = places.withConstraint(run, place.constraint);
}

TraceBlocker::Outcome TraceBlocker::block(ArrayRef<SystemStep> run, PlacedStep &placed,
                                          MutableArrayRef<RepairStep> before) {
  RepairStep &step = placed.step;
  ProgramSystem whole = system;
  whole.components[component] = repair.program();
  Abduction abduction = abduce(whole, run, component, context, budget);
  if (!abduction.atEnd)
    return Outcome::Impossible;
  bool isEarly = options.place == Placement::Early;
  std::vector<ConstraintPlace> ordered = places.ranked(run, isEarly ? ArrayRef(abduction.places) : *abduction.atEnd);
  std::optional<ConstraintPlace> chosen = isEarly ? sufficient(run, ordered) : std::nullopt;
  erase_if(ordered, [](const ConstraintPlace &place) { return place.constraint.hasToSuffice; });
  if (chosen && places.isPoor(*chosen, ordered)) {
    ComponentRepair changed = places.withConstraint(run, chosen->constraint);
    if (!poor && (!places.isWorthless(*chosen) || isTrivial(system, changed.program(), options.check, budget))) {
      poor.emplace(std::move(changed), placed);
      describe(poor->second, *chosen);
    }
    chosen.reset();
  }
  if (isEarly && !chosen && !options.isOneOfSeveral && !std::exchange(isKnownToSee, true) && places.isBlind(run)) {
    StringRef last = StringRef(step.trace).rsplit(", ").second;
    const std::string &name = system.components[component].name;
    obstacle = "no condition was found that is enough: whatever " + name + " knows, the others can make its " +
               (last.empty() ? StringRef(step.trace) : last).str() + " violate the property";
    return Outcome::Blind;
  }
  // Where none is enough, the earliest comes first of those that leave something.
  stable_sort(ordered, [&](const ConstraintPlace &a, const ConstraintPlace &b) {
    auto rank = [&](const ConstraintPlace &place) {
      return std::tuple(places.isWorthless(place), !place.isWritable, place.constraint.step);
    };
    return rank(a) < rank(b);
  });
  if (chosen) {
    repair = places.withConstraint(run, chosen->constraint);
  } else if ((chosen = common(run, ordered))) {
    step.isCommon = true;
    replaceBy(run, *chosen, before);
  } else {
    chosen = *places.preferred(ordered, [](const ConstraintPlace &) { return true; });
    repair = places.withConstraint(run, chosen->constraint);
  }
  describe(placed, *chosen);
  return Outcome::Blocked;
}

} // namespace tenon
