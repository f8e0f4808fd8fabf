//===- FrontEndFuzzer.cpp - Any bytes through the front end ---------------===//
//
// Whatever the input is, the front end must not crash. What the parser accepts must print as
// a text of the same structure and with the same comments, which prints as itself; what Sema accepts
// is lowered, within bounds, and must denote the same LTSs after printing.
//
//===----------------------------------------------------------------------===//

#include "../unit/Lower/LoweredText.h"
#include "../unit/Syntax/RoundTrip.h"

#include "llvm/Support/thread.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>

using namespace tenon;
using namespace tenon::test;

/// The sizes of all definitions, as far as they could be built.
static std::string sizes(LoweredText &text) {
  std::string result;
  for (const DefinitionRef &definition : text.model().definitions) {
    LtsRef lts = text.lowering->lts(definition);
    if (text.tooLarge())
      return "";
    result += lts ? std::to_string(lts->stateCount()) + "/" + std::to_string(lts->transitionCount()) + " " : "- ";
  }
  return result;
}

static void lower(llvm::StringRef source, const std::string &printed) {
  LoweredText text(source);
  if (!text.lowering) {
    text.diagnostics();
    return;
  }
  std::string before = sizes(text);
  text.diagnostics();
  if (before.empty())
    return;
  LoweredText again(printed);
  if (!again.lowering || sizes(again) != before) {
    llvm::errs() << "the standard layout denotes something else: " << before << "\n" << printed;
    abort();
  }
}

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
  // As in the tool, recursion follows the nesting of the model on a stack that is large enough for it.
  std::string printed = parsed.print();
  llvm::thread worker(std::optional<unsigned>(1u << 30), [&] { lower(text, printed); });
  worker.join();
  return 0;
}
