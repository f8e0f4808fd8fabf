//===- tenon/Lts/ComposedStates.h - Compositions to look at ---------------===//

#ifndef TENON_LTS_COMPOSEDSTATES_H
#define TENON_LTS_COMPOSEDSTATES_H

#include "tenon/Lts/Compose.h"

namespace tenon {

/// A composition with what its states are made of.
struct ComposedStates {
  Lts lts; ///< What compose() gives.
  /// For each state, the state of each component: state s has those from s × components on. END states that were
  /// merged have those of the first.
  std::vector<StateId> componentStates;
};

/// The reachable product, if it has at most so many states; nullopt if it has more, after a visit to not many more.
/// Fails with the budget's sentence when that runs out.
llvm::Expected<std::optional<ComposedStates>> composeUpTo(const Network &network, uint64_t maxStates,
                                                          const Budget &budget);

/// The same for a component that was composed of `parts`, with its own labels; nullopt if it has more states, or the
/// budget runs out. Prefixes, other names and hiding leave the states as they are.
std::optional<ComposedStates> composedStates(const Lts &lts, const Network &parts, uint64_t maxStates,
                                             const Budget &budget);

} // namespace tenon

#endif // TENON_LTS_COMPOSEDSTATES_H
