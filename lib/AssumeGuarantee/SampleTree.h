//===- SampleTree.h - Words that an assumption must tell apart --*- C++ -*-===//

#ifndef TENON_LIB_ASSUMEGUARANTEE_SAMPLETREE_H
#define TENON_LIB_ASSUMEGUARANTEE_SAMPLETREE_H

#include "tenon/AssumeGuarantee/Assumption.h"
#include "tenon/Lts/LegalLanguage.h"

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

/// A prefix tree of legal words. Each node knows what must and what must not follow it, letter by letter: a word and
/// all its continuations by one letter enter the sample at once.
class SampleTree {
public:
  using NodeId = uint32_t;
  static constexpr NodeId Root = 0;

  struct Node {
    NodeId parent;
    Action letter;
    /// `covered` can do the word. Any assumption must then have it.
    bool required;
    uint32_t needs;   ///< Of a set of letters: with each, `covered` can go on.
    uint32_t refuses; ///< Of a set of letters: each makes the word illegal.
  };

  /// `legal` are the legal words of the problem's `checked`; the empty word must be legal.
  SampleTree(const AssumptionProblem &problem, LegalLanguage &legal);

  /// Adds a word, which must be legal, and its prefixes.
  void add(llvm::ArrayRef<Action> word);
  /// A word that is both required and illegal, if that has come to light. Nothing is added then.
  const std::optional<std::vector<Action>> &contradiction() const { return violation; }

  NodeId size() const { return static_cast<NodeId>(nodes.size()); }
  const Node &operator[](NodeId node) const { return nodes[node]; }
  uint32_t letterSetCount() const { return static_cast<uint32_t>(sets.size()); }
  llvm::ArrayRef<Action> letterSet(uint32_t set) const { return sets[set]; }

  /// Required nodes that need different states, each pair of them; the first is the root.
  std::vector<NodeId> findClique() const;

private:
  void addNode(NodeId parent, Action letter);
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
  std::vector<std::vector<std::pair<Action, NodeId>>> children; ///< By node, sorted.
  std::vector<std::vector<StateId>> coveredStates;              ///< By node: where `covered` can be.
  std::vector<LegalLanguage::State> legalStates;                ///< By node.
  std::vector<std::vector<Action>> sets;                        ///< Sorted; set 0 is empty.
  std::map<std::vector<Action>, uint32_t> setIds;
  std::vector<bool> isMember; ///< By state of `covered`: working space.
  std::optional<std::vector<Action>> violation;
};

} // namespace tenon

#endif // TENON_LIB_ASSUMEGUARANTEE_SAMPLETREE_H
