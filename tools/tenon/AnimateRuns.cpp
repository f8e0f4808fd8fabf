//===- AnimateRuns.cpp - Runs that are loaded and saved -------------------===//

#include "AnimateConsole.h"

#include "tenon/Check/Checker.h"
#include "tenon/Support/Output.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;

namespace tenon::driver {

PartsOf partsIn(Lowering &lowering) {
  return [&lowering](const Lts &lts) { return lowering.partsOf(lts); };
}

Error failure(const Twine &message) {
  return createStringError(message.str());
}

Expected<size_t> parseCount(StringRef text, size_t otherwise) {
  size_t count = otherwise;
  if (!text.empty() && text.getAsInteger(10, count))
    return failure("'" + text + "' is no number");
  return count;
}

/// Those of the goals of the file; if there are none, of the default checks.
static std::vector<CheckResult> violationsOf(Lowering &lowering, StringRef system, CheckOptions options) {
  for (StringRef target : {StringRef(), system}) {
    options.system = target.str();
    std::vector<CheckResult> results = Checker(lowering, options).run();
    erase_if(results, [&](const CheckResult &result) {
      return result.system != system || (!result.counterexample && result.terminalSets.empty());
    });
    if (!results.empty())
      return results;
  }
  return {};
}

Error Console::loadViolation(StringRef text) {
  Expected<size_t> number = parseCount(text, 1);
  if (!number)
    return number.takeError();
  CheckOptions options;
  options.language = session.language();
  options.reading = session.options().reading;
  std::vector<CheckResult> results = violationsOf(lowering, system, std::move(options));
  if (*number == 0 || *number > results.size())
    return failure(results.empty()
                       ? Twine("no violation of ") + system + " was found"
                       : "there " + (results.size() == 1
                                         ? Twine("is 1 violation")
                                         : "are " + Twine(static_cast<uint64_t>(results.size())) + " violations"));
  const CheckResult &result = results[*number - 1];
  os << checkKindName(result.kind) << (result.property.empty() ? "" : " " + result.property) << ", "
     << static_cast<uint64_t>(*number) << " of " << static_cast<uint64_t>(results.size()) << '\n';
  const Counterexample &run = result.counterexample ? *result.counterexample : result.terminalSets.front().run;
  if (bool isLiveness = result.kind == CheckKind::Progress || result.kind == CheckKind::Ltl;
      isLiveness && lowering.theModel().findSystem(system)) {
    os << "  found on transition systems, which are animated from now on\n";
    std::optional<Network> network = lowering.networkNamed(system);
    if (!network)
      return failure("the system has no transition system");
    animation = animate(std::move(*network), partsIn(lowering));
  }
  std::vector<std::string> own, watchers;
  for (const auto &[component, state] : animation->states())
    own.push_back(component);
  for (const Counterexample::Step &step : run.trace)
    for (const std::string &mover : step.movers)
      if (!is_contained(own, mover))
        watchers.push_back(mover);
  std::string wanted = result.kind == CheckKind::Deadlock                            ? "deadlock"
                       : is_contained(own, result.counterexample ? run.culprit : "") ? "ERROR of " + run.culprit
                                                                                     : "";
  forgetPlan();
  if (Error problem = animation->follow(run, watchers, wanted))
    return problem;
  for (size_t i = 0; i < animation->trace().size(); ++i)
    plan.push_back(commandOf(i));
  for (const Counterexample::Step &step : run.trace) {
    std::vector<std::string> who;
    copy_if(step.movers, std::back_inserter(who),
            [&](const std::string &mover) { return is_contained(watchers, mover); });
    if (who.size() < step.movers.size()) // The others are left out.
      watching.push_back(std::move(who));
  }
  if (result.kind == CheckKind::Ltl && run.cycle.empty()) {
    violated = result.property;
    howViolated = "however the run goes on";
  } else if (is_contained(watchers, run.culprit)) {
    violated = run.culprit;
    howViolated = "it is in ERROR";
  }
  showTrace();
  return Error::success();
}

/// Whether so many of the steps done are those of the run that was loaded.
bool Console::isOnPlan(size_t steps) const {
  for (size_t i = 0; i < steps; ++i)
    if (i >= animation->trace().size() || i >= plan.size() || commandOf(i) != plan[i])
      return false;
  return true;
}

void Console::forgetPlan() {
  plan.clear();
  watching.clear();
  violated.clear();
}

/// What does the step again, in this model only.
std::string Console::commandOf(size_t step) const {
  const Animation::Choice &choice = animation->choices()[step];
  return std::to_string(choice.move + 1) + (choice.value.empty() ? "" : " ") + choice.value + " is " +
         describeWithMovers(animation->trace()[step]);
}

Error Console::save(StringRef file) {
  if (file.empty())
    return failure("save needs the name of a file");
  if (Session::isRead(frontend, file))
    return failure("'" + file + "' would be replaced, which is a file that is read");
  return writeOutput(file.str(), [&](raw_ostream &out) {
    for (const Valuation &value : animation->initialChoices())
      out << "set " << value.variable << ' ' << printValue(value.value) << '\n';
    for (size_t i = 0; i < animation->trace().size(); ++i)
      out << commandOf(i) << '\n';
    return Error::success();
  });
}

Error Console::load(StringRef file) {
  if (file.empty())
    return failure("load needs the name of a file");
  constexpr uint64_t Largest = uint64_t(64) << 20;
  sys::fs::file_status status;
  if (std::error_code error = sys::fs::status(file, status))
    return failure("cannot read '" + file + "': " + error.message());
  if (!sys::fs::is_regular_file(status) || status.getSize() > Largest)
    return failure("'" + file + "' has no steps: it is " +
                   (sys::fs::is_regular_file(status) ? "larger than 64 MiB" : "no regular file"));
  ErrorOr<std::unique_ptr<MemoryBuffer>> buffer = MemoryBuffer::getFile(file, /*IsText=*/true);
  if (!buffer)
    return failure("cannot read '" + file + "': " + buffer.getError().message());
  animation->goBack(0);
  forgetPlan();
  for (StringRef line : split((*buffer)->getBuffer(), '\n')) {
    if (line.starts_with("set ")) {
      if (Error problem = setVariable(line.split("//").first.drop_front(4).trim()))
        return failure("'" + line + "' of '" + file + "': " + toString(std::move(problem)));
    } else if (!line.split("//").first.trim().empty()) {
      plan.push_back(line.str());
    }
  }
  while (animation->trace().size() < plan.size()) {
    size_t step = animation->trace().size() + 1;
    if (Error problem = next())
      return failure("step " + Twine(static_cast<uint64_t>(step)) + " of '" + file +
                     "': " + toString(std::move(problem)));
  }
  return Error::success();
}

} // namespace tenon::driver
