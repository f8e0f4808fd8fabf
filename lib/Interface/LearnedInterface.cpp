//===- LearnedInterface.cpp - Interfaces by learning ----------------------===//

#include "OpenSystem.h"

#include "tenon/Interface/Interface.h"

#include "tenon/Lts/ErrorTransform.h"
#include "tenon/Lts/LegalLanguage.h"
#include "tenon/Lts/Minimize.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

#include <set>

using namespace llvm;

namespace tenon {

namespace {

/// Answers by simulating the system.
class SimulatingTeacher : public Teacher {
public:
  explicit SimulatingTeacher(LegalLanguage &language) : language(language) {}
  std::optional<bool> isMember(ArrayRef<Letter> word) override {
    bool legal = language.isLegal(word);
    if (language.limit() != Budget::Limit::None)
      return std::nullopt;
    return legal;
  }

private:
  LegalLanguage &language;
};

/// Oracle 2: the search for a word that a conjecture forbids wrongly, in the product of the conjecture and the system.
/// What the system cannot do leads it to a sink; what may lead it to ERROR is left to the query that decides.
class PermissivenessSearch {
public:
  PermissivenessSearch(const Lts &relevant, LegalLanguage &legal) : system(relevant), language(legal) {}

  /// A word that is legal and forbidden. Counts the spurious ones met on the way, and remembers them.
  std::optional<std::vector<Action>> run(const Lts &conjecture, const Budget &budget);

  uint64_t spuriousCount() const { return spuriousInLastRun; }
  Budget::Limit limit() const { return limitReached; }

private:
  struct Node {
    StateId conjecture, system; ///< ErrorState as the system's: the sink.
    uint32_t parent;
    Action letter;
  };
  static constexpr StateId Sink = ErrorState;

  void add(const Node &node) {
    if (seen.insert(uint64_t(node.conjecture) << 32 | node.system).second)
      nodes.push_back(node);
  }
  /// The targets of a letter other than ERROR.
  void collectTargets(StateId from, Action letter);
  std::vector<Action> wordOf(uint32_t node, Action last) const;
  bool isLegal(const std::vector<Action> &word);

  const Lts &system; ///< Over the interface alphabet, the rest silent; without states that cannot come to ERROR.
  LegalLanguage &language;
  std::vector<Node> nodes;
  DenseSet<uint64_t> seen;
  std::vector<StateId> targets;
  std::set<std::vector<Action>> spurious; ///< Of all runs.
  uint64_t spuriousInLastRun = 0;
  Budget::Limit limitReached = Budget::Limit::None;
};

} // namespace

void PermissivenessSearch::collectTargets(StateId from, Action letter) {
  targets.clear();
  bool isPossible = false;
  if (from != Sink)
    for (const Transition &t : system.successors(from, letter)) {
      isPossible = true;
      if (t.target != ErrorState)
        targets.push_back(t.target);
    }
  if (!isPossible)
    targets.push_back(Sink);
}

std::vector<Action> PermissivenessSearch::wordOf(uint32_t node, Action last) const {
  std::vector<Action> word{last};
  for (; node != 0; node = nodes[node].parent)
    if (nodes[node].letter != TauAction)
      word.push_back(nodes[node].letter);
  std::reverse(word.begin(), word.end());
  return word;
}

bool PermissivenessSearch::isLegal(const std::vector<Action> &word) {
  if (!spurious.count(word) && language.isLegal(word))
    return true;
  spurious.insert(word);
  ++spuriousInLastRun;
  return false;
}

std::optional<std::vector<Action>> PermissivenessSearch::run(const Lts &conjecture, const Budget &budget) {
  nodes.clear();
  seen.clear();
  spuriousInLastRun = 0;
  InterfaceTable table(conjecture);
  add({Lts::initial(), Lts::initial(), 0, TauAction});
  for (uint32_t i = 0; i < nodes.size(); ++i) {
    if (i % 4096 == 4095)
      limitReached = budget.exceeded();
    if (limitReached != Budget::Limit::None)
      return std::nullopt;
    Node from = nodes[i];
    if (from.system != Sink)
      for (const Transition &t : system.successors(from.system, TauAction))
        add({from.conjecture, t.target, i, TauAction});
    for (Action letter = 1; letter <= table.letterCount(); ++letter) {
      StateId next = table.step(from.conjecture, letter);
      collectTargets(from.system, letter);
      if (next != InterfaceTable::Forbidden) {
        for (StateId target : targets)
          add({next, target, i, letter});
      } else if (!targets.empty()) {
        std::vector<Action> word = wordOf(i, letter);
        if (isLegal(word))
          return word;
      }
    }
  }
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// The loop
//===----------------------------------------------------------------------===//

/// What the system does with everything but the interface alphabet hidden, as far as it matters for ERROR. Letters that
/// the system does not have are possible in every state.
static Lts relevantPart(const Lts &system, const Alphabet &alphabet) {
  OpenSystem open(system, alphabet);
  LtsBuilder builder(alphabet);
  builder.reserveStates(system.stateCount());
  for (StateId s = 0; s < system.stateCount(); ++s) {
    for (const Transition &t : system.successors(s))
      builder.addAction(s, open.letter(t.action), t.target);
    for (Action letter = 1; letter <= alphabet.size(); ++letter)
      if (!open.has(letter))
        builder.addAction(s, letter, s);
  }
  return pruneSafe(propagateError(builder.build(system.name())));
}

/// The states of a conjecture up to the first rejecting one.
static Lts allowedPart(const Dfa &dfa, const Alphabet &alphabet) {
  LtsBuilder builder(alphabet);
  builder.reserveStates(dfa.stateCount());
  for (uint32_t s = 0; s < dfa.stateCount(); ++s)
    for (auto [i, letter] : enumerate(dfa.letters))
      if (uint32_t target = dfa.target(s, i); dfa.accepting[target])
        builder.addAction(s, letter, target);
  return builder.build("interface");
}

FoundInterface learnInterface(const Lts &system, const Alphabet &alphabet, LearnerKind kind, const Budget &budget) {
  FoundInterface result;
  std::vector<Letter> letters(alphabet.size());
  for (Action letter = 1; letter <= alphabet.size(); ++letter)
    letters[letter - 1] = letter;
  LegalLanguage language(system, alphabet, letters, budget);
  if (language.initial() == LegalLanguage::Illegal)
    return result;
  SimulatingTeacher teacher(language);
  std::unique_ptr<Learner> learner = makeLearner(kind, teacher, letters);
  Lts relevant = relevantPart(system, alphabet);
  PermissivenessSearch permissiveness(relevant, language);
  auto limitOf = [&] {
    Budget::Limit limit = language.limit() != Budget::Limit::None ? language.limit() : permissiveness.limit();
    return limit != Budget::Limit::None ? limit : budget.exceeded();
  };
  std::optional<Lts> conjecture;
  while (true) {
    const Dfa *dfa = learner->conjecture();
    if (!dfa)
      break;
    conjecture = allowedPart(*dfa, alphabet);
    WordSearch unsafe = findWronglyAllowed(system, *conjecture, budget);
    if (unsafe.limit != Budget::Limit::None)
      break;
    std::optional<std::vector<Action>> wrong = std::move(unsafe.word);
    if (!wrong)
      wrong = permissiveness.run(*conjecture, budget);
    if (limitOf() != Budget::Limit::None)
      break;
    if (!wrong) {
      result.environments = Environments::Some;
      break;
    }
    if (!learner->refine(*wrong))
      break;
  }
  result.statistics = learner->statistics();
  if (result.environments == Environments::None) {
    result.limit = limitOf();
    return result;
  }
  Expected<Lts> minimal = minimized(*conjecture, Equivalence::Strong, budget);
  if (!minimal) {
    consumeError(minimal.takeError());
    result.limit = budget.exceeded();
    return result;
  }
  if (minimal->stateCount() == 1 && minimal->transitionCount() == alphabet.size())
    result.environments = Environments::All;
  result.spuriousCounterexamples = permissiveness.spuriousCount();
  result.isProvedPermissive =
      result.environments == Environments::All || result.spuriousCounterexamples == 0 || language.isDeterministic();
  result.interface = std::move(*minimal);
  return result;
}

} // namespace tenon
