//===- SimulationSearch.cpp - Simulation on the fly -----------------------===//

#include "Explorer.h"
#include "Refinement.h"

#include "tenon/Lts/Simulation.h"

#include "llvm/ADT/STLExtras.h"

#include <bit>
#include <numeric>
#include <set>

namespace tenon {

using namespace detail;

namespace {

/// What the right can do, silent steps before a label included where simulation is weak.
struct Answers {
  Answers(const Lts &right, bool weak);
  /// Sorted by target; ErrorState is last.
  llvm::ArrayRef<Transition> to(StateId q, Action action) const {
    const Transition *begin = moves.data() + rowStart[q], *end = moves.data() + rowStart[q + 1];
    begin = std::lower_bound(begin, end, Transition{action, 0});
    const Transition *last = begin;
    while (last != end && last->action == action)
      ++last;
    return {begin, last};
  }

  std::vector<size_t> rowStart{0};
  std::vector<Transition> moves;
  std::vector<bool> canEnd, canFail; ///< Is END; weak: can silently come to END or ERROR.
};

/// How a product's step is seen by the right.
struct View {
  static constexpr Action Silent = ~Action(0);  ///< The right stays.
  static constexpr Action Missing = Silent - 1; ///< The right has no answer.
};

} // namespace

static std::vector<StateId> silentClosure(const Lts &lts, StateId s, bool weak) {
  std::vector<StateId> closure{s};
  std::set<StateId> seen{s};
  for (size_t i = 0; weak && i < closure.size(); ++i)
    if (closure[i] != ErrorState)
      for (const Transition &t : lts.successors(closure[i], TauAction))
        if (seen.insert(t.target).second)
          closure.push_back(t.target);
  return closure;
}

Answers::Answers(const Lts &right, bool weak) {
  std::vector<std::vector<StateId>> closures;
  for (StateId s = 0; s < right.stateCount(); ++s) {
    closures.push_back(silentClosure(right, s, weak));
    canEnd.push_back(right.end() && llvm::is_contained(closures[s], *right.end()));
    canFail.push_back(llvm::is_contained(closures[s], ErrorState));
  }
  for (StateId s = 0; s < right.stateCount(); ++s) {
    size_t first = moves.size();
    for (StateId before : closures[s])
      for (const Transition &t : before == ErrorState ? llvm::ArrayRef<Transition>() : right.successors(before)) {
        if (weak && t.action == TauAction)
          continue;
        moves.push_back(t);
        if (t.target != ErrorState && canFail[t.target])
          moves.push_back({t.action, ErrorState});
      }
    std::sort(moves.begin() + first, moves.end());
    moves.erase(std::unique(moves.begin() + first, moves.end()), moves.end());
    rowStart.push_back(moves.size());
  }
}

namespace {

/// The pairs: a vector of the left with the state of the right in the field of a component that never moves.
template <unsigned Words> class PairSearch {
public:
  PairSearch(const Product &source, const Answers &rightAnswers, std::vector<Action> views, const Budget &limits)
      : product(source), answers(rightAnswers), view(std::move(views)), budget(limits), table(source.words()),
        expander(source), successors(source.words()), pending(source.words()), current(source.words()),
        candidate(source.words()), rightField(source.network().components.size() - 1) {}

  void run(SimulationSearch &result);

private:
  static constexpr size_t BatchSize = 128, CheckInterval = 4096;
  static constexpr size_t FirstSweep = 1024;
  static constexpr unsigned MaxRelaxations = 64, SweepsAtFirst = 4;

  StateId rightState() const { return product.componentState(current.data(), rightField); }
  void expand(StateId pair);
  /// A move of the left that the right has no answer to, whatever comes after; None if there is none. Where the left is
  /// END and the right is not, the number of successors.
  uint32_t missing() const;
  bool isMissing(uint32_t move) const;
  template <typename Body> void forEachAnswer(uint32_t move, Body body);
  void enqueueAnswers();
  bool flush();
  bool explore();
  uint32_t failureOf(uint32_t move);
  uint32_t failure(bool isLeast);
  void makeDepths();
  void sweep();
  template <typename Body> bool forEachDependency(Body body);
  bool propagate();
  void relax();
  void collectStatistics(SearchStatistics &statistics) const;
  bool isOver(size_t count) {
    if (count % CheckInterval != CheckInterval - 1)
      return false;
    budget.progress({table.size(), moves, 0});
    limit = budget.exceeded();
    return limit != Budget::Limit::None;
  }

  struct Witness {
    uint32_t depth;
    TreeLetter letter; ///< View::Silent: none.
    bool toError = false;
    std::vector<StateId> answers; ///< Pairs that fail.
  };
  Witness witness(StateId pair);
  void makeTree(SpelledTree &tree);

  const Product &product;
  const Answers &answers;
  std::vector<Action> view; ///< By action of the product.
  const Budget &budget;
  StateTable<Words> table;
  Expander<Words> expander;
  SuccessorBuffer successors; ///< Of the current pair.
  SuccessorBuffer pending;    ///< Pairs to be inserted.
  std::vector<uint64_t> current, candidate;
  size_t rightField;
  size_t explored = 0;
  uint64_t moves = 0;
  std::vector<StateId> stuck;  ///< Those explored that lack an answer.
  std::vector<uint32_t> depth; ///< By pair: in how many moves the right fails at most; 0: not so far. Empty: never.
  Budget::Limit limit = Budget::Limit::None;
};

} // namespace

template <unsigned Words> void PairSearch<Words>::expand(StateId pair) {
  std::copy_n(table.vector(pair), current.size(), current.begin());
  successors.clear();
  expander.expand(current.data(), successors);
}

template <unsigned Words> bool PairSearch<Words>::isMissing(uint32_t move) const {
  Action seen = view[successors.action(move)];
  StateId q = rightState();
  if (seen == View::Missing)
    return true;
  if (seen == View::Silent)
    return successors.isError(move) && !answers.canFail[q];
  llvm::ArrayRef<Transition> row = answers.to(q, seen);
  return row.empty() || (successors.isError(move) ? row.back().target != ErrorState : row.front().target == ErrorState);
}

template <unsigned Words> uint32_t PairSearch<Words>::missing() const {
  for (uint32_t move = 0; move < successors.size(); ++move)
    if (isMissing(move))
      return move;
  bool isUnmatchedEnd = successors.size() == 0 && product.isEnd(current.data()) && !answers.canEnd[rightState()];
  return isUnmatchedEnd ? 0 : None;
}

/// Calls `body` with the pair vector for each answer to a move that does not lead to ERROR.
template <unsigned Words> template <typename Body> void PairSearch<Words>::forEachAnswer(uint32_t move, Body body) {
  Action seen = view[successors.action(move)];
  if (seen == View::Silent)
    return body(successors.vector(move));
  std::copy_n(successors.vector(move), candidate.size(), candidate.begin());
  for (const Transition &t : answers.to(rightState(), seen)) {
    if (t.target == ErrorState)
      break;
    product.setComponentState(candidate.data(), rightField, t.target);
    body(candidate.data());
  }
}

template <unsigned Words> void PairSearch<Words>::enqueueAnswers() {
  for (uint32_t move = 0; move < successors.size(); ++move) {
    if (successors.isError(move))
      continue;
    forEachAnswer(move, [&](const uint64_t *pair) {
      pending.reserve(1);
      std::copy_n(pair, current.size(), pending.append(0));
    });
  }
}

template <unsigned Words> bool PairSearch<Words>::flush() {
  moves += pending.size();
  if (!table.reserve(pending.size(), budget)) {
    limit = budget.causeOfFailure();
    return false;
  }
  for (size_t i = 0; i < pending.size(); ++i)
    table.prefetchSlot(table.home(table.hash(pending.vector(i))));
  for (size_t i = 0; i < pending.size(); ++i) {
    uint64_t hash = table.hash(pending.vector(i));
    table.insertFrom(table.home(hash), hash, pending.vector(i));
  }
  pending.clear();
  return true;
}

/// False at a limit. Ends early if the initial pair fails.
template <unsigned Words> bool PairSearch<Words>::explore() {
  std::copy_n(product.initial().data(), current.size(), current.begin());
  pending.reserve(1);
  std::copy_n(current.data(), current.size(), pending.append(0));
  if (!flush())
    return false;
  moves = 0; // So far, it is none.
  size_t sweepAt = FirstSweep, stuckAtSweep = 0;
  for (; explored < table.size(); ++explored) {
    if (isOver(explored))
      return false;
    expand(static_cast<StateId>(explored));
    if (missing() != None)
      stuck.push_back(static_cast<StateId>(explored));
    else
      enqueueAnswers();
    bool isLast = explored + 1 == table.size();
    if ((isLast || pending.size() >= BatchSize) && !flush())
      return false;
    if (!stuck.empty() && stuck.front() == 0)
      return true;
    if (explored < sweepAt)
      continue;
    sweepAt = explored * 2;
    if (stuck.size() == stuckAtSweep)
      continue;
    stuckAtSweep = stuck.size();
    ++explored;
    makeDepths();
    sweep();
    --explored;
    if (limit != Budget::Limit::None)
      return false;
    if (depth.front())
      return true;
  }
  return true;
}

template <unsigned Words> void PairSearch<Words>::makeDepths() {
  depth.resize(table.size());
  for (StateId pair : stuck)
    depth[pair] = 1;
}

/// In how many moves the right fails against this one at most, 0 if it does not as far as is known.
template <unsigned Words> uint32_t PairSearch<Words>::failureOf(uint32_t move) {
  if (isMissing(move))
    return 1;
  if (successors.isError(move))
    return 0;
  uint32_t worst = 1;
  forEachAnswer(move, [&](const uint64_t *pair) {
    if (worst == 0)
      return;
    StateId number = table.find(pair);
    uint32_t known = number == ErrorState ? 0 : depth[number];
    worst = known == 0 ? 0 : std::max(worst, known + 1);
  });
  return worst;
}

template <unsigned Words> uint32_t PairSearch<Words>::failure(bool isLeast) {
  uint32_t least = 0;
  for (uint32_t move = 0; move < successors.size() && (isLeast || least == 0); ++move) {
    uint32_t here = failureOf(move);
    if (here != 0 && (least == 0 || here < least))
      least = here;
  }
  return least;
}

/// Pairs are found before those that they depend on, as a rule: backwards. Until nothing changes, or the first fails.
/// Where failures spread against that order, a few sweeps leave the rest to propagate(), which needs more memory.
template <unsigned Words> void PairSearch<Words>::sweep() {
  unsigned round = 0;
  for (bool changes = true; changes && depth.front() == 0; ++round) {
    if (round >= SweepsAtFirst && std::has_single_bit(round) && propagate())
      return;
    if (limit != Budget::Limit::None)
      return;
    changes = false;
    for (size_t pair = explored; pair-- > 0 && depth.front() == 0;) {
      if (depth[pair] != 0)
        continue;
      if (isOver(pair))
        return;
      expand(static_cast<StateId>(pair));
      depth[pair] = failure(/*isLeast=*/false);
      changes |= depth[pair] != 0;
    }
  }
}

/// Calls `body` with each undecided pair, a number for one of its moves, and each pair that answers it. False at a
/// limit.
template <unsigned Words> template <typename Body> bool PairSearch<Words>::forEachDependency(Body body) {
  size_t number = 0;
  for (size_t pair = 0; pair < explored; ++pair) {
    if (depth[pair] != 0)
      continue;
    if (isOver(pair))
      return false;
    expand(static_cast<StateId>(pair));
    for (uint32_t move = 0; move < successors.size(); ++move, ++number)
      if (!successors.isError(move))
        forEachAnswer(move,
                      [&](const uint64_t *vector) { body(static_cast<StateId>(pair), number, table.find(vector)); });
  }
  return true;
}

/// From pairs that fail to those that depend on them, in time linear in the answers: each move counts those that it has
/// left. False if the lists do not fit, or at a limit.
template <unsigned Words> bool PairSearch<Words>::propagate() {
  if (!budget.allows(table.size() * sizeof(size_t)))
    return false;
  std::vector<size_t> end(table.size() + 1, 0);
  size_t moveCount = 0;
  bool isListed = forEachDependency([&](StateId, size_t move, StateId answer) {
    moveCount = std::max(moveCount, move + 1);
    if (answer != ErrorState)
      ++end[answer + size_t(1)];
  });
  if (!isListed || moveCount > ~uint32_t(0) || !budget.allows((end.back() + 2 * moveCount) * sizeof(StateId)))
    return false;
  std::partial_sum(end.begin(), end.end(), end.begin());
  std::vector<uint32_t> dependents(end.back()), answersLeft(moveCount, 0);
  std::vector<StateId> owner(moveCount);
  isListed = forEachDependency([&](StateId pair, size_t move, StateId answer) {
    if (answer != ErrorState)
      dependents[end[answer]++] = static_cast<uint32_t>(move);
    owner[move] = pair;
    ++answersLeft[move];
  });
  if (!isListed)
    return false;
  std::vector<StateId> failing;
  for (size_t pair = 0; pair < explored; ++pair)
    if (depth[pair] != 0)
      failing.push_back(static_cast<StateId>(pair));
  for (size_t next = 0; next < failing.size() && depth.front() == 0; ++next) {
    if (isOver(next))
      return false;
    StateId answer = failing[next];
    for (size_t i = answer == 0 ? 0 : end[answer - size_t(1)]; i != end[answer]; ++i) {
      StateId pair = owner[dependents[i]];
      if (--answersLeft[dependents[i]] != 0 || depth[pair] != 0)
        continue;
      expand(pair);
      depth[pair] = failure(/*isLeast=*/false);
      failing.push_back(pair);
    }
  }
  return true;
}

/// Makes the depths of failing pairs smaller: trees are to be short.
template <unsigned Words> void PairSearch<Words>::relax() {
  bool changes = true;
  for (unsigned round = 0; changes && round < MaxRelaxations; ++round) {
    changes = false;
    for (size_t pair = explored; pair-- > 0;) {
      if (depth[pair] < 2)
        continue;
      if (isOver(pair))
        return;
      expand(static_cast<StateId>(pair));
      uint32_t least = failure(/*isLeast=*/true);
      changes |= least < depth[pair];
      depth[pair] = std::min(depth[pair], least);
    }
  }
}

//===----------------------------------------------------------------------===//
// The evidence
//===----------------------------------------------------------------------===//

template <unsigned Words> typename PairSearch<Words>::Witness PairSearch<Words>::witness(StateId pair) {
  expand(pair);
  Witness best{depth[pair], View::Silent, false, {}};
  if (uint32_t move = missing(); move != None) {
    bool isEnd = successors.size() == 0;
    best.toError = !isEnd && successors.isError(move);
    if (isEnd)
      best.letter = static_cast<TreeLetter>(view.size() + 1);
    else if (view[successors.action(move)] != View::Silent)
      best.letter = successors.action(move);
    return best;
  }
  size_t fewest = ~size_t(0);
  for (uint32_t move = 0; move < successors.size(); ++move) {
    uint32_t here = failureOf(move);
    if (here == 0 || here > depth[pair])
      continue;
    std::vector<StateId> failing;
    forEachAnswer(move, [&](const uint64_t *vector) { failing.push_back(table.find(vector)); });
    if (failing.size() >= fewest)
      continue;
    fewest = failing.size();
    best.letter = view[successors.action(move)] == View::Silent ? View::Silent : successors.action(move);
    best.answers = std::move(failing);
  }
  return best;
}

template <unsigned Words> void PairSearch<Words>::makeTree(SpelledTree &tree) {
  TreeDag &store = tree.store;
  llvm::DenseMap<StateId, Witness> needed;
  std::vector<StateId> order{0};
  llvm::DenseSet<StateId> seen{0};
  for (size_t i = 0; i < order.size(); ++i) {
    Witness why = witness(order[i]);
    for (StateId next : why.answers)
      if (seen.insert(next).second)
        order.push_back(next);
    needed.try_emplace(order[i], std::move(why));
  }
  llvm::stable_sort(order, [&](StateId a, StateId b) { return needed[a].depth < needed[b].depth; });
  llvm::DenseMap<StateId, TreeId> treeOf;
  for (StateId pair : order) {
    const Witness &why = needed[pair];
    std::vector<std::pair<TreeLetter, TreeId>> branches;
    if (why.toError)
      branches.push_back({static_cast<TreeLetter>(view.size()), TreeDag::Empty});
    for (StateId next : why.answers)
      llvm::append_range(branches, store.branches(treeOf.lookup(next)));
    llvm::sort(branches);
    branches.erase(std::unique(branches.begin(), branches.end()), branches.end());
    TreeId rest = store.fromBranches(branches);
    treeOf[pair] = why.letter == View::Silent ? rest : store.forward(why.letter, rest);
  }
  tree.root = treeOf.lookup(0);
}

template <unsigned Words> void PairSearch<Words>::collectStatistics(SearchStatistics &statistics) const {
  statistics.states = table.size();
  statistics.transitions = moves;
  statistics.storageBytes = table.bytes() + (depth.capacity() + stuck.capacity()) * sizeof(uint32_t);
  statistics.tableLoad = table.load();
}

template <unsigned Words> void PairSearch<Words>::run(SimulationSearch &result) {
  bool isComplete = explore();
  if (isComplete && !stuck.empty()) {
    makeDepths();
    explored = std::min(explored, table.size());
    sweep();
    result.simulated = depth.front() == 0;
    if (!result.simulated && limit == Budget::Limit::None)
      relax();
    if (!result.simulated)
      makeTree(result.tree);
    if (!result.simulated)
      limit = Budget::Limit::None;
  }
  result.limit = limit;
  collectStatistics(result.statistics);
}

SimulationSearch searchSimulation(const Network &left, const Lts &right, const SimulationOptions &options,
                                  const Budget &budget) {
  Answers answers(right, options.weak);
  Network network = left;
  Alphabet nothing(left.table, {});
  network.components.push_back({"answer", std::make_shared<const Lts>(LtsBuilder::fromRows(
                                              "answer", nothing, std::vector<size_t>(right.stateCount() + size_t(1), 0),
                                              {}, std::nullopt, LtsBuilder::Keep::All))});
  Product product(network);
  SimulationSearch result;
  std::vector<Action> view;
  for (Action action = 0; action <= product.alphabet().size(); ++action) {
    LabelId label = product.visible(action);
    std::optional<Action> known = label == LabelTable::Tau
                                      ? std::optional<Action>(TauAction)
                                      : right.alphabet().find(product.network().table->text(label));
    bool isSilent = options.weak && label == LabelTable::Tau;
    view.push_back(isSilent ? View::Silent : known ? *known : options.ignoreForeign ? View::Silent : View::Missing);
    result.tree.letters.push_back(product.network().table->text(label).str());
  }
  result.tree.letters.push_back("ERROR");
  result.tree.letters.push_back("END");
  withWords(product, [&](auto words) {
    PairSearch<decltype(words)::value>(product, answers, std::move(view), budget).run(result);
  });
  return result;
}

SimulationSearch searchSimulation(const LtsRef &left, const Lts &right, const SimulationOptions &options,
                                  const Budget &budget) {
  Network network;
  network.name = left->name();
  network.table = left->alphabet().table();
  network.components.push_back({left->name(), left});
  return searchSimulation(network, right, options, budget);
}

} // namespace tenon
