//===- tenon/Lts/Tree.h - Finite trees of actions -------------------------===//
//
// Trees t ::= λ | a•t | t + t and contexts, trees with one hole (Chaki, Clarke, Sinha and Thati, "Automated
// Assume-Guarantee Reasoning for Simulation Conformance", CAV 2005, Definitions 3 and 4). A tree is what a branching
// observer can try on a system: it is simulated by the system if all its branches can be done.
//
//===----------------------------------------------------------------------===//

#ifndef TENON_LTS_TREE_H
#define TENON_LTS_TREE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace tenon {

/// A member of the alphabet of trees: a number that the user of the trees chooses, below 2^31.
using TreeLetter = uint32_t;
/// A tree, or a context, of one TreeDag.
using TreeId = uint32_t;
using ContextId = uint32_t;

/// Trees and contexts, hash-consed: equal ones have equal numbers, and common subtrees are stored once, so that a tree
/// costs the space of what is new in it (Theorem 2). Numbers ascend from subtrees to trees. Sums are commutative, t + u
/// = u + t, and nothing else: neither associative nor idempotent.
class TreeDag {
public:
  enum class Kind : uint8_t { Empty, Forward, Sum };
  struct Node {
    Kind kind;
    TreeLetter letter;    ///< Forward.
    TreeId first, second; ///< Forward: the rest. Sum: both, first >= second.
  };
  /// A context is its hole and what is around it, from the inside out.
  struct Frame {
    bool isSum;
    TreeLetter letter; ///< If it is no sum: the letter above.
    TreeId sibling;    ///< If it is a sum.
    ContextId outer;   ///< What is around this frame.
  };
  /// λ and □.
  static constexpr TreeId Empty = 0;
  static constexpr ContextId Hole = 0;

  TreeDag();

  TreeId forward(TreeLetter letter, TreeId rest);
  TreeId sum(TreeId a, TreeId b);
  const Node &operator[](TreeId tree) const { return nodes[tree]; }
  size_t size() const { return nodes.size(); }

  /// c[a•□] and c[□ + t].
  ContextId underLetter(ContextId outer, TreeLetter letter);
  ContextId besideTree(ContextId outer, TreeId sibling);
  /// The innermost frame. Not for the hole.
  const Frame &frame(ContextId context) const { return frames[context]; }
  /// c[t]. O(depth of the hole), new trees for the frames.
  TreeId plug(ContextId context, TreeId tree);

  /// Number of letters in the tree, written out; saturates.
  uint64_t letterCount(TreeId tree) const;
  /// The branches: what can be tried first, each with what remains. Sums are flattened; sorted, without duplicates.
  std::vector<std::pair<TreeLetter, TreeId>> branches(TreeId tree) const;
  /// The smallest tree with these branches and no sum with λ.
  TreeId fromBranches(llvm::ArrayRef<std::pair<TreeLetter, TreeId>> branches);

  using Spelling = llvm::function_ref<llvm::StringRef(TreeLetter)>;
  /// As in the paper, letter by letter: `a•(b•λ + c•λ)`.
  std::string text(TreeId tree, Spelling spelling) const;
  std::string contextText(ContextId context, Spelling spelling) const;

private:
  std::vector<Node> nodes;
  std::vector<Frame> frames;
  llvm::DenseMap<std::pair<uint32_t, uint32_t>, uint32_t> forwards, sums, underLetters, besideTrees;
};

} // namespace tenon

#endif // TENON_LTS_TREE_H
