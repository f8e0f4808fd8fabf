//===- SourceCuts.cpp - Repairs that take text away -----------------------===//

#include "SourceCuts.h"

#include "LostTraces.h"

#include "tenon/Lts/Formats.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace tenon {

//===----------------------------------------------------------------------===//
// What can be cut
//===----------------------------------------------------------------------===//

namespace {

class CutCollector {
public:
  CutCollector(StringRef buffer, std::vector<SourceEdit> &found) : text(buffer), cuts(found) {}

  void visit(const ast::ProcessBody *body) {
    if (const auto *choice = dyn_cast_or_null<ast::ChoiceBody>(body))
      visitChoice(*choice);
    if (const auto *branches = dyn_cast_or_null<ast::IfBody>(body)) {
      for (const ast::IfBody::Branch &branch : branches->branches)
        visit(branch.body);
      visit(branches->otherwise);
    }
  }

private:
  size_t offset(SMLoc place) const { return static_cast<size_t>(place.getPointer() - text.data()); }
  void cut(size_t begin, size_t end, StringRef instead) { cuts.push_back({begin, end - begin, instead.str()}); }

  void visitChoice(const ast::ChoiceBody &choice) {
    ArrayRef<const ast::Alternative *> all = choice.alternatives;
    for (size_t i = 0; i < all.size() && all.size() > 1; ++i)
      if (i == 0)
        cut(offset(all[0]->range.Start), offset(all[1]->range.Start), "");
      else
        cut(offset(all[i - 1]->range.End), offset(all[i]->range.End), "");
    for (const ast::Alternative *alternative : all) {
      for (const ast::Action *action : alternative->actions.drop_front())
        cut(offset(action->range.Start), offset(alternative->range.End), "STOP");
      visit(alternative->body);
    }
    StringRef before = text.take_front(offset(choice.range.Start)).rtrim();
    size_t end = offset(choice.range.End);
    if (text.substr(offset(choice.range.Start)).starts_with("("))
      cut(offset(choice.range.Start), end, "STOP");
    else if (before.ends_with("(") && text.drop_front(end).ltrim().starts_with(")"))
      cut(before.size() - 1, text.find(')', end) + 1, "STOP");
  }

  StringRef text;
  std::vector<SourceEdit> &cuts;
};

} // namespace

std::vector<SourceEdit> possibleCuts(const ast::Definition &definition, StringRef text) {
  std::vector<SourceEdit> cuts;
  CutCollector collector(text, cuts);
  ArrayRef<ast::LocalProcess> locals;
  if (const auto *process = dyn_cast<ast::ProcessDefinition>(&definition))
    locals = process->locals;
  else if (const auto *component = dyn_cast<ast::ComponentDefinition>(&definition))
    locals = component->locals;
  for (const ast::LocalProcess &local : locals)
    collector.visit(local.body);
  return cuts;
}

//===----------------------------------------------------------------------===//
// Which cut
//===----------------------------------------------------------------------===//

size_t comparedLength(const Program &program) {
  constexpr size_t Longest = 16;
  return std::min(2 * program.locations.size() + 2, Longest);
}

namespace {

class CutSearch {
public:
  CutSearch(LoadedModel &loadedModel, const RepairTarget &theTarget, size_t copyNumber,
            const ComponentRepair &theRepair, const RepairSettings &repairSettings, const Budget &limits)
      : loaded(loadedModel), target(theTarget), copy(copyNumber), repair(theRepair), settings(repairSettings),
        budget(limits) {}

  std::optional<std::string> run();

private:
  std::optional<SourceEdit> extensionBy(ArrayRef<std::string> missing, const ast::Definition &definition,
                                        size_t number) const;
  std::optional<double> losses(StringRef text, std::vector<std::string> &missing);
  static std::string nameIn(const ProgramSystem &system, const ProgramTransition &transition) {
    return describeAction(transition.action, {}, *system.labels,
                          [&](VariableId id) { return system.variables[id].name; });
  }

  LoadedModel &loaded;
  const RepairTarget &target;
  size_t copy;
  const ComponentRepair &repair;
  const RepairSettings &settings;
  const Budget &budget;
};

} // namespace

/// Nullopt if the text is not a repair that can be taken for this one.
std::optional<double> CutSearch::losses(StringRef text, std::vector<std::string> &missing) {
  LoadedModel changed(text, "", settings, budget);
  if (!changed.isGood())
    return std::nullopt;
  uint32_t position = target.copies[copy];
  Expected<RepairTarget> found = targetOf(changed, target.question, settings);
  if (!found) {
    consumeError(found.takeError());
    return std::nullopt;
  }
  if (found->system.components.size() <= position)
    return std::nullopt;
  const Program &original = target.system.components[position], &candidate = found->system.components[position];
  auto name = [&](const ProgramTransition &transition) { return nameIn(target.system, transition); };
  auto newName = [&](const ProgramTransition &transition) { return nameIn(found->system, transition); };
  auto compare = [&](ArrayRef<LabelId> before, ArrayRef<LabelId> after) {
    for (LabelId label : before) {
      StringRef spelling = target.system.labels->text(label);
      if (none_of(after, [&](LabelId other) { return found->system.labels->text(other) == spelling; }))
        missing.push_back(spelling.str());
    }
  };
  compare(original.channels, candidate.channels);
  compare(original.events, candidate.events);
  if (!missing.empty())
    return std::nullopt;
  if (findTraceOutside(candidate, newName, repair.program(), name))
    return std::nullopt;
  return lostTraces(original, name, candidate, newName, comparedLength(original),
                    [](const ProgramTransition &) { return false; });
}

/// Actions that do not occur any more remain in the alphabet: `+ {…}` at the end of a process that has none.
std::optional<SourceEdit> CutSearch::extensionBy(ArrayRef<std::string> missing, const ast::Definition &definition,
                                                 size_t number) const {
  const auto *process = dyn_cast<ast::ProcessDefinition>(&definition);
  const auto *component = dyn_cast<ast::ComponentDefinition>(&definition);
  bool isExtended = process ? process->extension || process->hasRelabels || process->hiding
                            : !component || component->extension || !component->isAutomaton;
  if (missing.empty() || isExtended)
    return std::nullopt;
  const Program &own = target.own[number];
  std::vector<std::string> spelled;
  for (const std::string &label : missing)
    for (ArrayRef<LabelId> alphabet : {ArrayRef(own.channels), ArrayRef(own.events)})
      for (LabelId candidate : alphabet) {
        StringRef text = target.system.labels->text(candidate);
        if (text == label || StringRef(label).ends_with(("." + text).str()))
          spelled.push_back(spellLabel(text).value_or(text.str()));
      }
  size_t end = static_cast<size_t>(definition.range.End.getPointer() - loaded.text().data());
  return SourceEdit{end - 1, 0, " + {" + join(spelled, ", ") + "}"};
}

std::optional<std::string> CutSearch::run() {
  constexpr size_t MaxCutsForPairs = 24;
  const ast::Definition *definition = loaded.definitionOf(target.definition);
  if (!definition)
    return std::nullopt;
  std::vector<SourceEdit> cuts = possibleCuts(*definition, loaded.text());
  const Program &original = target.system.components[target.copies[copy]];
  auto name = [&](const ProgramTransition &transition) { return nameIn(target.system, transition); };
  double most = lostTraces(original, name, repair.program(), name, comparedLength(original),
                           [](const ProgramTransition &) { return false; });
  std::optional<std::string> best;
  auto consider = [&](std::vector<SourceEdit> edits) {
    std::string text = applyEdits(loaded.text(), edits);
    std::vector<std::string> missing;
    std::optional<double> lost = losses(text, missing);
    if (std::optional<SourceEdit> extension = extensionBy(missing, *definition, copy)) {
      edits.push_back(std::move(*extension));
      text = applyEdits(loaded.text(), std::move(edits));
      missing.clear();
      lost = losses(text, missing);
    }
    if (!lost || *lost > most || (best && *lost == most))
      return;
    most = *lost;
    best = std::move(text);
  };
  for (const SourceEdit &cut : cuts)
    consider({cut});
  if (best || cuts.size() > MaxCutsForPairs)
    return best;
  for (size_t i = 0; i < cuts.size(); ++i)
    for (size_t j = 0; j < cuts.size(); ++j)
      if (cuts[i].offset + cuts[i].length <= cuts[j].offset && budget.exceeded() == Budget::Limit::None)
        consider({cuts[i], cuts[j]});
  return best;
}

std::optional<std::string> cutLike(LoadedModel &loaded, const RepairTarget &target, size_t copy,
                                   const ComponentRepair &repair, const RepairSettings &settings,
                                   const Budget &budget) {
  return CutSearch(loaded, target, copy, repair, settings, budget).run();
}

} // namespace tenon
