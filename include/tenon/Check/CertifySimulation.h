//===- tenon/Check/CertifySimulation.h - Simulation by definition ---------===//
//
// Answers about simulation, checked again from the definitions. Nothing is shared with the searches of
// Lts/Simulation.h and Lts/TreeAutomaton.h. It is slow and serves `--certify`.
//
//===----------------------------------------------------------------------===//

#ifndef TENON_CHECK_CERTIFYSIMULATION_H
#define TENON_CHECK_CERTIFYSIMULATION_H

#include "tenon/Lts/Simulation.h"
#include "tenon/Lts/TreeAutomaton.h"

#include "llvm/ADT/StringSet.h"

#include <optional>

namespace tenon {

/// Whether `right` simulates `left`, in the sense of searchSimulation(): pairs are thrown out of the full relation
/// until nothing changes. Nullopt when the budget ends.
std::optional<bool> certifySimulation(const Lts &left, const Lts &right, const SimulationOptions &options,
                                      const Budget &budget);

/// How a system does a tree.
struct TreeReplay {
  /// Silent steps may come before each letter; otherwise tau is a letter.
  bool weak = false;
  /// Labels of the system that are not seen: silent.
  llvm::StringSet<> unseen = {};
  /// Letters of the tree that the system does not have and can do at any time, staying where it is.
  llvm::StringSet<> everywhere = {};
};

/// Whether the system simulates the tree.
bool canDoTree(const Lts &lts, const SpelledTree &tree, const TreeReplay &replay);
/// Whether `left` does the tree and `right` does not, in the sense of searchSimulation().
bool certifyTree(const Lts &left, const Lts &right, const SimulationOptions &options, const SpelledTree &tree);

/// A side of rule AG-NC as the certificate sees it: the LTS, the letter of each of its actions (none where it is not
/// seen), and the letters that it can always do. Moves to ERROR do not count.
struct TreeSide {
  LtsRef lts;
  std::vector<std::optional<TreeLetter>> letterOf; ///< tau first.
  std::vector<TreeLetter> everywhere;
};

/// Premise C2 of rule AG-NC: every tree that `side` simulates is accepted. Nullopt when the budget ends.
std::optional<bool> certifyAccepted(const TreeSide &side, const TreeDfa &automaton, const Budget &budget);
/// Premise C1: every tree that is accepted and that `side` simulates is simulated by `specification`. Exponential in
/// the latter at worst.
std::optional<bool> certifyImplied(const TreeDfa &automaton, const TreeSide &side, const TreeSide &specification,
                                   const Budget &budget);

} // namespace tenon

#endif // TENON_CHECK_CERTIFYSIMULATION_H
