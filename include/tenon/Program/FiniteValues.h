//===- tenon/Program/FiniteValues.h - Terms over small values --------------===//
//
// Evaluates terms over variables of finite types fast enough to enumerate states: the values of all variables are one
// row of 64-bit numbers, an array one number for each element. What does not fit falls back on evaluate().
//
//===----------------------------------------------------------------------===//

#ifndef TENON_PROGRAM_FINITEVALUES_H
#define TENON_PROGRAM_FINITEVALUES_H

#include "tenon/Program/Program.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"

namespace tenon {

using ValueRow = llvm::ArrayRef<int64_t>;

/// Where the variables stand in a row.
class RowLayout {
public:
  explicit RowLayout(llvm::ArrayRef<ProgramVariable> variables);
  size_t offset(VariableId id) const { return offsets[id]; }
  size_t size(VariableId id) const { return offsets[id + 1] - offsets[id]; }
  size_t rowSize() const { return offsets.back(); }
  DataValue valueOf(VariableId id, ValueRow row) const;

private:
  std::vector<Sort> sorts;
  std::vector<size_t> offsets;
};

/// The numbers that a variable (an element of it) can have: low .. high.
struct SmallDomain {
  int64_t low = 0, high = 0;
  uint64_t size() const { return static_cast<uint64_t>(high - low) + 1; }
  bool contains(const Rational &value) const {
    return value.denominator == 1 && value.numerator >= low && value.numerator <= high;
  }
};

/// Nothing if there are more than 2^16 of them.
std::optional<SmallDomain> smallDomainOf(const ProgramVariable &variable);

/// All values of a sort whose numbers are in the domain, and between `low` and `high` where these are given.
std::vector<DataValue> valuesBetween(const Sort &sort, SmallDomain domain, const std::optional<Rational> &low,
                                     const std::optional<Rational> &high);

/// `ch.v`; for an array, its elements one after the other.
LabelId valueLabel(LabelTable &labels, LabelId channel, const DataValue &value);

/// Which variables are read before they are written, at each location.
std::vector<llvm::BitVector> liveVariables(const Program &program, size_t variableCount);

/// Evaluates terms; keeps what it compiled them to.
class RowEvaluator {
public:
  explicit RowEvaluator(const RowLayout &rowLayout) : layout(rowLayout) {}

  DataValue evaluate(Term term, ValueRow row);
  Rational scalar(Term term, ValueRow row);
  /// Of a condition; null is true.
  bool holds(Term condition, ValueRow row);

private:
  struct Instruction {
    TermOp op;
    Sort sort;
    int64_t constant = 0;
    size_t place = 0; ///< In the row: Variable; Select from a variable.
    llvm::SmallVector<uint32_t, 3> operands;
  };
  struct Compiled {
    bool fits = true; ///< No operator that only evaluate() knows.
    std::vector<Instruction> instructions;
  };

  const Compiled &compile(Term term);
  bool compileNode(Term node, const llvm::DenseMap<Term, uint32_t> &numberOf, Instruction &instruction);
  std::optional<int64_t> run(const Compiled &compiled, ValueRow row);
  std::optional<int64_t> step(const Instruction &instruction, ValueRow row);

  const RowLayout &layout;
  llvm::DenseMap<Term, Compiled> compiledTerms;
  std::vector<int64_t> registers;
};

} // namespace tenon

#endif // TENON_PROGRAM_FINITEVALUES_H
