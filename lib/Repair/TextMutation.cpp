//===- TextMutation.cpp - Mutations that are read one by one --------------===//

#include "TextMutation.h"

#include "ComponentBehavior.h"
#include "CompositionEdits.h"
#include "ErrorSearch.h"
#include "GoalUpdate.h"
#include "NamedRuns.h"
#include "ProcessEdits.h"
#include "SourceCuts.h"
#include "SystemBehavior.h"

#include "tenon/Lower/Ltl.h"

#include "llvm/ADT/STLExtras.h"

#include <set>
#include <tuple>

using namespace llvm;

namespace tenon {

using seq::MutationRepairResult;
using seq::Patch;

namespace {

/// A text with some edits, read.
struct Reading {
  std::string text;
  std::unique_ptr<LoadedModel> loaded;
  RepairTarget target;
};

class EditSearch {
public:
  EditSearch(LoadedModel &loadedModel, RepairTarget theTarget, const ast::Definition &changed, StringRef name,
             const RepairSettings &repairSettings, const seq::MutationRepairOptions &repairOptions,
             const Budget &limits, ComponentMutationResult &result)
      : loaded(loadedModel), text(loadedModel.text()), original(std::move(theTarget)), definition(changed), file(name),
        settings(repairSettings), options(repairOptions), budget(limits), answer(result),
        isWithData(!original.system.variables.empty()),
        before(isWithData ? std::nullopt : behaviorOf(original.system, 0, limits)),
        ability(original, {}, limits, dispensable()),
        sample(isWithData ? ProgramSystem(emptySystem()) : original.system) {
    if (!isWithData && original.system.monitor)
      lead.emplace(original.system, wayToViolation(original.system, budget));
  }

  void run(std::vector<SourceEdit> possible);

private:
  using Effect = std::vector<std::string>;
  struct Found {
    seq::ProgramRepair repair;
    std::string text;
    bool keepsLead = false;
    size_t labels = 0;  ///< Of all copies. More of them bind the process to others.
    size_t newRuns = 0; ///< Of the system.
  };

  static ProgramSystem emptySystem() {
    return {std::make_shared<TermContext>(), std::make_shared<LabelTable>(), {}, {}, {}, {}, {}};
  }
  std::set<std::string> dispensable() const;
  bool isPlain() const;
  size_t labelCount(const RepairTarget &target) const;
  std::vector<std::string> labels() const;
  std::vector<SourceEdit> possibleAt(unsigned level) const;
  void collect(std::vector<SourceEdit> possible);
  void add(SourceEdit edit, unsigned level, std::set<Effect> &known);
  Verdict verdictOf(Reading &reading) const;
  bool overlap(const Patch &patch) const;
  std::optional<Reading> read(const Patch &patch) const;
  static Effect effectOf(const Reading &reading);
  bool hasLost(const Reading &reading) const;
  void examine(const Patch &patch);
  void accept(const Patch &patch, Reading &reading);
  bool runSize(size_t size);
  void finish(bool isFinished, bool isAll);

  LoadedModel &loaded;
  StringRef text;
  RepairTarget original;
  const ast::Definition &definition;
  StringRef file;
  const RepairSettings &settings;
  const seq::MutationRepairOptions &options;
  const Budget &budget;
  ComponentMutationResult &answer;
  bool isWithData;
  std::optional<SystemBehavior> before;
  ComponentAbility ability;
  NamedRuns sample;
  std::optional<NamedRuns> lead; ///< wayToViolation()
  std::vector<SourceEdit> edits; ///< By mutation.
  std::vector<unsigned> levels;  ///< Of the edits; 0 where that is not known.
  std::vector<Found> found;
  size_t examined = 0;
  Budget::Clock::time_point start = Budget::Clock::now();
};

} // namespace

//===----------------------------------------------------------------------===//
// Candidates
//===----------------------------------------------------------------------===//

/// Actions that only violate have to go, those that a formula speaks of may have to, and those that are not in what is
/// to be refined or simulated.
std::set<std::string> EditSearch::dispensable() const {
  const Model &model = loaded.theModel();
  const RepairQuestion &question = original.question;
  std::set<std::string> result;
  if (original.system.monitor) {
    for (LabelId label : original.system.monitor->program.events)
      if (std::string name = original.system.labels->text(label).str(); before && before->actions.count(name) == 0)
        result.insert(std::move(name));
  } else if (question.kind == Goal::Kind::Refines || question.kind == Goal::Kind::Simulates) {
    std::optional<DefinitionRef> definition = model.findDefinition(question.property);
    LtsRef abstract = definition ? loaded.lowering().lts(*definition) : nullptr;
    for (const Program &component : original.system.components)
      for (LabelId label : component.events)
        if (abstract && !abstract->alphabet().contains(label))
          result.insert(model.labels->text(label).str());
  } else if (const AssertionModel *assertion = model.findAssertion(question.property)) {
    StepAlphabet steps(model, *assertion->formula);
    for (Letter letter = 0; letter < steps.size(); ++letter)
      for (LabelId label : steps.labels(letter))
        result.insert(model.labels->text(label).str());
  }
  return result;
}

/// The definition stands for one process with its own names, under which it may take part in more.
bool EditSearch::isPlain() const {
  return original.copies.size() == 1 && original.system.components[original.copies[0]].name == original.definition;
}

/// Actions that may be done more: its own, and those of the others.
std::vector<std::string> EditSearch::labels() const {
  constexpr size_t Many = 24;
  std::vector<std::string> result;
  auto add = [&](const Program &program, const LabelTable &table) {
    for (LabelId label : program.events)
      if (std::string name = table.text(label).str(); !is_contained(result, name))
        result.push_back(std::move(name));
  };
  for (const Program &own : original.own)
    add(own, *original.system.labels);
  std::vector<std::string> all = result;
  if (isPlain())
    for (const Program &other : original.system.components)
      add(other, *original.system.labels);
  return result.size() > Many ? all : result;
}

bool EditSearch::overlap(const Patch &patch) const {
  for (size_t i = 0; i < patch.size(); ++i)
    for (size_t j = i + 1; j < patch.size(); ++j) {
      const SourceEdit &a = edits[patch[i]], &b = edits[patch[j]];
      if (a.offset <= b.offset + b.length && b.offset <= a.offset + a.length)
        return true;
    }
  return false;
}

/// What does not occur any more stays in the alphabet.
std::optional<Reading> EditSearch::read(const Patch &patch) const {
  std::vector<SourceEdit> chosen;
  for (size_t mutation : patch)
    chosen.push_back(edits[mutation]);
  std::vector<std::string> missing;
  for (bool isExtended : {false, true}) {
    if (isExtended)
      append_range(chosen, alphabetExtension(missing, original, definition, text));
    Reading reading;
    reading.text = applyEdits(text, chosen);
    reading.loaded = std::make_unique<LoadedModel>(reading.text, file, settings, budget);
    if (!reading.loaded->isGood())
      return std::nullopt;
    Expected<RepairTarget> target = targetOf(*reading.loaded, original.question, settings);
    if (!target) {
      consumeError(target.takeError());
      return std::nullopt;
    }
    reading.target = std::move(*target);
    if (reading.target.copies != original.copies)
      return std::nullopt;
    missing.clear();
    for (uint32_t copy : original.copies)
      for (LabelId label : original.system.components[copy].events) {
        StringRef name = original.system.labels->text(label);
        if (none_of(reading.target.system.components[copy].events,
                    [&](LabelId other) { return reading.target.system.labels->text(other) == name; }))
          missing.push_back(name.str());
      }
    if (missing.empty())
      return reading;
  }
  return std::nullopt;
}

/// Of all copies.
size_t EditSearch::labelCount(const RepairTarget &target) const {
  size_t count = 0;
  for (uint32_t copy : original.copies)
    count += target.system.components[copy].events.size();
  return count;
}

/// The steps of all copies, and their alphabets.
EditSearch::Effect EditSearch::effectOf(const Reading &reading) {
  Effect effect;
  for (uint32_t copy : reading.target.copies) {
    const Program &program = reading.target.system.components[copy];
    auto name = [&](LabelId label) { return reading.target.system.labels->text(label).str(); };
    effect.push_back("from " + std::to_string(program.initial));
    for (const ProgramTransition &transition : program.transitions)
      effect.push_back(std::to_string(transition.from) + " " + name(transition.action.label) + " " +
                       std::to_string(transition.to));
    for (LabelId label : program.events)
      effect.push_back(name(label));
  }
  return effect;
}

/// Of a process or composition.
std::vector<SourceEdit> EditSearch::possibleAt(unsigned level) const {
  std::vector<const ast::Definition *> definitions = loaded.definitions();
  if (const auto *composite = dyn_cast<ast::CompositeDefinition>(&definition))
    return compositionEdits(*composite, text, level, definitions);
  const auto *process = dyn_cast<ast::ProcessDefinition>(&definition);
  if (!process)
    return {};
  ActionTexts actions = actionTexts(*process, definitions);
  actions.labels = labels();
  return processEdits(*process, text, level, actions);
}

/// If it is well-formed and does something else than those before it.
void EditSearch::add(SourceEdit edit, unsigned level, std::set<Effect> &known) {
  size_t offset = edit.offset, length = edit.length;
  edits.push_back(std::move(edit));
  std::optional<Reading> reading = read({edits.size() - 1});
  bool isWider = reading && labelCount(reading->target) > labelCount(original) && !isPlain();
  if (!reading || isWider || !known.insert(effectOf(*reading)).second) {
    edits.pop_back();
    return;
  }
  levels.push_back(level);
  seq::Unit &unit = answer.sites.units.emplace_back();
  const char *place = text.data() + offset;
  unit.range = SMRange(SMLoc::getFromPointer(place), SMLoc::getFromPointer(place + length));
  seq::Mutation &mutation = answer.result.mutations.emplace_back();
  mutation.unit = static_cast<seq::UnitId>(answer.sites.units.size() - 1);
}

void EditSearch::collect(std::vector<SourceEdit> possible) {
  std::set<Effect> known;
  std::set<std::tuple<size_t, size_t, std::string>> seen;
  if (std::optional<Reading> same = read({}))
    known.insert(effectOf(*same));
  auto addAll = [&](std::vector<SourceEdit> all, unsigned level) {
    for (SourceEdit &edit : all)
      if (budget.exceeded() == Budget::Limit::None && seen.emplace(edit.offset, edit.length, edit.text).second)
        add(std::move(edit), level, known);
  };
  bool isOpen = possible.empty();
  addAll(std::move(possible), 0);
  for (unsigned level = 1; level <= options.mutations.level; ++level) {
    // To leave something out says more than a change after which it never happens.
    if (!original.system.monitor && level == 2)
      addAll(possibleCuts(definition, text), 1);
    if (isOpen)
      addAll(possibleAt(level), level);
  }
  answer.result.statistics.units = answer.result.statistics.mutations = edits.size();
}

//===----------------------------------------------------------------------===//
// The search
//===----------------------------------------------------------------------===//

bool EditSearch::hasLost(const Reading &reading) const {
  if (!ability.lostIn(reading.target, settings.mayDeadlock).empty())
    return true;
  std::optional<SystemBehavior> after = before ? behaviorOf(reading.target.system, 0, budget) : std::nullopt;
  auto lacks = [](const std::set<std::string> &then, const std::set<std::string> &now) {
    return !std::includes(now.begin(), now.end(), then.begin(), then.end());
  };
  return after && ((after->fails && !before->fails) || lacks(before->actions, after->actions) ||
                   (!settings.mayDeadlock && lacks(before->always, after->always)));
}

void EditSearch::accept(const Patch &patch, Reading &reading) {
  seq::MutationStatistics &statistics = answer.result.statistics;
  if (!settings.allowTrivial && hasLost(reading)) {
    ++answer.trivial;
    return;
  }
  std::optional<CheckResult> proof = answerQuestion(*reading.loaded, original.question, settings, /*certify=*/true);
  Expected<GoalUpdate> update = updateGoals(text, reading.text, file, original.question, settings, budget);
  if (!proof || proof->verdict != Verdict::Holds || proof->certified != true || !update) {
    if (!update)
      consumeError(update.takeError());
    ++statistics.undecided;
    return;
  }
  if (!settings.allowTrivial && !update->notes.empty()) {
    ++answer.trivial;
    return;
  }
  if (found.empty())
    statistics.secondsToFirst = std::chrono::duration<double>(Budget::Clock::now() - start).count();
  Found &repair = found.emplace_back();
  repair.repair.patch = patch;
  repair.repair.runs = isWithData ? 0 : sample.size();
  repair.repair.sameRuns = isWithData ? 0 : sample.sameRuns(reading.target.system);
  repair.keepsLead = lead && lead->sameRuns(reading.target.system) > 0;
  NamedRuns runs(reading.target.system);
  repair.newRuns = runs.size() - runs.sameRuns(original.system);
  repair.text = std::move(update->text);
  repair.labels = labelCount(reading.target);
}

Verdict EditSearch::verdictOf(Reading &reading) const {
  if (original.system.monitor) {
    uint32_t first = reading.target.copies.front();
    ErrorSearch search(reading.target.system, first, {}, budget);
    return search.check(reading.target.system.components[first]).verdict;
  }
  std::optional<CheckResult> answer = answerQuestion(*reading.loaded, original.question, settings, /*certify=*/false);
  return answer ? answer->verdict : Verdict::Violated;
}

void EditSearch::examine(const Patch &patch) {
  std::optional<Reading> reading = read(patch);
  if (!reading)
    return;
  ++answer.result.statistics.candidates;
  ++answer.result.statistics.solverCalls;
  Verdict verdict = verdictOf(*reading);
  if (verdict == Verdict::Unknown)
    ++answer.result.statistics.undecided;
  else if (verdict == Verdict::Holds)
    accept(patch, *reading);
}

/// False if the search has to end.
bool EditSearch::runSize(size_t size) {
  Patch patch(size);
  for (size_t i = 0; i < size; ++i)
    patch[i] = i;
  if (edits.size() < size)
    return true;
  for (;;) {
    bool isMinimal = none_of(found, [&](const Found &other) {
      return std::includes(patch.begin(), patch.end(), other.repair.patch.begin(), other.repair.patch.end());
    });
    if (isMinimal && !overlap(patch)) {
      if (budget.exceeded() != Budget::Limit::None || ++examined > options.maxCandidates)
        return false;
      examine(patch);
      if (options.maxRepairs && found.size() >= options.maxRepairs)
        return false;
    }
    // The next one in the order of rows of numbers.
    size_t i = size;
    while (i > 0 && patch[i - 1] == edits.size() - size + i - 1)
      --i;
    if (i == 0)
      return true;
    ++patch[i - 1];
    for (; i < size; ++i)
      patch[i] = patch[i - 1] + 1;
  }
}

void EditSearch::finish(bool isFinished, bool isAll) {
  MutationRepairResult &result = answer.result;
  bool isDecided = result.statistics.undecided == 0;
  result.isComplete = isFinished && isAll && isDecided;
  auto rank = [&](const Found &repair) {
    // What a safety property forbids has to go, and what goes on in the place of a deadlock has to come; otherwise runs
    // that come are as bad as runs that go.
    bool mayCome = original.system.monitor || original.question.kind == Goal::Kind::DeadlockFree;
    size_t changed = repair.repair.runs - repair.repair.sameRuns + (mayCome ? 0 : repair.newRuns);
    size_t inserted = 0, removed = 0;
    unsigned level = 0;
    for (size_t mutation : repair.repair.patch) {
      inserted += edits[mutation].text.size();
      removed += edits[mutation].length;
      level = std::max(level, levels[mutation]);
    }
    return std::tuple(repair.repair.patch.size(), repair.labels, !repair.keepsLead, changed, inserted, level, removed,
                      repair.newRuns);
  };
  stable_sort(found, [&](const Found &a, const Found &b) { return rank(a) < rank(b); });
  for (Found &repair : found) {
    result.repairs.push_back(std::move(repair.repair));
    answer.newRuns.push_back(repair.newRuns);
    answer.keepsLead.push_back(repair.keepsLead);
    answer.texts.push_back(std::move(repair.text));
  }
  if (!result.repairs.empty())
    result.verdict = MutationRepairResult::Verdict::Repaired;
  else if (isFinished && isDecided)
    result.verdict = MutationRepairResult::Verdict::None;
}

void EditSearch::run(std::vector<SourceEdit> possible) {
  collect(std::move(possible));
  size_t last = options.maxSize == 0 ? edits.size() : options.maxSize;
  bool isFinished = true;
  for (size_t size = 1; size <= last && isFinished; ++size) {
    isFinished = runSize(size);
    if (isFinished)
      answer.result.finishedSize = size;
  }
  finish(isFinished, last >= edits.size());
}

void repairByEdits(LoadedModel &loaded, RepairTarget target, const ast::Definition &definition,
                   std::vector<SourceEdit> edits, StringRef file, const RepairSettings &settings,
                   const seq::MutationRepairOptions &options, const Budget &budget, ComponentMutationResult &answer) {
  EditSearch(loaded, std::move(target), definition, file, settings, options, budget, answer).run(std::move(edits));
}

} // namespace tenon
