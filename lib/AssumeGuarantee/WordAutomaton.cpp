//===- WordAutomaton.cpp - Words and conjectures as components ------------===//

#include "WordAutomaton.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

namespace tenon {

Alphabet subAlphabet(const Alphabet &interface, llvm::ArrayRef<Action> visible) {
  std::vector<LabelId> labels;
  labels.reserve(visible.size());
  for (Action action : visible)
    labels.push_back(interface.label(action));
  return Alphabet(interface.table(), std::move(labels));
}

Lts wordAutomaton(const Alphabet &interface, llvm::ArrayRef<Action> visible, llvm::ArrayRef<Action> word,
                  bool endsInError) {
  Alphabet alphabet = subAlphabet(interface, visible);
  LtsBuilder builder(alphabet);
  builder.reserveStates(static_cast<StateId>(word.size() + 1));
  for (size_t i = 0; i < word.size(); ++i)
    builder.addAction(static_cast<StateId>(i), *alphabet.find(interface.label(word[i])),
                      endsInError && i + 1 == word.size() ? ErrorState : static_cast<StateId>(i + 1));
  return builder.build("word", LtsBuilder::Keep::All);
}

Lts safetyLts(const Dfa &dfa, const Alphabet &interface, bool withError, std::string name) {
  assert(dfa.accepting[0] && "an LTS has the empty trace");
  Alphabet alphabet = subAlphabet(interface, dfa.letters);
  LtsBuilder builder(alphabet);
  builder.reserveStates(dfa.stateCount());
  for (size_t i = 0; i < dfa.letters.size(); ++i) {
    Action action = *alphabet.find(interface.label(dfa.letters[i]));
    for (uint32_t s = 0; s < dfa.stateCount(); ++s) {
      uint32_t target = dfa.target(s, i);
      if (dfa.accepting[s] && (withError || dfa.accepting[target]))
        builder.addAction(s, action, dfa.accepting[target] ? target : ErrorState);
    }
  }
  return builder.build(std::move(name));
}

std::optional<std::vector<Action>> runAlong(const Lts &lts, const Alphabet &interface, llvm::ArrayRef<Action> visible,
                                            llvm::ArrayRef<Action> word) {
  struct Node {
    StateId state;
    uint32_t position, parent;
    Action action; ///< Of the interface; tau if it is none of its.
  };
  const Alphabet &alphabet = lts.alphabet();
  std::vector<Action> interfaceAction(alphabet.size() + size_t(1), TauAction);
  std::vector<bool> isVisible(interface.size() + size_t(1));
  for (Action action = 1; action <= alphabet.size(); ++action)
    interfaceAction[action] = interface.find(alphabet.label(action)).value_or(TauAction);
  for (Action action : visible)
    isVisible[action] = true;
  std::vector<Node> queue{{Lts::initial(), 0, 0, TauAction}};
  llvm::DenseSet<uint64_t> seen{0};
  for (uint32_t i = 0; i < queue.size(); ++i) {
    Node from = queue[i];
    if (from.position == word.size()) {
      std::vector<Action> run;
      for (uint32_t at = i; at != 0; at = queue[at].parent)
        if (queue[at].action != TauAction)
          run.push_back(queue[at].action);
      std::reverse(run.begin(), run.end());
      return run;
    }
    for (const Transition &t : lts.successors(from.state)) {
      Action action = interfaceAction[t.action];
      bool counts = isVisible[action];
      if (t.target == ErrorState || (counts && action != word[from.position]))
        continue;
      uint32_t position = from.position + counts;
      if (seen.insert(uint64_t(position) << 32 | t.target).second)
        queue.push_back({t.target, position, i, action});
    }
  }
  return std::nullopt;
}

std::optional<std::vector<Action>> findIllegalWord(const Dfa &conjecture, LegalLanguage &language, const Budget &budget,
                                                   Budget::Limit &limit) {
  struct Pair {
    uint32_t state;
    LegalLanguage::State legal;
    uint32_t parent;
    Action letter;
  };
  if (!conjecture.accepting[0] || language.initial() == LegalLanguage::Free)
    return std::nullopt;
  if (language.initial() == LegalLanguage::Illegal)
    return std::vector<Action>();
  std::vector<Pair> queue{{0, language.initial(), 0, TauAction}};
  llvm::DenseSet<uint64_t> seen{language.initial()};
  for (size_t i = 0; i < queue.size(); ++i) {
    for (size_t k = 0; k < conjecture.letters.size(); ++k) {
      uint32_t state = conjecture.target(queue[i].state, k);
      if (!conjecture.accepting[state])
        continue;
      LegalLanguage::State legal = language.step(queue[i].legal, conjecture.letters[k]);
      if (legal == LegalLanguage::Illegal) {
        std::vector<Action> word{conjecture.letters[k]};
        for (size_t at = i; at != 0; at = queue[at].parent)
          word.push_back(queue[at].letter);
        std::reverse(word.begin(), word.end());
        return word;
      }
      if (legal != LegalLanguage::Free && seen.insert(uint64_t(state) << 32 | legal).second)
        queue.push_back({state, legal, static_cast<uint32_t>(i), conjecture.letters[k]});
    }
    if (i % 4096 == 4095 && (limit = budget.exceeded()) != Budget::Limit::None)
      return std::nullopt;
  }
  limit = language.limit();
  return std::nullopt;
}

std::vector<Action> projection(const Trace &trace, const Alphabet &interface) {
  std::vector<Action> word;
  for (const Step &step : trace.steps)
    if (std::optional<Action> action = interface.find(step.visibleLabel); action && *action != TauAction)
      word.push_back(*action);
  return word;
}

std::vector<Action> projection(llvm::ArrayRef<Action> word, llvm::ArrayRef<Action> visible) {
  std::vector<Action> result;
  for (Action action : word)
    if (llvm::is_contained(visible, action))
      result.push_back(action);
  return result;
}

} // namespace tenon
