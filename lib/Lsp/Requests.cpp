//===- Requests.cpp - Requests about names and texts ----------------------===//

#include "Session.h"

#include "llvm/ADT/StringSwitch.h"

using namespace llvm;

namespace tenon::lsp {

Session::Handler Session::handlerOf(StringRef method) {
  return StringSwitch<Handler>(method)
      .Case("textDocument/completion", &Session::completion)
      .Case("textDocument/hover", &Session::hover)
      .Case("textDocument/definition", &Session::definition)
      .Case("textDocument/references", &Session::references)
      .Case("textDocument/documentHighlight", &Session::highlight)
      .Case("textDocument/documentSymbol", &Session::outline)
      .Case("textDocument/formatting", &Session::formatting)
      .Case("textDocument/prepareRename", &Session::prepareRename)
      .Case("textDocument/rename", &Session::rename)
      .Case("textDocument/codeLens", &Session::codeLens)
      .Case("textDocument/codeAction", &Session::codeAction)
      .Default(nullptr);
}

bool Session::needsPosition(StringRef method) {
  return StringSwitch<bool>(method)
      .Cases("textDocument/completion", "textDocument/hover", "textDocument/definition", "textDocument/references",
             "textDocument/documentHighlight", "textDocument/prepareRename", "textDocument/rename", true)
      .Default(false);
}

std::optional<size_t> Session::offsetIn(OpenDocument &open, const Params &params) {
  std::optional<Position> position = positionFrom(params.getObject("position"));
  return position ? std::optional<size_t>(open.document->lines().offsetOf(*position)) : std::nullopt;
}

const Occurrence *Session::nameAt(OpenDocument &open, const Params &params) {
  std::optional<size_t> offset = offsetIn(open, params);
  if (!offset)
    return nullptr;
  ParsedText &text = parsed(open);
  return text.symbols.find(text.locationOf(*offset));
}

void Session::completion(OpenDocument &open, const Params &params, const Request &request) {
  const ParsedText &text = parsed(open); // First: it may renew the names that are known.
  if (text.isForeign())
    return reply(request, json::Array());
  reply(request, completionsAt(*open.document, text, offsetIn(open, params).value_or(0), open.known));
}

void Session::hover(OpenDocument &open, const Params &params, const Request &request) {
  const Occurrence *name = nameAt(open, params);
  if (!name)
    return reply(request, nullptr);
  Job job =
      jobAbout(open, JobKind::Look, [name = *name](const Snapshot &snapshot) { return hoverTask(snapshot, name); });
  job.request = request;
  job.done = [this, request](json::Value answer) { reply(request, std::move(answer)); };
  start(std::move(job));
}

void Session::definition(OpenDocument &open, const Params &params, const Request &request) {
  const Occurrence *name = nameAt(open, params);
  reply(request, name ? with(open, [&](const Snapshot &snapshot) { return definitionsOf(snapshot, name->symbol); })
                      : json::Value(nullptr));
}

void Session::references(OpenDocument &open, const Params &params, const Request &request) {
  const Occurrence *name = nameAt(open, params);
  const json::Object *context = params.getObject("context");
  bool withDefinitions = !context || context->getBoolean("includeDeclaration").value_or(true);
  reply(
      request,
      name ? with(open, [&](const Snapshot &snapshot) { return referencesTo(snapshot, name->symbol, withDefinitions); })
           : json::Value(json::Array()));
}

void Session::highlight(OpenDocument &open, const Params &params, const Request &request) {
  const Occurrence *name = nameAt(open, params);
  reply(request, name ? with(open, [&](const Snapshot &snapshot) { return highlightsOf(snapshot, name->symbol); })
                      : json::Value(json::Array()));
}

void Session::outline(OpenDocument &open, const Params &, const Request &request) {
  reply(request, with(open, [](const Snapshot &snapshot) { return outlineOf(snapshot); }));
}

/// A text with errors, and a C program, stay as they are.
void Session::formatting(OpenDocument &open, const Params &, const Request &request) {
  reply(request, with(open, [this](const Snapshot &snapshot) -> json::Value {
          std::optional<std::string> text = formatted(snapshot.parsed);
          if (!text) {
            log(snapshot.parsed.model ? "not formatted: the text has syntax errors" : "only models are formatted");
            return nullptr;
          }
          return editsBetween(snapshot, *text);
        }));
}

void Session::prepareRename(OpenDocument &open, const Params &params, const Request &request) {
  const Occurrence *name = nameAt(open, params);
  if (!name)
    return reply(request, nullptr);
  reply(request, with(open, [&](const Snapshot &snapshot) -> json::Value {
          return json::Object{{"range", snapshot.locator.range(name->range)},
                              {"placeholder", jsonText(snapshot.parsed.symbols[name->symbol].name)}};
        }));
}

void Session::rename(OpenDocument &open, const Params &params, const Request &request) {
  const Occurrence *name = nameAt(open, params);
  std::optional<StringRef> newName = params.getString("newName");
  if (!name || !newName)
    return fail(request, ErrorCode::InvalidParams, "there is no name here that could be changed");
  Job job = jobAbout(open, JobKind::Look, [this, name = *name, wanted = newName->str()](const Snapshot &snapshot) {
    return renameTask(snapshot, name, wanted, overlay());
  });
  job.request = request;
  job.done = [this, request](json::Value answer) {
    json::Object &object = *answer.getAsObject();
    if (std::optional<StringRef> refused = object.getString("refused"))
      fail(request, ErrorCode::RequestFailed, *refused);
    else
      reply(request, std::move(*object.get("edit")));
  };
  start(std::move(job));
}

} // namespace tenon::lsp
