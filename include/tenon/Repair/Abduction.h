//===- tenon/Repair/Abduction.h - What would have prevented a violation ---===//
//
// Semantic repair (Frenkel, Grumberg, Pasareanu, Sheinvald, "Assume, guarantee or repair", section 8.3): the weakest
// condition over one component's variables that makes an error trace infeasible. With phi the trace's formula in
// single-assignment form and X2 what the component's variables are at some place on it, that is
// `forall all other values. not phi`.
//
//===----------------------------------------------------------------------===//

#ifndef TENON_REPAIR_ABDUCTION_H
#define TENON_REPAIR_ABDUCTION_H

#include "tenon/Logic/Smt.h"
#include "tenon/Program/TraceFormula.h"

namespace tenon {

/// A condition that blocks the trace where it is assumed.
struct AbducedConstraint {
  size_t step = 0;          ///< It stands behind so many steps of the trace.
  Term condition = nullptr; ///< Over the component's variables, readable(). Never `false`.
  /// It is about the component's next step on the trace only: other ways from there stay as they are.
  bool isForNext = false;
  /// It blocks whatever the others had when the component last read something, and so says what several of its numbers
  /// have to do with each other. Of use only where it is enough.
  bool hasToSuffice = false;
};

/// The places on a trace where the component alone can block it.
struct Abduction {
  /// At the end of the component's part, as in the paper. Where a component of the system is in ERROR at the end, that
  /// is before the component's last step, for it is too late afterwards. None: `false` alone would do, the component
  /// has no part in the trace, or the solver gives up.
  std::optional<AbducedConstraint> atEnd;
  /// The places at which a condition keeps as much as that one does, earliest first; `atEnd` is the last. Keeps as
  /// much: of the executions of the trace that do not violate, and of other ways that the component has from there on.
  /// Where a condition would block other ways of the component, it is for its next step only.
  std::vector<AbducedConstraint> places;
};

/// Which of the component's transitions a step is; nullopt if it has no part in it.
std::optional<uint32_t> transitionIn(const SystemStep &step, uint32_t component);

/// The numbers that the actions of a system have, each once.
std::vector<Rational> sourceNumbers(const ProgramSystem &system);

/// What would have blocked `trace`, a feasible trace to a violation. Constraints are about as few variables as
/// possible. A quantifier elimination and a query for each place and each variable that has a new value there. Without
/// an answer if the budget ends or arithmetic is too hard.
Abduction abduce(const ProgramSystem &system, llvm::ArrayRef<SystemStep> trace, uint32_t component, SmtContext &context,
                 const Budget &budget);

} // namespace tenon

#endif // TENON_REPAIR_ABDUCTION_H
