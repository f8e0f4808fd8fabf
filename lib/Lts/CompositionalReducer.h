//===- CompositionalReducer.h - Groups of components ------------*- C++ -*-===//
//
// All LTSs here are over one alphabet: the labels of the network, and two marks. The end mark is a loop of a
// component's END and takes part in composition like a label that all components with END share, so that a group offers
// it when all of these are in END. The divergence mark is a loop of states that move silently for ever and silently
// nowhere else; it belongs to each component alone.
//
//===----------------------------------------------------------------------===//

#ifndef TENON_LIB_LTS_COMPOSITIONALREDUCER_H
#define TENON_LIB_LTS_COMPOSITIONALREDUCER_H

#include "tenon/Lts/Compositional.h"
#include "tenon/Lts/Minimize.h"

#include "llvm/ADT/BitVector.h"

#include <limits>
#include <map>
#include <memory>

namespace tenon::detail {

/// What has to be preserved.
struct ReductionGoals {
  bool deadlock = true;
  bool error = true;
  bool marksDivergence = true; ///< Off only in the test that shows what it is for.
};

/// Components that have become one LTS.
struct Group {
  std::optional<uint32_t> component; ///< A single one; otherwise `left` and `right`.
  std::shared_ptr<const Group> left, right;
  llvm::BitVector hidden;     ///< Labels that are hidden here, by action.
  std::vector<Action> labels; ///< Those that others have, too; the end mark included. Ascending.
  Lts lts;                    ///< Hidden and minimized.
};

/// The labels and components of a network as the reduction sees them.
class CommonAlphabet {
public:
  explicit CommonAlphabet(const Network &source);

  const Network &network() const { return net; }
  const Alphabet &alphabet() const { return actions; }
  Action endMark() const { return labelCount + 1; }
  Action divergenceMark() const { return labelCount + 2; }
  Action markCount() const { return labelCount + 3; } ///< Actions in all, tau included.
  /// The network's label of an action that is no mark.
  LabelId label(Action action) const { return names.label(action); }
  /// A component over this alphabet, not minimized.
  Lts component(uint32_t index) const;
  /// Its labels and, if it counts, the end mark.
  std::vector<Action> labelsOf(uint32_t index) const;
  std::vector<uint32_t> componentsWith(Action action) const;

private:
  bool canTerminate() const;

  const Network &net;
  Alphabet names;   ///< Of the network.
  Alphabet actions; ///< Numbers instead of names, and the marks.
  Action labelCount;
  bool hasEnd;
};

/// Calls `emit(action, leftMoves, rightMoves, leftTarget, rightTarget)` for the transitions of a pair of states, before
/// hiding. ErrorState as one target means that the pair goes to ERROR. `isShared`: the labels of both.
template <typename Emit>
void expandPair(const Lts &left, const Lts &right, const llvm::BitVector &isShared, StateId l, StateId r, Emit emit) {
  llvm::ArrayRef<Transition> leftRow = left.successors(l), rightRow = right.successors(r);
  const Transition *other = rightRow.begin();
  for (const Transition &t : leftRow) {
    if (!isShared[t.action]) {
      emit(t.action, true, false, t.target, r);
      continue;
    }
    while (other != rightRow.end() && other->action < t.action)
      ++other;
    for (const Transition *u = other; u != rightRow.end() && u->action == t.action; ++u)
      emit(t.action, true, true, t.target, u->target);
  }
  for (const Transition &t : rightRow)
    if (!isShared[t.action])
      emit(t.action, false, true, l, t.target);
}

/// The labels that two groups share, by action.
llvm::BitVector sharedLabels(const Group &left, const Group &right, Action actionCount);

/// Composes and minimizes until two groups are left.
class CompositionalReducer {
public:
  CompositionalReducer(const CommonAlphabet &common, ReductionGoals goals, const Budget &budget);

  /// The network as one group without an LTS, or null if the budget ran out or nothing that is wanted can happen.
  std::shared_ptr<const Group> run();

  Budget::Limit limit() const { return reached; }
  /// What can still happen after run(): a part that is never stable excludes deadlock, and ERROR needs a part that
  /// moves there.
  bool deadlockPossible() const { return wants.deadlock; }
  bool errorPossible() const { return wants.error; }

  CompositionalStatistics statistics;
  uint64_t totalStates = 0, totalTransitions = 0;
  /// Give up with Budget::Limit::States when there are more states in all, or in one composition, or eight times as
  /// many transitions in all; 0: never.
  uint64_t stateLimit = 0;

private:
  struct Candidate {
    uint32_t left, right;
    uint32_t shared = 0, hidden = 0;
    double score = 0;
  };
  /// A composition that has been tried: null if it has more than `cap` states.
  struct Trial {
    std::shared_ptr<const Group> result;
    size_t cap = 0;
  };

  std::shared_ptr<const Group> leaf(uint32_t component);
  std::vector<Candidate> candidates() const;
  Candidate smallestPair() const;
  /// The best composition at present, or nothing if the budget ran out.
  std::optional<Candidate> choose();
  const Trial &attempt(const Candidate &candidate);
  std::shared_ptr<const Group> combined(uint32_t left, uint32_t right, size_t cap);
  std::optional<Lts> composed(const Group &left, const Group &right, const llvm::BitVector &hidden, size_t cap);
  std::optional<Lts> reduced(const Lts &lts);
  Lts contracted(const Lts &lts) const;
  void merge(const Candidate &candidate);
  void examine();
  bool ranOut();

  static constexpr size_t Unlimited = std::numeric_limits<size_t>::max();

  const CommonAlphabet &common;
  ReductionGoals wants;
  const Budget &budget;
  Budget::Limit reached = Budget::Limit::None;
  std::vector<std::shared_ptr<const Group>> groups; ///< Null where merged.
  size_t alive = 0;
  std::vector<std::vector<uint32_t>> holders; ///< Of each action: the groups that have it, ascending.
  std::map<std::pair<uint32_t, uint32_t>, Trial> trials;
  size_t cap = 4096; ///< How many states a composition may have at present.
};

/// searchCompositional() with goals of one's own; the network must have components, and neither priority nor an
/// observer.
SafetySearch searchCompositional(const Network &network, const SafetyOptions &options, ReductionGoals goals,
                                 const Budget &budget, CompositionalStatistics *statistics);

} // namespace tenon::detail

#endif // TENON_LIB_LTS_COMPOSITIONALREDUCER_H
