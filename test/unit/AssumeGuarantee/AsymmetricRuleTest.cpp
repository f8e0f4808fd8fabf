//===- AsymmetricRuleTest.cpp - Rule ASYM on random systems ---------------===//
//
// Every verdict is held against the composition of everything, every proof is certified, every counterexample is run.
//
//===----------------------------------------------------------------------===//

#include "RandomRuleSystems.h"

#include "llvm/ADT/StringExtras.h"

#include <gtest/gtest.h>

using namespace tenon;
using namespace tenon::test;

namespace {

std::string shown(const RuleSystem &system) {
  std::string text = describe(*system.property);
  for (const Component &component : system.network.components)
    text += '\n' + describe(*component.lts);
  return text;
}

VerifyOptions optionsFor(Rule rule, llvm::StringRef assume = "") {
  VerifyOptions options;
  options.rule = rule;
  options.assume = assume.str();
  options.certify = true;
  return options;
}

/// The four ways to learn, by number.
LearningOptions learningOptions(unsigned way) {
  return {way & 1 ? LearnerKind::DiscriminationTree : LearnerKind::ObservationTable, (way & 2) == 0};
}

/// Holds, violated or not as `direct` says, and with evidence.
void expectRight(const RuleSystem &system, const VerifyOptions &options, const CheckResult &result,
                 const std::optional<size_t> &direct) {
  SCOPED_TRACE(ruleName(options.rule).str() + " about " + options.assume + ": " + result.reason);
  ASSERT_EQ(result.verdict, direct ? Verdict::Violated : Verdict::Holds) << shown(system);
  EXPECT_EQ(result.certified, true) << shown(system);
  if (direct) {
    ASSERT_TRUE(result.counterexample);
    EXPECT_TRUE(isRunToError(system, *result.counterexample)) << shown(system);
    if (options.shortestTraceStates > 1) {
      EXPECT_EQ(result.counterexample->trace.size(), *direct);
    } else {
      EXPECT_GE(result.counterexample->trace.size(), *direct);
    }
    EXPECT_TRUE(result.assumptions.empty());
    return;
  }
  ASSERT_FALSE(result.assumptions.empty());
  for (const AssumptionReport &assumption : result.assumptions) {
    EXPECT_TRUE(assumption.lts->isDeterministic());
    EXPECT_FALSE(assumption.lts->hasError());
    EXPECT_TRUE(identical(reachable(*assumption.lts), *assumption.lts));
    EXPECT_EQ(assumption.lts->stateCount(), assumption.automaton.states);
    EXPECT_FALSE(assumption.automaton.source.empty());
  }
}

/// The property by itself and some components can come to ERROR.
bool reachesError(const RuleSystem &system, const std::vector<LtsRef> &components) {
  Network network{"N", system.network.table, {}, {}, {}};
  for (const LtsRef &component : components)
    network.components.push_back({component->name(), component});
  SafetyOptions options;
  options.wantDeadlock = false;
  Budget budget;
  return searchSafety(network, options, budget).error.has_value();
}

} // namespace

TEST(AsymmetricRule, AllMethodsAgreeWithTheComposition) {
  unsigned violated = 0, smaller = 0, bySize[5] = {};
  for (uint64_t seed = 0; seed < 16000; ++seed) {
    SCOPED_TRACE(seed);
    RuleSystem system = randomRuleSystem(seed);
    std::optional<size_t> direct = directLength(system);
    violated += direct.has_value();
    Budget budget;
    for (const char *side : {"M1", "M2"}) {
      VerifyOptions sat = optionsFor(Rule::AsymSat, side);
      CheckResult smallest = verified(system, sat, budget);
      expectRight(system, sat, smallest, direct);
      VerifyOptions learn = optionsFor(Rule::AsymLearn, side);
      // Every way in turn; all of them on some.
      for (unsigned way = 0; way < 4; ++way) {
        if (seed % 10 != 0 && way != seed % 4)
          continue;
        learn.learning = learningOptions(way);
        CheckResult learned = verified(system, learn, budget);
        expectRight(system, learn, learned, direct);
        if (HasFatalFailure())
          return;
        if (direct || learn.learning.refineAlphabet)
          continue;
        uint64_t size = smallest.assumptions.front().automaton.states;
        EXPECT_LE(size, learned.assumptions.front().automaton.states) << shown(system);
        smaller += size < learned.assumptions.front().automaton.states;
        ++bySize[std::min<uint64_t>(size, 4)];
      }
    }
  }
  EXPECT_GT(violated, 4000U);
  EXPECT_LT(violated, 13000U);
  EXPECT_GT(smaller, 300U);
  for (unsigned size = 1; size < 5; ++size)
    EXPECT_GT(bySize[size], 20U) << size;
}

TEST(AsymmetricRule, RecursionAgreesWithTheComposition) {
  unsigned holds[5] = {};
  RuleSystemOptions shape;
  shape.minSides = 3;
  shape.maxSides = 4;
  for (uint64_t seed = 0; seed < 4000; ++seed) {
    SCOPED_TRACE(seed);
    RuleSystem system = randomRuleSystem(seed + 1000000, shape);
    std::optional<size_t> direct = directLength(system);
    size_t sides = system.operands.size();
    holds[sides] += !direct;
    Budget budget;
    VerifyOptions options = optionsFor(seed % 5 == 4 ? Rule::AsymSat : Rule::AsymLearn);
    options.learning = learningOptions(seed % 4);
    for (unsigned division = 0; division < 3; ++division) {
      options.split = {};
      if (division == 1)
        for (size_t i = sides; i-- > 0;)
          options.split.items.push_back(system.operands[i].name);
      if (division == 2)
        options.split.items = {"M2+M1", sides == 4 ? "M3 + M4" : "M3"};
      CheckResult result = verified(system, options, budget);
      expectRight(system, options, result, direct);
      if (HasFatalFailure())
        return;
      size_t given = division == 2 ? 2 : sides;
      if (!direct) {
        EXPECT_EQ(result.assumptions.size(), options.rule == Rule::AsymSat ? 1 : given - 1);
      }
    }
    options.split = {};
    options.split.leaves = true;
    expectRight(system, options, verified(system, options, budget), direct);
  }
  EXPECT_GT(holds[3], 300U);
  EXPECT_GT(holds[4], 300U);
}

/// Where the whole is too large to be searched, the word that shows the violation guides the search.
TEST(AsymmetricRule, GuidedTracesAreRuns) {
  unsigned found = 0, longer = 0, tooLong = 0;
  RuleSystemOptions shape;
  shape.maxSides = 3;
  for (uint64_t seed = 0; seed < 3000; ++seed) {
    SCOPED_TRACE(seed);
    RuleSystem system = randomRuleSystem(seed + 2000000, shape);
    std::optional<size_t> direct = directLength(system);
    if (!direct)
      continue;
    Budget budget;
    VerifyOptions options = optionsFor(seed % 2 ? Rule::AsymSat : Rule::AsymLearn);
    options.learning = learningOptions(seed / 2 % 4);
    options.shortestTraceStates = 1;
    CheckResult result = verified(system, options, budget);
    expectRight(system, options, result, direct);
    if (HasFatalFailure())
      return;
    ++found;
    longer += result.counterexample->trace.size() > *direct;
    tooLong += result.counterexample->trace.size() > 2 * *direct;
  }
  EXPECT_GT(found, 800U);
  EXPECT_LT(longer, found / 5);
  EXPECT_LT(tooLong, found / 50);
}

TEST(AsymmetricRule, GivenAssumptions) {
  unsigned accepted = 0, refused[3] = {};
  RuleSystemOptions shape;
  shape.maxSides = 3;
  for (uint64_t seed = 0; seed < 4000; ++seed) {
    SCOPED_TRACE(seed);
    shape.errors = seed % 4 == 0;
    RuleSystem system = randomRuleSystem(seed + 3000000, shape);
    bool holds = !directLength(system);
    Budget budget;
    VerifyOptions options = optionsFor(seed % 2 ? Rule::AsymSat : Rule::AsymLearn);
    CheckResult found = verified(system, options, budget);
    ASSERT_EQ(found.verdict, holds ? Verdict::Holds : Verdict::Violated);
    // Of three sides, the assumption is about two: the order must be the same.
    if (holds) {
      options.assumption = found.assumptions.front().lts;
      CheckResult again = verified(system, options, budget);
      EXPECT_EQ(again.verdict, Verdict::Holds) << again.reason << '\n' << shown(system);
      EXPECT_EQ(again.certified, true) << shown(system);
      EXPECT_FALSE(again.iterations);
      ++accepted;
    }
    if (system.operands.size() > 2 || shape.errors || system.network.hiding)
      continue;
    // Assumptions that allow everything or nothing.
    LtsRef sides[2];
    for (unsigned i : {0, 1}) {
      Network side{"side", system.network.table, system.operands[i].components, {}, {}};
      sides[i] = std::make_shared<const Lts>(llvm::cantFail(compose(side, budget)));
    }
    std::vector<LabelId> common;
    for (LabelId label : sides[1]->alphabet().labels())
      if (sides[0]->alphabet().contains(label) || system.property->alphabet().contains(label))
        common.push_back(label);
    Alphabet interface(system.network.table, common);
    for (bool allows : {true, false}) {
      LtsBuilder builder(interface);
      builder.addState();
      for (Action action = 1; allows && action <= interface.size(); ++action)
        builder.addAction(0, action, 0);
      options.assumption = std::make_shared<const Lts>(builder.build("Given"));
      CheckResult result = verified(system, options, budget);
      // The property's labels that nobody has do not occur.
      LtsBuilder nobody(system.network.table);
      for (LabelId label : system.property->alphabet().labels())
        if (!sides[0]->alphabet().contains(label) && !sides[1]->alphabet().contains(label))
          nobody.addLabel(label);
      nobody.addState();
      auto absent = std::make_shared<const Lts>(nobody.build("nobody"));
      bool first = !reachesError(system, {system.property, absent, sides[0], options.assumption});
      auto monitor = std::make_shared<const Lts>(completedProperty(*options.assumption));
      bool second = !reachesError(system, {sides[1], monitor});
      SCOPED_TRACE(result.reason + "\n" + shown(system));
      if (first && second) {
        EXPECT_EQ(result.verdict, Verdict::Holds);
        continue;
      }
      EXPECT_NE(result.verdict, Verdict::Holds);
      if (result.verdict == Verdict::Violated) {
        EXPECT_FALSE(holds);
        ++refused[0];
        continue;
      }
      unsigned premise = first ? 2 : 1;
      ++refused[premise];
      EXPECT_TRUE(llvm::StringRef(result.reason).starts_with("premise " + std::to_string(premise) + " fails"));
      EXPECT_TRUE(result.assumptions.empty());
    }
  }
  EXPECT_GT(accepted, 1000U);
  for (unsigned count : refused)
    EXPECT_GT(count, 100U);
}

TEST(AsymmetricRule, SameProblemSameAnswer) {
  for (uint64_t seed = 0; seed < 200; ++seed) {
    Budget budget;
    VerifyOptions options = optionsFor(seed % 2 ? Rule::AsymSat : Rule::AsymLearn);
    options.learning = learningOptions(seed / 2 % 4);
    CheckResult results[2];
    for (CheckResult &result : results)
      result = verified(randomRuleSystem(seed), options, budget);
    EXPECT_EQ(results[0].verdict, results[1].verdict);
    EXPECT_EQ(results[0].iterations, results[1].iterations);
    EXPECT_EQ(results[0].membershipQueries, results[1].membershipQueries);
    EXPECT_EQ(results[0].satClauses, results[1].satClauses);
    ASSERT_EQ(results[0].assumptions.size(), results[1].assumptions.size());
    for (size_t i = 0; i < results[0].assumptions.size(); ++i)
      EXPECT_EQ(results[0].assumptions[i].automaton.source, results[1].assumptions[i].automaton.source);
  }
}
