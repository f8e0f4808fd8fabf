//===- Goals.cpp - Checks and repairs -------------------------------------===//

#include "Tasks.h"

#include "tenon/AssumeGuarantee/RuleGoals.h"
#include "tenon/Check/BoundedChecker.h"
#include "tenon/Check/Checker.h"
#include "tenon/Emit/MutationReport.h"
#include "tenon/Emit/Report.h"
#include "tenon/Interface/InterfaceGoals.h"
#include "tenon/Repair/ComponentMutation.h"
#include "tenon/Repair/RepairGoals.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace tenon::lsp {

static void limit(Budget &budget, const ServerOptions &options) {
  budget.setTimeout(options.checkSeconds);
  budget.setMaxMemory(options.maxMemory);
}

static std::string reportOf(const Snapshot &snapshot, const CheckResult &result) {
  std::string text;
  raw_string_ostream os(text);
  writeText(FileReport{snapshot.document.path, {result}}, {}, 0, os);
  // The last line counts goals, and there is one.
  text.resize(StringRef(text).rtrim('\n').rfind('\n') + 1);
  return StringRef(text).rtrim('\n').str();
}

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

static std::string titleOf(const CheckResult &result) {
  std::string title = (result.verdict == Verdict::Unknown ? "? " : result.asWanted() ? "✓ " : "✗ ");
  title += verdictName(result.verdict);
  if (result.verdict == Verdict::Violated && result.expectation == Expectation::Violated)
    title += ", as expected";
  else if (result.verdict == Verdict::Holds && result.expectation == Expectation::Violated)
    title += ", but expected: violated";
  if (result.verdict == Verdict::Violated && result.counterexample) {
    size_t steps = result.counterexample->trace.size();
    title += " after " + std::to_string(steps) + (steps == 1 ? " step" : " steps");
  }
  return title;
}

namespace {

/// Where a result is shown.
struct Place {
  std::optional<GoalNumber> goal;
  SMRange range;
};

} // namespace

static std::optional<GoalNumber> definitionAt(const ParsedText &parsed, SMRange range) {
  ArrayRef<const ast::Definition *> definitions = parsed.definitions();
  for (size_t i = 0; i < definitions.size(); ++i)
    if (definitions[i]->range.Start == range.Start)
      return i;
  return std::nullopt;
}

/// The definition of the system that a default check is about.
static Place placeOf(const ParsedText &parsed, const CheckResult &result) {
  ArrayRef<const ast::Definition *> definitions = parsed.definitions();
  for (bool wantsComposite : {true, false})
    for (size_t i = 0; i < definitions.size(); ++i)
      if (definitions[i]->name.name == result.system && isa<ast::CompositeDefinition>(definitions[i]) == wantsComposite)
        return {i, definitions[i]->name.range};
  return {std::nullopt, definitions.empty() ? SMRange() : definitions.front()->range};
}

static json::Object resultJson(const Snapshot &snapshot, const CheckResult &result, const Place &place) {
  std::string text = reportOf(snapshot, result), title = titleOf(result);
  json::Object where = snapshot.locator.range(place.range);
  json::Object entry{{"goal", place.goal ? json::Value(static_cast<int64_t>(*place.goal)) : json::Value(nullptr)},
                     {"range", json::Object(where)},
                     {"kind", checkKindName(result.kind)},
                     {"system", jsonText(result.system)},
                     {"property", jsonText(result.property)},
                     {"verdict", verdictName(result.verdict)},
                     {"wanted", result.asWanted()},
                     {"title", title},
                     {"text", jsonText(text)}};
  if (result.counterexample) {
    json::Array trace;
    for (const Counterexample::Step &step : result.counterexample->trace)
      trace.push_back(jsonText(step.action));
    entry["trace"] = std::move(trace);
  }
  bool isUnknown = result.verdict == Verdict::Unknown;
  if (result.asWanted())
    return entry;
  json::Object diagnostic{{"range", std::move(where)},
                          {"severity", isUnknown ? 3 : 1},
                          {"source", "tenon check"},
                          {"code", isUnknown ? "unknown" : "verdict"},
                          {"message", jsonText(text)}};
  if (place.goal)
    diagnostic["data"] = json::Object{{"goal", static_cast<int64_t>(*place.goal)}};
  entry["diagnostic"] = std::move(diagnostic);
  return entry;
}

static CheckOptions checkOptions(const ServerOptions &options) {
  CheckOptions check;
  check.engine.jobs = options.jobs;
  check.language = options.language;
  VerifyOptions rules;
  rules.jobs = options.jobs;
  check.runners = {interfaceGoals({}), ruleRunner(rules)};
  return check;
}

static json::Value checkProgram(const Snapshot &snapshot) {
  Budget budget;
  limit(budget, snapshot.options);
  CFrontend &frontend = *snapshot.parsed.program;
  json::Array results;
  if (const seq::Program *program = frontend.analyze(/*isMath=*/false)) {
    CheckResult result = checkBounded(*program, frontend.sourceManager(), BoundedOptions(), budget);
    std::optional<SymbolId> entry = snapshot.parsed.symbols.findGlobal("main");
    SMRange where = entry ? snapshot.parsed.symbols[*entry].definition : SMRange();
    results.push_back(resultJson(snapshot, result, {std::nullopt, where}));
  }
  return json::Object{{"results", std::move(results)}, {"diagnostics", diagnosticsOf(snapshot)}};
}

json::Value checkTask(const Snapshot &snapshot, std::optional<GoalNumber> wanted) {
  if (snapshot.parsed.isC())
    return checkProgram(snapshot);
  Budget budget;
  limit(budget, snapshot.options);
  json::Array results;
  if (const Model *model = snapshot.model()) {
    Lowering lowering(*model, snapshot.parsed.diagnostics(), budget, snapshot.options.language);
    if (snapshot.options.maxStates)
      lowering.setMaxStates(snapshot.options.maxStates);
    bool hasGoals = false;
    for (const Goal &goal : model->goals) {
      std::optional<GoalNumber> number = definitionAt(snapshot.parsed, goal.range);
      hasGoals = true;
      if (wanted && number != wanted)
        continue;
      CheckOptions options = checkOptions(snapshot.options);
      options.goal = goal;
      for (const CheckResult &result : Checker(lowering, options).run())
        results.push_back(resultJson(snapshot, result, {number, goal.range}));
    }
    if (!hasGoals) {
      CheckOptions options = checkOptions(snapshot.options);
      if (wanted && *wanted < snapshot.parsed.definitions().size())
        options.system = snapshot.parsed.definitions()[*wanted]->name.name.str();
      for (const CheckResult &result : Checker(lowering, options).run())
        results.push_back(resultJson(snapshot, result, placeOf(snapshot.parsed, result)));
    }
  }
  return json::Object{{"results", std::move(results)}, {"diagnostics", diagnosticsOf(snapshot)}};
}

//===----------------------------------------------------------------------===//
// Repairs
//===----------------------------------------------------------------------===//

/// As many as a person looks through.
static constexpr size_t MaxFixes = 5;

static json::Value failed(const Twine &message) {
  return json::Object{{"title", "? no repair"}, {"text", jsonText(message.str())}, {"fixes", json::Array()}};
}

static json::Object fix(const Snapshot &snapshot, const Twine &title, StringRef text) {
  return json::Object{{"title", jsonText(title.str())}, {"edits", editsBetween(snapshot, text)}};
}

static StringRef titleOf(const seq::MutationRepairResult &result) {
  switch (result.verdict) {
  case seq::MutationRepairResult::Verdict::Correct:
    return "✓ nothing to repair";
  case seq::MutationRepairResult::Verdict::Repaired:
    return "✓ repaired";
  case seq::MutationRepairResult::Verdict::None:
    return "✗ no repair of this size";
  case seq::MutationRepairResult::Verdict::Unknown:
    break;
  }
  return "? no repair found";
}

static seq::MutationRepairOptions mutationOptions() {
  seq::MutationRepairOptions options;
  options.mutations.level = 2;
  options.maxRepairs = MaxFixes;
  return options;
}

static json::Value mutationAnswer(const Snapshot &snapshot, const MutationReport &report, StringRef what) {
  std::string text;
  raw_string_ostream os(text);
  writeText(report, {}, os);
  json::Array fixes;
  for (size_t i = 0; i < std::min(MaxFixes, report.result.repairs.size()); ++i) {
    std::string repaired =
        report.isComponent()
            ? report.texts[i]
            : applyRepair(report.program, report.result.mutations, report.result.repairs[i], report.files).front();
    fixes.push_back(fix(snapshot,
                        "Repair " + what + " (" + Twine(i + 1) + " of " +
                            Twine(std::min(MaxFixes, report.result.repairs.size())) + ")",
                        repaired));
  }
  return json::Object{{"title", titleOf(report.result)}, {"text", jsonText(text)}, {"fixes", std::move(fixes)}};
}

static json::Value repairProgram(const Snapshot &snapshot) {
  Budget budget;
  limit(budget, snapshot.options);
  CFrontend &frontend = *snapshot.parsed.program;
  if (!frontend.analyze(/*isMath=*/false))
    return failed("the program has errors");
  std::vector<seq::SourceFile> files = {{snapshot.document.path, snapshot.parsed.text()}};
  seq::MutationRepairOptions options = mutationOptions();
  seq::MutationRepairResult result = seq::repairByMutation(frontend.program(), options, budget);
  return mutationAnswer(snapshot, reportOf(frontend.program(), result, files, options, budget), "the program");
}

static json::Value repairMutation(const Snapshot &snapshot, const RepairQuestion &question,
                                  const RepairSettings &settings, const Budget &budget) {
  seq::MutationRepairOptions options = mutationOptions();
  Expected<ComponentMutationResult> answer =
      repairByMutation(snapshot.parsed.text(), snapshot.document.path, question, settings, options, budget);
  if (!answer)
    return failed(toString(answer.takeError()));
  return mutationAnswer(snapshot, reportOf(*answer, options, budget), answer->question.component);
}

/// What a goal asks of its system.
static Goal::Kind askedBy(ast::GoalDefinition::GoalKind kind) {
  switch (kind) {
  case ast::GoalDefinition::GoalKind::DeadlockFree:
    return Goal::Kind::DeadlockFree;
  case ast::GoalDefinition::GoalKind::Refines:
    return Goal::Kind::Refines;
  case ast::GoalDefinition::GoalKind::Simulates:
    return Goal::Kind::Simulates;
  default:
    return Goal::Kind::Satisfies;
  }
}

json::Value repairTask(const Snapshot &snapshot, std::optional<GoalNumber> number) {
  if (snapshot.parsed.isC())
    return repairProgram(snapshot);
  ArrayRef<const ast::Definition *> definitions = snapshot.parsed.definitions();
  const auto *goal =
      number && *number < definitions.size() ? dyn_cast<ast::GoalDefinition>(definitions[*number]) : nullptr;
  using Kind = ast::GoalDefinition::GoalKind;
  if (!goal || goal->goal == Kind::Interface)
    return failed("there is no goal there that a repair could be for");
  RepairQuestion question{(goal->goal == Kind::Repair ? goal->system : goal->subject).name.str(),
                          goal->goal == Kind::Repair ? goal->subject.name.str() : std::string(),
                          goal->property.name.str(), askedBy(goal->goal)};
  Budget budget;
  limit(budget, snapshot.options);
  RepairSettings settings;
  settings.engine.jobs = snapshot.options.jobs;
  settings.sema = snapshot.sema();
  settings.runners = checkOptions(snapshot.options).runners;
  StringRef method = goal->method && goal->goal == Kind::Repair ? goal->method->name : StringRef();
  if (method == "mutation")
    return repairMutation(snapshot, question, settings, budget);
  settings.method = findRepairMethod(method).value_or(RepairMethod::Best);
  settings.mayMutate = method.empty();
  Expected<CheckResult> result =
      repairSource(snapshot.parsed.text(), snapshot.document.path, question, settings, budget);
  if (!result)
    return failed(toString(result.takeError()));
  json::Array fixes;
  const RepairReport &repair = *result->repair;
  if (!repair.source.empty())
    fixes.push_back(
        fix(snapshot, "Repair " + Twine(repair.component) + ", so that " + question.statement(), repair.source));
  StringRef title = !fixes.empty()                         ? "✓ repaired"
                    : result->verdict == Verdict::Holds    ? "✓ nothing to repair"
                    : result->verdict == Verdict::Violated ? "✗ no repair"
                                                           : "? no repair found";
  return json::Object{{"title", title}, {"text", jsonText(reportOf(snapshot, *result))}, {"fixes", std::move(fixes)}};
}

} // namespace tenon::lsp
