//===- MayMustInterface.cpp - Learning between may and must ---------------===//

#include "AbstractSearch.h"
#include "LetterAutomata.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace tenon {

namespace {

/// One word.
class SingleWord : public WordGuide {
public:
  explicit SingleWord(ArrayRef<Letter> letters) : word(letters) {}
  std::optional<uint32_t> next(uint32_t state, Letter letter) const override {
    if (state < word.size() && word[state] == letter)
      return state + 1;
    return std::nullopt;
  }

private:
  ArrayRef<Letter> word;
};

/// All words that a conjecture allows.
class AllowedWords : public WordGuide {
public:
  explicit AllowedWords(const Dfa &conjecture) : dfa(conjecture) {
    for (auto [i, letter] : enumerate(dfa.letters))
      positions[letter] = i;
  }
  std::optional<uint32_t> next(uint32_t state, Letter letter) const override {
    uint32_t target = dfa.target(state, positions.lookup(letter));
    if (!dfa.accepting[target])
      return std::nullopt;
    return target;
  }

private:
  const Dfa &dfa;
  DenseMap<Letter, size_t> positions;
};

/// The loop of learner, oracles and refinement.
class MayMustTask : public Teacher {
public:
  MayMustTask(const OpenProgram &openProgram, SmtContext &context, const MayMustOptions &chosen, const Budget &limits)
      : program(openProgram), smt(context), options(chosen), budget(limits),
        abstraction(openProgram, context, chosen.abstraction, limits), search(abstraction, limits) {}

  MayMustInterface run();
  std::optional<bool> isMember(ArrayRef<Letter> word) override;

private:
  bool mayGoOn();
  /// Whether what is safe with respect to may is all that is legal, by another argument.
  bool isSafeAll();
  /// Learns over the letters as they are. Nothing: they have changed, or it is over.
  std::optional<Dfa> learn();
  /// A word about which the conjecture is wrong; the empty one if there is none. Nullopt as learn().
  std::optional<Word> findMistake(const Dfa &conjecture);
  void approximate();

  const OpenProgram &program;
  SmtContext &smt;
  const MayMustOptions &options;
  const Budget &budget;
  PredicateAbstraction abstraction;
  AbstractSearch search;
  MayMustInterface result;
  bool lettersChanged = false, isOver = false;
  size_t nextAttempt = 16; ///< When there are so many predicates.
};

} // namespace

bool MayMustTask::isSafeAll() {
  nextAttempt *= 2;
  std::optional<LetterAutomaton> words = search.legalWords(false);
  if (!words || budget.exceeded() != Budget::Limit::None)
    return false;
  LetterAutomaton safe = mergedLetters(minimized(*words), program, smt, budget);
  if (!options.forbidsHarmOnly(safe))
    return false;
  result.interface = std::move(safe);
  return true;
}

bool MayMustTask::mayGoOn() {
  if (result.interface)
    return false;
  if (options.forbidsHarmOnly && abstraction.predicateCount() >= nextAttempt && isSafeAll()) {
    isOver = true;
    return false;
  }
  result.limit = budget.exceeded();
  if (result.limit != Budget::Limit::None)
    result.reason = budget.describe(result.limit);
  else if (abstraction.predicateCount() >= options.maxPredicates)
    result.reason = "there are " + std::to_string(abstraction.predicateCount()) +
                    " predicates, and no end in sight; --max-predicates raises the limit";
  else
    return true;
  isOver = true;
  return false;
}

/// Figure 13.
std::optional<bool> MayMustTask::isMember(ArrayRef<Letter> word) {
  while (mayGoOn()) {
    size_t before = abstraction.version();
    if (search.mustFail(word))
      return false;
    std::optional<AbstractSearch::Path> path = search.pathToError(SingleWord(word));
    if (!path && budget.exceeded() != Budget::Limit::None)
      continue; // The search was not finished; this ends.
    if (!path)
      return true;
    ++result.refinements;
    switch (search.refine(*path)) {
    case PredicateAbstraction::Refinement::Progress:
      if (abstraction.version() != before)
        continue;
      result.reason = "an edge of the abstraction is not decided";
      isOver = true;
      return std::nullopt;
    case PredicateAbstraction::Refinement::Letters:
      lettersChanged = true;
      return std::nullopt;
    case PredicateAbstraction::Refinement::TooHard:
      isOver = true;
      if (mayGoOn())
        result.reason = abstraction.whyTooHard().str();
      isOver = true;
      return std::nullopt;
    }
  }
  return std::nullopt;
}

/// Figures 14 and 15.
std::optional<Word> MayMustTask::findMistake(const Dfa &conjecture) {
  while (mayGoOn()) {
    std::optional<AbstractSearch::Path> unsafe = search.pathToError(AllowedWords(conjecture));
    Word word;
    if (unsafe) {
      for (const PredicateAbstraction::PathEdge &edge : *unsafe)
        if (edge.letter != PredicateAbstraction::SilentLetter)
          word.push_back(edge.letter);
    } else if (std::optional<Word> forbidden = search.findForbidden(conjecture)) {
      word = std::move(*forbidden);
    } else if (budget.exceeded() != Budget::Limit::None) {
      continue; // As above.
    } else {
      return word;
    }
    std::optional<bool> isLegal = isMember(word);
    if (!isLegal)
      return std::nullopt;
    if (*isLegal != unsafe.has_value())
      return word;
  }
  return std::nullopt;
}

std::optional<Dfa> MayMustTask::learn() {
  std::unique_ptr<Learner> learner = makeLearner(options.learner, *this, std::vector<Letter>(abstraction.letters()));
  std::optional<Dfa> answer;
  while (const Dfa *conjecture = learner->conjecture()) {
    std::optional<Word> mistake = findMistake(*conjecture);
    if (mistake && mistake->empty())
      answer = *conjecture;
    if (!mistake || mistake->empty() || !learner->refine(*mistake))
      break;
  }
  result.statistics.membershipQueries += learner->statistics().membershipQueries;
  result.statistics.repeatedQueries += learner->statistics().repeatedQueries;
  result.statistics.equivalenceQueries += learner->statistics().equivalenceQueries;
  return answer;
}

/// With what is known: what may be legal, and what must be illegal.
void MayMustTask::approximate() {
  abstraction.setOffline();
  if (std::optional<LetterAutomaton> safe = search.legalWords(false))
    result.safe = minimized(*safe);
  if (std::optional<LetterAutomaton> permissive = search.legalWords(true))
    result.permissive = minimized(*permissive);
  if (result.safe && result.permissive)
    result.difference = findDifference(*result.permissive, *result.safe);
  for (std::optional<LetterAutomaton> *automaton : {&result.safe, &result.permissive})
    if (*automaton)
      makeReadable(**automaton, program, smt, budget);
}

MayMustInterface MayMustTask::run() {
  std::optional<bool> isEmptyLegal = isMember({});
  if (isEmptyLegal == false)
    result.environments = Environments::None;
  std::optional<Dfa> answer;
  while (isEmptyLegal == true && !isOver) {
    lettersChanged = false;
    answer = learn();
    if (!lettersChanged)
      break;
  }
  if (answer) {
    LetterAutomaton allowed = minimized(allowedPart(*answer, abstraction));
    result.evidence = search.evidence(allowed, answer->letters);
    result.interface = mergedLetters(allowed, program, smt, budget);
  }
  if (result.interface) {
    bool allowsAll = !is_contained(result.interface->next, LetterAutomaton::Forbidden);
    result.environments = allowsAll ? Environments::All : Environments::Some;
  } else if (!result.environments) {
    approximate();
  }
  result.predicates = abstraction.predicates();
  return std::move(result);
}

MayMustInterface learnMayMust(const OpenProgram &program, SmtContext &smt, const MayMustOptions &options,
                              const Budget &budget) {
  return MayMustTask(program, smt, options, budget).run();
}

} // namespace tenon
