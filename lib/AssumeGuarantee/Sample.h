//===- Sample.h - Words that an assumption must tell apart --*- C++ -*-===//

#ifndef TENON_LIB_ASSUMEGUARANTEE_SAMPLE_H
#define TENON_LIB_ASSUMEGUARANTEE_SAMPLE_H

#include "tenon/AssumeGuarantee/Assumption.h"
#include "tenon/Lts/LegalLanguage.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

#include <map>
#include <utility>

namespace tenon {

/// The actions of a system as letters of an interface.
class InterfaceView {
public:
  InterfaceView(const Lts &lts, const Alphabet &interface);
  /// TauAction if the action is silent.
  Action letter(Action action) const { return letterOf[action]; }

private:
  std::vector<Action> letterOf;
};

/// What is known of the words that an assumption must tell apart: a graph of nodes of two kinds. Words, which are
/// legal, form a tree. States of `covered` stand for all words that lead there, known or not. Each node knows what must
/// and what must not follow, letter by letter, so that a word enters the sample together with all its continuations by
/// one letter; only words know what must not.
class Sample {
public:
  using NodeId = uint32_t;
  static constexpr NodeId Root = 0; ///< The empty word.

  struct Node {
    bool isWord;
    /// Of a word: `covered` can do it. Any assumption must then have it.
    bool required;
    bool isInitial;
    uint32_t needs;   ///< Of a set of letters: with each, `covered` can go on.
    uint32_t refuses; ///< Of a set of letters: each makes the word illegal.
  };

  /// A step to the continuation of a word, or of `covered`; there, the letter may be TauAction.
  struct Edge {
    NodeId from;
    Action letter;
    NodeId to;
  };

  /// `legal` are the legal words of the problem's `checked`; the empty word must be legal.
  Sample(const AssumptionProblem &problem, LegalLanguage &legal);

  /// Adds a word, which must be legal, and its prefixes.
  void add(llvm::ArrayRef<Action> word);
  /// Adds states of `covered`, with all their transitions from and to other states in the sample.
  void addStates(llvm::ArrayRef<StateId> states);
  /// A word that is both required and illegal, if that has come to light. No word is added then.
  const std::optional<std::vector<Action>> &contradiction() const { return violation; }

  NodeId size() const { return static_cast<NodeId>(nodes.size()); }
  const Node &operator[](NodeId node) const { return nodes[node]; }
  llvm::ArrayRef<Edge> edges() const { return steps; }
  uint32_t letterSetCount() const { return static_cast<uint32_t>(sets.size()); }
  llvm::ArrayRef<Action> letterSet(uint32_t set) const { return sets[set]; }

  /// Required words that need different states, each pair of them; the first is the root.
  std::vector<NodeId> findClique() const;

private:
  static constexpr NodeId NoNode = ~NodeId(0);
  struct Word {
    NodeId parent = Root;
    Action letter = TauAction;
    std::vector<StateId> covered; ///< Where `covered` can be.
    LegalLanguage::State legal = LegalLanguage::Free;
    std::vector<std::pair<Action, NodeId>> children; ///< Sorted.
  };

  void addWord(NodeId parent, Action letter);
  void addState(StateId state);
  void addNeeds(StateId state, std::vector<Action> &letters) const;
  uint32_t internSet(std::vector<Action> letters);
  std::vector<Action> wordOf(NodeId node) const;
  bool conflict(NodeId a, NodeId b) const;
  bool setsMeet(uint32_t a, uint32_t b) const;
  void follow(const std::vector<StateId> &from, Action letter, std::vector<StateId> &to);
  void closeSilently(std::vector<StateId> &states);

  const Lts &covered;
  InterfaceView view;
  LegalLanguage &legal;
  Action letterCount;
  std::vector<Node> nodes;
  std::vector<Word> words; ///< By node; empty for states.
  std::vector<Edge> steps;
  std::vector<NodeId> nodeOfState; ///< By state of `covered`.
  /// Steps of states in the sample to states that are not.
  llvm::DenseMap<StateId, llvm::SmallVector<std::pair<NodeId, Action>, 4>> pending;
  std::vector<std::vector<Action>> sets; ///< Sorted; set 0 is empty.
  std::map<std::vector<Action>, uint32_t> setIds;
  std::vector<bool> isMember; ///< By state of `covered`: working space.
  std::optional<std::vector<Action>> violation;
};

} // namespace tenon

#endif // TENON_LIB_ASSUMEGUARANTEE_SAMPLE_H
