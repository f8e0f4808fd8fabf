//===- SafetyMethod.cpp - Ways to decide deadlock and safety --------------===//

#include "tenon/Check/SafetyMethod.h"

#include "tenon/Lts/Compositional.h"

using namespace llvm;

namespace tenon {

namespace {

constexpr uint64_t DirectStates = uint64_t(1) << 20;
constexpr uint64_t ComposedStates = uint64_t(1) << 19;

void decideDirectly(SafetyAnswer &answer, const Network &network, const SafetyOptions &options, const Budget &budget) {
  answer.method = SafetyMethod::Direct;
  answer.search = searchSafety(network, options, budget);
}

/// False if the method does not apply.
bool decideCompositionally(SafetyAnswer &answer, const Network &network, const SafetyOptions &options,
                           const Budget &budget) {
  Expected<SafetySearch> search = searchCompositional(network, options, budget);
  if (!search) {
    answer.notes.push_back(toString(search.takeError()));
    return false;
  }
  answer.method = SafetyMethod::Compositional;
  answer.search = std::move(*search);
  return true;
}

/// What an unfinished direct search has found stays: its traces are shortest.
void decideInStages(SafetyAnswer &answer, const Network &network, const SafetyOptions &options, const Budget &budget) {
  SafetyOptions limited = options;
  limited.maxStates = DirectStates;
  decideDirectly(answer, network, limited, budget);
  if (answer.search.limit != Budget::Limit::States)
    return;
  std::optional<SafetySearch::Finding> error = std::move(answer.search.error);
  std::optional<SafetySearch::Finding> deadlock = std::move(answer.search.deadlock);
  SafetyAnswer composed;
  limited.wantError = options.wantError && !error;
  limited.wantDeadlock = options.wantDeadlock && !deadlock;
  limited.maxStates = ComposedStates;
  if (decideCompositionally(composed, network, limited, budget) && composed.search.limit == Budget::Limit::None) {
    answer = std::move(composed);
    if (error)
      answer.search.error = std::move(error);
    if (deadlock)
      answer.search.deadlock = std::move(deadlock);
    return;
  }
  decideDirectly(answer, network, options, budget);
}

} // namespace

StringRef safetyMethodName(SafetyMethod method) {
  static constexpr const char *Names[] = {"auto", "direct", "reduced", "compositional"};
  return Names[static_cast<size_t>(method)];
}

SafetyAnswer decideSafety(const Network &network, SafetyOptions options, const SafetyEngine &engine,
                          const Budget &budget) {
  options.jobs = engine.jobs;
  options.compress = engine.compress;
  SafetyAnswer answer;
  switch (engine.method) {
  case SafetyMethod::Auto:
    decideInStages(answer, network, options, budget);
    break;
  case SafetyMethod::Direct:
    decideDirectly(answer, network, options, budget);
    break;
  case SafetyMethod::Reduced: {
    ReducedSearch search = searchReduced(network, options, budget, engine.reductions);
    answer.method = SafetyMethod::Reduced;
    answer.notes = std::move(search.notes);
    answer.search = std::move(search);
    break;
  }
  case SafetyMethod::Compositional:
    if (!decideCompositionally(answer, network, options, budget))
      decideDirectly(answer, network, options, budget);
    break;
  }
  return answer;
}

} // namespace tenon
