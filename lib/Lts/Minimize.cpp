//===- Minimize.cpp - Quotients -------------------------------------------===//

#include "tenon/Lts/Minimize.h"

#include "Refinement.h"

#include "tenon/Lts/Simulation.h"
#include "tenon/Lts/Transform.h"

namespace tenon {

llvm::StringRef equivalenceName(Equivalence e) {
  switch (e) {
  case Equivalence::Trace:
    return "trace";
  case Equivalence::Strong:
    return "strong";
  case Equivalence::Weak:
    return "weak";
  case Equivalence::Branching:
    return "branching";
  case Equivalence::Simulation:
    return "simulation";
  }
  return "";
}

llvm::Error budgetError(const Budget &budget, Budget::Limit limit, llvm::StringRef what) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), "%s: %s", what.str().c_str(),
                                 budget.describe(limit).c_str());
}

Partition canonicalPartition(llvm::ArrayRef<uint32_t> classOf, StateId states) {
  Partition result;
  result.blockOf.resize(states);
  std::vector<uint32_t> blockOfClass(*std::max_element(classOf.begin(), classOf.end()) + 1, None);
  for (StateId s = 0; s < states; ++s) {
    uint32_t &block = blockOfClass[classOf[s]];
    if (block == None)
      block = result.blockCount++;
    result.blockOf[s] = block;
  }
  if (classOf.size() > states && blockOfClass[classOf[states]] != None)
    result.errorBlock = blockOfClass[classOf[states]];
  return result;
}

Lts quotient(const Lts &lts, const Partition &partition, bool silentInside, LtsBuilder::Keep keep) {
  std::vector<size_t> rowStart{0};
  std::vector<Transition> transitions;
  std::vector<StateId> order(lts.stateCount());
  std::vector<size_t> blockStart(partition.blockCount + 1, 0);
  for (StateId s = 0; s < lts.stateCount(); ++s)
    ++blockStart[partition.blockOf[s] + 1];
  for (uint32_t b = 0; b < partition.blockCount; ++b)
    blockStart[b + 1] += blockStart[b];
  std::vector<size_t> next(blockStart.begin(), blockStart.end() - 1);
  for (StateId s = 0; s < lts.stateCount(); ++s)
    order[next[partition.blockOf[s]]++] = s;

  auto blockOf = [&](StateId s) {
    if (s == ErrorState || partition.blockOf[s] == partition.errorBlock)
      return ErrorState;
    return partition.blockOf[s];
  };
  for (uint32_t block = 0; block < partition.blockCount; ++block) {
    if (block == partition.errorBlock) {
      transitions.push_back({TauAction, ErrorState});
    } else {
      size_t last = silentInside ? blockStart[block + 1] : blockStart[block] + 1;
      for (size_t i = blockStart[block]; i < last; ++i)
        for (const Transition &t : lts.successors(order[i])) {
          StateId target = blockOf(t.target);
          if (!silentInside || t.action != TauAction || target != block)
            transitions.push_back({t.action, target});
        }
    }
    rowStart.push_back(transitions.size());
  }
  std::optional<StateId> end;
  if (lts.end())
    end = partition.blockOf[*lts.end()];
  return LtsBuilder::fromRows(lts.name(), lts.alphabet(), std::move(rowStart), std::move(transitions), end, keep);
}

llvm::Expected<Lts> minimized(const Lts &lts, Equivalence equivalence, const Budget &budget) {
  using Keep = LtsBuilder::Keep;
  if (equivalence == Equivalence::Simulation)
    return minimizedBySimulation(lts, budget);
  if (equivalence == Equivalence::Trace) {
    llvm::Expected<Lts> deterministic = determinized(lts, budget);
    if (!deterministic)
      return deterministic.takeError();
    return minimized(*deterministic, Equivalence::Strong, budget);
  }
  llvm::Expected<Partition> partition = equivalence == Equivalence::Strong      ? refineStrong(lts, budget)
                                        : equivalence == Equivalence::Branching ? refineBranching(lts, budget)
                                                                                : refineWeak(lts, budget);
  if (!partition)
    return partition.takeError();
  Lts result = quotient(lts, *partition, equivalence != Equivalence::Strong, Keep::Reachable);
  if (equivalence != Equivalence::Weak)
    return result;
  llvm::Expected<Lts> essential = essentialTransitions(result, budget);
  if (!essential)
    return essential.takeError();
  return essential;
}

} // namespace tenon
