//===- tenon/Sema/FormulaExpander.h - Formulas with their parameters ------===//

#ifndef TENON_SEMA_FORMULAEXPANDER_H
#define TENON_SEMA_FORMULAEXPANDER_H

#include "tenon/Sema/Evaluator.h"

#include "llvm/ADT/DenseMap.h"

namespace tenon {

/// Expands resolved formulas: quantifiers become conjunctions and disjunctions (balanced trees), references to
/// assertions what they stand for, fluents and labels those of the model. The model's fluents have to be indexed. A
/// problem (an empty range, a fluent without that index, an assertion that is defined by itself, more than 2^20
/// instances) is reported to the diagnostics of the evaluator; the functions then answer null or false.
class FormulaExpander {
public:
  FormulaExpander(const Model &model, Evaluator &evaluator) : model(model), evaluator(evaluator) {}

  /// With actual parameters; empty: the defaults. Time and space O(size of the result).
  TemporalFormulaRef expand(const FormulaDeclaration &declaration, llvm::ArrayRef<Value> arguments);
  /// The labels of `+ set`, with actual parameters likewise.
  bool expandExtension(const FormulaDeclaration &declaration, llvm::ArrayRef<Value> arguments,
                       std::vector<LabelId> &labels);

  /// From now on, remembers in `map` where the formulas first name each label: the label itself, or the fluent that has
  /// it.
  void recordPlaces(llvm::DenseMap<LabelId, llvm::SMRange> &map) { places = &map; }

private:
  TemporalFormulaRef expand(const FormulaPattern &pattern, Environment &env);
  TemporalFormulaRef expandOperator(const FormulaPattern &pattern, Environment &env);
  TemporalFormulaRef expandQuantifier(const FormulaPattern &pattern, Environment &env);
  TemporalFormulaRef expandFluent(const FormulaPattern &pattern, Environment &env);
  void record(llvm::ArrayRef<LabelId> labels, llvm::SMRange place);
  TemporalFormulaRef expandReference(const FormulaPattern &pattern, const Environment &env);

  const Model &model;
  Evaluator &evaluator;
  llvm::DenseMap<LabelId, llvm::SMRange> *places = nullptr; ///< See recordPlaces().
  size_t instances = 0;                                     ///< Of the quantifiers of the formula at work.
  llvm::SmallVector<const FormulaDeclaration *, 4> parents; ///< Being expanded, to find circles.
};

} // namespace tenon

#endif // TENON_SEMA_FORMULAEXPANDER_H
