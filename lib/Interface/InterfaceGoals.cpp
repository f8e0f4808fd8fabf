//===- InterfaceGoals.cpp - Questions about interfaces --------------------===//

#include "tenon/Interface/InterfaceGoals.h"

#include "InterfaceAlphabet.h"
#include "InterfaceNames.h"

#include "tenon/Interface/CertifyInterface.h"
#include "tenon/Lower/ProgramLowering.h"
#include "tenon/Lts/Formats.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace tenon {

namespace {

/// One question, from the model to the result.
class InterfaceTask {
public:
  InterfaceTask(Lowering &lowering, const InterfaceQuestion &question, const InterfaceOptions &options)
      : lowering(lowering), model(lowering.theModel()), budget(lowering.theBudget()), question(question),
        options(options) {
    result.kind = CheckKind::Interface;
    result.system = model.definitionName(question.component).str();
    if (question.property)
      result.property = model.definitionName(*question.property).str();
  }

  std::optional<CheckResult> find();
  std::optional<CheckResult> check(const Lts &given);

private:
  /// False if there is nothing to go on with; answer() then.
  bool prepare(const Lts *given);
  bool compose();
  void warnOfForeignProperty() const;
  void chooseAlphabet(std::vector<LabelId> visible, const Lts *given);
  /// The result, or nullopt if there are diagnostics instead.
  std::optional<CheckResult> unknown(Budget::Limit limit);

  void describe(const FoundInterface &found);
  void write(const Lts &interface);
  std::vector<std::string> texts(ArrayRef<Action> word) const;
  void setRun(ArrayRef<Action> run);
  bool isLegal(ArrayRef<Action> word) const;
  void certify(const Lts &interface, bool permissive);
  void certifyFound(const FoundInterface &found);
  void certifyGiven(const Lts &interface, const WordSearch &allowed, const WordSearch &forbidden);

  Lowering &lowering;
  const Model &model;
  const Budget &budget;
  const InterfaceQuestion &question;
  const InterfaceOptions &options;
  CheckResult result;
  LtsRef component, property;
  LtsRef system; ///< Both composed.
  Alphabet alphabet;
};

} // namespace

static std::string plural(uint64_t count, StringRef noun) {
  return (Twine(count) + " " + noun + (count == 1 ? "" : "s")).str();
}

std::optional<CheckResult> InterfaceTask::unknown(Budget::Limit limit) {
  if (limit == Budget::Limit::None)
    return std::nullopt;
  result.verdict = Verdict::Unknown;
  result.reason = limit == lowering.limit() ? lowering.describeLimit() : budget.describe(limit);
  result.interface.reset();
  return std::move(result);
}

//===----------------------------------------------------------------------===//
// The system and its alphabet
//===----------------------------------------------------------------------===//

bool InterfaceTask::compose() {
  component = lowering.lts(question.component);
  if (!component || !question.property) {
    system = component;
    return system != nullptr;
  }
  property = lowering.property(*question.property, component->alphabet());
  if (!property)
    return false;
  warnOfForeignProperty();
  Network network;
  network.name = component->name();
  network.table = model.labels;
  network.components = {{property->name(), property}, {component->name(), component}};
  Expected<Lts> composed = tenon::compose(network, budget);
  if (!composed) {
    lowering.outOfBudget(composed.takeError());
    return false;
  }
  system = std::make_shared<const Lts>(std::move(*composed));
  return true;
}

/// Then the interface says how the environment has to keep to the property by itself.
void InterfaceTask::warnOfForeignProperty() const {
  auto isShared = [&](LabelId label) { return component->alphabet().contains(label); };
  if (none_of(property->alphabet().labels(), isShared))
    lowering.theDiagnostics().warning(SMRange(),
                                      "property '" + result.property + "' has no action of '" + result.system + "'");
}

void InterfaceTask::chooseAlphabet(std::vector<LabelId> visible, const Lts *given) {
  for (Action action = 1; given && options.alphabet.empty() && action <= given->alphabet().size(); ++action)
    visible.push_back(model.labels->intern(given->alphabet().text(action)));
  alphabet = Alphabet(model.labels, std::move(visible));
  InterfaceReport &report = result.interface.emplace();
  for (Action letter = 1; letter <= alphabet.size(); ++letter)
    report.alphabet.push_back(alphabet.text(letter).str());
  for (Action action = 1; action <= system->alphabet().size(); ++action)
    if (!alphabet.contains(system->alphabet().label(action)))
      report.internal.push_back(system->alphabet().text(action).str());
}

bool InterfaceTask::prepare(const Lts *given) {
  if (!compose())
    return false;
  std::optional<std::vector<LabelId>> visible =
      visibleLabels(lowering, question, *component, property.get(), options.alphabet);
  if (!visible)
    return false;
  chooseAlphabet(std::move(*visible), given);
  return true;
}

//===----------------------------------------------------------------------===//
// Interfaces that are found
//===----------------------------------------------------------------------===//

std::string freshInterfaceName(const Model &model, StringRef component) {
  bool isUpper = none_of(component, [](char c) { return isLower(c); });
  std::string base = component.str() + (isUpper && component.size() > 1 ? "_INTERFACE" : "Interface"), name = base;
  auto isTaken = [&](StringRef text) {
    return any_of(model.definitions, [&](const DefinitionRef &d) { return model.definitionName(d) == text; });
  };
  for (unsigned i = 2; isTaken(name); ++i)
    name = base + std::to_string(i);
  return name;
}

void InterfaceTask::write(const Lts &interface) {
  AutomatonReport automaton;
  automaton.name = freshInterfaceName(model, result.system);
  automaton.states = interface.stateCount();
  automaton.transitions = interface.transitionCount();
  automaton.alphabet = result.interface->alphabet;
  raw_string_ostream os(automaton.source);
  FspOptions fsp;
  fsp.property = fsp.readableNames = true;
  if (Error problem = writeFsp(interface, automaton.name, os, fsp))
    result.notes.push_back("the interface has no source: " + toString(std::move(problem)));
  result.interface->automaton = std::move(automaton);
}

std::vector<std::string> InterfaceTask::texts(ArrayRef<Action> word) const {
  std::vector<std::string> labels;
  for (Action letter : word)
    labels.push_back(alphabet.text(letter).str());
  return labels;
}

void InterfaceTask::setRun(ArrayRef<Action> run) {
  Counterexample counterexample;
  for (Action action : run)
    counterexample.trace.emplace_back().action = system->alphabet().text(action).str();
  result.counterexample = std::move(counterexample);
}

/// The verdict and a sentence.
void InterfaceTask::describe(const FoundInterface &found) {
  InterfaceReport &report = *result.interface;
  report.safe = true;
  report.permissive = found.isProvedPermissive ? "proved" : "not refuted";
  result.verdict = Verdict::Holds;
  switch (found.environments) {
  case Environments::All:
    report.verdict = "true";
    result.reason = "in every environment";
    return write(*found.interface);
  case Environments::None: {
    report.verdict = "false";
    report.safe = false;
    result.verdict = Verdict::Violated;
    result.reason = "in every environment: " + result.system + " comes to ERROR by itself";
    LtsBuilder nothing(alphabet);
    nothing.addState();
    WordSearch search = findWronglyAllowed(*system, nothing.build("nothing"), budget);
    return setRun(search.run);
  }
  case Environments::Some:
    report.verdict = "assumption";
    result.reason = "in environments that keep to an interface of " + plural(found.interface->stateCount(), "state");
    if (options.method == InterfaceOptions::Method::Learn)
      result.reason += found.isProvedPermissive ? "; permissive: proved" : "; permissive: not refuted, not proved";
    return write(*found.interface);
  }
}

void InterfaceTask::certifyFound(const FoundInterface &found) {
  if (found.interface)
    certify(*found.interface, found.isProvedPermissive);
  else
    result.certified = !isLegal({});
}

bool InterfaceTask::isLegal(ArrayRef<Action> word) const {
  return !statesAfter(*system, alphabet, word).count(ErrorState);
}

void InterfaceTask::certify(const Lts &interface, bool permissive) {
  result.certified = certifyInterface(*system, interface, permissive, budget);
  if (result.certified)
    return;
  result.verdict = Verdict::Unknown;
  result.reason += "; it was not certified: " + budget.describe(budget.exceeded());
}

std::optional<CheckResult> InterfaceTask::find() {
  bool learns = options.method == InterfaceOptions::Method::Learn;
  result.method = learns ? "learn" : "construct";
  if (!prepare(nullptr))
    return unknown(lowering.limit());
  FoundInterface found = learns ? learnInterface(*system, alphabet, options.learner, budget)
                                : constructInterface(*system, alphabet, budget);
  if (learns) {
    result.membershipQueries = found.statistics.membershipQueries;
    result.equivalenceQueries = found.statistics.equivalenceQueries;
  }
  if (found.limit != Budget::Limit::None)
    return unknown(found.limit);
  if (found.spuriousCounterexamples)
    result.notes.push_back(plural(found.spuriousCounterexamples, "spurious counterexample") +
                           " in the last check of permissiveness");
  describe(found);
  if (options.certify)
    certifyFound(found);
  return std::move(result);
}

//===----------------------------------------------------------------------===//
// Interfaces that are given
//===----------------------------------------------------------------------===//

std::optional<CheckResult> InterfaceTask::check(const Lts &given) {
  result.method = "given";
  if (!prepare(&given))
    return unknown(lowering.limit());
  Expected<Lts> interface = asInterface(given, alphabet, budget);
  if (!interface) {
    std::string message = toString(interface.takeError());
    if (Budget::Limit limit = budget.exceeded(); limit != Budget::Limit::None)
      return unknown(limit);
    lowering.theDiagnostics().error(SMRange(), message);
    return std::nullopt;
  }
  InterfaceReport &report = *result.interface;
  report.verdict = "given";
  WordSearch allowed = findWronglyAllowed(*system, *interface, budget);
  if (allowed.limit != Budget::Limit::None)
    return unknown(allowed.limit);
  WordSearch forbidden = findWronglyForbidden(*system, *interface, budget);
  bool isKnown = forbidden.limit == Budget::Limit::None;
  report.safe = !allowed.word;
  report.permissive = !isKnown ? "unknown" : forbidden.word ? "refuted" : "proved";
  if (allowed.word) {
    report.allowed = texts(*allowed.word);
    setRun(allowed.run);
  }
  if (forbidden.word)
    report.forbidden = texts(*forbidden.word);
  bool isPermissive = isKnown && !forbidden.word;
  result.verdict = allowed.word || forbidden.word ? Verdict::Violated : isKnown ? Verdict::Holds : Verdict::Unknown;
  result.reason = report.safe ? "safe" : "not safe";
  result.reason += report.safe == isPermissive ? " and " : ", but ";
  result.reason += isPermissive ? "permissive"
                   : isKnown    ? "not permissive"
                                : "not known to be permissive: " + budget.describe(forbidden.limit);
  if (options.certify && isKnown)
    certifyGiven(*interface, allowed, forbidden);
  return std::move(result);
}

void InterfaceTask::certifyGiven(const Lts &interface, const WordSearch &allowed, const WordSearch &forbidden) {
  if (result.verdict == Verdict::Holds)
    return certify(interface, true);
  result.certified = (!allowed.word || !isLegal(*allowed.word)) && (!forbidden.word || isLegal(*forbidden.word));
}

std::optional<CheckResult> findInterface(Lowering &lowering, const InterfaceQuestion &question,
                                         const InterfaceOptions &options) {
  if (options.method == InterfaceOptions::Method::MayMust)
    return findDataInterface(lowering, question, options);
  return InterfaceTask(lowering, question, options).find();
}

std::optional<CheckResult> checkInterface(Lowering &lowering, const InterfaceQuestion &question, const Lts &given,
                                          const InterfaceOptions &options) {
  return InterfaceTask(lowering, question, options).check(given);
}

GoalRunner interfaceGoals(const InterfaceOptions &options) {
  return [options](const Goal &goal, Lowering &lowering, std::vector<CheckResult> &results) {
    if (goal.kind != Goal::Kind::Interface)
      return false;
    const Model &model = lowering.theModel();
    InterfaceQuestion question;
    question.component = *model.findDefinition(goal.subject.text);
    question.property = model.findDefinition(goal.property.text);
    std::optional<CheckResult> found;
    InterfaceOptions chosen = options;
    const SystemModel *data = model.findSystem(goal.subject.text);
    if (data && (model.findObserver(goal.property.text) || !whyInfinite(*data).empty())) {
      chosen.method = InterfaceOptions::Method::MayMust;
      question.observer = question.property ? "" : goal.property.text.str();
    }
    if (question.property || !question.observer.empty()) {
      found = findInterface(lowering, question, chosen);
    } else {
      found.emplace();
      found->kind = CheckKind::Interface;
      found->system = goal.subject.text.str();
      found->property = goal.property.text.str();
      found->reason = "interfaces are for properties that are processes";
    }
    if (found)
      results.push_back(std::move(*found));
    return true;
  };
}

} // namespace tenon
