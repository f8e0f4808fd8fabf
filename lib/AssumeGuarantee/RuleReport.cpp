//===- RuleReport.cpp - What rules have in common -------------------------===//

#include "RuleReport.h"

#include "WordAutomaton.h"

#include "tenon/Check/Certify.h"
#include "tenon/Lts/Formats.h"
#include "tenon/Lts/Interpreter.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace tenon {

Network networkOf(StringRef name, const std::shared_ptr<LabelTable> &table, std::vector<LtsRef> components) {
  Network network;
  network.name = name.str();
  network.table = table;
  for (LtsRef &component : components)
    network.components.push_back({component->name(), std::move(component)});
  return network;
}

static bool has(const Network &network, LabelId label) {
  return any_of(network.components, [label](const Component &c) { return c.lts->alphabet().contains(label); });
}

LabelId unusedLabel(const Network &network, StringRef stem, size_t number) {
  std::string text = (stem + "." + Twine(number)).str();
  while (true) {
    LabelId label = network.table->intern(text);
    if (!has(network, label))
      return label;
    text.insert(0, "_");
  }
}

LtsRef ErrorActions::withoutError(const LtsRef &side) {
  if (!side->hasError())
    return side;
  LabelId label = unusedLabel(whole, "error", errorLabels.size() + 1);
  errorLabels.push_back(label);
  std::vector<LabelId> labels = side->alphabet().labels();
  labels.push_back(label);
  Alphabet alphabet(side->alphabet().table(), std::move(labels));
  LtsBuilder builder(alphabet);
  builder.reserveStates(side->stateCount());
  StateId dead = builder.addState();
  builder.addAction(dead, *alphabet.find(label), dead);
  for (StateId s = 0; s < side->stateCount(); ++s)
    for (const Transition &t : side->successors(s))
      builder.addAction(s, t.action == TauAction ? TauAction : *alphabet.find(side->alphabet().label(t.action)),
                        t.target == ErrorState ? dead : t.target);
  return std::make_shared<const Lts>(builder.build(side->name()));
}

LtsRef ErrorActions::watcher() const {
  if (errorLabels.empty())
    return nullptr;
  LtsBuilder builder(whole.table);
  for (LabelId label : errorLabels)
    builder.add(0, label, ErrorState);
  builder.addState();
  return std::make_shared<const Lts>(builder.build("errors"));
}

Error indivisible(const Decomposition &decomposition) {
  bool hasParts = decomposition.whole.components.size() > 2; // The property is one.
  return createStringError(hasParts
                               ? "the split leaves '" + decomposition.system + "' on one side; two or more are needed"
                               : "'" + decomposition.system + "' cannot be divided: it has a single component");
}

void reportUncertified(const Budget &budget, CheckResult &result) {
  result.verdict = Verdict::Unknown;
  result.certified.reset();
  result.reason = "it holds, but was not certified: " + budget.describe(budget.causeOfFailure());
}

void certifyPremises(const std::shared_ptr<LabelTable> &table, std::vector<std::vector<LtsRef>> premises,
                     const Budget &budget, CheckResult &result) {
  result.certified = true;
  for (std::vector<LtsRef> &parts : premises) {
    std::optional<bool> holds =
        certifyAbsence(networkOf("premise", table, std::move(parts)), ReplayOutcome::Error, budget);
    if (!holds)
      return reportUncertified(budget, result);
    if (!*holds) {
      result.certified = false;
      return;
    }
  }
}

AssumptionReport describe(Lts assumption, std::string about) {
  AssumptionReport report;
  report.about = std::move(about);
  report.automaton.name = assumption.name();
  report.automaton.states = assumption.stateCount();
  report.automaton.transitions = assumption.transitionCount();
  for (Action action = 1; action <= assumption.alphabet().size(); ++action)
    report.automaton.alphabet.push_back(assumption.alphabet().text(action).str());
  raw_string_ostream source(report.automaton.source);
  // A label that FSP cannot spell leaves the source empty.
  consumeError(writeFsp(assumption, assumption.name(), source, {true, true}));
  report.lts = std::make_shared<const Lts>(std::move(assumption));
  return report;
}

Counterexample describe(const Network &network, const SafetySearch::Finding &finding) {
  Counterexample counterexample;
  for (const Step &step : finding.trace.steps) {
    Counterexample::Step &described = counterexample.trace.emplace_back();
    described.action = network.table->text(step.label).str();
    if (step.label != step.visibleLabel)
      described.hiddenAction = network.table->text(step.visibleLabel).str();
    for (uint32_t mover : step.movers)
      if (mover < network.components.size())
        described.movers.push_back(network.components[mover].name);
  }
  if (finding.culprit && *finding.culprit < network.components.size())
    counterexample.culprit = network.components[*finding.culprit].name;
  return counterexample;
}

/// The whole along the word.
static SafetySearch searchAlong(const Network &whole, const Alphabet &interface, ArrayRef<Action> word,
                                SafetyOptions options, const Budget &budget) {
  std::vector<Action> visible;
  for (Action action = 1; action <= interface.size(); ++action)
    if (has(whole, interface.label(action)))
      visible.push_back(action);
  Network guided = whole;
  guided.components.push_back(
      {"word", std::make_shared<const Lts>(wordAutomaton(interface, visible, projection(word, visible)))});
  options.maxStates = 0;
  return searchSafety(guided, options, budget);
}

void reportTrace(const Decomposition &decomposition, const SafetySearch::Finding &finding, const VerifyOptions &options,
                 CheckResult &result) {
  result.verdict = Verdict::Violated;
  result.counterexample = describe(decomposition.whole, finding);
  if (result.counterexample->culprit != decomposition.propertyName)
    result.reason = "the system itself reaches ERROR, in " + result.counterexample->culprit;
  if (options.certify)
    result.certified = canReplayTo(decomposition.whole, finding.trace, ReplayOutcome::Error);
}

void reportViolation(const Decomposition &decomposition, const Alphabet &interface, ArrayRef<Action> word,
                     const VerifyOptions &options, const Budget &budget, CheckResult &result) {
  const Network &whole = decomposition.whole;
  SafetyOptions safety;
  safety.wantDeadlock = false;
  safety.maxStates = options.shortestTraceStates;
  safety.jobs = options.jobs;
  SafetySearch found = searchSafety(whole, safety, budget);
  if (!found.error) {
    found = searchAlong(whole, interface, word, safety, budget);
    result.notes.push_back("the trace may be longer than necessary: the whole system is too large to search");
  }
  if (!found.error) {
    assert(found.limit != Budget::Limit::None && "a violating word has a run");
    result.reason = "it is violated, but the trace was not found: " + budget.describe(found.limit);
    return;
  }
  for (Step &step : found.error->trace.steps)
    llvm::erase_if(step.movers, [&](uint32_t mover) { return mover >= whole.components.size(); });
  reportTrace(decomposition, *found.error, options, result);
}

} // namespace tenon
