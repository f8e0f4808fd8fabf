//===- ComposeBench.cpp - Speed and memory of exploration -----------------===//
//
// Families of systems with known sizes, built through the API: what is measured is the exploration, not the front end.
//
//===----------------------------------------------------------------------===//

#include "Bench.h"

#include "tenon/Lts/Compose.h"

#include <cstdio>

using namespace tenon;
using namespace tenon::bench;

namespace {

/// A cyclic process that does one action after the other.
LtsRef cycle(const std::shared_ptr<LabelTable> &table, const std::vector<std::string> &labels) {
  LtsBuilder builder(table);
  auto n = static_cast<StateId>(labels.size());
  builder.reserveStates(n);
  for (StateId s = 0; s < n; ++s)
    builder.add(s, table->intern(labels[s]), (s + 1) % n);
  return std::make_shared<const Lts>(builder.build("CYCLE"));
}

/// N one-place buffers in a row: 2^N states.
Network bufferChain(unsigned n) {
  Network network{"CHAIN", std::make_shared<LabelTable>(), {}, {}, {}, false, {}};
  auto link = [](unsigned i) { return "link." + std::to_string(i); };
  for (unsigned i = 0; i < n; ++i)
    network.components.push_back({"BUFFER", cycle(network.table, {link(i), link(i + 1)})});
  return network;
}

/// N one-place buffers that carry a bit: 3^N states.
Network bitChain(unsigned n) {
  Network network{"CHAIN", std::make_shared<LabelTable>(), {}, {}, {}, false, {}};
  for (unsigned i = 0; i < n; ++i) {
    LtsBuilder builder(network.table);
    builder.reserveStates(3);
    for (StateId bit = 0; bit < 2; ++bit) {
      auto label = [&](unsigned at) {
        return network.table->intern("link." + std::to_string(at) + "." + std::to_string(bit));
      };
      builder.add(0, label(i), bit + 1);
      builder.add(bit + 1, label(i + 1), 0);
    }
    network.components.push_back({"CELL", std::make_shared<const Lts>(builder.build("CELL"))});
  }
  return network;
}

/// N independent switches: 2^N states, N·2^N transitions.
Network toggles(unsigned n) {
  Network network{"TOGGLES", std::make_shared<LabelTable>(), {}, {}, {}, false, {}};
  for (unsigned i = 0; i < n; ++i) {
    std::string t = "t." + std::to_string(i);
    network.components.push_back({"TOGGLE", cycle(network.table, {t + ".on", t + ".off"})});
  }
  return network;
}

/// N philosophers who all take the right fork first: 6^N states, one of them a deadlock.
Network dining(unsigned n) {
  Network network{"DINERS", std::make_shared<LabelTable>(), {}, {}, {}, false, {}};
  auto at = [](unsigned i, const char *what) { return "phil." + std::to_string(i) + "." + what; };
  for (unsigned i = 0; i < n; ++i) {
    network.components.push_back(
        {"PHIL", cycle(network.table, {at(i, "sitdown"), at(i, "right.get"), at(i, "left.get"), at(i, "eat"),
                                       at(i, "left.put"), at(i, "right.put"), at(i, "arise")})});
    LtsBuilder fork(network.table);
    fork.reserveStates(2);
    for (const std::string &side : {at(i, "left"), at((i + n - 1) % n, "right")}) {
      fork.add(0, network.table->intern(side + ".get"), 1);
      fork.add(1, network.table->intern(side + ".put"), 0);
    }
    network.components.push_back({"FORK", std::make_shared<const Lts>(fork.build("FORK"))});
  }
  return network;
}

enum class Task { Explore, Deadlock, Compose };

Measurement perform(const Network &network, Task task) {
  Budget budget;
  SearchStatistics statistics;
  if (task == Task::Compose) {
    llvm::Expected<Lts> lts = compose(network, budget, &statistics);
    if (!lts)
      llvm::report_fatal_error(lts.takeError());
  } else {
    SafetyOptions options;
    options.wantDeadlock = task == Task::Deadlock;
    statistics = searchSafety(network, options, budget).statistics;
  }
  return {statistics.states, statistics.transitions, statistics.storageBytes, 0, 0, 0, true};
}

void row(const std::string &name, const Network &network, Task task) {
  const char *taskName = task == Task::Explore ? "explore" : task == Task::Deadlock ? "deadlock" : "compose";
  Measurement m = measure([&] { return perform(network, task); });
  if (!m.completed) {
    std::printf("%-14s %-9s %s\n", name.c_str(), taskName, "stopped at the limit");
    return;
  }
  std::printf("%-14s %-9s %11llu %12llu %8.2f %8.2f %8.1f %8.1f %9.0f\n", name.c_str(), taskName,
              static_cast<unsigned long long>(m.states), static_cast<unsigned long long>(m.transitions), m.seconds,
              m.cpuSeconds, static_cast<double>(m.transitions) / m.cpuSeconds / 1e6,
              static_cast<double>(m.storageBytes) / static_cast<double>(m.states),
              static_cast<double>(m.peakBytes) / (1024 * 1024));
  std::fflush(stdout);
}

void printHeader() {
  std::printf("%-14s %-9s %11s %12s %8s %8s %8s %8s %9s\n", "model", "task", "states", "transitions", "s", "cpu s",
              "Mtrans/s", "bytes/st", "peak MiB");
}

void printTable() {
  std::printf("Exploration on one core. explore: all reachable states; deadlock: up to the first deadlock;\n"
              "compose: all states, and the transitions stored as an LTS (bytes: without these).\n\n");
  printHeader();
  row("buffers 12", bufferChain(12), Task::Explore);
  row("buffers 12", bufferChain(12), Task::Compose);
  for (unsigned n = 8; n <= 9; ++n)
    row("dining " + std::to_string(n), dining(n), Task::Explore);
  for (unsigned n = 8; n <= 9; ++n)
    row("dining " + std::to_string(n), dining(n), Task::Compose);
  for (unsigned n = 8; n <= 10; ++n)
    row("dining " + std::to_string(n), dining(n), Task::Deadlock);
  row("bit chain 14", bitChain(14), Task::Explore);
  for (unsigned n = 21; n <= 23; ++n)
    row("toggles " + std::to_string(n), toggles(n), Task::Explore);
  row("toggles 23", toggles(23), Task::Compose);
  std::printf("\n");
}

void printDining() {
  printHeader();
  for (unsigned n = 11; n <= 12; ++n)
    row("dining " + std::to_string(n), dining(n), Task::Deadlock);
  std::printf("\n");
}

BenchTable table("compose", printTable);
BenchTable diningTable("dining", printDining, BenchTable::OnDemand);

} // namespace
