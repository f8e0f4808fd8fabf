//===- tenon/Lts/Relations.h - Comparing two LTSs -------------------------===//

#ifndef TENON_LTS_RELATIONS_H
#define TENON_LTS_RELATIONS_H

#include "tenon/Lts/Lts.h"
#include "tenon/Lts/Minimize.h"
#include "tenon/Lts/Simulation.h"
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
  /// Bisimulations: a formula of least modal depth that holds on the left side and not on the right (leftHas is true).
  ///
  /// Strong: `true`, `false`, `<a>f` (some a-step leads to f), `[a]f` (all do), `(f && g && …)`, `(f || g || …)`, and
  /// the atoms `ERROR`, `END` and `!ERROR`, `!END` for the state itself; `<tau>f` is one silent step. Weak: the same
  /// with `<<a>>f` and `[[a]]f`: silent steps, an a-step, silent steps; with `tau` any number of silent steps, none
  /// included. Branching: `(f until <a>g)`: silent steps with f all along, in the first and the last state too, and
  /// then an a-step to g; with `tau` that last state itself may also satisfy g, without a step. And its negation `!(f
  /// until <a>g)`. A formula that would be too long has its common parts named: `f where X1 = …, X2 = …`.
  std::string formula;
  /// Simulation: a tree that one side can do and the other cannot; which side is `leftHas`.
  std::optional<SpelledTree> tree;
};

/// Compares two LTSs over their labels by text: trace equivalence (ERROR counts as an observation after which nothing
/// is distinguished), strong, weak or branching bisimilarity, or simulation of each by the other. Alphabets need not be
/// equal; only behavior is compared. Trace equivalence is exponential in the worst case and ends with an error when the
/// budget does.
llvm::Expected<ComparisonResult> compareLts(const Lts &left, const Lts &right, Equivalence equivalence,
                                            const Budget &budget);

/// Whether every trace of `left`, restricted to the labels of `right`'s alphabet, is a trace of `right` (trace
/// refinement); the evidence is a shortest, then least trace of `left`, with all its visible labels, that `right`
/// lacks. A trace that leads `left` into ERROR is matched only by one that leads `right` into ERROR, and a trace that
/// does not only by one that does not. Exponential in `right` in the worst case, polynomial in `left`.
llvm::Expected<ComparisonResult> refinesTraces(const Lts &left, const Lts &right, const Budget &budget);

} // namespace tenon

#endif // TENON_LTS_RELATIONS_H
