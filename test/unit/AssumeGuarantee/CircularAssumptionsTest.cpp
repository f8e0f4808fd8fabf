//===- CircularAssumptionsTest.cpp - Circular rules -----------------------===//

#include "tenon/AssumeGuarantee/CircularAssumptions.h"
#include "tenon/AssumeGuarantee/MembershipConstraint.h"
#include "tenon/AssumeGuarantee/Verifier.h"
#include "tenon/Lts/Compose.h"
#include "tenon/Lts/Transform.h"

#include "RandomSystems.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>

using namespace tenon;
using namespace tenon::test;

namespace {

//===----------------------------------------------------------------------===//
// The premises, from the definitions
//===----------------------------------------------------------------------===//

/// An assumption: labels, and for each state and label the target, or none.
struct Table {
  std::vector<LabelId> labels;
  uint32_t states = 1;
  std::vector<uint32_t> next; ///< `states` for none.

  /// Nullopt: forbidden. Labels that are not its own do not move it.
  std::optional<uint32_t> target(uint32_t state, LabelId label) const {
    auto at = std::find(labels.begin(), labels.end(), label);
    if (at == labels.end())
      return state;
    uint32_t t = next[state * labels.size() + static_cast<size_t>(at - labels.begin())];
    return t == states ? std::nullopt : std::optional(t);
  }
};

Table tableOf(const Lts &lts) {
  Table table{lts.alphabet().labels(), lts.stateCount(), {}};
  table.next.assign(lts.stateCount() * table.labels.size(), lts.stateCount());
  for (StateId s = 0; s < lts.stateCount(); ++s)
    for (const Transition &t : lts.successors(s))
      table.next[s * table.labels.size() + t.action - 1] = t.target;
  return table;
}

/// Whether `system` satisfies (the other tables) ▷ (own table), or, without an own table, whether it cannot come to
/// ERROR with the tables.
bool premiseHolds(const Lts &system, llvm::ArrayRef<Table> tables, std::optional<size_t> own) {
  using State = std::pair<StateId, std::vector<uint32_t>>;
  std::set<LabelId> foreign;
  for (const Table &table : tables)
    for (LabelId label : table.labels)
      if (!system.alphabet().contains(label))
        foreign.insert(label);
  std::set<State> seen{{Lts::initial(), std::vector<uint32_t>(tables.size(), 0)}};
  std::vector<State> work(seen.begin(), seen.end());
  while (!work.empty()) {
    auto [q, states] = work.back();
    work.pop_back();
    std::vector<std::pair<LabelId, StateId>> steps;
    for (const Transition &t : system.successors(q))
      steps.emplace_back(system.alphabet().label(t.action), t.target);
    for (LabelId label : foreign)
      steps.emplace_back(label, q);
    for (auto [label, target] : steps) {
      std::vector<uint32_t> after;
      for (size_t i = 0; i < tables.size(); ++i) {
        std::optional<uint32_t> to = label == LabelTable::Tau ? states[i] : tables[i].target(states[i], label);
        if (!to && own == i)
          return false;
        if (to)
          after.push_back(*to);
      }
      if (after.size() < tables.size())
        continue;
      if (target == ErrorState)
        return false;
      if (State next{target, after}; seen.insert(next).second)
        work.push_back(next);
    }
  }
  return true;
}

struct RandomProblem {
  std::vector<LtsRef> sides;
  LtsRef property;
};

bool ruleApplies(const RandomProblem &problem, llvm::ArrayRef<Table> tables) {
  for (size_t i = 0; i < problem.sides.size(); ++i)
    if (!premiseHolds(*problem.sides[i], tables, i))
      return false;
  return premiseHolds(*problem.property, tables, std::nullopt);
}

//===----------------------------------------------------------------------===//
// Random systems
//===----------------------------------------------------------------------===//

/// Sides with labels of a pool, and one of its own each; a property over some of the labels that occur.
RandomProblem randomProblem(uint64_t seed, unsigned sides, const std::vector<std::string> &pool) {
  RandomSystems random(seed);
  RandomProblem problem;
  RandomLtsOptions options;
  options.density = 1.0 + 0.2 * random.below(8);
  options.maxStates = 2 + random.below(5);
  options.nondeterminism = random.chance(0.5);
  options.tau = random.chance(0.5);
  options.error = false;
  options.minLabels = 1;
  options.maxLabels = static_cast<unsigned>(pool.size()) + 1;
  std::vector<std::string> occurring;
  for (unsigned i = 0; i < sides; ++i) {
    options.labelPool = pool;
    if (random.chance(0.5))
      options.labelPool.push_back("own." + std::to_string(i));
    problem.sides.push_back(std::make_shared<const Lts>(random.lts(options, "M" + std::to_string(i))));
    for (LabelId label : problem.sides.back()->alphabet().labels())
      occurring.push_back(random.table()->text(label).str());
  }
  std::sort(occurring.begin(), occurring.end());
  occurring.erase(std::unique(occurring.begin(), occurring.end()), occurring.end());
  options.labelPool = occurring;
  options.density = 1.5 + 0.3 * random.below(4);
  options.maxStates = 1 + random.below(4);
  options.maxLabels = static_cast<unsigned>(occurring.size());
  problem.property = std::make_shared<const Lts>(random.property(options, "P"));
  return problem;
}

/// Sides that need each other: all have one automaton in mind, which is the property. Each letter is one side's, which
/// does it where the automaton has it; the others let it happen anywhere, and some do not see it. Sometimes a side
/// errs.
RandomProblem relatedProblem(uint64_t seed, unsigned sideCount, unsigned letterCount) {
  RandomSystems random(seed);
  unsigned states = random.between(2, 4);
  double errs = random.chance(0.4) ? 0.05 : 0, blind = random.chance(0.5) ? 0.2 : 0;
  std::vector<LtsBuilder> sides(sideCount, LtsBuilder(random.table()));
  LtsBuilder property(random.table());
  property.reserveStates(states);
  for (LtsBuilder &side : sides)
    side.reserveStates(states);
  for (unsigned i = 0; i < letterCount; ++i) {
    LabelId letter = random.table()->intern(std::string(1, static_cast<char>('a' + i)));
    unsigned owner = i < sideCount ? i : random.below(sideCount);
    for (unsigned side = 0; side < sideCount; ++side) {
      bool isBlind = side != owner && random.chance(blind);
      if (!isBlind)
        sides[side].addLabel(letter);
      for (StateId s = 0; s < states; ++s) {
        // The same choices for every side.
        RandomSystems common(seed * 1000 + i * 10 + s, random.table());
        bool isMeant = common.chance(0.55);
        StateId target = common.below(states);
        if (side == 0 && isMeant)
          property.add(s, letter, target);
        if (side == 0)
          property.addLabel(letter);
        if (isBlind && isMeant)
          sides[side].add(s, LabelTable::Tau, target);
        else if (!isBlind && isMeant && random.chance(0.95))
          sides[side].add(s, letter, target);
        else if (!isBlind && !isMeant && random.chance(side == owner ? errs : 0.8))
          sides[side].add(s, letter, random.below(states));
      }
    }
  }
  RandomProblem problem;
  for (unsigned i = 0; i < sideCount; ++i)
    problem.sides.push_back(std::make_shared<const Lts>(sides[i].build("M" + std::to_string(i))));
  problem.property = std::make_shared<const Lts>(completedProperty(property.build("P")));
  return problem;
}

Network wholeOf(const RandomProblem &problem) {
  Network network{"N", problem.property->alphabet().table(), {{"P", problem.property}}, {}, {}};
  for (const LtsRef &side : problem.sides)
    network.components.push_back({side->name(), side});
  return network;
}

bool isViolated(const RandomProblem &problem) {
  SafetyOptions options;
  options.wantDeadlock = false;
  Budget budget;
  return searchSafety(wholeOf(problem), options, budget).error.has_value();
}

std::string describe(const RandomProblem &problem) {
  std::string text = tenon::test::describe(*problem.property);
  for (const LtsRef &side : problem.sides)
    text += '\n' + tenon::test::describe(*side);
  return text;
}

/// Calls with every table of so many states, all of them reachable or not; false: too many.
bool forEachTable(const std::vector<LabelId> &labels, uint32_t states, const std::function<bool(const Table &)> &call) {
  Table table{labels, states, std::vector<uint32_t>(states * labels.size(), 0)};
  while (true) {
    if (call(table))
      return true;
    size_t position = 0;
    while (position < table.next.size() && table.next[position] == states)
      table.next[position++] = 0;
    if (position == table.next.size())
      return false;
    ++table.next[position];
  }
}

/// Whether some assumptions with so many states in all will do.
bool hasAssumptions(const RandomProblem &problem, const std::vector<std::vector<LabelId>> &labels, uint32_t total) {
  std::vector<Table> tables;
  std::function<bool(size_t, uint32_t)> choose = [&](size_t side, uint32_t rest) {
    if (side == labels.size())
      return rest == 0 && ruleApplies(problem, tables);
    auto after = static_cast<uint32_t>(labels.size() - side - 1);
    for (uint32_t states = after == 0 ? rest : 1; states + after <= rest; ++states)
      if (forEachTable(labels[side], states, [&](const Table &table) {
            tables.push_back(table);
            bool found = choose(side + 1, rest - states);
            tables.pop_back();
            return found;
          }))
        return true;
    return false;
  };
  return choose(0, total);
}

} // namespace

//===----------------------------------------------------------------------===//
// Constraints
//===----------------------------------------------------------------------===//

namespace {

Lts chain(const std::shared_ptr<LabelTable> &table,
          const std::vector<std::tuple<StateId, const char *, StateId>> &transitions, std::string name) {
  LtsBuilder builder(table);
  for (auto [from, label, to] : transitions) {
    builder.reserveStates(from + 1);
    if (to != ErrorState)
      builder.reserveStates(to + 1);
    builder.add(from, table->intern(label), to);
  }
  return builder.build(std::move(name));
}

/// Example 1 of the paper; M is In or what takes its place.
struct InOut {
  using Transitions = std::vector<std::tuple<StateId, const char *, StateId>>;
  static Transitions paperIn() { return {{0, "in", 1}, {1, "send", 2}, {2, "ack", 0}, {0, "ack", 3}}; }
  static Transitions paperOut() { return {{0, "send", 1}, {1, "out", 2}, {2, "ack", 0}, {2, "send", 3}}; }
  explicit InOut(const Transitions &first = paperIn(), const Transitions &second = paperOut())
      : sides{std::make_shared<const Lts>(chain(table, first, "In")),
              std::make_shared<const Lts>(chain(table, second, "Out"))} {}

  std::shared_ptr<LabelTable> table = std::make_shared<LabelTable>();
  std::vector<LtsRef> sides;
  LtsRef order = std::make_shared<const Lts>(completedProperty(chain(table, {{0, "send", 1}, {1, "ack", 0}}, "Order")));
  Alphabet letters{table, {table->intern("send"), table->intern("ack")}};
  Budget budget;
  CircularLanguages languages{sides, *order, letters, budget};

  std::vector<Action> word(std::initializer_list<const char *> labels) const {
    std::vector<Action> result;
    for (const char *label : labels)
      result.push_back(*letters.find(llvm::StringRef(label)));
    return result;
  }
  std::string update(uint32_t side, std::initializer_list<const char *> labels) {
    ConstraintUpdate update = updateConstraints(side, word(labels), languages);
    return update.violation ? "violation of " + std::to_string(update.violation->size())
                            : tenon::describe(*update.constraint, letters);
  }
  std::string updateLast(std::initializer_list<const char *> labels) {
    ConstraintUpdate update = updateConstraints(word(labels), languages);
    return update.violation ? "violation" : tenon::describe(*update.constraint, letters);
  }
};

} // namespace

/// The word <send,out,send> of Out; `out` is its own.
TEST(UpdateConstraints, ExampleFour) {
  InOut example;
  ConstraintUpdate update = updateConstraints(1, example.word({"send", "send"}), example.languages);
  using M = MembershipConstraint;
  std::vector<Action> once = example.word({"send"}), twice = example.word({"send", "send"});
  M added{M::Kind::All, 0, {}, {M::contains(1, twice), M::excludes(0, twice)}};
  ASSERT_TRUE(update.constraint);
  EXPECT_EQ(*update.constraint, (M{M::Kind::Any, 0, {}, {M::excludes(0, once), added}}));
  EXPECT_EQ(tenon::describe(*update.constraint, example.letters),
            "-(<send>,1) \\/ (+(<send,send>,2) /\\ -(<send,send>,1))");
}

TEST(UpdateConstraints, EveryCase) {
  InOut example;
  EXPECT_EQ(example.update(0, {"send"}), "+(<send>,1) /\\ +(<send>,2)"); // Line 8.
  EXPECT_EQ(example.update(1, {"send", "ack"}), "+(<send,ack>,2) /\\ +(<send,ack>,1)");
  EXPECT_EQ(example.update(0, {"ack"}), "+(<ack>,1) /\\ -(<ack>,2)"); // Line 25; <> is in every language.
  EXPECT_EQ(example.update(0, {"send", "ack", "ack"}),
            "-(<send,ack>,2) \\/ (+(<send,ack,ack>,1) /\\ -(<send,ack,ack>,2))");

  InOut refusing({{0, "send", 1}, {1, "ack", 0}, {0, "ack", 0}, {1, "send", 1}}, {{0, "ack", 1}, {1, "send", 2}});
  EXPECT_EQ(refusing.update(0, {"send"}), "+(<send>,1)");                            // Line 15.
  EXPECT_EQ(refusing.update(0, {"send", "ack"}), "-(<send>,2) \\/ +(<send,ack>,1)"); // Line 18.
  EXPECT_EQ(refusing.update(0, {"send", "send", "ack"}), "-(<send,send>,2)");        // Line 21.
  EXPECT_EQ(refusing.update(0, {"send", "send"}),
            "-(<send>,2) \\/ (+(<send,send>,1) /\\ -(<send,send>,2))");                      // Line 25.
  EXPECT_EQ(refusing.update(0, {"ack"}), "violation of 1");                                  // Line 5.
  EXPECT_EQ(refusing.update(0, {"ack", "ack"}), "violation of 1");                           // Line 11.
  EXPECT_EQ(refusing.updateLast({"send", "send"}), "-(<send,send>,1) \\/ -(<send,send>,2)"); // Algorithm 3, line 14.
  EXPECT_EQ(refusing.updateLast({"ack", "send"}), "violation");                              // Line 11.
}

//===----------------------------------------------------------------------===//
// Assumptions
//===----------------------------------------------------------------------===//

TEST(CircularAssumptions, PaperExample) {
  for (SatEncoding encoding : {SatEncoding::OneHot, SatEncoding::Binary}) {
    InOut example;
    CircularOptions options;
    options.encoding = encoding;
    CircularResult result = findCircularAssumptions({example.sides, *example.order}, options, example.budget);
    ASSERT_TRUE(result.assumptions);
    EXPECT_EQ((*result.assumptions)[0]->stateCount() + (*result.assumptions)[1]->stateCount(), 4u);
  }
}

namespace {

/// The ways to look for assumptions, by number. The first two find the smallest over all letters.
constexpr unsigned Ways = 8;
CircularOptions optionsFor(unsigned way) {
  CircularOptions options;
  options.encoding = way % 2 ? SatEncoding::Binary : SatEncoding::OneHot;
  options.smallest = way < 4;
  options.refineAlphabet = way >= 2 && way != 5;
  if (way == 6) // Every attempt is given up at first.
    options.first = {1, 1, 1, 1};
  if (way >= 6)
    options.improving = {0, 0, 1, 0};
  return options;
}

/// The states of the assumptions; fails where they are none, or are no proof.
uint32_t checkProof(const RandomProblem &problem, llvm::ArrayRef<std::optional<Lts>> assumptions) {
  RandomProblem taking{{}, problem.property};
  std::vector<Table> tables;
  uint32_t total = 0;
  for (size_t i = 0; i < problem.sides.size(); ++i) {
    if (!assumptions[i])
      continue;
    EXPECT_TRUE(assumptions[i]->isDeterministic() && !assumptions[i]->hasError());
    for (LabelId label : assumptions[i]->alphabet().labels())
      EXPECT_TRUE(problem.sides[i]->alphabet().contains(label));
    taking.sides.push_back(problem.sides[i]);
    tables.push_back(tableOf(*assumptions[i]));
    total += assumptions[i]->stateCount();
  }
  EXPECT_TRUE(ruleApplies(taking, tables)) << describe(problem);
  return total;
}

} // namespace

TEST(CircularAssumptions, AgreeWithTheDirectSearch) {
  uint64_t violations = 0, tried = systemsToTry(400);
  std::map<uint32_t, uint64_t> totals;
  for (uint64_t seed = 0; seed < tried; ++seed) {
    SCOPED_TRACE(seed);
    auto sides = static_cast<unsigned>(2 + seed / 2 % 3);
    RandomProblem problem =
        seed % 2 ? randomProblem(seed, sides, {"a", "b", "c", "d"}) : relatedProblem(seed, sides, sides + seed / 7 % 2);
    bool violated = isViolated(problem);
    violations += violated;
    std::optional<uint32_t> smallest;
    for (unsigned way = 0; way < Ways; ++way) {
      SCOPED_TRACE(way);
      Budget budget;
      CircularResult result = findCircularAssumptions({problem.sides, *problem.property}, optionsFor(way), budget);
      ASSERT_EQ(result.limit, Budget::Limit::None);
      ASSERT_EQ(result.violation.has_value(), violated) << describe(problem);
      ASSERT_EQ(result.assumptions.has_value(), !violated);
      if (violated)
        continue;
      uint32_t total = checkProof(problem, *result.assumptions);
      ASSERT_FALSE(HasFailure());
      EXPECT_TRUE(way != 1 || total == *smallest) << describe(problem);
      if (way == 0)
        ++totals[*(smallest = total)];
    }
  }
  EXPECT_GT(violations, tried / 8);
  EXPECT_GT(tried - violations, tried / 8);
  EXPECT_GT(totals[5] + totals[6] + totals[7], tried / 80);
}

TEST(CircularAssumptions, AreTheSmallest) {
  std::map<uint32_t, unsigned> totals;
  uint64_t compared = 0, wanted = systemsToTry(200);
  for (uint64_t seed = 0; compared < wanted; ++seed) {
    SCOPED_TRACE(seed);
    ASSERT_LT(seed, 80 * wanted);
    RandomProblem problem = relatedProblem(seed, seed % 5 ? 2 : 3, 2);
    Budget budget;
    CircularResult result = findCircularAssumptions({problem.sides, *problem.property}, {}, budget);
    if (!result.assumptions)
      continue;
    std::vector<std::vector<LabelId>> labels;
    RandomProblem taking{{}, problem.property};
    uint32_t total = 0;
    size_t widest = 0;
    for (size_t i = 0; i < problem.sides.size(); ++i)
      if (const std::optional<Lts> &assumption = (*result.assumptions)[i]) {
        taking.sides.push_back(problem.sides[i]);
        labels.push_back(assumption->alphabet().labels());
        widest = std::max(widest, labels.back().size());
        total += assumption->stateCount();
      }
    if (total == labels.size() || total > 5 || widest > 2)
      continue; // Nothing smaller is possible, or too many are.
    ++compared;
    ++totals[total];
    ASSERT_FALSE(hasAssumptions(taking, labels, total - 1)) << describe(problem);
  }
  EXPECT_GT(totals[4], wanted / 10);
  EXPECT_GT(totals[5], wanted / 100);
}
