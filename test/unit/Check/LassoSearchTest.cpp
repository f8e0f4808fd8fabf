//===- LassoSearchTest.cpp - Formulas on systems, against sampled runs ----===//
//
// Verdicts by automata and components against runs drawn at random and evaluated by the definition of the operators.
//
//===----------------------------------------------------------------------===//

#include "tenon/Check/Buchi.h"
#include "tenon/Check/Lasso.h"
#include "tenon/Lts/Liveness.h"

#include "RandomFormulas.h"
#include "RandomSystems.h"

#include <gtest/gtest.h>

using namespace tenon;
using namespace tenon::test;

namespace {

/// A walk of random steps; then on, until it is back where the cycle began. With fair choice a long cycle in a terminal
/// set sees every short sequence of steps, as almost every run does.
std::optional<LassoRun> sample(RandomSystems &random, const Lts &lts, unsigned prefix, unsigned cycle) {
  LassoRun run;
  StateId s = 0;
  auto move = [&](std::vector<LabelId> &labels) {
    const Transition &t = lts.successors(s)[random.below(static_cast<unsigned>(lts.successors(s).size()))];
    labels.push_back(lts.alphabet().label(t.action));
    s = t.target;
  };
  for (unsigned i = 0; i < prefix; ++i)
    move(run.prefix);
  StateId start = s;
  for (unsigned i = 0; i < cycle || s != start; ++i) {
    if (i > cycle + 200)
      return std::nullopt;
    move(run.cycle);
  }
  return run;
}

struct Question {
  Model model;
  TemporalFormulaRef formula;
  Network network;
};

std::optional<Lasso> violation(const Question &question, Choice choice) {
  Budget budget;
  BuchiOptions options;
  options.negate = true;
  std::optional<BuchiAutomaton> automaton = buchiAutomaton(question.model, *question.formula, budget, options);
  if (choice == Choice::Fair)
    automaton = limitDeterministic(*automaton, budget);
  Network network = question.network;
  network.observer = {"formula", std::make_shared<const Lts>(automaton->lts), choice == Choice::Fair};
  return searchAcceptance(network, automaton->accepting, choice, budget).found;
}

void checkCounterexample(const Question &question, const Lasso &lasso) {
  LassoRun run;
  for (const Step &step : lasso.prefix.steps)
    run.prefix.push_back(step.label);
  for (const Step &step : lasso.cycle)
    run.cycle.push_back(step.label);
  EXPECT_TRUE(canReplay(question.network, lasso));
  EXPECT_FALSE(satisfies(question.model, *question.formula, run.prefix, run.cycle)) << describe(question.model, run);
}

TEST(LassoSearch, AgreesWithSampledRuns) {
  size_t violatedFairly = 0, violatedUnfairly = 0, missed = 0;
  for (unsigned seed = 0; seed < 10000; ++seed) {
    Question question;
    RandomSystems random(seed, question.model.labels);
    RandomFormulaOptions shape;
    shape.maxDepth = 3;
    addRandomFluents(random, question.model, shape);
    question.formula = randomFormula(random, question.model, shape);
    RandomLtsOptions system;
    system.maxStates = 4;
    system.labelPool = {"a", "b", "c", "d"};
    system.stop = system.end = system.error = false;
    auto lts = std::make_shared<const Lts>(random.lts(system));
    question.network = {"S", question.model.labels, {{"P", lts}}, {}, {}, false, {}};

    std::optional<Lasso> fair = violation(question, Choice::Fair), unfair = violation(question, Choice::Arbitrary);
    violatedFairly += fair.has_value();
    violatedUnfairly += unfair.has_value();
    if (fair)
      checkCounterexample(question, *fair);
    if (unfair)
      checkCounterexample(question, *unfair);
    EXPECT_TRUE(unfair || !fair) << seed;

    auto isFalse = [&](const std::optional<LassoRun> &run) {
      return run && !satisfies(question.model, *question.formula, run->prefix, run->cycle);
    };
    bool sawFair = false, sawUnfair = false;
    for (int i = 0; i < 40 && !(sawFair && sawUnfair); ++i) {
      sawUnfair |= isFalse(sample(random, *lts, random.below(5), random.between(1, 4)));
      // What a cycle has missed by chance, a hundred times as many steps from the same prefix do not miss.
      RandomSystems again = random;
      if (isFalse(sample(random, *lts, 12, 300)))
        sawFair |= fair || isFalse(sample(again, *lts, 12, 30000));
    }
    EXPECT_TRUE(unfair || !sawUnfair) << seed;
    EXPECT_TRUE(fair || !sawFair) << seed << " " << describe(*lts);
    missed += (fair && !sawFair) + (unfair && !sawUnfair);
    if (HasFailure())
      return;
  }
  EXPECT_GT(violatedFairly, 1000u);
  EXPECT_GT(violatedUnfairly, violatedFairly);
  // A sample that does not see a violation proves nothing, but most do.
  EXPECT_LT(missed, 300u);
}

} // namespace
