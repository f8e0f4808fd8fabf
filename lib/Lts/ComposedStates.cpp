//===- ComposedStates.cpp - Compositions to look at -----------------------===//

#include "tenon/Lts/ComposedStates.h"

using namespace llvm;

namespace tenon {

std::optional<ComposedStates> composedStates(const Lts &lts, const Network &parts, uint64_t maxStates,
                                             const Budget &budget) {
  if (lts.stateCount() > maxStates)
    return std::nullopt;
  Expected<std::optional<ComposedStates>> composed = composeUpTo(parts, maxStates, budget);
  if (!composed) {
    consumeError(composed.takeError());
    return std::nullopt;
  }
  if (!*composed || (*composed)->lts.stateCount() != lts.stateCount())
    return std::nullopt;
  (*composed)->lts = lts;
  return std::move(*composed);
}

} // namespace tenon
