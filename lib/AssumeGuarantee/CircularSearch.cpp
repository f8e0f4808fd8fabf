//===- CircularSearch.cpp - Assumptions over fixed letters ----------------===//

#include "CircularSearch.h"

#include "Projection.h"

#include "llvm/ADT/STLExtras.h"

#include <atomic>
#include <thread>

using namespace llvm;

namespace tenon {

static SideLetters sideLetters(const CircularLanguages &languages) {
  SideLetters letters(languages.sideCount());
  for (uint32_t side = 0; side < languages.sideCount(); ++side)
    for (Action letter = 1; letter <= languages.letters().size(); ++letter)
      if (languages.sees(side, letter))
        letters[side].push_back(letter);
  return letters;
}

CircularSearch::CircularSearch(ArrayRef<LtsRef> systems, const Lts &property, const Alphabet &letters,
                               const CircularOptions &opts, const Budget &limits)
    : sides(systems), options(opts), budget(limits), languages(sides, property, letters, limits),
      premises(sides, property, letters, limits) {
  SideLetters seen = sideLetters(languages);
  encoding = options.encoding == SatEncoding::Binary ? makeBinaryEncoding(seen) : makeOneHotEncoding(seen);
}

void CircularSearch::showProgress(ArrayRef<Conjecture> conjectures) const {
  ProofProgress progress;
  for (const Conjecture &conjecture : conjectures)
    progress.assumptionStates += conjecture.stateCount;
  progress.actions = languages.letters().size();
  progress.conjectures = rounds;
  budget.proofProgress(progress);
}

//===----------------------------------------------------------------------===//
// Conjectures and premises
//===----------------------------------------------------------------------===//

std::optional<std::vector<Conjecture>> CircularSearch::run(const CircularEffort &effort) {
  limitReached = Budget::Limit::None;
  if (!languages.isLegal({})) {
    violation.emplace();
    return std::nullopt;
  }
  if (!addContinuations({}))
    return std::nullopt;
  while (true) {
    if (rounds >= effort.conjectures || explored >= effort.premiseStates)
      limitReached = Budget::Limit::States;
    else if (encoding->solve(budget, effort.conflicts) == SatSolver::Answer::Unknown)
      limitReached = encoding->sat().limit();
    if (limitReached != Budget::Limit::None)
      return std::nullopt;
    std::vector<Conjecture> conjectures = encoding->conjectures();
    ++rounds;
    showProgress(conjectures);
    bool isLimited = effort.premiseStates != ~uint64_t(0);
    std::vector<CircularPremises::Outcome> outcomes =
        checkPremises(conjectures, isLimited ? (effort.premiseStates - explored) / premises.count() : ~uint64_t(0));
    for (const CircularPremises::Outcome &outcome : outcomes)
      explored += outcome.explored;
    if (all_of(outcomes, [](const CircularPremises::Outcome &outcome) {
          return outcome.words.empty() && outcome.limit == Budget::Limit::None;
        })) {
      concludeFrom(outcomes);
      return conjectures;
    }
    if (!learnFrom(outcomes))
      return std::nullopt;
  }
}

std::optional<std::vector<Conjecture>> CircularSearch::runWithProjections(const CircularEffort &effort) {
  limitReached = Budget::Limit::None;
  std::vector<Conjecture> conjectures;
  for (const LtsRef &side : sides) {
    std::optional<Conjecture> projected = projectedAutomaton(*side, languages.letters(), effort.projection, budget);
    limitReached = projected ? Budget::Limit::None : budget.exceeded();
    if (!projected && limitReached == Budget::Limit::None)
      limitReached = Budget::Limit::States;
    if (!projected)
      return std::nullopt;
    conjectures.push_back(std::move(*projected));
  }
  ++rounds;
  showProgress(conjectures);
  CircularPremises::Outcome last = premises.check(premises.count() - 1, conjectures, 1, effort.premiseStates);
  if (!last.words.empty()) {
    violation = std::move(last.words.front());
    return std::nullopt;
  }
  limitReached = last.limit;
  if (limitReached != Budget::Limit::None)
    return std::nullopt;
  // The others hold, and are checked nevertheless.
  std::vector<CircularPremises::Outcome> outcomes = checkPremises(conjectures, ~uint64_t(0));
  for (const CircularPremises::Outcome &outcome : outcomes) {
    assert((outcome.limit != Budget::Limit::None || outcome.words.empty()) && "a side satisfies its projection");
    if (outcome.limit != Budget::Limit::None)
      limitReached = outcome.limit;
  }
  if (limitReached != Budget::Limit::None)
    return std::nullopt;
  concludeFrom(outcomes);
  return conjectures;
}

std::vector<CircularPremises::Outcome> CircularSearch::checkPremises(ArrayRef<Conjecture> conjectures,
                                                                     uint64_t maxStates) const {
  size_t most = 0;
  for (const Conjecture &conjecture : conjectures)
    most += conjecture.stateCount;
  std::vector<CircularPremises::Outcome> outcomes(premises.count());
  std::atomic<uint32_t> next = 0;
  auto work = [&] {
    for (uint32_t premise = next++; premise < outcomes.size(); premise = next++)
      outcomes[premise] = premises.check(premise, conjectures, most, maxStates);
  };
  std::vector<std::thread> threads;
  for (unsigned i = 1; i < std::min<size_t>(options.jobs, outcomes.size()); ++i)
    threads.emplace_back(work);
  work();
  for (std::thread &thread : threads)
    thread.join();
  return outcomes;
}

/// What a proof needs: the assumptions that the last premise needs, those that their premises need, and so on. The rest
/// of the premises is a rule for fewer sides.
void CircularSearch::concludeFrom(ArrayRef<CircularPremises::Outcome> outcomes) {
  isNeeded = outcomes.back().taking;
  for (bool grows = true; grows;) {
    grows = false;
    for (size_t i = 0; i < isNeeded.size(); ++i)
      for (size_t j = 0; isNeeded[i] && j < isNeeded.size(); ++j)
        if (outcomes[i].taking[j] && !isNeeded[j])
          isNeeded[j] = grows = true;
  }
  largest = outcomes.back().states;
  for (size_t i = 0; i < isNeeded.size(); ++i)
    if (isNeeded[i])
      largest = std::max(largest, outcomes[i].states);
}

//===----------------------------------------------------------------------===//
// Constraints
//===----------------------------------------------------------------------===//

/// False if there is an answer or a limit.
bool CircularSearch::learnFrom(ArrayRef<CircularPremises::Outcome> outcomes) {
  bool hasLearned = false;
  for (uint32_t premise = 0; premise < outcomes.size(); ++premise) {
    const CircularPremises::Outcome &outcome = outcomes[premise];
    limitReached = outcome.limit == Budget::Limit::None || outcome.limit == Budget::Limit::States ? languages.limit()
                                                                                                  : outcome.limit;
    if (limitReached != Budget::Limit::None)
      return false;
    hasLearned |= !outcome.words.empty();
    for (const std::vector<Action> &word : outcome.words)
      if (!learn(premise, word))
        return false;
  }
  // Nothing to learn from what was searched: the rest is too large.
  limitReached = hasLearned ? languages.limit() : Budget::Limit::States;
  return limitReached == Budget::Limit::None;
}

/// False if the word may be a violation.
bool CircularSearch::learn(uint32_t premise, ArrayRef<Action> word) {
  bool isInductive = premise < languages.sideCount();
  ConstraintUpdate update =
      isInductive ? updateConstraints(premise, word, languages) : updateConstraints(word, languages);
  violation = std::move(update.violation);
  if (violation)
    return false;
  encoding->add(*update.constraint);
  constexpr size_t CheckInterval = 64;
  for (size_t length = 1; length <= word.size() && isPossible(word.take_front(length)); ++length) {
    if (!addContinuations(word.take_front(length)))
      return false;
    if (length % CheckInterval == 0)
      limitReached = budget.exceeded();
    if (limitReached != Budget::Limit::None)
      return false;
  }
  return true;
}

/// Whether all sides together can do the word.
bool CircularSearch::isPossible(ArrayRef<Action> word) {
  for (uint32_t side = 0; side < languages.sideCount(); ++side)
    if (!languages.contains(side, word))
      return false;
  return true;
}

/// All sides together can do the word, so that all of its continuations by one letter are decided (Lemma 3.3): a side
/// that can go on has the letter in its assumption; where the property does not allow it, one that cannot does not.
bool CircularSearch::addContinuations(ArrayRef<Action> word) {
  if (!languages.isLegal(word) || !continued.insert(word.vec()).second)
    return true;
  std::vector<std::vector<Action>> after;
  for (uint32_t side = 0; side < languages.sideCount(); ++side) {
    after.push_back(languages.continuations(side, word));
    std::vector<Action> own = languages.project(word, side);
    for (Action letter : after.back()) {
      own.push_back(letter);
      encoding->add(MembershipConstraint::contains(side, own));
      own.pop_back();
    }
  }
  std::vector<Action> next = word.vec();
  for (Action letter = 1; letter <= languages.letters().size(); ++letter) {
    next.push_back(letter);
    if (!languages.isLegal(next)) {
      std::vector<MembershipConstraint> parts;
      for (uint32_t side = 0; side < languages.sideCount(); ++side)
        if (languages.sees(side, letter) && !is_contained(after[side], letter))
          parts.push_back(MembershipConstraint::excludes(side, languages.project(next, side)));
      if (parts.empty()) {
        violation = std::move(next);
        return false;
      }
      encoding->add(MembershipConstraint::join(MembershipConstraint::Kind::Any, std::move(parts)));
    }
    next.pop_back();
  }
  return true;
}

} // namespace tenon
