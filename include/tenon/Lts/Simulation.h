//===- tenon/Lts/Simulation.h - Simulation --------------------------------===//
//
// A state q simulates a state p if it answers every move of p by a move with the same label to a state that simulates
// the one p has moved to (Milner, "An algebraic definition of simulation between programs", 1971). ERROR simulates
// ERROR and nothing else, and only END simulates END.
//
// For finite systems, p is simulated by q if and only if q simulates every finite tree that p does (Chaki, Clarke,
// Sinha and Thati, CAV 2005, (1)). A tree that only p does is the evidence that q does not simulate it.
//
//===----------------------------------------------------------------------===//

#ifndef TENON_LTS_SIMULATION_H
#define TENON_LTS_SIMULATION_H

#include "tenon/Lts/Compose.h"
#include "tenon/Lts/Minimize.h"
#include "tenon/Lts/Tree.h"

#include <optional>
#include <string>
#include <vector>

namespace tenon {

//===----------------------------------------------------------------------===//
// All states of one system
//===----------------------------------------------------------------------===//

/// The greatest simulation on the states of an LTS: a preorder. Its classes are the states that simulate each other.
class SimulationPreorder {
public:
  const Partition &classes() const { return partition; }
  /// Whether `greater` simulates `less`. ERROR is no state here. O(log n).
  bool simulates(StateId greater, StateId less) const;
  size_t bytes() const { return bits.size() * sizeof(uint64_t); }

private:
  friend class SimulationRefiner;
  bool related(uint32_t less, uint32_t greater) const;

  /// Nodes are blocks of bisimilar states. A node can only be simulated by nodes that offer all it offers; its row has
  /// bits for these alone. Nodes with the same offer are a group.
  struct Candidates {
    uint32_t group;
    uint32_t offset; ///< Of the group's bits in the row.
  };
  std::vector<uint32_t> nodeOf;                    ///< By state.
  std::vector<uint32_t> groupOf, rankOf;           ///< By node.
  std::vector<std::vector<Candidates>> candidates; ///< By group, sorted by group.
  std::vector<size_t> rowOf;                       ///< By node: the first word of its row.
  std::vector<uint64_t> bits;
  Partition partition;
};

/// Computes the preorder; tau is an action like others. First the quotient by strong bisimilarity; then, on its blocks,
/// refinement of the relation of Henzinger, Henzinger and Kopke ("Computing simulations on finite and infinite graphs",
/// FOCS 1995) without counters: where a successor no longer simulates, the others of the same action are looked at.
/// O(b·m·d) time for b blocks and at most d successors of a state and an action, and one bit for each pair of blocks of
/// which one offers all that the other does. Fails at a limit.
llvm::Expected<SimulationPreorder> simulationPreorder(const Lts &lts, const Budget &budget);

/// The smallest LTS that simulates the given one and is simulated by it: one state for each class, without transitions
/// to a state that another one with the same source and label simulates (Bustan and Grumberg, "Simulation-based
/// minimization", 2003). Reachable states only, canonically numbered; the alphabet is unchanged.
llvm::Expected<Lts> minimizedBySimulation(const Lts &lts, const Budget &budget);

//===----------------------------------------------------------------------===//
// One system by another
//===----------------------------------------------------------------------===//

struct SimulationOptions {
  /// Silent steps of the left need no answer, and a label may be answered with silent steps before it (weak
  /// simulation). Otherwise tau is an action like others.
  bool weak = false;
  /// Labels of the left that the right does not have are silent; the right stays where it is. Otherwise it has no
  /// answer.
  bool ignoreForeign = false;
};

/// A tree with its letters spelled: labels, `tau`, and at the end of branches `ERROR` or `END`, for the state itself.
struct SpelledTree {
  TreeDag store;
  TreeId root = TreeDag::Empty;
  std::vector<std::string> letters;
};

/// What a check for simulation has found.
struct SimulationSearch {
  bool simulated = true;
  /// If not: a tree that the left can do and the right cannot, of few steps on each branch.
  SpelledTree tree;
  Budget::Limit limit = Budget::Limit::None;
  /// States are pairs: a state of the left with one of the right that may have to simulate it.
  SearchStatistics statistics;
};

/// Whether the initial state of `right` simulates that of `left`, on the fly: the pairs that matter are explored
/// breadth first, with the states of the left as packed vectors, and those that fail are propagated backwards by sweeps
/// over all pairs, which recompute their successors, so that nothing is stored for a transition. Where a few sweeps do
/// not settle it, the moves of the undecided pairs count the answers that they have left.
///
/// O(m) time for m moves of pairs and their answers. 8 bytes a pair for each word of the vector, 5 to 7 for the table,
/// and 4 for how a pair fails once one does: below 24 where the vector packs into a word, below 64 up to six words. In
/// the hard cases 12 bytes more for each answer of an undecided pair; if these are not to be had, more sweeps, at worst
/// as many as there are pairs.
SimulationSearch searchSimulation(const Network &left, const Lts &right, const SimulationOptions &options,
                                  const Budget &budget);
SimulationSearch searchSimulation(const LtsRef &left, const Lts &right, const SimulationOptions &options,
                                  const Budget &budget);

} // namespace tenon

#endif // TENON_LTS_SIMULATION_H
