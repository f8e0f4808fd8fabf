//===- Safety.cpp - Search for ERROR and deadlock -------------------------===//

#include "tenon/Lts/Compose.h"

#include "Explorer.h"

#include "llvm/ADT/STLExtras.h"

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

template <unsigned Words> class SafetyVisitor {
public:
  SafetyVisitor(const Product &source, const SafetyOptions &wanted, Explorer<Words> &owner)
      : product(source), options(wanted), explorer(owner), canError(wanted.wantError && source.hasError()) {}

  bool expanded(StateId s, SuccessorBuffer &successors, size_t first);
  void transition(Action, StateId) {}
  bool levelDone() const { return !isSettled(); }

  Sighting error, deadlock;

private:
  /// Whether no deeper level can matter.
  bool isSettled() const {
    if (!error && !deadlock)
      return false;
    return options.stopAtFirst || ((error || !canError) && (deadlock || !options.wantDeadlock));
  }
  /// Whether another sighting in this level can matter, given that no deeper one can.
  bool mayStillMatter() const {
    size_t level = explorer.levels().size() - 1;
    bool openDeadlock = options.wantDeadlock && !deadlock;
    return openDeadlock ||
           (!product.isDeterministic() && ((error && error.level == level) || (deadlock && deadlock.level == level)));
  }
  void record(Sighting &sighting, StateId s) {
    size_t level = explorer.levels().size() - 1;
    if (!sighting)
      sighting.level = level;
    if (sighting.level == level && (sighting.states.empty() || !product.isDeterministic()))
      sighting.states.push_back(s);
  }

  const Product &product;
  const SafetyOptions &options;
  Explorer<Words> &explorer;
  bool canError;
};

template <unsigned Words> bool SafetyVisitor<Words>::expanded(StateId s, SuccessorBuffer &successors, size_t first) {
  if (successors.size() == first) {
    if (options.wantDeadlock && !product.isEnd(explorer.states().vector(s)))
      record(deadlock, s);
  } else if (canError) {
    for (size_t i = first; i < successors.size(); ++i)
      if (successors.isError(i)) {
        record(error, s);
        break;
      }
  }
  if (!isSettled())
    return true;
  successors.clear();
  return mayStillMatter();
}

/// Reconstructs the least among the shortest traces to a sighting. The search keeps no links to parents: the
/// levels are walked back, generating the successors of a level's states again.
template <unsigned Words> class TraceFinder {
public:
  TraceFinder(const Product &source, Explorer<Words> &owner)
      : product(source), explorer(owner), states(owner.states()), buffer(source.words()) {}

  SafetySearch::Finding find(const Sighting &sighting, bool isError);

private:
  /// A run as state numbers; between two of them the least action that leads from one to the other.
  using Path = std::vector<StateId>;
  Path firstFound(StateId goal, size_t level);
  Path leastOf(const Sighting &sighting, bool isError);
  std::vector<llvm::DenseSet<StateId>> onShortestPaths(const Sighting &sighting);

  Step makeStep(const uint64_t *from, Action action, const uint64_t *to) const {
    return {product.visible(action), product.alphabet().label(action), product.movers(from, action, to)};
  }
  StateId levelEnd(size_t level) const {
    return level + 1 < explorer.levels().size() ? explorer.levels()[level + 1] : states.size();
  }
  void expand(StateId s) {
    buffer.clear();
    explorer.successors().expand(states.vector(s), buffer);
  }
  bool isVectorOf(size_t i, StateId s) {
    return std::equal(buffer.vector(i), buffer.vector(i) + product.words(), states.vector(s));
  }
  Action leastErrorAction(StateId s) {
    expand(s);
    for (size_t i = 0; i < buffer.size(); ++i)
      if (buffer.isError(i))
        return buffer.action(i);
    llvm_unreachable("the state moves to ERROR");
  }

  const Product &product;
  Explorer<Words> &explorer;
  StateTable<Words> &states;
  SuccessorBuffer buffer;
};

/// In a deterministic product the first path found is the least.
template <unsigned Words> typename TraceFinder<Words>::Path TraceFinder<Words>::firstFound(StateId goal, size_t level) {
  Path path{goal};
  for (; level > 0; --level) {
    StateId parent = ErrorState;
    for (StateId s = explorer.levels()[level - 1]; parent == ErrorState; ++s) {
      assert(s < levelEnd(level - 1) && "every state has a parent in the level before");
      expand(s);
      for (size_t i = 0; i < buffer.size() && parent == ErrorState; ++i)
        if (!buffer.isError(i) && isVectorOf(i, path.back()))
          parent = s;
    }
    path.push_back(parent);
  }
  std::reverse(path.begin(), path.end());
  return path;
}

/// For each level the states from which a shortest path leads to the sighting.
template <unsigned Words>
std::vector<llvm::DenseSet<StateId>> TraceFinder<Words>::onShortestPaths(const Sighting &sighting) {
  std::vector<llvm::DenseSet<StateId>> useful(sighting.level + 1);
  useful[sighting.level].insert(sighting.states.begin(), sighting.states.end());
  for (size_t level = sighting.level; level-- > 0;) {
    llvm::DenseSet<uint64_t> hashes;
    for (StateId s : useful[level + 1])
      hashes.insert(states.hash(states.vector(s)) >> 2);
    for (StateId s = explorer.levels()[level]; s < levelEnd(level); ++s) {
      expand(s);
      for (size_t i = 0; i < buffer.size(); ++i)
        if (!buffer.isError(i) && hashes.contains(states.hash(buffer.vector(i)) >> 2) &&
            useful[level + 1].contains(states.find(buffer.vector(i)))) {
          useful[level].insert(s);
          break;
        }
    }
  }
  return useful;
}

/// In a nondeterministic product: follows all states that the least trace may be in, level by level.
template <unsigned Words>
typename TraceFinder<Words>::Path TraceFinder<Words>::leastOf(const Sighting &sighting, bool isError) {
  std::vector<llvm::DenseSet<StateId>> useful = onShortestPaths(sighting);
  struct Node {
    StateId state;
    size_t parent;
  };
  std::vector<std::vector<Node>> fronts{{{0, 0}}};
  for (size_t level = 0; level < sighting.level; ++level) {
    Action least = std::numeric_limits<Action>::max();
    std::vector<Node> front;
    llvm::DenseSet<StateId> inFront;
    for (size_t k = 0; k < fronts[level].size(); ++k) {
      expand(fronts[level][k].state);
      for (size_t i = 0; i < buffer.size() && buffer.action(i) <= least; ++i) {
        if (buffer.isError(i))
          continue;
        StateId target = states.find(buffer.vector(i));
        if (target == ErrorState || !useful[level + 1].contains(target))
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
    auto errorAction = [&](const Node &node) { return leastErrorAction(node.state); };
    for (size_t k = 1; k < fronts.back().size(); ++k)
      if (errorAction(fronts.back()[k]) < errorAction(fronts.back()[best]))
        best = k;
  }
  Path path;
  for (size_t level = fronts.size(); level-- > 0; best = fronts[level][best].parent)
    path.push_back(fronts[level][best].state);
  std::reverse(path.begin(), path.end());
  return path;
}

template <unsigned Words> SafetySearch::Finding TraceFinder<Words>::find(const Sighting &sighting, bool isError) {
  Path path =
      product.isDeterministic() ? firstFound(sighting.states.front(), sighting.level) : leastOf(sighting, isError);
  SafetySearch::Finding finding;
  for (size_t k = 0; k + 1 < path.size(); ++k) {
    expand(path[k]);
    size_t i = 0;
    while (buffer.isError(i) || !isVectorOf(i, path[k + 1]))
      ++i;
    finding.trace.steps.push_back(makeStep(states.vector(path[k]), buffer.action(i), states.vector(path[k + 1])));
  }
  if (isError) {
    Action action = leastErrorAction(path.back());
    finding.trace.steps.push_back(makeStep(states.vector(path.back()), action, nullptr));
    finding.culprit = product.culprit(states.vector(path.back()), action);
  }
  return finding;
}

template <unsigned Words>
SafetySearch search(const Product &product, const SafetyOptions &options, const Budget &budget) {
  Explorer<Words> explorer(product, budget);
  SafetyVisitor<Words> visitor(product, options, explorer);
  SafetySearch result;
  result.limit = explorer.run(visitor);
  result.statistics = explorer.statistics();
  if (options.stopAtFirst && visitor.error && visitor.deadlock) {
    // A move to ERROR from a level is a step longer than a deadlock in it.
    if (visitor.deadlock.level <= visitor.error.level)
      visitor.error = {};
    else
      visitor.deadlock = {};
  }
  TraceFinder<Words> finder(product, explorer);
  if (visitor.error)
    result.error = finder.find(visitor.error, true);
  if (visitor.deadlock)
    result.deadlock = finder.find(visitor.deadlock, false);
  return result;
}

} // namespace

SafetySearch searchSafety(const Network &network, const SafetyOptions &options, const Budget &budget) {
  Product product(network);
  return withWords(product, [&](auto words) { return search<words()>(product, options, budget); });
}

} // namespace tenon
