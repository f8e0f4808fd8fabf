//===- MutationAttempt.cpp - The smallest mutation of a system ------------===//

#include "MutationAttempt.h"

#include "tenon/Repair/ComponentMutation.h"

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
  MutationChoice(StringRef source, StringRef fileName, RepairQuestion asked, const MutationScope &where,
                 const RepairSettings &repairSettings, const Budget &limits)
      : text(source), file(fileName), question(std::move(asked)), scope(where), settings(repairSettings),
        budget(limits) {
    settings.allowTrivial = false; // A mutation is to keep what a trivial repair gives up.
  }

  void tryAll(ArrayRef<std::string> definitions, ArrayRef<Effort> efforts);
  std::optional<RepairAttempt> best;

private:
  void consider(const ComponentMutationResult &found, StringRef definition, unsigned level);

  StringRef text, file;
  RepairQuestion question;
  const MutationScope &scope;
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
  if (!scope.isSafety && repair.runs > 0)
    share -= static_cast<double>(found.newRuns.front()) / static_cast<double>(repair.runs);
  bool isLikeBefore = share > 0.5 || scope.isProcess || !scope.isSafety;
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
                                             const MutationScope &scope, const RepairSettings &settings,
                                             const Budget &budget) {
  MutationChoice choice(text, file, std::move(question), scope, settings, budget);
  if (!scope.isProcess && scope.isSafety) {
    // Two comparisons that change together say more to a reader than a constant that changes anywhere.
    choice.tryAll(scope.components, {{1, 1}, {1, 2, false, true}, {2, 1}});
    return std::move(choice.best);
  }
  auto tryCompositions = [&](unsigned level) { choice.tryAll(scope.compositions, {{level, 1, false, true}}); };
  if (scope.compositionsFirst)
    for (unsigned level : {2, 3})
      tryCompositions(level);
  if (scope.isSafety)
    choice.tryAll(scope.components, {{1, 1, false, scope.compositionsFirst}});
  choice.tryAll(scope.components, {{2, 1, false, scope.compositionsFirst}});
  tryCompositions(2);
  choice.tryAll(scope.components, {{3, 1, false, true}});
  // Where nothing says what must not happen two changes can make almost anything hold, and a deadlock is no way out.
  if (scope.isSafety)
    choice.tryAll(scope.components, {{2, 2, false, true}});
  tryCompositions(3);
  if (scope.isSafety)
    choice.tryAll(scope.components, {{1, 1, true, true}});
  return std::move(choice.best);
}

} // namespace tenon
