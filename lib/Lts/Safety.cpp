//===- Safety.cpp - Search for ERROR and deadlock -------------------------===//

#include "tenon/Lts/Compose.h"

#include "Explorer.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/xxhash.h"

#include <limits>

namespace tenon {

using namespace detail;

namespace {

/// Where a violation happens: `state` deadlocks, or moves to ERROR by `action`. In a nondeterministic product one of
/// several states of the level may have the least trace.
struct Sighting {
  size_t level = 0;
  std::vector<StateId> states;
  explicit operator bool() const { return !states.empty(); }
};

template <typename Explorer> class SafetyVisitor {
public:
  SafetyVisitor(const SafetyOptions &wanted, Explorer &owner)
      : product(owner.theProduct()), options(wanted), explorer(owner), canError(wanted.wantError && product.hasError()),
        found(owner.jobs()) {}

  Visit expanded(unsigned worker, StateId s, const uint64_t *vector, const SuccessorBuffer &successors, size_t first);
  void transition(unsigned, Action, StateId) {}
  bool levelDone();
  /// Takes over what the threads have found in a level.
  void collect();

  Sighting error, deadlock;
  bool isTooLarge = false;

private:
  struct alignas(64) Found {
    std::vector<StateId> errors, deadlocks;
  };
  /// Whether no deeper level can matter. May be asked while threads work.
  bool isSettled() const {
    bool hasError = error || errorSeen.load(std::memory_order_relaxed);
    bool hasDeadlock = deadlock || deadlockSeen.load(std::memory_order_relaxed);
    if (!hasError && !hasDeadlock)
      return false;
    return options.stopAtFirst || ((hasError || !canError) && (hasDeadlock || !options.wantDeadlock));
  }
  /// In a deterministic product the first of a level, in the order of the search, has the least trace.
  bool firstIsLeast() const { return explorer.jobs() == 1 && product.isDeterministic(); }
  void record(const Sighting &old, std::vector<StateId> &states, std::atomic<bool> &seen, StateId s) {
    if (old || (firstIsLeast() && !states.empty()))
      return;
    states.push_back(s);
    seen.store(true, std::memory_order_relaxed);
  }
  static void merge(Sighting &sighting, size_t level, const std::vector<StateId> &states) {
    if (states.empty())
      return;
    sighting.level = level;
    sighting.states.insert(sighting.states.end(), states.begin(), states.end());
  }

  const Product &product;
  const SafetyOptions &options;
  Explorer &explorer;
  bool canError;
  std::vector<Found> found;
  std::atomic<bool> errorSeen{false}, deadlockSeen{false}; ///< In the present level.
};

template <typename Explorer>
Visit SafetyVisitor<Explorer>::expanded(unsigned worker, StateId s, const uint64_t *vector,
                                        const SuccessorBuffer &successors, size_t first) {
  if (successors.size() == first) {
    if (options.wantDeadlock && !product.isEnd(vector))
      record(deadlock, found[worker].deadlocks, deadlockSeen, s);
  } else if (canError) {
    for (size_t i = first; i < successors.size(); ++i)
      if (successors.isError(i)) {
        record(error, found[worker].errors, errorSeen, s);
        break;
      }
  }
  if (!isSettled())
    return Visit::Continue;
  bool mayStillMatter = !firstIsLeast() || (options.wantDeadlock && !deadlock && found[worker].deadlocks.empty());
  return mayStillMatter ? Visit::Discard : Visit::Stop;
}

template <typename Explorer> void SafetyVisitor<Explorer>::collect() {
  size_t level = explorer.levelCount() - 1;
  for (Found &f : found) {
    merge(error, level, f.errors);
    merge(deadlock, level, f.deadlocks);
    f.errors.clear();
    f.deadlocks.clear();
  }
  errorSeen = deadlockSeen = false;
}

template <typename Explorer> bool SafetyVisitor<Explorer>::levelDone() {
  collect();
  if (isSettled())
    return false;
  isTooLarge = options.maxStates != 0 && explorer.store().states().size() > options.maxStates;
  return !isTooLarge;
}

/// Vectors of states, with the states' numbers.
template <typename Explorer> class StateSet {
public:
  explicit StateSet(Explorer &owner) : explorer(owner), reader(owner.store(), 0) {}
  void insert(StateId s) { states[hash(reader.load(s))].push_back(s); }
  /// May be asked by several threads, each with a reader of its own.
  StateId find(const uint64_t *vector, typename Explorer::Reader &ownReader) const {
    auto found = states.find(hash(vector));
    if (found == states.end())
      return ErrorState;
    for (StateId s : found->second)
      if (std::equal(vector, vector + explorer.theProduct().words(), ownReader.load(s)))
        return s;
    return ErrorState;
  }

private:
  /// Two values are reserved by DenseMap.
  uint64_t hash(const uint64_t *vector) const {
    return llvm::xxh3_64bits(llvm::ArrayRef<uint8_t>(reinterpret_cast<const uint8_t *>(vector),
                                                     explorer.theProduct().words() * sizeof(uint64_t))) >>
           2;
  }
  Explorer &explorer;
  typename Explorer::Reader reader;
  llvm::DenseMap<uint64_t, llvm::SmallVector<StateId, 1>> states;
};

/// Reconstructs the least among the shortest traces to a sighting. The search keeps no links to parents: the
/// levels are walked back, generating the successors of a level's states again.
template <typename Explorer> class TraceFinder {
public:
  TraceFinder(Explorer &owner, const Budget &limits)
      : product(owner.theProduct()), explorer(owner), budget(limits), reader(owner.store(), 0),
        expander(owner.theProduct()), buffer(product.words()) {}

  /// Nothing if the budget ends.
  std::optional<SafetySearch::Finding> find(const Sighting &sighting, bool isError);

private:
  using Vector = std::vector<uint64_t>;
  bool collectUseful(const Sighting &sighting);
  std::vector<Vector> leastPath(const Sighting &sighting, bool isError);

  Step makeStep(const uint64_t *from, Action action, const uint64_t *to) const {
    return {product.visible(action), product.alphabet().label(action), product.movers(from, action, to)};
  }
  void expand(const uint64_t *vector) {
    buffer.clear();
    expander.expand(vector, buffer);
  }
  Action leastErrorAction(const Vector &vector) {
    expand(vector.data());
    for (size_t i = 0; i < buffer.size(); ++i)
      if (buffer.isError(i))
        return buffer.action(i);
    llvm_unreachable("the state moves to ERROR");
  }
  Vector vectorOf(StateId s) {
    const uint64_t *vector = reader.load(s);
    return Vector(vector, vector + product.words());
  }

  const Product &product;
  Explorer &explorer;
  const Budget &budget;
  typename Explorer::Reader reader;
  Expander<Explorer::Words> expander;
  SuccessorBuffer buffer;
  std::deque<StateSet<Explorer>> useful; ///< For each level the states from which a shortest path leads there.
};

template <typename Explorer> bool TraceFinder<Explorer>::collectUseful(const Sighting &sighting) {
  struct Context {
    typename Explorer::Reader from, candidates;
    Expander<Explorer::Words> expander;
    SuccessorBuffer buffer;
    std::vector<StateId> found;
    size_t count = 0;
  };
  std::deque<Context> contexts;
  for (unsigned k = 0; k < explorer.jobs(); ++k)
    contexts.push_back({{explorer.store(), k},
                        {explorer.store(), k},
                        Expander<Explorer::Words>(product),
                        SuccessorBuffer(product.words()),
                        {},
                        0});
  // In a deterministic product a state of the least path is not known before the whole level is; but one will do where
  // states are numbered in the order of the search.
  bool firstWillDo = explorer.jobs() == 1 && product.isDeterministic();
  useful.clear();
  for (size_t level = 0; level <= sighting.level; ++level)
    useful.emplace_back(explorer);
  for (StateId s : sighting.states)
    useful[sighting.level].insert(s);
  std::atomic<bool> outOfBudget{false}, isFound{false};
  for (size_t level = sighting.level; level-- > 0 && !outOfBudget;) {
    isFound = false;
    explorer.forEachOfLevel(level, [&](unsigned worker, StateId s) {
      Context &c = contexts[worker];
      if (outOfBudget.load(std::memory_order_relaxed) || (firstWillDo && isFound.load(std::memory_order_relaxed)))
        return;
      if (++c.count % 4096 == 0 && budget.exceeded() != Budget::Limit::None)
        outOfBudget = true;
      c.buffer.clear();
      c.expander.expand(c.from.load(s), c.buffer);
      for (size_t i = 0; i < c.buffer.size(); ++i)
        if (!c.buffer.isError(i) && useful[level + 1].find(c.buffer.vector(i), c.candidates) != ErrorState) {
          c.found.push_back(s);
          isFound = true;
          return;
        }
    });
    for (Context &c : contexts) {
      for (StateId s : c.found)
        useful[level].insert(s);
      c.found.clear();
    }
  }
  return !outOfBudget;
}

/// Follows all states that the least trace may be in, level by level.
template <typename Explorer>
std::vector<std::vector<uint64_t>> TraceFinder<Explorer>::leastPath(const Sighting &sighting, bool isError) {
  struct Node {
    StateId state;
    size_t parent;
  };
  std::vector<std::vector<Node>> fronts{{{0, 0}}};
  typename Explorer::Reader candidates(explorer.store(), 0);
  for (size_t level = 0; level < sighting.level; ++level) {
    Action least = std::numeric_limits<Action>::max();
    std::vector<Node> front;
    llvm::DenseSet<StateId> inFront;
    for (size_t k = 0; k < fronts[level].size(); ++k) {
      expand(vectorOf(fronts[level][k].state).data());
      for (size_t i = 0; i < buffer.size() && buffer.action(i) <= least; ++i) {
        if (buffer.isError(i))
          continue;
        StateId target = useful[level + 1].find(buffer.vector(i), candidates);
        if (target == ErrorState)
          continue;
        if (buffer.action(i) < least) {
          least = buffer.action(i);
          front.clear();
          inFront.clear();
        }
        if (inFront.insert(target).second)
          front.push_back({target, k});
      }
    }
    fronts.push_back(std::move(front));
  }
  size_t best = 0;
  if (isError) {
    auto errorAction = [&](const Node &node) { return leastErrorAction(vectorOf(node.state)); };
    for (size_t k = 1; k < fronts.back().size(); ++k)
      if (errorAction(fronts.back()[k]) < errorAction(fronts.back()[best]))
        best = k;
  }
  std::vector<Vector> path;
  for (size_t level = fronts.size(); level-- > 0; best = fronts[level][best].parent)
    path.push_back(vectorOf(fronts[level][best].state));
  std::reverse(path.begin(), path.end());
  return path;
}

template <typename Explorer>
std::optional<SafetySearch::Finding> TraceFinder<Explorer>::find(const Sighting &sighting, bool isError) {
  if (!collectUseful(sighting))
    return std::nullopt;
  std::vector<Vector> path = leastPath(sighting, isError);
  SafetySearch::Finding finding;
  for (size_t k = 0; k + 1 < path.size(); ++k) {
    expand(path[k].data());
    size_t i = 0;
    while (buffer.isError(i) || !std::equal(path[k + 1].begin(), path[k + 1].end(), buffer.vector(i)))
      ++i;
    finding.trace.steps.push_back(makeStep(path[k].data(), buffer.action(i), path[k + 1].data()));
  }
  if (isError) {
    Action action = leastErrorAction(path.back());
    finding.trace.steps.push_back(makeStep(path.back().data(), action, nullptr));
    finding.culprit = product.culprit(path.back().data(), action);
  }
  return finding;
}

template <typename Explorer>
SafetySearch search(Explorer &explorer, const SafetyOptions &options, const Budget &budget) {
  SafetyVisitor<Explorer> visitor(options, explorer);
  SafetySearch result;
  result.limit = explorer.run(visitor);
  visitor.collect();
  if (visitor.isTooLarge)
    result.limit = Budget::Limit::States;
  result.statistics = explorer.statistics();
  if (options.stopAtFirst && visitor.error && visitor.deadlock) {
    // A move to ERROR from a level is a step longer than a deadlock in it.
    if (visitor.deadlock.level <= visitor.error.level)
      visitor.error = {};
    else
      visitor.deadlock = {};
  }
  TraceFinder<Explorer> finder(explorer, budget);
  if (visitor.error)
    result.error = finder.find(visitor.error, true);
  if (visitor.deadlock)
    result.deadlock = finder.find(visitor.deadlock, false);
  bool isTraced = bool(result.error) == bool(visitor.error) && bool(result.deadlock) == bool(visitor.deadlock);
  if (!isTraced && result.limit == Budget::Limit::None)
    result.limit = budget.exceeded();
  return result;
}

} // namespace

SafetySearch searchSafety(const Network &network, const SafetyOptions &options, const Budget &budget) {
  Product product(network);
  return withExplorer(product, budget, {options.jobs, options.compress},
                      [&](auto &explorer) { return search(explorer, options, budget); });
}

} // namespace tenon
