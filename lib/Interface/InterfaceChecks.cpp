//===- InterfaceChecks.cpp - Is an interface safe, is it permissive? ------===//

#include "OpenSystem.h"

#include "tenon/Interface/Interface.h"

#include "tenon/Lts/LegalLanguage.h"
#include "tenon/Lts/Transform.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace tenon {

static uint64_t pairOf(StateId a, StateId b) {
  return uint64_t(a) << 32 | b;
}

/// Asks the budget now and then.
static bool isTime(size_t step) {
  return step % 4096 == 4095;
}

Expected<Lts> asInterface(const Lts &given, const Alphabet &alphabet, const Budget &budget) {
  std::vector<std::optional<Action>> letterOf(given.alphabet().size() + size_t(1));
  std::vector<bool> isGiven(alphabet.size() + size_t(1));
  for (Action action = 1; action <= given.alphabet().size(); ++action) {
    letterOf[action] = alphabet.find(given.alphabet().text(action));
    if (!letterOf[action])
      return createStringError(std::make_error_code(std::errc::invalid_argument),
                               "'" + given.name() + "' has the action '" + given.alphabet().text(action) +
                                   "', which is not in the interface alphabet");
    isGiven[*letterOf[action]] = true;
  }
  Expected<Lts> subsets = determinized(given, budget);
  if (!subsets)
    return subsets.takeError();
  LtsBuilder builder(alphabet);
  builder.reserveStates(subsets->stateCount());
  for (StateId s = 0; s < subsets->stateCount(); ++s) {
    for (const Transition &t : subsets->successors(s)) {
      if (t.action == TauAction)
        return createStringError(std::make_error_code(std::errc::invalid_argument),
                                 "'" + given.name() + "' comes to ERROR by itself and allows nothing");
      if (t.target != ErrorState)
        builder.addAction(s, *letterOf[t.action], t.target);
    }
    for (Action letter = 1; letter <= alphabet.size(); ++letter)
      if (!isGiven[letter])
        builder.addAction(s, letter, s);
  }
  return builder.build(given.name());
}

//===----------------------------------------------------------------------===//
// Safety
//===----------------------------------------------------------------------===//

namespace {

/// Breadth first over pairs of a state of the interface and one of the system, by the length of words and then by their
/// order: pairs that are first reached by the same word follow each other.
class SafetyProduct {
public:
  SafetyProduct(const Lts &system, const Lts &interface, const Budget &limits)
      : open(system, interface.alphabet()), table(interface), budget(limits) {}

  WordSearch run();

private:
  struct Node {
    StateId interface, system;
    uint32_t parent;
    Action action; ///< Of the system, that leads here; tau too where the system takes no part.
    Action letter; ///< 0: a silent step.
  };
  static constexpr uint32_t NoParent = ~uint32_t(0);

  /// ERROR ends the search. False then.
  bool add(const Node &node);
  /// Adds what silent steps lead to from the nodes since `first`.
  bool close(size_t first);
  void found(const Node &last);

  OpenSystem open;
  InterfaceTable table;
  const Budget &budget;
  std::vector<Node> nodes;
  DenseSet<uint64_t> seen;
  WordSearch result;
};

} // namespace

void SafetyProduct::found(const Node &last) {
  std::vector<Action> word;
  for (const Node *node = &last;; node = &nodes[node->parent]) {
    if (node->parent == NoParent)
      break;
    if (node->letter != TauAction)
      word.push_back(node->letter);
    if (node->letter == TauAction || open.has(node->letter))
      result.run.push_back(node->action);
  }
  std::reverse(word.begin(), word.end());
  std::reverse(result.run.begin(), result.run.end());
  result.word = std::move(word);
}

bool SafetyProduct::add(const Node &node) {
  if (node.system == ErrorState) {
    found(node);
    return false;
  }
  if (seen.insert(pairOf(node.interface, node.system)).second)
    nodes.push_back(node);
  return true;
}

bool SafetyProduct::close(size_t first) {
  for (size_t i = first; i < nodes.size(); ++i) {
    Node from = nodes[i];
    for (const Transition &t : open.lts.successors(from.system))
      if (open.isSilent(t.action) && !add({from.interface, t.target, static_cast<uint32_t>(i), t.action, TauAction}))
        return false;
  }
  return true;
}

WordSearch SafetyProduct::run() {
  add({Lts::initial(), Lts::initial(), NoParent, TauAction, TauAction});
  if (!close(0))
    return std::move(result);
  std::vector<size_t> groupEnd{nodes.size()};
  size_t first = 0;
  for (size_t group = 0; group < groupEnd.size(); first = groupEnd[group++]) {
    if (isTime(group) && (result.limit = budget.exceeded()) != Budget::Limit::None)
      return std::move(result);
    StateId at = nodes[first].interface;
    for (Action letter = 1; letter <= table.letterCount(); ++letter) {
      StateId target = table.step(at, letter);
      if (target == InterfaceTable::Forbidden)
        continue;
      size_t begin = nodes.size();
      for (size_t i = first; i < groupEnd[group]; ++i) {
        StateId s = nodes[i].system;
        auto parent = static_cast<uint32_t>(i);
        if (!open.has(letter) && !add({target, s, parent, TauAction, letter}))
          return std::move(result);
        if (open.has(letter))
          for (const Transition &t : open.successors(s, letter))
            if (!add({target, t.target, parent, t.action, letter}))
              return std::move(result);
      }
      if (!close(begin))
        return std::move(result);
      if (nodes.size() != begin)
        groupEnd.push_back(nodes.size());
    }
  }
  return std::move(result);
}

WordSearch findWronglyAllowed(const Lts &system, const Lts &interface, const Budget &budget) {
  return SafetyProduct(system, interface, budget).run();
}

//===----------------------------------------------------------------------===//
// Permissiveness
//===----------------------------------------------------------------------===//

WordSearch findWronglyForbidden(const Lts &system, const Lts &interface, const Budget &budget) {
  struct Node {
    StateId interface;
    LegalLanguage::State legal;
    uint32_t parent;
    Action letter;
  };
  WordSearch result;
  const Alphabet &alphabet = interface.alphabet();
  std::vector<Action> letters(alphabet.size());
  for (Action letter = 1; letter <= alphabet.size(); ++letter)
    letters[letter - 1] = letter;
  LegalLanguage language(system, alphabet, letters, budget);
  if (language.initial() == LegalLanguage::Illegal)
    return result;
  InterfaceTable table(interface);
  std::vector<Node> nodes{{Lts::initial(), language.initial(), 0, TauAction}};
  DenseSet<uint64_t> seen{pairOf(Lts::initial(), language.initial())};
  for (size_t i = 0; i < nodes.size(); ++i) {
    if (isTime(i))
      result.limit = budget.exceeded();
    if (language.limit() != Budget::Limit::None)
      result.limit = language.limit();
    if (result.limit != Budget::Limit::None)
      return result;
    Node from = nodes[i];
    for (Action letter : letters) {
      Node to{table.step(from.interface, letter), language.step(from.legal, letter), static_cast<uint32_t>(i), letter};
      if (to.legal == LegalLanguage::Illegal)
        continue;
      if (to.interface != InterfaceTable::Forbidden) {
        if (seen.insert(pairOf(to.interface, to.legal)).second)
          nodes.push_back(to);
        continue;
      }
      if (language.limit() != Budget::Limit::None)
        break; // What is not known is Free then.
      std::vector<Action> word{letter};
      for (size_t at = i; at != 0; at = nodes[at].parent)
        word.push_back(nodes[at].letter);
      result.word.emplace(word.rbegin(), word.rend());
      return result;
    }
  }
  result.limit = language.limit();
  return result;
}

} // namespace tenon
