//===- Languages.h - Regular languages to learn -----------------*- C++ -*-===//
//
// Random automata, a minimization that knows nothing of learning, and teachers for tests.
//
//===----------------------------------------------------------------------===//

#ifndef TENON_TEST_LEARN_LANGUAGES_H
#define TENON_TEST_LEARN_LANGUAGES_H

#include "tenon/Learn/Learner.h"

#include <map>
#include <random>
#include <set>

namespace tenon::test {

inline bool accepts(const Dfa &dfa, llvm::ArrayRef<Letter> word) {
  uint32_t state = 0;
  for (Letter letter : word)
    state = dfa.target(state, std::find(dfa.letters.begin(), dfa.letters.end(), letter) - dfa.letters.begin());
  return dfa.accepting[state];
}

/// Random numbers that are the same everywhere.
class Dice {
public:
  explicit Dice(uint64_t seed) : engine(seed) {}
  uint32_t below(uint32_t bound) { return static_cast<uint32_t>(engine() % bound); }
  uint32_t between(uint32_t low, uint32_t high) { return low + below(high - low + 1); }

private:
  std::mt19937_64 engine;
};

/// Letters are 10, 11, ... Where the language is to be prefix-closed, the last state is the only one that rejects, and
/// a sink; if `moves` is less than the number of letters, about as many letters of a state lead elsewhere.
inline Dfa randomDfa(Dice &dice, uint32_t states, uint32_t letters, bool prefixClosed, uint32_t moves = ~0u) {
  Dfa dfa;
  for (uint32_t i = 0; i < letters; ++i)
    dfa.letters.push_back(10 + i);
  for (uint32_t s = 0; s < states; ++s) {
    bool sink = prefixClosed && s + 1 == states;
    dfa.accepting.push_back(prefixClosed ? !sink : dice.below(2) == 0);
    for (uint32_t i = 0; i < letters; ++i)
      dfa.next.push_back(sink || (prefixClosed && dice.below(letters) >= moves) ? states - 1 : dice.below(states));
  }
  if (prefixClosed && states == 1)
    dfa.accepting[0] = true;
  return dfa;
}

/// The reachable part by Moore's refinement, states numbered breadth first: equal languages over equal letters give
/// equal automata.
inline Dfa minimize(const Dfa &dfa) {
  std::vector<uint32_t> block(dfa.accepting.begin(), dfa.accepting.end());
  for (size_t blocks = 0;;) {
    std::map<std::vector<uint32_t>, uint32_t> signatures;
    std::vector<uint32_t> refined;
    for (uint32_t s = 0; s < dfa.stateCount(); ++s) {
      std::vector<uint32_t> signature = {block[s]};
      for (size_t i = 0; i < dfa.letters.size(); ++i)
        signature.push_back(block[dfa.target(s, i)]);
      refined.push_back(signatures.try_emplace(signature, signatures.size()).first->second);
    }
    block = refined;
    if (signatures.size() == blocks)
      break;
    blocks = signatures.size();
  }
  Dfa result;
  result.letters = dfa.letters;
  std::map<uint32_t, uint32_t> numberOf = {{block[0], 0}};
  std::vector<uint32_t> order = {0};
  for (size_t n = 0; n < order.size(); ++n) {
    result.accepting.push_back(dfa.accepting[order[n]]);
    for (size_t i = 0; i < dfa.letters.size(); ++i) {
      uint32_t target = dfa.target(order[n], i);
      auto [entry, isNew] = numberOf.try_emplace(block[target], order.size());
      if (isNew)
        order.push_back(target);
      result.next.push_back(entry->second);
    }
  }
  return result;
}

/// The same language without the words that have other letters than the first `count`.
inline Dfa restrict(const Dfa &dfa, size_t count) {
  Dfa result;
  result.letters.assign(dfa.letters.begin(), dfa.letters.begin() + count);
  result.accepting = dfa.accepting;
  for (uint32_t s = 0; s < dfa.stateCount(); ++s)
    for (size_t i = 0; i < count; ++i)
      result.next.push_back(dfa.target(s, i));
  return result;
}

/// A shortest word about which automata over the same letters disagree.
inline std::optional<Word> difference(const Dfa &a, const Dfa &b) {
  struct Step {
    uint32_t inA, inB;
    size_t before;
    Letter letter;
  };
  std::vector<Step> steps = {{0, 0, 0, 0}};
  std::set<std::pair<uint32_t, uint32_t>> seen = {{0, 0}};
  for (size_t n = 0; n < steps.size(); ++n) {
    Step step = steps[n];
    if (a.accepting[step.inA] != b.accepting[step.inB]) {
      Word word;
      for (size_t at = n; at != 0; at = steps[at].before)
        word.insert(word.begin(), steps[at].letter);
      return word;
    }
    for (size_t i = 0; i < a.letters.size(); ++i)
      if (seen.insert({a.target(step.inA, i), b.target(step.inB, i)}).second)
        steps.push_back({a.target(step.inA, i), b.target(step.inB, i), n, a.letters[i]});
  }
  return std::nullopt;
}

/// A word about which they disagree, often much longer than need be.
inline std::optional<Word> longDifference(Dice &dice, const Dfa &a, const Dfa &b) {
  std::optional<Word> shortest = difference(a, b);
  for (int attempt = 0; shortest && attempt < 20; ++attempt) {
    Word word;
    for (uint32_t left = dice.below(40); left > 0; --left)
      word.push_back(a.letters[dice.below(static_cast<uint32_t>(a.letters.size()))]);
    if (accepts(a, word) != accepts(b, word))
      return word;
  }
  return shortest;
}

/// Knows the language, and remembers what it has been asked.
class RecordingTeacher : public Teacher {
public:
  explicit RecordingTeacher(Dfa language) : target(std::move(language)) {}

  std::optional<bool> isMember(llvm::ArrayRef<Letter> word) override {
    ++asked;
    words.insert(word.vec());
    for (Letter letter : word)
      foreign |= std::find(target.letters.begin(), target.letters.end(), letter) == target.letters.end();
    if (asked > patience)
      return std::nullopt;
    return !foreign && accepts(target, word);
  }

  Dfa target;
  uint64_t patience = ~uint64_t(0); ///< How many words it answers.
  uint64_t asked = 0;
  std::set<Word> words;
  bool foreign = false; ///< There was a letter that the language does not have.
};

} // namespace tenon::test

#endif // TENON_TEST_LEARN_LANGUAGES_H
