//===- tenon/AssumeGuarantee/MembershipConstraint.h - Words of assumptions --===//
//
// What a counterexample for a premise of a circular rule says of the assumptions: words that must or must not be in
// their languages (Abd Elkader, Grumberg, Pasareanu and Shoham, "Automated Circular Assume-Guarantee Reasoning", §4.3
// and §5).
//
//===----------------------------------------------------------------------===//

#ifndef TENON_ASSUMEGUARANTEE_MEMBERSHIPCONSTRAINT_H
#define TENON_ASSUMEGUARANTEE_MEMBERSHIPCONSTRAINT_H

#include "tenon/Lts/LegalLanguage.h"
#include "tenon/Lts/Lts.h"

#include "llvm/ADT/ArrayRef.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace tenon {

/// A formula over the languages of the assumptions g_0, g_1, …; words are of actions of one alphabet, the letters.
struct MembershipConstraint {
  enum class Kind {
    Contains, ///< +(word, side): the word is in L(g_side).
    Excludes, ///< -(word, side): it is not.
    All,      ///< Every part holds.
    Any,      ///< Some part holds.
  };
  Kind kind = Kind::All;
  uint32_t side = 0;
  std::vector<Action> word;
  std::vector<MembershipConstraint> parts;

  static MembershipConstraint contains(uint32_t side, std::vector<Action> word) {
    return {Kind::Contains, side, std::move(word), {}};
  }
  static MembershipConstraint excludes(uint32_t side, std::vector<Action> word) {
    return {Kind::Excludes, side, std::move(word), {}};
  }
  /// The part itself where there is but one.
  static MembershipConstraint join(Kind kind, std::vector<MembershipConstraint> parts) {
    if (parts.size() == 1)
      return std::move(parts.front());
    return {kind, 0, {}, std::move(parts)};
  }
  friend bool operator==(const MembershipConstraint &, const MembershipConstraint &) = default;
};

/// As the paper writes it, with sides counted from 1: `-(<send>,1) \/ (+(<send,send>,2) /\ -(<send,send>,1))`.
std::string describe(const MembershipConstraint &constraint, const Alphabet &letters);

/// The languages that counterexamples are compared with: L(M_i↓αg_i) for each side, and what the property allows. The
/// letters are all actions that assumptions speak of; αg_i are those among them that side i has.
///
/// Words are looked up in trees, whose nodes keep sets of states: a word costs its length once its prefixes are known.
class CircularLanguages {
public:
  /// The sides have no ERROR. `property` goes to ERROR where it is violated; its alphabet is within the letters.
  CircularLanguages(llvm::ArrayRef<LtsRef> sides, const Lts &property, Alphabet letters, const Budget &budget);

  const Alphabet &letters() const { return alphabet; }
  uint32_t sideCount() const { return static_cast<uint32_t>(sides.size()); }
  /// Whether the letter is in αg_side.
  bool sees(uint32_t side, Action letter) const { return sides[side].actionOf[letter] != TauAction; }
  /// word↓αg_side.
  std::vector<Action> project(llvm::ArrayRef<Action> word, uint32_t side) const;
  /// Whether word↓αg_side is in L(M_side↓αg_side).
  bool contains(uint32_t side, llvm::ArrayRef<Action> word);
  /// The letters with which M_side can continue the word, ascending.
  std::vector<Action> continuations(uint32_t side, llvm::ArrayRef<Action> word);
  /// Whether word↓αP is in L(P).
  bool isLegal(llvm::ArrayRef<Action> word) { return legal.isLegal(word); }
  Budget::Limit limit() const { return legal.limit(); }

private:
  struct Node {
    std::vector<StateId> states;
    std::map<Action, uint32_t> children;
  };
  struct Side {
    LtsRef lts;
    std::vector<Action> letterOf; ///< By action of the LTS: TauAction if it is silent.
    std::vector<Action> actionOf; ///< By letter.
    std::vector<Node> nodes;
    std::vector<bool> isMember; ///< By state: working space.
  };
  static void close(Side &side, std::vector<StateId> &states);
  const Node &find(uint32_t side, llvm::ArrayRef<Action> word);

  Alphabet alphabet;
  std::vector<Side> sides;
  LegalLanguage legal;
};

/// What follows from a counterexample: a constraint that rules it out and that all assumptions satisfy with which the
/// rule applies; or that it is a violation.
struct ConstraintUpdate {
  std::optional<MembershipConstraint> constraint;
  /// A word that every side can do, by itself, and that violates the property.
  std::optional<std::vector<Action>> violation;
};

/// UpdateConstraints (Algorithm 4) for a counterexample of premise `side`, M_i |= (g_j for all j ≠ i) ▷ g_i: `word` is
/// σa, of which M_i can do all, the other assumptions σ, and g_i not σa. For two sides these are the paper's
/// constraints; for more, `σ is not in g_j` becomes `σ is not in some g_j`, and `in M_j` becomes `in all M_j`.
///
/// Where M_j can do σ but not σa, and P allows σ but not σa, the algorithm as printed takes line 15, +(σa, i), and the
/// paper's Example 4 line 25. So does this function: line 25 holds of the same assumptions, and says more of g_j.
ConstraintUpdate updateConstraints(uint32_t side, llvm::ArrayRef<Action> word, CircularLanguages &languages);

/// The same for a counterexample of the premise g_0 || g_1 || … |= P (Algorithm 3, lines 10 to 15).
ConstraintUpdate updateConstraints(llvm::ArrayRef<Action> word, CircularLanguages &languages);

} // namespace tenon

#endif // TENON_ASSUMEGUARANTEE_MEMBERSHIPCONSTRAINT_H
