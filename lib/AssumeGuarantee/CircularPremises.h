//===- CircularPremises.h - Premises of circular rules ----------*- C++ -*-===//

#ifndef TENON_LIB_ASSUMEGUARANTEE_CIRCULARPREMISES_H
#define TENON_LIB_ASSUMEGUARANTEE_CIRCULARPREMISES_H

#include "AssumptionEncoding.h"

namespace tenon {

/// Assumptions in parallel, explored on demand: a deterministic automaton over the letters.
class AssumptionProduct {
public:
  using State = uint32_t;
  static constexpr State Refused = ~State(0);   ///< The assumption that is looked at refuses the letter.
  static constexpr State Blocked = Refused - 1; ///< Only others do.

  /// `localLetter[i][a]` is letter a for assumption i, TauAction if it does not see it. `watched`: the assumption that
  /// is looked at, if any.
  AssumptionProduct(llvm::ArrayRef<Conjecture> assumptions, const std::vector<std::vector<Action>> &localLetter,
                    std::optional<uint32_t> watched, Action letterCount);
  State step(State state, Action letter) {
    State &known = rows[size_t(state) * letterCount + letter - 1];
    return known != Unknown ? known : explore(state, letter);
  }
  State stateCount() const { return static_cast<State>(members.size()); }
  /// The state of the watched assumption, or the product's own.
  uint32_t watchedState(State state) const { return watched ? (*members[state])[*watched] : state; }

private:
  static constexpr State Unknown = Blocked - 1;
  State explore(State state, Action letter);
  State intern(std::vector<uint32_t> states);

  llvm::ArrayRef<Conjecture> assumptions;
  const std::vector<std::vector<Action>> &localLetter;
  std::optional<uint32_t> watched;
  Action letterCount;
  std::map<std::vector<uint32_t>, State> ids;
  std::vector<const std::vector<uint32_t> *> members;
  std::vector<State> rows;
};

/// The premises of a circular rule over sides M_0, …, M_{n-1}: premise i < n is M_i |= (g_j for all j ≠ i) ▷ g_i, by
/// the paper's Algorithm 1; premise n is g_0 || … || g_{n-1} |= P.
class CircularPremises {
public:
  CircularPremises(llvm::ArrayRef<LtsRef> sides, const Lts &property, const Alphabet &letters, const Budget &budget);

  struct Outcome {
    std::vector<std::vector<Action>> words; ///< Counterexamples, the shortest first; none: the premise holds.
    uint64_t states = 0;                    ///< Of the product, as far as it was explored.
    Budget::Limit limit = Budget::Limit::None;
  };
  /// Looks for counterexamples breadth first, one for each state and letter of the assumption in question; ends after
  /// `most` of them. Can be called from several threads at once.
  Outcome check(uint32_t premise, llvm::ArrayRef<Conjecture> assumptions, size_t most) const;
  uint32_t count() const { return static_cast<uint32_t>(systems.size()); }
  const std::vector<std::vector<Action>> &localLetters() const { return localLetter; }

private:
  struct System {
    const Lts *lts;
    std::vector<Action> letterOf; ///< By action; TauAction if silent.
    std::vector<Action> foreign;  ///< Letters that it does not have.
  };
  std::vector<System> systems; ///< The sides, and the property.
  std::vector<std::vector<Action>> localLetter;
  Action letterCount;
  const Budget &budget;
};

} // namespace tenon

#endif // TENON_LIB_ASSUMEGUARANTEE_CIRCULARPREMISES_H
