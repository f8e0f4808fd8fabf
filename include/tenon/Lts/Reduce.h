//===- tenon/Lts/Reduce.h - Searching a reduced product -------------------===//
//
// The search for ERROR and deadlock with less than the reachable product: partial-order reduction leaves out
// interleavings, symmetry reduction leaves out states that differ only in the names of replicated components. What both
// do, and why nothing is missed, is told in docs/engine.md.
//
//===----------------------------------------------------------------------===//

#ifndef TENON_LTS_REDUCE_H
#define TENON_LTS_REDUCE_H

#include "tenon/Lts/Compose.h"

#include <string>
#include <vector>

namespace tenon {

/// Which reductions to use, where they apply.
struct Reductions {
  bool partialOrder = true;
  bool symmetry = true;
};

/// What a reduced search found. The traces are runs of the network itself.
struct ReducedSearch : SafetySearch {
  /// For each reduction a sentence: what it uses, or why it is off.
  std::vector<std::string> notes;
};

/// Breadth-first search of a part of the product that contains a deadlock if the product has one, and a move to ERROR
/// if the product has one. Verdicts are those of searchSafety(); traces are deterministic, but not always shortest, and
/// with `stopAtFirst` the search ends with whatever it finds first. Where no reduction applies, this is searchSafety().
///
/// Partial order: strong stubborn sets (Valmari, "Stubborn sets for reduced state space generation", 1990), for ERROR
/// with a condition against ignored actions that depends on the two states of a step only. Off where there is priority.
/// Symmetry: permutations of index values that are proven to be automorphisms; a state is replaced by one of its orbit
/// (Ip and Dill, "Better verification through symmetry", 1996). Off where none is found. Both are off with an observer.
///
/// Time per state: partial order, linear in the transitions of the components' states looked at; symmetry, linear in
/// the components moved. Space: as searchSafety(), and 4 bytes a state for the parents.
ReducedSearch searchReduced(const Network &network, const SafetyOptions &options, const Budget &budget,
                            const Reductions &reductions = {});

} // namespace tenon

#endif // TENON_LTS_REDUCE_H
