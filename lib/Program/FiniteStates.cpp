//===- FiniteStates.cpp - States of a finite system -----------------------===//

#include "tenon/Program/FiniteStates.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace tenon {

FiniteStates::FiniteStates(const ProgramSystem &source)
    : system(source), layout(source.variables), terms(layout), watched(static_cast<unsigned>(source.variables.size())) {
  for (const ProgramVariable &variable : system.variables)
    domains.push_back(*smallDomainOf(variable));
  for (const Program &component : system.components)
    live.push_back(liveVariables(component, system.variables.size()));
  if (!system.monitor)
    return;
  for (const ProgramTransition &transition : system.monitor->program.transitions)
    for (Term term : {transition.action.value, transition.action.defined})
      if (term)
        for (VariableId id : variablesOf(term))
          watched.set(id);
}

//===----------------------------------------------------------------------===//
// States
//===----------------------------------------------------------------------===//

bool FiniteStates::isLiveAt(const Place &place, VariableId variable) const {
  if (watched[variable])
    return true;
  uint32_t owner = system.variables[variable].component;
  return place[owner] != ErrorLocation && live[owner][place[owner]][variable];
}

uint32_t FiniteStates::numberOf(const Place &place) {
  StringRef bytes(reinterpret_cast<const char *>(place.data()), place.size() * sizeof(Location));
  auto [entry, isNew] = placeNumbers.try_emplace(bytes, static_cast<uint32_t>(places.size()));
  if (isNew)
    places.push_back({place, false, {}});
  return entry->second;
}

ArrayRef<SystemStep> FiniteStates::stepsAt(uint32_t number) {
  PlaceEntry &entry = places[number];
  if (!entry.isExpanded) {
    entry.isExpanded = true;
    if (!is_contained(ArrayRef<Location>(entry.place).take_front(system.components.size()), ErrorLocation))
      entry.steps = stepsFrom(system, entry.place);
  }
  return entry.steps;
}

uint32_t FiniteStates::visit(uint32_t number, std::vector<int64_t> &row) {
  const Place &place = places[number].place;
  for (VariableId id = 0; id < system.variables.size(); ++id)
    if (!isLiveAt(place, id))
      std::fill_n(row.begin() + static_cast<ptrdiff_t>(layout.offset(id)), layout.size(id), domains[id].low);
  key.assign(reinterpret_cast<const char *>(row.data()), row.size() * sizeof(int64_t));
  key.append(reinterpret_cast<const char *>(&number), sizeof(number));
  auto [entry, isNew] = known.try_emplace(key, static_cast<uint32_t>(placeOf.size()));
  if (isNew) {
    placeOf.push_back(number);
    append_range(rows, row);
  }
  return entry->second;
}

//===----------------------------------------------------------------------===//
// Initial states
//===----------------------------------------------------------------------===//

std::vector<std::pair<size_t, VariableId>> FiniteStates::openNumbers() const {
  Place place = initialPlace(system);
  std::vector<std::pair<size_t, VariableId>> open;
  for (VariableId id = 0; id < system.variables.size(); ++id)
    if (!system.variables[id].initial && isLiveAt(place, id))
      for (size_t i = 0; i < layout.size(id); ++i)
        open.emplace_back(layout.offset(id) + i, id);
  return open;
}

uint64_t FiniteStates::initialCount() const {
  uint64_t count = 1;
  for (auto [position, id] : openNumbers())
    count = SaturatingMultiply(count, domains[id].size());
  return count;
}

void FiniteStates::initialStates(function_ref<bool(uint32_t)> visitState) {
  uint32_t place = numberOf(initialPlace(system));
  std::vector<std::pair<size_t, VariableId>> open = openNumbers();
  std::vector<int64_t> row;
  for (VariableId id = 0; id < system.variables.size(); ++id)
    row.insert(row.end(), layout.size(id), domains[id].low);
  for (bool more = true; more;) {
    std::vector<int64_t> valuation = row;
    for (VariableId id = 0; id < system.variables.size(); ++id)
      if (Term initial = system.variables[id].initial)
        assign(valuation, id, terms.evaluate(initial, row));
    if (!visitState(visit(place, valuation)))
      return;
    more = false;
    for (auto [position, id] : reverse(open)) { // Counts up.
      if (row[position] < domains[id].high) {
        ++row[position];
        more = true;
        break;
      }
      row[position] = domains[id].low;
    }
  }
}

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

void FiniteStates::assign(std::vector<int64_t> &row, VariableId variable, const DataValue &value) const {
  for (size_t i = 0; i < value.elements.size(); ++i)
    row[layout.offset(variable) + i] = static_cast<int64_t>(value.elements[i].numerator);
}

bool FiniteStates::successors(uint32_t state, uint64_t &maxSteps, function_ref<void(const Successor &)> visitStep) {
  const std::vector<int64_t> before(row(state).begin(), row(state).end());
  std::vector<int64_t> after;
  for (auto [number, step] : enumerate(steps(state))) {
    auto position = static_cast<uint32_t>(number);
    if (!terms.holds(step.guard, before))
      continue;
    uint32_t target = numberOf(step.target);
    if (step.updates.size() != 1 || step.updates.front().value) {
      if (maxSteps-- == 0)
        return maxSteps = 0, false;
      after = before;
      for (const SystemStep::Update &update : step.updates)
        assign(after, update.variable, terms.evaluate(update.value, before));
      visitStep({step, position, nullptr, visit(target, after)});
      continue;
    }
    const SystemStep::Update &update = step.updates.front();
    uint64_t count = 1;
    for (size_t i = 0; i < (update.index ? 1 : layout.size(update.variable)); ++i)
      count = SaturatingMultiply(count, domains[update.variable].size());
    if (count > maxSteps)
      return maxSteps = 0, false;
    maxSteps -= count;
    Sort sort = system.variables[update.variable].sort;
    for (const DataValue &value :
         valuesBetween(update.index ? sort.elementSort() : sort, domains[update.variable], update.low, update.high)) {
      after = before;
      if (update.index)
        after[layout.offset(update.variable) +
              static_cast<size_t>(static_cast<int64_t>(terms.scalar(update.index, before).numerator))] =
            static_cast<int64_t>(value.scalar().numerator);
      else
        assign(after, update.variable, value);
      visitStep({step, position, &value, visit(target, after)});
    }
  }
  return true;
}

} // namespace tenon
