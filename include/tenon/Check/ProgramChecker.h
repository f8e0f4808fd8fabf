//===- tenon/Check/ProgramChecker.h - Systems with data -------------------===//
//
// Whether a composition of communicating programs can reach what is asked about, for data of any size. Undecidable: a
// portfolio of engines, of which the first conclusive answer counts. docs/data-checking.md describes them.
//
//===----------------------------------------------------------------------===//

#ifndef TENON_CHECK_PROGRAMCHECKER_H
#define TENON_CHECK_PROGRAMCHECKER_H

#include "tenon/Check/ProgramCertificate.h"
#include "tenon/Check/Verdict.h"
#include "tenon/Program/TraceFormula.h"

#include <array>

namespace tenon {

enum class ProgramEngine {
  States,    ///< Breadth first, one state after the other, where data is finite: finds the canonical trace as well.
  Search,    ///< Breadth first, on sets of states: finds the canonical trace; ends where the sets do.
  Intervals, ///< Octagons (Mine, 2006) with widening: holds, or facts for the others.
  Induction, ///< Backwards from what is asked about, within those facts.
  Spacer,    ///< Horn clauses, in a process of its own.
};
constexpr size_t ProgramEngineCount = 5;
llvm::StringRef programEngineName(ProgramEngine engine);

struct ProgramCheckOptions {
  ReachabilityGoal goal = ReachabilityGoal::Violation;
  /// Processes at a time.
  unsigned jobs = 1;
  /// Those that take part, in the order of the enumeration; for tests. A violation is known only by States and Search.
  std::array<bool, ProgramEngineCount> engines = {true, true, true, true, true};
  /// A quick look, whose answer does not depend on the time it takes: few single states, the search, among so many sets
  /// of states, then Intervals, then Induction, among as many. 0: no limit.
  size_t maxSets = 0;
  /// What holds has to come with an invariant, or it counts as unknown.
  bool wantInvariant = false;
};

struct ProgramAnswer {
  Verdict verdict = Verdict::Unknown;
  std::optional<ProgramEngine> engine; ///< That has answered: may differ from run to run, as may the invariant.
  /// Violated: the shortest run; of these, the one with the least row of steps by their positions in stepsFrom(); of
  /// these, the one with the least values (leastValues()), initial ones first, then those that are read, in order.
  std::optional<ProgramRun> run;
  std::optional<ProgramInvariant> invariant; ///< Holds.
  std::string reason;                        ///< Unknown: why.
  std::vector<std::string> notes;            ///< Unknown: how far each engine has got.
  uint64_t states = 0;                       ///< States, or sets of states, that the search has seen.
  uint64_t depth = 0;                        ///< That it has reached.
};

/// Decides whether the system can reach the goal. Deterministic but for `engine`, `invariant`, `notes` and what has
/// been seen; whether the verdict is unknown can depend on the budget.
ProgramAnswer checkProgram(const ProgramSystem &system, const ProgramCheckOptions &options, const Budget &budget);

/// The canonical run along these steps, by their positions in stepsFrom(); nullopt if there is none, or a query is too
/// hard. For the deadlock goal the last state must have no step.
std::optional<ProgramRun> canonicalRun(const ProgramSystem &system, ReachabilityGoal goal,
                                       llvm::ArrayRef<uint32_t> positions, const Budget &budget);

/// The run as people read it: who moves, what the source says, which values change.
Counterexample describeRun(const ProgramSystem &system, const ProgramRun &run);

/// What a step has done to the variables: those that it assigns or reads into, changed or not, and others that differ.
std::vector<Valuation> valuesSet(const ProgramSystem &system, const SystemStep &step,
                                 const std::vector<DataValue> &before, const std::vector<DataValue> &after);

} // namespace tenon

#endif // TENON_CHECK_PROGRAMCHECKER_H
