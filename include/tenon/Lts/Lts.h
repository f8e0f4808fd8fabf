//===- tenon/Lts/Lts.h - Labelled transition systems ----------------------===//
//
// A finite LTS with an explicit alphabet, at most one END state (successful
// termination) and a distinguished ERROR, which is not a state but the target of transitions.
// Stored as compressed sparse rows; each row is sorted by (action, target) without duplicates.
//
//===----------------------------------------------------------------------===//

#ifndef TENON_LTS_LTS_H
#define TENON_LTS_LTS_H

#include "tenon/Lts/Alphabet.h"

#include "llvm/ADT/ArrayRef.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tenon {

using StateId = uint32_t;
/// The target of a violating transition. Sorts after all states.
constexpr StateId ErrorState = ~StateId(0);

struct Transition {
  Action action;
  StateId target;
  friend bool operator==(const Transition &, const Transition &) = default;
  friend auto operator<=>(const Transition &, const Transition &) = default;
};

/// An immutable LTS. The initial state is 0.
class Lts {
public:
  /// One state, no transitions, an empty alphabet: STOP.
  Lts();

  const std::string &name() const { return ltsName; }
  const Alphabet &alphabet() const { return ltsAlphabet; }
  /// Number of states, ERROR not counted; at least 1.
  StateId stateCount() const { return static_cast<StateId>(rowStart.size() - 1); }
  /// Number of transitions, those into ERROR included.
  size_t transitionCount() const { return transitions.size(); }
  static constexpr StateId initial() { return 0; }
  /// The state of successful termination, if there is one; it has no outgoing transitions.
  std::optional<StateId> end() const { return endState; }
  /// The transitions of a state, sorted by (action, target).
  llvm::ArrayRef<Transition> successors(StateId s) const {
    return llvm::ArrayRef<Transition>(transitions.data() + rowStart[s], transitions.data() + rowStart[s + 1]);
  }
  /// Those with one action. O(log d).
  llvm::ArrayRef<Transition> successors(StateId s, Action action) const;

  /// A state without transitions that is not END.
  bool isDeadlock(StateId s) const { return rowStart[s] == rowStart[s + 1] && endState != s; }
  bool hasTau() const;
  bool hasError() const;
  /// No tau and at most one transition for each state and action.
  bool isDeterministic() const;
  size_t deadlockCount() const;
  size_t errorTransitionCount() const;

  Lts renamed(std::string name) const;

private:
  friend class LtsBuilder;
  void normalizeRows();
  void renumberFrom(StateId start);

  std::string ltsName;
  Alphabet ltsAlphabet;
  std::vector<size_t> rowStart{0, 0};
  std::vector<Transition> transitions;
  std::optional<StateId> endState;
};

using LtsRef = std::shared_ptr<const Lts>;

/// Collects states and transitions in any order and builds an Lts.
class LtsBuilder {
public:
  explicit LtsBuilder(std::shared_ptr<LabelTable> labels) : table(std::move(labels)) {}
  /// Builds over a given alphabet; add() with an Action then costs no look-up.
  explicit LtsBuilder(const Alphabet &alphabet) : table(alphabet.table()), fixedAlphabet(alphabet) {}

  StateId addState() { return states++; }
  void reserveStates(StateId count) { states = std::max(states, count); }
  StateId stateCount() const { return states; }
  void setEnd(StateId s) { endState = s; }
  /// Adds to the alphabet without a transition. Only without a fixed alphabet.
  void addLabel(LabelId label) { extraLabels.push_back(label); }
  /// `label` may be LabelTable::Tau. Only without a fixed alphabet.
  void add(StateId from, LabelId label, StateId to) { edges.push_back({from, label, to}); }
  /// Only with a fixed alphabet.
  void addAction(StateId from, Action action, StateId to) { edges.push_back({from, action, to}); }

  enum class Keep {
    All,       ///< States keep their numbers; `initial` must be 0.
    Reachable, ///< Unreachable states are dropped, the rest numbered breadth first in action order from `initial`.
  };
  /// Builds; the builder is empty afterwards. Duplicate transitions collapse. The alphabet is that of all transitions
  /// added (also of unreachable states) and of addLabel. O(n + m log d).
  Lts build(std::string name, Keep keep = Keep::Reachable, StateId initial = 0);

  /// Builds from rows without copying them: the transitions of state s are those from rowStart[s] up to rowStart[s +
  /// 1]. Rows need not be sorted and may contain duplicates. O(n + m), and O(m log d) for rows that are not sorted.
  static Lts fromRows(std::string name, const Alphabet &alphabet, std::vector<size_t> rowStart,
                      std::vector<Transition> transitions, std::optional<StateId> end, Keep keep = Keep::Reachable,
                      StateId initial = 0);

private:
  struct Edge {
    StateId from;
    uint32_t label;
    StateId to;
  };
  /// The alphabet of the edges and extra labels; replaces the edges' labels by actions.
  Alphabet collectAlphabet();

  std::shared_ptr<LabelTable> table;
  std::optional<Alphabet> fixedAlphabet;
  StateId states = 0;
  std::optional<StateId> endState;
  std::vector<LabelId> extraLabels;
  std::vector<Edge> edges;
};

} // namespace tenon

#endif // TENON_LTS_LTS_H
