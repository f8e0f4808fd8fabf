//===- LassoSearchTest.cpp - Formulas on systems, against sampled runs ----===//
//
// Verdicts by automata and components against runs drawn at random and evaluated by the definition of the operators.
//
//===----------------------------------------------------------------------===//

#include "tenon/Check/Buchi.h"
#include "tenon/Check/Lasso.h"
#include "tenon/Lts/Liveness.h"

#include "NaivePaths.h"
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

/// What the search runs on: the automaton of the negated formula beside the system.
struct Search {
  Network network;
  std::vector<bool> accepting;
};

Search searchFor(const Question &question, Choice choice) {
  Budget budget;
  BuchiOptions options;
  options.negate = true;
  std::optional<BuchiAutomaton> automaton = buchiAutomaton(question.model, *question.formula, budget, options);
  if (choice == Choice::Fair)
    automaton = limitDeterministic(*automaton, budget);
  Network network = question.network;
  network.observer = {"formula", std::make_shared<const Lts>(automaton->lts), choice == Choice::Fair};
  return {std::move(network), automaton->accepting};
}

std::optional<Lasso> violation(const Search &search, Choice choice) {
  Budget budget;
  return searchAcceptance(search.network, search.accepting, choice, budget).found;
}

/// The product by its definition: pairs of states of the only component and of the automaton.
class NaiveProduct {
public:
  using Node = std::pair<StateId, StateId>;

  explicit NaiveProduct(const Search &source) : search(source) {
    const Lts &system = *search.network.components.front().lts, &automaton = *search.network.observer->lts;
    for (std::vector<Node> todo{{0, 0}}; !todo.empty();) {
      Node node = todo.back();
      todo.pop_back();
      if (!graph.try_emplace(node).second)
        continue;
      for (const Transition &t : system.successors(node.first)) {
        LabelId label = system.alphabet().label(t.action);
        Action seen = label == LabelTable::Tau ? TauAction : automaton.alphabet().find(label).value_or(TauAction);
        for (const Transition &u : automaton.successors(node.second, seen))
          graph[node].push_back({system.alphabet().text(t.action).str(), {t.target, u.target}});
      }
      for (const auto &[label, target] : graph[node])
        todo.push_back(target);
    }
  }

  /// Whether the run is the least to some accepting state, and the cycle the least through it: with fair choice, to
  /// some of those in a terminal set.
  bool isLeast(const Lasso &lasso, Choice choice) const {
    const LabelTable &table = *search.network.table;
    Word prefix = wordOf(lasso.prefix.steps, table), cycle = wordOf(lasso.cycle, table);
    for (const auto &[node, edges] : graph) {
      if (!search.accepting[node.second] || leastWord(graph, node, {node}) != cycle)
        continue;
      std::set<Node> goals{node};
      bool isTerminal = true;
      if (choice == Choice::Fair)
        for (const auto &[other, more] : graph)
          if (leastWord(graph, node, {other})) {
            isTerminal &= leastWord(graph, other, {node}).has_value();
            if (search.accepting[other.second])
              goals.insert(other);
          }
      if (isTerminal && prefix == (goals.count({0, 0}) ? Word() : *leastWord(graph, Node(0, 0), goals)))
        return true;
    }
    return false;
  }

private:
  static Word wordOf(llvm::ArrayRef<Step> steps, const LabelTable &table) {
    Word word;
    for (const Step &step : steps)
      word.push_back(table.text(step.visibleLabel).str());
    return word;
  }

  const Search &search;
  LabelledGraph<Node> graph;
};

void checkCounterexample(const Question &question, const Search &search, const Lasso &lasso, Choice choice) {
  LassoRun run;
  for (const Step &step : lasso.prefix.steps)
    run.prefix.push_back(step.label);
  for (const Step &step : lasso.cycle)
    run.cycle.push_back(step.label);
  EXPECT_TRUE(canReplay(question.network, lasso));
  EXPECT_TRUE(NaiveProduct(search).isLeast(lasso, choice)) << describe(question.model, run);
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

    Search fairSearch = searchFor(question, Choice::Fair), unfairSearch = searchFor(question, Choice::Arbitrary);
    std::optional<Lasso> fair = violation(fairSearch, Choice::Fair),
                         unfair = violation(unfairSearch, Choice::Arbitrary);
    violatedFairly += fair.has_value();
    violatedUnfairly += unfair.has_value();
    if (fair)
      checkCounterexample(question, fairSearch, *fair, Choice::Fair);
    if (unfair)
      checkCounterexample(question, unfairSearch, *unfair, Choice::Arbitrary);
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
