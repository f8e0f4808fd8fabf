//===- Buchi.cpp - Temporal formulas to Büchi automata --------------------===//

#include "tenon/Check/Buchi.h"
#include "LetterAutomaton.h"
#include "tenon/Lower/LtlProgression.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <map>

using namespace llvm;

namespace tenon {

namespace {

/// Untils that a transition leaves unfulfilled; a number of GeneralizedAutomaton::pendingSets.
using PendingId = uint32_t;

/// A transition-based generalized Büchi automaton. Instead of the sets of marks that a transition has it keeps those
/// that it lacks, one for each until that is carried on: a run accepts if each until is infinitely often not pending.
struct GeneralizedAutomaton {
  struct Edge {
    Letter letter;
    StateId target;
    PendingId pending;
    friend auto operator<=>(const Edge &, const Edge &) = default;
  };
  std::vector<std::vector<Edge>> rows;
  std::vector<LtlClause> pendingSets;

  uint32_t size() const { return static_cast<uint32_t>(rows.size()); }
  Components components() const {
    return findComponents(size(), [this](uint32_t node, size_t i) -> std::optional<uint32_t> {
      return i < rows[node].size() ? std::optional<uint32_t>(rows[node][i].target) : std::nullopt;
    });
  }
  void reduceByBisimulation();
};

void GeneralizedAutomaton::reduceByBisimulation() {
  std::vector<uint32_t> blockOf(size(), 0);
  uint32_t blockCount = 0;
  for (;;) {
    std::map<std::pair<uint32_t, std::vector<Edge>>, uint32_t> signatures;
    std::vector<uint32_t> refined(size());
    for (StateId s = 0; s < size(); ++s) {
      std::vector<Edge> signature = rows[s];
      for (Edge &e : signature)
        e.target = blockOf[e.target];
      llvm::sort(signature);
      signature.erase(std::unique(signature.begin(), signature.end()), signature.end());
      auto number = static_cast<uint32_t>(signatures.size());
      refined[s] = signatures.try_emplace({blockOf[s], std::move(signature)}, number).first->second;
    }
    blockOf = std::move(refined);
    bool stable = signatures.size() == blockCount;
    blockCount = static_cast<uint32_t>(signatures.size());
    if (stable)
      break;
  }
  if (blockCount == size())
    return;
  // Blocks are numbered in the order of their least states: the initial state stays first.
  std::vector<std::vector<Edge>> quotient;
  for (StateId s = 0; s < size(); ++s) {
    if (blockOf[s] != quotient.size())
      continue;
    std::vector<Edge> row = std::move(rows[s]);
    for (Edge &e : row)
      e.target = blockOf[e.target];
    llvm::sort(row);
    row.erase(std::unique(row.begin(), row.end()), row.end());
    quotient.push_back(std::move(row));
  }
  rows = std::move(quotient);
}

//===----------------------------------------------------------------------===//
// Formula to generalized automaton
//===----------------------------------------------------------------------===//

/// States are clauses with the values of the fluents in them (Gastin and Oddoux, 2001, §4).
class Translation {
public:
  Translation(const LtlPool &pool, const Budget &budget)
      : pool(pool), steps(pool.alphabet()), budget(budget), progression(pool, budget) {}
  /// Nullopt when the budget ends.
  std::optional<GeneralizedAutomaton> translate(LtlId formula);

private:
  struct State {
    LtlClause clause;
    BitVector values; ///< Those of the fluents that the clause depends on, the others false.
  };
  struct Move {
    LtlClause clause;
    LtlClause pending;
  };
  StateId number(LtlClause clause, BitVector values);
  PendingId numberPending(const LtlClause &pending);
  std::vector<Move> moves(const LtlClause &clause);
  bool isFulfilled(LtlId until, const LtlClause &next);

  const LtlPool &pool;
  const StepAlphabet &steps;
  const Budget &budget;
  LtlProgression progression;
  std::map<std::vector<uintptr_t>, StateId> numbers;
  std::vector<State> states;
  std::map<LtlClause, PendingId> pendingNumbers;
  GeneralizedAutomaton result;
};

StateId Translation::number(LtlClause clause, BitVector values) {
  values &= progression.support(clause);
  std::vector<uintptr_t> key(clause.begin(), clause.end());
  append_range(key, values.getData());
  auto [entry, isNew] = numbers.try_emplace(std::move(key), static_cast<StateId>(states.size()));
  if (isNew)
    states.push_back({std::move(clause), std::move(values)});
  return entry->second;
}

PendingId Translation::numberPending(const LtlClause &pending) {
  auto [entry, isNew] = pendingNumbers.try_emplace(pending, static_cast<PendingId>(result.pendingSets.size()));
  if (isNew)
    result.pendingSets.push_back(pending);
  return entry->second;
}

/// Whether the step lets an until go on without itself, by what the next state demands anyway.
bool Translation::isFulfilled(LtlId until, const LtlClause &next) {
  return any_of(progression.progress(until), [&](const LtlClause &choice) {
    return !is_contained(choice, until) && std::includes(next.begin(), next.end(), choice.begin(), choice.end());
  });
}

/// The moves of a state with the step that the progression is set to. A move that demands more and has fulfilled no
/// more than another one is left out.
std::vector<Translation::Move> Translation::moves(const LtlClause &clause) {
  std::vector<Move> all;
  for (LtlClause &next : progression.progress(clause, false)) {
    Move move;
    for (LtlId id : next)
      if (pool[id].kind == LtlPool::Kind::Until && !isFulfilled(id, next))
        move.pending.push_back(id);
    move.clause = std::move(next);
    all.push_back(std::move(move));
  }
  llvm::sort(all, [](const Move &a, const Move &b) {
    if (a.clause.size() != b.clause.size())
      return a.clause.size() < b.clause.size();
    return a.clause < b.clause;
  });
  std::vector<Move> kept;
  auto includes = [](const LtlClause &a, const LtlClause &b) {
    return std::includes(a.begin(), a.end(), b.begin(), b.end());
  };
  for (Move &move : all)
    if (none_of(kept, [&](const Move &better) {
          return includes(move.clause, better.clause) && includes(move.pending, better.pending);
        }))
      kept.push_back(std::move(move));
  return kept;
}

std::optional<GeneralizedAutomaton> Translation::translate(LtlId formula) {
  const LtlPool::Node &root = pool[formula];
  LtlClause initial;
  if (root.kind == LtlPool::Kind::And)
    initial.assign(root.operands.begin(), root.operands.end());
  else
    initial = {formula};
  number(std::move(initial), steps.initialValues());
  for (StateId s = 0; s < states.size(); ++s) {
    if (s % 64 == 0 && budget.exceeded() != Budget::Limit::None)
      return std::nullopt;
    State state = states[s];
    std::vector<GeneralizedAutomaton::Edge> row;
    for (Letter letter = 0; letter < steps.size(); ++letter) {
      BitVector values = state.values;
      steps.step(values, letter);
      progression.setStep(letter, values);
      for (Move &move : moves(state.clause)) {
        PendingId pending = numberPending(move.pending);
        row.push_back({letter, number(std::move(move.clause), values), pending});
      }
      if (progression.limit() != Budget::Limit::None)
        return std::nullopt;
    }
    llvm::sort(row);
    row.erase(std::unique(row.begin(), row.end()), row.end());
    result.rows.push_back(std::move(row));
  }
  result.reduceByBisimulation();
  return std::move(result);
}

//===----------------------------------------------------------------------===//
// Generalized automaton to Büchi automaton
//===----------------------------------------------------------------------===//

/// Counts the untils that have been fulfilled since the last accepting state, in each component only those that
/// are ever pending there.
class Degeneralization {
public:
  explicit Degeneralization(const GeneralizedAutomaton &automaton)
      : automaton(automaton), components(automaton.components()) {
    findUntils();
    findEntryLevels();
  }
  std::optional<LetterAutomaton> run(unsigned letterCount, const Budget &budget);

private:
  using Edge = GeneralizedAutomaton::Edge;
  void findUntils();
  void findEntryLevels();
  bool isPending(const Edge &edge, LtlId until) const {
    return is_contained(automaton.pendingSets[edge.pending], until);
  }
  bool staysInside(StateId from, const Edge &edge) const { return components.of[from] == components.of[edge.target]; }
  bool isAccepting(StateId s) const { return acceptingComponent[components.of[s]]; }
  unsigned topLevel(StateId s) const { return static_cast<unsigned>(untils[components.of[s]].size()); }
  unsigned nextLevel(StateId from, unsigned level, const Edge &edge) const;
  StateId number(StateId state, unsigned level);

  const GeneralizedAutomaton &automaton;
  Components components;
  std::vector<LtlClause> untils; ///< For each component, those pending on one of its transitions.
  std::vector<bool> acceptingComponent;
  std::vector<bool> entersAtTop; ///< For each state.
  std::map<std::pair<StateId, unsigned>, StateId> numbers;
  std::vector<std::pair<StateId, unsigned>> states;
  LetterAutomaton result;
};

void Degeneralization::findUntils() {
  std::vector<LtlClause> alwaysPending(components.count());
  std::vector<bool> hasEdge(components.count(), false);
  untils.resize(components.count());
  for (StateId s = 0; s < automaton.size(); ++s)
    for (const Edge &edge : automaton.rows[s]) {
      if (!staysInside(s, edge))
        continue;
      uint32_t c = components.of[s];
      const LtlClause &pending = automaton.pendingSets[edge.pending];
      LtlClause both, common;
      std::set_union(untils[c].begin(), untils[c].end(), pending.begin(), pending.end(), std::back_inserter(both));
      untils[c] = std::move(both);
      if (!hasEdge[c]) {
        alwaysPending[c] = pending;
        hasEdge[c] = true;
        continue;
      }
      std::set_intersection(alwaysPending[c].begin(), alwaysPending[c].end(), pending.begin(), pending.end(),
                            std::back_inserter(common));
      alwaysPending[c] = std::move(common);
    }
  acceptingComponent.resize(components.count());
  for (uint32_t c = 0; c < components.count(); ++c)
    acceptingComponent[c] = hasEdge[c] && alwaysPending[c].empty();
}

/// A state that a transition with nothing pending leads to is entered as accepting: it will be needed as such.
void Degeneralization::findEntryLevels() {
  entersAtTop.assign(automaton.size(), false);
  for (StateId s = 0; s < automaton.size(); ++s)
    for (const Edge &edge : automaton.rows[s])
      if (staysInside(s, edge) && automaton.pendingSets[edge.pending].empty())
        entersAtTop[edge.target] = true;
}

unsigned Degeneralization::nextLevel(StateId from, unsigned level, const Edge &edge) const {
  if (!isAccepting(edge.target))
    return 0;
  unsigned top = topLevel(edge.target);
  if (!staysInside(from, edge))
    return entersAtTop[edge.target] ? top : 0;
  if (level == top)
    level = 0;
  const LtlClause &order = untils[components.of[from]];
  while (level < top && !isPending(edge, order[level]))
    ++level;
  return level;
}

StateId Degeneralization::number(StateId state, unsigned level) {
  auto [entry, isNew] = numbers.try_emplace({state, level}, static_cast<StateId>(states.size()));
  if (isNew) {
    states.push_back({state, level});
    result.addState(isAccepting(state) && level == topLevel(state));
  }
  return entry->second;
}

std::optional<LetterAutomaton> Degeneralization::run(unsigned letterCount, const Budget &budget) {
  result.letterCount = letterCount;
  number(0, isAccepting(0) && entersAtTop[0] ? topLevel(0) : 0);
  for (StateId s = 0; s < states.size(); ++s) {
    if (s % 256 == 0 && budget.exceeded() != Budget::Limit::None)
      return std::nullopt;
    auto [state, level] = states[s];
    for (const Edge &edge : automaton.rows[state]) {
      StateId target = number(edge.target, nextLevel(state, level, edge));
      result.rows[s].push_back({edge.letter, target});
    }
    result.sortRow(s);
  }
  return std::move(result);
}

} // namespace

std::optional<BuchiAutomaton> buchiAutomaton(const Model &model, const TemporalFormula &formula, const Budget &budget,
                                             const BuchiOptions &options) {
  StepAlphabet steps(model, formula, options.occurring);
  LtlPool pool(steps);
  LtlId root = pool.normalize(formula, options.negate);
  std::optional<GeneralizedAutomaton> generalized = Translation(pool, budget).translate(root);
  if (!generalized)
    return std::nullopt;
  std::optional<LetterAutomaton> automaton = Degeneralization(*generalized).run(steps.size(), budget);
  if (!automaton || !reduceBySimulation(*automaton, budget))
    return std::nullopt;
  return toBuchiAutomaton(*automaton, model.labels, [&](Letter letter) { return steps.labels(letter); });
}

} // namespace tenon
