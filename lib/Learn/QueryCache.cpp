//===- QueryCache.cpp - The words that a teacher has been asked -----------===//

#include "QueryCache.h"

#include <algorithm>

namespace tenon {

QueryCache::QueryCache(Teacher &teacher, const std::vector<Letter> &letters, LearningStatistics &statistics)
    : teacher(teacher), letters(letters), statistics(statistics) {
  clear();
}

void QueryCache::clear() {
  prefixes.assign(1, {None, None, false});
  suffixes.assign(1, {None, None, 0, None, false});
  prefixChildren.clear();
  suffixChildren.clear();
  answers.clear();
  columnCount = 0;
  writtenPrefix = None;
}

QueryCache::Prefix QueryCache::append(Prefix prefix, uint32_t letter) {
  auto [entry, isNew] = prefixChildren.try_emplace(pairOf(prefix, letter), prefixes.size());
  if (isNew) {
    prefixes[prefix].hasChildren = true;
    prefixes.push_back({prefix, letter, false});
  }
  return entry->second;
}

QueryCache::Suffix QueryCache::prepend(uint32_t letter, Suffix suffix) {
  auto [entry, isNew] = suffixChildren.try_emplace(pairOf(suffix, letter), suffixes.size());
  if (isNew) {
    suffixes[suffix].hasChildren = true;
    suffixes.push_back({suffix, letter, suffixes[suffix].length + 1, None, false});
  }
  return entry->second;
}

std::optional<bool> QueryCache::find(Prefix prefix, Suffix suffix) const {
  uint32_t column = suffixes[suffix].column;
  if (column == None)
    return std::nullopt;
  auto chunk = answers.find(chunkOf(prefix, column));
  if (chunk == answers.end())
    return std::nullopt;
  const Cells &cells = chunk->second[prefix % 8];
  uint32_t bit = uint32_t(1) << column % 32;
  if (!(cells.known & bit))
    return std::nullopt;
  return (cells.accepted & bit) != 0;
}

/// At the other pairs of tries' nodes that make the same word, the nearest first.
std::optional<bool> QueryCache::findElsewhere(Prefix prefix, Suffix suffix) const {
  Prefix shorter = prefix, longer = prefix;
  Suffix withMore = suffix, withLess = suffix;
  for (bool goesBack = true, goesOn = true; goesBack || goesOn;) {
    goesBack = goesBack && shorter != EmptyWord && suffixes[withMore].hasChildren;
    if (goesBack) {
      auto next = suffixChildren.find(pairOf(withMore, prefixes[shorter].letter));
      goesBack = next != suffixChildren.end();
      if (goesBack) {
        withMore = next->second;
        shorter = prefixes[shorter].parent;
        if (std::optional<bool> answer = find(shorter, withMore))
          return answer;
      }
    }
    goesOn = goesOn && withLess != EmptyWord && prefixes[longer].hasChildren;
    if (goesOn) {
      auto next = prefixChildren.find(pairOf(longer, suffixes[withLess].letter));
      goesOn = next != prefixChildren.end();
      if (goesOn) {
        longer = next->second;
        withLess = suffixes[withLess].rest;
        if (std::optional<bool> answer = find(longer, withLess))
          return answer;
      }
    }
  }
  return std::nullopt;
}

void QueryCache::store(Prefix prefix, Suffix suffix, bool answer) {
  uint32_t &column = suffixes[suffix].column;
  if (column == None)
    column = columnCount++;
  Cells &cells = answers[chunkOf(prefix, column)][prefix % 8];
  uint32_t bit = uint32_t(1) << column % 32;
  cells.known |= bit;
  if (answer)
    cells.accepted |= bit;
}

// Questions come in groups with the same prefix, or with prefixes that only differ in their last letter.
void QueryCache::writePrefix(Prefix prefix) {
  if (prefix == writtenPrefix) {
    word.resize(writtenPrefixSize);
    return;
  }
  Prefix parent = prefixes[prefix].parent;
  if (prefix != EmptyWord && writtenPrefix != None && writtenPrefix != EmptyWord &&
      parent == prefixes[writtenPrefix].parent) {
    word.resize(writtenPrefixSize);
    word.back() = letters[prefixes[prefix].letter];
  } else {
    word.clear();
    for (Prefix p = prefix; p != EmptyWord; p = prefixes[p].parent)
      word.push_back(letters[prefixes[p].letter]);
    std::reverse(word.begin(), word.end());
  }
  writtenPrefix = prefix;
  writtenPrefixSize = word.size();
}

std::optional<bool> QueryCache::ask(Prefix prefix, Suffix suffix) {
  if (std::optional<bool> known = find(prefix, suffix)) {
    ++statistics.repeatedQueries;
    return known;
  }
  std::optional<bool> answer = findElsewhere(prefix, suffix);
  if (answer) {
    ++statistics.repeatedQueries;
  } else {
    writePrefix(prefix);
    for (Suffix s = suffix; s != EmptyWord; s = suffixes[s].rest)
      word.push_back(letters[suffixes[s].letter]);
    answer = teacher.isMember(word);
    ++statistics.membershipQueries;
  }
  if (answer)
    store(prefix, suffix, *answer);
  return answer;
}

} // namespace tenon
