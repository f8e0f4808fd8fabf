//===- MembershipConstraint.cpp - Words of assumptions --------------------===//

#include "tenon/AssumeGuarantee/MembershipConstraint.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <cassert>
#include <numeric>

using namespace llvm;

namespace tenon {

using Kind = MembershipConstraint::Kind;

std::string describe(const MembershipConstraint &constraint, const Alphabet &letters) {
  std::string text;
  if (constraint.kind == Kind::Contains || constraint.kind == Kind::Excludes) {
    text = constraint.kind == Kind::Contains ? "+(<" : "-(<";
    for (Action letter : constraint.word)
      text += (text.size() == 3 ? "" : ",") + letters.text(letter).str();
    return text + ">," + std::to_string(constraint.side + 1) + ")";
  }
  for (const MembershipConstraint &part : constraint.parts) {
    bool isAtom = part.kind == Kind::Contains || part.kind == Kind::Excludes;
    if (!text.empty())
      text += constraint.kind == Kind::All ? " /\\ " : " \\/ ";
    text += isAtom ? describe(part, letters) : "(" + describe(part, letters) + ")";
  }
  return text;
}

//===----------------------------------------------------------------------===//
// Languages
//===----------------------------------------------------------------------===//

static std::vector<Action> allActions(const Alphabet &alphabet) {
  std::vector<Action> actions(alphabet.size());
  std::iota(actions.begin(), actions.end(), Action(1));
  return actions;
}

CircularLanguages::CircularLanguages(ArrayRef<LtsRef> systems, const Lts &property, Alphabet letters,
                                     const Budget &budget)
    : alphabet(std::move(letters)), legal(property, alphabet, allActions(alphabet), budget) {
  for (const LtsRef &lts : systems) {
    Side side{lts, {}, {}, {}, {}};
    side.letterOf.resize(lts->alphabet().size() + size_t(1));
    side.actionOf.resize(alphabet.size() + size_t(1));
    side.isMember.resize(lts->stateCount());
    for (Action action = 1; action <= lts->alphabet().size(); ++action)
      if (std::optional<Action> letter = alphabet.find(lts->alphabet().label(action))) {
        side.letterOf[action] = *letter;
        side.actionOf[*letter] = action;
      }
    side.nodes.push_back({{Lts::initial()}, {}});
    close(side, side.nodes.front().states);
    sides.push_back(std::move(side));
  }
}

void CircularLanguages::close(Side &side, std::vector<StateId> &states) {
  llvm::sort(states);
  states.erase(std::unique(states.begin(), states.end()), states.end());
  for (StateId s : states)
    side.isMember[s] = true;
  for (size_t i = 0; i < states.size(); ++i)
    for (const Transition &t : side.lts->successors(states[i]))
      if (side.letterOf[t.action] == TauAction && !side.isMember[t.target]) {
        side.isMember[t.target] = true;
        states.push_back(t.target);
      }
  for (StateId s : states)
    side.isMember[s] = false;
}

std::vector<Action> CircularLanguages::project(ArrayRef<Action> word, uint32_t side) const {
  std::vector<Action> result;
  copy_if(word, std::back_inserter(result), [&](Action letter) { return sees(side, letter); });
  return result;
}

const CircularLanguages::Node &CircularLanguages::find(uint32_t index, ArrayRef<Action> word) {
  Side &side = sides[index];
  uint32_t at = 0;
  for (Action letter : word) {
    Action action = side.actionOf[letter];
    if (action == TauAction)
      continue;
    auto [child, isNew] = side.nodes[at].children.try_emplace(letter, static_cast<uint32_t>(side.nodes.size()));
    uint32_t next = child->second;
    if (isNew) {
      std::vector<StateId> states;
      for (StateId s : side.nodes[at].states)
        for (const Transition &t : side.lts->successors(s, action))
          states.push_back(t.target);
      close(side, states);
      side.nodes.push_back({std::move(states), {}});
    }
    at = next;
  }
  return side.nodes[at];
}

bool CircularLanguages::contains(uint32_t side, ArrayRef<Action> word) {
  return !find(side, word).states.empty();
}

std::vector<Action> CircularLanguages::continuations(uint32_t side, ArrayRef<Action> word) {
  std::vector<Action> result;
  for (StateId s : find(side, word).states)
    for (const Transition &t : sides[side].lts->successors(s))
      if (Action letter = sides[side].letterOf[t.action]; letter != TauAction)
        result.push_back(letter);
  llvm::sort(result);
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

//===----------------------------------------------------------------------===//
// Counterexamples
//===----------------------------------------------------------------------===//

/// That some assumption other than `except` does not contain the word. The empty word is in all of them.
static std::vector<MembershipConstraint> excludedSomewhere(ArrayRef<Action> word, std::optional<uint32_t> except,
                                                           const CircularLanguages &languages) {
  std::vector<MembershipConstraint> parts;
  for (uint32_t side = 0; side < languages.sideCount(); ++side)
    if (side != except)
      if (std::vector<Action> own = languages.project(word, side); !own.empty())
        parts.push_back(MembershipConstraint::excludes(side, std::move(own)));
  return parts;
}

static bool containedElsewhere(ArrayRef<Action> word, std::optional<uint32_t> except, CircularLanguages &languages) {
  for (uint32_t side = 0; side < languages.sideCount(); ++side)
    if (side != except && !languages.contains(side, word))
      return false;
  return true;
}

ConstraintUpdate updateConstraints(uint32_t side, ArrayRef<Action> word, CircularLanguages &languages) {
  assert(!word.empty() && languages.contains(side, word) && languages.sees(side, word.back()));
  ArrayRef<Action> before = word.drop_back();
  bool wordIsLegal = languages.isLegal(word), beforeIsLegal = languages.isLegal(before);
  bool wordIsPossible = containedElsewhere(word, side, languages);
  bool beforeIsPossible = wordIsPossible || containedElsewhere(before, side, languages);
  MembershipConstraint added = MembershipConstraint::contains(side, languages.project(word, side));
  ConstraintUpdate update;

  if (beforeIsPossible && !beforeIsLegal) { // Line 9.
    update.violation = before.vec();
    return update;
  }
  if (wordIsPossible && !wordIsLegal) { // Line 3.
    update.violation = word.vec();
    return update;
  }
  if (wordIsPossible) { // Line 6: what M1 || M2 can do is in all assumptions (Lemma 3.3).
    std::vector<MembershipConstraint> parts{std::move(added)};
    for (uint32_t other = 0; other < languages.sideCount(); ++other)
      if (other != side)
        if (std::vector<Action> own = languages.project(word, other); !own.empty())
          parts.push_back(MembershipConstraint::contains(other, std::move(own)));
    update.constraint = MembershipConstraint::join(Kind::All, std::move(parts));
    return update;
  }
  if (beforeIsPossible && wordIsLegal) { // Line 12: σ cannot be removed anywhere.
    update.constraint = std::move(added);
    return update;
  }
  std::vector<MembershipConstraint> choices = excludedSomewhere(before, side, languages);
  if (wordIsLegal) { // Line 16.
    choices.push_back(std::move(added));
  } else if (beforeIsLegal) { // Line 22: if σa is added here, it must be excluded elsewhere.
    MembershipConstraint excluded = MembershipConstraint::join(Kind::Any, excludedSomewhere(word, side, languages));
    choices.push_back({Kind::All, 0, {}, {std::move(added), std::move(excluded)}});
  } // Else line 19: M_i with the other assumptions satisfies P (Lemma 3.4).
  update.constraint = MembershipConstraint::join(Kind::Any, std::move(choices));
  return update;
}

ConstraintUpdate updateConstraints(ArrayRef<Action> word, CircularLanguages &languages) {
  assert(!languages.isLegal(word));
  ConstraintUpdate update;
  if (containedElsewhere(word, std::nullopt, languages))
    update.violation = word.vec();
  else
    update.constraint = MembershipConstraint::join(Kind::Any, excludedSomewhere(word, std::nullopt, languages));
  return update;
}

} // namespace tenon
