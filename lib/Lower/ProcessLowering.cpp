//===- ProcessLowering.cpp - One primitive process to its LTS -------------===//

#include "ProcessLowering.h"

#include "tenon/Lts/Minimize.h"
#include "tenon/Lts/Transform.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"

using namespace llvm;

namespace tenon {

ProcessLowering::ProcessLowering(Lowering &lowering, const ProcessModel &process, ArrayRef<Value> arguments,
                                 std::string name)
    : lowering(lowering), evaluator(lowering.theEvaluator()), diagnostics(lowering.theDiagnostics()),
      labels(*lowering.theModel().labels), process(process), name(std::move(name)) {
  parameters.resize(process.slotCount);
  for (size_t i = 0; i < process.parameters.size(); ++i)
    parameters[i] = arguments.empty() ? process.parameters[i].defaultValue : arguments[i];
}

LtsRef ProcessLowering::run() {
  if (!layOut())
    return nullptr;
  for (const Block &block : blocks)
    if (!emitBlock(block))
      return nullptr;
  if (!emitPending() || !resolveAliases())
    return nullptr;
  return build();
}

bool ProcessLowering::withinBudget() {
  return lowering.withinBudget(states);
}

bool ProcessLowering::addEdge(Edge edge) {
  // While the list moves, the old one is still there.
  if (edges.size() == edges.capacity() && !lowering.mayAllocate(2 * edges.capacity() * sizeof(Edge)))
    return false;
  edges.push_back(edge);
  return withinBudget();
}

//===----------------------------------------------------------------------===//
// Explicit states
//===----------------------------------------------------------------------===//

bool ProcessLowering::layOut() {
  for (const LocalModel &local : process.locals) {
    Block &block = blocks.emplace_back();
    block.local = &local;
    block.base = states;
    if (!layOutBlock(block))
      return false;
    states += block.count;
  }
  explicitStates = states;
  for (const Block &block : blocks)
    if (!block.ranges && !nameStates(block))
      return false;
  if (!checkDuplicates())
    return false;
  stopState = newState();
  endState = newState();
  return true;
}

bool ProcessLowering::layOutBlock(Block &block) {
  // More states than this cannot be numbered beside the anonymous ones.
  constexpr uint64_t Limit = uint64_t(1) << 31;
  uint64_t count = 1;
  for (const IndexPattern &index : block.local->indices) {
    uint64_t size;
    if (index.kind == IndexPattern::Kind::Set) {
      std::vector<LabelId> members;
      if (!evaluator.expandSet(*index.set, parameters, members))
        return false;
      block.ranges = false;
      size = members.size();
    } else if (std::optional<Value> value; index.kind == IndexPattern::Kind::Expression &&
                                           (value = evaluator.evaluate(*index.low, parameters)) && value->isLabel()) {
      block.ranges = false;
      size = 1;
    } else {
      std::optional<Evaluator::Bounds> bounds = evaluator.evaluateBounds(index, parameters);
      if (!bounds)
        return false;
      block.bounds.push_back(*bounds);
      size = static_cast<uint64_t>(static_cast<int64_t>(bounds->high) - bounds->low + 1);
    }
    count *= size;
    if (count + states > Limit) {
      diagnostics.error(index.range, "'" + block.local->name.text + "' has too many index values to be expanded");
      return false;
    }
  }
  block.count = static_cast<StateId>(count);
  return true;
}

static void appendIndices(ArrayRef<Value> indices, const LabelTable &labels, SmallVectorImpl<char> &text) {
  for (const Value &index : indices) {
    text.push_back('.');
    appendValue(index, labels, text);
  }
}

const ProcessLowering::Block &ProcessLowering::blockOf(StateId state) const {
  return *std::prev(upper_bound(blocks, state, [](StateId wanted, const Block &block) { return wanted < block.base; }));
}

/// Enters the states of a block by their texts.
bool ProcessLowering::nameStates(const Block &block) {
  Environment env = parameters;
  StateId state = block.base;
  return evaluator.forEachIndex(block.local->indices, env, [&](ArrayRef<Value> values) {
    SmallString<64> key(std::to_string(block.local->group));
    appendIndices(values, labels, key);
    auto [entry, isNew] = namedStates.try_emplace(key, state++);
    if (!isNew) {
      SmallString<64> text(block.local->name.text);
      appendIndices(values, labels, text);
      Diagnostic &error = diagnostics.error(block.local->name.range, "local process '" + text + "' is defined twice");
      if (entry->second < block.base)
        error.note(blockOf(entry->second).local->name.range, "the earlier definition");
      else
        error.note("two combinations of its index values give the same name");
      return false;
    }
    return withinBudget();
  });
}

/// Whether two blocks of ranges have a state in common.
static bool overlap(ArrayRef<Evaluator::Bounds> a, ArrayRef<Evaluator::Bounds> b) {
  for (size_t i = 0; i < a.size(); ++i)
    if (a[i].high < b[i].low || b[i].high < a[i].low)
      return false;
  return true;
}

bool ProcessLowering::checkDuplicates() {
  for (const std::vector<uint32_t> &group : process.groups)
    for (size_t i = 0; i < group.size(); ++i)
      for (size_t j = 0; j < i; ++j) {
        const Block &a = blocks[group[j]], &b = blocks[group[i]];
        if (!a.ranges || !b.ranges || a.bounds.size() != b.bounds.size() || !overlap(a.bounds, b.bounds))
          continue;
        diagnostics
            .error(b.local->name.range, "local process '" + b.local->name.text + "' is defined twice" +
                                            (a.bounds.empty() ? "" : " for some index values"))
            .note(a.local->name.range, "the earlier definition");
        return false;
      }
  return true;
}

/// The numbers that a list of index values is made of, if it is made of numbers: `2.3` and 4 give 2, 3, 4.
static bool flattenNumbers(ArrayRef<Value> indices, const LabelTable &labels, SmallVectorImpl<int32_t> &numbers) {
  for (const Value &index : indices) {
    if (index.isNumber()) {
      numbers.push_back(index.number());
      continue;
    }
    SmallVector<StringRef, 4> parts;
    labels.text(index.label()).split(parts, '.');
    for (StringRef part : parts) {
      int32_t number;
      if (part.getAsInteger(10, number))
        return false;
      numbers.push_back(number);
    }
  }
  return true;
}

/// ErrorState if there is no such state.
StateId ProcessLowering::findState(uint32_t group, ArrayRef<Value> indices) const {
  SmallVector<int32_t, 4> numbers;
  bool allNumbers = flattenNumbers(indices, labels, numbers);
  bool anyNamed = false;
  for (uint32_t number : process.groups[group]) {
    const Block &block = blocks[number];
    anyNamed |= !block.ranges;
    if (!allNumbers || !block.ranges || block.bounds.size() != numbers.size())
      continue;
    uint64_t offset = 0;
    bool inside = true;
    for (size_t i = 0; inside && i < numbers.size(); ++i) {
      const Evaluator::Bounds &bounds = block.bounds[i];
      inside = numbers[i] >= bounds.low && numbers[i] <= bounds.high;
      offset = offset * (static_cast<int64_t>(bounds.high) - bounds.low + 1) +
               static_cast<uint64_t>(static_cast<int64_t>(numbers[i]) - bounds.low);
    }
    if (inside)
      return block.base + static_cast<StateId>(offset);
  }
  if (!anyNamed)
    return ErrorState;
  SmallString<64> key(std::to_string(group));
  appendIndices(indices, labels, key);
  auto state = namedStates.find(key);
  return state == namedStates.end() ? ErrorState : state->second;
}

//===----------------------------------------------------------------------===//
// Transitions
//===----------------------------------------------------------------------===//

bool ProcessLowering::emitBlock(const Block &block) {
  Environment env = parameters;
  StateId state = block.base;
  return evaluator.forEachIndex(block.local->indices, env, [&](ArrayRef<Value>) {
    StateId current = state++;
    const BodyModel *body = block.local->body;
    if (!chooseBranch(body, env))
      return false;
    if (body && body->kind == BodyModel::Kind::Choice) {
      pending.push_back({current, body, nullptr, 0, env});
      // Keeps the list short: a million states need not wait together.
      return emitPending() && withinBudget();
    }
    std::optional<StateId> other = target(body, env);
    if (!other)
      return false;
    alias[current] = *other;
    return withinBudget();
  });
}

bool ProcessLowering::emitPending() {
  while (!pending.empty()) {
    Pending item = std::move(pending.back());
    pending.pop_back();
    if (!item.choice) {
      if (!emitAlternative(item.state, *item.alternative, item.position, item.env))
        return false;
      continue;
    }
    for (const AlternativeModel *alternative : item.choice->alternatives) {
      if (alternative->guard) {
        std::optional<bool> guard = evaluator.evaluateCondition(*alternative->guard, item.env);
        if (!guard)
          return false;
        if (!*guard)
          continue;
      }
      if (!emitAlternative(item.state, *alternative, 0, item.env))
        return false;
    }
  }
  return true;
}

bool ProcessLowering::emitAlternative(StateId from, const AlternativeModel &alternative, size_t position,
                                      Environment &env) {
  bool last = position + 1 == alternative.actions.size();
  return evaluator.expand(*alternative.actions[position], env, [&](LabelId label) {
    std::optional<StateId> to;
    if (last) {
      to = target(alternative.body, env);
    } else {
      to = newState();
      pending.push_back({*to, nullptr, &alternative, position + 1, env});
    }
    if (!to)
      return false;
    return addEdge({from, label, *to});
  });
}

bool ProcessLowering::chooseBranch(const BodyModel *&body, const Environment &env) {
  while (body && body->kind == BodyModel::Kind::If) {
    const BodyModel *chosen = body->otherwise;
    for (const BodyModel::Branch &branch : body->branches) {
      std::optional<bool> condition = evaluator.evaluateCondition(*branch.condition, env);
      if (!condition)
        return false;
      if (*condition) {
        chosen = branch.body;
        break;
      }
    }
    body = chosen;
  }
  return true;
}

std::optional<StateId> ProcessLowering::target(const BodyModel *body, Environment &env) {
  if (!chooseBranch(body, env))
    return std::nullopt;
  if (!body)
    return stopState;
  if (body->kind == BodyModel::Kind::Reference)
    return referenceTarget(*body, env);
  StateId state = newState();
  pending.push_back({state, body, nullptr, 0, env});
  return state;
}

std::optional<StateId> ProcessLowering::referenceTarget(const BodyModel &reference, const Environment &env) {
  std::optional<StateId> state;
  switch (reference.target) {
  case BodyModel::Target::Stop:
    state = stopState;
    break;
  case BodyModel::Target::End:
    state = endState;
    break;
  case BodyModel::Target::Error:
    state = ErrorState;
    break;
  case BodyModel::Target::Local:
    state = localTarget(reference, env);
    break;
  }
  for (size_t i = reference.calls.size(); state && i > 0; --i)
    state = insert(reference.calls[i - 1], env, *state);
  return state;
}

std::optional<StateId> ProcessLowering::localTarget(const BodyModel &reference, const Environment &env) {
  SmallVector<Value, 4> indices;
  for (const Expression *index : reference.indices) {
    std::optional<Value> value = evaluator.evaluate(*index, env);
    if (!value)
      return std::nullopt;
    indices.push_back(*value);
  }
  StateId state = findState(reference.group, indices);
  if (state == ErrorState)
    noteUndefined(reference, indices);
  return state;
}

void ProcessLowering::noteUndefined(const BodyModel &reference, ArrayRef<Value> indices) {
  if (undefinedCount++ > 0)
    return;
  undefinedReference = &reference;
  SmallString<64> text(process.locals[process.groups[reference.group].front()].name.text);
  for (const Value &index : indices) {
    text.push_back('[');
    appendValue(index, labels, text);
    text.push_back(']');
  }
  undefinedExample = text.str().str();
}

std::optional<StateId> ProcessLowering::insert(const CallModel &call, const Environment &env, StateId continuation) {
  SmallVector<Value, 4> arguments;
  for (const Expression *argument : call.arguments) {
    std::optional<Value> value = evaluator.evaluate(*argument, env);
    if (!value)
      return std::nullopt;
    arguments.push_back(*value);
  }
  LtsRef callee = lowering.callee(call, arguments);
  if (!callee)
    return std::nullopt;
  if (!callee->end()) {
    diagnostics.error(call.name.range, "'" + call.name.text +
                                           "' is not sequential: it never reaches END, so nothing can "
                                           "follow it");
    return std::nullopt;
  }
  const Alphabet &alphabet = callee->alphabet();
  for (Action action = 1; action <= alphabet.size(); ++action)
    extraLabels.push_back(alphabet.label(action));
  if (*callee->end() == Lts::initial())
    return continuation;
  StateId base = states;
  states += callee->stateCount();
  for (StateId s = 0; s < callee->stateCount(); ++s)
    for (const Transition &t : callee->successors(s)) {
      StateId to = t.target == ErrorState ? ErrorState : t.target == *callee->end() ? continuation : base + t.target;
      if (!addEdge({base + s, alphabet.label(t.action), to}))
        return std::nullopt;
    }
  return base + Lts::initial();
}

//===----------------------------------------------------------------------===//
// The result
//===----------------------------------------------------------------------===//

/// Replaces chains of aliases by their ends; a cycle of them is an error.
bool ProcessLowering::resolveAliases() {
  std::vector<StateId> chain;
  llvm::DenseSet<StateId> done;
  for (auto &[first, target] : alias) {
    chain.clear();
    StateId end = first;
    while (end < explicitStates && alias.contains(end) && !done.contains(end)) {
      if (chain.size() > alias.size()) {
        reportCircle(chain);
        return false;
      }
      chain.push_back(end);
      end = alias[end];
    }
    // A chain that is done already ends at its second state.
    end = resolved(end);
    for (StateId member : chain) {
      alias[member] = end;
      done.insert(member);
    }
  }
  return true;
}

/// Of the local processes in the circle, the first one in the source is shown.
void ProcessLowering::reportCircle(ArrayRef<StateId> chain) {
  StateId least = *std::min_element(chain.begin() + chain.size() / 2, chain.end());
  const LocalModel &local = *blockOf(least).local;
  diagnostics.error(local.name.range, "'" + local.name.text +
                                          "' is defined only by itself: the definitions refer to "
                                          "each other in a circle, without an action");
}

/// "SEM(N=2)"; as it is written where there are no parameters.
std::string ProcessLowering::instance() const {
  SmallString<64> text(process.name.text);
  for (auto [i, parameter] : enumerate(process.parameters)) {
    text += i == 0 ? "(" : ", ";
    text += parameter.name.text;
    text += '=';
    appendValue(parameters[i], labels, text);
  }
  if (!process.parameters.empty())
    text += ')';
  return text.str().str();
}

void ProcessLowering::warnOfUndefined() {
  if (!undefinedReference || !lowering.isFirstWarningAt(undefinedReference->range))
    return;
  std::string where = process.parameters.empty() ? "" : "in " + instance() + ", ";
  Diagnostic &warning =
      diagnostics.warning(undefinedReference->range,
                          where + "'" + undefinedExample + "' is not defined and is taken as ERROR" +
                              (undefinedCount > 1 ? " (as are others in '" + process.name.text + "')" : StringRef()));
  for (uint32_t member : process.groups[undefinedReference->group])
    if (const LocalModel &local = process.locals[member]; !local.indices.empty()) {
      warning.note({local.indices.front().range.Start, local.indices.back().range.End},
                   "'" + local.name.text + "' is defined for these values");
      break;
    }
}

LtsRef ProcessLowering::build() {
  warnOfUndefined();
  // The builder's list grows while this one is still there.
  if (!lowering.mayAllocate(3 * edges.size() * sizeof(Edge)))
    return nullptr;
  LtsBuilder builder(lowering.theModel().labels);
  builder.reserveStates(states);
  builder.setEnd(endState);
  for (const Edge &edge : edges)
    builder.add(edge.from, edge.label, resolved(edge.to));
  edges = {};
  for (const Block &block : blocks)
    if (block.local->accepting && block.local->indices.empty() && resolved(block.base) != ErrorState) {
      LabelId accept = lowering.theModel().labels->intern(("@" + block.local->name.text).str());
      builder.add(resolved(block.base), accept, resolved(block.base));
    }
  for (LabelId label : extraLabels)
    builder.addLabel(label);
  if (process.extension) {
    std::vector<LabelId> extension;
    if (!evaluator.expandSet(*process.extension, parameters, extension))
      return nullptr;
    for (LabelId label : extension)
      builder.addLabel(label);
  }
  StateId start = resolved(0);
  if (start == ErrorState) {
    startsInError = true;
    start = builder.addState();
    builder.add(start, LabelTable::Tau, ErrorState);
  }
  return finish(builder.build(name, LtsBuilder::Keep::Reachable, start));
}

LtsRef ProcessLowering::finish(Lts lts) {
  Environment env = parameters;
  if (!process.relabels.empty()) {
    std::vector<std::pair<LabelId, LabelId>> oldToNew;
    if (!evaluator.expandRelabels(process.relabels, env, oldToNew))
      return nullptr;
    lowering.warnOfSlips(process.relabels, env, lts.alphabet(), process.name.text, process.parameters.empty());
    lts = relabelled(lts, Relabelling(lowering.theModel().labels, oldToNew));
  }
  if (process.hiding) {
    std::optional<Hiding> hiding = lowering.hiding(*process.hiding, env);
    if (!hiding)
      return nullptr;
    lowering.warnOfSlips(*process.hiding, env, lts.alphabet(), process.name.text);
    lts = hidden(lts, *hiding);
  }
  // A property that starts in ERROR has nothing to complete.
  if (process.modifiers.property && !startsInError) {
    if (!checkDeterministic(lts))
      return nullptr;
    lts = completedProperty(lts);
  }
  if (process.modifiers.minimal) {
    Expected<Lts> minimal = minimized(lts, Equivalence::Weak, lowering.theBudget());
    if (!minimal)
      return lowering.outOfBudget(minimal.takeError());
    lts = std::move(*minimal);
  }
  if (process.modifiers.deterministic) {
    Expected<Lts> deterministic = determinized(lts, lowering.theBudget());
    if (!deterministic)
      return lowering.outOfBudget(deterministic.takeError());
    lts = std::move(*deterministic);
  }
  return std::make_shared<const Lts>(lts.renamed(name));
}

/// Where in its runs an LTS comes to a state: `after 'a, b'`.
static std::string placeOf(const Lts &lts, StateId state) {
  std::vector<std::pair<StateId, Action>> from(lts.stateCount(), {ErrorState, TauAction});
  std::vector<StateId> queue = {Lts::initial()};
  for (size_t i = 0; i < queue.size() && queue[i] != state; ++i)
    for (const Transition &t : lts.successors(queue[i]))
      if (t.target != ErrorState && t.target != Lts::initial() && from[t.target].first == ErrorState) {
        from[t.target] = {queue[i], t.action};
        queue.push_back(t.target);
      }
  std::string run;
  for (; state != Lts::initial(); state = from[state].first)
    run = lts.alphabet().text(from[state].second).str() + (run.empty() ? "" : ", ") + run;
  return run.empty() ? "at the beginning" : "after '" + run + "'";
}

bool ProcessLowering::checkDeterministic(const Lts &lts) {
  for (StateId s = 0; s < lts.stateCount(); ++s) {
    ArrayRef<Transition> row = lts.successors(s);
    for (size_t i = 0; i < row.size(); ++i) {
      bool tau = row[i].action == TauAction;
      if (!tau && (i == 0 || row[i].action != row[i - 1].action))
        continue;
      Diagnostic &error =
          diagnostics.error(process.name.range, "property '" + process.name.text + "' must be deterministic");
      if (tau)
        error.note("it has a hidden action; properties cannot hide");
      else
        error.note("action '" + lts.alphabet().text(row[i].action) + "' leads to different states " + placeOf(lts, s) +
                   "; let it lead to one, and choose there");
      return false;
    }
  }
  return true;
}

} // namespace tenon
