//===- SeparatingAssumptionTest.cpp - The smallest assumption -------------===//

#include "tenon/AssumeGuarantee/SeparatingAssumption.h"
#include "tenon/Lts/Compose.h"
#include "tenon/Lts/Transform.h"

#include "RandomSystems.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

using namespace tenon;
using namespace tenon::test;

namespace {

/// Two sides that share labels i.*; each may have one of its own besides.
struct RandomProblem {
  Lts checked, covered;
  Alphabet interface;
};

RandomProblem randomProblem(uint64_t seed, unsigned letters) {
  RandomSystems random(seed);
  std::vector<std::string> shared;
  for (unsigned i = 1; i <= letters; ++i)
    shared.push_back("i." + std::to_string(i));
  RandomLtsOptions options;
  options.density = 1.2 + 0.2 * random.below(8);
  options.maxStates = 2 + random.below(6);
  options.nondeterminism = random.chance(0.6);
  options.tau = random.chance(0.5);
  options.errorShare = 0.1 + 0.05 * random.below(6);
  options.labelPool = shared;
  options.labelPool.push_back("checked");
  options.minLabels = options.maxLabels = letters + 1;
  Lts checked = random.lts(options, "CHECKED");
  options.error = false;
  options.labelPool.back() = "covered";
  Lts covered = random.lts(options, "COVERED");
  std::vector<LabelId> common;
  for (LabelId label : checked.alphabet().labels())
    if (covered.alphabet().contains(label))
      common.push_back(label);
  return {checked, covered, Alphabet(random.table(), common)};
}

/// Both sides have one automaton in mind: `covered` does some of what it does, `checked` does not bear most of what it
/// does not. Steps may have a silent one before them. Sometimes a side errs.
RandomProblem relatedProblem(uint64_t seed, unsigned letterCount) {
  RandomSystems random(seed);
  LabelId own[] = {random.table()->intern("checked"), random.table()->intern("covered")};
  std::vector<LabelId> letters;
  for (unsigned i = 1; i <= letterCount; ++i)
    letters.push_back(random.table()->intern("i." + std::to_string(i)));
  LtsBuilder sides[2] = {LtsBuilder(random.table()), LtsBuilder(random.table())};
  unsigned states = random.between(2, 6);
  double silent = random.chance(0.5) ? 0.3 : 0;
  for (unsigned side : {0, 1}) {
    sides[side].reserveStates(states);
    for (LabelId letter : letters)
      sides[side].addLabel(letter);
  }
  auto add = [&](unsigned side, StateId from, LabelId letter, StateId to) {
    if (random.chance(silent)) {
      StateId between = sides[side].addState();
      sides[side].add(from, random.chance(0.5) ? own[side] : LabelTable::Tau, between);
      from = between;
    }
    sides[side].add(from, letter, to);
  };
  double errs = random.chance(0.4) ? 0.05 : 0;
  for (StateId s = 0; s < states; ++s)
    for (LabelId letter : letters) {
      bool isMeant = random.chance(0.6);
      StateId target = random.below(states);
      if (isMeant)
        add(0, s, letter, random.chance(errs) ? random.below(states) : target);
      else if (random.chance(0.8))
        add(0, s, letter, ErrorState);
      if (isMeant ? random.chance(0.9) : random.chance(errs))
        add(1, s, letter, target);
    }
  return {sides[0].build("CHECKED"), sides[1].build("COVERED"), Alphabet(random.table(), letters)};
}

bool reachesError(const Lts &a, const Lts &b) {
  Network network{"N",
                  a.alphabet().table(),
                  {{"a", std::make_shared<const Lts>(a)}, {"b", std::make_shared<const Lts>(b)}},
                  {},
                  {}};
  SafetyOptions options;
  options.wantDeadlock = false;
  Budget budget;
  return searchSafety(network, options, budget).error.has_value();
}

/// By plain sets: the states that a word can lead to, by its labels.
std::set<StateId> statesAfter(const Lts &lts, const Alphabet &interface, llvm::ArrayRef<Action> word) {
  auto isSilent = [&](Action action) {
    return action == TauAction || !interface.contains(lts.alphabet().label(action));
  };
  auto close = [&](std::set<StateId> states) {
    std::vector<StateId> work(states.begin(), states.end());
    while (!work.empty()) {
      StateId s = work.back();
      work.pop_back();
      if (s == ErrorState)
        continue;
      for (const Transition &t : lts.successors(s))
        if (isSilent(t.action) && states.insert(t.target).second)
          work.push_back(t.target);
    }
    return states;
  };
  std::set<StateId> states = close({Lts::initial()});
  for (Action letter : word) {
    std::set<StateId> next;
    for (StateId s : states)
      if (s != ErrorState)
        for (const Transition &t : lts.successors(s))
          if (lts.alphabet().label(t.action) == interface.label(letter))
            next.insert(t.target);
    states = close(std::move(next));
  }
  return states;
}

/// An automaton as a table: the target of each state and letter, or stateCount for none.
using Table = std::vector<uint32_t>;

/// Whether both premises hold, by a search of pairs for each.
bool isAssumption(const RandomProblem &problem, const Table &table, uint32_t states) {
  uint32_t letters = problem.interface.size();
  for (const Lts *side : {&problem.covered, &problem.checked}) {
    std::vector<bool> seen(size_t(states) * side->stateCount());
    std::vector<std::pair<StateId, uint32_t>> work{{Lts::initial(), 0}};
    seen[0] = true;
    while (!work.empty()) {
      auto [q, s] = work.back();
      work.pop_back();
      for (const Transition &t : side->successors(q)) {
        Action letter = problem.interface.find(side->alphabet().label(t.action)).value_or(TauAction);
        uint32_t target = letter != TauAction ? table[s * letters + letter - 1] : s;
        if (target == states && side == &problem.covered)
          return false;
        if (target == states)
          continue;
        if (t.target == ErrorState)
          return false;
        if (!seen[size_t(t.target) * states + target]) {
          seen[size_t(t.target) * states + target] = true;
          work.emplace_back(t.target, target);
        }
      }
    }
  }
  return true;
}

/// Whether any automaton with so many states will do; nullopt if there are too many to try.
std::optional<bool> hasAssumption(const RandomProblem &problem, uint32_t states) {
  Table table(size_t(states) * problem.interface.size());
  double count = std::pow(states + 1, table.size());
  if (count > 5000)
    return std::nullopt;
  while (true) {
    if (isAssumption(problem, table, states))
      return true;
    size_t position = 0;
    while (position < table.size() && table[position] == states)
      table[position++] = 0;
    if (position == table.size())
      return false;
    ++table[position];
  }
}

Table tableOf(const Lts &assumption) {
  Table table(size_t(assumption.stateCount()) * assumption.alphabet().size(), assumption.stateCount());
  for (StateId s = 0; s < assumption.stateCount(); ++s)
    for (const Transition &t : assumption.successors(s))
      table[s * assumption.alphabet().size() + t.action - 1] = t.target;
  return table;
}

/// Whether `covered` takes every transition: without any one of them it is not covered.
bool hasNoUselessTransition(const RandomProblem &problem, const Lts &assumption) {
  Table table = tableOf(assumption);
  for (uint32_t &target : table) {
    if (target == assumption.stateCount())
      continue;
    uint32_t kept = std::exchange(target, assumption.stateCount());
    if (isAssumption(problem, table, assumption.stateCount()))
      return false;
    target = kept;
  }
  return true;
}

} // namespace

TEST(SeparatingAssumption, AgreesWithTheDirectSearchAndIsSmallest) {
  unsigned violations = 0, bySize[8] = {}, provedSmallest = 0;
  for (uint64_t seed = 0; seed < 6000; ++seed) {
    SCOPED_TRACE(seed);
    RandomProblem problem = seed % 2 ? randomProblem(seed, 1 + seed % 3) : relatedProblem(seed, 1 + seed % 3);
    Budget budget;
    AssumptionResult result = findSeparatingAssumption({problem.checked, problem.covered, problem.interface}, budget);
    ASSERT_EQ(result.limit, Budget::Limit::None);
    ASSERT_NE(result.assumption.has_value(), result.violation.has_value());
    ASSERT_EQ(result.violation.has_value(), reachesError(problem.checked, problem.covered))
        << describe(problem.checked) << '\n'
        << describe(problem.covered);
    if (result.violation) {
      ++violations;
      EXPECT_TRUE(statesAfter(problem.checked, problem.interface, *result.violation).count(ErrorState));
      EXPECT_FALSE(statesAfter(problem.covered, problem.interface, *result.violation).empty());
      continue;
    }
    const Lts &assumption = *result.assumption;
    ++bySize[std::min<StateId>(assumption.stateCount(), 7)];
    EXPECT_TRUE(assumption.isDeterministic());
    EXPECT_FALSE(assumption.hasError());
    EXPECT_TRUE(assumption.alphabet() == problem.interface);
    EXPECT_TRUE(identical(reachable(assumption), assumption));
    EXPECT_FALSE(reachesError(problem.checked, assumption));
    EXPECT_FALSE(reachesError(completedProperty(assumption), problem.covered));
    EXPECT_TRUE(isAssumption(problem, tableOf(assumption), assumption.stateCount()));
    EXPECT_TRUE(hasNoUselessTransition(problem, assumption));
    if (assumption.stateCount() > 1)
      if (std::optional<bool> smaller = hasAssumption(problem, assumption.stateCount() - 1)) {
        EXPECT_FALSE(*smaller);
        ++provedSmallest;
      }
  }
  EXPECT_GT(violations, 500U);
  for (StateId size = 1; size <= 5; ++size)
    EXPECT_GT(bySize[size], 50U) << size;
  EXPECT_GT(provedSmallest, 500U);
}

TEST(SeparatingAssumption, SameProblemSameAnswer) {
  for (uint64_t seed = 0; seed < 300; ++seed) {
    Budget budget;
    auto solve = [&] {
      RandomProblem problem = seed % 2 ? randomProblem(seed, 3) : relatedProblem(seed, 3);
      return findSeparatingAssumption({problem.checked, problem.covered, problem.interface}, budget);
    };
    AssumptionResult a = solve(), b = solve();
    ASSERT_EQ(a.assumption.has_value(), b.assumption.has_value());
    if (a.assumption) {
      EXPECT_TRUE(identical(*a.assumption, *b.assumption)) << seed;
    }
    EXPECT_EQ(a.violation, b.violation) << seed;
    EXPECT_EQ(a.iterations, b.iterations) << seed;
    EXPECT_EQ(a.satVariables, b.satVariables) << seed;
    EXPECT_EQ(a.satClauses, b.satClauses) << seed;
  }
}

namespace {

/// `covered` counts to `count` and may then go back; `checked` does not bear that it goes back earlier or goes on.
RandomProblem counter(unsigned count) {
  auto table = std::make_shared<LabelTable>();
  LabelId go = table->intern("go"), back = table->intern("back");
  LtsBuilder covered(table), checked(table);
  for (LabelId label : {go, back}) {
    covered.addLabel(label);
    checked.addLabel(label);
  }
  covered.reserveStates(count + 1);
  checked.reserveStates(count + 1);
  for (unsigned i = 0; i < count; ++i) {
    covered.add(i, go, i + 1);
    checked.add(i, go, i + 1);
    checked.add(i, back, ErrorState);
  }
  covered.add(count, back, 0);
  checked.add(count, back, 0);
  checked.add(count, go, ErrorState);
  return {checked.build("CHECKED"), covered.build("COVERED"), Alphabet(table, {go, back})};
}

} // namespace

TEST(SeparatingAssumption, NeedsAllStatesOfACounter) {
  for (unsigned count : {0U, 1U, 4U, 9U}) {
    RandomProblem problem = counter(count);
    Budget budget;
    AssumptionResult result = findSeparatingAssumption({problem.checked, problem.covered, problem.interface}, budget);
    ASSERT_TRUE(result.assumption);
    EXPECT_EQ(result.assumption->stateCount(), count + 1);
    EXPECT_TRUE(identical(*result.assumption, reachable(problem.covered).renamed("A")));
  }
}

TEST(SeparatingAssumption, EndsAtLimits) {
  RandomProblem problem = counter(5);
  AssumptionProblem sides{problem.checked, problem.covered, problem.interface};
  Budget budget;
  SeparatingOptions few;
  few.maxStates = 5;
  AssumptionResult result = findSeparatingAssumption(sides, budget, few);
  EXPECT_FALSE(result.assumption || result.violation);
  EXPECT_EQ(result.limit, Budget::Limit::States);
  few.maxStates = 6;
  EXPECT_TRUE(findSeparatingAssumption(sides, budget, few).assumption);

  Budget cancelled;
  cancelled.cancel();
  result = findSeparatingAssumption(sides, cancelled);
  EXPECT_FALSE(result.assumption || result.violation);
  EXPECT_EQ(result.limit, Budget::Limit::Cancelled);
}
