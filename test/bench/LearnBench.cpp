//===- LearnBench.cpp - Learning random languages -------------------------===//

#include "Bench.h"

#include "tenon/Learn/Learner.h"

#include <chrono>
#include <cstdio>
#include <random>

using namespace tenon;
using namespace tenon::bench;

namespace {

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// Runs an automaton whose letters are 0, 1, ...
class AutomatonTeacher : public Teacher {
public:
  explicit AutomatonTeacher(const Dfa &dfa) : target(dfa) {}
  std::optional<bool> isMember(llvm::ArrayRef<Letter> word) override {
    uint32_t state = 0;
    for (Letter letter : word)
      state = target.target(state, letter);
    return target.accepting[state];
  }

private:
  const Dfa &target;
};

/// The last state is a sink, and the only one that rejects, if `moves` is less than the number of letters: about so
/// many letters lead elsewhere. With `reach`, they lead to one of so many states that follow.
Dfa randomLanguage(uint32_t states, uint32_t letters, uint32_t moves, uint32_t reach) {
  std::mt19937_64 engine(1);
  auto below = [&](uint32_t bound) { return static_cast<uint32_t>(engine() % bound); };
  bool prefixClosed = moves < letters;
  Dfa dfa;
  for (Letter letter = 0; letter < letters; ++letter)
    dfa.letters.push_back(letter);
  for (uint32_t s = 0; s < states; ++s) {
    bool sink = prefixClosed && s + 1 == states;
    dfa.accepting.push_back(prefixClosed ? !sink : below(2) == 0);
    for (uint32_t i = 0; i < letters; ++i) {
      uint32_t target = reach ? (s + 1 + below(reach)) % states : below(states);
      dfa.next.push_back(sink || (prefixClosed && below(letters) >= moves) ? states - 1 : target);
    }
  }
  return dfa;
}

std::optional<Word> shortestDifference(const Dfa &a, const Dfa &b) {
  struct Step {
    uint32_t inA, inB;
    size_t before;
    Letter letter;
  };
  std::vector<Step> steps = {{0, 0, 0, 0}};
  std::vector<bool> seen(size_t(a.stateCount()) * b.stateCount());
  seen[0] = true;
  for (size_t n = 0; n < steps.size(); ++n) {
    Step step = steps[n];
    if (a.accepting[step.inA] != b.accepting[step.inB]) {
      Word word;
      for (size_t at = n; at != 0; at = steps[at].before)
        word.push_back(steps[at].letter);
      return Word(word.rbegin(), word.rend());
    }
    for (Letter letter = 0; letter < a.letters.size(); ++letter) {
      uint32_t inA = a.target(step.inA, letter), inB = b.target(step.inB, letter);
      auto pair = seen[size_t(inA) * b.stateCount() + inB];
      if (!pair)
        steps.push_back({inA, inB, n, letter});
      pair = true;
    }
  }
  return std::nullopt;
}

void row(const char *name, const Dfa &language, LearnerKind kind) {
  bool isTable = kind == LearnerKind::ObservationTable;
  Measurement m = measure([&] {
    AutomatonTeacher teacher(language);
    auto learner = makeLearner(kind, teacher, language.letters);
    Clock::time_point start = Clock::now();
    double comparing = 0;
    for (;;) {
      const Dfa *conjecture = learner->conjecture();
      Clock::time_point compared = Clock::now();
      std::optional<Word> word = shortestDifference(language, *conjecture);
      comparing += secondsSince(compared);
      if (!word)
        break;
      learner->refine(*word);
    }
    const LearningStatistics &counts = learner->statistics();
    std::printf("%-22s %-6s %8u %11llu %12llu %8.2f", name, isTable ? "table" : "tree",
                learner->conjecture()->stateCount(), static_cast<unsigned long long>(counts.membershipQueries),
                static_cast<unsigned long long>(counts.equivalenceQueries), secondsSince(start) - comparing);
    std::fflush(stdout);
    return Measurement{};
  });
  if (!m.completed)
    fail(std::string(name) + ": stopped at the limit");
  std::printf(" %9.0f\n", static_cast<double>(m.peakBytes) / (1024 * 1024));
  std::fflush(stdout);
}

void printTable() {
  std::printf("Learning random languages of 36 letters by shortest counterexamples; s: without looking for these.\n\n"
              "%-22s %-6s %8s %11s %12s %8s %9s\n",
              "language", "", "states", "membership", "equivalence", "s", "peak MiB");
  struct {
    const char *name;
    uint32_t moves, reach;
  } languages[] = {{"any", 36, 0},
                   {"prefix-closed, 8 moves", 8, 0},
                   {"prefix-closed, 3 moves", 3, 0},
                   {"the same, long ways", 4, 40}};
  for (const auto &language : languages) {
    Dfa dfa = randomLanguage(2816, 36, language.moves, language.reach);
    for (LearnerKind kind : {LearnerKind::ObservationTable, LearnerKind::DiscriminationTree})
      row(language.name, dfa, kind);
  }
  std::printf("\n");
}

BenchTable table("learn", printTable);

} // namespace
