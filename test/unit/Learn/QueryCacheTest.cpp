//===- QueryCacheTest.cpp - No word is asked twice ------------------------===//

#include "../../../lib/Learn/QueryCache.h"
#include "Languages.h"

#include <gtest/gtest.h>

namespace tenon::test {
namespace {

TEST(QueryCacheTest, KnowsAWordHoweverItIsPutTogether) {
  Dice dice(1);
  RecordingTeacher teacher(randomDfa(dice, 9, 2, false));
  LearningStatistics statistics;
  QueryCache cache(teacher, teacher.target.letters, statistics);
  auto zero = cache.append(QueryCache::EmptyWord, 0), zeroOne = cache.append(zero, 1);
  auto one = cache.prepend(1, QueryCache::EmptyWord), oneOne = cache.prepend(1, one), all = cache.prepend(0, oneOne);
  bool answer = *cache.ask(zero, oneOne);
  EXPECT_EQ(teacher.words, std::set<Word>({{10, 11, 11}}));
  EXPECT_EQ(cache.ask(zero, oneOne), answer);
  EXPECT_EQ(cache.ask(zeroOne, one), answer);
  EXPECT_EQ(cache.ask(QueryCache::EmptyWord, all), answer);
  EXPECT_EQ(cache.ask(cache.append(zeroOne, 1), QueryCache::EmptyWord), answer) << "a prefix made later";
  EXPECT_EQ(teacher.asked, 1u);
  EXPECT_EQ(statistics.membershipQueries, 1u);
  EXPECT_EQ(statistics.repeatedQueries, 4u);
}

TEST(QueryCacheTest, AsksOnceForEachOfManyWords) {
  for (uint64_t seed = 0; seed < 100; ++seed) {
    Dice dice(seed);
    RecordingTeacher teacher(randomDfa(dice, 20, 3, false));
    LearningStatistics statistics;
    QueryCache cache(teacher, teacher.target.letters, statistics);
    std::vector<std::pair<uint32_t, Word>> prefixes = {{0, {}}}, suffixes = {{0, {}}};
    for (int step = 0; step < 2000; ++step) {
      auto [node, word] = prefixes[dice.below(static_cast<uint32_t>(prefixes.size()))];
      auto [suffix, end] = suffixes[dice.below(static_cast<uint32_t>(suffixes.size()))];
      uint32_t letter = dice.below(3);
      switch (dice.below(10)) {
      case 0:
        word.push_back(10 + letter);
        prefixes.emplace_back(cache.append(node, letter), word);
        break;
      case 1:
        end.insert(end.begin(), 10 + letter);
        suffixes.emplace_back(cache.prepend(letter, suffix), end);
        ASSERT_EQ(cache.lengthOf(suffixes.back().first), end.size());
        break;
      default:
        word.insert(word.end(), end.begin(), end.end());
        ASSERT_EQ(cache.ask(node, suffix), accepts(teacher.target, word));
        ASSERT_TRUE(teacher.words.contains(word));
      }
    }
    EXPECT_EQ(teacher.asked, teacher.words.size());
    EXPECT_EQ(statistics.membershipQueries, teacher.words.size());
  }
}

TEST(QueryCacheTest, CountsOnWhenAnswersAreForgotten) {
  Dice dice(1);
  RecordingTeacher teacher(randomDfa(dice, 1, 2, false));
  LearningStatistics statistics;
  QueryCache cache(teacher, teacher.target.letters, statistics);
  bool before = *cache.ask(QueryCache::EmptyWord, QueryCache::EmptyWord);
  teacher.target.accepting[0] = !before;
  EXPECT_EQ(cache.ask(QueryCache::EmptyWord, QueryCache::EmptyWord), before);
  cache.clear();
  EXPECT_EQ(cache.ask(QueryCache::EmptyWord, QueryCache::EmptyWord), !before);
  EXPECT_EQ(statistics.membershipQueries, 2u);
  EXPECT_EQ(statistics.repeatedQueries, 1u);
}

TEST(QueryCacheTest, RemembersNothingOfATeacherThatGivesUp) {
  Dice dice(1);
  RecordingTeacher teacher(randomDfa(dice, 4, 2, false));
  teacher.patience = 0;
  LearningStatistics statistics;
  QueryCache cache(teacher, teacher.target.letters, statistics);
  EXPECT_EQ(cache.ask(QueryCache::EmptyWord, QueryCache::EmptyWord), std::nullopt);
  EXPECT_EQ(cache.ask(QueryCache::EmptyWord, QueryCache::EmptyWord), std::nullopt);
}

} // namespace
} // namespace tenon::test
