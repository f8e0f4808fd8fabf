//===- FmtCommand.cpp - tenon fmt -----------------------------------------===//

#include "Session.h"

#include "tenon/Support/Output.h"
#include "tenon/Syntax/Parser.h"
#include "tenon/Syntax/Printer.h"

#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;

namespace tenon::driver {

/// The file's text in the standard layout; nullopt, with the diagnostics printed, if it has errors.
static std::optional<std::string> formatted(Session &session, const std::string &file, bool &changed) {
  Frontend frontend;
  if (!frontend.parse(file)) {
    session.printDiagnostics(frontend);
    return std::nullopt;
  }
  if (frontend.format() != InputFormat::Source) {
    errs() << "tenon: '" << file << "' is no source; 'tenon lts " << file << " --emit fsp' writes it as one\n";
    return std::nullopt;
  }
  const ast::SourceFile &source = frontend.files().back(); // Included files come first.
  std::string text;
  raw_string_ostream os(text);
  printSource(source, frontend.sourceManager(), os);
  changed = text != frontend.sourceManager().getMemoryBuffer(source.bufferId)->getBuffer();
  return text;
}

ExitCode runFmt(Session &session) {
  const Options &options = session.options();
  bool good = true, anyChanged = false;
  for (const std::string &file : options.arguments) {
    bool changed = false;
    std::optional<std::string> text = formatted(session, file, changed);
    if (!text) {
      good = false;
      continue;
    }
    anyChanged |= changed;
    if (options.checkFormat) {
      if (changed && !options.quiet)
        errs() << "tenon: '" << file << "' is not in the standard layout\n";
      continue;
    }
    if (options.inPlace && !changed)
      continue;
    Error problem = writeOutput(options.inPlace ? StringRef(file) : StringRef(options.output), [&](raw_ostream &os) {
      os << *text;
      return Error::success();
    });
    if (problem)
      return Session::fail(std::move(problem));
  }
  if (!good)
    return ExitCode::BadInput;
  return options.checkFormat && anyChanged ? ExitCode::Failure : ExitCode::Success;
}

} // namespace tenon::driver
