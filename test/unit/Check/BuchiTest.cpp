//===- BuchiTest.cpp - Temporal formulas as automata ----------------------===//

#include "Lower/LoweredText.h"
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

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

namespace {

constexpr llvm::StringLiteral Fluents = "fluent F = <a, b>\n"
                                        "fluent G = <c, d>\n"
                                        "fluent H[i:1..10] = <h[i], k[i]>\n"
                                        "fluent REQ[i:1..10] = <r[i], s[i]>\n"
                                        "fluent CRIT[i:1..10] = <enter[i], exit[i]>\n";

/// The number of states of the automaton of a formula (or of its negation), and of its limit-deterministic one.
std::pair<unsigned, unsigned> sizes(const std::string &formula, bool negate = false) {
  LoweredText text(Fluents.str() + "assert A = " + formula + "\n");
  EXPECT_TRUE(text.ok()) << text.diagnostics();
  const Model &model = text.model();
  auto automaton = buchiAutomaton(model, *model.assertions.front().formula, text.budget, {.negate = negate});
  EXPECT_TRUE(automaton) << formula;
  auto limit = limitDeterministic(*automaton, text.budget);
  EXPECT_TRUE(limit) << formula;
  return {automaton->lts.stateCount(), limit->lts.stateCount()};
}

using Sizes = std::pair<unsigned, unsigned>;

} // namespace

TEST(Buchi, ClassicFormulasHaveSmallAutomata) {
  EXPECT_EQ(sizes("[](a -> <>b)"), Sizes(2, 2));
  EXPECT_EQ(sizes("[](a -> <>b)", true), Sizes(2, 3));
  EXPECT_EQ(sizes("[]<>a"), Sizes(2, 2));
  EXPECT_EQ(sizes("[]<>a", true), Sizes(2, 3));
  EXPECT_EQ(sizes("(a U b)"), Sizes(2, 2));
  EXPECT_EQ(sizes("(a U b)", true), Sizes(2, 3));
  EXPECT_EQ(sizes("(a U (b U c))"), Sizes(3, 3));
  EXPECT_EQ(sizes("([]<>a && []<>b)"), Sizes(3, 3));
  EXPECT_EQ(sizes("([]<>a && []<>b && []<>c)"), Sizes(4, 4));
  EXPECT_EQ(sizes("([]<>a -> []<>b)"), Sizes(4, 5));
  EXPECT_EQ(sizes("([]<>a -> []<>b)", true), Sizes(3, 4));
  EXPECT_EQ(sizes("(<>a && <>b && <>c)"), Sizes(8, 8));
  EXPECT_EQ(sizes("[](a -> (!b U c))"), Sizes(2, 3));
  EXPECT_EQ(sizes("[](F -> <>!F)", true), Sizes(3, 4));
  EXPECT_EQ(sizes("[]<>F"), Sizes(2, 2));
}

TEST(Buchi, ConstantsAreFound) {
  for (const char *formula : {"<>(a && b)", "([]a && <>!a)", "(a U rigid 0)", "[]<>(F && !F)", "X (a && !a)"}) {
    EXPECT_EQ(sizes(formula), Sizes(1, 1)) << formula; // Nothing is accepted.
    EXPECT_EQ(sizes(formula, true), Sizes(1, 1)) << formula;
  }
}

TEST(Buchi, NegatedConjunctionsOverIndicesGrowLinearly) {
  EXPECT_EQ(sizes("forall[i:1..10] []<>x[i]", true).first, 11u);
  EXPECT_EQ(sizes("forall[i:1..30] [](x[i] -> <>y[i])", true).first, 31u);
  EXPECT_EQ(sizes("forall[i:1..10] [](x[i] -> (!z[i] U y[i]))", true).first, 12u);
  EXPECT_EQ(sizes("forall[i:1..10] []<>H[i]", true).first, 31u);
  // Only the fluents of the conjunct that fails are tracked.
  EXPECT_EQ(sizes("forall[i:1..10] [](REQ[i] -> <>CRIT[i])", true).first, 51u);
}

TEST(Buchi, LabelsThatNeverOccurAreNotRead) {
  LoweredText text("assert A = (a U (b || c))\n");
  const Model &model = text.model();
  Alphabet occurring(model.labels, {model.labels->intern("b"), model.labels->intern("d")});
  auto automaton =
      buchiAutomaton(model, *model.assertions.front().formula, text.budget, {.negate = false, .occurring = &occurring});
  ASSERT_TRUE(automaton);
  EXPECT_EQ(automaton->lts.alphabet(), Alphabet(model.labels, {model.labels->intern("b")}));
}

TEST(Buchi, TranslationsEndWithTheBudget) {
  LoweredText text(Fluents.str() + "assert A = forall[i:1..10] [](REQ[i] -> <>CRIT[i])\n");
  text.budget.setTimeout(0.05);
  EXPECT_FALSE(buchiAutomaton(text.model(), *text.model().assertions.front().formula, text.budget));
}

TEST(Buchi, FormulasPrintAsSource) {
  for (const char *formula : {"[](a -> <>b)", "!(a U (F W X c))", "<>(F <-> !{a, b})", "(rigid 1 && X !G)"}) {
    LoweredText text(Fluents.str() + "assert A = " + formula + "\n");
    ASSERT_TRUE(text.ok()) << text.diagnostics();
    std::string printed = formulaText(text.model(), *text.model().assertions.front().formula);
    LoweredText again(Fluents.str() + "assert A = " + printed + "\n");
    ASSERT_TRUE(again.ok()) << printed << "\n" << again.diagnostics();
    EXPECT_EQ(formulaText(again.model(), *again.model().assertions.front().formula), printed);
    EXPECT_EQ(printed, formula);
  }
}

TEST(Buchi, FluentsAreThoseAfterTheStep) {
  LoweredText text("fluent F = <a, b>\nfluent G = <c, a> initially 1\nassert A = (F && G)\n");
  ASSERT_TRUE(text.ok()) << text.diagnostics();
  const Model &model = text.model();
  std::vector<uint32_t> fluents = fluentsOf(*model.assertions.front().formula);
  EXPECT_EQ(fluents, std::vector<uint32_t>({0, 1}));
  std::vector<LabelId> steps;
  for (const char *label : {"d", "a", "c", "b"})
    steps.push_back(model.labels->intern(label));
  EXPECT_EQ(fluentsAt(model, fluents, steps), std::vector<std::vector<uint32_t>>({{1}, {0}, {0, 1}, {1}}));
}
