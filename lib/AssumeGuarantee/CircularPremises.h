//===- CircularPremises.h - Premises of circular rules ----------*- C++ -*-===//

#ifndef TENON_LIB_ASSUMEGUARANTEE_CIRCULARPREMISES_H
#define TENON_LIB_ASSUMEGUARANTEE_CIRCULARPREMISES_H

#include "AssumptionEncoding.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/Support/Allocator.h"

namespace tenon {

/// Assumptions in parallel, explored on demand: a deterministic automaton over the letters.
class AssumptionProduct {
public:
  using State = uint32_t;
  static constexpr State Refused = ~State(0);   ///< The assumption that is looked at refuses the letter.
  static constexpr State Blocked = Refused - 1; ///< Only others do.

  /// An assumption that sees a letter, and which letter that is there.
  using Viewer = std::pair<uint32_t, Action>;

  /// `viewers[a]` are those of letter a. `taking`: which assumptions take part; the others allow everything. `watched`:
  /// the assumption that is looked at, if any.
  AssumptionProduct(llvm::ArrayRef<Conjecture> assumptions, llvm::ArrayRef<std::vector<Viewer>> viewers,
                    const std::vector<bool> &taking, std::optional<uint32_t> watched);
  State step(State state, Action letter) {
    State &known = rows[size_t(state) * letterCount + letter - 1];
    return known != Unknown ? known : explore(state, letter);
  }
  State stateCount() const { return static_cast<State>(members.size()); }
  /// The state of the watched assumption, or the product's own.
  uint32_t watchedState(State state) const { return watched ? members[state][*watched] : state; }

private:
  static constexpr State Unknown = Blocked - 1;
  State explore(State state, Action letter);
  State intern(llvm::ArrayRef<uint32_t> states);

  llvm::ArrayRef<Conjecture> assumptions;
  llvm::ArrayRef<std::vector<Viewer>> viewersOf;
  const std::vector<bool> &taking;
  std::optional<uint32_t> watched;
  Action letterCount;
  llvm::DenseMap<llvm::ArrayRef<uint32_t>, State> ids;
  llvm::BumpPtrAllocator memory; ///< Of the keys.
  std::vector<llvm::ArrayRef<uint32_t>> members;
  std::vector<uint32_t> scratch;
  std::vector<State> rows;
};

/// The premises of a circular rule over sides M_0, …, M_{n-1}: premise i < n is M_i |= (g_j for all j ≠ i) ▷ g_i, by
/// the paper's Algorithm 1; premise n is g_0 || … || g_{n-1} |= P.
class CircularPremises {
public:
  CircularPremises(llvm::ArrayRef<LtsRef> sides, const Lts &property, const Alphabet &letters, const Budget &budget);

  struct Outcome {
    std::vector<std::vector<Action>> words; ///< Counterexamples, the shortest first.
    /// None: without words, the premise holds. States: the search was cut short.
    Budget::Limit limit = Budget::Limit::None;
    uint64_t states = 0;      ///< Of the largest product, as far as it was explored.
    uint64_t explored = 0;    ///< Of all products.
    std::vector<bool> taking; ///< The assumptions that took part. The others do not matter for the outcome.
  };
  /// Looks for counterexamples breadth first, one for each state and letter of the assumption in question; ends after
  /// `most` of them, or after `maxStates` states and some for each of the side's own. Can be called from several
  /// threads at once.
  ///
  /// Of more than two assumptions, those take part that are needed: others are added while there are counterexamples
  /// that only they rule out. So a proof that is about few sides does not explore what the rest may do. Where few of
  /// them allow too much, all take part.
  Outcome check(uint32_t premise, llvm::ArrayRef<Conjecture> assumptions, size_t most, uint64_t maxStates) const;
  uint32_t count() const { return static_cast<uint32_t>(systems.size()); }

private:
  Outcome search(uint32_t premise, llvm::ArrayRef<Conjecture> assumptions, const std::vector<bool> &taking, size_t most,
                 uint64_t maxStates) const;
  bool conclude(uint32_t premise, llvm::ArrayRef<Conjecture> assumptions, Outcome &outcome,
                std::vector<bool> &refusing) const;
  std::optional<uint32_t> findRefusing(llvm::ArrayRef<Conjecture> assumptions, llvm::ArrayRef<Action> word) const;

  struct System {
    const Lts *lts;
    std::vector<Action> letterOf; ///< By action; TauAction if silent.
    std::vector<Action> foreign;  ///< Letters that it does not have.
  };
  std::vector<System> systems;                                   ///< The sides, and the property.
  std::vector<std::vector<AssumptionProduct::Viewer>> viewersOf; ///< By letter.
  Action letterCount;
  const Budget &budget;
};

} // namespace tenon

#endif // TENON_LIB_ASSUMEGUARANTEE_CIRCULARPREMISES_H
