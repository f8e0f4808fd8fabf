//===- InterfaceTest.cpp - Interfaces of random open systems --------------===//
//
// Everything is held against the definition: words one by one, and the states that a system can be in after them.
//
//===----------------------------------------------------------------------===//

#include "Lower/LoweredText.h"
#include "RandomSystems.h"

#include "tenon/Interface/CertifyInterface.h"
#include "tenon/Interface/Interface.h"
#include "tenon/Lts/ErrorTransform.h"
#include "tenon/Lts/Formats.h"
#include "tenon/Lts/Minimize.h"

#include "llvm/ADT/STLExtras.h"

#include <gtest/gtest.h>

#include <functional>

using namespace tenon;
using namespace tenon::test;

namespace {

using Word = std::vector<Action>;

/// Whether the system can be in ERROR after the word, by trying all runs. States on the way are told apart by how much
/// of the word is behind them, so that loops of silent steps end.
bool canFail(const Lts &system, const Alphabet &alphabet, const Word &word) {
  std::set<std::pair<size_t, StateId>> seen;
  std::function<bool(size_t, StateId)> visit = [&](size_t at, StateId s) {
    if (s == ErrorState)
      return true;
    if (!seen.insert({at, s}).second)
      return false;
    if (at < word.size() && !system.alphabet().find(alphabet.text(word[at])) && visit(at + 1, s))
      return true;
    for (const Transition &t : system.successors(s)) {
      std::optional<Action> letter;
      if (t.action != TauAction)
        letter = alphabet.find(system.alphabet().text(t.action));
      if (!letter ? visit(at, t.target) : at < word.size() && word[at] == *letter && visit(at + 1, t.target))
        return true;
    }
    return false;
  };
  return visit(0, Lts::initial());
}

bool allows(const Lts &interface, const Word &word) {
  StateId s = Lts::initial();
  for (Action letter : word) {
    llvm::ArrayRef<Transition> next = interface.successors(s, letter);
    if (next.empty())
      return false;
    s = next.front().target;
  }
  return true;
}

/// All words up to a length, shortest first, then in order.
std::vector<Word> wordsUpTo(size_t length, uint32_t letters) {
  std::vector<Word> words{{}};
  for (size_t i = 0; i < words.size() && words[i].size() < length; ++i)
    for (Action letter = 1; letter <= letters; ++letter) {
      words.push_back(words[i]);
      words.back().push_back(letter);
    }
  return words;
}

struct RandomCase {
  Lts system;
  Alphabet alphabet;
};

/// Some actions of the system, and sometimes one that it does not have.
RandomCase randomCase(uint64_t seed) {
  RandomSystems random(seed);
  RandomLtsOptions options;
  options.maxStates = 7;
  options.errorShare = 0.15;
  options.tau = random.chance(0.6);
  options.nondeterminism = random.chance(0.6);
  Lts system = random.lts(options, "M");
  std::vector<LabelId> labels;
  for (LabelId label : system.alphabet().labels())
    if (labels.size() < 3 && random.chance(0.75))
      labels.push_back(label);
  if (random.chance(0.1))
    labels.push_back(random.table()->intern("foreign"));
  return {std::move(system), Alphabet(random.table(), labels)};
}

size_t depthFor(const Alphabet &alphabet) {
  return alphabet.size() <= 2 ? 7 : 5;
}

/// An LTS that a user might give: with choices, silent steps and ERROR, over some of the letters and a table of its
/// own.
Lts randomGiven(uint64_t seed, const Alphabet &alphabet) {
  RandomSystems random(seed);
  RandomLtsOptions options;
  options.labelPool.clear();
  for (Action letter = 1; letter <= alphabet.size(); ++letter)
    options.labelPool.push_back(alphabet.text(letter).str());
  options.maxLabels = alphabet.size();
  options.minLabels = 0;
  options.density = 2.5;
  options.maxStates = 5;
  return random.lts(options, "G");
}

constexpr uint64_t Cases = 4000;

} // namespace

TEST(Interface, ConstructedIsTheLegalWords) {
  Budget budget;
  unsigned kinds[3] = {};
  for (uint64_t seed = 0; seed < Cases; ++seed) {
    RandomCase random = randomCase(seed);
    SCOPED_TRACE("seed " + std::to_string(seed) + ": " + describe(random.system));
    FoundInterface found = constructInterface(random.system, random.alphabet, budget);
    ++kinds[static_cast<size_t>(found.environments)];
    ASSERT_EQ(found.environments == Environments::None, canFail(random.system, random.alphabet, {}));
    ASSERT_EQ(found.interface.has_value(), found.environments != Environments::None);
    if (!found.interface)
      continue;
    ASSERT_TRUE(found.interface->isDeterministic() && !found.interface->hasError());
    ASSERT_EQ(found.interface->alphabet(), random.alphabet);
    bool allowsAll = true;
    for (const Word &word : wordsUpTo(depthFor(random.alphabet), random.alphabet.size())) {
      bool isLegal = !canFail(random.system, random.alphabet, word);
      allowsAll &= isLegal;
      ASSERT_EQ(allows(*found.interface, word), isLegal);
    }
    if (found.environments == Environments::All)
      EXPECT_TRUE(allowsAll && found.interface->stateCount() == 1);
    else
      EXPECT_LT(found.interface->transitionCount(), size_t(found.interface->stateCount()) * random.alphabet.size());
    llvm::Expected<Lts> minimal = minimized(*found.interface, Equivalence::Trace, budget);
    ASSERT_TRUE(static_cast<bool>(minimal));
    EXPECT_EQ(minimal->stateCount(), found.interface->stateCount());
  }
  for (unsigned count : kinds)
    EXPECT_GT(count, Cases / 20) << "all three answers occur";
}

TEST(Interface, StepsLeadToTheConstructedOne) {
  Budget budget;
  for (uint64_t seed = 0; seed < Cases; ++seed) {
    RandomCase random = randomCase(seed);
    SCOPED_TRACE("seed " + std::to_string(seed) + ": " + describe(random.system));
    LabelMatcher visible(random.system.alphabet().table(), random.alphabet.labels());
    Lts step = propagateError(hidden(random.system, {visible, true}));
    FoundInterface found = constructInterface(random.system, random.alphabet, budget);
    ASSERT_EQ(step.hasTau() && step.stateCount() == 1 && step.hasError() && step.transitionCount() == 1 &&
                  step.successors(0, TauAction).size() == 1,
              found.environments == Environments::None);
    if (!found.interface || random.alphabet.find("foreign"))
      continue;
    step = pruneSafe(step);
    llvm::Expected<Lts> subsets = determinized(step, budget);
    ASSERT_TRUE(static_cast<bool>(subsets));
    llvm::Expected<Lts> minimal = minimized(withoutError(completedWithSink(*subsets)), Equivalence::Strong, budget);
    ASSERT_TRUE(static_cast<bool>(minimal));
    EXPECT_TRUE(identical(*minimal, *found.interface)) << describe(*minimal) << " and " << describe(*found.interface);
  }
}

TEST(Interface, LearnedIsTheConstructedOneWhereProved) {
  Budget budget;
  uint64_t proved = 0, unproved = 0, tooNarrow = 0;
  for (uint64_t seed = 0; seed < 5 * Cases; ++seed) {
    RandomCase random = randomCase(seed);
    SCOPED_TRACE("seed " + std::to_string(seed) + ": " + describe(random.system));
    FoundInterface constructed = constructInterface(random.system, random.alphabet, budget);
    for (LearnerKind kind : {LearnerKind::DiscriminationTree, LearnerKind::ObservationTable}) {
      FoundInterface learned = learnInterface(random.system, random.alphabet, kind, budget);
      ASSERT_EQ(learned.limit, Budget::Limit::None);
      ASSERT_EQ(learned.interface.has_value(), constructed.interface.has_value());
      if (!learned.interface)
        continue;
      ASSERT_GT(learned.statistics.membershipQueries + random.alphabet.size(), 0u);
      ASSERT_FALSE(findWronglyAllowed(random.system, *learned.interface, budget).word);
      bool isSame = identical(*learned.interface, *constructed.interface);
      if (learned.isProvedPermissive) {
        ASSERT_TRUE(isSame) << describe(*learned.interface) << " and " << describe(*constructed.interface);
        ASSERT_EQ(learned.environments, constructed.environments);
      } else {
        ASSERT_GT(learned.spuriousCounterexamples, 0u);
      }
      ++(learned.isProvedPermissive ? proved : unproved);
      tooNarrow += !isSame;
    }
  }
  EXPECT_GT(proved, Cases / 2);
  EXPECT_GT(unproved, 100u);
  EXPECT_GT(tooNarrow, 0u) << "what is not proved may be wrong";
}

TEST(Interface, DeterministicSystemsAreProved) {
  Budget budget;
  for (uint64_t seed = 0; seed < 500; ++seed) {
    RandomSystems random(seed);
    RandomLtsOptions options;
    options.tau = options.nondeterminism = false;
    options.errorShare = 0.15;
    options.maxStates = 10;
    Lts system = random.lts(options, "M");
    FoundInterface learned = learnInterface(system, system.alphabet(), LearnerKind::DiscriminationTree, budget);
    EXPECT_TRUE(learned.isProvedPermissive && learned.spuriousCounterexamples == 0) << describe(system);
  }
}

TEST(Interface, GivenOnesAreCheckedAsTheDefinitionSays) {
  Budget budget;
  uint64_t both = 0, unsafe = 0, narrow = 0;
  for (uint64_t seed = 0; seed < Cases; ++seed) {
    RandomCase random = randomCase(seed);
    if (random.alphabet.empty())
      continue;
    Lts given = randomGiven(seed + 1000000, random.alphabet);
    if (seed % 4 == 0)
      if (FoundInterface found = constructInterface(random.system, random.alphabet, budget); found.interface)
        given = *found.interface;
    SCOPED_TRACE("seed " + std::to_string(seed) + ": " + describe(random.system) + " and " + describe(given));
    llvm::Expected<Lts> interface = asInterface(given, random.alphabet, budget);
    if (!interface) {
      llvm::consumeError(interface.takeError());
      ASSERT_TRUE(canFail(given, Alphabet(), {}));
      continue;
    }
    WordSearch allowed = findWronglyAllowed(random.system, *interface, budget);
    WordSearch forbidden = findWronglyForbidden(random.system, *interface, budget);
    size_t depth = depthFor(random.alphabet);
    std::optional<Word> firstAllowed, firstForbidden;
    for (const Word &word : wordsUpTo(depth, random.alphabet.size())) {
      bool isAllowed = allows(*interface, word), isLegal = !canFail(random.system, random.alphabet, word);
      if (isAllowed && !isLegal && !firstAllowed)
        firstAllowed = word;
      if (!isAllowed && isLegal && !firstForbidden)
        firstForbidden = word;
      ASSERT_FALSE(isAllowed && canFail(given, random.alphabet, word));
    }
    auto agrees = [&](const std::optional<Word> &found, const std::optional<Word> &expected) {
      return expected ? found == expected : !found || found->size() > depth;
    };
    ASSERT_TRUE(agrees(allowed.word, firstAllowed));
    ASSERT_TRUE(agrees(forbidden.word, firstForbidden));
    if (allowed.word) {
      StateId at = Lts::initial();
      std::vector<StateId> states{at};
      Word seen;
      for (Action action : allowed.run) {
        std::vector<StateId> next;
        for (StateId s : states)
          if (s != ErrorState)
            for (const Transition &t : random.system.successors(s, action))
              next.push_back(t.target);
        states = next;
        if (action != TauAction)
          if (std::optional<Action> letter = random.alphabet.find(random.system.alphabet().text(action)))
            seen.push_back(*letter);
      }
      ASSERT_TRUE(llvm::is_contained(states, ErrorState)) << "the run leads to ERROR";
      Word own;
      llvm::copy_if(*allowed.word, std::back_inserter(own),
                    [&](Action letter) { return random.system.alphabet().find(random.alphabet.text(letter)); });
      ASSERT_EQ(seen, own);
    }
    std::optional<bool> certified = certifyInterface(random.system, *interface, true, budget);
    ASSERT_EQ(certified, !allowed.word && !forbidden.word);
    ASSERT_EQ(certifyInterface(random.system, *interface, false, budget), !allowed.word);
    both += *certified;
    unsafe += allowed.word.has_value();
    narrow += forbidden.word.has_value();
  }
  for (uint64_t count : {both, unsafe, narrow})
    EXPECT_GT(count, Cases / 20);
}

TEST(Interface, GivenProcessesAllowTheirTraces) {
  Budget budget;
  for (uint64_t seed = 0; seed < 1000; ++seed) {
    RandomCase random = randomCase(seed);
    if (random.alphabet.empty())
      continue;
    Lts given = randomGiven(seed, random.alphabet);
    SCOPED_TRACE("seed " + std::to_string(seed) + ": " + describe(given));
    llvm::Expected<Lts> interface = asInterface(given, random.alphabet, budget);
    if (!interface) {
      llvm::consumeError(interface.takeError());
      continue;
    }
    for (const Word &word : wordsUpTo(4, random.alphabet.size())) {
      // The states after the part of the word that the process has.
      std::set<StateId> states = statesAfter(given, random.alphabet, word);
      bool isTrace = !states.empty() && !canFail(given, random.alphabet, word);
      for (size_t length = 0; isTrace && length < word.size(); ++length)
        isTrace = !canFail(given, random.alphabet, Word(word.begin(), word.begin() + static_cast<ptrdiff_t>(length)));
      ASSERT_EQ(allows(*interface, word), isTrace);
    }
  }
}

TEST(Interface, PrintedOnesReadBackTheSame) {
  Budget budget;
  FspOptions options;
  options.property = options.readableNames = true;
  unsigned read = 0;
  for (uint64_t seed = 0; seed < 1500; ++seed) {
    RandomCase random = randomCase(seed);
    FoundInterface found = constructInterface(random.system, random.alphabet, budget);
    if (!found.interface)
      continue;
    std::string source;
    llvm::raw_string_ostream os(source);
    ASSERT_FALSE(static_cast<bool>(writeFsp(*found.interface, "Legal", os, options)));
    SCOPED_TRACE(source);
    LoweredText text(source);
    ASSERT_TRUE(text.ok()) << text.diagnostics();
    LtsRef lts = text.lts("Legal");
    ASSERT_TRUE(lts && text.ok()) << text.diagnostics();
    ASSERT_EQ(text.diagnostics(), "");
    EXPECT_TRUE(identical(reachable(*lts), reachable(completedProperty(*found.interface))));
    ++read;
  }
  EXPECT_GT(read, 500u);
}

TEST(Interface, ClosedSystems) {
  Budget budget;
  auto table = std::make_shared<LabelTable>();
  LtsBuilder builder(table);
  builder.reserveStates(1);
  builder.add(0, table->intern("a"), ErrorState);
  Lts failing = builder.build("M");
  EXPECT_EQ(constructInterface(failing, Alphabet(table, {}), budget).environments, Environments::None);
  EXPECT_EQ(learnInterface(failing, Alphabet(table, {}), LearnerKind::ObservationTable, budget).environments,
            Environments::None);
  FoundInterface found = constructInterface(Lts(), Alphabet(), budget);
  EXPECT_EQ(found.environments, Environments::All);
  EXPECT_EQ(found.interface->stateCount(), 1u);
  found = learnInterface(Lts(), Alphabet(), LearnerKind::DiscriminationTree, budget);
  EXPECT_EQ(found.environments, Environments::All);
}

TEST(Interface, EndsWithTheBudget) {
  RandomCase random = randomCase(4);
  Budget budget;
  budget.cancel();
  // A chain with a choice whose subsets double.
  auto table = std::make_shared<LabelTable>();
  LtsBuilder builder(table);
  LabelId a = table->intern("a"), b = table->intern("b");
  builder.reserveStates(25);
  builder.add(0, a, 0);
  builder.add(0, b, 0);
  builder.add(0, a, 1);
  for (StateId s = 1; s < 24; ++s) {
    builder.add(s, a, s + 1);
    builder.add(s, b, s + 1);
  }
  builder.add(24, a, ErrorState);
  Lts system = builder.build("M");
  EXPECT_EQ(constructInterface(system, system.alphabet(), budget).limit, Budget::Limit::Cancelled);
  EXPECT_EQ(learnInterface(system, system.alphabet(), LearnerKind::DiscriminationTree, budget).limit,
            Budget::Limit::Cancelled);
}
