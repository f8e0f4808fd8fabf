//===- AbstractSearch.h - Searches in may and must abstractions -*- C++ -*-===//

#ifndef TENON_LIB_INTERFACE_ABSTRACTSEARCH_H
#define TENON_LIB_INTERFACE_ABSTRACTSEARCH_H

#include "tenon/Interface/MayMust.h"

#include <map>

namespace tenon {

/// Which letters may come next, from each state of a word or of a conjecture.
class WordGuide {
public:
  virtual ~WordGuide();
  /// Nullopt if the letter is not to be followed.
  virtual std::optional<uint32_t> next(uint32_t state, Letter letter) const = 0;
};

/// Searches of the two abstractions. Nothing of them is kept between calls but the edges, which the abstraction keeps.
class AbstractSearch {
public:
  using Path = std::vector<PredicateAbstraction::PathEdge>;

  AbstractSearch(PredicateAbstraction &predicates, const Budget &limits) : abstraction(predicates), budget(limits) {}

  /// A path of fewest may edges to ERROR; nothing if there is none, or the budget is exceeded.
  std::optional<Path> pathToError(const WordGuide &guide);
  /// Makes the most of a path (PredicateAbstraction::refine()).
  PredicateAbstraction::Refinement refine(const Path &path);
  /// Whether the word leads the must abstraction to ERROR.
  bool mustFail(llvm::ArrayRef<Letter> word);
  /// A shortest word that the conjecture forbids, and no word that is a part of it, and that does not lead the must
  /// abstraction to ERROR; nothing if there is none, or the budget is exceeded.
  std::optional<Word> findForbidden(const Dfa &conjecture);
  /// The words after which the abstraction is not in ERROR; nothing if it can be there at once. Where there are too
  /// many sets of blocks, more of must and fewer of may: those that remain have all words there, and none here.
  std::optional<LetterAutomaton> legalWords(bool isMust);
  /// The must edges that lead words of the automaton, and those that it forbids, to ERROR.
  MustEvidence evidence(const LetterAutomaton &automaton, llvm::ArrayRef<Letter> letters);

private:
  using Block = PredicateAbstraction::Block;
  using BlockSet = std::vector<Block>; ///< Sorted.

  bool mustFail(BlockSet blocks, llvm::ArrayRef<Letter> word);
  std::vector<PredicateAbstraction::Edge> edges(Block from, Letter letter, bool isMust) {
    return isMust ? abstraction.mustEdges(from, letter) : abstraction.mayEdges(from, letter);
  }

  /// Adds what silent edges lead to; of must, also the blocks of which these are parts. Nullopt: ERROR is among them.
  std::optional<BlockSet> closed(std::vector<Block> blocks, bool isMust);
  /// Nullopt: ERROR.
  std::optional<BlockSet> initial(bool isMust) { return closed(abstraction.initialBlocks(), isMust); }
  std::optional<BlockSet> after(const BlockSet &blocks, Letter letter, bool isMust);

  bool isOver(uint32_t steps) const { return steps % 64 == 63 && budget.exceeded() != Budget::Limit::None; }

  PredicateAbstraction &abstraction;
  const Budget &budget;
};

} // namespace tenon

#endif // TENON_LIB_INTERFACE_ABSTRACTSEARCH_H
