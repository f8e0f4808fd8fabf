//===- SystemBehavior.h - What a system can do ------------------*- C++ -*-===//

#ifndef TENON_LIB_REPAIR_SYSTEMBEHAVIOR_H
#define TENON_LIB_REPAIR_SYSTEMBEHAVIOR_H

#include "tenon/Program/ProgramSystem.h"
#include "tenon/Support/Budget.h"

#include <set>
#include <string>

namespace tenon {

/// What tells repairs of one system apart, whichever component they change.
struct SystemBehavior {
  bool deadlocks = false; ///< A place that can be reached has no step, and is no success.
  bool fails = false;     ///< A violation can be reached.
  std::string deadlock;   ///< What leads there, in few steps: `after a, b`, `at the start`.
  bool isCertain = true;  ///< False: it may do less than is said here.
  /// What the monitor watches that happens on some run: `a`; without data also `a again and again`, and nothing that
  /// only violates.
  std::set<std::string> actions;
  /// Of those, without data: what can happen again wherever a run has come to.
  std::set<std::string> always;
  double runs = 0; ///< Of up to so many steps; an estimate beyond 2^53.
};

/// What the monitor watches that happens in a system with data, and nothing else. Runs that violate count up to there.
/// A query for each action, of limited effort: what is not known counts as possible.
SystemBehavior actionsOf(const ProgramSystem &system, const Budget &budget);

/// Runs end where they violate. Nullopt if the system has data, there are more than `maxPlaces` places, or the budget
/// ends. O(length × steps).
std::optional<SystemBehavior> behaviorOf(const ProgramSystem &system, size_t length, const Budget &budget,
                                         size_t maxPlaces = 20'000);

/// What the monitor watches that all who take part have a step for, of a system without data that is too large for
/// behaviorOf(). Not certain.
SystemBehavior locallyPossible(const ProgramSystem &system);

} // namespace tenon

#endif // TENON_LIB_REPAIR_SYSTEMBEHAVIOR_H
