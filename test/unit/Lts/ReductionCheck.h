//===- ReductionCheck.h - A reduced search against the plain one -*- C++ -*-===//

#ifndef TENON_TEST_REDUCTIONCHECK_H
#define TENON_TEST_REDUCTIONCHECK_H

#include "../../../lib/Lts/ReducedSearch.h"
#include "RandomSystems.h"
#include "ReplicatedSystems.h"

#include <gtest/gtest.h>

namespace tenon::test {

/// Half of them copies with shared components, half of them without any plan.
inline Network randomNetwork(uint64_t seed) {
  if (seed % 2 == 0)
    return ReplicatedSystems(seed).network();
  RandomSystems random(seed);
  RandomNetworkOptions options;
  options.maxComponents = 5;
  options.component.maxStates = random.between(2, 6);
  options.component.labelPool = {"a.1", "a.2", "b", "c", "d", "e"};
  options.component.maxLabels = 3;
  options.component.nondeterminism = random.chance(0.4);
  options.component.tau = random.chance(0.4);
  options.component.error = random.chance(0.6);
  options.component.density = 1.0 + random.below(3) * 0.4;
  options.priority = random.chance(0.2);
  Network network = random.network(options);
  network.ltsaEndRule = random.chance(0.3);
  return network;
}

/// Whether both say the same about deadlock and ERROR.
inline bool agree(const SafetySearch &plain, const SafetySearch &reduced) {
  return plain.error.has_value() == reduced.error.has_value() &&
         plain.deadlock.has_value() == reduced.deadlock.has_value();
}

/// Counts of what happened over many networks.
struct ReductionCounts {
  unsigned networks = 0, reduced = 0, errors = 0, deadlocks = 0, clean = 0;
  uint64_t plainStates = 0, reducedStates = 0; ///< Of searches that went through everything.
};

/// With both questions at once, and sometimes with one of the other options.
inline void compareSearches(const Network &network, const Reductions &reductions, uint64_t choice,
                            ReductionCounts &counts) {
  std::vector<SafetyOptions> all{SafetyOptions()};
  if (choice % 3 == 0)
    all.push_back({choice % 2 == 0, choice % 2 != 0, false});
  if (choice % 3 == 1)
    all.push_back({true, true, true});
  for (const SafetyOptions &options : all) {
    SafetySearch plain = searchSafety(network, options, Budget());
    ReducedSearch reduced = searchReduced(network, options, Budget(), reductions);
    ASSERT_EQ(reduced.limit, Budget::Limit::None);
    bool sameVerdict = options.stopAtFirst ? (plain.error || plain.deadlock) == (reduced.error || reduced.deadlock)
                                           : agree(plain, reduced);
    EXPECT_TRUE(sameVerdict) << "plain: " << plain.error.has_value() << plain.deadlock.has_value()
                             << " reduced: " << reduced.error.has_value() << reduced.deadlock.has_value();
    if (reduced.error) {
      EXPECT_TRUE(canReplayTo(network, reduced.error->trace, ReplayOutcome::Error));
      EXPECT_TRUE(reduced.error->culprit.has_value());
    }
    if (reduced.deadlock) {
      EXPECT_TRUE(canReplayTo(network, reduced.deadlock->trace, ReplayOutcome::Deadlock));
    }
    counts.errors += reduced.error.has_value();
    counts.deadlocks += reduced.deadlock.has_value();
    if (plain.error || plain.deadlock)
      continue;
    ++counts.clean;
    counts.plainStates += plain.statistics.states;
    counts.reducedStates += reduced.statistics.states;
    EXPECT_LE(reduced.statistics.states, plain.statistics.states);
    counts.reduced += reduced.statistics.states < plain.statistics.states;
  }
  ++counts.networks;
}

inline ReductionCounts compareMany(const Reductions &reductions, uint64_t firstSeed, uint64_t count) {
  ReductionCounts counts;
  for (uint64_t seed = firstSeed; seed < firstSeed + count && !testing::Test::HasFailure(); ++seed) {
    Network network = randomNetwork(seed);
    SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + describe(network));
    compareSearches(network, reductions, seed / 2, counts);
  }
  std::printf("%u networks: %u errors, %u deadlocks, %u clean searches, %u of them with fewer states: %llu instead of "
              "%llu\n",
              counts.networks, counts.errors, counts.deadlocks, counts.clean, counts.reduced,
              static_cast<unsigned long long>(counts.reducedStates),
              static_cast<unsigned long long>(counts.plainStates));
  return counts;
}

/// The first of the networks on which a search with these rules gives another verdict than the plain one.
inline std::optional<uint64_t> firstWrongVerdict(const Reductions &reductions, const detail::ReductionRules &rules,
                                                 uint64_t count) {
  for (uint64_t seed = 0; seed < count; ++seed) {
    Network network = randomNetwork(seed);
    for (SafetyOptions options : {SafetyOptions{true, false, false}, SafetyOptions{false, true, false}})
      if (!agree(searchSafety(network, options, Budget()),
                 detail::searchReduced(network, options, Budget(), reductions, rules)))
        return seed;
  }
  return std::nullopt;
}

} // namespace tenon::test

#endif // TENON_TEST_REDUCTIONCHECK_H
