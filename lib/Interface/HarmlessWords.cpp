//===- HarmlessWords.cpp - What is forbidden without need -----------------===//
//
// A letter stands for many values, and what an interface forbids was found out for some of them. This asks about each.
//
//===----------------------------------------------------------------------===//

#include "CertifyMayMust.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <map>

using namespace llvm;

namespace tenon {

/// What the environment, the last component, takes part in.
std::vector<Communication> MayMustCertifier::communicationsOf(const ProgramSystem &both, const ProgramRun &run) const {
  auto environment = static_cast<uint32_t>(both.components.size() - 1);
  std::vector<Communication> result;
  for (auto [number, move] : enumerate(run.moves))
    for (auto [component, position] : move.movers) {
      if (component != environment)
        continue;
      const ProgramAction &action = both.components[component].transitions[position].action;
      if (none_of(uses, [label = action.label](const LabelUse &use) { return use.label == label; }))
        continue;
      Communication next{action.label, std::nullopt};
      if (action.kind == ActionKind::Write)
        next.value =
            evaluate(action.value, [&, i = number](VariableId id) { return run.replay.steps[i].after.values[id]; });
      else if (action.kind == ActionKind::Event)
        next.value = move.input;
      result.push_back(std::move(next));
    }
  return result;
}

/// An environment that does this, and stops. Nothing if a value has no condition that says it.
std::optional<LetterAutomaton> MayMustCertifier::wordOf(ArrayRef<Communication> communications) const {
  TermContext &terms = *system.terms;
  LetterAutomaton word;
  std::map<std::pair<uint32_t, std::string>, uint32_t> known;
  auto letterFor = [&](uint32_t use, const std::optional<DataValue> &value) -> std::optional<uint32_t> {
    auto [entry, isNew] =
        known.try_emplace({use, value ? printValue(*value) : ""}, static_cast<uint32_t>(word.letters.size()));
    if (!isNew)
      return entry->second;
    Term condition = nullptr;
    if (value && !uses[use].valueTerm)
      return std::nullopt;
    if (value)
      condition = terms.equal(uses[use].valueTerm, value->sort.kind == SortKind::Bool
                                                       ? terms.boolean(value->scalar().numerator != 0)
                                                       : terms.number(value->sort, value->scalar()));
    word.letters.push_back({use, condition});
    return entry->second;
  };
  std::vector<uint32_t> positions;
  for (const Communication &next : communications) {
    const auto *use = find_if(uses, [&](const LabelUse &u) { return u.label == next.label && !u.isUndefined; });
    std::optional<uint32_t> position = letterFor(static_cast<uint32_t>(use - uses.begin()), next.value);
    if (!position)
      return std::nullopt;
    positions.push_back(*position);
  }
  // All else that can be seen is refused; a channel with a single letter would be followed whatever the value is.
  for (auto [number, use] : enumerate(uses))
    if (!use.isUndefined)
      letterFor(static_cast<uint32_t>(number), std::nullopt);
  size_t count = word.letters.size();
  word.next.assign((positions.size() + 1) * count, LetterAutomaton::Forbidden);
  for (auto [state, position] : enumerate(positions))
    word.next[state * count + position] = static_cast<uint32_t>(state + 1);
  return word;
}

static ProgramAnswer askForDeadlock(const ProgramSystem &both, size_t maxSets, unsigned jobs, const Budget &budget) {
  ProgramCheckOptions checking;
  checking.goal = ReachabilityGoal::Deadlock;
  checking.jobs = jobs;
  checking.maxSets = maxSets;
  return checkProgram(both, checking, budget);
}

bool MayMustCertifier::forbidsHarmOnly(const LetterAutomaton &interface) const {
  constexpr size_t MaxSets = 1'000;
  if (system.monitor || hasSilentCycle())
    return false;
  std::optional<ProgramSystem> both = beside(interface, EnvironmentProgram::Purpose::Permissiveness);
  return both && askForDeadlock(*both, MaxSets, jobs, budget).verdict == Verdict::Holds;
}

std::optional<bool> MayMustCertifier::forbidsHarmOnly(const LetterAutomaton &interface,
                                                      std::vector<Communication> &harmless) const {
  if (system.monitor || hasSilentCycle())
    return std::nullopt;
  std::optional<ProgramSystem> both = beside(interface, EnvironmentProgram::Purpose::Permissiveness);
  if (!both)
    return std::nullopt;
  ProgramAnswer answer = askForDeadlock(*both, 0, jobs, budget);
  if (answer.verdict == Verdict::Holds)
    return true;
  if (answer.verdict == Verdict::Unknown || !answer.run || answer.run->replay.problem)
    return std::nullopt;
  harmless = communicationsOf(*both, *answer.run);
  std::optional<LetterAutomaton> word = wordOf(harmless);
  std::optional<ProgramSystem> alone = word ? beside(*word, EnvironmentProgram::Purpose::Safety) : std::nullopt;
  // A run of the system that does not fail says nothing of others with the same values.
  if (!alone || checkProgram(*alone, {ReachabilityGoal::Violation, jobs}, budget).verdict != Verdict::Holds)
    return std::nullopt;
  return false;
}

} // namespace tenon
