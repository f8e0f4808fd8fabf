//===- Bench.h - Tables of measurements -------------------------*- C++ -*-===//
//
// Every file here adds tables with a static BenchTable. tenon-bench prints all of them, or those
// whose names are given as arguments.
//
//===----------------------------------------------------------------------===//

#ifndef TENON_BENCH_BENCH_H
#define TENON_BENCH_BENCH_H

#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <functional>
#include <string>

namespace tenon::bench {

/// What one measured job did.
struct Measurement {
  uint64_t states = 0;
  uint64_t transitions = 0;
  uint64_t storageBytes = 0; ///< What the job says it stores.
  double seconds = 0;        ///< Elapsed.
  double cpuSeconds = 0;     ///< Of the processor: the measure where other programs run.
  uint64_t figures[5] = {};  ///< What the table of the job shows besides.
  uint64_t peakBytes = 0;    ///< Of the process that ran the job.
  bool completed = false;    ///< Otherwise it was stopped: out of time or memory, or crashed.
};

/// Runs a job in a process of its own, so that its peak memory is its own; fills in the times and peakBytes. The job is
/// killed after `limitSeconds` of processor time or when it needs more than `limitGiB`.
Measurement measure(const std::function<Measurement()> &job, unsigned limitSeconds = 900, unsigned limitGiB = 20);

/// A table of the benchmark program; constructing one adds it to the list.
struct BenchTable {
  enum When { Always, OnDemand };
  BenchTable(llvm::StringRef tableName, std::function<void()> tablePrinter, When when = Always);
  std::string name;
  When when; ///< OnDemand: printed only where its name is given.
  std::function<void()> print;
};

/// Says what went wrong; the program ends with 1 after all tables.
void fail(const std::string &message);

} // namespace tenon::bench

#endif // TENON_BENCH_BENCH_H
