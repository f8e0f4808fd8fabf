//===- Documents.cpp - The life of documents ------------------------------===//

#include "Session.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace tenon::lsp {

/// After the last edit: then diagnostics of the analysis, and those of lowering.
static constexpr std::chrono::milliseconds AnalysisDelay(15), LoweringDelay(400);

static std::string normalized(StringRef path) {
  SmallString<128> absolute(path);
  sys::fs::make_absolute(absolute);
  sys::path::remove_dots(absolute, /*remove_dot_dot=*/true);
  return absolute.str().str();
}

Session::OpenDocument *Session::findUri(StringRef uri) {
  auto document = documents.find(uri.str());
  return document == documents.end() ? nullptr : &document->second;
}

Session::OpenDocument *Session::find(const Params &params) {
  const json::Object *document = params.getObject("textDocument");
  std::optional<StringRef> uri = document ? document->getString("uri") : std::nullopt;
  return uri ? findUri(*uri) : nullptr;
}

Overlay Session::overlay() const {
  return [this](StringRef path) -> std::optional<std::string> {
    std::string wanted = normalized(path);
    for (const auto &[uri, open] : documents)
      if (normalized(open.document->path) == wanted)
        return open.document->text();
    return std::nullopt;
  };
}

std::string Session::uriOf(StringRef path) const {
  std::string wanted = normalized(path);
  for (const auto &[uri, open] : documents)
    if (normalized(open.document->path) == wanted)
      return uri;
  return uriOfPath(path);
}

ParsedText &Session::parsed(OpenDocument &open) {
  bool isNew = !open.document->isParsed();
  ParsedText &text = open.document->parsed(overlay());
  if (isNew && !text.diagnostics().hasErrors())
    open.known = namesOf(text);
  return text;
}

//===----------------------------------------------------------------------===//
// Notifications
//===----------------------------------------------------------------------===//

void Session::didOpen(const Params &params) {
  const json::Object *item = params.getObject("textDocument");
  std::optional<StringRef> uri = item ? item->getString("uri") : std::nullopt;
  std::optional<StringRef> text = item ? item->getString("text") : std::nullopt;
  if (!uri || !text)
    return log("didOpen without a text");
  bool isC = item->getString("languageId") == StringRef("c") || uri->ends_with(".c");
  auto document =
      std::make_unique<Document>(uri->str(), text->str(), isC, item->getInteger("version").value_or(0), encoding);
  documents.erase(uri->str());
  OpenDocument &open = documents.try_emplace(uri->str(), std::move(document)).first->second;
  touch(open);
  touchIncluders(open.document->path);
}

void Session::didChange(const Params &params) {
  OpenDocument *open = find(params);
  const json::Array *changes = params.getArray("contentChanges");
  if (!open || !changes)
    return log("didChange of a document that is not open");
  for (const json::Value &change : *changes)
    if (!change.getAsObject() || !open->document->change(*change.getAsObject()))
      log("a change of " + open->document->uri + " makes no sense");
  open->document->version =
      params.getObject("textDocument")->getInteger("version").value_or(open->document->version + 1);
  touch(*open);
  touchIncluders(open->document->path);
}

void Session::didClose(const Params &params) {
  OpenDocument *open = find(params);
  if (!open)
    return;
  std::string uri = open->document->uri, path = open->document->path;
  abandonAll([&](const Job &job) { return job.uri == uri; }, ErrorCode::RequestCancelled, "the document was closed");
  documents.erase(uri);
  notify("textDocument/publishDiagnostics", json::Object{{"uri", jsonText(uri)}, {"diagnostics", json::Array()}});
  touchIncluders(path);
}

/// What was found out about the text before does not hold for this one.
void Session::touch(OpenDocument &open) {
  open.needsAnalysis = true;
  open.needsLowering = false;
  open.edited = Clock::now();
  open.goals.clear();
  const std::string &uri = open.document->uri;
  abandonAll([&](const Job &job) { return job.uri == uri; }, ErrorCode::ContentModified, "the text has changed");
}

void Session::touchIncluders(StringRef path) {
  std::string changed = normalized(path);
  for (auto &[uri, open] : documents)
    if (normalized(open.document->path) != changed && open.document->includes(changed)) {
      open.document->forgetParse();
      touch(open);
    }
}

//===----------------------------------------------------------------------===//
// Diagnostics
//===----------------------------------------------------------------------===//

int Session::schedule() {
  Clock::time_point now = Clock::now(), next = Clock::time_point::max();
  for (auto &[uri, open] : documents) {
    if (!open.needsAnalysis && !open.needsLowering)
      continue;
    Clock::time_point due = open.edited + (open.needsAnalysis ? AnalysisDelay : LoweringDelay);
    if (due > now) {
      next = std::min(next, due);
      continue;
    }
    bool lower = !open.needsAnalysis;
    open.needsAnalysis = open.needsLowering = false;
    analyze(open, lower);
  }
  if (next == Clock::time_point::max())
    return -1;
  return static_cast<int>(std::chrono::duration_cast<std::chrono::milliseconds>(next - now).count()) + 1;
}

void Session::analyze(OpenDocument &open, bool lower) {
  parsed(open); // Here, so that the worker has it and other requests, too.
  Job job = jobAbout(open, lower ? JobKind::Lowering : JobKind::Analysis,
                     [lower](const Snapshot &snapshot) { return analyzeTask(snapshot, lower); });
  job.done = [this, uri = job.uri, lower](json::Value diagnostics) {
    OpenDocument *document = findUri(uri);
    if (!document || any_of(document->goals, [](const auto &goal) { return !goal.second.checkTitle.empty(); }))
      return; // A check has said more in the meantime.
    bool hasErrors = any_of(*diagnostics.getAsArray(), [](const json::Value &diagnostic) {
      return diagnostic.getAsObject()->getInteger("severity") == 1;
    });
    document->needsLowering = !lower && !hasErrors && !document->document->isC;
    publish(*document, std::move(diagnostics));
  };
  start(std::move(job));
}

void Session::publish(OpenDocument &open, json::Value diagnostics) {
  notify("textDocument/publishDiagnostics", json::Object{{"uri", jsonText(open.document->uri)},
                                                         {"version", open.document->version},
                                                         {"diagnostics", std::move(diagnostics)}});
}

} // namespace tenon::lsp
