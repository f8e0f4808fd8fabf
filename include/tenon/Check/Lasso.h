//===- tenon/Check/Lasso.h - Formulas on given runs -----------------------===//
//
// The meaning of temporal formulas, evaluated directly from the definitions on runs of the form
// prefix · cycle^ω. It shares nothing with the translation to automata, so that counterexamples
// can be certified with it.
//
//===----------------------------------------------------------------------===//

#ifndef TENON_CHECK_LASSO_H
#define TENON_CHECK_LASSO_H

#include "tenon/Sema/Model.h"

#include "llvm/ADT/ArrayRef.h"

#include <vector>

namespace tenon {

/// Whether the run whose steps have the labels of `prefix` and then, for ever, those of `cycle` satisfies a formula.
/// Position 1 is after the first step. A label that the formula does not mention, LabelTable::Tau among them, is a step
/// at which all its action propositions are false and its fluents keep their values. `cycle` is not empty.
/// O((|prefix| + |cycle|) · |formula|).
bool satisfies(const Model &model, const TemporalFormula &formula, llvm::ArrayRef<LabelId> prefix,
               llvm::ArrayRef<LabelId> cycle);

/// The fluents that a formula mentions, as sorted indices into Model::fluents.
std::vector<uint32_t> fluentsOf(const TemporalFormula &formula);

/// Those of some fluents that are true after each step of a finite run from the start. On a lasso the first pass
/// through the cycle may differ from the later ones, which are all alike.
std::vector<std::vector<uint32_t>> fluentsAt(const Model &model, llvm::ArrayRef<uint32_t> fluents,
                                             llvm::ArrayRef<LabelId> steps);

} // namespace tenon

#endif // TENON_CHECK_LASSO_H
