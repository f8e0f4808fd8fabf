//===- main.cpp - The driver ----------------------------------------------===//

#include "Session.h"

#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/thread.h"

#include <csignal>
#include <cstdlib>
#include <new>
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
  case Command::Interface:
    return runInterface(session);
  case Command::Verify:
    return runVerify(session);
  case Command::Repair:
    return options.isProgramRepair() ? runRepairProgram(session) : runRepair(session);
  case Command::Lts:
    return runLts(session);
  case Command::Compare:
    return runCompare(session);
  case Command::Fmt:
    return runFmt(session);
  case Command::Animate:
    return runAnimate(session);
  case Command::Lsp:
    return runLsp(session);
  case Command::View:
    return runView(session);
  case Command::Completion:
    return runCompletion(session);
  case Command::Man:
    return runMan(session);
  case Command::None:
    break;
  }
  return ExitCode::BadInput;
}

/// Help and the version are printed by LLVM, whose stream aborts at exit if it could not write.
static void reportUnwrittenOutput() {
  llvm::outs().flush();
  if (!llvm::outs().has_error())
    return;
  llvm::outs().clear_error();
  static const char message[] = "tenon: cannot write to standard output\n";
  (void)!write(STDERR_FILENO, message, sizeof message - 1);
  _exit(static_cast<int>(ExitCode::BadInput));
}

/// Recursion follows the nesting of the model, which may be thousands deep; only what is used of this is ever mapped.
static constexpr unsigned StackBytes = 1u << 30;

int main(int argc, char **argv) {
  std::signal(SIGPIPE, SIG_IGN); // A closed pipe is an error of writing, which is reported.
  llvm::install_bad_alloc_error_handler(outOfMemory);
  std::set_new_handler([] { outOfMemory(nullptr, "", false); });
  llvm::outs();
  std::atexit(reportUnwrittenOutput);
  int exitCode;
  std::optional<Options> options = parseCommandLine(argc, argv, exitCode);
  if (!options)
    return exitCode;
  int code = static_cast<int>(ExitCode::BadInput);
  llvm::thread worker(std::optional<unsigned>(StackBytes), [&] { code = static_cast<int>(run(*options)); });
  worker.join();
  llvm::errs().flush();
  // Freeing a large model piece by piece would take longer than some checks.
  _exit(code);
}
