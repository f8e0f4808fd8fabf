//===- CellView.h - Arrays as one variable for each element ---------------===//

#ifndef TENON_LIB_CHECK_CELLVIEW_H
#define TENON_LIB_CHECK_CELLVIEW_H

#include "tenon/Program/ProgramSystem.h"

#include "llvm/ADT/DenseMap.h"

namespace tenon {

/// Short arrays are cut into cells, so that what is known of an element folds like any other value, and engines need no
/// theory of arrays. Longer ones stay.
class CellView {
public:
  static constexpr uint64_t MaxLength = 256, MaxCells = 1024;

  explicit CellView(const ProgramSystem &system);

  /// What engines work with: variables of the system that are not cut, and cells, in the order of the system. Their ids
  /// are those of the system, or greater.
  struct Variable {
    Term term;
    VariableId origin;                 ///< The variable of the system.
    std::optional<uint64_t> element;   ///< Of a cell.
    std::optional<Rational> low, high; ///< As at the variable.
  };
  llvm::ArrayRef<Variable> variables() const { return all; }
  /// No variable has this id or a greater one.
  VariableId firstFree() const { return nextId; }

  /// Whether arrays of this sort are cut: it depends on the length alone, so that all that are assigned to each other
  /// are the same.
  bool isCut(const Sort &sort) const { return sort.length <= cutLength; }
  /// A term that is no array, over the variables of this view.
  Term view(Term term);
  /// Element `k` of an array that is cut, or of a term over such arrays.
  Term cell(Term array, uint64_t k);
  /// The other way: cells become elements of their arrays.
  Term original(Term term) const;

private:
  Term viewNode(Term term);

  const ProgramSystem &system;
  TermContext &terms;
  std::vector<Variable> all;
  llvm::DenseMap<VariableId, std::vector<Term>> cellsOf;
  llvm::DenseMap<VariableId, Term> elementOf; ///< Of a cell.
  llvm::DenseMap<Term, Term> views;
  llvm::DenseMap<std::pair<Term, uint64_t>, Term> cells;
  VariableId nextId;
  uint64_t cutLength = 0;
};

} // namespace tenon

#endif // TENON_LIB_CHECK_CELLVIEW_H
