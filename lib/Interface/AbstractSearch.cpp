//===- AbstractSearch.cpp - Searches in may and must abstractions ---------===//

#include "AbstractSearch.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

#include <set>

using namespace llvm;

namespace tenon {

WordGuide::~WordGuide() = default;

//===----------------------------------------------------------------------===//
// Paths
//===----------------------------------------------------------------------===//

std::optional<AbstractSearch::Path> AbstractSearch::pathToError(const WordGuide &guide) {
  struct Node {
    Block block;
    uint32_t state;
    uint32_t parent;
    PredicateAbstraction::PathEdge edge;
  };
  std::vector<Node> nodes;
  std::set<std::pair<Block, uint32_t>> seen;
  auto add = [&](const Node &node) {
    if (seen.insert({node.block, node.state}).second)
      nodes.push_back(node);
  };
  for (Block block : abstraction.initialBlocks())
    add({block, 0, 0, {block, PredicateAbstraction::SilentLetter, {0, block}}});
  size_t initialCount = nodes.size();
  for (uint32_t i = 0; i < nodes.size() && !isOver(i); ++i) {
    Node from = nodes[i];
    if (abstraction.isError(from.block)) {
      Path path;
      for (uint32_t at = i; at >= initialCount; at = nodes[at].parent)
        path.push_back(nodes[at].edge);
      std::reverse(path.begin(), path.end());
      return path;
    }
    for (const PredicateAbstraction::Edge &edge : abstraction.mayEdges(from.block, PredicateAbstraction::SilentLetter))
      add({edge.target, from.state, i, {from.block, PredicateAbstraction::SilentLetter, edge}});
    for (Letter letter : abstraction.letters())
      if (std::optional<uint32_t> next = guide.next(from.state, letter))
        for (const PredicateAbstraction::Edge &edge : abstraction.mayEdges(from.block, letter))
          add({edge.target, *next, i, {from.block, letter, edge}});
  }
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Sets of blocks
//===----------------------------------------------------------------------===//

std::optional<AbstractSearch::BlockSet> AbstractSearch::closed(std::vector<Block> blocks, bool isMust) {
  std::set<Block> seen(blocks.begin(), blocks.end());
  blocks.assign(seen.begin(), seen.end());
  for (size_t i = 0; i < blocks.size(); ++i) {
    if (abstraction.isError(blocks[i]))
      return std::nullopt;
    Block from = blocks[i];
    auto add = [&](Block target) {
      if (seen.insert(target).second)
        blocks.push_back(target);
    };
    if (std::optional<Block> whole = isMust ? abstraction.parent(from) : std::nullopt)
      add(*whole);
    for (const PredicateAbstraction::Edge &edge : edges(from, PredicateAbstraction::SilentLetter, isMust))
      add(edge.target);
  }
  return BlockSet(seen.begin(), seen.end());
}

std::optional<AbstractSearch::BlockSet> AbstractSearch::after(const BlockSet &blocks, Letter letter, bool isMust) {
  std::vector<Block> targets;
  for (Block from : blocks)
    for (const PredicateAbstraction::Edge &edge : edges(from, letter, isMust))
      targets.push_back(edge.target);
  return closed(std::move(targets), isMust);
}

bool AbstractSearch::mustFail(BlockSet from, ArrayRef<Letter> word) {
  std::optional<BlockSet> blocks = closed(std::move(from), true);
  for (Letter letter : word) {
    if (!blocks)
      break;
    blocks = after(*blocks, letter, true);
  }
  return !blocks;
}

bool AbstractSearch::mustFail(ArrayRef<Letter> word) {
  return mustFail(abstraction.initialBlocks(), word);
}

PredicateAbstraction::Refinement AbstractSearch::refine(const Path &path) {
  return abstraction.refine(path, [&](Block block, size_t position) {
    Word word;
    for (const PredicateAbstraction::PathEdge &edge : ArrayRef(path).drop_front(position))
      if (edge.letter != PredicateAbstraction::SilentLetter)
        word.push_back(edge.letter);
    return mustFail({block}, word);
  });
}

std::optional<Word> AbstractSearch::findForbidden(const Dfa &conjecture) {
  struct Node {
    uint32_t state;
    BlockSet blocks;
    uint32_t parent;
    Letter letter;
  };
  std::vector<Node> nodes;
  std::set<std::pair<uint32_t, BlockSet>> seen;
  std::optional<BlockSet> start = initial(true);
  if (!start)
    return std::nullopt;
  nodes.push_back({0, *start, 0, 0});
  seen.insert({0, *start});
  for (uint32_t i = 0; i < nodes.size() && !isOver(i); ++i)
    for (auto [position, letter] : enumerate(conjecture.letters)) {
      uint32_t target = conjecture.target(nodes[i].state, position);
      std::optional<BlockSet> blocks = after(nodes[i].blocks, letter, true);
      if (!blocks)
        continue; // Safety finds what is allowed there.
      if (conjecture.accepting[target]) {
        if (seen.insert({target, *blocks}).second)
          nodes.push_back({target, std::move(*blocks), i, letter});
        continue;
      }
      Word word{letter};
      for (uint32_t at = i; at != 0; at = nodes[at].parent)
        word.push_back(nodes[at].letter);
      std::reverse(word.begin(), word.end());
      return word;
    }
  return std::nullopt;
}

std::optional<LetterAutomaton> AbstractSearch::legalWords(bool isMust) {
  constexpr size_t MaxSets = 1'000, MaxWork = 2'000'000;
  std::optional<BlockSet> start = initial(isMust);
  if (!start)
    return std::nullopt;
  LetterAutomaton automaton;
  for (Letter letter : abstraction.letters())
    automaton.letters.push_back({abstraction.letter(letter).label, abstraction.letter(letter).condition});
  std::map<BlockSet, uint32_t> numbers{{*start, 0}};
  std::vector<BlockSet> sets{*start};
  size_t work = 0;
  for (size_t i = 0; i < sets.size(); ++i) {
    // What must be in ERROR is not among what is not looked at: all of that is legal there, and nothing elsewhere.
    bool isGivenUp = sets.size() > MaxSets || work > MaxWork;
    for (Letter letter : abstraction.letters()) {
      if (isGivenUp) {
        automaton.next.push_back(isMust ? static_cast<uint32_t>(i) : LetterAutomaton::Forbidden);
        continue;
      }
      std::optional<BlockSet> blocks = after(sets[i], letter, isMust);
      work += sets[i].size();
      if (!blocks) {
        automaton.next.push_back(LetterAutomaton::Forbidden);
        continue;
      }
      work += blocks->size();
      auto [entry, isNew] = numbers.try_emplace(*blocks, static_cast<uint32_t>(sets.size()));
      if (isNew)
        sets.push_back(std::move(*blocks));
      automaton.next.push_back(entry->second);
    }
  }
  return automaton;
}

MustEvidence AbstractSearch::evidence(const LetterAutomaton &automaton, ArrayRef<Letter> letters) {
  MustEvidence evidence;
  evidence.automaton = automaton;
  DenseMap<Block, uint32_t> numbers;
  std::vector<Block> blocks;
  auto numberOf = [&](Block block) {
    auto [entry, isNew] = numbers.try_emplace(block, static_cast<uint32_t>(blocks.size()));
    if (isNew) {
      blocks.push_back(block);
      evidence.states.push_back({abstraction.placeOf(block), abstraction.formula(block), false, std::nullopt});
    }
    return entry->second;
  };
  for (Block block : abstraction.initialBlocks())
    evidence.states[numberOf(block)].isInitial = true;
  for (uint32_t i = 0; i < blocks.size(); ++i) {
    Block from = blocks[i];
    auto addEdges = [&](Letter letter, std::optional<uint32_t> position) {
      for (const PredicateAbstraction::Edge &edge : abstraction.mustEdges(from, letter))
        evidence.edges.push_back({i, numberOf(edge.target), edge.step, position});
    };
    if (std::optional<Block> whole = abstraction.parent(from)) {
      uint32_t number = numberOf(*whole);
      evidence.states[i].partOf = number;
    }
    addEdges(PredicateAbstraction::SilentLetter, std::nullopt);
    for (auto [position, letter] : enumerate(letters))
      addEdges(letter, static_cast<uint32_t>(position));
  }
  return evidence;
}

} // namespace tenon
