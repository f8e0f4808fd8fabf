//===- CompositionalReducer.cpp - Groups of components --------------------===//

#include "CompositionalReducer.h"

#include "Refinement.h"
#include "TauGraph.h"

#include "llvm/ADT/STLExtras.h"

namespace tenon::detail {

//===----------------------------------------------------------------------===//
// CommonAlphabet
//===----------------------------------------------------------------------===//

/// The labels are replaced by their numbers, so that the table of the network does not get new ones.
CommonAlphabet::CommonAlphabet(const Network &source) : net(source) {
  std::vector<LabelId> labels;
  for (const Component &c : net.components)
    llvm::append_range(labels, c.lts->alphabet().labels());
  names = Alphabet(net.table, std::move(labels));
  labelCount = names.size();
  auto numbers = std::make_shared<LabelTable>();
  std::vector<LabelId> all;
  for (Action a = 1; a <= labelCount + 2; ++a)
    all.push_back(numbers->intern(std::to_string(a)));
  actions = Alphabet(numbers, std::move(all));
  hasEnd = canTerminate();
}

/// Whether the END rule can be met: some component counts as terminating, and those that do have all labels. Otherwise
/// END is a deadlock.
bool CommonAlphabet::canTerminate() const {
  llvm::BitVector terminating(labelCount + 1);
  bool some = false;
  for (const Component &c : net.components) {
    if (!c.lts->end() || (net.ltsaEndRule && c.lts->end() == Lts::initial()))
      continue;
    some = true;
    for (LabelId label : c.lts->alphabet().labels())
      terminating.set(*names.find(label));
  }
  return some && terminating.count() == labelCount;
}

Lts CommonAlphabet::component(uint32_t index) const {
  const Lts &lts = *net.components[index].lts;
  std::vector<Action> global(lts.alphabet().size() + size_t(1));
  for (Action a = 1; a < global.size(); ++a)
    global[a] = *names.find(lts.alphabet().label(a));
  std::vector<size_t> rowStart{0};
  std::vector<Transition> transitions;
  transitions.reserve(lts.transitionCount() + 1);
  for (StateId s = 0; s < lts.stateCount(); ++s) {
    for (const Transition &t : lts.successors(s))
      transitions.push_back({global[t.action], t.target});
    if (hasEnd && lts.end() == s)
      transitions.push_back({endMark(), s});
    rowStart.push_back(transitions.size());
  }
  return LtsBuilder::fromRows(lts.name(), actions, std::move(rowStart), std::move(transitions), std::nullopt);
}

std::vector<Action> CommonAlphabet::labelsOf(uint32_t index) const {
  const Lts &lts = *net.components[index].lts;
  std::vector<Action> result;
  for (LabelId label : lts.alphabet().labels())
    result.push_back(*names.find(label));
  if (hasEnd && lts.end())
    result.push_back(endMark());
  return result;
}

std::vector<uint32_t> CommonAlphabet::componentsWith(Action action) const {
  std::vector<uint32_t> result;
  for (auto [c, component] : llvm::enumerate(net.components))
    if (component.lts->alphabet().contains(label(action)))
      result.push_back(static_cast<uint32_t>(c));
  return result;
}

llvm::BitVector sharedLabels(const Group &left, const Group &right, Action actionCount) {
  llvm::BitVector inLeft(actionCount), shared(actionCount);
  for (Action a : left.labels)
    inLeft.set(a);
  for (Action a : right.labels)
    if (inLeft[a])
      shared.set(a);
  return shared;
}

//===----------------------------------------------------------------------===//
// CompositionalReducer
//===----------------------------------------------------------------------===//

CompositionalReducer::CompositionalReducer(const CommonAlphabet &alphabet, ReductionGoals goals, const Budget &limits)
    : common(alphabet), wants(goals), budget(limits), holders(alphabet.markCount()) {}

bool CompositionalReducer::ranOut() {
  if (reached == Budget::Limit::None)
    reached = budget.exceeded();
  if (reached == Budget::Limit::None && stateLimit != 0 &&
      (totalStates > stateLimit || totalTransitions / 8 > stateLimit || cap / 8 > stateLimit))
    reached = Budget::Limit::States;
  return reached != Budget::Limit::None;
}

std::shared_ptr<const Group> CompositionalReducer::run() {
  auto count = static_cast<uint32_t>(common.network().components.size());
  for (uint32_t c = 0; c < count; ++c)
    for (Action a : common.labelsOf(c))
      holders[a].push_back(c);
  for (uint32_t c = 0; c < count; ++c) {
    std::shared_ptr<const Group> group = leaf(c);
    if (!group)
      return nullptr;
    groups.push_back(std::move(group));
    ++alive;
  }
  for (std::vector<uint32_t> &of : holders)
    if (of.size() == 1 && &of != &holders[common.endMark()])
      of.clear();
  examine();
  while (alive > 2 && (wants.deadlock || wants.error)) {
    budget.progress({totalStates, totalTransitions, statistics.steps});
    std::optional<Candidate> best = choose();
    if (!best)
      return nullptr;
    merge(*best);
    examine();
  }
  if (!wants.deadlock && !wants.error)
    return nullptr;
  std::vector<std::shared_ptr<const Group>> rest;
  llvm::copy_if(groups, std::back_inserter(rest), [](const std::shared_ptr<const Group> &g) { return g != nullptr; });
  if (rest.size() == 1)
    return rest.front();
  auto root = std::make_shared<Group>();
  root->left = rest[0];
  root->right = rest[1];
  root->hidden.resize(common.markCount(), true);
  root->hidden.reset(common.endMark());
  root->hidden.reset(common.divergenceMark());
  return root;
}

std::shared_ptr<const Group> CompositionalReducer::leaf(uint32_t component) {
  auto group = std::make_shared<Group>();
  group->component = component;
  group->hidden.resize(common.markCount());
  for (Action a : common.labelsOf(component))
    if (holders[a].size() == 1 && a != common.endMark())
      group->hidden.set(a);
    else
      group->labels.push_back(a);
  Lts lts = common.component(component);
  std::vector<size_t> rowStart{0};
  std::vector<Transition> transitions;
  transitions.reserve(lts.transitionCount());
  for (StateId s = 0; s < lts.stateCount(); ++s) {
    for (const Transition &t : lts.successors(s))
      transitions.push_back({group->hidden[t.action] ? TauAction : t.action, t.target});
    rowStart.push_back(transitions.size());
  }
  std::optional<Lts> small =
      reduced(LtsBuilder::fromRows("", common.alphabet(), std::move(rowStart), std::move(transitions), std::nullopt));
  if (!small)
    return nullptr;
  group->lts = std::move(*small);
  return group;
}

/// Drops a goal that a part alone excludes.
void CompositionalReducer::examine() {
  auto isStable = [&](const Lts &lts, StateId s) {
    return llvm::none_of(lts.successors(s), [&](const Transition &t) {
      return t.action == TauAction || t.action == common.divergenceMark();
    });
  };
  bool someError = false;
  for (const std::shared_ptr<const Group> &group : groups) {
    if (!group)
      continue;
    someError = someError || group->lts.hasError();
    bool someStable = false;
    for (StateId s = 0; s < group->lts.stateCount() && !someStable; ++s)
      someStable = isStable(group->lts, s);
    // The broken variant of the tests shows the mistake rather than hides it.
    if (!someStable && wants.marksDivergence)
      wants.deadlock = false;
  }
  if (!someError)
    wants.error = false;
}

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

/// The pairs that share a label. Of labels that very many have, neighbors only.
std::vector<CompositionalReducer::Candidate> CompositionalReducer::candidates() const {
  constexpr size_t ManyHolders = 16;
  std::map<std::pair<uint32_t, uint32_t>, Candidate> found;
  for (Action a = 1; a < common.endMark(); ++a) {
    const std::vector<uint32_t> &of = holders[a];
    for (size_t i = 0; i < of.size(); ++i)
      for (size_t k = i + 1; k < (of.size() > ManyHolders ? std::min(i + 2, of.size()) : of.size()); ++k) {
        Candidate &candidate = found.try_emplace({of[i], of[k]}, Candidate{of[i], of[k]}).first->second;
        ++candidate.shared;
        candidate.hidden += of.size() == 2;
      }
  }
  std::vector<Candidate> result;
  for (auto &[pair, candidate] : found) {
    const Group &left = *groups[pair.first], &right = *groups[pair.second];
    double interface =
        static_cast<double>(left.labels.size() + right.labels.size()) - candidate.shared - candidate.hidden + 1;
    candidate.score = double(left.lts.stateCount()) * right.lts.stateCount() * interface;
    result.push_back(candidate);
  }
  llvm::stable_sort(result, [](const Candidate &a, const Candidate &b) { return a.score < b.score; });
  return result;
}

CompositionalReducer::Candidate CompositionalReducer::smallestPair() const {
  std::vector<uint32_t> order;
  for (uint32_t g = 0; g < groups.size(); ++g)
    if (groups[g])
      order.push_back(g);
  llvm::stable_sort(order,
                    [&](uint32_t a, uint32_t b) { return groups[a]->lts.stateCount() < groups[b]->lts.stateCount(); });
  return {std::min(order[0], order[1]), std::max(order[0], order[1])};
}

/// Tries the few candidates with the best estimates and takes the one with the smallest result. What was tried is
/// remembered as long as both parts exist.
std::optional<CompositionalReducer::Candidate> CompositionalReducer::choose() {
  constexpr unsigned Tries = 2;
  std::vector<Candidate> all = candidates();
  if (all.empty())
    all.push_back(smallestPair());
  for (;; cap = cap > Unlimited / 16 ? Unlimited : cap * 8) {
    if (ranOut())
      return std::nullopt;
    std::optional<Candidate> best;
    size_t bestSize = 0;
    unsigned succeeded = 0;
    for (const Candidate &candidate : all) {
      const Trial &trial = attempt(candidate);
      if (reached != Budget::Limit::None)
        return std::nullopt;
      if (!trial.result)
        continue;
      const Group &result = *trial.result;
      size_t size = (result.lts.stateCount() + result.lts.transitionCount()) * (result.labels.size() + 1);
      if (!best || size < bestSize) {
        best = candidate;
        bestSize = size;
      }
      if (++succeeded == Tries)
        break;
    }
    if (best)
      return best;
  }
}

const CompositionalReducer::Trial &CompositionalReducer::attempt(const Candidate &candidate) {
  Trial &trial = trials[{candidate.left, candidate.right}];
  if (!trial.result && trial.cap < cap) {
    trial.result = combined(candidate.left, candidate.right, cap);
    trial.cap = cap;
  }
  return trial;
}

void CompositionalReducer::merge(const Candidate &candidate) {
  std::shared_ptr<const Group> group = trials[{candidate.left, candidate.right}].result;
  for (uint32_t part : {candidate.left, candidate.right}) {
    for (Action a : groups[part]->labels)
      llvm::erase(holders[a], part);
    groups[part] = nullptr;
    --alive;
  }
  std::erase_if(trials, [&](const auto &entry) {
    auto [left, right] = entry.first;
    return !groups[left] || !groups[right];
  });
  auto index = static_cast<uint32_t>(groups.size());
  for (Action a : group->labels)
    holders[a].push_back(index);
  groups.push_back(std::move(group));
  ++alive;
}

//===----------------------------------------------------------------------===//
// One step
//===----------------------------------------------------------------------===//

std::shared_ptr<const Group> CompositionalReducer::combined(uint32_t left, uint32_t right, size_t maxStates) {
  auto group = std::make_shared<Group>();
  group->left = groups[left];
  group->right = groups[right];
  group->hidden.resize(common.markCount());
  std::vector<Action> all;
  std::set_union(group->left->labels.begin(), group->left->labels.end(), group->right->labels.begin(),
                 group->right->labels.end(), std::back_inserter(all));
  llvm::BitVector shared = sharedLabels(*group->left, *group->right, common.markCount());
  for (Action a : all)
    if (shared[a] && holders[a].size() == 2 && a != common.endMark())
      group->hidden.set(a);
    else
      group->labels.push_back(a);
  std::optional<Lts> lts = composed(*group->left, *group->right, group->hidden, maxStates);
  if (!lts)
    return nullptr;
  std::optional<Lts> small = reduced(*lts);
  if (!small)
    return nullptr;
  group->lts = std::move(*small);
  return group;
}

/// The reachable product, hidden; nothing if it has more states than allowed or the budget runs out.
std::optional<Lts> CompositionalReducer::composed(const Group &left, const Group &right, const llvm::BitVector &hidden,
                                                  size_t maxStates) {
  constexpr size_t CheckInterval = 4096;
  llvm::BitVector shared = sharedLabels(left, right, common.markCount());
  llvm::DenseMap<uint64_t, StateId> numbers;
  std::vector<uint64_t> states{0};
  numbers[0] = 0;
  std::vector<size_t> rowStart{0};
  std::vector<Transition> transitions;
  ++statistics.steps;
  for (size_t next = 0; next < states.size(); ++next) {
    if (next % CheckInterval == CheckInterval - 1 && ranOut())
      return std::nullopt;
    if (states.size() > maxStates || transitions.size() / 32 > maxStates) {
      totalStates += states.size();
      totalTransitions += transitions.size();
      return std::nullopt;
    }
    auto l = static_cast<StateId>(states[next] >> 32), r = static_cast<StateId>(states[next]);
    expandPair(left.lts, right.lts, shared, l, r, [&](Action action, bool, bool, StateId toLeft, StateId toRight) {
      StateId target = ErrorState;
      if (toLeft != ErrorState && toRight != ErrorState) {
        uint64_t state = uint64_t(toLeft) << 32 | toRight;
        auto [entry, isNew] = numbers.try_emplace(state, static_cast<StateId>(states.size()));
        if (isNew)
          states.push_back(state);
        target = entry->second;
      }
      transitions.push_back({hidden[action] ? TauAction : action, target});
    });
    rowStart.push_back(transitions.size());
  }
  totalStates += states.size();
  totalTransitions += transitions.size();
  statistics.largestStates = std::max<uint64_t>(statistics.largestStates, states.size());
  statistics.largestTransitions = std::max<uint64_t>(statistics.largestTransitions, transitions.size());
  return LtsBuilder::fromRows("", common.alphabet(), std::move(rowStart), std::move(transitions), std::nullopt,
                              LtsBuilder::Keep::All);
}

/// Contracts silent cycles, and marks those that have no silent way out. A state with one cannot be stable whether it
/// has a silent loop or not. If only ERROR is wanted, silent ways to ERROR hide everything else.
Lts CompositionalReducer::contracted(const Lts &lts) const {
  TauGraph graph(lts, /*contractSilentCycles=*/true);
  llvm::BitVector diverges(graph.nodeCount()), fails(graph.nodeCount());
  for (StateId s = 0; s < lts.stateCount(); ++s)
    for (const Transition &t : lts.successors(s)) {
      bool isSilentCycle = t.action == TauAction && t.target != ErrorState && graph.nodeOf(s) == graph.nodeOf(t.target);
      if (isSilentCycle || t.action == common.divergenceMark())
        diverges.set(graph.nodeOf(s));
    }
  fails.set(graph.errorNode());
  std::vector<size_t> rowStart{0};
  std::vector<Transition> transitions;
  for (uint32_t node = 0; node < graph.nodeCount(); ++node) {
    bool isError = node == graph.errorNode();
    if (!wants.deadlock && !isError)
      fails[node] = llvm::any_of(graph.silentEdges(node), [&](const Transition &t) { return fails[t.target]; });
    if (fails[node] && !isError) {
      transitions.push_back({TauAction, ErrorState});
    } else if (!isError) {
      for (const Transition &t : graph.edges(node))
        if (t.action < common.divergenceMark() && (wants.deadlock || t.action != common.endMark()))
          transitions.push_back({t.action, fails[t.target] ? ErrorState : t.target});
      if (wants.deadlock && wants.marksDivergence && diverges[node] && !graph.hasSilentEdges(node))
        transitions.push_back({common.divergenceMark(), node});
    }
    rowStart.push_back(transitions.size());
  }
  return LtsBuilder::fromRows("", common.alphabet(), std::move(rowStart), std::move(transitions), std::nullopt,
                              LtsBuilder::Keep::Reachable, graph.nodeOf(Lts::initial()));
}

/// Weak bisimilarity costs too much where there are many silent steps: large systems are reduced by branching
/// bisimilarity, which is finer.
std::optional<Lts> CompositionalReducer::reduced(const Lts &lts) {
  constexpr StateId LargeForWeak = 100000;
  if (ranOut())
    return std::nullopt;
  Lts small = contracted(lts);
  Equivalence equivalence = small.stateCount() > LargeForWeak ? Equivalence::Branching : Equivalence::Weak;
  llvm::Expected<Lts> result = minimized(small, equivalence, budget);
  if (!result) {
    llvm::consumeError(result.takeError());
    // Only a limit on memory can have gone away since.
    if (!ranOut())
      reached = Budget::Limit::Memory;
    return std::nullopt;
  }
  return std::move(*result);
}

} // namespace tenon::detail
