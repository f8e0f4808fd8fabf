//===- Session.cpp - What every command needs -----------------------------===//

#include "Session.h"

#include "tenon/Support/NameSuggestion.h"
#include "tenon/Support/Output.h"
#include "tenon/Support/PrintedDiagnostics.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <csignal>
#include <thread>
#include <unistd.h>

using namespace llvm;

namespace tenon::driver {

namespace {

/// A line on the terminal that shows how far a long run is; nothing in the first second.
class ProgressLine {
public:
  void show(const SearchProgress &p) {
    if (isDue())
      print(formatv("{0:F2} M states, {1:F2} M transitions, depth {2}, {3:F2} M states/s", p.states / 1e6,
                    p.transitions / 1e6, p.depth, p.states / 1e6 / elapsed()));
  }
  void show(const ProofProgress &p) {
    if (isDue())
      print(formatv("assumption of {0} states over {1} actions, {2} conjectures{3}, {4:F0} s", p.assumptionStates,
                    p.actions, p.conjectures, p.queries ? ", " + std::to_string(p.queries) + " queries" : std::string(),
                    elapsed()));
  }

private:
  using Time = Budget::Clock::time_point;
  double elapsed() const { return std::chrono::duration<double>(last - begin).count(); }
  bool isDue() {
    auto now = Budget::Clock::now();
    if (now - last < std::chrono::milliseconds(200))
      return false;
    last = now;
    return true;
  }
  static void print(const Twine &text) {
    errs() << "\r\033[K" << text << formatv(", {0:F2} GiB", Budget::residentBytes() / 1073741824.0);
    errs().flush();
  }

  Time begin = Budget::Clock::now();
  Time last = begin + std::chrono::milliseconds(800);
};

} // namespace

/// Nothing in a file.
static void showProgress(Budget &budget) {
  if (!sys::Process::StandardErrIsDisplayed())
    return;
  auto line = std::make_shared<ProgressLine>();
  budget.onProgress = [line](const SearchProgress &p) { line->show(p); };
  budget.onProofProgress = [line](const ProofProgress &p) { line->show(p); };
}

static void clearProgressLine() {
  if (sys::Process::StandardErrIsDisplayed())
    errs() << "\r\033[K";
}

/// Most of the machine's memory, so that a run ends with a verdict of its own rather than the kernel's.
static double defaultMaxMemory() {
  double pages = static_cast<double>(sysconf(_SC_PHYS_PAGES)), size = static_cast<double>(sysconf(_SC_PAGESIZE));
  return pages * size * 0.85 / 1073741824.0;
}

static std::atomic<Budget *> interruptible{nullptr};

/// The first interrupt ends the search, which then tells how far it has got; the second ends the process. `timeout` and
/// some shells send one to the process and one to its group: what comes at once is the first.
static void interrupt(int signal) {
  constexpr std::chrono::milliseconds AtOnce(250);
  static std::atomic<Budget::Clock::rep> first{0};
  Budget::Clock::duration now = Budget::Clock::now().time_since_epoch();
  Budget::Clock::rep none = 0;
  if (first.compare_exchange_strong(none, now.count())) {
    if (Budget *budget = interruptible.load())
      budget->cancel();
  } else if (now - Budget::Clock::duration(first.load()) > AtOnce) {
    std::signal(signal, SIG_DFL);
    std::raise(signal);
  }
}

Session::Session(const Options &options) : settings(options) {
  interruptible = &limits;
  for (int signal : {SIGINT, SIGTERM})
    std::signal(signal, interrupt);
  if (options.timeout > 0 && options.command != Command::Lsp) // There it is that of each check.
    limits.setTimeout(options.timeout);
  limits.setMaxMemory(options.maxMemory > 0 ? options.maxMemory : defaultMaxMemory());
  showProgress(limits);
  watchBudget();
}

/// The last resort for a step that does not ask the budget: a grace period after the deadline, then the end. The thread
/// may outlive the session, which it therefore does not know.
void Session::watchBudget() const {
  if (settings.timeout <= 0 || settings.command == Command::Lsp)
    return;
  constexpr double Longest = 1e9; // More seconds than a thread can be told to sleep are as good as these.
  std::chrono::duration<double> patience(std::min(settings.timeout * 1.1 + 3, Longest));
  std::thread([patience, message = "tenon: undecided: " + limits.describe(Budget::Limit::Time) + "\n"] {
    std::this_thread::sleep_for(patience);
    (void)!write(STDERR_FILENO, message.data(), message.size());
    _exit(static_cast<int>(ExitCode::Undecided));
  }).detach();
}

Session::~Session() {
  interruptible = nullptr;
}

double Session::seconds() const {
  return std::chrono::duration<double>(Budget::Clock::now() - start).count();
}

const Model *Session::load(Frontend &frontend, StringRef file, bool isModel) const {
  SemaOptions sema;
  sema.language = language();
  if (isModel)
    sema.overrides = settings.definitions;
  const Model *model = frontend.parse(file) ? frontend.analyze(sema) : nullptr;
  if (!model)
    printDiagnostics(frontend);
  // A repair may replace the model itself; OptionChecks.cpp knows of the files that are named.
  bool isNamed = is_contained(settings.arguments, settings.output);
  for (const std::string &path : {settings.output, settings.emitAssumption})
    if (model && !path.empty() && path != "-" && !(isNamed && path == settings.output) && isRead(frontend, path) &&
        !(settings.command == Command::Repair && sys::fs::equivalent(path, file))) {
      fail(createStringError("'" + path + "' would be replaced, which is a file that is read"));
      return nullptr;
    }
  return model;
}

const seq::Program *Session::load(CFrontend &frontend, ArrayRef<std::string> files) const {
  for (const std::string &file : files)
    frontend.parse(file);
  const seq::Program *program = frontend.analyze(settings.isMath);
  // Every construct outside the subset is shown, in files of any sensible size.
  constexpr unsigned MaxErrors = 2000;
  frontend.diagnosticEngine().print(errs(), MaxErrors);
  return program;
}

bool Session::isRead(const Frontend &frontend, StringRef path) {
  const SourceMgr &sources = frontend.sourceManager();
  for (unsigned id = 1; id <= sources.getNumBuffers(); ++id)
    if (sys::fs::equivalent(path, sources.getMemoryBuffer(id)->getBufferIdentifier()))
      return true;
  return false;
}

bool Session::printDiagnostics(Frontend &frontend) const {
  clearProgressLine();
  frontend.diagnosticEngine().print(errs());
  return frontend.diagnosticEngine().hasErrors();
}

ExitCode Session::fail(Error error, ExitCode code) {
  clearProgressLine();
  handleAllErrors(
      std::move(error), [](const PrintedDiagnostics &e) { errs() << e.message() << '\n'; },
      [](const ErrorInfoBase &e) { errs() << "tenon: " << e.message() << '\n'; });
  return code;
}

ExitCode Session::undecided(const Lowering &lowering, StringRef what) const {
  clearProgressLine();
  errs() << "tenon: " << what << " is undecided: " << lowering.describeLimit() << '\n';
  return ExitCode::Undecided;
}

Error checkIsProperty(const Model &model, StringRef name) {
  const ProcessModel *process = model.findProcess(name);
  const CompositeModel *composite = model.findComposite(name);
  if (process ? process->modifiers.property : composite && composite->modifiers.property)
    return Error::success();
  return createStringError(make_error_code(std::errc::invalid_argument),
                           "'" + name + "' is not a property: 'property' is missing in front of its definition");
}

Error writeReport(const Session &session, const FileReport &report) {
  const Options &options = session.options();
  return writeOutput(options.output, [&](raw_ostream &os) {
    if (options.json)
      writeJson(report, session.seconds(), os);
    else
      writeText(report, {options.quiet, options.verbose}, session.seconds(), os);
    return Error::success();
  });
}

ExitCode exitCodeOf(ArrayRef<CheckResult> results) {
  bool undecided = false;
  for (const CheckResult &result : results) {
    if (result.certified == false)
      return ExitCode::Failure;
    if (result.verdict == Verdict::Unknown)
      undecided = true;
    else if (!result.asWanted())
      return ExitCode::Failure;
  }
  return undecided ? ExitCode::Undecided : ExitCode::Success;
}

Expected<DefinitionRef> findDefinition(const Model &model, StringRef name) {
  if (std::optional<DefinitionRef> definition = model.findDefinition(name))
    return *definition;
  std::vector<StringRef> known;
  for (const DefinitionRef &definition : model.definitions)
    known.push_back(model.definitionName(definition));
  return createStringError(make_error_code(std::errc::invalid_argument),
                           "no process named '" + name + "'" + suggestion(name, known));
}

Error checkSystemName(const Model &model, StringRef name) {
  bool hasProcess =
      any_of(model.definitions, [](const DefinitionRef &d) { return d.kind != DefinitionKind::Composite; });
  if (name == "DEFAULT" && hasProcess)
    return Error::success();
  return findDefinition(model, name).takeError();
}

} // namespace tenon::driver
