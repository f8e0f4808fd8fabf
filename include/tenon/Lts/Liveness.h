//===- tenon/Lts/Liveness.h - What a network can do for ever --------------===//
//
// Searches for sets of states in which a run can stay for ever. With fair choice (every enabled
// transition has positive probability) a run ends, with probability 1, in a terminal set: a bottom
// strongly connected component of the reachable product. There it takes every transition infinitely often.
//
// Tarjan's algorithm in the form of Couvreur ("On-the-Fly Verification of Linear Temporal Logic", 1999): depth first
// with explicit stacks, the numbers of unexplored successors kept on one of them, so that the search expands no state
// twice. ERROR is not a state: a component that can move to ERROR is not terminal.
//
// Time O(transitions), and once more as much at most for traces. Space, beside the table of states, 4 bytes a state and
// 20 for each state on the path of the search, with 4 for each successor still to be looked at.
//
//===----------------------------------------------------------------------===//

#ifndef TENON_LTS_LIVENESS_H
#define TENON_LTS_LIVENESS_H

#include "tenon/Lts/Compose.h"

#include <optional>
#include <vector>

namespace tenon {

/// A run that goes on for ever: a prefix from the initial state, then a cycle.
struct Lasso {
  Trace prefix;
  std::vector<Step> cycle; ///< Empty: the run ends after the prefix.
};

/// What has to happen in every terminal set. Labels match exactly, after hiding; the network may lack them.
struct ProgressRequirement {
  bool conditional = false;
  std::vector<LabelId> condition; ///< Conditional: only in a set with one of these.
  std::vector<LabelId> labels;    ///< One of them must occur,
  bool every = false;             ///< or all of them.
};

/// A terminal set of states.
struct TerminalSet {
  /// The shortest, then least trace to one of its states, and from there a shortest, then least cycle.
  Lasso run;
  std::vector<LabelId> actions; ///< In label order; with LabelTable::Tau first if it has silent steps.
  uint64_t states = 0;
};

struct ProgressSearch {
  /// What violates one requirement.
  struct Violations {
    std::vector<uint32_t> sets; ///< Into `sets`, shortest trace first; at most MaxListed.
    uint64_t count = 0;         ///< How many there are.
  };
  static constexpr size_t MaxListed = 100;

  std::vector<TerminalSet> sets;      ///< Those listed for some requirement, shortest, then least trace first.
  std::vector<Violations> violations; ///< For each requirement.
  bool reachesError = false;
  Budget::Limit limit = Budget::Limit::None; ///< If there is one, nothing is known.
  SearchStatistics statistics;
};

/// All terminal sets that violate some of the requirements. A deadlock or END is a terminal set without actions.
ProgressSearch searchProgress(const Network &network, llvm::ArrayRef<ProgressRequirement> requirements,
                              const Budget &budget);

enum class Choice {
  Fair,     ///< A reachable terminal set with an accepting state.
  Arbitrary ///< A reachable cycle through an accepting state.
};

struct AcceptanceSearch {
  /// A shortest, then least prefix to an accepting state of what was found: a terminal set, or for arbitrary choice
  /// some states of one component. From there a shortest, then least cycle. Other components may have shorter runs. A
  /// step without movers is one of the observer alone: the system cannot move.
  std::optional<Lasso> found;
  bool reachesError = false; ///< Of the part explored: all of it where nothing was found.
  Budget::Limit limit = Budget::Limit::None;
  SearchStatistics statistics;
};

/// Searches the product of a network with its observer for a run that the observer accepts. `accepting` tells its
/// accepting states. Ends as soon as the answer is known. For fair choice the observer has to be deterministic and
/// complete from its accepting states on.
AcceptanceSearch searchAcceptance(const Network &network, const std::vector<bool> &accepting, Choice choice,
                                  const Budget &budget);

/// A shortest, then least trace by which the observer moves to ERROR, where the system itself may do so, too: runs end
/// there. Breadth first; without other threads, and with 8 bytes more a state than searchSafety().
AcceptanceSearch searchObserverError(const Network &network, const Budget &budget);

/// Whether the network can perform the run, by the interpreter of replay(): the cycle leads back to the state where it
/// begins; without a cycle, or with a cycle of one step without movers, the system cannot move after the prefix.
bool canReplay(const Network &network, const Lasso &run);

} // namespace tenon

#endif // TENON_LTS_LIVENESS_H
