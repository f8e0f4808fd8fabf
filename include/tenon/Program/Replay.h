//===- tenon/Program/Replay.h - Concrete runs of compositions -------------===//
//
// An interpreter of communicating programs over concrete values (assume-guarantee-repair, Definitions 5, 6 and 9). It
// knows nothing of solvers and shares no code with stepsFrom: what engines find is checked against it.
//
//===----------------------------------------------------------------------===//

#ifndef TENON_PROGRAM_REPLAY_H
#define TENON_PROGRAM_REPLAY_H

#include "tenon/Program/ProgramSystem.h"

#include "llvm/Support/Error.h"

namespace tenon {

/// A place with a value for each variable of the system.
struct ConcreteState {
  Place place;
  std::vector<DataValue> values;
  friend bool operator==(const ConcreteState &, const ConcreteState &) = default;
};

/// One step of a concrete run.
struct ConcreteMove {
  /// (component, position in its transitions), as in SystemStep: a writer before its reader, the monitor last. A
  /// monitor that falls into ERROR because it does not list a label is no mover; neither is one beside a component
  /// that goes to ERROR because a range is left or the action is undefined.
  llvm::SmallVector<std::pair<uint32_t, uint32_t>, 2> movers;
  /// What the environment sends, for a read from it: a value of the target's sort, or of its element's.
  std::optional<DataValue> input;
  friend bool operator==(const ConcreteMove &, const ConcreteMove &) = default;
};

/// What one step of a replayed run did.
struct ReplayedStep {
  ConcreteState after;
};

struct ReplayedRun {
  ConcreteState initial;
  std::vector<ReplayedStep> steps;
  bool isViolation = false; ///< The state at the end is one.
  /// Why the run is none, if so: `step 3: the constraint does not hold`. `steps` ends before that step.
  std::optional<std::string> problem;
};

/// Runs `moves` from these initial values of all variables.
/// Time O(moves × (components + size of the actions)), space O(moves × variables).
ReplayedRun replayRun(const ProgramSystem &system, std::vector<DataValue> initialValues,
                      llvm::ArrayRef<ConcreteMove> moves);

/// The state that a move leads to. Fails with a sentence that says why the move is impossible.
llvm::Expected<ConcreteState> replayMove(const ProgramSystem &system, const ConcreteState &state,
                                         const ConcreteMove &move);

/// All moves that are possible in a state. `inputs` lists the values that the environment may send for a read with
/// this action: those of the target's sort (of its element's sort) that are to be tried; others are filtered out.
/// For explicit exploration of small systems: tries all combinations of transitions.
std::vector<ConcreteMove> possibleMoves(const ProgramSystem &system, const ConcreteState &state,
                                        llvm::function_ref<std::vector<DataValue>(const ProgramAction &action)> inputs);

/// Whether the values have the sorts and ranges of the variables, and those of the initializers where there are some.
bool isInitialValuation(const ProgramSystem &system, llvm::ArrayRef<DataValue> values);

} // namespace tenon

#endif // TENON_PROGRAM_REPLAY_H
