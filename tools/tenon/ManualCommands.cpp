//===- ManualCommands.cpp - tenon completion, tenon man -------------------===//

#include "Session.h"

#include "tenon/Support/CommandManual.h"
#include "tenon/Support/Output.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/FileSystem.h"

using namespace llvm;

namespace tenon::driver {

static ExitCode print(StringRef path, function_ref<void(raw_ostream &)> write) {
  Error problem = writeOutput(path, [&](raw_ostream &os) {
    write(os);
    return Error::success();
  });
  return problem ? Session::fail(std::move(problem)) : ExitCode::Success;
}

ExitCode runCompletion(Session &session) {
  Shell shell = StringSwitch<Shell>(session.options().arguments.front())
                    .Case("zsh", Shell::Zsh)
                    .Case("fish", Shell::Fish)
                    .Default(Shell::Bash);
  return print(session.options().output, [&](raw_ostream &os) { writeCompletion(programEntry(), shell, os); });
}

static ExitCode printManPage(const CommandEntry *command, StringRef path) {
  return print(path, [&](raw_ostream &os) { writeManPage(programEntry(), command, os); });
}

/// Into a folder go all pages, under the names that man looks for.
static ExitCode printManPages(StringRef folder) {
  const ProgramEntry &program = programEntry();
  ExitCode code = printManPage(nullptr, (folder + "/" + manPageName(program, nullptr)).str());
  for (const CommandEntry &command : program.commands)
    if (code == ExitCode::Success)
      code = printManPage(&command, (folder + "/" + manPageName(program, &command)).str());
  return code;
}

ExitCode runMan(Session &session) {
  const std::vector<std::string> &names = session.options().arguments;
  StringRef output = session.options().output;
  if (names.empty() && sys::fs::is_directory(output))
    return printManPages(output);
  return printManPage(names.empty() ? nullptr : programEntry().find(names.front()), output);
}

} // namespace tenon::driver
