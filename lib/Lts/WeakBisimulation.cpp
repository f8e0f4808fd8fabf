//===- WeakBisimulation.cpp - Branching and weak bisimilarity ---------------===//

#include "SignatureRefinement.h"

namespace tenon {
namespace {

/// Classes by signatures of the states and, last, of ERROR.
llvm::Expected<std::vector<uint32_t>> classes(const Lts &lts, Equivalence equivalence, const Budget &budget) {
  TauGraph graph(lts, /*contractSilentCycles=*/true);
  SignatureRefinement refinement(graph, equivalence, budget);
  if (llvm::Error error = refinement.run())
    return error;
  std::vector<uint32_t> result;
  for (uint32_t node : graph.nodesOfStates())
    result.push_back(refinement.blockOf(node));
  return result;
}

/// Refines the quotient of a finer partition.
llvm::Expected<Partition> refineQuotient(const Lts &lts, llvm::Expected<Partition> finer, Equivalence equivalence,
                                         const Budget &budget) {
  if (!finer || !lts.hasTau())
    return finer;
  Lts small = quotient(lts, *finer, equivalence == Equivalence::Weak, LtsBuilder::Keep::All);
  if (!small.hasTau())
    return finer;
  llvm::Expected<std::vector<uint32_t>> classOfBlock = classes(small, equivalence, budget);
  if (!classOfBlock)
    return classOfBlock.takeError();
  std::vector<uint32_t> classOf;
  classOf.reserve(lts.stateCount() + 1);
  for (uint32_t block : finer->blockOf)
    classOf.push_back((*classOfBlock)[block]);
  classOf.push_back(classOfBlock->back());
  return canonicalPartition(classOf, lts.stateCount());
}

} // namespace

llvm::Expected<Partition> refineBranching(const Lts &lts, const Budget &budget) {
  return refineQuotient(lts, refineStrong(lts, budget), Equivalence::Branching, budget);
}

llvm::Expected<Partition> refineWeak(const Lts &lts, const Budget &budget) {
  return refineQuotient(lts, refineBranching(lts, budget), Equivalence::Weak, budget);
}

Partition branchingBisimulation(const Lts &lts) {
  return llvm::cantFail(refineBranching(lts, Budget()));
}

Partition weakBisimulation(const Lts &lts) {
  return llvm::cantFail(refineWeak(lts, Budget()));
}

} // namespace tenon
