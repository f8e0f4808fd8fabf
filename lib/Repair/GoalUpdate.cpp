//===- GoalUpdate.cpp - The goals of a repaired model ---------------------===//

#include "GoalUpdate.h"

#include "SystemBehavior.h"

#include "tenon/Repair/SourceRepair.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <set>

using namespace llvm;

namespace tenon {

static CheckOptions optionsOf(const RepairSettings &settings) {
  CheckOptions options;
  options.reading = settings.reading;
  options.engine = settings.engine;
  options.language = settings.sema.language;
  options.runners = settings.runners;
  return options;
}

/// One goal has several results if its property is a family of tests: the first one with the worst verdict. Certified
/// if all are.
static std::optional<CheckResult> answerOf(const Goal &goal, LoadedModel &loaded, CheckOptions options) {
  options.goal = goal;
  std::vector<CheckResult> results = Checker(loaded.lowering(), options).run();
  if (results.empty() || loaded.frontend().diagnosticEngine().hasErrors())
    return std::nullopt;
  size_t worst = 0;
  for (Verdict verdict : {Verdict::Unknown, Verdict::Violated})
    for (size_t i = results.size(); i-- > 0;)
      if (results[i].verdict == verdict)
        worst = i;
  CheckResult answer = std::move(results[worst]);
  results.erase(results.begin() + static_cast<std::ptrdiff_t>(worst));
  for (const CheckResult &other : results)
    if (other.certified != true)
      answer.certified = other.certified;
  return answer;
}

std::optional<CheckResult> answerQuestion(LoadedModel &loaded, const RepairQuestion &question,
                                          const RepairSettings &settings, bool certify) {
  Goal goal;
  goal.kind = question.kind;
  goal.subject.text = question.system;
  goal.property.text = question.property;
  CheckOptions options = optionsOf(settings);
  options.certify = certify;
  options.runners.clear();
  return answerOf(goal, loaded, options);
}

static StringRef textOf(const Goal &goal) {
  return {goal.range.Start.getPointer(),
          static_cast<size_t>(goal.range.End.getPointer() - goal.range.Start.getPointer())};
}

/// `violated` behind the last `expect`, with its offset in the goal.
static std::optional<SourceEdit> expectHolds(const Goal &goal, StringRef text) {
  constexpr StringLiteral Violated = "violated";
  StringRef words = textOf(goal);
  size_t at = words.rfind(Violated);
  if (at == StringRef::npos || words.data() < text.data() || words.end() > text.end())
    return std::nullopt;
  return SourceEdit{static_cast<size_t>(words.data() - text.data()) + at, Violated.size(), "holds"};
}

static bool asks(const Goal &goal, const RepairQuestion &question) {
  if (goal.property.text != question.property)
    return false;
  return (goal.kind == question.kind && goal.subject.text == question.system) ||
         (question.kind == Goal::Kind::Satisfies && goal.kind == Goal::Kind::Repair &&
          goal.system.text == question.system);
}

/// What the property of another system speaks of and nothing does there any more, because of the same component.
static std::vector<std::string> lostElsewhere(const Goal &goal, LoadedModel &before, LoadedModel &after,
                                              const RepairQuestion &repaired, const RepairSettings &settings,
                                              const Budget &budget) {
  constexpr size_t MaxPlaces = 200'000;
  if (goal.kind != Goal::Kind::Satisfies || goal.subject.text == repaired.system)
    return {};
  RepairQuestion other{goal.subject.text.str(), repaired.component, goal.property.text.str()};
  std::vector<std::set<std::string>> actions;
  for (LoadedModel *version : {&before, &after}) {
    Expected<RepairTarget> target = targetOf(*version, other, settings);
    if (!target) { // The component is not part of it.
      consumeError(target.takeError());
      return {};
    }
    std::optional<SystemBehavior> behavior = behaviorOf(target->system, 0, budget, MaxPlaces);
    if (!behavior)
      return {};
    actions.push_back(std::move(behavior->actions));
  }
  std::vector<std::string> lost;
  std::set_difference(actions[0].begin(), actions[0].end(), actions[1].begin(), actions[1].end(),
                      std::back_inserter(lost));
  return lost;
}

Expected<GoalUpdate> updateGoals(StringRef before, StringRef after, StringRef file, const RepairQuestion &question,
                                 const RepairSettings &settings, const Budget &budget) {
  LoadedModel repaired(after, file, settings, budget);
  if (!repaired.isGood())
    return repaired.failure();
  std::unique_ptr<LoadedModel> original;
  std::vector<SourceEdit> edits;
  GoalUpdate result;
  for (auto [number, goal] : enumerate(repaired.theModel().goals)) {
    bool isExpectedViolated = goal.expectation == Goal::Expectation::Violated;
    if (asks(goal, question)) {
      if (isExpectedViolated)
        if (std::optional<SourceEdit> edit = expectHolds(goal, repaired.text()))
          edits.push_back(std::move(*edit));
      continue;
    }
    if (!original)
      original = std::make_unique<LoadedModel>(before, file, settings, budget);
    if (std::vector<std::string> lost = lostElsewhere(goal, *original, repaired, question, settings, budget);
        !lost.empty())
      result.notes.push_back("nothing in " + goal.subject.text.str() + " does this any more: " + join(lost, ", "));
    std::optional<CheckResult> answer = answerOf(goal, repaired, optionsOf(settings));
    if (!answer || answer->verdict == Verdict::Unknown || (answer->verdict == Verdict::Violated) == isExpectedViolated)
      continue;
    if (isExpectedViolated) {
      if (std::optional<SourceEdit> edit = expectHolds(goal, repaired.text()))
        edits.push_back(std::move(*edit));
      continue;
    }
    std::optional<CheckResult> old = answerOf(original->theModel().goals[number], *original, optionsOf(settings));
    if (old && old->verdict == Verdict::Holds)
      result.notes.push_back("`" + textOf(goal).str() + "` held before and does not any more");
  }
  result.text = applyEdits(after, std::move(edits));
  return result;
}

} // namespace tenon
