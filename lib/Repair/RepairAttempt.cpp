//===- RepairAttempt.cpp - What one method has come to --------------------===//

#include "RepairAttempt.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace tenon {

using Outcome = RepairAttempt::Outcome;

std::vector<std::string> lostActions(const std::optional<SystemBehavior> &before, const RepairAttempt &attempt) {
  std::vector<std::string> lost;
  if (before && attempt.behavior)
    std::set_difference(before->actions.begin(), before->actions.end(), attempt.behavior->actions.begin(),
                        attempt.behavior->actions.end(), std::back_inserter(lost));
  return lost;
}

std::vector<std::string> endingActions(const std::optional<SystemBehavior> &before, const RepairAttempt &attempt) {
  std::vector<std::string> ending;
  if (before && attempt.behavior)
    for (const std::string &action : before->always)
      if (attempt.behavior->actions.count(action) && !attempt.behavior->always.count(action))
        ending.push_back(action);
  return ending;
}

bool bringsDeadlock(const std::optional<SystemBehavior> &before, const RepairAttempt &attempt) {
  return before && attempt.behavior && attempt.behavior->deadlocks && !before->deadlocks;
}

void nameStatements(std::vector<RepairStep> &steps, ArrayRef<std::string> statements) {
  for (RepairStep &step : steps)
    if (std::optional<size_t> gate = std::exchange(step.gate, std::nullopt); gate && *gate < statements.size())
      step.written = statements[*gate];
}

/// What of the repaired system was not compared with the original.
static std::string unknownOf(const std::optional<SystemBehavior> &before, const RepairAttempt &attempt) {
  if (!before || !attempt.behavior)
    return "what the repaired system does not do any more, and whether it can deadlock";
  bool isCertain = before->isCertain && attempt.behavior->isCertain;
  return isCertain || bringsDeadlock(before, attempt) ? "" : "whether the repaired system does all that it did before";
}

/// The beginning of a trace, as much as fits on a line or two.
static std::string beginningOf(StringRef trace) {
  constexpr size_t Most = 12;
  SmallVector<StringRef> actions;
  trace.split(actions, ", ");
  if (actions.size() <= Most)
    return trace.empty() ? "the empty trace" : trace.str();
  return join(ArrayRef(actions).take_front(Most - 2), ", ") + ", … (" + std::to_string(actions.size()) + " actions)";
}

static std::string describeStep(const RepairStep &step) {
  std::string statement = step.written.empty() ? "[" + step.constraint + "]" : step.written;
  std::string what = step.constraint.empty() ? "a trace that ends at " + step.location + " removed"
                                             : statement + " at " + step.location;
  if (step.isCommon)
    what += ", in place of constraints that recur";
  return what + ", because of " + beginningOf(step.trace) + " (" +
         (step.inEquivalenceQuery ? "equivalence" : "membership") + " query)";
}

static std::string describeOther(const RepairAttempt &attempt, bool isOtherComponent) {
  std::string name = repairMethodName(attempt.method).str() + ": ";
  if (isOtherComponent)
    name = attempt.definition + ", " + name;
  switch (attempt.outcome) {
  case Outcome::Diverges:
    return name + "would not end, as error traces repeat " + join(attempt.cycle, ", ");
  case Outcome::Trivial:
    return name + "leaves nothing that " + attempt.definition + " accepts";
  case Outcome::Repaired:
    return name + "another repair, which keeps less or changes more";
  case Outcome::Verified:
  case Outcome::Unrepairable:
  case Outcome::Unknown:
    return name + attempt.reason;
  }
  llvm_unreachable("all outcomes are covered");
}

/// What the repair takes away, or that this is not known.
static std::vector<std::string> costsOf(const std::optional<SystemBehavior> &before, const RepairAttempt &chosen,
                                        bool isHolding) {
  std::vector<std::string> costs = chosen.lasting;
  append_range(costs, chosen.broken);
  if (!chosen.isRepair())
    return costs;
  if (std::vector<std::string> lost = lostActions(before, chosen); !lost.empty())
    costs.push_back((chosen.uncounted ? "no run that counts has this any more: " : "nothing does this any more: ") +
                    join(lost, ", "));
  if (std::vector<std::string> ending = endingActions(before, chosen);
      !ending.empty() && !bringsDeadlock(before, chosen))
    costs.push_back("there are runs after which this can never happen again, as it always could: " +
                    join(ending, ", "));
  if (chosen.uncounted)
    costs.push_back(*chosen.uncounted + " still happens against the property; only, " + chosen.definition +
                    " does not accept such a run any more, which then does not count");
  if (bringsDeadlock(before, chosen))
    costs.push_back("the repaired system can deadlock, as it could not before: " + chosen.behavior->deadlock);
  if (isHolding && chosen.method != RepairMethod::Mutation)
    if (std::string unknown = unknownOf(before, chosen); !unknown.empty())
      costs.push_back("not known, as there is too much to look at: " + unknown);
  return costs;
}

void describeAttempts(CheckResult &result, const std::optional<SystemBehavior> &before, const RepairAttempt &chosen,
                      ArrayRef<RepairAttempt> attempts) {
  for (const RepairStep &step : chosen.steps)
    if (result.verdict == Verdict::Holds && !step.isReplaced)
      result.notes.push_back(describeStep(step));
  append_range(result.notes, chosen.notes);
  std::vector<std::string> costs = costsOf(before, chosen, result.verdict == Verdict::Holds);
  append_range(result.notes, costs);
  if (result.repair && !result.repair->source.empty()) {
    result.repair->costs = std::move(costs);
    result.repair->remarks = chosen.notes;
  }
  for (const RepairAttempt &other : attempts)
    if (&other != &chosen)
      result.notes.push_back(describeOther(other, other.definition != chosen.definition));
  switch (chosen.outcome) {
  case Outcome::Verified:
    result.reason = "nothing to repair";
    break;
  case Outcome::Repaired:
  case Outcome::Trivial:
    result.reason = "repaired, " + repairMethodName(chosen.method).str();
    if (chosen.onlyConstraints)
      result.reason = "repaired by " +
                      std::string(count_if(chosen.steps, [](const RepairStep &step) { return !step.isReplaced; }) == 1
                                      ? "a constraint"
                                      : "constraints");
    if (chosen.isVacuous)
      result.reason = "there are only repairs after which nothing happens that the property speaks of (--allow-trivial "
                      "takes one)";
    else if (chosen.outcome == Outcome::Trivial)
      result.reason = result.verdict == Verdict::Holds
                          ? "repaired, but nothing is left that " + chosen.definition + " accepts"
                          : "there are only trivial repairs, which leave nothing that " + chosen.definition +
                                " accepts (--allow-trivial takes one)";
    break;
  case Outcome::Diverges:
    result.reason = "exact removal does not end, as error traces repeat " + join(chosen.cycle, ", ") +
                    " (--method=approximate or aggressive may)";
    break;
  case Outcome::Unrepairable:
  case Outcome::Unknown:
    result.reason = chosen.reason;
    break;
  }
}

} // namespace tenon
