//===- LspCommand.cpp - tenon lsp -----------------------------------------===//

#include "Session.h"

#include "tenon/Lsp/Server.h"

#include <csignal>
#include <unistd.h>

namespace tenon::driver {

ExitCode runLsp(Session &session) {
  const Options &options = session.options();
  for (int signal : {SIGINT, SIGTERM}) // There is nothing to tell before the end.
    std::signal(signal, SIG_DFL);
  lsp::ServerOptions server;
  server.language = session.language();
  server.overrides = options.definitions;
  if (options.timeout > 0)
    server.checkSeconds = options.timeout;
  if (options.maxMemory > 0)
    server.maxMemory = options.maxMemory;
  server.jobs = options.jobs;
  server.maxStates = options.maxStates;
  return lsp::serve(STDIN_FILENO, STDOUT_FILENO, server) ? ExitCode::Success : ExitCode::Failure;
}

} // namespace tenon::driver
