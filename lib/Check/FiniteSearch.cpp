//===- FiniteSearch.cpp - States of finite data, one by one ---------------===//

#include "FiniteSearch.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"

#include <map>

using namespace llvm;

namespace tenon {

bool FiniteSearch::canSearch(const ProgramSystem &system) {
  return all_of(system.variables, [](const ProgramVariable &variable) {
    return smallDomainOf(variable) && (!variable.initial || variablesOf(variable.initial).empty());
  });
}

//===----------------------------------------------------------------------===//
// Forward
//===----------------------------------------------------------------------===//

/// False if there are too many initial states.
bool FiniteSearch::begin(uint64_t maxSteps) {
  uint64_t count = states.initialCount();
  if (count > maxSteps - stepsTaken)
    return false;
  stepsTaken += count;
  states.initialStates([](uint32_t) { return true; });
  levels.push_back(static_cast<uint32_t>(states.size()));
  return true;
}

bool FiniteSearch::isWanted(uint32_t state, bool hasSuccessor) const {
  const Place &place = states.place(state);
  if (goal == ReachabilityGoal::Violation)
    return isViolation(system, place);
  ArrayRef<Location> components = ArrayRef<Location>(place).take_front(system.components.size());
  return !hasSuccessor && !is_contained(components, ErrorLocation) && !hasEnded(system, place);
}

FiniteSearch::Status FiniteSearch::advance(uint64_t maxSteps) {
  if (status != Status::Running || stepsTaken >= maxSteps || (levels.size() == 1 && !begin(maxSteps)))
    return status;
  while (true) {
    for (; next < levels.back(); ++next) {
      uint64_t left = maxSteps - stepsTaken;
      bool hasSuccessor = false;
      bool isComplete = (goal == ReachabilityGoal::Violation && isWanted(next, false)) ||
                        states.successors(next, left, [&](const auto &) { hasSuccessor = true; });
      stepsTaken = maxSteps - left;
      if (!isComplete || (next % 1024 == 0 && ended()))
        return status;
      if (isWanted(next, hasSuccessor))
        found.push_back(next);
    }
    if (!found.empty())
      return status = Status::Violated;
    if (levels.back() == states.size())
      return status = Status::Exhausted;
    levels.push_back(static_cast<uint32_t>(states.size()));
  }
}

//===----------------------------------------------------------------------===//
// The canonical run
//===----------------------------------------------------------------------===//

/// Calls `visit` with the steps from the state into these.
template <typename Visit> void FiniteSearch::stepInto(uint32_t state, const StateSet &targets, Visit visit) {
  uint64_t unlimited = std::numeric_limits<uint64_t>::max();
  states.successors(state, unlimited, [&](const FiniteStates::Successor &successor) {
    if (std::binary_search(targets.begin(), targets.end(), successor.state))
      visit(successor);
  });
}

void FiniteSearch::goBack() {
  onTheWay.assign(levels.size() - 1, {});
  onTheWay.back() = found;
  for (size_t depth = onTheWay.size() - 1; depth-- > 0 && !ended();)
    for (uint32_t state = levels[depth]; state < levels[depth + 1]; ++state) {
      bool leads = false;
      stepInto(state, onTheWay[depth + 1], [&](const auto &) { leads = true; });
      if (leads)
        onTheWay[depth].push_back(state);
    }
}

/// The least row of positions. What is on the way along it only stays so.
std::vector<uint32_t> FiniteSearch::leastPositions() {
  std::vector<uint32_t> positions;
  for (size_t depth = 0; depth + 1 < onTheWay.size(); ++depth) {
    std::map<uint32_t, StateSet> targets;
    for (uint32_t state : onTheWay[depth])
      stepInto(state, onTheWay[depth + 1], [&](const FiniteStates::Successor &successor) {
        targets[successor.position].push_back(successor.state);
      });
    auto &[position, reached] = *targets.begin();
    positions.push_back(position);
    llvm::sort(reached);
    reached.erase(llvm::unique(reached), reached.end());
    onTheWay[depth + 1] = std::move(reached);
  }
  return positions;
}

void FiniteSearch::keepThoseAlong(ArrayRef<uint32_t> positions) {
  for (size_t depth = positions.size(); depth-- > 0;)
    llvm::erase_if(onTheWay[depth], [&](uint32_t state) {
      bool leads = false;
      stepInto(state, onTheWay[depth + 1],
               [&](const FiniteStates::Successor &successor) { leads |= successor.position == positions[depth]; });
      return !leads;
    });
}

/// 0, 1, 2, ..., then -1, -2, ...: as leastValues() orders them.
static std::pair<bool, int64_t> rank(int64_t number) {
  return {number < 0, std::abs(number)};
}

static bool isLess(const DataValue &a, const DataValue &b) {
  auto rankOf = [](const Rational &number) { return rank(static_cast<int64_t>(number.numerator)); };
  return std::lexicographical_compare(a.elements.begin(), a.elements.end(), b.elements.begin(), b.elements.end(),
                                      [&](const Rational &x, const Rational &y) { return rankOf(x) < rankOf(y); });
}

/// Appends the values of variables that begin with any.
uint32_t FiniteSearch::leastInitialState(std::vector<DataValue> &values) {
  RowLayout layout(system.variables);
  std::optional<uint32_t> least;
  auto precedes = [&](uint32_t a, uint32_t b) {
    ValueRow left = states.row(a), right = states.row(b);
    return std::lexicographical_compare(left.begin(), left.end(), right.begin(), right.end(),
                                        [](int64_t x, int64_t y) { return rank(x) < rank(y); });
  };
  for (uint32_t state : onTheWay.front())
    if (!least || precedes(state, *least))
      least = state;
  for (VariableId id = 0; id < system.variables.size(); ++id) {
    if (system.variables[id].initial)
      continue;
    DataValue &value = values.emplace_back(layout.valueOf(id, states.row(*least)));
    SmallDomain domain = states.domain(id);
    if (!states.isLive(*least, id))
      value.elements.assign(value.elements.size(),
                            Rational(DynamicAPInt(std::clamp<int64_t>(0, domain.low, domain.high))));
  }
  return *least;
}

/// The choices of the run, as TraceFormula has them.
std::vector<DataValue> FiniteSearch::leastValuesAlong(ArrayRef<uint32_t> positions) {
  std::vector<DataValue> values;
  uint32_t state = leastInitialState(values);
  for (auto [depth, position] : enumerate(positions)) {
    std::optional<DataValue> least;
    uint32_t target = state;
    stepInto(state, onTheWay[depth + 1], [&](const FiniteStates::Successor &successor) {
      if (successor.position != position || (least && !isLess(*successor.input, *least)))
        return;
      target = successor.state;
      if (successor.input)
        least = *successor.input;
    });
    if (least)
      values.push_back(std::move(*least));
    state = target;
  }
  return values;
}

std::optional<ProgramRun> FiniteSearch::run() {
  goBack();
  if (ended())
    return std::nullopt;
  std::vector<uint32_t> positions = leastPositions();
  keepThoseAlong(positions);
  TraceFormula formula(system);
  std::vector<SystemStep> steps;
  Place place = initialPlace(system);
  for (uint32_t position : positions) {
    steps.push_back(stepsFrom(system, place)[position]);
    formula.push(steps.back());
    place = steps.back().target;
  }
  return runOf(system, steps, formula, leastValuesAlong(positions));
}

//===----------------------------------------------------------------------===//
// The invariant
//===----------------------------------------------------------------------===//

namespace {

/// Writes sets of rows as conditions, number by number.
class RowCondition {
public:
  RowCondition(const ProgramSystem &system, ArrayRef<VariableId> variables) : terms(*system.terms) {
    for (VariableId id : variables) {
      Term variable = terms.variable(id, system.variables[id].sort);
      if (variable->sort().kind != SortKind::Array)
        numbers.push_back(variable);
      else
        for (uint64_t i = 0; i < variable->sort().length; ++i)
          numbers.push_back(terms.select(variable, terms.integer(static_cast<int64_t>(i))));
    }
  }

  /// Of sorted rows that agree up to `column`.
  Term of(ArrayRef<std::vector<int64_t>> rows, size_t column = 0) {
    if (column == numbers.size())
      return terms.boolean(true);
    std::vector<Term> cases;
    std::optional<std::pair<int64_t, int64_t>> range;
    Term rest = nullptr;
    for (size_t begin = 0, end = 0; begin < rows.size(); begin = end) {
      int64_t value = rows[begin][column];
      while (end < rows.size() && rows[end][column] == value)
        ++end;
      Term condition = of(rows.slice(begin, end - begin), column + 1);
      if (range && condition == rest && range->second + 1 == value) {
        range->second = value;
        continue;
      }
      if (range)
        cases.push_back(terms.andOf({within(numbers[column], *range), rest}));
      range = {value, value};
      rest = condition;
    }
    cases.push_back(terms.andOf({within(numbers[column], *range), rest}));
    return terms.orOf(cases);
  }

private:
  Term within(Term number, std::pair<int64_t, int64_t> range) {
    auto [low, high] = range;
    const Sort &sort = number->sort();
    if (sort.kind == SortKind::Bool)
      return low != high ? terms.boolean(true) : low != 0 ? number : terms.notOf(number);
    auto constant = [&](int64_t value) { return terms.number(sort, Rational(DynamicAPInt(value))); };
    if (low == high)
      return terms.equal(number, constant(low));
    return terms.andOf({terms.lessEqual(constant(low), number), terms.lessEqual(number, constant(high))});
  }

  TermContext &terms;
  std::vector<Term> numbers;
};

} // namespace

ProgramInvariant FiniteSearch::invariant() const {
  RowLayout layout(system.variables);
  MapVector<const Place *, std::vector<uint32_t>> atPlace;
  for (uint32_t state = 0; state < states.size(); ++state)
    atPlace[&states.place(state)].push_back(state);
  ProgramInvariant invariant;
  for (const auto &[place, members] : atPlace) {
    std::vector<VariableId> variables;
    for (VariableId id = 0; id < system.variables.size(); ++id)
      if (states.isLive(members.front(), id))
        variables.push_back(id);
    std::vector<std::vector<int64_t>> rows;
    for (uint32_t state : members) {
      std::vector<int64_t> &row = rows.emplace_back();
      for (VariableId id : variables)
        append_range(row, states.row(state).slice(layout.offset(id), layout.size(id)));
    }
    llvm::sort(rows);
    Term condition = RowCondition(system, variables).of(rows);
    ProgramInvariant::Entry &entry = invariant.entries.emplace_back();
    entry.place = *place;
    if (condition != system.terms->boolean(true))
      entry.lemmas.push_back({{}, condition});
  }
  return invariant;
}

} // namespace tenon
