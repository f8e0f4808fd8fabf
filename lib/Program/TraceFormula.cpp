//===- TraceFormula.cpp - Traces in single-assignment form ----------------===//

#include "tenon/Program/TraceFormula.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace tenon {

//===----------------------------------------------------------------------===//
// Arbitrary values
//===----------------------------------------------------------------------===//

ArbitraryValue::ArbitraryValue(const ProgramSystem &system, const SystemStep::Update &update)
    : sort(system.variables[update.variable].sort), isElement(update.index != nullptr) {
  if (isElement)
    sort = sort.elementSort();
  if (update.integral)
    sort = Sort::integer();
}

/// The number itself, where a real is chosen as an integer.
static Term asStored(TermContext &terms, const SystemStep::Update &update, Term chosen) {
  return update.integral ? terms.make(TermOp::IntToReal, chosen, Sort::real()) : chosen;
}

Term ArbitraryValue::domain(const ProgramSystem &system, const SystemStep::Update &update, Term chosen) {
  TermContext &terms = *system.terms;
  ProgramVariable variable = system.variables[update.variable];
  if (update.low) {
    variable.low = variable.low ? std::max(*variable.low, *update.low) : update.low;
    variable.high = variable.high ? std::min(*variable.high, *update.high) : update.high;
    if (*variable.high < *variable.low)
      return terms.boolean(false);
  }
  return withinRange(terms, variable, asStored(terms, update, chosen), update.index != nullptr);
}

Term ArbitraryValue::result(const ProgramSystem &system, const SystemStep::Update &update, Term chosen) {
  TermContext &terms = *system.terms;
  Term stored = asStored(terms, update, chosen);
  if (!update.index)
    return stored;
  return terms.store(terms.variable(update.variable, system.variables[update.variable].sort), update.index, stored);
}

//===----------------------------------------------------------------------===//
// The formula
//===----------------------------------------------------------------------===//

TraceFormula::TraceFormula(const ProgramSystem &programSystem, VariableId firstOfNames)
    : system(programSystem), terms(*programSystem.terms), nextName(firstOfNames), firstName(firstOfNames),
      history(programSystem.variables.size()) {
  size_t count = system.variables.size();
  current.assign(count, nullptr);
  Frame &initial = frames.emplace_back();
  std::vector<Term> conditions;
  // An initializer may speak of any variable: those that are arbitrary come first.
  for (VariableId id = 0; id < count; ++id)
    if (!system.variables[id].initial) {
      Term value = choose(id, system.variables[id].sort);
      conditions.push_back(withinRange(terms, system.variables[id], value));
      assign(initial, id, value);
    }
  for (VariableId id = 0; id < count; ++id)
    if (Term value = system.variables[id].initial)
      assign(initial, id, at(value, 0));
  initial.condition = terms.andOf(conditions);
  initial.choiceCount = chosen.size();
  initial.definitionCount = defined.size();
}

Term TraceFormula::freshName(const Sort &sort) {
  return terms.variable(nextName++, sort);
}

Term TraceFormula::choose(VariableId variable, const Sort &sort) {
  Term name = freshName(sort);
  chosen.push_back({name, variable, frames.size() - 1});
  return name;
}

void TraceFormula::assign(Frame &frame, VariableId variable, Term value) {
  if (value->op() != TermOp::Constant && value->op() != TermOp::Variable) {
    Term name = freshName(value->sort());
    defined.push_back({name, value, variable, frames.size() - 1});
    value = name;
  }
  frame.values.emplace_back(variable, value);
  current[variable] = value;
  history[variable].emplace_back(frames.size() - 1, value);
}

void TraceFormula::push(const SystemStep &step) {
  std::vector<Term> before = current;
  auto translate = [&](Term term) { return terms.substitute(term, [&](VariableId id) { return before[id]; }); };
  Frame &frame = frames.emplace_back();
  std::vector<Term> conditions{translate(step.guard)};
  std::vector<std::pair<VariableId, Term>> values;
  for (const SystemStep::Update &update : step.updates) {
    if (update.value) {
      values.emplace_back(update.variable, translate(update.value));
      continue;
    }
    Term name = choose(update.variable, ArbitraryValue(system, update).sort);
    conditions.push_back(ArbitraryValue::domain(system, update, name));
    Term result = ArbitraryValue::result(system, update, name);
    values.emplace_back(update.variable, terms.substitute(result, [&](VariableId id) {
      return id < before.size() ? before[id] : nullptr;
    }));
  }
  for (auto [variable, value] : values)
    assign(frame, variable, value);
  frame.condition = terms.andOf(conditions);
  frame.choiceCount = chosen.size();
  frame.definitionCount = defined.size();
}

void TraceFormula::pop() {
  assert(length() > 0 && "nothing to pop");
  for (auto [variable, value] : reverse(frames.back().values)) {
    history[variable].pop_back();
    current[variable] = history[variable].back().second;
  }
  frames.pop_back();
  chosen.resize(frames.back().choiceCount);
  defined.resize(frames.back().definitionCount);
  nextName = firstName + static_cast<VariableId>(chosen.size() + defined.size());
}

Term TraceFormula::valueOf(VariableId variable, size_t step) const {
  ArrayRef<std::pair<size_t, Term>> values = history[variable];
  auto after = upper_bound(values, step, [](size_t wanted, const auto &entry) { return wanted < entry.first; });
  return std::prev(after)->second;
}

Term TraceFormula::at(Term term, size_t step) const {
  return terms.substitute(term, [&](VariableId id) { return valueOf(id, step); });
}

Term TraceFormula::formula() const {
  std::vector<Term> parts;
  for (const Frame &frame : frames)
    parts.push_back(frame.condition);
  for (const Definition &definition : defined)
    parts.push_back(terms.equal(definition.name, definition.value));
  return terms.andOf(parts);
}

//===----------------------------------------------------------------------===//
// Runs
//===----------------------------------------------------------------------===//

/// The number within the bounds that is nearest to zero.
static Rational nearestToZero(const std::optional<Rational> &low, const std::optional<Rational> &high) {
  if (low && Rational() < *low)
    return *low;
  return high && *high < Rational() ? *high : Rational();
}

DataValue leastInput(const ProgramSystem &system, const ProgramAction &action) {
  const ProgramVariable &target = system.variables[action.target];
  Sort sort = action.index ? target.sort.elementSort() : target.sort;
  std::optional<Rational> low = target.low, high = target.high;
  if (action.low) {
    low = low ? std::max(*low, *action.low) : action.low;
    high = high ? std::min(*high, *action.high) : action.high;
  }
  size_t count = sort.kind == SortKind::Array ? sort.length : 1;
  return DataValue{sort, std::vector<Rational>(count, nearestToZero(low, high))};
}

/// What the environment sends, where the first mover reads from it. A read that fails whatever is sent, because of its
/// index, makes no choice: any value will do.
static std::optional<DataValue> inputOf(const ProgramSystem &system, const SystemStep &step, const DataValue *choice) {
  auto [component, position] = step.movers.front();
  if (component == system.components.size())
    return std::nullopt;
  const ProgramAction &action = system.components[component].transitions[position].action;
  if (action.kind != ActionKind::Read)
    return std::nullopt;
  DataValue least = leastInput(system, action);
  return choice ? DataValue{least.sort, choice->elements} : least;
}

ProgramRun runOf(const ProgramSystem &system, ArrayRef<SystemStep> steps, const TraceFormula &formula,
                 ArrayRef<DataValue> values) {
  ProgramRun run;
  run.steps.assign(steps.begin(), steps.end());
  DenseMap<VariableId, size_t> choiceOf;
  for (auto [number, choice] : enumerate(formula.choices()))
    choiceOf[choice.name->variable()] = number;
  std::vector<Term> initial;
  for (VariableId id = 0; id < system.variables.size(); ++id) {
    Term value = formula.valueOf(id, 0);
    if (!system.variables[id].initial)
      run.initialValues.push_back(values[choiceOf.lookup(value->variable())]);
    else
      run.initialValues.push_back({}); // Once the arbitrary ones are known.
  }
  for (VariableId id = 0; id < system.variables.size(); ++id)
    if (Term value = system.variables[id].initial)
      run.initialValues[id] = evaluate(value, [&](VariableId other) { return run.initialValues[other]; });
  size_t next = 0;
  while (next < values.size() && formula.choices()[next].step == 0)
    ++next;
  for (auto [number, step] : enumerate(steps)) {
    ConcreteMove move;
    move.movers = step.movers;
    bool isChosen = next < values.size() && formula.choices()[next].step == number + 1;
    move.input = inputOf(system, step, isChosen ? &values[next++] : nullptr);
    run.moves.push_back(std::move(move));
  }
  run.replay = replayRun(system, run.initialValues, run.moves);
  return run;
}

} // namespace tenon
