//===- MayMustTest.cpp - May and must against transition systems ----------===//
//
// Systems with small data have their interfaces found twice: from predicates, and by construction from the transition
// system that lists all their values. Letters of the former are sets of letters of the latter.
//
//===----------------------------------------------------------------------===//

#include "RandomPrograms.h"

#include "tenon/Check/EnvironmentView.h"
#include "tenon/Interface/MayMust.h"
#include "tenon/Lower/FiniteProgram.h"

#include "llvm/ADT/STLExtras.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <map>
#include <set>

using namespace tenon;
using namespace tenon::test;
using namespace llvm;

namespace {

/// What of a system is visible: its channels, its events, or some of them.
std::vector<VisibleLabel> visibleLabels(const RandomProgramSystem &example, RandomSystems &random, double share) {
  std::vector<VisibleLabel> visible;
  std::set<LabelId> seen;
  for (const Program &component : example.system.components)
    for (auto labels : {ArrayRef(component.channels), ArrayRef(component.events)})
      for (LabelId label : labels) {
        if (is_contained(example.system.hidden, label) || !seen.insert(label).second || !random.chance(share))
          continue;
        VisibleLabel next{label, std::nullopt};
        bool isChannel =
            any_of(example.system.components, [&](const Program &p) { return is_contained(p.channels, label); });
        for (const RandomChannel &channel : example.channels)
          if (isChannel && channel.label == label) {
            next.value = channel.type;
            next.value->name = "value";
          }
        visible.push_back(next);
      }
  return visible;
}

/// A letter of the transition system: a label of the program, with a value or none.
struct ExplicitLetter {
  std::string text;
  uint32_t label = 0;
  std::optional<DataValue> value;
};

std::vector<ExplicitLetter> explicitLetters(const OpenProgram &program, ArrayRef<VisibleLabel> visible) {
  std::vector<ExplicitLetter> letters;
  for (auto [number, label] : enumerate(program.labels)) {
    if (label.values.empty()) {
      letters.push_back({label.name, static_cast<uint32_t>(number), std::nullopt});
      continue;
    }
    for (const DataValue &value : valuesOf(*visible[number].value))
      letters.push_back({label.name + "." + printValue(value), static_cast<uint32_t>(number), value});
  }
  return letters;
}

/// The letter of the automaton that an explicit letter belongs to.
size_t letterOf(const LetterAutomaton &automaton, const OpenProgram &program, const ExplicitLetter &letter,
                const std::string &context) {
  std::optional<size_t> found;
  for (auto [i, candidate] : enumerate(automaton.letters)) {
    if (candidate.label != letter.label)
      continue;
    bool fits = true;
    if (candidate.condition && letter.value)
      fits = evaluate(candidate.condition, [&](VariableId id) {
               EXPECT_EQ(id, program.labels[letter.label].values.front()->variable()) << context;
               return *letter.value;
             }).scalar() == Rational(DynamicAPInt(1));
    if (!fits)
      continue;
    EXPECT_FALSE(found) << context << letter.text << " belongs to two letters";
    found = i;
  }
  EXPECT_TRUE(found) << context << letter.text << " belongs to no letter";
  return found.value_or(0);
}

/// Both automata are deterministic, and what they lack is forbidden.
void compareLanguages(const LetterAutomaton &found, const Lts &constructed, const OpenProgram &program,
                      ArrayRef<VisibleLabel> visible, const std::string &context) {
  std::vector<std::pair<Action, size_t>> letters;
  for (const ExplicitLetter &letter : explicitLetters(program, visible))
    if (std::optional<Action> action = constructed.alphabet().find(letter.text))
      letters.emplace_back(*action, letterOf(found, program, letter, context));
  ASSERT_EQ(letters.size(), constructed.alphabet().size()) << context;
  std::set<std::pair<uint32_t, StateId>> seen{{0, Lts::initial()}};
  std::vector<std::pair<uint32_t, StateId>> pending(seen.begin(), seen.end());
  while (!pending.empty()) {
    auto [a, b] = pending.back();
    pending.pop_back();
    for (auto [action, letter] : letters) {
      uint32_t next = found.target(a, letter);
      ArrayRef<Transition> moves = constructed.successors(b, action);
      ASSERT_EQ(next == LetterAutomaton::Forbidden, moves.empty())
          << context << "they differ about " << constructed.alphabet().text(action).str();
      if (!moves.empty() && seen.insert({next, moves.front().target}).second)
        pending.emplace_back(next, moves.front().target);
    }
  }
}

struct Shape {
  RandomProgramOptions program;
  PredicateAbstraction::Kind kind = PredicateAbstraction::Kind::Boolean;
  double visibleShare = 1;
};

void compareWithConstruction(const Shape &shape, unsigned runs, uint64_t firstSeed) {
  if (const char *text = std::getenv("TENON_RUNS"))
    runs = static_cast<unsigned>(std::atoi(text));
  std::map<Environments, unsigned> tally;
  unsigned compared = 0, split = 0;
  for (uint64_t seed = firstSeed; compared < runs; ++seed) {
    RandomSystems random(seed);
    RandomProgramSystem example = randomProgramSystem(random, shape.program);
    if (!explore(example.system, 2000, false).complete)
      continue;
    ++compared;
    std::string context = "seed " + std::to_string(seed) + "\n" + example.describe();
    std::vector<VisibleLabel> visible = visibleLabels(example, random, shape.visibleShare);
    Budget budget;
    EnvironmentView view(example.system, visible, budget);
    ASSERT_TRUE(view.isComplete());
    SmtContext smt(*example.system.terms);
    MayMustOptions options;
    options.abstraction = shape.kind;
    options.maxPredicates = 5000;
    MayMustInterface found = learnMayMust(view.program(), smt, options, budget);
    ASSERT_TRUE(found.environments) << context << found.reason;

    Lts system = cantFail(lowerToLts(example.system, budget));
    std::vector<LabelId> labels;
    for (const ExplicitLetter &letter : explicitLetters(view.program(), visible))
      if (std::optional<Action> action = system.alphabet().find(letter.text))
        labels.push_back(system.alphabet().label(*action));
    Alphabet alphabet(example.system.labels, labels);
    FoundInterface constructed = constructInterface(system, alphabet, budget);
    ++tally[constructed.environments];
    // Values that never occur may be forbidden in no interface; they can belong to a letter of their own.
    ASSERT_EQ(found.environments == Environments::None, constructed.environments == Environments::None) << context;
    if (found.interface) {
      split += any_of(found.interface->letters, [](const InterfaceLetter &letter) { return letter.condition; });
      compareLanguages(*found.interface, *constructed.interface, view.program(), visible, context);
    }
    if (testing::Test::HasFailure())
      return;
  }
  for (Environments environments : {Environments::All, Environments::None, Environments::Some})
    EXPECT_GT(tally[environments], runs / 50);
  EXPECT_GT(split, runs / 50);
}

/// Where indices are outside, what is read has no value there (the component's own transition system names it).
Shape shapeWith(unsigned components, bool monitor) {
  Shape shape;
  shape.program.maxComponents = components;
  shape.program.arrays = false;
  shape.program.monitor = monitor;
  shape.program.followers = false;
  return shape;
}

TEST(MayMust, ComponentsHaveTheConstructedLanguage) {
  compareWithConstruction(shapeWith(1, false), 300, 1);
}

TEST(MayMust, PropertiesAndSilentActions) {
  Shape shape = shapeWith(2, true);
  shape.visibleShare = 0.7;
  compareWithConstruction(shape, 200, 100'000);
}

TEST(MayMust, Cartesian) {
  Shape shape = shapeWith(1, false);
  shape.kind = PredicateAbstraction::Kind::Cartesian;
  compareWithConstruction(shape, 200, 200'000);
}

} // namespace
