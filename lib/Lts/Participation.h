//===- Participation.h - Who takes part in which action ---------*- C++ -*-===//

#ifndef TENON_LIB_LTS_PARTICIPATION_H
#define TENON_LIB_LTS_PARTICIPATION_H

#include "Product.h"

#include <vector>

namespace tenon::detail {

/// For each action of a product the components that can block it or be moved by it.
struct Participation {
  struct Participant {
    uint32_t component;
    Action local;
  };
  /// In globalAction: the component neither blocks nor is moved by the action, whatever its state. (If that is so of
  /// all components, one is kept.)
  static constexpr Action Passive = ~Action(0);

  /// O(size of the components).
  explicit Participation(const Product &product);

  /// In order of components.
  llvm::ArrayRef<Participant> of(Action action) const {
    return llvm::ArrayRef(participants).slice(start[action], start[action + 1] - start[action]);
  }

  std::vector<std::vector<Action>> globalAction; ///< Per component and local action.

private:
  std::vector<uint32_t> start; ///< Per action.
  std::vector<Participant> participants;
};

} // namespace tenon::detail

#endif // TENON_LIB_LTS_PARTICIPATION_H
