//===- Sample.cpp - Words that an assumption must tell apart ----------===//

#include "Sample.h"

#include <algorithm>
#include <cassert>

namespace tenon {

InterfaceView::InterfaceView(const Lts &lts, const Alphabet &interface) : letterOf(lts.alphabet().size() + size_t(1)) {
  bool sameTable = interface.table() == lts.alphabet().table();
  for (Action letter = 1; letter <= interface.size(); ++letter) {
    std::optional<Action> action =
        sameTable ? lts.alphabet().find(interface.label(letter)) : lts.alphabet().find(interface.text(letter));
    assert(action && "the interface is within the alphabet of the covered side");
    letterOf[*action] = letter;
  }
}

Sample::Sample(const AssumptionProblem &problem, LegalLanguage &language)
    : covered(problem.covered), view(covered, problem.interface), legal(language),
      letterCount(problem.interface.size()), nodeOfState(covered.stateCount(), NoNode), isMember(covered.stateCount()) {
  assert(legal.initial() != LegalLanguage::Illegal && "nothing can be separated");
  internSet({});
  addWord(Root, TauAction);
  addState(Lts::initial());
}

void Sample::add(llvm::ArrayRef<Action> word) {
  NodeId node = Root;
  for (Action letter : word) {
    if (violation)
      return;
    std::vector<std::pair<Action, NodeId>> &children = words[node].children;
    auto child = std::lower_bound(children.begin(), children.end(), std::pair(letter, NodeId(0)));
    if (child == children.end() || child->first != letter) {
      children.insert(child, {letter, size()});
      addWord(node, letter); // Invalidates `children`.
      node = size() - 1;
    } else {
      node = child->second;
    }
  }
}

/// Without a letter, the root.
void Sample::addWord(NodeId parent, Action letter) {
  Word word{parent, letter, {}, legal.initial(), {}};
  if (letter == TauAction) {
    word.covered.push_back(Lts::initial());
    closeSilently(word.covered);
  } else {
    follow(words[parent].covered, letter, word.covered);
    word.legal = legal.step(words[parent].legal, letter);
    steps.push_back({parent, letter, size()});
  }
  assert(word.legal != LegalLanguage::Illegal);

  std::vector<Action> needs, refuses;
  for (StateId s : word.covered)
    addNeeds(s, needs);
  std::sort(needs.begin(), needs.end());
  needs.erase(std::unique(needs.begin(), needs.end()), needs.end());
  for (Action next = 1; next <= letterCount; ++next)
    if (legal.step(word.legal, next) == LegalLanguage::Illegal)
      refuses.push_back(next);

  std::vector<Action> both;
  std::set_intersection(needs.begin(), needs.end(), refuses.begin(), refuses.end(), std::back_inserter(both));
  nodes.push_back(
      {true, !word.covered.empty(), letter == TauAction, internSet(std::move(needs)), internSet(std::move(refuses))});
  words.push_back(std::move(word));
  if (!both.empty()) {
    violation = wordOf(size() - 1);
    violation->push_back(both.front());
  }
}

void Sample::addNeeds(StateId state, std::vector<Action> &letters) const {
  for (const Transition &t : covered.successors(state))
    if (Action letter = view.letter(t.action); letter != TauAction)
      letters.push_back(letter);
}

void Sample::addStates(llvm::ArrayRef<StateId> states) {
  for (StateId s : states)
    if (nodeOfState[s] == NoNode)
      addState(s);
}

void Sample::addState(StateId state) {
  NodeId node = nodeOfState[state] = size();
  std::vector<Action> needs;
  addNeeds(state, needs);
  std::sort(needs.begin(), needs.end());
  needs.erase(std::unique(needs.begin(), needs.end()), needs.end());
  nodes.push_back({false, false, state == Lts::initial(), internSet(std::move(needs)), internSet({})});
  words.emplace_back();
  for (const Transition &t : covered.successors(state)) {
    if (t.target == ErrorState)
      continue;
    if (NodeId target = nodeOfState[t.target]; target != NoNode)
      steps.push_back({node, view.letter(t.action), target});
    else
      pending[t.target].push_back({node, view.letter(t.action)});
  }
  if (auto incoming = pending.find(state); incoming != pending.end()) {
    for (auto [from, letter] : incoming->second)
      steps.push_back({from, letter, node});
    pending.erase(incoming);
  }
}

uint32_t Sample::internSet(std::vector<Action> letters) {
  auto [known, isNew] = setIds.try_emplace(std::move(letters), letterSetCount());
  if (isNew)
    sets.push_back(known->first);
  return known->second;
}

std::vector<Action> Sample::wordOf(NodeId node) const {
  std::vector<Action> word;
  for (; node != Root; node = words[node].parent)
    word.push_back(words[node].letter);
  std::reverse(word.begin(), word.end());
  return word;
}

void Sample::follow(const std::vector<StateId> &from, Action letter, std::vector<StateId> &to) {
  for (StateId s : from)
    for (const Transition &t : covered.successors(s))
      if (view.letter(t.action) == letter && t.target != ErrorState)
        to.push_back(t.target);
  closeSilently(to);
}

void Sample::closeSilently(std::vector<StateId> &states) {
  std::sort(states.begin(), states.end());
  states.erase(std::unique(states.begin(), states.end()), states.end());
  for (StateId s : states)
    isMember[s] = true;
  for (size_t i = 0; i < states.size(); ++i)
    for (const Transition &t : covered.successors(states[i]))
      if (view.letter(t.action) == TauAction && t.target != ErrorState && !isMember[t.target]) {
        isMember[t.target] = true;
        states.push_back(t.target);
      }
  for (StateId s : states)
    isMember[s] = false;
}

bool Sample::setsMeet(uint32_t a, uint32_t b) const {
  auto i = sets[a].begin(), j = sets[b].begin();
  while (i != sets[a].end() && j != sets[b].end()) {
    if (*i == *j)
      return true;
    *i < *j ? ++i : ++j;
  }
  return false;
}

/// Whether the words cannot share a live state.
bool Sample::conflict(NodeId a, NodeId b) const {
  if (setsMeet(nodes[a].needs, nodes[b].refuses) || setsMeet(nodes[b].needs, nodes[a].refuses))
    return true;
  const std::vector<std::pair<Action, NodeId>> &after = words[a].children, &other = words[b].children;
  auto i = after.begin(), j = other.begin();
  while (i != after.end() && j != other.end()) {
    if (i->first != j->first) {
      i->first < j->first ? ++i : ++j;
      continue;
    }
    // If one of the words is required, the state that both lead to is live.
    if ((nodes[i->second].required || nodes[j->second].required) && conflict(i->second, j->second))
      return true;
    ++i, ++j;
  }
  return false;
}

std::vector<Sample::NodeId> Sample::findClique() const {
  std::vector<NodeId> clique;
  for (NodeId node = 0; node < size(); ++node)
    if (nodes[node].required &&
        std::all_of(clique.begin(), clique.end(), [&](NodeId member) { return conflict(member, node); }))
      clique.push_back(node);
  return clique;
}

} // namespace tenon
