//===- QueryCache.h - The words that a teacher has been asked ---*- C++ -*-===//
//
// A learner asks about words that are put together of an access word, from a set closed under prefixes, and an
// experiment. Both are nodes of tries here, so that a question is two numbers.
//
//===----------------------------------------------------------------------===//

#ifndef TENON_LIB_LEARN_QUERYCACHE_H
#define TENON_LIB_LEARN_QUERYCACHE_H

#include "tenon/Learn/Learner.h"

#include "llvm/ADT/DenseMap.h"

#include <array>

namespace tenon {

/// Asks a teacher, no word twice.
///
/// A word may be put together in several ways: if u·a is a prefix and a·e a suffix in the tries, it is both (u·a, e)
/// and (u, a·e). It is stored for the pairs that were asked for, and looked for at all: they are in a row, as the one
/// trie is closed under prefixes and the other under suffixes, and most words have only one. So no word is written
/// down, and a question that is repeated costs O(1) time; a new one, that of writing it for the teacher. Answers are
/// kept in chunks of 32 experiments with 8 prefixes.
class QueryCache {
public:
  /// A word of the trie of prefixes.
  using Prefix = uint32_t;
  /// A word of the trie of suffixes.
  using Suffix = uint32_t;
  static constexpr uint32_t EmptyWord = 0;
  static constexpr uint32_t None = ~uint32_t(0);

  /// Words are over positions in `letters`, which may grow. Questions are counted in `statistics`. All must outlive
  /// the cache.
  QueryCache(Teacher &teacher, const std::vector<Letter> &letters, LearningStatistics &statistics);

  /// The prefix followed by a letter. New prefixes are numbered in the order of their making.
  Prefix append(Prefix prefix, uint32_t letter);
  /// The suffix with a letter before it.
  Suffix prepend(uint32_t letter, Suffix suffix);

  /// Of a suffix that is not empty.
  uint32_t firstLetter(Suffix suffix) const { return suffixes[suffix].letter; }
  Suffix withoutFirst(Suffix suffix) const { return suffixes[suffix].rest; }
  uint32_t lengthOf(Suffix suffix) const { return suffixes[suffix].length; }

  /// Whether the word made of the two belongs to the language; nullopt if the teacher gives up.
  std::optional<bool> ask(Prefix prefix, Suffix suffix);

  /// Forgets all words and all answers. What has been counted stays.
  void clear();

private:
  struct PrefixNode {
    Prefix parent;
    uint32_t letter;
    bool hasChildren;
  };
  struct SuffixNode {
    Suffix rest;
    uint32_t letter;
    uint32_t length;
    uint32_t column; ///< Where its answers are; None before it is first asked for.
    bool hasChildren;
  };
  /// Sets of columns.
  struct Cells {
    uint32_t known = 0;
    uint32_t accepted = 0;
  };
  /// Of prefixes that were made one after the other, which are asked about one after the other: one line of a
  /// processor's cache.
  using Chunk = std::array<Cells, 8>;

  static uint64_t pairOf(uint32_t high, uint32_t low) { return uint64_t(high) << 32 | low; }
  static uint64_t chunkOf(Prefix prefix, uint32_t column) { return pairOf(column / 32, prefix / 8); }
  std::optional<bool> find(Prefix prefix, Suffix suffix) const;
  std::optional<bool> findElsewhere(Prefix prefix, Suffix suffix) const;
  void store(Prefix prefix, Suffix suffix, bool answer);
  void writePrefix(Prefix prefix);

  Teacher &teacher;
  const std::vector<Letter> &letters;
  LearningStatistics &statistics;
  std::vector<PrefixNode> prefixes;
  std::vector<SuffixNode> suffixes;
  llvm::DenseMap<uint64_t, Prefix> prefixChildren; ///< By prefix and letter.
  llvm::DenseMap<uint64_t, Suffix> suffixChildren; ///< By suffix and letter.
  llvm::DenseMap<uint64_t, Chunk> answers;         ///< By chunkOf().
  uint32_t columnCount = 0;
  Word word;                    ///< The word asked last.
  Prefix writtenPrefix = None;  ///< What `word` begins with.
  size_t writtenPrefixSize = 0; ///< Its length.
};

} // namespace tenon

#endif // TENON_LIB_LEARN_QUERYCACHE_H
