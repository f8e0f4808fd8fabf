//===- DiscriminationTree.cpp - TTT ---------------------------------------===//
//
// States are the leaves of a tree whose inner nodes are experiments. A counterexample splits a leaf with a temporary
// experiment, which may be long. Temporary nodes with no other above them are the roots of blocks; the root of a block
// is replaced as soon as the successors of the block's states are told apart by an experiment that is final: that one
// with a letter before it becomes final too, so that final experiments are closed under suffixes.
//
//===----------------------------------------------------------------------===//

#include "LearnerBase.h"

#include <algorithm>
#include <cassert>

namespace tenon {
namespace {

class DiscriminationTree final : public LearnerBase {
public:
  DiscriminationTree(Teacher &teacher, std::vector<Letter> initialLetters)
      : LearnerBase(teacher, std::move(initialLetters)) {
    begin();
  }

private:
  using NodeId = uint32_t;
  using TransitionId = uint32_t;
  static constexpr NodeId Root = 0;

  /// A leaf has a state; an inner node, an experiment.
  struct Node {
    NodeId parent = None;
    NodeId children[2] = {None, None}; ///< By answer. Only the root can lack one.
    uint32_t depth = 0;
    Suffix experiment = QueryCache::EmptyWord;
    State state = None;
    bool isTemporary = false;
    TransitionId firstIncoming = None; ///< Transitions that are known to lead below this node, and no more.

    bool isLeaf() const { return state != None; }
  };

  struct Transition {
    State source;
    uint32_t letter;
    Prefix word;        ///< The source's access word and the letter.
    State child = None; ///< The state that has `word` as its access word, if there is one. Otherwise:
    NodeId node = None; ///< Where in the tree the target is; in the list of this node's incoming transitions.
    TransitionId previous = None, next = None;
  };

  struct StateInfo {
    Prefix access;
    NodeId leaf;
    bool isAccepting;
  };

  /// An experiment for the root of a block: a letter before that of a node.
  struct Splitter {
    uint32_t letter;
    NodeId node;
  };

  bool complete() override;
  bool findContradiction(State state, std::optional<Observation> &found) override;
  bool split(const Breakpoint &breakpoint) override;
  void extend(size_t oldLetterCount) override;
  void restart() override;
  State stateCount() const override { return static_cast<State>(states.size()); }
  Prefix accessWord(State state) const override { return states[state].access; }
  bool isAccepting(State state) const override { return states[state].isAccepting; }
  State successor(State state, uint32_t letter) override;
  void learnedFrom(Suffix word) override { counterexamples.push_back(positionsOf(word)); }

  void begin();
  NodeId newNode();
  size_t slotOf(State state, uint32_t letter) const { return state * letters.size() + letter; }
  TransitionId transitionOf(State state, uint32_t letter) const { return transitionIds[slotOf(state, letter)]; }
  void addTransition(State source, uint32_t letter);
  State makeState(Prefix access, bool accepting);
  void hang(NodeId node, NodeId parent, bool answer);

  void makeTreeTransition(TransitionId transition, State child);
  void link(TransitionId transition, NodeId node);
  void unlink(TransitionId transition);
  void moveIncoming(NodeId from, NodeId to);
  NodeId targetOf(TransitionId transition) const {
    const Transition &t = transitions[transition];
    return t.child == None ? t.node : states[t.child].leaf;
  }
  bool sift(TransitionId transition, bool throughTemporary);
  bool siftOpen();

  bool finalizeAny();
  std::vector<NodeId> nodesBelow(NodeId root) const;
  NodeId commonAncestor(NodeId a, NodeId b) const;
  bool answerBelow(NodeId node, NodeId ancestor) const;
  std::optional<Splitter> findSplitter(const std::vector<NodeId> &block);
  void finalize(NodeId root, const std::vector<NodeId> &block, Splitter splitter);
  NodeId copyOf(NodeId node, NodeId zero, NodeId one);

  std::vector<Node> nodes;
  std::vector<NodeId> freeNodes;
  std::vector<StateInfo> states;
  std::vector<TransitionId> transitionIds; ///< letters.size() for each state.
  std::vector<State> targets;              ///< In the same order; None where only an inner node is known.
  std::vector<Transition> transitions;
  std::vector<TransitionId> open;         ///< Whose node may be inner, and not temporary.
  std::vector<NodeId> blocks;             ///< Their roots.
  std::vector<Positions> counterexamples; ///< Those that have been useful.
  bool counterexamplesAreOld = false;     ///< They were useful before the answers changed.
};

//===----------------------------------------------------------------------===//
// States and transitions
//===----------------------------------------------------------------------===//

void DiscriminationTree::begin() {
  nodes.assign(1, Node());
  freeNodes.clear();
  states.clear();
  transitionIds.clear();
  targets.clear();
  transitions.clear();
  open.clear();
  blocks.clear();
}

DiscriminationTree::NodeId DiscriminationTree::newNode() {
  if (freeNodes.empty()) {
    nodes.emplace_back();
    return static_cast<NodeId>(nodes.size() - 1);
  }
  NodeId node = freeNodes.back();
  freeNodes.pop_back();
  nodes[node] = Node();
  return node;
}

/// The state's leaf is to be hung into the tree.
LearnerBase::State DiscriminationTree::makeState(Prefix access, bool accepting) {
  State state = stateCount();
  NodeId leaf = newNode();
  nodes[leaf].state = state;
  states.push_back({access, leaf, accepting});
  transitionIds.resize(transitionIds.size() + letters.size(), None);
  targets.resize(transitionIds.size(), None);
  for (uint32_t letter = 0; letter < letters.size(); ++letter)
    addTransition(state, letter);
  return state;
}

void DiscriminationTree::addTransition(State source, uint32_t letter) {
  auto transition = static_cast<TransitionId>(transitions.size());
  transitionIds[slotOf(source, letter)] = transition;
  transitions.push_back({source, letter, cache.append(states[source].access, letter)});
  link(transition, Root);
  open.push_back(transition);
}

void DiscriminationTree::hang(NodeId node, NodeId parent, bool answer) {
  nodes[node].parent = parent;
  nodes[node].depth = nodes[parent].depth + 1;
  nodes[parent].children[answer] = node;
}

void DiscriminationTree::makeTreeTransition(TransitionId transition, State child) {
  transitions[transition].child = child;
  targets[slotOf(transitions[transition].source, transitions[transition].letter)] = child;
}

void DiscriminationTree::link(TransitionId transition, NodeId node) {
  Transition &t = transitions[transition];
  targets[slotOf(t.source, t.letter)] = nodes[node].state;
  t.node = node;
  t.previous = None;
  t.next = nodes[node].firstIncoming;
  if (t.next != None)
    transitions[t.next].previous = transition;
  nodes[node].firstIncoming = transition;
}

void DiscriminationTree::unlink(TransitionId transition) {
  Transition &t = transitions[transition];
  (t.previous == None ? nodes[t.node].firstIncoming : transitions[t.previous].next) = t.next;
  if (t.next != None)
    transitions[t.next].previous = t.previous;
}

void DiscriminationTree::moveIncoming(NodeId from, NodeId to) {
  while (nodes[from].firstIncoming != None) {
    TransitionId transition = nodes[from].firstIncoming;
    unlink(transition);
    link(transition, to);
  }
}

/// Follows the answers down to a leaf, or a temporary node.
bool DiscriminationTree::sift(TransitionId transition, bool throughTemporary) {
  Prefix word = transitions[transition].word;
  NodeId node = transitions[transition].node;
  unlink(transition);
  while (!nodes[node].isLeaf() && (throughTemporary || !nodes[node].isTemporary)) {
    std::optional<bool> answer = cache.ask(word, nodes[node].experiment);
    if (!answer) {
      link(transition, node);
      return false;
    }
    NodeId child = nodes[node].children[*answer];
    if (child == None) {
      assert(node == Root);
      State state = makeState(word, *answer);
      hang(states[state].leaf, Root, *answer);
      makeTreeTransition(transition, state);
      return true;
    }
    node = child;
  }
  link(transition, node);
  return true;
}

bool DiscriminationTree::siftOpen() {
  for (size_t i = 0; i < open.size(); ++i) { // NOLINT(modernize-loop-convert): sifting opens more.
    if (transitions[open[i]].child == None && !sift(open[i], false))
      return false;
  }
  open.clear();
  return true;
}

LearnerBase::State DiscriminationTree::successor(State state, uint32_t letter) {
  size_t slot = slotOf(state, letter);
  if (targets[slot] == None && !sift(transitionIds[slot], true))
    return None;
  return targets[slot];
}

//===----------------------------------------------------------------------===//
// Learning
//===----------------------------------------------------------------------===//

bool DiscriminationTree::complete() {
  if (states.empty()) {
    std::optional<bool> answer = cache.ask(QueryCache::EmptyWord, QueryCache::EmptyWord);
    if (!answer)
      return false;
    hang(states[makeState(QueryCache::EmptyWord, *answer)].leaf, Root, *answer);
  }
  do
    if (!siftOpen())
      return false;
  while (finalizeAny());
  if (!counterexamplesAreOld)
    return true;
  counterexamplesAreOld = false;
  for (const Positions &word : std::exchange(counterexamples, {}))
    if (!settle() || !refineWith(suffixOf(word)))
      return false;
  return true;
}

// When there is none, there are no blocks: the automaton then explains why a temporary experiment has different answers
// for two states, by successors that a final one tells apart.
bool DiscriminationTree::findContradiction(State state, std::optional<Observation> &found) {
  for (NodeId node = states[state].leaf; node != Root; node = nodes[node].parent) {
    NodeId parent = nodes[node].parent;
    bool accepted = nodes[parent].children[1] == node;
    State reached = run(state, nodes[parent].experiment);
    if (reached == None)
      return false;
    if (isAccepting(reached) == accepted)
      continue;
    found = {nodes[parent].experiment, accepted};
    return true;
  }
  return true;
}

bool DiscriminationTree::split(const Breakpoint &breakpoint) {
  TransitionId transition = transitionOf(breakpoint.source, breakpoint.letter);
  NodeId oldLeaf = states[breakpoint.target].leaf, inner = newNode();
  assert(transitions[transition].child == None && transitions[transition].node == oldLeaf);
  NodeId parent = nodes[oldLeaf].parent;
  nodes[inner].experiment = breakpoint.suffix;
  nodes[inner].isTemporary = true;
  hang(inner, parent, nodes[parent].children[1] == oldLeaf);
  unlink(transition);
  moveIncoming(oldLeaf, inner);
  hang(oldLeaf, inner, !breakpoint.accepted);
  State state = makeState(transitions[transition].word, isAccepting(breakpoint.target));
  makeTreeTransition(transition, state);
  hang(states[state].leaf, inner, breakpoint.accepted);
  if (!nodes[parent].isTemporary)
    blocks.push_back(inner);
  return true;
}

void DiscriminationTree::extend(size_t oldLetterCount) {
  widenRows(transitionIds, states.size(), oldLetterCount, letters.size());
  widenRows(targets, states.size(), oldLetterCount, letters.size());
  for (State state = 0; state < states.size(); ++state)
    for (auto letter = static_cast<uint32_t>(oldLetterCount); letter < letters.size(); ++letter)
      addTransition(state, letter);
}

// To ask about each counterexample again is cheap, compared with finding one.
void DiscriminationTree::restart() {
  cache.clear();
  begin();
  counterexamplesAreOld = true;
}

//===----------------------------------------------------------------------===//
// Final experiments
//===----------------------------------------------------------------------===//

bool DiscriminationTree::finalizeAny() {
  for (size_t i = 0; i < blocks.size(); ++i) {
    NodeId root = blocks[i];
    std::vector<NodeId> block = nodesBelow(root);
    std::optional<Splitter> splitter = findSplitter(block);
    if (!splitter)
      continue;
    blocks.erase(blocks.begin() + static_cast<ptrdiff_t>(i));
    finalize(root, block, *splitter);
    return true;
  }
  return false;
}

/// With the root; children after their parents.
std::vector<DiscriminationTree::NodeId> DiscriminationTree::nodesBelow(NodeId root) const {
  std::vector<NodeId> found = {root};
  for (size_t i = 0; i < found.size(); ++i)
    if (!nodes[found[i]].isLeaf())
      found.insert(found.end(), std::begin(nodes[found[i]].children), std::end(nodes[found[i]].children));
  return found;
}

DiscriminationTree::NodeId DiscriminationTree::commonAncestor(NodeId a, NodeId b) const {
  while (a != b) {
    NodeId &deeper = nodes[a].depth > nodes[b].depth ? a : b;
    deeper = nodes[deeper].parent;
  }
  return a;
}

bool DiscriminationTree::answerBelow(NodeId node, NodeId ancestor) const {
  while (nodes[node].parent != ancestor)
    node = nodes[node].parent;
  return nodes[ancestor].children[1] == node;
}

/// The shortest.
std::optional<DiscriminationTree::Splitter> DiscriminationTree::findSplitter(const std::vector<NodeId> &block) {
  std::optional<Splitter> best;
  uint32_t bestLength = ~uint32_t(0);
  for (uint32_t letter = 0; letter < letters.size(); ++letter) {
    NodeId common = None;
    for (NodeId node : block) {
      if (!nodes[node].isLeaf())
        continue;
      NodeId target = targetOf(transitionOf(nodes[node].state, letter));
      common = common == None ? target : commonAncestor(common, target);
    }
    if (nodes[common].isLeaf() || nodes[common].isTemporary)
      continue;
    uint32_t length = cache.lengthOf(nodes[common].experiment);
    if (length < bestLength) {
      best = Splitter{letter, common};
      bestLength = length;
    }
  }
  return best;
}

/// A temporary node like `node`, with the children that are not None; a child alone takes the node's place.
DiscriminationTree::NodeId DiscriminationTree::copyOf(NodeId node, NodeId zero, NodeId one) {
  if (zero == None || one == None)
    return zero == None ? one : zero;
  NodeId copy = newNode();
  nodes[copy].experiment = nodes[node].experiment;
  nodes[copy].isTemporary = true;
  nodes[copy].children[0] = zero;
  nodes[copy].children[1] = one;
  return copy;
}

void DiscriminationTree::finalize(NodeId root, const std::vector<NodeId> &block, Splitter splitter) {
  // The subtrees of the states with either answer. Children come before their parents here.
  llvm::DenseMap<NodeId, std::array<NodeId, 2>> parts;
  for (size_t i = block.size(); i-- > 0;) {
    NodeId node = block[i];
    std::array<NodeId, 2> &part = parts.try_emplace(node, std::array<NodeId, 2>{None, None}).first->second;
    if (nodes[node].isLeaf()) {
      NodeId target = targetOf(transitionOf(nodes[node].state, splitter.letter));
      part[answerBelow(target, splitter.node)] = node;
      continue;
    }
    std::array<NodeId, 2> zero = parts.lookup(nodes[node].children[0]), one = parts.lookup(nodes[node].children[1]);
    part = {copyOf(node, zero[0], one[0]), copyOf(node, zero[1], one[1])};
  }

  // What leads into the block is told apart by the new experiment first.
  for (NodeId node : block)
    if (node != root)
      moveIncoming(node, root);
  for (TransitionId t = nodes[root].firstIncoming; t != None; t = transitions[t].next)
    open.push_back(t);

  std::array<NodeId, 2> halves = parts.lookup(root);
  assert(halves[0] != None && halves[1] != None);
  for (NodeId node : block)
    if (node != root && !nodes[node].isLeaf())
      freeNodes.push_back(node);
  nodes[root].experiment = cache.prepend(splitter.letter, nodes[splitter.node].experiment);
  nodes[root].isTemporary = false;
  for (bool answer : {false, true}) {
    hang(halves[answer], root, answer);
    for (NodeId node : nodesBelow(halves[answer]))
      if (!nodes[node].isLeaf())
        for (bool below : {false, true})
          hang(nodes[node].children[below], node, below);
    if (!nodes[halves[answer]].isLeaf())
      blocks.push_back(halves[answer]);
  }
}

} // namespace

std::unique_ptr<Learner> makeDiscriminationTree(Teacher &teacher, std::vector<Letter> letters) {
  return std::make_unique<DiscriminationTree>(teacher, std::move(letters));
}

} // namespace tenon
