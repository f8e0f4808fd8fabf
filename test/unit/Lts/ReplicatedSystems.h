//===- ReplicatedSystems.h - Random networks of copies ----------*- C++ -*-===//
//
// Copies of one random process under prefixes p.1, p.2, …, with components that they share: locks, counters, rings,
// processes shared by all, processes that treat the copies differently.
//
//===----------------------------------------------------------------------===//

#ifndef TENON_TEST_REPLICATEDSYSTEMS_H
#define TENON_TEST_REPLICATEDSYSTEMS_H

#include "RandomSystems.h"

namespace tenon::test {

class ReplicatedSystems {
public:
  explicit ReplicatedSystems(uint64_t seed) : random(seed) {}

  Network network() {
    Network result;
    result.name = "S";
    result.table = random.table();
    unsigned copies = random.between(2, 4);
    addCopies(result, copies);
    unsigned sharedCount = random.between(0, 2);
    for (unsigned i = 0; i < sharedCount; ++i)
      addShared(result, copies, i);
    if (random.chance(0.15))
      result.priority = Priority{LabelMatcher(result.table, {label(random.chance(0.5) ? "p" : "p.1")}), true};
    if (random.chance(0.2))
      result.hiding = Hiding{LabelMatcher(result.table, {label("p.1")}), random.chance(0.3)};
    result.ltsaEndRule = random.chance(0.3);
    return result;
  }

private:
  LabelId label(const std::string &text) { return random.table()->intern(text); }
  LabelId label(unsigned copy, const std::string &action) { return label("p." + std::to_string(copy) + "." + action); }

  RandomLtsOptions shape(unsigned maxStates) {
    RandomLtsOptions options;
    options.labelPool = {"a", "b", "c"};
    options.minStates = 2;
    options.maxStates = maxStates;
    options.minLabels = 2;
    options.maxLabels = 3;
    options.nondeterminism = random.chance(0.3);
    options.tau = random.chance(0.3);
    options.error = random.chance(0.5);
    options.end = random.chance(0.3);
    options.stop = random.chance(0.3);
    options.density = 1.0 + random.below(3) * 0.4;
    return options;
  }

  void add(Network &network, const std::string &name, Lts lts) {
    network.components.push_back({name, std::make_shared<const Lts>(std::move(lts))});
  }

  void addCopies(Network &network, unsigned copies) {
    Lts original = random.lts(shape(4));
    unsigned different = random.chance(0.2) ? random.between(1, copies) : 0;
    for (unsigned i = 1; i <= copies; ++i) {
      std::string prefix = "p." + std::to_string(i);
      add(network, prefix, prefixed(i == different ? random.lts(shape(3)) : original, prefix));
    }
  }

  void addShared(Network &network, unsigned copies, unsigned number) {
    std::string name = "R" + std::to_string(number);
    const std::vector<std::string> actions = {"a", "b", "c"};
    std::string first = random.pick(actions), second = random.pick(actions);
    LtsBuilder builder(network.table);
    switch (random.below(6)) {
    case 0: // A lock that knows its owner; sometimes it errs if another one gives it back.
    case 1: {
      builder.reserveStates(copies + 1);
      bool checks = random.chance(0.5);
      for (unsigned i = 1; i <= copies; ++i) {
        builder.add(0, label(i, first), i);
        builder.add(i, label(i, second), 0);
        for (unsigned other = 1; checks && other <= copies; ++other)
          if (other != i)
            builder.add(i, label(other, second), ErrorState);
      }
      return add(network, name, builder.build(name));
    }
    case 2: { // A counter.
      unsigned most = random.between(1, copies);
      builder.reserveStates(most + 1);
      for (unsigned i = 1; i <= copies; ++i)
        for (unsigned n = 0; n < most; ++n) {
          builder.add(n, label(i, first), n + 1);
          builder.add(n + 1, label(i, second), n);
        }
      return add(network, name, builder.build(name));
    }
    case 3: { // A process shared by all.
      std::vector<std::string> prefixes;
      for (unsigned i = 1; i <= copies; ++i)
        prefixes.push_back("p." + std::to_string(i));
      return add(network, name, shared(random.lts(shape(3)), prefixes));
    }
    case 4: // Links between neighbors in a ring.
      for (unsigned i = 1; i <= copies; ++i) {
        LtsBuilder link(network.table);
        link.reserveStates(2);
        link.add(0, label(i, first), 1);
        link.add(1, label(i % copies + 1, second), 0);
        add(network, name + "." + std::to_string(i), link.build(name));
      }
      return;
    default: { // Whatever.
      RandomLtsOptions options = shape(4);
      options.labelPool.clear();
      for (unsigned i = 1; i <= copies; ++i)
        for (const std::string &action : actions)
          options.labelPool.push_back("p." + std::to_string(i) + "." + action);
      options.maxLabels = 5;
      return add(network, name, random.lts(options));
    }
    }
  }

  RandomSystems random;
};

inline std::string describe(const Network &network) {
  std::string text;
  for (const Component &c : network.components)
    text += describe(*c.lts) + "\n";
  if (network.priority)
    text += network.priority->listedAreLow ? ">> priority\n" : "<< priority\n";
  return text;
}

} // namespace tenon::test

#endif // TENON_TEST_REPLICATEDSYSTEMS_H
