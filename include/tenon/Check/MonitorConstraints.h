//===- tenon/Check/MonitorConstraints.h - Gaps and overlaps ---------------===//

#ifndef TENON_CHECK_MONITORCONSTRAINTS_H
#define TENON_CHECK_MONITORCONSTRAINTS_H

#include "tenon/Program/ProgramSystem.h"
#include "tenon/Support/Budget.h"
#include "tenon/Support/Diagnostics.h"

namespace tenon {

/// Looks at each state of the system's monitor that has constraints: do they cover all values that the variables can
/// have (assume-guarantee-repair, Definition 8, semantic completeness), and do those that lead to different states
/// exclude each other (semantic determinism)? Where not, says so with least values: of a property an error; of an
/// observer a warning for what it leaves out, and nothing for what it leaves open. What is too hard for Z3 is a
/// warning. A query for each state and each pair of its constraints. False if the system cannot be checked: there was
/// an error.
bool checkMonitorConstraints(const ProgramSystem &system, DiagnosticEngine &diagnostics, const Budget &budget);

} // namespace tenon

#endif // TENON_CHECK_MONITORCONSTRAINTS_H
