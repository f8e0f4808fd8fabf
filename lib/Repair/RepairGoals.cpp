//===- RepairGoals.cpp - From a model to a repaired source ----------------===//

#include "tenon/Repair/RepairGoals.h"

#include "AssumptionText.h"
#include "ErrorSearch.h"
#include "GoalUpdate.h"
#include "HiddenCosts.h"
#include "LostTraces.h"
#include "MutationAttempt.h"
#include "NamedRuns.h"
#include "RepairAttempt.h"
#include "RepairScope.h"
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
  Error prepare();
  Error attemptAll(std::vector<RepairAttempt> &attempts);
  Error attemptShare(std::vector<RepairAttempt> &attempts);
  Expected<RepairAttempt> attempt(RepairMethod method);
  Expected<RepairAttempt> attemptRestriction();
  std::optional<RepairAttempt> mutated(std::optional<RepairAttempt> changed);
  std::optional<RepairAttempt> attemptInstead(const RepairAttempt &chosen);
  std::pair<double, bool> leftBy(const RepairAttempt &attempt);
  Expected<CheckResult> runMutations();
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
  bool isOpen = false;                  ///< Which component to repair is not said.
  RepairScope scope;
  size_t effort = 0; ///< For each question: ProgramCheckOptions::maxSets.
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
  options.isOneOfSeveral = target.copies.size() > 1;
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
  result.leavesOut = found->leavesOut;
  result.isAnew = found->hasCopies;
  result.iterations = found->edits.size() + 1;
  prove(result);
  return result;
}

/// A mutation, proved.
std::optional<RepairAttempt> SourceRepairer::mutated(std::optional<RepairAttempt> changed) {
  if (!changed)
    return std::nullopt;
  question.component = changed->definition;
  prove(*changed);
  if (!scope.isProcess && scope.isSafety)
    compareWithBefore(*changed);
  changed->notes.insert(changed->notes.begin(), scope.isSafety && !scope.isComposition
                                                    ? "changed, as leaving something out would give up too much "
                                                      "(--method=mutation shows all changes of this kind)"
                                                    : "--method=mutation shows all changes of this kind");
  return changed;
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
                      bringsDeadlock(before, attempt), endingActions(before, attempt).size(), attempt.lasting.size(),
                      attempt.isAnew, -kept, attempt.lost, attempt.edited);
  };
  return *min_element(attempts, [&](const RepairAttempt &a, const RepairAttempt &b) { return rank(a) < rank(b); });
}

/// Nothing of what matters is given up.
bool SourceRepairer::isClean(const RepairAttempt &attempt) const {
  return attempt.outcome == Outcome::Repaired && !attempt.isAnew && !attempt.uncounted && attempt.broken.empty() &&
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
  if (settings.method == RepairMethod::Best && scope.isProcess)
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

/// Finds what could be repaired.
Error SourceRepairer::prepare() {
  LoadedModel loaded(text, file, settings, budget);
  Expected<RepairScope> found = scopeOf(loaded, question, settings);
  if (!found)
    return found.takeError();
  scope = std::move(*found);
  isOpen = scope.components.size() > 1;
  before = behaviorFor(scope.system);
  if (scope.isComposition && (settings.method != RepairMethod::Best || !settings.mayMutate))
    return problem("'" + scope.components.front() +
                   "' is a composition, of which --method=mutation changes the text; " +
                   "other methods are for one of its components");
  return Error::success();
}

/// Nothing that leaves traces out is known to help.
Expected<CheckResult> SourceRepairer::runMutations() {
  RepairAttempt attempt;
  attempt.method = RepairMethod::Mutation;
  attempt.definition = scope.components.front();
  LoadedModel loaded(text, file, settings, budget);
  std::optional<CheckResult> now = answerQuestion(loaded, question, settings, /*certify=*/true);
  if (!now)
    return loaded.failure();
  if (now->verdict == Verdict::Holds) {
    attempt.outcome = Outcome::Verified;
  } else if (now->verdict == Verdict::Unknown) {
    attempt.reason = now->reason;
  } else if (std::optional<RepairAttempt> changed =
                 mutated(attemptMutation(text, file, question, scope, settings, budget))) {
    attempt = std::move(*changed);
  } else if (Budget::Limit limit = budget.exceeded(); limit != Budget::Limit::None) {
    attempt.reason = budget.describe(limit);
  } else {
    attempt.outcome = Outcome::Unrepairable;
    attempt.reason = "no small change of " + join(scope.components, ", ") +
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
  if (!before || !attempt.behavior)
    attempt.behavior = localBehavior(attempt.text);
  if (!before)
    before = localBehavior(text);
}

/// Repairs of processes after which nothing happens that the property speaks of are no better than trivial ones.
void SourceRepairer::findVacuous(std::vector<RepairAttempt> &attempts) {
  if (!settings.mayMutate || settings.allowTrivial || !scope.isProcess)
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

/// Of the runs that do not violate, the share that is left; and whether a way to a violation is, but for its last step.
std::pair<double, bool> SourceRepairer::leftBy(const RepairAttempt &attempt) {
  LoadedModel loaded(attempt.text, file, settings, budget);
  Expected<RepairTarget> target = targetOf(loaded, question, settings);
  if (!target) {
    consumeError(target.takeError());
    return {0, false};
  }
  NamedRuns runs(scope.system);
  NamedRuns lead(scope.system, wayToViolation(scope.system, budget));
  double share =
      runs.size() == 0 ? 1 : static_cast<double>(runs.sameRuns(target->system)) / static_cast<double>(runs.size());
  return {share, lead.sameRuns(target->system) > 0};
}

/// A small mutation where the repair gives up what matters, or where one leaves more of what is right.
std::optional<RepairAttempt> SourceRepairer::attemptInstead(const RepairAttempt &chosen) {
  if (!settings.mayMutate || chosen.outcome == Outcome::Verified)
    return std::nullopt;
  question.component = chosen.definition;
  if (!scope.isProcess) {
    if (!isWritten(chosen))
      return std::nullopt;
    RepairScope only = scope;
    only.components = {chosen.definition};
    if (!chosen.broken.empty())
      return mutated(attemptMutation(text, file, question, only, settings, budget));
    // What is written anew, or only does not count, nobody would have written.
    if (chosen.isAnew || chosen.uncounted)
      return mutated(attemptComparison(text, file, question, only, settings, budget));
    return std::nullopt;
  }
  if ((before || chosen.isVacuous) && !isClean(chosen))
    return mutated(attemptMutation(text, file, question, scope, settings, budget));
  if (!isWritten(chosen) || chosen.method != RepairMethod::Restriction)
    return std::nullopt;
  RepairScope near = scope;
  near.components.clear();
  auto [share, keepsLead] = leftBy(chosen);
  if (chosen.leavesOut && !keepsLead)
    near.components = {chosen.definition};
  if (scope.isNamed)
    near.compositions.clear();
  return mutated(attemptBetter(text, file, question, near, settings, budget, share));
}

Expected<CheckResult> SourceRepairer::run() {
  LoadedModel loaded(text, file, settings, budget);
  if (std::string obstacle = loaded.isGood() ? obstacleTo(question, loaded.theModel()) : ""; !obstacle.empty()) {
    RepairAttempt undecided;
    undecided.definition = question.component.empty() ? question.system : question.component;
    undecided.reason = std::move(obstacle);
    return report(undecided, undecided);
  }
  if (Error error = prepare())
    return error;
  if (!scope.isSafety || scope.isComposition)
    return runMutations();
  // Each component gets its share, so that none takes the time of all; without a limit if that is not enough for any.
  constexpr size_t Share = 300;
  std::vector<RepairAttempt> attempts;
  for (size_t limit : isOpen ? std::vector<size_t>{Share, 0} : std::vector<size_t>{0}) {
    effort = limit;
    attempts.clear();
    for (const std::string &component : scope.components) {
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
  if (settings.mayMutate && !scope.isProcess)
    for (RepairAttempt &attempt : attempts)
      if (isWritten(attempt))
        compareWithBefore(attempt);
  const RepairAttempt &chosen = choose(attempts);
  if (std::optional<RepairAttempt> changed = attemptInstead(chosen))
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
