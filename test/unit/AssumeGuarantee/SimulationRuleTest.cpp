//===- SimulationRuleTest.cpp - Rule AG-NC against the direct check -------===//
//
// TENON_SIMULATION_RUNS sets how many random systems are tried.
//
//===----------------------------------------------------------------------===//

#include "RandomSystems.h"

#include "tenon/AssumeGuarantee/LearnedTreeAssumption.h"
#include "tenon/AssumeGuarantee/Verifier.h"
#include "tenon/Lts/Relations.h"

#include "llvm/ADT/STLExtras.h"

#include <gtest/gtest.h>

#include <cstdlib>

namespace tenon::test {
namespace {

uint64_t runs() {
  const char *text = std::getenv("TENON_SIMULATION_RUNS");
  return text ? std::strtoull(text, nullptr, 10) : 1500;
}

/// Two or three sides and a specification. Independent ones seldom conform: two in three specifications are made of the
/// system.
struct SimulationSystem {
  Network network;
  std::vector<Operand> operands;
  LtsRef specification;
};

Lts loosened(RandomSystems &random, const Lts &lts) {
  LtsBuilder builder(lts.alphabet());
  builder.reserveStates(lts.stateCount());
  if (lts.end())
    builder.setEnd(*lts.end());
  for (StateId s = 0; s < lts.stateCount(); ++s)
    for (const Transition &t : lts.successors(s))
      if (!random.chance(0.15))
        builder.addAction(s, t.action, t.target);
  unsigned more = random.below(4);
  for (unsigned i = 0; i < more && !lts.alphabet().empty(); ++i) {
    StateId from = random.below(lts.stateCount());
    if (lts.end() != from)
      builder.addAction(from, random.between(1, lts.alphabet().size()), random.below(lts.stateCount()));
  }
  return builder.build("S");
}

SimulationSystem randomSystem(uint64_t seed) {
  RandomSystems random(seed);
  RandomLtsOptions options;
  options.labelPool = {"a", "b", "c", "d"};
  options.minLabels = 2;
  options.maxStates = 2 + seed % 5;
  options.density = 1.3 + 0.2 * random.below(4);
  options.error = false;
  options.tau = random.chance(0.4);
  options.end = random.chance(0.3);
  options.stop = random.chance(0.5);
  SimulationSystem system;
  system.network.name = "SYS";
  system.network.table = random.table();
  for (const char *name : {"M1", "M2"}) {
    Component component{name, std::make_shared<const Lts>(random.lts(options, name))};
    system.network.components.push_back(component);
    system.operands.push_back({name, {component}});
  }
  // A side of several components ends where all of those end that can, each by itself.
  if (random.chance(0.3)) {
    options.maxStates = 1 + random.below(3);
    Component component{"M3", std::make_shared<const Lts>(random.lts(options, "M3"))};
    system.network.components.push_back(component);
    if (random.chance(0.5))
      system.operands.push_back({"M3", {component}});
    else
      system.operands[random.below(2)].components.push_back(component);
  }
  if (random.chance(0.25)) {
    LabelId label = random.table()->intern(random.pick(options.labelPool));
    system.network.hiding = Hiding{LabelMatcher(random.table(), {label}), random.chance(0.3)};
  }
  options.maxStates = 1 + random.below(4);
  Budget budget;
  Lts specification = random.lts(options, "S");
  if (random.chance(0.7)) {
    Lts whole = llvm::cantFail(compose(system.network, budget));
    Lts small = llvm::cantFail(minimized(whole, Equivalence::Weak, budget));
    if (small.stateCount() <= 8)
      specification = loosened(random, small);
  }
  system.specification = std::make_shared<const Lts>(specification);
  return system;
}

CheckResult verified(const SimulationSystem &system, llvm::StringRef assume = "") {
  Budget budget;
  VerifyOptions options;
  options.rule = Rule::Simulation;
  options.certify = true;
  options.assume = assume.str();
  return llvm::cantFail(verify(system.network, system.operands, "S", system.specification, options, budget));
}

TEST(SimulationRule, agreesWithTheDirectCheck) {
  size_t holds = 0, violated = 0, learned = 0, beyondTraces = 0;
  uint64_t mostStates = 0;
  for (uint64_t seed = 0; seed < runs(); ++seed) {
    SimulationSystem system = randomSystem(seed);
    Budget budget;
    SimulationSearch direct = searchSimulation(system.network, *system.specification, {true, true}, budget);
    CheckResult result = verified(system, seed % 2 && system.operands.size() == 2 ? "M1" : "");
    ASSERT_EQ(result.verdict, direct.simulated ? Verdict::Holds : Verdict::Violated) << "seed " << seed;
    ASSERT_EQ(result.certified, true) << "seed " << seed;
    ASSERT_EQ(result.kind, CheckKind::Simulation);
    direct.simulated ? ++holds : ++violated;
    learned += *result.iterations > 1;
    if (direct.simulated)
      mostStates = std::max(mostStates, result.assumptions.front().automaton.states);
    else
      ASSERT_TRUE(result.tree.has_value());
    if (!direct.simulated) {
      Lts whole = llvm::cantFail(compose(system.network, budget));
      beyondTraces += llvm::cantFail(refinesTraces(whole, *system.specification, budget)).equivalent;
    }
  }
  EXPECT_GT(holds, runs() / 8);
  EXPECT_GT(violated, runs() / 8);
  EXPECT_GT(learned, runs() / 8);
  EXPECT_GT(beyondTraces, runs() / 150) << "not simulated, but trace-included";
  std::printf(
      "%zu hold, %zu violated (%zu of them trace-included), %zu with more than one conjecture, |A| up to %llu\n", holds,
      violated, beyondTraces, learned, static_cast<unsigned long long>(mostStates));
}

/// The language of a side over its own labels and others, as the rule has it.
TreeSide sideOf(const LtsRef &lts, llvm::ArrayRef<std::string> letters) {
  TreeSide side{lts, {std::nullopt}, {}};
  for (Action action = 1; action <= lts->alphabet().size(); ++action)
    side.letterOf.push_back(
        static_cast<TreeLetter>(llvm::find(letters, lts->alphabet().text(action).str()) - letters.begin()));
  for (TreeLetter letter = 0; letter < letters.size(); ++letter)
    if (!lts->alphabet().find(letters[letter]))
      side.everywhere.push_back(letter);
  return side;
}

/// T_max by determinizing M1 and S, complement, intersection and minimization.
TreeDfa constructed(const TreeSide &m1, const TreeSide &s, uint32_t letters) {
  Budget budget;
  TreeLanguage first = languageOf(m1), third = languageOf(s);
  std::unique_ptr<TreeRecognizer> inM1 = recognizer(first, letters), notInS = recognizer(third, letters, true);
  std::unique_ptr<TreeRecognizer> bad = intersection(*inM1, *notInS);
  TreeDfa automaton = llvm::cantFail(explicitAutomaton(*bad, letters, budget));
  automaton.accepting.flip();
  return minimized(automaton);
}

TEST(SimulationRule, learnerEndsWithTheMinimalAutomaton) {
  size_t most = 0;
  std::vector<std::string> letters = {"a", "b", "c"};
  for (uint64_t seed = 0; seed < runs(); ++seed) {
    RandomSystems random(seed);
    RandomLtsOptions options;
    options.labelPool = letters;
    options.maxStates = 1 + seed % 4;
    options.error = options.end = false;
    options.tau = seed % 3 == 0;
    LtsRef m1 = std::make_shared<const Lts>(random.lts(options)), s = std::make_shared<const Lts>(random.lts(options));
    TreeSide first = sideOf(m1, letters), third = sideOf(s, letters);
    Budget budget;
    TreeDfa learnedAutomaton = *learnWeakestTreeAssumption(first, third, 3, budget);
    TreeDfa expected = constructed(first, third, 3);
    ASSERT_EQ(learnedAutomaton.stateCount(), expected.stateCount()) << seed;
    ASSERT_EQ(minimized(learnedAutomaton), expected) << seed;
    most = std::max<size_t>(most, expected.stateCount());
  }
  EXPECT_GT(most, 5U);
  std::printf("|T_max| up to %zu\n", most);
}

TEST(SimulationRule, refusesErrors) {
  SimulationSystem system = randomSystem(1);
  LtsBuilder builder(system.network.table);
  builder.reserveStates(1);
  builder.add(0, system.network.table->intern("a"), ErrorState);
  system.operands[0].components[0].lts = std::make_shared<const Lts>(builder.build("M1"));
  Budget budget;
  VerifyOptions options;
  options.rule = Rule::Simulation;
  llvm::Expected<CheckResult> result =
      verify(system.network, system.operands, "S", system.specification, options, budget);
  ASSERT_FALSE(bool(result));
  EXPECT_NE(llvm::toString(result.takeError()).find("ERROR"), std::string::npos);
}

TEST(SimulationRule, endsWithTheBudget) {
  for (uint64_t seed = 0; seed < 30; ++seed) {
    SimulationSystem system = randomSystem(seed);
    Budget budget;
    budget.cancel();
    VerifyOptions options;
    options.rule = Rule::Simulation;
    CheckResult result =
        llvm::cantFail(verify(system.network, system.operands, "S", system.specification, options, budget));
    EXPECT_TRUE(result.verdict != Verdict::Unknown || !result.reason.empty());
  }
}

} // namespace
} // namespace tenon::test
