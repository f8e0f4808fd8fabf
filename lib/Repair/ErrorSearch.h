//===- ErrorSearch.h - Error traces with a component replaced ---*- C++ -*-===//

#ifndef TENON_LIB_REPAIR_ERRORSEARCH_H
#define TENON_LIB_REPAIR_ERRORSEARCH_H

#include "PlaceSteps.h"

#include "tenon/Check/ProgramChecker.h"
#include "tenon/Repair/TraceLanguage.h"

namespace tenon {

/// What is known of a system with another component in the place of one.
struct SearchAnswer {
  Verdict verdict = Verdict::Unknown;
  std::vector<SystemStep> run; ///< Violated: a shortest one.
  std::string reason;          ///< Unknown: why.
};

/// Looks for violations of a system in which one component changes.
class ErrorSearch {
public:
  ErrorSearch(const ProgramSystem &system, uint32_t component, ProgramCheckOptions options, const Budget &budget)
      : trial(system), component(component), options(options), budget(budget), steps(trial) {}
  ErrorSearch(const ErrorSearch &) = delete;

  /// With `program` as the component. Data is looked at only where locations alone lead to a violation.
  SearchAnswer check(const Program &program);
  /// The system that was checked last.
  const ProgramSystem &system() const { return trial; }

private:
  std::optional<std::vector<SystemStep>> shortestWay(bool &isComplete) const;

  ProgramSystem trial;
  uint32_t component;
  ProgramCheckOptions options;
  const Budget &budget;
  PlaceSteps steps; ///< Of `trial`.
};

/// A shortest run to a violation without its last step, which alone has to go. Empty if there is none.
std::vector<SystemStep> wayToViolation(const ProgramSystem &system, const Budget &budget);

/// Transitions of the program along which it does the word, to an accepting location if there is such a run; the first
/// in the order of the transitions. Nullopt if it cannot do the word.
std::optional<std::vector<uint32_t>> runOn(const TraceAutomaton &automaton, llvm::ArrayRef<Letter> word);

/// The run with the component's steps replaced by these transitions of `program`, which has the same letters.
std::vector<SystemStep> transferred(llvm::ArrayRef<SystemStep> run, uint32_t component, const Program &program,
                                    llvm::ArrayRef<uint32_t> transitions);

} // namespace tenon

#endif // TENON_LIB_REPAIR_ERRORSEARCH_H
