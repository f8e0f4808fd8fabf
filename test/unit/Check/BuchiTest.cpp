//===- BuchiTest.cpp - Temporal formulas as automata ----------------------===//

#include "RunsOfAutomata.h"
#include "tenon/Check/Lasso.h"
#include "tenon/Lower/Ltl.h"
#include "tenon/Lower/SafetyMonitor.h"

#include "gtest/gtest.h"

using namespace tenon;
using namespace tenon::test;

namespace {

/// A random formula over a model of its own; what a failing test shows.
struct Sample {
  explicit Sample(uint64_t seed, const RandomFormulaOptions &shape = {}) : random(seed), options(shape) {
    addRandomFluents(random, model, options);
    formula = randomFormula(random, model, options);
  }
  LassoRun run() { return randomRun(random, model, options.labelPool); }
  bool holdsOn(const LassoRun &run) const { return satisfies(model, *formula, run.prefix, run.cycle); }
  std::string text() const { return describeFluents(model) + formulaText(model, *formula); }

  Model model;
  RandomSystems random;
  RandomFormulaOptions options;
  TemporalFormulaRef formula;
};

/// From every accepting state on, the automaton is deterministic and complete.
bool isLimitDeterministic(const BuchiAutomaton &automaton) {
  const Lts &lts = automaton.lts;
  std::set<StateId> seen;
  for (StateId s = 0; s < lts.stateCount(); ++s)
    if (automaton.accepting[s])
      seen.insert(s);
  std::vector<StateId> work(seen.begin(), seen.end());
  while (!work.empty()) {
    StateId s = work.back();
    work.pop_back();
    for (Action action = 0; action <= lts.alphabet().size(); ++action)
      if (lts.successors(s, action).size() != 1)
        return false;
    for (const Transition &t : lts.successors(s))
      if (seen.insert(t.target).second)
        work.push_back(t.target);
  }
  return true;
}

} // namespace

TEST(Buchi, AutomataAcceptWhatSatisfiesTheFormula) {
  Budget budget;
  for (uint64_t seed = 0; seed < 1500; ++seed) {
    Sample sample(seed);
    auto automaton = buchiAutomaton(sample.model, *sample.formula, budget);
    auto negation = buchiAutomaton(sample.model, *sample.formula, budget, {.negate = true});
    ASSERT_TRUE(automaton && negation);
    auto limit = limitDeterministic(*automaton, budget);
    ASSERT_TRUE(limit);
    ASSERT_TRUE(isLimitDeterministic(*limit)) << sample.text();
    for (unsigned i = 0; i < 10; ++i) {
      LassoRun run = sample.run();
      bool expected = sample.holdsOn(run);
      ASSERT_EQ(acceptsRun(*automaton, run), expected)
          << seed << ": " << sample.text() << " on " << describe(sample.model, run);
      ASSERT_EQ(acceptsRun(*negation, run), !expected)
          << seed << ": " << sample.text() << " negated, on " << describe(sample.model, run);
      ASSERT_EQ(acceptsRun(*limit, run), expected)
          << seed << ": " << sample.text() << " limit-deterministic, on " << describe(sample.model, run);
    }
  }
}

TEST(Buchi, MonitorsRejectWhatViolatesTheFormula) {
  Budget budget;
  RandomFormulaOptions options;
  options.safety = true;
  for (uint64_t seed = 0; seed < 1500; ++seed) {
    Sample sample(seed, options);
    ASSERT_TRUE(isSafety(sample.model, *sample.formula)) << sample.text();
    auto monitor = safetyMonitor(sample.model, *sample.formula, budget);
    ASSERT_TRUE(monitor);
    for (unsigned i = 0; i < 10; ++i) {
      LassoRun run = sample.run();
      ASSERT_EQ(rejectsRun(*monitor, run), !sample.holdsOn(run))
          << seed << ": " << sample.text() << " on " << describe(sample.model, run);
    }
  }
}

TEST(Buchi, SimplificationKeepsTheMeaning) {
  for (uint64_t seed = 0; seed < 3000; ++seed) {
    Sample sample(seed);
    StepAlphabet steps(sample.model, *sample.formula);
    LtlPool pool(steps);
    TemporalFormulaRef simple = pool.toTemporalFormula(pool.normalize(*sample.formula));
    TemporalFormulaRef negation = pool.toTemporalFormula(pool.normalize(*sample.formula, true));
    for (unsigned i = 0; i < 10; ++i) {
      LassoRun run = sample.run();
      bool expected = sample.holdsOn(run);
      ASSERT_EQ(satisfies(sample.model, *simple, run.prefix, run.cycle), expected)
          << sample.text() << " became " << formulaText(sample.model, *simple) << " on " << describe(sample.model, run);
      ASSERT_EQ(satisfies(sample.model, *negation, run.prefix, run.cycle), !expected)
          << "not " << sample.text() << " became " << formulaText(sample.model, *negation) << " on "
          << describe(sample.model, run);
    }
  }
}
