//===- TextRestriction.cpp - Repairs within a process's own text ----------===//

#include "TextRestriction.h"

#include "ErrorSearch.h"
#include "GuardEdits.h"
#include "LostTraces.h"
#include "SourceCuts.h"
#include "StateCopies.h"
#include "SystemBehavior.h"

#include "llvm/ADT/STLExtras.h"

#include <set>

using namespace llvm;

namespace tenon {

namespace {

/// The steps of one copy, by name.
struct NamedSteps {
  Location initial = 0;
  std::vector<std::tuple<Location, std::string, Location>> steps;
  friend bool operator<(const NamedSteps &a, const NamedSteps &b) {
    return std::tie(a.initial, a.steps) < std::tie(b.initial, b.steps);
  }
  bool canDo(ArrayRef<std::string> word) const;
};

/// A text with some edits.
struct Variant {
  std::string text;
  std::unique_ptr<LoadedModel> loaded;
  RepairTarget target;
  SearchAnswer answer;

  std::string nameOf(const ProgramTransition &transition) const {
    return describeAction(transition.action, {}, *target.system.labels, {});
  }
  NamedSteps stepsOf(uint32_t position) const;
  /// What each copy does on the way to the violation.
  std::vector<std::vector<std::string>> words() const;
};

/// What is better is less.
struct Rank {
  size_t lostActions = 0;
  bool deadlocks = false;
  bool hasDeadEnds = false;
  double lost = 0;
  size_t length = 0; ///< Of what is changed.
  bool isClean() const { return !deadlocks && lostActions == 0; }
  friend bool operator<(const Rank &a, const Rank &b) {
    return std::tie(a.lostActions, a.deadlocks, a.hasDeadEnds, a.lost, a.length) <
           std::tie(b.lostActions, b.deadlocks, b.hasDeadEnds, b.lost, b.length);
  }
};

class RestrictionSearch {
public:
  RestrictionSearch(StringRef source, StringRef fileName, const RepairQuestion &asked,
                    const RepairSettings &repairSettings, const Budget &limits)
      : text(source), file(fileName), question(asked), settings(repairSettings), budget(limits) {}

  /// Looks for sets of so many edits, among so many.
  void run(size_t maxEdits, size_t maxSets);
  void runOnCopies();
  std::optional<TextRestriction> take() { return std::move(best); }

private:
  using EditSet = std::vector<size_t>; ///< Positions in `candidates`, sorted.
  struct Candidate {
    SourceEdit edit;
    std::vector<NamedSteps> copies;
  };

  bool prepare();
  Verdict search(Variant &variant) const;
  std::unique_ptr<Variant> load(std::vector<SourceEdit> edits);
  std::unique_ptr<Variant> loadText(std::string changed) const;
  std::vector<std::string> missingLabels(const Variant &variant) const;
  void collect();
  bool isRestriction(const Variant &variant) const;
  bool fits(const EditSet &edits, size_t candidate) const;
  void extend(const EditSet &edits, const Variant &variant, std::set<EditSet> &larger) const;
  void consider(const EditSet &edits, const Variant &variant);
  std::vector<SourceEdit> editsOf(const EditSet &edits) const;

  StringRef text, file;
  RepairQuestion question;
  const RepairSettings &settings;
  const Budget &budget;
  std::unique_ptr<Variant> original;
  const ast::ProcessDefinition *definition = nullptr;
  std::optional<SystemBehavior> before;
  std::vector<Candidate> candidates;
  std::optional<Rank> bestRank;
  std::optional<TextRestriction> best;
};

} // namespace

//===----------------------------------------------------------------------===//
// Texts
//===----------------------------------------------------------------------===//

bool NamedSteps::canDo(ArrayRef<std::string> word) const {
  std::set<Location> current{initial};
  for (const std::string &name : word) {
    std::set<Location> next;
    for (const auto &[from, action, to] : steps)
      if (action == name && current.count(from))
        next.insert(to);
    current = std::move(next);
  }
  return !current.empty();
}

NamedSteps Variant::stepsOf(uint32_t position) const {
  const Program &program = target.system.components[position];
  NamedSteps result;
  result.initial = program.initial;
  for (const ProgramTransition &transition : program.transitions)
    result.steps.emplace_back(transition.from, nameOf(transition), transition.to);
  return result;
}

std::vector<std::vector<std::string>> Variant::words() const {
  std::vector<std::vector<std::string>> result(target.copies.size());
  for (const SystemStep &step : answer.run)
    for (auto [mover, transition] : step.movers)
      for (auto [copy, position] : enumerate(target.copies))
        if (mover == position)
          result[copy].push_back(nameOf(target.system.components[position].transitions[transition]));
  return result;
}

std::unique_ptr<Variant> RestrictionSearch::loadText(std::string changed) const {
  auto variant = std::make_unique<Variant>();
  variant->text = std::move(changed);
  variant->loaded = std::make_unique<LoadedModel>(variant->text, file, settings, budget);
  if (!variant->loaded->isGood())
    return nullptr;
  Expected<RepairTarget> target = targetOf(*variant->loaded, question, settings);
  if (!target) {
    consumeError(target.takeError());
    return nullptr;
  }
  variant->target = std::move(*target);
  return variant;
}

/// Labels of the original's copies that the variant's do not have any more.
std::vector<std::string> RestrictionSearch::missingLabels(const Variant &variant) const {
  std::vector<std::string> missing;
  for (uint32_t position : original->target.copies)
    for (LabelId label : original->target.system.components[position].events) {
      StringRef spelling = original->target.system.labels->text(label);
      if (none_of(variant.target.system.components[position].events,
                  [&](LabelId other) { return variant.target.system.labels->text(other) == spelling; }))
        missing.push_back(spelling.str());
    }
  return missing;
}

/// The alphabet stays: what does not occur any more is listed at the end. Null if the text cannot be read.
std::unique_ptr<Variant> RestrictionSearch::load(std::vector<SourceEdit> edits) {
  std::unique_ptr<Variant> variant = loadText(applyEdits(text, edits));
  if (!variant || variant->target.copies != original->target.copies ||
      variant->target.system.components.size() != original->target.system.components.size())
    return nullptr;
  std::vector<std::string> missing = missingLabels(*variant);
  if (missing.empty())
    return variant;
  std::vector<SourceEdit> extension = alphabetExtension(missing, original->target, *definition, text);
  if (extension.empty())
    return nullptr;
  append_range(edits, extension);
  variant = loadText(applyEdits(text, std::move(edits)));
  return variant && missingLabels(*variant).empty() ? std::move(variant) : nullptr;
}

bool RestrictionSearch::isRestriction(const Variant &variant) const {
  return all_of(original->target.copies, [&](uint32_t position) {
    return !findTraceOutside(
        variant.target.system.components[position], [&](const auto &t) { return variant.nameOf(t); },
        original->target.system.components[position], [&](const auto &t) { return original->nameOf(t); });
  });
}

/// Edits that differ in what they do; of those that do the same the first.
void RestrictionSearch::collect() {
  std::vector<SourceEdit> edits = possibleCuts(*definition, text);
  append_range(edits, strongerGuards(*definition, text));
  std::set<std::vector<NamedSteps>> known;
  auto effectOf = [&](const Variant &variant) {
    std::vector<NamedSteps> effect;
    for (uint32_t position : variant.target.copies)
      effect.push_back(variant.stepsOf(position));
    return effect;
  };
  known.insert(effectOf(*original));
  for (SourceEdit &edit : edits) {
    if (budget.exceeded() != Budget::Limit::None)
      return;
    std::unique_ptr<Variant> variant = load({edit});
    if (!variant)
      continue;
    std::vector<NamedSteps> effect = effectOf(*variant);
    if (known.insert(effect).second && isRestriction(*variant))
      candidates.push_back({std::move(edit), std::move(effect)});
  }
}

//===----------------------------------------------------------------------===//
// Sets of edits
//===----------------------------------------------------------------------===//

std::vector<SourceEdit> RestrictionSearch::editsOf(const EditSet &edits) const {
  std::vector<SourceEdit> result;
  for (size_t candidate : edits)
    result.push_back(candidates[candidate].edit);
  return result;
}

/// Edits that touch each other would be one.
bool RestrictionSearch::fits(const EditSet &edits, size_t candidate) const {
  const SourceEdit &edit = candidates[candidate].edit;
  return none_of(edits, [&](size_t other) {
    const SourceEdit &done = candidates[other].edit;
    return edit.offset <= done.offset + done.length && done.offset <= edit.offset + edit.length;
  });
}

/// One more edit that takes out the violation that is left.
void RestrictionSearch::extend(const EditSet &edits, const Variant &variant, std::set<EditSet> &larger) const {
  std::vector<std::vector<std::string>> words = variant.words();
  for (auto [number, candidate] : enumerate(candidates)) {
    bool blocks = false;
    for (auto [copy, word] : enumerate(words))
      blocks |= !candidate.copies[copy].canDo(word);
    if (!blocks || !fits(edits, number))
      continue;
    EditSet more = edits;
    more.push_back(number);
    sort(more);
    larger.insert(std::move(more));
  }
}

static bool hasDeadEnds(const Program &program) {
  Program reachable = trimmed(program);
  for (Location location = 0; location < reachable.locations.size(); ++location)
    if (!reachable.locations[location].end && reachable.from(location).empty())
      return true;
  return false;
}

void RestrictionSearch::consider(const EditSet &edits, const Variant &variant) {
  Rank rank;
  for (uint32_t position : variant.target.copies) {
    const Program &old = original->target.system.components[position];
    const Program &changed = variant.target.system.components[position];
    if (isTrivial(variant.target.system, changed, {}, budget))
      return;
    rank.hasDeadEnds |= hasDeadEnds(changed) && !hasDeadEnds(old);
    rank.lost += lostTraces(
        old, [&](const auto &t) { return original->nameOf(t); }, changed,
        [&](const auto &t) { return variant.nameOf(t); }, comparedLength(old), [](const auto &) { return false; });
  }
  if (std::optional<SystemBehavior> after = before ? behaviorOf(variant.target.system, 0, budget) : std::nullopt) {
    rank.deadlocks = after->deadlocks && !before->deadlocks;
    rank.lostActions =
        static_cast<size_t>(count_if(before->actions, [&](const auto &name) { return !after->actions.count(name); }));
  }
  TextRestriction result{variant.text, {}, rank.lost};
  for (const SourceEdit &edit : editsOf(edits)) {
    result.leavesOut |= edit.text.empty() || edit.text == "STOP";
    rank.length += edit.length + edit.text.size();
    StringRef old = text.substr(edit.offset, edit.length).trim();
    result.edits.push_back(old.empty()         ? "added: " + StringRef(edit.text).trim().str()
                           : edit.text.empty() ? "left out: " + old.str()
                                               : "instead of " + old.str() + ": " + edit.text);
  }
  if (bestRank && !(rank < *bestRank))
    return;
  bestRank = rank;
  best = std::move(result);
}

/// Reads the text. False if it cannot be restricted.
bool RestrictionSearch::prepare() {
  original = loadText(text.str());
  if (!original || any_of(original->target.models, [](const ComponentModel *model) { return model != nullptr; }))
    return false;
  const ast::Definition *found = original->loaded->definitionOf(original->target.definition);
  definition = dyn_cast_or_null<ast::ProcessDefinition>(found);
  if (!definition || !original->target.system.variables.empty())
    return false;
  // Positions of edits are those in the text that was read.
  text = original->loaded->text();
  return true;
}

Verdict RestrictionSearch::search(Variant &variant) const {
  uint32_t first = variant.target.copies.front();
  ErrorSearch errors(variant.target.system, first, {}, budget);
  variant.answer = errors.check(variant.target.system.components[first]);
  return variant.answer.verdict;
}

void RestrictionSearch::run(size_t maxEdits, size_t maxSets) {
  if (!prepare())
    return;
  Verdict now = search(*original);
  if (now == Verdict::Holds)
    best = TextRestriction{text.str(), {}, 0};
  if (now != Verdict::Violated)
    return;
  before = behaviorOf(original->target.system, 0, budget);
  collect();
  std::set<EditSet> sets;
  extend({}, *original, sets);
  size_t looked = 0;
  for (size_t size = 1; size <= maxEdits && !(bestRank && bestRank->isClean()); ++size) {
    std::set<EditSet> larger;
    for (const EditSet &edits : sets) {
      if (++looked > maxSets || budget.exceeded() != Budget::Limit::None)
        return;
      std::unique_ptr<Variant> variant = load(editsOf(edits));
      Verdict verdict = variant ? search(*variant) : Verdict::Unknown;
      if (verdict == Verdict::Holds)
        consider(edits, *variant);
      else if (verdict == Verdict::Violated)
        extend(edits, *variant, larger);
    }
    sets = std::move(larger);
  }
}

/// Where leaving out alone is not good: a state is told apart by how it is come to, and restricted.
void RestrictionSearch::runOnCopies() {
  constexpr size_t MaxCopies = 12;
  if (!definition || (best && !bestRank) || (bestRank && bestRank->isClean()))
    return;
  std::vector<std::vector<SourceEdit>> copies = stateCopies(*definition, text);
  for (size_t i = 0; i < std::min(copies.size(), MaxCopies) && budget.exceeded() == Budget::Limit::None; ++i) {
    std::string changed = applyEdits(text, copies[i]);
    RestrictionSearch within(changed, file, question, settings, budget);
    within.run(2, 300);
    if (!within.bestRank || !(within.bestRank->isClean()) || (bestRank && !(*within.bestRank < *bestRank)))
      continue;
    bestRank = within.bestRank;
    best = std::move(within.best);
    best->edits.insert(best->edits.begin(), "a copy: " + StringRef(copies[i].front().text).str());
    best->hasCopies = true;
  }
}

std::optional<TextRestriction> restrictText(StringRef text, StringRef file, const RepairQuestion &question,
                                            const RepairSettings &settings, const Budget &budget) {
  constexpr size_t MaxEdits = 3, MaxSets = 1500;
  RestrictionSearch search(text, file, question, settings, budget);
  search.run(MaxEdits, MaxSets);
  search.runOnCopies();
  return search.take();
}

} // namespace tenon
