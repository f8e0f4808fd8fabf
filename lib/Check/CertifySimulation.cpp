//===- CertifySimulation.cpp - Simulation by definition -------------------===//

#include "tenon/Check/CertifySimulation.h"

#include <deque>
#include <map>
#include <set>
#include <tuple>

namespace tenon {

//===----------------------------------------------------------------------===//
// The relation
//===----------------------------------------------------------------------===//

namespace {

using Places = std::set<StateId>;

/// Steps of a system by the text of their labels, with silent steps before them if they are silent at all.
class Steps {
public:
  using IsSilent = std::function<bool(llvm::StringRef)>;
  Steps(const Lts &system, IsSilent silentLabel) : lts(system), isSilent(std::move(silentLabel)) {}

  Places silently(StateId from) const {
    Places places{from};
    for (std::deque<StateId> todo{from}; !todo.empty(); todo.pop_front())
      if (todo.front() != ErrorState)
        for (const Transition &t : lts.successors(todo.front()))
          if (isSilent(lts.alphabet().text(t.action)) && places.insert(t.target).second)
            todo.push_back(t.target);
    return places;
  }
  /// ErrorState may be among them.
  Places by(StateId from, llvm::StringRef label) const {
    Places result;
    for (StateId s : silently(from))
      if (s != ErrorState)
        for (const Transition &t : lts.successors(s))
          if (lts.alphabet().text(t.action) == label)
            result.insert(t.target);
    return result;
  }
  bool canFail(StateId from) const { return silently(from).count(ErrorState) != 0; }
  bool canEnd(StateId from) const { return lts.end() && silently(from).count(*lts.end()) != 0; }

private:
  const Lts &lts;
  IsSilent isSilent;
};

/// The relation, from which pairs are thrown out.
class NaiveSimulation {
public:
  NaiveSimulation(const Lts &leftLts, const Lts &rightLts, const SimulationOptions &simulation)
      : left(leftLts), right(rightLts), options(simulation),
        steps(rightLts, [&](llvm::StringRef label) { return options.weak && label == "tau"; }) {}

  std::optional<bool> run(const Budget &budget) {
    for (StateId p = 0; p < left.stateCount(); ++p)
      for (StateId q = 0; q < right.stateCount(); ++q)
        pairs.insert({p, q});
    size_t count = 0;
    for (bool changes = true; changes;) {
      changes = false;
      for (auto pair = pairs.begin(); pair != pairs.end();) {
        if (++count % 256 == 0 && budget.exceeded() != Budget::Limit::None)
          return std::nullopt;
        bool isGood = keeps(pair->first, pair->second);
        changes |= !isGood;
        pair = isGood ? std::next(pair) : pairs.erase(pair);
      }
    }
    return pairs.count({Lts::initial(), Lts::initial()}) != 0;
  }

private:
  bool isSilent(Action action) const {
    if (action == TauAction)
      return options.weak;
    return options.ignoreForeign && !right.alphabet().find(left.alphabet().text(action));
  }
  bool keeps(StateId p, StateId q) const {
    if (left.end() == p && !steps.canEnd(q))
      return false;
    for (const Transition &t : left.successors(p))
      if (isSilent(t.action) ? !keepsSilent(t.target, q) : !keepsMove(t, q))
        return false;
    return true;
  }
  bool keepsSilent(StateId p, StateId q) const { return p == ErrorState ? steps.canFail(q) : pairs.count({p, q}) != 0; }
  bool keepsMove(const Transition &move, StateId q) const {
    for (StateId answer : steps.by(q, left.alphabet().text(move.action))) {
      bool isError = answer == ErrorState || (options.weak && steps.canFail(answer));
      if (move.target == ErrorState ? isError : answer != ErrorState && pairs.count({move.target, answer}))
        return true;
    }
    return false;
  }

  const Lts &left, &right;
  const SimulationOptions &options;
  Steps steps;
  std::set<std::pair<StateId, StateId>> pairs;
};

} // namespace

std::optional<bool> certifySimulation(const Lts &left, const Lts &right, const SimulationOptions &options,
                                      const Budget &budget) {
  return NaiveSimulation(left, right, options).run(budget);
}

//===----------------------------------------------------------------------===//
// Trees
//===----------------------------------------------------------------------===//

namespace {

class TreePlayer {
public:
  TreePlayer(const Lts &lts, const SpelledTree &spelled, const TreeReplay &treeReplay)
      : tree(spelled), replay(treeReplay), system(lts), steps(lts, [&](llvm::StringRef label) {
          return (replay.weak && label == "tau") || replay.unseen.contains(label);
        }) {}

  bool canDo(StateId s, TreeId t) {
    auto [place, isNew] = known.try_emplace({s, t}, true);
    if (!isNew)
      return place->second;
    bool result = true;
    for (auto [letter, rest] : tree.store.branches(t))
      result = result && canDoBranch(s, tree.letters[letter], rest);
    return known[{s, t}] = result;
  }

private:
  bool isErrorMark(TreeId t) const {
    auto branches = tree.store.branches(t);
    return branches.size() == 1 && tree.letters[branches.front().first] == "ERROR";
  }
  bool canDoBranch(StateId s, llvm::StringRef letter, TreeId rest) {
    if (letter == "ERROR")
      return steps.canFail(s);
    if (letter == "END" && !system.alphabet().find(letter))
      return steps.canEnd(s) && canDoAtEnd(rest);
    if (replay.everywhere.contains(letter))
      return canDo(s, rest);
    for (StateId next : steps.by(s, letter))
      if (isErrorMark(rest) ? next == ErrorState || steps.canFail(next) : next != ErrorState && canDo(next, rest))
        return true;
    return false;
  }
  /// END can be observed again and again, and nothing else.
  bool canDoAtEnd(TreeId rest) { return rest == TreeDag::Empty || canDo(*system.end(), rest); }

  const SpelledTree &tree;
  const TreeReplay &replay;
  const Lts &system;
  Steps steps;
  std::map<std::pair<StateId, TreeId>, bool> known;
};

} // namespace

bool canDoTree(const Lts &lts, const SpelledTree &tree, const TreeReplay &replay) {
  return TreePlayer(lts, tree, replay).canDo(Lts::initial(), tree.root);
}

bool certifyTree(const Lts &left, const Lts &right, const SimulationOptions &options, const SpelledTree &tree) {
  TreeReplay ours{options.weak}, theirs{options.weak};
  for (Action action = 1; options.ignoreForeign && action <= left.alphabet().size(); ++action)
    if (!right.alphabet().find(left.alphabet().text(action)))
      ours.unseen.insert(left.alphabet().text(action));
  return canDoTree(left, tree, ours) && !canDoTree(right, tree, theirs);
}

//===----------------------------------------------------------------------===//
// The premises of rule AG-NC
//===----------------------------------------------------------------------===//

namespace {

/// Everything that trees have runs to: a state of the side, one of the automaton, and the set of states of the
/// specification that simulate the tree (nothing, without one).
class Runs {
public:
  using Run = std::tuple<StateId, uint32_t, Places>;
  Runs(const TreeSide &treeSide, const TreeDfa &dfa, const TreeSide *treeSpecification)
      : side(treeSide), automaton(dfa), specification(treeSpecification) {}

  /// Calls `isGood` for each run to the initial state; false as soon as it says no, nullopt when the budget ends.
  std::optional<bool> all(llvm::function_ref<bool(const Run &)> isGood, const Budget &budget) {
    Places everything;
    for (StateId s = 0; specification && s < specification->lts->stateCount(); ++s)
      everything.insert(s);
    for (StateId s = 0; s < side.lts->stateCount(); ++s) {
      add({s, 0, everything});
      for (const Transition &t : side.lts->successors(s))
        incoming[t.target].push_back({t.action, s});
    }
    size_t count = 0;
    for (; !todo.empty(); todo.pop_front()) {
      if (budget.exceeded() != Budget::Limit::None)
        return std::nullopt;
      Run run = *todo.front();
      if (std::get<0>(run) == Lts::initial() && !isGood(run))
        return false;
      letters(run);
      std::vector<const Run *> &siblings = done[std::get<0>(run)];
      siblings.push_back(todo.front());
      for (size_t i = 0; i < siblings.size(); ++i) {
        if (++count % 4096 == 0 && budget.exceeded() != Budget::Limit::None)
          return std::nullopt;
        sum(run, *siblings[i]);
      }
    }
    return true;
  }

private:
  void add(Run run) {
    auto [place, isNew] = seen.insert(std::move(run));
    if (isNew)
      todo.push_back(&*place);
  }
  void letters(const Run &run) {
    const auto &[target, state, places] = run;
    for (auto [action, s] : incoming[target])
      side.letterOf[action] ? extend(s, run, *side.letterOf[action]) : add({s, state, places});
    for (TreeLetter letter : side.everywhere)
      extend(target, run, letter);
  }
  void extend(StateId s, const Run &run, TreeLetter letter) {
    add({s, automaton.target(std::get<1>(run), letter), before(std::get<2>(run), letter)});
  }
  /// The states of the specification that do the letter and then are in one of the places.
  Places before(const Places &places, TreeLetter letter) const {
    if (!specification || llvm::is_contained(specification->everywhere, letter))
      return places;
    const Lts &lts = *specification->lts;
    Places result;
    for (StateId s = 0; s < lts.stateCount(); ++s)
      for (const Transition &t : lts.successors(s))
        if (specification->letterOf[t.action] == letter && places.count(t.target))
          result.insert(s);
    for (size_t size = 0; size != result.size();) {
      size = result.size();
      for (StateId s = 0; s < lts.stateCount(); ++s)
        for (const Transition &t : lts.successors(s))
          if (!specification->letterOf[t.action] && result.count(t.target))
            result.insert(s);
    }
    return result;
  }
  void sum(const Run &a, const Run &b) {
    Places common;
    for (StateId s : std::get<2>(a))
      if (std::get<2>(b).count(s))
        common.insert(s);
    add({std::get<0>(a), automaton.sum(std::get<1>(a), std::get<1>(b)), std::move(common)});
  }

  const TreeSide &side;
  const TreeDfa &automaton;
  const TreeSide *specification;
  std::map<StateId, std::vector<std::pair<Action, StateId>>> incoming;
  std::set<Run> seen;
  std::deque<const Run *> todo;
  std::map<StateId, std::vector<const Run *>> done;
};

} // namespace

std::optional<bool> certifyAccepted(const TreeSide &side, const TreeDfa &automaton, const Budget &budget) {
  auto isAccepted = [&](const Runs::Run &run) { return bool(automaton.accepting[std::get<1>(run)]); };
  return Runs(side, automaton, nullptr).all(isAccepted, budget);
}

std::optional<bool> certifyImplied(const TreeDfa &automaton, const TreeSide &side, const TreeSide &specification,
                                   const Budget &budget) {
  auto isSimulated = [&](const Runs::Run &run) {
    return !automaton.accepting[std::get<1>(run)] || std::get<2>(run).count(Lts::initial()) != 0;
  };
  return Runs(side, automaton, &specification).all(isSimulated, budget);
}

} // namespace tenon
