//===- tenon/Interface/CertifyInterface.h - The independent check ---------===//

#ifndef TENON_INTERFACE_CERTIFYINTERFACE_H
#define TENON_INTERFACE_CERTIFYINTERFACE_H

#include "tenon/Lts/Lts.h"
#include "tenon/Support/Budget.h"

#include "llvm/ADT/ArrayRef.h"

#include <optional>
#include <set>

namespace tenon {

/// The states in which a system can be after a word over the visible actions, and after silent steps; ErrorState among
/// them if it can have come to ERROR on the way. Actions of the system that are not in `alphabet` are silent; letters
/// that are not in the system's alphabet do not concern it. Written down from the definition, for `--certify`; shares
/// no code with what finds interfaces.
std::set<StateId> statesAfter(const Lts &system, const Alphabet &alphabet, llvm::ArrayRef<Action> word);

/// Whether an interface (deterministic, over its own alphabet, without ERROR) is safe and, if `permissive` is asked
/// too, allows all legal words, by enumerating the words of the interface with the sets of states of the system after
/// them. Slow: tens of thousands of sets a second. Nullopt if the budget ends.
std::optional<bool> certifyInterface(const Lts &system, const Lts &interface, bool permissive, const Budget &budget);

} // namespace tenon

#endif // TENON_INTERFACE_CERTIFYINTERFACE_H
