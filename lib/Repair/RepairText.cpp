//===- RepairText.cpp - The text of a repaired model ----------------------===//

#include "RepairText.h"

#include "AssumptionText.h"
#include "ConditionEdits.h"
#include "ErrorSearch.h"
#include "SourceCuts.h"

#include "tenon/Lts/Formats.h"
#include "tenon/Lts/Minimize.h"
#include "tenon/Program/Printer.h"
#include "tenon/Repair/SourceRepair.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace tenon {

static Error problem(const Twine &message) {
  return createStringError(std::make_error_code(std::errc::invalid_argument), message);
}

//===----------------------------------------------------------------------===//
// States that do not accept, and actions that are left out
//===----------------------------------------------------------------------===//

/// `reject` in front of the local processes that do not accept any more; nullopt if the repair is something else.
static std::optional<std::vector<SourceEdit>> rejectMarks(const Program &original, const ComponentRepair &repair,
                                                          const ast::ComponentDefinition &definition, StringRef text) {
  const Program &changed = repair.program();
  std::vector<SourceEdit> edits;
  std::vector<bool> isKept(original.locations.size());
  for (auto [location, origin] : enumerate(repair.origins())) {
    if (isKept[origin])
      return std::nullopt; // A copy.
    isKept[origin] = true;
    if (changed.locations[location].accepting == original.locations[origin].accepting)
      continue;
    auto local = find_if(definition.locals, [&](const ast::LocalProcess &candidate) {
      return candidate.name.name == original.locations[origin].name;
    });
    if (local == definition.locals.end() || local->mark != ast::LocalProcess::Mark::None)
      return std::nullopt;
    edits.push_back({static_cast<size_t>(local->range.Start.getPointer() - text.data()), 0, "reject "});
  }
  // All that leads to what is kept has to be there.
  size_t kept = count_if(original.transitions, [&](const ProgramTransition &transition) {
    return isKept[transition.from] && (transition.to == ErrorLocation || isKept[transition.to]);
  });
  if (kept != changed.transitions.size() || edits.empty())
    return std::nullopt;
  return edits;
}

//===----------------------------------------------------------------------===//
// Anew
//===----------------------------------------------------------------------===//

static Expected<std::string> processText(const RepairTarget &target, size_t copy, const ComponentRepair &repair,
                                         const Budget &budget) {
  const ProgramSystem &system = target.system;
  if (any_of(repair.program().locations, [](const ProgramLocation &location) { return !location.accepting; }))
    return problem("a process of FSP cannot have states that do not accept, which this repair needs");
  std::optional<Program> own =
      withOwnLabels(repair.program(), system.components[target.copies[copy]], target.own[copy], *system.labels);
  if (!own)
    return problem("'" + target.definition +
                   "' is used with other arguments or labels than its definition has, so that the repair of '" +
                   system.components[target.copies[copy]].name + "' cannot be written there");
  Expected<Lts> small = minimized(ltsOf(*own, system.labels), Equivalence::Strong, budget);
  if (!small)
    return small.takeError();
  std::string text;
  raw_string_ostream os(text);
  FspOptions options;
  options.readableNames = true;
  if (Error error = writeFsp(*small, target.definition, os, options))
    return error;
  return StringRef(text).rtrim().str();
}

static Expected<std::string> componentText(const RepairTarget &target, size_t copy, const ComponentRepair &repair) {
  uint32_t position = target.copies[copy];
  std::optional<Program> own =
      withOwnLabels(repair.program(), target.system.components[position], target.own[copy], *target.system.labels);
  if (!own)
    return problem("labels of '" + target.system.components[position].name + "' are shared or renamed so that its " +
                   "repair cannot be written where '" + target.definition + "' is defined");
  own->name = target.definition;
  std::string text = printProgram(*own, withOwnNames(target.system, position), position, *target.system.labels);
  return StringRef(text).rtrim().str();
}

static bool hasParameters(const ast::Definition &definition) {
  if (const auto *component = dyn_cast<ast::ComponentDefinition>(&definition))
    return !component->parameters.empty();
  const auto *process = dyn_cast<ast::ProcessDefinition>(&definition);
  return process && !process->parameters.empty();
}

static SourceEdit replacement(const ast::Definition &definition, StringRef buffer, std::string text) {
  return {static_cast<size_t>(definition.range.Start.getPointer() - buffer.data()),
          static_cast<size_t>(definition.range.End.getPointer() - definition.range.Start.getPointer()),
          std::move(text)};
}

//===----------------------------------------------------------------------===//
// Conditions
//===----------------------------------------------------------------------===//

/// What is learned of a text that is repaired already. Nullopt at a limit.
static std::optional<AssumptionReport> learnedFrom(const RepairTarget &target, size_t copy,
                                                   const RepairSettings &settings, const Budget &budget) {
  AgrOptions options;
  options.goal = settings.goal;
  options.learner = settings.learner;
  AgrResult learned = repairComponent(target.system, target.copies[copy], options, budget);
  if (learned.outcome != AgrResult::Outcome::Verified)
    return std::nullopt;
  return reportAssumption(target, copy, learned);
}

/// The text with edits that replace constraints: its rows of actions are not those of the repair.
static RepairedText withStronger(const LoadedModel &loaded, const RepairTarget &target, size_t copy,
                                 RepairEdits written, const RepairSettings &settings, const Budget &budget) {
  bool isReplaced = any_of(written.edits, [](const SourceEdit &edit) { return edit.length > 0; });
  RepairedText result{applyEdits(loaded.text(), std::move(written.edits)), "", std::nullopt,
                      std::move(written.statements)};
  result.goesOtherWays = isReplaced;
  if (!isReplaced)
    return result;
  LoadedModel changed(result.text, "", settings, budget);
  if (!changed.isGood())
    return result;
  Expected<RepairTarget> found = targetOf(changed, target.question, settings);
  if (found)
    result.assumption = learnedFrom(*found, copy, settings, budget);
  else
    consumeError(found.takeError());
  return result;
}

namespace {

/// Looks for conditions of the text that can say what the constraints of a repair say.
class ConditionSearch {
public:
  ConditionSearch(LoadedModel &loaded, const RepairTarget &target, size_t copy, const ComponentRepair &repair,
                  const ComponentText &source, const RepairSettings &settings, SmtContext &context,
                  const Budget &budget)
      : loaded(loaded), target(target), copy(copy), repair(repair), source(source), settings(settings),
        context(context), budget(budget), instead(repair.gates().size()) {}

  std::optional<RepairedText> run();

private:
  std::optional<RepairedText> tried() const;

  LoadedModel &loaded;
  const RepairTarget &target;
  size_t copy;
  const ComponentRepair &repair;
  const ComponentText &source;
  const RepairSettings &settings;
  SmtContext &context;
  const Budget &budget;
  std::vector<std::optional<StatementEdit>> instead;
};

} // namespace

/// With the edits that have been chosen, if that is a repair.
std::optional<RepairedText> ConditionSearch::tried() const {
  std::optional<RepairEdits> written = source.edits(repair, target.system.variables, context, budget, instead);
  if (!written)
    return std::nullopt;
  RepairedText result{applyEdits(loaded.text(), std::move(written->edits)), "", std::nullopt,
                      std::move(written->statements)};
  LoadedModel changed(result.text, "", settings, budget);
  if (!changed.isGood())
    return std::nullopt;
  Expected<RepairTarget> found = targetOf(changed, target.question, settings);
  if (!found) {
    consumeError(found.takeError());
    return std::nullopt;
  }
  uint32_t position = found->copies[copy];
  const Program &program = found->system.components[position];
  ProgramCheckOptions look;
  look.maxSets = 300;
  if (ErrorSearch(found->system, position, look, budget).check(program).verdict != Verdict::Holds ||
      isTrivial(found->system, program, look, budget))
    return std::nullopt;
  result.assumption = learnedFrom(*found, copy, settings, budget);
  if (!result.assumption)
    return std::nullopt;
  return result;
}

std::optional<RepairedText> ConditionSearch::run() {
  const Program &original = target.system.components[target.copies[copy]];
  std::optional<RepairedText> best;
  for (auto [number, gate] : enumerate(repair.gates()))
    for (StatementEdit &edit : conditionEdits(original, *target.models[copy]->body, loaded.text(), gate,
                                              target.system.variables, context, budget)) {
      instead[number] = std::move(edit);
      if (std::optional<RepairedText> found = tried()) {
        best = std::move(found);
        break;
      }
      instead[number].reset();
    }
  return best;
}

//===----------------------------------------------------------------------===//
// The text
//===----------------------------------------------------------------------===//

Expected<RepairedText> writeRepair(LoadedModel &loaded, const RepairTarget &target, size_t copy,
                                   const ComponentRepair &repair, const RepairSettings &settings,
                                   const Budget &budget) {
  StringRef text = loaded.text();
  const ast::Definition *definition = loaded.definitionOf(target.definition);
  if (!definition)
    return problem("'" + target.definition + "' is not defined in this file, which is the one that is repaired");
  const Program &original = target.system.components[target.copies[copy]];
  if (const ComponentModel *model = target.models[copy]) {
    ComponentText source(original, *model, text);
    SmtContext context(*target.system.terms);
    if (!model->isAutomaton && settings.place == Placement::Early && repair.onlyConstraints())
      if (std::optional<RepairedText> other =
              ConditionSearch(loaded, target, copy, repair, source, settings, context, budget).run())
        return std::move(*other);
    for (bool isBesideElse : {true, false})
      if (std::optional<RepairEdits> edits =
              source.edits(repair, target.system.variables, context, budget, {}, isBesideElse)) {
        RepairedText written = withStronger(loaded, target, copy, std::move(*edits), settings, budget);
        if (!isBesideElse || !written.goesOtherWays || written.assumption)
          return written;
      }
    const auto &component = cast<ast::ComponentDefinition>(*definition);
    if (model->isAutomaton && repair.gates().empty())
      if (std::optional<std::vector<SourceEdit>> edits = rejectMarks(original, repair, component, text))
        return RepairedText{applyEdits(text, std::move(*edits)), "", std::nullopt, {}};
  }
  if (repair.gates().empty())
    if (std::optional<std::string> cut = cutLike(loaded, target, copy, repair, settings, budget))
      return RepairedText{std::move(*cut), "", std::nullopt, {}};
  bool isComponent = target.models[copy] != nullptr;
  if (hasParameters(*definition))
    return problem("'" + target.definition + "' has parameters, which it would not have if it were written anew, and " +
                   "its text has no place for this repair");
  Expected<std::string> anew =
      isComponent ? componentText(target, copy, repair) : processText(target, copy, repair, budget);
  if (!anew)
    return anew.takeError();
  std::string note =
      target.definition +
      (isComponent ? " is now written as an automaton" : " is now written with a local process for each state") +
      ": its text has no place for this repair";
  return RepairedText{
      applyEdits(text, {replacement(*definition, text, std::move(*anew))}), std::move(note), std::nullopt, {}};
}

std::string withComment(StringRef text, size_t offset, StringRef comment) {
  StringRef before = text.take_front(offset);
  StringRef line = before.substr(before.rfind('\n') + 1);
  std::string inserted;
  if (line.trim().empty())
    for (StringRef part : split(comment, '\n'))
      inserted += "// " + part.str() + "\n" + line.str();
  else
    inserted = "/* " + comment.str() + " */ ";
  return applyEdits(text, {{offset, 0, std::move(inserted)}});
}

std::string withLineEndsOf(StringRef original, std::string text) {
  bool isUniform = original.contains('\n') && original.count('\n') == original.count("\r\n");
  if (!isUniform)
    return text;
  std::string result;
  for (char c : text) {
    if (c == '\n' && !StringRef(result).ends_with("\r"))
      result += '\r';
    result += c;
  }
  return result;
}

} // namespace tenon
