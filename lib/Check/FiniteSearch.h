//===- FiniteSearch.h - States of finite data, one by one -------*- C++ -*-===//

#ifndef TENON_LIB_CHECK_FINITESEARCH_H
#define TENON_LIB_CHECK_FINITESEARCH_H

#include "tenon/Check/ProgramCertificate.h"
#include "tenon/Program/FiniteStates.h"
#include "tenon/Program/TraceFormula.h"
#include "tenon/Support/Budget.h"

namespace tenon {

/// Breadth-first search for what is asked about over the concrete states of a system with small domains. Asks no
/// solver, neither for the values of the canonical run.
class FiniteSearch {
public:
  enum class Status { Running, Violated, Exhausted };

  FiniteSearch(const ProgramSystem &system, ReachabilityGoal goal, const Budget &budget)
      : system(system), goal(goal), budget(budget), states(system) {}

  /// Whether it can search this system.
  static bool canSearch(const ProgramSystem &system);

  /// Goes on until it has taken `maxSteps` in all, a level at a time.
  Status advance(uint64_t maxSteps);

  size_t stateCount() const { return states.size(); }
  size_t depth() const { return levels.size() - 1; }

  /// Violated: the canonical run (ProgramAnswer::run). Nullopt if the budget ends.
  std::optional<ProgramRun> run();
  /// Exhausted: what the values are at each place.
  ProgramInvariant invariant() const;

private:
  using StateSet = std::vector<uint32_t>; ///< Sorted.

  bool begin(uint64_t maxSteps);
  bool isWanted(uint32_t state, bool hasSuccessor) const;
  void goBack();
  std::vector<uint32_t> leastPositions();
  void keepThoseAlong(llvm::ArrayRef<uint32_t> positions);
  std::vector<DataValue> leastValuesAlong(llvm::ArrayRef<uint32_t> positions);
  uint32_t leastInitialState(std::vector<DataValue> &values);
  template <typename Visit> void stepInto(uint32_t state, const StateSet &targets, Visit visit);
  bool ended() const { return budget.exceeded() != Budget::Limit::None; }

  const ProgramSystem &system;
  ReachabilityGoal goal;
  const Budget &budget;
  FiniteStates states;
  Status status = Status::Running;
  uint64_t stepsTaken = 0;
  std::vector<uint32_t> levels{0}; ///< Where each level begins; the last one is that of the states not yet expanded.
  uint32_t next = 0;               ///< The state to be expanded.
  StateSet found;                  ///< That are what is asked about.
  std::vector<StateSet> onTheWay;  ///< By depth: from which that can be reached in as few steps as possible.
};

} // namespace tenon

#endif // TENON_LIB_CHECK_FINITESEARCH_H
