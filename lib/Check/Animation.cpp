//===- Animation.cpp - Systems stepped through by hand --------------------===//

#include "tenon/Check/Animation.h"

#include "tenon/Check/ProgramChecker.h"
#include "tenon/Lts/ComposedStates.h"
#include "tenon/Lts/Interpreter.h"
#include "tenon/Program/TraceFormula.h"

#include "llvm/ADT/DynamicAPInt.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace tenon {

//===----------------------------------------------------------------------===//
// Runs
//===----------------------------------------------------------------------===//

/// The steps of the run that this system does itself, each with those who take part in it.
static std::vector<Counterexample::Step> withoutWatchers(const Counterexample &run, ArrayRef<std::string> watchers) {
  std::vector<Counterexample::Step> steps;
  for (const std::vector<Counterexample::Step> *part : {&run.trace, &run.cycle})
    for (const Counterexample::Step &step : *part) {
      Counterexample::Step own = step;
      erase_if(own.movers, [&](const std::string &mover) { return is_contained(watchers, mover); });
      if (!own.movers.empty())
        steps.push_back(std::move(own));
    }
  return steps;
}

Error Animation::follow(const Counterexample &run, ArrayRef<std::string> watchers, StringRef wanted) {
  goBack(0);
  if (Error problem = beginAs(run))
    return problem;
  std::vector<Counterexample::Step> steps = withoutWatchers(run, watchers);
  std::vector<size_t> nextMove{0}; // To be tried, after each number of steps.
  size_t farthest = 0;
  while (!nextMove.empty()) {
    size_t done = nextMove.size() - 1;
    if (done == steps.size() && (wanted.empty() || outcome() == wanted))
      return Error::success();
    if (done < steps.size() && takeLike(steps[done], nextMove.back())) {
      farthest = std::max(farthest, done + 1);
      nextMove.push_back(0);
      continue;
    }
    nextMove.pop_back();
    goBack(done == 0 ? 0 : done - 1);
  }
  if (farthest == steps.size())
    return createStringError("the run does not end with " + wanted.str() + " here");
  return createStringError("step " + std::to_string(farthest + 1) + " of the run, '" + steps[farthest].action +
                           "', is not possible");
}

/// Takes the first move from `next` on that looks like the step of a run.
bool Animation::takeLike(const Counterexample::Step &step, size_t &next) {
  std::vector<Move> possible = moves();
  while (next < possible.size()) {
    const Move &move = possible[next++];
    bool hasName = move.action == step.action || (!move.hiddenAction.empty() && move.hiddenAction == step.action);
    if (hasName && move.movers == step.movers && takeAs(next - 1, step))
      return true;
  }
  return false;
}

//===----------------------------------------------------------------------===//
// Transition systems
//===----------------------------------------------------------------------===//

namespace {

class NetworkAnimation final : public Animation {
public:
  NetworkAnimation(Network source, PartsOf parts)
      : network(std::move(source)), partsOf(std::move(parts)),
        interpreter(network), configurations{interpreter.initial()} {}

  std::vector<Move> moves() const override {
    std::vector<Move> result;
    for (const Interpreter::Move &move : possibleMoves()) {
      Move &described = result.emplace_back();
      described.action = network.table->text(move.label).str();
      if (move.label != move.visibleLabel)
        described.hiddenAction = network.table->text(move.visibleLabel).str();
      for (uint32_t mover : move.movers)
        described.movers.push_back(network.components[mover].name);
      described.leadsToError = isInError(move.target);
    }
    return result;
  }

  Error take(size_t number, StringRef value) override {
    if (!value.empty())
      return createStringError("this action takes no value");
    Move described = moves()[number];
    steps.push_back({described.action, described.hiddenAction, described.movers, {}, {}});
    taken.push_back({number, ""});
    configurations.push_back(possibleMoves()[number].target);
    return Error::success();
  }

  void goBack(size_t count) override {
    configurations.resize(count + 1);
    steps.resize(count);
    taken.resize(count);
  }

  const std::vector<Counterexample::Step> &trace() const override { return steps; }
  const std::vector<Choice> &choices() const override { return taken; }

  std::vector<std::pair<std::string, std::string>> states() const override {
    std::vector<std::pair<std::string, std::string>> result;
    for (auto [component, state] : zip(network.components, configurations.back()))
      result.emplace_back(component.name, describe(component, state));
    return result;
  }

  std::vector<std::pair<std::string, std::string>> statesWithParts() const override {
    std::vector<std::pair<std::string, std::string>> result;
    for (auto [component, state] : zip(network.components, configurations.back()))
      result.emplace_back(component.name, describeWithParts(component, state));
    return result;
  }

  std::vector<Valuation> values() const override { return {}; }
  std::vector<Valuation> initialChoices() const override { return {}; }
  Error setInitial(StringRef, StringRef) override { return createStringError("the system has no variables"); }

  std::string outcome() const override {
    switch (interpreter.outcome(configurations.back())) {
    case ReplayOutcome::Error:
      for (auto [component, state] : zip(network.components, configurations.back()))
        if (state == ErrorState)
          return "ERROR of " + component.name;
      llvm_unreachable("a component is in ERROR");
    case ReplayOutcome::Terminated:
      return "END";
    case ReplayOutcome::Deadlock:
      return "deadlock";
    default:
      return "";
    }
  }

private:
  static std::string describe(const Component &component, StateId state) {
    return state == ErrorState ? "ERROR" : component.lts->end() == state ? "END" : std::to_string(state);
  }

  std::string describeWithParts(const Component &component, StateId state) const {
    constexpr uint64_t MaxStates = 100000; // More take long.
    std::string text = describe(component, state);
    std::shared_ptr<const Network> parts = partsOf && state != ErrorState ? partsOf(*component.lts) : nullptr;
    std::optional<ComposedStates> composed =
        parts ? composedStates(*component.lts, *parts, MaxStates, Budget()) : std::nullopt;
    if (!composed)
      return text;
    const StateId *part = composed->componentStates.data() + state * parts->components.size();
    for (const Component &inner : parts->components)
      text +=
          (&inner == &parts->components.front() ? " (" : ", ") + inner.name + ": " + describeWithParts(inner, *part++);
    return text + ")";
  }

  /// In the order of their labels.
  std::vector<Interpreter::Move> possibleMoves() const {
    std::vector<Interpreter::Move> result = interpreter.moves(configurations.back());
    stable_sort(result, [&](const Interpreter::Move &a, const Interpreter::Move &b) {
      return compareLabels(network.table->text(a.visibleLabel), network.table->text(b.visibleLabel)) < 0;
    });
    return result;
  }

  bool takeAs(size_t number, const Counterexample::Step &) override {
    cantFail(take(number, ""));
    return true;
  }
  Error beginAs(const Counterexample &) override { return Error::success(); }

  Network network;
  PartsOf partsOf;
  Interpreter interpreter;
  std::vector<Configuration> configurations; ///< After each number of steps.
  std::vector<Counterexample::Step> steps;
  std::vector<Choice> taken;
};

//===----------------------------------------------------------------------===//
// Systems with data
//===----------------------------------------------------------------------===//

std::optional<Rational> parseNumber(StringRef text) {
  auto parseInteger = [](StringRef digits) -> std::optional<DynamicAPInt> {
    bool isNegative = digits.consume_front("-");
    if (digits.empty() || !all_of(digits, isDigit))
      return std::nullopt;
    DynamicAPInt number(0);
    for (char digit : digits)
      number = number * 10 + (digit - '0');
    return isNegative ? -number : number;
  };
  auto [whole, fraction] = text.split('/');
  std::optional<DynamicAPInt> denominator = DynamicAPInt(1);
  if (!fraction.empty()) {
    denominator = parseInteger(fraction);
  } else if (text.contains('.')) {
    StringRef digits;
    std::tie(whole, digits) = text.split('.');
    SmallString<32> joined(whole);
    joined += digits;
    for (size_t i = 0; i < digits.size(); ++i)
      *denominator *= 10;
    std::optional<DynamicAPInt> numerator = digits.empty() ? std::nullopt : parseInteger(joined);
    return numerator ? std::optional(Rational(*numerator, *denominator)) : std::nullopt;
  }
  std::optional<DynamicAPInt> numerator = parseInteger(whole);
  if (!numerator || !denominator || *denominator == 0)
    return std::nullopt;
  return Rational(*numerator, *denominator);
}

Expected<DataValue> parseValue(const Sort &sort, StringRef text) {
  text = text.trim();
  DataValue value{sort, {}};
  if (sort.kind == SortKind::Array) {
    StringRef inner = text;
    if (!inner.consume_front("{") || !inner.consume_back("}"))
      return createStringError("an array is written {1, 2, ...}");
    for (StringRef element : split(inner, ',')) {
      Expected<DataValue> parsed = parseValue(sort.elementSort(), element);
      if (!parsed)
        return parsed.takeError();
      value.elements.push_back(parsed->scalar());
    }
    if (value.elements.size() != sort.length)
      return createStringError("the array has " + std::to_string(sort.length) + " elements");
    return value;
  }
  if (sort.kind == SortKind::Bool) {
    if (text != "true" && text != "false")
      return createStringError("'" + text.str() + "' is neither true nor false");
    value.elements.emplace_back(DynamicAPInt(text == "true"));
    return value;
  }
  std::optional<Rational> number = parseNumber(text);
  if (!number)
    return createStringError("'" + text.str() + "' is no number");
  if (sort.kind != SortKind::Real && number->denominator != 1)
    return createStringError("'" + text.str() + "' is no integer");
  value.elements.push_back(*number);
  return value;
}

class ProgramAnimation final : public Animation {
public:
  explicit ProgramAnimation(ProgramSystem source) : system(std::move(source)) {
    ConcreteState &initial = reached.emplace_back();
    initial.place = initialPlace(system);
    for (const ProgramVariable &variable : system.variables)
      initial.values.push_back(leastValue(variable));
    initialize();
  }

  std::vector<Move> moves() const override {
    std::vector<Move> result;
    for (const SystemStep &step : possibleSteps()) {
      Move &move = result.emplace_back();
      move.action = describeStep(system, step);
      move.movers = moversOf(step);
      move.takesValue = isInput(step);
      move.leadsToError = is_contained(step.target, ErrorLocation);
    }
    return result;
  }

  Error take(size_t number, StringRef text) override {
    SystemStep step = possibleSteps()[number];
    std::optional<DataValue> input;
    if (isInput(step)) {
      if (text.empty())
        return createStringError("a value is needed: " + std::to_string(number + 1) + " VALUE");
      Expected<DataValue> parsed = parseValue(inputSort(step), text);
      if (!parsed)
        return parsed.takeError();
      input = std::move(*parsed);
    } else if (!text.empty()) {
      return createStringError("this action takes no value");
    }
    return takeWith(number, step, std::move(input));
  }

  void goBack(size_t count) override {
    reached.resize(count + 1);
    steps.resize(count);
    taken.resize(count);
  }

  const std::vector<Counterexample::Step> &trace() const override { return steps; }
  const std::vector<Choice> &choices() const override { return taken; }

  std::vector<std::pair<std::string, std::string>> states() const override {
    std::vector<std::pair<std::string, std::string>> result;
    for (auto [component, location] : zip(system.components, reached.back().place))
      result.emplace_back(component.name, location == ErrorLocation           ? "ERROR"
                                          : component.locations[location].end ? "END"
                                                                              : component.locations[location].name);
    if (system.monitor) {
      Location location = reached.back().place.back();
      result.emplace_back(system.monitor->program.name,
                          location == ErrorLocation ? "ERROR" : system.monitor->program.locations[location].name);
    }
    return result;
  }

  std::vector<Valuation> values() const override {
    std::vector<Valuation> result;
    for (auto [variable, value] : zip(system.variables, reached.back().values))
      result.push_back({variable.name, value});
    return result;
  }

  std::vector<Valuation> initialChoices() const override {
    std::vector<Valuation> result;
    for (auto [variable, value] : zip(system.variables, reached.front().values))
      if (!variable.initial)
        result.push_back({variable.name, value});
    return result;
  }

  Error setInitial(StringRef name, StringRef text) override {
    auto found = find_if(system.variables, [&](const ProgramVariable &variable) { return variable.name == name; });
    if (found == system.variables.end())
      return createStringError("there is no variable '" + name.str() + "'");
    if (found->initial)
      return createStringError("'" + name.str() + "' has an initial value");
    if (!steps.empty())
      return createStringError("variables are set before the first step; 'reset' goes there");
    Expected<DataValue> value = parseValue(found->sort, text);
    if (!value)
      return value.takeError();
    std::vector<DataValue> before = reached.front().values;
    reached.front().values[static_cast<size_t>(found - system.variables.begin())] = std::move(*value);
    initialize();
    if (isInitialValuation(system, reached.front().values))
      return Error::success();
    reached.front().values = std::move(before);
    return createStringError("'" + name.str() + "' cannot be " + text.str());
  }

  std::string outcome() const override {
    const Place &place = reached.back().place;
    for (auto [component, location] : zip(system.components, place))
      if (location == ErrorLocation)
        return "ERROR of " + component.name;
    if (system.monitor && isViolation(system, place))
      return "ERROR of " + system.monitor->program.name;
    if (!possibleSteps().empty())
      return "";
    return hasEnded(system, place) ? "END" : "deadlock";
  }

private:
  static bool isInput(const SystemStep &step) { return step.updates.size() == 1 && !step.updates.front().value; }

  /// A monitor that falls into ERROR without a transition takes part, too.
  std::vector<std::string> moversOf(const SystemStep &step) const {
    std::vector<std::string> names;
    for (auto [mover, transition] : step.movers)
      names.push_back(mover < system.components.size() ? system.components[mover].name : system.monitor->program.name);
    if (system.monitor && step.target.back() == ErrorLocation && reached.back().place.back() != ErrorLocation &&
        !is_contained(names, system.monitor->program.name))
      names.push_back(system.monitor->program.name);
    return names;
  }

  Sort inputSort(const SystemStep &step) const {
    const SystemStep::Update &update = step.updates.front();
    Sort sort = system.variables[update.variable].sort;
    return update.index ? sort.elementSort() : sort;
  }

  DataValue valueOf(Term term) const {
    return evaluate(term, [&](VariableId id) { return reached.back().values[id]; });
  }

  static DataValue leastValue(const ProgramVariable &variable) {
    Rational value;
    if (variable.low && Rational() < *variable.low)
      value = *variable.low;
    else if (variable.high && *variable.high < Rational())
      value = *variable.high;
    size_t count = variable.sort.kind == SortKind::Array ? variable.sort.length : 1;
    return {variable.sort, std::vector<Rational>(count, value)};
  }

  /// Variables with an initializer get its value.
  void initialize() {
    for (auto [id, variable] : enumerate(system.variables))
      if (variable.initial)
        reached.front().values[id] = valueOf(variable.initial);
  }

  std::vector<SystemStep> possibleSteps() const {
    const Place &place = reached.back().place;
    if (any_of(zip(system.components, place), [](const auto &at) { return std::get<1>(at) == ErrorLocation; }))
      return {};
    std::vector<SystemStep> possible = stepsFrom(system, place);
    erase_if(possible, [&](const SystemStep &step) { return valueOf(step.guard).scalar() == Rational(); });
    return possible;
  }

  /// For a read that fails whatever is sent.
  std::optional<DataValue> anyInput(const SystemStep &step) const {
    auto [component, transition] = step.movers.front();
    if (component == system.components.size())
      return std::nullopt; // The monitor.
    const ProgramAction &action = system.components[component].transitions[transition].action;
    if (action.kind != ActionKind::Read)
      return std::nullopt;
    return leastInput(system, action);
  }

  Error takeWith(size_t number, const SystemStep &step, std::optional<DataValue> input) {
    std::string text = input ? printValue(*input) : "";
    if (!input)
      input = anyInput(step);
    Expected<ConcreteState> after = replayMove(system, reached.back(), {step.movers, std::move(input)});
    if (!after)
      return after.takeError();
    taken.push_back({number, std::move(text)});
    Counterexample::Step &described = steps.emplace_back();
    described.action = describeStep(system, step);
    described.movers = moversOf(step);
    described.values = valuesSet(system, step, reached.back().values, after->values);
    reached.push_back(std::move(*after));
    return Error::success();
  }

  /// What a variable is after the step of a run.
  DataValue valueAfter(VariableId id, const Counterexample::Step &step) const {
    for (const Valuation &valuation : step.values)
      if (valuation.variable == system.variables[id].name)
        return valuation.value;
    return reached.back().values[id];
  }

  bool takeAs(size_t number, const Counterexample::Step &wanted) override {
    SystemStep step = possibleSteps()[number];
    std::optional<DataValue> input;
    if (isInput(step)) {
      const SystemStep::Update &update = step.updates.front();
      input = valueAfter(update.variable, wanted);
      if (update.index) {
        auto index = static_cast<size_t>(static_cast<int64_t>(valueOf(update.index).scalar().numerator));
        input = DataValue{inputSort(step), {input->elements[index]}};
      }
    }
    if (Error problem = takeWith(number, step, std::move(input))) {
      consumeError(std::move(problem));
      return false;
    }
    auto isAsWanted = [&](const Valuation &v) {
      return any_of(steps.back().values,
                    [&](const Valuation &own) { return own.variable == v.variable && own.value == v.value; });
    };
    if (steps.back().values.size() == wanted.values.size() && all_of(wanted.values, isAsWanted))
      return true;
    goBack(steps.size() - 1);
    return false;
  }

  Error beginAs(const Counterexample &run) override {
    std::vector<DataValue> initial = reached.front().values;
    for (const Valuation &valuation : run.initialValues)
      for (auto [id, variable] : enumerate(system.variables))
        if (variable.name == valuation.variable)
          initial[id] = valuation.value;
    if (!isInitialValuation(system, initial))
      return createStringError("the run begins with other values than this system");
    reached.front().values = std::move(initial);
    return Error::success();
  }

  ProgramSystem system;
  std::vector<ConcreteState> reached; ///< After each number of steps.
  std::vector<Counterexample::Step> steps;
  std::vector<Choice> taken;
};

} // namespace

std::unique_ptr<Animation> animate(Network network, PartsOf partsOf) {
  return std::make_unique<NetworkAnimation>(std::move(network), std::move(partsOf));
}

std::unique_ptr<Animation> animate(ProgramSystem system) {
  system.monitor.reset();
  return animateWatched(std::move(system));
}

std::unique_ptr<Animation> animateWatched(ProgramSystem system) {
  return std::make_unique<ProgramAnimation>(std::move(system));
}

} // namespace tenon
