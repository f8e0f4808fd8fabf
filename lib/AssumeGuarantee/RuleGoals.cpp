//===- RuleGoals.cpp - Goals that name a rule -----------------------------===//

#include "tenon/AssumeGuarantee/RuleGoals.h"

using namespace llvm;

namespace tenon {

static CheckResult undecided(const Goal &goal, std::string reason) {
  CheckResult result;
  result.kind = CheckKind::Safety;
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

/// Nullopt, if there are no errors in the diagnostics, at a limit.
static std::optional<CheckResult> answer(const Goal &goal, Lowering &lowering, const VerifyOptions &options) {
  const Model &model = lowering.theModel();
  std::optional<DefinitionRef> property = model.findDefinition(goal.property.text);
  if (!property)
    return undecided(goal, "'" + goal.method + "' is for safety properties that are processes");
  std::optional<DefinitionRef> system = model.findDefinition(goal.subject.text);
  std::optional<Network> network = system ? lowering.network(*system) : lowering.defaultNetwork();
  std::optional<std::vector<Operand>> operands;
  if (network)
    operands = operandsOf(lowering, *network, system);
  LtsRef monitor = operands ? lowering.lts(*property) : nullptr;
  if (!monitor)
    return std::nullopt;
  warnOfForeignLabels(lowering.theDiagnostics(), goal, *monitor, *network);
  Expected<CheckResult> result =
      verify(*network, *operands, goal.property.text, monitor, options, lowering.theBudget());
  if (result)
    return std::move(*result);
  lowering.theDiagnostics().error(goal.range, toString(result.takeError()));
  return std::nullopt;
}

GoalRunner ruleRunner(VerifyOptions options) {
  return [options = std::move(options)](const Goal &goal, Lowering &lowering, std::vector<CheckResult> &results) {
    std::optional<Rule> rule = findRule(goal.method);
    if (goal.kind != Goal::Kind::Satisfies || !rule)
      return false;
    VerifyOptions own = options;
    own.rule = *rule;
    if (std::optional<CheckResult> result = answer(goal, lowering, own))
      results.push_back(std::move(*result));
    else if (lowering.limit() != Budget::Limit::None)
      results.push_back(undecided(goal, lowering.theBudget().describe(lowering.limit())));
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
