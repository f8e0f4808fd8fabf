//===- Compose.cpp - Parallel composition ---------------------------------===//

#include "tenon/Lts/Compose.h"

#include "tenon/Lts/ComposedStates.h"

#include "Explorer.h"

#include <deque>

namespace tenon {

using namespace detail;

namespace {

/// Collects the rows. Transitions are kept in pieces, which are given back one by one when the rows are joined, so that
/// at no time there are two copies.
class RowCollector {
public:
  explicit RowCollector(const Product &source) : product(source) {}

  Visit expanded(unsigned, StateId s, const uint64_t *vector, const SuccessorBuffer &successors, size_t first) {
    rowStart.push_back(rowStart.back() + successors.size() - first);
    if (successors.size() == first && product.isEnd(vector))
      ends.push_back(s);
    return Visit::Continue;
  }
  void transition(unsigned, Action action, StateId target) {
    if (pieces.back().size() == PieceSize)
      pieces.emplace_back().reserve(PieceSize);
    pieces.back().push_back({action, target});
  }
  bool levelDone() const { return true; }

  size_t stateCount() const { return rowStart.size() - 1; }
  Lts finish(LtsBuilder::Keep keep = LtsBuilder::Keep::Reachable);

private:
  static constexpr size_t PieceSize = size_t(1) << 16;

  const Product &product;
  std::vector<size_t> rowStart{0};
  std::deque<std::vector<Transition>> pieces{1};
  std::vector<StateId> ends;
};

/// Keeps the state vectors, too, and ends where there are too many.
class StateCollector {
public:
  StateCollector(const Product &source, uint64_t limit) : rows(source), product(source), maxStates(limit) {}

  Visit expanded(unsigned worker, StateId s, const uint64_t *vector, const SuccessorBuffer &successors, size_t first) {
    if (rows.stateCount() >= maxStates) {
      isTooLarge = true;
      return Visit::Stop;
    }
    for (size_t component = 0; component < product.network().components.size(); ++component)
      states.push_back(product.componentState(vector, component));
    return rows.expanded(worker, s, vector, successors, first);
  }
  void transition(unsigned worker, Action action, StateId target) { rows.transition(worker, action, target); }
  bool levelDone() const { return true; }

  RowCollector rows;
  std::vector<StateId> states;
  bool isTooLarge = false;

private:
  const Product &product;
  uint64_t maxStates;
};

} // namespace

/// Joins the rows, hides, merges the END states. The numbering stays as explored if neither changes anything.
Lts RowCollector::finish(LtsBuilder::Keep keep) {
  std::vector<Transition> transitions;
  transitions.reserve(rowStart.back());
  for (; !pieces.empty(); pieces.pop_front())
    transitions.insert(transitions.end(), pieces.front().begin(), pieces.front().end());

  const Network &network = product.network();
  Alphabet alphabet = product.alphabet();
  bool isRenumbered = false;
  if (network.hiding) {
    std::vector<LabelId> kept;
    for (Action a = 1; a <= alphabet.size(); ++a)
      if (LabelId label = product.visible(a); label != LabelTable::Tau)
        kept.push_back(label);
    alphabet = Alphabet(network.table, std::move(kept));
    std::vector<Action> newAction(product.alphabet().size() + size_t(1));
    for (Action a = 1; a < newAction.size(); ++a)
      newAction[a] = *alphabet.find(product.visible(a));
    for (Transition &t : transitions)
      t.action = newAction[t.action];
    isRenumbered = true;
  }
  std::optional<StateId> end;
  if (!ends.empty())
    end = ends.front();
  if (ends.size() > 1) {
    std::vector<bool> isEnd(rowStart.size());
    for (StateId s : ends)
      isEnd[s] = true;
    for (Transition &t : transitions)
      if (t.target != ErrorState && isEnd[t.target])
        t.target = *end;
    isRenumbered = true;
  }
  return LtsBuilder::fromRows(network.name, alphabet, std::move(rowStart), std::move(transitions), end,
                              isRenumbered ? keep : LtsBuilder::Keep::All);
}

llvm::Expected<Lts> compose(const Network &network, const Budget &budget, SearchStatistics *statistics) {
  Product product(network);
  RowCollector rows(product);
  Budget::Limit limit = withExplorer(product, budget, {}, [&](auto &explorer) {
    Budget::Limit result = explorer.run(rows);
    if (statistics)
      *statistics = explorer.statistics();
    return result;
  });
  if (limit != Budget::Limit::None)
    return llvm::createStringError("composition of '" + network.name + "': " + budget.describe(limit));
  return rows.finish();
}

/// The reachable states in the order in which LtsBuilder numbers them.
static std::vector<StateId> breadthFirst(const Lts &lts) {
  std::vector<StateId> order{Lts::initial()};
  std::vector<bool> isKnown(lts.stateCount());
  isKnown[Lts::initial()] = true;
  for (size_t next = 0; next < order.size(); ++next)
    for (const Transition &t : lts.successors(order[next]))
      if (t.target != ErrorState && !isKnown[t.target]) {
        isKnown[t.target] = true;
        order.push_back(t.target);
      }
  return order;
}

/// With the states numbered anew, in this order.
static Lts inOrder(const Lts &lts, const std::vector<StateId> &order) {
  std::vector<StateId> numberOf(lts.stateCount(), ErrorState);
  for (size_t i = 0; i < order.size(); ++i)
    numberOf[order[i]] = static_cast<StateId>(i);
  std::vector<size_t> rowStart{0};
  std::vector<Transition> transitions;
  for (StateId s : order) {
    for (const Transition &t : lts.successors(s))
      transitions.push_back({t.action, t.target == ErrorState ? ErrorState : numberOf[t.target]});
    rowStart.push_back(transitions.size());
  }
  std::optional<StateId> end = lts.end();
  if (end)
    end = numberOf[*end] == ErrorState ? std::nullopt : std::optional(numberOf[*end]);
  return LtsBuilder::fromRows(lts.name(), lts.alphabet(), std::move(rowStart), std::move(transitions), end,
                              LtsBuilder::Keep::All);
}

llvm::Expected<std::optional<ComposedStates>> composeUpTo(const Network &network, uint64_t maxStates,
                                                          const Budget &budget) {
  Product product(network);
  StateCollector collector(product, maxStates);
  Budget::Limit limit = withExplorer(product, budget, {}, [&](auto &explorer) { return explorer.run(collector); });
  if (collector.isTooLarge)
    return std::nullopt;
  if (limit != Budget::Limit::None)
    return llvm::createStringError("composition of '" + network.name + "': " + budget.describe(limit));
  Lts explored = collector.rows.finish(LtsBuilder::Keep::All);
  std::vector<StateId> order = breadthFirst(explored);
  size_t width = network.components.size();
  ComposedStates result{inOrder(explored, order), {}};
  result.componentStates.reserve(order.size() * width);
  for (StateId s : order)
    result.componentStates.insert(result.componentStates.end(), collector.states.begin() + s * width,
                                  collector.states.begin() + (s + 1) * width);
  return result;
}

} // namespace tenon
