//===- Compose.cpp - Parallel composition ---------------------------------===//

#include "tenon/Lts/Compose.h"

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

  Lts finish();

private:
  static constexpr size_t PieceSize = size_t(1) << 16;

  const Product &product;
  std::vector<size_t> rowStart{0};
  std::deque<std::vector<Transition>> pieces{1};
  std::vector<StateId> ends;
};

} // namespace

/// Joins the rows, hides, merges the END states. The numbering stays as explored if neither changes anything.
Lts RowCollector::finish() {
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
                              isRenumbered ? LtsBuilder::Keep::Reachable : LtsBuilder::Keep::All);
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

} // namespace tenon
