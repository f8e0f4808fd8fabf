//===- tenon/Learn/TreeLearner.h - Learning regular tree languages --------===//
//
// L^T: learns the minimal deterministic tree automaton of an unknown regular tree language from membership and
// candidate queries (Chaki, Clarke, Sinha and Thati, CAV 2005, §3).
//
//===----------------------------------------------------------------------===//

#ifndef TENON_LEARN_TREELEARNER_H
#define TENON_LEARN_TREELEARNER_H

#include "tenon/Learn/Learner.h"
#include "tenon/Lts/TreeAutomaton.h"

#include "llvm/ADT/StringMap.h"

namespace tenon {

/// Answers membership queries about trees.
class TreeTeacher {
public:
  virtual ~TreeTeacher();
  /// Whether context[tree] belongs to the language; nullopt if the teacher gives up, which ends the learning. Trees and
  /// contexts are those of the learner's store.
  virtual std::optional<bool> isMember(ContextId context, TreeId tree) = 0;
};

/// The observation table (S, E, R) of L^T, and what it does with it. The table is well-formed throughout: rows of
/// different trees in S differ, so that |S| never exceeds the number of states of the minimal automaton (Lemma 2). For
/// t
/// + u there is one row, which is that of u + t as well.
///
/// Deterministic. O(n³) entries and O(mn + n³) time and space for n states and counterexamples of m nodes (Theorem 2).
class TreeLearner {
public:
  /// The language is over letters 0, 1, … `teacher` and `store` must outlive the learner.
  TreeLearner(TreeTeacher &treeTeacher, TreeDag &treeStore, uint32_t letterCount);

  /// Closes the table and makes a conjecture of it; null if the teacher has given up. Valid until the next call.
  const TreeDfa *conjecture();
  /// Adds the experiment that procedure ExpGen extracts from a tree about which the last conjecture is wrong: the next
  /// one has at least one state more. False if the teacher has given up.
  bool refine(TreeId counterexample);

  /// The table, for those who want to look at it: S, in the order of the states; E; the rows of all of S ∪ Σ•S ∪ S+S,
  /// each with a bit for each experiment.
  struct Row {
    TreeId tree;
    std::string bits; ///< Of '0' and '1'.
  };
  llvm::ArrayRef<TreeId> accessTrees() const { return access; }
  llvm::ArrayRef<ContextId> experiments() const { return contexts; }
  llvm::ArrayRef<Row> rows() const { return table; }

  /// Membership queries, those of ExpGen included; an entry of the table is asked for once. Equivalence queries are the
  /// conjectures made.
  const LearningStatistics &statistics() const { return counts; }

private:
  std::optional<bool> ask(ContextId context, TreeId tree);
  bool addRow(TreeId tree);
  bool addState(uint32_t row);
  bool close();
  void buildConjecture();
  std::optional<ContextId> experimentOf(TreeId counterexample);

  TreeTeacher &teacher;
  TreeDag &store;
  uint32_t letters;
  std::vector<TreeId> access;
  std::vector<ContextId> contexts{TreeDag::Hole};
  std::vector<Row> table;
  llvm::DenseMap<TreeId, uint32_t> rowOf;
  llvm::StringMap<uint32_t> stateOf; ///< By the bits of the row.
  size_t closed = 0;                 ///< Rows from here on may be like none of S.
  TreeDfa automaton;
  LearningStatistics counts;
};

} // namespace tenon

#endif // TENON_LEARN_TREELEARNER_H
