//===- main.cpp - The driver ----------------------------------------------===//

#include "Session.h"

#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/raw_ostream.h"

#include <csignal>
#include <unistd.h>

using namespace tenon;
using namespace tenon::driver;

/// No allocation is possible here.
static void outOfMemory(void *, const char *, bool) {
  static const char message[] = "tenon: undecided: memory ran out; --max-memory sets a limit that ends cleanly\n";
  (void)!write(STDERR_FILENO, message, sizeof message - 1);
  _exit(static_cast<int>(ExitCode::Undecided));
}

static ExitCode run(const Options &options) {
  Session session(options);
  switch (options.command) {
  case Command::Check:
    return runCheck(session);
  case Command::Lts:
    return runLts(session);
  case Command::Compare:
    return runCompare(session);
  case Command::Fmt:
    return runFmt(session);
  case Command::None:
    break;
  }
  return ExitCode::BadInput;
}

int main(int argc, char **argv) {
  std::signal(SIGPIPE, SIG_IGN); // A closed pipe is an error of writing, which is reported.
  llvm::install_bad_alloc_error_handler(outOfMemory);
  std::set_new_handler([] { outOfMemory(nullptr, "", false); });
  int exitCode;
  std::optional<Options> options = parseCommandLine(argc, argv, exitCode);
  if (!options)
    return exitCode;
  int code = static_cast<int>(run(*options));
  llvm::errs().flush();
  // Freeing a large model piece by piece would take longer than some checks.
  _exit(code);
}
