//===- FrontEndFuzzer.cpp - Any bytes through parser and printer ----------===//
//
// Whatever the input is, the front end must not crash; and what it accepts must print as a
// text of the same structure and with the same comments, which prints as itself.
//
//===----------------------------------------------------------------------===//

#include "../unit/Syntax/RoundTrip.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>

using namespace tenon::test;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  llvm::StringRef text(reinterpret_cast<const char *>(data), size);
  ParsedText parsed(text, "input.fsp");
  if (!parsed.ok()) {
    parsed.errors();
    return 0;
  }
  if (std::string failure = roundTripFailure(text); !failure.empty()) {
    llvm::errs() << failure;
    abort();
  }
  return 0;
}
