//===- SymbolicState.h - Sets of states of one place ----------------------===//

#ifndef TENON_LIB_CHECK_SYMBOLICSTATE_H
#define TENON_LIB_CHECK_SYMBOLICSTATE_H

#include "StepGraph.h"

#include "tenon/Logic/Elimination.h"

namespace tenon {

/// The values that the variables of a view can have together: those of `store`, for all values of the symbols in it
/// with which the conditions are true. A symbol is a variable that stands for its own value, or a residual symbol.
/// Variables whose values do not matter have no entry.
struct SymbolicState {
  std::vector<Term> store;      ///< By position in the view; null where it does not matter.
  std::vector<Term> conditions; ///< Sorted by id.
  bool isExact = true;          ///< There are no residual symbols.
  /// Values of the symbols with which the conditions are true: constants, by position; then those of the residual ones.
  /// Empty if none are known.
  std::vector<Term> witness;
  std::vector<Term> residual;

  bool isConcrete() const;
};

/// Brings sets of states into a form in which equal sets are likely to be equal, and short however long the run is.
class StateNormalizer {
public:
  StateNormalizer(StepGraph &graph, SmtContext &smt, const Budget &budget);

  /// A step's symbols, before normalize(): inputs of the step under names that no state has.
  Term freshSymbol(const Sort &sort);
  /// Begins another step: names of freshSymbol() are used again.
  void restart() { symbolCount = 0; }

  /// The state that has these values and conditions, over the symbols of another state and fresh ones; `witness` tells
  /// the symbols' values (empty: unknown). Only live variables stay. Which symbols can be expressed by the variables
  /// is found by solving equations; what is left, by projection, if that is easy.
  SymbolicState normalize(std::vector<Term> store, std::vector<Term> conditions, const llvm::BitVector &live,
                          const llvm::DenseMap<VariableId, Term> &witness);

  /// The state as a condition on the variables: only of exact ones.
  Term formula(const SymbolicState &state) const;

private:
  class Task;
  friend class Task;
  Term primed(size_t position) const;

  StepGraph &graph;
  SmtContext &smt;
  TermContext &terms;
  const Budget &budget;
  VariableId firstPrimed, firstResidual, firstSymbol;
  VariableId symbolCount = 0;
};

} // namespace tenon

#endif // TENON_LIB_CHECK_SYMBOLICSTATE_H
