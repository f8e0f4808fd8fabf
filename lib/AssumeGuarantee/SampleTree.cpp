//===- SampleTree.cpp - Words that an assumption must tell apart ----------===//

#include "SampleTree.h"

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

SampleTree::SampleTree(const AssumptionProblem &problem, LegalLanguage &language)
    : covered(problem.covered), view(covered, problem.interface), legal(language),
      letterCount(problem.interface.size()), isMember(covered.stateCount()) {
  assert(legal.initial() != LegalLanguage::Illegal && "nothing can be separated");
  internSet({});
  addNode(Root, TauAction);
}

void SampleTree::add(llvm::ArrayRef<Action> word) {
  NodeId node = Root;
  for (Action letter : word) {
    if (violation)
      return;
    auto child = std::lower_bound(children[node].begin(), children[node].end(), std::pair(letter, NodeId(0)));
    if (child == children[node].end() || child->first != letter) {
      child = children[node].insert(child, {letter, size()});
      addNode(node, letter);
      node = size() - 1;
    } else {
      node = child->second;
    }
  }
}

/// Without a letter, the root.
void SampleTree::addNode(NodeId parent, Action letter) {
  std::vector<StateId> states;
  if (letter == TauAction) {
    states.push_back(Lts::initial());
    closeSilently(states);
  } else {
    follow(coveredStates[parent], letter, states);
  }
  LegalLanguage::State word = letter == TauAction ? legal.initial() : legal.step(legalStates[parent], letter);
  assert(word != LegalLanguage::Illegal);

  std::vector<Action> needs, refuses;
  for (StateId s : states)
    for (const Transition &t : covered.successors(s))
      if (Action next = view.letter(t.action); next != TauAction)
        needs.push_back(next);
  std::sort(needs.begin(), needs.end());
  needs.erase(std::unique(needs.begin(), needs.end()), needs.end());
  for (Action next = 1; next <= letterCount; ++next)
    if (legal.step(word, next) == LegalLanguage::Illegal)
      refuses.push_back(next);

  std::vector<Action> both;
  std::set_intersection(needs.begin(), needs.end(), refuses.begin(), refuses.end(), std::back_inserter(both));
  nodes.push_back({parent, letter, !states.empty(), internSet(std::move(needs)), internSet(std::move(refuses))});
  children.emplace_back();
  coveredStates.push_back(std::move(states));
  legalStates.push_back(word);
  if (!both.empty()) {
    violation = wordOf(size() - 1);
    violation->push_back(both.front());
  }
}

uint32_t SampleTree::internSet(std::vector<Action> letters) {
  auto [known, isNew] = setIds.try_emplace(std::move(letters), letterSetCount());
  if (isNew)
    sets.push_back(known->first);
  return known->second;
}

std::vector<Action> SampleTree::wordOf(NodeId node) const {
  std::vector<Action> word;
  for (; node != Root; node = nodes[node].parent)
    word.push_back(nodes[node].letter);
  std::reverse(word.begin(), word.end());
  return word;
}

void SampleTree::follow(const std::vector<StateId> &from, Action letter, std::vector<StateId> &to) {
  for (StateId s : from)
    for (const Transition &t : covered.successors(s))
      if (view.letter(t.action) == letter && t.target != ErrorState)
        to.push_back(t.target);
  closeSilently(to);
}

void SampleTree::closeSilently(std::vector<StateId> &states) {
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

bool SampleTree::setsMeet(uint32_t a, uint32_t b) const {
  auto i = sets[a].begin(), j = sets[b].begin();
  while (i != sets[a].end() && j != sets[b].end()) {
    if (*i == *j)
      return true;
    *i < *j ? ++i : ++j;
  }
  return false;
}

/// Whether the nodes cannot share a live state.
bool SampleTree::conflict(NodeId a, NodeId b) const {
  if (setsMeet(nodes[a].needs, nodes[b].refuses) || setsMeet(nodes[b].needs, nodes[a].refuses))
    return true;
  auto i = children[a].begin(), j = children[b].begin();
  while (i != children[a].end() && j != children[b].end()) {
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

std::vector<SampleTree::NodeId> SampleTree::findClique() const {
  std::vector<NodeId> clique;
  for (NodeId node = 0; node < size(); ++node)
    if (nodes[node].required &&
        std::all_of(clique.begin(), clique.end(), [&](NodeId member) { return conflict(member, node); }))
      clique.push_back(node);
  return clique;
}

} // namespace tenon
