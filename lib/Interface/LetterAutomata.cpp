//===- LetterAutomata.cpp - Automata over letters with conditions ---------===//

#include "LetterAutomata.h"

#include "tenon/Logic/Elimination.h"
#include "tenon/Lts/Minimize.h"

#include "llvm/ADT/STLExtras.h"

#include <set>

using namespace llvm;

namespace tenon {

LetterAutomaton allowedPart(const Dfa &conjecture, const PredicateAbstraction &abstraction) {
  LetterAutomaton automaton;
  for (Letter letter : conjecture.letters)
    automaton.letters.push_back({abstraction.letter(letter).label, abstraction.letter(letter).condition});
  for (uint32_t target : conjecture.next)
    automaton.next.push_back(conjecture.accepting[target] ? target : LetterAutomaton::Forbidden);
  return automaton;
}

Lts asLts(const LetterAutomaton &automaton, const std::shared_ptr<LabelTable> &labels, ArrayRef<std::string> names) {
  LtsBuilder builder(labels);
  builder.reserveStates(automaton.stateCount());
  std::vector<LabelId> ids;
  for (const std::string &name : names) {
    ids.push_back(labels->intern(name));
    builder.addLabel(ids.back());
  }
  for (uint32_t state = 0; state < automaton.stateCount(); ++state)
    for (size_t letter = 0; letter < ids.size(); ++letter)
      if (uint32_t target = automaton.target(state, letter); target != LetterAutomaton::Forbidden)
        builder.add(state, ids[letter], target);
  return builder.build("interface");
}

LetterAutomaton minimized(const LetterAutomaton &automaton) {
  auto labels = std::make_shared<LabelTable>();
  std::vector<std::string> names;
  for (size_t letter = 0; letter < automaton.letters.size(); ++letter)
    names.push_back("l" + std::to_string(letter));
  Budget unlimited;
  Lts smaller = cantFail(minimized(asLts(automaton, labels, names), Equivalence::Strong, unlimited));
  LetterAutomaton result;
  result.letters = automaton.letters;
  result.next.assign(smaller.stateCount() * automaton.letters.size(), LetterAutomaton::Forbidden);
  // Numbered in the order in which words reach the states, the order of letters being that of the automaton.
  std::vector<uint32_t> number(smaller.stateCount(), LetterAutomaton::Forbidden);
  std::vector<StateId> order{Lts::initial()};
  number[Lts::initial()] = 0;
  for (size_t i = 0; i < order.size(); ++i)
    for (size_t letter = 0; letter < names.size(); ++letter) {
      std::optional<Action> action = smaller.alphabet().find(names[letter]);
      for (const Transition &t : smaller.successors(order[i], *action)) {
        if (number[t.target] == LetterAutomaton::Forbidden) {
          number[t.target] = static_cast<uint32_t>(order.size());
          order.push_back(t.target);
        }
        result.next[i * names.size() + letter] = number[t.target];
      }
    }
  return result;
}

LetterAutomaton mergedLetters(const LetterAutomaton &automaton, const OpenProgram &program, SmtContext &smt,
                              const Budget &budget) {
  size_t count = automaton.letters.size();
  auto actsAs = [&](size_t a, size_t b) {
    for (uint32_t state = 0; state < automaton.stateCount(); ++state)
      if (automaton.target(state, a) != automaton.target(state, b))
        return false;
    return automaton.letters[a].label == automaton.letters[b].label;
  };
  LetterAutomaton result;
  std::vector<size_t> kept;
  for (size_t letter = 0; letter < count; ++letter) {
    auto same = find_if(kept, [&](size_t other) { return actsAs(other, letter); });
    if (same == kept.end()) {
      kept.push_back(letter);
      result.letters.push_back(automaton.letters[letter]);
      continue;
    }
    InterfaceLetter &wider = result.letters[static_cast<size_t>(same - kept.begin())];
    wider.condition = smt.terms().orOf({wider.condition, automaton.letters[letter].condition});
  }
  for (InterfaceLetter &letter : result.letters) {
    if (!letter.condition)
      continue;
    Term shorter = simplifyUnder(smt, letter.condition, program.labels[letter.label].domain, budget);
    letter.condition = shorter == smt.terms().boolean(true) ? nullptr : shorter;
  }
  for (uint32_t state = 0; state < automaton.stateCount(); ++state)
    for (size_t letter : kept)
      result.next.push_back(automaton.target(state, letter));
  return result;
}

std::optional<std::vector<uint32_t>> findDifference(const LetterAutomaton &first, const LetterAutomaton &second) {
  struct Node {
    uint32_t first, second, parent, letter;
  };
  std::vector<Node> nodes{{0, 0, 0, 0}};
  std::set<std::pair<uint32_t, uint32_t>> seen{{0, 0}};
  for (uint32_t i = 0; i < nodes.size(); ++i)
    for (uint32_t letter = 0; letter < first.letters.size(); ++letter) {
      uint32_t a = first.target(nodes[i].first, letter), b = second.target(nodes[i].second, letter);
      if (a == LetterAutomaton::Forbidden)
        continue;
      if (b == LetterAutomaton::Forbidden) {
        std::vector<uint32_t> word{letter};
        for (uint32_t at = i; at != 0; at = nodes[at].parent)
          word.push_back(nodes[at].letter);
        std::reverse(word.begin(), word.end());
        return word;
      }
      if (seen.insert({a, b}).second)
        nodes.push_back({a, b, i, letter});
    }
  return std::nullopt;
}

} // namespace tenon
