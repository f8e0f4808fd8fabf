//===- Dangers.cpp - States from which ERROR can be reached ---------------===//

#include "Dangers.h"

namespace tenon {

namespace {

/// The transitions between states, backwards.
struct Backwards {
  explicit Backwards(const Lts &lts);

  std::vector<size_t> rowStart;
  std::vector<Transition> sources; ///< Their targets are where a transition comes from.
};

} // namespace

Backwards::Backwards(const Lts &lts) : rowStart(lts.stateCount() + size_t(2)) {
  for (StateId s = 0; s < lts.stateCount(); ++s)
    for (const Transition &t : lts.successors(s))
      if (t.target != ErrorState)
        ++rowStart[t.target + size_t(2)];
  for (size_t s = 2; s < rowStart.size(); ++s)
    rowStart[s] += rowStart[s - 1];
  sources.resize(rowStart.back());
  for (StateId s = 0; s < lts.stateCount(); ++s)
    for (const Transition &t : lts.successors(s))
      if (t.target != ErrorState)
        sources[rowStart[t.target + size_t(1)]++] = {t.action, s};
}

Dangers findDangers(const Lts &lts, const llvm::BitVector &silent) {
  Dangers result{llvm::BitVector(lts.stateCount()), llvm::BitVector(lts.stateCount())};
  std::vector<StateId> dangerWork, doomWork;
  auto reach = [](StateId s, llvm::BitVector &reached, std::vector<StateId> &work) {
    if (reached[s])
      return;
    reached.set(s);
    work.push_back(s);
  };
  for (StateId s = 0; s < lts.stateCount(); ++s)
    for (const Transition &t : lts.successors(s))
      if (t.target == ErrorState) {
        reach(s, result.dangerous, dangerWork);
        if (silent[t.action])
          reach(s, result.doomed, doomWork);
      }
  Backwards backwards(lts);
  auto spread = [&](std::vector<StateId> &work, llvm::BitVector &reached, bool silentOnly) {
    while (!work.empty()) {
      StateId s = work.back();
      work.pop_back();
      for (size_t i = backwards.rowStart[s]; i < backwards.rowStart[s + size_t(1)]; ++i)
        if (const Transition &t = backwards.sources[i]; !silentOnly || silent[t.action])
          reach(t.target, reached, work);
    }
  };
  spread(dangerWork, result.dangerous, false);
  spread(doomWork, result.doomed, true);
  return result;
}

} // namespace tenon
