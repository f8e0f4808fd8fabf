//===- AutoVerifier.cpp - Whatever answers first --------------------------===//

#include "tenon/AssumeGuarantee/AutoVerifier.h"

#include "RuleReport.h"

#include "tenon/Check/Certify.h"
#include "tenon/Lts/Compositional.h"
#include "tenon/Support/Worker.h"

#include "llvm/ADT/STLExtras.h"

#include <chrono>

using namespace llvm;

namespace tenon {

namespace {

/// What a method that works in a process of its own says.
struct Answer {
  Verdict verdict = Verdict::Unknown;
  std::optional<bool> certified; ///< Where it holds.
  Budget::Limit limit = Budget::Limit::None;

  std::string pack() const {
    int certificate = certified ? *certified : 2;
    return {static_cast<char>('0' + static_cast<int>(verdict)), static_cast<char>('0' + certificate),
            static_cast<char>('0' + static_cast<int>(limit))};
  }
  static Answer unpack(StringRef text) {
    Answer answer;
    answer.verdict = static_cast<Verdict>(text[0] - '0');
    if (text[1] != '2')
      answer.certified = text[1] == '1';
    answer.limit = static_cast<Budget::Limit>(text[2] - '0');
    return answer;
  }
};

/// A method in the race.
struct Engine {
  std::optional<Rule> rule; ///< None: a search.
  bool isDirect = false;
  /// Whether it may still answer with more time, more states or more memory.
  bool isPromising = true;
  double failedShare = 0; ///< Of memory, with which it was not enough.

  bool mayUse(double share) const { return isPromising && failedShare < share; }
  StringRef name() const { return rule ? ruleName(*rule) : isDirect ? "direct" : "compositional"; }
};

class AutoVerifier {
public:
  AutoVerifier(const Network &system, ArrayRef<Operand> parts, const Decomposition &divided, const LtsRef &property,
               const VerifyOptions &verifyOptions, const Budget &limits, const AutoOptions &autoOptions)
      : network(system), operands(parts), decomposition(divided), monitor(property), options(verifyOptions),
        budget(limits), rounds(autoOptions) {
    // Each of the two for what it is best at.
    Rule other = divided.sides.size() == 2 ? Rule::NWay : Rule::Circular;
    llvm::erase_if(engines, [other](const Engine &engine) { return engine.rule == other; });
  }

  CheckResult run();

private:
  struct Running {
    size_t engine;
    std::unique_ptr<Worker> worker;
  };

  SafetySearch searchDirectly(uint64_t maxStates, unsigned jobs, const Budget &limits) const;
  /// True if the direct search answers with so many states.
  bool answerDirectly(uint64_t maxStates);
  void report(const SafetySearch &search);
  /// The first answer of any engine; Unknown when the budget ends or nothing is promising any more.
  Answer race();
  /// One after the other, as many at a time as there are jobs.
  Answer runRound(unsigned round);
  Answer attempt(const Engine &engine, unsigned round, double share) const;
  Answer attemptSearch(const Engine &engine, unsigned round, const Budget &limits) const;
  Answer attemptRule(Rule rule, const Budget &limits) const;
  void findTrace();
  Expected<CheckResult> apply(const VerifyOptions &own, const Budget &limits) const {
    return verify(network, operands, decomposition.propertyName, monitor, own, limits);
  }

  const Network &network;
  const ArrayRef<Operand> operands;
  const Decomposition &decomposition;
  const LtsRef &monitor;
  const VerifyOptions &options;
  const Budget &budget;
  const AutoOptions &rounds;
  std::vector<Engine> engines{{Rule::Symmetric},   {Rule::AsymLearn}, {Rule::Circular}, {Rule::NWay}, {},
                              {std::nullopt, true}};
  CheckResult result;
};

} // namespace

SafetySearch AutoVerifier::searchDirectly(uint64_t maxStates, unsigned jobs, const Budget &limits) const {
  SafetyOptions safety;
  safety.wantDeadlock = false;
  safety.maxStates = maxStates;
  safety.jobs = jobs;
  return searchSafety(decomposition.whole, safety, limits);
}

/// Fills in what a search that came to an end has found.
void AutoVerifier::report(const SafetySearch &search) {
  if (search.error) {
    reportTrace(decomposition, *search.error, options, result);
    return;
  }
  result.verdict = Verdict::Holds;
  if (!options.certify)
    return;
  result.certified = certifyAbsence(decomposition.whole, ReplayOutcome::Error, budget);
  if (result.certified)
    return;
  result.verdict = Verdict::Unknown;
  result.reason = "it holds, but was not certified: " + budget.describe(budget.exceeded());
}

bool AutoVerifier::answerDirectly(uint64_t maxStates) {
  SafetySearch search = searchDirectly(maxStates, options.jobs, budget);
  if (search.limit == Budget::Limit::States && !search.error)
    return false;
  result.statistics = search.statistics;
  result.searched = true;
  result.engine = "direct";
  if (search.limit != Budget::Limit::None && !search.error)
    result.reason = budget.describe(search.limit);
  else
    report(search);
  return true;
}

Answer AutoVerifier::attemptSearch(const Engine &engine, unsigned round, const Budget &limits) const {
  // Beyond this, there is no limit.
  unsigned shift = std::min(2 * round, 20U);
  SafetySearch search;
  if (engine.isDirect) {
    unsigned others = static_cast<unsigned>(engines.size()) - 1;
    search = searchDirectly(shift < 20 ? rounds.roundStates << shift : 0,
                            std::max(1U, options.jobs - std::min(options.jobs, others)), limits);
  } else {
    SafetyOptions safety;
    safety.wantDeadlock = false;
    safety.maxStates = rounds.composedStates << shift;
    Expected<SafetySearch> composed = searchCompositional(decomposition.whole, safety, limits);
    if (!composed) {
      consumeError(composed.takeError());
      return {};
    }
    search = std::move(*composed);
  }
  if (search.error)
    return {Verdict::Violated, std::nullopt, Budget::Limit::None};
  if (search.limit != Budget::Limit::None)
    return {Verdict::Unknown, std::nullopt, search.limit};
  Answer answer{Verdict::Holds, std::nullopt, Budget::Limit::None};
  if (options.certify)
    answer.certified = certifyAbsence(decomposition.whole, ReplayOutcome::Error, limits);
  if (options.certify && !answer.certified)
    return {Verdict::Unknown, std::nullopt, limits.exceeded()};
  return answer;
}

Answer AutoVerifier::attemptRule(Rule rule, const Budget &limits) const {
  VerifyOptions own = options;
  own.rule = rule;
  own.jobs = 1;
  own.assume.clear();
  own.assumption = nullptr;
  own.shortestTraceStates = 1; // The verdict is enough.
  Expected<CheckResult> found = apply(own, limits);
  if (!found) {
    consumeError(found.takeError());
    return {};
  }
  Answer answer{found->verdict, std::nullopt, Budget::Limit::None};
  if (found->verdict == Verdict::Unknown)
    answer.limit = limits.exceeded();
  else if (found->verdict == Verdict::Holds)
    answer.certified = found->certified;
  return answer;
}

Answer AutoVerifier::attempt(const Engine &engine, unsigned round, double share) const {
  Budget limits;
  limits.inherit(budget, share);
  if (!engine.rule)
    return attemptSearch(engine, round, limits);
  limits.limitTo(rounds.roundSeconds * static_cast<double>(uint64_t(1) << std::min(2 * round, 40U)));
  return attemptRule(*engine.rule, limits);
}

/// What an engine without an answer makes hope for.
static void note(Engine &engine, const Answer &answer, double share) {
  switch (answer.limit) {
  case Budget::Limit::Memory:
    engine.failedShare = share;
    break;
  case Budget::Limit::Time:
  case Budget::Limit::States:
    break;
  case Budget::Limit::None:
  case Budget::Limit::Cancelled:
    engine.isPromising = false; // It does not apply, or it broke down.
    break;
  }
}

Answer AutoVerifier::runRound(unsigned round) {
  constexpr int PollMilliseconds = 50;
  size_t promising = static_cast<size_t>(count_if(engines, [](const Engine &engine) { return engine.isPromising; }));
  size_t slots = std::clamp<size_t>(promising, 1, options.jobs);
  if (all_of(engines, [&](const Engine &engine) { return !engine.mayUse(1.0 / static_cast<double>(slots)); }))
    slots = 1; // One after the other, with all the memory.
  double share = 1.0 / static_cast<double>(slots);
  std::vector<size_t> waiting;
  for (size_t i = engines.size(); i-- > 0;)
    if (engines[i].mayUse(share))
      waiting.push_back(i);
  std::vector<Running> running;
  while (!waiting.empty() || !running.empty()) {
    while (!waiting.empty() && running.size() < slots) {
      size_t chosen = waiting.back();
      waiting.pop_back();
      std::unique_ptr<Worker> worker = Worker::start([&] { return attempt(engines[chosen], round, share).pack(); });
      if (worker)
        running.push_back({chosen, std::move(worker)});
      else
        engines[chosen].isPromising = false;
    }
    std::vector<Worker *> workers;
    for (const Running &entry : running)
      workers.push_back(entry.worker.get());
    std::optional<size_t> ended = Worker::waitForAny(workers, PollMilliseconds);
    if (Budget::Limit limit = budget.exceeded(); limit != Budget::Limit::None)
      return {Verdict::Unknown, std::nullopt, limit};
    if (!ended)
      continue;
    Running last = std::move(running[*ended]);
    running.erase(running.begin() + static_cast<ptrdiff_t>(*ended));
    Answer answer;
    if (last.worker->answer())
      answer = Answer::unpack(*last.worker->answer());
    if (answer.verdict != Verdict::Unknown) {
      result.engine = engines[last.engine].name().str();
      return answer;
    }
    note(engines[last.engine], answer, share);
  }
  return {};
}

Answer AutoVerifier::race() {
  for (unsigned round = 0;; ++round) {
    Answer answer = runRound(round);
    if (answer.verdict != Verdict::Unknown || answer.limit != Budget::Limit::None)
      return answer;
    if (none_of(engines, [](const Engine &engine) { return engine.mayUse(1); }))
      return {Verdict::Unknown, std::nullopt, Budget::Limit::Memory};
  }
}

/// The engine's trace would not do: another engine may have answered first, with another trace.
void AutoVerifier::findTrace() {
  if (answerDirectly(options.shortestTraceStates)) {
    result.searched = false;
    return;
  }
  VerifyOptions own = options;
  own.rule = Rule::AsymLearn;
  own.assume.clear();
  own.assumption = nullptr;
  own.shortestTraceStates = 1;
  own.learning.maxQueries = rounds.traceQueries;
  Expected<CheckResult> found = apply(own, budget);
  if (found && found->verdict == Verdict::Violated) {
    result.verdict = found->verdict;
    result.counterexample = std::move(found->counterexample);
    result.reason = found->reason;
    result.certified = found->certified;
    result.notes.push_back(found->notes.back());
    return;
  }
  if (!found)
    consumeError(found.takeError());
  answerDirectly(0);
  result.searched = false;
}

CheckResult AutoVerifier::run() {
  if (answerDirectly(rounds.directStates))
    return std::move(result);
  Answer answer = race();
  std::string engine = result.engine;
  switch (answer.verdict) {
  case Verdict::Holds:
    result.verdict = Verdict::Holds;
    result.certified = answer.certified;
    break;
  case Verdict::Violated:
    findTrace();
    if (result.verdict == Verdict::Unknown)
      result.reason = "it is violated, but the trace was not found: " + result.reason;
    break;
  case Verdict::Unknown:
    result.reason = budget.describe(answer.limit);
    break;
  }
  result.engine = std::move(engine);
  return std::move(result);
}

Expected<std::optional<CheckResult>> verifyAutomatically(const Network &network, ArrayRef<Operand> operands,
                                                         StringRef property, const LtsRef &monitor,
                                                         const VerifyOptions &options, const Budget &budget,
                                                         const AutoOptions &rounds) {
  auto start = std::chrono::steady_clock::now();
  bool isDivided = !options.split.items.empty();
  if (network.priority && !isDivided)
    return std::nullopt;
  Expected<Decomposition> decomposition = decompose(network, operands, property, monitor, options.split);
  if (!decomposition)
    return decomposition.takeError();
  if (decomposition->sides.size() < 2)
    return std::nullopt;
  CheckResult result = AutoVerifier(network, operands, *decomposition, monitor, options, budget, rounds).run();
  result.kind = CheckKind::Safety;
  result.system = decomposition->system;
  result.property = decomposition->propertyName;
  result.method = "auto";
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return result;
}

} // namespace tenon
