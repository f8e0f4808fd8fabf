//===- Frontend.cpp - Files to a model ------------------------------------===//

#include "tenon/Sema/Frontend.h"

#include "tenon/Syntax/Benchmark.h"
#include "tenon/Syntax/Parser.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace tenon {

/// The name under which a file is remembered, so that it is read once.
static std::string identityOf(StringRef path) {
  SmallString<128> real;
  return sys::fs::real_path(path, real) ? path.str() : real.str().str();
}

bool Frontend::parse(StringRef path) {
  if (sys::fs::is_directory(path)) {
    diagnostics.error(SMRange(), "cannot read '" + path + "': it is a directory");
    return false;
  }
  ErrorOr<std::unique_ptr<MemoryBuffer>> buffer = MemoryBuffer::getFileOrSTDIN(path, /*IsText=*/false);
  if (std::error_code error = buffer.getError()) {
    diagnostics.error(SMRange(), "cannot read '" + path + "': " + error.message());
    return false;
  }
  std::string identity = identityOf(path);
  if (is_contained(visited, identity))
    return true;
  visited.push_back(identity);
  return parseBuffer(std::move(*buffer));
}

bool Frontend::parseText(StringRef text, StringRef name) {
  visited.push_back(identityOf(name));
  return parseSourceBuffer(MemoryBuffer::getMemBufferCopy(text, name));
}

bool Frontend::parseBuffer(std::unique_ptr<MemoryBuffer> buffer) {
  std::string path = buffer->getBufferIdentifier().str();
  InputFormat format = inputFormatOf(path, buffer->getBuffer());
  if (format == InputFormat::Source)
    return parseSourceBuffer(std::move(buffer));
  unsigned id = sources.AddNewSourceBuffer(std::move(buffer), SMLoc());
  if (isAutomaton(format)) {
    lastFormat = format;
    addAutomaton(id);
    return true;
  }
  std::optional<BenchmarkTranslation> translation = translateBenchmark(sources, id, diagnostics);
  if (translation) {
    origins.emplace_back(sources.getNumBuffers() + 1, std::move(translation->origins)); // That of the source below.
  }
  bool isGood =
      translation && parseSourceBuffer(MemoryBuffer::getMemBufferCopy(translation->source, "<" + path + " as source>"));
  lastFormat = format;
  return isGood;
}

/// What a place in a translation was made from.
SMRange Frontend::originOf(SMLoc place) const {
  unsigned id = sources.FindBufferContainingLoc(place);
  auto found = find_if(origins, [&](const auto &entry) { return entry.first == id; });
  if (id == 0 || found == origins.end())
    return {};
  auto offset = static_cast<size_t>(place.getPointer() - sources.getMemoryBuffer(id)->getBufferStart());
  auto behind = partition_point(found->second, [&](const auto &part) { return part.first <= offset; });
  return behind == found->second.begin() ? SMRange() : std::prev(behind)->second;
}

DiagnosticEngine &Frontend::diagnosticEngine() {
  auto isTranslated = [this](const Diagnostic &diagnostic) {
    return diagnostic.range.isValid() && originOf(diagnostic.range.Start).isValid();
  };
  if (origins.empty() || none_of(diagnostics.all(), isTranslated))
    return diagnostics;
  for (Diagnostic &diagnostic : diagnostics.takeSince(0)) {
    if (isTranslated(diagnostic)) {
      diagnostic.note(diagnostic.range, "in its translation, which 'tenon lts FILE --emit fsp' prints");
      diagnostic.range = originOf(diagnostic.range.Start);
    }
    diagnostics.add(diagnostic);
  }
  return diagnostics;
}

/// The file becomes an import of itself, whose place has no extent.
void Frontend::addAutomaton(unsigned id) {
  const MemoryBuffer *buffer = sources.getMemoryBuffer(id);
  SMLoc begin = SMLoc::getFromPointer(buffer->getBufferStart());
  SMRange range(begin, begin);
  SmallString<128> path = buffer->getBufferIdentifier();
  std::string base = processNameFor(path), name = base;
  auto isTaken = [&] {
    return any_of(parsed, [&](const ast::SourceFile &file) {
      return any_of(file.definitions, [&](const ast::Definition *other) { return other->name.name == name; });
    });
  };
  for (unsigned i = 2; isTaken(); ++i)
    name = base + "_" + std::to_string(i);
  sys::fs::make_absolute(path);
  automata[path.str().str()] = id;
  ast::Identifier process{context.copy(StringRef(name)), range}, file{context.copy(path.str()), range};
  parsed.push_back({id, {context.create<ast::ImportDefinition>(range, process, file)}, {}});
}

bool Frontend::parseSourceBuffer(std::unique_ptr<MemoryBuffer> buffer) {
  unsigned errors = diagnostics.errorCount();
  unsigned id = sources.AddNewSourceBuffer(std::move(buffer), SMLoc());
  ast::SourceFile file = parseSource(sources, id, context, diagnostics);
  for (const ast::Definition *definition : file.definitions)
    if (const auto *inclusion = dyn_cast<ast::IncludeDefinition>(definition))
      include(*inclusion, id);
  bool empty = file.definitions.empty() && file.comments.empty();
  parsed.push_back(std::move(file));
  lastFormat = InputFormat::Source;
  if (empty && diagnostics.errorCount() == errors)
    diagnostics.error(SMRange(),
                      "'" + sources.getMemoryBuffer(id)->getBufferIdentifier() + "' is empty: it has no definitions");
  return diagnostics.errorCount() == errors;
}

ErrorOr<std::unique_ptr<MemoryBuffer>> Frontend::read(StringRef path) const {
  if (overlay)
    if (std::optional<std::string> text = overlay(path))
      return MemoryBuffer::getMemBufferCopy(*text, path);
  return MemoryBuffer::getFile(path, /*IsText=*/false);
}

void Frontend::include(const ast::IncludeDefinition &definition, unsigned includerId) {
  SmallString<128> path = sys::path::parent_path(sources.getMemoryBuffer(includerId)->getBufferIdentifier());
  if (sys::path::is_absolute(definition.file.name))
    path = definition.file.name;
  else
    sys::path::append(path, definition.file.name);
  std::string identity = identityOf(path);
  if (is_contained(visited, identity))
    return;
  ErrorOr<std::unique_ptr<MemoryBuffer>> buffer = read(path);
  if (std::error_code error = buffer.getError()) {
    diagnostics.warning(definition.file.range, "cannot read '" + path + "': " + error.message() + "; it is left out");
    return;
  }
  visited.push_back(identity);
  parseBuffer(std::move(*buffer));
}

const Model *Frontend::analyze(SemaOptions options) {
  if (diagnostics.hasErrors())
    return nullptr;
  std::vector<const ast::SourceFile *> list;
  bool anything = false;
  for (const ast::SourceFile &file : parsed) {
    list.push_back(&file);
    anything |= !file.definitions.empty();
  }
  if (!anything) {
    diagnostics.error(SMRange(), "there are no definitions to analyze, only comments");
    return nullptr;
  }
  if (!options.readFile)
    options.readFile = [this](StringRef path) -> ErrorOr<std::string> {
      if (auto file = automata.find(path.str()); file != automata.end())
        return sources.getMemoryBuffer(file->second)->getBuffer().str();
      ErrorOr<std::unique_ptr<MemoryBuffer>> buffer = read(path);
      if (std::error_code error = buffer.getError())
        return error;
      return (*buffer)->getBuffer().str();
    };
  analyzed = tenon::analyze(list, options, diagnostics);
  if (analyzed)
    addImports();
  return analyzed.get();
}

/// Diagnostics may point into imported files, too. Their texts belong to the model.
void Frontend::addImports() {
  for (const ImportModel &import : analyzed->imports) {
    auto file = automata.find(import.path);
    StringRef path =
        file == automata.end() ? StringRef(import.path) : sources.getMemoryBuffer(file->second)->getBufferIdentifier();
    sources.AddNewSourceBuffer(MemoryBuffer::getMemBuffer(import.text, path), SMLoc());
  }
}

} // namespace tenon
