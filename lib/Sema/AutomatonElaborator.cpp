//===- AutomatonElaborator.cpp - Local processes over data to states ------===//

#include "AutomatonElaborator.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"

using namespace llvm;

namespace tenon {

/// A component or observer may have this many states.
static constexpr size_t MaxStates = size_t(1) << 20;
/// What is followed recursively: names of names, and the labels of a chain.
static constexpr size_t MaxAliases = 1000, MaxCases = 500;

std::vector<AutomatonElaborator::State> AutomatonElaborator::build(ArrayRef<ast::LocalProcess> locals) {
  outermost = analyzer.scope;
  declare(locals);
  findAliases();
  if (instances.empty())
    return {};
  for (size_t i = 0; i < instances.size(); ++i)
    resolve(i);
  initial = instances.front().state;
  expandBodies();
  warnUnreachable(locals);
  startFirst();
  return std::move(states);
}

//===----------------------------------------------------------------------===//
// Declarations
//===----------------------------------------------------------------------===//

static bool isReserved(StringRef name) {
  return name == "STOP" || name == "END" || name == "ERROR";
}

/// Calls `visit` with the index variables of a local process in scope.
template <typename Visit> void AutomatonElaborator::withVariables(const ast::LocalProcess &local, Visit visit) {
  Scope::Region region(analyzer.scope);
  ArrayRef<IndexPattern> patterns = analyzer.resolveIndices(local.indices);
  analyzer.environment.resize(std::max<size_t>(analyzer.environment.size(), analyzer.scope.slotCount()));
  visit(patterns);
}

void AutomatonElaborator::declare(ArrayRef<ast::LocalProcess> locals) {
  onlyMarkedAccept =
      any_of(locals, [](const ast::LocalProcess &local) { return local.mark == ast::LocalProcess::Mark::Accept; });
  for (const ast::LocalProcess &local : locals) {
    if (isReserved(local.name.name))
      analyzer.diagnostics.error(local.name.range,
                                 "'" + local.name.name + "' is predefined and cannot be defined again");
    if (local.accepting)
      analyzer.diagnostics.error(local.name.range, "'@' marks states of Büchi automata, which cannot have data")
          .note("write `accept` or `reject` in front of the local process");
    groups.try_emplace(local.name.name, &local);
    declareInstances(local);
  }
}

void AutomatonElaborator::declareInstances(const ast::LocalProcess &local) {
  unsigned errors = analyzer.diagnostics.errorCount();
  if (refuseData(local.indices))
    return;
  withVariables(local, [&](ArrayRef<IndexPattern> patterns) {
    if (analyzer.diagnostics.errorCount() != errors)
      return;
    analyzer.evaluator.forEachIndex(patterns, analyzer.environment, [&](ArrayRef<Value> values) {
      if (instances.size() > MaxStates) {
        analyzer.diagnostics.error(local.name.range, "'" + owner.name + "' has more than " + Twine(MaxStates) +
                                                         " states with its index values");
        return false;
      }
      SmallString<64> name(local.name.name);
      for (const Value &value : values) {
        name.push_back('[');
        appendValue(value, *analyzer.model->labels, name);
        name.push_back(']');
      }
      auto [entry, isNew] = byName.try_emplace(name, instances.size());
      if (!isNew) {
        const ast::LocalProcess &earlier = *instances[entry->second].local;
        analyzer.diagnostics.error(local.name.range, "local process '" + name + "' is defined twice")
            .note(earlier.name.range, "the earlier definition");
        return false;
      }
      Instance &instance = instances.emplace_back();
      instance.local = &local;
      instance.environment = analyzer.environment;
      instance.name = name.str().str();
      return true;
    });
  });
}

static bool isStopOrEnd(const ast::ReferenceBody &reference) {
  StringRef target = reference.target.name;
  return (target == "STOP" || target == "END") && reference.calls.empty() && reference.indices.empty();
}

/// Local processes whose body is a reference are other names of states; the others get states.
void AutomatonElaborator::findAliases() {
  const ast::LocalProcess *current = nullptr;
  for (size_t i = 0; i < instances.size();) {
    current = instances[i].local;
    withVariables(*current, [&](ArrayRef<IndexPattern>) {
      for (; i < instances.size() && instances[i].local == current; ++i) {
        analyzer.environment = instances[i].environment;
        const ast::ProcessBody *body = current->body;
        if (!choose(body))
          continue;
        const auto *reference = dyn_cast_or_null<ast::ReferenceBody>(body);
        bool isStop = reference && isStopOrEnd(*reference); // `reject S = STOP` is a state of its own.
        if (reference && !isStop) {
          instances[i].alias = reference;
          continue;
        }
        bool accepting = current->mark == ast::LocalProcess::Mark::Accept ||
                         (current->mark == ast::LocalProcess::Mark::None && !onlyMarkedAccept);
        instances[i].state = addState(instances[i].name, current->name.range, accepting);
        states[instances[i].state].isEnd = isStop && reference->target.name == "END";
      }
    });
  }
  for (Instance &instance : instances) {
    if (!instance.alias)
      continue;
    StringRef target = instance.alias->target.name;
    if (instance.local->mark != ast::LocalProcess::Mark::None && target != "STOP" && target != "END")
      analyzer.diagnostics
          .error(instance.local->name.range, "'" + instance.local->name.name + "' is another name of '" + target +
                                                 "' and cannot be marked by itself")
          .note(instance.alias->target.range, "mark the local process that this names");
  }
}

uint32_t AutomatonElaborator::resolve(size_t number) {
  Instance &instance = instances[number];
  if (instance.state != NoState || !instance.alias)
    return instance.state;
  if (instance.beingResolved) {
    analyzer.diagnostics.error(instance.local->name.range, "'" + instance.local->name.name +
                                                               "' is defined only by itself: the definitions refer to "
                                                               "each other in a circle, without an action");
    return instance.state = ErrorTarget;
  }
  if (aliasDepth > MaxAliases) {
    analyzer.diagnostics.error(instance.local->name.range,
                               "more than " + Twine(MaxAliases) + " local processes are other names of each other");
    return instance.state = ErrorTarget;
  }
  instance.beingResolved = true;
  ++aliasDepth;
  uint32_t target = ErrorTarget;
  Scope outerScope = std::exchange(analyzer.scope, outermost);
  Environment outerEnvironment = analyzer.environment;
  withVariables(*instance.local, [&](ArrayRef<IndexPattern>) {
    analyzer.environment = instance.environment;
    target = referenceTarget(*instance.alias);
  });
  analyzer.scope = std::move(outerScope);
  analyzer.environment = std::move(outerEnvironment);
  --aliasDepth;
  if (instance.state == NoState)
    instance.state = target;
  return instance.state;
}

uint32_t AutomatonElaborator::addState(std::string name, SMRange range, bool accepting) {
  if (states.size() > MaxStates && !std::exchange(tooLarge, true))
    analyzer.diagnostics.error(owner.range, "'" + owner.name + "' has more than " + Twine(MaxStates) + " states");
  State &state = states.emplace_back();
  state.name = std::move(name);
  state.range = range;
  state.accepting = accepting;
  return static_cast<uint32_t>(states.size() - 1);
}

//===----------------------------------------------------------------------===//
// What is decided when the model is compiled
//===----------------------------------------------------------------------===//

static constexpr StringLiteral ChoiceNote = "write a choice of constraints: `([x > 0] -> A | [else] -> B)`";
static constexpr StringLiteral IndexNote = "keep the value in a variable instead";

bool AutomatonElaborator::refuseData(const ast::Expr &e, StringRef what, StringRef note) {
  const ast::Expr *culprit = nullptr;
  anyPart(e, [&](const ast::Expr &part) {
    if (isData(part))
      culprit = &part;
    return culprit != nullptr;
  });
  if (!culprit)
    return false;
  analyzer.diagnostics.error(culprit->range, what + " cannot depend on data: it is decided when the model is compiled")
      .note(note);
  return true;
}

/// The indices of a local process where it is defined.
bool AutomatonElaborator::refuseData(ArrayRef<ast::IndexSpec> indices) {
  return any_of(indices, [&](const ast::IndexSpec &index) {
    return any_of(ArrayRef{index.low, index.high},
                  [&](const ast::Expr *e) { return e && refuseData(*e, "the index of a local process", IndexNote); });
  });
}

bool AutomatonElaborator::refuseData(const ast::LabelElement &label) {
  return any_of(label.parts, [&](const ast::LabelPart &part) {
    return part.kind == ast::LabelPart::Kind::Index && any_of(ArrayRef{part.index.low, part.index.high}, [&](auto *e) {
             return e && refuseData(*e, "the index of a channel or action",
                                    "choose between the cases: `([i == 0] -> c[0]!x -> … | [else] -> …)`");
           });
  });
}

//===----------------------------------------------------------------------===//
// Bodies
//===----------------------------------------------------------------------===//

void AutomatonElaborator::expandBodies() {
  for (size_t i = 0; i < instances.size() && !tooLarge;) {
    const ast::LocalProcess *current = instances[i].local;
    withVariables(*current, [&](ArrayRef<IndexPattern>) {
      for (; i < instances.size() && instances[i].local == current; ++i) {
        analyzer.environment = instances[i].environment;
        const ast::ProcessBody *body = current->body;
        if (!instances[i].alias && choose(body) && body && isa<ast::ChoiceBody>(body))
          expandChoice(instances[i].state, *cast<ast::ChoiceBody>(body));
      }
    });
  }
}

/// Decides `if`s; a null body is STOP.
bool AutomatonElaborator::choose(const ast::ProcessBody *&body) {
  while (const auto *conditional = dyn_cast_or_null<ast::IfBody>(body)) {
    const ast::ProcessBody *chosen = conditional->otherwise;
    for (const ast::IfBody::Branch &branch : conditional->branches) {
      unsigned errors = analyzer.diagnostics.errorCount();
      if (refuseData(*branch.condition, "'if'", ChoiceNote))
        return false;
      const Expression *condition = analyzer.resolve(*branch.condition);
      if (analyzer.diagnostics.errorCount() != errors)
        return false;
      std::optional<bool> value = analyzer.evaluator.evaluateCondition(*condition, analyzer.environment);
      if (!value)
        return false;
      if (*value) {
        chosen = branch.body;
        break;
      }
    }
    body = chosen;
  }
  return true;
}

uint32_t AutomatonElaborator::targetOf(const ast::ProcessBody *body, bool accepting) {
  if (!choose(body))
    return ErrorTarget;
  if (!body) {
    if (stopState == NoState)
      stopState = addState("STOP", owner.range, !onlyMarkedAccept);
    return stopState;
  }
  if (const auto *reference = dyn_cast<ast::ReferenceBody>(body))
    return referenceTarget(*reference);
  uint32_t state = addState("", body->range, accepting);
  expandChoice(state, *cast<ast::ChoiceBody>(body));
  return state;
}

uint32_t AutomatonElaborator::referenceTarget(const ast::ReferenceBody &reference) {
  if (!reference.calls.empty()) {
    analyzer.diagnostics.error(reference.calls.front().name.range,
                               "processes with data cannot be composed in sequence (by ';')");
    return ErrorTarget;
  }
  StringRef name = reference.target.name;
  if (isReserved(name) && reference.indices.empty()) {
    if (name == "ERROR")
      return ErrorTarget;
    uint32_t &state = name == "STOP" ? stopState : endState;
    if (state == NoState) {
      state = addState(name.str(), reference.target.range, !onlyMarkedAccept);
      states[state].isEnd = name == "END";
    }
    return state;
  }
  std::optional<size_t> instance = findInstance(reference);
  return instance ? resolve(*instance) : ErrorTarget;
}

std::optional<size_t> AutomatonElaborator::findInstance(const ast::ReferenceBody &reference) {
  SmallString<64> name(reference.target.name);
  for (const ast::Expr *index : reference.indices) {
    unsigned errors = analyzer.diagnostics.errorCount();
    if (refuseData(*index, "the index of a local process", IndexNote))
      return std::nullopt;
    const Expression *resolved = analyzer.resolve(*index);
    std::optional<Value> value;
    if (analyzer.diagnostics.errorCount() == errors)
      value = analyzer.evaluator.evaluate(*resolved, analyzer.environment);
    if (!value)
      return std::nullopt;
    name.push_back('[');
    appendValue(*value, *analyzer.model->labels, name);
    name.push_back(']');
  }
  if (auto entry = byName.find(name); entry != byName.end())
    return entry->second;
  auto group = groups.find(reference.target.name);
  if (group == groups.end()) {
    reportUnknown(reference);
  } else if (!std::exchange(outsideReported, true)) {
    analyzer.diagnostics.warning(reference.range, "there is no local process '" + name + "': going there is ERROR")
        .note(group->second->name.range, "'" + reference.target.name + "' is defined here");
  }
  return std::nullopt;
}

void AutomatonElaborator::reportUnknown(const ast::ReferenceBody &reference) {
  StringRef name = reference.target.name;
  SmallVector<StringRef, 16> candidates = {"STOP", "END", "ERROR"};
  for (const auto &group : groups)
    candidates.push_back(group.getKey());
  analyzer.diagnostics.error(reference.target.range, "no local process named '" + name + "' in '" + owner.name + "'" +
                                                         Analyzer::suggestion(name, candidates));
}

//===----------------------------------------------------------------------===//
// Choices
//===----------------------------------------------------------------------===//

void AutomatonElaborator::expandChoice(uint32_t state, const ast::ChoiceBody &choice) {
  for (const ast::Alternative *alternative : choice.alternatives) {
    if (tooLarge)
      return;
    Scope::Region region(analyzer.scope);
    if (alternative->guard) {
      unsigned errors = analyzer.diagnostics.errorCount();
      if (refuseData(*alternative->guard, "'when'", "write a constraint: `[x > 0] -> …`"))
        continue;
      const Expression *guard = analyzer.resolve(*alternative->guard);
      if (analyzer.diagnostics.errorCount() != errors)
        continue;
      std::optional<bool> value = analyzer.evaluator.evaluateCondition(*guard, analyzer.environment);
      if (!value || !*value)
        continue;
    }
    expandChain(state, *alternative, 0);
  }
  addElse(state, 0);
}

/// `[else]` learns what it is the opposite of.
void AutomatonElaborator::addElse(uint32_t state, size_t firstTransition) {
  std::vector<size_t> siblings;
  for (const Transition &transition : states[state].transitions)
    if (transition.isConstraint && !transition.action.isElse)
      siblings.push_back(transition.number);
  const Transition *earlier = nullptr;
  for (size_t i = firstTransition; i < states[state].transitions.size(); ++i) {
    Transition &transition = states[state].transitions[i];
    if (!transition.action.isElse)
      continue;
    transition.siblings = siblings;
    if (siblings.empty())
      analyzer.diagnostics.error(transition.action.range, "there is no constraint beside this `[else]`")
          .note("`[else]` holds where the constraints of the other alternatives do not");
    if (earlier)
      analyzer.diagnostics.error(transition.action.range, "a state can have one `[else]`")
          .note(earlier->action.range, "the other is here");
    earlier = &transition;
  }
}

/// Whether a label declares index variables: what follows it then depends on which label is taken.
static bool bindsVariables(const LabelPattern &pattern) {
  return any_of(pattern.parts, [](const LabelPattern::Part &part) {
    return part.kind == LabelPattern::Part::Kind::Index && part.index.slot != NoSlot;
  });
}

static const ast::Expr *soleIndex(const ast::LabelElement &label) {
  if (label.parts.size() != 1 || label.parts[0].kind != ast::LabelPart::Kind::Index)
    return nullptr;
  const ast::IndexSpec &index = label.parts[0].index;
  return index.kind == ast::IndexSpec::Kind::Expression && !index.variable ? index.low : nullptr;
}

/// Whether a label is one label, whatever the values are.
static bool isSingle(const LabelPattern &pattern) {
  return all_of(pattern.parts, [](const LabelPattern::Part &part) {
    return part.kind == LabelPattern::Part::Kind::Text ||
           (part.kind == LabelPattern::Part::Kind::Index && part.index.kind == IndexPattern::Kind::Expression);
  });
}

/// The actions of an alternative from `position` on, and its body. Recursive only where an action stands for several,
/// since what follows depends on which it is.
void AutomatonElaborator::expandChain(uint32_t state, const ast::Alternative &alternative, size_t position) {
  for (; !tooLarge; ++position) {
    const ast::Action &action = *alternative.actions[position];
    Transition transition;
    transition.action.range = action.range;
    if (!describe(action, transition)) {
      unsigned errors = analyzer.diagnostics.errorCount();
      const LabelPattern *pattern = refuseData(*action.label) ? nullptr : analyzer.resolve(*action.label);
      analyzer.environment.resize(std::max<size_t>(analyzer.environment.size(), analyzer.scope.slotCount()));
      if (analyzer.diagnostics.errorCount() != errors)
        return;
      if (!isSingle(*pattern))
        return expandCases(state, alternative, position, *pattern);
      bool good = analyzer.evaluator.expand(*pattern, analyzer.environment,
                                            [&](LabelId label) { return describeLabel(label, action, transition); });
      if (!good)
        return;
    }
    uint32_t next = addTransition(state, alternative, position, std::move(transition));
    if (position != 0)
      addElse(state, 0);
    if (position + 1 == alternative.actions.size())
      return;
    state = next;
  }
}

/// What a constraint or an assignment does; false for other actions.
bool AutomatonElaborator::describe(const ast::Action &action, Transition &transition) {
  const ast::Expr *index = action.kind == ast::Action::Kind::Label ? soleIndex(*action.label) : nullptr;
  bool isElse = action.kind == ast::Action::Kind::Else;
  if (isElse || (index && isConstraint(*index))) {
    transition.isConstraint = true;
    transition.action.isElse = isElse;
    transition.action.kind = DataAction::Kind::Constraint;
    if (!isElse)
      transition.number = constraint(*index);
    return true;
  }
  if (action.kind != ast::Action::Kind::Assign)
    return false;
  assign(action, transition.action);
  return true;
}

/// What an action does with one of its labels; false after an error.
bool AutomatonElaborator::describeLabel(LabelId label, const ast::Action &action, Transition &transition) {
  if (action.kind != ast::Action::Kind::Label)
    return communicate(label, action, transition.action);
  transition.action.labels.push_back(label);
  return checkLabel(label, *action.label);
}

/// Sets, ranges and index variables make several labels or channels of one.
void AutomatonElaborator::expandCases(uint32_t state, const ast::Alternative &alternative, size_t position,
                                      const LabelPattern &pattern) {
  const ast::Action &action = *alternative.actions[position];
  if (caseDepth >= MaxCases) {
    analyzer.diagnostics.error(action.range, "this chain has more than " + Twine(MaxCases) + " sets of labels")
        .note("name a state in the middle of it");
    return;
  }
  ++caseDepth;
  bool separately = action.kind != ast::Action::Kind::Label || bindsVariables(pattern);
  auto follow = [&](Transition step) {
    Scope::Region region(analyzer.scope);
    uint32_t next = addTransition(state, alternative, position, std::move(step));
    if (position + 1 != alternative.actions.size())
      expandChain(next, alternative, position + 1);
  };
  Transition transition;
  transition.action.range = action.range;
  bool good = analyzer.evaluator.expand(pattern, analyzer.environment, [&](LabelId label) {
    if (!describeLabel(label, action, transition))
      return false;
    if (separately) {
      follow(transition);
      transition.action.labels.clear();
    }
    return !tooLarge;
  });
  if (good && !separately && !transition.action.labels.empty())
    follow(std::move(transition));
  --caseDepth;
}

/// Adds a transition and returns the state behind it: a new one within the chain, and otherwise what the body says.
uint32_t AutomatonElaborator::addTransition(uint32_t state, const ast::Alternative &alternative, size_t position,
                                            Transition transition) {
  bool last = position + 1 == alternative.actions.size();
  // The order of the transitions is that of the text, so this one comes before those of the states behind it.
  size_t number = states[state].transitions.size();
  bool accepting = states[state].accepting;
  states[state].transitions.push_back(std::move(transition));
  uint32_t target =
      last ? targetOf(alternative.body, accepting) : addState("", alternative.actions[position + 1]->range, accepting);
  states[state].transitions[number].target = target;
  return target;
}

//===----------------------------------------------------------------------===//
// The whole
//===----------------------------------------------------------------------===//

/// Puts the initial state first.
void AutomatonElaborator::startFirst() {
  if (initial == ErrorTarget || initial == NoState) {
    if (initial == ErrorTarget && !analyzer.diagnostics.hasErrors())
      analyzer.diagnostics.error(owner.range, "'" + owner.name + "' starts in ERROR");
    return;
  }
  if (initial == 0)
    return;
  auto renumber = [&](uint32_t number) { return number == initial ? 0 : number < initial ? number + 1 : number; };
  std::rotate(states.begin(), states.begin() + initial, states.begin() + initial + 1);
  for (State &state : states)
    for (Transition &transition : state.transitions)
      if (transition.target != ErrorTarget)
        transition.target = renumber(transition.target);
  for (Instance &instance : instances)
    if (instance.state < NoState)
      instance.state = renumber(instance.state);
  initial = 0;
}

void AutomatonElaborator::warnUnreachable(ArrayRef<ast::LocalProcess> locals) {
  if (analyzer.diagnostics.hasErrors() || initial >= states.size())
    return;
  std::vector<bool> reached(states.size());
  std::vector<uint32_t> queue{initial};
  reached[initial] = true;
  while (!queue.empty()) {
    uint32_t state = queue.back();
    queue.pop_back();
    for (const Transition &transition : states[state].transitions)
      if (transition.target < states.size() && !reached[transition.target]) {
        reached[transition.target] = true;
        queue.push_back(transition.target);
      }
  }
  DenseSet<const ast::LocalProcess *> used;
  used.insert(&locals.front());
  for (const Instance &instance : instances)
    if (instance.state >= states.size() || reached[instance.state])
      used.insert(instance.local);
  for (const ast::LocalProcess &local : locals)
    if (!used.contains(&local))
      analyzer.diagnostics.warning(local.name.range, "'" + local.name.name + "' cannot be reached: nothing in '" +
                                                         owner.name + "' leads to it");
}

} // namespace tenon
