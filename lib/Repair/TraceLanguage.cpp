//===- TraceLanguage.cpp - Programs as regular languages ------------------===//

#include "tenon/Repair/TraceLanguage.h"

#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/STLExtras.h"

#include <map>

using namespace llvm;

namespace tenon {

//===----------------------------------------------------------------------===//
// Letters
//===----------------------------------------------------------------------===//

static size_t hashOf(const ProgramAction &action) {
  auto id = [](Term term) { return term ? term->id() + 1 : 0; };
  return hash_combine(static_cast<unsigned>(action.kind), action.label, action.target, id(action.index),
                      id(action.value)) >>
         1; // DenseMap has a use of its own for the greatest numbers.
}

Letter TraceAlphabet::letterOf(const ProgramTransition &transition) {
  bool isFailing = transition.to == ErrorLocation;
  std::vector<Letter> &candidates = withHash[hashOf(transition.action)];
  for (Letter letter : candidates)
    if (examples[letter].action == transition.action && fails(letter) == isFailing)
      return letter;
  candidates.push_back(static_cast<Letter>(examples.size()));
  examples.push_back(transition);
  return candidates.back();
}

Word wordOf(ArrayRef<SystemStep> run, uint32_t component, const Program &program, TraceAlphabet &alphabet) {
  Word word;
  for (const SystemStep &step : run)
    for (auto [mover, position] : step.movers)
      if (mover == component)
        word.push_back(alphabet.letterOf(program.transitions[position]));
  return word;
}

std::string describeWord(ArrayRef<Letter> word, const TraceAlphabet &alphabet, const ProgramSystem &system,
                         const Program &program) {
  std::string prefix = program.name + ".", text;
  for (Letter letter : word) {
    const ProgramTransition &transition = alphabet.transition(letter);
    if (!text.empty())
      text += ", ";
    text += describeAction(transition.action, transition.text, *system.labels, [&](VariableId id) {
      StringRef name = system.variables[id].name;
      name.consume_front(prefix);
      return name.str();
    });
  }
  return text;
}

//===----------------------------------------------------------------------===//
// Automata
//===----------------------------------------------------------------------===//

TraceAutomaton::TraceAutomaton(const Program &program, TraceAlphabet &alphabet)
    : edges(program.locations.size() + 1), accepting(program.locations.size() + 1, true) {
  initial = program.initial == ErrorLocation ? error() : program.initial;
  for (size_t i = 0; i < program.locations.size(); ++i)
    accepting[i] = program.locations[i].accepting;
  for (auto [position, transition] : enumerate(program.transitions)) {
    uint32_t to = transition.to == ErrorLocation ? error() : transition.to;
    edges[transition.from].push_back({alphabet.letterOf(transition), to, static_cast<uint32_t>(position)});
  }
}

std::vector<uint32_t> TraceAutomaton::statesAfter(ArrayRef<Letter> word) const {
  std::vector<uint32_t> states{initial};
  for (Letter letter : word) {
    std::vector<uint32_t> next;
    for (uint32_t state : states)
      for (const Edge &edge : edges[state])
        if (edge.letter == letter)
          next.push_back(edge.to);
    sort(next);
    next.erase(std::unique(next.begin(), next.end()), next.end());
    states = std::move(next);
    if (states.empty())
      break;
  }
  return states;
}

bool TraceAutomaton::accepts(ArrayRef<Letter> word) const {
  return any_of(statesAfter(word), [&](uint32_t state) { return accepting[state]; });
}

std::optional<Word> findAcceptedOutside(const TraceAutomaton &automaton, const Dfa &dfa) {
  DenseMap<Letter, size_t> positionOf;
  for (auto [position, letter] : enumerate(dfa.letters))
    positionOf[letter] = position;
  struct Node {
    uint32_t state, dfaState;
    size_t parent;
    Letter letter;
  };
  std::vector<Node> nodes;
  DenseMap<std::pair<uint32_t, uint32_t>, bool> seen;
  auto add = [&](uint32_t state, uint32_t dfaState, size_t parent, Letter letter) {
    if (seen.try_emplace({state, dfaState}, true).second)
      nodes.push_back({state, dfaState, parent, letter});
  };
  add(automaton.initial, 0, 0, 0);
  for (size_t i = 0; i < nodes.size(); ++i) {
    Node node = nodes[i];
    if (automaton.accepting[node.state] && !dfa.accepting[node.dfaState]) {
      Word word;
      for (size_t at = i; at != 0; at = nodes[at].parent)
        word.push_back(nodes[at].letter);
      std::reverse(word.begin(), word.end());
      return word;
    }
    std::vector<TraceAutomaton::Edge> next = automaton.edges[node.state];
    stable_sort(next, [](const auto &a, const auto &b) { return a.letter < b.letter; });
    for (const TraceAutomaton::Edge &edge : next)
      add(edge.to, dfa.target(node.dfaState, positionOf.lookup(edge.letter)), i, edge.letter);
  }
  return std::nullopt;
}

/// From which an accepting state can be reached.
static std::vector<bool> liveStates(const TraceAutomaton &automaton) {
  std::vector<std::vector<uint32_t>> before(automaton.edges.size());
  for (auto [state, edges] : enumerate(automaton.edges))
    for (const TraceAutomaton::Edge &edge : edges)
      before[edge.to].push_back(static_cast<uint32_t>(state));
  std::vector<bool> isLive = automaton.accepting;
  std::vector<uint32_t> pending;
  for (uint32_t state = 0; state < isLive.size(); ++state)
    if (isLive[state])
      pending.push_back(state);
  while (!pending.empty()) {
    uint32_t state = pending.back();
    pending.pop_back();
    for (uint32_t source : before[state])
      if (!isLive[source]) {
        isLive[source] = true;
        pending.push_back(source);
      }
  }
  return isLive;
}

static std::vector<bool> reachableStates(const TraceAutomaton &automaton) {
  std::vector<bool> isReached(automaton.edges.size());
  std::vector<uint32_t> pending{automaton.initial};
  isReached[automaton.initial] = true;
  while (!pending.empty()) {
    uint32_t state = pending.back();
    pending.pop_back();
    for (const TraceAutomaton::Edge &edge : automaton.edges[state])
      if (!isReached[edge.to]) {
        isReached[edge.to] = true;
        pending.push_back(edge.to);
      }
  }
  return isReached;
}

bool hasDeadPart(const TraceAutomaton &automaton) {
  std::vector<bool> isLive = liveStates(automaton), isReached = reachableStates(automaton);
  for (auto [state, edges] : enumerate(automaton.edges))
    if (isReached[state] && any_of(edges, [&](const TraceAutomaton::Edge &edge) { return !isLive[edge.to]; }))
      return true;
  return false;
}

bool acceptsSomething(const TraceAutomaton &automaton) {
  std::vector<bool> isLive = liveStates(automaton), isReached = reachableStates(automaton);
  for (auto [state, edges] : enumerate(automaton.edges))
    if (isReached[state] && any_of(edges, [&](const TraceAutomaton::Edge &edge) { return isLive[edge.to]; }))
      return true;
  return false;
}

size_t minimalSize(const TraceAutomaton &automaton, size_t letterCount) {
  // Subsets, the empty one included, then Moore's refinement.
  std::map<std::vector<uint32_t>, uint32_t> numberOf;
  std::vector<std::vector<uint32_t>> subsets, next;
  auto numberFor = [&](std::vector<uint32_t> subset) {
    sort(subset);
    subset.erase(std::unique(subset.begin(), subset.end()), subset.end());
    auto [entry, isNew] = numberOf.try_emplace(subset, static_cast<uint32_t>(subsets.size()));
    if (isNew)
      subsets.push_back(subset);
    return entry->second;
  };
  numberFor({automaton.initial});
  for (size_t i = 0; i < subsets.size(); ++i) {
    std::vector<std::vector<uint32_t>> targets(letterCount);
    for (uint32_t state : subsets[i])
      for (const TraceAutomaton::Edge &edge : automaton.edges[state])
        targets[edge.letter].push_back(edge.to);
    next.emplace_back();
    for (std::vector<uint32_t> &target : targets)
      next.back().push_back(numberFor(std::move(target)));
  }
  std::vector<uint32_t> block(subsets.size());
  for (size_t i = 0; i < subsets.size(); ++i)
    block[i] = any_of(subsets[i], [&](uint32_t state) { return automaton.accepting[state]; });
  for (size_t count = 0;;) {
    std::map<std::vector<uint32_t>, uint32_t> rows;
    std::vector<uint32_t> refined;
    for (size_t i = 0; i < subsets.size(); ++i) {
      std::vector<uint32_t> row{block[i]};
      for (uint32_t target : next[i])
        row.push_back(block[target]);
      refined.push_back(rows.try_emplace(row, static_cast<uint32_t>(rows.size())).first->second);
    }
    if (rows.size() == count)
      return count;
    count = rows.size();
    block = std::move(refined);
  }
}

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

Program trimmed(const Program &program, std::vector<Location> *origin) {
  TraceAlphabet alphabet;
  TraceAutomaton automaton(program, alphabet);
  std::vector<bool> isLive = liveStates(automaton), isReached = reachableStates(automaton);
  Program result = program;
  result.locations.clear();
  result.transitions.clear();
  if (origin)
    origin->clear();
  std::vector<Location> newNumber(automaton.edges.size(), ErrorLocation);
  for (Location location = 0; location < program.locations.size(); ++location) {
    if (!(isLive[location] && isReached[location]) && location != program.initial)
      continue;
    newNumber[location] = static_cast<Location>(result.locations.size());
    result.locations.push_back(program.locations[location]);
    if (origin)
      origin->push_back(location);
  }
  for (const ProgramTransition &transition : program.transitions) {
    bool isError = transition.to == ErrorLocation;
    if (newNumber[transition.from] == ErrorLocation ||
        (!isError && (!isLive[transition.to] || newNumber[transition.to] == ErrorLocation)))
      continue;
    ProgramTransition &kept = result.transitions.emplace_back(transition);
    kept.from = newNumber[transition.from];
    if (!isError)
      kept.to = newNumber[transition.to];
  }
  if (program.initial != ErrorLocation)
    result.initial = newNumber[program.initial];
  return result;
}

/// Without locations and transitions.
static Program emptyLike(const Program &like) {
  Program result;
  result.name = like.name;
  result.channels = like.channels;
  result.events = like.events;
  return result;
}

Program programOf(const Dfa &dfa, const TraceAlphabet &alphabet, const Program &like) {
  Program result = emptyLike(like);
  for (uint32_t state = 0; state < dfa.stateCount(); ++state) {
    ProgramLocation &location = result.locations.emplace_back();
    location.name = "Q" + std::to_string(state);
    location.accepting = dfa.accepting[state];
    for (auto [position, letter] : enumerate(dfa.letters)) {
      uint32_t target = dfa.target(state, position);
      bool fails = alphabet.fails(letter);
      if (fails && !dfa.accepting[target])
        continue;
      ProgramTransition &added = result.transitions.emplace_back(alphabet.transition(letter));
      added.from = state;
      added.to = fails ? ErrorLocation : target;
    }
  }
  return trimmed(result);
}

Program programOf(ArrayRef<Letter> word, const TraceAlphabet &alphabet, const Program &like) {
  Program result = emptyLike(like);
  for (size_t i = 0; i <= word.size(); ++i) {
    ProgramLocation &location = result.locations.emplace_back();
    location.name = "Q" + std::to_string(i);
    location.accepting = i == word.size();
    if (i == word.size())
      break;
    ProgramTransition &added = result.transitions.emplace_back(alphabet.transition(word[i]));
    added.from = static_cast<Location>(i);
    added.to = alphabet.fails(word[i]) ? ErrorLocation : static_cast<Location>(i + 1);
  }
  return result;
}

} // namespace tenon
