//===- Certify.cpp - The independent checker ------------------------------===//
//
// The definitions of fsp-language §11 and §12, written down as directly as possible.
//
//===----------------------------------------------------------------------===//

#include "tenon/Check/Certify.h"

#include <algorithm>
#include <deque>
#include <set>

namespace tenon {

namespace {

using Tuple = std::vector<StateId>;

class Interpreter {
public:
  explicit Interpreter(const Network &network) : network(network) {
    for (const Component &component : network.components) {
      const Alphabet &alphabet = component.lts->alphabet();
      for (Action action = 1; action <= alphabet.size(); ++action)
        visible.insert(alphabet.label(action));
    }
  }

  /// All successors; a tuple with an ErrorState in it is ERROR.
  std::vector<Tuple> successors(const Tuple &state) const {
    std::vector<std::pair<LabelId, Tuple>> moves;
    for (size_t i = 0; i < state.size(); ++i)
      for (const Transition &t : network.components[i].lts->successors(state[i], TauAction)) {
        Tuple next = state;
        next[i] = t.target;
        moves.push_back({LabelTable::Tau, std::move(next)});
      }
    for (LabelId label : visible)
      for (Tuple &next : synchronized(state, label))
        moves.push_back({label, std::move(next)});
    return applyPriority(std::move(moves));
  }

  bool isEnd(const Tuple &state) const {
    bool anyEnd = false;
    std::set<LabelId> terminating;
    for (size_t i = 0; i < state.size(); ++i) {
      const Lts &lts = *network.components[i].lts;
      if (!lts.end())
        continue;
      if (state[i] != *lts.end())
        return false;
      if (network.ltsaEndRule && *lts.end() == Lts::initial())
        continue;
      anyEnd = true;
      for (LabelId label : lts.alphabet().labels())
        terminating.insert(label);
    }
    if (!anyEnd)
      return false;
    return std::includes(terminating.begin(), terminating.end(), visible.begin(), visible.end());
  }

private:
  std::vector<Tuple> synchronized(const Tuple &state, LabelId label) const {
    std::vector<Tuple> results{state};
    for (size_t i = 0; i < state.size(); ++i) {
      const Lts &lts = *network.components[i].lts;
      std::optional<Action> action = lts.alphabet().find(label);
      if (!action)
        continue;
      std::vector<Tuple> extended;
      for (const Tuple &partial : results)
        for (const Transition &t : lts.successors(state[i], *action)) {
          Tuple next = partial;
          next[i] = t.target;
          extended.push_back(std::move(next));
        }
      results = std::move(extended);
    }
    return results;
  }

  std::vector<Tuple> applyPriority(std::vector<std::pair<LabelId, Tuple>> &&moves) const {
    auto isLow = [&](LabelId label) { return network.priority->isLow(label, network.table->text(label)); };
    bool anyHigh = false;
    for (const auto &[label, next] : moves)
      anyHigh |= network.priority && !isLow(label);
    std::vector<Tuple> kept;
    for (auto &[label, next] : moves)
      if (!anyHigh || !isLow(label))
        kept.push_back(std::move(next));
    return kept;
  }

  const Network &network;
  std::set<LabelId> visible;
};

} // namespace

std::optional<bool> certifyAbsence(const Network &network, ReplayOutcome outcome, const Budget &budget) {
  Interpreter interpreter(network);
  Tuple initial(network.components.size(), Lts::initial());
  std::set<Tuple> seen{initial};
  std::deque<Tuple> queue{initial};
  for (uint64_t count = 0; !queue.empty(); ++count) {
    if (count % 256 == 0 && budget.exceeded() != Budget::Limit::None)
      return std::nullopt;
    Tuple state = std::move(queue.front());
    queue.pop_front();
    std::vector<Tuple> successors = interpreter.successors(state);
    if (outcome == ReplayOutcome::Deadlock && successors.empty() && !interpreter.isEnd(state))
      return false;
    for (Tuple &next : successors) {
      bool error = std::find(next.begin(), next.end(), ErrorState) != next.end();
      if (error && outcome == ReplayOutcome::Error)
        return false;
      if (!error && seen.insert(next).second)
        queue.push_back(std::move(next));
    }
  }
  return true;
}

} // namespace tenon
