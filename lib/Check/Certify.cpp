//===- Certify.cpp - The independent checker ------------------------------===//
//
// The definitions of fsp-language §11, §13 and §14, written down as directly as possible.
//
//===----------------------------------------------------------------------===//

#include "tenon/Check/Certify.h"

#include "RunProperties.h"

#include "tenon/Check/Lasso.h"

#include "llvm/ADT/STLExtras.h"

#include <functional>

namespace tenon {

/// On positions of runs, each a configuration with fluents, or with what subformulas are true.
static constexpr size_t MaxPositions = 10 * MaxCertifiedConfigurations;

std::optional<bool> certifyAbsence(const Network &network, ReplayOutcome outcome, const Budget &budget) {
  Interpreter interpreter(network);
  std::set<Configuration> seen{interpreter.initial()};
  std::deque<Configuration> queue{interpreter.initial()};
  for (uint64_t count = 0; !queue.empty(); ++count) {
    if (count % 256 == 0 && budget.exceeded() != Budget::Limit::None)
      return std::nullopt;
    Configuration c = std::move(queue.front());
    queue.pop_front();
    std::vector<Interpreter::Move> moves = interpreter.moves(c);
    if (outcome == ReplayOutcome::Deadlock && moves.empty() && interpreter.outcome(c) == outcome)
      return false;
    for (Interpreter::Move &move : moves) {
      bool isError = isInError(move.target);
      if (isError && outcome == ReplayOutcome::Error)
        return false;
      if (!isError && seen.insert(move.target).second)
        queue.push_back(std::move(move.target));
    }
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Progress
//===----------------------------------------------------------------------===//

static bool violates(const std::set<LabelId> &actions, const ProgressRequirement &requirement) {
  auto occurs = [&](LabelId label) { return actions.count(label) != 0; };
  if (requirement.every)
    return !llvm::all_of(requirement.labels, occurs);
  return !llvm::any_of(requirement.labels, occurs) &&
         (!requirement.conditional || llvm::any_of(requirement.condition, occurs));
}

static std::set<LabelId> actionsOf(ConfigurationGraph &graph, const std::vector<uint32_t> &set) {
  std::set<LabelId> actions;
  for (uint32_t c : set)
    for (const ConfigurationGraph::Edge &edge : graph.edges(c))
      actions.insert(edge.label);
  return actions;
}

/// The terminal set of a configuration: all that can be reached from it, if all of that leads back and nothing into
/// ERROR; otherwise empty.
static std::vector<uint32_t> terminalSetOf(ConfigurationGraph &graph, uint32_t start) {
  std::vector<uint32_t> set = graph.reachableFrom(start);
  std::map<uint32_t, uint32_t> local;
  for (uint32_t c : set)
    local.emplace(c, static_cast<uint32_t>(local.size()));
  Rows next(set.size());
  for (uint32_t c : set)
    for (const ConfigurationGraph::Edge &edge : graph.edges(c)) {
      if (edge.target == ConfigurationGraph::Error)
        return {};
      next[local[c]].push_back(local[edge.target]);
    }
  return llvm::all_of(reachableNodes(reversed(next), {0}), [](bool leadsBack) { return leadsBack; })
             ? set
             : std::vector<uint32_t>();
}

/// How many terminal sets violate the requirement. Nullopt when a limit is met. Where there is none, ERROR must not be
/// near: `reachesError` says whether it is.
static std::optional<uint64_t> countViolations(ConfigurationGraph &graph, const ProgressRequirement &requirement,
                                               bool &reachesError) {
  std::vector<uint32_t> all = graph.reachableFrom(graph.initial());
  if (graph.isCutOff())
    return std::nullopt;
  // Whatever has a number can be reached, and numbers are consecutive.
  Rows next(all.size());
  for (uint32_t c : all)
    for (const ConfigurationGraph::Edge &edge : graph.edges(c))
      if (edge.target != ConfigurationGraph::Error)
        next[c].push_back(edge.target);
  std::vector<uint32_t> component = strongComponents(next);
  std::map<uint32_t, std::vector<uint32_t>> members;
  std::vector<bool> isLeft(all.size());
  reachesError = false;
  for (uint32_t c : all) {
    members[component[c]].push_back(c);
    for (const ConfigurationGraph::Edge &edge : graph.edges(c)) {
      bool isError = edge.target == ConfigurationGraph::Error;
      reachesError |= isError;
      if (isError || component[edge.target] != component[c])
        isLeft[component[c]] = true;
    }
  }
  uint64_t count = 0;
  for (const auto &[number, set] : members)
    count += !isLeft[number] && violates(actionsOf(graph, set), requirement);
  return count;
}

/// The terminal sets that a claimed one can be, each by its least configuration: the trace may have a choice.
static std::set<uint32_t> candidates(const Network &network, ConfigurationGraph &graph, const TerminalSet &set,
                                     const ProgressRequirement &requirement) {
  std::set<uint32_t> result;
  std::set<LabelId> claimed(set.actions.begin(), set.actions.end());
  if (!violates(claimed, requirement))
    return result;
  for (const Configuration &c : loopingConfigurations(network, set.run)) {
    std::vector<uint32_t> members = terminalSetOf(graph, graph.number(c));
    if (!members.empty() && members.size() == set.states && actionsOf(graph, members) == claimed)
      result.insert(*llvm::min_element(members));
  }
  return result;
}

/// Whether each claim can be given a set of its own (augmenting paths).
static bool canBeDistinct(const std::vector<std::set<uint32_t>> &claims) {
  std::map<uint32_t, size_t> owner;
  std::set<uint32_t> tried;
  std::function<bool(size_t)> assign = [&](size_t claim) {
    return llvm::any_of(claims[claim], [&](uint32_t set) {
      if (!tried.insert(set).second || (owner.count(set) && !assign(owner[set])))
        return false;
      owner[set] = claim;
      return true;
    });
  };
  for (size_t claim = 0; claim < claims.size(); ++claim) {
    tried.clear();
    if (!assign(claim))
      return false;
  }
  return true;
}

std::optional<bool> certifyProgress(const Network &network, const ProgressClaim &claim, const Budget &budget) {
  ConfigurationGraph graph(network, MaxCertifiedConfigurations, budget);
  std::vector<std::set<uint32_t>> sets;
  for (const TerminalSet *set : claim.sets)
    sets.push_back(candidates(network, graph, *set, claim.requirement));
  if (graph.isCutOff())
    return std::nullopt;
  if (!canBeDistinct(sets))
    return false;
  if (!claim.count)
    return true;
  if (*claim.count < sets.size())
    return false;
  bool reachesError = false;
  std::optional<uint64_t> count = countViolations(graph, claim.requirement, reachesError);
  if (!count)
    return sets.empty() ? std::nullopt : std::optional(true);
  return *count == *claim.count && (*count != 0 || !reachesError) && sets.empty() == (*count == 0);
}

//===----------------------------------------------------------------------===//
// Temporal formulas
//===----------------------------------------------------------------------===//

/// The labels that steps can have, after hiding.
static std::set<LabelId> occurringLabels(const Network &network) {
  std::set<LabelId> labels;
  for (const Component &component : network.components)
    for (LabelId label : component.lts->alphabet().labels())
      if (!network.hiding || !network.hiding->hides(label))
        labels.insert(label);
  return labels;
}

static std::vector<LabelId> labelsOf(llvm::ArrayRef<Step> steps) {
  std::vector<LabelId> labels;
  for (const Step &step : steps)
    labels.push_back(step.label);
  return labels;
}

namespace {

/// What both directions need.
class FormulaCertifier {
public:
  FormulaCertifier(const Network &source, const FormulaQuestion &asked, const Budget &budget)
      : network(source), question(asked), formula(asked.model, asked.formula), occurring(occurringLabels(source)),
        graph(source, MaxCertifiedConfigurations, budget) {}

  std::optional<bool> holds();
  std::optional<bool> isBadPrefix(const Trace &trace);
  std::optional<bool> isViolation(const Lasso &run);

private:
  std::optional<RunGraph> runs(const std::vector<LabelId> &prefix, uint32_t from) {
    RunGraphOptions options;
    options.rests = question.choice == Choice::Fair;
    options.limit = MaxPositions;
    return RunGraphBuilder(formula, graph, occurring, options).build(prefix, from);
  }
  std::optional<bool> failsAlmostSurely(const std::vector<LabelId> &prefix, const Configuration &c);

  const Network &network;
  const FormulaQuestion &question;
  FlatFormula formula;
  std::set<LabelId> occurring;
  ConfigurationGraph graph;
};

std::optional<bool> FormulaCertifier::holds() {
  std::optional<RunGraph> all = runs({}, graph.initial());
  if (!all)
    return std::nullopt;
  if (question.choice == Choice::Fair) {
    std::optional<Outcomes> outcomes = randomOutcomes(*all, formula, MaxPositions);
    return outcomes ? std::optional(!outcomes->canFail) : std::nullopt;
  }
  std::optional<RunGraph> anything = question.byPrefix ? runs({}, RunGraphBuilder::Chaos) : std::nullopt;
  if (question.byPrefix && !anything)
    return std::nullopt;
  ValuedRuns valued(question.byPrefix ? *anything : *all, formula, MaxPositions);
  if (valued.isCutOff())
    return std::nullopt;
  if (!question.byPrefix)
    return !valued.someRun(false);
  std::optional<bool> isBad = hasBadPrefix(*all, formula, valued, MaxPositions);
  return isBad ? std::optional(!*isBad) : std::nullopt;
}

std::optional<bool> FormulaCertifier::isBadPrefix(const Trace &trace) {
  if (!replay(network, trace))
    return false;
  std::optional<RunGraph> continuations = runs(labelsOf(trace.steps), RunGraphBuilder::Chaos);
  if (!continuations)
    return std::nullopt;
  ValuedRuns valued(*continuations, formula, MaxPositions);
  return valued.isCutOff() ? std::nullopt : std::optional(!valued.someRun(true));
}

std::optional<bool> FormulaCertifier::failsAlmostSurely(const std::vector<LabelId> &prefix, const Configuration &c) {
  uint32_t start = graph.number(c);
  bool isTerminal = !terminalSetOf(graph, start).empty();
  if (graph.isCutOff())
    return std::nullopt;
  std::optional<RunGraph> continuations = isTerminal ? runs(prefix, start) : std::nullopt;
  std::optional<Outcomes> outcomes =
      continuations ? randomOutcomes(*continuations, formula, MaxPositions) : std::nullopt;
  if (isTerminal && !outcomes)
    return std::nullopt;
  return isTerminal && !outcomes->canHold;
}

std::optional<bool> FormulaCertifier::isViolation(const Lasso &run) {
  std::vector<LabelId> prefix = labelsOf(run.prefix.steps), cycle = labelsOf(run.cycle);
  bool rests = run.cycle.size() == 1 && run.cycle.front().movers.empty();
  if (satisfies(question.model, question.formula, prefix, cycle) || (rests && question.choice == Choice::Arbitrary))
    return false;
  std::set<Configuration> ends = loopingConfigurations(network, run);
  if (question.choice == Choice::Arbitrary)
    return !ends.empty();
  for (const Configuration &c : ends)
    if (std::optional<bool> fails = failsAlmostSurely(prefix, c); !fails || *fails)
      return fails;
  return false;
}

} // namespace

std::optional<bool> certifyFormula(const Network &network, const FormulaQuestion &question, const Budget &budget) {
  return FormulaCertifier(network, question, budget).holds();
}

std::optional<bool> certifyViolation(const Network &network, const FormulaQuestion &question, const Lasso &run,
                                     const Budget &budget) {
  FormulaCertifier certifier(network, question, budget);
  return run.cycle.empty() ? certifier.isBadPrefix(run.prefix) : certifier.isViolation(run);
}

} // namespace tenon
