//===- AssumeGuaranteeRepair.cpp - Verify or repair -----------------------===//

#include "tenon/Repair/AssumeGuaranteeRepair.h"

#include "ConstraintPlaces.h"
#include "ErrorSearch.h"
#include "RecurringConstraints.h"

#include "tenon/Logic/ReadableTerm.h"
#include "tenon/Repair/Abduction.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ErrorHandling.h"

#include <map>

using namespace llvm;

namespace tenon {

StringRef outcomeName(AgrResult::Outcome outcome) {
  switch (outcome) {
  case AgrResult::Outcome::Verified:
    return "verified";
  case AgrResult::Outcome::Repaired:
    return "repaired";
  case AgrResult::Outcome::Trivial:
    return "trivial";
  case AgrResult::Outcome::Diverges:
    return "diverges";
  case AgrResult::Outcome::Unrepairable:
    return "unrepairable";
  case AgrResult::Outcome::Unknown:
    return "unknown";
  }
  llvm_unreachable("all outcomes are covered");
}

namespace {

/// The weakest assumption remembers what the rest of the system can be told apart by, which may be far more than the
/// component has states. After so many membership queries it is given up for T(M2).
constexpr size_t MaxWeakestQueries = 20'000;

/// The teacher of Algorithm 1, which repairs while it answers, and the loop of Algorithm 2.
class AgrLoop : public Teacher {
public:
  AgrLoop(const ProgramSystem &programSystem, uint32_t blamed, const AgrOptions &agrOptions, const Budget &limits)
      : system(programSystem), component(blamed), options(agrOptions), budget(limits), context(*programSystem.terms),
        alphabet(std::make_shared<TraceAlphabet>()), search(programSystem, blamed, agrOptions.check, limits),
        repair(programSystem.components[blamed]), places(programSystem, blamed, options, repair, context, limits),
        automaton(repair.program(), *alphabet) {}

  AgrResult run();
  AgrResult repairOnly(ArrayRef<SystemStep> run);
  /// The weakest assumption is so large that it was given up.
  bool isWeakestTooLarge() const { return isGivenUp; }
  std::optional<bool> isMember(ArrayRef<Letter> word) override;

private:
  enum class Next { Learn, Done, Stop };

  //===--------------------------------------------------------------------===//
  // Learning
  //===--------------------------------------------------------------------===//

  void choosesGoal();
  Next loop();
  Next ask(Learner &learner);
  Next confirm(Learner &learner, Dfa candidate);
  Next answerPremise1(Learner &learner, const Dfa &conjecture, std::vector<SystemStep> run);
  bool adapt(Learner &learner);
  Word extended(const Dfa &conjecture, Word word) const;
  bool isOwn(ArrayRef<Letter> word, bool needsPath) const {
    return needsPath ? automaton.isPath(word) : automaton.accepts(word);
  }
  Next stop(AgrResult::Outcome outcome, std::string reason = {});

  //===--------------------------------------------------------------------===//
  // Repair
  //===--------------------------------------------------------------------===//

  bool hasFailed(ArrayRef<SystemStep> run) const {
    return !run.empty() &&
           is_contained(ArrayRef<Location>(run.back().target).take_front(system.components.size()), ErrorLocation);
  }
  bool repairTrace(ArrayRef<SystemStep> run, ArrayRef<Letter> word, bool inEquivalenceQuery);
  bool repairNext(bool inEquivalenceQuery);
  bool block(ArrayRef<SystemStep> run, RepairStep &step);
  std::optional<ConstraintPlace> sufficient(ArrayRef<SystemStep> run, ArrayRef<ConstraintPlace> ordered);
  std::optional<ConstraintPlace> common(ArrayRef<SystemStep> run, ArrayRef<ConstraintPlace> ordered);
  std::optional<ConstraintPlace> commonAt(ArrayRef<SystemStep> run, const ConstraintPlace &place, ArrayRef<Term> row);
  bool replaceBy(ArrayRef<SystemStep> run, ConstraintPlace &place);
  bool dropRedundant();
  bool dropFrom(const ComponentRepair::Gate &gate);
  std::string printed(Term condition) const;
  void describe(RepairStep &step, const ConstraintPlace &place) const;
  bool isRecurring(const RepairStep &step);
  bool remove(ArrayRef<SystemStep> run, ArrayRef<Letter> word, RepairStep &step);
  Location locationAfter(ArrayRef<SystemStep> run, size_t step) const {
    return step == 0 ? repair.program().initial : run[step - 1].target[component];
  }
  bool hasConstraints(ArrayRef<SystemStep> run) const;

  const ProgramSystem &system;
  uint32_t component;
  AgrOptions options;
  const Budget &budget;
  SmtContext context;
  std::shared_ptr<TraceAlphabet> alphabet;
  ErrorSearch search;
  ComponentRepair repair;
  ConstraintPlaces places;
  TraceAutomaton automaton; ///< Of what has been repaired so far.
  AgrResult result;
  std::map<PlaceKey, std::vector<Term>> abduced; ///< What was abduced for a place, and was not enough.
  /// What is enough and gives up much, taken if nothing else is found.
  std::optional<std::pair<ComponentRepair, RepairStep>> poor;
  size_t rowLength = 0;                   ///< Of the row that the last constraint belongs to.
  size_t knownLetters = 0;                ///< That the learner has.
  std::vector<std::pair<Word, bool>> log; ///< What the learner has been told of T(M2).
  size_t asked = 0;                       ///< Of the weakest assumption.
  bool isStopped = false, isGivenUp = false;
  bool isKnownToSee = false; ///< ConstraintPlaces::isBlind() has been asked.
  bool isShort = false;      ///< dropRedundant() has been here.
};

} // namespace

//===----------------------------------------------------------------------===//
// Learning
//===----------------------------------------------------------------------===//

AgrLoop::Next AgrLoop::stop(AgrResult::Outcome outcome, std::string reason) {
  result.outcome = outcome;
  result.reason = std::move(reason);
  isStopped = true;
  return Next::Stop;
}

void AgrLoop::choosesGoal() {
  auto isFree = [](const Program &program) {
    return none_of(program.transitions, [](const ProgramTransition &transition) {
      return transition.action.kind == ActionKind::Constraint || transition.action.defined;
    });
  };
  bool free = all_of(system.components, isFree) && (!system.monitor || isFree(system.monitor->program)) &&
              none_of(system.variables, [](const ProgramVariable &variable) { return variable.low.has_value(); });
  result.isWeakest = options.goal != AssumptionGoal::Traces && free;
}

std::optional<bool> AgrLoop::isMember(ArrayRef<Letter> word) {
  for (;;) {
    if (isStopped)
      return std::nullopt;
    bool isOurs = automaton.accepts(word);
    if (!isOurs && !result.isWeakest) {
      log.emplace_back(word, false);
      return false;
    }
    if (result.isWeakest && options.goal == AssumptionGoal::Auto && ++asked > MaxWeakestQueries) {
      isGivenUp = true;
      stop(AgrResult::Outcome::Unknown, "the weakest assumption is too large");
      return std::nullopt;
    }
    SearchAnswer answer = search.check(programOf(word, *alphabet, repair.program()));
    if (answer.verdict == Verdict::Unknown) {
      stop(AgrResult::Outcome::Unknown, answer.reason);
      return std::nullopt;
    }
    bool isGood = answer.verdict == Verdict::Holds;
    if (isGood || !isOurs) {
      if (!result.isWeakest)
        log.emplace_back(word, isGood);
      return isGood;
    }
    // A failure of a component cuts the trace short.
    Word done = wordOf(answer.run, component, search.system().components[component], *alphabet);
    if (!repairTrace(answer.run, done, false))
      return std::nullopt;
    if (result.isWeakest)
      return false;
  }
}

/// Tells the learner of new letters, and whether answers have changed (Theorem 2: with exact removal they have not).
bool AgrLoop::adapt(Learner &learner) {
  std::vector<Letter> letters;
  for (; knownLetters < alphabet->size(); ++knownLetters)
    letters.push_back(static_cast<Letter>(knownLetters));
  bool changed = any_of(log, [&](const auto &entry) { return automaton.accepts(entry.first) != entry.second; });
  if (letters.empty() && !changed)
    return false;
  if (changed)
    log.clear();
  learner.grow(letters, changed);
  return true;
}

/// A word of the conjecture's language that begins with this path of it.
Word AgrLoop::extended(const Dfa &conjecture, Word word) const {
  uint32_t start = 0;
  for (Letter letter : word)
    start =
        conjecture.target(start, static_cast<size_t>(find(conjecture.letters, letter) - conjecture.letters.begin()));
  std::vector<std::pair<uint32_t, Word>> pending{{start, word}};
  std::vector<bool> seen(conjecture.stateCount());
  for (size_t i = 0; i < pending.size(); ++i) {
    auto [state, prefix] = pending[i];
    if (conjecture.accepting[state])
      return prefix;
    for (auto [position, letter] : enumerate(conjecture.letters)) {
      uint32_t target = conjecture.target(state, position);
      if (seen[target])
        continue;
      seen[target] = true;
      pending.emplace_back(target, prefix);
      pending.back().second.push_back(letter);
    }
  }
  return word;
}

AgrLoop::Next AgrLoop::answerPremise1(Learner &learner, const Dfa &conjecture, std::vector<SystemStep> run) {
  Word word = wordOf(run, component, search.system().components[component], *alphabet);
  bool needsPath = hasFailed(run);
  if (isOwn(word, needsPath)) {
    if (!repairTrace(run, word, true))
      return Next::Stop;
    adapt(learner);
    return Next::Learn;
  }
  if (needsPath)
    word = extended(conjecture, word);
  if (!learner.refine(word))
    return Next::Stop;
  adapt(learner);
  return Next::Learn;
}

AgrLoop::Next AgrLoop::ask(Learner &learner) {
  const Dfa *conjecture = learner.conjecture();
  if (!conjecture)
    return isStopped ? Next::Stop : stop(AgrResult::Outcome::Unknown, "learning ended");
  if (adapt(learner))
    return Next::Learn;
  if (Budget::Limit limit = budget.exceeded(); limit != Budget::Limit::None)
    return stop(AgrResult::Outcome::Unknown, budget.describe(limit));
  Dfa candidate = *conjecture;
  SearchAnswer premise1 = search.check(programOf(candidate, *alphabet, repair.program()));
  if (premise1.verdict == Verdict::Unknown)
    return stop(AgrResult::Outcome::Unknown, premise1.reason);
  if (premise1.verdict == Verdict::Violated)
    return answerPremise1(learner, candidate, std::move(premise1.run));
  if (std::optional<Word> outside = findAcceptedOutside(automaton, candidate)) {
    if (!learner.refine(*outside))
      return Next::Stop;
    adapt(learner);
    return Next::Learn;
  }
  return confirm(learner, std::move(candidate));
}

/// Both premises hold. They say nothing of failures where the component cannot accept any more.
AgrLoop::Next AgrLoop::confirm(Learner &learner, Dfa candidate) {
  if (!repair.onlyConstraints()) {
    repair.trim();
    automaton = TraceAutomaton(repair.program(), *alphabet);
  }
  if (dropRedundant()) {
    automaton = TraceAutomaton(repair.program(), *alphabet);
    adapt(learner);
    return Next::Learn;
  }
  if (!hasDeadPart(automaton)) {
    result.assumption = std::move(candidate);
    return Next::Done;
  }
  SearchAnswer whole = search.check(repair.program());
  if (whole.verdict == Verdict::Unknown)
    return stop(AgrResult::Outcome::Unknown, whole.reason);
  if (whole.verdict == Verdict::Holds)
    return Next::Done;
  Word word = wordOf(whole.run, component, repair.program(), *alphabet);
  if (!repairTrace(whole.run, word, true))
    return Next::Stop;
  adapt(learner);
  return Next::Learn;
}

/// Learns, and repairs on the way.
AgrLoop::Next AgrLoop::loop() {
  std::vector<Letter> letters;
  knownLetters = 0;
  log.clear();
  isStopped = false;
  for (; knownLetters < alphabet->size(); ++knownLetters)
    letters.push_back(static_cast<Letter>(knownLetters));
  std::unique_ptr<Learner> learner = makeLearner(options.learner, *this, std::move(letters));
  Next next = Next::Learn;
  while (next == Next::Learn && !isStopped)
    next = ask(*learner);
  result.statistics.membershipQueries += learner->statistics().membershipQueries;
  result.statistics.equivalenceQueries += learner->statistics().equivalenceQueries;
  if (next != Next::Done && !isStopped)
    stop(AgrResult::Outcome::Unknown, "learning ended");
  return next;
}

AgrResult AgrLoop::run() {
  choosesGoal();
  Next next = loop();
  if (next != Next::Done && result.outcome == AgrResult::Outcome::Unknown && poor &&
      budget.exceeded() == Budget::Limit::None) {
    repair = poor->first;
    automaton = TraceAutomaton(repair.program(), *alphabet);
    result.repairs = {poor->second};
    options.maxRepairs = 1;
    std::string reason = std::exchange(result.reason, {});
    next = loop();
    if (next != Next::Done)
      result.reason = reason;
  }
  result.alphabet = alphabet;
  if (next == Next::Done) {
    result.reason.clear();
    result.outcome = result.repairs.empty()                                       ? AgrResult::Outcome::Verified
                     : isTrivial(system, repair.program(), options.check, budget) ? AgrResult::Outcome::Trivial
                                                                                  : AgrResult::Outcome::Repaired;
  }
  result.component.emplace(std::move(repair));
  return std::move(result);
}

//===----------------------------------------------------------------------===//
// Repair
//===----------------------------------------------------------------------===//

bool AgrLoop::hasConstraints(ArrayRef<SystemStep> run) const {
  Term truth = system.terms->boolean(true);
  return any_of(run, [&](const SystemStep &step) {
    auto [mover, position] = step.movers.front();
    if (mover == system.components.size() || step.guard != truth)
      return true;
    const Program &program = mover == component ? repair.program() : system.components[mover];
    return program.transitions[position].action.kind == ActionKind::Constraint;
  });
}

/// A place with which the property holds.
std::optional<ConstraintPlace> AgrLoop::sufficient(ArrayRef<SystemStep> run, ArrayRef<ConstraintPlace> ordered) {
  ProgramCheckOptions look = options.check;
  look.maxSets = rowLength > 1 ? 60 : 300;
  std::map<const ConstraintPlace *, bool> known;
  auto isEnough = [&](const ConstraintPlace &place) {
    auto [entry, isNew] = known.try_emplace(&place, false);
    if (isNew) {
      ErrorSearch trial(system, component, look, budget);
      entry->second = trial.check(places.withConstraint(run, place.constraint).program()).verdict == Verdict::Holds;
    }
    return entry->second;
  };
  const ConstraintPlace *chosen = places.preferred(ordered, isEnough);
  return chosen ? std::optional(*chosen) : std::nullopt;
}

/// One constraint in place of what recurs there.
std::optional<ConstraintPlace> AgrLoop::commonAt(ArrayRef<SystemStep> run, const ConstraintPlace &place,
                                                 ArrayRef<Term> row) {
  ConstraintPlace found = place;
  auto gatedBy = [&](Term condition) {
    AbducedConstraint constraint = place.constraint;
    constraint.condition = condition;
    return places.gated(run, constraint);
  };
  auto lossWith = [&](Term condition) {
    ConstraintPlace other = place;
    other.kept = places.keptWith(place.key, condition);
    return places.lossOf(other);
  };
  RecurringConstraints recurring(system, component, gatedBy, lossWith, options.check, context, budget);
  found.constraint.condition = recurring.findCommon(row);
  if (!found.constraint.condition)
    return std::nullopt;
  found.kept = places.keptWith(place.key, found.constraint.condition);
  return found;
}

/// Where constraints recur, one in place of them all, if possible: that which keeps most.
std::optional<ConstraintPlace> AgrLoop::common(ArrayRef<SystemStep> run, ArrayRef<ConstraintPlace> ordered) {
  constexpr size_t Little = 4;
  std::vector<PlaceKey> seen;
  std::optional<ConstraintPlace> best;
  rowLength = 0;
  for (const ConstraintPlace &place : ordered) {
    if (is_contained(seen, place.key))
      continue;
    seen.push_back(place.key);
    std::vector<Term> &row = abduced[place.key];
    row.push_back(place.constraint.condition);
    rowLength = std::max(rowLength, row.size());
    if (!is_contained({3U, 4U, 6U}, row.size()) || (best && places.lossOf(*best) <= Little))
      continue;
    std::optional<ConstraintPlace> found = commonAt(run, place, row);
    if (found && (!best || places.lossOf(*found) < places.lossOf(*best)))
      best = found;
  }
  return best;
}

std::string AgrLoop::printed(Term condition) const {
  std::string prefix = system.components[component].name + ".";
  return printTerm(condition, [&](VariableId id) {
    StringRef name = system.variables[id].name;
    name.consume_front(prefix);
    return name.str();
  });
}

void AgrLoop::describe(RepairStep &step, const ConstraintPlace &place) const {
  step.location = system.components[component].locations[place.key.location].name;
  step.constraint = printed(place.constraint.condition);
}

/// One part that the property does not need.
bool AgrLoop::dropFrom(const ComponentRepair::Gate &gate) {
  if (gate.condition->op() != TermOp::And)
    return false;
  ProgramCheckOptions look = options.check;
  look.maxSets = 300;
  ErrorSearch trial(system, component, look, budget);
  for (Term part : gate.condition->operands()) {
    std::vector<Term> others(gate.condition->operands());
    erase(others, part);
    ComponentRepair fewer = repair;
    fewer.replaceCondition(gate.origin, gate.condition, context.terms().andOf(others));
    if (trial.check(fewer.program()).verdict != Verdict::Holds)
      continue;
    repair = std::move(fewer);
    for (RepairStep &step : result.repairs)
      step.isReplaced |=
          step.constraint == printed(part) && step.location == system.components[component].locations[gate.origin].name;
    return true;
  }
  return false;
}

/// What later constraints have made superfluous in those before them. Whether there was any.
bool AgrLoop::dropRedundant() {
  if (std::exchange(isShort, true) || options.place != Placement::Early || !repair.onlyConstraints() ||
      result.repairs.size() < 2)
    return false;
  bool isChanged = false;
  while (any_of(repair.gates(), [&](const ComponentRepair::Gate &gate) { return dropFrom(gate); }))
    isChanged = true;
  return isChanged;
}

/// Takes one constraint in place of all before it if that is enough, with what they say if need be.
bool AgrLoop::replaceBy(ArrayRef<SystemStep> run, ConstraintPlace &place) {
  std::vector<Term> all(abduced[place.key]);
  all.push_back(place.constraint.condition);
  std::vector<Rational> familiar = numbersIn(place.constraint.condition);
  for (Term one : {place.constraint.condition, readable(context, context.terms().andOf(all), familiar, budget)}) {
    ConstraintPlace candidate = place;
    candidate.constraint.condition = one;
    std::optional<ComponentRepair> only = places.alone(candidate);
    if (!only)
      continue;
    repair = std::move(*only);
    place = candidate;
    for (RepairStep &step : result.repairs)
      step.isReplaced = true;
    return true;
  }
  repair = places.withConstraint(run, place.constraint);
  return false;
}

/// Makes the run, one of the component as it is, infeasible by a constraint; false if none does.
bool AgrLoop::block(ArrayRef<SystemStep> run, RepairStep &step) {
  ProgramSystem whole = system;
  whole.components[component] = repair.program();
  Abduction abduction = abduce(whole, run, component, context, budget);
  if (!abduction.atEnd)
    return false;
  bool isEarly = options.place == Placement::Early;
  std::vector<ConstraintPlace> ordered = places.ranked(run, isEarly ? ArrayRef(abduction.places) : *abduction.atEnd);
  std::optional<ConstraintPlace> chosen = isEarly ? sufficient(run, ordered) : std::nullopt;
  erase_if(ordered, [](const ConstraintPlace &place) { return place.constraint.hasToSuffice; });
  if (chosen && places.isPoor(*chosen, ordered)) {
    ComponentRepair changed = places.withConstraint(run, chosen->constraint);
    if (!poor && (!places.isWorthless(*chosen) || isTrivial(system, changed.program(), options.check, budget))) {
      poor.emplace(std::move(changed), step);
      describe(poor->second, *chosen);
    }
    chosen.reset();
  }
  if (isEarly && !chosen && !std::exchange(isKnownToSee, true) && places.isBlind(run)) {
    StringRef last = StringRef(step.trace).rsplit(", ").second;
    const std::string &name = system.components[component].name;
    stop(AgrResult::Outcome::Unknown,
         "no condition was found that is enough: whatever " + name + " knows, the others " + "can make its " +
             (last.empty() ? StringRef(step.trace) : last).str() + " violate the property");
    return false;
  }
  // Where none is enough, the earliest comes first of those that leave something.
  stable_sort(ordered, [&](const ConstraintPlace &a, const ConstraintPlace &b) {
    auto rank = [&](const ConstraintPlace &place) {
      return std::tuple(places.isWorthless(place), !place.isWritable, place.constraint.step);
    };
    return rank(a) < rank(b);
  });
  if (chosen) {
    repair = places.withConstraint(run, chosen->constraint);
  } else if ((chosen = common(run, ordered))) {
    step.isCommon = true;
    replaceBy(run, *chosen);
  } else {
    chosen = *places.preferred(ordered, [](const ConstraintPlace &) { return true; });
    repair = places.withConstraint(run, chosen->constraint);
  }
  describe(step, *chosen);
  return true;
}

bool AgrLoop::remove(ArrayRef<SystemStep> run, ArrayRef<Letter> word, RepairStep &step) {
  if (options.method == SyntacticMethod::Exact &&
      none_of(result.repairs, [](const RepairStep &done) { return done.constraint.empty(); }))
    if (std::optional<PumpableCycle> cycle = findPumpableCycle(system, component)) {
      result.cycle = std::move(cycle);
      stop(AgrResult::Outcome::Diverges);
      return false;
    }
  Place end = run.empty() ? initialPlace(system) : run.back().target;
  Location location = locationAfter(run, run.size());
  step.location = location == ErrorLocation ? "ERROR" : repair.program().locations[location].name;
  repair.removeTrace(word, options.method, isFinalViolation(system, end), *alphabet);
  return true;
}

/// Constraints that get ever stronger at one place will not be enough.
bool AgrLoop::isRecurring(const RepairStep &step) {
  constexpr size_t MaxAtOnePlace = 8;
  std::vector<std::string> constraints;
  for (const RepairStep &done : result.repairs)
    if (!done.constraint.empty() && !done.isReplaced && done.location == step.location)
      constraints.push_back(done.constraint);
  if (step.constraint.empty() || step.isCommon || constraints.size() < MaxAtOnePlace)
    return false;
  stop(AgrResult::Outcome::Unknown, "the constraints at " + step.location +
                                        " do not converge: " + join(ArrayRef(constraints).take_front(3), "; ") +
                                        "; and so on; no condition was found that takes their place");
  return true;
}

bool AgrLoop::repairTrace(ArrayRef<SystemStep> foundRun, ArrayRef<Letter> word, bool inEquivalenceQuery) {
  if (word.empty() &&
      (hasFailed(foundRun) || (!foundRun.empty() && isFinalViolation(system, foundRun.back().target)))) {
    stop(AgrResult::Outcome::Unrepairable,
         "the property is violated before " + system.components[component].name + " does anything");
    return false;
  }
  if (result.repairs.size() >= options.maxRepairs) {
    stop(AgrResult::Outcome::Unknown, std::to_string(options.maxRepairs) + " repairs were not enough");
    return false;
  }
  if (Budget::Limit limit = budget.exceeded(); limit != Budget::Limit::None) {
    stop(AgrResult::Outcome::Unknown, budget.describe(limit));
    return false;
  }
  std::optional<std::vector<uint32_t>> transitions = runOn(automaton, word);
  assert(transitions && "the trace is one of the component");
  std::vector<SystemStep> run = transferred(foundRun, component, repair.program(), *transitions);
  RepairStep step;
  step.inEquivalenceQuery = inEquivalenceQuery;
  step.trace = describeWord(word, *alphabet, system, repair.program());
  bool isBlocked = hasConstraints(run) && block(run, step);
  if (isStopped || (!isBlocked && !remove(run, word, step)))
    return false;
  if (isRecurring(step))
    return false;
  bool isOneOfMany = !step.isCommon && rowLength > 1;
  result.repairs.push_back(std::move(step));
  automaton = TraceAutomaton(repair.program(), *alphabet);
  return !isOneOfMany || repairNext(inEquivalenceQuery);
}

/// Where constraints recur, the next error trace is looked for at once: what is learned between two of them is of no
/// use.
bool AgrLoop::repairNext(bool inEquivalenceQuery) {
  SearchAnswer next = search.check(repair.program());
  if (next.verdict != Verdict::Violated)
    return true;
  return repairTrace(next.run, wordOf(next.run, component, repair.program(), *alphabet), inEquivalenceQuery);
}

AgrResult AgrLoop::repairOnly(ArrayRef<SystemStep> run) {
  if (repairTrace(run, wordOf(run, component, repair.program(), *alphabet), false))
    result.outcome = AgrResult::Outcome::Repaired;
  result.component.emplace(std::move(repair));
  return std::move(result);
}

AgrResult repairRun(const ProgramSystem &system, uint32_t component, ArrayRef<SystemStep> run,
                    const AgrOptions &options, const Budget &budget) {
  return AgrLoop(system, component, options, budget).repairOnly(run);
}

AgrResult repairComponent(const ProgramSystem &system, uint32_t component, const AgrOptions &options,
                          const Budget &budget) {
  AgrOptions chosen = options;
  auto result = [&] {
    AgrLoop loop(system, component, chosen, budget);
    AgrResult found = loop.run();
    if (!loop.isWeakestTooLarge())
      return found;
    chosen.goal = AssumptionGoal::Traces;
    return AgrLoop(system, component, chosen, budget).run();
  }();
  if (result.outcome != AgrResult::Outcome::Trivial || options.place == Placement::End)
    return result;
  // Places were compared by a sample of runs.
  chosen.place = Placement::End;
  AgrResult other = AgrLoop(system, component, chosen, budget).run();
  return other.outcome == AgrResult::Outcome::Repaired ? std::move(other) : std::move(result);
}

} // namespace tenon
