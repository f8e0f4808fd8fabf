//===- RegionShape.h - What a row of regions has in common ------*- C++ -*-===//

#ifndef TENON_LIB_REPAIR_REGIONSHAPE_H
#define TENON_LIB_REPAIR_REGIONSHAPE_H

#include "tenon/Logic/Smt.h"

namespace tenon {

/// The values of one quantity in each of a row of regions.
struct QuantityRow {
  using Number = llvm::DynamicAPInt;

  Term quantity = nullptr; ///< A variable, or a sum or difference of two: of sort Int, or a word.
  std::vector<std::optional<Number>> lows, highs; ///< None: without bound.

  /// How the row goes on: a bound that moves, moves for ever.
  std::optional<Number> low() const;
  std::optional<Number> high() const;
  bool isRising() const;
  bool isFalling() const;
  /// By how much all values move from region to region, if the last ones are alike.
  std::optional<Number> stride() const;

  /// `low <= quantity && quantity <= high`; what is not bounded is true.
  Term within(TermContext &terms, const std::optional<Number> &low, const std::optional<Number> &high) const;
  /// That its distance from where the row begins is one of those that recur; null if none do.
  Term recurring(TermContext &terms) const;
};

/// The rows of all variables in the regions, then of their sums and differences in pairs. Reals, truth values and
/// arrays are left out, and quantities of which nothing is known. Some queries for each bound.
std::vector<QuantityRow> quantityRows(SmtContext &context, llvm::ArrayRef<Term> regions, const Budget &budget);

} // namespace tenon

#endif // TENON_LIB_REPAIR_REGIONSHAPE_H
