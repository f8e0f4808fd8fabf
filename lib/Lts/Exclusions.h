//===- Exclusions.h - Actions that two local states rule out ----*- C++ -*-===//
//
// A fork that is taken offers to be put down by either neighbor; which of them can do so, it does not know. Together
// with the one who holds it, it does: the composition of the fork with its two neighbors, which is small, tells that as
// long as the one holds it the other cannot put it down.
//
//===----------------------------------------------------------------------===//

#ifndef TENON_LIB_LTS_EXCLUSIONS_H
#define TENON_LIB_LTS_EXCLUSIONS_H

#include "Participation.h"

#include "llvm/ADT/STLExtras.h"

#include <map>

namespace tenon::detail {

/// Found by composing the participants of an action with one more component that shares an action with one of them,
/// while all others let everything happen: what is not reachable there is not reachable in the network.
class Exclusions {
public:
  /// As far as the compositions are small and their number does not get out of hand; the work has a constant limit.
  Exclusions(const Product &product, const Participation &participation);

  /// Calls `found(other)` for components such that `action` cannot be enabled in any reachable state of the network in
  /// which `component`, a participant, and `other` are in these states.
  template <typename Found>
  void forEach(Action action, uint32_t component, StateId state, llvm::function_ref<StateId(uint32_t)> stateOf,
               Found found) const {
    for (const Entry &entry : entries[action])
      if (entry.component == component && !entry.possible[state * size_t(entry.otherStates) + stateOf(entry.other)])
        found(entry.other);
  }

private:
  struct Entry {
    uint32_t component, other;
    StateId otherStates;
    std::vector<bool> possible; ///< Per pair of states of the two.
  };
  /// The composition of a few components. A state is a number in the mixed radix of their numbers of states.
  struct Group {
    std::vector<uint32_t> components;
    std::vector<const Lts *> systems;
    std::vector<size_t> weight;
    std::vector<size_t> reached; ///< Empty if there are too many.

    StateId stateOf(size_t index, size_t position) const {
      return static_cast<StateId>(index / weight[position] % systems[position]->stateCount());
    }
    size_t positionOf(uint32_t component) const { return llvm::find(components, component) - components.begin(); }
  };
  static constexpr size_t MaxStates = size_t(1) << 12, MaxWork = size_t(1) << 23;

  void addEntry(Action action, uint32_t component, uint32_t other);
  const Group *groupOf(std::vector<uint32_t> components);
  void explore(Group &group);

  const Product &product;
  const Participation &participation;
  std::map<std::vector<uint32_t>, Group> groups;
  std::vector<std::vector<Entry>> entries; ///< Per action.
  size_t work = 0;
};

} // namespace tenon::detail

#endif // TENON_LIB_LTS_EXCLUSIONS_H
