//===- tenon/Lts/ErrorTransform.h - From a system to its assumption -------===//
//
// The steps that lead from an open system with ERROR to the weakest assumption about its environment
// (Giannakopoulou and Pasareanu, "Context Synthesis", §4.1), one LTS each, to be looked at one by one:
// propagateError, pruneSafe, determinized (tenon/Lts/Transform.h), completedWithSink, withoutError.
//
//===----------------------------------------------------------------------===//

#ifndef TENON_LTS_ERRORTRANSFORM_H
#define TENON_LTS_ERRORTRANSFORM_H

#include "tenon/Lts/Lts.h"

namespace tenon {

/// States that can come to ERROR by silent steps alone become ERROR: nobody outside can prevent it there. If the
/// initial state is one, what remains is a silent step to ERROR. Keeps the words that can lead to ERROR. O(states +
/// transitions), as the others here.
Lts propagateError(const Lts &lts);

/// Drops the states from which ERROR cannot be reached, and all transitions into them. Keeps the words that can lead to
/// ERROR.
Lts pruneSafe(const Lts &lts);

/// Every label of the alphabet that a state lacks leads to a sink, a new state that lacks nothing: what the system
/// never does may be offered. END, which offers everything then, is an ordinary state. `lts` has no tau. O(states ×
/// alphabet).
Lts completedWithSink(const Lts &lts);

/// Deletes the transitions to ERROR: of an error LTS, which is deterministic and complete, the property remains.
Lts withoutError(const Lts &lts);

} // namespace tenon

#endif // TENON_LTS_ERRORTRANSFORM_H
