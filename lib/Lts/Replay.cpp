//===- Replay.cpp - Running a trace through a network ---------------------===//
//
// The independent checker of traces. It knows the rules of composition and nothing of the search.
//
//===----------------------------------------------------------------------===//

#include "tenon/Lts/Liveness.h"

#include "llvm/ADT/STLExtras.h"

#include <set>

namespace tenon {

namespace {

/// One state for each component; ErrorState where it is in ERROR.
using Configuration = std::vector<StateId>;

bool inError(const Configuration &c) {
  return llvm::is_contained(c, ErrorState);
}

class Interpreter {
public:
  explicit Interpreter(const Network &source) : network(source) {}

  /// The configurations after one step by `label`, moved by `movers`; priority is respected.
  std::set<Configuration> step(const Configuration &from, LabelId label, llvm::ArrayRef<uint32_t> movers) const;
  ReplayOutcome outcome(const Configuration &c) const;

private:
  bool offers(size_t component, StateId s, LabelId label) const;
  bool isEnabled(const Configuration &c, LabelId label) const;
  bool isSuppressed(const Configuration &c, LabelId label) const;
  std::set<LabelId> allLabels() const;
  bool isTermination(const Configuration &c) const;

  const Network &network;
};

bool Interpreter::offers(size_t component, StateId s, LabelId label) const {
  const Lts &lts = *network.components[component].lts;
  return llvm::any_of(lts.successors(s), [&](const Transition &t) { return lts.alphabet().label(t.action) == label; });
}

bool Interpreter::isEnabled(const Configuration &c, LabelId label) const {
  bool someone = false;
  for (size_t i = 0; i < c.size(); ++i) {
    bool offered = offers(i, c[i], label);
    if (label != LabelTable::Tau && network.components[i].lts->alphabet().contains(label) && !offered)
      return false;
    someone |= offered;
  }
  return someone;
}

std::set<LabelId> Interpreter::allLabels() const {
  std::set<LabelId> labels{LabelTable::Tau};
  for (const Component &component : network.components)
    for (LabelId label : component.lts->alphabet().labels())
      labels.insert(label);
  return labels;
}

/// Whether `label` is low while something that is not low is possible.
bool Interpreter::isSuppressed(const Configuration &c, LabelId label) const {
  if (!network.priority || !network.priority->isLow(label, network.table->text(label)))
    return false;
  return llvm::any_of(allLabels(), [&](LabelId other) {
    return !network.priority->isLow(other, network.table->text(other)) && isEnabled(c, other);
  });
}

std::set<Configuration> Interpreter::step(const Configuration &from, LabelId label,
                                          llvm::ArrayRef<uint32_t> movers) const {
  if (!isEnabled(from, label) || isSuppressed(from, label))
    return {};
  for (uint32_t i = 0; i < from.size(); ++i)
    if (label != LabelTable::Tau &&
        network.components[i].lts->alphabet().contains(label) != llvm::is_contained(movers, i))
      return {};
  if (movers.empty() || (label == LabelTable::Tau && movers.size() != 1))
    return {};
  std::set<Configuration> results{from};
  for (uint32_t i : movers) {
    if (i >= from.size())
      return {};
    const Lts &lts = *network.components[i].lts;
    std::set<Configuration> next;
    for (const Configuration &c : results)
      for (const Transition &t : lts.successors(from[i]))
        if (lts.alphabet().label(t.action) == label) {
          Configuration moved = c;
          moved[i] = t.target;
          next.insert(std::move(moved));
        }
    results = std::move(next);
  }
  return results;
}

bool Interpreter::isTermination(const Configuration &c) const {
  std::set<LabelId> terminating;
  bool some = false;
  for (size_t i = 0; i < c.size(); ++i) {
    const Lts &lts = *network.components[i].lts;
    if (!lts.end())
      continue;
    if (c[i] != *lts.end())
      return false;
    if (network.ltsaEndRule && *lts.end() == Lts::initial())
      continue;
    some = true;
    for (LabelId label : lts.alphabet().labels())
      terminating.insert(label);
  }
  return some && llvm::all_of(allLabels(),
                              [&](LabelId label) { return label == LabelTable::Tau || terminating.count(label) != 0; });
}

ReplayOutcome Interpreter::outcome(const Configuration &c) const {
  if (inError(c))
    return ReplayOutcome::Error;
  if (llvm::any_of(allLabels(), [&](LabelId label) { return isEnabled(c, label); }))
    return ReplayOutcome::Running;
  return isTermination(c) ? ReplayOutcome::Terminated : ReplayOutcome::Deadlock;
}

} // namespace

/// The configurations that steps can lead to.
static std::set<Configuration> follow(const Network &network, std::set<Configuration> current,
                                      llvm::ArrayRef<Step> steps) {
  Interpreter interpreter(network);
  for (const Step &step : steps) {
    bool isHidden = network.hiding && step.visibleLabel != LabelTable::Tau && network.hiding->hides(step.visibleLabel);
    if (step.label != (isHidden ? LabelTable::Tau : step.visibleLabel))
      return {};
    std::set<Configuration> next;
    for (const Configuration &c : current)
      if (!inError(c))
        next.merge(interpreter.step(c, step.visibleLabel, step.movers));
    current = std::move(next);
  }
  return current;
}

static std::set<Configuration> initialConfiguration(const Network &network) {
  return {Configuration(network.components.size(), Lts::initial())};
}

/// All outcomes that the choices along a trace can lead to.
static std::set<ReplayOutcome> outcomes(const Network &network, const Trace &trace) {
  Interpreter interpreter(network);
  std::set<ReplayOutcome> result;
  for (const Configuration &c : follow(network, initialConfiguration(network), trace.steps))
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

bool canReplay(const Network &network, const Lasso &run) {
  Interpreter interpreter(network);
  bool rests = run.cycle.size() == 1 && run.cycle.front().movers.empty();
  for (const Configuration &c : follow(network, initialConfiguration(network), run.prefix.steps)) {
    if (inError(c))
      continue;
    bool isOver = interpreter.outcome(c) != ReplayOutcome::Running;
    if (run.cycle.empty() || rests ? isOver : follow(network, {c}, run.cycle).count(c) != 0)
      return true;
  }
  return false;
}

bool canReplayTo(const Network &network, const Trace &trace, ReplayOutcome outcome) {
  return outcomes(network, trace).count(outcome) != 0;
}

} // namespace tenon
