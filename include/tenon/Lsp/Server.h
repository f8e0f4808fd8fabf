//===- tenon/Lsp/Server.h - A language server -----------------------------===//
//
// What an editor asks about models and C programs while they are written, by the language server protocol (version
// 3.17) on a pair of streams.
//
// The server itself reads, parses and resolves names; that is linear. All that may take long or run out of memory, the
// analysis among it, is done by workers (Support/Worker.h), which are copies of the server with the text as it was:
// they can be abandoned at any time, and if one breaks down the server goes on. An edit ends what was begun for the
// text before it. There are no threads.
//
//===----------------------------------------------------------------------===//

#ifndef TENON_LSP_SERVER_H
#define TENON_LSP_SERVER_H

#include "tenon/Sema/Evaluator.h"

#include <cstdint>
#include <map>
#include <string>

namespace tenon::lsp {

struct ServerOptions {
  LanguageOptions language;
  std::map<std::string, std::string> overrides; ///< -D
  double checkSeconds = 60;                     ///< For a check or a repair that was asked for.
  double lookSeconds = 2;                       ///< For what is shown by itself: sizes, warnings of lowering.
  double maxMemory = 4;                         ///< GiB, of one worker.
  unsigned jobs = 1;                            ///< Threads of a check.
  uint64_t maxStates = 0;                       ///< Of a component with data.
};

/// Serves until the client says `exit` or closes its end. False if that was without `shutdown`.
bool serve(int input, int output, const ServerOptions &options);

} // namespace tenon::lsp

#endif // TENON_LSP_SERVER_H
