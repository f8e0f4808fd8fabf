//===- tenon/Check/Certify.h - The independent checker --------------------===//

#ifndef TENON_CHECK_CERTIFY_H
#define TENON_CHECK_CERTIFY_H

#include "tenon/Lts/Compose.h"

#include <optional>

namespace tenon {

/// Whether no reachable state of the network has the outcome (Deadlock or Error), by a plain enumeration of global
/// states that shares no code with the search: sets of state tuples, components interpreted one by one. It is slow
/// (tens of thousands of states a second) and serves `--certify`. Nullopt when the budget ends.
std::optional<bool> certifyAbsence(const Network &network, ReplayOutcome outcome, const Budget &budget);

} // namespace tenon

#endif // TENON_CHECK_CERTIFY_H
