//===- tenon/Lts/TreeAutomaton.h - Automata that accept trees -------------===//
//
// Bottom-up tree automata (Chaki, Clarke, Sinha and Thati, CAV 2005, Definitions 6 and 7) and the tree language of an
// LTS (Definition 5): the trees that it simulates.
//
//===----------------------------------------------------------------------===//

#ifndef TENON_LTS_TREEAUTOMATON_H
#define TENON_LTS_TREEAUTOMATON_H

#include "tenon/Lts/Lts.h"
#include "tenon/Lts/Tree.h"
#include "tenon/Support/Budget.h"

#include "llvm/Support/Error.h"

#include <memory>
#include <optional>
#include <vector>

namespace tenon {

/// A complete deterministic bottom-up tree automaton. Letters are 0, 1, …; the run of λ ends in state 0. Cross
/// transitions are symmetric and stored once.
struct TreeDfa {
  uint32_t letters = 0;
  std::vector<bool> accepting;   ///< By state.
  std::vector<uint32_t> forward; ///< δ: `letters` targets for each state.
  std::vector<uint32_t> cross;   ///< ⊗: the lower triangle, row by row.

  bool operator==(const TreeDfa &) const = default;
  uint32_t stateCount() const { return static_cast<uint32_t>(accepting.size()); }
  uint32_t target(uint32_t state, TreeLetter letter) const { return forward[state * size_t(letters) + letter]; }
  uint32_t sum(uint32_t a, uint32_t b) const {
    return cross[a >= b ? a * (a + size_t(1)) / 2 + b : b * (b + size_t(1)) / 2 + a];
  }
  /// The state where the run on a tree ends. O(nodes of the store below the tree).
  uint32_t run(const TreeDag &store, TreeId tree) const;
  bool accepts(const TreeDag &store, TreeId tree) const { return accepting[run(store, tree)]; }
};

/// A deterministic bottom-up tree automaton whose states need not be there before they are asked for. Equal states have
/// equal numbers.
class TreeRecognizer {
public:
  virtual ~TreeRecognizer();
  virtual uint32_t initial() = 0;
  virtual uint32_t forward(uint32_t state, TreeLetter letter) = 0;
  virtual uint32_t cross(uint32_t a, uint32_t b) = 0;
  virtual bool accepts(uint32_t state) = 0;
  /// Whether every context that accepts a tree with a run to `worse` accepts those with a run to `better`. May say no
  /// where the answer is yes.
  virtual bool covers(uint32_t better, uint32_t worse) { return better == worse; }
};

/// The automaton, or its complement.
std::unique_ptr<TreeRecognizer> recognizer(const TreeDfa &automaton, bool complement = false);
/// The intersection of two.
std::unique_ptr<TreeRecognizer> intersection(TreeRecognizer &left, TreeRecognizer &right);
/// The recognizer with its reachable states written out, numbered in the order of discovery. Fails at a limit.
llvm::Expected<TreeDfa> explicitAutomaton(TreeRecognizer &source, uint32_t letters, const Budget &budget);
/// The unique smallest automaton with the same language, states numbered in the order in which a search from λ finds
/// them: equal languages give equal automata. Moore's refinement, O(n² (n + letters)).
TreeDfa minimized(const TreeDfa &automaton);

/// The tree language T(M) of an LTS as a nondeterministic automaton (Lemma 1): its states are those of the LTS, all of
/// them initial, each crosses with itself only, and a forward transition undoes a transition of the LTS. A tree has a
/// run to a state if that state simulates it; it is accepted if that is the LTS's initial state. States on a silent
/// cycle simulate the same trees and are one.
class TreeLanguage {
public:
  static constexpr TreeLetter Silent = ~TreeLetter(0);

  /// `letterOf` has the letter of each action, tau first; what is Silent, as tau is, is not seen and done at will.
  /// Letters in `everywhere` can always be done, without a change of state. Moves to ERROR are left out, and END is a
  /// state like others.
  TreeLanguage(const Lts &lts, llvm::ArrayRef<TreeLetter> letterOf, std::vector<TreeLetter> everywhere);

  struct Edge {
    TreeLetter letter;
    StateId source;
    friend auto operator<=>(const Edge &, const Edge &) = default;
  };
  StateId initial() const { return first; }
  StateId stateCount() const { return static_cast<StateId>(rowStart.size() - 1); }
  /// The transitions into a state, by letter; silent ones last.
  llvm::ArrayRef<Edge> incoming(StateId s) const {
    return llvm::ArrayRef<Edge>(edges).slice(rowStart[s], rowStart[s + 1] - rowStart[s]);
  }
  llvm::ArrayRef<TreeLetter> everywhere() const { return always; }

private:
  StateId first;
  std::vector<uint32_t> rowStart;
  std::vector<Edge> edges;
  std::vector<TreeLetter> always;
};

/// The language made deterministic as far as it is asked about: the states are the sets of states that simulate a tree.
/// `language` must outlive it.
std::unique_ptr<TreeRecognizer> recognizer(const TreeLanguage &language, uint32_t letters, bool complement = false);

/// A smallest tree (in letters) of the language that the recognizer accepts, if there is one. Knuth's generalization of
/// Dijkstra's algorithm ("A generalization of Dijkstra's algorithm", 1977) on the pairs that trees have runs to,
/// without those that others cover: O(p² log p) for p pairs of one state, for each state. Deterministic. Fails at a
/// limit.
llvm::Expected<std::optional<TreeId>> smallestTree(const TreeLanguage &language, TreeRecognizer &accepted,
                                                   TreeDag &store, const Budget &budget);
/// The same of all trees over letters 0, 1, …
llvm::Expected<std::optional<TreeId>> smallestTree(TreeRecognizer &accepted, uint32_t letters, TreeDag &store,
                                                   const Budget &budget);

} // namespace tenon

#endif // TENON_LTS_TREEAUTOMATON_H
