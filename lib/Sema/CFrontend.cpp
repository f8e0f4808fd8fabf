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
  for (const ast::CFile &file : parsed) {
    StringRef text = sources.getMemoryBuffer(file.bufferId)->getBuffer();
    analyzed->files.emplace_back(SMLoc::getFromPointer(text.begin()), SMLoc::getFromPointer(text.end()));
  }
  auto parseLibrary = [&](StringRef text) {
    unsigned id = sources.AddNewSourceBuffer(MemoryBuffer::getMemBuffer(text, "library"), SMLoc());
    return *parseC(sources, id, {}, context, diagnostics).items.front().function;
  };
  size_t mark = diagnostics.all().size();
  CElaborator(*analyzed, diagnostics, parseLibrary).run(parsed);
  if (any_of(parsed, [](const ast::CFile &file) { return file.hasSyntaxErrors; })) {
    // Parts are missing. What is outside of the subset is so whatever they say; other mistakes may come from that.
    for (const Diagnostic &diagnostic : diagnostics.takeSince(mark))
      if (StringRef(diagnostic.message).contains("outside the subset of C"))
        diagnostics.add(diagnostic);
    return nullptr;
  }
  return diagnostics.hasErrors() ? nullptr : analyzed.get();
}

} // namespace tenon
