//===- CongruenceAnalysis.h - Linear congruences of all places ------------===//

#ifndef TENON_LIB_CHECK_CONGRUENCEANALYSIS_H
#define TENON_LIB_CHECK_CONGRUENCEANALYSIS_H

#include "LinearLattice.h"
#include "StepGraph.h"
#include "TermOctagon.h"

namespace tenon {

/// Abstract interpretation of a complete graph in lattices: which linear congruences hold between Ints, Bits and Bools
/// (as 0 or 1) at every node whenever a run is there. Bounds that are known tell that words do not wrap around, and
/// which conditions hold. Time O(steps * variables^3) for a round; a lattice grows only a few times.
class CongruenceAnalysis {
public:
  CongruenceAnalysis(const StepGraph &graph, const TermOctagon &meaning, const Budget &budget);

  /// `order`: of the nodes that can be reached. `bounds`: an octagon for each node. False if there is too much to do or
  /// the budget has ended: then nothing is known.
  bool run(llvm::ArrayRef<uint32_t> order, llvm::ArrayRef<Octagon> bounds);

  /// What holds at the node, as conditions.
  std::vector<Term> facts(uint32_t node) const;
  /// Makes the octagon smaller where its bounds are not what can be.
  void sharpen(uint32_t node, Octagon &octagon) const;

private:
  Congruence value(const Octagon &bounds, Term term) const;
  Congruence wrapped(const Octagon &bounds, Congruence sum, unsigned width) const;
  Congruence product(const Octagon &bounds, Term term) const;
  Congruence choice(const Octagon &bounds, Term term) const;
  Congruence unknown() const;
  Congruence constant(const llvm::DynamicAPInt &number) const;

  void assume(LinearLattice &lattice, const Octagon &bounds, Term condition, bool isTrue) const;
  void assumeEqual(LinearLattice &lattice, const Octagon &bounds, Term condition, bool isTrue) const;
  LinearLattice after(const LinearLattice &lattice, const Octagon &bounds, const GraphStep &step) const;
  LinearLattice initialState() const;

  bool isInput(unsigned dimension) const;
  Term conditionOf(const Congruence &sum) const;
  Term remainderCondition(const Congruence &sum, const Sort &sort) const;
  Term wordsCondition(const Congruence &sum, const Sort &sort) const;

  const StepGraph &graph;
  TermContext &terms;
  const TermOctagon &meaning;
  const Budget &budget;
  size_t dimensions;
  llvm::BitVector isWhole; ///< Dimensions whose values are integers.
  std::vector<LinearLattice> states;
};

} // namespace tenon

#endif // TENON_LIB_CHECK_CONGRUENCEANALYSIS_H
