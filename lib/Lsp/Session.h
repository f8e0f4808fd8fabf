//===- Session.h - The state of a server ----------------------------------===//
//
// One class, four files: the loop, messages and workers (Server.cpp), the life of documents (Documents.cpp), requests
// about names and texts (Requests.cpp), checks and repairs (GoalRequests.cpp).
//
//===----------------------------------------------------------------------===//

#ifndef TENON_LIB_LSP_SESSION_H
#define TENON_LIB_LSP_SESSION_H

#include "Features.h"

#include "tenon/Lsp/Transport.h"
#include "tenon/Support/Worker.h"

#include <chrono>
#include <deque>
#include <list>
#include <map>

namespace tenon::lsp {

class Session {
public:
  Session(int input, int output, const ServerOptions &options) : input(input), output(output), options(options) {}
  bool run();

private:
  using Clock = std::chrono::steady_clock;
  using Params = llvm::json::Object;

  //===--- Messages (Server.cpp) ------------------------------------------===//

  /// What a request is answered with: once, at once or later.
  struct Request {
    llvm::json::Value id = nullptr;
  };
  void readInput();
  void handle(llvm::json::Value message);
  void handleRequest(llvm::StringRef method, const Params &params, const Request &request);
  void handleNotification(llvm::StringRef method, const Params &params);
  void send(llvm::json::Object message);
  void reply(const Request &request, llvm::json::Value result);
  void fail(const Request &request, ErrorCode code, const llvm::Twine &message);
  void notify(llvm::StringRef method, llvm::json::Value params);
  void ask(llvm::StringRef method, llvm::json::Value params,
           std::function<void(const llvm::json::Value &)> answer = {});
  void log(const llvm::Twine &message);
  void initialize(const Params &params, const Request &request);
  void cancel(const llvm::json::Value &id);
  bool isCancelledInQueue(const llvm::json::Value &id) const;

  //===--- Workers (Server.cpp) -------------------------------------------===//

  struct OpenDocument;
  enum class JobKind { Analysis, Lowering, Look, Check, Repair };
  struct Job {
    JobKind kind = JobKind::Look;
    std::string uri;
    std::function<llvm::json::Value()> work;
    std::function<void(llvm::json::Value)> done;
    std::optional<Request> request; ///< To be told if nothing comes of it.
    std::unique_ptr<Worker> worker; ///< Null: it waits.
    Clock::time_point deadline;     ///< Then it is abandoned.
    std::string progressToken;
    std::optional<GoalNumber> goal;
  };
  using Task = std::function<llvm::json::Value(const Snapshot &)>;
  /// A job that does the task with the document as it is then. What is to be done with the answer is left open.
  Job jobAbout(const OpenDocument &open, JobKind kind, Task task);
  void start(Job job, const llvm::Twine &progressTitle = "");
  void startWaiting();
  void poll();
  void finish(std::list<Job>::iterator job);
  void abandon(std::list<Job>::iterator job, ErrorCode code, const llvm::Twine &why);
  template <typename Predicate> void abandonAll(Predicate which, ErrorCode code, const llvm::Twine &why) {
    for (auto job = jobs.begin(); job != jobs.end();) {
      auto next = std::next(job);
      if (which(*job))
        abandon(job, code, why);
      job = next;
    }
  }
  void endProgress(const Job &job);

  //===--- Documents (Documents.cpp) --------------------------------------===//

  /// What is known of a goal since the last edit.
  struct GoalState {
    std::string checkTitle, repairTitle;
    bool isViolated = false;
    llvm::json::Array fixes;
    llvm::json::Array verdicts; ///< Diagnostics.
  };
  struct OpenDocument {
    explicit OpenDocument(std::unique_ptr<Document> text) : document(std::move(text)) {}
    std::unique_ptr<Document> document;
    std::vector<KnownName> known;
    bool needsAnalysis = true, needsLowering = false;
    Clock::time_point edited = Clock::now();
    std::map<std::optional<GoalNumber>, GoalState> goals;
  };
  void didOpen(const Params &params);
  void didChange(const Params &params);
  void didClose(const Params &params);
  void touch(OpenDocument &open);
  void touchIncluders(llvm::StringRef path);
  OpenDocument *find(const Params &params);
  OpenDocument *findUri(llvm::StringRef uri);
  ParsedText &parsed(OpenDocument &open);
  Overlay overlay() const;
  std::string uriOf(llvm::StringRef path) const;
  /// Calls with a view of the document as it is.
  template <typename Function> auto with(OpenDocument &open, Function function) {
    ParsedText &text = parsed(open);
    Locator locator(*open.document, text, encoding, [this](llvm::StringRef path) { return uriOf(path); });
    Snapshot snapshot{*open.document, text, locator, options, encoding};
    return function(snapshot);
  }
  /// Starts what is due; how long until more is, in milliseconds, or -1.
  int schedule();
  void analyze(OpenDocument &open, bool lower);
  void publish(OpenDocument &open, llvm::json::Value diagnostics);

  //===--- Requests (Requests.cpp) ----------------------------------------===//

  using Handler = void (Session::*)(OpenDocument &, const Params &, const Request &);
  static Handler handlerOf(llvm::StringRef method);
  static bool needsPosition(llvm::StringRef method);
  std::optional<size_t> offsetIn(OpenDocument &open, const Params &params);
  const Occurrence *nameAt(OpenDocument &open, const Params &params);
  void completion(OpenDocument &open, const Params &params, const Request &request);
  void hover(OpenDocument &open, const Params &params, const Request &request);
  void definition(OpenDocument &open, const Params &params, const Request &request);
  void references(OpenDocument &open, const Params &params, const Request &request);
  void highlight(OpenDocument &open, const Params &params, const Request &request);
  void outline(OpenDocument &open, const Params &params, const Request &request);
  void formatting(OpenDocument &open, const Params &params, const Request &request);
  void prepareRename(OpenDocument &open, const Params &params, const Request &request);
  void rename(OpenDocument &open, const Params &params, const Request &request);

  //===--- Goals (GoalRequests.cpp) ---------------------------------------===//

  void codeLens(OpenDocument &open, const Params &params, const Request &request);
  void codeAction(OpenDocument &open, const Params &params, const Request &request);
  void resolveAction(const Params &params, const Request &request);
  void executeCommand(const Params &params, const Request &request);
  std::string problemWith(OpenDocument &open, llvm::StringRef command, const llvm::json::Array &arguments);
  /// Starts a check or a repair; the answer goes to `done` if the document is still open then.
  void startAbout(const OpenDocument &open, std::optional<GoalNumber> goal, const Request &request, Job job,
                  std::function<void(OpenDocument &, llvm::json::Object)> done);
  void check(OpenDocument &open, std::optional<GoalNumber> goal, const Request &request);
  /// `then` is given what repairTask answers.
  void repair(OpenDocument &open, std::optional<GoalNumber> goal, const Request &request,
              std::function<void(OpenDocument &, llvm::json::Object)> then);
  void takeCheck(OpenDocument &open, llvm::json::Object answer, const Request &request);
  void offerRepair(OpenDocument &open, std::optional<GoalNumber> goal, const llvm::json::Object &answer);
  void apply(llvm::StringRef uri, llvm::StringRef label, llvm::json::Value edits);
  void refreshLenses();
  void show(int64_t type, const llvm::Twine &message);
  const Job *running(const OpenDocument &open, JobKind kind, std::optional<GoalNumber> goal) const;

  int input, output;
  ServerOptions options;
  MessageReader reader;
  std::deque<llvm::json::Value> queue;
  bool isInitialized = false, isShutDown = false, isOver = false, hasFailed = false;
  int64_t lastId = 0;
  std::map<int64_t, std::function<void(const llvm::json::Value &)>> questions; ///< Put to the client.
  PositionEncoding encoding = PositionEncoding::Utf16;
  bool canShowProgress = false, canRefreshLenses = false, canApplyEdits = false, canResolveEdits = false;
  bool showsMessages = true;
  std::map<std::string, OpenDocument> documents;
  std::list<Job> jobs;
};

} // namespace tenon::lsp

#endif // TENON_LIB_LSP_SESSION_H
