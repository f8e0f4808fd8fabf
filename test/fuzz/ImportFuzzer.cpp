//===- ImportFuzzer.cpp - Any bytes through the readers of other formats --===//
//
// Whatever the input is, no reader may crash, and each must either read it or say what is wrong. What is read as a
// transition system must be the same after it is written and read again, in every format; what is read as a benchmark
// must be a source that the front end accepts.
//
//===----------------------------------------------------------------------===//

#include "../unit/Lts/ReadText.h"

#include "tenon/Sema/Frontend.h"
#include "tenon/Syntax/Benchmark.h"

#include "llvm/Support/thread.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>

using namespace tenon;
using namespace tenon::test;

[[noreturn]] static void fail(const char *what, llvm::StringRef text) {
  llvm::errs() << what << '\n' << text;
  abort();
}

static std::string written(const Lts &lts, InputFormat format) {
  std::string text;
  llvm::raw_string_ostream os(text);
  if (format == InputFormat::Aut)
    writeAut(lts, os, LabelStyle::Mcrl2);
  else if (format == InputFormat::Dot)
    writeDot(lts, os);
  else if (llvm::Error error = writeHoa(lts, os))
    llvm::consumeError(std::move(error));
  return os.str();
}

static void checkAutomaton(InputFormat format, llvm::StringRef text) {
  auto table = std::make_shared<LabelTable>();
  ReadText first = readText(format, text, table);
  if (!first.lts)
    return;
  constexpr size_t Many = 20000;
  if (first.lts->transitionCount() > Many || first.lts->alphabet().size() > MaxHoaLabels)
    return;
  std::string aut = written(*first.lts, InputFormat::Aut);
  for (InputFormat other : {InputFormat::Aut, InputFormat::Dot, InputFormat::Hoa}) {
    std::string again = written(*first.lts, other);
    ReadText second = readText(other, again, table);
    if (!second.lts || written(*second.lts, InputFormat::Aut) != aut)
      fail("what is written does not read back:", again);
  }
}

static void checkBenchmark(llvm::StringRef text) {
  llvm::SourceMgr sources;
  DiagnosticEngine diagnostics(sources);
  unsigned id = sources.AddNewSourceBuffer(llvm::MemoryBuffer::getMemBufferCopy(text, "input.agr"), llvm::SMLoc());
  std::optional<BenchmarkTranslation> translation = translateBenchmark(sources, id, diagnostics);
  if (!translation) {
    if (!diagnostics.hasErrors())
      fail("nothing was translated, and nothing said:", text);
    return;
  }
  Frontend frontend;
  if (frontend.parseText(translation->source, "input.fsp"))
    frontend.analyze(SemaOptions());
  else
    fail("a translation cannot be parsed:", translation->source);
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  llvm::StringRef text(reinterpret_cast<const char *>(data), size);
  for (InputFormat format : {InputFormat::Aut, InputFormat::Dot, InputFormat::Hoa})
    checkAutomaton(format, text);
  // As in the tool, recursion follows the nesting of the model on a stack that is large enough for it.
  llvm::thread worker(std::optional<unsigned>(1u << 30), [&] { checkBenchmark(text); });
  worker.join();
  return 0;
}
