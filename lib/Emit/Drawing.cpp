//===- Drawing.cpp - Drawings of LTSs -------------------------------------===//

#include "tenon/Emit/Drawing.h"

#include "tenon/Lts/Formats.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"

using namespace llvm;

namespace tenon {

Error writeSvg(const Lts &lts, raw_ostream &os) {
  ErrorOr<std::string> dot = sys::findProgramByName("dot");
  if (!dot)
    return createStringError(
        dot.getError(), "the program 'dot' is needed to draw and was not found: install Graphviz (package graphviz)");
  SmallString<128> input, output;
  int descriptor;
  if (std::error_code error = sys::fs::createTemporaryFile("tenon", "dot", descriptor, input))
    return createStringError(error, "cannot write a temporary file: " + error.message());
  FileRemover removeInput(input);
  raw_fd_ostream file(descriptor, /*shouldClose=*/true);
  writeDot(lts, file);
  file.close();
  if (std::error_code error = file.error()) {
    file.clear_error();
    return createStringError(error, "cannot write a temporary file: " + error.message());
  }
  if (std::error_code error = sys::fs::createTemporaryFile("tenon", "svg", output))
    return createStringError(error, "cannot write a temporary file: " + error.message());
  FileRemover removeOutput(output);
  std::string message;
  if (int status = sys::ExecuteAndWait(*dot, {*dot, "-Tsvg", "-o", output, input}, std::nullopt, {}, 0, 0, &message))
    return createStringError(make_error_code(std::errc::io_error),
                             "'dot' failed with status " + Twine(status) + ": " + message);
  ErrorOr<std::unique_ptr<MemoryBuffer>> picture = MemoryBuffer::getFile(output);
  if (!picture)
    return createStringError(picture.getError(), "cannot read the drawing: " + picture.getError().message());
  os << (*picture)->getBuffer();
  return Error::success();
}

} // namespace tenon
