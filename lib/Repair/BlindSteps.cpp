//===- BlindSteps.cpp - Steps that nothing known makes safe ---------------===//

#include "BlindSteps.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace tenon {

static Term termOf(const DataValue &value, TermContext &terms) {
  if (value.sort.kind != SortKind::Array)
    return value.sort.kind == SortKind::Bool ? terms.boolean(value.scalar().numerator != 0)
                                             : terms.number(value.sort, value.scalar());
  Sort element = value.sort.elementSort();
  auto number = [&](const Rational &one) { return termOf({element, {one}}, terms); };
  Term array = terms.fill(number(value.elements.front()), value.elements.size());
  for (auto [index, one] : enumerate(value.elements))
    array = terms.store(array, terms.integer(static_cast<int64_t>(index)), number(one));
  return array;
}

bool isBlindStep(const ProgramSystem &system, uint32_t component, uint32_t transition, const GoodRuns &good,
                 const ProgramCheckOptions &check, const Budget &budget) {
  constexpr size_t Few = 4, Enough = 8;
  std::vector<ConcreteState> states = good.statesBefore(transition, Enough);
  if (states.size() < Few)
    return false;
  ProgramSystem rest = system;
  Program &program = rest.components[component];
  const ProgramTransition step = program.transitions[transition];
  program.transitions = {step};
  ProgramCheckOptions look = check;
  look.maxSets = 200;
  return all_of(states, [&](const ConcreteState &state) {
    for (auto [position, other] : enumerate(rest.components))
      other.initial = state.place[position];
    if (rest.monitor)
      rest.monitor->program.initial = state.place.back();
    for (auto [variable, value] : zip(rest.variables, state.values))
      variable.initial = termOf(value, *system.terms);
    return checkProgram(rest, look, budget).verdict == Verdict::Violated;
  });
}

} // namespace tenon
