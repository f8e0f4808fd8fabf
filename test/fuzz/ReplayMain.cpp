//===- ReplayMain.cpp - Runs a fuzzer's entry point on files --------------===//
//
// usage: NAMEFuzzerReplay FILE-OR-FOLDER...
//
// Calls LLVMFuzzerTestOneInput once for each file, in the order of their names. A crash is the failure; so is a path
// that cannot be read or a run without any input.
//
//===----------------------------------------------------------------------===//

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

namespace {

std::error_code collectFiles(const std::string &path, std::vector<std::string> &files) {
  if (!llvm::sys::fs::is_directory(path)) {
    files.push_back(path);
    return {};
  }
  std::error_code error;
  for (llvm::sys::fs::recursive_directory_iterator entry(path, error), end; entry != end && !error;
       entry.increment(error))
    if (llvm::sys::fs::is_regular_file(entry->path()))
      files.push_back(entry->path());
  return error;
}

} // namespace

int main(int argc, char **argv) {
  std::vector<std::string> files;
  for (int i = 1; i < argc; ++i)
    if (std::error_code error = collectFiles(argv[i], files)) {
      llvm::errs() << argv[i] << ": " << error.message() << '\n';
      return 1;
    }
  if (files.empty()) {
    llvm::errs() << "no inputs to run\n";
    return 1;
  }
  llvm::sort(files);
  for (const std::string &file : files) {
    auto buffer = llvm::MemoryBuffer::getFile(file, /*IsText=*/false, /*RequiresNullTerminator=*/false);
    if (!buffer) {
      llvm::errs() << file << ": " << buffer.getError().message() << '\n';
      return 1;
    }
    // The name comes first, so that it is on the screen if the input crashes.
    llvm::errs() << "running " << file << '\n';
    LLVMFuzzerTestOneInput(reinterpret_cast<const uint8_t *>((*buffer)->getBufferStart()), (*buffer)->getBufferSize());
  }
  llvm::errs() << files.size() << " inputs ran\n";
  return 0;
}
