//===- ComponentSearch.h - Strongly connected components --------*- C++ -*-===//

#ifndef TENON_LIB_LTS_COMPONENTSEARCH_H
#define TENON_LIB_LTS_COMPONENTSEARCH_H

#include "Explorer.h"

#include "llvm/ADT/ArrayRef.h"

namespace tenon::detail {

/// The states seen, with their successors as numbers.
template <unsigned Words> class NumberedProduct {
public:
  NumberedProduct(const Product &source, const Budget &limits)
      : product(source), budget(limits), expander(source), table(source.words()), buffer(source.words()),
        current(source.words()) {
    if (table.reserve(1, budget)) {
      std::vector<uint64_t> initial = product.initial();
      uint64_t hash = table.hash(initial.data());
      table.insertFrom(table.home(hash), hash, initial.data());
    }
  }

  /// Sets successors() to those of a state; false if there is no room for them.
  bool expand(StateId s);
  struct Successor {
    Action action;
    StateId target; ///< ErrorState for ERROR.
  };
  llvm::ArrayRef<Successor> successors() const { return row; }
  /// The actions of a state, without the look-up of targets.
  template <typename Function> void forEachAction(StateId s, Function function);

  StateId size() const { return table.size(); }
  size_t bytes() const { return table.bytes(); }
  /// Of all expansions so far.
  uint64_t transitions() const { return transitionCount; }
  StateId observerState(StateId s) const { return product.observerState(table.vector(s)); }
  Step step(StateId from, Action action, StateId to) const {
    return {product.visible(action), product.alphabet().label(action),
            product.movers(table.vector(from), action, table.vector(to))};
  }

private:
  const Product &product;
  const Budget &budget;
  Expander<Words> expander;
  StateTable<Words> table;
  SuccessorBuffer buffer;
  std::vector<uint64_t> current; ///< The table may move while successors are inserted.
  std::vector<uint64_t> hashes;
  std::vector<uint32_t> slots;
  std::vector<Successor> row;
  uint64_t transitionCount = 0;
};

template <unsigned Words> bool NumberedProduct<Words>::expand(StateId s) {
  buffer.clear();
  row.clear();
  std::copy_n(table.vector(s), product.words(), current.data());
  size_t n = expander.expand(current.data(), buffer);
  transitionCount += n;
  if (!table.reserve(n, budget))
    return false;
  if (hashes.size() < n) {
    hashes.resize(n);
    slots.resize(n);
  }
  for (size_t i = 0; i < n; ++i) {
    if (buffer.isError(i))
      continue;
    hashes[i] = table.hash(buffer.vector(i));
    slots[i] = table.home(hashes[i]);
    table.prefetchSlot(slots[i]);
  }
  for (size_t i = 0; i < n; ++i)
    if (!buffer.isError(i))
      slots[i] = table.probe(slots[i], hashes[i]);
  for (size_t i = 0; i < n; ++i)
    row.push_back(
        {buffer.action(i), buffer.isError(i) ? ErrorState : table.insertFrom(slots[i], hashes[i], buffer.vector(i))});
  return true;
}

template <unsigned Words>
template <typename Function>
void NumberedProduct<Words>::forEachAction(StateId s, Function function) {
  buffer.clear();
  expander.expand(table.vector(s), buffer);
  for (size_t i = 0; i < buffer.size(); ++i)
    function(buffer.action(i));
}

/// A component, complete or, where the search stops early, a part of one that is strongly connected itself.
struct ComponentView {
  llvm::ArrayRef<StateId> members;
  bool isTerminal = false; ///< Nothing leads out of it, nor to ERROR. Known for complete ones.
  bool hasCycle = false;
  bool isAccepting = false; ///< Some member is.
};

/// Finds the strongly connected components of what is reachable, in an order in which a component comes after all that
/// it leads to. A visitor says what they are good for:
///
///   bool isAccepting(StateId s)
///   bool grown(const ComponentView &part)
///     when a cycle was closed; true stops the search, and the members get tag 1;
///   std::optional<uint32_t> complete(const ComponentView &component)
///     the tag of its members; nullopt stops the search, and the members get tag 1.
template <unsigned Words> class ComponentSearch {
public:
  ComponentSearch(NumberedProduct<Words> &source, const Budget &limits) : states(source), budget(limits) {}

  template <typename Visitor> Budget::Limit run(Visitor &visitor);
  /// The tag of a state; 0 if its component was not completed.
  uint32_t tag(StateId s) const { return s < marks.size() && (marks[s] & Done) ? marks[s] & ~Done : 0; }
  bool reachesError() const { return error; }
  SearchStatistics statistics() const {
    return {states.size(), transitions, maxDepth, states.bytes() + marks.capacity() * sizeof(uint32_t)};
  }
  /// Gives back what only the search needs.
  void releaseStacks();

private:
  static constexpr uint32_t Done = uint32_t(1) << 31;
  static constexpr uint64_t CheckInterval = 4096;

  /// A state on the path and how many of its successors wait on the stack of pending ones.
  struct Frame {
    StateId state;
    uint32_t pending;
  };
  /// The path's components: where on the stack of open states each begins.
  struct Root {
    uint32_t position;
    bool accepting, leaves, cyclic;
  };

  template <typename Visitor> bool visit(StateId s, Visitor &visitor);
  template <typename Visitor> void merge(uint32_t position, Visitor &visitor);
  template <typename Visitor> void finish(Visitor &visitor);
  void stopWith(uint32_t position) {
    for (StateId s : llvm::ArrayRef<StateId>(open).drop_front(position))
      marks[s] = Done | 1;
    stopped = true;
  }
  ComponentView view(const Root &root) const {
    return {llvm::ArrayRef<StateId>(open).drop_front(root.position), !root.leaves, root.cyclic, root.accepting};
  }

  NumberedProduct<Words> &states;
  const Budget &budget;
  /// 0: not visited; position on the stack of open states plus 1; or Done and the tag.
  std::vector<uint32_t> marks;
  std::vector<StateId> open, pending;
  std::vector<Frame> frames;
  std::vector<Root> roots;
  uint64_t transitions = 0, visited = 0, maxDepth = 0;
  bool stopped = false, error = false;
};

template <unsigned Words>
template <typename Visitor>
void ComponentSearch<Words>::merge(uint32_t position, Visitor &visitor) {
  while (roots.back().position > position) {
    Root top = roots.back();
    roots.pop_back();
    roots.back().accepting |= top.accepting;
    roots.back().leaves |= top.leaves;
  }
  roots.back().cyclic = true;
  if (visitor.grown(view(roots.back())))
    stopWith(roots.back().position);
}

/// Expands a new state. What its known successors mean is settled at once; the others wait.
template <unsigned Words> template <typename Visitor> bool ComponentSearch<Words>::visit(StateId s, Visitor &visitor) {
  if (!states.expand(s) || open.size() >= Done - 1)
    return false;
  if (marks.size() < states.size()) {
    if (size_t bytes = marks.capacity() * sizeof(uint32_t);
        marks.capacity() < states.size() && bytes > (size_t(1) << 20) && !budget.allows(2 * bytes))
      return false;
    marks.resize(states.size());
  }
  roots.push_back({static_cast<uint32_t>(open.size()), visitor.isAccepting(s), false, false});
  open.push_back(s);
  marks[s] = static_cast<uint32_t>(open.size());
  ++visited;
  llvm::ArrayRef<typename NumberedProduct<Words>::Successor> row = states.successors();
  transitions += row.size();
  size_t before = pending.size();
  for (size_t i = row.size(); i-- > 0;) {
    StateId target = row[i].target;
    if (target == ErrorState)
      error = roots.back().leaves = true;
    else if (marks[target] == 0)
      pending.push_back(target);
    else if (marks[target] & Done)
      roots.back().leaves = true;
    else if (!stopped)
      merge(marks[target] - 1, visitor);
  }
  frames.push_back({s, static_cast<uint32_t>(pending.size() - before)});
  maxDepth = std::max<uint64_t>(maxDepth, frames.size());
  return true;
}

/// The state on top of the path has no more successors.
template <unsigned Words> template <typename Visitor> void ComponentSearch<Words>::finish(Visitor &visitor) {
  Root root = roots.back();
  StateId s = frames.back().state;
  frames.pop_back();
  if (marks[s] != root.position + 1)
    return;
  std::optional<uint32_t> tag = visitor.complete(view(root));
  if (!tag)
    return stopWith(root.position);
  for (StateId member : llvm::ArrayRef<StateId>(open).drop_front(root.position))
    marks[member] = Done | *tag;
  open.resize(root.position);
  roots.pop_back();
  if (!roots.empty())
    roots.back().leaves = true;
}

template <unsigned Words> template <typename Visitor> Budget::Limit ComponentSearch<Words>::run(Visitor &visitor) {
  if (states.size() == 0 || !visit(Lts::initial(), visitor))
    return Budget::Limit::Memory;
  while (!frames.empty() && !stopped) {
    if (frames.back().pending == 0) {
      finish(visitor);
      continue;
    }
    --frames.back().pending;
    StateId next = pending.back();
    pending.pop_back();
    if (marks[next] & Done) {
      roots.back().leaves = true;
    } else if (marks[next] != 0) {
      merge(marks[next] - 1, visitor);
    } else {
      if (visited % CheckInterval == 0) {
        budget.progress({states.size(), transitions, frames.size()});
        if (Budget::Limit limit = budget.exceeded(); limit != Budget::Limit::None)
          return limit;
      }
      if (!visit(next, visitor))
        return Budget::Limit::Memory;
    }
  }
  return Budget::Limit::None;
}

template <unsigned Words> void ComponentSearch<Words>::releaseStacks() {
  open = {};
  pending = {};
  frames = {};
  roots = {};
}

/// Breadth-first paths between numbered states: for each state the shortest, and among these least path to it. States
/// with equal traces are handled together, as a group, so that this is true where actions have a choice, too.
template <unsigned Words> class PathSearch {
public:
  PathSearch(NumberedProduct<Words> &source, const Budget &limits) : states(source), budget(limits) {}

  enum class Entry { Visit, Stop };
  /// Visits states from `start` on, which itself counts as reached only where a cycle leads back to it. `enter(s)` is
  /// asked once for each state reached, in the order of their paths; after it, last() is the position of the state.
  template <typename Function> Budget::Limit run(StateId start, Function enter);
  size_t last() const { return order.size() - 1; }
  /// The path to a state visited, or to the one that stopped the search.
  std::vector<Step> pathTo(size_t position);

private:
  static constexpr uint32_t FirstOfGroup = uint32_t(1) << 31;
  struct Node {
    StateId state;
    uint32_t parent; ///< Position, and whether a group begins here.
  };
  struct Edge {
    Action action;
    StateId target;
    uint32_t from;
  };
  bool collectEdges(size_t first, size_t last);

  NumberedProduct<Words> &states;
  const Budget &budget;
  std::vector<Node> order;
  std::vector<bool> seen;
  std::vector<Edge> edges;
};

template <unsigned Words> bool PathSearch<Words>::collectEdges(size_t first, size_t last) {
  edges.clear();
  for (size_t k = first; k < last; ++k) {
    if (!states.expand(order[k].state))
      return false;
    for (const auto &successor : states.successors())
      if (successor.target != ErrorState)
        edges.push_back({successor.action, successor.target, static_cast<uint32_t>(k)});
  }
  if (last - first > 1)
    std::stable_sort(edges.begin(), edges.end(), [](const Edge &a, const Edge &b) { return a.action < b.action; });
  return true;
}

template <unsigned Words>
template <typename Function>
Budget::Limit PathSearch<Words>::run(StateId start, Function enter) {
  for (const Node &node : order)
    seen[node.state] = false;
  order.assign(1, {start, FirstOfGroup});
  uint64_t asked = 0;
  for (size_t first = 0, last; first < order.size(); first = last) {
    last = first + 1;
    while (last < order.size() && !(order[last].parent & FirstOfGroup))
      ++last;
    if (first / 4096 >= asked) {
      ++asked;
      if (Budget::Limit limit = budget.exceeded(); limit != Budget::Limit::None)
        return limit;
    }
    if (!collectEdges(first, last) || order.size() >= FirstOfGroup)
      return Budget::Limit::Memory;
    if (seen.size() < states.size())
      seen.resize(states.size() + states.size() / 2);
    Action groupAction = ~Action(0);
    for (const Edge &edge : edges) {
      if (seen[edge.target])
        continue;
      order.push_back({edge.target, edge.from | (edge.action != groupAction ? FirstOfGroup : 0)});
      if (enter(edge.target) == Entry::Stop)
        return Budget::Limit::None;
      groupAction = edge.action;
      seen[edge.target] = true;
    }
  }
  return Budget::Limit::None;
}

template <unsigned Words> std::vector<Step> PathSearch<Words>::pathTo(size_t position) {
  std::vector<Step> steps;
  for (; position != 0; position = order[position].parent & ~FirstOfGroup) {
    StateId from = order[order[position].parent & ~FirstOfGroup].state, to = order[position].state;
    states.expand(from);
    llvm::ArrayRef<typename NumberedProduct<Words>::Successor> row = states.successors();
    const auto *successor = std::find_if(row.begin(), row.end(), [&](const auto &s) { return s.target == to; });
    steps.push_back(states.step(from, successor->action, to));
  }
  std::reverse(steps.begin(), steps.end());
  return steps;
}

} // namespace tenon::detail

#endif // TENON_LIB_LTS_COMPONENTSEARCH_H
