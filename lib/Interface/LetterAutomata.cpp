//===- LetterAutomata.cpp - Automata over letters with conditions ---------===//

#include "LetterAutomata.h"

#include "tenon/Logic/Elimination.h"
#include "tenon/Logic/ReadableTerm.h"
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

/// Where a condition is about one number of few: the intervals for which it is true.
static Term asIntervals(TermContext &terms, Term condition, const OpenProgram &program) {
  std::vector<VariableId> variables = variablesOf(condition);
  auto domain = variables.size() == 1 ? program.smallDomains.find(variables.front()) : program.smallDomains.end();
  if (domain == program.smallDomains.end() || domain->second.front()->sort().kind == SortKind::Bool)
    return condition;
  ArrayRef<Term> values = domain->second;
  Term variable = terms.variable(variables.front(), values.front()->sort());
  auto holds = [&](Term value) {
    DataValue data{value->sort(), {value->constant()}};
    return evaluate(condition, [&](VariableId) { return data; }).scalar().numerator != 0;
  };
  std::vector<Term> intervals;
  for (size_t first = 0; first < values.size(); ++first) {
    if (!holds(values[first]))
      continue;
    size_t last = first;
    while (last + 1 < values.size() && holds(values[last + 1]))
      ++last;
    Term from = first == 0 ? terms.boolean(true) : terms.lessEqual(values[first], variable);
    Term to = last + 1 == values.size() ? terms.boolean(true) : terms.lessEqual(variable, values[last]);
    intervals.push_back(first == last ? terms.equal(variable, values[first]) : terms.andOf({from, to}));
    first = last;
  }
  return terms.orOf(intervals);
}

void makeReadable(LetterAutomaton &automaton, const OpenProgram &program, SmtContext &smt, const Budget &budget) {
  TermContext &terms = smt.terms();
  for (InterfaceLetter &letter : automaton.letters) {
    if (!letter.condition)
      continue;
    Term shorter = simplifyUnder(smt, letter.condition, program.labels[letter.label].domain, budget);
    shorter = readable(smt, asIntervals(terms, shorter, program), numbersIn(letter.condition), budget);
    letter.condition = shorter == terms.boolean(true) ? nullptr : shorter;
  }
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
  makeReadable(result, program, smt, budget);
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
