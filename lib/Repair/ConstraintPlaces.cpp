//===- ConstraintPlaces.cpp - Where a constraint could go -----------------===//

#include "ConstraintPlaces.h"

#include "BlindSteps.h"
#include "ErrorSearch.h"

#include "tenon/Logic/ReadableTerm.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace tenon {

bool ConstraintPlaces::hasNext(ArrayRef<SystemStep> run, size_t step) const {
  return any_of(run.drop_front(step),
                [&](const SystemStep &later) { return transitionIn(later, component).has_value(); });
}

/// Whether the component has done its part and is to accept no more.
bool ConstraintPlaces::isEndOf(ArrayRef<SystemStep> run, size_t step) const {
  bool hasFailed =
      !run.empty() &&
      is_contained(ArrayRef<Location>(run.back().target).take_front(system.components.size()), ErrorLocation);
  return !hasFailed && !hasNext(run, step);
}

/// Whether a constraint goes into the text at this location: in front of the first statement it is then passed at the
/// start as well.
bool ConstraintPlaces::isWritten(Location location) const {
  return options.place == Placement::Early && options.hasPlaceFor && options.hasPlaceFor(repair.origins()[location]);
}

uint32_t ConstraintPlaces::nextTransition(ArrayRef<SystemStep> run, size_t step) const {
  while (!transitionIn(run[step], component))
    ++step;
  return *transitionIn(run[step], component);
}

ComponentRepair ConstraintPlaces::withConstraint(ArrayRef<SystemStep> run, const AbducedConstraint &constraint) {
  ComponentRepair changed = repair;
  if (constraint.isForNext) {
    changed.insertBefore(nextTransition(run, constraint.step), constraint.condition, context, budget);
    return changed;
  }
  Location location = locationAfter(run, constraint.step);
  bool fromStart = constraint.step == 0 || (location == repair.program().initial && isWritten(location));
  changed.insertConstraint(location, constraint.condition, isEndOf(run, constraint.step), fromStart, context, budget);
  return changed;
}

const GoodRuns &ConstraintPlaces::goodRuns() {
  if (!sample)
    sample.emplace(system, component);
  return *sample;
}

/// Positions of these actions, which begin at a location, in the original component.
std::vector<uint32_t> ConstraintPlaces::originalsOf(Location location, ArrayRef<ProgramTransition> actions) const {
  std::vector<uint32_t> result;
  for (auto [position, transition] : enumerate(system.components[component].transitions))
    if (transition.from == location && any_of(actions, [&, &own = transition](const ProgramTransition &action) {
          return action.action == own.action && action.range.Start == own.range.Start;
        }))
      result.push_back(static_cast<uint32_t>(position));
  return result;
}

/// What of the original it is about, if there are other ways.
std::vector<uint32_t> ConstraintPlaces::actionsBehind(const ComponentRepair::Gate &gate) const {
  return gate.isBranch ? originalsOf(gate.origin, gate.guarded) : std::vector<uint32_t>();
}

std::optional<PlaceKey> ConstraintPlaces::keyBefore(uint32_t transition) const {
  std::vector<ProgramTransition> actions = repair.actionsAt(transition);
  Location location = repair.origins()[repair.program().transitions[transition].from];
  PlaceKey key{location, false, originalsOf(location, actions)};
  bool isOnlyWay = key.actions.size() == system.components[component].from(location).size();
  bool isWritable = isOnlyWay && (!options.hasPlaceFor || options.hasPlaceFor(location));
  if (key.actions.empty() || !(isWritable || !options.hasPlaceBefore || options.hasPlaceBefore(actions)))
    return std::nullopt;
  return key;
}

bool ConstraintPlaces::isAt(const ComponentRepair::Gate &gate, const PlaceKey &key) const {
  return gate.origin == key.location && (!gate.isBranch || actionsBehind(gate) == key.actions);
}

std::vector<GoodRuns::Constraint> ConstraintPlaces::constraintsOf(const ComponentRepair &changed) const {
  std::vector<GoodRuns::Constraint> constraints;
  for (const ComponentRepair::Gate &gate : changed.gates())
    constraints.push_back({gate.origin, actionsBehind(gate), gate.condition});
  return constraints;
}

size_t ConstraintPlaces::keptWith(const PlaceKey &key, Term condition) {
  if (options.place == Placement::End)
    return 0;
  std::vector<GoodRuns::Constraint> constraints = constraintsOf(repair);
  constraints.push_back({key.location, key.actions, condition});
  return goodRuns().keptBy(constraints);
}

size_t ConstraintPlaces::keptBy(const ComponentRepair &changed) {
  return goodRuns().keptBy(constraintsOf(changed));
}

bool ConstraintPlaces::isNearlyAsGood(const ComponentRepair &changed) {
  constexpr size_t All = 20;
  return keptBy(changed) * All >= keptBy(repair) * (All - 1);
}

ConstraintPlace ConstraintPlaces::placeOf(ArrayRef<SystemStep> run, const AbducedConstraint &constraint) {
  ConstraintPlace place{constraint, {}, true};
  const Program &original = system.components[component];
  place.key.location = repair.origins()[locationAfter(run, constraint.step)];
  place.key.isEnd = !constraint.isForNext && isEndOf(run, constraint.step);
  if (constraint.isForNext) {
    std::vector<ProgramTransition> actions = repair.actionsAt(nextTransition(run, constraint.step));
    place.key.actions = originalsOf(place.key.location, actions);
    place.isWritable = !options.hasPlaceBefore || options.hasPlaceBefore(actions);
  } else if (options.hasPlaceFor) {
    place.isWritable = !place.key.isEnd && options.hasPlaceFor(place.key.location);
  }
  place.isOnlyWay = !constraint.isForNext || place.key.actions.size() == original.from(place.key.location).size();
  ArrayRef<ProgramTransition> next = original.from(place.key.location);
  if (constraint.isForNext && !place.key.actions.empty())
    next = ArrayRef(original.transitions[place.key.actions.front()]);
  if (std::optional<uint32_t> last =
          constraint.step == 0 || !place.isOnlyWay ? std::nullopt : transitionIn(run[constraint.step - 1], component)) {
    const ProgramAction &action = repair.program().transitions[*last].action;
    place.isLate = action.kind == ActionKind::Event || action.kind == ActionKind::Write ||
                   (action.kind == ActionKind::Read && !is_contained(variablesOf(constraint.condition), action.target));
  }
  place.isDouble = next.size() == 1 && next.front().action.kind == ActionKind::Constraint;
  return place;
}

/// In front of the next step only, if that is as good and the only way to write it; at the location, if that has no
/// other way.
void ConstraintPlaces::addPlaces(ArrayRef<SystemStep> run, AbducedConstraint constraint,
                                 std::vector<ConstraintPlace> &places) {
  auto add = [&](bool isForNext) {
    constraint.isForNext = isForNext;
    ConstraintPlace place = placeOf(run, constraint);
    place.kept = keptWith(place.key, constraint.condition);
    bool isKnown = any_of(places, [&](const ConstraintPlace &other) {
      return other.key == place.key && other.constraint.condition == constraint.condition;
    });
    if (!isKnown)
      places.push_back(place);
    return place;
  };
  bool isForNext = constraint.isForNext;
  if (isForNext) {
    ConstraintPlace next = placeOf(run, constraint);
    constraint.isForNext = false;
    isForNext = !next.isOnlyWay || (options.place == Placement::Early && !placeOf(run, constraint).isWritable);
  }
  if (!add(isForNext).isWritable && !isForNext && options.place == Placement::Early && hasNext(run, constraint.step))
    add(true);
}

std::vector<Term> ConstraintPlaces::boundsIn(Term condition) {
  if (condition->op() != TermOp::Not || condition->operand(0)->op() != TermOp::Equal)
    return {};
  Term left = condition->operand(0)->operand(0), right = condition->operand(0)->operand(1);
  if (left->sort().kind != SortKind::Int)
    return {};
  TermContext &terms = context.terms();
  if (left->op() == TermOp::Constant)
    std::swap(left, right);
  std::vector<Rational> familiar = sourceNumbers(system);
  auto isFamiliar = [&](Term bound) {
    return all_of(numbersIn(bound), [&](const Rational &number) { return is_contained(familiar, number); });
  };
  std::vector<Term> bounds;
  for (Term bound : {terms.less(left, right), terms.less(right, left)}) {
    Term same = readable(context, bound, familiar, budget);
    bounds.push_back(isFamiliar(bound) && !isFamiliar(same) ? bound : same);
  }
  return bounds;
}

/// Those first that keep most, then those that the source has a place for, then those that could stand nowhere else,
/// then those that leave another way, then those with numbers that the source has.
std::vector<ConstraintPlace> ConstraintPlaces::ranked(ArrayRef<SystemStep> run,
                                                      ArrayRef<AbducedConstraint> abducedPlaces) {
  std::vector<ConstraintPlace> places;
  for (AbducedConstraint constraint : abducedPlaces) {
    Term condition = constraint.condition;
    // A person would rather write a bound, if that gives up no more.
    bool isEnd = options.place == Placement::End || (!constraint.isForNext && isEndOf(run, constraint.step));
    for (Term bound : isEnd ? std::vector<Term>() : boundsIn(condition)) {
      constraint.condition = bound;
      addPlaces(run, constraint, places);
    }
    constraint.condition = condition;
    addPlaces(run, constraint, places);
  }
  // What stands behind the violation does not prevent it: it only says that the run does not count.
  auto isBefore = [](const ConstraintPlace &place) { return !place.key.isEnd; };
  if (options.place == Placement::Early && any_of(places, isBefore))
    erase_if(places, [&](const ConstraintPlace &place) { return !isBefore(place); });
  constexpr size_t Little = 10;
  stable_sort(places, [&](const ConstraintPlace &a, const ConstraintPlace &b) {
    auto rank = [&](const ConstraintPlace &place) {
      size_t loss = lossOf(place);
      return std::tuple(loss / Little, !place.isWritable, place.isDouble, place.isLate, place.isOnlyWay, loss,
                        unfamiliarNumbers(place), place.constraint.condition->op() == TermOp::Not);
    };
    return rank(a) < rank(b);
  });
  return places;
}

/// Numbers that the source does not have.
size_t ConstraintPlaces::unfamiliarNumbers(const ConstraintPlace &place) const {
  std::vector<Rational> numbers = sourceNumbers(system);
  return static_cast<size_t>(count_if(numbersIn(place.constraint.condition),
                                      [&](const Rational &number) { return !is_contained(numbers, number); }));
}

/// Of the good runs, in steps of some percent.
size_t ConstraintPlaces::lossOf(const ConstraintPlace &place) {
  constexpr size_t Steps = 40;
  size_t all = options.place == Placement::Early ? goodRuns().steps() : 0;
  return all == 0 ? 0 : (all - place.kept) * Steps / all;
}

/// Whether nearly nothing good is left with it.
bool ConstraintPlaces::isWorthless(const ConstraintPlace &place) {
  constexpr size_t Little = 8;
  return options.place == Placement::Early && place.kept * Little < goodRuns().steps();
}

/// Whether it gives up most of what is good, or of what others keep, which are not enough as they are.
bool ConstraintPlaces::isPoor(const ConstraintPlace &place, ArrayRef<ConstraintPlace> others) {
  return isWorthless(place) ||
         any_of(others, [&](const ConstraintPlace &other) { return other.kept > 2 * place.kept; });
}

const ConstraintPlace *ConstraintPlaces::preferred(ArrayRef<ConstraintPlace> ordered,
                                                   function_ref<bool(const ConstraintPlace &)> isEnough) {
  // A number from nowhere is the trace's, where variables could say what it stands for.
  auto isSimpler = [&](const ConstraintPlace &place, const ConstraintPlace &other) {
    return lossOf(place) <= lossOf(other) && unfamiliarNumbers(place) <= unfamiliarNumbers(other) &&
           2 * termSize(place.constraint.condition) <= termSize(other.constraint.condition);
  };
  const ConstraintPlace *simple = nullptr;
  for (const ConstraintPlace &place : ordered)
    if ((!simple || (place.isWritable && isSimpler(place, *simple))) && isEnough(place))
      simple = &place;
  for (const ConstraintPlace &place : ordered)
    if (simple && (&place == simple || (place.isWritable && !isSimpler(*simple, place) && isEnough(place))))
      return &place;
  return nullptr;
}

/// Whether conditions in front of the component's last step do not help, as it cannot know what matters.
bool ConstraintPlaces::isBlind(ArrayRef<SystemStep> run) {
  for (const SystemStep &step : reverse(run))
    if (std::optional<uint32_t> last = transitionIn(step, component)) {
      const ProgramTransition &transition = repair.program().transitions[*last];
      std::vector<uint32_t> originals = originalsOf(repair.origins()[transition.from], transition);
      return originals.size() == 1 &&
             isBlindStep(system, component, originals.front(), goodRuns(), options.check, budget);
    }
  return false;
}

/// The component with a constraint more, and where that stands now.
GatedComponent ConstraintPlaces::gated(ArrayRef<SystemStep> run, const AbducedConstraint &constraint) {
  ComponentRepair changed = withConstraint(run, constraint);
  return {changed.program(), changed.lastInserted()};
}

/// The original component with this constraint only, if that is enough.
std::optional<ComponentRepair> ConstraintPlaces::alone(const ConstraintPlace &place) {
  if (!repair.onlyConstraints() || (place.constraint.isForNext && place.key.actions.empty()))
    return std::nullopt;
  ComponentRepair result(system.components[component]);
  const AbducedConstraint &constraint = place.constraint;
  bool fromStart = constraint.step == 0 || (place.key.location == result.program().initial && place.isWritable);
  if (constraint.isForNext)
    result.insertBefore(place.key.actions.front(), constraint.condition, context, budget);
  else
    result.insertConstraint(place.key.location, constraint.condition, place.key.isEnd, fromStart, context, budget);
  if (ErrorSearch(system, component, options.check, budget).check(result.program()).verdict != Verdict::Holds)
    return std::nullopt;
  return result;
}

} // namespace tenon
