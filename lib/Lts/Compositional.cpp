//===- Compositional.cpp - Verdicts by compositional minimization ---------===//
//
// The last two groups are searched. What is found there is a run of hidden labels; it says for each part which labels
// it has to do and how it has to end, and a run of the part is searched in turn, down to the components.
//
//===----------------------------------------------------------------------===//

#include "CompositionalReducer.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

namespace tenon {

using namespace detail;

namespace {

/// What a run of a group must be like.
struct RunGoal {
  enum class Ending {
    Any,
    Stable, ///< No silent step is possible, and no label but those in `offers`.
    Error,
  };
  std::vector<Action> labels; ///< Done from first to last, hidden ones between them.
  Ending ending = Ending::Any;
  std::vector<Action> offers; ///< Ascending.
};

/// A step of the network; for tau of one component.
struct Event {
  Action action;
  uint32_t component;
  bool toError;
  std::optional<uint32_t> culprit;
};

/// A step of a group's two parts, or of a component.
struct Move {
  Action action = TauAction;
  bool left = false, right = false;
  StateId toLeft = 0, toRight = 0;
  bool toError() const { return toLeft == ErrorState || toRight == ErrorState; }
};

class RunFinder {
public:
  RunFinder(const CommonAlphabet &labels, const Budget &limits) : common(labels), budget(limits) {}

  /// A run of the components of a group, or nothing if there is none. Whether the budget has run out: limit().
  std::optional<std::vector<Event>> find(const Group &group, const RunGoal &goal);
  Budget::Limit limit() const { return reached; }
  uint64_t stateCount() const { return visited; }

private:
  struct Run {
    std::vector<Move> moves;
    StateId left = 0, right = 0;
  };
  struct Node {
    StateId left, right;
    uint32_t position, parent;
    Move move;
  };
  template <typename Expand>
  std::optional<Run> search(const llvm::BitVector &hidden, const RunGoal &goal, Expand expand);
  template <typename Expand>
  bool isStable(const Node &node, const llvm::BitVector &hidden, const RunGoal &goal, Expand expand) const;
  std::vector<Event> eventsOf(uint32_t component, const Run &run) const;
  RunGoal goalOfPart(const Group &part, const Run &run, const RunGoal &goal, bool isLeft) const;
  static std::vector<Event> interleaved(const Run &run, const std::vector<Event> &left,
                                        const std::vector<Event> &right);

  const CommonAlphabet &common;
  const Budget &budget;
  Budget::Limit reached = Budget::Limit::None;
  uint64_t visited = 0;
};

template <typename Expand>
bool RunFinder::isStable(const Node &node, const llvm::BitVector &hidden, const RunGoal &goal, Expand expand) const {
  bool stable = true;
  expand(node.left, node.right, [&](const Move &move) {
    stable &= move.action != TauAction && move.action != common.divergenceMark() && !hidden[move.action] &&
              llvm::binary_search(goal.offers, move.action);
  });
  return stable;
}

/// Breadth first over states and how many labels of the goal have been done.
template <typename Expand>
std::optional<RunFinder::Run> RunFinder::search(const llvm::BitVector &hidden, const RunGoal &goal, Expand expand) {
  constexpr size_t CheckInterval = 4096;
  using Ending = RunGoal::Ending;
  std::vector<Node> nodes{{0, 0, 0, 0, {}}};
  llvm::DenseMap<std::pair<uint64_t, uint32_t>, bool> seen;
  seen[{0, 0}] = true;
  auto pathTo = [&](size_t at) {
    Run run;
    run.left = nodes[at].left;
    run.right = nodes[at].right;
    for (; at != 0; at = nodes[at].parent)
      run.moves.push_back(nodes[at].move);
    std::reverse(run.moves.begin(), run.moves.end());
    return run;
  };
  for (size_t next = 0; next < nodes.size(); ++next, ++visited) {
    if (next % CheckInterval == CheckInterval - 1) {
      reached = budget.exceeded();
      if (reached != Budget::Limit::None)
        return std::nullopt;
    }
    Node node = nodes[next];
    bool isDone = node.position == goal.labels.size();
    if (isDone &&
        (goal.ending == Ending::Any || (goal.ending == Ending::Stable && isStable(node, hidden, goal, expand))))
      return pathTo(next);
    std::optional<Move> intoError;
    expand(node.left, node.right, [&](const Move &move) {
      uint32_t position = node.position;
      if (move.action >= common.endMark())
        return;
      if (move.action != TauAction && !hidden[move.action]) {
        if (isDone || goal.labels[position] != move.action)
          return;
        ++position;
      }
      if (move.toError()) {
        // The other part has its way as soon as the whole is in ERROR.
        if (goal.ending != Ending::Stable && position == goal.labels.size() && !intoError)
          intoError = move;
        return;
      }
      if (seen.try_emplace({uint64_t(move.toLeft) << 32 | move.toRight, position}, true).second)
        nodes.push_back({move.toLeft, move.toRight, position, static_cast<uint32_t>(next), move});
    });
    if (intoError) {
      Run run = pathTo(next);
      run.moves.push_back(*intoError);
      run.left = intoError->toLeft;
      run.right = intoError->toRight;
      return run;
    }
  }
  return std::nullopt;
}

std::optional<std::vector<Event>> RunFinder::find(const Group &group, const RunGoal &goal) {
  if (group.component) {
    Lts lts = common.component(*group.component);
    std::optional<Run> run = search(group.hidden, goal, [&](StateId s, StateId, auto visit) {
      for (const Transition &t : lts.successors(s))
        visit(Move{t.action, true, false, t.target, 0});
    });
    if (!run)
      return std::nullopt;
    return eventsOf(*group.component, *run);
  }
  const Group &left = *group.left, &right = *group.right;
  llvm::BitVector shared = sharedLabels(left, right, common.markCount());
  std::optional<Run> run = search(group.hidden, goal, [&](StateId l, StateId r, auto visit) {
    expandPair(left.lts, right.lts, shared, l, r,
               [&](Action action, bool leftMoves, bool rightMoves, StateId toLeft, StateId toRight) {
                 visit(Move{action, leftMoves, rightMoves, toLeft, toRight});
               });
  });
  if (!run)
    return std::nullopt;
  std::optional<std::vector<Event>> leftEvents = find(left, goalOfPart(left, *run, goal, true));
  if (!leftEvents)
    return std::nullopt;
  std::optional<std::vector<Event>> rightEvents = find(right, goalOfPart(right, *run, goal, false));
  if (!rightEvents)
    return std::nullopt;
  return interleaved(*run, *leftEvents, *rightEvents);
}

RunGoal RunFinder::goalOfPart(const Group &part, const Run &run, const RunGoal &goal, bool isLeft) const {
  RunGoal result;
  for (const Move &move : run.moves)
    if (move.action != TauAction && (isLeft ? move.left : move.right))
      result.labels.push_back(move.action);
  StateId last = isLeft ? run.left : run.right;
  if (last == ErrorState) {
    result.ending = RunGoal::Ending::Error;
  } else if (goal.ending == RunGoal::Ending::Stable) {
    result.ending = RunGoal::Ending::Stable;
    for (const Transition &t : part.lts.successors(last))
      result.offers.push_back(t.action);
  }
  return result;
}

std::vector<Event> RunFinder::eventsOf(uint32_t component, const Run &run) const {
  std::vector<Event> events;
  for (const Move &move : run.moves) {
    bool toError = move.toError();
    events.push_back({move.action, component, toError, toError ? std::optional(component) : std::nullopt});
  }
  return events;
}

/// Merges the runs of the parts along the run of the group: before each label, what a part does on its own until then.
/// A label of the group is in a part's run, where it may be between labels that are hidden in the part.
std::vector<Event> RunFinder::interleaved(const Run &run, const std::vector<Event> &left,
                                          const std::vector<Event> &right) {
  std::vector<Event> events;
  auto advance = [&](const std::vector<Event> &from, size_t &next, Action upTo) {
    while (from[next].action != upTo)
      events.push_back(from[next++]);
    return from[next++];
  };
  size_t nextLeft = 0, nextRight = 0;
  for (const Move &move : run.moves) {
    if (move.action == TauAction)
      continue;
    std::optional<Event> first, second;
    if (move.left)
      first = advance(left, nextLeft, move.action);
    if (move.right)
      second = advance(right, nextRight, move.action);
    Event event = first ? *first : *second;
    if (first && second && second->toError) {
      event.culprit = first->toError ? std::min(*first->culprit, *second->culprit) : *second->culprit;
      event.toError = true;
    }
    events.push_back(event);
  }
  events.insert(events.end(), left.begin() + nextLeft, left.end());
  events.insert(events.end(), right.begin() + nextRight, right.end());
  return events;
}

SafetySearch::Finding findingOf(const CommonAlphabet &common, const std::vector<Event> &events) {
  SafetySearch::Finding finding;
  const Network &network = common.network();
  for (const Event &event : events) {
    Step step;
    if (event.action == TauAction) {
      step.movers.push_back(event.component);
    } else {
      step.visibleLabel = common.label(event.action);
      bool isHidden = network.hiding && network.hiding->hides(step.visibleLabel);
      step.label = isHidden ? LabelTable::Tau : step.visibleLabel;
      llvm::append_range(step.movers, common.componentsWith(event.action));
    }
    finding.trace.steps.push_back(std::move(step));
    if (event.toError) {
      finding.culprit = event.culprit;
      break;
    }
  }
  return finding;
}

void keepShorter(SafetySearch &result) {
  if (!result.error || !result.deadlock)
    return;
  if (result.deadlock->trace.size() < result.error->trace.size())
    result.error.reset();
  else
    result.deadlock.reset();
}

} // namespace

namespace detail {

SafetySearch searchCompositional(const Network &network, const SafetyOptions &options, ReductionGoals goals,
                                 const Budget &budget, CompositionalStatistics *statistics) {
  CommonAlphabet common(network);
  CompositionalReducer reducer(common, goals, budget);
  reducer.stateLimit = options.maxStates;
  std::shared_ptr<const Group> root = reducer.run();
  SafetySearch result;
  result.limit = reducer.limit();
  RunFinder finder(common, budget);
  auto findTo = [&](RunGoal::Ending ending, std::optional<SafetySearch::Finding> &finding) {
    RunGoal goal;
    goal.ending = ending;
    if (std::optional<std::vector<Event>> events = finder.find(*root, goal))
      finding = findingOf(common, *events);
    if (result.limit == Budget::Limit::None)
      result.limit = finder.limit();
  };
  if (root && reducer.errorPossible())
    findTo(RunGoal::Ending::Error, result.error);
  if (root && reducer.deadlockPossible())
    findTo(RunGoal::Ending::Stable, result.deadlock);
  if (options.stopAtFirst)
    keepShorter(result);
  result.statistics.states = reducer.totalStates + finder.stateCount();
  result.statistics.transitions = reducer.totalTransitions;
  if (statistics)
    *statistics = reducer.statistics;
  return result;
}

} // namespace detail

llvm::Expected<SafetySearch> searchCompositional(const Network &network, const SafetyOptions &options,
                                                 const Budget &budget, CompositionalStatistics *statistics) {
  if (network.priority)
    return llvm::createStringError("compositional minimization does not apply to a system with action priority");
  if (network.observer)
    return llvm::createStringError("compositional minimization does not apply to a system that is observed");
  if (network.components.empty()) {
    SafetySearch result;
    if (options.wantDeadlock)
      result.deadlock.emplace();
    return result;
  }
  return detail::searchCompositional(network, options, {options.wantDeadlock, options.wantError, true}, budget,
                                     statistics);
}

} // namespace tenon
