//===- ProgramSystem.cpp - Steps of a composition -------------------------===//

#include "tenon/Program/ProgramSystem.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace tenon;

static bool has(llvm::ArrayRef<LabelId> sorted, LabelId label) {
  return llvm::binary_search(sorted, label);
}

bool tenon::isViolation(const ProgramSystem &system, const Place &place) {
  size_t count = system.components.size();
  bool allAccept = true;
  for (size_t i = 0; i < count; ++i) {
    if (place[i] == ErrorLocation)
      return true;
    allAccept &= system.components[i].locations[place[i]].accepting;
  }
  if (!system.monitor || !allAccept)
    return false;
  return place[count] == ErrorLocation || !system.monitor->program.locations[place[count]].accepting;
}

Place tenon::initialPlace(const ProgramSystem &system) {
  Place place;
  for (const Program &component : system.components)
    place.push_back(component.initial);
  if (system.monitor)
    place.push_back(system.monitor->program.initial);
  return place;
}

bool tenon::hasEnded(const ProgramSystem &system, const Place &place) {
  llvm::DenseSet<LabelId> ofEnding;
  std::vector<const Program *> others;
  for (auto [component, location] : llvm::zip(system.components, place)) {
    if (llvm::none_of(component.locations, [](const ProgramLocation &l) { return l.end; })) {
      others.push_back(&component);
      continue;
    }
    if (location == ErrorLocation || !component.locations[location].end)
      return false;
    ofEnding.insert(component.channels.begin(), component.channels.end());
    ofEnding.insert(component.events.begin(), component.events.end());
  }
  auto isShared = [&](LabelId label) { return ofEnding.contains(label); };
  return others.size() < system.components.size() && llvm::all_of(others, [&](const Program *component) {
           return llvm::all_of(component->events, isShared) &&
                  llvm::all_of(component->transitions, [&](const ProgramTransition &t) {
                    bool communicates = t.action.kind == ActionKind::Read || t.action.kind == ActionKind::Write;
                    return !communicates || isShared(t.action.label);
                  });
         });
}

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

namespace {

/// One component's part in a step.
struct Part {
  uint32_t component = 0;
  const ProgramTransition *transition = nullptr;
};

class StepCollector {
public:
  StepCollector(const ProgramSystem &system, const Place &place)
      : system(system), place(place), terms(*system.terms), truth(terms.boolean(true)) {}

  std::vector<SystemStep> run() {
    if (!monitorIsUrgent())
      for (uint32_t i = 0; i < system.components.size(); ++i)
        for (const ProgramTransition &transition : system.components[i].from(place[i]))
          addSteps({i, &transition});
    addMonitorConstraints();
    return std::move(steps);
  }

private:
  //===--------------------------------------------------------------------===//
  // The monitor
  //===--------------------------------------------------------------------===//

  uint32_t monitorPosition() const { return static_cast<uint32_t>(system.components.size()); }
  Location monitorLocation() const { return place.back(); }

  llvm::ArrayRef<ProgramTransition> monitorTransitions() const {
    if (!system.monitor || monitorLocation() == ErrorLocation)
      return {};
    return system.monitor->program.from(monitorLocation());
  }
  bool monitorHasConstraints() const {
    return llvm::any_of(monitorTransitions(),
                        [](const ProgramTransition &t) { return t.action.kind == ActionKind::Constraint; });
  }
  bool monitorIsUrgent() const {
    return system.reading == ConstraintReading::Urgent && monitorHasConstraints() &&
           monitorLocation() != system.monitor->program.initial;
  }

  void addMonitorConstraints() {
    for (const ProgramTransition &transition : monitorTransitions()) {
      if (transition.action.kind != ActionKind::Constraint)
        continue;
      SystemStep step = stepOf({monitorPosition(), &transition});
      const ProgramAction &action = transition.action;
      addCases(step, action.defined ? action.defined : truth, action.value, monitorPosition());
    }
  }

  using Failure = std::pair<Term, uint32_t>; ///< When it happens, and to whom.

  /// Adds a step with this label, once for each way in which the components that have it among their events, and the
  /// monitor, can take part; and how it fails, if there is one.
  void addJoint(LabelId label, const SystemStep &step, llvm::ArrayRef<Failure> failures = {}) {
    std::vector<SystemStep> joint{step};
    for (uint32_t i = 0; i < system.components.size(); ++i) {
      bool moves = llvm::any_of(step.movers, [&](const auto &mover) { return mover.first == i; });
      if (moves || !has(system.components[i].events, label))
        continue;
      std::vector<SystemStep> next;
      for (const SystemStep &partial : joint)
        for (const ProgramTransition &transition : system.components[i].from(place[i]))
          if (transition.action.kind == ActionKind::Event && transition.action.label == label) {
            next.push_back(partial);
            move(next.back(), {i, &transition});
          }
      joint = std::move(next);
    }
    bool isPossible = false;
    for (const SystemStep &complete : joint)
      isPossible |= addWatched(label, complete);
    for (const auto &[guard, component] : failures)
      if (isPossible) // What is blocked does not fail.
        addError(step, guard, component);
  }

  /// Adds the step once for each way in which the monitor can watch it. The answer: whether there is any.
  bool addWatched(LabelId label, const SystemStep &step) {
    const Monitor *monitor = system.monitor ? &*system.monitor : nullptr;
    if (!monitor || label == LabelTable::Tau || has(system.hidden, label) ||
        !(has(monitor->program.events, label) || has(monitor->program.channels, label))) {
      add(step);
      return true;
    }
    bool listed = false;
    for (const ProgramTransition &transition : monitorTransitions()) {
      if (transition.action.kind != ActionKind::Event || transition.action.label != label)
        continue;
      listed = true;
      SystemStep watched = step;
      move(watched, {monitorPosition(), &transition});
      add(std::move(watched));
    }
    if (listed || monitor->partial)
      return listed;
    SystemStep failed = step;
    failed.target.back() = ErrorLocation;
    add(std::move(failed));
    return true;
  }

  //===--------------------------------------------------------------------===//
  // The components
  //===--------------------------------------------------------------------===//

  uint32_t positionOf(const Part &part) const {
    const Program &program =
        part.component == monitorPosition() ? system.monitor->program : system.components[part.component];
    return static_cast<uint32_t>(part.transition - program.transitions.data());
  }

  void move(SystemStep &step, const Part &part) const {
    step.target[part.component] = part.transition->to;
    step.movers.emplace_back(part.component, positionOf(part));
  }

  SystemStep stepOf(const Part &part) const {
    SystemStep step;
    step.guard = truth;
    step.target = place;
    move(step, part);
    return step;
  }

  void add(SystemStep step) {
    if (step.guard != terms.boolean(false))
      steps.push_back(std::move(step));
  }

  /// The step where `defined` and `guard` hold; where `defined` does not, the component is in ERROR and nothing else
  /// happens.
  void addCases(SystemStep step, Term defined, Term guard, uint32_t component) {
    addError(step, terms.notOf(defined), component);
    step.guard = terms.andOf({defined, guard});
    add(std::move(step));
  }

  void addError(SystemStep step, Term guard, uint32_t component) {
    step.guard = guard;
    step.updates.clear();
    step.target = place;
    step.target[component] = ErrorLocation;
    add(std::move(step));
  }

  void addSteps(const Part &part) {
    const ProgramAction &action = part.transition->action;
    switch (action.kind) {
    case ActionKind::Assign: {
      SystemStep step = stepOf(part);
      Term defined = storeInto(step, action, action.value);
      return addCases(step, defined, truth, part.component);
    }
    case ActionKind::Constraint:
      return addCases(stepOf(part), definedness(action), action.value, part.component);
    case ActionKind::Event:
      return addEvent(part);
    case ActionKind::Read:
      return readFromEnvironment(part);
    case ActionKind::Write:
      return write(part);
    }
  }

  Term definedness(const ProgramAction &action) const { return action.defined ? action.defined : truth; }

  /// Adds to the step that the target of a read or assignment gets a value. The answer: when that is well-defined.
  Term storeInto(SystemStep &step, const ProgramAction &action, Term value) {
    const ProgramVariable &target = system.variables[action.target];
    bool isElement = action.index != nullptr;
    Sort sort = isElement ? target.sort.elementSort() : target.sort;
    if (sort.kind == SortKind::Real && value->sort().kind == SortKind::Int)
      value = terms.make(TermOp::IntToReal, value, sort);
    assert(value->sort() == sort);
    Term within = isKnownWithin(target, value) ? truth : withinRange(terms, target, value, isElement);
    Term stored = isElement ? terms.store(terms.variable(action.target, target.sort), action.index, value) : value;
    SystemStep::Update update;
    update.variable = action.target;
    update.value = stored;
    step.updates.push_back(update);
    return terms.andOf({definedness(action), within});
  }

  bool isKnownWithin(const ProgramVariable &target, Term value) const {
    if (value->op() == TermOp::Select)
      value = value->operand(0);
    if (value->op() != TermOp::Variable)
      return false;
    const ProgramVariable &source = system.variables[value->variable()];
    return source.low && target.low && !(*source.low < *target.low) && !(*target.high < *source.high);
  }

  bool isShared(LabelId channel) const {
    return llvm::count_if(system.components, [&](const Program &p) { return has(p.channels, channel); }) > 1;
  }

  void readFromEnvironment(const Part &part) {
    const ProgramAction &action = part.transition->action;
    if (isShared(action.label))
      return;
    SystemStep step = stepOf(part);
    SystemStep::Update update;
    update.variable = action.target;
    update.index = action.index;
    update.low = action.low;
    update.high = action.high;
    update.integral = action.integral;
    step.updates.push_back(update);
    communicate(action, step, part.component);
  }

  void write(const Part &part) {
    const ProgramAction &action = part.transition->action;
    bool shared = isShared(action.label);
    for (uint32_t i = 0; shared && i < system.components.size(); ++i) {
      if (i == part.component)
        continue;
      for (const ProgramTransition &transition : system.components[i].from(place[i]))
        if (transition.action.kind == ActionKind::Read && transition.action.label == action.label)
          synchronize(part, {i, &transition});
    }
    if (shared)
      return;
    communicate(action, stepOf(part), part.component);
  }

  /// Alone, with the environment.
  void communicate(const ProgramAction &action, SystemStep step, uint32_t component) {
    step.guard = definedness(action);
    addJoint(action.label, step, {{terms.notOf(definedness(action)), component}});
  }

  void synchronize(const Part &writer, const Part &reader) {
    Term written = definedness(writer.transition->action);
    SystemStep step = stepOf(writer);
    move(step, reader);
    Term read = storeInto(step, reader.transition->action, writer.transition->action.value);
    step.guard = terms.andOf({written, read});
    addJoint(writer.transition->action.label, step,
             {{terms.notOf(written), writer.component}, {terms.andOf({written, terms.notOf(read)}), reader.component}});
  }

  void addEvent(const Part &part) {
    LabelId label = part.transition->action.label;
    if (label == LabelTable::Tau)
      return add(stepOf(part));
    // It is counted as that of the first component, or belongs to a communication.
    for (uint32_t i = 0; i < system.components.size(); ++i)
      if (has(system.components[i].channels, label) || (i < part.component && has(system.components[i].events, label)))
        return;
    addJoint(label, stepOf(part));
  }

  const ProgramSystem &system;
  const Place &place;
  TermContext &terms;
  Term truth;
  std::vector<SystemStep> steps;
};

} // namespace

std::vector<SystemStep> tenon::stepsFrom(const ProgramSystem &system, const Place &place) {
  return StepCollector(system, place).run();
}

//===----------------------------------------------------------------------===//
// Description
//===----------------------------------------------------------------------===//

std::string tenon::describeStep(const ProgramSystem &system, const SystemStep &step) {
  auto [component, position] = step.movers.front();
  bool isMonitor = component == system.components.size();
  const Program &program = isMonitor ? system.monitor->program : system.components[component];
  const ProgramTransition &transition = program.transitions[position];
  const ProgramAction &action = transition.action;
  if (action.label != LabelTable::Tau && has(system.hidden, action.label))
    return "tau";
  std::string prefix = program.name + ".";
  return describeAction(action, transition.text, *system.labels, [&](VariableId id) {
    llvm::StringRef name = system.variables[id].name;
    if (!isMonitor)
      name.consume_front(prefix);
    return name.str();
  });
}
