//===- AssumeGuaranteeRepair.cpp - Verify or repair -----------------------===//

#include "tenon/Repair/AssumeGuaranteeRepair.h"

#include "ConstraintCleanup.h"
#include "ErrorSearch.h"
#include "TraceBlocking.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ErrorHandling.h"

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
        repair(programSystem.components[blamed]), blocker(programSystem, blamed, options, repair, context, limits),
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
  bool cleanUp();
  void nameGates();
  bool isRecurring(const RepairStep &step);
  Word withoutGates(ArrayRef<Letter> word, ArrayRef<uint32_t> transitions) const;
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
  TraceBlocker blocker;
  TraceAutomaton automaton; ///< Of what has been repaired so far.
  AgrResult result;
  std::vector<PlaceKey> keys;             ///< Of the repairs in the result.
  size_t knownLetters = 0;                ///< That the learner has.
  std::vector<std::pair<Word, bool>> log; ///< What the learner has been told of T(M2).
  size_t asked = 0;                       ///< Of the weakest assumption.
  bool isStopped = false, isGivenUp = false;
  bool isClean = false; ///< cleanUp() has been here.
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
  if (cleanUp()) {
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
  if (next != Next::Done && result.outcome == AgrResult::Outcome::Unknown && blocker.lastResort() &&
      budget.exceeded() == Budget::Limit::None) {
    const auto &[poor, placed] = *blocker.lastResort();
    repair = poor;
    automaton = TraceAutomaton(repair.program(), *alphabet);
    result.repairs = {placed.step};
    keys = {placed.key};
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
  nameGates();
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

/// Once, when all constraints are there.
bool AgrLoop::cleanUp() {
  if (std::exchange(isClean, true) || options.place != Placement::Early || !repair.onlyConstraints() ||
      result.repairs.empty())
    return false;
  ConstraintCleanup cleanup(system, component, repair, blocker.allPlaces(), options.check, context, budget);
  bool isChanged = cleanup.run();
  for (const auto &[from, to] : cleanup.moved())
    for (auto [key, step] : zip(keys, result.repairs))
      if (key == from) {
        key = to;
        step.location = system.components[component].locations[to.location].name;
      }
  return isChanged;
}

/// Which steps each constraint has come from: what is there in the end is said of the last of them.
void AgrLoop::nameGates() {
  std::vector<ComponentRepair::Gate> gates = repair.gates();
  std::vector<bool> isNamed(gates.size());
  for (size_t i = keys.size(); i-- > 0;) {
    RepairStep &step = result.repairs[i];
    if (step.constraint.empty() || step.isReplaced)
      continue;
    auto found =
        find_if(gates, [&](const ComponentRepair::Gate &gate) { return blocker.allPlaces().isAt(gate, keys[i]); });
    auto number = static_cast<size_t>(found - gates.begin());
    step.isReplaced = found == gates.end() || isNamed[number];
    if (step.isReplaced)
      continue;
    isNamed[number] = true;
    step.gate = number;
    step.constraint = blocker.printed(found->condition);
  }
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

/// As the component that is to be repaired does it.
Word AgrLoop::withoutGates(ArrayRef<Letter> word, ArrayRef<uint32_t> transitions) const {
  std::vector<ComponentRepair::Gate> gates = repair.gates();
  Word result;
  for (auto [letter, transition] : zip(word, transitions))
    if (none_of(gates, [&](const ComponentRepair::Gate &gate) { return gate.transition == transition; }))
      result.push_back(letter);
  return result;
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
  PlacedStep placed;
  RepairStep &step = placed.step;
  step.inEquivalenceQuery = inEquivalenceQuery;
  step.trace = describeWord(withoutGates(word, *transitions), *alphabet, system, repair.program());
  TraceBlocker::Outcome blocked =
      hasConstraints(run) ? blocker.block(run, placed, result.repairs) : TraceBlocker::Outcome::Impossible;
  if (blocked == TraceBlocker::Outcome::Blind)
    stop(AgrResult::Outcome::Unknown, blocker.reason());
  if (isStopped || (blocked == TraceBlocker::Outcome::Impossible && !remove(run, word, step)))
    return false;
  if (isRecurring(step))
    return false;
  bool isOneOfMany = !step.isCommon && blocker.isRecurring();
  result.repairs.push_back(std::move(step));
  keys.push_back(std::move(placed.key));
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
  nameGates();
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
