//===- Liveness.cpp - What a network can do for ever ----------------------===//

#include "tenon/Lts/Liveness.h"

#include "ComponentSearch.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"

namespace tenon {

using namespace detail;

namespace {

/// A requirement in terms of the product's actions.
class Requirement {
public:
  Requirement(const Product &product, const ProgressRequirement &source)
      : conditional(source.conditional), every(source.every), lacksSome(false),
        condition(product.alphabet().size() + 1), wanted(product.alphabet().size() + 1) {
    llvm::DenseSet<LabelId> conditions(source.condition.begin(), source.condition.end());
    llvm::DenseSet<LabelId> labels(source.labels.begin(), source.labels.end());
    for (Action a = 1; a <= product.alphabet().size(); ++a) {
      LabelId label = product.visible(a);
      if (label == LabelTable::Tau)
        continue;
      condition[a] = conditions.contains(label);
      wanted[a] = labels.contains(label);
    }
    lacksSome = wanted.count() != labels.size();
  }

  /// Whether no further action can violate it.
  bool isSatisfiedBy(const llvm::BitVector &actions) const {
    return every ? !lacksSome && !wanted.test(actions) : wanted.anyCommon(actions);
  }
  bool isViolatedBy(const llvm::BitVector &actions) const {
    return !isSatisfiedBy(actions) && (!conditional || condition.anyCommon(actions));
  }

private:
  bool conditional, every, lacksSome;
  llvm::BitVector condition, wanted;
};

/// Finds the terminal sets that violate a requirement; their tags are their numbers plus 1.
template <unsigned Words> class TerminalVisitor {
public:
  struct Found {
    llvm::BitVector actions;
    uint64_t states;
    llvm::SmallVector<uint32_t, 2> violated;
  };

  TerminalVisitor(const Product &source, NumberedProduct<Words> &numbered,
                  llvm::ArrayRef<ProgressRequirement> requirements, const Budget &limits)
      : states(numbered), budget(limits), actions(source.alphabet().size() + 1) {
    for (const ProgressRequirement &requirement : requirements)
      compiled.emplace_back(source, requirement);
  }

  bool isAccepting(StateId) const { return false; }
  bool grown(const ComponentView &) const { return false; }
  std::optional<uint32_t> complete(const ComponentView &component);

  std::vector<Found> sets;
  Budget::Limit limit = Budget::Limit::None;

private:
  NumberedProduct<Words> &states;
  const Budget &budget;
  std::vector<Requirement> compiled;
  llvm::BitVector actions;
};

template <unsigned Words> std::optional<uint32_t> TerminalVisitor<Words>::complete(const ComponentView &component) {
  if (!component.isTerminal)
    return 0;
  actions.reset();
  bool hasNews = true;
  for (auto [count, s] : llvm::enumerate(component.members)) {
    if (hasNews &&
        llvm::all_of(compiled, [&](const Requirement &requirement) { return requirement.isSatisfiedBy(actions); }))
      return 0;
    hasNews = false;
    states.forEachAction(s, [&](Action action) {
      hasNews |= !actions[action];
      actions.set(action);
    });
    if (count % 4096 == 4095) {
      limit = budget.exceeded();
      if (limit != Budget::Limit::None)
        return std::nullopt;
    }
  }
  Found found{actions, component.members.size(), {}};
  for (auto [number, requirement] : llvm::enumerate(compiled))
    if (requirement.isViolatedBy(actions))
      found.violated.push_back(static_cast<uint32_t>(number));
  if (found.violated.empty())
    return 0;
  if (found.actions.none())
    found.actions = llvm::BitVector();
  sets.push_back(std::move(found));
  return static_cast<uint32_t>(sets.size());
}

/// The violations in the order of their traces.
template <unsigned Words> class TerminalLister {
public:
  TerminalLister(const Product &source, NumberedProduct<Words> &numbered, ComponentSearch<Words> &search,
                 TerminalVisitor<Words> &visitor, const Budget &limits)
      : product(source), states(numbered), components(search), found(visitor), paths(numbered, limits),
        cycles(numbered, limits), reached(visitor.sets.size()) {}

  Budget::Limit run(ProgressSearch &result);

private:
  struct Listed {
    uint32_t set;
    StateId entry;
    size_t position;
  };
  bool list(StateId s, size_t position, ProgressSearch &result);
  Budget::Limit describe(const Listed &listed, TerminalSet &set);

  const Product &product;
  NumberedProduct<Words> &states;
  ComponentSearch<Words> &components;
  TerminalVisitor<Words> &found;
  PathSearch<Words> paths, cycles;
  llvm::BitVector reached;
  std::vector<Listed> listing;
  size_t open = 0; ///< Places still to be filled in the lists.
};

/// Lists the set that a state belongs to, unless that has been done; whether there is more to list.
template <unsigned Words> bool TerminalLister<Words>::list(StateId s, size_t position, ProgressSearch &result) {
  uint32_t tag = components.tag(s);
  if (tag == 0 || reached[tag - 1])
    return true;
  reached.set(tag - 1);
  bool isListed = false;
  for (uint32_t requirement : found.sets[tag - 1].violated) {
    ProgressSearch::Violations &violations = result.violations[requirement];
    if (violations.sets.size() == ProgressSearch::MaxListed)
      continue;
    violations.sets.push_back(static_cast<uint32_t>(listing.size()));
    --open;
    isListed = true;
  }
  if (isListed)
    listing.push_back({tag - 1, s, position});
  return open != 0;
}

template <unsigned Words> Budget::Limit TerminalLister<Words>::describe(const Listed &listed, TerminalSet &set) {
  const auto &source = found.sets[listed.set];
  set.states = source.states;
  bool isSilent = false;
  for (unsigned action : source.actions.set_bits()) {
    LabelId label = product.visible(action);
    if (label != LabelTable::Tau)
      set.actions.push_back(label);
    isSilent |= label == LabelTable::Tau;
  }
  if (isSilent)
    set.actions.insert(set.actions.begin(), LabelTable::Tau);
  set.run.prefix.steps = paths.pathTo(listed.position);
  if (source.actions.none())
    return Budget::Limit::None;
  using Entry = typename PathSearch<Words>::Entry;
  Budget::Limit limit =
      cycles.run(listed.entry, [&](StateId s) { return s == listed.entry ? Entry::Stop : Entry::Visit; });
  if (limit == Budget::Limit::None)
    set.run.cycle = cycles.pathTo(cycles.last());
  return limit;
}

template <unsigned Words> Budget::Limit TerminalLister<Words>::run(ProgressSearch &result) {
  for (const auto &set : found.sets)
    for (uint32_t requirement : set.violated)
      ++result.violations[requirement].count;
  for (const ProgressSearch::Violations &violations : result.violations)
    open += std::min<size_t>(violations.count, ProgressSearch::MaxListed);
  if (open == 0)
    return Budget::Limit::None;
  Budget::Limit limit = Budget::Limit::None;
  using Entry = typename PathSearch<Words>::Entry;
  bool isOpen = list(Lts::initial(), 0, result);
  // The search starts with the initial state at position 0 in any case.
  limit = paths.run(Lts::initial(), [&](StateId s) {
    isOpen = isOpen && list(s, paths.last(), result);
    return isOpen ? Entry::Visit : Entry::Stop;
  });
  for (const Listed &listed : listing)
    if (limit == Budget::Limit::None)
      limit = describe(listed, result.sets.emplace_back());
  return limit;
}

template <unsigned Words>
ProgressSearch searchTerminal(const Product &product, llvm::ArrayRef<ProgressRequirement> requirements,
                              const Budget &budget) {
  NumberedProduct<Words> states(product, budget);
  ComponentSearch<Words> components(states, budget);
  TerminalVisitor<Words> visitor(product, states, requirements, budget);
  ProgressSearch result;
  result.violations.resize(requirements.size());
  result.limit = components.run(visitor);
  if (result.limit == Budget::Limit::None)
    result.limit = visitor.limit;
  result.reachesError = components.reachesError();
  result.statistics = components.statistics();
  components.releaseStacks();
  if (result.limit == Budget::Limit::None)
    result.limit = TerminalLister<Words>(product, states, components, visitor, budget).run(result);
  return result;
}

template <unsigned Words> class AcceptanceVisitor {
public:
  AcceptanceVisitor(NumberedProduct<Words> &numbered, const std::vector<bool> &acceptingStates, Choice which)
      : states(numbered), accepting(acceptingStates), choice(which) {}

  bool isAccepting(StateId s) const { return accepting[states.observerState(s)]; }
  bool grown(const ComponentView &part) { return hasFound = choice == Choice::Arbitrary && part.isAccepting; }
  std::optional<uint32_t> complete(const ComponentView &component) {
    if (choice == Choice::Arbitrary || !component.isTerminal || !component.hasCycle || !component.isAccepting)
      return 0;
    hasFound = true;
    return std::nullopt;
  }

  bool hasFound = false;

private:
  NumberedProduct<Words> &states;
  const std::vector<bool> &accepting;
  Choice choice;
};

template <unsigned Words>
AcceptanceSearch searchAccepting(const Product &product, const std::vector<bool> &accepting, Choice choice,
                                 const Budget &budget) {
  NumberedProduct<Words> states(product, budget);
  ComponentSearch<Words> components(states, budget);
  AcceptanceVisitor<Words> visitor(states, accepting, choice);
  AcceptanceSearch result;
  result.limit = components.run(visitor);
  result.reachesError = components.reachesError();
  result.statistics = components.statistics();
  if (result.limit != Budget::Limit::None || !visitor.hasFound)
    return result;
  components.releaseStacks();

  using Entry = typename PathSearch<Words>::Entry;
  PathSearch<Words> paths(states, budget);
  auto isGoal = [&](StateId s) { return components.tag(s) != 0 && visitor.isAccepting(s); };
  StateId goal = Lts::initial();
  Lasso lasso;
  if (!isGoal(goal)) {
    result.limit = paths.run(Lts::initial(), [&](StateId s) {
      goal = s;
      return isGoal(s) ? Entry::Stop : Entry::Visit;
    });
    if (result.limit != Budget::Limit::None)
      return result;
    lasso.prefix.steps = paths.pathTo(paths.last());
  }
  // Where the search stopped early only a part of the component is known; a shorter cycle may leave it.
  result.limit = paths.run(goal, [&](StateId s) { return s == goal ? Entry::Stop : Entry::Visit; });
  if (result.limit != Budget::Limit::None)
    return result;
  lasso.cycle = paths.pathTo(paths.last());
  result.found = std::move(lasso);
  return result;
}

/// The observer with a state in place of ERROR, from where nothing is possible.
Lts withFailure(const Lts &lts) {
  LtsBuilder builder(lts.alphabet());
  builder.reserveStates(lts.stateCount() + 1);
  for (StateId q = 0; q < lts.stateCount(); ++q)
    for (const Transition &t : lts.successors(q))
      builder.addAction(q, t.action, t.target == ErrorState ? lts.stateCount() : t.target);
  return builder.build(lts.name(), LtsBuilder::Keep::All);
}

template <unsigned Words>
AcceptanceSearch searchFailure(const Product &product, StateId failure, const Budget &budget) {
  NumberedProduct<Words> states(product, budget);
  PathSearch<Words> paths(states, budget);
  AcceptanceSearch result;
  result.reachesError = true;
  using Entry = typename PathSearch<Words>::Entry;
  bool isFound = false;
  result.limit = paths.run(Lts::initial(), [&](StateId s) {
    isFound = states.observerState(s) == failure;
    return isFound ? Entry::Stop : Entry::Visit;
  });
  result.statistics.states = states.size();
  result.statistics.transitions = states.transitions();
  result.statistics.storageBytes = states.bytes();
  if (isFound)
    result.found = {{paths.pathTo(paths.last())}, {}};
  result.statistics.depth = isFound ? result.found->prefix.size() : 0;
  return result;
}

} // namespace

AcceptanceSearch searchObserverError(const Network &source, const Budget &budget) {
  Network network = source;
  StateId failure = network.observer->lts->stateCount();
  network.observer->lts = std::make_shared<const Lts>(withFailure(*network.observer->lts));
  Product product(network);
  return withWords(product, [&](auto words) { return searchFailure<words()>(product, failure, budget); });
}

ProgressSearch searchProgress(const Network &network, llvm::ArrayRef<ProgressRequirement> requirements,
                              const Budget &budget) {
  Product product(network);
  return withWords(product, [&](auto words) { return searchTerminal<words()>(product, requirements, budget); });
}

AcceptanceSearch searchAcceptance(const Network &network, const std::vector<bool> &accepting, Choice choice,
                                  const Budget &budget) {
  assert(network.observer && accepting.size() == network.observer->lts->stateCount() && "an observer decides");
  Product product(network);
  return withWords(product, [&](auto words) { return searchAccepting<words()>(product, accepting, choice, budget); });
}

} // namespace tenon
