//===- tenon/Lts/LegalLanguage.h - What an environment may do -------------===//
//
// The legal words of an open system over an interface alphabet: those after which it cannot
// have come to ERROR, whatever it does by itself (Giannakopoulou and Pasareanu, "Context Synthesis", §3).
//
//===----------------------------------------------------------------------===//

#ifndef TENON_LTS_LEGALLANGUAGE_H
#define TENON_LTS_LEGALLANGUAGE_H

#include "tenon/Lts/Lts.h"
#include "tenon/Support/Budget.h"

#include "llvm/ADT/ArrayRef.h"

#include <memory>
#include <vector>

namespace tenon {

/// The deterministic automaton of the legal words, made on demand (§4.1 of the paper, steps 1 to 3): actions that
/// are not visible are silent, ERROR is propagated backwards over silent steps, and a subset with ERROR in it is
/// ERROR. States from which ERROR cannot be reached are left out of the subsets; a word after which nothing else is
/// possible is Free: it may go on as it likes. So may a word that the system cannot follow.
///
/// The language is closed under prefixes, and so is its complement under continuations. Construction takes O(states +
/// transitions); a step costs O(1) once it has been taken before, and the size of a subset's transitions the first
/// time. There are exponentially many subsets in the worst case, and exactly one for each state where the system is
/// deterministic and everything is visible.
class LegalLanguage {
public:
  using State = uint32_t;
  static constexpr State Free = 0;
  static constexpr State Illegal = ~State(0);

  /// `lts` is the system with a property's ERROR in it; it must outlive the language. `visible` are actions of
  /// `interface`, which need not be in the alphabet of `lts`: where one is not, `lts` takes no part in it.
  LegalLanguage(const Lts &lts, const Alphabet &interface, llvm::ArrayRef<Action> visible, const Budget &budget);
  ~LegalLanguage();

  /// Illegal if the system can come to ERROR by itself.
  State initial() const { return start; }
  /// `letter` must be visible. When the budget has ended, what is not known yet is Free; limit() tells.
  State step(State s, Action letter) {
    if (s == Free || s == Illegal)
      return s;
    State known = rows[size_t(s) * letterCount + positionOf[letter]];
    return known != Unknown ? known : explore(s, letter);
  }
  State run(llvm::ArrayRef<Action> word, State from) {
    for (Action letter : word)
      from = step(from, letter);
    return from;
  }
  bool isLegal(llvm::ArrayRef<Action> word) { return run(word, start) != Illegal; }

  /// Whether subsets with more than one state have occurred, or may occur: false if the system is deterministic.
  bool isDeterministic() const { return deterministic; }
  /// Number of states made so far; Free is one of them.
  State stateCount() const { return count; }
  Budget::Limit limit() const { return limitReached; }

private:
  static constexpr State Unknown = ~State(0) - 1;
  class Subsets;

  State explore(State s, Action letter);
  void addSubset();

  size_t letterCount;
  std::vector<uint32_t> positionOf; ///< Of the visible letters, by action of the interface.
  std::vector<State> rows;          ///< letterCount entries for each state.
  std::unique_ptr<Subsets> subsets;
  const Budget &budget;
  State start = Free;
  State count = 0;
  bool deterministic = true;
  Budget::Limit limitReached = Budget::Limit::None;
};

} // namespace tenon

#endif // TENON_LTS_LEGALLANGUAGE_H
