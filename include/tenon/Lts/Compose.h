//===- tenon/Lts/Compose.h - Parallel composition -------------------------===//
//
// A Network is a composition that has not been carried out: component LTSs that
// synchronize on common labels, then priority, then hiding (fsp-language §11). Checks
// explore it on the fly; compose() builds its LTS.
//
//===----------------------------------------------------------------------===//

#ifndef TENON_LTS_COMPOSE_H
#define TENON_LTS_COMPOSE_H

#include "tenon/Lts/Lts.h"
#include "tenon/Lts/Transform.h"
#include "tenon/Support/Budget.h"

#include "llvm/Support/Error.h"

namespace tenon {

struct Component {
  std::string name; ///< As LTSA names machines: `x:S.P(2)`.
  LtsRef lts;
};

/// An automaton that watches a network and takes part in every step, silent ones too; it is not a component. Action 0
/// (tau) of its LTS stands for every step whose label, after hiding, is not in its alphabet. It may have a choice. A
/// step for which it has no transition is not possible; one that takes it to ERROR takes the whole there. Priority is
/// decided before it looks.
struct Observer {
  std::string name;
  LtsRef lts;
  /// Where the system cannot move (deadlock, END), the observer goes on alone by action 0: the run continues for ever
  /// in silence.
  bool stutters = false;
};

/// Components in parallel: an action happens when every component that has it in its alphabet can do it; tau
/// interleaves. A component that moves to ERROR takes the whole to ERROR.
struct Network {
  std::string name;
  std::shared_ptr<LabelTable> table;
  std::vector<Component> components;
  std::optional<Priority> priority; ///< Evaluated on names before hiding.
  std::optional<Hiding> hiding;
  /// Whether a component that is END in its initial state counts as terminating for the END rule; LTSA says no
  /// (a quirk: `P = END.` alone is then a deadlock there).
  bool ltsaEndRule = false;
  std::optional<Observer> observer = {};
};

/// How much a search did.
struct SearchStatistics {
  uint64_t states = 0;
  uint64_t transitions = 0;
  uint64_t depth = 0;
  size_t storageBytes = 0; ///< Tables and state vectors at the end.
  double tableLoad = 0;    ///< Share of the table's slots that are taken at the end.
};

/// One step of a trace.
struct Step {
  LabelId label = LabelTable::Tau;        ///< After hiding: tau if hidden.
  LabelId visibleLabel = LabelTable::Tau; ///< Before hiding.
  llvm::SmallVector<uint32_t, 2> movers;  ///< Components that took part, by index.
};

/// A finite run from the initial state.
struct Trace {
  std::vector<Step> steps;
  size_t size() const { return steps.size(); }
};

/// What a breadth-first search for violations found.
struct SafetySearch {
  struct Finding {
    Trace trace;
    /// For ERROR: the first component in ERROR; the number of components if it is the observer.
    std::optional<uint32_t> culprit;
  };
  std::optional<Finding> error;    ///< The shortest, then least trace into ERROR.
  std::optional<Finding> deadlock; ///< The shortest, then least trace to a deadlock.
  /// The search covered everything (or whatever it was asked for was found).
  Budget::Limit limit = Budget::Limit::None;
  SearchStatistics statistics;
};

struct SafetyOptions {
  bool wantError = true;
  bool wantDeadlock = true;
  /// Stop at the shortest finding; ERROR wins over a deadlock at equal length.
  bool stopAtFirst = false;
  /// Give up, with Budget::Limit::States, after the first level with more states than this in all; 0: never. Where a
  /// method stores something else than states of the product, these are counted.
  uint64_t maxStates = 0;
  /// Number of threads. The findings and the counts do not depend on it.
  unsigned jobs = 1;
  /// State vectors of more than 32 bytes are stored as trees with shared nodes.
  bool compress = true;
};

/// Breadth-first search of the reachable product: packed state vectors, an open-addressing table, 32-bit state numbers.
/// Reports the shortest and among these the least trace (in compareLabels order, hidden labels by their names before
/// hiding). Ends when everything wanted has been found; ERROR is not waited for if no component has a transition to it.
///
/// Counts are those of the completed levels where the search ends with a finding.
///
/// Time O(transitions), and once more as much at most for the traces, because no links to parents are kept. Space 8
/// bytes a state for each word of the state vector, about 8 to 12 in all where it is compressed, plus 5 to 7 for the
/// table.
SafetySearch searchSafety(const Network &network, const SafetyOptions &options, const Budget &budget);

/// The reachable product as an LTS: priority, then hiding applied, END states merged by the rule of fsp-language §11.
/// States are numbered breadth first in action order. Fails with the budget's sentence when it runs out.
llvm::Expected<Lts> compose(const Network &network, const Budget &budget, SearchStatistics *statistics = nullptr);

enum class ReplayOutcome { Running, Deadlock, Terminated, Error };

/// Runs a trace through the network, step by step, with a plain interpreter that shares no code with the search.
/// The answer: the outcome it ends in, or nullopt if some step is impossible. Where components have a choice between
/// steps with the same label and movers, all are followed, and the answer is the worst outcome: ERROR, then
/// deadlock, then termination.
std::optional<ReplayOutcome> replay(const Network &network, const Trace &trace);

/// Whether some way to run the trace ends in this outcome.
bool canReplayTo(const Network &network, const Trace &trace, ReplayOutcome outcome);

} // namespace tenon

#endif // TENON_LTS_COMPOSE_H
