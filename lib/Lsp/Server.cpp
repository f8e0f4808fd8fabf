//===- Server.cpp - The loop of a server ----------------------------------===//

#include "tenon/Lsp/Server.h"

#include "Session.h"

#include "tenon/Config/Version.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <cerrno>

#include <poll.h>
#include <sys/resource.h>
#include <unistd.h>

using namespace llvm;

namespace tenon::lsp {

bool serve(int input, int output, const ServerOptions &options) {
  return Session(input, output, options).run();
}

/// All messages that are there are read before the first is answered: so a request can be taken back, and of many edits
/// only the last is analyzed.
bool Session::run() {
  while (!isOver) {
    readInput();
    if (isOver)
      break;
    if (queue.empty()) {
      poll();
      continue;
    }
    json::Value message = std::move(queue.front());
    queue.pop_front();
    handle(std::move(message));
  }
  return isShutDown && !hasFailed;
}

//===----------------------------------------------------------------------===//
// Messages
//===----------------------------------------------------------------------===//

void Session::readInput() {
  pollfd descriptor{input, POLLIN, 0};
  while (::poll(&descriptor, 1, 0) > 0) {
    char buffer[65536];
    ssize_t count = read(input, buffer, sizeof buffer);
    if (count < 0 && errno == EINTR)
      continue;
    if (count <= 0) {
      isOver = queue.empty();
      break;
    }
    reader.append(StringRef(buffer, static_cast<size_t>(count)));
    while (std::optional<std::string> content = reader.next()) {
      Expected<json::Value> message = json::parse(*content);
      if (message)
        queue.push_back(std::move(*message));
      else
        fail(Request(), ErrorCode::ParseError, toString(message.takeError()));
    }
    if (reader.tookOffence())
      log("something that is no message was passed over");
  }
}

void Session::send(json::Object message) {
  message["jsonrpc"] = "2.0";
  if (!writeAll(output, framed(std::move(message)))) {
    isOver = true;
    hasFailed = true;
  }
}

void Session::reply(const Request &request, json::Value result) {
  if (request.id != json::Value(nullptr))
    send(json::Object{{"id", request.id}, {"result", std::move(result)}});
}

void Session::fail(const Request &request, ErrorCode code, const Twine &message) {
  send(json::Object{
      {"id", request.id},
      {"error", json::Object{{"code", static_cast<int64_t>(code)}, {"message", jsonText(message.str())}}}});
}

void Session::notify(StringRef method, json::Value params) {
  send(json::Object{{"method", method}, {"params", std::move(params)}});
}

void Session::ask(StringRef method, json::Value params, std::function<void(const json::Value &)> answer) {
  questions[++lastId] = std::move(answer);
  send(json::Object{{"id", lastId}, {"method", method}, {"params", std::move(params)}});
}

void Session::log(const Twine &message) {
  notify("window/logMessage", json::Object{{"type", 2}, {"message", jsonText(message.str())}});
}

void Session::handle(json::Value message) {
  const json::Object *object = message.getAsObject();
  if (!object)
    return fail(Request(), ErrorCode::InvalidRequest, "a message is an object");
  std::optional<StringRef> method = object->getString("method");
  const json::Value *id = object->get("id");
  if (!method) {
    std::optional<int64_t> number = id ? id->getAsInteger() : std::nullopt;
    auto question = number ? questions.find(*number) : questions.end();
    bool isAnswer = object->get("result") || object->get("error");
    if (question == questions.end()) {
      if (!isAnswer)
        fail(Request{id ? *id : json::Value(nullptr)}, ErrorCode::InvalidRequest, "a message needs a method");
      return;
    }
    std::function<void(const json::Value &)> answer = std::move(question->second);
    questions.erase(question);
    if (const json::Value *result = object->get("result"); result && answer)
      answer(*result);
    return;
  }
  static const Params None;
  const Params *params = object->getObject("params");
  if (!id)
    return handleNotification(*method, params ? *params : None);
  if (id->kind() != json::Value::Number && id->kind() != json::Value::String)
    return fail(Request(), ErrorCode::InvalidRequest, "an id is a number or a string");
  handleRequest(*method, params ? *params : None, Request{*id});
}

bool Session::isCancelledInQueue(const json::Value &id) const {
  return any_of(queue, [&](const json::Value &message) {
    const json::Object *object = message.getAsObject();
    if (!object || object->getString("method") != StringRef("$/cancelRequest"))
      return false;
    const json::Object *params = object->getObject("params");
    const json::Value *other = params ? params->get("id") : nullptr;
    return other && *other == id;
  });
}

void Session::handleRequest(StringRef method, const Params &params, const Request &request) {
  if (method == "initialize")
    return initialize(params, request);
  if (!isInitialized)
    return fail(request, ErrorCode::ServerNotInitialized, "the first request is initialize");
  if (isShutDown)
    return fail(request, ErrorCode::InvalidRequest, "after shutdown there are no requests");
  if (isCancelledInQueue(request.id))
    return fail(request, ErrorCode::RequestCancelled, "cancelled");
  if (method == "shutdown") {
    isShutDown = true;
    abandonAll([](const Job &) { return true; }, ErrorCode::RequestCancelled, "the server shuts down");
    return reply(request, nullptr);
  }
  if (method == "workspace/executeCommand")
    return executeCommand(params, request);
  if (method == "codeAction/resolve")
    return resolveAction(params, request);
  Handler handler = handlerOf(method);
  if (!handler)
    return fail(request, ErrorCode::MethodNotFound, "there is no method '" + method + "'");
  OpenDocument *open = find(params);
  if (!open)
    return fail(request, ErrorCode::InvalidParams, "the document is not open");
  if (needsPosition(method) && !offsetIn(*open, params))
    return fail(request, ErrorCode::InvalidParams, "a position is needed: a line and a character, from 0");
  (this->*handler)(*open, params, request);
}

void Session::handleNotification(StringRef method, const Params &params) {
  if (method == "exit") {
    isOver = true;
    return;
  }
  if (!isInitialized || isShutDown)
    return;
  if (method == "textDocument/didOpen")
    return didOpen(params);
  if (method == "textDocument/didChange")
    return didChange(params);
  if (method == "textDocument/didClose")
    return didClose(params);
  if (method == "$/cancelRequest") {
    if (const json::Value *id = params.get("id"))
      cancel(*id);
  } else if (method == "window/workDoneProgress/cancel") {
    std::optional<StringRef> token = params.getString("token");
    abandonAll([&](const Job &job) { return token && job.progressToken == *token; }, ErrorCode::RequestCancelled,
               "cancelled");
  }
}

void Session::cancel(const json::Value &id) {
  abandonAll([&](const Job &job) { return job.request && job.request->id == id; }, ErrorCode::RequestCancelled,
             "cancelled");
}

static bool flag(const json::Object *object, std::initializer_list<StringRef> path) {
  const json::Value *value = nullptr;
  for (StringRef key : path) {
    value = object ? object->get(key) : nullptr;
    object = value ? value->getAsObject() : nullptr;
  }
  return value && value->getAsBoolean().value_or(value->kind() == json::Value::Object);
}

static json::Object capabilities(StringRef encoding) {
  return json::Object{
      {"positionEncoding", encoding},
      {"textDocumentSync", json::Object{{"openClose", true}, {"change", 2}, {"save", false}}},
      {"completionProvider", json::Object{{"triggerCharacters", json::Array{".", "[", "{", "(", ">", "|", " "}}}},
      {"hoverProvider", true},
      {"definitionProvider", true},
      {"referencesProvider", true},
      {"documentHighlightProvider", true},
      {"documentSymbolProvider", true},
      {"documentFormattingProvider", true},
      {"renameProvider", json::Object{{"prepareProvider", true}}},
      {"codeLensProvider", json::Object{{"resolveProvider", false}}},
      {"codeActionProvider", json::Object{{"codeActionKinds", json::Array{"quickfix"}}, {"resolveProvider", true}}},
      {"executeCommandProvider",
       json::Object{{"commands", json::Array{"tenon.check", "tenon.repair", "tenon.cancel"}}}},
  };
}

void Session::initialize(const Params &params, const Request &request) {
  if (isInitialized)
    return fail(request, ErrorCode::InvalidRequest, "initialize comes once");
  isInitialized = true;
  const json::Object *client = params.getObject("capabilities");
  const json::Object *general = client ? client->getObject("general") : nullptr;
  if (const json::Array *offered = general ? general->getArray("positionEncodings") : nullptr)
    if (is_contained(*offered, json::Value("utf-8")))
      encoding = PositionEncoding::Utf8;
  canShowProgress = flag(client, {"window", "workDoneProgress"});
  canRefreshLenses = flag(client, {"workspace", "codeLens", "refreshSupport"});
  canApplyEdits = flag(client, {"workspace", "applyEdit"});
  canResolveEdits = flag(client, {"textDocument", "codeAction", "resolveSupport"});
  if (const json::Object *own = params.getObject("initializationOptions")) {
    showsMessages = own->getBoolean("messages").value_or(true);
    if (std::optional<double> seconds = own->getNumber("timeout"); seconds && *seconds > 0)
      options.checkSeconds = *seconds;
  }
  reply(request, json::Object{{"capabilities", capabilities(encoding == PositionEncoding::Utf8 ? "utf-8" : "utf-16")},
                              {"serverInfo", json::Object{{"name", "tenon"}, {"version", TENON_VERSION_STRING}}}});
}

//===----------------------------------------------------------------------===//
// Workers
//===----------------------------------------------------------------------===//

/// Checks and repairs at a time; more of them wait.
static constexpr int64_t MaxHeavy = 2;

Session::Job Session::jobAbout(const OpenDocument &open, JobKind kind, Task task) {
  Job job;
  job.kind = kind;
  job.uri = open.document->uri;
  job.work = [this, uri = job.uri, task = std::move(task)] { return with(*findUri(uri), task); };
  return job;
}

void Session::start(Job job, const Twine &progressTitle) {
  bool isHeavy = job.kind == JobKind::Check || job.kind == JobKind::Repair;
  if (isHeavy && canShowProgress) {
    job.progressToken = "tenon/" + std::to_string(++lastId);
    ask("window/workDoneProgress/create", json::Object{{"token", job.progressToken}});
    notify("$/progress", json::Object{{"token", job.progressToken},
                                      {"value", json::Object{{"kind", "begin"},
                                                             {"title", jsonText(progressTitle.str())},
                                                             {"cancellable", true}}}});
  }
  jobs.push_back(std::move(job));
  startWaiting();
}

/// The last resort for steps that do not ask a budget, such as the expansion of a set with too many labels: then the
/// worker breaks down, and nothing else.
static void limitMemory([[maybe_unused]] double gib) {
#ifndef __SANITIZE_ADDRESS__                    // It takes more than all.
  constexpr double Own = 2, GiB = 1073741824.0; // Its stack is counted.
  rlimit limit{};
  limit.rlim_cur = limit.rlim_max = static_cast<rlim_t>((gib * 1.25 + Own) * GiB);
  setrlimit(RLIMIT_DATA, &limit);
#endif
}

void Session::startWaiting() {
  auto isHeavy = [](const Job &job) { return job.kind == JobKind::Check || job.kind == JobKind::Repair; };
  for (auto job = jobs.begin(); job != jobs.end();) {
    auto current = job++;
    if (current->worker || (isHeavy(*current) && count_if(jobs, [&](const Job &other) {
                                                   return other.worker && isHeavy(other);
                                                 }) >= MaxHeavy))
      continue;
    double seconds = isHeavy(*current) ? options.checkSeconds : options.lookSeconds + 5;
    current->deadline = Clock::now() + std::chrono::milliseconds(static_cast<int64_t>((seconds * 1.2 + 3) * 1000));
    current->worker = Worker::start([&] {
      limitMemory(options.maxMemory);
      std::string text;
      raw_string_ostream(text) << current->work();
      return text;
    });
    if (!current->worker)
      abandon(current, ErrorCode::InternalError, "the system has no more processes");
  }
}

void Session::endProgress(const Job &job) {
  if (!job.progressToken.empty())
    notify("$/progress", json::Object{{"token", job.progressToken}, {"value", json::Object{{"kind", "end"}}}});
}

void Session::abandon(std::list<Job>::iterator job, ErrorCode code, const Twine &why) {
  Job ended = std::move(*job);
  jobs.erase(job);
  endProgress(ended);
  if (ended.request)
    fail(*ended.request, code, why);
  if (ended.kind == JobKind::Check || ended.kind == JobKind::Repair)
    refreshLenses();
}

void Session::finish(std::list<Job>::iterator job) {
  Job ended = std::move(*job);
  jobs.erase(job);
  endProgress(ended);
  const std::optional<std::string> &answer = ended.worker->answer();
  Expected<json::Value> value = json::parse(answer ? *answer : std::string("no answer"));
  if (!value) {
    consumeError(value.takeError());
    static constexpr const char *Names[] = {"analysis", "lowering", "look", "check", "repair"};
    std::string message =
        std::string("the ") + Names[static_cast<size_t>(ended.kind)] + " of " + ended.uri + " broke down";
    log(message);
    if (ended.request)
      fail(*ended.request, ErrorCode::InternalError, message);
    return;
  }
  ended.done(std::move(*value));
}

void Session::poll() {
  int wait = schedule();
  startWaiting();
  std::vector<pollfd> descriptors = {{input, POLLIN, 0}};
  for (const Job &job : jobs)
    if (job.worker) {
      descriptors.push_back({job.worker->pollDescriptor(), POLLIN, 0});
      auto left = std::chrono::duration_cast<std::chrono::milliseconds>(job.deadline - Clock::now()).count();
      int rest = static_cast<int>(std::clamp<int64_t>(left, 0, 60000));
      wait = wait < 0 ? rest : std::min(wait, rest);
    }
  if (::poll(descriptors.data(), descriptors.size(), wait) < 0)
    return;
  for (auto job = jobs.begin(); job != jobs.end();) {
    auto current = job++;
    if (!current->worker)
      continue;
    Worker *worker = current->worker.get();
    if (Worker::waitForAny(worker, 0))
      return finish(current); // What it does may change the list.
    if (Clock::now() > current->deadline)
      return abandon(current, ErrorCode::RequestFailed, "it took too long");
  }
}

} // namespace tenon::lsp
