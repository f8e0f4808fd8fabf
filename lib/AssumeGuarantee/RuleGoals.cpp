//===- RuleGoals.cpp - Goals that name a rule -----------------------------===//

#include "tenon/AssumeGuarantee/RuleGoals.h"

#include "tenon/AssumeGuarantee/AutoVerifier.h"
#include "tenon/Lower/ProgramLowering.h"

using namespace llvm;

namespace tenon {

static CheckResult undecided(const Goal &goal, std::string reason) {
  CheckResult result;
  result.kind = goal.method == ruleName(Rule::Simulation) ? CheckKind::Simulation : CheckKind::Safety;
  result.system = goal.subject.text.str();
  result.property = goal.property.text.str();
  result.method = goal.method;
  result.reason = std::move(reason);
  return result;
}

/// What the rules prove of systems: `DEFAULT` is the composition of all processes.
static std::optional<std::vector<Operand>> operandsOf(Lowering &lowering, const Network &network,
                                                      const std::optional<DefinitionRef> &definition) {
  if (definition)
    return lowering.operands(*definition);
  std::vector<Operand> operands;
  for (const Component &component : network.components)
    operands.push_back({component.name, {component}});
  return operands;
}

namespace {

/// What the rules need of a goal.
struct Question {
  Network network;
  std::vector<Operand> operands;
  LtsRef monitor;
};

} // namespace

/// Nullopt, if there are no errors in the diagnostics, at a limit.
static std::optional<Question> questionOf(const Goal &goal, Lowering &lowering, DefinitionRef property) {
  std::optional<DefinitionRef> system = lowering.theModel().findDefinition(goal.subject.text);
  std::optional<Network> network = system ? lowering.network(*system) : lowering.defaultNetwork();
  std::optional<std::vector<Operand>> operands;
  if (network)
    operands = operandsOf(lowering, *network, system);
  LtsRef monitor = operands ? lowering.property(property, *network) : nullptr;
  if (!monitor)
    return std::nullopt;
  return Question{std::move(*network), std::move(*operands), std::move(monitor)};
}

/// Adds what was found; or the errors of the model, or the limit that was reached.
static void conclude(const Goal &goal, Lowering &lowering, Expected<CheckResult> result,
                     std::vector<CheckResult> &results) {
  if (result)
    results.push_back(std::move(*result));
  else
    lowering.theDiagnostics().error(goal.range, toString(result.takeError()));
}

static void concludeWithout(const Goal &goal, const Lowering &lowering, std::vector<CheckResult> &results) {
  if (lowering.limit() != Budget::Limit::None)
    results.push_back(undecided(goal, lowering.describeLimit()));
}

static void answer(const Goal &goal, Lowering &lowering, const VerifyOptions &options,
                   std::vector<CheckResult> &results) {
  std::optional<DefinitionRef> property = lowering.theModel().findDefinition(goal.property.text);
  if (!property) {
    results.push_back(undecided(goal, "'" + goal.method + "' is for safety properties that are processes"));
    return;
  }
  std::optional<Question> question = questionOf(goal, lowering, *property);
  if (!question)
    return concludeWithout(goal, lowering, results);
  warnOfForeignLabels(lowering.theDiagnostics(), goal, *question->monitor, question->network);
  conclude(goal, lowering,
           verify(question->network, question->operands, goal.property.text, question->monitor, options,
                  lowering.theBudget()),
           results);
}

/// False if the goal is the checker's.
static bool answerAutomatically(const Goal &goal, Lowering &lowering, const VerifyOptions &options,
                                std::vector<CheckResult> &results) {
  std::optional<DefinitionRef> property = lowering.theModel().findDefinition(goal.property.text);
  if (!property)
    return false;
  std::optional<Question> question = questionOf(goal, lowering, *property);
  if (!question && lowering.limit() == Budget::Limit::States) { // Not too many to reason about sets of them.
    lowering.setLimit(Budget::Limit::None);
    return false;
  }
  if (!question) {
    concludeWithout(goal, lowering, results);
    return true;
  }
  Expected<std::optional<CheckResult>> result = verifyAutomatically(
      question->network, question->operands, goal.property.text, question->monitor, options, lowering.theBudget());
  if (result && !*result)
    return false;
  warnOfForeignLabels(lowering.theDiagnostics(), goal, *question->monitor, question->network);
  conclude(goal, lowering, result ? Expected<CheckResult>(std::move(**result)) : result.takeError(), results);
  return true;
}

GoalRunner ruleRunner(VerifyOptions options) {
  return [options = std::move(options)](const Goal &goal, Lowering &lowering, std::vector<CheckResult> &results) {
    if (goal.kind != Goal::Kind::Satisfies)
      return false;
    const SystemModel *data = lowering.theModel().findSystem(goal.subject.text);
    std::string obstacle = data ? whyNotExplicit(*data) : "";
    if (goal.method == "auto")
      return obstacle.empty() && answerAutomatically(goal, lowering, options, results);
    std::optional<Rule> rule = findRule(goal.method);
    if (!rule)
      return false;
    if (!obstacle.empty()) {
      results.push_back(undecided(goal, "'" + goal.method + "' is for transition systems: " + obstacle));
      return true;
    }
    VerifyOptions own = options;
    own.rule = *rule;
    answer(goal, lowering, own, results);
    return true;
  };
}

Expected<LtsRef> asAssumption(const Lts &given, const std::shared_ptr<LabelTable> &table) {
  std::vector<LabelId> labels;
  for (LabelId label : given.alphabet().labels())
    labels.push_back(table->intern(given.alphabet().table()->text(label)));
  Alphabet alphabet(table, std::move(labels));
  LtsBuilder builder(alphabet);
  builder.reserveStates(given.stateCount());
  for (StateId s = 0; s < given.stateCount(); ++s)
    for (const Transition &t : given.successors(s)) {
      if (s == Lts::initial() && t.action == TauAction && t.target == ErrorState)
        return createStringError("the assumption '" + given.name() + "' comes to ERROR by itself and allows nothing");
      if (t.target != ErrorState)
        builder.addAction(s, t.action == TauAction ? TauAction : *alphabet.find(given.alphabet().text(t.action)),
                          t.target);
    }
  Lts translated = builder.build(given.name());
  if (!translated.isDeterministic())
    return createStringError("the assumption '" + given.name() +
                             "' has a choice between equal actions or a silent step; it must be deterministic");
  return std::make_shared<const Lts>(std::move(translated));
}

} // namespace tenon
