//===- SimulationBench.cpp - Simulation, directly and by rule AG-NC -------===//

#include "Bench.h"

#include "tenon/AssumeGuarantee/Verifier.h"
#include "tenon/Lts/Simulation.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"

#include <cstdio>
#include <random>

using namespace tenon;
using namespace tenon::bench;

namespace {

//===----------------------------------------------------------------------===//
// The handshake pair
//===----------------------------------------------------------------------===//

/// What a side does in each phase: `Phase: action Phase, action Phase; …`, the first is the initial one. The server
/// answers a hello, may ask for a certificate, may find the old session again; it bears much that no client should do,
/// such as early data. The client may distrust what it gets.
constexpr const char *ServerPhases = "Idle: clientHello Choose, resume Lookup;"
                                     "Choose: s.pick Strong, s.pick Weak;"
                                     "Strong: serverHello.strong Certify;"
                                     "Weak: serverHello.weak Certify, alert Closing;"
                                     "Certify: certificate Ask, alert Closing;"
                                     "Ask: certRequest Asked, helloDone AwaitKey, alert Closing;"
                                     "Asked: helloDone AwaitCert, alert Closing;"
                                     "AwaitCert: clientCert Check, keyExchange Derive, alert Closing;"
                                     "Check: s.check AwaitKey, s.reject Refuse;"
                                     "Refuse: alert Closing;"
                                     "AwaitKey: keyExchange Derive, alert Closing;"
                                     "Derive: s.derive AwaitFinished;"
                                     "AwaitFinished: clientFinished Finish, data AwaitFinished;"
                                     "Finish: serverFinished Open, data Finish;"
                                     "Open: data Open, close Idle, alert Closing, clientHello Choose;"
                                     "Lookup: s.found Short, s.missing Choose;"
                                     "Short: serverFinished ShortWait;"
                                     "ShortWait: clientFinished Open, data ShortWait;"
                                     "Closing: close Idle, data Closing, clientHello Choose";
constexpr const char *ClientPhases = "Start: clientHello AwaitHello, resume AwaitAny;"
                                     "AwaitHello: serverHello.strong AwaitCert, serverHello.weak Ponder, alert Closed;"
                                     "Ponder: c.accept AwaitCert, c.refuse Refuse;"
                                     "AwaitCert: certificate Verify, alert Closed;"
                                     "Verify: c.verify AwaitRequest, c.distrust Refuse;"
                                     "AwaitRequest: certRequest Asked, helloDone SendKey, alert Closed;"
                                     "Asked: helloDone SendCert, alert Closed;"
                                     "SendCert: clientCert SendKey, alert Closed;"
                                     "SendKey: keyExchange Derive, alert Closed;"
                                     "Derive: c.derive SendFinished;"
                                     "SendFinished: clientFinished AwaitFinished;"
                                     "AwaitFinished: serverFinished Open;"
                                     "Open: data Open, close Start, alert Closed;"
                                     "AwaitAny: serverFinished ShortSend, serverHello.strong AwaitCert,"
                                     " serverHello.weak Ponder, alert Closed;"
                                     "ShortSend: clientFinished Open;"
                                     "Refuse: alert Closed;"
                                     "Closed: close Start";

struct Specification {
  const char *about, *phases;
  bool isValid;
};
constexpr Specification Specifications[] = {
    {"a certificate asked for is sent, or the end",
     "S: certRequest Asked, keyExchange S, alert S; Asked: clientCert S, alert S", true},
    {"data only when both have finished",
     "S: clientFinished One, serverFinished One, close S; One: clientFinished Both, serverFinished Both;"
     "Both: data Both, close S",
     true},
    {"an alert ends the connection", "S: alert End, close S, data S; End: close S", true},
    {"one hello in a connection", "S: clientHello In, resume In; In: close S", true},
    {"the cipher is chosen by serverHello",
     "S: clientHello Pick, clientHello Safe, serverHello.strong S, serverHello.weak S, alert End, close S;"
     "Pick: serverHello.strong S, serverHello.weak S, alert End; Safe: serverHello.strong S, alert End; End: close S",
     true},
    {"the cipher is chosen by clientHello",
     "S: serverHello.strong S, serverHello.weak S, clientHello Strong, clientHello Weak;"
     "Strong: serverHello.strong S, clientHello Strong, clientHello Weak;"
     "Weak: serverHello.weak S, clientHello Strong, clientHello Weak",
     false},
    {"a key is preceded by a request", "S: certRequest Asked; Asked: certRequest Asked, keyExchange S", false},
    {"nothing is resumed after an alert", "S: alert Alerted, resume S; Alerted: alert Alerted", false},
};

/// Two counters of the side's own: `first` goes up by one and, from the top, back to 0; `second` goes up until a new
/// connection begins.
struct Background {
  const char *first = nullptr, *second = nullptr;
  unsigned firstMost = 0, secondMost = 0;
};

LtsRef sideOf(const std::shared_ptr<LabelTable> &table, llvm::StringRef name, llvm::StringRef phases,
              const Background &background = {}) {
  llvm::SmallVector<llvm::StringRef> lines, moves;
  phases.split(lines, ';');
  llvm::StringMap<unsigned> numbers;
  for (llvm::StringRef line : lines)
    numbers.try_emplace(line.split(':').first.trim(), numbers.size());
  unsigned width = background.secondMost + 1, cells = (background.firstMost + 1) * width;
  LtsBuilder builder(table);
  builder.reserveStates(static_cast<StateId>(lines.size()) * cells);
  auto addEverywhere = [&](unsigned phase, llvm::StringRef action, auto target) {
    LabelId label = table->intern(action);
    for (unsigned cell = 0; cell < cells; ++cell)
      builder.add(phase * cells + cell, label, target(cell));
  };
  for (auto [phase, line] : llvm::enumerate(lines)) {
    moves.clear();
    line.split(':').second.split(moves, ',');
    for (llvm::StringRef move : moves) {
      auto [action, target] = move.trim().split(' ');
      unsigned next = numbers.lookup(target.trim());
      addEverywhere(phase, action, [&](unsigned cell) {
        return static_cast<StateId>(next * cells + (next == 0 ? cell - cell % width : cell));
      });
    }
    if (!background.first)
      continue;
    auto step = [&, phase = phase](const char *action, unsigned most, unsigned factor) {
      addEverywhere(phase, action, [&](unsigned cell) {
        unsigned value = cell / factor % (most + 1);
        unsigned next = value < most ? cell + factor : factor == 1 ? cell : cell - value * factor;
        return static_cast<StateId>(phase * cells + next);
      });
    };
    step(background.first, background.firstMost, width);
    step(background.second, background.secondMost, 1);
  }
  return std::make_shared<const Lts>(builder.build(name.str()));
}

struct Handshake {
  Network network;
  std::vector<Operand> operands;
};

Handshake makeHandshake() {
  Handshake pair;
  pair.network.name = "Handshake";
  pair.network.table = std::make_shared<LabelTable>();
  pair.network.components = {
      {"Server", sideOf(pair.network.table, "Server", ServerPhases, {"s.store", "s.log", 19, 15})},
      {"Client", sideOf(pair.network.table, "Client", ClientPhases, {"c.type", "c.tick", 39, 19})}};
  for (const Component &component : pair.network.components)
    pair.operands.push_back({component.name, {component}});
  return pair;
}

enum Figure { Base, States, Membership, Equivalence, Storage };

void expect(bool isRight) {
  if (!isRight)
    _Exit(1);
}

Measurement checkDirectly(const Handshake &pair, const Specification &specification) {
  Budget budget;
  LtsRef s = sideOf(pair.network.table, "S", specification.phases);
  Measurement m;
  m.figures[Base] = Budget::residentBytes();
  SimulationSearch search = searchSimulation(pair.network, *s, {/*weak=*/true, /*ignoreForeign=*/true}, budget);
  expect(search.simulated == specification.isValid);
  m.states = search.statistics.states;
  m.storageBytes = search.statistics.storageBytes;
  return m;
}

Measurement checkByRule(const Handshake &pair, const Specification &specification) {
  Budget budget;
  LtsRef s = sideOf(pair.network.table, "S", specification.phases);
  VerifyOptions options;
  options.rule = Rule::Simulation;
  Measurement m;
  m.figures[Base] = Budget::residentBytes();
  CheckResult result = llvm::cantFail(verify(pair.network, pair.operands, "S", s, options, budget));
  expect(result.verdict == (specification.isValid ? Verdict::Holds : Verdict::Violated));
  if (specification.isValid)
    m.figures[States] = result.assumptions.front().automaton.states;
  m.figures[Membership] = *result.membershipQueries;
  m.figures[Equivalence] = *result.equivalenceQueries;
  return m;
}

double mebibytes(uint64_t bytes) {
  return static_cast<double>(bytes) / 1048576.0;
}
/// Of the check itself.
double needed(const Measurement &m) {
  return mebibytes(m.peakBytes > m.figures[Base] ? m.peakBytes - m.figures[Base] : 0);
}

void printHandshake() {
  Handshake pair = makeHandshake();
  std::printf(
      "Simulation: a server of %u states and a client of %u, checked directly (pairs of the product and the\n"
      "specification, on the fly) and by rule AG-NC (--method=simulation). s: processor time; MiB: peak of the\n"
      "process, and of that what the check needs beyond the models; |A|: states of the assumption; queries:\n"
      "membership and candidate; ratio: of the peaks.\n\n",
      pair.network.components[0].lts->stateCount(), pair.network.components[1].lts->stateCount());
  std::printf("%-44s %-8s %9s %6s %7s %7s %7s %6s %7s %7s %4s %6s %3s %6s\n", "specification", "", "pairs", "B/pair",
              "s", "MiB", "check", "rule s", "MiB", "check", "|A|", "MQ", "CQ", "ratio");
  for (const Specification &specification : Specifications) {
    Measurement direct = measure([&] { return checkDirectly(pair, specification); });
    Measurement rule = measure([&] { return checkByRule(pair, specification); });
    if (!direct.completed || !rule.completed) {
      fail(std::string("wrong verdict or stopped: ") + specification.about);
      continue;
    }
    std::printf("%-44s %-8s %9llu %6.1f %7.2f %7.1f %7.1f %6.2f %7.1f %7.1f %4llu %6llu %3llu %6.1f\n",
                specification.about, specification.isValid ? "valid" : "invalid",
                static_cast<unsigned long long>(direct.states),
                static_cast<double>(direct.storageBytes) / static_cast<double>(direct.states), direct.cpuSeconds,
                mebibytes(direct.peakBytes), needed(direct), rule.cpuSeconds, mebibytes(rule.peakBytes), needed(rule),
                static_cast<unsigned long long>(rule.figures[States]),
                static_cast<unsigned long long>(rule.figures[Membership]),
                static_cast<unsigned long long>(rule.figures[Equivalence]),
                mebibytes(direct.peakBytes) / mebibytes(rule.peakBytes));
    std::fflush(stdout);
  }
  std::printf("\n");
}

//===----------------------------------------------------------------------===//
// Large systems
//===----------------------------------------------------------------------===//

constexpr StateId LargeStates = 100000;
constexpr unsigned Branching = 5, Labels = 20, Nondeterminism = 2;

/// Random transitions, so many for each state and at most so many with one label.
std::vector<std::vector<Transition>> randomRows(uint64_t seed) {
  std::mt19937_64 engine(seed);
  std::vector<std::vector<Transition>> rows(LargeStates);
  for (std::vector<Transition> &row : rows)
    while (row.size() < Branching) {
      Transition t{static_cast<Action>(1 + engine() % Labels), static_cast<StateId>(engine() % LargeStates)};
      auto sameLabel = llvm::count_if(row, [&](const Transition &other) { return other.action == t.action; });
      if (sameLabel < Nondeterminism && !llvm::is_contained(row, t))
        row.push_back(t);
    }
  return rows;
}

/// The first system, and a second one that has some transitions more and so simulates it; or, both in one.
Lts largeSystem(uint64_t seed, bool first, bool second) {
  auto table = std::make_shared<LabelTable>();
  std::vector<LabelId> labels;
  for (unsigned i = 1; i <= Labels; ++i)
    labels.push_back(table->intern("a." + std::to_string(i)));
  LtsBuilder builder(Alphabet(table, labels));
  std::vector<std::vector<Transition>> rows = randomRows(seed);
  std::mt19937_64 engine(seed + 1);
  builder.reserveStates((first ? LargeStates : 0) + (second ? LargeStates : 0));
  StateId offset = first ? LargeStates : 0;
  for (StateId s = 0; s < LargeStates; ++s)
    for (const Transition &t : rows[s]) {
      if (first)
        builder.addAction(s, t.action, t.target);
      if (second)
        builder.addAction(s + offset, t.action, t.target + offset);
      if (second && engine() % 100 == 0)
        builder.addAction(s + offset, t.action, static_cast<StateId>(engine() % LargeStates) + offset);
    }
  return builder.build("Large", LtsBuilder::Keep::All);
}

void printLarge() {
  std::printf("Simulation of two systems of %u states each, branching %u, %u labels, at most %u transitions with one\n"
              "label (the second has 1 %% more transitions). classes: of both together, by simulation preorder.\n\n",
              LargeStates, Branching, Labels, Nondeterminism);
  std::printf("%-6s %-24s %9s %9s %8s %9s\n", "seed", "", "classes", "pairs", "s", "peak MiB");
  for (uint64_t seed : {1, 2, 3}) {
    Measurement preorder = measure([&] {
      Budget budget;
      Lts both = largeSystem(seed, true, true);
      SimulationPreorder result = llvm::cantFail(simulationPreorder(both, budget));
      expect(result.simulates(LargeStates, 0));
      Measurement m;
      m.figures[States] = result.classes().blockCount;
      return m;
    });
    Measurement onTheFly = measure([&] {
      Budget budget;
      SimulationSearch search = searchSimulation(std::make_shared<const Lts>(largeSystem(seed, true, false)),
                                                 largeSystem(seed, false, true), {}, budget);
      expect(search.simulated);
      Measurement m;
      m.states = search.statistics.states;
      return m;
    });
    if (!preorder.completed || !onTheFly.completed)
      fail("simulation of large systems: wrong or stopped");
    std::printf("%-6llu %-24s %9llu %9s %8.2f %9.0f\n", static_cast<unsigned long long>(seed), "preorder",
                static_cast<unsigned long long>(preorder.figures[States]), "", preorder.cpuSeconds,
                mebibytes(preorder.peakBytes));
    std::printf("%-6llu %-24s %9s %9llu %8.2f %9.0f\n", static_cast<unsigned long long>(seed), "on the fly", "",
                static_cast<unsigned long long>(onTheFly.states), onTheFly.cpuSeconds, mebibytes(onTheFly.peakBytes));
    std::fflush(stdout);
  }
  std::printf("\n");
}

const BenchTable handshakeTable("simulation", [] {
  printHandshake();
  printLarge();
});

} // namespace
