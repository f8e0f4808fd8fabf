//===- Passes.cpp - Named passes over LTSs --------------------------------===//

#include "tenon/Lts/Passes.h"

#include "tenon/Lts/ErrorTransform.h"
#include "tenon/Lts/Minimize.h"
#include "tenon/Lts/Transform.h"

#include "llvm/ADT/STLExtras.h"

namespace tenon {

template <Equivalence Relation> static llvm::Expected<Lts> minimizePass(const Lts &lts, const Budget &budget) {
  return minimized(lts, Relation, budget);
}

static llvm::Expected<Lts> completePass(const Lts &lts, const Budget &) {
  if (!lts.isDeterministic())
    return llvm::createStringError(std::make_error_code(std::errc::invalid_argument),
                                   "'" + lts.name() + "' is not deterministic: run determinize first");
  return completedProperty(lts);
}

static llvm::Expected<Lts> completeSinkPass(const Lts &lts, const Budget &) {
  if (lts.hasTau())
    return llvm::createStringError(std::make_error_code(std::errc::invalid_argument),
                                   "'" + lts.name() + "' has silent steps: run determinize first");
  return completedWithSink(lts);
}

template <Lts (*Transform)(const Lts &)> static llvm::Expected<Lts> plainPass(const Lts &lts, const Budget &) {
  return Transform(lts);
}

static constexpr Pass Passes[] = {
    {"complete-property", "add a transition to ERROR for every label that a state lacks", completePass},
    {"complete-sink", "lead every label that a state lacks to a new state that lacks nothing", completeSinkPass},
    {"determinize", "eliminate tau and build subsets, keeping traces", determinized},
    {"drop-error", "delete the transitions to ERROR", plainPass<withoutError>},
    {"minimize-branching", "the quotient by branching bisimilarity", minimizePass<Equivalence::Branching>},
    {"minimize-simulation", "the least LTS that simulates it and that it simulates",
     minimizePass<Equivalence::Simulation>},
    {"minimize-strong", "the quotient by strong bisimilarity", minimizePass<Equivalence::Strong>},
    {"minimize-trace", "the least deterministic LTS with the same traces", minimizePass<Equivalence::Trace>},
    {"minimize-weak", "the quotient by weak bisimilarity", minimizePass<Equivalence::Weak>},
    {"propagate-error", "make ERROR of what comes to ERROR by silent steps alone", plainPass<propagateError>},
    {"prune-safe", "drop states from which ERROR cannot be reached", plainPass<pruneSafe>},
    {"reachable", "drop unreachable states and number the rest breadth first", plainPass<reachable>},
};

llvm::ArrayRef<Pass> allPasses() {
  return Passes;
}

const Pass *findPass(llvm::StringRef name) {
  const Pass *pass = llvm::find_if(Passes, [&](const Pass &p) { return p.name == name; });
  return pass == std::end(Passes) ? nullptr : pass;
}

} // namespace tenon
