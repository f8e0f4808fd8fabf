//===- ErrorTransform.cpp - From a system to its assumption ---------------===//

#include "tenon/Lts/ErrorTransform.h"

#include "Dangers.h"

namespace tenon {

static Dangers findDangers(const Lts &lts) {
  llvm::BitVector silent(lts.alphabet().size() + 1);
  silent.set(TauAction);
  return findDangers(lts, silent);
}

/// The same states with the transitions that `map` gives a target.
template <typename TargetOf> static Lts mapTargets(const Lts &lts, TargetOf targetOf) {
  LtsBuilder builder(lts.alphabet());
  builder.reserveStates(lts.stateCount());
  if (lts.end())
    builder.setEnd(*lts.end());
  for (StateId s = 0; s < lts.stateCount(); ++s)
    for (const Transition &t : lts.successors(s))
      if (std::optional<StateId> target = targetOf(s, t))
        builder.addAction(s, t.action, *target);
  return builder.build(lts.name());
}

Lts propagateError(const Lts &lts) {
  Dangers dangers = findDangers(lts);
  if (dangers.doomed[Lts::initial()]) {
    LtsBuilder builder(lts.alphabet());
    builder.addState();
    builder.addAction(Lts::initial(), TauAction, ErrorState);
    return builder.build(lts.name());
  }
  return mapTargets(lts, [&](StateId s, const Transition &t) -> std::optional<StateId> {
    if (dangers.doomed[s])
      return std::nullopt;
    return t.target == ErrorState || dangers.doomed[t.target] ? ErrorState : t.target;
  });
}

Lts pruneSafe(const Lts &lts) {
  Dangers dangers = findDangers(lts);
  return mapTargets(lts, [&](StateId, const Transition &t) -> std::optional<StateId> {
    if (t.target == ErrorState || dangers.dangerous[t.target])
      return t.target;
    return std::nullopt;
  });
}

Lts completedWithSink(const Lts &lts) {
  LtsBuilder builder(lts.alphabet());
  StateId sink = lts.stateCount();
  builder.reserveStates(sink + 1);
  for (StateId s = 0; s < sink; ++s) {
    Action next = 1;
    for (const Transition &t : lts.successors(s)) {
      for (; next < t.action; ++next)
        builder.addAction(s, next, sink);
      next = std::max(next, t.action + 1);
      builder.addAction(s, t.action, t.target);
    }
    for (; next <= lts.alphabet().size(); ++next)
      builder.addAction(s, next, sink);
  }
  for (Action action = 1; action <= lts.alphabet().size(); ++action)
    builder.addAction(sink, action, sink);
  return builder.build(lts.name());
}

Lts withoutError(const Lts &lts) {
  return mapTargets(lts, [](StateId, const Transition &t) -> std::optional<StateId> {
    if (t.target == ErrorState)
      return std::nullopt;
    return t.target;
  });
}

} // namespace tenon
