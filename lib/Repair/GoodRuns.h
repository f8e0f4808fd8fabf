//===- GoodRuns.h - What a constraint leaves alone --------------*- C++ -*-===//

#ifndef TENON_LIB_REPAIR_GOODRUNS_H
#define TENON_LIB_REPAIR_GOODRUNS_H

#include "tenon/Program/Replay.h"

namespace tenon {

/// Runs of a system, always the same for one system, with what of them is good: up to where the property has been
/// satisfied, by a constraint that held or because it watches for the same as at some time before. What comes after
/// that may only be on the way to a violation.
class GoodRuns {
public:
  GoodRuns(const ProgramSystem &system, uint32_t component);

  /// All steps of the good parts.
  size_t steps() const { return total; }
  /// A condition that holds where the component at a location takes one of these transitions; without any: whichever.
  struct Constraint {
    Location at = 0;
    std::vector<uint32_t> actions;
    Term condition = nullptr;
  };
  /// Those that are left with all of these. Evaluates conditions at each step of the component.
  size_t keptBy(llvm::ArrayRef<Constraint> constraints) const;
  /// States in which the component has come to where it takes the transition, which it does next, and the property is
  /// satisfied later on; each once, not more than so many.
  std::vector<ConcreteState> statesBefore(uint32_t transition, size_t most) const;

private:
  /// A step of the component in a run.
  struct Step {
    size_t position; ///< In the run.
    uint32_t transition;
    std::vector<DataValue> before;
    ConcreteState arrived; ///< After the component's last step.
  };
  struct Run {
    std::vector<size_t> good; ///< After how many steps the property was satisfied, rising.
    std::vector<Step> steps;
  };
  void add(const ProgramSystem &system, llvm::ArrayRef<ConcreteMove> moves, const ReplayedRun &replay,
           bool endsAtViolation);

  Program program;
  uint32_t component;
  std::vector<Run> runs;
  size_t total = 0;
};

} // namespace tenon

#endif // TENON_LIB_REPAIR_GOODRUNS_H
