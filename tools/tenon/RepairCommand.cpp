//===- RepairCommand.cpp - tenon repair -----------------------------------===//

#include "RepairTasks.h"
#include "Session.h"

#include "tenon/AssumeGuarantee/RuleGoals.h"
#include "tenon/Emit/MutationReport.h"
#include "tenon/Emit/Report.h"
#include "tenon/Repair/ComponentMutation.h"
#include "tenon/Repair/RepairGoals.h"
#include "tenon/Repair/SourceRepair.h"
#include "tenon/Support/Output.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <deque>

using namespace llvm;

namespace tenon::driver {

static Error problem(const Twine &message) {
  return createStringError(std::make_error_code(std::errc::invalid_argument), message);
}

//===----------------------------------------------------------------------===//
// Output
//===----------------------------------------------------------------------===//

/// As a shell reads it.
static std::string quoted(StringRef word) {
  bool isPlain = all_of(word, [](char c) { return llvm::isAlnum(c) || StringRef("_-./").contains(c); });
  return isPlain ? word.str() : "'" + word.str() + "'";
}

static Error writeAssumptions(ArrayRef<CheckResult> results, const Options &options) {
  StringRef file = options.emitAssumption;
  bool isModelWritten = options.output != "-" && !options.diff;
  std::string model = quoted(isModelWritten ? options.output : options.arguments[0]);
  for (const CheckResult &result : results)
    for (const AssumptionReport &assumption : result.assumptions)
      if (assumption.automaton.source.empty())
        return problem("the assumption about " + assumption.about + " has no words in the language");
  bool isProved = all_of(results, [](const CheckResult &result) { return result.verdict == Verdict::Holds; });
  bool isEmpty = all_of(results, [](const CheckResult &result) { return result.assumptions.empty(); });
  if (isEmpty && !isProved)
    return Error::success();
  if (isEmpty)
    return problem("--emit-assumption: nothing was proved with an assumption");
  return writeOutput(file, [&](raw_ostream &os) {
    StringRef separator = "";
    for (const CheckResult &result : results)
      for (const AssumptionReport &assumption : result.assumptions) {
        os << separator << "// What " << result.system << " needs of " << assumption.about << " to satisfy "
           << result.property << ".\n// Another version is checked by: tenon verify " << model << " --system "
           << quoted(result.system) << " --property " << quoted(result.property) << " --assume "
           << quoted(assumption.about) << " --assumption " << (file == "-" ? "FILE" : quoted(file)) << "\n"
           << assumption.automaton.source;
        separator = "\n";
      }
    return Error::success();
  });
}

/// The report; then the diff, or the source. Where the source is the only output, the report goes beside it.
static Error writeAll(const Session &session, const FileReport &report, StringRef before, StringRef after) {
  const Options &options = session.options();
  ReportOptions style{options.quiet, options.verbose};
  if (options.json)
    return writeOutput(options.output, [&](raw_ostream &os) {
      writeJson(report, session.seconds(), os);
      return Error::success();
    });
  bool isRepaired =
      any_of(report.results, [](const CheckResult &result) { return result.repair && !result.repair->source.empty(); });
  bool isFine = all_of(report.results, [](const CheckResult &result) { return result.verdict == Verdict::Holds; });
  bool isAsked = options.diff || options.output != "-";
  if (isAsked || !isRepaired)
    writeText(report, style, session.seconds(), outs());
  else
    writeText(report, style, session.seconds(), errs());
  outs().flush();
  // A file that was asked for is there, also where there is nothing to repair.
  if (!isRepaired && !(isFine && options.output != "-"))
    return Error::success();
  return writeOutput(options.output, [&](raw_ostream &os) {
    os << (options.diff ? unifiedDiff(before, after, options.arguments[0]) : after.str());
    return Error::success();
  });
}

//===----------------------------------------------------------------------===//
// The command
//===----------------------------------------------------------------------===//

static RepairSettings settingsOf(const Session &session) {
  const Options &options = session.options();
  RepairSettings settings;
  settings.place = options.place;
  settings.allowTrivial = options.allowTrivial;
  settings.learner = options.learning.learner;
  settings.reading = options.reading;
  settings.engine = options.engine;
  settings.sema.language = session.language();
  settings.sema.overrides = options.definitions;
  VerifyOptions rules;
  rules.jobs = options.jobs;
  settings.runners = {interfaceGoals(options.interface), ruleRunner(rules)};
  return settings;
}

/// By mutations: each task is about the file as it is.
static ExitCode runMutations(Session &session, StringRef text, ArrayRef<RepairTask> tasks) {
  const Options &options = session.options();
  std::deque<ComponentMutationResult> results;
  std::vector<MutationReport> reports;
  for (const RepairTask &task : tasks) {
    Expected<ComponentMutationResult> answer = repairByMutation(
        text, options.arguments[0], task.question, settingsOf(session), mutationOptions(options), session.budget());
    if (!answer)
      return Session::fail(answer.takeError());
    const ComponentMutationResult &result = results.emplace_back(std::move(*answer));
    reports.push_back(reportOf(result, mutationOptions(options), session.budget()));
  }
  return writeMutations(session, reports);
}

ExitCode runRepair(Session &session) {
  const Options &options = session.options();
  Frontend frontend;
  const Model *model = session.load(frontend, options.arguments[0]);
  if (!model)
    return ExitCode::BadInput;
  Expected<std::vector<RepairTask>> tasks = repairTasks(*model, options);
  if (!tasks)
    return Session::fail(tasks.takeError());
  const SourceMgr &sources = frontend.sourceManager();
  std::string before = sources.getMemoryBuffer(frontend.files().back().bufferId)->getBuffer().str(), text = before;
  auto isMutation = [&](const RepairTask &task) {
    return options.isMutation || (!options.repairMethod && task.isMutation);
  };
  if (any_of(*tasks, isMutation)) {
    if (!all_of(*tasks, isMutation))
      return Session::fail(
          problem("some goals ask for mutation and others do not: --component, --system and --property "
                  "choose among them, --method says the same for all"));
    if (!options.emitAssumption.empty())
      return Session::fail(problem("--emit-assumption: mutations are proved without an assumption"));
    return runMutations(session, before, *tasks);
  }
  if (!options.forMutations.empty())
    return Session::fail(problem(options.forMutations + " is for --method=mutation"));
  auto hasData = [&](const RepairTask &task) { return model->findSystem(task.question.system) != nullptr; };
  if (options.hasPlace && none_of(*tasks, hasData))
    return Session::fail(problem("--place is for components with data: there are no constraints in processes"));
  auto isComponent = [&](const RepairTask &task) {
    const SystemModel *system = model->findSystem(task.question.system);
    return system && (task.question.component.empty()
                          ? all_of(system->leaves, [](const SystemLeaf &leaf) { return leaf.component != nullptr; })
                          : model->findComponent(task.question.component) != nullptr);
  };
  if (options.repairMethod == RepairMethod::Restriction && all_of(*tasks, isComponent))
    return Session::fail(problem("--method=restriction is for processes; a component with data gets constraints, by "
                                 "the other methods"));
  FileReport report{options.arguments[0], {}};
  RepairSettings settings = settingsOf(session);
  for (const RepairTask &task : *tasks) {
    settings.method = options.repairMethod.value_or(task.method.value_or(RepairMethod::Best));
    settings.mayMutate = !options.repairMethod && !task.method;
    double begin = session.seconds();
    Expected<CheckResult> result = repairSource(text, options.arguments[0], task.question, settings, session.budget());
    if (!result)
      return Session::fail(result.takeError());
    result->seconds = session.seconds() - begin;
    if (!result->repair->source.empty())
      text = result->repair->source;
    report.results.push_back(std::move(*result));
  }
  if (Error error = writeAll(session, report, before, text))
    return Session::fail(std::move(error));
  if (!options.emitAssumption.empty())
    if (Error error = writeAssumptions(report.results, options))
      return Session::fail(std::move(error));
  return exitCodeOf(report.results);
}

} // namespace tenon::driver
