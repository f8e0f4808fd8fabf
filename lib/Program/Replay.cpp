//===- Replay.cpp - Concrete runs, straight from the definitions ----------===//

#include "tenon/Program/Replay.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Error.h"

using namespace tenon;

namespace {

using Mover = std::pair<uint32_t, uint32_t>;

/// Whether a single number is a value of the sort.
bool hasSort(const Sort &sort, const Rational &number) {
  bool isInteger = number.denominator == 1;
  switch (sort.kind) {
  case SortKind::Bool:
    return isInteger && (number.numerator == 0 || number.numerator == 1);
  case SortKind::Int:
    return isInteger;
  case SortKind::Real:
    return true;
  case SortKind::Bits: {
    llvm::DynamicAPInt limit(1);
    for (unsigned i = 0; i < sort.width; ++i)
      limit *= 2;
    return isInteger && number.numerator >= 0 && number.numerator < limit;
  }
  case SortKind::Array:
    return false;
  }
  llvm_unreachable("all kinds are listed");
}

bool isBetween(const std::optional<Rational> &low, const std::optional<Rational> &high, const Rational &number) {
  return (!low || !(number < *low)) && (!high || !(*high < number));
}

/// Whether a value is one of a variable's sort (its element's sort) and range.
bool fits(const ProgramVariable &variable, bool element, const DataValue &value) {
  Sort sort = element ? variable.sort.elementSort() : variable.sort;
  bool isArray = sort.kind == SortKind::Array;
  if (value.sort != sort || value.elements.size() != (isArray ? sort.length : 1))
    return false;
  Sort scalar = isArray ? sort.elementSort() : sort;
  return llvm::all_of(value.elements, [&](const Rational &number) {
    return hasSort(scalar, number) && isBetween(variable.low, variable.high, number);
  });
}

/// One move in one state. The methods that answer a sentence say why the move is impossible; an empty one is no reason.
class Interpreter {
public:
  using Reason = std::string;

  Interpreter(const ProgramSystem &system, const ConcreteState &state) : system(system), next(state), state(state) {}

  llvm::Expected<ConcreteState> run(const ConcreteMove &move) {
    Reason reason = attempt(move);
    if (!reason.empty())
      return llvm::createStringError(reason);
    return std::move(next);
  }

private:
  //===--------------------------------------------------------------------===//
  // Who is who
  //===--------------------------------------------------------------------===//

  uint32_t monitorNumber() const { return static_cast<uint32_t>(system.components.size()); }
  const Program &programOf(uint32_t number) const {
    return number == monitorNumber() ? system.monitor->program : system.components[number];
  }
  const ProgramTransition &transitionOf(const Mover &mover) const {
    return programOf(mover.first).transitions[mover.second];
  }
  const ProgramAction &actionOf(const Mover &mover) const { return transitionOf(mover).action; }

  DataValue valueOf(Term term) const {
    return evaluate(term, [&](VariableId id) { return state.values[id]; });
  }
  bool holds(Term condition) const { return !condition || valueOf(condition).scalar().numerator != 0; }

  std::vector<uint32_t> usersOf(LabelId channel) const {
    std::vector<uint32_t> users;
    for (uint32_t i = 0; i < system.components.size(); ++i)
      if (llvm::is_contained(system.components[i].channels, channel))
        users.push_back(i);
    return users;
  }

  /// Whether the monitor's location has a transition of this kind, and with this label where one is given.
  bool monitorHas(ActionKind kind, std::optional<LabelId> label = std::nullopt) const {
    Location location = state.place[monitorNumber()];
    return llvm::any_of(system.monitor->program.transitions, [&](const ProgramTransition &t) {
      return t.from == location && t.action.kind == kind && (!label || t.action.label == *label);
    });
  }

  //===--------------------------------------------------------------------===//
  // The move
  //===--------------------------------------------------------------------===//

  Reason attempt(const ConcreteMove &move) {
    if (move.movers.empty())
      return "nobody moves";
    for (size_t i = 0; i < move.movers.size(); ++i) {
      auto [number, position] = move.movers[i];
      if (number > monitorNumber() || (number == monitorNumber() && !system.monitor) ||
          position >= programOf(number).transitions.size())
        return "no such transition";
      if (transitionOf(move.movers[i]).from != state.place[number])
        return programOf(number).name + " is somewhere else";
      if (llvm::any_of(llvm::ArrayRef(move.movers).take_front(i), [&](const Mover &m) { return m.first == number; }))
        return programOf(number).name + " moves twice";
    }
    llvm::ArrayRef<Mover> parts = move.movers;
    if (parts.front().first == monitorNumber())
      return parts.size() == 1 ? constrain(parts.front()) : "the monitor has to come last";
    if (system.monitor && system.reading == ConstraintReading::Urgent && monitorHas(ActionKind::Constraint) &&
        state.place[monitorNumber()] != system.monitor->program.initial)
      return "a constraint of the property comes first";
    std::optional<Mover> watcher;
    if (parts.back().first == monitorNumber()) {
      watcher = parts.back();
      parts = parts.drop_back();
    }
    if (parts.empty())
      return "the monitor does not move alone";
    bool communicates = actionOf(parts[0]).kind == ActionKind::Read || actionOf(parts[0]).kind == ActionKind::Write;
    size_t count = 0; // Of those that communicate; others may follow them.
    while (count < parts.size() && (!communicates || actionOf(parts[count]).kind != ActionKind::Event))
      ++count;
    llvm::ArrayRef<Mover> followers = parts.drop_front(count);
    Reason reason = moveComponents(parts.take_front(count), move.input);
    if (reason.empty() && communicates && !failed)
      reason = follow(actionOf(parts[0]).label, followers);
    if (reason.empty() && failed && !followers.empty())
      reason = "nobody else sees a step that fails";
    if (!reason.empty())
      return reason;
    if (failed)
      return watcher        ? "the monitor does not see a step that fails"
             : communicates ? whyBlocked(actionOf(parts[0]))
                            : "";
    return watch(actionOf(parts.front()), watcher);
  }

  Reason moveComponents(llvm::ArrayRef<Mover> parts, const std::optional<DataValue> &input) {
    const ProgramAction &action = actionOf(parts.front());
    bool fromEnvironment = action.kind == ActionKind::Read;
    if (fromEnvironment != input.has_value())
      return fromEnvironment ? "the environment has to send a value" : "nothing is read from the environment";
    if (action.kind == ActionKind::Event && action.label != LabelTable::Tau)
      return synchronizeEvent(parts);
    if (action.kind == ActionKind::Read || action.kind == ActionKind::Write)
      return communicate(parts, input);
    if (parts.size() > 1)
      return "this action is of one component alone";
    if (action.kind == ActionKind::Constraint)
      return constrain(parts.front());
    go(parts.front());
    if (action.kind == ActionKind::Assign) {
      if (!holds(action.defined))
        fail(parts.front());
      else
        store(parts.front(), valueOf(action.value));
    }
    return {};
  }

  void go(const Mover &mover) { next.place[mover.first] = transitionOf(mover).to; }

  /// The component goes to ERROR instead, and nothing else happens.
  void fail(const Mover &mover) {
    failed = true;
    next = state;
    next.place[mover.first] = ErrorLocation;
  }

  Reason constrain(const Mover &mover) {
    const ProgramAction &action = actionOf(mover);
    if (action.kind != ActionKind::Constraint)
      return "no constraint";
    go(mover);
    if (!holds(action.defined))
      fail(mover);
    else if (!holds(action.value))
      return "the constraint does not hold";
    return {};
  }

  /// Gives a value to what the action reads into or assigns. The index is that before the step.
  void store(const Mover &mover, DataValue value) {
    const ProgramAction &action = actionOf(mover);
    const ProgramVariable &target = system.variables[action.target];
    Sort sort = action.index ? target.sort.elementSort() : target.sort;
    if (sort.kind == SortKind::Real)
      value.sort = sort;
    if (!fits(target, action.index != nullptr, value))
      return fail(mover);
    if (!action.index) {
      next.values[action.target] = std::move(value);
      return;
    }
    std::vector<Rational> &elements = next.values[action.target].elements;
    Rational index = valueOf(action.index).scalar();
    for (size_t i = 0; i < elements.size(); ++i)
      if (index.numerator == static_cast<int64_t>(i))
        elements[i] = value.scalar();
  }

  //===--------------------------------------------------------------------===//
  // Communication (Definition 6)
  //===--------------------------------------------------------------------===//

  Reason communicate(llvm::ArrayRef<Mover> parts, const std::optional<DataValue> &input) {
    const ProgramAction &first = actionOf(parts[0]);
    bool shared = usersOf(first.label).size() > 1;
    if (!shared)
      return parts.size() == 1 ? communicateOutside(parts[0], input) : "the channel belongs to the environment";
    if (parts.size() != 2)
      return "one writes and one reads on this channel";
    const ProgramAction &second = actionOf(parts[1]);
    if (first.kind != ActionKind::Write || second.kind != ActionKind::Read || first.label != second.label)
      return "no writer and reader of one channel";
    go(parts[0]);
    go(parts[1]);
    if (!holds(first.defined))
      fail(parts[0]);
    else if (!holds(second.defined))
      fail(parts[1]);
    else
      store(parts[1], valueOf(first.value));
    return {};
  }

  Reason communicateOutside(const Mover &mover, const std::optional<DataValue> &input) {
    const ProgramAction &action = actionOf(mover);
    go(mover);
    if (!holds(action.defined)) {
      fail(mover);
      return {};
    }
    if (action.kind == ActionKind::Write)
      return {};
    if (!fits(system.variables[action.target], action.index != nullptr, *input))
      return "the environment sends only values that the variable can have";
    for (const Rational &number : input->elements)
      if (!isBetween(action.low, action.high, number) || (action.integral && number.denominator != 1))
        return "the environment sends only values that the channel has";
    store(mover, *input);
    return {};
  }

  /// Events named like a channel.
  Reason follow(LabelId channel, llvm::ArrayRef<Mover> followers) {
    if (usersOf(channel).empty())
      return "no channel";
    for (uint32_t i = 0; i < system.components.size(); ++i) {
      bool follows = llvm::any_of(followers, [&](const Mover &mover) { return mover.first == i; });
      bool has = llvm::is_contained(system.components[i].events, channel);
      if (follows != (has && !llvm::is_contained(usersOf(channel), i)))
        return system.components[i].name + (follows ? " does not know this label" : " has to take part");
    }
    for (const Mover &mover : followers) {
      if (actionOf(mover).label != channel)
        return "different labels";
      go(mover);
    }
    return {};
  }

  Reason synchronizeEvent(llvm::ArrayRef<Mover> parts) {
    LabelId label = actionOf(parts.front()).label;
    if (!usersOf(label).empty())
      return "this happens with a communication only";
    for (uint32_t i = 0; i < system.components.size(); ++i) {
      bool takesPart = llvm::any_of(parts, [&](const Mover &mover) { return mover.first == i; });
      if (takesPart != llvm::is_contained(system.components[i].events, label))
        return system.components[i].name + (takesPart ? " does not know this label" : " has to take part");
    }
    for (const Mover &mover : parts) {
      if (actionOf(mover).kind != ActionKind::Event || actionOf(mover).label != label)
        return "different labels";
      go(mover);
    }
    return {};
  }

  //===--------------------------------------------------------------------===//
  // The monitor (Definition 9)
  //===--------------------------------------------------------------------===//

  bool isWatched(const ProgramAction &action) const {
    if (!system.monitor || action.kind == ActionKind::Assign || action.kind == ActionKind::Constraint ||
        action.label == LabelTable::Tau || llvm::is_contained(system.hidden, action.label))
      return false;
    const Program &program = system.monitor->program;
    return llvm::is_contained(program.events, action.label) || llvm::is_contained(program.channels, action.label);
  }

  /// Why a communication is not possible, whether it would fail or not.
  Reason whyBlocked(const ProgramAction &action) const {
    for (uint32_t i = 0; i < system.components.size(); ++i)
      if (llvm::is_contained(system.components[i].events, action.label) &&
          !llvm::is_contained(usersOf(action.label), i) &&
          llvm::none_of(system.components[i].transitions, [&](const ProgramTransition &t) {
            return t.from == state.place[i] && t.action.kind == ActionKind::Event && t.action.label == action.label;
          }))
        return system.components[i].name + " blocks this";
    bool blocks = isWatched(action) && system.monitor->partial && !monitorHas(ActionKind::Event, action.label);
    return blocks ? "the observer blocks this" : "";
  }

  Reason watch(const ProgramAction &action, const std::optional<Mover> &watcher) {
    if (!isWatched(action))
      return watcher ? "the monitor does not watch this" : "";
    if (watcher) {
      if (actionOf(*watcher).kind != ActionKind::Event || actionOf(*watcher).label != action.label)
        return "the monitor waits for something else";
      go(*watcher);
      return {};
    }
    if (monitorHas(ActionKind::Event, action.label))
      return "the monitor has to take part";
    if (system.monitor->partial)
      return "the observer blocks this";
    next.place[monitorNumber()] = ErrorLocation;
    return {};
  }

  const ProgramSystem &system;
  ConcreteState next;
  const ConcreteState &state;
  bool failed = false; ///< By leaving a range or being undefined, not by a transition into ERROR.
};

} // namespace

llvm::Expected<ConcreteState> tenon::replayMove(const ProgramSystem &system, const ConcreteState &state,
                                                const ConcreteMove &move) {
  return Interpreter(system, state).run(move);
}

bool tenon::isInitialValuation(const ProgramSystem &system, llvm::ArrayRef<DataValue> values) {
  if (values.size() != system.variables.size())
    return false;
  for (size_t i = 0; i < values.size(); ++i) {
    const ProgramVariable &variable = system.variables[i];
    if (!fits(variable, false, values[i]))
      return false;
    if (variable.initial && evaluate(variable.initial, [&](VariableId id) { return values[id]; }) != values[i])
      return false;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Runs
//===----------------------------------------------------------------------===//

/// Definition 9: F = F_M × B_P, and ERROR of a component by itself.
static bool endsBadly(const ProgramSystem &system, const Place &place) {
  size_t accepting = 0;
  for (size_t i = 0; i < system.components.size(); ++i) {
    if (place[i] == ErrorLocation)
      return true;
    accepting += system.components[i].locations[place[i]].accepting;
  }
  return accepting == system.components.size() && system.monitor &&
         (place.back() == ErrorLocation || !system.monitor->program.locations[place.back()].accepting);
}

ReplayedRun tenon::replayRun(const ProgramSystem &system, std::vector<DataValue> initialValues,
                             llvm::ArrayRef<ConcreteMove> moves) {
  ReplayedRun run;
  if (!isInitialValuation(system, initialValues)) {
    run.problem = "the variables cannot start with these values";
    return run;
  }
  run.initial.values = std::move(initialValues);
  for (const Program &component : system.components)
    run.initial.place.push_back(component.initial);
  if (system.monitor)
    run.initial.place.push_back(system.monitor->program.initial);
  for (const ConcreteMove &move : moves) {
    const ConcreteState &before = run.steps.empty() ? run.initial : run.steps.back().after;
    llvm::Expected<ConcreteState> after = replayMove(system, before, move);
    if (!after) {
      run.problem = "step " + std::to_string(run.steps.size() + 1) + ": " + llvm::toString(after.takeError());
      return run;
    }
    ReplayedStep step;
    step.after = std::move(*after);
    run.steps.push_back(std::move(step));
  }
  run.isViolation = endsBadly(system, run.steps.empty() ? run.initial.place : run.steps.back().after.place);
  return run;
}

//===----------------------------------------------------------------------===//
// Exploration
//===----------------------------------------------------------------------===//

namespace {

/// Transitions of a component or the monitor from where it is.
std::vector<Mover> moversOf(const Program &program, uint32_t number, Location location) {
  std::vector<Mover> movers;
  for (uint32_t i = 0; i < program.transitions.size(); ++i)
    if (program.transitions[i].from == location)
      movers.emplace_back(number, i);
  return movers;
}

} // namespace

std::vector<ConcreteMove>
tenon::possibleMoves(const ProgramSystem &system, const ConcreteState &state,
                     llvm::function_ref<std::vector<DataValue>(const ProgramAction &action)> inputs) {
  using Movers = llvm::SmallVector<Mover, 2>;
  uint32_t count = static_cast<uint32_t>(system.components.size());
  std::vector<std::vector<Mover>> moversOfComponent;
  for (uint32_t i = 0; i < count; ++i)
    moversOfComponent.push_back(moversOf(system.components[i], i, state.place[i]));
  auto actionOf = [&](const Mover &mover) -> const ProgramAction & {
    return system.components[mover.first].transitions[mover.second].action;
  };

  // Everybody alone, every writer with every reader, each with those that have an event of the same name.
  std::vector<Movers> candidates;
  for (uint32_t i = 0; i < count; ++i)
    for (const Mover &first : moversOfComponent[i]) {
      std::vector<Movers> own{{first}};
      if (actionOf(first).kind == ActionKind::Write)
        for (uint32_t j = 0; j < count; ++j)
          for (const Mover &other : moversOfComponent[j])
            if (j != i && actionOf(other).kind == ActionKind::Read)
              own.push_back({first, other});
      bool isEvent = actionOf(first).kind == ActionKind::Event;
      for (uint32_t j = isEvent ? i + 1 : 0; j < count; ++j)
        for (size_t k = 0, end = own.size(); k < end; ++k)
          for (const Mover &other : moversOfComponent[j])
            if (actionOf(other).kind == ActionKind::Event && actionOf(other).label == actionOf(first).label) {
              own.push_back(own[k]);
              own.back().push_back(other);
            }
      llvm::append_range(candidates, own);
    }
  if (system.monitor) {
    std::vector<Mover> watching = moversOf(system.monitor->program, count, state.place[count]);
    size_t end = candidates.size();
    for (const Mover &watcher : watching) {
      for (size_t k = 0; k < end; ++k) {
        candidates.push_back(candidates[k]);
        candidates.back().push_back(watcher);
      }
      candidates.push_back({watcher});
    }
  }

  std::vector<ConcreteMove> moves;
  auto tryMove = [&](ConcreteMove move) {
    llvm::Expected<ConcreteState> after = replayMove(system, state, move);
    if (after)
      moves.push_back(std::move(move));
    else
      llvm::consumeError(after.takeError());
  };
  for (const Movers &movers : candidates) {
    tryMove({movers, std::nullopt});
    if (movers.front().first < count && actionOf(movers.front()).kind == ActionKind::Read)
      for (const DataValue &value : inputs(actionOf(movers.front())))
        tryMove({movers, value});
  }
  return moves;
}
