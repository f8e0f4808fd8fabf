//===- FamilyBench.cpp - Exploration by families, threads, and Spin -------===//
//
// The same systems for one and for two threads, and, where Spin is installed, as Promela models for its verifier,
// compiled without partial-order reduction: both are measured in one run.
//
//===----------------------------------------------------------------------===//

#include "Bench.h"
#include "Families.h"

#include "tenon/Lts/Formats.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

using namespace tenon;
using namespace tenon::bench;

namespace {

Measurement explore(const Network &network, unsigned jobs, unsigned limitSeconds = 900) {
  return measure(
      [&] {
        Budget budget;
        SafetyOptions options;
        options.wantDeadlock = false;
        options.jobs = jobs;
        SearchStatistics s = searchSafety(network, options, budget).statistics;
        return Measurement{s.states, s.transitions, s.storageBytes, 0, 0, 0, true};
      },
      limitSeconds);
}

/// The fastest of five runs, or the first if it is long: what else the machine does only ever adds to a time.
Measurement exploreQuietly(const Network &network, unsigned jobs) {
  constexpr double Long = 10;
  Measurement best = explore(network, jobs);
  for (int repetition = 1; repetition < 5 && best.completed && best.seconds < Long; ++repetition) {
    Measurement next = explore(network, jobs);
    if (next.completed && next.seconds < best.seconds)
      best = next;
  }
  return best;
}

double millions(uint64_t count, double seconds) {
  return static_cast<double>(count) / 1e6 / seconds;
}

void row(const std::string &name, const Network &network) {
  Measurement one = exploreQuietly(network, 1), two = exploreQuietly(network, 2);
  if (!one.completed || !two.completed) {
    std::printf("%-12s stopped at the limit\n", name.c_str());
    return;
  }
  auto bytes = [](const Measurement &m) { return static_cast<double>(m.storageBytes) / static_cast<double>(m.states); };
  std::printf("%-12s %11llu %12llu %8.2f %9.1f %9.1f %8.2f %7.2f %9.1f %8.0f\n", name.c_str(),
              static_cast<unsigned long long>(one.states), static_cast<unsigned long long>(one.transitions),
              one.seconds, millions(one.transitions, one.cpuSeconds), bytes(one), two.seconds,
              one.seconds / two.seconds, bytes(two), static_cast<double>(one.peakBytes) / (1024 * 1024));
  std::fflush(stdout);
}

void printHeader() {
  std::printf("%-12s %11s %12s %8s %9s %9s %8s %7s %9s %8s\n", "family, N", "states", "transitions", "1 job s",
              "Mtrans/s", "bytes/st", "2 jobs s", "ratio", "bytes/st", "peak MiB");
}

void printFamilies() {
  std::printf("All reachable states by families, the fastest of five runs each. Mtrans/s: one job, by processor time;\n"
              "ratio: elapsed times.\n\n");
  printHeader();
  for (const Family &family : families())
    for (unsigned size : {family.small, family.large})
      row(family.name + " " + std::to_string(size), systemOf(family, size));
  std::printf("\n");
}

void printLarge() {
  std::printf("More than a hundred million states.\n\n");
  printHeader();
  for (const Family &family : families())
    if (family.name == "buffers")
      row("buffers 17", systemOf(family, 17));
  std::printf("\n");
}

//===----------------------------------------------------------------------===//
// Spin
//===----------------------------------------------------------------------===//

/// What Spin's verifier says of itself.
struct SpinRun {
  double states = 0, transitions = 0, seconds = 0, stateMiB = 0, tableMiB = 0, errors = 0;
};

/// The number that comes before `phrase` on its line, or after it.
double numberAt(llvm::StringRef output, llvm::StringRef phrase, bool isBefore) {
  size_t at = output.find(phrase);
  if (at == llvm::StringRef::npos)
    return 0;
  llvm::StringRef part =
      isBefore ? output.take_front(at).rsplit('\n').second.trim() : output.substr(at + phrase.size());
  if (!isBefore)
    part =
        part.ltrim(" \t:").take_while([](char c) { return llvm::isDigit(c) || llvm::StringRef(".e+-").contains(c); });
  double value = 0;
  llvm::to_float(part, value);
  return value;
}

/// Runs a program in `directory`, its output to `out`; whether it ended with 0.
bool runIn(llvm::StringRef directory, llvm::ArrayRef<llvm::StringRef> command) {
  std::string line = "cd '" + directory.str() + "' && " + llvm::join(command, " ") + " > out.txt 2>&1";
  return llvm::sys::ExecuteAndWait("/bin/sh", {"sh", "-c", line}) == 0;
}

std::optional<SpinRun> runSpin(const Network &network) {
  llvm::SmallString<128> directory;
  if (llvm::sys::fs::createUniqueDirectory("tenon-spin", directory))
    return std::nullopt;
  auto path = [&](const char *name) {
    llvm::SmallString<128> file = directory;
    llvm::sys::path::append(file, name);
    return file;
  };
  std::optional<SpinRun> result;
  {
    std::error_code problem;
    llvm::raw_fd_ostream model(path("model.pml"), problem);
    llvm::Error error = writePromela(network, model);
    if (!problem && !error) {
      model.close();
      bool good = runIn(directory, {"spin", "-a", "model.pml"}) &&
                  runIn(directory, {"cc", "-O2", "-DSAFETY", "-DNOREDUCE", "-DMEMLIM=16000", "-o", "pan", "pan.c"}) &&
                  runIn(directory, {"./pan", "-c0", "-n", "-w24", "-m20000000"});
      auto output = llvm::MemoryBuffer::getFile(path("out.txt"));
      if (good && output) {
        llvm::StringRef text = (*output)->getBuffer();
        result = SpinRun{numberAt(text, " states, stored", true),
                         numberAt(text, " transitions (=", true),
                         numberAt(text, "pan: elapsed time", false),
                         numberAt(text, "\tactual memory usage for states", true),
                         numberAt(text, "\tmemory used for hash table", true),
                         numberAt(text, "errors", false)};
      }
    }
    llvm::consumeError(std::move(error));
  }
  llvm::sys::fs::remove_directories(directory);
  return result;
}

bool hasViolation(const Network &network) {
  Budget budget;
  SafetyOptions options;
  options.stopAtFirst = true;
  SafetySearch search = searchSafety(network, options, budget);
  return search.error || search.deadlock;
}

void printSpin() {
  if (!llvm::sys::findProgramByName("spin") || !llvm::sys::findProgramByName("cc")) {
    std::printf("Spin is not installed (Debian: apt-get install spin gcc): its table is left out.\n\n");
    return;
  }
  std::printf("The same systems by Spin's verifier (-O2 -DSAFETY -DNOREDUCE), and by one thread here.\n\n"
              "%-12s %11s %9s %9s %7s %9s %9s %s\n",
              "family, N", "states", "Spin Mt/s", "here Mt/s", "ratio", "Spin B/st", "here B/st", "agree");
  std::vector<double> ratios;
  for (const Family &family : families()) {
    Network network = systemOf(family, family.large == 9 ? 8 : family.large);
    std::optional<SpinRun> spin = runSpin(network);
    Measurement here = explore(network, 1);
    if (!spin || spin->seconds <= 0 || !here.completed) {
      std::printf("%-12s not measured\n", family.name.c_str());
      continue;
    }
    double theirs = spin->transitions / 1e6 / spin->seconds, ours = millions(here.transitions, here.seconds);
    // Spin rounds large numbers to eight digits.
    bool agrees = spin->states == static_cast<double>(here.states) &&
                  std::abs(spin->transitions / static_cast<double>(here.transitions + 1) - 1) < 1e-6 &&
                  (spin->errors != 0) == hasViolation(network);
    if (!agrees)
      fail("Spin and Tenon disagree about " + family.name);
    ratios.push_back(ours / theirs);
    std::printf("%-12s %11llu %9.2f %9.2f %7.1f %9.1f %9.1f %s\n",
                (family.name + " " + std::to_string(family.large == 9 ? 8 : family.large)).c_str(),
                static_cast<unsigned long long>(here.states), theirs, ours, ratios.back(),
                (spin->stateMiB + spin->tableMiB) * 1048576 / spin->states,
                static_cast<double>(here.storageBytes) / static_cast<double>(here.states), agrees ? "yes" : "NO");
    std::fflush(stdout);
  }
  std::sort(ratios.begin(), ratios.end());
  if (!ratios.empty())
    std::printf("\nmedian of the ratios: %.1f\n\n", ratios[ratios.size() / 2]);
}

BenchTable familyTable("families", printFamilies);
BenchTable spinTable("spin", printSpin);
BenchTable largeTable("large", printLarge, BenchTable::OnDemand);

} // namespace
