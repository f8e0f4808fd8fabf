//===- Interpreter.cpp - The rules of composition, plainly ----------------===//

#include "tenon/Lts/Interpreter.h"

#include "llvm/ADT/STLExtras.h"

namespace tenon {

bool isInError(const Configuration &c) {
  return llvm::is_contained(c, ErrorState);
}

std::vector<Interpreter::Move> Interpreter::moves(const Configuration &c) const {
  std::vector<Move> result;
  if (isInError(c))
    return result;
  std::set<LabelId> offered;
  for (uint32_t i = 0; i < c.size(); ++i) {
    const Lts &lts = *network.components[i].lts;
    for (const Transition &t : lts.successors(c[i])) {
      if (t.action != TauAction) {
        offered.insert(lts.alphabet().label(t.action));
        continue;
      }
      Move &move = result.emplace_back();
      move.movers = {i};
      move.target = c;
      move.target[i] = t.target;
    }
  }
  for (LabelId label : offered)
    addSynchronized(c, label, result);
  applyPriority(result);
  for (Move &move : result)
    if (move.label != LabelTable::Tau && network.hiding && network.hiding->hides(move.label))
      move.label = LabelTable::Tau;
  return result;
}

/// Every component with the label in its alphabet moves.
void Interpreter::addSynchronized(const Configuration &c, LabelId label, std::vector<Move> &moves) const {
  std::vector<Configuration> targets{c};
  llvm::SmallVector<uint32_t, 2> movers;
  for (uint32_t i = 0; i < c.size() && !targets.empty(); ++i) {
    const Lts &lts = *network.components[i].lts;
    std::optional<Action> action = lts.alphabet().find(label);
    if (!action)
      continue;
    movers.push_back(i);
    std::vector<Configuration> extended;
    for (const Configuration &partial : targets)
      for (const Transition &t : lts.successors(c[i], *action)) {
        extended.push_back(partial);
        extended.back()[i] = t.target;
      }
    targets = std::move(extended);
  }
  for (Configuration &target : targets)
    moves.push_back({label, label, movers, std::move(target)});
}

/// What is low is not possible where something that is not low is.
void Interpreter::applyPriority(std::vector<Move> &moves) const {
  if (!network.priority)
    return;
  auto isLow = [&](const Move &move) {
    return network.priority->isLow(move.visibleLabel, network.table->text(move.visibleLabel));
  };
  if (!llvm::all_of(moves, isLow))
    llvm::erase_if(moves, isLow);
}

ReplayOutcome Interpreter::outcome(const Configuration &c) const {
  if (isInError(c))
    return ReplayOutcome::Error;
  if (!moves(c).empty())
    return ReplayOutcome::Running;
  return isTermination(c) ? ReplayOutcome::Terminated : ReplayOutcome::Deadlock;
}

/// All components that have END are there, and no other component has a label of its own.
bool Interpreter::isTermination(const Configuration &c) const {
  std::set<LabelId> terminating, others;
  bool some = false;
  for (size_t i = 0; i < c.size(); ++i) {
    const Lts &lts = *network.components[i].lts;
    if (lts.end() && c[i] != *lts.end())
      return false;
    bool counts = lts.end() && !(network.ltsaEndRule && *lts.end() == Lts::initial());
    some |= counts;
    for (LabelId label : lts.alphabet().labels())
      (counts ? terminating : others).insert(label);
  }
  return some && llvm::all_of(others, [&](LabelId label) { return terminating.count(label) != 0; });
}

} // namespace tenon
