//===- CFrontend.cpp - C files to a sequential program --------------------===//

#include "tenon/Sema/CFrontend.h"

#include "CElaborator.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace tenon {

bool CFrontend::parse(StringRef path) {
  ErrorOr<std::unique_ptr<MemoryBuffer>> buffer = MemoryBuffer::getFileOrSTDIN(path, /*IsText=*/false);
  if (std::error_code error = buffer.getError()) {
    diagnostics.error(SMRange(), "cannot read '" + path + "': " + error.message());
    return false;
  }
  return parseBuffer(std::move(*buffer));
}

bool CFrontend::parseText(StringRef text, StringRef name) {
  return parseBuffer(MemoryBuffer::getMemBufferCopy(text, name));
}

bool CFrontend::parseBuffer(std::unique_ptr<MemoryBuffer> buffer) {
  unsigned errors = diagnostics.errorCount();
  unsigned id = sources.AddNewSourceBuffer(std::move(buffer), SMLoc());
  parsed.push_back(parseC(sources, id, macros, context, diagnostics));
  return diagnostics.errorCount() == errors;
}

const seq::Program *CFrontend::analyze(bool isMath) {
  analyzed = std::make_unique<seq::Program>();
  analyzed->isMath = isMath;
  auto parseLibrary = [&](StringRef text) {
    unsigned id = sources.AddNewSourceBuffer(MemoryBuffer::getMemBuffer(text, "library"), SMLoc());
    return *parseC(sources, id, {}, context, diagnostics).items.front().function;
  };
  if (any_of(parsed, [](const ast::CFile &file) { return file.hasSyntaxErrors; }))
    return nullptr;
  CElaborator(*analyzed, diagnostics, parseLibrary).run(parsed);
  return diagnostics.hasErrors() ? nullptr : analyzed.get();
}

} // namespace tenon
