//===- MutationRepair.cpp - All minimal repairs by mutations --------------===//

#include "tenon/Repair/MutationRepair.h"

#include "BehaviorSample.h"
#include "MutantValidator.h"
#include "PatchEnumerator.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace tenon::seq {

static std::vector<size_t> countsOf(const MutantFormula &formula) {
  std::vector<size_t> counts;
  for (const MutantFormula::Unit &unit : formula.units)
    counts.push_back(unit.mutations.size());
  return counts;
}

namespace {

class Search {
public:
  Search(Program &sequential, const MutationRepairOptions &repairOptions, const Budget &runBudget,
         MutantFormula &formula, MutationRepairResult &repairs)
      : program(sequential), options(repairOptions), budget(runBudget), mutants(formula), result(repairs),
        validator(formula, repairOptions, repairs.statistics, runBudget), enumerator(countsOf(formula)),
        behavior(sequential, {repairOptions.bound, repairOptions.checkBounds}), interpreter(sequential) {}

  void run(const std::function<void(const ProgramRepair &)> &onRepair);

private:
  using Verdict = MutationRepairResult::Verdict;
  bool runSize(size_t size);
  bool isEnough() const { return options.maxRepairs && result.repairs.size() >= options.maxRepairs; }
  /// False if the search cannot go on.
  bool examine(ArrayRef<Choice> choices);
  void addRepair(ArrayRef<Choice> choices);
  void refute(ArrayRef<Choice> choices);
  void block(ArrayRef<Choice> choices, ArrayRef<size_t> samples);
  Patch patchOf(ArrayRef<Choice> choices) const;
  bool isConfirmed(ArrayRef<Choice> choices, size_t sample);

  Program &program;
  const MutationRepairOptions &options;
  const Budget &budget;
  MutantFormula &mutants;
  MutationRepairResult &result;
  MutantValidator validator;
  PatchEnumerator enumerator;
  BehaviorSample behavior;
  Interpreter interpreter;
  Budget::Clock::time_point start = Budget::Clock::now();
  const std::function<void(const ProgramRepair &)> *report = nullptr;
  bool isExhausted = false;

  double seconds() const { return std::chrono::duration<double>(Budget::Clock::now() - start).count(); }
};

} // namespace

Patch Search::patchOf(ArrayRef<Choice> choices) const {
  Patch patch;
  for (size_t unit = 0; unit < choices.size(); ++unit)
    if (choices[unit])
      patch.push_back(mutants.units[unit].mutations[choices[unit] - 1]);
  llvm::sort(patch);
  return patch;
}

//===----------------------------------------------------------------------===//
// Blocking
//===----------------------------------------------------------------------===//

/// A repair changes something that the violations on these samples depend on.
void Search::block(ArrayRef<Choice> choices, ArrayRef<size_t> samples) {
  std::vector<std::vector<bool>> changes(choices.size());
  for (size_t sample : samples) {
    FormulaRun &run = validator.runOn(choices, sample);
    const MutantFormula &formula = validator.currentFormula();
    std::vector<bool> isLocation(choices.size(), false);
    for (size_t definition : run.slice())
      isLocation[formula.unitOfDefinition(definition)] = true;
    for (size_t unit = 0; unit < choices.size(); ++unit) {
      // The formula is that of the alternative: it says nothing of others there.
      bool isOther = mutants.isAlternative(unit, choices[unit]);
      if (!isLocation[unit] && !isOther)
        continue;
      changes[unit].resize(mutants.units[unit].mutations.size() + 1, false);
      for (Choice choice = 0; choice < changes[unit].size(); ++choice)
        if (choice != choices[unit] && !changes[unit][choice])
          changes[unit][choice] = isOther || mutants.isAlternative(unit, choice) || run.mayChange(unit, choice);
    }
  }
  enumerator.block(choices, changes);
  if (options.explain) {
    Refutation refutation{patchOf(choices), {}};
    for (size_t unit = 0; unit < choices.size(); ++unit)
      if (!changes[unit].empty())
        refutation.locations.push_back(mutants.units[unit].id);
    llvm::sort(refutation.locations);
    result.refutations.push_back(std::move(refutation));
  }
}

void Search::refute(ArrayRef<Choice> choices) {
  if (!options.localization)
    return enumerator.block(choices);
  if (!validator.areAlone())
    return block(choices, validator.reasons());
  for (size_t sample : validator.reasons())
    block(choices, sample);
}

//===----------------------------------------------------------------------===//
// The search
//===----------------------------------------------------------------------===//

/// The interpreter shares nothing with the formula.
bool Search::isConfirmed(ArrayRef<Choice> choices, size_t sample) {
  std::vector<Number> constants;
  for (uint64_t bits : validator.constants())
    constants.push_back(Number(static_cast<int64_t>(bits)));
  InputValues inputs = validator.inputsOf(choices, sample);
  Substitution substitution = substitutionOf(result.mutations, patchOf(choices));
  return interpreter.run(inputs, {options.bound, options.checkBounds}, substitution, constants).isError();
}

void Search::addRepair(ArrayRef<Choice> choices) {
  ProgramRepair repair;
  repair.patch = patchOf(choices);
  for (uint64_t bits : validator.constants())
    repair.constants.push_back(Number(static_cast<int64_t>(bits)));
  for (size_t mutation : repair.patch)
    if (uint32_t number = result.mutations[mutation].unknown; number != None && !program.isMath)
      repair.constants[number] = Number(Program::normalize(program.expr(result.mutations[mutation].site).type,
                                                           static_cast<int64_t>(validator.constants()[number])));
  repair.runs = behavior.size();
  std::optional<size_t> same = behavior.sameRuns(substitutionOf(result.mutations, repair.patch), repair.constants);
  enumerator.blockSupersets(choices);
  if (!same) {
    ++result.statistics.undecided;
    return;
  }
  repair.sameRuns = *same;
  if (options.write) {
    std::optional<WrittenRepair> written = options.write(result.mutations, repair);
    if (!written) {
      ++result.statistics.unwritten;
      return;
    }
    repair.written = std::move(*written);
  }
  if (result.repairs.empty())
    result.statistics.secondsToFirst = seconds();
  result.repairs.push_back(repair);
  if (*report)
    (*report)(repair);
}

bool Search::examine(ArrayRef<Choice> choices) {
  size_t samples = validator.sampleCount();
  switch (validator.validate(choices)) {
  case MutantValidator::Answer::Repair:
    addRepair(choices);
    return true;
  case MutantValidator::Answer::Refuted:
    if (validator.areAlone() && validator.sampleCount() > samples && !isConfirmed(choices, samples)) {
      ++result.statistics.undecided;
      enumerator.block(choices);
      return true;
    }
    refute(choices);
    return true;
  case MutantValidator::Answer::Unknown:
    result.limit = budget.exceeded();
    ++result.statistics.undecided;
    enumerator.block(choices);
    return result.limit == Budget::Limit::None;
  }
  return false;
}

bool Search::runSize(size_t size) {
  std::vector<Choice> choices;
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

void Search::run(const std::function<void(const ProgramRepair &)> &onRepair) {
  report = &onRepair;
  std::vector<Choice> original(mutants.units.size(), 0);
  switch (validator.validate(original)) {
  case MutantValidator::Answer::Repair:
    result.verdict = Verdict::Correct;
    result.isComplete = true;
    return;
  case MutantValidator::Answer::Unknown:
    result.limit = budget.exceeded();
    return;
  case MutantValidator::Answer::Refuted:
    result.counterexample = validator.inputsOf(original, 0);
    if (!isConfirmed(original, 0))
      return;
    refute(original);
    break;
  }
  for (size_t size = 1; !isExhausted && (options.maxSize == 0 || size <= options.maxSize); ++size) {
    if (!runSize(size))
      break;
    result.finishedSize = size;
  }
  bool isDecided = result.statistics.undecided == 0 && result.statistics.unwritten == 0;
  result.isComplete = isExhausted && isDecided;
  bool isFinished = isExhausted || result.finishedSize == options.maxSize;
  if (!result.repairs.empty())
    result.verdict = Verdict::Repaired;
  else if (isFinished && isDecided)
    result.verdict = Verdict::None;
}

MutationRepairResult repairByMutation(Program &program, const MutationRepairOptions &options, const Budget &budget,
                                      const std::function<void(const ProgramRepair &)> &onRepair) {
  Budget::Clock::time_point start = Budget::Clock::now();
  MutationRepairResult result;
  result.mutations = collectMutations(program, options.mutations);
  TermContext terms;
  MutantFormula mutants(program, terms, result.mutations, options.bound, options.checkBounds, budget);
  result.statistics.units = mutants.units.size();
  result.statistics.mutations = result.mutations.size();
  result.statistics.definitions = mutants.formula.definitions().size();
  result.hasCuts = !mutants.formula.cuts().empty();
  result.limit = mutants.formula.limit();
  if (result.limit == Budget::Limit::None)
    Search(program, options, budget, mutants, result).run(onRepair);
  llvm::stable_sort(result.repairs, [](const ProgramRepair &a, const ProgramRepair &b) {
    if (a.patch.size() != b.patch.size())
      return a.patch.size() < b.patch.size();
    if (a.written.cut.empty() != b.written.cut.empty())
      return a.written.cut.empty();
    return a.sameRuns != b.sameRuns ? a.sameRuns > b.sameRuns : a.patch < b.patch;
  });
  result.statistics.seconds = std::chrono::duration<double>(Budget::Clock::now() - start).count();
  return result;
}

} // namespace tenon::seq
