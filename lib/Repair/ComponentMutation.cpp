//===- ComponentMutation.cpp - Mutations of components --------------------===//

#include "tenon/Repair/ComponentMutation.h"

#include "ComponentBehavior.h"
#include "ComponentMutants.h"
#include "GoalUpdate.h"
#include "PatchEnumerator.h"
#include "TextMutation.h"

#include "llvm/ADT/STLExtras.h"

#include <set>

using namespace llvm;

namespace tenon {

using seq::MutationRepairResult;
using seq::Patch;
using seq::PatchEnumerator;

static Error problem(const Twine &message) {
  return createStringError(std::make_error_code(std::errc::invalid_argument), message);
}

namespace {

class ComponentSearch {
public:
  ComponentSearch(ComponentMutants &componentMutants, StringRef before, StringRef fileName,
                  const RepairSettings &repairSettings, const seq::MutationRepairOptions &repairOptions,
                  const Budget &runBudget, ComponentMutationResult &answer)
      : mutants(componentMutants), text(before), file(fileName), settings(repairSettings), options(repairOptions),
        budget(runBudget), answer(answer), result(answer.result), enumerator(mutants.counts()),
        ability(mutants.original, checkOptions(), runBudget), sample(mutants.original.system) {}

  void run(const ProgramRun &first);

private:
  using Verdict = MutationRepairResult::Verdict;
  struct Found {
    seq::ProgramRepair repair;
    std::string text;
  };
  ProgramCheckOptions checkOptions() const;
  bool runSize(size_t size);
  bool isEnough() const { return options.maxRepairs && found.size() >= options.maxRepairs; }
  bool examine(ArrayRef<seq::Choice> choices);
  void refute(ArrayRef<seq::Choice> choices, const ProgramSystem &system, const ProgramRun &run);
  bool mayChange(const RunSlice &slice, size_t unit, seq::Choice now, seq::Choice other) const;
  bool isInSlice(const RunSlice &slice, size_t unit) const;
  std::optional<ProgramRun> refutingRun(const ProgramSystem &system) const;
  bool accept(ArrayRef<seq::Choice> choices, Candidate &candidate);
  void finish();

  ComponentMutants &mutants;
  StringRef text, file;
  const RepairSettings &settings;
  const seq::MutationRepairOptions &options;
  const Budget &budget;
  ComponentMutationResult &answer;
  MutationRepairResult &result;
  PatchEnumerator enumerator;
  ComponentAbility ability;
  SystemSample sample;
  std::vector<Found> found;
  /// Counterexamples, for candidates with the same transitions.
  std::vector<std::pair<std::vector<DataValue>, std::vector<ConcreteMove>>> known;
  Budget::Clock::time_point start = Budget::Clock::now();
  bool isExhausted = false;

  double seconds() const { return std::chrono::duration<double>(Budget::Clock::now() - start).count(); }
};

} // namespace

ProgramCheckOptions ComponentSearch::checkOptions() const {
  ProgramCheckOptions check;
  check.jobs = settings.engine.jobs;
  return check;
}

//===----------------------------------------------------------------------===//
// Blocking
//===----------------------------------------------------------------------===//

/// Whether a unit with another mutation, everything in the slice being the same otherwise, may end the run.
bool ComponentSearch::mayChange(const RunSlice &slice, size_t unit, seq::Choice now, seq::Choice other) const {
  static const Mutant None;
  auto mutantOf = [&](seq::Choice choice) -> const Mutant & {
    return choice ? mutants.units[unit].mutants[choice - 1] : None;
  };
  const Mutant &from = mutantOf(now), &to = mutantOf(other);
  if (from.isReshaped || to.isReshaped)
    return true;
  std::set<ActionPlace> places;
  for (const Mutant *mutant : {&from, &to})
    for (const Mutant::Effect &effect : mutant->effects)
      places.insert(effect.place);
  return any_of(places, [&](ActionPlace place) {
    if (!slice.contains(place))
      return false;
    const Mutant::Effect *effect = to.find(place);
    if (place.component == ActionPlace::Initial) {
      Term original = mutants.original.system.variables[place.position].initial;
      return slice.mayChangeInitial(place.position, effect ? effect->initial : original);
    }
    if (mutants.isShared(place))
      return true;
    const Program &program = mutants.original.system.components[place.component];
    return slice.mayChange(place, effect ? effect->action : program.transitions[place.position].action);
  });
}

/// Whether the run depends on a unit.
bool ComponentSearch::isInSlice(const RunSlice &slice, size_t unit) const {
  return any_of(mutants.units[unit].mutants, [&](const Mutant &mutant) {
    return mutant.isReshaped ||
           any_of(mutant.effects, [&](const Mutant::Effect &effect) { return slice.contains(effect.place); });
  });
}

void ComponentSearch::refute(ArrayRef<seq::Choice> choices, const ProgramSystem &system, const ProgramRun &run) {
  if (!options.localization)
    return enumerator.block(choices);
  RunSlice slice(system, run);
  std::vector<std::vector<bool>> changes(choices.size());
  seq::Refutation refutation{mutants.patchOf(choices), {}};
  for (size_t unit = 0; unit < choices.size(); ++unit) {
    if (!isInSlice(slice, unit))
      continue;
    refutation.locations.push_back(mutants.units[unit].id);
    changes[unit].resize(mutants.units[unit].mutations.size() + 1, false);
    for (seq::Choice choice = 0; choice < changes[unit].size(); ++choice)
      changes[unit][choice] = choice != choices[unit] && mayChange(slice, unit, choices[unit], choice);
  }
  enumerator.block(choices, changes);
  if (options.explain) {
    llvm::sort(refutation.locations);
    result.refutations.push_back(std::move(refutation));
  }
}

//===----------------------------------------------------------------------===//
// Candidates
//===----------------------------------------------------------------------===//

std::optional<ProgramRun> ComponentSearch::refutingRun(const ProgramSystem &system) const {
  for (const auto &[initialValues, moves] : known) {
    if (!isInitialValuation(system, initialValues))
      continue;
    ReplayedRun replay = replayRun(system, initialValues, moves);
    if (!replay.problem && replay.isViolation)
      return ProgramRun{{}, initialValues, moves, std::move(replay)};
  }
  return std::nullopt;
}

/// False if it leaves too little.
bool ComponentSearch::accept(ArrayRef<seq::Choice> choices, Candidate &candidate) {
  if (!settings.allowTrivial && !ability.lostIn(candidate.target, settings.mayDeadlock).empty())
    return false;
  std::optional<CheckResult> proof =
      answerQuestion(*candidate.loaded, mutants.original.question, settings, /*certify=*/true);
  if (!proof || proof->verdict != tenon::Verdict::Holds || proof->certified != true) {
    ++result.statistics.undecided;
    return true;
  }
  Expected<GoalUpdate> update = updateGoals(text, candidate.text, file, mutants.original.question, settings, budget);
  if (!update) {
    consumeError(update.takeError());
    ++result.statistics.undecided;
    return true;
  }
  if (!settings.allowTrivial && !update->notes.empty())
    return false;
  Found repair;
  repair.repair.patch = mutants.patchOf(choices);
  repair.repair.runs = sample.size();
  repair.repair.sameRuns = candidate.isReshaped ? 0 : sample.sameRuns(candidate.target.system);
  repair.text = std::move(update->text);
  if (found.empty())
    result.statistics.secondsToFirst = seconds();
  found.push_back(std::move(repair));
  return true;
}

/// False if the search cannot go on.
bool ComponentSearch::examine(ArrayRef<seq::Choice> choices) {
  std::optional<Candidate> candidate = mutants.make(mutants.patchOf(choices));
  if (!candidate) {
    // Each of its mutations has a meaning, but not together.
    enumerator.block(choices);
    return true;
  }
  const ProgramSystem &system = candidate->target.system;
  if (options.replay && !candidate->isReshaped)
    if (std::optional<ProgramRun> run = refutingRun(system)) {
      ++result.statistics.refutedByRuns;
      refute(choices, system, *run);
      return true;
    }
  ++result.statistics.solverCalls;
  ProgramAnswer verdict = checkProgram(system, checkOptions(), budget);
  switch (verdict.verdict) {
  case tenon::Verdict::Violated:
    if (candidate->isReshaped || !verdict.run) {
      enumerator.block(choices);
      return true;
    }
    known.push_back({verdict.run->initialValues, verdict.run->moves});
    refute(choices, system, *verdict.run);
    return true;
  case tenon::Verdict::Unknown:
    result.limit = budget.exceeded();
    ++result.statistics.undecided;
    enumerator.block(choices);
    return result.limit == Budget::Limit::None;
  case tenon::Verdict::Holds:
    break;
  }
  if (accept(choices, *candidate)) {
    enumerator.blockSupersets(choices);
    return true;
  }
  ++answer.trivial;
  enumerator.block(choices);
  return true;
}

//===----------------------------------------------------------------------===//
// The search
//===----------------------------------------------------------------------===//

bool ComponentSearch::runSize(size_t size) {
  std::vector<seq::Choice> choices;
  while (true) {
    result.limit = budget.exceeded();
    if (result.limit != Budget::Limit::None)
      return false;
    switch (enumerator.next(size, budget, choices)) {
    case PatchEnumerator::Answer::Unknown:
      result.limit = enumerator.limit();
      return false;
    case PatchEnumerator::Answer::None:
      isExhausted = true;
      return true;
    case PatchEnumerator::Answer::NoneOfSize:
      return true;
    case PatchEnumerator::Answer::Found:
      break;
    }
    ++result.statistics.candidates;
    if (!examine(choices) || isEnough())
      return false;
  }
}

void ComponentSearch::finish() {
  stable_sort(found, [](const Found &a, const Found &b) {
    size_t sizes[] = {a.repair.patch.size(), b.repair.patch.size()};
    if (sizes[0] != sizes[1])
      return sizes[0] < sizes[1];
    return a.repair.sameRuns != b.repair.sameRuns ? a.repair.sameRuns > b.repair.sameRuns
                                                  : a.repair.patch < b.repair.patch;
  });
  for (Found &repair : found) {
    result.repairs.push_back(std::move(repair.repair));
    answer.texts.push_back(std::move(repair.text));
  }
  bool isDecided = result.statistics.undecided == 0;
  result.isComplete = isExhausted && isDecided;
  if (!result.repairs.empty())
    result.verdict = Verdict::Repaired;
  else if ((isExhausted || result.finishedSize == options.maxSize) && isDecided)
    result.verdict = Verdict::None;
}

void ComponentSearch::run(const ProgramRun &first) {
  std::vector<seq::Choice> original(mutants.units.size(), 0);
  known.push_back({first.initialValues, first.moves});
  refute(original, mutants.original.system, first);
  for (size_t size = 1; !isExhausted && (options.maxSize == 0 || size <= options.maxSize); ++size) {
    if (!runSize(size))
      break;
    result.finishedSize = size;
  }
  finish();
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

static void addConstants(std::set<int64_t> &constants, Term term) {
  constexpr int64_t Large = int64_t(1) << 62;
  if (!term)
    return;
  if (term->op() == TermOp::Constant && term->sort().kind != SortKind::Bool && term->constant().denominator == 1 &&
      term->constant().numerator < Large && term->constant().numerator > -Large)
    constants.insert(static_cast<int64_t>(term->constant().numerator));
  for (Term operand : term->operands())
    addConstants(constants, operand);
}

/// Those that the components and the property speak of, and their neighbors.
static std::vector<int64_t> constantsOf(const ProgramSystem &system) {
  std::set<int64_t> constants;
  std::vector<const Program *> programs;
  for (const Program &component : system.components)
    programs.push_back(&component);
  if (system.monitor)
    programs.push_back(&system.monitor->program);
  for (const Program *program : programs)
    for (const ProgramTransition &transition : program->transitions)
      for (Term term : {transition.action.index, transition.action.value, transition.action.defined})
        addConstants(constants, term);
  std::set<int64_t> all = constants;
  for (int64_t constant : constants)
    all.insert({constant - 1, constant + 1});
  return {all.begin(), all.end()};
}

//===----------------------------------------------------------------------===//
// From the text
//===----------------------------------------------------------------------===//

/// How the texts differ, as one edit.
static SourceEdit differenceOf(StringRef before, StringRef after) {
  size_t start = 0, end = 0, shorter = std::min(before.size(), after.size());
  while (start < shorter && before[start] == after[start])
    ++start;
  while (end < shorter - start && before[before.size() - 1 - end] == after[after.size() - 1 - end])
    ++end;
  return {start, before.size() - start - end, after.slice(start, after.size() - end).str()};
}

/// The mutations of a component as edits of its text.
static std::vector<SourceEdit> editsOf(seq::Program &sites, const seq::SourceFile &source,
                                       const seq::MutationOptions &options) {
  std::vector<seq::Mutation> mutations = collectMutations(sites, options);
  std::vector<SourceEdit> edits;
  for (size_t i = 0; i < mutations.size(); ++i) {
    seq::ProgramRepair one;
    one.patch = {i};
    edits.push_back(differenceOf(source.text, applyRepair(sites, mutations, one, source).front()));
  }
  return edits;
}

Expected<ComponentMutationResult> repairByMutation(StringRef text, StringRef file, const RepairQuestion &question,
                                                   const RepairSettings &settings,
                                                   const seq::MutationRepairOptions &options, const Budget &budget) {
  Budget::Clock::time_point start = Budget::Clock::now();
  ExpressionMeanings meanings;
  RepairSettings reading = settings;
  reading.sema.meanings = &meanings;
  auto loaded = std::make_shared<LoadedModel>(text, file, reading, budget);
  if (!loaded->isGood())
    return loaded->failure();
  Expected<RepairTarget> target = targetOf(*loaded, question, settings);
  if (!target)
    return target.takeError();
  const ast::Definition *defined = loaded->definitionOf(target->definition);
  const auto *definition = dyn_cast_or_null<ast::ComponentDefinition>(defined);
  const auto *process = dyn_cast_or_null<ast::ProcessDefinition>(defined);
  bool isText = process || isa_and_nonnull<ast::CompositeDefinition>(defined);
  if (!definition && !isText)
    return problem("--method=mutation changes the text of a component, process or composition, and '" +
                   target->definition + "' is not defined in this file");
  ComponentMutationResult answer;
  answer.owner = loaded;
  answer.question = target->question;
  answer.question.component = target->definition;
  if (definition)
    answer.sites = sitesOf(*definition, meanings);
  for (const std::string &name : options.mutations.fixedFunctions)
    if (!answer.sites.findFunction(name))
      return problem("--no-mutate: '" + target->definition + "' has no function '" + name + "'");
  answer.source = {file.str(), loaded->text()};
  MutationRepairResult &result = answer.result;
  ProgramCheckOptions check;
  check.jobs = settings.engine.jobs;
  bool isSafety = isAboutSafety(question, loaded->theModel());
  ProgramAnswer now;
  if (isSafety) {
    now = checkProgram(target->system, check, budget);
  } else if (std::optional<CheckResult> known = answerQuestion(*loaded, question, settings, /*certify=*/false)) {
    now.verdict = known->verdict;
    now.reason = known->reason;
  } else {
    return loaded->failure();
  }
  answer.reason = now.reason;
  if (now.verdict == Verdict::Holds) {
    result.verdict = MutationRepairResult::Verdict::Correct;
    result.isComplete = true;
  }
  seq::MutationOptions mutations = options.mutations;
  mutations.isComponent = true;
  mutations.constants = constantsOf(target->system);
  if (now.verdict == Verdict::Violated && (isText || !isSafety)) {
    std::vector<SourceEdit> edits;
    if (definition)
      edits = editsOf(answer.sites, answer.source, mutations);
    repairByEdits(*loaded, std::move(*target), *defined, std::move(edits), file, settings, options, budget, answer);
  } else if (now.verdict == Verdict::Violated) {
    ComponentMutants mutants(std::move(*target), answer.sites, answer.source, file.str(), settings, budget);
    if (mutants.add(collectMutations(answer.sites, mutations))) {
      for (const ComponentMutants::Unit &unit : mutants.units)
        result.statistics.mutations += unit.mutations.size();
      result.statistics.units = mutants.units.size();
      result.mutations = mutants.mutations;
      ComponentSearch(mutants, text, file, settings, options, budget, answer).run(*now.run);
    }
  }
  if (result.verdict == MutationRepairResult::Verdict::Unknown)
    result.limit = budget.exceeded();
  result.statistics.seconds = std::chrono::duration<double>(Budget::Clock::now() - start).count();
  return answer;
}

} // namespace tenon
