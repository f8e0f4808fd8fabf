//===- ReducedSearch.cpp - Search for ERROR and deadlock, reduced ---------===//

#include "ReducedSearch.h"

#include "StateTable.h"
#include "Symmetry.h"

#include "llvm/ADT/STLExtras.h"

namespace tenon {

using namespace detail;

namespace {

/// Breadth-first over representatives. Every state remembers its parent.
template <unsigned Words> class ReducedExplorer {
public:
  ReducedExplorer(const Product &source, const SafetyOptions &wanted, const Budget &limits, StubbornSets *order,
                  Symmetry *orbits)
      : product(source), options(wanted), budget(limits), partialOrder(order), symmetry(orbits), expander(source),
        table(source.words()), buffer(source.words()), canError(wanted.wantError && source.hasError()) {}

  void run(ReducedSearch &result);

private:
  static constexpr StateId CheckInterval = 1024;

  Budget::Limit explore();
  bool insert(const uint64_t *vector, StateId parent);
  void canonicalize(uint64_t *vector) {
    if (symmetry)
      symmetry->canonicalize(vector);
  }
  void expand(const uint64_t *state);
  bool look(StateId s);
  bool isSettled() const {
    if (!error && !deadlock)
      return false;
    return options.stopAtFirst || ((error || !canError) && (deadlock || !options.wantDeadlock));
  }
  SafetySearch::Finding findingAt(StateId goal, bool isError);
  Step makeStep(const uint64_t *from, Action action, const uint64_t *to) const {
    return {product.visible(action), product.alphabet().label(action), product.movers(from, action, to)};
  }

  const Product &product;
  const SafetyOptions &options;
  const Budget &budget;
  StubbornSets *partialOrder;
  Symmetry *symmetry;
  Expander<Words> expander;
  StateTable<Words> table;
  SuccessorBuffer buffer;
  bool canError;
  std::vector<StateId> parents;
  std::vector<StateId> levelStart;
  uint64_t transitions = 0;
  std::optional<StateId> error, deadlock; ///< Where to.
};

/// False if there is no room.
template <unsigned Words> bool ReducedExplorer<Words>::insert(const uint64_t *vector, StateId parent) {
  if (!table.reserve(1, budget))
    return false;
  uint64_t hash = table.hash(vector);
  if (table.insertFrom(table.home(hash), hash, vector) == parents.size())
    parents.push_back(parent);
  return true;
}

template <unsigned Words> void ReducedExplorer<Words>::expand(const uint64_t *state) {
  buffer.clear();
  if (!partialOrder || !partialOrder->expand(state, canError && !error, buffer))
    expander.expand(state, buffer);
  transitions += buffer.size();
}

/// Looks for violations among the successors; false if the search has found all it wants.
template <unsigned Words> bool ReducedExplorer<Words>::look(StateId s) {
  if (buffer.size() == 0) {
    if (options.wantDeadlock && !deadlock && !product.isEnd(table.vector(s)))
      deadlock = s;
  } else if (canError && !error) {
    for (size_t i = 0; i < buffer.size() && !error; ++i)
      if (buffer.isError(i))
        error = s;
  }
  return !isSettled();
}

template <unsigned Words> Budget::Limit ReducedExplorer<Words>::explore() {
  std::vector<uint64_t> initial = product.initial();
  canonicalize(initial.data());
  if (!insert(initial.data(), 0))
    return Budget::Limit::Memory;
  for (StateId next = 0; next < table.size();) {
    levelStart.push_back(next);
    for (StateId levelEnd = table.size(); next < levelEnd; ++next) {
      if (next % CheckInterval == 0) {
        budget.progress({table.size(), transitions, levelStart.size() - 1});
        if (Budget::Limit limit = budget.exceeded(); limit != Budget::Limit::None)
          return limit;
      }
      expand(table.vector(next));
      if (!look(next))
        return Budget::Limit::None;
      for (size_t i = 0; i < buffer.size(); ++i) {
        if (buffer.isError(i))
          continue;
        canonicalize(buffer.vector(i));
        if (!insert(buffer.vector(i), next))
          return Budget::Limit::Memory;
      }
    }
  }
  return Budget::Limit::None;
}

/// A step between representatives is the step of the network from the state that the automorphisms applied so far,
/// undone, make of the first representative. If a reduction were unsound there might be no such step; the trace then
/// ends early, and does not replay.
template <unsigned Words> SafetySearch::Finding ReducedExplorer<Words>::findingAt(StateId goal, bool isError) {
  std::vector<StateId> path;
  for (StateId s = goal; s != 0; s = parents[s])
    path.push_back(s);
  unsigned words = product.words();
  std::vector<uint64_t> current = product.initial(), next = current, candidate(words);
  std::vector<const Automorphism *> applied;
  Renaming renaming(product);
  SafetySearch::Finding finding;
  auto findSuccessor = [&](const uint64_t *from, auto isWanted) {
    buffer.clear();
    expander.expand(from, buffer);
    size_t i = 0;
    while (i < buffer.size() && !isWanted(i))
      ++i;
    return i;
  };
  for (StateId s : llvm::reverse(path)) {
    size_t i = findSuccessor(table.vector(parents[s]), [&](size_t k) {
      if (buffer.isError(k))
        return false;
      candidate.assign(buffer.vector(k), buffer.vector(k) + words);
      applied.clear();
      if (symmetry)
        symmetry->canonicalize(candidate.data(), &applied);
      return std::equal(candidate.begin(), candidate.end(), table.vector(s));
    });
    renaming.apply(buffer.vector(i), next.data());
    for (const Automorphism *automorphism : applied)
      renaming.precedeByInverse(*automorphism);
    i = findSuccessor(current.data(), [&](size_t k) {
      return !buffer.isError(k) && std::equal(next.begin(), next.end(), buffer.vector(k));
    });
    if (i == buffer.size())
      return finding;
    finding.trace.steps.push_back(makeStep(current.data(), buffer.action(i), next.data()));
    current = next;
  }
  if (isError) {
    size_t i = findSuccessor(current.data(), [&](size_t k) { return buffer.isError(k); });
    if (i == buffer.size())
      return finding;
    finding.trace.steps.push_back(makeStep(current.data(), buffer.action(i), nullptr));
    finding.culprit = product.culprit(current.data(), buffer.action(i));
  }
  return finding;
}

template <unsigned Words> void ReducedExplorer<Words>::run(ReducedSearch &result) {
  result.limit = explore();
  if (error)
    result.error = findingAt(*error, true);
  if (deadlock)
    result.deadlock = findingAt(*deadlock, false);
  result.statistics = {table.size(), transitions, levelStart.empty() ? 0 : levelStart.size() - 1,
                       table.bytes() + parents.capacity() * sizeof(StateId), table.load()};
}

} // namespace

ReducedSearch detail::searchReduced(const Network &network, const SafetyOptions &options, const Budget &budget,
                                    const Reductions &reductions, const ReductionRules &rules) {
  ReducedSearch result;
  Product product(network);
  std::optional<StubbornSets> partialOrder;
  std::optional<Symmetry> symmetry;
  auto note = [&](const char *reduction, const std::string &text) {
    result.notes.push_back(std::string(reduction) + ": " + text);
  };
  if (!reductions.partialOrder) {
    note("partial order", "off");
  } else if (std::optional<std::string> reason = StubbornSets::whyNot(network)) {
    note("partial order", "off, because " + *reason);
  } else {
    partialOrder.emplace(product, rules.stubborn);
    note("partial order", "on");
  }
  if (!reductions.symmetry) {
    note("symmetry", "off");
  } else if (std::optional<std::string> reason = Symmetry::whyNot(network)) {
    note("symmetry", "off, because " + *reason);
  } else {
    symmetry.emplace(product, rules.verifyShared);
    note("symmetry", (symmetry->empty() ? "none, because " : "") + symmetry->describe());
    if (symmetry->empty())
      symmetry.reset();
  }
  if (!partialOrder && !symmetry) {
    static_cast<SafetySearch &>(result) = searchSafety(network, options, budget);
    return result;
  }
  withWords(product, [&](auto words) {
    ReducedExplorer<words()>(product, options, budget, partialOrder ? &*partialOrder : nullptr,
                             symmetry ? &*symmetry : nullptr)
        .run(result);
  });
  return result;
}

ReducedSearch searchReduced(const Network &network, const SafetyOptions &options, const Budget &budget,
                            const Reductions &reductions) {
  return detail::searchReduced(network, options, budget, reductions, ReductionRules());
}

} // namespace tenon
