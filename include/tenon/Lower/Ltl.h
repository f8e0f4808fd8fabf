//===- tenon/Lower/Ltl.h - Temporal formulas in normal form ---------------===//
//
// What every translation of a TemporalFormula to an automaton starts from: the steps that the
// formula can tell apart, and its simplified negation normal form.
//
// Propositions are functions of the labels of steps: an action proposition is true at the
// steps with one of its labels, and a fluent is a function of the labels so far. Therefore an
// automaton reads classes of labels, one of them for each step, and never sets of propositions.
//
//===----------------------------------------------------------------------===//

#ifndef TENON_LOWER_LTL_H
#define TENON_LOWER_LTL_H

#include "tenon/Lts/Alphabet.h"
#include "tenon/Sema/Model.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

#include <map>
#include <string>
#include <tuple>

namespace tenon {

/// A class of labels that no proposition and no fluent of a formula distinguishes.
using Letter = unsigned;
/// The class of tau and of all labels that do not matter.
constexpr Letter OtherLetter = 0;

/// The letters of a formula, and its fluents as functions of them.
class StepAlphabet {
public:
  /// Labels outside `occurring`, if it is given, are known never to occur and belong to no letter. Linear in the number
  /// of labels that the formula and its fluents mention.
  StepAlphabet(const Model &model, const TemporalFormula &formula, const Alphabet *occurring = nullptr);

  /// The number of letters, OtherLetter included.
  unsigned size() const { return static_cast<unsigned>(members.size()); }
  /// The labels of a letter, in the order of their first mention; empty for OtherLetter.
  llvm::ArrayRef<LabelId> labels(Letter letter) const { return members[letter]; }
  Letter letterOf(LabelId label) const;
  /// The letters of a set of labels.
  llvm::BitVector lettersOf(llvm::ArrayRef<LabelId> labels) const;

  /// A fluent of the model as a literal: of a tracked fluent, or a constant where no label ever changes it.
  struct FluentLiteral {
    std::optional<unsigned> tracked; ///< None: constant.
    bool negated = false;            ///< The fluent is the tracked one's complement; constant: false.
  };
  FluentLiteral literalOf(uint32_t fluent) const { return literals.lookup(fluent); }
  /// The number of fluents to track: those that change, one for those that are equal or complementary.
  unsigned trackedCount() const { return static_cast<unsigned>(tracked.size()); }
  /// A fluent of the model that tracked fluent `i` stands for.
  uint32_t modelFluent(unsigned i) const { return tracked[i]; }
  /// The values of the tracked fluents before the first step.
  const llvm::BitVector &initialValues() const { return initially; }
  /// Turns the values before a step into those after it.
  void step(llvm::BitVector &values, Letter letter) const {
    values.reset(ending[letter]);
    values |= starting[letter];
  }

private:
  void addFluent(const Model &model, uint32_t fluent);

  std::vector<llvm::SmallVector<LabelId, 2>> members;
  llvm::DenseMap<LabelId, Letter> letters;
  llvm::DenseMap<uint32_t, FluentLiteral> literals;
  std::vector<uint32_t> tracked;
  /// Tracked fluents by the letters that start and end them and by their initial value.
  std::map<std::tuple<std::vector<Letter>, std::vector<Letter>, bool>, unsigned> byEffect;
  std::vector<llvm::BitVector> starting, ending; ///< For each letter, the fluents it starts and ends.
  llvm::BitVector initially;
};

/// Number of a formula in an LtlPool; equal formulas have equal numbers.
using LtlId = uint32_t;

/// Formulas in negation normal form, hash-consed and simplified as they are made: constants are folded, Boolean
/// combinations of action propositions are one literal, operands that another one implies are absorbed, purely eventual
/// and universal formulas lose their operators (Etessami and Holzmann, "Optimizing Büchi Automata", 2000, §3; Somenzi
/// and Bloem, "Efficient Büchi Automata from LTL Formulae", 2000, §3). Implication is tested syntactically.
class LtlPool {
public:
  enum class Kind { Letters, Fluent, Next, And, Or, Until, WeakUntil };
  struct Node {
    Kind kind = Kind::Letters;
    bool negated = false;                 ///< Fluent
    unsigned fluent = 0;                  ///< Fluent: a tracked one.
    llvm::BitVector letters;              ///< Letters: true at the steps with one of these.
    llvm::SmallVector<LtlId, 2> operands; ///< Two or more for And and Or, sorted.
    bool isBoolean = false;               ///< No temporal operator.
    bool isSafety = false;                ///< No Until.
    bool isEventual = false;              ///< If it holds, it held at every earlier position.
    bool isUniversal = false;             ///< If it holds, it holds at every later position.
    llvm::BitVector support;              ///< The tracked fluents in it.
  };

  explicit LtlPool(const StepAlphabet &alphabet);

  const StepAlphabet &alphabet() const { return steps; }
  const Node &operator[](LtlId id) const { return nodes[id]; }
  size_t size() const { return nodes.size(); }

  LtlId truth() const { return trueId; }
  LtlId falsity() const { return falseId; }
  LtlId constant(bool value) const { return value ? trueId : falseId; }
  LtlId letters(llvm::BitVector letters);
  LtlId fluent(unsigned tracked, bool negated);
  LtlId next(LtlId operand);
  LtlId conjunction(llvm::ArrayRef<LtlId> operands);
  LtlId disjunction(llvm::ArrayRef<LtlId> operands);
  LtlId until(LtlId lhs, LtlId rhs);
  LtlId weakUntil(LtlId lhs, LtlId rhs);
  LtlId eventually(LtlId operand) { return until(trueId, operand); }
  LtlId always(LtlId operand) { return weakUntil(operand, falseId); }
  LtlId negation(LtlId operand);

  /// The formula, or its negation, in normal form. Linear in the formula, apart from the tests of implication, which
  /// are quadratic in the operands of a conjunction or disjunction and are left out for those with very many.
  LtlId normalize(const TemporalFormula &formula, bool negated = false);

  /// A sufficient condition for "rhs holds wherever lhs holds".
  bool implies(LtlId lhs, LtlId rhs);

  bool isEventually(LtlId id) const { return nodes[id].kind == Kind::Until && nodes[id].operands[0] == trueId; }
  bool isAlways(LtlId id) const { return nodes[id].kind == Kind::WeakUntil && nodes[id].operands[1] == falseId; }

  /// The formula in terms of the model.
  TemporalFormulaRef toTemporalFormula(LtlId id) const;

private:
  using Operands = llvm::SmallVector<LtlId, 8>;

  LtlId add(Node node);
  void deriveProperties(Node &node) const;
  LtlId addJunction(Kind kind, llvm::ArrayRef<LtlId> operands);
  LtlId junction(Kind kind, llvm::ArrayRef<LtlId> operands);
  void appendDisjuncts(LtlId id, Operands &disjuncts) const;
  void mergeOperands(Kind kind, Operands &operands);
  template <typename Predicate> Operands extract(Operands &operands, Predicate predicate) const;
  void absorbOperands(Kind kind, Operands &operands);
  bool isSuspendable(LtlId id) const { return nodes[id].isEventual && nodes[id].isUniversal; }
  /// Disjuncts that share a state of an automaton rather than each having its own: those whose fluents are nested.
  std::vector<Operands> groupByFluents(llvm::ArrayRef<LtlId> disjuncts) const;
  LtlId eventuallyAny(llvm::ArrayRef<LtlId> disjuncts);
  LtlId withoutOperandsThatImply(LtlId disjunction, LtlId implied);
  std::optional<LtlId> simplifyUntil(LtlId lhs, LtlId rhs);
  std::optional<LtlId> simplifyAlways(LtlId operand);
  std::optional<LtlId> simplifyWeakUntil(LtlId lhs, LtlId rhs);
  bool impliesBySyntax(LtlId lhs, LtlId rhs);
  LtlId normalizeShared(const TemporalFormula &formula, bool negated);
  LtlId normalizeJunction(const TemporalFormula &formula, bool negated);

  const StepAlphabet &steps;
  std::vector<Node> nodes;
  llvm::DenseMap<size_t, llvm::SmallVector<LtlId, 1>> buckets;
  llvm::DenseMap<std::pair<LtlId, LtlId>, bool> implications;
  llvm::DenseMap<LtlId, LtlId> negations;
  llvm::DenseMap<const TemporalFormula *, LtlId> normalized[2]; ///< Plain and negated, during a call of normalize.
  bool testingContradictions = false;
  LtlId trueId = 0, falseId = 0;
};

/// A formula in FSP's syntax; labels and fluents by their names (`phil.0.eat`, `EATING.0`).
std::string formulaText(const Model &model, const TemporalFormula &formula);

} // namespace tenon

#endif // TENON_LOWER_LTL_H
