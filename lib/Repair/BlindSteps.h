//===- BlindSteps.h - Steps that nothing known makes safe -------*- C++ -*-===//

#ifndef TENON_LIB_REPAIR_BLINDSTEPS_H
#define TENON_LIB_REPAIR_BLINDSTEPS_H

#include "GoodRuns.h"

#include "tenon/Check/ProgramChecker.h"

namespace tenon {

/// Whether the others can make a step of a component violate whatever the component knows before it: from each of some
/// states of good runs, from which it does the step, they alone lead to where it violates. A condition in front of the
/// step then has to give up all of these. False if it is not known, or there are too few such states. A quick look for
/// each state.
bool isBlindStep(const ProgramSystem &system, uint32_t component, uint32_t transition, const GoodRuns &good,
                 const ProgramCheckOptions &check, const Budget &budget);

} // namespace tenon

#endif // TENON_LIB_REPAIR_BLINDSTEPS_H
