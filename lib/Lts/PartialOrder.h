//===- PartialOrder.h - Stubborn sets of a product --------------*- C++ -*-===//
//
// In each state of a reduced search only some of the enabled actions are explored: those that a closed
// set of components offers. A set of components is closed in a state if for every action that one
// of them offers
//   - all participants are in the set, if the action is enabled;
//   - some participant that does not offer it is in the set, if it is not; or some other component such that the
//     action cannot become enabled as long as neither of the two moves (see Exclusions).
// What the others do without them then cannot move a component of the set, so an enabled action of the set stays
// enabled, a disabled one disabled, and both orders of two steps lead to the same state: the offers are a strong
// stubborn set (Valmari 1990). All deadlocks are found.
//
// For ERROR, an enabled action must not be put off for ever. Every state has a potential, the sum of the components'
// distances from their initial states, and a set is taken only if one of its steps raises it (or is to ERROR);
// otherwise everything is explored. If n steps outside of the set lead to ERROR, they still do after that step; since
// potentials are bounded, one of the n steps is in some later set, and then n - 1 remain. This condition knows nothing
// of the order of the search, and is the same for all states of an orbit. It is a relative of the static conditions of
// Kurshan, Levin, Minea, Peled and Yenigün, "Static partial order reduction" (1998); conditions that ask the search
// are compared by Evangelista and Pajault, "Solving the ignoring problem for partial order reduction" (2010), and
// Bošnački, Leue and Lluch Lafuente, "Partial-order reduction for general state exploring algorithms" (2009).
//
//===----------------------------------------------------------------------===//

#ifndef TENON_LIB_LTS_PARTIALORDER_H
#define TENON_LIB_LTS_PARTIALORDER_H

#include "Exclusions.h"
#include "Participation.h"

#include <optional>
#include <string>

namespace tenon::detail {

/// The conditions of the reduction. Tests leave some out, to see that they are needed.
struct StubbornRules {
  bool shared = true;     ///< Enabled actions bring in their other participants.
  bool disabled = true;   ///< Disabled actions bring in a participant.
  bool exclusions = true; ///< These may be other components; see Exclusions.
  bool ignoring = true;   ///< The potential is asked for.
};

/// Selects the actions to explore. One per thread.
class StubbornSets {
public:
  /// The product must outlive it. O(size of the components).
  explicit StubbornSets(const Product &source, StubbornRules rules = {});

  /// Why the reduction cannot be used, if so.
  static std::optional<std::string> whyNot(const Network &network);

  /// Appends the successors of `state` by a stubborn set with as few enabled actions as possible, in action order, and
  /// returns true; or nothing, and false: all successors have to be explored. `keepError` says whether the
  /// reachability of ERROR must be preserved, besides deadlocks.
  bool expand(const uint64_t *state, bool keepError, SuccessorBuffer &out);

private:
  using Participant = Participation::Participant;
  /// A component's part in the search for closed sets: Tarjan's algorithm over "brings in".
  struct Node {
    uint64_t epoch = 0; ///< The state it was visited in.
    uint32_t number = 0;
    uint32_t low = 0;
    uint32_t firstEdge = 0, nextEdge = 0, lastEdge = 0;
    uint32_t enabled = 0;     ///< Enabled actions of which it is the first participant; silent steps count as one.
    bool isComplete = false;  ///< From here on, the next two are about its strongly connected component.
    bool isGood = false;      ///< One of these actions may be the reason to take a set.
    bool reachesGood = false; ///< It brings in others of which this is true.
  };
  struct Choice {
    Action action;
    uint32_t component; ///< The first participant.
    friend auto operator<=>(const Choice &, const Choice &) = default;
  };

  void buildOffers();
  void buildPotential();

  llvm::ArrayRef<Transition> row(uint32_t component) const {
    return network.components[component].lts->successors(product.componentState(state, component));
  }
  bool offers(const Participant &p) const;
  bool isEnabled(Action action);
  bool isProgress(llvm::ArrayRef<Participant> movers) const;

  void findClosedSet();
  bool isVisited(uint32_t component) const { return nodes[component].epoch == epoch; }
  void visit(uint32_t component);
  void addEnabled(Node &node, llvm::ArrayRef<Participant> movers);
  void addEdge(uint32_t to);
  uint32_t blockerOf(Action action, uint32_t component) const;
  void follow(Node &from, uint32_t to);
  void complete(uint32_t component);
  void offerClosure(uint32_t component);
  void selectActions();
  void emit(Action action, llvm::ArrayRef<Participant> movers, SuccessorBuffer &out);

  const Product &product;
  const Network &network;
  StubbornRules rules;
  Participation participation;
  Exclusions exclusions;
  /// Per component, for each state a set of actions; or empty: too large.
  std::vector<std::vector<uint64_t>> offerSets;
  std::vector<std::vector<uint32_t>> potential; ///< Per component and state.

  const uint64_t *state = nullptr;
  bool needsProgress = false;
  uint64_t epoch = 0; ///< Counts the states.
  std::vector<Node> nodes;
  std::vector<uint32_t> edges;
  uint64_t allVisits = 0;
  std::vector<uint64_t> edgeMark; ///< The last visit that has added an edge to a component.
  std::vector<Action> disabled;
  std::vector<uint32_t> callStack, openNodes;
  uint32_t visits = 0;
  std::vector<uint64_t> enabledEpoch; ///< Per action: 2·epoch, plus 1 if it is enabled.
  std::vector<uint32_t> best, closure;
  uint32_t bestSize = 0;
  std::vector<uint64_t> closureEpoch;
  uint64_t closures = 0;
  std::vector<Choice> selected;
  std::vector<uint64_t> choices, extended;
};

} // namespace tenon::detail

#endif // TENON_LIB_LTS_PARTIALORDER_H
