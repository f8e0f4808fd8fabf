//===- CompareCommand.cpp - tenon compare ---------------------------------===//

#include "Session.h"

#include "tenon/Check/SimulationCheck.h"
#include "tenon/Emit/Report.h"
#include "tenon/Lts/Relations.h"
#include "tenon/Support/Output.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"

#include <deque>

using namespace llvm;

namespace tenon::driver {

namespace {

/// A file whose names are its own.
struct LoadedFile {
  std::string path;
  Frontend frontend;
  std::optional<Lowering> lowering;

  const Model &model() const { return *frontend.model(); }
};

/// One of the two definitions that are compared.
struct Side {
  LoadedFile *file = nullptr;
  std::string name;
  std::string title; ///< What it is called in the report.
};

} // namespace

static Error problem(const Twine &message) {
  return createStringError(make_error_code(std::errc::invalid_argument), message);
}

/// Whether the values of -D are for this file: a transition system has no constants, and may be compared with a model
/// that has some.
static bool takesDefinitions(StringRef path, ArrayRef<std::string> files) {
  auto isSystem = [](StringRef file) { return isAutomaton(inputFormatOf(file, "")); };
  return !isSystem(path) || all_of(files, isSystem);
}

/// All files are read, so that the mistakes in each are told. False if there are some.
static bool load(const Session &session, ArrayRef<std::string> paths, std::deque<LoadedFile> &files) {
  bool isGood = true;
  for (const std::string &path : paths) {
    LoadedFile &file = files.emplace_back();
    file.path = path;
    const Model *model = session.load(file.frontend, path, takesDefinitions(path, paths));
    isGood &= model != nullptr;
    if (!model)
      continue;
    file.lowering.emplace(*model, file.frontend.diagnosticEngine(), session.budget(), session.language());
    file.lowering->setMaxStates(session.options().maxStates);
  }
  return isGood;
}

/// In one of two files: the definition that is wanted, or the only one. That of a transition system is what it is
/// called by its file.
static Error chooseIn(LoadedFile &file, const std::string &wanted, Side &side) {
  const Model &model = file.model();
  side.file = &file;
  side.name = wanted;
  if (!wanted.empty() && !isAutomaton(file.frontend.format())) {
    Error unknown = checkSystemName(model, wanted);
    return unknown ? problem("'" + file.path + "': " + toString(std::move(unknown))) : Error::success();
  }
  if (model.definitions.empty())
    return problem("'" + file.path + "' has no definition to compare");
  if (model.definitions.size() > 1)
    return problem("'" + file.path + "' has " + Twine(model.definitions.size()) +
                   " definitions: --system NAME says which one is to be compared");
  side.name = model.definitionName(model.definitions.front()).str();
  return Error::success();
}

/// In a file by itself.
static Error chooseNamed(LoadedFile &file, const std::string &name, Side &side) {
  side = {&file, name, name};
  Error unknown = checkSystemName(file.model(), name);
  if (!unknown || !sys::fs::exists(name))
    return unknown;
  consumeError(std::move(unknown));
  return problem("'" + name + "' is a file: two files are compared by 'tenon compare FILE FILE --system NAME'");
}

static Error choose(const Options &options, std::deque<LoadedFile> &files, Side &left, Side &right) {
  if (files.size() == 1) {
    if (Error unknown = chooseNamed(files[0], options.arguments[1], left))
      return unknown;
    return chooseNamed(files[0], options.arguments[2], right);
  }
  for (auto [file, side] : {std::pair(&files[0], &left), std::pair(&files[1], &right)})
    if (Error unknown = chooseIn(*file, options.system, *side))
      return unknown;
  for (Side *side : {&left, &right})
    side->title = left.name == right.name ? side->name + " of " + side->file->path : side->name;
  return Error::success();
}

static bool printDiagnostics(const Session &session, std::deque<LoadedFile> &files) {
  bool isBad = false;
  for (LoadedFile &file : files)
    isBad |= session.printDiagnostics(file.frontend);
  return isBad;
}

static CheckResult describe(const ComparisonResult &comparison, Equivalence relation, const Side &left,
                            const Side &right) {
  CheckResult result;
  result.kind = CheckKind::Equivalence;
  result.system = left.title;
  result.property = right.title;
  result.method = equivalenceName(relation).str();
  result.verdict = comparison.equivalent ? Verdict::Holds : Verdict::Violated;
  if (comparison.equivalent)
    return result;
  std::string holder = (comparison.leftHas ? left : right).title;
  if (!comparison.formula.empty()) {
    result.reason = "only " + holder + " satisfies " + comparison.formula;
    return result;
  }
  result.reason = "only " + holder + " has this trace" + (comparison.endsInError ? " to ERROR" : "");
  Counterexample counterexample;
  for (const std::string &action : comparison.trace)
    counterexample.trace.emplace_back().action = action;
  result.counterexample = std::move(counterexample);
  return result;
}

/// The report, and the exit code.
static ExitCode write(const Session &session, ArrayRef<std::string> paths, CheckResult result) {
  FileReport report{join(paths, " "), {std::move(result)}};
  Error failure = writeReport(session, report);
  return failure ? Session::fail(std::move(failure)) : exitCodeOf(report.results);
}

/// The left is not composed where it need not be. Null: what is wrong was printed.
static std::optional<CheckResult> simulate(const Session &session, std::deque<LoadedFile> &files, const Side &left,
                                           const Side &right) {
  const SimulationOptions &simulation = *session.options().simulation;
  std::optional<CheckResult> result =
      checkSimulation({*left.file->lowering, left.name, left.title}, {*right.file->lowering, right.name, right.title},
                      simulation, /*certify=*/false);
  if (printDiagnostics(session, files) || !result)
    return std::nullopt;
  result->method = simulation.weak ? "weak-simulation" : "simulation";
  return result;
}

ExitCode runCompare(Session &session) {
  const Options &options = session.options();
  ArrayRef<std::string> paths = ArrayRef(options.arguments).take_front(options.arguments.size() == 2 ? 2 : 1);
  std::deque<LoadedFile> files;
  if (!load(session, paths, files))
    return ExitCode::BadInput;
  Side left, right;
  if (Error unknown = choose(options, files, left, right))
    return Session::fail(std::move(unknown));
  if (options.simulation) {
    std::optional<CheckResult> result = simulate(session, files, left, right);
    return result ? write(session, paths, std::move(*result)) : ExitCode::BadInput;
  }
  SmallVector<LtsRef, 2> systems;
  for (const Side *side : {&left, &right}) {
    Lowering &lowering = *side->file->lowering;
    systems.push_back(lowering.ltsNamed(side->name));
    if (!systems.back())
      return printDiagnostics(session, files) ? ExitCode::BadInput : session.undecided(lowering, side->title);
  }
  printDiagnostics(session, files);
  Expected<ComparisonResult> comparison = compareLts(*systems[0], *systems[1], options.relation, session.budget());
  if (!comparison)
    return Session::fail(comparison.takeError(), ExitCode::Undecided);
  return write(session, paths, describe(*comparison, options.relation, left, right));
}

} // namespace tenon::driver
