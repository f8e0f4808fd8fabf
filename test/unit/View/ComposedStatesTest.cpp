//===- ComposedStatesTest.cpp - What the states of compositions are made of ===//

#include "tenon/Lts/ComposedStates.h"

#include "Lts/ReadingTest.h"
#include "RandomSystems.h"

#include "tenon/Lts/Interpreter.h"

#include <gtest/gtest.h>

#include <set>

using namespace llvm;
using namespace tenon;
using namespace tenon::test;

namespace {

/// The label of a step, and where it leads: a configuration, ERROR, or END, of which the LTS has one.
using Move = std::pair<std::string, std::vector<StateId>>;
const std::vector<StateId> ToError{ErrorState}, ToEnd{ErrorState, ErrorState};

Configuration configurationOf(const ComposedStates &composed, size_t width, StateId state) {
  auto begin = composed.componentStates.begin() + static_cast<ptrdiff_t>(state * width);
  return Configuration(begin, begin + static_cast<ptrdiff_t>(width));
}

std::set<Move> movesOf(const Network &network, const Interpreter &interpreter, const Configuration &at) {
  std::set<Move> result;
  for (const Interpreter::Move &move : interpreter.moves(at)) {
    bool isEnd = !isInError(move.target) && interpreter.outcome(move.target) == ReplayOutcome::Terminated;
    result.insert({network.table->text(move.label).str(), isInError(move.target) ? ToError
                                                          : isEnd                ? ToEnd
                                                                                 : move.target});
  }
  return result;
}

std::set<Move> movesOf(const ComposedStates &composed, size_t width, StateId state) {
  std::set<Move> result;
  const Lts &lts = composed.lts;
  for (const Transition &t : lts.successors(state))
    result.insert({lts.alphabet().text(t.action).str(), t.target == ErrorState ? ToError
                                                        : t.target == lts.end()
                                                            ? ToEnd
                                                            : configurationOf(composed, width, t.target)});
  return result;
}

} // namespace

TEST(ComposedStates, AreThoseOfTheInterpreter) {
  Budget budget;
  size_t states = 0;
  for (uint64_t seed = 0; seed < 1000; ++seed) {
    RandomSystems random(seed);
    Network network = random.network({});
    Expected<Lts> plain = compose(network, budget);
    Expected<std::optional<ComposedStates>> composed = composeUpTo(network, 1'000'000, budget);
    ASSERT_TRUE(bool(plain) && bool(composed) && *composed);
    EXPECT_EQ(written((*composed)->lts, InputFormat::Aut), written(*plain, InputFormat::Aut)) << "seed " << seed;
    Interpreter interpreter(network);
    size_t width = network.components.size();
    ASSERT_EQ((*composed)->componentStates.size(), plain->stateCount() * width);
    EXPECT_EQ(configurationOf(**composed, width, Lts::initial()), interpreter.initial());
    for (StateId s = 0; s < plain->stateCount(); ++s, ++states)
      EXPECT_EQ(movesOf(**composed, width, s), movesOf(network, interpreter, configurationOf(**composed, width, s)))
          << "seed " << seed << ", state " << s;
    Expected<std::optional<ComposedStates>> exact = composeUpTo(network, plain->stateCount(), budget);
    ASSERT_TRUE(bool(exact));
    // States that hiding and END leave no trace of count, too.
    if (*exact && plain->stateCount() > 1) {
      Expected<std::optional<ComposedStates>> less = composeUpTo(network, plain->stateCount() - 1, budget);
      ASSERT_TRUE(bool(less));
      EXPECT_FALSE(less->has_value()) << "seed " << seed;
    }
  }
  EXPECT_GT(states, 3000u) << "the systems are worth looking at";
}
