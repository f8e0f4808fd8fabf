//===- tenon/Lts/Minimize.h - Minimization by an equivalence --------------===//

#ifndef TENON_LTS_MINIMIZE_H
#define TENON_LTS_MINIMIZE_H

#include "tenon/Lts/Lts.h"
#include "tenon/Support/Budget.h"

#include "llvm/Support/Error.h"

namespace tenon {

/// A partition of states: the block of each state; blocks are numbered from 0 in order of their least state.
struct Partition {
  std::vector<uint32_t> blockOf;
  uint32_t blockCount = 0;
  /// Weak and branching bisimilarity: the block of the states that are equivalent to ERROR, because they silently end
  /// there and can do nothing else.
  std::optional<uint32_t> errorBlock;
};

/// Simulation: each side simulates the other (Lts/Simulation.h).
enum class Equivalence { Trace, Strong, Weak, Branching, Simulation };
llvm::StringRef equivalenceName(Equivalence e);

/// Strong bisimilarity. ERROR is a class of its own; END differs from every other state. Valmari's partition
/// refinement ("Simple Bisimilarity Minimization in O(m log n) Time", 2010).
Partition strongBisimulation(const Lts &lts);
/// Branching bisimilarity without divergence: tau-cycles are contracted first.
Partition branchingBisimulation(const Lts &lts);
/// Weak (observational) bisimilarity: refines on the branching quotient. Divergence is not observed.
Partition weakBisimulation(const Lts &lts);

/// The quotient by an equivalence, reachable states only, canonically numbered. For weak and branching equivalence
/// silent self-loops are dropped, and for weak also transitions implied by others. For Trace: determinized and
/// minimized (tau eliminated). For Simulation: minimizedBySimulation(). The alphabet is unchanged.
llvm::Expected<Lts> minimized(const Lts &lts, Equivalence equivalence, const Budget &budget);

} // namespace tenon

#endif // TENON_LTS_MINIMIZE_H
