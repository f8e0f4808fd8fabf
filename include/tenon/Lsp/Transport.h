//===- tenon/Lsp/Transport.h - Messages on a stream -----------------------===//
//
// JSON-RPC 2.0 with the headers of the language server protocol: `Content-Length: N`, an empty line, N bytes of JSON.
//
//===----------------------------------------------------------------------===//

#ifndef TENON_LSP_TRANSPORT_H
#define TENON_LSP_TRANSPORT_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/JSON.h"

#include <optional>
#include <string>

namespace tenon::lsp {

/// Takes messages out of a stream of bytes. What is no message is passed over, up to the next header that names a
/// length, and said to be a problem.
class MessageReader {
public:
  void append(llvm::StringRef bytes) { buffer += bytes; }
  /// The content of the next message; nullopt if it is not complete yet.
  std::optional<std::string> next();
  /// Whether something was passed over since this was last asked.
  bool tookOffence() { return std::exchange(offended, false); }

  /// Longer contents are passed over.
  static constexpr size_t MaxContent = size_t(1) << 28;

private:
  std::string buffer;
  size_t skipping = 0; ///< So many bytes of a content that is too long are still to come.
  bool offended = false;
};

/// A message as it goes over the stream. Bytes that are not UTF-8 are replaced.
std::string framed(const llvm::json::Value &message);

/// Writes all of it to a descriptor; false if nobody reads it.
bool writeAll(int descriptor, llvm::StringRef bytes);

/// The codes of errors in the answers of a server.
enum class ErrorCode {
  ParseError = -32700,
  InvalidRequest = -32600,
  MethodNotFound = -32601,
  InvalidParams = -32602,
  InternalError = -32603,
  ServerNotInitialized = -32002,
  RequestFailed = -32803,
  ContentModified = -32801,
  RequestCancelled = -32800,
};

} // namespace tenon::lsp

#endif // TENON_LSP_TRANSPORT_H
