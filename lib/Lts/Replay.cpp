//===- Replay.cpp - Running a trace through a network ---------------------===//

#include "tenon/Lts/Interpreter.h"

#include "llvm/ADT/STLExtras.h"

namespace tenon {

/// The configurations that steps can lead to.
static std::set<Configuration> follow(const Interpreter &interpreter, std::set<Configuration> current,
                                      llvm::ArrayRef<Step> steps) {
  for (const Step &step : steps) {
    llvm::SmallVector<uint32_t, 2> movers = step.movers;
    llvm::sort(movers);
    std::set<Configuration> next;
    for (const Configuration &c : current)
      for (Interpreter::Move &move : interpreter.moves(c))
        if (move.label == step.label && move.visibleLabel == step.visibleLabel && move.movers == movers)
          next.insert(std::move(move.target));
    current = std::move(next);
  }
  return current;
}

/// All outcomes that the choices along a trace can lead to.
static std::set<ReplayOutcome> outcomes(const Network &network, const Trace &trace) {
  Interpreter interpreter(network);
  std::set<ReplayOutcome> result;
  for (const Configuration &c : follow(interpreter, {interpreter.initial()}, trace.steps))
    result.insert(interpreter.outcome(c));
  return result;
}

std::optional<ReplayOutcome> replay(const Network &network, const Trace &trace) {
  std::set<ReplayOutcome> all = outcomes(network, trace);
  for (ReplayOutcome worst : {ReplayOutcome::Error, ReplayOutcome::Deadlock, ReplayOutcome::Terminated})
    if (all.count(worst))
      return worst;
  return all.empty() ? std::nullopt : std::optional(ReplayOutcome::Running);
}

bool canReplayTo(const Network &network, const Trace &trace, ReplayOutcome outcome) {
  return outcomes(network, trace).count(outcome) != 0;
}

std::set<Configuration> loopingConfigurations(const Network &network, const Lasso &run) {
  Interpreter interpreter(network);
  bool rests = run.cycle.empty() || (run.cycle.size() == 1 && run.cycle.front().movers.empty());
  std::set<Configuration> result;
  for (const Configuration &c : follow(interpreter, {interpreter.initial()}, run.prefix.steps))
    if (!isInError(c) && (rests ? interpreter.moves(c).empty() : follow(interpreter, {c}, run.cycle).count(c) != 0))
      result.insert(c);
  return result;
}

bool canReplay(const Network &network, const Lasso &run) {
  return !loopingConfigurations(network, run).empty();
}

} // namespace tenon
