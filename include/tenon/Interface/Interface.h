//===- tenon/Interface/Interface.h - Interfaces of open systems -----------===//
//
// What every environment of a component has to keep to so that the component never comes to ERROR, and no more
// than that: the weakest assumption (Giannakopoulou and Pasareanu, "Context Synthesis", §3 and §4).
//
// An interface alphabet holds the actions that an environment sees; all other actions of the system are its own and
// silent. A word over it is legal if the system cannot have come to ERROR after it, whatever it does by itself. An
// interface is safe if it allows legal words only, and permissive if it allows all of them.
//
//===----------------------------------------------------------------------===//

#ifndef TENON_INTERFACE_INTERFACE_H
#define TENON_INTERFACE_INTERFACE_H

#include "tenon/Learn/Learner.h"
#include "tenon/Lts/Lts.h"
#include "tenon/Support/Budget.h"

#include "llvm/Support/Error.h"

#include <optional>
#include <vector>

namespace tenon {

/// In which environments a system never comes to ERROR.
enum class Environments { All, None, Some };

/// An interface that was made, and what is known about it. It is always safe.
struct FoundInterface {
  /// None: the empty word is not legal, and there is no interface.
  Environments environments = Environments::None;
  /// Deterministic, minimal, over the interface alphabet, without ERROR, canonically numbered: what it lacks is
  /// forbidden. With one state that can do everything if all environments will do. None where `environments` is None.
  std::optional<Lts> interface;
  /// Otherwise permissiveness was not refuted, that is all.
  bool isProvedPermissive = true;
  /// Learning: words that looked as if they were wrongly forbidden, but are not legal, in the last check.
  uint64_t spuriousCounterexamples = 0;
  LearningStatistics statistics; ///< Learning.
  /// Not None: the budget ended first, and nothing above is known.
  Budget::Limit limit = Budget::Limit::None;
};

/// The weakest assumption by construction (§4.1): subsets of the states that the system can be in after a word, one of
/// which is ERROR if any of its members is; a sink for what the system cannot do. O(transitions) where the system is
/// deterministic for the alphabet, exponential in the worst case.
///
/// `system` is the component with a property's ERROR in it, if there is a property; nothing of it is hidden yet.
FoundInterface constructInterface(const Lts &system, const Alphabet &alphabet, const Budget &budget);

/// An interface by learning (§4.2). Words are asked by simulation; a conjecture must be safe, which a search of its
/// product with the system decides, and permissive, which a search of its product with the completed system only
/// approximates where the system is not deterministic for the alphabet: each finding is asked as a word, and is
/// spurious if it is not legal. No spurious finding in the last search is a proof.
FoundInterface learnInterface(const Lts &system, const Alphabet &alphabet, LearnerKind kind, const Budget &budget);

/// A user's interface as a deterministic LTS over the interface alphabet without ERROR, as the functions below and
/// above take it. It may be a property or any process: it allows its traces, if not to ERROR. Actions that it does not
/// have are always allowed. Fails if it has an action that is not in the alphabet, or if the budget ends.
llvm::Expected<Lts> asInterface(const Lts &given, const Alphabet &alphabet, const Budget &budget);

/// The answer to the search for a word.
struct WordSearch {
  /// The least of the shortest ones, if there is one.
  std::optional<std::vector<Action>> word;
  /// Of the system: a run into ERROR whose visible part is the word.
  std::vector<Action> run;
  Budget::Limit limit = Budget::Limit::None;
};

/// Safety (§3): a word that the interface allows and that is not legal. O(transitions of the product).
WordSearch findWronglyAllowed(const Lts &system, const Lts &interface, const Budget &budget);

/// Permissiveness (§3), exactly: a legal word that the interface forbids. The system is determinized as far as the
/// interface follows it: exponential in the worst case.
WordSearch findWronglyForbidden(const Lts &system, const Lts &interface, const Budget &budget);

} // namespace tenon

#endif // TENON_INTERFACE_INTERFACE_H
