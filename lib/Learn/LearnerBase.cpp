//===- LearnerBase.cpp - What all learners have in common -----------------===//

#include "LearnerBase.h"

#include "llvm/Support/ErrorHandling.h"

#include <algorithm>
#include <cassert>

namespace tenon {

Teacher::~Teacher() = default;
Learner::~Learner() = default;

LearnerBase::LearnerBase(Teacher &teacher, std::vector<Letter> initialLetters)
    : letters(std::move(initialLetters)), cache(teacher, letters, counts) {
  for (Letter letter : letters) {
    [[maybe_unused]] bool isNew = positionOf.try_emplace(letter, positionOf.size()).second;
    assert(isNew && "a letter occurs twice");
  }
}

const Dfa *LearnerBase::conjecture() {
  if (givenUp || !settle()) {
    givenUp = true;
    return nullptr;
  }
  if (!upToDate) {
    number();
    upToDate = true;
    ++counts.equivalenceQueries;
  }
  return &dfa;
}

bool LearnerBase::refine(llvm::ArrayRef<Letter> counterexample) {
  Positions word;
  word.reserve(counterexample.size());
  for (Letter letter : counterexample) {
    assert(positionOf.contains(letter) && "a counterexample with a letter that is not in the alphabet");
    word.push_back(positionOf.lookup(letter));
  }
  givenUp = givenUp || !settle() || !refineWith(suffixOf(word));
  return !givenUp;
}

void LearnerBase::grow(llvm::ArrayRef<Letter> newLetters, bool answersChange) {
  size_t oldLetterCount = letters.size();
  for (Letter letter : newLetters) {
    [[maybe_unused]] bool isNew = positionOf.try_emplace(letter, positionOf.size()).second;
    assert(isNew && "the letter is in the alphabet");
    letters.push_back(letter);
  }
  upToDate = settled = false;
  if (answersChange)
    restart();
  else
    extend(oldLetterCount);
}

LearnerBase::Suffix LearnerBase::suffixOf(const Positions &word) {
  Suffix suffix = QueryCache::EmptyWord;
  for (size_t i = word.size(); i-- > 0;)
    suffix = cache.prepend(word[i], suffix);
  return suffix;
}

LearnerBase::Positions LearnerBase::positionsOf(Suffix suffix) const {
  Positions word;
  for (; suffix != QueryCache::EmptyWord; suffix = cache.withoutFirst(suffix))
    word.push_back(cache.firstLetter(suffix));
  return word;
}

// Experiments need not be closed under suffixes, so an automaton may contradict the very answers that it was made from.
// One that does not is minimal: answers that tell two of its states apart are its own.
bool LearnerBase::settle() {
  if (settled)
    return true;
  if (!complete())
    return false;
  for (State checked = 0; checked < stateCount(); ++checked) {
    if (nextToCheck >= stateCount())
      nextToCheck = 0;
    std::optional<Observation> contradiction;
    if (!findContradiction(nextToCheck, contradiction))
      return false;
    if (!contradiction) {
      ++nextToCheck;
      continue;
    }
    std::optional<Breakpoint> breakpoint;
    if (!analyze(nextToCheck, *contradiction, breakpoint) || !split(*breakpoint) || !complete())
      return false;
    checked = ~State(0); // All states are to be checked again.
  }
  settled = true;
  return true;
}

bool LearnerBase::refineWith(Suffix word) {
  std::optional<bool> accepted = cache.ask(QueryCache::EmptyWord, word);
  if (!accepted)
    return false;
  for (bool learned = false;; learned = true) {
    std::optional<Breakpoint> breakpoint;
    if (!analyze(0, {word, *accepted}, breakpoint))
      return false;
    if (!breakpoint) {
      if (learned)
        learnedFrom(word);
      return true;
    }
    upToDate = settled = false;
    if (!split(*breakpoint) || !settle())
      return false;
  }
}

/// Looks for evidence in an observation about a state; `found` is without a value if the automaton agrees with it.
/// False if the teacher gives up. Takes O(length of the word), and its logarithm of questions.
bool LearnerBase::analyze(State start, Observation observed, std::optional<Breakpoint> &found) {
  std::vector<State> states = {start};
  std::vector<Suffix> rest = {observed.suffix};
  while (rest.back() != QueryCache::EmptyWord) {
    states.push_back(successor(states.back(), cache.firstLetter(rest.back())));
    if (states.back() == None)
      return false;
    rest.push_back(cache.withoutFirst(rest.back()));
  }
  if (isAccepting(states.back()) == observed.accepted)
    return true;

  // What remains of the word is answered as observed after the access word of states[low], and not after that of
  // states[high].
  size_t low = 0, high = states.size() - 1;
  while (high - low > 1) {
    size_t middle = low + (high - low) / 2;
    std::optional<bool> answer = cache.ask(accessWord(states[middle]), rest[middle]);
    if (!answer)
      return false;
    (*answer == observed.accepted ? low : high) = middle;
  }
  found = Breakpoint{states[low], cache.firstLetter(rest[low]), states[high], rest[high], observed.accepted};
  return true;
}

void LearnerBase::number() {
  std::vector<State> order = {0};
  std::vector<uint32_t> numberOf(stateCount(), None);
  numberOf[0] = 0;
  dfa.letters = letters;
  dfa.accepting.clear();
  dfa.next.clear();
  for (size_t i = 0; i < order.size(); ++i) {
    dfa.accepting.push_back(isAccepting(order[i]));
    for (uint32_t letter = 0; letter < letters.size(); ++letter) {
      State target = successor(order[i], letter);
      assert(target != None && "the automaton is not complete");
      if (numberOf[target] == None) {
        numberOf[target] = static_cast<uint32_t>(order.size());
        order.push_back(target);
      }
      dfa.next.push_back(numberOf[target]);
    }
  }
  assert(order.size() == stateCount() && "every state has an access word");
}

void widenRows(std::vector<uint32_t> &rows, size_t count, size_t width, size_t newWidth) {
  assert(rows.size() == count * width && newWidth >= width);
  std::vector<uint32_t> wider(count * newWidth, ~uint32_t(0));
  for (size_t row = 0; row < count; ++row)
    std::copy_n(rows.begin() + row * width, width, wider.begin() + row * newWidth);
  rows = std::move(wider);
}

std::unique_ptr<Learner> makeLearner(LearnerKind kind, Teacher &teacher, std::vector<Letter> letters) {
  switch (kind) {
  case LearnerKind::ObservationTable:
    return makeObservationTable(teacher, std::move(letters));
  case LearnerKind::DiscriminationTree:
    return makeDiscriminationTree(teacher, std::move(letters));
  }
  llvm_unreachable("not a kind of learner");
}

} // namespace tenon
