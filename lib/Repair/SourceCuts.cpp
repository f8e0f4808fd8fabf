//===- SourceCuts.cpp - Repairs that take text away -----------------------===//

#include "SourceCuts.h"

#include "LostTraces.h"
#include "ProcessEdits.h"

#include "tenon/Lts/Formats.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <set>

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
      if (isa<ast::ReferenceBody>(alternative->body))
        cut(offset(alternative->body->range.Start), offset(alternative->range.End), "STOP");
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

/// As the definition has it, or null.
static const ast::LabelSet *extensionOf(const ast::Definition &definition) {
  if (const auto *process = dyn_cast<ast::ProcessDefinition>(&definition))
    return process->extension;
  const auto *component = dyn_cast<ast::ComponentDefinition>(&definition);
  return component ? component->extension : nullptr;
}

/// Behind the last local process; nullopt for a C-like body.
static std::optional<size_t> endOfLocals(const ast::Definition &definition, StringRef text) {
  ArrayRef<ast::LocalProcess> locals;
  if (const auto *process = dyn_cast<ast::ProcessDefinition>(&definition))
    locals = process->locals;
  else if (const auto *component = dyn_cast<ast::ComponentDefinition>(&definition); component && component->isAutomaton)
    locals = component->locals;
  if (locals.empty())
    return std::nullopt;
  return static_cast<size_t>(locals.back().range.End.getPointer() - text.data());
}

/// Labels in the words of a definition with parameters, which stands for others as well: `skip[I]`.
static std::set<std::string> asWritten(const ast::ProcessDefinition &process, const std::set<std::string> &labels) {
  auto stem = [](StringRef label) { return label.take_until([](char c) { return c == '.' || c == '['; }); };
  std::set<std::string> result;
  std::vector<std::string> texts = actionTexts(process, {}).own;
  for (const std::string &label : labels) {
    auto isMeant = [&](StringRef action) {
      return !action.contains(':') && action.contains('[') && stem(action) == stem(label);
    };
    auto found = find_if(texts, isMeant);
    result.insert(found == texts.end() ? label : *found);
  }
  return result;
}

std::vector<SourceEdit> alphabetExtension(ArrayRef<std::string> labels, const RepairTarget &target,
                                          const ast::Definition &definition, StringRef text) {
  std::set<std::string> names;
  const Program &own = target.own.front();
  for (const std::string &label : labels)
    for (ArrayRef<LabelId> alphabet : {ArrayRef(own.channels), ArrayRef(own.events)})
      for (LabelId candidate : alphabet) {
        StringRef name = target.system.labels->text(candidate);
        if (name == label || StringRef(label).ends_with(("." + name).str()))
          names.insert(name.str());
      }
  if (const auto *process = dyn_cast<ast::ProcessDefinition>(&definition); process && !process->parameters.empty())
    names = asWritten(*process, names);
  std::vector<std::string> ordered(names.begin(), names.end());
  sort(ordered, [](StringRef a, StringRef b) { return a.compare_numeric(b) < 0; });
  std::optional<size_t> end = endOfLocals(definition, text);
  bool isSpelled = any_of(ordered, [](StringRef label) { return label.contains('['); });
  std::optional<std::string> set = isSpelled ? "{" + join(ordered, ", ") + "}" : spellLabelSet(ordered);
  if (ordered.empty() || !end || !set)
    return {};
  std::string list = StringRef(*set).drop_front().drop_back().str();
  const ast::LabelSet *extension = extensionOf(definition);
  if (!extension)
    return {{*end, 0, " + {" + list + "}"}};
  size_t begin = static_cast<size_t>(extension->range.Start.getPointer() - text.data());
  size_t close = static_cast<size_t>(extension->range.End.getPointer() - text.data());
  if (text.slice(begin, close).ends_with("}"))
    return {{close - 1, 0, ", " + list}};
  return {{begin, 0, "{"}, {close, 0, ", " + list + "}"}};
}

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
    if (std::vector<SourceEdit> extension = alphabetExtension(missing, target, *definition, loaded.text());
        !extension.empty()) {
      append_range(edits, extension);
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
