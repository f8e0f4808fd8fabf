//===- SymmetricRuleTest.cpp - Rule SYM on random systems -----------------===//
//
// Every verdict is held against the composition of everything, every proof is certified, every counterexample is run.
//
//===----------------------------------------------------------------------===//

#include "RandomRuleSystems.h"

#include "llvm/ADT/STLExtras.h"

#include <gtest/gtest.h>

using namespace tenon;
using namespace tenon::test;

namespace {

/// The four ways to learn, by number.
VerifyOptions optionsFor(uint64_t way) {
  VerifyOptions options;
  options.rule = Rule::Symmetric;
  options.learning = {way & 1 ? LearnerKind::DiscriminationTree : LearnerKind::ObservationTable, (way & 2) == 0};
  options.certify = true;
  return options;
}

std::string shown(const RuleSystem &system) {
  std::string text = describe(*system.property);
  for (const Component &component : system.network.components)
    text += '\n' + describe(*component.lts);
  return text;
}

/// Whether the LTS, which is deterministic, has the part of the word in its alphabet; ERROR and missing transitions end
/// it.
bool allows(const Lts &lts, llvm::ArrayRef<LabelId> word) {
  StateId state = Lts::initial();
  for (LabelId label : word) {
    std::optional<Action> action = lts.alphabet().find(label);
    if (!action)
      continue;
    llvm::ArrayRef<Transition> moves = lts.successors(state, *action);
    if (moves.empty() || moves.front().target == ErrorState)
      return false;
    state = moves.front().target;
  }
  return true;
}

/// The last premise, from its definition, for words up to a length: one that violates the property is in some
/// assumption.
void expectCovered(const std::vector<AssumptionReport> &assumptions, const Lts &property, unsigned length) {
  const Alphabet &alphabet = assumptions.front().lts->alphabet();
  std::vector<std::vector<LabelId>> words{{}};
  for (size_t i = 0; i < words.size() && words.size() < 3000; ++i) {
    std::vector<LabelId> word = words[i];
    bool isCovered = llvm::any_of(assumptions, [&](const AssumptionReport &a) { return allows(*a.lts, word); });
    EXPECT_TRUE(isCovered || allows(property, word));
    if (word.size() == length)
      continue;
    word.push_back(LabelTable::Tau);
    for (LabelId label : alphabet.labels()) {
      word.back() = label;
      words.push_back(word);
    }
  }
}

void expectRight(const RuleSystem &system, const CheckResult &result, const std::optional<size_t> &direct,
                 bool isShortest) {
  SCOPED_TRACE(result.reason + "\n" + shown(system));
  ASSERT_EQ(result.verdict, direct ? Verdict::Violated : Verdict::Holds);
  EXPECT_EQ(result.certified, true);
  if (direct) {
    ASSERT_TRUE(result.counterexample);
    EXPECT_TRUE(isRunToError(system, *result.counterexample));
    EXPECT_GE(result.counterexample->trace.size(), *direct);
    EXPECT_TRUE(!isShortest || result.counterexample->trace.size() == *direct);
    EXPECT_TRUE(result.assumptions.empty());
    return;
  }
  ASSERT_FALSE(result.assumptions.empty());
  for (const AssumptionReport &assumption : result.assumptions) {
    EXPECT_TRUE(assumption.lts->isDeterministic());
    EXPECT_FALSE(assumption.lts->hasError());
    EXPECT_EQ(assumption.lts->alphabet().labels(), result.assumptions.front().lts->alphabet().labels());
    EXPECT_EQ(assumption.lts->stateCount(), assumption.automaton.states);
    EXPECT_FALSE(assumption.automaton.source.empty());
  }
}

} // namespace

TEST(SymmetricRule, AgreesWithTheComposition) {
  unsigned violated = 0, bySize[2][5] = {};
  for (uint64_t seed = 0; seed < 12000; ++seed) {
    SCOPED_TRACE(seed);
    RuleSystem system = randomRuleSystem(seed + 5000000);
    std::optional<size_t> direct = directLength(system);
    violated += direct.has_value();
    Budget budget;
    for (uint64_t way = 0; way < 4; ++way) {
      // Every way in turn; all of them on some.
      if (seed % 10 != 0 && way != seed % 4)
        continue;
      CheckResult result = verified(system, optionsFor(way), budget);
      expectRight(system, result, direct, true);
      if (HasFatalFailure())
        return;
      for (size_t i = 0; i < result.assumptions.size(); ++i)
        ++bySize[i][std::min<uint64_t>(result.assumptions[i].automaton.states, 4)];
    }
  }
  EXPECT_GT(violated, 1000U);
  EXPECT_LT(violated, 10000U);
  for (unsigned side : {0, 1})
    for (unsigned size = 1; size < 5; ++size)
      EXPECT_GT(bySize[side][size], 20U) << side << ' ' << size;
}

TEST(SymmetricRule, AnyNumberOfSides) {
  unsigned holds[5] = {};
  RuleSystemOptions shape;
  shape.minSides = 3;
  shape.maxSides = 4;
  for (uint64_t seed = 0; seed < 3000; ++seed) {
    SCOPED_TRACE(seed);
    RuleSystem system = randomRuleSystem(seed + 6000000, shape);
    std::optional<size_t> direct = directLength(system);
    holds[system.operands.size()] += !direct;
    Budget budget;
    VerifyOptions options = optionsFor(seed);
    CheckResult result = verified(system, options, budget);
    expectRight(system, result, direct, true);
    if (HasFatalFailure())
      return;
    EXPECT_EQ(result.assumptions.size(), direct ? 0 : system.operands.size());
    options.split.leaves = true;
    expectRight(system, verified(system, options, budget), direct, true);
  }
  EXPECT_GT(holds[3], 200U);
  EXPECT_GT(holds[4], 200U);
}

/// Without ERROR in the sides and hiding, where the property is what it is for the assumptions, too.
TEST(SymmetricRule, TheLastPremiseHoldsByDefinition) {
  RuleSystemOptions shape;
  shape.hiding = shape.errors = shape.foreignLabel = false;
  unsigned holds = 0;
  for (uint64_t seed = 0; seed < 1500; ++seed) {
    SCOPED_TRACE(seed);
    RuleSystem system = randomRuleSystem(seed + 7000000, shape);
    Budget budget;
    CheckResult result = verified(system, optionsFor(seed), budget);
    if (result.verdict != Verdict::Holds)
      continue;
    bool isOwn = llvm::all_of(system.property->alphabet().labels(), [&](LabelId label) {
      return result.assumptions.front().lts->alphabet().contains(label);
    });
    if (!isOwn)
      continue; // The system does not have all of the property's actions.
    ++holds;
    expectCovered(result.assumptions, *system.property, 6);
  }
  EXPECT_GT(holds, 200U);
}

/// Where the whole is too large to be searched, the word that shows the violation guides the search.
TEST(SymmetricRule, GuidedTracesAreRuns) {
  unsigned found = 0;
  RuleSystemOptions shape;
  shape.maxSides = 3;
  for (uint64_t seed = 0; seed < 2000; ++seed) {
    SCOPED_TRACE(seed);
    RuleSystem system = randomRuleSystem(seed + 8000000, shape);
    std::optional<size_t> direct = directLength(system);
    if (!direct)
      continue;
    ++found;
    Budget budget;
    VerifyOptions options = optionsFor(seed);
    options.shortestTraceStates = 1;
    expectRight(system, verified(system, options, budget), direct, false);
    if (HasFatalFailure())
      return;
  }
  EXPECT_GT(found, 120U);
}

TEST(SymmetricRule, SameProblemSameAnswer) {
  for (uint64_t seed = 0; seed < 200; ++seed) {
    Budget budget;
    CheckResult results[2];
    for (CheckResult &result : results)
      result = verified(randomRuleSystem(seed), optionsFor(seed), budget);
    EXPECT_EQ(results[0].verdict, results[1].verdict);
    EXPECT_EQ(results[0].iterations, results[1].iterations);
    EXPECT_EQ(results[0].membershipQueries, results[1].membershipQueries);
    ASSERT_EQ(results[0].assumptions.size(), results[1].assumptions.size());
    for (size_t i = 0; i < results[0].assumptions.size(); ++i)
      EXPECT_EQ(results[0].assumptions[i].automaton.source, results[1].assumptions[i].automaton.source);
  }
}
