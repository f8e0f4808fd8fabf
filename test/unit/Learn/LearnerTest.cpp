//===- LearnerTest.cpp - Laws of learners ---------------------------------===//

#include "Languages.h"

#include <gtest/gtest.h>

namespace tenon::test {
namespace {

class LearnerTest : public ::testing::TestWithParam<LearnerKind> {
protected:
  /// Learns until the conjecture is the teacher's language; checks what must hold on the way.
  Dfa learn(Learner &learner, const RecordingTeacher &teacher, Dice *dice = nullptr) {
    Dfa target = minimize(teacher.target);
    uint32_t states = 0;
    for (;;) {
      const Dfa *conjecture = learner.conjecture();
      if (!conjecture) {
        ADD_FAILURE() << "the learner has given up";
        return {};
      }
      EXPECT_EQ(*conjecture, minimize(*conjecture)) << "smallest, and numbered breadth first";
      EXPECT_GT(conjecture->stateCount(), states);
      states = conjecture->stateCount();
      std::optional<Word> word = dice ? longDifference(*dice, target, *conjecture) : difference(target, *conjecture);
      if (!word) {
        EXPECT_EQ(*conjecture, target);
        return *conjecture;
      }
      EXPECT_LT(states, target.stateCount());
      if (states >= target.stateCount())
        return {};
      EXPECT_TRUE(learner.refine(*word));
    }
  }

  std::unique_ptr<Learner> make(RecordingTeacher &teacher, size_t letterCount) {
    std::vector<Letter> letters(teacher.target.letters.begin(), teacher.target.letters.begin() + letterCount);
    return makeLearner(GetParam(), teacher, letters);
  }
  std::unique_ptr<Learner> make(RecordingTeacher &teacher) { return make(teacher, teacher.target.letters.size()); }
};

Dfa anyDfa(Dice &dice) {
  bool prefixClosed = dice.below(2) == 0;
  uint32_t letters = dice.between(1, 5);
  return randomDfa(dice, dice.between(1, 24), letters, prefixClosed, dice.between(1, letters));
}

TEST_P(LearnerTest, EndsWithTheMinimalAutomaton) {
  for (uint64_t seed = 0; seed < 3000 && !HasFailure(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Dice dice(seed);
    RecordingTeacher teacher(anyDfa(dice));
    auto learner = make(teacher);
    Dfa result = learn(*learner, teacher, seed % 2 ? &dice : nullptr);
    const LearningStatistics &statistics = learner->statistics();
    EXPECT_LE(statistics.equivalenceQueries, result.stateCount());
    EXPECT_EQ(statistics.membershipQueries, teacher.words.size());
    EXPECT_EQ(statistics.membershipQueries, teacher.asked);
  }
}

TEST_P(LearnerTest, IsDeterministic) {
  for (uint64_t seed = 0; seed < 200; ++seed) {
    std::vector<LearningStatistics> runs;
    for (int run = 0; run < 2; ++run) {
      Dice dice(seed);
      RecordingTeacher teacher(anyDfa(dice));
      auto learner = make(teacher);
      learn(*learner, teacher, &dice);
      runs.push_back(learner->statistics());
    }
    EXPECT_EQ(runs[0].membershipQueries, runs[1].membershipQueries);
    EXPECT_EQ(runs[0].repeatedQueries, runs[1].repeatedQueries);
    EXPECT_EQ(runs[0].equivalenceQueries, runs[1].equivalenceQueries);
  }
}

TEST_P(LearnerTest, AWordThatIsRightChangesNothing) {
  Dice dice(7);
  RecordingTeacher teacher(randomDfa(dice, 12, 3, false));
  auto learner = make(teacher);
  Dfa before = learn(*learner, teacher);
  uint64_t conjectures = learner->statistics().equivalenceQueries;
  EXPECT_TRUE(learner->refine({10, 11, 12, 10, 10, 11}));
  EXPECT_TRUE(learner->refine({}));
  EXPECT_EQ(*learner->conjecture(), before);
  EXPECT_EQ(learner->statistics().equivalenceQueries, conjectures) << "the same conjecture is counted once";
}

// Refining before the first conjecture was asked for is possible, too.
TEST_P(LearnerTest, RefinesBeforeTheFirstConjecture) {
  for (uint64_t seed = 0; seed < 200 && !HasFailure(); ++seed) {
    Dice dice(seed);
    RecordingTeacher teacher(anyDfa(dice));
    auto learner = make(teacher);
    Word word(12, 10);
    EXPECT_TRUE(learner->refine(word));
    EXPECT_EQ(accepts(*learner->conjecture(), word), accepts(teacher.target, word));
    learn(*learner, teacher);
  }
}

TEST_P(LearnerTest, IsRightAboutACounterexampleAfterwards) {
  for (uint64_t seed = 0; seed < 500 && !HasFailure(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Dice dice(seed);
    RecordingTeacher teacher(anyDfa(dice));
    auto learner = make(teacher);
    while (std::optional<Word> word = longDifference(dice, teacher.target, *learner->conjecture())) {
      ASSERT_TRUE(learner->refine(*word));
      ASSERT_EQ(accepts(*learner->conjecture(), *word), accepts(teacher.target, *word));
    }
  }
}

TEST_P(LearnerTest, LettersCanComeLater) {
  for (uint64_t seed = 0; seed < 1000 && !HasFailure(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Dice dice(seed);
    Dfa whole = anyDfa(dice);
    size_t all = whole.letters.size(), count = dice.below(static_cast<uint32_t>(all) + 1);
    RecordingTeacher teacher(restrict(whole, count));
    auto learner = make(teacher, count);
    // Sometimes nothing is known yet.
    if (count == all || dice.below(4) != 0)
      learn(*learner, teacher, &dice);
    while (count < all) {
      size_t more = dice.between(1, static_cast<uint32_t>(all - count));
      llvm::ArrayRef<Letter> letters = whole.letters;
      teacher.target = restrict(whole, count + more);
      learner->grow(letters.slice(count, more), false);
      count += more;
      learn(*learner, teacher, dice.below(2) ? &dice : nullptr);
    }
    EXPECT_EQ(*learner->conjecture(), minimize(whole));
    EXPECT_EQ(learner->statistics().membershipQueries, teacher.words.size());
    EXPECT_EQ(learner->statistics().membershipQueries, teacher.asked);
  }
}

TEST_P(LearnerTest, AnswersCanChangeWithNewLetters) {
  for (uint64_t seed = 0; seed < 1000 && !HasFailure(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Dice dice(seed);
    uint32_t letters = dice.between(1, 3), asked = 0;
    RecordingTeacher teacher(randomDfa(dice, dice.between(1, 16), letters, dice.below(2)));
    auto learner = make(teacher);
    learn(*learner, teacher, &dice);
    for (int round = 0; round < 3; ++round) {
      size_t before = teacher.target.letters.size();
      letters += dice.below(2);
      teacher.target = randomDfa(dice, dice.between(1, 16), letters, dice.below(2));
      asked += teacher.words.size();
      teacher.words.clear();
      learner->grow(llvm::ArrayRef<Letter>(teacher.target.letters).drop_front(before), true);
      learn(*learner, teacher, &dice);
      EXPECT_EQ(learner->statistics().membershipQueries, asked + teacher.words.size());
    }
  }
}

TEST_P(LearnerTest, ATeacherCanGiveUp) {
  for (uint64_t seed = 0; seed < 60 && !HasFailure(); ++seed) {
    Dice language(seed);
    Dfa target = anyDfa(language);
    uint64_t needed = 0;
    for (uint64_t patience = 0; patience <= needed; ++patience) {
      RecordingTeacher teacher(target);
      teacher.patience = patience;
      auto learner = make(teacher);
      bool ended = false;
      while (const Dfa *conjecture = learner->conjecture()) {
        std::optional<Word> word = difference(target, *conjecture);
        if (!word) {
          ended = true;
          break;
        }
        if (!learner->refine(*word)) {
          EXPECT_EQ(learner->conjecture(), nullptr);
          break;
        }
      }
      EXPECT_EQ(teacher.asked, std::min(teacher.words.size(), patience + 1));
      if (!ended) {
        EXPECT_FALSE(learner->refine({}));
        EXPECT_EQ(teacher.asked, patience + 1) << "nothing is asked afterwards";
        needed = patience + 1;
      }
    }
  }
}

TEST_P(LearnerTest, OnlyAsksAboutItsLetters) {
  Dice dice(3);
  RecordingTeacher teacher(randomDfa(dice, 20, 4, true, 2));
  auto learner = make(teacher);
  learn(*learner, teacher);
  EXPECT_FALSE(teacher.foreign);
}

// One state after the other, by a single counterexample: the last of 400 letters decides.
TEST_P(LearnerTest, LearnsALongChain) {
  Dfa chain;
  chain.letters = {0};
  for (uint32_t s = 0; s < 400; ++s) {
    chain.accepting.push_back(s == 399);
    chain.next.push_back((s + 1) % 400);
  }
  RecordingTeacher teacher(chain);
  auto learner = make(teacher);
  EXPECT_EQ(learn(*learner, teacher), chain);
}

// Words that a teacher's answers do not change for are not asked again, and what has been told apart need not be told
// apart by new counterexamples.
TEST_P(LearnerTest, ARestartMakesUseOfWhatWasUseful) {
  Dice dice(11);
  RecordingTeacher teacher(randomDfa(dice, 30, 3, true, 2));
  auto learner = make(teacher);
  learn(*learner, teacher);
  uint64_t conjectures = learner->statistics().equivalenceQueries;
  EXPECT_GT(conjectures, 4u);
  learner->grow({}, true);
  learn(*learner, teacher);
  EXPECT_LE(learner->statistics().equivalenceQueries, conjectures + 2);
}

TEST_P(LearnerTest, ARestartForgetsWhatIsOfNoUse) {
  Dice dice(11);
  RecordingTeacher teacher(randomDfa(dice, 30, 3, true, 2));
  auto learner = make(teacher);
  learn(*learner, teacher);
  teacher.target = {{10, 11, 12, 13}, {true}, {0, 0, 0, 0}};
  learner->grow({}, true);
  EXPECT_EQ(learner->conjecture()->stateCount(), 1u);
  uint64_t asked = teacher.asked;
  learner->grow({13}, false);
  EXPECT_EQ(*learner->conjecture(), teacher.target);
  EXPECT_EQ(teacher.asked, asked + 1) << "the new letter, and no experiment after it";
}

/// An even number of both letters: the example of Angluin's paper.
Dfa evenNumbers() {
  return {{10, 11}, {true, false, false, false}, {1, 2, 0, 3, 3, 0, 2, 1}};
}

struct Course {
  std::vector<Word> counterexamples;
  std::vector<uint32_t> states;
  LearningStatistics statistics;
};

Course learnEvenNumbers(LearnerKind kind, const Word &first) {
  RecordingTeacher teacher(evenNumbers());
  auto learner = makeLearner(kind, teacher, teacher.target.letters);
  Course course;
  for (std::optional<Word> word = first; word; word = difference(teacher.target, *learner->conjecture())) {
    course.states.push_back(learner->conjecture()->stateCount());
    course.counterexamples.push_back(*word);
    learner->refine(*word);
  }
  course.states.push_back(learner->conjecture()->stateCount());
  course.statistics = learner->statistics();
  return course;
}

// Letters 0 and 1. Closing asks for the empty word, 0, 1, 00, 01: states "" and 0. 11 gives the experiment 1 (001, 011
// are new), so that 1 is a state (10, 101, 111). 010 gives the experiment 0 (000, 100, 110), so that 01 is one (0101,
// 0100, 0111, 0110).
TEST(ObservationTableTest, EvenNumbers) {
  Course course = learnEvenNumbers(LearnerKind::ObservationTable, {11, 11});
  EXPECT_EQ(course.counterexamples, std::vector<Word>({{11, 11}, {10, 11, 10}}));
  EXPECT_EQ(course.states, std::vector<uint32_t>({2, 3, 4}));
  EXPECT_EQ(course.statistics.membershipQueries, 19u);
  EXPECT_EQ(course.statistics.equivalenceQueries, 3u);
  EXPECT_EQ(course.statistics.repeatedQueries, 13u);
}

// As above for two states. 11 splits 0 from 1 by the experiment 1, which is replaced by 0 (10, 010, 100 are new); 011
// splits 01 from 1 by 1, which becomes final (0100, 0110; 101, 0101).
TEST(DiscriminationTreeTest, EvenNumbers) {
  Course course = learnEvenNumbers(LearnerKind::DiscriminationTree, {11, 11});
  EXPECT_EQ(course.counterexamples, std::vector<Word>({{11, 11}, {10, 11, 11}}));
  EXPECT_EQ(course.states, std::vector<uint32_t>({2, 3, 4}));
  EXPECT_EQ(course.statistics.membershipQueries, 14u);
  EXPECT_EQ(course.statistics.equivalenceQueries, 3u);
  EXPECT_EQ(course.statistics.repeatedQueries, 6u);
}

INSTANTIATE_TEST_SUITE_P(, LearnerTest,
                         ::testing::Values(LearnerKind::ObservationTable, LearnerKind::DiscriminationTree),
                         [](const auto &kind) {
                           return kind.param == LearnerKind::ObservationTable ? "Table" : "Tree";
                         });

} // namespace
} // namespace tenon::test
