//===- SafetyMonitor.cpp - Safety formulas as automata --------------------===//

#include "tenon/Lower/SafetyMonitor.h"
#include "tenon/Lower/LtlProgression.h"
#include "tenon/Lts/Minimize.h"

#include "llvm/ADT/STLExtras.h"

#include <map>

using namespace llvm;

namespace tenon {

namespace {

/// The automaton over letters. A target of ErrorState ends a bad prefix.
class ProgressionAutomaton {
public:
  ProgressionAutomaton(const LtlPool &pool, LtlId formula, const Budget &budget)
      : steps(pool.alphabet()), budget(budget), progression(pool, budget) {
    State initial;
    initial.obligation = {LtlClause{formula}};
    initial.values = steps.initialValues();
    number(std::move(initial));
  }

  /// False when the budget ends.
  bool explore();
  /// A state that cannot go on for ever satisfies nothing.
  void propagateErrors();

  StateId stateCount() const { return static_cast<StateId>(rows.size()); }
  StateId target(StateId state, Letter letter) const { return rows[state][letter]; }
  bool isDead(StateId state) const { return dead[state]; }

private:
  struct State {
    BitVector values; ///< Those of the fluents that the obligation depends on, the others false.
    LtlObligation obligation;
  };
  StateId number(State state);
  std::optional<State> step(const State &state, Letter letter);

  const StepAlphabet &steps;
  const Budget &budget;
  LtlProgression progression;
  std::map<std::vector<uintptr_t>, StateId> numbers;
  std::vector<State> states;
  std::vector<std::vector<StateId>> rows;
  std::vector<bool> dead;
};

StateId ProgressionAutomaton::number(State state) {
  BitVector live(steps.trackedCount());
  std::vector<uintptr_t> key;
  for (const LtlClause &clause : state.obligation) {
    live |= progression.support(clause);
    key.push_back(clause.size());
    append_range(key, clause);
  }
  state.values &= live;
  append_range(key, state.values.getData());
  auto [entry, isNew] = numbers.try_emplace(std::move(key), static_cast<StateId>(states.size()));
  if (isNew)
    states.push_back(std::move(state));
  return entry->second;
}

/// The state after a step; null if the step is forbidden.
std::optional<ProgressionAutomaton::State> ProgressionAutomaton::step(const State &state, Letter letter) {
  State next;
  next.values = state.values;
  steps.step(next.values, letter);
  progression.setStep(letter, next.values);
  for (const LtlClause &clause : state.obligation)
    append_range(next.obligation, progression.progress(clause, true));
  keepMinimalClauses(next.obligation);
  if (next.obligation.empty())
    return std::nullopt;
  return next;
}

bool ProgressionAutomaton::explore() {
  for (StateId s = 0; s < states.size(); ++s) {
    if (s % 64 == 0 && budget.exceeded() != Budget::Limit::None)
      return false;
    std::vector<StateId> row;
    for (Letter letter = 0; letter < steps.size(); ++letter) {
      std::optional<State> next = step(State(states[s]), letter);
      if (progression.limit() != Budget::Limit::None)
        return false;
      row.push_back(next ? number(std::move(*next)) : ErrorState);
    }
    rows.push_back(std::move(row));
  }
  propagateErrors();
  return true;
}

void ProgressionAutomaton::propagateErrors() {
  std::vector<std::vector<StateId>> predecessors(stateCount());
  std::vector<unsigned> waysOn(stateCount(), 0);
  std::vector<StateId> work;
  for (StateId s = 0; s < stateCount(); ++s) {
    for (StateId t : rows[s])
      if (t != ErrorState) {
        predecessors[t].push_back(s);
        ++waysOn[s];
      }
    if (waysOn[s] == 0)
      work.push_back(s);
  }
  dead.assign(stateCount(), false);
  while (!work.empty()) {
    StateId s = work.back();
    work.pop_back();
    dead[s] = true;
    for (StateId p : predecessors[s])
      if (--waysOn[p] == 0)
        work.push_back(p);
  }
  for (std::vector<StateId> &row : rows)
    for (StateId &t : row)
      if (t != ErrorState && dead[t])
        t = ErrorState;
}

/// The labels of the letters that some state does not treat like a step with any other label.
std::vector<LabelId> distinguishedLabels(const ProgressionAutomaton &automaton, const StepAlphabet &steps) {
  std::vector<LabelId> labels;
  for (Letter letter = OtherLetter + 1; letter < steps.size(); ++letter)
    for (StateId s = 0; s < automaton.stateCount(); ++s)
      if (automaton.target(s, letter) != automaton.target(s, OtherLetter)) {
        append_range(labels, steps.labels(letter));
        break;
      }
  return labels;
}

void collectLabels(const Model &model, const TemporalFormula &formula, std::vector<LabelId> &labels) {
  append_range(labels, formula.labels);
  if (formula.op == TemporalFormula::Op::Fluent) {
    append_range(labels, model.fluents[formula.fluent].starting);
    append_range(labels, model.fluents[formula.fluent].ending);
  }
  for (const TemporalFormula *operand : {formula.lhs.get(), formula.rhs.get()})
    if (operand)
      collectLabels(model, *operand, labels);
}

std::optional<Lts> minimal(const Lts &lts, const Budget &budget) {
  Expected<Lts> result = minimized(lts, Equivalence::Strong, budget);
  if (result)
    return std::move(*result);
  consumeError(result.takeError());
  return std::nullopt;
}

} // namespace

bool isSafety(const Model &model, const TemporalFormula &formula, const Alphabet *occurring) {
  StepAlphabet steps(model, formula, occurring);
  LtlPool pool(steps);
  return pool[pool.normalize(formula)].isSafety;
}

std::optional<Lts> safetyMonitor(const Model &model, const TemporalFormula &formula, const Budget &budget,
                                 const Alphabet *occurring) {
  StepAlphabet steps(model, formula, occurring);
  LtlPool pool(steps);
  LtlId root = pool.normalize(formula);
  assert(pool[root].isSafety && "only safety formulas have monitors");
  ProgressionAutomaton automaton(pool, root, budget);
  if (!automaton.explore())
    return std::nullopt;
  Alphabet alphabet(model.labels, distinguishedLabels(automaton, steps));
  LtsBuilder builder(alphabet);
  builder.reserveStates(automaton.stateCount());
  for (StateId s = 0; s < automaton.stateCount(); ++s)
    for (Action action = 0; action <= alphabet.size(); ++action)
      builder.addAction(s, action, automaton.target(s, steps.letterOf(alphabet.label(action))));
  return minimal(builder.build(""), budget);
}

std::optional<Lts> constraintProcess(const Model &model, const AssertionModel &constraint, const Budget &budget) {
  StepAlphabet steps(model, *constraint.formula);
  LtlPool pool(steps);
  LtlId root = pool.normalize(*constraint.formula);
  assert(pool[root].isSafety && "only safety formulas have monitors");
  ProgressionAutomaton automaton(pool, root, budget);
  if (!automaton.explore())
    return std::nullopt;
  std::vector<LabelId> labels = constraint.extension;
  collectLabels(model, *constraint.formula, labels);
  Alphabet alphabet(model.labels, std::move(labels));
  LtsBuilder builder(alphabet);
  builder.reserveStates(automaton.stateCount());
  for (StateId s = 0; s < automaton.stateCount(); ++s)
    for (Action action = 1; !automaton.isDead(s) && action <= alphabet.size(); ++action)
      if (StateId t = automaton.target(s, steps.letterOf(alphabet.label(action))); t != ErrorState)
        builder.addAction(s, action, t);
  return minimal(builder.build(constraint.name.text.str()), budget);
}

} // namespace tenon
