//===- OpenSystem.h - A system as its environment sees it -------*- C++ -*-===//

#ifndef TENON_LIB_INTERFACE_OPENSYSTEM_H
#define TENON_LIB_INTERFACE_OPENSYSTEM_H

#include "tenon/Lts/Lts.h"

#include <vector>

namespace tenon {

/// Which actions of a system are which letters of an interface alphabet, which may have a table of its own.
class OpenSystem {
public:
  OpenSystem(const Lts &source, const Alphabet &alphabet)
      : lts(source), letterOf(source.alphabet().size() + size_t(1), TauAction),
        actionOf(alphabet.size() + size_t(1), TauAction) {
    for (Action letter = 1; letter <= alphabet.size(); ++letter)
      if (std::optional<Action> action = source.alphabet().find(alphabet.text(letter))) {
        letterOf[*action] = letter;
        actionOf[letter] = *action;
      }
  }

  bool isSilent(Action action) const { return letterOf[action] == TauAction; }
  /// Tau for a silent action.
  Action letter(Action action) const { return letterOf[action]; }
  /// Whether the system takes part in a letter.
  bool has(Action letter) const { return actionOf[letter] != TauAction; }
  llvm::ArrayRef<Transition> successors(StateId s, Action letter) const { return lts.successors(s, actionOf[letter]); }

  const Lts &lts;

private:
  std::vector<Action> letterOf; ///< By action of the system; tau where it is silent.
  std::vector<Action> actionOf; ///< By letter; tau where the system does not have it.
};

/// An interface as a table: what it forbids leads to Forbidden.
class InterfaceTable {
public:
  static constexpr StateId Forbidden = ErrorState;

  explicit InterfaceTable(const Lts &interface)
      : letters(interface.alphabet().size()), next(size_t(interface.stateCount()) * letters, Forbidden) {
    for (StateId s = 0; s < interface.stateCount(); ++s)
      for (const Transition &t : interface.successors(s))
        next[size_t(s) * letters + t.action - 1] = t.target;
  }

  uint32_t letterCount() const { return letters; }
  StateId step(StateId s, Action letter) const { return next[size_t(s) * letters + letter - 1]; }

private:
  uint32_t letters;
  std::vector<StateId> next;
};

} // namespace tenon

#endif // TENON_LIB_INTERFACE_OPENSYSTEM_H
