//===- Relations.cpp - Comparing two LTSs ---------------------------------===//

#include "tenon/Lts/Relations.h"

#include "DistinguishingFormula.h"
#include "Refinement.h"
#include "TraceRelations.h"

namespace tenon {
namespace {

/// Two LTSs side by side in one, with a common END.
struct Union {
  Lts lts;
  StateId rightInitial;
};

Union disjointUnion(const Lts &left, const Lts &right) {
  MergedLabels labels(left.alphabet(), right.alphabet());
  auto table = std::make_shared<LabelTable>();
  std::vector<LabelId> ids;
  for (const std::string &text : labels.texts)
    ids.push_back(table->intern(text));
  Alphabet alphabet(table, ids);

  StateId offset = left.stateCount();
  auto place = [&](StateId s) {
    if (s == ErrorState)
      return ErrorState;
    return left.end() && right.end() == s ? *left.end() : s + offset;
  };
  std::vector<size_t> rowStart{0};
  std::vector<Transition> transitions;
  transitions.reserve(left.transitionCount() + right.transitionCount());
  for (StateId s = 0; s < left.stateCount(); ++s) {
    for (const Transition &t : left.successors(s))
      transitions.push_back({labels.fromLeft[t.action], t.target});
    rowStart.push_back(transitions.size());
  }
  for (StateId s = 0; s < right.stateCount(); ++s) {
    for (const Transition &t : right.successors(s))
      transitions.push_back({labels.fromRight[t.action], place(t.target)});
    rowStart.push_back(transitions.size());
  }
  std::optional<StateId> end = left.end();
  if (!end && right.end())
    end = place(*right.end());
  Lts both =
      LtsBuilder::fromRows("", alphabet, std::move(rowStart), std::move(transitions), end, LtsBuilder::Keep::All);
  return {std::move(both), place(Lts::initial())};
}

llvm::Expected<Partition> refine(const Lts &lts, Equivalence equivalence, const Budget &budget) {
  switch (equivalence) {
  case Equivalence::Strong:
    return refineStrong(lts, budget);
  case Equivalence::Branching:
    return refineBranching(lts, budget);
  default:
    return refineWeak(lts, budget);
  }
}

llvm::Expected<ComparisonResult> compareBySimulation(const Lts &left, const Lts &right, const Budget &budget) {
  ComparisonResult result;
  for (bool leftHas : {true, false}) {
    SimulationSearch search =
        searchSimulation(std::make_shared<const Lts>(leftHas ? left : right), leftHas ? right : left, {}, budget);
    if (search.limit != Budget::Limit::None)
      return budgetError(budget, search.limit, "simulation");
    if (search.simulated)
      continue;
    result.equivalent = false;
    result.leftHas = leftHas;
    result.tree = std::move(search.tree);
    return result;
  }
  return result;
}

} // namespace

llvm::Expected<ComparisonResult> compareLts(const Lts &left, const Lts &right, Equivalence equivalence,
                                            const Budget &budget) {
  if (equivalence == Equivalence::Trace)
    return compareTraces(left, right, budget);
  if (equivalence == Equivalence::Simulation)
    return compareBySimulation(left, right, budget);
  Union both = disjointUnion(left, right);
  llvm::Expected<Partition> partition = refine(both.lts, equivalence, budget);
  if (!partition)
    return partition.takeError();
  uint32_t leftBlock = partition->blockOf[Lts::initial()], rightBlock = partition->blockOf[both.rightInitial];
  ComparisonResult result;
  result.equivalent = leftBlock == rightBlock;
  if (result.equivalent)
    return result;

  // The formula is about the quotient, which satisfies the same formulas.
  bool isStrong = equivalence == Equivalence::Strong;
  Lts small = quotient(both.lts, *partition, !isStrong, LtsBuilder::Keep::All);
  TauGraph graph(small, /*contractSilentCycles=*/!isStrong);
  uint32_t leftNode = graph.nodeOf(leftBlock), rightNode = graph.nodeOf(rightBlock);
  SignatureRefinement refinement(graph, equivalence, budget, /*keepTree=*/true);
  if (llvm::Error error = refinement.run(leftNode, rightNode))
    return error;
  result.leftHas = true;
  result.formula = distinguishingFormula(graph, refinement, equivalence, small.alphabet(), leftNode, rightNode);
  return result;
}

} // namespace tenon
