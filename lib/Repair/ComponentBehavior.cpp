//===- ComponentBehavior.cpp - What a mutation should leave ---------------===//

#include "ComponentBehavior.h"

#include "PlaceSteps.h"

#include "tenon/Repair/AssumeGuaranteeRepair.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace tenon {

//===----------------------------------------------------------------------===//
// Sample runs
//===----------------------------------------------------------------------===//

/// A small number, often 0 or 1.
DataValue SystemSample::draw(const Sort &sort, const ProgramVariable *variable) {
  DataValue result{sort, {}};
  size_t count = sort.kind == SortKind::Array ? sort.length : 1;
  SortKind kind = sort.kind == SortKind::Array ? sort.element : sort.kind;
  for (size_t i = 0; i < count; ++i) {
    uint64_t bits = random();
    int64_t value = static_cast<int64_t>(bits % 4 == 0 ? bits / 4 % 100 : bits / 4 % 4);
    if (kind == SortKind::Bool)
      value %= 2;
    Rational number{DynamicAPInt(value)};
    if (!known.empty() && kind != SortKind::Bool && bits % 4 == 1)
      number = known[bits / 4 % known.size()];
    if (kind == SortKind::Bits) {
      DynamicAPInt modulus(1);
      for (unsigned bit = 0; bit < sort.width; ++bit)
        modulus = modulus * 2;
      number = Rational(llvm::mod(number.numerator, modulus));
    }
    if (variable && variable->low && (number < *variable->low || *variable->high < number))
      number = *variable->low;
    result.elements.push_back(number);
  }
  return result;
}

std::vector<DataValue> SystemSample::drawInitial(const ProgramSystem &system) {
  std::vector<DataValue> values;
  auto none = [](VariableId) -> DataValue { llvm_unreachable("initial values are constants"); };
  for (const ProgramVariable &variable : system.variables)
    values.push_back(variable.initial ? evaluate(variable.initial, none) : draw(variable.sort, &variable));
  return values;
}

/// Up to where a violation would come.
std::optional<SystemSample::Run> SystemSample::walk(const ProgramSystem &system, size_t length) {
  Run run{drawInitial(system), {}, {}, false};
  run.end = {initialPlace(system), run.initialValues};
  if (!isInitialValuation(system, run.initialValues) || isViolation(system, run.end.place))
    return std::nullopt;
  for (size_t i = 0; i < length; ++i) {
    std::vector<ConcreteMove> moves = possibleMoves(system, run.end, [&](const ProgramAction &action) {
      const ProgramVariable &target = system.variables[action.target];
      Sort sort = action.index ? target.sort.elementSort() : target.sort;
      return std::vector<DataValue>{draw(sort, &target)};
    });
    if (moves.empty())
      break;
    const ConcreteMove &move = moves[random() % moves.size()];
    Expected<ConcreteState> next = replayMove(system, run.end, move);
    if (!next) {
      consumeError(next.takeError());
      break;
    }
    run.endsAtViolation = isViolation(system, next->place);
    if (run.endsAtViolation)
      break;
    run.moves.push_back(move);
    run.end = std::move(*next);
  }
  if (run.moves.empty())
    return std::nullopt;
  return run;
}

SystemSample::SystemSample(const ProgramSystem &system, ArrayRef<Rational> numbers) {
  constexpr size_t Wanted = 100, Longest = 40;
  for (const Rational &number : numbers)
    for (int offset : {-1, 0, 1})
      if (number.denominator == 1)
        known.push_back(Rational(number.numerator + DynamicAPInt(offset)));
  for (size_t i = 0; i < Wanted; ++i)
    if (std::optional<Run> run = walk(system, 1 + i % Longest))
      runs.push_back(std::move(*run));
}

size_t SystemSample::sameRuns(const ProgramSystem &other) const {
  return static_cast<size_t>(count_if(runs, [&](const Run &run) {
    if (!isInitialValuation(other, run.initialValues))
      return false;
    ReplayedRun replay = replayRun(other, run.initialValues, run.moves);
    return !replay.problem && !replay.isViolation && replay.steps.back().after == run.end;
  }));
}

//===----------------------------------------------------------------------===//
// What is possible
//===----------------------------------------------------------------------===//

static std::vector<std::string> labelsOf(const RepairTarget &target) {
  std::set<std::string> labels;
  for (uint32_t copy : target.copies)
    for (const ProgramTransition &transition : target.system.components[copy].transitions)
      if (LabelId label = transition.action.label; label != LabelTable::Tau)
        labels.insert(target.system.labels->text(label).str());
  return {labels.begin(), labels.end()};
}

/// Whether no step of it could be a violation by itself, nor a place where it does not accept.
static bool isPlain(const ProgramSystem &system) {
  return system.variables.empty() && all_of(system.components, [](const Program &program) {
           return program.initial != ErrorLocation &&
                  all_of(program.locations, [](const ProgramLocation &location) { return location.accepting; }) &&
                  none_of(program.transitions, [](const ProgramTransition &t) { return t.to == ErrorLocation; });
         });
}

/// What happens in it, if it has few enough places: all at once, where others need a query for each.
std::optional<ComponentAbility::Occurrences> ComponentAbility::occurrencesIn(ProgramSystem system) const {
  constexpr size_t MaxPlaces = 200'000;
  if (!isPlain(system))
    return std::nullopt;
  system.monitor.reset();
  PlaceSteps steps(system);
  PlaceTable places(system.components.size());
  places.add(initialPlace(system));
  Occurrences result;
  PlaceStepList next;
  for (uint32_t i = 0; i < places.size(); ++i) {
    if (places.size() > MaxPlaces || (i % 1024 == 1023 && budget.exceeded() != Budget::Limit::None))
      return std::nullopt;
    steps.from(places[i], next);
    result.deadlock |= next.size() == 0 && !hasEnded(system, Place(places[i].begin(), places[i].end()));
    for (size_t step = 0; step < next.size(); ++step) {
      result.labels.insert(next.label(step));
      places.add(next.target(step));
    }
  }
  return result;
}

/// Nullopt: not known.
std::optional<bool> ComponentAbility::isPossible(const ProgramSystem &system, StringRef text) const {
  LabelId label = LabelTable::Tau;
  if (!system.labels->lookup(text, label))
    return false;
  ProgramSystem watched = system;
  watched.hidden.clear();
  Monitor &monitor = watched.monitor.emplace();
  monitor.partial = true;
  monitor.program.name = "possible";
  monitor.program.locations.resize(2);
  monitor.program.locations[0].name = "Never";
  monitor.program.locations[1].name = "Once";
  monitor.program.locations[1].accepting = false;
  monitor.program.events = {label};
  ProgramTransition seen;
  seen.action.label = label;
  seen.to = 1;
  monitor.program.transitions.push_back(std::move(seen));
  ProgramAnswer answer = checkProgram(watched, check, budget);
  if (answer.verdict == Verdict::Unknown)
    return std::nullopt;
  return answer.verdict == Verdict::Violated;
}

bool ComponentAbility::Occurrences::has(StringRef text, const LabelTable &table) const {
  LabelId label = LabelTable::Tau;
  return table.lookup(text, label) && labels.count(label) != 0;
}

std::optional<bool> ComponentAbility::hasDeadlock(ProgramSystem system) const {
  system.monitor.reset();
  ProgramCheckOptions options = check;
  options.goal = ReachabilityGoal::Deadlock;
  ProgramAnswer answer = checkProgram(system, options, budget);
  if (answer.verdict == Verdict::Unknown)
    return std::nullopt;
  return answer.verdict == Verdict::Violated;
}

ComponentAbility::ComponentAbility(const RepairTarget &original, const ProgramCheckOptions &checkOptions,
                                   const Budget &runBudget, const std::set<std::string> &exempt)
    : check(checkOptions), budget(runBudget) {
  check.maxSets = 2000;
  std::optional<Occurrences> occurrences = occurrencesIn(original.system);
  isDeadlockFree = occurrences ? !occurrences->deadlock : hasDeadlock(original.system) == false;
  for (std::string &label : labelsOf(original))
    if (exempt.count(label) == 0 && (occurrences ? occurrences->has(label, *original.system.labels)
                                                 : isPossible(original.system, label).value_or(false)))
      labels.push_back(std::move(label));
}

std::string ComponentAbility::lostIn(const RepairTarget &other, bool mayDeadlock) const {
  std::vector<std::string> has = labelsOf(other);
  std::optional<Occurrences> occurrences = occurrencesIn(other.system);
  auto happens = [&](StringRef label) {
    return occurrences ? occurrences->has(label, *other.system.labels) : isPossible(other.system, label).value_or(true);
  };
  for (StringRef label : labels)
    if (!is_contained(has, label) || !happens(label))
      return label.str() + " is not possible any more";
  for (uint32_t copy : other.copies)
    if (isTrivial(other.system, other.system.components[copy], {}, budget))
      return "nothing is left that " + other.definition + " accepts";
  if (isDeadlockFree && !mayDeadlock &&
      (occurrences ? occurrences->deadlock : hasDeadlock(other.system).value_or(false)))
    return "there is a deadlock";
  return "";
}

} // namespace tenon
