//===- GoalRequests.cpp - Checks and repairs on request -------------------===//

#include "Session.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace tenon::lsp {

static std::optional<GoalNumber> goalFrom(const json::Value *value) {
  std::optional<int64_t> number = value ? value->getAsInteger() : std::nullopt;
  return number && *number >= 0 ? std::optional<GoalNumber>(static_cast<GoalNumber>(*number)) : std::nullopt;
}

static json::Value goalJson(std::optional<GoalNumber> goal) {
  return goal ? json::Value(static_cast<int64_t>(*goal)) : json::Value(nullptr);
}

const Session::Job *Session::running(const OpenDocument &open, JobKind kind, std::optional<GoalNumber> goal) const {
  for (const Job &job : jobs)
    if (job.kind == kind && job.uri == open.document->uri && (job.goal == goal || !job.goal))
      return &job;
  return nullptr;
}

void Session::refreshLenses() {
  if (canRefreshLenses)
    ask("workspace/codeLens/refresh", nullptr);
}

void Session::show(int64_t type, const Twine &message) {
  if (showsMessages)
    notify("window/showMessage", json::Object{{"type", type}, {"message", jsonText(message.str())}});
}

//===----------------------------------------------------------------------===//
// Code lenses
//===----------------------------------------------------------------------===//

void Session::codeLens(OpenDocument &open, const Params &, const Request &request) {
  reply(request, with(open, [&](const Snapshot &snapshot) -> json::Value {
          json::Array lenses;
          auto add = [&](SMRange range, StringRef title, StringRef command, std::optional<GoalNumber> goal) {
            Position start = open.document->lines().positionOf(snapshot.parsed.offsetOf(range.Start));
            lenses.push_back(json::Object{
                {"range", json::Object{{"start", toJson(start)}, {"end", toJson(start)}}},
                {"command", json::Object{{"title", jsonText(title)},
                                         {"command", command},
                                         {"arguments", json::Array{jsonText(open.document->uri), goalJson(goal)}}}}});
          };
          auto addPair = [&](SMRange range, std::optional<GoalNumber> goal, bool canRepair) {
            const GoalState &state = open.goals[goal];
            if (running(open, JobKind::Check, goal))
              add(range, "checking … (cancel)", "tenon.cancel", goal);
            else
              add(range, state.checkTitle.empty() ? "check" : "check: " + state.checkTitle, "tenon.check", goal);
            if (!canRepair)
              return;
            if (running(open, JobKind::Repair, goal))
              add(range, "repairing … (cancel)", "tenon.cancel", goal);
            else
              add(range, state.repairTitle.empty() ? "repair" : "repair: " + state.repairTitle, "tenon.repair", goal);
          };
          bool isFresh = open.goals.empty();
          for (const Question &question : questionsOf(snapshot.parsed))
            addPair(question.range, question.number, question.canRepair);
          if (snapshot.parsed.isC())
            if (std::optional<SymbolId> entry = snapshot.parsed.symbols.findGlobal("main"))
              addPair(snapshot.parsed.symbols[*entry].definition, std::nullopt, true);
          if (isFresh)
            open.goals.clear(); // Nothing has been found out.
          return lenses;
        }));
}

//===----------------------------------------------------------------------===//
// Commands
//===----------------------------------------------------------------------===//

/// What is wrong with the arguments behind the first; empty if they can be used.
std::string Session::problemWith(OpenDocument &open, StringRef command, const json::Array &arguments) {
  bool hasGoal = arguments.size() > 1 && arguments[1].kind() != json::Value::Null;
  std::optional<GoalNumber> goal = goalFrom(arguments.size() > 1 ? &arguments[1] : nullptr);
  if (hasGoal && !goal)
    return "the second argument is the number of a goal among the definitions, or null for the whole file";
  if (arguments.size() > 2 && arguments[2].kind() != json::Value::Null && !arguments[2].getAsBoolean())
    return "the third argument is true, if a repair is to be applied, or false";
  bool isRepair = command == "tenon.repair";
  return with(open, [&](const Snapshot &snapshot) -> std::string {
    if (snapshot.parsed.isForeign() && (command == "tenon.check" || isRepair))
      return "the file is no model: 'tenon check' reads it, an editor only shows whether it can";
    if (snapshot.parsed.isC() || (command != "tenon.check" && !isRepair) || (!goal && !isRepair))
      return "";
    for (const Question &question : questionsOf(snapshot.parsed))
      if (goal == question.number)
        return isRepair && !question.canRepair ? "there is no repair for this goal: only for a system and a property"
                                               : "";
    return goal ? "there is no goal with this number" : "a repair is for one goal: its number is needed";
  });
}

void Session::executeCommand(const Params &params, const Request &request) {
  std::optional<StringRef> command = params.getString("command");
  const json::Array *arguments = params.getArray("arguments");
  std::optional<StringRef> uri = arguments && !arguments->empty() ? (*arguments)[0].getAsString() : std::nullopt;
  OpenDocument *open = uri ? findUri(*uri) : nullptr;
  if (!open)
    return fail(request, ErrorCode::InvalidParams, "the first argument is the URI of an open document");
  std::optional<GoalNumber> goal = goalFrom(arguments->size() > 1 ? &(*arguments)[1] : nullptr);
  if (std::string problem = problemWith(*open, command.value_or(""), *arguments); !problem.empty())
    return fail(request, ErrorCode::InvalidParams, problem);
  if (command == StringRef("tenon.check"))
    return check(*open, goal, request);
  if (command == StringRef("tenon.repair")) {
    bool applies = arguments->size() > 2 && (*arguments)[2].getAsBoolean().value_or(false);
    return repair(*open, goal, request, [this, goal, request, applies](OpenDocument &document, json::Object answer) {
      const json::Array *fixes = answer.getArray("fixes");
      if (applies && fixes && !fixes->empty())
        apply(document.document->uri, "Repair", *fixes->front().getAsObject()->get("edits"));
      else
        offerRepair(document, goal, answer);
      reply(request, std::move(answer));
    });
  }
  if (command == StringRef("tenon.cancel")) {
    abandonAll(
        [&](const Job &job) {
          bool isHeavy = job.kind == JobKind::Check || job.kind == JobKind::Repair;
          return isHeavy && job.uri == *uri && (!goal || job.goal == goal || !job.goal);
        },
        ErrorCode::RequestCancelled, "cancelled");
    return reply(request, nullptr);
  }
  fail(request, ErrorCode::InvalidParams, "there is no command '" + command.value_or("") + "'");
}

void Session::startAbout(const OpenDocument &open, std::optional<GoalNumber> goal, const Request &request, Job job,
                         std::function<void(OpenDocument &, json::Object)> done) {
  job.request = request;
  job.goal = goal;
  job.done = [this, uri = open.document->uri, done = std::move(done)](json::Value answer) {
    if (OpenDocument *document = findUri(uri))
      done(*document, std::move(*answer.getAsObject()));
  };
  StringRef title = job.kind == JobKind::Check ? "Checking" : "Looking for a repair";
  start(std::move(job), title);
  refreshLenses();
}

void Session::check(OpenDocument &open, std::optional<GoalNumber> goal, const Request &request) {
  Job job = jobAbout(open, JobKind::Check, [goal](const Snapshot &snapshot) { return checkTask(snapshot, goal); });
  startAbout(open, goal, request, std::move(job), [this, request](OpenDocument &document, json::Object answer) {
    takeCheck(document, std::move(answer), request);
  });
}

void Session::takeCheck(OpenDocument &open, json::Object answer, const Request &request) {
  std::map<std::optional<GoalNumber>, std::vector<const json::Object *>> byGoal;
  for (const json::Value &result : *answer.getArray("results"))
    byGoal[goalFrom(result.getAsObject()->get("goal"))].push_back(result.getAsObject());
  std::string summary;
  bool isGood = true;
  for (auto &[goal, results] : byGoal) {
    GoalState &state = open.goals[goal];
    // Of several, the first that is not as wanted; violations go before what is unknown.
    const json::Object *worst = results.front();
    for (StringRef verdict : {"unknown", "violated"})
      for (const json::Object *result : reverse(results))
        if (result->getString("verdict") == verdict && !result->getBoolean("wanted").value_or(false))
          worst = result;
    bool isWanted = worst->getBoolean("wanted").value_or(false);
    state.checkTitle = worst->getString("title")->str();
    if (results.size() > 1 && !isWanted)
      state.checkTitle.insert(0, worst->getString("kind")->str() + " ");
    state.verdicts.clear();
    for (const json::Object *result : results)
      if (const json::Value *diagnostic = result->get("diagnostic"))
        state.verdicts.push_back(*diagnostic);
    state.isViolated = worst->getString("verdict") == StringRef("violated") && !isWanted;
    isGood &= isWanted;
    StringRef system = *worst->getString("system"), property = *worst->getString("property");
    summary += (summary.empty() ? "" : "; ") +
               (system + (property.empty() ? "" : ", " + property) + ": " + state.checkTitle).str();
  }
  json::Array diagnostics = *answer.getArray("diagnostics");
  for (const auto &[goal, state] : open.goals)
    for (const json::Value &verdict : state.verdicts)
      diagnostics.push_back(verdict);
  publish(open, std::move(diagnostics));
  if (byGoal.empty())
    show(1, "nothing was checked: the text has errors");
  else
    show(isGood ? 3 : 2, summary);
  reply(request, std::move(answer));
  refreshLenses();
}

void Session::repair(OpenDocument &open, std::optional<GoalNumber> goal, const Request &request,
                     std::function<void(OpenDocument &, json::Object)> then) {
  Job job = jobAbout(open, JobKind::Repair, [goal](const Snapshot &snapshot) { return repairTask(snapshot, goal); });
  startAbout(open, goal, request, std::move(job),
             [this, goal, then = std::move(then)](OpenDocument &document, json::Object answer) {
               GoalState &state = document.goals[goal];
               state.repairTitle = answer.getString("title")->str();
               state.fixes = *answer.getArray("fixes");
               refreshLenses();
               then(document, std::move(answer));
             });
}

/// The person is asked; the quick fix is there as well.
void Session::offerRepair(OpenDocument &open, std::optional<GoalNumber>, const json::Object &answer) {
  const json::Array &fixes = *answer.getArray("fixes");
  std::string title = answer.getString("title")->str();
  if (fixes.empty()) {
    StringRef text = *answer.getString("text");
    return show(title.starts_with("✓") ? 3 : 2, title + ": " + text.split('\n').first);
  }
  if (!showsMessages || !canApplyEdits)
    return;
  std::string label = fixes.front().getAsObject()->getString("title")->str();
  ask("window/showMessageRequest",
      json::Object{{"type", 3}, {"message", label}, {"actions", json::Array{json::Object{{"title", "Apply"}}}}},
      [this, uri = open.document->uri, version = open.document->version, label,
       edits = *fixes.front().getAsObject()->get("edits")](const json::Value &choice) {
        const OpenDocument *document = findUri(uri);
        if (choice.getAsObject() && document && document->document->version == version)
          apply(uri, label, edits);
      });
}

void Session::apply(StringRef uri, StringRef label, json::Value edits) {
  ask("workspace/applyEdit", json::Object{{"label", jsonText(label)},
                                          {"edit", json::Object{{"changes", json::Object{{uri, std::move(edits)}}}}}});
}

//===----------------------------------------------------------------------===//
// Quick fixes
//===----------------------------------------------------------------------===//

/// The diagnostics of the request that are about the goal.
static json::Array diagnosticsAbout(const json::Object &params, std::optional<GoalNumber> goal) {
  json::Array found;
  const json::Object *context = params.getObject("context");
  const json::Array *all = context ? context->getArray("diagnostics") : nullptr;
  if (!all)
    return found;
  for (const json::Value &diagnostic : *all) {
    const json::Object *object = diagnostic.getAsObject();
    const json::Object *data = object ? object->getObject("data") : nullptr;
    if (object && object->getString("source") == StringRef("tenon check") &&
        goalFrom(data ? data->get("goal") : nullptr) == goal)
      found.push_back(diagnostic);
  }
  return found;
}

void Session::codeAction(OpenDocument &open, const Params &params, const Request &request) {
  const json::Object *range = params.getObject("range");
  std::optional<Position> start = range ? positionFrom(range->getObject("start")) : std::nullopt;
  std::optional<Position> end = range ? positionFrom(range->getObject("end")) : std::nullopt;
  if (!start || !end)
    return fail(request, ErrorCode::InvalidParams, "a range is needed");
  size_t from = open.document->lines().offsetOf(*start), to = open.document->lines().offsetOf(*end);
  json::Array actions;
  auto offer = [&](std::optional<GoalNumber> goal, StringRef what) {
    auto state = open.goals.find(goal);
    json::Array about = diagnosticsAbout(params, goal);
    bool isKnown = state != open.goals.end() && !state->second.fixes.empty();
    if (isKnown) {
      for (const json::Value &fix : state->second.fixes)
        actions.push_back(json::Object{
            {"title", *fix.getAsObject()->getString("title")},
            {"kind", "quickfix"},
            {"isPreferred", &fix == &state->second.fixes.front()},
            {"diagnostics", json::Array(about)},
            {"edit", json::Object{{"changes", json::Object{{open.document->uri, *fix.getAsObject()->get("edits")}}}}}});
      return;
    }
    if (state == open.goals.end() || !state->second.isViolated)
      return;
    std::string title = "Look for a repair: " + what.str();
    json::Object action{{"title", jsonText(title)}, {"kind", "quickfix"}, {"diagnostics", std::move(about)}};
    json::Array arguments{jsonText(open.document->uri), goalJson(goal)};
    if (canResolveEdits) {
      action["data"] = json::Object{{"arguments", std::move(arguments)}};
    } else {
      arguments.push_back(true);
      action["command"] =
          json::Object{{"title", jsonText(title)}, {"command", "tenon.repair"}, {"arguments", std::move(arguments)}};
    }
    actions.push_back(std::move(action));
  };
  with(open, [&](const Snapshot &snapshot) {
    for (const Question &question : questionsOf(snapshot.parsed))
      if (question.canRepair && snapshot.parsed.offsetOf(question.range.Start) <= to &&
          from <= snapshot.parsed.offsetOf(question.range.End))
        offer(question.number, question.text);
    if (snapshot.parsed.isC())
      offer(std::nullopt, "the program");
  });
  reply(request, std::move(actions));
}

void Session::resolveAction(const Params &params, const Request &request) {
  const json::Object *data = params.getObject("data");
  const json::Array *arguments = data ? data->getArray("arguments") : nullptr;
  std::optional<StringRef> uri = arguments && !arguments->empty() ? (*arguments)[0].getAsString() : std::nullopt;
  OpenDocument *open = uri ? findUri(*uri) : nullptr;
  if (!open)
    return reply(request, json::Object(params));
  std::optional<GoalNumber> goal = goalFrom(arguments->size() > 1 ? &(*arguments)[1] : nullptr);
  repair(*open, goal, request,
         [this, request, action = json::Object(params)](OpenDocument &document, const json::Object &answer) {
           const json::Array &fixes = *answer.getArray("fixes");
           if (fixes.empty())
             return fail(request, ErrorCode::RequestFailed,
                         *answer.getString("title") + ": " + *answer.getString("text"));
           json::Object resolved = action;
           resolved["title"] = *fixes.front().getAsObject()->getString("title");
           resolved["edit"] = json::Object{
               {"changes", json::Object{{document.document->uri, *fixes.front().getAsObject()->get("edits")}}}};
           reply(request, std::move(resolved));
         });
}

} // namespace tenon::lsp
