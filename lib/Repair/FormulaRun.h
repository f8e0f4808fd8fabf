//===- FormulaRun.h - Running mutants on the program formula --------------===//
//
// The formula of a program whose units are mutable, with the values of every definition in every mutant; and its
// evaluation on the inputs of a counterexample, on demand, with the slice that the violation depends on.
//
//===----------------------------------------------------------------------===//

#ifndef TENON_LIB_REPAIR_FORMULARUN_H
#define TENON_LIB_REPAIR_FORMULARUN_H

#include "tenon/Program/UnwoundFormula.h"
#include "tenon/Repair/Mutation.h"

#include <optional>

namespace tenon::seq {

/// The mutations of a unit, and which of them a candidate has: 0 is none, k is number k-1 of the unit's list.
using Choice = uint32_t;

/// The formula, and what mutants say in it.
class MutantFormula {
public:
  MutantFormula(const Program &program, TermContext &terms, llvm::ArrayRef<Mutation> mutations, unsigned bound,
                bool checkBounds, const Budget &budget);

  struct Unit {
    UnitId id;
    std::vector<size_t> mutations;
    std::vector<size_t> definitions;
  };
  /// What the variable of a term stands for.
  struct Meaning {
    enum class Kind : uint8_t { Other, Input, Definition, Unknown } kind = Kind::Other;
    size_t position = 0; ///< Of an input: in a sample.
  };

  /// The choice must not be an alternative: these have formulas of their own.
  Term valueOf(size_t definition, Choice choice);
  Meaning meaningOf(VariableId variable) const;
  size_t unitOfDefinition(size_t definition) const { return unitOf[definition]; }
  bool isAlternative(size_t unit, Choice choice) const {
    return choice && mutations[units[unit].mutations[choice - 1]].isAlternative;
  }

  const Program &program;
  TermContext &terms;
  llvm::ArrayRef<Mutation> mutations;
  std::vector<Unit> units;

private:
  UnwindOptions unwinding(unsigned bound, bool checkBounds);
  UnwindOptions options; ///< The formula refers to it.

public:
  UnwoundFormula formula;
  Term violation; ///< Some violation.
  std::vector<Term> inputNames;

private:
  std::vector<size_t> unitOf;
  std::vector<std::vector<Term>> values; ///< Of each definition, by choice.
  std::vector<Meaning> meanings;         ///< By number of the variable.
};

/// Values for all inputs of the formula, as bits; of mathematical integers the number itself.
using Sample = std::vector<uint64_t>;

/// As a sample holds it; nullopt if it is too large.
std::optional<uint64_t> bitsOfValue(const DataValue &value);

/// What the violation depends on: positions of definitions, sorted.
using Slice = std::vector<size_t>;

/// Evaluates terms on demand. A value is known, or *open*: it depends on a constant still to be found; or *outside*: it
/// is not to be looked at, or too large.
class FormulaRun {
public:
  explicit FormulaRun(MutantFormula &formula) : mutants(formula), current(formula.units.size(), 0) {}

  enum class State : uint8_t { Unset, Known, Open, Outside };
  struct Value {
    uint64_t bits = 0;
    State state = State::Unset;
    bool isKnown() const { return state == State::Known; }
    bool isTrue() const { return isKnown() && bits != 0; }
    bool isFalse() const { return isKnown() && bits == 0; }
    friend bool operator==(const Value &, const Value &) = default;
  };

  /// Which mutations the program has, one for each unit.
  void setCandidate(llvm::ArrayRef<Choice> choices);
  /// Constants for unknowns, by number; none: they are open.
  void setConstants(llvm::ArrayRef<uint64_t> values);
  /// Starts again with other inputs.
  void setSample(const Sample &inputs);

  /// The violation's value.
  Value violation() { return valueOf(mutants.violation); }
  Value valueOf(Term term) { return value(nodeOf(term), Main); }
  /// What remains of a term when everything that is known is put in.
  Term residual(Term term);

  /// What the violation, which is true or open, depends on.
  Slice slice();
  /// After slice(): whether another choice of a unit may change a value in it.
  bool mayChange(size_t unit, Choice choice);

private:
  using NodeId = uint32_t;
  struct Node {
    TermOp op = TermOp::Constant;
    uint8_t width = 0; ///< 0: of a mathematical integer; 1 for truth values.
    bool isBits = false;
    MutantFormula::Meaning meaning;
    uint64_t bits = 0; ///< Constant.
    uint32_t first = 0, count = 0;
    Term term = nullptr;
  };
  struct Memo {
    Value value;
    uint32_t round = 0;
  };
  /// Main: what the candidate does. Restricted: only what is in the slice has values.
  enum Mode { Main = 0, Restricted = 1 };

  NodeId nodeOf(Term term);
  NodeId definitionNode(size_t definition, Choice choice) { return nodeOf(mutants.valueOf(definition, choice)); }
  llvm::ArrayRef<NodeId> operands(const Node &node) const {
    return llvm::ArrayRef(operandTable).slice(node.first, node.count);
  }
  Value value(NodeId id, Mode mode);
  Value compute(NodeId id, Mode mode);
  Value ofVariable(const Node &node, Mode mode);
  Value ofJunction(NodeId id, Mode mode);
  Value ofConditional(NodeId id, Mode mode);
  Value ofOperands(NodeId id, Mode mode);
  static std::optional<uint64_t> apply(const Node &node, const Node &operand, llvm::ArrayRef<uint64_t> values);
  void mark(NodeId id);
  void markJunction(NodeId id);
  void markConditional(NodeId id);
  void markVariable(const Node &node);
  uint64_t weight(NodeId id);
  Term residual(NodeId id);
  Term constantOf(const Node &node, uint64_t bits) const;

  MutantFormula &mutants;
  std::vector<Choice> current;
  std::vector<uint64_t> constants;
  const Sample *sample = nullptr;
  std::vector<NodeId> nodeOfTerm; ///< By the term's id.
  std::vector<Node> nodes;
  std::vector<NodeId> operandTable;
  std::vector<Memo> memo[2];
  std::vector<uint32_t> marked, inSlice; ///< The round in which they were.
  std::vector<uint64_t> weights;
  std::vector<std::pair<Term, uint32_t>> residuals;
  Slice found;
  uint32_t round = 0, sliceRound = 0;
};

} // namespace tenon::seq

#endif // TENON_LIB_REPAIR_FORMULARUN_H
