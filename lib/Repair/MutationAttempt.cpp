//===- MutationAttempt.cpp - The smallest mutation of a system ------------===//

#include "MutationAttempt.h"

#include "tenon/Repair/ComponentMutation.h"

#include <functional>

using namespace llvm;

namespace tenon {

namespace {

/// One kind of small changes.
struct Effort {
  unsigned level;
  size_t size;
  bool mayDeadlock = false;
  bool isLast = false; ///< Only where no other effort has found anything.
};

class MutationChoice {
public:
  MutationChoice(StringRef source, StringRef fileName, RepairQuestion asked, const RepairScope &where,
                 const RepairSettings &repairSettings, const Budget &limits)
      : text(source), file(fileName), question(std::move(asked)), scope(where), settings(repairSettings),
        budget(limits) {
    settings.allowTrivial = false; // A mutation is to keep what a trivial repair gives up.
  }

  void tryAll(ArrayRef<std::string> definitions, ArrayRef<Effort> efforts);
  std::optional<RepairAttempt> best;
  /// Whether the best of these repairs, which keeps such a share of the runs, will do.
  double leastShare = 0.5; ///< Of components with data.
  std::function<bool(const ComponentMutationResult &found, double share)> isWanted;

private:
  void consider(const ComponentMutationResult &found, StringRef definition, unsigned level);

  StringRef text, file;
  RepairQuestion question;
  const RepairScope &scope;
  RepairSettings settings;
  const Budget &budget;
  double kept = -1;   ///< Of the best one: the share of the runs.
  unsigned level = 0; ///< Of its changes.
};

} // namespace

/// What leaves all runs as they were is best; then changes of a lower level.
void MutationChoice::consider(const ComponentMutationResult &found, StringRef definition, unsigned foundLevel) {
  const seq::ProgramRepair &repair = found.result.repairs.front();
  double share = repair.runs == 0 ? 0 : static_cast<double>(repair.sameRuns) / static_cast<double>(repair.runs);
  bool mayCome = scope.isSafety || question.kind == Goal::Kind::DeadlockFree;
  if (!mayCome && repair.runs > 0)
    share -= static_cast<double>(found.newRuns.front()) / static_cast<double>(repair.runs);
  bool isLikeBefore = share > leastShare || scope.isProcess || !scope.isSafety;
  if (isWanted && !isWanted(found, share))
    return;
  bool isWorse = foundLevel > level && share < 1;
  if ((best && (share <= kept || isWorse)) || !isLikeBefore)
    return;
  level = foundLevel;
  RepairAttempt &attempt = best.emplace();
  attempt.method = RepairMethod::Mutation;
  attempt.outcome = RepairAttempt::Outcome::Repaired;
  attempt.definition = definition.str();
  attempt.text = found.texts.front();
  attempt.onlyConstraints = false;
  attempt.iterations = 2;
  kept = share;
}

void MutationChoice::tryAll(ArrayRef<std::string> definitions, ArrayRef<Effort> efforts) {
  for (const Effort &effort : efforts) {
    settings.mayDeadlock = effort.mayDeadlock;
    for (const std::string &definition : definitions) {
      if ((effort.isLast && best) || budget.exceeded() != Budget::Limit::None)
        break;
      question.component = definition;
      seq::MutationRepairOptions options;
      options.mutations.level = effort.level;
      options.maxSize = effort.size;
      options.maxCandidates = effort.size == 1 ? 2000 : 400;
      Expected<ComponentMutationResult> found = repairByMutation(text, file, question, settings, options, budget);
      if (!found)
        consumeError(found.takeError());
      else if (!found->result.repairs.empty())
        consider(*found, definition, effort.level);
    }
  }
}

std::optional<RepairAttempt> attemptMutation(StringRef text, StringRef file, RepairQuestion question,
                                             const RepairScope &scope, const RepairSettings &settings,
                                             const Budget &budget) {
  MutationChoice choice(text, file, std::move(question), scope, settings, budget);
  if (!scope.isProcess && scope.isSafety) {
    // Two comparisons that change together say more to a reader than a constant that changes anywhere.
    choice.tryAll(scope.components, {{1, 1}, {1, 2, false, true}, {2, 1}});
    return std::move(choice.best);
  }
  // What all others use rightly is not wrong.
  bool isFirst = scope.isUsedRightly;
  ArrayRef<std::string> components = scope.components, compositions = scope.compositions;
  if (scope.isComposition)
    components = {};
  else if (scope.isNamed)
    compositions = {};
  if (scope.isComposition)
    compositions = scope.components;
  auto tryCompositions = [&](unsigned level) { choice.tryAll(compositions, {{level, 1, false, true}}); };
  if (isFirst)
    for (unsigned level : {2, 3})
      tryCompositions(level);
  if (scope.isSafety)
    choice.tryAll(components, {{1, 1, false, isFirst}});
  choice.tryAll(components, {{2, 1, false, isFirst}});
  tryCompositions(2);
  choice.tryAll(components, {{3, 1, false, true}});
  // Where nothing says what must not happen two changes can make almost anything hold, and a deadlock is no way out.
  if (scope.isSafety)
    choice.tryAll(components, {{2, 2, false, true}});
  tryCompositions(3);
  if (scope.isSafety)
    choice.tryAll(components, {{1, 1, true, true}});
  return std::move(choice.best);
}

std::optional<RepairAttempt> attemptComparison(StringRef text, StringRef file, RepairQuestion question,
                                               const RepairScope &scope, const RepairSettings &settings,
                                               const Budget &budget) {
  MutationChoice choice(text, file, std::move(question), scope, settings, budget);
  choice.leastShare = 0.25;
  choice.tryAll(scope.components, {{1, 1}});
  return std::move(choice.best);
}

std::optional<RepairAttempt> attemptBetter(StringRef text, StringRef file, RepairQuestion question,
                                           const RepairScope &scope, const RepairSettings &settings,
                                           const Budget &budget, double share) {
  MutationChoice choice(text, file, std::move(question), scope, settings, budget);
  choice.isWanted = [=](const ComponentMutationResult &found, double kept) {
    return found.keepsLead.front() && kept >= share;
  };
  choice.tryAll(scope.components, {{1, 1}, {2, 1, false, true}});
  choice.isWanted = [=](const ComponentMutationResult &found, double kept) {
    return found.newRuns.front() == 0 && kept >= share;
  };
  choice.tryAll(scope.compositions, {{2, 1, false, true}});
  return std::move(choice.best);
}

} // namespace tenon
