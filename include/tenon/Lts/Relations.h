//===- tenon/Lts/Relations.h - Comparing two LTSs -------------------------===//

#ifndef TENON_LTS_RELATIONS_H
#define TENON_LTS_RELATIONS_H

#include "tenon/Lts/Lts.h"
#include "tenon/Lts/Minimize.h"
#include "tenon/Support/Budget.h"

#include "llvm/Support/Error.h"

namespace tenon {

/// The answer of a comparison and, where it is no, the evidence.
struct ComparisonResult {
  bool equivalent = true;
  /// Traces: a shortest trace that exactly one side has (labels; visible ones only).
  std::vector<std::string> trace;
  /// Traces: true if it is the left side that has it; for a formula: which side satisfies it.
  bool leftHas = false;
  /// Traces: the side that has the trace violates (reaches ERROR) with its last action.
  bool endsInError = false;
  /// Bisimulations: a Hennessy–Milner formula that holds on exactly one side, printed (`<a>[b]false`; `<<a>>` for weak
  /// and branching steps, `END`, `ERROR`).
  std::string formula;
};

/// Compares two LTSs over their labels by text: trace equivalence (ERROR counts as an observation after which nothing is
/// distinguished), strong, weak or branching bisimilarity. Alphabets need not be equal; only behavior is compared.
/// Trace equivalence is exponential in the worst case and ends with an error when the budget does.
llvm::Expected<ComparisonResult> compareLts(const Lts &left, const Lts &right, Equivalence equivalence,
                                            const Budget &budget);

/// Whether every trace of `left`, restricted to the labels of `right`'s alphabet, is a trace of `right` (trace
/// refinement); the evidence is a shortest trace of `left` that `right` lacks. Moves of `left` into ERROR are traces that
/// only a move of `right` into ERROR matches.
llvm::Expected<ComparisonResult> refinesTraces(const Lts &left, const Lts &right, const Budget &budget);

} // namespace tenon

#endif // TENON_LTS_RELATIONS_H
