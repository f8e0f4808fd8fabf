//===- Output.cpp - Where output goes, without losing anything ------------===//

#include "tenon/Support/Output.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"

#include <optional>
#include <unistd.h>

using namespace llvm;

namespace tenon {

static Error failure(const Twine &name, std::error_code error) {
  return createStringError(error, "cannot write " + name + ": " + error.message());
}

/// Writes everything and reports the stream's error instead of letting its destructor abort.
static Error writeTo(raw_fd_ostream &os, const Twine &name, function_ref<Error(raw_ostream &)> write) {
  Error problem = write(os);
  os.flush();
  std::error_code error = os.error();
  os.clear_error();
  if (error) {
    consumeError(std::move(problem));
    return failure(name, error);
  }
  return problem;
}

static Error writeDirectly(StringRef path, function_ref<Error(raw_ostream &)> write) {
  std::error_code error;
  raw_fd_ostream os(path, error, sys::fs::CD_OpenExisting, sys::fs::FA_Write, sys::fs::OF_None);
  if (error)
    return failure("'" + path + "'", error);
  return writeTo(os, "'" + path + "'", write);
}

Error writeOutput(StringRef path, function_ref<Error(raw_ostream &)> write) {
  if (path == "-") {
    raw_fd_ostream os(STDOUT_FILENO, /*shouldClose=*/false);
    return writeTo(os, "standard output", write);
  }
  SmallString<128> target(path);
  std::optional<sys::fs::perms> permissions;
  sys::fs::file_status status;
  if (!sys::fs::status(path, status)) {
    if (sys::fs::is_directory(status))
      return failure("'" + path + "'", std::make_error_code(std::errc::is_a_directory));
    if (!sys::fs::is_regular_file(status))
      return writeDirectly(path, write);
    sys::fs::real_path(path, target); // A link stays a link.
    permissions = status.permissions();
  }
  Expected<sys::fs::TempFile> temporary =
      sys::fs::TempFile::create(target + ".%%%%%%.tmp", permissions.value_or(sys::fs::all_read | sys::fs::all_write));
  if (!temporary)
    return failure("'" + path + "'", errorToErrorCode(temporary.takeError()));
  raw_fd_ostream os(temporary->FD, /*shouldClose=*/false);
  Error problem = writeTo(os, "'" + path + "'", write);
  if (!problem && permissions)
    (void)sys::fs::setPermissions(temporary->FD, *permissions);
  if (problem) {
    consumeError(temporary->discard());
    return problem;
  }
  if (Error kept = temporary->keep(target)) {
    std::error_code error = errorToErrorCode(std::move(kept));
    return failure("'" + path + "'", error);
  }
  return Error::success();
}

} // namespace tenon
