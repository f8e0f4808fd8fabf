//===- RepairGoals.cpp - From a model to a repaired source ----------------===//

#include "tenon/Repair/RepairGoals.h"

#include "AssumptionText.h"
#include "CompositionEdits.h"
#include "ErrorSearch.h"
#include "GoalUpdate.h"
#include "HiddenCosts.h"
#include "LostTraces.h"
#include "MutationAttempt.h"
#include "RepairAttempt.h"
#include "RepairText.h"
#include "SourceCuts.h"
#include "TextRestriction.h"

#include "tenon/Repair/SourceRepair.h"
#include "tenon/Support/Watch.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace tenon {

/// Up to which length runs are compared.
static constexpr size_t comparedRuns = 16;

/// Some theories have questions that no count of steps ends.
static constexpr unsigned SecondsOfShare = 20;

static Error problem(const Twine &message) {
  return createStringError(std::make_error_code(std::errc::invalid_argument), message);
}

namespace {

using Outcome = RepairAttempt::Outcome;

class SourceRepairer {
public:
  SourceRepairer(StringRef source, StringRef fileName, const RepairQuestion &asked,
                 const RepairSettings &repairSettings, const Budget &limits)
      : text(source), file(fileName), question(asked), settings(repairSettings), budget(limits) {}

  Expected<CheckResult> run();

private:
  Expected<std::vector<std::string>> componentsToTry();
  bool consistsOf(LoadedModel &loaded, StringRef system, ArrayRef<std::string> definitions) const;
  Error attemptAll(std::vector<RepairAttempt> &attempts);
  Error attemptShare(std::vector<RepairAttempt> &attempts);
  Expected<RepairAttempt> attempt(RepairMethod method);
  Expected<RepairAttempt> attemptRestriction();
  std::optional<RepairAttempt> attemptSmallMutation(ArrayRef<std::string> components);
  Expected<CheckResult> runMutations(ArrayRef<std::string> components);
  bool isClean(const RepairAttempt &attempt) const;
  bool isWritten(const RepairAttempt &attempt) const {
    return attempt.outcome == Outcome::Repaired || (attempt.outcome == Outcome::Trivial && settings.allowTrivial);
  }
  std::optional<SystemBehavior> localBehavior(StringRef version);
  void compareWithBefore(RepairAttempt &attempt);
  void findVacuous(std::vector<RepairAttempt> &attempts);
  std::optional<SystemBehavior> behaviorFor(const ProgramSystem &system) const;
  void prove(RepairAttempt &attempt);
  Expected<bool> repairOnce(RepairAttempt &attempt);
  Expected<bool> repairCopies(RepairAttempt &attempt, LoadedModel &loaded, const RepairTarget &target);
  AgrResult repairCopy(const RepairAttempt &attempt, LoadedModel &loaded, const RepairTarget &target, size_t copy,
                       const std::vector<SystemStep> *run = nullptr);
  void take(RepairAttempt &attempt, AgrResult &result, const RepairTarget &target, size_t copy);
  Error write(RepairAttempt &attempt, LoadedModel &loaded, const RepairTarget &target, size_t copy,
              const ComponentRepair &repair);
  Error finish(RepairAttempt &attempt);
  const RepairAttempt &choose(ArrayRef<RepairAttempt> attempts) const;
  CheckResult report(const RepairAttempt &chosen, ArrayRef<RepairAttempt> attempts) const;

  StringRef text, file;
  RepairQuestion question;
  const RepairSettings &settings;
  const Budget &budget;
  std::optional<Budget> share; ///< Of the component that is looked at, where it is one of several.
  const Budget &limits() const { return share ? *share : budget; }
  std::optional<SystemBehavior> before; ///< Of the system as it was.
  bool isProcess = false;               ///< What is repaired is FSP without data.
  bool isOpen = false;                  ///< Which component to repair is not said.
  /// Of processes, which may be repaired where no component can.
  std::vector<std::string> compositions;
  bool isComposition = false; ///< The question is about one of these.
  bool isNamed = false;       ///< The component is.
  bool isUsedRightly = false; ///< All components are in another system as well, which satisfies what is asked.
  size_t effort = 0;          ///< For each question: ProgramCheckOptions::maxSets.
  bool isSafety = true;
};

SyntacticMethod syntactic(RepairMethod method) {
  return method == RepairMethod::Exact        ? SyntacticMethod::Exact
         : method == RepairMethod::Aggressive ? SyntacticMethod::Aggressive
                                              : SyntacticMethod::Approximate;
}

} // namespace

//===----------------------------------------------------------------------===//
// One method
//===----------------------------------------------------------------------===//

/// Verifies or repairs it; with `run`, takes that out and no more.
AgrResult SourceRepairer::repairCopy(const RepairAttempt &attempt, LoadedModel &loaded, const RepairTarget &target,
                                     size_t copy, const std::vector<SystemStep> *run) {
  AgrOptions options;
  options.method = syntactic(attempt.method);
  options.place = settings.place;
  options.goal = settings.goal;
  options.learner = settings.learner;
  options.check.jobs = settings.engine.jobs;
  options.check.maxSets = effort;
  uint32_t position = target.copies[copy];
  std::optional<ComponentText> source;
  if (const ComponentModel *model = target.models[copy]) {
    source.emplace(target.system.components[position], *model, loaded.text());
    options.hasPlaceFor = [&](Location location) { return source->hasPlaceFor(location); };
    options.hasPlaceBefore = [&](ArrayRef<ProgramTransition> actions) { return source->hasPlaceBefore(actions); };
  }
  if (run)
    return repairRun(target.system, position, *run, options, limits());
  return repairComponent(target.system, position, options, limits());
}

void SourceRepairer::take(RepairAttempt &attempt, AgrResult &result, const RepairTarget &target, size_t copy) {
  uint32_t position = target.copies[copy];
  attempt.outcome = result.outcome;
  attempt.reason = result.reason;
  attempt.queries.membershipQueries += result.statistics.membershipQueries;
  attempt.queries.equivalenceQueries += result.statistics.equivalenceQueries;
  append_range(attempt.steps, result.repairs);
  attempt.iterations = attempt.steps.size() + 1;
  attempt.states = result.component->fullSize();
  attempt.onlyConstraints &= result.component->onlyConstraints();
  attempt.cycle.clear();
  if (result.cycle)
    attempt.cycle = result.cycle->cycle;
  attempt.assumption = reportAssumption(target, copy, result);
  for (std::string &note : finalConstraints(target, copy, *result.component, budget))
    if (!is_contained(attempt.lasting, note))
      attempt.lasting.push_back(std::move(note));
  const Program &original = target.system.components[position];
  auto name = [&](const ProgramTransition &transition) {
    return describeAction(transition.action, {}, *target.system.labels,
                          [&](VariableId id) { return target.system.variables[id].name; });
  };
  attempt.lost += lostTraces(original, name, result.component->program(), name, comparedLength(original),
                             [](const ProgramTransition &transition) {
                               return transition.action.kind == ActionKind::Constraint && !transition.range.isValid();
                             });
}

Error SourceRepairer::write(RepairAttempt &attempt, LoadedModel &loaded, const RepairTarget &target, size_t copy,
                            const ComponentRepair &repair) {
  Expected<RepairedText> written = writeRepair(loaded, target, copy, repair, settings, budget);
  if (!written)
    return written.takeError();
  attempt.isAnew |= !written->note.empty();
  if (!written->note.empty() && !is_contained(attempt.notes, written->note))
    attempt.notes.push_back(written->note);
  attempt.text = std::move(written->text);
  nameStatements(attempt.steps, written->statements);
  if (written->goesOtherWays || written->assumption)
    attempt.assumption = std::move(written->assumption);
  return Error::success();
}

/// One repair of a definition that stands for several components, which change together: the text is written and read
/// again. True: there may be more to repair.
Expected<bool> SourceRepairer::repairCopies(RepairAttempt &attempt, LoadedModel &loaded, const RepairTarget &target) {
  constexpr size_t MaxRounds = 60;
  ErrorSearch search(target.system, target.copies[0], {}, limits());
  SearchAnswer answer = search.check(target.system.components[target.copies[0]]);
  size_t copy = 0;
  if (answer.verdict == Verdict::Violated)
    for (const SystemStep &step : answer.run)
      for (auto [mover, transition] : step.movers)
        if (auto found = find(target.copies, mover); found != target.copies.end())
          copy = static_cast<size_t>(found - target.copies.begin());
  bool isViolated = answer.verdict != Verdict::Holds;
  size_t before = attempt.steps.size();
  if (answer.verdict == Verdict::Unknown) {
    attempt.reason = answer.reason;
    return false;
  }
  AgrResult result = repairCopy(attempt, loaded, target, copy, isViolated ? &answer.run : nullptr);
  take(attempt, result, target, copy);
  if (!isViolated) {
    const Program &program = target.system.components[target.copies[0]];
    if (before > 0)
      attempt.outcome = isTrivial(target.system, program, {}, budget) ? Outcome::Trivial : Outcome::Repaired;
    return false;
  }
  if (attempt.steps.size() == before)
    return false;
  if (before >= MaxRounds) {
    attempt.outcome = Outcome::Unknown;
    attempt.reason = std::to_string(before) + " repairs were not enough";
    return false;
  }
  if (Error error = write(attempt, loaded, target, copy, *result.component))
    return error;
  return true;
}

/// True: there may be more to repair in the text as it now is.
Expected<bool> SourceRepairer::repairOnce(RepairAttempt &attempt) {
  LoadedModel loaded(attempt.text, file, settings, budget);
  if (!loaded.isGood())
    return loaded.failure();
  Expected<RepairTarget> target = targetOf(loaded, question, settings);
  if (!target)
    return target.takeError();
  attempt.definition = target->definition;
  if (target->copies.size() > 1)
    return repairCopies(attempt, loaded, *target);
  AgrResult result = repairCopy(attempt, loaded, *target, 0);
  take(attempt, result, *target, 0);
  if (attempt.isRepair() && (attempt.outcome == Outcome::Repaired || settings.allowTrivial))
    if (Error error = write(attempt, loaded, *target, 0, *result.component))
      return error;
  return false;
}

/// Reads the text again, and proves it.
Error SourceRepairer::finish(RepairAttempt &attempt) {
  LoadedModel repaired(attempt.text, file, settings, budget);
  if (!repaired.isGood())
    return repaired.failure();
  attempt.proof = answerQuestion(repaired, question, settings, /*certify=*/true);
  if (!attempt.proof)
    return repaired.failure();
  if (attempt.proof->verdict != Verdict::Holds || attempt.proof->certified != true) {
    attempt.outcome = Outcome::Unknown;
    attempt.reason = attempt.proof->verdict == Verdict::Holds ? "the repair was not certified"
                     : attempt.proof->reason.empty()          ? "the repaired text does not satisfy the property"
                                                              : attempt.proof->reason;
    return Error::success();
  }
  if (Expected<RepairTarget> target = targetOf(repaired, question, settings)) {
    attempt.behavior = behaviorFor(target->system);
    LoadedModel loaded(text, file, settings, budget);
    Expected<RepairTarget> original = targetOf(loaded, question, settings);
    if (original)
      attempt.uncounted = uncountedViolation(*original, *target, budget);
    else
      consumeError(original.takeError());
  } else {
    consumeError(target.takeError());
  }
  std::string comment = "Repaired so that " + question.statement() + ", by `tenon repair`: proved with ";
  comment += attempt.assumption ? "an assumption of " + std::to_string(attempt.assumption->automaton.states) +
                                      (attempt.assumption->automaton.states == 1 ? " state." : " states.")
                                : "all states of the system.";
  const ast::Definition *definition = repaired.definitionOf(attempt.definition);
  size_t offset = static_cast<size_t>(definition->range.Start.getPointer() - repaired.text().data());
  attempt.text = withComment(attempt.text, offset, comment);
  Expected<GoalUpdate> update = updateGoals(text, attempt.text, file, question, settings, budget);
  if (!update)
    return update.takeError();
  attempt.text = withLineEndsOf(text, std::move(update->text));
  attempt.broken = update->notes;
  std::string diff = unifiedDiff(text, attempt.text, file);
  attempt.edited = static_cast<size_t>(
      count_if(llvm::split(diff, '\n'), [](StringRef line) { return line.starts_with("+") || line.starts_with("-"); }));
  return Error::success();
}

/// Whoever has been repaired, the text is proved.
void SourceRepairer::prove(RepairAttempt &attempt) {
  if (isWritten(attempt))
    if (Error error = finish(attempt)) {
      attempt.outcome = Outcome::Unknown;
      attempt.reason = "the repaired text is not well-formed: " + toString(std::move(error));
    }
}

/// The text is restricted, and then verified as any other.
Expected<RepairAttempt> SourceRepairer::attemptRestriction() {
  RepairAttempt result;
  result.method = RepairMethod::Restriction;
  result.definition = question.component;
  std::optional<TextRestriction> found = restrictText(text, file, question, settings, limits());
  if (!found) {
    result.reason = "nothing that could be left out in a few places is enough";
    return result;
  }
  result.text = found->text;
  Expected<bool> next = repairOnce(result);
  if (!next)
    return next.takeError();
  if (result.outcome != Outcome::Verified || found->edits.empty())
    return result;
  result.outcome = Outcome::Repaired;
  result.onlyConstraints = false;
  result.lost = found->lost;
  result.notes = found->edits;
  result.iterations = found->edits.size() + 1;
  prove(result);
  return result;
}

/// Of one of the components, else of the composition; proved.
std::optional<RepairAttempt> SourceRepairer::attemptSmallMutation(ArrayRef<std::string> components) {
  MutationScope scope;
  scope.components = components.vec();
  scope.isProcess = isProcess;
  scope.isSafety = isSafety;
  if (isComposition)
    std::swap(scope.components, scope.compositions);
  else if (!isNamed)
    scope.compositions = compositions;
  scope.compositionsFirst = isUsedRightly;
  std::optional<RepairAttempt> best = attemptMutation(text, file, question, scope, settings, budget);
  if (!best)
    return std::nullopt;
  question.component = best->definition;
  prove(*best);
  best->notes.insert(best->notes.begin(), isSafety && !isComposition
                                              ? "changed, as leaving something out would give up too much "
                                                "(--method=mutation shows all changes of this kind)"
                                              : "--method=mutation shows all changes of this kind");
  return best;
}

Expected<RepairAttempt> SourceRepairer::attempt(RepairMethod method) {
  if (method == RepairMethod::Restriction)
    return attemptRestriction();
  RepairAttempt result;
  result.method = method;
  result.text = text.str();
  for (bool isGoingOn = true; isGoingOn;) {
    Expected<bool> next = repairOnce(result);
    if (!next) {
      // What cannot be written is a repair that is of no use; anything else is wrong from the start.
      if (result.steps.empty())
        return next.takeError();
      result.outcome = Outcome::Unknown;
      result.reason = toString(next.takeError());
      return result;
    }
    isGoingOn = *next;
  }
  prove(result);
  return result;
}

//===----------------------------------------------------------------------===//
// All methods
//===----------------------------------------------------------------------===//

/// Repairs of different components are compared by what the system still does.
const RepairAttempt &SourceRepairer::choose(ArrayRef<RepairAttempt> attempts) const {
  auto rank = [&](const RepairAttempt &attempt) {
    // Where one is not known, it is not known that there are only trivial ones.
    int kind = attempt.outcome == Outcome::Verified  ? 0
               : isWritten(attempt)                  ? (attempt.outcome == Outcome::Repaired ? 1 : 2)
               : attempt.outcome == Outcome::Unknown ? 3
               : attempt.outcome == Outcome::Trivial ? 4
                                                     : 5;
    double kept = isOpen && attempt.behavior ? attempt.behavior->runs : 0;
    return std::tuple(kind, attempt.uncounted.has_value(), lostActions(before, attempt).size(), attempt.broken.size(),
                      bringsDeadlock(before, attempt), endingActions(before, attempt).size(), attempt.isAnew, -kept,
                      attempt.lost, attempt.edited);
  };
  return *min_element(attempts, [&](const RepairAttempt &a, const RepairAttempt &b) { return rank(a) < rank(b); });
}

/// Nothing of what matters is given up.
bool SourceRepairer::isClean(const RepairAttempt &attempt) const {
  return attempt.outcome == Outcome::Repaired && !attempt.uncounted && attempt.broken.empty() &&
         !bringsDeadlock(before, attempt) && lostActions(before, attempt).empty() &&
         endingActions(before, attempt).empty();
}

/// With data actions alone, and only to compare components.
std::optional<SystemBehavior> SourceRepairer::behaviorFor(const ProgramSystem &system) const {
  if (!system.variables.empty())
    return isOpen ? std::optional(actionsOf(system, budget)) : std::nullopt;
  return behaviorOf(system, comparedRuns, budget);
}

CheckResult SourceRepairer::report(const RepairAttempt &chosen, ArrayRef<RepairAttempt> attempts) const {
  CheckResult result;
  result.kind = CheckKind::Repair;
  result.system = question.system;
  result.property = question.aim();
  result.verdict = isWritten(chosen) || chosen.outcome == Outcome::Verified ? Verdict::Holds
                   : chosen.outcome == Outcome::Unknown                     ? Verdict::Unknown
                                                                            : Verdict::Violated;
  result.iterations = chosen.iterations;
  result.membershipQueries = chosen.queries.membershipQueries;
  result.equivalenceQueries = chosen.queries.equivalenceQueries;
  if (chosen.assumption)
    result.assumptions.push_back(*chosen.assumption);
  if (chosen.proof && isWritten(chosen))
    result.certified = chosen.proof->certified;
  RepairReport &repair = result.repair.emplace();
  repair.component = chosen.definition;
  repair.outcome = outcomeName(chosen.outcome).str();
  repair.method = repairMethodName(chosen.method).str();
  repair.states = chosen.states;
  repair.cycle = chosen.cycle;
  for (const RepairStep &step : chosen.steps)
    repair.steps.push_back({step.inEquivalenceQuery ? "equivalence query" : "membership query", step.trace,
                            step.constraint, step.location});
  if (chosen.assumption)
    repair.assumption = chosen.assumption->automaton.source;
  if (isWritten(chosen)) {
    repair.source = chosen.text;
    repair.diff = unifiedDiff(text, chosen.text, file);
  }
  describeAttempts(result, before, chosen, attempts);
  return result;
}

/// By each method that is asked for, until one leaves nothing to be wished for.
Error SourceRepairer::attemptAll(std::vector<RepairAttempt> &attempts) {
  std::vector<RepairMethod> methods{settings.method};
  if (settings.method == RepairMethod::Best)
    methods = {RepairMethod::Approximate, RepairMethod::Exact, RepairMethod::Aggressive};
  if (settings.method == RepairMethod::Best && isProcess)
    methods.insert(methods.begin(), RepairMethod::Restriction);
  for (RepairMethod method : methods) {
    Expected<RepairAttempt> next = attempt(method);
    if (!next)
      return next.takeError();
    // Another method says more.
    if (method != settings.method && method == RepairMethod::Restriction && next->outcome == Outcome::Unknown)
      continue;
    attempts.push_back(std::move(*next));
    const RepairAttempt &last = attempts.back();
    // Where no trace was removed the others do the same, whatever has come out.
    if ((method == RepairMethod::Restriction && isClean(last)) || last.outcome == Outcome::Verified ||
        last.outcome == Outcome::Unrepairable ||
        ((!last.steps.empty() || last.outcome == Outcome::Unknown) && last.onlyConstraints) ||
        limits().exceeded() != Budget::Limit::None)
      break;
  }
  if (share && share->exceeded() == Budget::Limit::Time && budget.exceeded() == Budget::Limit::None &&
      attempts.back().outcome == Outcome::Unknown)
    attempts.back().reason = "took more than its share of " + std::to_string(SecondsOfShare) +
                             " s (--component=" + question.component + " looks at it alone)";
  return Error::success();
}

/// The same, in limited time.
Error SourceRepairer::attemptShare(std::vector<RepairAttempt> &attempts) {
  share.emplace();
  share->inherit(budget);
  share->limitTo(SecondsOfShare);
  Watch watch([this] { share->cancel(); }, budget);
  Error error = attemptAll(attempts);
  watch.stop();
  share.reset();
  return error;
}

/// Whether another system has all these components.
bool SourceRepairer::consistsOf(LoadedModel &loaded, StringRef system, ArrayRef<std::string> definitions) const {
  if (system == question.system)
    return false;
  RepairQuestion other = question;
  other.system = system.str();
  Expected<std::vector<std::string>> parts = definitionsIn(loaded, other, settings);
  if (parts)
    return all_of(definitions, [&](const std::string &definition) { return is_contained(*parts, definition); });
  consumeError(parts.takeError());
  return false;
}

/// The components that the question is about, by their definitions.
Expected<std::vector<std::string>> SourceRepairer::componentsToTry() {
  LoadedModel loaded(text, file, settings, budget);
  if (!loaded.isGood())
    return loaded.failure();
  Expected<std::vector<std::string>> known = definitionsIn(loaded, question, settings);
  if (!known)
    return known.takeError();
  std::vector<std::string> components{question.component};
  isNamed = !question.component.empty();
  if (!isNamed)
    components = *known;
  erase_if(components, [&](const std::string &component) {
    return is_contained(*known, component) && !loaded.definitionOf(component);
  });
  if (components.empty())
    return problem("'" + (question.component.empty() ? join(*known, "', '") : question.component) +
                   "' is not defined in this file, which is the one that is repaired");
  RepairQuestion first = question;
  first.component = components.front();
  Expected<RepairTarget> target = targetOf(loaded, first, settings);
  if (!target)
    return target.takeError();
  isSafety = isAboutSafety(question, loaded.theModel());
  isProcess = target->system.variables.empty() && !target->models.front();
  isOpen = components.size() > 1;
  if (isProcess)
    for (const ast::CompositeDefinition *composite : compositesIn(question.system, loaded.definitions()))
      if (loaded.definitionOf(composite->name.name))
        compositions.push_back(composite->name.name.str());
  isComposition = is_contained(compositions, components.front());
  isUsedRightly = any_of(loaded.theModel().goals, [&](const Goal &goal) {
    return goal.kind == question.kind && goal.property.text == question.property &&
           goal.expectation != Goal::Expectation::Violated && consistsOf(loaded, goal.subject.text, *known);
  });
  before = behaviorFor(target->system);
  return components;
}

/// Nothing that leaves traces out is known to help.
Expected<CheckResult> SourceRepairer::runMutations(ArrayRef<std::string> components) {
  RepairAttempt attempt;
  attempt.method = RepairMethod::Mutation;
  attempt.definition = components.front();
  LoadedModel loaded(text, file, settings, budget);
  std::optional<CheckResult> now = answerQuestion(loaded, question, settings, /*certify=*/true);
  if (!now)
    return loaded.failure();
  if (now->verdict == Verdict::Holds) {
    attempt.outcome = Outcome::Verified;
  } else if (now->verdict == Verdict::Unknown) {
    attempt.reason = now->reason;
  } else if (std::optional<RepairAttempt> changed = attemptSmallMutation(components)) {
    attempt = std::move(*changed);
  } else if (Budget::Limit limit = budget.exceeded(); limit != Budget::Limit::None) {
    attempt.reason = budget.describe(limit);
  } else {
    attempt.outcome = Outcome::Unrepairable;
    attempt.reason = "no small change of " + join(components, ", ") +
                     " is enough that leaves what they could do before (--method=mutation looks further)";
  }
  return report(attempt, attempt);
}

std::optional<SystemBehavior> SourceRepairer::localBehavior(StringRef version) {
  LoadedModel loaded(version, file, settings, budget);
  if (!loaded.isGood())
    return std::nullopt;
  Expected<RepairTarget> target = targetOf(loaded, question, settings);
  if (target)
    return target->system.variables.empty() ? locallyPossible(target->system) : actionsOf(target->system, budget);
  consumeError(target.takeError());
  return std::nullopt;
}

/// What the report says that a repair costs, where no choice needed to know it.
void SourceRepairer::compareWithBefore(RepairAttempt &attempt) {
  question.component = attempt.definition;
  if (before && attempt.behavior)
    return;
  before = localBehavior(text);
  attempt.behavior = localBehavior(attempt.text);
}

/// Repairs of processes after which nothing happens that the property speaks of are no better than trivial ones.
void SourceRepairer::findVacuous(std::vector<RepairAttempt> &attempts) {
  if (!settings.mayMutate || settings.allowTrivial || !isProcess)
    return;
  for (RepairAttempt &attempt : attempts) {
    if (attempt.outcome != Outcome::Repaired)
      continue;
    question.component = attempt.definition;
    bool isCompared = before && attempt.behavior;
    std::optional<SystemBehavior> then = isCompared ? before : localBehavior(text);
    std::optional<SystemBehavior> now = isCompared ? attempt.behavior : localBehavior(attempt.text);
    attempt.isVacuous = then && now && !then->actions.empty() && now->actions.empty();
    if (attempt.isVacuous)
      attempt.outcome = Outcome::Trivial;
  }
}

Expected<CheckResult> SourceRepairer::run() {
  LoadedModel loaded(text, file, settings, budget);
  if (std::string obstacle = loaded.isGood() ? obstacleTo(question, loaded.theModel()) : ""; !obstacle.empty()) {
    RepairAttempt undecided;
    undecided.definition = question.component.empty() ? question.system : question.component;
    undecided.reason = std::move(obstacle);
    return report(undecided, undecided);
  }
  Expected<std::vector<std::string>> components = componentsToTry();
  if (!components)
    return components.takeError();
  if (isComposition && (settings.method != RepairMethod::Best || !settings.mayMutate))
    return problem("'" + components->front() +
                   "' is a composition, of which --method=mutation changes the text; other "
                   "methods are for one of its components");
  if (!isSafety || isComposition)
    return runMutations(*components);
  // Each component gets its share, so that none takes the time of all; without a limit if that is not enough for any.
  constexpr size_t Share = 300;
  std::vector<RepairAttempt> attempts;
  for (size_t limit : isOpen ? std::vector<size_t>{Share, 0} : std::vector<size_t>{0}) {
    effort = limit;
    attempts.clear();
    for (const std::string &component : *components) {
      question.component = component;
      if (Error error = limit > 0 ? attemptShare(attempts) : attemptAll(attempts))
        return error;
      if (attempts.back().outcome == Outcome::Verified)
        break;
    }
    bool isDone = any_of(attempts, [](const RepairAttempt &attempt) {
      return attempt.outcome == Outcome::Repaired || attempt.outcome == Outcome::Verified;
    });
    bool isUndecided =
        any_of(attempts, [](const RepairAttempt &attempt) { return attempt.outcome == Outcome::Unknown; });
    if (isDone || !isUndecided || budget.exceeded() != Budget::Limit::None)
      break;
  }
  findVacuous(attempts);
  const RepairAttempt &chosen = choose(attempts);
  bool isKnown = before || chosen.isVacuous;
  bool isWanting = isProcess ? isKnown && chosen.outcome != Outcome::Verified && !isClean(chosen)
                             : isWritten(chosen) && !chosen.broken.empty();
  if (settings.mayMutate && isWanting)
    if (std::optional<RepairAttempt> changed =
            attemptSmallMutation(isProcess ? ArrayRef(*components) : ArrayRef(chosen.definition)))
      attempts.push_back(std::move(*changed));
  RepairAttempt &best = attempts[static_cast<size_t>(&choose(attempts) - attempts.data())];
  if (Budget::Limit limit = budget.exceeded();
      limit != Budget::Limit::None && !isWritten(best) && best.outcome != Outcome::Verified) {
    best.outcome = Outcome::Unknown;
    best.reason = budget.describe(limit);
  }
  if (isWritten(best) || best.isVacuous)
    compareWithBefore(best);
  return report(best, attempts);
}

Expected<CheckResult> repairSource(StringRef text, StringRef file, const RepairQuestion &question,
                                   const RepairSettings &settings, const Budget &budget) {
  return SourceRepairer(text, file, question, settings, budget).run();
}

} // namespace tenon
